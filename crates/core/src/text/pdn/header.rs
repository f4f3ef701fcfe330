//! The tags before a game's moves.

use super::error::ErrorKind;
use super::tags::{DERIVED, Tag, tag_name, unescaped, without_control};
use super::{FenError, Record};
use crate::model::position::Position;
use crate::quoted;
use crate::text::scan::Fault;

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

    /// Returns the position that the game starts from.
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
