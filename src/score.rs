//! What a position is worth without looking ahead.

use crate::bitboard::Word;
use crate::board::Pieces;
use crate::movegen;
use crate::player::Player;
use crate::position::Position;
use crate::variant::{self, Side, SidedTask, Variant};

/// The worth of a move or a position to one player: [`WON`], [`LOST`], or the
/// difference of material with kings counted twice.
///
/// On boards where one side may have more than 49 kings material can pass 99;
/// it is not clamped.
pub type Score = i32;

/// The score of a player whose opponent has no moves.
pub const WON: Score = 99;

/// The score of a player who has no moves.
pub const LOST: Score = -WON;

/// Beyond every score: the largest board has 124 squares, and kings count twice.
pub(crate) const BEYOND: Score = 1000;

/// The score of a position for `player`, whoever is to move: [`LOST`] if
/// `player` has no moves, else [`WON`] if the opponent has none, else material.
///
/// The order matters where both are stuck: each has lost.
pub fn score(position: &Position, player: Player) -> Score {
    struct SideScore;

    impl SidedTask for SideScore {
        type Output = Score;

        fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Score {
            score_side::<V, S>(variant, pieces)
        }
    }

    variant::dispatch_sided(position.board(), position.rules(), player, SideScore)
}

/// [`score`] for side `S`.
#[inline]
pub(crate) fn score_side<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> Score {
    if !movegen::has_moves::<V, S>(variant, pieces) {
        LOST
    } else if !movegen::has_moves::<V, S::Opponent>(variant, pieces) {
        WON
    } else {
        material::<V::Word, S>(pieces)
    }
}

/// Men + 2 × kings of side `S`, less the opponent's.
#[inline]
pub(crate) fn material<W: Word, S: Side>(pieces: Pieces<W>) -> Score {
    let worth = |player| {
        let own = pieces.of(player);
        own.len().cast_signed() + (own & pieces.kings).len().cast_signed()
    };
    worth(S::PLAYER) - worth(S::Opponent::PLAYER)
}
