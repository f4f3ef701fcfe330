//! Moves as the search lists them.

use std::marker::PhantomData;

use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{Effect, Sink};
use rankmoves_core::model::variant::Side;

/// The maximum number of moves of a position that are searched. On large boards a position may have millions,
/// nearly all of them alike.
const MAX_SUCCESSORS: usize = 1 << 12;

/// A move in the search: the resulting position, and the data for move ordering.
#[derive(Clone, Copy)]
pub(super) struct Successor<W> {
    pub(super) after: Pieces<W>,
    /// The rank in move ordering; the highest is searched first.
    pub(super) order: i32,
    /// The number in the order of generation.
    pub(super) number: u16,
    /// The bit numbers of the start and end squares, 7 bits each.
    pub(super) route: u16,
    /// The number of pieces jumped.
    pub(super) jumps: u8,
    pub(super) crowns: bool,
    /// True if the move is a step that lets the opponent jump.
    pub(super) hangs_piece: bool,
    /// True if the position before the move cannot occur again: a man moves, or a piece is jumped.
    pub(super) is_irreversible: bool,
}

/// A sink that collects the moves of side `S` from a position.
pub(super) struct Successors<'a, W, S> {
    pieces: Pieces<W>,
    moves: &'a mut Vec<Successor<W>>,
    first: usize,
    side: PhantomData<S>,
}

impl<'a, W, S> Successors<'a, W, S> {
    /// Makes a sink that pushes the moves from a position onto `moves`.
    pub(super) fn new(pieces: Pieces<W>, moves: &'a mut Vec<Successor<W>>) -> Self {
        let first = moves.len();
        Successors { pieces, moves, first, side: PhantomData }
    }

    pub(super) fn count(&self) -> usize {
        self.moves.len() - self.first
    }
}

impl<W: Word, S: Side> Sink<W> for Successors<'_, W, S> {
    #[inline]
    fn accept(&mut self, effect: Effect<W>) {
        let number = self.count();
        if number < MAX_SUCCESSORS {
            let route = effect.from.first_bit() << 7 | effect.to.first_bit();
            self.moves.push(Successor {
                after: effect.apply::<S>(self.pieces),
                order: 0,
                number: u16::try_from(number).expect("the number is below the limit"),
                route: u16::try_from(route).expect("bits have 7 digits"),
                jumps: u8::try_from(effect.captured.len()).expect("boards have at most 128 bits"),
                crowns: effect.crowns,
                hangs_piece: false,
                is_irreversible: !effect.captured.is_empty() || !self.pieces.kings.intersects(effect.from),
            });
        }
    }

    #[inline]
    fn enter(&mut self, _: Bitboard<W>, _: Bitboard<W>) -> bool {
        self.count() < MAX_SUCCESSORS
    }
}
