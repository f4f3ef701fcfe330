//! The moves of a position as the search lists them.

use std::marker::PhantomData;

use crate::bitboard::{Bitboard, Word};
use crate::board::Pieces;
use crate::movegen::{self, Effect, Sink};
use crate::moves::Path;
use crate::position::Position;
use crate::variant::{Side, Variant};

/// No more moves of a position than this are looked at. Large boards may have
/// positions with millions, nearly all of them alike.
const MOST_MOVES: usize = 1 << 12;

/// A move in the search: the position after it, and what orders it.
#[derive(Clone, Copy)]
pub(super) struct Successor<W> {
    pub(super) after: Pieces<W>,
    pub(super) order: i32,
    /// Its number in the order in which moves are generated.
    pub(super) number: u16,
    /// Where from and where to.
    pub(super) route: u16,
    /// The number of pieces jumped.
    pub(super) jumps: u8,
    pub(super) crowns: bool,
    /// Whether it is a step after which the opponent can jump.
    pub(super) offers: bool,
    /// Whether the position before may never come back: a man moves, or a piece is jumped.
    pub(super) is_lasting: bool,
}

/// Whether the position before a move may never come back.
pub(super) fn is_lasting<W: Word>(effect: Effect<W>, pieces: Pieces<W>) -> bool {
    !effect.captured.is_empty() || !pieces.kings.intersects(effect.from)
}

/// Takes the moves of side `S` from a position.
pub(super) struct Successors<'a, W, S> {
    pieces: Pieces<W>,
    moves: &'a mut Vec<Successor<W>>,
    first: usize,
    side: PhantomData<S>,
}

impl<'a, W, S> Successors<'a, W, S> {
    /// Moves from a position, to be pushed behind those that there are.
    pub(super) fn new(pieces: Pieces<W>, moves: &'a mut Vec<Successor<W>>) -> Self {
        let first = moves.len();
        Successors { pieces, moves, first, side: PhantomData }
    }

    fn number(&self) -> usize {
        self.moves.len() - self.first
    }
}

impl<W: Word, S: Side> Sink<W> for Successors<'_, W, S> {
    #[inline]
    fn accept(&mut self, effect: Effect<W>) {
        let number = self.number();
        if number < MOST_MOVES {
            let route = effect.from.first_bit() << 7 | effect.to.first_bit();
            self.moves.push(Successor {
                after: effect.apply::<S>(self.pieces),
                order: 0,
                number: u16::try_from(number).unwrap_or(0),
                route: u16::try_from(route).unwrap_or(0),
                jumps: u8::try_from(effect.captured.len()).unwrap_or(u8::MAX),
                crowns: effect.crowns,
                offers: false,
                is_lasting: is_lasting(effect, self.pieces),
            });
        }
    }

    #[inline]
    fn enter(&mut self, _: Bitboard<W>) -> bool {
        self.number() < MOST_MOVES
    }
}

/// The moves of side `S`, which is to move, with their paths, in the order in
/// which they are generated; no more than `most`.
pub(super) fn list<V: Variant, S: Side>(
    variant: V,
    position: &Position,
    most: usize,
) -> Vec<(Effect<V::Word>, Path)> {
    let shape = position.board().shape();
    let mut lister = Lister { landings: Vec::new(), listed: Vec::new(), most };
    let pieces = position.board().pieces().convert();
    match position.jumping() {
        None => movegen::generate::<V, S>(variant, pieces, &mut lister),
        Some(square) => {
            movegen::generate_jumps::<V, S>(
                variant,
                pieces,
                Bitboard::single(shape.bit(square)),
                &mut lister,
            );
        }
    }
    let moves = lister.listed.into_iter();
    moves
        .filter_map(|(effect, bits)| {
            let path = Path::new(bits.into_iter().map(|bit| shape.square(bit)).collect())?;
            Some((effect, path))
        })
        .collect()
}

/// Takes moves with the squares that they visit.
struct Lister<W> {
    /// Where the chain in hand has landed.
    landings: Vec<u32>,
    listed: Vec<(Effect<W>, Vec<u32>)>,
    most: usize,
}

impl<W: Word> Sink<W> for Lister<W> {
    fn accept(&mut self, effect: Effect<W>) {
        if self.listed.len() < self.most {
            let mut bits = vec![effect.from.first_bit()];
            if self.landings.is_empty() {
                bits.push(effect.to.first_bit());
            } else {
                bits.extend_from_slice(&self.landings);
            }
            self.listed.push((effect, bits));
        }
    }

    fn enter(&mut self, to: Bitboard<W>) -> bool {
        let enters = self.listed.len() < self.most;
        if enters {
            self.landings.push(to.first_bit());
        }
        enters
    }

    fn leave(&mut self) {
        self.landings.pop();
    }
}
