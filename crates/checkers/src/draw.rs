//! Pictures for the readers of standard output or a file.

use std::io::{IsTerminal, stdout};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};

use crate::cli::ShowFormat;
use crate::session::Chain;
use picture::{Picture, ascii, svg, unicode};
use shell::format::Format;
use shell::output::print_error;
use shell::{Failure, Stop, diagnostic, locale};

/// Makes the picture of a move that is made jump by jump, its next landing squares marked.
pub fn of_chain(chain: &Chain) -> Picture {
    Picture::of_jumps(chain.path(), chain.captured(), chain.position())
}

/// Draws in colour for a terminal that has it, with the lines of Unicode for
/// one that has no colour or is not to use it (`NO_COLOR`), and in ASCII
/// elsewhere: in a pipe, or where the locale is not UTF-8.
pub fn for_reader(picture: &Picture) -> String {
    let shows_unicode = stdout().is_terminal() && locale::is_utf8();
    let drawn = match (shows_unicode, AutoStream::choice(&stdout())) {
        (false, _) => ascii::draw(picture, ascii::ASCII),
        (true, ColorChoice::Never) => ascii::draw(picture, ascii::LINES),
        (true, _) => unicode::draw(picture),
    };
    format!("\n{drawn}")
}

/// Draws a picture as SVG or as text.
pub fn in_format(picture: &Picture, format: ShowFormat, is_coloured: bool) -> String {
    match format {
        ShowFormat::Svg => {
            if picture.symbols.is_some() {
                print_error(&diagnostic::warning(
                    "SVG draws pieces, not characters: --symbols changes nothing",
                ));
            }
            svg::draw(picture)
        }
        ShowFormat::Unicode if is_coloured => unicode::draw(picture),
        ShowFormat::Unicode => ascii::draw(picture, ascii::LINES),
        _ => ascii::draw(picture, ascii::ASCII),
    }
}

/// Returns the format that the name of an output file asks for; where it asks
/// for none, `option` is to say it.
pub fn format_of(path: &Path, option: &str) -> Result<ShowFormat, Stop> {
    let format = if Format::is_svg(path) {
        Some(ShowFormat::Svg)
    } else {
        Format::of_path(path).map(ShowFormat::from)
    };
    format.ok_or_else(|| {
        let known = Format::extensions();
        let message = format!("expected {option}, or an output file that ends in .svg, {known}");
        Failure::new(message).into()
    })
}
