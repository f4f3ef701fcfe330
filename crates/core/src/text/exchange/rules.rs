//! Reads the rules of a file.

use std::ops::ControlFlow::{self, Break, Continue};

use nom::Offset;

use super::ErrorKind;
use super::faults::{Size, StatedSize, shape};
use super::lexemes::{RULES, Rule, is_header, skip_blanks, token, word};
use super::parser::{Parser, skip_tokens};
use super::suggestion::{self, Suggestion};
use crate::model::rules::{Blocked, Capture, Jumps, Rules};
use crate::quoted;

impl<'a> Parser<'a> {
    /// Parses `rules = { rule }`, where
    /// `rule = "no" "capture" | "capture" | "single" "jumps" | "multiple" "jumps"
    /// | "board" size | "blocked" "passes"`
    pub(super) fn rules(&mut self) -> GivenRules<'a> {
        let mut given = GivenRules::default();
        loop {
            let start = skip_blanks(self.rest);
            let rule = self.rule(start).map(|rule| Continue(Some(rule)));
            let Continue(rule) = rule.unwrap_or_else(|| self.other(start, &mut given)) else { return given };
            if let Some(about) = rule.and_then(|rule| given.set(rule)) {
                let at = &start[..start.offset(self.rest)];
                self.faults.add(at, ErrorKind::SecondRule { about, found: quoted(at) }, None);
            }
        }
    }

    /// Reads text that is not a rule: breaks at the next section, and notes and skips a wrong word. Returns the rule
    /// that the word was probably meant to be.
    fn other(&mut self, start: &'a str, given: &mut GivenRules<'a>) -> ControlFlow<(), Option<Rule<'a>>> {
        let is_section = start.is_empty() || is_header(start);
        let suggestion = if is_section { None } else { suggestion::rule(start) };
        let is_turn = || word(start).1.eq_ignore_ascii_case("TURN");
        if is_section || suggestion.is_none() && is_turn() {
            // An unknown rule may be a misspelling of the missing rule.
            if given.rules().is_none() && !given.has_unknown {
                self.faults.unexpected(given.expected(), token(start), None);
            }
            self.rest = start;
            self.quiet = given.has_unknown;
            return Break(());
        }
        let text = suggestion.as_ref().map(|suggestion| suggestion.text.clone());
        self.faults.unexpected(given.expected(), token(start), text);
        if let Some(suggestion) = suggestion {
            return Continue(Some(self.take_suggestion(start, &suggestion)));
        }
        given.has_unknown = true;
        if token(start).contains(|c: char| c.is_ascii_digit()) {
            given.size = StatedSize::Unknown;
        }
        self.pass_over(start);
        Continue(None)
    }

    /// Reads a rule, or notes what is wrong with it; `None` if no rule begins here.
    fn rule(&mut self, start: &'a str) -> Option<Rule<'a>> {
        let (rest, name) = word(start);
        if name == "board" {
            return Some(Rule::Size(self.size(rest).map_or(StatedSize::Unknown, StatedSize::Given)));
        }
        let (words, rule) = RULES.into_iter().find(|(words, _)| first_word(words) == name)?;
        self.rest = rest;
        if let Some((_, second)) = words.split_once(' ') {
            self.keyword(second, name);
        }
        Some(rule)
    }

    /// Reads the second word of a rule.
    fn keyword(&mut self, name: &'static str, first: &str) {
        let start = skip_blanks(self.rest);
        let (rest, found) = word(start);
        if found == name {
            self.rest = rest;
            return;
        }
        let suggestion = suggestion::is_close(found, name).then(|| name.to_owned());
        self.faults.unexpected(format!("`{name}` after `{first}`"), token(start), suggestion);
        self.pass_over(start);
    }

    /// Parses `size = number "x" number`
    fn size(&mut self, input: &'a str) -> Option<Size<'a>> {
        let start = skip_blanks(input);
        let (rest, text) = word(start);
        if let Some(size) = size_of(text, text) {
            self.rest = rest;
            // There are two boards of each size. They differ in their playable squares, and one may need one
            // bit more than the other. The first cell of the drawing determines which board is meant.
            return shape(size, false, &mut self.faults).map(|_| size);
        }
        let suggestion = suggestion::size(start);
        let text = suggestion.as_ref().map(|suggestion| suggestion.text.clone());
        self.faults.unexpected("a size such as 10x8 after `board`", token(start), text);
        let Some(suggestion) = suggestion else {
            self.pass_over(start);
            return None;
        };
        self.rest = skip_tokens(start, suggestion.tokens);
        size_of(&suggestion.text, token(start))
    }

    /// Reads the suggested rule instead of the written one.
    fn take_suggestion(&mut self, start: &'a str, suggestion: &Suggestion) -> Rule<'a> {
        self.rest = skip_tokens(start, suggestion.tokens);
        if let Some((_, rule)) = RULES.into_iter().find(|(words, _)| *words == suggestion.text) {
            return rule;
        }
        let size = suggestion.text.strip_prefix("board ").and_then(|text| size_of(text, token(start)));
        Rule::Size(size.map_or(StatedSize::Unknown, StatedSize::Given))
    }

    /// Skips a wrong word and the rest of its line, up to a word that may begin a rule or a section.
    fn pass_over(&mut self, start: &'a str) {
        let is_first = |name| name == "board" || RULES.iter().any(|(words, _)| first_word(words) == name);
        let begins_rule = |text| is_first(word(text).1);
        let mut rest = start;
        while !(rest.is_empty() || begins_rule(rest) || is_header(rest)) {
            let (mut after, found) = word(rest);
            if found.is_empty() {
                after = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
            }
            rest = skip_blanks(after);
            if after[..after.offset(rest)].contains('\n') {
                break;
            }
        }
        self.rest = rest;
    }
}

fn first_word(words: &str) -> &str {
    words.split_once(' ').map_or(words, |(first, _)| first)
}

/// The rules that have been given so far.
#[derive(Default)]
pub(super) struct GivenRules<'a> {
    capture: Option<Capture>,
    jumps: Option<Jumps>,
    blocked: Option<Blocked>,
    pub(super) size: StatedSize<'a>,
    /// True if there was an unknown rule.
    has_unknown: bool,
}

impl<'a> GivenRules<'a> {
    /// Records a rule. If a rule on the same subject was given before, returns the words for the error
    /// message.
    fn set(&mut self, rule: Rule<'a>) -> Option<&'static str> {
        match rule {
            Rule::Capture(given) => self.capture.replace(given).map(|_| "one rule on captures"),
            Rule::Jumps(given) => self.jumps.replace(given).map(|_| "one rule on jumps"),
            Rule::Blocked(given) => self.blocked.replace(given).map(|_| "one `blocked passes`"),
            Rule::Size(given) => {
                let before = std::mem::replace(&mut self.size, given);
                (!matches!(before, StatedSize::Standard)).then_some("one board size")
            }
        }
    }

    /// Describes the text that may come next.
    fn expected(&self) -> &'static str {
        match (self.capture, self.jumps) {
            (Some(_), Some(_)) => "TURN: or another rule",
            (Some(_), None) => "`single jumps` or `multiple jumps`",
            (None, Some(_)) => "`no capture` or `capture`",
            (None, None) => "`no capture`, `capture`, `single jumps` or `multiple jumps`",
        }
    }

    /// Returns the rules, if they are complete.
    pub(super) fn rules(&self) -> Option<Rules> {
        let (capture, jumps) = self.capture.zip(self.jumps)?;
        Some(Rules { capture, jumps, blocked: self.blocked.unwrap_or(Blocked::Loses) })
    }
}

/// Reads a size. `at` is the text of the size in the file.
fn size_of<'a>(text: &str, at: &'a str) -> Option<Size<'a>> {
    // A number too large for any board counts as the largest.
    let number = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().unwrap_or(u32::MAX))
    };
    let (ranks, files) = text.split_once('x')?;
    Some(Size { ranks: number(ranks)?, files: number(files)?, text: at })
}
