//! Proven results, as a search asks for them.

use std::sync::Arc;

use super::{LEAST_WIN, WIN};
use crate::model::bitboard::Bitboard;
use crate::model::board::Pieces;
use crate::model::player::Player;
use crate::model::position::Position;

/// The value of a position for the player to move, which is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proven {
    /// The player wins after so many plies, the opponent losing as late as it can.
    Won(u32),
    /// Nobody can force a win.
    Drawn,
    /// The player loses after so many plies, as late as it can.
    Lost(u32),
}

/// A source of proven values, such as tables of endings. The engine takes them for
/// what its search would find.
///
/// ```
/// use std::sync::Arc;
///
/// use rankmoves::engine::{Engine, Limits, Prober, Proven};
/// use rankmoves::{Player, Position, Rules};
///
/// /// Knows that nobody wins with a piece each.
/// struct Pairs;
///
/// impl Prober for Pairs {
///     fn most_pieces(&self) -> u32 {
///         2
///     }
///
///     fn probe(&self, position: &Position) -> Option<Proven> {
///         let board = position.board();
///         (board.count(Player::Red) == 1 && board.count(Player::Black) == 1).then_some(Proven::Drawn)
///     }
/// }
///
/// let mut engine = Engine::new().with_prober(Arc::new(Pairs));
/// let start = Position::start(Rules::ENGLISH, Player::Red);
/// assert!(engine.choose(&start, &[], Limits { depth: Some(3), ..Limits::default() }).is_some());
/// ```
pub trait Prober: Send + Sync {
    /// Returns the greatest number of pieces of positions that it may know.
    fn most_pieces(&self) -> u32;

    /// Returns the value of a position, if it knows it.
    fn probe(&self, position: &Position) -> Option<Proven>;
}

/// A prober with the shape and rules of a search.
pub(super) struct Probe {
    prober: Arc<dyn Prober>,
    most_pieces: u32,
    /// A position of the same shape and rules.
    alike: Position,
}

impl Probe {
    pub(super) fn new(prober: &Arc<dyn Prober>, alike: &Position) -> Probe {
        Probe { prober: Arc::clone(prober), most_pieces: prober.most_pieces(), alike: *alike }
    }

    #[inline]
    pub(super) fn may_know(&self, pieces: u32) -> bool {
        pieces <= self.most_pieces
    }

    /// Returns the score of the proven value of pieces at a ply, `player` to move.
    pub(super) fn score(&self, pieces: Pieces<u128>, player: Player, ply: usize) -> Option<i32> {
        // Scores of wins and losses are apart from all others by the plies that they may count.
        const MOST_PLIES: u32 = (WIN - LEAST_WIN).unsigned_abs();
        let position = self.alike.with_pieces(pieces, player, Bitboard::EMPTY);
        let win_in = |plies: u32| {
            let plies = plies.saturating_add(u32::try_from(ply).expect("a ply fits 32 bits"));
            WIN - plies.min(MOST_PLIES).cast_signed()
        };
        Some(match self.prober.probe(&position)? {
            Proven::Won(plies) => win_in(plies),
            Proven::Drawn => 0,
            Proven::Lost(plies) => -win_in(plies),
        })
    }
}
