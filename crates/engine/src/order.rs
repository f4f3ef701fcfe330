//! Moves as the search lists them, and their order: the better the first move, the smaller the search.

use std::marker::PhantomData;

use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{Effect, Sink};
use rankmoves_core::model::variant::Side;
use rankmoves_core::{ByPlayer, Player};

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

/// The two killer moves of a ply, the latest first.
type Killers = [u16; 2];

/// Good non-converting moves of the search: moves that refuted another move at the same ply (killers: S. Akl and M.
/// Newborn, *The principal continuation and the killer heuristic*, 1977), or anywhere (J. Schaeffer, *The
/// history heuristic*, 1983).
pub(super) struct MoveOrder {
    killers: Vec<Killers>,
    /// The history of each route, for red and for black.
    history: ByPlayer<Vec<i32>>,
}

impl MoveOrder {
    /// The rank of the table's best move, above all others.
    const FIRST: i32 = i32::MAX;
    const JUMP: i32 = 1 << 24;
    const CROWNING: i32 = 1 << 23;
    const KILLER: i32 = 1 << 22;
    /// The history count at which all counts are divided by 4.
    const MAX_HISTORY: i32 = 1 << 21;

    pub(super) fn new(plies: usize) -> MoveOrder {
        MoveOrder {
            killers: vec![Killers::default(); plies],
            history: ByPlayer::from_fn(|_| vec![0; 1 << 14]),
        }
    }

    /// Forgets the killers and ages the history for the search of another root.
    pub(super) fn begin_search(&mut self) {
        self.killers.fill(Killers::default());
        self.age();
    }

    fn age(&mut self) {
        self.history.iter_mut().flat_map(|(_, counts)| counts).for_each(|count| *count /= 4);
    }

    /// Rates the moves of a node; the highest-rated is searched first.
    pub(super) fn rate<W: Word>(
        &self,
        moves: &mut [Successor<W>],
        player: Player,
        ply: usize,
        best: Option<u16>,
    ) {
        let [first, second] = self.killers[ply];
        let history = &self.history[player];
        for mv in moves {
            mv.order = if Some(mv.number) == best {
                Self::FIRST
            } else if mv.jumps > 0 {
                Self::JUMP + i32::from(mv.jumps)
            } else if mv.crowns {
                Self::CROWNING
            } else if mv.route == first {
                Self::KILLER + 1
            } else if mv.route == second {
                Self::KILLER
            } else {
                history[usize::from(mv.route)] - if mv.hangs_piece { Self::MAX_HISTORY } else { 0 }
            };
        }
    }

    /// Records a non-converting move that has refuted the opponent's last move.
    pub(super) fn note_refutation(&mut self, route: u16, player: Player, ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != route {
            *killers = [route, killers[0]];
        }
        let count = &mut self.history[player][usize::from(route)];
        *count += depth * depth;
        if *count >= Self::MAX_HISTORY {
            self.age();
        }
    }
}
