//! The moves of one position in a partly read listing.

use super::cause::Replies;
use super::difference::{CompareError, MAX_REACHED_MOVES};
use rankmoves_core::{Move, MoveList, Position, Score};

pub(super) struct ListingLevel {
    pub(super) position: Position,
    /// The legal moves, in order.
    pub(super) moves: Vec<Move>,
    pub(super) is_listed: Vec<bool>,
    /// One past the index of the move listed last.
    pub(super) next: usize,
    /// The number of plies that the listing continues below these moves.
    pub(super) depth: u32,
    /// The number of blanks before the first of the moves.
    pub(super) indent: Option<usize>,
    /// The highest of the right scores of the moves listed so far.
    pub(super) highest: Option<Score>,
    /// The scores in the listing.
    pub(super) listed: Replies,
    /// True if no move is missing, illegal or repeated, and each has its right score.
    pub(super) is_right: bool,
    /// The index of the move whose replies are being read.
    pub(super) open: Option<usize>,
    /// The highest score of any reply to the moves listed so far.
    pub(super) carried: Option<i64>,
}

impl ListingLevel {
    /// Makes the level of a position, unless it has too many moves.
    pub(super) fn new(position: Position, depth: u32) -> Result<ListingLevel, CompareError> {
        let MoveList { moves, is_complete } = position.legal_moves().up_to(MAX_REACHED_MOVES);
        let level = ListingLevel {
            position,
            is_listed: vec![false; moves.len()],
            moves,
            next: 0,
            depth,
            indent: None,
            highest: None,
            listed: Replies::default(),
            is_right: true,
            open: None,
            carried: None,
        };
        if is_complete { Ok(level) } else { Err(CompareError::TooManyMoves) }
    }

    /// Returns the line for a player without moves.
    pub(super) fn no_moves(&self) -> String {
        format!("Player {} has no moves available.", self.position.turn())
    }

    /// Returns the index of a legal move by its text.
    pub(super) fn index(&self, path: &str) -> Option<usize> {
        // Most listings are in order.
        let is = |mv: &Move| reads(mv, path);
        if self.moves.get(self.next).is_some_and(is) {
            return Some(self.next);
        }
        self.moves.iter().position(is)
    }

    /// Returns whether the move whose replies are being read has this text.
    pub(super) fn has_open(&self, path: &str) -> bool {
        self.open.is_some_and(|index| reads(&self.moves[index], path))
    }

    /// Returns whether a text is a legal move that is not listed yet.
    pub(super) fn expects(&self, path: &str) -> bool {
        self.index(path).is_some_and(|index| !self.is_listed[index])
    }

    /// Returns whether all legal moves are listed.
    pub(super) fn is_full(&self) -> bool {
        self.is_listed.iter().all(|&is_listed| is_listed)
    }

    /// Returns whether the listed moves are the first in order, without a gap.
    pub(super) fn lists_first_moves(&self) -> bool {
        self.is_listed.is_sorted_by(|one, other| one >= other)
    }

    pub(super) fn list(&mut self, index: usize) {
        self.is_listed[index] = true;
        self.next = index + 1;
    }

    /// Notes the scores of a listed move: the right score and the listed score.
    pub(super) fn add_score(&mut self, expected: Score, found: Option<i64>) {
        self.highest = self.highest.max(Some(expected));
        self.listed.add(found);
    }
}

/// Returns whether `text` is exactly the notation of `mv`.
fn reads(mv: &Move, text: &str) -> bool {
    let mut text = text.bytes();
    let mut reads = |byte| text.next() == Some(byte);
    let is_same =
        mv.path().squares().iter().enumerate().all(|(index, square)| {
            (index == 0 || reads(b'-') && reads(b'>')) && square.name().all(&mut reads)
        });
    is_same && text.next().is_none()
}
