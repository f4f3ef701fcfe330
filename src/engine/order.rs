//! The order in which moves are searched: the better the first, the less is
//! searched.

use super::successors::Successor;
use crate::bitboard::Word;
use crate::player::{ByPlayer, Player};

/// Two of them are remembered for each ply.
type Killers = [u16; 2];

/// Remembers which steps have been good: those that refuted a move at the same
/// distance from the root (killers: S. Akl and M. Newborn, *The principal
/// continuation and the killer heuristic*, 1977), and anywhere (J. Schaeffer,
/// *The history heuristic*, 1983).
pub(super) struct Order {
    killers: Vec<Killers>,
    /// By player and route.
    history: ByPlayer<Vec<i32>>,
}

impl Order {
    /// Above all other moves.
    const FIRST: i32 = i32::MAX;
    const JUMP: i32 = 1 << 24;
    const CROWNING: i32 = 1 << 23;
    const KILLER: i32 = 1 << 22;
    /// Below this, history keeps.
    const MOST_HISTORY: i32 = 1 << 21;

    pub(super) fn new(plies: usize) -> Order {
        Order { killers: vec![Killers::default(); plies], history: ByPlayer::from_fn(|_| vec![0; 1 << 14]) }
    }

    /// A search begins at another root.
    pub(super) fn renew(&mut self) {
        self.killers.fill(Killers::default());
        self.age();
    }

    fn age(&mut self) {
        self.history.iter_mut().flat_map(|(_, counts)| counts).for_each(|count| *count /= 4);
    }

    /// Gives each move its place in the order: the greater the earlier.
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
                history[usize::from(mv.route)] - if mv.offers { Self::MOST_HISTORY } else { 0 }
            };
        }
    }

    /// A step has refuted the opponent's last move.
    pub(super) fn note(&mut self, route: u16, player: Player, ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != route {
            *killers = [route, killers[0]];
        }
        let count = &mut self.history[player][usize::from(route)];
        *count += depth * depth;
        if *count >= Self::MOST_HISTORY {
            self.age();
        }
    }
}
