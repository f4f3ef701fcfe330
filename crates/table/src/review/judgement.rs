//! Judged moves: the result that their player can expect, known or estimated from the engine's score. The cost of a
//! move is the expected result of the best move minus its own.

use std::cmp::Reverse;
use std::fmt;

use rankmoves_core::{Move, Notation, Path, Player, Position};
use rankmoves_endings::{Value, Wdl};
use rankmoves_engine::{Curve, Estimate, Estimates, plies_to_end};
use serde::Serialize;

use super::ProvenMoves;
use crate::estimator;

/// The maximum number of moments (costly plies) reported for a game.
pub const MAX_MOMENTS: usize = 7;

/// The minimum cost of a moment, in percentage points. Smaller differences may be noise in the engine's scores.
pub const MOMENT_COST: u8 = 5;

/// The result that a player can expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Outlook {
    /// The expected result in percent, at most 100: a win is 100, a draw 50, a loss 0.
    pub expected: u8,
    /// The value, if tables, a search to the end or the rules prove it. If not, `expected` is from 1 to 99.
    pub proven: Option<Value>,
}

impl Outlook {
    /// A draw.
    pub const DRAWN: Outlook = Outlook::proven(Value::Drawn);

    /// A loss in a finished game.
    pub const LOST: Outlook = Outlook::proven(Value::Lost(0));

    pub(super) const fn proven(value: Value) -> Outlook {
        let expected = match value {
            Value::Won(_) => 100,
            Value::Drawn => 50,
            Value::Lost(_) => 0,
        };
        Outlook { expected, proven: Some(value) }
    }

    /// Converts the engine's score of a move in `position` to the outlook of the player to move.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "searches are short; percents are from 1 to 99"
    )]
    pub fn of_score(position: &Position, score: i32) -> Outlook {
        if let Some(plies) = plies_to_end(score) {
            return Outlook::proven(if score > 0 {
                Value::Won(plies as u16)
            } else {
                Value::Lost(plies as u16)
            });
        }
        let pieces = Player::ALL.iter().map(|&player| position.board().count(player)).sum();
        let expected = Curve::of(position).expected(score, pieces);
        Outlook { expected: (100.0 * expected).round().clamp(1.0, 99.0) as u8, proven: None }
    }

    /// Returns the proven result without its number of plies.
    pub(super) fn result(self) -> Option<Wdl> {
        self.proven.map(Value::wdl)
    }

    /// Returns the outlook of the player who made the last move, given that of the player to move.
    fn before(self) -> Outlook {
        Outlook { expected: 100 - self.expected, proven: self.proven.map(Value::before) }
    }

    /// Returns red's expected result in percent, given `player`'s outlook.
    pub const fn for_red(self, player: Player) -> u8 {
        match player {
            Player::Red => self.expected,
            Player::Black => 100 - self.expected,
        }
    }
}

/// Writes `won in 3`, `drawn` or `42 %`.
impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.proven {
            Some(value) => value.fmt(f),
            None => write!(f, "{} %", self.expected),
        }
    }
}

/// A move with the expected result for its player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct JudgedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The outlook after the move, for the player who makes it.
    #[serde(flatten)]
    pub outlook: Outlook,
}

/// The judged moves of a position.
#[derive(Clone, Debug, Default)]
pub struct JudgedMoves {
    /// The moves. The proven value or estimate of each breaks ties between equal expected results.
    moves: Vec<(JudgedMove, Option<i32>)>,
}

impl JudgedMoves {
    /// Judges the moves of a position by proven values or, if there are none, by the engine's estimates.
    pub fn new(position: &Position, estimates: &Estimates, proven: Option<&ProvenMoves>) -> JudgedMoves {
        let judge = |Estimate { mv, score }: &Estimate| {
            let value = proven.and_then(|proven| proven.value(mv.path()));
            let outlook = value.map_or_else(|| Outlook::of_score(position, *score), Outlook::proven);
            let view = estimator::view(value, Some(estimates), mv.path());
            (JudgedMove { mv: mv.clone(), outlook }, view)
        };
        JudgedMoves { moves: estimates.moves.iter().map(judge).collect() }
    }

    /// Gives one of the moves another outlook.
    pub(super) fn with(mut self, path: &Path, outlook: Outlook) -> JudgedMoves {
        if let Some((judged, view)) = self.moves.iter_mut().find(|(judged, _)| judged.mv.path() == path) {
            (judged.outlook, *view) = (outlook, None);
        }
        self
    }

    /// Raises the outlook of one of the moves to the one found in the position after it, if that is better. So a move
    /// is blamed only for a cost that both searches find.
    pub(super) fn after(self, path: &Path, next: &JudgedMoves) -> JudgedMoves {
        let Some(found) = next.best().map(|best| best.outlook.before()) else { return self };
        let is_better = |judged: Judgement| found.expected > judged.played.outlook.expected;
        if self.judge(path).is_some_and(is_better) { self.with(path, found) } else { self }
    }

    /// Returns the best move; among moves with the same expected result, the one with the best proven value or
    /// estimate, then the first.
    pub fn best(&self) -> Option<&JudgedMove> {
        // `max_by_key` returns the last of several maxima.
        let best = self.moves.iter().rev().max_by_key(|(judged, view)| (judged.outlook.expected, *view));
        best.map(|(judged, _)| judged)
    }

    pub(super) fn judge(&self, path: &Path) -> Option<Judgement> {
        let (played, _) = self.moves.iter().find(|(judged, _)| judged.mv.path() == path)?;
        let best =
            self.best().filter(|best| best.outlook.expected > played.outlook.expected).unwrap_or(played);
        Some(Judgement { played: played.clone(), best: best.clone() })
    }
}

/// A played move compared with the best one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Judgement {
    /// The played move.
    pub played: JudgedMove,
    /// The best move: the played move, unless another has a better expected result.
    pub best: JudgedMove,
}

impl Judgement {
    /// Returns the percentage points of the expected result that the played move gave away.
    pub fn cost(&self) -> u8 {
        self.best.outlook.expected.saturating_sub(self.played.outlook.expected)
    }

    /// Returns whether the move may be a [moment](moments) of its game.
    pub fn is_moment(&self) -> bool {
        self.cost() >= MOMENT_COST
    }

    /// Describes the move of a player: `red plays d4->e5: drawn instead of won in 3 with d4->c5 (costs 50)`.
    pub(super) fn text(&self, player: Player, notation: Notation) -> String {
        let Judgement { played, best } = self;
        let made = format!("{player} plays {}: {}", notation.path(played.mv.path()), played.outlook);
        match self.cost() {
            0 => format!("{made}; no move has a better result"),
            cost => {
                let better = notation.path(best.mv.path());
                format!("{made} instead of {} with {better} (costs {cost})", best.outlook)
            }
        }
    }
}

/// Returns the indices of the costliest plies after the first `lead`, given the costs of all plies: at most
/// [`MAX_MOMENTS`] indices of plies that cost at least [`MOMENT_COST`]. The costliest comes first; among equals, the
/// earliest.
pub fn moments(costs: &[u8], lead: usize) -> Vec<usize> {
    let mut plies: Vec<usize> = (lead..costs.len()).filter(|&ply| costs[ply] >= MOMENT_COST).collect();
    // The sort is stable: among equal costs, the earlier ply stays first.
    plies.sort_by_key(|&ply| Reverse(costs[ply]));
    plies.truncate(MAX_MOMENTS);
    plies
}
