//! The formats in which games are read and written.

use std::fmt;
use std::path::Path;

use clap::ValueEnum;
use rankmoves_core::pdn::is_pdn;

/// A format of a game, or of a position without a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The exchange format: any board and any rules.
    Exchange,
    /// FEN: the standard board and English rules.
    Fen,
    /// A JSON object, see rankmoves(5): any board and any rules.
    Json,
    /// PDN: games of English draughts on the standard board.
    Pdn,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::Exchange, Format::Fen, Format::Json, Format::Pdn];

    /// Detects the format of a text by its beginning, after a byte-order mark, blanks and comments. A text in
    /// no known format counts as a faulty exchange file.
    pub fn of_text(text: &str) -> Format {
        match after_comments(text.strip_prefix('\u{feff}').unwrap_or(text)) {
            text if is_pdn(text) => Format::Pdn,
            text if text.starts_with('{') => Format::Json,
            text if ["W:", "B:", "w:", "b:"].iter().any(|colour| text.starts_with(colour)) => Format::Fen,
            _ => Format::Exchange,
        }
    }

    /// Returns the format for the extension of a file's name.
    pub fn of_path(path: &Path) -> Option<Format> {
        Format::ALL.into_iter().find(|format| has_extension(path, format.extension()))
    }

    /// Returns whether a file name has the extension of a picture. Pictures are written but never
    /// read.
    pub fn is_svg(path: &Path) -> bool {
        has_extension(path, "svg")
    }

    /// Returns whether the format can hold facts about a game, such as its players.
    pub const fn holds_facts(self) -> bool {
        matches!(self, Format::Json | Format::Pdn)
    }

    /// Returns the file extension of this format.
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
        let names = Format::ALL.map(|format| format!(".{}", format.extension()));
        let [first @ .., last] = &names;
        format!("{} or {last}", first.join(", "))
    }
}

/// Writes `exchange`, `fen`, `json` or `pdn`.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_possible_value().expect("every format is an option").get_name())
    }
}

/// Returns whether a file name has an extension, in upper or lower case.
pub fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Returns the text after blanks and comments, which may precede a game in exchange format, FEN or JSON.
pub(super) fn after_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start_matches([' ', '\t', '\r', '\n']);
        match text.strip_prefix('#') {
            Some(comment) => text = comment.split_once('\n').map_or("", |(_, rest)| rest),
            None => return text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_recognised_after_blanks_and_comments() {
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
    fn options_take_the_written_name_and_every_extension_is_found() {
        for format in Format::ALL {
            assert_eq!(Format::from_str(&format.to_string(), false), Ok(format));
            let name = format!("a.b.{}", format.extension().to_uppercase());
            assert_eq!(Format::of_path(Path::new(&name)), Some(format));
        }
        assert_eq!(Format::of_path(Path::new("json")), None);
    }
}
