//! Rewrites files: `checkers apply` plays the moves of a game, `checkers convert` changes its format.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use clap::{Args, ValueEnum as _};
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::{Omission, Record};
use rankmoves_core::{Ply, Position};

use crate::show::{self, DrawingOptions, OutputOptions, ShowFormat, put, write};
use picture::Picture;
use shell::atomic_file::AtomicFile;
use shell::format::Format;
use shell::manual::Manual;
use shell::options::SourceOptions;
use shell::output::{print_error, warn};
use shell::source::Source;
use shell::{Failure, Stop, atomic_file, output, shown_path, signals};
use table::save;
use table::written::check_length;

pub const APPLY: Manual = Manual::new(
    "checkers apply",
    &[
        ("checkers apply game.txt", "Writes the position that the moves of a file lead to"),
        ("checkers apply -m 2 -o later.txt game.txt", "Plays two plies and saves the rest with the position"),
        ("checkers apply --to fen game.pdn", "Writes the last position of a game as FEN"),
    ],
);

/// Play the moves of a file and write the position after them
///
/// Moves that are not played are written after the position, unless --drop-rest is given.
#[derive(Args)]
#[command(after_help = APPLY.help())]
pub struct ApplyOptions {
    /// Write the position before the first illegal move, instead of nothing
    #[arg(long)]
    pub keep_going: bool,

    /// Leave out the moves that are not played
    #[arg(long)]
    pub drop_rest: bool,

    /// Choose the format of the position; checkers convert writes the whole game [default: by the extension of the output file, or the exchange format]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<ShowFormat>,

    #[command(flatten)]
    pub drawing: DrawingOptions,

    #[command(flatten)]
    pub output: OutputOptions,

    #[command(flatten)]
    pub source: SourceOptions,
}

pub const CONVERT: Manual = Manual::new(
    "checkers convert",
    &[
        ("checkers convert --to pdn game.txt", "Writes a game as PDN"),
        (
            "checkers convert -o game.json --game 2 games.pdn",
            "Saves the second game, in the format that the file's extension names",
        ),
    ],
);

/// Write a game or position in another format
///
/// The output includes the moves; use checkers apply to play them, and checkers show to draw the
/// board. If the format cannot hold everything, a warning on standard error names what is lost, or
/// the conversion is refused.
#[derive(Args)]
#[command(after_help = CONVERT.help())]
pub struct ConvertOptions {
    /// Choose the format [default: by the extension of the output file, or the exchange format]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<Format>,

    #[command(flatten)]
    pub output: OutputOptions,

    #[command(flatten)]
    pub source: SourceOptions,
}

pub fn apply(options: &ApplyOptions) -> Result<(), Stop> {
    let format = options.output.format(options.to, "--to")?.unwrap_or(ShowFormat::Text(Format::Exchange));
    let input = options.source.read()?;
    let source = input.game_so_far(options.source.input.selection())?;
    source.warn();
    let (position, played, failure) = source.play();
    if let Some(failure) = failure.as_ref().filter(|_| !options.keep_going) {
        return Err(failure.clone().into());
    }
    let kept = if options.drop_rest { 0 } else { fitting(&source, played, position, format) };
    if let ShowFormat::Text(format) = format {
        let document = Document::new(position.setup(), rest(&source, played).take(kept));
        write(&document, &source.facts(), &source.lost_in(format), format, options.output.file())?;
    } else {
        let mut picture = Picture::of_document(&source.document, played, &position);
        picture.symbols = options.drawing.symbols;
        let is_coloured = options.output.file().is_none() && output::has_colour();
        put(&show::in_format(&picture, format, is_coloured), options.output.file())?;
    }
    failure.map_or(Ok(()), |failure| Err(failure.into()))
}

/// Returns the moves after the played ones.
fn rest<'a>(source: &'a Source<'_>, played: usize) -> impl Iterator<Item = Ply> + 'a {
    source.document.plies().skip(played).chain(source.rest.iter().flat_map(Document::plies))
}

/// Returns the number of unplayed moves that the format can hold. Reports the others on standard error.
fn fitting(source: &Source<'_>, played: usize, mut position: Position, format: ShowFormat) -> usize {
    // The illegal move and the moves after it are kept, if the format can hold them.
    let kept = source.document.plies().len() - played + source.rest_len();
    let fitting = match format {
        ShowFormat::Text(Format::Exchange | Format::Json) => kept,
        ShowFormat::Text(Format::Pdn) => {
            let is_legal = |ply: &Ply| position.play_ply(ply).map(|next| position = next).is_ok();
            rest(source, played).take_while(is_legal).count()
        }
        _ => 0,
    };
    if fitting < kept {
        let left_out = kept - fitting;
        let last = if left_out == 1 { "move".to_owned() } else { format!("{left_out} moves") };
        let name = format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        warn(&format!("the format {name} cannot hold the last {last}"));
    }
    if let Some(failure) = &source.cut {
        let message = format!("the illegal move and all moves after it are dropped: {}", failure.message());
        warn(&message);
    }
    fitting
}

pub fn convert(options: &ConvertOptions) -> Result<(), Stop> {
    let format = match (options.to, options.output.file()) {
        (Some(format), _) => format,
        (None, Some(path)) => Format::of_path(path).ok_or_else(|| {
            let (known, found) = (Format::extensions(), shown_path(path));
            Failure::new(format!("expected --to, or a name that ends in {known}, but found {found}"))
        })?,
        (None, None) => Format::Exchange,
    };
    let (input, part) = (options.source.read()?, options.source.input.selection());
    if format == Format::Pdn
        && part.game.is_none()
        && part.moves.is_none()
        && let Some(records) = input.records()
    {
        return copy_archive(records, options.output.file());
    }
    let source = input.game(part)?;
    source.warn();
    source.position()?;
    match source.record.as_ref().filter(|_| format == Format::Pdn) {
        None => {
            let (facts, lost) = (source.facts(), source.lost_in(format));
            write(&source.document, &facts, &lost, format, options.output.file())
        }
        Some(record) => {
            record.omissions().for_each(|left_out| warn(&left_out.to_string()));
            put(&record.to_string(), options.output.file())
        }
    }
}

const BUFFER_BYTES: usize = 1 << 16;

/// The maximum number of invalid games whose errors are printed; further ones are only counted.
const MAX_REPORTED_ERRORS: usize = 1_000;

/// Writes games to a file or to standard output, one after another. Skips and reports invalid games. If any
/// game is invalid, an existing file is kept; if all are invalid, no file is created.
fn copy_archive(
    games: impl Iterator<Item = Result<Record, Failure>>,
    path: Option<&Path>,
) -> Result<(), Stop> {
    let mut count = Count::default();
    let Some(path) = path else {
        output::write(|out| count.copy(games, |text| output::put_lines(out, text)))?;
        return count.end(None);
    };
    let failed = |why| atomic_file::not_written(path, &why);
    if let Some(mut out) = atomic_file::open_special(path).map_err(failed)? {
        count.copy(games, |text| out.write_all(text.as_bytes())).map_err(failed)?;
        return count.end(None);
    }
    signals::uninterrupted(|| {
        let mut draft = AtomicFile::new(path)?;
        let mut out = BufWriter::with_capacity(BUFFER_BYTES, draft.file());
        let copied = count.copy(games, |text| out.write_all(text.as_bytes()));
        copied.and_then(|()| out.flush()).map_err(failed)?;
        drop(out);
        if signals::pending().is_some() {
            return Ok(());
        }
        if count.wrong > 0 && path.exists() {
            return count.end(Some("the existing file is unchanged"));
        }
        if count.wrong > 0 && count.wrong == count.games {
            return count.end(Some("nothing is written"));
        }
        if count.games < 2 {
            save::check_single(path)?;
        }
        draft.save().map_err(failed)?;
        count.end(None)
    })
}

/// The numbers of games, of invalid games, and of games that lost each part.
#[derive(Default)]
struct Count {
    games: usize,
    wrong: usize,
    left_out: BTreeMap<Omission, usize>,
}

impl Count {
    /// Copies games until all are copied or a signal arrives.
    fn copy(
        &mut self,
        games: impl Iterator<Item = Result<Record, Failure>>,
        mut put: impl FnMut(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        for game in games {
            self.games += 1;
            let game = game.and_then(|record| {
                let text = record.to_string();
                check_length(text.len()).map(|()| (record, text))
            });
            match game {
                Ok((record, text)) => {
                    let gap = if self.games - self.wrong > 1 { "\n" } else { "" };
                    put(gap)?;
                    put(&text)?;
                    for part in record.omissions() {
                        *self.left_out.entry(part).or_default() += 1;
                    }
                }
                Err(failure) => {
                    self.wrong += 1;
                    if self.wrong <= MAX_REPORTED_ERRORS {
                        print_error(&failure.render());
                    }
                }
            }
            if signals::pending().is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Reports the parts left out, and fails if there were invalid games. They were skipped, unless `instead` names
    /// another consequence.
    fn end(&self, instead: Option<&str>) -> Result<(), Stop> {
        let Count { games, wrong, left_out } = self;
        for (part, count) in left_out {
            warn(&format!("in {count} of {games} games: {part}"));
        }
        if *wrong == 0 {
            return Ok(());
        }
        let shown = if *wrong > MAX_REPORTED_ERRORS {
            format!("; the first {MAX_REPORTED_ERRORS} errors are shown")
        } else {
            String::new()
        };
        let message = match instead {
            None => format!("{wrong} of {games} games skipped because of errors{shown}"),
            Some(instead) => format!("errors in {wrong} of {games} games: {instead}{shown}"),
        };
        Err(Failure::new(message).into())
    }
}
