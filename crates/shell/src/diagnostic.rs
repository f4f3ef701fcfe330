//! Errors in texts. They and warnings are rendered as the Rust compiler does.

use std::ops::Range;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, Title};
use anstream::adapter::strip_str;
pub use rankmoves_core::exchange::Location;
use rankmoves_core::{exchange, pdn, shorten};
use unicode_width::UnicodeWidthChar;

/// The longest part of a path that is shown, in characters.
pub(super) const PATH: usize = 400;

/// The longest part of a wrong text that is quoted, in characters.
pub(super) const QUOTED: usize = 40;

/// Returns a path as messages show it.
pub fn shown_path(path: &Path) -> String {
    shorten(&path.display().to_string(), PATH)
}

/// The longest part of a wrong text that is marked, in characters. The renderer
/// cuts the line around it to the width of a screen.
const MARKED: usize = 40;

/// The most characters that a screen shows behind an error, and many more.
const SHOWN: usize = 4096;

/// An error at a location in a text.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The error: what was found, and what was expected.
    pub message: String,
    /// The characters that are wrong.
    pub location: Location,
    /// The text to write there instead, if that is certain.
    pub suggestion: Option<Box<str>>,
    /// Other errors in the text, in its order.
    pub others: Box<[Diagnostic]>,
    /// The number of errors that are not among the others.
    pub unlisted: usize,
}

impl Diagnostic {
    /// Makes a diagnostic that stands alone.
    pub fn at(message: String, location: Location) -> Diagnostic {
        Diagnostic { message, location, suggestion: None, others: Box::default(), unlisted: 0 }
    }

    /// Makes a diagnostic for a range of bytes of a text.
    pub fn new(message: impl Into<String>, text: &str, range: Range<usize>) -> Diagnostic {
        Diagnostic::at(message.into(), location(text, range))
    }

    /// Returns the diagnostics that are rendered if there is room.
    pub(super) fn listed(&self) -> impl Iterator<Item = &Diagnostic> {
        [self].into_iter().chain(self.others.iter().take(MOST_ERRORS - 1))
    }
}

/// Returns the location of a range of bytes of a text.
pub fn location(text: &str, range: Range<usize>) -> Location {
    let (before, rest) = text.split_at(range.start);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&character| character != '\n').count() + 1;
    let width = rest[..range.len()].chars().take_while(|&character| character != '\n').count();
    Location { line, column, width }
}

impl From<exchange::Error> for Diagnostic {
    fn from(error: exchange::Error) -> Diagnostic {
        Diagnostic {
            suggestion: error.suggestion().map(Box::from),
            others: error.others().iter().cloned().map(Diagnostic::from).collect(),
            unlisted: error.unlisted(),
            ..Diagnostic::at(error.kind().to_string(), error.location())
        }
    }
}

impl From<pdn::Error> for Diagnostic {
    fn from(error: pdn::Error) -> Diagnostic {
        Diagnostic::at(format!("game {}: {}", error.game(), error.kind()), error.location())
    }
}

/// Renders an error without a location.
pub(super) fn render_error(message: &str) -> String {
    render(&[Group::with_title(Level::ERROR.primary_title(message))])
}

/// Renders a warning without a location.
pub fn warning(message: &str) -> String {
    render(&[Group::with_title(Level::WARNING.primary_title(message))])
}

/// Renders a warning about a location in a line of a file.
pub fn warning_at(message: &str, file: &str, line: &str, location: Location) -> String {
    render(&[located(Level::WARNING.primary_title(message), file, line, location)])
}

/// The most errors of a file that are rendered.
const MOST_ERRORS: usize = 10;

/// The most characters of a message, colours not counted.
const MOST_CHARACTERS: usize = 2000;

/// Renders an error of a file, and others as long as there is room.
/// `line` returns a line of the file by its number.
pub(super) fn render_errors<'a>(
    diagnostic: &Diagnostic,
    file: &str,
    line: impl Fn(usize) -> &'a str,
) -> String {
    let length = |text: &str| strip_str(text).to_string().chars().count();
    let tail = |count: usize| {
        let errors = if count == 1 { "error" } else { "errors" };
        format!(
            "\n{}",
            render(&[Group::with_title(Level::NOTE.primary_title(format!("and {count} more {errors}")))])
        )
    };
    let mut left = 1 + diagnostic.others.len() + diagnostic.unlisted;
    let room = MOST_CHARACTERS - length(&tail(left - 1));
    let mut text = String::new();
    for listed in diagnostic.listed() {
        let gap = if text.is_empty() { "" } else { "\n" };
        let rendered = format!("{gap}{}", error_at(listed, file, line(listed.location.line)));
        if !text.is_empty() && length(&text) + length(&rendered) > room {
            break;
        }
        text.push_str(&rendered);
        left -= 1;
    }
    if left > 0 && length(&text) <= room {
        text.push_str(&tail(left));
    }
    text
}

fn error_at(diagnostic: &Diagnostic, file: &str, line: &str) -> String {
    let Diagnostic { message, location, suggestion, .. } = diagnostic;
    let error = located(Level::ERROR.primary_title(message), file, line, *location);
    let help = suggestion.as_ref().map(|suggestion| format!("write `{}`", shorten(suggestion, QUOTED)));
    let help = help.map(|help| Group::with_title(Level::HELP.secondary_title(help)));
    render(&[Some(error), help].into_iter().flatten().collect::<Vec<_>>())
}

/// Returns the part of a line that a rendering needs to show a location.
/// Nothing so far behind the location shows; lines may be as long as a file.
pub(super) fn shown_part(line: &str, location: Location) -> &str {
    let shown = location.column.saturating_add(MARKED + SHOWN);
    line.char_indices().nth(shown).map_or(line, |(end, _)| &line[..end])
}

fn located<'a>(title: Title<'a>, file: &str, line: &str, location: Location) -> Group<'a> {
    let line: String = shown_part(line, location).chars().map(drawable).collect();
    let at = |column: usize| line.char_indices().nth(column - 1).map_or(line.len(), |(offset, _)| offset);
    let span = at(location.column)..at(location.column + location.width.min(MARKED));
    let snippet = Snippet::source(line)
        .path(shorten(file, PATH))
        .line_start(location.line)
        .annotation(AnnotationKind::Primary.span(span));
    title.element(snippet)
}

/// Replaces invisible characters, and those of no width, which would not be
/// cut. The renderer itself makes the control characters of ASCII visible.
fn drawable(character: char) -> char {
    let is_visible = character.width().is_some_and(|width| width > 0)
        && shorten(character.encode_utf8(&mut [0; 4]), 1).starts_with(character);
    if character.is_ascii() || is_visible { character } else { char::REPLACEMENT_CHARACTER }
}

fn render(groups: &[Group<'_>]) -> String {
    let mut text = Renderer::styled().render(groups);
    text.push('\n');
    text
}
