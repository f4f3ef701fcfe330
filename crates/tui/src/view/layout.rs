//! The layout of the screen.

use rankmoves_core::{Shape, Square};
use ratatui::layout::Constraint::{Fill, Length, Min};
use ratatui::layout::{Layout as Rows, Position, Rect};

use crate::bindings::Context;
use crate::state::Model;
use crate::view::panels;

#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub title: Rect,
    /// The players' lines, above and below the board.
    pub players: [Rect; 2],
    pub board: Grid,
    /// Draw counters, or the game's result.
    pub state: Rect,
    pub tree: Rect,
    pub line: Rect,
    pub moves: Rect,
    /// The costliest plies of a game under review; empty if there are none.
    pub moments: Rect,
    /// The comments of a record; empty if there is no record.
    pub record: Rect,
    /// The whole side panel.
    pub side: Rect,
    pub notice: Rect,
    pub footer: Rect,
}

/// The squares of the board on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The squares, without the names of ranks and files.
    pub area: Rect,
    pub shape: Shape,
    pub flip: bool,
    /// Columns and rows of a square; no columns if the board does not fit.
    pub cell: (u16, u16),
    /// The width of the rank names on the left, in columns.
    pub label: u16,
}

/// The sizes of squares, in columns and rows, the largest first. Squares of at least two rows look roughly
/// square, and are painted with half blocks if the terminal allows it.
const CELLS: [(u16, u16); 7] = [(12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (3, 1), (2, 1)];

const MIN_SIDE_WIDTH: u16 = 38;
const MIN_SIDE_HEIGHT_BELOW: u16 = 8;
const PLAYERS_WIDTH: u16 = 35;

/// The height below which the side panel has no room for all its parts.
const LOW: u16 = 31;

/// The minimum height of the game in a review: a border, a ply and the graph.
const GAME: u16 = 5;

/// The minimum height of the tree and the game in a review, if neither takes the place of the other.
const TREE_AND_GAME: u16 = 10;

impl Layout {
    /// Lays out a screen of this size, which may be newer than the model's.
    pub fn new(model: &Model, screen: Rect) -> Layout {
        let shape = model.shown_board().shape();
        let [title, main, notice, footer] =
            Rows::vertical([Length(1), Min(0), Length(1), Length(1)]).areas(screen);
        // A long message covers the bottom of the board's column, and the side panel beside makes room for it.
        let lines = u16::try_from(super::notice_lines(model, screen.width).len()).unwrap_or(u16::MAX);
        let more = lines.saturating_sub(1).min(main.height);
        let notice = Rect { y: notice.y - more, height: notice.height + more, ..notice };
        let flip = model.session.flip;
        let label = u16::try_from(shape.ranks().to_string().len()).expect("a rank has a few digits") + 1;
        // The lines for two players, the file names and the state.
        let frame = 4;
        let needed = |cell: (u16, u16)| {
            (cell.0 * u16::from(shape.files()) + label + 1, cell.1 * u16::from(shape.ranks()) + frame)
        };
        let fits = |wide: u16, high: u16| {
            CELLS.into_iter().find(|&cell| {
                let (columns, rows) = needed(cell);
                columns <= wide && rows <= high
            })
        };
        let beside_cell = fits(main.width.saturating_sub(MIN_SIDE_WIDTH), main.height);
        let below_cell = fits(main.width, main.height.saturating_sub(MIN_SIDE_HEIGHT_BELOW));
        // The side panel shows more beside the board than below. Put it below only to make squares more than one
        // row high.
        let (cell, is_beside) = [(beside_cell, true), (below_cell, false)]
            .into_iter()
            .filter_map(|(cell, is_beside)| Some((cell?, is_beside)))
            .max_by_key(|&(cell, is_beside)| (cell.1 > 1, is_beside))
            .unwrap_or(((0, 0), true));
        let (columns, rows) = needed(cell);
        // Even if the board is narrow, the players' lines keep their usual width.
        let columns = columns.max(PLAYERS_WIDTH.min(main.width.saturating_sub(MIN_SIDE_WIDTH)));
        let parts = if is_beside {
            Rows::horizontal([Length(columns), Min(0)])
        } else {
            Rows::vertical([Length(rows), Min(0)])
        };
        let [left, side] = parts.areas(main);
        let is_low = side.height < LOW;
        let side = Rect { height: side.height.saturating_sub(if is_beside { more } else { 0 }), ..side };
        let spare = if is_beside { left.height.saturating_sub(rows) } else { 0 };
        let [_, above, squares, _, below, state] = Rows::vertical([
            Length(spare.min(2) / 2),
            Length(1),
            Length(rows.saturating_sub(frame)),
            Length(1),
            Length(1),
            Min(0),
        ])
        .areas(left);
        let area = Rect { x: squares.x + label, width: cell.0 * u16::from(shape.files()), ..squares };
        let board = Grid { area: area.intersection(screen), shape, flip, cell, label };
        // On a low screen, a review takes the place of the tree while the game has the focus.
        let has_room = !is_low || model.selection.focus == Context::Moves;
        let has_moments = has_room && !model.moments().is_empty();
        // Give more room to the plies of a record or a review, because users browse them.
        let (of_tree, of_moves) = if model.is_review() || model.record().is_some() { (4, 5) } else { (5, 3) };
        let (tree, line) = match (has_moments, is_low) {
            _ if model.has_ended() => (Length(panels::ENDED_ROWS.min(side.height / 2)), 0),
            (true, true) => (Length(0), 0),
            // Without scores, there is no line.
            _ if !model.analysis => (Fill(of_tree), 0),
            (_, true) => (Fill(of_tree), 4),
            (_, false) => (Fill(of_tree), 5),
        };
        // The list has a border.
        let moments = |refutes| u16::try_from(model.moment_lines(refutes).len() + 2).unwrap_or(u16::MAX);
        // A long record makes room for all moments and for the graph.
        let listed = if has_moments { moments(false) } else { 0 };
        let least = if tree == Length(0) { GAME } else { TREE_AND_GAME };
        let rest = side.height.saturating_sub(line + listed + least);
        let record = panels::record_rows(model, side.width, rest.min(side.height / 4).max(4));
        // Unless the screen is low, the refutation of the shown moment is listed too.
        let refuted = Some(moments(true))
            .filter(|refuted| has_moments && !is_low && line + record + refuted <= side.height * 3 / 5);
        let moments = refuted.unwrap_or(listed).min(side.height.saturating_sub(record + GAME));
        let [tree, line, moves, moments, record] =
            Rows::vertical([tree, Length(line), Fill(of_moves), Length(moments), Length(record)]).areas(side);
        let players = [above, below];
        Layout { title, players, board, state, tree, line, moves, moments, record, side, notice, footer }
    }
}

impl Grid {
    /// Returns the column and row of a square, counted in squares from the top left as drawn.
    pub fn column_and_row(&self, square: Square) -> (u16, u16) {
        let (column, row) = (square.file(), self.shape.ranks() - 1 - square.rank());
        let turned = |index: u8, count: u8| if self.flip { count - 1 - index } else { index };
        (turned(column, self.shape.files()).into(), turned(row, self.shape.ranks()).into())
    }

    pub fn rect(&self, square: Square) -> Rect {
        let (column, row) = self.column_and_row(square);
        let (wide, high) = self.cell;
        Rect::new(self.area.x + column * wide, self.area.y + row * high, wide, high)
    }

    pub fn square_at(&self, at: Position) -> Option<Square> {
        self.squares().find(|&square| self.rect(square).contains(at))
    }

    pub fn has_numbers(&self) -> bool {
        self.cell.1 > 1
    }

    /// Lists all squares, playable or not.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let (ranks, files) = (self.shape.ranks(), self.shape.files());
        (0..ranks).flat_map(move |rank| (0..files).filter_map(move |file| Square::new(file, rank)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_found_where_it_is_drawn() {
        for (ranks, files, flip) in [(8, 8, false), (8, 8, true), (10, 7, true), (4, 9, false)] {
            let shape = Shape::new(ranks, files, false).unwrap();
            let area = Rect::new(3, 2, 4 * u16::from(shape.files()), 2 * u16::from(shape.ranks()));
            let grid = Grid { area, shape, flip, cell: (4, 2), label: 2 };
            for square in shape.squares() {
                let rect = grid.rect(square);
                for at in rect.positions() {
                    assert_eq!(grid.square_at(at), Some(square));
                }
            }
            let a1 = grid.rect(Square::new(0, 0).unwrap());
            let corner = if flip { (area.right() - 4, area.y) } else { (area.x, area.bottom() - 2) };
            assert_eq!((a1.x, a1.y), corner);
        }
    }
}
