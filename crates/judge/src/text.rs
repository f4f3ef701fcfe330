//! Edits files in the exchange format, and leaves the rest of the text unchanged.

/// Returns the offsets of the pieces on the board in a text, from the top left.
pub(super) fn pieces(text: &str) -> Vec<usize> {
    let mut bytes = text.as_bytes().to_vec();
    for comment in comments(text) {
        bytes[comment].fill(b' ');
    }
    let find = |word: &[u8]| bytes.windows(word.len()).position(|window| window == word);
    let (Some(board), Some(moves)) = (find(b"BOARD"), find(b"MOVES")) else { return Vec::new() };
    (board + b"BOARD".len()..moves).filter(|&at| b"rRbB".contains(&bytes[at])).collect()
}

/// Returns the text with the bytes at the given offsets replaced by other ASCII characters.
pub(super) fn with_cells(text: &str, changes: impl IntoIterator<Item = (usize, u8)>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for (at, cell) in changes {
        bytes[at] = cell;
    }
    String::from_utf8(bytes).expect("ASCII takes the place of ASCII")
}

/// Returns the ranges of the comments in a text.
pub(super) fn comments(text: &str) -> Vec<std::ops::Range<usize>> {
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(begin) = text[from..].find('#').map(|at| from + at) {
        let end = text[begin..].find('\n').map_or(text.len(), |at| begin + at);
        found.push(begin..end);
        from = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "RULES: # r\nno capture single jumps TURN: red BOARD: # b\n\" r . B # R\nMOVES:";

    #[test]
    fn pieces_are_found_outside_of_comments() {
        let at = pieces(TEXT);
        assert_eq!(at.iter().map(|&at| TEXT.as_bytes()[at]).collect::<Vec<_>>(), b"rB");
        assert!(with_cells(TEXT, [(at[0], b'.')]).contains("\n\" . . B # R\n"));
        assert!(pieces("BOARD: r b").is_empty());
    }

    #[test]
    fn comments_end_with_their_line() {
        let found: Vec<&str> = comments(TEXT).into_iter().map(|range| &TEXT[range]).collect();
        assert_eq!(found, ["# r", "# b", "# R"]);
        assert_eq!(comments("x # y"), vec![2..5]);
    }
}
