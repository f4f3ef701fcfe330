//! Scores of positions without looking ahead.

use crate::model::bitboard::Word;
use crate::model::board::Pieces;
use crate::model::movegen;
use crate::model::player::Player;
use crate::model::position::Position;
use crate::model::variant::{self, Side, SidedTask, Variant};

/// The value of a move or a position for one player: [`WON`], [`LOST`], or the
/// difference in material with kings counted twice.
///
/// On large boards, a player with more than 49 kings can have more material than 99; the score is not
/// clamped.
pub type Score = i32;

/// The score of a player whose opponent has no moves.
pub const WON: Score = 99;

/// The score of a player without moves.
pub const LOST: Score = -WON;

/// A bound above every score: the largest board has 126 playable squares, and kings count twice.
pub const INFINITY: Score = 1000;

/// Returns the score of a position for `player`, no matter who is to move: [`LOST`] if `player` has no moves,
/// else [`WON`] if the opponent has none, else material.
///
/// The order matters if neither player has moves: both then score [`LOST`].
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

/// Scores `pieces` for `player`, under the shape and rules of `position`.
pub fn scores(position: &Position, player: Player, pieces: impl Iterator<Item = Pieces<u128>>) -> Vec<Score> {
    struct SideScores<I>(I);

    impl<I: Iterator<Item = Pieces<u128>>> SidedTask for SideScores<I> {
        type Output = Vec<Score>;

        fn run<V: Variant, S: Side>(self, variant: V, _: Pieces<V::Word>) -> Vec<Score> {
            self.0.map(|pieces| score_side::<V, S>(variant, pieces.convert())).collect()
        }
    }

    variant::dispatch_sided(position.board(), position.rules(), player, SideScores(pieces))
}

/// Returns the [`score`] for side `S`.
// If this function were inlined, the compiler would no longer inline the code that handles the last ply's
// moves, which would cost 0.6 % more instructions.
#[inline(never)]
pub fn score_side<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> Score {
    if !movegen::has_moves::<V, S>(variant, pieces) {
        LOST
    } else if !movegen::has_moves::<V, S::Opponent>(variant, pieces) {
        WON
    } else {
        material::<V::Word, S>(pieces)
    }
}

/// Returns men + 2 × kings of side `S` minus the same sum for the opponent.
#[inline]
pub fn material<W: Word, S: Side>(pieces: Pieces<W>) -> Score {
    let value = |player| {
        let own = pieces.of(player);
        own.len().cast_signed() + (own & pieces.kings).len().cast_signed()
    };
    value(S::PLAYER) - value(S::Opponent::PLAYER)
}
