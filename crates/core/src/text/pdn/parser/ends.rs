//! Finds the ends of games: reads results, classifies the text after a game, and skips an invalid game.

use nom::Offset;

use super::Parser;
use crate::text::pdn::lexer::{Lexeme, Token, find_close, found, lex};
use crate::text::pdn::record::{GameResult, Omission, Record};
use crate::text::scan::counted;

/// The kinds of text after a game, which determine whether the game has ended.
pub(in crate::text::pdn) enum Following {
    /// There is no text yet, or an unfinished comment.
    Nothing,
    /// A tag at the start of a line. It ends any game or comment before it.
    Tag,
    Word,
}

impl Parser<'_> {
    /// Classifies the following text.
    pub(in crate::text::pdn) fn following(&self) -> Following {
        match lex(self.rest) {
            Ok(Lexeme { token: Token::End, .. }) => Following::Nothing,
            Ok(Lexeme { token: Token::Tag { .. }, text, .. }) => {
                // A tag within a line may be part of a comment.
                let before = self.text[..self.text.offset(text)]
                    .trim_end_matches(counted(|c| c != '\n' && c.is_whitespace()));
                if before.is_empty() || before.ends_with('\n') { Following::Tag } else { Following::Word }
            }
            Ok(_) => Following::Word,
            Err(start) => {
                let is_open = start.starts_with('{') && find_close(start, |_| false) == Err(start.len());
                if is_open { Following::Nothing } else { Following::Word }
            }
        }
    }

    /// Skips to the next game after a fault: to its tags or past a result, whichever comes first.
    pub(in crate::text::pdn) fn pass_over_game(&mut self) {
        loop {
            match lex(self.rest) {
                Ok(Lexeme { token: Token::Tag { .. }, .. }) if !self.in_tags => return,
                Ok(Lexeme { token: Token::End, rest, .. }) => {
                    self.rest = rest;
                    return;
                }
                Ok(Lexeme { token, rest, .. }) => {
                    self.rest = rest;
                    // Results in variations do not count.
                    if matches!(token, Token::GameResult(_))
                        && !rest.trim_start_matches(counted(char::is_whitespace)).starts_with(')')
                    {
                        return;
                    }
                    self.in_tags &= matches!(token, Token::Tag { .. } | Token::Comment(_));
                }
                Err(start) => {
                    self.in_tags &= start.starts_with('[');
                    let end = match start.chars().next() {
                        Some('[') => start.find(counted(|c| c == '\n')).unwrap_or(start.len()),
                        Some('{') => find_close(start, |_| false).unwrap_or_else(|end| end),
                        _ => found(start).len(),
                    };
                    self.rest = &start[end..];
                }
            }
        }
    }
}

impl Record {
    /// Sets the result from the tag `Result`, or else from the movetext.
    pub(super) fn settle(&mut self, written: Option<&str>) {
        let tag = self.tag("Result");
        if let Some(text) = tag.filter(|text| *text != "*" && GameResult::is_written(text)) {
            // `0-0` is kept as text, because it means neither a win nor a draw.
            let result = GameResult::read(text).unwrap_or(GameResult::Unknown);
            let is_other = |other| other != "*" && other != text && GameResult::read(other) != Some(result);
            if written.is_some_and(is_other) {
                self.omissions.insert(Omission::Result);
            }
            self.result = result;
        } else if let Some(text) = written.filter(|text| *text != "*") {
            let has_tag = tag.is_some();
            self.result = GameResult::read(text).unwrap_or(GameResult::Unknown);
            if has_tag || self.result == GameResult::Unknown {
                self.put_tag("Result", text);
            }
        }
    }
}
