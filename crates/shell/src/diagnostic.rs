//! Errors and warnings, kept as data and rendered in the style of the Rust compiler only when they are shown.

use std::ops::Range;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, Title};
use anstream::adapter::strip_str;
pub use rankmoves_core::exchange::Location;
use rankmoves_core::{MAX_QUOTED_CHARS, exchange, look_at, pdn, shorten};
use unicode_width::UnicodeWidthChar;

use super::quantity;

/// The maximum length of a path in a message, in characters.
pub(super) const MAX_PATH_CHARS: usize = 400;

/// Formats a path for messages.
pub fn shown_path(path: &Path) -> String {
    shorten(&path.display().to_string(), MAX_PATH_CHARS)
}

/// The maximum number of wrong characters that are marked. The renderer cuts the line around them to the
/// width of a screen.
pub(super) const MAX_MARKED_CHARS: usize = 40;

/// The maximum number of characters kept on either side of an error, many more than a screen can show.
pub(super) const MAX_CONTEXT_CHARS: usize = 160;

/// The part of a line around a location. A line may be as long as a file, and have many errors.
#[derive(Clone, Debug)]
pub struct Excerpt {
    text: String,
    /// The number of characters of the line before the excerpt.
    skipped: usize,
}

impl Excerpt {
    /// Returns the excerpt of a line around a location. `part` is the line without its first `before`
    /// characters.
    pub fn of(part: &str, before: usize, location: Location) -> Excerpt {
        let offset = |count| part.char_indices().nth(count).map_or(part.len(), |(offset, _)| offset);
        let skipped = location.column.saturating_sub(MAX_CONTEXT_CHARS + 1).max(before);
        let end = offset((location.column + MAX_MARKED_CHARS + MAX_CONTEXT_CHARS).saturating_sub(before));
        look_at(end);
        Excerpt { text: part[offset(skipped - before)..end].to_owned(), skipped }
    }
}

/// An error at a location in a text.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The error message: the text found, and the text expected.
    pub message: String,
    /// The location of the wrong characters.
    pub location: Location,
    /// The replacement, if it is certain.
    pub suggestion: Option<Box<str>>,
    /// Other errors in the text, in the order of the text.
    pub others: Box<[Diagnostic]>,
    /// The number of further errors, beyond those in `others`.
    pub unlisted: usize,
}

impl Diagnostic {
    /// Makes a diagnostic without other errors.
    pub fn at(message: String, location: Location) -> Diagnostic {
        Diagnostic { message, location, suggestion: None, others: Box::default(), unlisted: 0 }
    }

    /// Makes a diagnostic for a range of bytes of a text.
    pub fn new(message: impl Into<String>, text: &str, range: Range<usize>) -> Diagnostic {
        Diagnostic::at(message.into(), location(text, range))
    }

    /// Returns the diagnostics to render, as long as they fit: this one, and the first few others.
    fn listed(&self) -> impl Iterator<Item = &Diagnostic> {
        [self].into_iter().chain(self.others.iter().take(MAX_ERRORS - 1))
    }
}

/// Returns the location of a range of bytes of a text.
pub fn location(text: &str, range: Range<usize>) -> Location {
    Location::default().after(&text[..range.start]).of(&text[range])
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

/// The reason why a program or one of its commands fails.
#[derive(Clone, Debug)]
pub struct Failure {
    message: String,
    /// The errors in a text, if the failure concerns a location in a text.
    errors: Option<Box<Errors>>,
    /// True if the command line lacks something; in that case the usage is shown with the message.
    pub(super) is_usage: bool,
}

#[derive(Clone, Debug)]
struct Errors {
    /// The name of the file in messages.
    file: String,
    diagnostic: Diagnostic,
    /// An excerpt for each listed diagnostic.
    excerpts: Vec<Excerpt>,
}

impl Failure {
    /// Creates a failure without a location in a text.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), errors: None, is_usage: false }
    }

    pub(super) fn usage(message: &str) -> Failure {
        Failure { is_usage: true, ..Failure::new(message) }
    }

    /// Builds the failure for a file whose text has errors. `excerpt` returns the text around a location.
    pub fn in_file(file: &str, diagnostic: Diagnostic, excerpt: impl Fn(Location) -> Excerpt) -> Failure {
        let excerpts = diagnostic.listed().map(|listed| excerpt(listed.location)).collect();
        let message = diagnostic.message.clone();
        let errors = Errors { file: file.to_owned(), diagnostic, excerpts };
        Failure { errors: Some(Box::new(errors)), ..Failure::new(message) }
    }

    /// Returns the message without the file and the location.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the location of the first error, if the text of a file is invalid.
    pub fn location(&self) -> Option<Location> {
        self.errors.as_ref().map(|errors| errors.diagnostic.location)
    }

    /// Returns the message, preceded by the line and the column if the text of a file is invalid.
    pub fn located(&self) -> String {
        let prefix = |Location { line, column, .. }| format!("line {line}, column {column}: ");
        self.location().map_or_else(String::new, prefix) + &self.message
    }

    /// Returns the reason on one line: the message, preceded by the file and the location if the text of a
    /// file is invalid.
    pub fn reason(&self) -> String {
        let Some(errors) = &self.errors else { return self.message.clone() };
        let Location { line, column, .. } = errors.diagnostic.location;
        format!("{}:{line}:{column}: {}", shorten(&errors.file, MAX_PATH_CHARS), self.message)
    }

    /// Renders the failure in colour, with the faulty lines, in the style of the Rust compiler.
    pub fn render(&self) -> String {
        match &self.errors {
            None => render_error(&self.message),
            Some(errors) => render_errors(&errors.diagnostic, &errors.file, &errors.excerpts),
        }
    }
}

fn render_error(message: &str) -> String {
    render(&[Group::with_title(Level::ERROR.primary_title(message))])
}

/// Renders a warning without a location.
pub fn warning(message: &str) -> String {
    render(&[Group::with_title(Level::WARNING.primary_title(message))])
}

/// Renders a warning about a location in a line of a file.
pub fn warning_at(message: &str, file: &str, line: &str, location: Location) -> String {
    let excerpt = Excerpt::of(line, 0, location);
    render_at(Level::WARNING.primary_title(message), file, &excerpt, location, None)
}

const MAX_ERRORS: usize = 10;

/// The maximum number of characters of a message, not counting colours.
const MAX_MESSAGE_CHARS: usize = 2000;

/// Renders an error in a file, and the file's other errors as long as they fit. `excerpts` contains one
/// excerpt per listed error.
fn render_errors(diagnostic: &Diagnostic, file: &str, excerpts: &[Excerpt]) -> String {
    let length = |text: &str| strip_str(text).to_string().chars().count();
    let tail = |count: usize| {
        let more = format!("and {}", quantity(count, "more error", "more errors"));
        format!("\n{}", render(&[Group::with_title(Level::NOTE.primary_title(more))]))
    };
    let mut left = 1 + diagnostic.others.len() + diagnostic.unlisted;
    let room = MAX_MESSAGE_CHARS - length(&tail(left - 1));
    let mut text = String::new();
    for (listed, excerpt) in diagnostic.listed().zip(excerpts) {
        let gap = if text.is_empty() { "" } else { "\n" };
        let rendered = format!("{gap}{}", error_at(listed, file, excerpt));
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

fn error_at(diagnostic: &Diagnostic, file: &str, excerpt: &Excerpt) -> String {
    let Diagnostic { message, location, suggestion, .. } = diagnostic;
    let error = Level::ERROR.primary_title(message);
    let help =
        suggestion.as_ref().map(|suggestion| format!("write `{}`", shorten(suggestion, MAX_QUOTED_CHARS)));
    let help = help.map(|help| Group::with_title(Level::HELP.secondary_title(help)));
    render_at(error, file, excerpt, *location, help)
}

/// Renders a title, an excerpt below it, and help.
fn render_at(
    title: Title<'_>,
    file: &str,
    excerpt: &Excerpt,
    location: Location,
    help: Option<Group<'_>>,
) -> String {
    let Location { line, column, width } = location;
    let text: String = excerpt.text.chars().map(drawable).collect();
    let shown = column - excerpt.skipped;
    let at = |column: usize| text.char_indices().nth(column - 1).map_or(text.len(), |(offset, _)| offset);
    let span = at(shown)..at(shown + width.min(MAX_MARKED_CHARS));
    let path = shorten(file, MAX_PATH_CHARS);
    let snippet =
        Snippet::source(text).path(&path).line_start(line).annotation(AnnotationKind::Primary.span(span));
    let rendered = render(&[Some(title.element(snippet)), help].into_iter().flatten().collect::<Vec<_>>());
    // The renderer counts columns from the start of the excerpt: correct the location below the title. The
    // title may quote such a location, so leave it alone.
    let (title, rest) = rendered.split_once('\n').unwrap_or((&rendered, ""));
    let rest = rest.replacen(&format!("{path}:{line}:{shown}"), &format!("{path}:{line}:{column}"), 1);
    format!("{title}\n{rest}")
}

/// Replaces invisible and zero-width characters, which the renderer would not cut. The renderer itself makes
/// ASCII control characters visible.
fn drawable(character: char) -> char {
    let is_visible = || {
        character.width().is_some_and(|width| width > 0)
            && shorten(character.encode_utf8(&mut [0; 4]), 1).starts_with(character)
    };
    if character.is_ascii() || is_visible() { character } else { char::REPLACEMENT_CHARACTER }
}

fn render(groups: &[Group<'_>]) -> String {
    Renderer::styled().render(groups) + "\n"
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::input::{GameSelection, Input};

    #[test]
    fn an_error_far_along_a_long_line_is_shown_like_any_other() {
        let signs = ["a", "1. 11-15 ", "\u{1f600}\t", "{a} ", "\u{301}\u{e9}"];
        for (column, sign) in (1..2000).step_by(97).zip(signs.iter().cycle()) {
            let line = sign.repeat(3000);
            let location = Location { line: 7, column, width: 3 };
            let title = || Level::ERROR.primary_title("expected another sign");
            let whole = Excerpt { text: line.clone(), skipped: 0 };
            let [whole, part] = [whole, Excerpt::of(&line, 0, location)]
                .map(|excerpt| render_at(title(), "file", &excerpt, location, None));
            assert_eq!(part, whole, "column {column} of {sign:?} repeated");
        }
    }

    #[test]
    fn the_reason_names_message_and_location_of_the_rendering() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/broken");
        let mut count = 0;
        for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let Ok(input) = Input::read(Some(&file)) else { panic!("{} can be read", file.display()) };
            let read = input.game(GameSelection::default()).and_then(|source| source.position());
            let Err(failure) = read else { panic!("{} is broken", file.display()) };
            let rendered = strip_str(&failure.render()).to_string();
            let message = rendered.lines().next().unwrap().strip_prefix("error: ").unwrap();
            let location = rendered.lines().find_map(|line| line.trim().strip_prefix("--> ")).unwrap();
            assert_eq!(failure.reason(), format!("{location}: {message}"));
            assert_eq!(failure.message(), message);
            count += 1;
        }
        assert!(count > 50, "the folder has files");
    }

    #[test]
    fn a_failure_without_a_location_is_rendered_as_its_message() {
        let failure = Failure::new("cannot write to a");
        assert_eq!(strip_str(&failure.render()).to_string(), "error: cannot write to a\n");
        assert_eq!((failure.reason().as_str(), failure.location()), ("cannot write to a", None));
    }
}
