//! `checkers show`: a board, drawn for people or written for programs.

use std::io::{IsTerminal, stdout};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use rankmoves::exchange::Document;
use rankmoves::{Move, Player, Ply, Position, Ranker, Square};

use crate::cli::{Colour, ShowFormat, ShowOptions, SquareName};
use crate::common::format::Format;
use crate::common::output::{self, print_error};
use crate::common::{Stop, diagnostic, progress};
use crate::picture::{Picture, ascii, svg, unicode};
use crate::setup;

pub fn run(options: &ShowOptions) -> Result<(), Stop> {
    let (position, last) = game(options)?;
    let format = format(options)?;
    let text = match format.text() {
        Some(format) => text(&position, format)?,
        None => drawing(&picture(options, &position, last.as_ref())?, format, options),
    };
    match &options.output {
        Some(path) => setup::save_game(path, &text),
        None => output::write_lines(&text),
    }
}

/// The position to be shown, and the move that led there.
fn game(options: &ShowOptions) -> Result<(Position, Option<Move>), Stop> {
    let input = setup::input(&options.input)?;
    let source = input.game(options.input.game)?;
    source.warn();
    let position = source.position()?;
    let last = match source.document.plies().split_last() {
        Some((Ply::Move(path), before)) => {
            let before = Document::new(source.document.setup(), before.to_vec()).position().ok();
            before.and_then(|before| before.find(path).ok())
        }
        _ => None,
    };
    Ok((position, last))
}

/// The format that was asked for, or else fits the file or the terminal.
fn format(options: &ShowOptions) -> Result<ShowFormat, Stop> {
    let of_file = |path: &Path| {
        let format = if Format::is_svg(path) {
            Some(ShowFormat::Svg)
        } else {
            Format::of_path(path).map(ShowFormat::from)
        };
        format.ok_or_else(|| {
            let known = Format::ALL.map(|format| format!(", .{}", format.extension())).concat();
            let message = format!("expected --format, or an output file that ends in .svg{known}");
            Stop::Failed(diagnostic::error(&message))
        })
    };
    match (options.format, &options.output) {
        _ if options.svg => Ok(ShowFormat::Svg),
        (Some(format), _) => Ok(format),
        (None, Some(path)) => of_file(path),
        (None, None) if stdout().is_terminal() || options.color == Colour::Always => Ok(ShowFormat::Unicode),
        (None, None) => Ok(ShowFormat::Ascii),
    }
}

fn text(position: &Position, format: Format) -> Result<String, Stop> {
    let written = format.write(&Document::new(position.setup(), Vec::new()))?;
    for lost in written.lost {
        print_error(&diagnostic::warning(&lost));
    }
    Ok(written.text)
}

fn drawing(picture: &Picture, format: ShowFormat, options: &ShowOptions) -> String {
    let is_coloured = match options.color {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => options.output.is_none() && AutoStream::choice(&stdout()) != ColorChoice::Never,
    };
    match format {
        ShowFormat::Svg => svg::draw(picture),
        ShowFormat::Unicode if is_coloured => unicode::draw(picture),
        ShowFormat::Unicode => ascii::draw(picture, ascii::LINES),
        _ => ascii::draw(picture, ascii::ASCII),
    }
}

fn picture(options: &ShowOptions, position: &Position, last: Option<&Move>) -> Result<Picture, Stop> {
    let mut picture = Picture::new(position);
    picture.flip = options.flip;
    picture.numbers = options.numbers;
    if let Some(last) = last {
        picture.mark_last(last);
    }
    if options.moves {
        picture.mark_movable(&position.legal_moves());
    }
    if let Some(name) = options.from {
        let from = own_piece(name, position)?;
        let moves = position.legal_moves();
        if !moves.iter().any(|mv| mv.path().start() == from) {
            print_error(&diagnostic::warning(&format!("the piece on {from} has no moves")));
        }
        picture.mark_targets(from, &moves);
    }
    if let Some(depth) = options.rank {
        picture.rank(progress::rank(&mut Ranker::new(), position, depth)?, depth);
    }
    Ok(picture)
}

/// The square of that name, where the player to move must have a piece.
fn own_piece(name: SquareName, position: &Position) -> Result<Square, Stop> {
    let (board, turn) = (position.board(), position.turn());
    let owner = |square| board.get(square).map(|piece| piece.player);
    match name.square(board.shape()) {
        Some(square) if owner(square) == Some(turn) => Ok(square),
        square => {
            let found = match square.and_then(owner) {
                Some(Player::Red) => "a red one",
                Some(Player::Black) => "a black one",
                None => "none",
            };
            let message = format!("expected a {turn} piece on {name} but found {found}");
            Err(Stop::Failed(diagnostic::error(&message)))
        }
    }
}
