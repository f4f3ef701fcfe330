//! The board.
//!
//! Squares at least two rows high are painted with half blocks if the terminal has them: each character is
//! two points, one above the other. Otherwise pieces are letters or symbols. In that case, or without colour,
//! squares have the brackets of `checkers show`, and numbers show the order of a chain.

use rankmoves_core::{Board, Move, Path, Piece, Player, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::canvas::Canvas;
use super::layout::Grid;
use crate::bindings::Context;
use crate::options::Colors;
use crate::state::Model;
use crate::theme::{Ink, TextStyle, Theme};

/// The board with its marks.
pub struct Drawing {
    board: Board,
    /// The start and end squares of the last move or the unfinished chain.
    last: Vec<Square>,
    movable: Vec<Square>,
    chosen: Option<Square>,
    targets: Vec<Square>,
    /// The pieces jumped by the displayed move or, without one, by the last move or chain.
    jumped: Vec<Square>,
    cursor: Option<Square>,
    arrow: Option<Path>,
    /// The expected reply to the selected move.
    reply: Option<Path>,
    numbers: bool,
}

impl Drawing {
    pub fn new(model: &Model) -> Drawing {
        let (board, numbers, is_edit) = (model.shown_board(), model.session.numbers, model.is_edit());
        let is_at_root = !is_edit && model.is_at_root();
        let (last, mut jumped) = match (model.session.chain(), model.last_move()) {
            (Some(chain), _) if is_at_root => {
                (vec![chain.path.start(), chain.path.end()], chain.captured.clone())
            }
            (None, Some(mv)) if is_at_root => {
                (vec![mv.path().start(), mv.path().end()], mv.captured().to_vec())
            }
            _ => (Vec::new(), Vec::new()),
        };
        let can_move = is_at_root && model.game().outcome().is_none();
        let movable = if can_move { model.position().movable() } else { Vec::new() };
        let has_cursor = is_edit || model.selection.focus == Context::Board;
        let cursor = has_cursor.then_some(model.selection.cursor);
        let moves = model.moves_of_chosen().moves;
        let chosen = model.selection.chosen.filter(|_| is_at_root && !moves.is_empty());
        let (mut targets, mut arrow, mut reply) = (Vec::new(), None, None);
        if let Some(chosen) = chosen {
            let legs = model.position().next_legs();
            let jumps = legs.iter().filter(|leg| leg.is_jump() && leg.path().start() == chosen);
            targets = moves.iter().chain(jumps).map(|mv| mv.path().end()).collect();
            jumped.extend(moves.iter().flat_map(Move::captured));
        } else if let Some(row) = model.pointed().filter(|_| model.analysis && !is_edit) {
            jumped = row.mv.captured().to_vec();
            let line = model.scores.results.line_so_far(&row.position, &row.mv, row.depth);
            reply = line.and_then(|line| line.get(1)).map(|mv| mv.path().clone());
            arrow = Some(row.mv.path().clone());
        }
        Drawing { board, last, movable, chosen, targets, jumped, cursor, arrow, reply, numbers }
    }

    fn ground(&self, square: Square) -> Ink {
        if !self.board.shape().is_playable(square) {
            Ink::LIGHT
        } else if self.chosen == Some(square) {
            Ink::CHOSEN
        } else if self.last.contains(&square) {
            Ink::LAST
        } else {
            Ink::DARK
        }
    }

    fn ground_style(&self, square: Square, theme: Theme) -> Style {
        Style::new().fg(theme.color(Ink::NUMBER)).bg(theme.color(self.ground(square)))
    }

    /// Returns the brackets around a square's content, and their ink.
    fn marks(&self, square: Square) -> Option<([&'static str; 2], Option<Ink>)> {
        let is_end = |path: &Path| path.start() == square || path.end() == square;
        Some(if self.cursor == Some(square) {
            ([">", "<"], Some(Ink::CURSOR))
        } else if self.chosen == Some(square) {
            (["{", "}"], Some(Ink::CHOSEN))
        } else if self.targets.contains(&square) {
            (["[", "]"], Some(Ink::TARGET))
        } else if self.jumped.contains(&square) {
            (["*", "*"], Some(Ink::JUMPED))
        } else if self.arrow.as_ref().is_some_and(is_end) {
            (["/", "/"], Some(Ink::ARROW))
        } else if self.movable.contains(&square) {
            (["(", ")"], Some(Ink::MOVABLE))
        } else if self.ground(square) == Ink::LAST {
            (["<", ">"], None)
        } else {
            return None;
        })
    }

    /// Returns the number, from 1, of the selected chain's jump to a square; `None` if there is none.
    fn jump_to(&self, square: Square) -> Option<usize> {
        let squares = self.arrow.as_ref()?.squares();
        let index = squares.iter().skip(1).position(|&landing| landing == square)?;
        (squares.len() > 2 && self.board.get(square).is_none()).then_some(index + 1)
    }

    pub fn render(&self, grid: &Grid, theme: Theme, buffer: &mut Buffer) {
        names(grid, theme, buffer);
        if grid.cell.1 > 1 && !theme.ascii {
            self.paint(grid, theme, buffer);
        } else {
            for square in grid.squares() {
                self.write(square, grid, theme, buffer);
            }
        }
        // Numbers are written over any piece or arrow that touches the corners of the squares.
        if self.numbers && grid.has_numbers() {
            for square in grid.squares() {
                let Some(number) = grid.shape.number(square) else { continue };
                let rect = grid.rect(square);
                buffer.set_string(rect.x, rect.y, number.to_string(), self.ground_style(square, theme));
            }
        }
    }

    /// Draws the squares as points of the canvas.
    fn paint(&self, grid: &Grid, theme: Theme, buffer: &mut Buffer) {
        let mut canvas = Canvas::new(grid);
        for square in grid.squares() {
            self.paint_square(square, grid, theme, &mut canvas);
        }
        if theme.colors == Colors::None {
            if let Some(path) = &self.arrow {
                canvas.line(grid, path);
            }
        } else {
            for (path, ink) in [(&self.reply, Ink::REPLY), (&self.arrow, Ink::ARROW)] {
                if let Some(path) = path {
                    canvas.arrow(grid, path, ink, (f64::from(grid.cell.0) * 0.48).max(2.5));
                }
            }
        }
        canvas.render(grid.area, theme, buffer);
        if theme.colors == Colors::None {
            for square in grid.squares() {
                self.write_on(square, grid.rect(square), buffer);
            }
        }
    }

    fn paint_square(&self, square: Square, grid: &Grid, theme: Theme, canvas: &mut Canvas) {
        let size = i32::from(grid.cell.0);
        let (column, row) = grid.column_and_row(square);
        let (left, top) = (i32::from(column) * size, i32::from(row) * size);
        let ground = self.ground(square);
        let piece = self.board.get(square);
        // Without colour, `write_on` marks squares with brackets instead.
        let has_color = theme.colors != Colors::None;
        let is_movable = has_color && self.movable.contains(&square);
        let is_target = has_color && self.targets.contains(&square);
        let is_cursor = has_color && self.cursor == Some(square);
        let was_jumped = has_color && self.jumped.contains(&square);
        let is_king = piece.is_some_and(Piece::is_king);
        for (x, y) in (0..size).flat_map(|y| (0..size).map(move |x| (x, y))) {
            let (from_left, from_top) = (2 * x + 1 - size, 2 * y + 1 - size);
            // Twice the distance from the middle, squared.
            let distance = from_left * from_left + from_top * from_top;
            let corner = x.min(size - 1 - x) + y.min(size - 1 - y) < (size / 4).max(1);
            let edge = x.min(size - 1 - x).min(y.min(size - 1 - y)) == 0;
            let cross = was_jumped && (x == y || x == size - 1 - y) && distance < size * size;
            let ink = match piece {
                _ if cross => Ink::JUMPED,
                _ if is_cursor && corner && (edge || size > 6) => Ink::CURSOR,
                Some(_) if is_king && in_crown(x, y, size) => Ink::CROWN,
                Some(Piece { player, .. }) if distance <= radius(size, 0) => {
                    // Without colour, even the smallest pieces have a rim that shows their side; with colour,
                    // the smallest have none.
                    let inner = match size {
                        4 if !has_color => 2,
                        4 => i32::MAX,
                        6 => 10,
                        _ => radius(size, size / 5),
                    };
                    let is_rim = distance > inner;
                    match (player, is_rim) {
                        (_, true) if is_movable => Ink::MOVABLE,
                        (Player::Red, true) => Ink::RED_RIM,
                        (Player::Red, false) => Ink::RED,
                        (Player::Black, true) => Ink::BLACK_RIM,
                        (Player::Black, false) => Ink::BLACK,
                    }
                }
                Some(_) if size == 4 && is_movable => Ink::MOVABLE,
                None if is_target && distance <= (size / 2) * (size / 2) => Ink::TARGET,
                _ => ground,
            };
            canvas.set(left + x, top + y, ink);
        }
    }

    /// Writes what a square without colour has on the canvas: its king, jump number and brackets.
    fn write_on(&self, square: Square, rect: Rect, buffer: &mut Buffer) {
        let middle = (rect.x + rect.width / 2 - 1, self.middle_row(rect));
        let reversed = Style::new().reversed();
        if self.board.get(square).is_some_and(Piece::is_king) {
            buffer.set_string(middle.0, middle.1, "KK", reversed);
        }
        if let Some(jump) = self.jump_to(square) {
            buffer.set_string(middle.0, middle.1, format!("{jump:>2}"), reversed);
        }
        if let Some(([left, right], _)) = self.marks(square) {
            let bold = Style::new().bold();
            buffer.set_string(rect.x, middle.1, left, bold);
            buffer.set_string(rect.right() - 1, middle.1, right, bold);
        }
    }

    /// Returns the row of a square's piece and marks: the middle one or, of two, the lower if there are numbers.
    fn middle_row(&self, rect: Rect) -> u16 {
        rect.y + (rect.height - u16::from(!self.numbers)) / 2
    }

    /// Writes a square as text.
    fn write(&self, square: Square, grid: &Grid, theme: Theme, buffer: &mut Buffer) {
        let rect = grid.rect(square);
        let piece = self.board.get(square);
        let is_playable = grid.shape.is_playable(square);
        let has_color = theme.colors != Colors::None;
        let marks = self.marks(square);
        let fill = if is_playable || has_color { " " } else { theme.pick("░", ":") };
        let ground = self.ground_style(square, theme);
        for at in rect.positions() {
            buffer[at].set_symbol(fill).set_style(ground);
        }
        let ink = |player| if player == Player::Red { Ink::RED } else { Ink::BLACK };
        let style = match piece {
            Some(piece) if has_color => ground.fg(theme.color(ink(piece.player))).bold(),
            _ => ground,
        };
        let jump = self.jump_to(square).and_then(|jump| char::from_digit(u32::try_from(jump).ok()?, 36));
        let empty = jump.unwrap_or(if is_playable && !has_color { '.' } else { ' ' });
        let letter = piece.map_or(empty, |piece| glyph(piece, theme));
        let middle = self.middle_row(rect);
        // In a wide square, the letter is doubled.
        let wide = if rect.width >= 4 { 2 } else { 1 };
        let x = rect.x + (rect.width - wide) / 2;
        buffer.set_string(x, middle, letter.to_string().repeat(wide.into()), style);
        if rect.width < 3 {
            if let Some(([left, _], _)) = marks {
                buffer[(rect.x + 1, middle)].set_symbol(left);
            }
            return;
        }
        if let Some(([left, right], ink)) = marks {
            let style = ink.map_or(ground, |ink| ground.fg(theme.color(ink))).bold();
            buffer.set_string(x - 1, middle, left, style);
            buffer.set_string(x + wide, middle, right, style);
        }
    }
}

fn glyph(piece: Piece, theme: Theme) -> char {
    if theme.ascii || theme.colors == Colors::None {
        piece.letter()
    } else if piece.is_king() {
        '♛'
    } else {
        '●'
    }
}

/// Writes the names of ranks and files.
fn names(grid: &Grid, theme: Theme, buffer: &mut Buffer) {
    let (wide, high) = grid.cell;
    for rank in 0..grid.shape.ranks() {
        let Some(square) = Square::new(0, rank) else { continue };
        let label = usize::from(grid.label) - 1;
        let text = format!("{:>label$}", rank + 1);
        let (x, y) = (grid.area.x - grid.label, grid.rect(square).y + (high - 1) / 2);
        buffer.set_string(x, y, text, theme.style(TextStyle::DIM));
    }
    let name = |file| Some((Square::new(file, 0)?, Square::file_name(file)));
    // If the names would run together, show only every `step`-th.
    let longest = name(grid.shape.files() - 1).map_or(1, |(_, name)| name.len());
    let step = if longest == 1 { 1 } else { (longest + 1).div_ceil(wide.into()) };
    for (square, name) in (0..grid.shape.files()).step_by(step).filter_map(name) {
        let x = grid.rect(square).x + (wide.saturating_sub(1)) / 2;
        buffer.set_string(x, grid.area.bottom(), name, theme.style(TextStyle::DIM));
    }
}

/// Returns (2r)², where r is the radius of a piece, reduced by `less` points.
fn radius(size: i32, less: i32) -> i32 {
    // Twice the radius in tenths of a point, chosen by eye so that pieces look round.
    let twice = match size {
        4 => 35,
        6 => 52,
        8 => 62,
        10 => 79,
        _ => 96,
    };
    let twice = twice - 20 * less;
    twice * twice / 100
}

fn in_crown(x: i32, y: i32, size: i32) -> bool {
    let rows: &[&str] = match size {
        4 => &["##", "##"],
        6 => &["#..#", "####"],
        8 => &["#..#", "####", "####"],
        10 => &["#.##.#", "######", "######"],
        _ => &["#..##..#", "##.##.##", "########", "########"],
    };
    let count = |length: usize| i32::try_from(length).expect("a crown is small");
    let top = (size - count(rows.len())) / 2;
    let row = usize::try_from(y - top).ok().and_then(|row| rows.get(row));
    row.is_some_and(|row| {
        let left = (size - count(row.len())) / 2;
        usize::try_from(x - left).ok().and_then(|x| row.as_bytes().get(x)) == Some(&b'#')
    })
}
