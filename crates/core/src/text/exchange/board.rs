//! Reads the cells of a board, and finds further faults after the first.

use nom::Offset;

use super::faults::{Faults, StatedSize, shape};
use super::lexemes::{cell, headers, is_board_blank, skip_board_blanks, token};
use super::{ErrorKind, suggestion};
use crate::model::board::Board;
use crate::model::shape::Shape;
use crate::model::square::Square;
use crate::text::rows::{NOT_PLAYABLE, cells_of, is_cell};
use crate::text::scan::look_at;

/// Reads the cells of a board. Returns the board and the text after it, or notes the faults among the cells.
pub(super) fn read<'a>(
    input: &'a str,
    size: StatedSize<'a>,
    faults: &mut Faults<'a>,
) -> Option<(&'a str, Board)> {
    let start = skip_board_blanks(input);
    let first = cell(start);
    if first.is_none() {
        faults.unexpected("a cell (\", ., r, R, b or B)", token(start), suggestion::cell(sign(start), false));
    }
    let flipped = match first {
        Some(first) => first != NOT_PLAYABLE,
        // The first cell is wrong, so the second shows whether the board is flipped.
        None => cell(skip_board_blanks(&start[sign(start).len()..])) == Some(NOT_PLAYABLE),
    };
    let shape = match size {
        StatedSize::Given(size) => shape(size, flipped, faults)?,
        StatedSize::Standard => Shape::new(8, 8, flipped).expect("8x8 is a shape"),
        StatedSize::Unknown => return None,
    };
    match read_cells(start, shape) {
        // More cells follow. If the drawing or a row has a wrong size, that explains them: note that fault.
        Ok((rest, _)) if cell(rest).is_some() && Rows::new(start, shape).check_sizes(faults) => None,
        Ok(read) => Some(read),
        Err(wrong) => {
            Rows::new(start, shape).check(&wrong, faults);
            None
        }
    }
}

/// A wrong cell.
struct WrongCell<'a> {
    /// The text from the wrong cell on.
    at: &'a str,
    is_cell: bool,
    /// True if a black square was expected.
    is_playable: bool,
    /// The number of cells before this cell.
    index: usize,
}

/// Reads the cells one after the other, up to the first wrong cell.
fn read_cells(input: &str, shape: Shape) -> Result<(&str, Board), WrongCell<'_>> {
    let mut board = Board::empty(shape);
    let (mut input, mut index) = (input, 0);
    for rank in (0..shape.ranks()).rev() {
        for file in 0..shape.files() {
            let square = Square::new(file, rank).expect("the squares of a shape have names");
            let start = skip_board_blanks(input);
            if !start.chars().next().is_some_and(|cell| board.put_cell(square, cell)) {
                let (is_cell, is_playable) = (cell(start).is_some(), shape.is_playable(square));
                return Err(WrongCell { at: start, is_cell, is_playable, index });
            }
            (input, index) = (&start[1..], index + 1);
        }
    }
    Ok((skip_board_blanks(input), board))
}

/// Notes a wrong cell, and the kind of cell that was expected.
fn note<'a>(wrong: &WrongCell<'a>, shape: Shape, faults: &mut Faults<'a>) {
    let &WrongCell { at, is_cell, is_playable, index } = wrong;
    let square = cells_of(is_playable);
    if is_cell {
        return faults.unexpected(square, &at[..1], None);
    }
    let cells = usize::from(shape.ranks()) * usize::from(shape.files());
    let expected = format!("cell {} of {cells}, {square},", index + 1);
    faults.unexpected(expected, token(at), suggestion::cell(sign(at), is_playable));
}

/// Returns the text found instead of a cell: the characters before the next blank, cell or comment, but at
/// least one.
fn sign(start: &str) -> &str {
    let is_end = |c: char| is_board_blank(c) || c == '#' || is_cell(c);
    let mut ends = start.char_indices().skip(1).filter(|&(_, c)| is_end(c));
    let end = ends.next().map_or(start.len(), |(index, _)| index);
    look_at(end);
    &start[..end]
}

/// The cells of a board, and wrong characters among them, by line.
struct Rows<'a> {
    shape: Shape,
    /// At most the first `ranks + 1` lines.
    lines: Vec<Row<'a>>,
    /// The total number of lines.
    count: usize,
    /// The number of lines with as many items as the board has files.
    whole: usize,
    /// The number of items on each line, if all lines have the same number.
    width: Option<usize>,
    /// The text after the board: the next section, or the end.
    tail: &'a str,
}

/// The items on a line, each item stored as the text from its start on. An item is a cell or other
/// characters.
struct Row<'a> {
    /// At most as many items as the board has files.
    items: Vec<&'a str>,
    /// The row, from its first item to its last.
    text: &'a str,
    /// The total number of items.
    count: usize,
}

impl<'a> Row<'a> {
    /// Reads the items of a line that begin before `tail`; `None` if there are none.
    fn new(line: &'a str, files: usize, tail: &str) -> Option<Row<'a>> {
        look_at(line.len());
        let mut rest = skip_board_blanks(line);
        let mut row = Row { items: Vec::new(), text: rest, count: 0 };
        let start = rest;
        while !rest.is_empty() && rest.as_ptr() < tail.as_ptr() {
            if row.count < files {
                row.items.push(rest);
            }
            row.count += 1;
            let length = if cell(rest).is_some() { 1 } else { sign(rest).len() };
            let (item, after) = rest.split_at(length);
            row.text = &start[..start.offset(item) + item.len()];
            rest = skip_board_blanks(after);
        }
        (row.count > 0).then_some(row)
    }

    fn holds(&self, item: &str) -> bool {
        self.text.as_bytes().as_ptr_range().contains(&item.as_ptr())
    }
}

impl<'a> Rows<'a> {
    fn new(input: &'a str, shape: Shape) -> Rows<'a> {
        let tail = headers(input).next().map_or(&input[input.len()..], |(_, at)| at);
        let (ranks, files) = (usize::from(shape.ranks()), usize::from(shape.files()));
        let mut rows = Rows { shape, lines: Vec::new(), count: 0, whole: 0, width: None, tail };
        let (mut least, mut most) = (usize::MAX, 0);
        let lines = input.split('\n').take_while(|line| line.as_ptr() < tail.as_ptr());
        for row in lines.filter_map(|line| Row::new(line, files, tail)) {
            (least, most) = (least.min(row.count), most.max(row.count));
            (rows.count, rows.whole) = (rows.count + 1, rows.whole + usize::from(row.count == files));
            if rows.count <= ranks + 1 {
                rows.lines.push(row);
            }
        }
        rows.width = Some(least).filter(|_| least == most);
        rows
    }

    /// Returns whether at least half of the lines have as many items as the board has files.
    fn are_lines(&self) -> bool {
        2 * self.whole >= self.count
    }

    fn is_whole(&self, row: &Row<'_>) -> bool {
        row.count == usize::from(self.shape.files())
    }

    /// Checks the sizes of the drawing and of its rows, and notes the first wrong size. Returns whether a
    /// size is wrong.
    fn check_sizes(&self, faults: &mut Faults<'a>) -> bool {
        if self.note_other_size(faults) {
            return true;
        }
        let wrong = self.lines.iter().find(|row| !self.is_whole(row)).filter(|_| self.are_lines());
        wrong.map(|row| self.note_row(row, faults)).is_some()
    }

    /// Notes a wrong size of the drawing: all lines have the same width, which is not the board's. Returns
    /// whether the size is wrong.
    fn note_other_size(&self, faults: &mut Faults<'a>) -> bool {
        let (ranks, files) = (usize::from(self.shape.ranks()), usize::from(self.shape.files()));
        let width = self.width.filter(|&width| width >= 4 && width != files && self.count >= 4);
        // If the total number of cells is right, only the line breaks are in other places.
        let width = width.filter(|width| self.count * width != ranks * files);
        let (Some(width), Some(row)) = (width, self.lines.first()) else { return false };
        faults.add(row.text, ErrorKind::Drawing { board: self.shape, found: (self.count, width) }, None);
        true
    }

    fn note_row(&self, row: &Row<'a>, faults: &mut Faults<'a>) {
        faults.add(row.text, ErrorKind::Row { board: self.shape, found: row.count }, None);
    }

    /// Notes a wrong size of the drawing, or else all faults. If most lines are not rows, notes only the
    /// first wrong cell.
    fn check(&self, wrong: &WrongCell<'a>, faults: &mut Faults<'a>) {
        if self.note_other_size(faults) {
            return;
        }
        let (ranks, files) = (usize::from(self.shape.ranks()), usize::from(self.shape.files()));
        let holding = self.lines.iter().position(|row| row.holds(wrong.at));
        let holding = holding.or((wrong.at.len() == self.tail.len()).then_some(self.lines.len()));
        let (Some(holding), true) = (holding, self.are_lines()) else {
            return note(wrong, self.shape, faults);
        };
        // If a row is too short, `read_cells` took the missing cells from the next row and noticed the wrong
        // colour only there. So begin with the first row of a wrong length.
        let first = self.lines[..holding].iter().position(|row| !self.is_whole(row)).unwrap_or(holding);
        // After a missing or repeated row, the colours are reversed.
        let mut inverted = false;
        for (index, row) in self.lines.iter().enumerate().skip(first) {
            if index == ranks && !inverted {
                let expected = format!("MOVES: after {} cells", ranks * files);
                faults.unexpected(expected, token(row.items[0]), None);
            }
            if index >= ranks {
                return;
            }
            if self.is_whole(row) {
                inverted ^= self.check_colours(index, row, inverted, faults);
            } else if index == holding && !wrong.is_cell {
                // A character that is not a cell explains why its row has the wrong number of cells.
                note(wrong, self.shape, faults);
            } else {
                self.note_row(row, faults);
            }
        }
        if self.count < ranks && !inverted {
            let index = self.count * files;
            let is_playable = self.count.is_multiple_of(2) == self.shape.is_flipped();
            note(&WrongCell { at: self.tail, is_cell: false, is_playable, index }, self.shape, faults);
        }
    }

    /// Notes the wrong cells of a row that has the right number of cells. Returns whether most of them are wrong: the
    /// colours are then reversed from this row on, and only the first wrong cell is noted.
    fn check_colours(&self, index: usize, row: &Row<'a>, inverted: bool, faults: &mut Faults<'a>) -> bool {
        let files = usize::from(self.shape.files());
        let is_flipped = self.shape.is_flipped() != inverted;
        let is_playable = |column: usize| (index + column) % 2 == usize::from(!is_flipped);
        let is_wrong = |column: usize| {
            cell(row.items[column]).is_none_or(|found| (found == NOT_PLAYABLE) == is_playable(column))
        };
        let wrong: Vec<usize> = (0..files).filter(|&column| is_wrong(column)).collect();
        let is_shifted = 2 * wrong.len() > files;
        for column in wrong.into_iter().take(if is_shifted { 1 } else { files }) {
            let at = row.items[column];
            let (is_playable, index) = (is_playable(column), index * files + column);
            let wrong = WrongCell { at, is_cell: cell(at).is_some(), is_playable, index };
            note(&wrong, self.shape, faults);
        }
        is_shifted
    }
}
