//! The lexemes of PDN, as in the standard's import grammar, and the errors for anything else.

use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_till1, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, eof, map, map_opt, opt, value};
use nom::multi::{many1, separated_list1};
use nom::sequence::{delimited, preceded};
use nom::{AsChar, Parser};

use super::error::ErrorKind;
use super::fen::name;
use super::record::{GameResult, without_braces};
use crate::model::moves::Path;
use crate::model::shape::Shape;
use crate::model::square::Square;
use crate::text::printable::{MAX_QUOTED_CHARS, quoted_or};
use crate::text::scan::{Fault, Lexed, counted, look_at, skip_blanks};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`; the value is the text between the outer quotes.
    Tag { name: &'a str, value: &'a str },
    /// `{text}`, or `;text` up to the end of the line, with its braces replaced.
    Comment(Cow<'a, str>),
    /// `(`, which begins a variation.
    Open,
    /// `)`.
    Close,
    /// `$3`, or the punctuation for it: `!!`.
    Nag(u8),
    /// `12.`, `12...`, `...` or `12`: a move number. It does not affect the moves.
    Number,
    /// `1-0`, `*` and so on; see [`GameResult::is_written`].
    GameResult(&'a str),
    /// A move, with the squares as written.
    Move(Path),
    /// The end of the text.
    End,
}

pub(super) struct Lexeme<'a> {
    pub(super) token: Token<'a>,
    pub(super) text: &'a str,
    pub(super) rest: &'a str,
}

impl<'a> Fault<'a, ErrorKind> {
    /// Makes a fault: `expected` was expected instead of the text `at`.
    pub(super) fn unexpected(expected: &'static str, at: &'a str) -> Fault<'a, ErrorKind> {
        Fault { at, kind: ErrorKind::Unexpected { expected, found: quoted_or(at, "the end of the text") } }
    }

    /// Returns whether words were found instead of moves. A brace or bracket that is never closed is not a
    /// word, regardless of the text after it.
    pub(super) fn is_prose(&self) -> bool {
        let is_word = !self.at.starts_with(['{', '[']) && self.at.ends_with(',');
        let word = is_word || self.at.starts_with(char::is_alphabetic);
        word && matches!(self.kind, ErrorKind::Unexpected { .. })
    }
}

/// Skips blanks and returns the first lexeme of a text, or else the text after the blanks, whose fault
/// [`no_lexeme`] describes. Blanks are white space and comments from `%` to the end of the line, which PDN 3.0
/// counts as white space.
pub(super) fn lex(input: &str) -> Result<Lexeme<'_>, &str> {
    let start = skip_blanks(input, |c| c.is_whitespace() || c == '\u{feff}', '%');
    let (rest, token) = token(start).map_err(|_| start)?;
    Ok(Lexeme { token, text: &start[..start.len() - rest.len()], rest })
}

/// Describes the fault of a text that does not begin with a lexeme.
pub(super) fn no_lexeme(start: &str) -> Fault<'_, ErrorKind> {
    let (expected, at) = match start.chars().next() {
        Some('[') => ("a tag such as [Event \"Match\"], complete on one line,", beginning(start)),
        Some('{') => ("a comment that ends with } in the same game", beginning(start)),
        Some('$') => ("a number from 0 to 255 after $", found(start)),
        Some('/') => ("a move (a position cannot be set up during a game)", found(start)),
        _ => ("a move such as 11-15, a comment or a result", found(start)),
    };
    Fault::unexpected(expected, at)
}

fn token(input: &str) -> Lexed<'_, Token<'_>> {
    alt((
        map(tag_pair, |(name, value)| Token::Tag { name, value }),
        map(comment, |text| Token::Comment(text.into())),
        map(preceded(char(';'), take_till(counted(|c| c == '\n'))), |text| {
            Token::Comment(without_braces(text).into())
        }),
        map(preceded(char('$'), map_opt(digits, |digits: &str| digits.parse().ok())), Token::Nag),
        map(strength, Token::Nag),
        value(Token::Open, char('(')),
        value(Token::Close, char(')')),
        map(tag("*"), Token::GameResult),
        value(Token::Number, (opt(digits), char('.'), take_while(counted(|c| c == '.')))),
        map_opt(word, token_of),
        value(Token::End, eof),
    ))
    .parse(input)
}

/// Reads the spaces and tabs inside a tag.
fn spaces(input: &str) -> Lexed<'_, &str> {
    take_while(counted(|c| c == ' ' || c == '\t')).parse(input)
}

fn digits(input: &str) -> Lexed<'_, &str> {
    take_while1(counted(|c| c.is_ascii_digit())).parse(input)
}

/// Parses `[Name "value"]` on one line, with any blanks.
fn tag_pair(input: &str) -> Lexed<'_, (&str, &str)> {
    let name = take_till1(counted(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | '"')));
    (delimited((char('['), spaces), name, (spaces, char('"'))), quoted_value).parse(input)
}

/// Reads the rest of a tag after its first quote. In real files, quotes inside values are not
/// always escaped, so only a quote before `]` ends the value.
fn quoted_value(input: &str) -> Lexed<'_, &str> {
    let mut characters = input.char_indices().take_while(|&(_, c)| counted(|c| !matches!(c, '\r' | '\n'))(c));
    while let Some((index, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '"' => {
                let closing: Lexed<'_, _> = preceded(spaces, char(']')).parse(&input[index + 1..]);
                if let Ok((rest, _)) = closing {
                    return Ok((rest, &input[..index]));
                }
            }
            _ => {}
        }
    }
    Err(nom::Err::Error(()))
}

/// Parses `{text}`.
fn comment(input: &str) -> Lexed<'_, &str> {
    let body = input.strip_prefix('{').ok_or(nom::Err::Error(()))?;
    let end = find_close(body, |c| c == '}').map_err(|_| nom::Err::Error(()))?;
    Ok((&body[end + 1..], &body[..end]))
}

/// Finds the character that closes a text, or else the offset at which to give up: before a line that begins
/// with a tag, or at the end. A text that is never closed must not extend into other games.
pub(super) fn find_close(text: &str, mut closes: impl FnMut(char) -> bool) -> Result<usize, usize> {
    let on_line = counted(|c| c != '\n' && c.is_whitespace());
    for (index, character) in text.char_indices() {
        look_at(character.len_utf8());
        if closes(character) {
            return Ok(index);
        }
        if character == '\n' && tag_pair(text[index + 1..].trim_start_matches(&on_line)).is_ok() {
            return Err(index + 1);
        }
    }
    Err(text.len())
}

/// Reads `!` and similar marks, with or without parentheses, as the numeric annotation glyph with the same
/// meaning. More than two marks mean the same as two.
fn strength(input: &str) -> Lexed<'_, u8> {
    let signs = |input| take_while1(counted(|c| c == '!' || c == '?')).parse(input);
    let glyph = |signs: &str| match (signs, signs.contains('!'), signs.contains('?')) {
        ("!", ..) => 1,
        ("?", ..) => 2,
        (_, true, false) => 3,
        (_, false, _) => 4,
        _ if signs.starts_with('!') => 5,
        _ => 6,
    };
    map(alt((signs, delimited(char('('), signs, char(')')))), glyph).parse(input)
}

/// Reads a word, up to the next blank or punctuation character: a move, a number or a result.
fn word(input: &str) -> Lexed<'_, &str> {
    let is_sign =
        |c| matches!(c, '[' | ']' | '{' | '}' | '(' | ')' | ';' | '$' | '!' | '?' | '*' | '"' | '%' | '.');
    take_till1(counted(move |c: char| c.is_whitespace() || is_sign(c))).parse(input)
}

fn token_of(word: &str) -> Option<Token<'_>> {
    if GameResult::is_written(word) {
        Some(Token::GameResult(word))
    } else if word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        Some(Token::Number)
    } else {
        path(word).map(Token::Move)
    }
}

/// Parses squares by number, `11-15`, `8x15x22`, `1115`, or by name, `c3-d4`, `c3xe5`, `c3d4`.
fn path(word: &str) -> Option<Path> {
    let separator = || one_of("-x:X×–—−");
    let numbers = separated_list1(separator(), number);
    let names = (name, many1(preceded(opt(separator()), name)));
    let names = map(names, |(first, rest)| [vec![first], rest].concat());
    look_at(word.len());
    let digits = || map_opt(take_while_m_n(2, 2, AsChar::is_dec_digit), square_numbered);
    let joined = map((digits(), digits()), |(from, to)| vec![from, to]);
    let squares: Lexed<'_, _> =
        alt((all_consuming(numbers), all_consuming(names), all_consuming(joined))).parse(word);
    squares.ok().and_then(|(_, squares)| Path::new(squares))
}

/// Reads a square's number, which may have a leading zero.
fn number(input: &str) -> Lexed<'_, Square> {
    map_opt(take_while_m_n(1, 2, AsChar::is_dec_digit), square_numbered).parse(input)
}

fn square_numbered(digits: &str) -> Option<Square> {
    digits.parse().ok().and_then(|number| Shape::STANDARD.square_numbered(number))
}

/// Returns the beginning of a text, up to the end of its line and at most `MAX_QUOTED_CHARS` characters.
fn beginning(text: &str) -> &str {
    let line = text.char_indices().take(MAX_QUOTED_CHARS).take_while(|&(_, c)| !matches!(c, '\r' | '\n'));
    &text[..line.last().map_or(0, |(index, c)| index + c.len_utf8())]
}

/// Returns the first word of a text, or its first character if the text does not begin with a word.
pub(super) fn found(text: &str) -> &str {
    let sign = text.chars().next().map_or(0, char::len_utf8);
    word(text).map_or(&text[..sign], |(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut rest = text;
        std::iter::from_fn(|| {
            let lexeme = lex(rest).unwrap();
            rest = lexeme.rest;
            (lexeme.token != Token::End).then_some(lexeme.token)
        })
        .collect()
    }

    #[test]
    fn tags_take_blanks_anywhere_and_quotes_within() {
        let tags = [
            (r#"[Event "A b"]"#, "Event", "A b"),
            (r#"[Event"A b"]"#, "Event", "A b"),
            (" [  Event \t \"\"  ] ", "Event", ""),
            (r#"[White "J. "Wee" Smith"]"#, "White", r#"J. "Wee" Smith"#),
            (r#"[White "J. \"Wee\" Smith\"]"]"#, "White", r#"J. \"Wee\" Smith\"]"#),
            (r#"[Site "[sic]"]"#, "Site", "[sic]"),
            (r#"[Site "a\\"]"#, "Site", r"a\\"),
        ];
        for (text, name, value) in tags {
            assert_eq!(tokens(text), [Token::Tag { name, value }], "{text}");
        }
        for text in ["[Event \"A", "[Event A]", "[\"A\"]", "[Event \"A\n\"]", "[Event \"A\\\"]"] {
            assert!(lex(text).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_are_one_word_in_any_spelling() {
        let path = |text: &str| Token::Move(text.parse().unwrap());
        for text in ["11-15", "11x15", "11:15", "11X15", "11–15", "1115", "f6-e5", "F6-E5", "f6e5", "f6xe5"]
        {
            assert_eq!(tokens(text), [path("f6->e5")], "{text}");
        }
        assert_eq!(tokens("01-5"), [path("b8->a7")]);
        assert_eq!(tokens("8x15x22-31"), [path("g7->e5->c3->e1")]);
        for text in
            ["0-5", "33-1", "11-33", "11", "11-", "-11", "11--15", "111-15", "i1-h2", "a9-b8", "11-c3"]
        {
            assert_eq!(super::path(text), None, "{text}");
        }
    }

    #[test]
    fn signs_stand_for_glyphs() {
        let glyphs =
            [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("(!?!!!)", 5), ("???", 4)];
        for (text, glyph) in glyphs {
            assert_eq!(tokens(text), [Token::Nag(glyph)], "{text}");
        }
        assert_eq!(tokens("$255"), [Token::Nag(255)]);
        assert!(lex("$256").is_err() && lex("$").is_err());
    }
}
