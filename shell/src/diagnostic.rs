//! Errors and warnings as the Rust compiler draws them.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, Title};
use anstream::adapter::strip_str;
use rankmoves::excerpt;
use rankmoves::exchange::{self, Place};
use rankmoves::pdn;
use unicode_width::UnicodeWidthChar;

/// The longest part of a path that is shown, in characters.
pub const PATH: usize = 400;

/// The longest part of a wrong text that is quoted, in characters.
pub const QUOTED: usize = 40;

/// The longest part of a wrong text that is marked, in characters. The renderer
/// cuts the line around it to the width of a screen.
const MARKED: usize = 40;

/// The most characters that a screen shows behind a fault, and many more.
const SHOWN: usize = 4096;

/// An error in a text, and its place.
#[derive(Clone, Debug)]
pub struct Fault {
    pub message: String,
    pub place: Place,
    /// The text that was meant there, if that is certain.
    pub meant: Option<Box<str>>,
    /// Other faults of the text, in its order.
    pub others: Box<[Fault]>,
    /// The number of those that are not among the others.
    pub unlisted: usize,
}

impl Fault {
    /// Makes a fault that stands alone.
    pub fn at(message: String, place: Place) -> Fault {
        Fault { message, place, meant: None, others: Box::default(), unlisted: 0 }
    }

    /// Makes a fault of a range of bytes of a text.
    pub fn new(message: impl Into<String>, text: &str, part: Range<usize>) -> Fault {
        let (before, rest) = text.split_at(part.start);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&character| character != '\n').count() + 1;
        let width = rest[..part.len()].chars().take_while(|&character| character != '\n').count();
        Fault::at(message.into(), Place { line, column, width })
    }
}

impl From<exchange::Error> for Fault {
    fn from(error: exchange::Error) -> Fault {
        Fault {
            meant: error.suggestion().map(Box::from),
            others: error.others().iter().cloned().map(Fault::from).collect(),
            unlisted: error.unlisted(),
            ..Fault::at(error.kind().to_string(), error.place())
        }
    }
}

impl From<pdn::Error> for Fault {
    fn from(error: pdn::Error) -> Fault {
        Fault::at(format!("game {}: {}", error.game(), error.kind()), error.place())
    }
}

/// Returns an error without a place.
pub fn error(message: &str) -> String {
    render(&[Group::with_title(Level::ERROR.primary_title(message))])
}

/// Returns a warning without a place.
pub fn warning(message: &str) -> String {
    render(&[Group::with_title(Level::WARNING.primary_title(message))])
}

/// The most faults of a file that are drawn.
const MOST_FAULTS: usize = 10;

/// The most characters of a message, colours not counted.
const MOST_CHARACTERS: usize = 2000;

/// Draws a fault of a file, and others of its faults as long as there is room.
/// `line` returns a line of the file by its number.
pub fn fault<'a>(fault: &Fault, file: &str, line: impl Fn(usize) -> Cow<'a, str>) -> String {
    let draw = |fault: &Fault| error_at(fault, file, &line(fault.place.line));
    let length = |text: &str| strip_str(text).to_string().chars().count();
    let tail = |count: usize| {
        let errors = if count == 1 { "error" } else { "errors" };
        format!(
            "\n{}",
            render(&[Group::with_title(Level::NOTE.primary_title(format!("and {count} more {errors}")))])
        )
    };
    let mut text = draw(fault);
    let mut left = fault.others.len() + fault.unlisted;
    let room = MOST_CHARACTERS - length(&tail(left));
    for other in fault.others.iter().take(MOST_FAULTS - 1) {
        let drawn = format!("\n{}", draw(other));
        if length(&text) + length(&drawn) > room {
            break;
        }
        text.push_str(&drawn);
        left -= 1;
    }
    if left > 0 && length(&text) <= room {
        text.push_str(&tail(left));
    }
    text
}

fn error_at(fault: &Fault, file: &str, line: &str) -> String {
    let error = located(Level::ERROR.primary_title(&fault.message), file, line, fault.place);
    let help = fault.meant.as_ref().map(|meant| format!("write `{}`", excerpt(meant, QUOTED)));
    let help = help.map(|help| Group::with_title(Level::HELP.secondary_title(help)));
    render(&[Some(error), help].into_iter().flatten().collect::<Vec<_>>())
}

/// Returns a warning about a place in a line of a file.
pub fn warning_at(message: &str, file: &str, line: &str, place: Place) -> String {
    render(&[located(Level::WARNING.primary_title(message), file, line, place)])
}

fn located<'a>(title: Title<'a>, file: &str, line: &str, place: Place) -> Group<'a> {
    // Nothing so far behind the fault shows; lines may be as long as a file.
    let shown = place.column.saturating_add(MARKED + SHOWN);
    let line: String = line.chars().take(shown).map(drawable).collect();
    let at = |column: usize| line.char_indices().nth(column - 1).map_or(line.len(), |(offset, _)| offset);
    let span = at(place.column)..at(place.column + place.width.min(MARKED));
    let snippet = Snippet::source(line)
        .path(excerpt(file, PATH))
        .line_start(place.line)
        .annotation(AnnotationKind::Primary.span(span));
    title.element(snippet)
}

/// Replaces invisible characters, and those of no width, which would not be
/// cut. The renderer itself makes the control characters of ASCII visible.
fn drawable(character: char) -> char {
    let is_visible = character.width().is_some_and(|width| width > 0)
        && excerpt(character.encode_utf8(&mut [0; 4]), 1).starts_with(character);
    if character.is_ascii() || is_visible { character } else { char::REPLACEMENT_CHARACTER }
}

fn render(groups: &[Group<'_>]) -> String {
    let mut text = Renderer::styled().render(groups);
    text.push('\n');
    text
}
