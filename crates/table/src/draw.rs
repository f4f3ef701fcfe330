//! Pictures of a game for standard output or a file.

use std::io::{IsTerminal, stdout};

use picture::{Picture, ascii, unicode};
use shell::{locale, output};

/// Draws in colour for a terminal with colour. For a terminal without colour, or if `NO_COLOR` is set, draws
/// Unicode lines. For a pipe, or if the locale is not UTF-8, draws in ASCII.
pub fn for_reader(picture: &Picture) -> String {
    let shows_unicode = stdout().is_terminal() && locale::is_utf8();
    let drawn = match (shows_unicode, output::has_colour()) {
        (false, _) => ascii::draw(picture, ascii::ASCII),
        (true, false) => ascii::draw(picture, ascii::LINES),
        (true, true) => unicode::draw(picture),
    };
    format!("\n{drawn}")
}
