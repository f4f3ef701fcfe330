//! Facts about a game, which JSON stores in fields and PDN in tags, and the parts of PDN that other formats
//! lose.

use rankmoves_core::pdn::{GameResult, Record};
use serde::Serialize;

use super::format::Format;

/// Facts about a game: its event, players and result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GameInfo {
    /// The event, such as a tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The date in the form of PDN, `2024.02.29`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The round of the event, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The player of the red pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub red: Option<String>,
    /// The player of the black pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// The result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

impl GameInfo {
    /// Returns the facts in a record's tags.
    pub fn of(record: &Record) -> GameInfo {
        let known = |name| record.known_tag(name).map(str::to_owned);
        // Red is PDN's White.
        GameInfo {
            event: known("Event"),
            date: known("Date"),
            round: record.known_tag("Round").and_then(|round| round.parse().ok()),
            red: known("White"),
            black: known("Black"),
            result: Some(record.result()).filter(|&result| result != GameResult::Unknown),
        }
    }

    /// Returns these facts, with missing ones taken from `other`.
    #[must_use]
    pub fn or(self, other: GameInfo) -> GameInfo {
        GameInfo {
            event: self.event.or(other.event),
            date: self.date.or(other.date),
            round: self.round.or(other.round),
            red: self.red.or(other.red),
            black: self.black.or(other.black),
            result: self.result.or(other.result),
        }
    }
}

/// Returns one sentence on the parts of a record that are lost if the moves of its main line are written in
/// this format, with the record's facts if the format can hold facts. Returns `None` if nothing is lost.
pub fn lost(record: &Record, format: Format) -> Option<String> {
    let holds_facts = format.holds_facts();
    let facts = GameInfo::of(record);
    let is_lost = |name: &str| match name {
        "GameType" | "SetUp" | "FEN" | "Result" => false,
        "Event" | "Date" | "White" | "Black" => !holds_facts,
        "Round" => !holds_facts || facts.round.is_none(),
        _ => true,
    };
    let tags = record.tags().iter().any(|tag| is_lost(&tag.name) && record.known_tag(&tag.name).is_some());
    let (mut comments, mut glyphs, mut variations) = (!record.line().comment().is_empty(), false, false);
    for annotated in record.line().moves() {
        comments |= !annotated.comment.is_empty();
        glyphs |= !annotated.nags.is_empty();
        variations |= annotated.variations().next().is_some();
    }
    let parts = [
        (if holds_facts { "other tags" } else { "tags" }, tags),
        ("the result", !holds_facts && facts.result.is_some()),
        ("comments", comments),
        ("marks", glyphs),
        ("variations", variations),
    ];
    let parts: Vec<&str> = parts.into_iter().filter(|&(_, is_lost)| is_lost).map(|(part, _)| part).collect();
    (!parts.is_empty()).then(|| match format {
        Format::Pdn => format!("not kept: {}", parts.join(", ")),
        _ => format!("the format {format} cannot hold these parts of PDN: {}", parts.join(", ")),
    })
}
