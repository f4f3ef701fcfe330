//! Move ordering: the better the first move, the smaller the search.

use super::successors::Successor;
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::{ByPlayer, Player};

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
