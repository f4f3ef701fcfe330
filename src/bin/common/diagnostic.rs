//! Errors and warnings as the Rust compiler draws them.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, Title};
use rankmoves::excerpt;
use rankmoves::exchange::Place;

/// How much of a path is shown, in characters.
pub const PATH: usize = 400;

/// How much of what is wrong is marked, in characters. The renderer cuts the
/// line around it to the width of a screen.
const MARKED: usize = 40;

/// An error without a place.
pub fn error(message: &str) -> String {
    render(Group::with_title(Level::ERROR.primary_title(message)))
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
    let line: String = line.chars().map(without_c1).collect();
    let at = |column: usize| line.char_indices().nth(column - 1).map_or(line.len(), |(offset, _)| offset);
    let span = at(place.column)..at(place.column + place.width.min(MARKED));
    let snippet = Snippet::source(&line)
        .path(excerpt(file, PATH))
        .line_start(place.line)
        .annotation(AnnotationKind::Primary.span(span));
    render(title.element(snippet))
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
