//! Pictures for whoever reads standard output.

use std::io::{IsTerminal, stdout};

use anstream::{AutoStream, ColorChoice};

use crate::picture::{Picture, ascii, unicode};

/// A picture in colour for a terminal that has it, with the lines of Unicode for
/// one that has no colour or is not to use it (`NO_COLOR`), else in ASCII.
pub fn for_reader(picture: &Picture) -> String {
    let drawn = match (stdout().is_terminal(), AutoStream::choice(&stdout())) {
        (false, _) => ascii::draw(picture, ascii::ASCII),
        (true, ColorChoice::Never) => ascii::draw(picture, ascii::LINES),
        (true, _) => unicode::draw(picture),
    };
    format!("\n{drawn}")
}
