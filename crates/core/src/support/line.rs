//! Lines of limited length.

use std::io::{self, BufRead};

/// Reads the next line into `line`, with its line feed, but at most `max_bytes` bytes. Skips the rest of the
/// line, and returns whether it skipped anything. At the end of the input, `line` is empty.
///
/// # Errors
///
/// If the input cannot be read.
pub fn read_line(input: &mut impl BufRead, max_bytes: usize, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let length = io::Read::take(&mut *input, max_bytes as u64).read_until(b'\n', line)?;
    let is_cut = length == max_bytes && !line.ends_with(b"\n");
    if is_cut {
        input.skip_until(b'\n')?;
    }
    Ok(is_cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_line_the_beginning_is_read() {
        let (mut input, mut line) = (&b"abc\nabcd\n\nab"[..], Vec::new());
        for expected in
            [(&b"abc\n"[..], false), (b"abcd", true), (b"\n", false), (b"ab", false), (b"", false)]
        {
            let is_cut = read_line(&mut input, 4, &mut line).unwrap();
            assert_eq!((&line[..], is_cut), expected);
        }
    }
}
