//! `checkers apply`: plays the moves of a file. `checkers convert`: writes a file in another format.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rankmoves::exchange::Document;
use rankmoves::pdn::{LeftOut, Record};
use rankmoves::{Ply, Position};

use crate::cli::{ApplyOptions, ConvertOptions, OutputOptions};
use crate::common::format::Format;
use crate::common::input::{Refusal, Source};
use crate::common::output::{self, print_error};
use crate::common::{Stop, diagnostic};
use crate::setup;

pub fn run(options: &ApplyOptions) -> Result<(), Stop> {
    let input = setup::input(&options.input)?;
    let source = input.game_so_far(options.input.game)?;
    source.warn();
    let plies = source.document.plies();
    let wanted = options.moves.unwrap_or(usize::MAX);
    if options.moves.is_some() && wanted > plies.len() && source.cut().is_none() {
        let message = format!("expected at least {wanted} moves but the file has {}", plies.len());
        return Err(Stop::Failed(diagnostic::error(&message)));
    }
    let (position, played, refusal) = source.play(wanted)?;
    if let Some(refusal) = refusal.as_ref().filter(|_| !options.keep_going) {
        return Err(refusal.into());
    }
    // An illegal move stays, and so does what follows it, where there is room.
    let kept: Vec<Ply> = plies.iter().skip(played).cloned().collect();
    let fitting = match format(&options.output)? {
        Format::Exchange | Format::Json => kept.len(),
        Format::Pdn => legal(position, &kept),
        Format::Fen => 0,
    };
    if fitting < kept.len() {
        let left_out = kept.len() - fitting;
        let format = format(&options.output)?;
        print_error(&diagnostic::warning(&format!(
            "the format {format} cannot hold the last {left_out} moves"
        )));
    }
    if let Some(fault) = source.cut() {
        let message = format!("the moves are not kept from the one on that is wrong: {}", fault.message);
        print_error(&diagnostic::warning(&message));
    }
    write(&Document::new(position.setup(), kept[..fitting].to_vec()), &source, &options.output)?;
    refusal.map_or(Ok(()), |refusal| Err(Stop::from(&refusal)))
}

/// How many of some plies are legal, one after the other.
fn legal(mut position: Position, plies: &[Ply]) -> usize {
    let is_legal = |ply: &&Ply| position.play_ply(ply).map(|next| position = next).is_ok();
    plies.iter().take_while(is_legal).count()
}

pub fn convert(options: &ConvertOptions) -> Result<(), Stop> {
    let format = format(&options.output)?;
    let input = setup::input(&options.input)?;
    if format == Format::Pdn
        && options.input.game.is_none()
        && let Some(records) = input.records()
    {
        return copy_records(records, &options.output);
    }
    let source = input.game(options.input.game)?;
    source.warn();
    source.position()?;
    match source.record().filter(|_| format == Format::Pdn) {
        None => write(&source.document, &source, &options.output),
        Some(record) => {
            for left_out in record.left_out() {
                print_error(&diagnostic::warning(&left_out.to_string()));
            }
            put(&record.to_string(), &options.output)
        }
    }
}

/// Writes all games of a PDN file. Those that are wrong are left out and told,
/// and no file is replaced by one that lacks them.
fn copy_records(records: Vec<Result<Record, Refusal>>, options: &OutputOptions) -> Result<(), Stop> {
    let (mut text, mut wrong, games) = (String::new(), 0, records.len());
    let mut left_out: BTreeMap<LeftOut, usize> = BTreeMap::new();
    for record in records {
        match record {
            Ok(record) => {
                let gap = if text.is_empty() { "" } else { "\n" };
                let _ = write!(text, "{gap}{record}");
                for part in record.left_out() {
                    *left_out.entry(part).or_default() += 1;
                }
            }
            Err(refusal) => {
                wrong += 1;
                if let Stop::Failed(message) = Stop::from(refusal) {
                    print_error(&message);
                }
            }
        }
    }
    for (part, count) in left_out {
        print_error(&diagnostic::warning(&format!("in {count} of {games} games: {part}")));
    }
    let replaced = options.output.as_ref().filter(|path| wrong > 0 && path.exists());
    let message = if replaced.is_some() {
        format!("{wrong} of {games} games are wrong, and the file that is there is left as it is")
    } else {
        match &options.output {
            Some(path) => output::save(path, text.as_bytes())?,
            None => output::write_lines(&text)?,
        }
        format!("{wrong} of {games} games are wrong and left out")
    };
    if wrong == 0 { Ok(()) } else { Err(Stop::Failed(diagnostic::error(&message))) }
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
        Some(path) => setup::save_game(path, text),
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
