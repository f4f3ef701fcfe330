//! Makes positions of any rules and shapes from any bytes.
//!
//! ```text
//! start = rules ranks files { cell }     a byte each; a cell for each playable square
//! ```
//!
//! Cells are written as in the exchange format, `r R b B` and `.`. Any other byte is mapped to one of these,
//! and so are missing bytes. A change to the byte of a cell changes at most one square.

use std::slice;

use rankmoves_core::{Blocked, Board, Capture, Jumps, Piece, Player, Position, Rules, Setup, Shape, Square};

use testing::plain::{Colour, Plain};

/// Bytes that determine choices, one after the other.
#[derive(Clone)]
pub struct Bytes<'a>(slice::Iter<'a, u8>);

impl<'a> Bytes<'a> {
    /// Makes a source of choices from bytes.
    pub fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes(data.iter())
    }

    /// Takes the next byte; once there are no more bytes, a full stop, which means an empty square.
    pub fn take(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(b'.')
    }

    /// Takes a number below `count`, which is at most 256 and not 0.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.take()) % count
    }

    /// Takes one of these items.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn one_of<'b, T>(&mut self, things: &'b [T]) -> &'b T {
        &things[self.below(things.len())]
    }

    /// Returns the bytes that have not been taken.
    pub fn rest(&self) -> &'a [u8] {
        self.0.as_slice()
    }
}

/// A position in the oracle's form, and the rule for a player without moves.
#[derive(Clone, Debug)]
pub struct Start {
    /// The board, the player to move, and two of the rules.
    pub plain: Plain,
    /// The third rule, which the oracle ignores.
    pub blocked: Blocked,
}

const CAPTURE: u8 = 1;
const MULTIPLE: u8 = 2;
const PASSES: u8 = 4;
const FLIPPED: u8 = 8;
const BLACK: u8 = 16;
/// A bit of the ranks byte: set if the shape is not standard.
const OTHER_SHAPE: u8 = 128;

/// The minimum number of ranks and of files, and a bound that no side of a board reaches.
const MIN_SIDE: u8 = 4;
const MAX_SIDE: u8 = 63;

impl Start {
    /// Takes the position that the next bytes represent.
    pub fn take(bytes: &mut Bytes<'_>) -> Start {
        let rules = bytes.take();
        let has = |flag| rules & flag != 0;
        let (ranks, files) = shape(bytes.take(), bytes.take(), has(FLIPPED));
        let mut cell = |row, column| {
            let playable = (row + column) % 2 == usize::from(!has(FLIPPED));
            if playable { cell(bytes.take()) } else { '"' }
        };
        let cells = (0..ranks).map(|row| (0..files).map(|column| cell(row, column)).collect()).collect();
        let turn = if has(BLACK) { Colour::Black } else { Colour::Red };
        let blocked = if has(PASSES) { Blocked::Passes } else { Blocked::Loses };
        Start { plain: Plain { cells, turn, capture: has(CAPTURE), multiple: has(MULTIPLE) }, blocked }
    }

    /// Returns the bytes that represent this position.
    pub fn bytes(&self) -> Vec<u8> {
        let Plain { cells, turn, capture, multiple } = &self.plain;
        let passes = self.blocked == Blocked::Passes;
        let flags = [
            (*capture, CAPTURE),
            (*multiple, MULTIPLE),
            (passes, PASSES),
            (cells[0][0] != '"', FLIPPED),
            (*turn == Colour::Black, BLACK),
        ];
        let rules = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum();
        let side = |length: usize| u8::try_from(length).expect("boards are small") - MIN_SIDE;
        let sides = match (self.plain.ranks(), self.plain.files()) {
            (8, 8) => [0, 0],
            (ranks, files) => [OTHER_SHAPE + side(ranks), side(files)],
        };
        let pieces = cells.iter().flatten().filter(|&&cell| cell != '"');
        let pieces = pieces.map(|&cell| u8::try_from(cell).expect("cells are ASCII"));
        [rules, sides[0], sides[1]].into_iter().chain(pieces).collect()
    }

    /// Returns the rules in the library's form.
    pub fn rules(&self) -> Rules {
        Rules {
            capture: if self.plain.capture { Capture::Required } else { Capture::Optional },
            jumps: if self.plain.multiple { Jumps::Multiple } else { Jumps::Single },
            blocked: self.blocked,
        }
    }

    /// Returns the position in the library's form, set up piece by piece.
    pub fn position(&self) -> Position {
        let plain = &self.plain;
        let side = |length: usize| u32::try_from(length).expect("boards are small");
        let flipped = plain.cells[0][0] != '"';
        let shape = Shape::new(side(plain.ranks()), side(plain.files()), flipped).expect("a shape");
        let mut board = Board::empty(shape);
        for (row, cells) in plain.cells.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                if let Some(piece) = Piece::from_letter(cell) {
                    board.put(square(plain, row, column), piece).expect("pieces stand on playable squares");
                }
            }
        }
        let setup = Setup { board, turn: player(plain.turn), rules: self.rules(), jumping: None };
        setup.position().expect("without a jump in progress every setup is a position")
    }

    /// Returns the same rules with another board.
    #[must_use]
    pub fn with(&self, plain: Plain) -> Start {
        Start { plain, blocked: self.blocked }
    }

    /// Returns the start after a pass.
    #[must_use]
    pub fn passed(&self) -> Start {
        self.with(Plain { turn: self.plain.turn.opponent(), ..self.plain.clone() })
    }
}

/// Returns the library's name of a colour.
pub fn player(colour: Colour) -> Player {
    match colour {
        Colour::Red => Player::Red,
        Colour::Black => Player::Black,
    }
}

/// Returns the square of a cell, whose row is counted from the top.
pub fn square(plain: &Plain, row: usize, column: usize) -> Square {
    let number = |number: usize| u8::try_from(number).expect("boards are small");
    Square::new(number(column), number(plain.ranks() - 1 - row)).expect("the square has a name")
}

/// Returns the ranks and files: 8×8, or any other valid shape.
fn shape(ranks: u8, files: u8, flipped: bool) -> (usize, usize) {
    if ranks < OTHER_SHAPE {
        return (8, 8);
    }
    let exists = |ranks: u8, files: u8| Shape::new(u32::from(ranks), u32::from(files), flipped).is_ok();
    let pick = |byte: u8, exists: &dyn Fn(u8) -> bool| {
        let lengths: Vec<u8> = (MIN_SIDE..=MAX_SIDE).filter(|&length| exists(length)).collect();
        lengths[usize::from(byte) % lengths.len()]
    };
    let ranks = pick(ranks - OTHER_SHAPE, &|ranks| exists(ranks, MIN_SIDE));
    (ranks.into(), pick(files, &|files| exists(ranks, files)).into())
}

/// Maps a byte to the content of a square. Half of all bytes mean an empty square.
fn cell(byte: u8) -> char {
    match (byte & 8, byte & 16, byte & 32) {
        (0, 16, 32) => 'r',
        (0, 16, _) => 'R',
        (0, _, 32) => 'b',
        (0, _, _) => 'B',
        _ => '.',
    }
}

/// Returns whether the pieces of both players have at most `most` paths of jumps. The oracle and the lists of
/// the library hold every path, and large boards may have more paths than can be listed in time.
pub fn has_few_paths(plain: &Plain, most: usize) -> bool {
    if !plain.multiple {
        return true;
    }
    let (mut cells, mut left) = (plain.cells.clone(), most);
    for row in 0..plain.ranks() {
        for column in 0..plain.files() {
            let piece = std::mem::replace(&mut cells[row][column], '.');
            if piece.is_ascii_alphabetic() && !follow(&mut cells, piece, (row, column), &mut left) {
                return false;
            }
            cells[row][column] = piece;
        }
    }
    true
}

/// Counts the paths of a piece that has been lifted. Returns false if there are too many.
fn follow(cells: &mut [Vec<char>], piece: char, from: (usize, usize), left: &mut usize) -> bool {
    for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
        let at = |steps: isize| {
            let row = from.0.checked_add_signed(steps * down)?;
            Some((row, from.1.checked_add_signed(steps * right)?))
        };
        let (Some(over), Some(to)) = (at(1), at(2)) else { continue };
        let backwards = match piece {
            'r' => down > 0,
            'b' => down < 0,
            _ => false,
        };
        if backwards || cells.get(to.0).and_then(|row| row.get(to.1)) != Some(&'.') {
            continue;
        }
        let jumped = cells[over.0][over.1];
        if jumped == '.' || jumped.eq_ignore_ascii_case(&piece) {
            continue;
        }
        let Some(fewer) = left.checked_sub(1) else { return false };
        *left = fewer;
        cells[over.0][over.1] = '.';
        let few = follow(cells, piece, to, left);
        cells[over.0][over.1] = jumped;
        if !few {
            return false;
        }
    }
    true
}

/// Checks a message against the rules for all messages.
pub fn check_message(message: &str) {
    assert!(message.starts_with(|first: char| !first.is_uppercase()), "{message}");
    assert!(!message.ends_with('.') && !message.contains(char::is_control), "{message:?}");
    assert!(message.chars().count() <= 2000, "{message}");
}
