//! `checkers apply`: plays the moves of a file. `checkers convert`: writes a file in another format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::stdout;

use anstream::{AutoStream, ColorChoice};
use rankmoves::exchange::Document;
use rankmoves::pdn::{LeftOut, Record};
use rankmoves::{Move, Ply, Position};

use crate::cli::{ApplyOptions, ConvertOptions, OutputOptions, ShowFormat};
use crate::common::format::Format;
use crate::common::input::Refusal;
use crate::common::output::{self, print_error};
use crate::common::source::Source;
use crate::common::{Stop, diagnostic};
use crate::picture::Picture;
use crate::{draw, setup, show};

pub fn run(options: &ApplyOptions) -> Result<(), Stop> {
    let format = match (options.to, &options.output.output) {
        (Some(format), _) => format,
        (None, Some(path)) => draw::format_of(path, "--to")?,
        (None, None) => ShowFormat::Exchange,
    };
    let input = options.source.read()?;
    let source = input.game_so_far(options.source.part())?;
    source.warn();
    let (position, played, refusal) = source.play()?;
    if let Some(refusal) = refusal.as_ref().filter(|_| !options.keep_going) {
        return Err(refusal.into());
    }
    let kept = if options.drop_rest { Vec::new() } else { rest(&source, played, &position, format) };
    if let Some(format) = format.text() {
        write(&Document::new(position.setup(), kept), &source, format, &options.output)?;
    } else {
        let plies = &source.document.plies()[..played];
        let last = show::last_move(source.document.setup(), plies);
        put(&drawing(options, format, &position, last.as_ref()), &options.output)?;
    }
    refusal.map_or(Ok(()), |refusal| Err(Stop::from(&refusal)))
}

/// Draws the position that the moves lead to.
fn drawing(options: &ApplyOptions, format: ShowFormat, position: &Position, last: Option<&Move>) -> String {
    let mut picture = Picture::new(position);
    picture.symbols = options.drawing.symbols;
    if let Some(last) = last {
        picture.mark_last(last);
    }
    let is_coloured = options.output.output.is_none() && AutoStream::choice(&stdout()) != ColorChoice::Never;
    draw::in_format(&picture, format, is_coloured)
}

/// Returns the moves after those that are played, as many as the format can
/// hold, and says on standard error which it cannot.
fn rest(source: &Source<'_>, played: usize, position: &Position, format: ShowFormat) -> Vec<Ply> {
    // An illegal move stays, and so does what follows it, where there is room.
    let rest = source.document.plies().iter().skip(played).chain(source.rest());
    let mut kept: Vec<Ply> = rest.cloned().collect();
    let fitting = match format.text() {
        Some(Format::Exchange | Format::Json) => kept.len(),
        Some(Format::Pdn) => legal(*position, &kept),
        Some(Format::Fen) | None => 0,
    };
    if fitting < kept.len() {
        let left_out = kept.len() - fitting;
        print_error(&diagnostic::warning(&format!(
            "the format {format} cannot hold the last {left_out} moves"
        )));
    }
    if let Some(fault) = source.cut() {
        let message = format!("the moves are not kept from the one on that is wrong: {}", fault.message);
        print_error(&diagnostic::warning(&message));
    }
    kept.truncate(fitting);
    kept
}

/// How many of some plies are legal, one after the other.
fn legal(mut position: Position, plies: &[Ply]) -> usize {
    let is_legal = |ply: &&Ply| position.play_ply(ply).map(|next| position = next).is_ok();
    plies.iter().take_while(is_legal).count()
}

pub fn convert(options: &ConvertOptions) -> Result<(), Stop> {
    let format = match (options.to, &options.output.output) {
        (Some(format), _) => format,
        (None, Some(path)) => Format::for_path(path)?,
        (None, None) => Format::Exchange,
    };
    let (input, part) = (options.source.read()?, options.source.part());
    if format == Format::Pdn
        && part.game.is_none()
        && part.moves.is_none()
        && let Some(records) = input.records()
    {
        return copy_records(records, &options.output);
    }
    let source = input.game(part)?;
    source.warn();
    source.position()?;
    match source.record().filter(|_| format == Format::Pdn) {
        None => write(&source.document, &source, format, &options.output),
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

/// Writes a text where it was asked for.
fn put(text: &str, options: &OutputOptions) -> Result<(), Stop> {
    match &options.output {
        Some(path) => setup::save_game(path, text),
        None => output::write_lines(text),
    }
}

/// Writes a document in a format, and says what that cannot hold.
fn write(
    document: &Document,
    source: &Source<'_>,
    format: Format,
    options: &OutputOptions,
) -> Result<(), Stop> {
    let written = format.write(document)?;
    for lost in written.lost.iter().chain(&source.lost_in(format)) {
        print_error(&diagnostic::warning(lost));
    }
    put(&written.text, options)
}
