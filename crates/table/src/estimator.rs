//! The engine's estimates of positions, shown beside their exact scores.

use std::sync::atomic::Ordering::Relaxed;

use rankmoves_core::{Move, Path, Position};
use rankmoves_endings::Value;
use rankmoves_engine::{Engine, Estimates, Limits, WIN, is_proven, plies_to_end};

/// The search depth in plies. It is even, so that both players make the same number of moves. A deeper search
/// would rate all opening moves as equal, because good play can follow each of them.
const ESTIMATE_DEPTH: u32 = 6;

/// The maximum number of positions searched per estimate. Boards with very many moves get less depth.
const ESTIMATE_NODES: u64 = 1 << 16;

/// The maximum number of positions searched to judge a position in a review, enough for about nine plies. The
/// constants of [`Curve`](rankmoves_engine::Curve) were fitted with this limit.
const JUDGE_NODES: u64 = 30_000;

/// The score of a proven draw.
const DRAW: i32 = 0;

/// An engine that makes [`Estimates`]. Except in [`deepen`](Self::deepen), they depend only on the position.
#[derive(Default)]
pub struct Estimator {
    /// The engine. Its stop flag stops the current estimate.
    pub engine: Engine,
}

impl Estimator {
    /// Estimates the moves of a position; returns `None` if the stop flag is raised.
    pub fn estimates(&mut self, position: &Position) -> Option<Estimates> {
        self.engine.forget();
        self.within(position, Limits { depth: Some(ESTIMATE_DEPTH), ..Limits::nodes(ESTIMATE_NODES) })
    }

    /// Estimates the moves of a position for a review; returns `None` if the stop flag is raised.
    pub fn judge(&mut self, position: &Position) -> Option<Estimates> {
        self.engine.forget();
        self.within(position, Limits::nodes(JUDGE_NODES))
    }

    /// Returns the engine's line of best play from a position, empty without moves; `None` if the stop flag is raised.
    pub(crate) fn line(&mut self, position: &Position) -> Option<Vec<Move>> {
        self.engine.forget();
        let choice = self.engine.choose(position, Limits::nodes(JUDGE_NODES));
        (!self.engine.stop_flag().load(Relaxed)).then(|| choice.map_or_else(Vec::new, |choice| choice.line))
    }

    /// Estimates the moves of a position, to a depth that suits their exact scores at `depth`. `nodes` may
    /// raise the usual limit. Earlier estimates of the same position speed this up. Returns `None` if the stop
    /// flag is raised.
    pub fn deepen(&mut self, position: &Position, depth: u32, nodes: u64) -> Option<Estimates> {
        let (depth, nodes) = ((depth / 2 * 2 + 2).max(ESTIMATE_DEPTH), nodes.max(ESTIMATE_NODES));
        self.within(position, Limits { depth: Some(depth), nodes: Some(nodes), deadline: None })
    }

    fn within(&mut self, position: &Position, limits: Limits) -> Option<Estimates> {
        let estimates = self.engine.rank(position, limits);
        (!self.engine.stop_flag().load(Relaxed)).then_some(estimates)
    }
}

/// Returns the rank of a move among those of equal exact score: its proven value, on the engine's scale, or estimate.
pub fn view(proven: Option<Value>, estimates: Option<&Estimates>, path: &Path) -> Option<i32> {
    match proven {
        Some(Value::Won(plies)) => Some(WIN - i32::from(plies)),
        Some(Value::Drawn) => Some(DRAW),
        Some(Value::Lost(plies)) => Some(i32::from(plies) - WIN),
        None => estimates?.score(path),
    }
}

/// Writes hundredths of a man as men: `+0.12`, `-1.50`, `0.00`.
pub fn in_men(hundredths: i32) -> String {
    if hundredths == 0 { "0.00".to_owned() } else { format!("{:+.2}", f64::from(hundredths) / 100.0) }
}

/// Writes a score: in men, or as `win5` (won after 5 plies) or `loss4`; as `won` or `lost` if the plies are unknown.
pub fn short_score(score: i32) -> String {
    match plies_to_end(score) {
        None if is_proven(score) => if score > 0 { "won" } else { "lost" }.to_owned(),
        None => in_men(score),
        Some(plies) => format!("{}{plies}", if score > 0 { "win" } else { "loss" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundredths_are_written_as_men() {
        let texts = [0, 5, -5, 100, -250, 1234].map(in_men);
        assert_eq!(texts, ["0.00", "+0.05", "-0.05", "+1.00", "-2.50", "+12.34"]);
    }

    #[test]
    fn a_forced_end_is_shown_in_plies_if_known() {
        let texts = [WIN - 5, 4 - WIN, 90 - WIN, 120, WIN - 2000, 2000 - WIN].map(short_score);
        assert_eq!(texts, ["win5", "loss4", "loss90", "+1.20", "won", "lost"]);
    }
}
