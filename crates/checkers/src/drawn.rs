//! Pictures in the format that the user chooses.

use std::path::Path;

use picture::{Picture, ascii, svg, unicode};
use shell::diagnostic::shown_path;
use shell::format::Format;
use shell::output::warn;
use shell::{Failure, Stop};

use crate::cli::ShowFormat;

/// Draws a picture as SVG or as text.
pub fn in_format(picture: &Picture, format: ShowFormat, is_coloured: bool) -> String {
    match format {
        ShowFormat::Svg => {
            if picture.symbols.is_some() {
                warn("SVG draws pieces, not characters: --symbols has no effect");
            }
            svg::draw(picture)
        }
        ShowFormat::Unicode if is_coloured => unicode::draw(picture),
        ShowFormat::Unicode => ascii::draw(picture, ascii::LINES),
        _ => ascii::draw(picture, ascii::ASCII),
    }
}

/// Returns the format for the extension of an output file. Without a known extension, the error
/// suggests `option`.
pub fn format_of(path: &Path, option: &str) -> Result<ShowFormat, Stop> {
    let format = if Format::is_svg(path) {
        Some(ShowFormat::Svg)
    } else {
        Format::of_path(path).map(ShowFormat::Text)
    };
    format.ok_or_else(|| {
        let known = Format::extensions();
        let name = shown_path(path);
        let message = format!(
            "the extension of {name} is unknown: give {option}, or a name that ends in .svg, {known}"
        );
        Failure::new(message).into()
    })
}
