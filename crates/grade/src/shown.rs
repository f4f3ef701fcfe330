//! A program's output prepared for display: long output is shortened in the middle.

use std::fmt::Write as _;

use rankmoves_core::shorten;
use shell::encoding::to_utf8;

/// The number of lines shown from the beginning of long output.
const FIRST_LINES: usize = 28;
/// The number of lines shown from the end of long output.
const LAST_LINES: usize = 10;

/// The longest line that is shown, in characters.
const MAX_LINE_CHARS: usize = 160;

/// Returns output line by line, without characters that control a terminal. Notes how many lines are left
/// out, and the length of a line that is more than twice as long as its shown part.
pub fn shown(output: &[u8]) -> String {
    let (output, _) = to_utf8(output.to_vec());
    let output = output.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&output);
    let lines: Vec<&[u8]> = output.split_inclusive(|&byte| byte == b'\n').collect();
    let show = |lines: &[&[u8]]| lines.iter().map(|bytes| line(bytes)).collect::<String>();
    // The note itself takes up one line.
    if lines.len() <= FIRST_LINES + LAST_LINES + 1 {
        return show(&lines);
    }
    let (first, rest) = lines.split_at(FIRST_LINES);
    let (middle, last) = rest.split_at(rest.len() - LAST_LINES);
    let note = format!("… {} lines left out …\n", middle.len());
    show(first) + &note + &show(last)
}

fn line(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    // A character takes at most four bytes.
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MAX_LINE_CHARS)]);
    let mut text = shorten(&beginning, MAX_LINE_CHARS);
    if text.ends_with('…') && bytes.len() > 2 * MAX_LINE_CHARS {
        let _ = write!(text, " (a line of {} bytes)", bytes.len());
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(most: usize) -> String {
        (1..=most).map(|number| number.to_string() + "\n").collect()
    }

    #[test]
    fn short_output_is_shown_whole() {
        assert_eq!(shown(b""), "");
        assert_eq!(shown(b"one\ntwo"), "one\ntwo\n");
        assert_eq!(shown(b"\xff\xfea\0\n\0"), "a\n");
        let text = numbers(FIRST_LINES + LAST_LINES + 1);
        assert_eq!(shown(text.as_bytes()), text);
    }

    #[test]
    fn the_middle_of_long_output_is_left_out() {
        let text = numbers(1000);
        let shown = shown(text.as_bytes());
        assert_eq!(shown.lines().count(), FIRST_LINES + LAST_LINES + 1);
        assert!(
            shown.contains("\n28\n… 962 lines left out …\n991\n") && shown.ends_with("\n1000\n"),
            "{shown}"
        );
    }

    #[test]
    fn long_lines_are_cut_and_hostile_ones_escaped() {
        let long = shown(&vec![b'x'; 10_000_000]);
        assert!(long.ends_with("x… (a line of 10000000 bytes)\n") && long.len() < 250, "{long}");
        let hostile = shown("\u{1b}[2J\u{202e}\0\r\u{9b}".as_bytes());
        assert!(hostile.trim_end().chars().all(|char| char.is_ascii_graphic()), "{hostile:?}");
        assert_eq!(shown(b"a\xff\xfe"), "a\u{fffd}\u{fffd}\n");
    }
}
