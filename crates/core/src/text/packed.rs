//! Numbers packed into few bytes, for lists with millions of entries.

/// Writes a number, seven bits per byte, lowest bits first.
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: usize) {
    loop {
        let low = u8::try_from(number & 0x7f).expect("seven bits fit");
        number >>= 7;
        bytes.push(if number > 0 { low | 0x80 } else { low });
        if number == 0 {
            break;
        }
    }
}

/// Reads what [`push_number`] wrote; `None` at the end.
pub(super) fn take_number(bytes: &mut &[u8]) -> Option<usize> {
    let length = bytes.iter().position(|byte| byte & 0x80 == 0)? + 1;
    let (number, rest) = bytes.split_at(length);
    *bytes = rest;
    Some(number.iter().rev().fold(0, |number, byte| number << 7 | usize::from(byte & 0x7f)))
}
