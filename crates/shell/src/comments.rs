//! Blanks and comments, which may precede a game in exchange format, FEN or JSON.

/// Returns the text after blanks and comments.
pub fn after_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start_matches([' ', '\t', '\r', '\n']);
        match text.strip_prefix('#') {
            Some(comment) => text = comment.split_once('\n').map_or("", |(_, rest)| rest),
            None => return text,
        }
    }
}
