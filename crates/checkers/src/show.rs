//! `checkers show`: draws a board for people, or writes it for programs.

use std::io::{IsTerminal, stdout};
use std::path::Path;

use clap::ColorChoice;
use rankmoves::Ranker;
use rankmoves_core::exchange::Document;
use rankmoves_core::{MoveList, Notation, Player, Position, Square};
use rankmoves_endings::Value;

use crate::cli::{ShowFormat, ShowOptions, SquareName};
use picture::{Mark, Picture, ascii, svg, unicode};
use shell::diagnostic::shown_path;
use shell::format::Format;
use shell::game_info::GameInfo;
use shell::output::{has_colour, warn, write_lines};
use shell::{Failure, Stop, locale};
use table::session::MAX_LISTED_MOVES;
use table::setup;
use table::written::{self, Written};

pub fn run(options: &ShowOptions) -> Result<(), Stop> {
    let (position, picture) = game(options)?;
    let format = format(options)?;
    let file = options.output.file();
    if let ShowFormat::Text(format) = format {
        let written = written::write(format, &Document::new(position.setup(), []), &GameInfo::default())?;
        return put_written(&written, &[], file);
    }
    let text = in_format(&drawing(options, &position, picture)?, format, is_coloured(options));
    put(&text, file)
}

/// Returns the position to show, and its picture with the last move marked.
fn game(options: &ShowOptions) -> Result<(Position, Picture), Stop> {
    let input = options.source.read()?;
    let source = input.game(options.source.input.selection())?;
    source.warn();
    let position = source.position()?;
    let picture = Picture::of_document(&source.document, source.document.plies().len(), &position);
    Ok((position, picture))
}

/// Returns the requested format; by default, a format that suits the file or the terminal.
fn format(options: &ShowOptions) -> Result<ShowFormat, Stop> {
    match (options.format, options.output.file()) {
        _ if options.svg => Ok(ShowFormat::Svg),
        (Some(format), _) => Ok(format),
        (None, Some(path)) => format_of(path, "--format"),
        (None, None) if options.color == ColorChoice::Always => Ok(ShowFormat::Unicode),
        (None, None) => Ok(format_for_reader()),
    }
}

/// Returns the format that suits standard output: Unicode for a terminal in a UTF-8 locale, else ASCII.
fn format_for_reader() -> ShowFormat {
    if stdout().is_terminal() && locale::is_utf8() { ShowFormat::Unicode } else { ShowFormat::Ascii }
}

/// Draws for standard output, in colour if it has colour, after a blank line.
pub fn for_reader(picture: &Picture) -> String {
    format!("\n{}", in_format(picture, format_for_reader(), has_colour()))
}

/// Returns whether text is drawn in colour.
fn is_coloured(options: &ShowOptions) -> bool {
    match options.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => options.output.file().is_none() && has_colour(),
    }
}

/// Adds the marks and the scores that the options ask for.
fn drawing(options: &ShowOptions, position: &Position, mut picture: Picture) -> Result<Picture, Stop> {
    picture.flip = options.flip;
    picture.numbers = options.numbers;
    picture.symbols = options.drawing.symbols;
    if options.movable {
        picture.mark(&position.movable(), Mark::Movable);
    }
    if let Some(name) = options.from {
        let notation = picture.notation();
        let from = own_piece(name, position, notation)?;
        let MoveList { moves, is_complete } = position.legal_moves().of_piece(from).up_to(MAX_LISTED_MOVES);
        let piece = notation.square(from);
        if moves.is_empty() {
            warn(&format!("the piece on {piece} has no moves"));
        } else if !is_complete {
            let message = format!(
                "the piece on {piece} has more than {MAX_LISTED_MOVES} moves: only the first are shown"
            );
            warn(&message);
        }
        picture.mark_targets(from, &moves);
    }
    if let Some(depth) = options.rank {
        picture.rank(rankmoves::program::progress::rank(&mut Ranker::new(), position, depth)?, depth);
        let proven = shell::proven::proven();
        let value = |path: &rankmoves_core::Path| proven.value_of(position, &position.find(path).ok()?);
        picture.prove(value, &Value::Drawn);
    }
    Ok(picture)
}

/// Returns the square with this name, which must hold a piece of the player to move.
fn own_piece(name: SquareName, position: &Position, notation: Notation) -> Result<Square, Stop> {
    let (board, turn) = (position.board(), position.turn());
    let square = name.square(board.shape()).map_err(Failure::new)?;
    let found = match board.get(square).map(|piece| piece.player) {
        Some(player) if player == turn => return Ok(square),
        Some(Player::Red) => "a red one",
        Some(Player::Black) => "a black one",
        None => "none",
    };
    let name = match (name, notation) {
        (SquareName::Number(number), Notation::Names) => number.to_string(),
        _ => notation.square(square),
    };
    let message = format!("expected a {turn} piece on {name} but found {found}");
    Err(Failure::new(message).into())
}

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

/// Writes a text to the output file or, without one, to standard output.
pub fn put(text: &str, file: Option<&Path>) -> Result<(), Stop> {
    match file {
        Some(path) => setup::save_game(path, text),
        None => write_lines(text),
    }
}

/// Writes a converted text, and reports on standard error what is lost.
pub fn put_written(written: &Written, also_lost: &[String], file: Option<&Path>) -> Result<(), Stop> {
    for lost in written.lost.iter().chain(also_lost) {
        warn(lost);
    }
    put(&written.text, file)
}
