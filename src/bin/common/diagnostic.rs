//! Errors and warnings as the Rust compiler draws them.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, Title};
use rankmoves::excerpt;
use rankmoves::exchange::{self, Place};
use rankmoves::pdn;
use unicode_width::UnicodeWidthChar;

/// How much of a path is shown, in characters.
pub const PATH: usize = 400;

/// How much of what was found is quoted, in characters.
pub const QUOTED: usize = 40;

/// How much of what is wrong is marked, in characters. The renderer cuts the
/// line around it to the width of a screen.
const MARKED: usize = 40;

/// What is wrong with a text, and where.
#[derive(Clone, Debug)]
pub struct Fault {
    pub message: String,
    pub place: Place,
}

impl Fault {
    /// A fault of the part of a text that begins and ends at these bytes.
    pub fn new(message: impl Into<String>, text: &str, part: Range<usize>) -> Fault {
        let (before, rest) = text.split_at(part.start);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&character| character != '\n').count() + 1;
        let width = rest[..part.len()].chars().take_while(|&character| character != '\n').count();
        Fault { message: message.into(), place: Place { line, column, width } }
    }
}

impl From<exchange::Error> for Fault {
    fn from(error: exchange::Error) -> Fault {
        Fault { message: error.kind().to_string(), place: error.place() }
    }
}

impl From<pdn::Error> for Fault {
    fn from(error: pdn::Error) -> Fault {
        Fault { message: format!("game {}: {}", error.game(), error.kind()), place: error.place() }
    }
}

/// An error without a place.
pub fn error(message: &str) -> String {
    render(Group::with_title(Level::ERROR.primary_title(message)))
}

/// A warning without a place.
pub fn warning(message: &str) -> String {
    render(Group::with_title(Level::WARNING.primary_title(message)))
}

/// An error at a place in a line of a file.
pub fn error_at(message: &str, file: &str, line: &str, place: Place) -> String {
    located(Level::ERROR.primary_title(message), file, line, place)
}

/// A warning about a place in a line of a file.
pub fn warning_at(message: &str, file: &str, line: &str, place: Place) -> String {
    located(Level::WARNING.primary_title(message), file, line, place)
}

fn located(title: Title<'_>, file: &str, line: &str, place: Place) -> String {
    let line: String = line.chars().map(drawable).collect();
    let at = |column: usize| line.char_indices().nth(column - 1).map_or(line.len(), |(offset, _)| offset);
    let span = at(place.column)..at(place.column + place.width.min(MARKED));
    let snippet = Snippet::source(&line)
        .path(excerpt(file, PATH))
        .line_start(place.line)
        .annotation(AnnotationKind::Primary.span(span));
    render(title.element(snippet))
}

/// The renderer makes the control characters of ASCII visible. What else is
/// not seen, or takes no room and so is not cut, is replaced.
fn drawable(character: char) -> char {
    let is_visible = character.width().is_some_and(|width| width > 0)
        && excerpt(character.encode_utf8(&mut [0; 4]), 1).starts_with(character);
    if character.is_ascii() || is_visible { character } else { char::REPLACEMENT_CHARACTER }
}

fn render(group: Group<'_>) -> String {
    let mut text = Renderer::styled().render(&[group]);
    text.push('\n');
    text
}
