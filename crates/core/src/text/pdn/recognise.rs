//! Distinguishes PDN from other texts.

use super::lexer::{Lexeme, Token, lex};
use super::tags::known_tags;

/// Common tags that the writer does not use.
const OTHER_TAGS: [&str; 4] = ["Site", "Round", "ECO", "Annotator"];

/// Returns whether a text begins like PDN: with a tag or a move, after any comments.
///
/// Unknown tags count if their names begin with a capital letter, as the standard requires, or if such a tag
/// or a move follows them. The first move may come with or without its number.
///
/// ```
/// use rankmoves_core::pdn::is_pdn;
///
/// assert!(is_pdn("1. 11-15! 23-19"));
/// assert!(is_pdn("[Opening \"Cross\"]"));
/// assert!(!is_pdn("[remote \"origin\"]\nurl = x"));
/// ```
pub fn is_pdn(text: &str) -> bool {
    let mut rest = text;
    loop {
        let Ok(Lexeme { token, rest: after, .. }) = lex(rest) else { return names_tag(rest) };
        match token {
            Token::Move(_) => return true,
            Token::Tag { name, .. }
                if is_known(name) || name.starts_with(|c: char| c.is_ascii_uppercase()) =>
            {
                return true;
            }
            Token::Tag { .. } | Token::Number | Token::Comment(_) => rest = after,
            _ => return false,
        }
    }
}

/// Returns whether a text begins with the name of a known tag, regardless of the rest of the tag.
fn names_tag(text: &str) -> bool {
    let name = text.trim_start().strip_prefix('[').map(str::trim_start);
    name.is_some_and(|name| {
        is_known(name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default())
    })
}

fn is_known(name: &str) -> bool {
    known_tags().chain(OTHER_TAGS).any(|known| known.eq_ignore_ascii_case(name))
}
