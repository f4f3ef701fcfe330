//! Draws a picture on coloured squares, for terminals.
//!
//! Squares have their own background, and pieces have their own colour, so a board looks the same on dark and
//! light terminals.

use std::iter;

use anstyle::{Ansi256Color, Color, Style};
use rankmoves_core::{Player, Square};

use crate::{BEST, DrawnSquare, Mark, Picture, Symbols};

// Indices into the common 256-colour palette of terminals.
const LIGHT: u8 = 230;
const DARK: u8 = 180;
const RED: u8 = 124;
const BLACK: u8 = 16;
const NUMBER: u8 = 95;

/// The colours of moves, from the worst to the best.
const SHADES: [u8; BEST + 1] = [160, 166, 136, 70, 34];

/// Draws the board below the caption and the ranked moves beside the board.
pub fn draw(picture: &Picture) -> String {
    let shape = picture.board.shape();
    let label = shape.ranks().to_string().len().max(2);
    // A number replaces the blank before the piece.
    let width = if picture.numbers { shape.squares().count().to_string().len().max(2) + 2 } else { 3 };
    let dim = Style::new().dimmed();
    let symbols = picture.symbols.unwrap_or(Symbols::DISCS);

    let mut lines: Vec<String> = Vec::new();
    for rank in picture.ranks() {
        let squares: String = picture.squares(rank).map(|drawn| draw_square(drawn, width, symbols)).collect();
        lines.push(format!("{dim}{:>label$}{dim:#} {squares}", rank + 1));
    }
    let files: String =
        picture.files().map(|file| format!("{:>1$}", Square::file_name(file), width - 1) + " ").collect();
    lines.push(format!("{:label$} {dim}{files}{dim:#}", ""));
    let list = picture.list(|arrow| {
        let style = Style::new().fg_color(Some(colour(SHADES[arrow.shade]))).bold();
        format!("{style}{:>4}{style:#}", arrow.score)
    });
    let indent = " ".repeat(label + 1 + width * usize::from(shape.files()));
    lines.resize(lines.len().max(list.len()), indent);
    let list = list.iter().map(|item| format!("   {item}")).chain(iter::repeat(String::new()));
    let lines = lines.into_iter().zip(list).map(|(line, item)| line + &item);
    let caption = format!("{:label$} {}", "", picture.caption());
    iter::once(caption).chain(lines).map(|line| line + "\n").collect()
}

fn draw_square(drawn: DrawnSquare, width: usize, symbols: Symbols) -> String {
    let background = match drawn.mark {
        None if drawn.is_playable => DARK,
        None => LIGHT,
        Some(Mark::LastMove) => 110,
        Some(Mark::Jumped) => 174,
        Some(Mark::Movable) => 215,
        Some(Mark::Target) => 114,
        Some(Mark::Chosen) => 220,
    };
    let number = drawn.number.map(|number| number.to_string()).unwrap_or_default();
    let (colour, glyph) = match (drawn.piece, drawn.mark) {
        (Some(piece), _) => {
            let colour = if piece.player == Player::Red { RED } else { BLACK };
            (colour, symbols.of(piece))
        }
        (None, Some(Mark::Target)) => (BLACK, '·'),
        (None, Some(Mark::Jumped)) => (BLACK, '×'),
        (None, _) => (NUMBER, ' '),
    };
    let (square, piece) = (style(NUMBER, background), style(colour, background));
    let before = width - 2;
    format!("{square}{number:>before$}{square:#}{piece}{glyph} {piece:#}")
}

fn colour(index: u8) -> Color {
    Ansi256Color(index).into()
}

fn style(foreground: u8, background: u8) -> Style {
    Style::new().fg_color(Some(colour(foreground))).bg_color(Some(colour(background)))
}
