//! The formats that games are read from and written in.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use rankmoves::exchange::{Document, MAX_BYTES, words};
use rankmoves::game::{Game, Outcome};
use rankmoves::pdn::{Ending, Fen, Record, is_pdn};
use rankmoves::{Player, Rules};

use super::comments::after_comments;
use super::json::{self, About};
use super::{Failure, Stop};

/// A format of a game, or of a position without a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The exchange format, which holds everything.
    Exchange,
    /// FEN: the standard board and English rules.
    Fen,
    /// The JSON object of docs/format.md, which holds everything.
    Json,
    /// PDN: games of English draughts on the standard board.
    Pdn,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::Exchange, Format::Fen, Format::Json, Format::Pdn];

    /// Returns the format of a text by its beginning, after a byte-order mark,
    /// blanks and comments. A text in no format is taken for a faulty exchange
    /// file.
    pub fn of_text(text: &str) -> Format {
        match after_comments(text.strip_prefix('\u{feff}').unwrap_or(text)) {
            text if is_pdn(text) => Format::Pdn,
            text if text.starts_with('{') => Format::Json,
            text if ["W:", "B:", "w:", "b:"].iter().any(|colour| text.starts_with(colour)) => Format::Fen,
            _ => Format::Exchange,
        }
    }

    /// Returns the format that the extension of a file's name stands for.
    pub fn of_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?;
        Format::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Returns whether a file name asks for a picture. Pictures are written but never read.
    pub fn is_svg(path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"))
    }

    /// Returns the extension of the names of files in this format.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Exchange => "txt",
            Format::Fen => "fen",
            Format::Json => "json",
            Format::Pdn => "pdn",
        }
    }

    /// Lists the extensions of all formats for a message.
    pub fn extensions() -> String {
        Format::ALL.map(|format| format!(".{}", format.extension())).join(", ")
    }

    /// Returns the format that the name of a file asks for.
    ///
    /// # Errors
    ///
    /// If no format has the extension.
    pub fn for_path(path: &Path) -> Result<Format, Stop> {
        Format::of_path(path).ok_or_else(|| {
            Failure::new(format!("expected a file whose name ends in {}", Format::extensions())).into()
        })
    }

    /// Writes a document in this format.
    ///
    /// # Errors
    ///
    /// If the format has no such board; if the moves are illegal and it can
    /// only hold what they lead to.
    pub fn write(self, document: &Document) -> Result<Written, Stop> {
        match self {
            Format::Exchange => Written::whole(document.to_string()),
            Format::Json => Written::whole(json::write(document)),
            Format::Fen => fen(document),
            Format::Pdn => {
                let failed = |why: &dyn std::error::Error| Stop::failed("write PDN", why);
                let start = document.setup().position().map_err(|why| failed(&why))?;
                // A game takes much more room than a document.
                Record::new(start, &[]).map_err(|why| failed(&why))?;
                let mut game = Game::new(start);
                for ply in document.plies() {
                    game.record(&ply).map_err(|why| failed(&why))?;
                }
                Format::Pdn.write_game(&game, None)
            }
        }
    }

    /// Writes a document as [`write`](Self::write), and in JSON what is known about its game.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn write_about(self, document: &Document, about: &About) -> Result<Written, Stop> {
        match self {
            Format::Json => Written::whole(json::write_with(document, about.clone())),
            _ => self.write(document),
        }
    }

    /// Writes what has been played of a game, and in PDN how it ended and what
    /// the record says that it was read from.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn write_game(self, game: &Game, read: Option<&Record>) -> Result<Written, Stop> {
        self.write_tagged(game, read, &Tags::default())
    }

    /// Writes a game as [`write_game`](Self::write_game), with tags: all in PDN, and in JSON if any is given.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write), and if a tag has a value that PDN cannot hold.
    pub fn write_tagged(self, game: &Game, read: Option<&Record>, tags: &Tags) -> Result<Written, Stop> {
        let resigned = game.outcome().filter(|outcome| outcome.is_declared());
        if self != Format::Pdn {
            let document = Document::new(game.start().setup(), game.played().iter().cloned());
            let holds_tags = self == Format::Json && !tags.given.is_empty();
            let mut written = if holds_tags {
                Written::whole(json::write_with(&document, tags.about(game.outcome(), read.is_none())))?
            } else {
                self.write(&document)?
            };
            written.lost.extend(
                resigned.map(|outcome| format!("the format {self} cannot hold how it ended: {outcome}")),
            );
            if read.is_some() {
                written.lost.push(format!("the format {self} cannot hold what PDN tells about the game"));
            } else if !tags.given.is_empty() && !holds_tags {
                written.lost.push(format!("the format {self} cannot hold names and event"));
            }
            if !tags.clocks.is_empty() {
                written.lost.push(format!("the format {self} cannot hold the time that was left"));
            }
            return Ok(written);
        }
        let record = Record::new(*game.start(), game.played());
        let mut record = record.map_err(|why| Stop::failed("write PDN", &why))?;
        let mut lost = Vec::new();
        if let Some(read) = read {
            lost.extend(read.omissions().map(|part| part.to_string()));
            let (old, new) = (read.line().moves(), record.line().moves());
            if read.start() == record.start() && old.map(|old| old.mv).eq(new.map(|new| new.mv)) {
                record = read.clone();
            } else {
                for tag in read.tags() {
                    // The record has its own tags for facts that follow from the game.
                    let _ = record.set_tag(&tag.name, &tag.value);
                }
                lost.push("comments and variations are not kept: the moves are others".to_owned());
            }
        }
        for &(ply, left) in &tags.clocks {
            record.note(ply, &clock_comment(left));
        }
        let usual = if read.is_none() { &tags.usual[..] } else { &[] };
        for (name, value) in usual.iter().chain(&tags.given) {
            record.set_tag(name, value).map_err(|why| Stop::failed("write PDN", &why))?;
        }
        if game.outcome().is_some() || record.result() == Ending::Unknown {
            record.set_result(ending(game.outcome()));
        }
        Ok(Written { lost, ..Written::whole(record.to_string())? })
    }
}

/// Facts about a game that PDN has tags for: names of tags with their values.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    /// The tags that the user gave. They are always written.
    pub given: Vec<(&'static str, String)>,
    /// The tags of a game that has been played here. A game read from PDN keeps its own.
    pub usual: Vec<(&'static str, String)>,
    /// The time that plies left to their players, with the number of plies before each. PDN has
    /// it in comments.
    pub clocks: Vec<(usize, Duration)>,
}

impl Tags {
    /// Returns the fields of a JSON object for the tags, of which those of a game that was read
    /// leave out the usual.
    fn about(&self, outcome: Option<Outcome>, has_usual: bool) -> About {
        let usual = if has_usual { &self.usual[..] } else { &[] };
        let mut about = About { result: Some(result(outcome).to_owned()), ..About::default() };
        for (name, value) in usual.iter().chain(&self.given) {
            match *name {
                "Event" => about.event = Some(value.clone()),
                "Date" => about.date = Some(value.clone()),
                "White" => about.red = Some(value.clone()),
                "Black" => about.black = Some(value.clone()),
                _ => {}
            }
        }
        about
    }
}

/// Writes the time left after a move as the comments of PDN and PGN have it: `[%clk 0:04:57]`, and
/// below ten seconds with tenths: `[%clk 0:00:09.5]`.
fn clock_comment(left: Duration) -> String {
    let seconds = left.as_secs();
    let tenths = if seconds < 10 { format!(".{}", left.subsec_millis() / 100) } else { String::new() };
    format!("[%clk {}:{:02}:{:02}{tenths}]", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Returns the result that a JSON object has for an outcome.
pub fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(Outcome::winner) {
        None => "unknown",
        Some(None) => "draw",
        Some(Some(Player::Red)) => "red",
        Some(Some(Player::Black)) => "black",
    }
}

/// Returns the ending that PDN has for an outcome.
pub fn ending(outcome: Option<Outcome>) -> Ending {
    match outcome.map(Outcome::winner) {
        None => Ending::Unknown,
        Some(None) => Ending::Draw,
        Some(Some(Player::Red)) => Ending::RedWins,
        Some(Some(Player::Black)) => Ending::BlackWins,
    }
}

/// A document as a text.
#[derive(Debug)]
pub struct Written {
    /// The text, which ends with a newline.
    pub text: String,
    /// The parts of the document that the format cannot hold, a sentence each.
    pub lost: Vec<String>,
}

impl Written {
    /// Wraps a text that has lost nothing. Refuses a text that could not be read again.
    fn whole(text: String) -> Result<Written, Stop> {
        check_length(text.len())?;
        Ok(Written { text, lost: Vec::new() })
    }
}

/// Refuses to write a game that is too long to be read again.
///
/// # Errors
///
/// If it is.
pub fn check_length(bytes: usize) -> Result<(), Stop> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    let limit = MAX_BYTES >> 20;
    let message = format!("the game takes {bytes} bytes, and at most {limit} MiB could be read again");
    Err(Failure::new(message).into())
}

fn fen(document: &Document) -> Result<Written, Stop> {
    let position = document.position().map_err(|error| Stop::failed("write FEN", error.kind()))?;
    let shape = position.board().shape();
    let Some(fen) = Fen::new(*position.board(), position.turn()) else {
        let flipped = if shape.is_flipped() { "flipped " } else { "" };
        let message = format!("FEN has only the standard board, not a {flipped}board of {shape}");
        return Err(Failure::new(message).into());
    };
    let mut lost = Vec::new();
    let other = words(position.rules()).into_iter().filter(|word| !words(Rules::ENGLISH).contains(word));
    let other: Vec<String> = other.map(|word| format!("`{word}`")).collect();
    if !other.is_empty() {
        lost.push(format!("FEN cannot hold {}: it means English rules", other.join(" and ")));
    }
    if document.plies().len() > 0 {
        lost.push("FEN cannot hold moves: this is the position after them".to_owned());
    }
    Ok(Written { text: format!("{fen}\n"), lost })
}

/// Writes `exchange`, `fen`, `json` or `pdn`.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Exchange => "exchange",
            Format::Fen => "fen",
            Format::Json => "json",
            Format::Pdn => "pdn",
        })
    }
}

/// Reads what [`Display`](fmt::Display) writes.
impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let format = Format::ALL.into_iter().find(|format| format.to_string() == text);
        format.ok_or_else(|| format!("expected {}", Format::ALL.map(|format| format.to_string()).join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_tells_its_format_after_blanks_and_comments() {
        let texts = [
            ("RULES:", Format::Exchange),
            ("", Format::Exchange),
            ("BOARD:", Format::Exchange),
            ("B:W:B", Format::Fen),
            ("\u{feff}\r\n# a comment\n\t# another\nW:W1:B2", Format::Fen),
            ("# {\n {}", Format::Json),
            ("# {", Format::Exchange),
            ("\n[Event \"?\"]", Format::Pdn),
            ("1. 11-15", Format::Pdn),
            ("% a comment\n; another\n{and more} 1. c3-d4", Format::Pdn),
            ("1...11-15", Format::Pdn),
            ("11-15 23-18 *", Format::Pdn),
            ("1. 11-15! 23-19", Format::Pdn),
            ("1.11-15!? 23-19", Format::Pdn),
            ("1.a3b4", Format::Pdn),
            ("1. a3-b4 2. b6-a5", Format::Pdn),
            ("[Opening \"Old Fourteenth\"]\n1. 11-15", Format::Pdn),
            ("[opening \"Old Fourteenth\"]\n1. 11-15", Format::Pdn),
            ("[opening \"Old Fourteenth\"]\n[Event \"E\"]", Format::Pdn),
            ("[ event \"E", Format::Pdn),
            ("[section \"a\"]\nkey = 1", Format::Exchange),
            ("1. d4->e5", Format::Exchange),
            ("2024-11-21", Format::Exchange),
            ("w:w21:b1", Format::Fen),
            ("{\"rules\": {}}", Format::Json),
            ("% a comment", Format::Exchange),
            ("12.11", Format::Exchange),
            ("1. 2. 3.", Format::Exchange),
            ("192.168.0.1", Format::Exchange),
            ("[remote \"origin\"]", Format::Exchange),
            ("12345", Format::Exchange),
            ("1.", Format::Exchange),
            ("[", Format::Exchange),
        ];
        for (text, format) in texts {
            assert_eq!(Format::of_text(text), format, "{text:?}");
        }
    }

    #[test]
    fn nothing_is_written_that_is_too_long_to_be_read() {
        assert!(check_length(MAX_BYTES).is_ok());
        let Err(Stop::Failed(failure)) = check_length(MAX_BYTES + 1) else { panic!("it is written") };
        let message = failure.message();
        assert!(message.contains("takes 67108865 bytes, and at most 64 MiB"), "{message}");
    }

    #[test]
    fn display_and_from_str_are_inverse_and_every_extension_is_found() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            let name = format!("a.b.{}", format.extension().to_uppercase());
            assert_eq!(Format::of_path(Path::new(&name)), Some(format));
        }
        assert_eq!(Format::of_path(Path::new("json")), None);
        assert_eq!("JSON".parse::<Format>().unwrap_err(), "expected exchange, fen, json, pdn");
    }
}
