//! Tags: names, values, and the order in which tags are written. The module `header` reads tags.

use super::{GameResult, Record};

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

/// Returns the names of the known tags.
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
