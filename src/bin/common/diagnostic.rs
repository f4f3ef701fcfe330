//! Errors and warnings as the Rust compiler draws them.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use rankmoves::exchange::{self, Place, excerpt};

use super::input::Input;

/// How much of a path is shown, in characters.
pub const PATH: usize = 400;

/// How much of what is wrong is marked, in characters. The renderer cuts the
/// line around it to the width of a screen.
const MARKED: usize = 40;

/// An error without a place.
pub fn error(message: &str) -> String {
    render(Group::with_title(Level::ERROR.primary_title(message)))
}

/// An error in an exchange file.
pub fn exchange_error(input: &Input, error: &exchange::Error) -> String {
    located(Level::ERROR, &error.kind().to_string(), input, error.place())
}

/// A warning about a place in an exchange file.
pub fn warning(input: &Input, message: &str, place: Place) -> String {
    located(Level::WARNING, message, input, place)
}

fn located(level: Level<'_>, message: &str, input: &Input, place: Place) -> String {
    let line: String = input.line(place.line).chars().map(without_c1).collect();
    let at = |column: usize| line.char_indices().nth(column - 1).map_or(line.len(), |(offset, _)| offset);
    let span = at(place.column)..at(place.column + place.width.min(MARKED));
    let snippet = Snippet::source(&line)
        .path(excerpt(input.name(), PATH))
        .line_start(place.line)
        .annotation(AnnotationKind::Primary.span(span));
    render(level.primary_title(message).element(snippet))
}

/// The renderer makes all control characters visible but those of C1, which
/// some terminals obey.
fn without_c1(character: char) -> char {
    match character {
        '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

fn render(group: Group<'_>) -> String {
    let mut text = Renderer::styled().render(&[group]);
    text.push('\n');
    text
}
