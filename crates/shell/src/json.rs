//! Reads and writes games as JSON objects. docs/format.md documents them.

use std::ops::Range;

use nom::Offset;
use rankmoves_core::exchange::{Document, ErrorKind};
use rankmoves_core::pdn::GameResult;
use rankmoves_core::{Board, MAX_QUOTED_CHARS, Player, Ply, Position, Rules, Setup, Shape, quoted, shorten};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::diagnostic::Diagnostic;
use super::format::after_comments;
use super::game_info::GameInfo;

/// The maximum length of a serde message, in characters. Such messages may quote the input.
const MAX_SERDE_MESSAGE_CHARS: usize = 400;

/// The fields of an object that is read. Rows and moves are slices of the text, so that errors have locations.
#[derive(Deserialize)]
#[serde(rename = "game", deny_unknown_fields, expecting = "the object of a game")]
struct GameFields<'a> {
    rules: Rules,
    shape: Shape,
    turn: Player,
    #[serde(borrow)]
    board: Vec<&'a RawValue>,
    moves: Vec<&'a RawValue>,
    event: Option<String>,
    date: Option<String>,
    round: Option<u32>,
    red: Option<String>,
    black: Option<String>,
    result: Option<&'a RawValue>,
    /// The caller's own name for the game; any JSON value.
    #[serde(default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
}

/// Reads a field that is present, even if it is null.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

/// The object of a game, to be written.
#[derive(Serialize)]
pub struct GameObject<I = ()> {
    #[serde(flatten)]
    setup: Setup,
    moves: Vec<Ply>,
    #[serde(flatten)]
    about: GameInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<I>,
}

impl<I> GameObject<I> {
    /// Makes the object of a document, with facts about its game and an `id`.
    pub fn new(document: &Document, about: GameInfo, id: Option<I>) -> GameObject<I> {
        let setup = Setup { jumping: None, ..document.setup() };
        GameObject { setup, moves: document.plies().collect(), about, id }
    }
}

/// Writes the object of a game on one line.
pub fn write(document: &Document, about: GameInfo, id: Option<impl Serialize>) -> String {
    line(&GameObject::new(document, about, id))
}

/// Writes fields as an object on one line.
///
/// # Panics
///
/// If the fields have no JSON form, such as a map whose keys are not strings.
pub fn line(fields: &impl Serialize) -> String {
    serde_json::to_string(fields).expect("fields have a JSON form") + "\n"
}

/// An object that has been read.
pub struct Object<'a> {
    text: &'a str,
    moves: Vec<&'a RawValue>,
    /// The game, whose moves may be illegal.
    pub document: Document,
    /// Facts about the game.
    pub about: GameInfo,
    /// The value of `id`.
    pub id: Option<Box<RawValue>>,
}

impl Object<'_> {
    /// Returns the position after the moves.
    pub(super) fn position(&self) -> Result<Position, Diagnostic> {
        self.document.position().map_err(|error| {
            let at = match *error.kind() {
                ErrorKind::Illegal { number, .. } => range(self.text, self.moves[number - 1]),
                _ => 0..0,
            };
            Diagnostic::new(error.kind().to_string(), self.text, at)
        })
    }
}

/// Returns the range of a part of a text.
fn range(text: &str, part: &RawValue) -> Range<usize> {
    let start = text.offset(part.get());
    start..start + part.get().len()
}

/// Returns the value of an object's `id`, even if other fields are wrong.
pub(super) fn id(text: &str) -> Option<Box<RawValue>> {
    #[derive(Deserialize)]
    struct Known {
        #[serde(default, deserialize_with = "present")]
        id: Option<Box<RawValue>>,
    }
    serde_json::from_str::<Known>(after_comments(text)).ok()?.id
}

/// An object with a FEN position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FenFields<'a> {
    #[serde(borrow)]
    pub(super) fen: &'a RawValue,
    #[serde(default, deserialize_with = "present")]
    pub(super) id: Option<Box<RawValue>>,
    #[serde(default)]
    pub(super) rules: Option<Rules>,
}

impl FenFields<'_> {
    /// Reads an object with a FEN position, which is not checked here. Returns an error of the object only if it
    /// seems to have the field `fen`.
    pub(super) fn read(text: &str) -> Result<FenFields<'_>, Option<Diagnostic>> {
        serde_json::from_str(text).map_err(|error| {
            let mut after_names = text.split("\"fen\"").skip(1);
            let has_fen = after_names.any(|rest| rest.trim_start().starts_with(':'));
            has_fen.then(|| refused(text, text, &error))
        })
    }
}

/// Reads an object; its moves may be illegal.
pub fn read(text: &str) -> Result<Object<'_>, Diagnostic> {
    let json = after_comments(text);
    let fields: GameFields<'_> = serde_json::from_str(json).map_err(|error| refused(text, json, &error))?;
    let wrong = |part: &RawValue, message| Diagnostic::new(message, text, range(text, part));
    let GameFields { rules, shape, turn, board: rows, moves, event, date, round, red, black, result, id } =
        fields;
    let mut board = Board::empty(shape);
    if rows.len() != usize::from(shape.ranks()) {
        let message =
            format!("expected {} rows of a board of {shape} but found {}", shape.ranks(), rows.len());
        let at = rows.last().map_or(0..0, |row| range(text, row));
        return Err(Diagnostic::new(message, text, at));
    }
    for (rank, row) in (0..shape.ranks()).rev().zip(rows) {
        let pieces = string(row.get()).map_err(|message| wrong(row, message))?;
        board.put_row(rank, &pieces).map_err(|why| wrong(row, why.to_string()))?;
    }
    let result = result.map(|part| read_result(part.get()).map_err(|message| wrong(part, message)));
    let about = GameInfo { event, date, round, red, black, result: result.transpose()? };
    let ply = |part: &&RawValue| {
        let found = string(part.get())?;
        found.parse().map_err(|_| format!("expected a move such as d4->e5 but found {}", quoted(&found)))
    };
    let plies: Result<Vec<Ply>, _> =
        moves.iter().map(|part| ply(part).map_err(|message| wrong(part, message))).collect();
    let setup = Setup { board, turn, rules, jumping: None };
    let document = Document::new(setup, plies?);
    Ok(Object { text, moves, document, about, id: id.map(ToOwned::to_owned) })
}

/// Reads a result: `red`, `black`, `draw` or `unknown`.
fn read_result(json: &str) -> Result<GameResult, String> {
    let word = string(json)?;
    serde_json::from_str(json)
        .map_err(|_| format!("expected the result red, black, draw or unknown but found {}", quoted(&word)))
}

fn string(json: &str) -> Result<String, String> {
    serde_json::from_str(json)
        .map_err(|_| format!("expected a string but found {}", shorten(json, MAX_QUOTED_CHARS)))
}

/// Describes an error of serde in this program's words, without its location.
pub fn describe(error: &serde_json::Error) -> String {
    // serde calls a value a variant, but in this program a variant is a set of rules.
    let message = error.to_string().replacen("unknown variant", "unknown value", 1);
    let location = format!(" at line {} column {}", error.line(), error.column());
    let message = message.strip_suffix(&location).unwrap_or(&message);
    let invalid =
        ["invalid type: ", "invalid value: "].into_iter().find_map(|kind| message.strip_prefix(kind));
    if let Some((found, expected)) = invalid.and_then(|rest| rest.rsplit_once(", expected ")) {
        let expected = match expected {
            "u32" => &format!("a whole number from 0 to {}", u32::MAX),
            "u64" | "usize" => "a whole number from 0",
            "a sequence" => "a list",
            expected => expected,
        };
        return shorten(&format!("expected {expected} but found {found}"), MAX_SERDE_MESSAGE_CHARS);
    }
    let Some(part) = message.strip_prefix("EOF while parsing ") else {
        return shorten(message, MAX_SERDE_MESSAGE_CHARS);
    };
    let expected = if part == "a value" { "" } else { "the end of " };
    format!("expected {expected}{part} but found the end of the text")
}

/// Locates an error at the character of the JSON, a part of a text, at which serde found it.
fn refused(text: &str, json: &str, error: &serde_json::Error) -> Diagnostic {
    // serde's column is the column of the last byte that it read, from 1, or 0 if that byte was a newline.
    let lines = json.split_inclusive('\n').take(error.line().saturating_sub(1));
    let at = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let at = (0..=at.min(json.len())).rev().find(|&at| json.is_char_boundary(at));
    let at = at.expect("every text begins at a boundary");
    let end = at + json[at..].chars().next().map_or(0, char::len_utf8);
    let before = text.offset(json);
    let mut message = describe(error);
    if message == "expected value" {
        // In valid JSON, serde expects a string here: the name of one of several values.
        let expected = if serde_json::from_str::<IgnoredAny>(json).is_ok() { "a string" } else { "a value" };
        let word = json[at..].split(|c: char| c.is_whitespace() || ",]}".contains(c)).next();
        let found = word.filter(|word| !word.is_empty()).unwrap_or(&json[at..end]);
        message = format!("expected {expected} but found {}", quoted(found));
    }
    Diagnostic::new(message, text, before + at..before + end)
}
