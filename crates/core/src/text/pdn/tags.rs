//! Tags: names, values, the facts that they give, and the order in which they are written.

use super::error::ErrorKind;
use super::{FenError, GameResult, Record};
use crate::model::position::Position;
use crate::quoted;
use crate::text::scan::Fault;

/// A fact about a game: `[Event "Match"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name, `Event`: a capital letter, then letters, digits and underscores.
    pub name: String,
    /// The value, `Match`, without quotes and escapes.
    pub value: String,
}

/// The tags that are derived from the game.
pub(super) const DERIVED: [&str; 4] = ["Result", "GameType", "SetUp", "FEN"];

/// The tags that are written first, with the values used if they are unknown (PDN 3.0, *Mandatory tags*).
const ROSTER: [(&str, &str); 4] = [("Event", "?"), ("Date", "????.??.??"), ("Black", "?"), ("White", "?")];

pub(super) fn known_tags() -> impl Iterator<Item = &'static str> {
    ROSTER.map(|(name, _)| name).into_iter().chain(DERIVED)
}

/// Returns the name of a tag as the standard requires it: known names in their standard spelling, others with
/// a capital letter first; characters other than letters and digits become underscores. `None` if there is no
/// letter to begin with.
pub(super) fn tag_name(name: &str) -> Option<String> {
    if let Some(known) = known_tags().find(|known| known.eq_ignore_ascii_case(name)) {
        return Some(known.to_owned());
    }
    let first = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = name.chars().skip(1).map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    Some(std::iter::once(first.to_ascii_uppercase()).chain(rest).collect())
}

impl Record {
    /// Lists the tags in the order in which they are written: the roster, the derived tags, and the others in
    /// their own order.
    pub(super) fn written_tags(&self) -> impl Iterator<Item = (&str, String)> {
        // A result that is not one of the endings is kept unchanged.
        let kept = self.tag("Result").filter(|text| !text.is_empty() && GameResult::read(text).is_none());
        let result = kept.filter(|_| self.result == GameResult::Unknown).unwrap_or(self.result.text());
        let roster = ROSTER.map(|(name, unknown)| (name, self.tag(name).unwrap_or(unknown).to_owned()));
        let fen = (self.start != Record::standard_start()).then(|| {
            let fen = self.start.fen().expect("the board of a record is the standard one");
            [("SetUp", "1".to_owned()), ("FEN", fen.to_string())]
        });
        let first = |name: &str| self.tags.iter().position(|tag| tag.name == name);
        let in_roster = ROSTER.map(|(name, _)| first(name));
        let others = self.tags.iter().enumerate().filter(move |(index, tag)| {
            !DERIVED.contains(&tag.name.as_str()) && !in_roster.contains(&Some(*index))
        });
        roster
            .into_iter()
            .chain([("Result", result.to_owned()), ("GameType", "21".to_owned())])
            .chain(fen.into_iter().flatten())
            .chain(others.map(|(_, tag)| (tag.name.as_str(), tag.value.clone())))
    }
}

/// Replaces control characters with spaces: a newline, for example, would end the line of a tag.
pub(super) fn without_control(value: &str) -> String {
    value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Returns a tag's value without escapes: `\"` means a quote, `\\` a backslash.
pub(super) fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|&next| character == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(character));
    }
    text
}

/// Escapes a value for [`unescaped`] to read.
pub(super) fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The facts given by a game's tags.
#[derive(Default)]
pub(super) struct Header<'a> {
    pub(super) tags: Vec<Tag>,
    /// The values of all `GameType` tags.
    game_types: Vec<&'a str>,
    /// The value of the first `FEN` tag.
    fen: Option<&'a str>,
}

impl<'a> Header<'a> {
    /// Adds a tag: `tag = "[" name '"' value '"' "]"`.
    pub(super) fn add(&mut self, name: &'a str, value: &'a str) -> Result<(), Fault<'a, ErrorKind>> {
        let known = tag_name(name).ok_or_else(|| Fault::unexpected("a tag's name such as Event", name))?;
        match known.as_str() {
            "GameType" => self.game_types.push(value),
            "FEN" => self.fen = self.fen.or(Some(value)),
            _ => {}
        }
        self.tags.push(Tag { name: known, value: without_control(&unescaped(value)) });
        Ok(())
    }

    /// Returns whether the record omits anything that the tags contain.
    pub(super) fn has_omitted_tags(&self) -> bool {
        let again = |name| self.tags.iter().filter(|tag| tag.name == name).count() > 1;
        DERIVED.into_iter().any(again) || self.game_types.iter().any(|value| value.contains(','))
    }

    pub(super) fn start(&self) -> Result<Position, Fault<'a, ErrorKind>> {
        // Check every `GameType` tag: a second tag must not hide a game type that is not English draughts.
        for value in &self.game_types {
            let number = value.split(',').next().unwrap_or_default().trim();
            if !matches!(number, "21" | "" | "?") {
                let name = game_name(number).map_or(String::new(), |name| format!(", {name}"));
                let found = quoted(number) + &name;
                return Err(Fault { at: value, kind: ErrorKind::GameType { found } });
            }
            // The parts of the value: game type, colour that moves first, width, height, notation.
            if value.split(',').skip(2).take(2).any(|side| !matches!(side.trim(), "8" | "" | "?")) {
                let found = quoted(value) + ", another board";
                return Err(Fault { at: value, kind: ErrorKind::GameType { found } });
            }
        }
        let Some(value) = self.fen.filter(|value| !value.trim().is_empty()) else {
            return Ok(Record::standard_start());
        };
        Position::from_fen(value).map_err(|FenError { column, expected, found }| {
            let at = value.char_indices().nth(column - 1).map_or(value.len(), |(index, _)| index);
            let width = value[at..].chars().next().map_or(0, char::len_utf8);
            let kind = ErrorKind::Unexpected { expected, found };
            Fault { at: &value[at..at + width], kind }
        })
    }
}

/// Returns the name of a game type by its number (PDN 3.0, *`GameType` tag*).
fn game_name(number: &str) -> Option<&'static str> {
    Some(match number {
        "0" => "chess",
        "1" => "Chinese chess",
        "20" => "international draughts",
        "22" => "Italian draughts",
        "23" => "American pool checkers",
        "24" => "Spanish draughts",
        "25" => "Russian draughts",
        "26" => "Brazilian draughts",
        "27" => "Canadian draughts",
        "28" => "Portuguese draughts",
        "29" => "Czech draughts",
        "30" => "Turkish draughts",
        "31" => "Thai draughts",
        "40" => "Frisian draughts",
        "41" => "Spantsiretti draughts",
        "50" => "Othello",
        _ => return None,
    })
}
