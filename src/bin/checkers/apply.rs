//! `checkers apply`: plays the moves of a file. `checkers convert`: writes a file in another format.

use rankmoves::exchange::Document;

use crate::cli::{ApplyOptions, ConvertOptions, OutputOptions};
use crate::common::format::Format;
use crate::common::input::Source;
use crate::common::output::{self, print_error};
use crate::common::{Stop, diagnostic};
use crate::setup;

pub fn run(options: &ApplyOptions) -> Result<(), Stop> {
    setup::with_source(&options.input, |source| {
        let plies = source.document.plies();
        let wanted = options.moves.unwrap_or(plies.len());
        if wanted > plies.len() {
            let message = format!("expected at least {wanted} moves but the file has {}", plies.len());
            return Err(Stop::Failed(diagnostic::error(&message)));
        }
        let (played, rest) = plies.split_at(wanted);
        let (position, fault) = source.play(played);
        // An illegal move is not played, and neither is what follows it.
        let (illegal, refusal) = fault.map_or((0, None), |(number, refusal)| (played.len() - number, Some(refusal)));
        match refusal {
            Some(refusal) if !options.keep_going => Err(refusal.into()),
            refusal => {
                let kept = [&played[played.len() - illegal..], rest].concat();
                write(&Document::new(position.setup(), kept), source, &options.output)?;
                refusal.map_or(Ok(()), |refusal| Err(refusal.into()))
            }
        }
    })
}

pub fn convert(options: &ConvertOptions) -> Result<(), Stop> {
    setup::with_source(&options.input, |source| {
        source.position()?;
        write(&source.document, source, &options.output)
    })
}

/// Writes a document in the format that was asked for, and says what that cannot hold.
fn write(document: &Document, source: &Source<'_>, options: &OutputOptions) -> Result<(), Stop> {
    let format = match (options.to, &options.output) {
        (Some(format), _) => format,
        (None, Some(path)) => Format::for_path(path)?,
        (None, None) => Format::Exchange,
    };
    let written = format.write(document)?;
    for lost in written.lost.iter().chain(&source.lost_in(format)) {
        print_error(&diagnostic::warning(lost));
    }
    match &options.output {
        Some(path) => output::save(path, written.text.as_bytes()),
        None => output::write_lines(&written.text),
    }
}
