//! `checkers perft`: move counts.

use std::fmt::Write as _;
use std::time::Instant;

use rankmoves::{Perft, PerftError};

use crate::cli::PerftOptions;
use shell::stats::{StatsTable, rate};
use shell::{Stop, output, progress};

pub fn run(options: &PerftOptions) -> Result<(), Stop> {
    let position = options.source.position()?;
    let start = Instant::now();
    let mut perft = options.resources.apply(Perft::with_resources, Perft::with_threads)?;
    let progress = perft.progress();
    let line = || {
        let (done, all, rate) =
            (progress.done(), progress.subtrees(), rate(progress.paths(), start.elapsed()));
        format!("paths of {} moves, {done} of {all} subtrees, {rate} paths/s", options.depth)
    };
    let mut text = String::new();
    let total = if options.divide && options.depth > 0 {
        let parts = progress::while_showing(line, || perft.divide(&position, options.depth))?;
        for (mv, count) in &parts {
            let _ = writeln!(text, "{mv}: {count}");
        }
        let sum = parts.iter().try_fold(0_u64, |sum, (_, count)| sum.checked_add(*count));
        sum.ok_or(PerftError::TooMany)?
    } else {
        progress::while_showing(line, || perft.count(&position, options.depth))?
    };
    let time = start.elapsed();
    let _ = writeln!(text, "{total}");
    output::write_lines(&text)?;
    if options.resources.stats {
        StatsTable::new(options.depth, ("paths", total), perft.usage(), time).print();
    }
    Ok(())
}
