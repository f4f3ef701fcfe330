//! `checkers perft`: move counts.

use std::fmt::Write as _;
use std::io::Write as _;

use rankmoves::{Position, Rules, divide, perft};

use crate::cli::PerftOptions;
use crate::common::input::Input;
use crate::common::{Stop, output};

pub fn run(options: &PerftOptions) -> Result<(), Stop> {
    let position = position(options)?;
    let mut text = String::new();
    if options.divide {
        for (mv, count) in divide(&position, options.depth)? {
            let _ = writeln!(text, "{mv}: {count}");
        }
    }
    let _ = writeln!(text, "{}", perft(&position, options.depth)?);
    output::write(|out| out.write_all(text.as_bytes()))
}

fn position(options: &PerftOptions) -> Result<Position, Stop> {
    match options.fen {
        Some(fen) => {
            fen.setup(Rules::ENGLISH).position().map_err(|why| Stop::failed("set the position up", &why))
        }
        None => Input::read(options.file.as_deref())?.position(),
    }
}
