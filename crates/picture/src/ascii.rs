//! A picture as plain text.
//!
//! ```text
//!     +-----------------+
//!   4 |    b     . [.]  |   depth 2
//! ```
//!
//! Pieces are the letters of the exchange format, or other [`Symbols`]. Characters around a square mark it:
//! `(r)` can move, `{r}` is chosen, `[.]` is a target, `<r>` made the last move, `*b*` is or was jumped.

use std::iter;

use rankmoves_core::Square;

use crate::{DrawnSquare, Mark, Picture, Symbols};

/// The characters of a drawing other than the letters of pieces.
#[derive(Clone, Copy, Debug)]
pub struct Glyphs {
    empty: char,
    horizontal: &'static str,
    vertical: char,
    /// Top left, top right, bottom left, bottom right.
    corners: [char; 4],
}

/// Plain ASCII.
pub const ASCII: Glyphs = Glyphs { empty: '.', horizontal: "-", vertical: '|', corners: ['+'; 4] };

/// Unicode lines, for terminals without colour.
pub const LINES: Glyphs =
    Glyphs { empty: '·', horizontal: "─", vertical: '│', corners: ['┌', '┐', '└', '┘'] };

/// Draws the board in its frame below the caption, with the ranked moves beside it.
pub fn draw(picture: &Picture, glyphs: Glyphs) -> String {
    let shape = picture.board.shape();
    let label = shape.ranks().to_string().len().max(2);
    // Numbers come before the three characters of a square.
    let number = if picture.numbers { shape.squares().count().to_string().len() } else { 0 };
    let width = (number + 3) * usize::from(shape.files());
    let Glyphs { vertical, corners: [top_left, top_right, bottom_left, bottom_right], .. } = glyphs;
    let line = glyphs.horizontal.repeat(width);
    let symbols = picture.symbols.unwrap_or(Symbols::LETTERS);

    let mut lines = vec![format!("{:label$} {top_left}{line}{top_right}", "")];
    for rank in picture.ranks() {
        let squares: String =
            picture.squares(rank).map(|drawn| draw_square(drawn, number, symbols, glyphs)).collect();
        lines.push(format!("{:>label$} {vertical}{squares}{vertical}", rank + 1));
    }
    lines.push(format!("{:label$} {bottom_left}{line}{bottom_right}", ""));
    let files: Vec<String> =
        picture.files().map(|file| format!("{:<1$}", Square::file_name(file), number + 3)).collect();
    lines.push(format!("{:1$}{2}", "", label + number + 3, files.concat()));
    let list = picture.list(|arrow| format!("{:>4}", arrow.score));
    lines.resize(lines.len().max(list.len()), String::new());
    let indent = label + width + 3;
    let list = list.into_iter().chain(iter::repeat(String::new()));
    let lines = lines.iter().zip(list).map(|(line, item)| format!("{line:indent$}   {item}"));
    let caption = format!("{:label$}  {}", "", picture.caption());
    let lines: Vec<String> = iter::once(caption).chain(lines).collect();
    lines.iter().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

fn draw_square(drawn: DrawnSquare, number: usize, symbols: Symbols, glyphs: Glyphs) -> String {
    let shown = drawn.number.map(|number| number.to_string()).unwrap_or_default();
    let [left, right] = match drawn.mark {
        None => [' ', ' '],
        Some(Mark::LastMove) => ['<', '>'],
        Some(Mark::Jumped) => ['*', '*'],
        Some(Mark::Movable) => ['(', ')'],
        Some(Mark::Target) => ['[', ']'],
        Some(Mark::Chosen) => ['{', '}'],
    };
    let empty = if drawn.is_playable { glyphs.empty } else { ' ' };
    let glyph = drawn.piece.map_or(empty, |piece| symbols.of(piece));
    format!("{shown:>number$}{left}{glyph}{right}")
}
