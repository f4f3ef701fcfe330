//! Stores corpora as text: one input per line, with the escapes of Rust strings (`\n`, `\xff`).

/// Writes inputs, sorted and without duplicates.
pub fn pack(mut inputs: Vec<Vec<u8>>) -> String {
    inputs.sort_unstable();
    inputs.dedup();
    inputs.iter().flat_map(|input| [input.escape_ascii().to_string(), "\n".to_owned()]).collect()
}

/// Reads the inputs of a text.
pub fn unpack(text: &str) -> Vec<Vec<u8>> {
    text.lines()
        .map(|line| unescape(line).unwrap_or_else(|| panic!("expected an escaped input: {line}")))
        .collect()
}

/// Reads one input. Returns `None` if a backslash does not begin a valid escape.
fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut bytes = line.bytes();
    let mut input = Vec::with_capacity(line.len());
    while let Some(byte) = bytes.next() {
        input.push(match byte {
            b'\\' => match bytes.next()? {
                b'x' => {
                    let digits = [bytes.next()?, bytes.next()?];
                    u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
                }
                b't' => b'\t',
                b'r' => b'\r',
                b'n' => b'\n',
                quoted @ (b'\\' | b'\'' | b'"') => quoted,
                _ => return None,
            },
            byte => byte,
        });
    }
    Some(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let inputs = vec![Vec::new(), all, b"\\x41\\".to_vec()];
        let mut read = unpack(&pack(inputs.clone()));
        read.sort_unstable_by_key(Vec::len);
        let mut sorted = inputs;
        sorted.sort_unstable_by_key(Vec::len);
        assert_eq!(read, sorted);
    }

    #[test]
    fn half_an_escape_is_no_input() {
        for line in ["\\", "\\x4", "\\xg0", "\\q"] {
            assert_eq!(unescape(line), None, "{line}");
        }
    }
}
