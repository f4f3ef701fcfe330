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
        let (position, played, refusal) = source.play(wanted)?;
        if let Some(refusal) = refusal.as_ref().filter(|_| !options.keep_going) {
            return Err(refusal.into());
        }
        // An illegal move stays, and so does what follows it.
        let kept = plies.iter().skip(played).cloned().collect();
        write(&Document::new(position.setup(), kept), source, &options.output)?;
        refusal.map_or(Ok(()), |refusal| Err(Stop::from(&refusal)))
    })
}

pub fn convert(options: &ConvertOptions) -> Result<(), Stop> {
    setup::with_source(&options.input, |source| {
        source.position()?;
        let format = format(&options.output)?;
        match source.record().filter(|_| format == Format::Pdn) {
            None => write(&source.document, source, &options.output),
            Some(record) if options.input.game.is_some() => put(&record.to_string(), &options.output),
            Some(_) => copy_records(source, &options.output),
        }
    })
}

/// Writes all games of a PDN file. Those that are wrong are left out and told.
fn copy_records(source: &Source<'_>, options: &OutputOptions) -> Result<(), Stop> {
    let (mut text, mut wrong) = (String::new(), None);
    for record in source.records().into_iter().flatten() {
        match record {
            Ok(record) => {
                let gap = if text.is_empty() { "" } else { "\n" };
                text += &format!("{gap}{record}");
            }
            Err(refusal) => {
                if let Some(Stop::Failed(message)) = wrong.replace(Stop::from(&refusal)) {
                    print_error(&message);
                }
            }
        }
    }
    put(&text, options)?;
    wrong.map_or(Ok(()), Err)
}

/// The format that was asked for.
fn format(options: &OutputOptions) -> Result<Format, Stop> {
    match (options.to, &options.output) {
        (Some(format), _) => Ok(format),
        (None, Some(path)) => Format::for_path(path),
        (None, None) => Ok(Format::Exchange),
    }
}

/// Writes a text where it was asked for.
fn put(text: &str, options: &OutputOptions) -> Result<(), Stop> {
    match &options.output {
        Some(path) => output::save(path, text.as_bytes()),
        None => output::write_lines(text),
    }
}

/// Writes a document in the format that was asked for, and says what that cannot hold.
fn write(document: &Document, source: &Source<'_>, options: &OutputOptions) -> Result<(), Stop> {
    let format = format(options)?;
    let written = format.write(document)?;
    for lost in written.lost.iter().chain(&source.lost_in(format)) {
        print_error(&diagnostic::warning(lost));
    }
    put(&written.text, options)
}
