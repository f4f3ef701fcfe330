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
    let total = if options.divide && options.depth > 0 {
        let parts = divide(&position, options.depth)?;
        for (mv, count) in &parts {
            let _ = writeln!(text, "{mv}: {count}");
        }
        parts.iter().map(|(_, count)| count).sum()
    } else {
        perft(&position, options.depth)?
    };
    let _ = writeln!(text, "{total}");
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
