//! A simple implementation of the definition, with mistakes that can be switched on.
//!
//! It is slow and obvious on purpose: a board is a list of ASCII characters, a chain of
//! jumps is a recursion, and a score is a walk of the whole tree. It shares no
//! code with the rest of the library except `Player` and the switches. It looks most
//! switches up only where they may matter, and records them: a mistake that the walk without mistakes never
//! looks up needs no walk of its own.

mod moves;
mod reading;
mod scores;

use std::cell;
use std::collections::HashMap;
use std::fmt::Write as _;

use super::mistake::Mistake::{self, DepthIgnored, DepthOneLess, DepthOneMore, DepthZeroIsOne};
use super::mistake::Mistakes;
use rankmoves_core::Player;

/// The maximum number of moves made to find one answer.
pub(super) const MAX_MUTANT_MOVES: u64 = 1_000_000;

/// The greatest depth of the right tree for one answer. A walk recurses once per ply, and a mutant may search one
/// ply deeper.
pub(super) const MAX_MUTANT_DEPTH: u32 = 1000;

/// A program that ranks moves, with some mistakes in it. Without mistakes, it is the definition itself.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    mistakes: Mistakes,
    /// True if the moves in a file are played without the mistakes in moving.
    replays_rightly: bool,
}

/// A question to a program: a file, and the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question<'a> {
    /// The file in the exchange format.
    pub text: &'a str,
    /// The depth of `-d`.
    pub depth: u32,
    /// True to print the whole tree: `-v`.
    pub verbose: bool,
}

/// The output of a program, and facts about the walk for it.
pub(super) struct Walked {
    pub answer: Option<String>,
    /// The number of moves walked; exactly the given limit if a limit ended the walk.
    pub work: u64,
    /// The mistakes that the walk looked up. If the program has none of them, the walk is the same with any set
    /// of others.
    pub looked_up: Mistakes,
}

/// A walk of the tree for one question. It ends when the tree is too large or too deep.
struct Walk {
    mutant: Mutant,
    /// The number of moves that may still be walked; 0 if a limit has ended the walk.
    moves_left: cell::Cell<u64>,
    /// The mistakes that the walk has looked up.
    looked_up: cell::Cell<Mistakes>,
    first_player: Player,
    /// The configurations from the root to the current one.
    line: Vec<Configuration>,
    /// The scores of the moves that led to these configurations.
    memo: HashMap<Configuration, i32>,
}

impl Mutant {
    /// Makes the program with these mistakes.
    pub fn new(mistakes: impl Into<Mistakes>) -> Mutant {
        Mutant { mistakes: mistakes.into(), replays_rightly: false }
    }

    /// Returns the program that plays the moves in a file correctly, and makes its mistakes in moving only
    /// afterwards. Many programs play the moves in a file with separate code.
    #[must_use]
    pub fn replaying_rightly(self) -> Mutant {
        Mutant { replays_rightly: true, ..self }
    }

    /// Returns the program's output. Returns `None` if it cannot read the file, finds a move in the file
    /// illegal, or would walk more than a million moves or 1,000 plies.
    pub fn answer(&self, question: &Question) -> Option<String> {
        self.walk(question, MAX_MUTANT_MOVES).answer
    }

    /// Answers a question, walking at most `most` moves.
    pub(super) fn walk(self, question: &Question, most: u64) -> Walked {
        let mut walk = Walk {
            mutant: self,
            moves_left: cell::Cell::new(most),
            looked_up: cell::Cell::new(Mistakes::NONE),
            first_player: Player::Red,
            line: Vec::new(),
            memo: HashMap::new(),
        };
        let answer = walk.answer(question);
        Walked { answer, work: most - walk.moves_left.get(), looked_up: walk.looked_up.get() }
    }
}

impl Walk {
    /// Counts moves as walked; returns `None` if fewer are left.
    fn spend(&self, moves: usize) -> Option<()> {
        let left = self.moves_left.get().checked_sub(moves as u64);
        self.moves_left.set(left.unwrap_or(0));
        left.map(drop)
    }

    fn has(&self, mistake: Mistake) -> bool {
        self.looked_up.set(self.looked_up.get().with(mistake));
        self.mutant.mistakes.has(mistake)
    }

    fn has_for(&self, mistake: Mistake, player: Player) -> bool {
        self.has(mistake) && self.mutant.mistakes.has_for(mistake, player)
    }

    fn answer(&mut self, question: &Question) -> Option<String> {
        let configuration = self.read(question.text)?;
        let depth = self.depth(question.depth);
        self.first_player = configuration.turn;
        let mut tree = String::new();
        let mut out = question.verbose.then_some(&mut tree);
        let scores = self.rank(&configuration, depth, 0, &mut out)?;
        let player = configuration.turn;
        if scores.is_empty() {
            return Some(format!("Player {player} has no moves available.\n"));
        }
        if question.verbose {
            return Some(tree);
        }
        let lines = scores.iter().map(|(path, score)| format!("{path} for {player}: score {score}\n"));
        Some(lines.collect())
    }

    /// Returns the depth to which the program searches.
    fn depth(&self, depth: u32) -> u32 {
        if self.has(DepthIgnored) {
            0
        } else if self.has(DepthZeroIsOne) {
            depth.max(1)
        } else {
            match (self.has(DepthOneMore), self.has(DepthOneLess)) {
                (true, false) => depth.saturating_add(1),
                (false, true) => depth.saturating_sub(1),
                _ => depth,
            }
        }
    }
}

/// A row, counted from the top, and a column, counted from the left, both from 0.
type Cell = (usize, usize);

/// One diagonal step: rows down and columns to the right, each 1 or -1.
type Direction = (isize, isize);

/// A board, the player to move, and the rules.
#[expect(clippy::struct_excessive_bools, reason = "rules and ways of naming squares are switches")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Configuration {
    /// The board as drawn, row by row from the top: `"` red square, `.` empty
    /// black square, `r` `R` red man and king, `b` `B` black man and king.
    cells: Vec<u8>,
    ranks: usize,
    files: usize,
    turn: Player,
    /// True under `capture`, false under `no capture`.
    capture: bool,
    /// True under `multiple jumps`, false under `single jumps`.
    multiple: bool,
    /// True if each square has the name of its neighbour in the row.
    is_misnamed: bool,
    /// True if ranks are counted from the top.
    is_upside_down: bool,
}

impl Configuration {
    fn get(&self, (row, column): Cell) -> u8 {
        self.cells[row * self.files + column]
    }

    fn set(&mut self, (row, column): Cell, piece: u8) {
        self.cells[row * self.files + column] = piece;
    }

    fn next(&self, (row, column): Cell, (down, right): Direction) -> Option<Cell> {
        let row = row.checked_add_signed(down).filter(|&row| row < self.ranks)?;
        Some((row, column.checked_add_signed(right).filter(|&column| column < self.files)?))
    }

    fn pieces(&self, player: Player) -> impl Iterator<Item = (Cell, u8)> {
        let cells = self.cells.iter().enumerate().filter(move |&(_, &piece)| owner(piece) == Some(player));
        cells.map(|(index, &piece)| ((index / self.files, index % self.files), piece))
    }

    /// Appends the name of a square, such as `a1`, to a text.
    fn with_name(&self, mut text: String, (row, column): Cell) -> String {
        let letter = |index: usize| (b'a'..=b'z').nth(index).map(char::from).expect("a letter of 26");
        text.extend((column >= 26).then(|| letter(column / 26 - 1)));
        let column = if self.is_misnamed { column ^ 1 } else { column };
        text.push(letter(column % 26));
        let rank = if self.is_upside_down { row + 1 } else { self.ranks - row };
        write!(text, "{rank}").expect("writing to memory does not fail");
        text
    }
}

fn owner(piece: u8) -> Option<Player> {
    match piece {
        b'r' | b'R' => Some(Player::Red),
        b'b' | b'B' => Some(Player::Black),
        _ => None,
    }
}

fn is_king(piece: u8) -> bool {
    piece.is_ascii_uppercase()
}
