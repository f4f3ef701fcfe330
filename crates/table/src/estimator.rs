//! The engine's view of positions, beside their exact scores.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rankmoves_core::{Path, Player, Position};
use rankmoves_endings::Value;
use rankmoves_engine::{Engine, Estimates, Limits, WIN};

/// The search depth in plies: even, so that both players have moved equally often. At a greater
/// depth, all moves of an opening would look equal, because good play follows each.
const ESTIMATE_DEPTH: u32 = 6;

/// Maximum positions searched per view; boards with very many moves get less depth.
const ESTIMATE_NODES: u64 = 1 << 16;

/// Score of a draw, proven or because neither player can move and both pass.
const DRAW: i32 = 0;

/// An engine that makes [`Estimates`]. They depend on the position alone.
pub struct Estimator {
    engine: Engine,
    limits: Limits,
}

impl Default for Estimator {
    fn default() -> Estimator {
        Estimator::with_limits(Limits {
            depth: Some(ESTIMATE_DEPTH),
            nodes: Some(ESTIMATE_NODES),
            deadline: None,
        })
    }
}

impl Estimator {
    /// Creates an estimator with other limits.
    pub fn with_limits(limits: Limits) -> Estimator {
        Estimator { engine: Engine::new(), limits }
    }

    /// Estimates the moves of a position; `None` if the flag stops that.
    pub fn estimates(&mut self, position: &Position) -> Option<Estimates> {
        self.forget();
        self.within(position, self.limits)
    }

    /// Forgets earlier positions.
    pub fn forget(&mut self) {
        self.engine.forget();
    }

    /// Estimates the moves of a position, to a depth that suits their exact scores at `depth`;
    /// `nodes` may raise the usual limit. Earlier estimates of the same position help. `None` if
    /// the flag stops that.
    pub fn deepen(&mut self, position: &Position, depth: u32, nodes: u64) -> Option<Estimates> {
        let (depth, nodes) = ((depth / 2 * 2 + 2).max(ESTIMATE_DEPTH), nodes.max(ESTIMATE_NODES));
        self.within(position, Limits { depth: Some(depth), nodes: Some(nodes), deadline: None })
    }

    fn within(&mut self, position: &Position, limits: Limits) -> Option<Estimates> {
        let estimates = self.engine.rank(position, limits);
        (!self.engine.stop_flag().load(Relaxed)).then_some(estimates)
    }

    /// Returns the flag that stops an estimate.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.engine.stop_flag()
    }
}

/// Returns the view of a move that orders it among moves of the same exact score: its proven value,
/// or else the engine's estimate, on the engine's scale. `None` if neither is known.
pub fn view(proven: Option<Value>, estimates: Option<&Estimates>, path: &Path) -> Option<i32> {
    match proven {
        Some(Value::Won(plies)) => Some(WIN - i32::from(plies)),
        Some(Value::Drawn) => Some(DRAW),
        Some(Value::Lost(plies)) => Some(i32::from(plies) - WIN),
        None => estimates?.score(path),
    }
}

/// Returns the engine's score of a position for red. `best` estimates positions with moves, for the
/// player to move.
pub fn score_for_red(position: &Position, best: impl FnOnce(&Position) -> Option<i32>) -> Option<i32> {
    let sign = if position.turn() == Player::Red { 1 } else { -1 };
    Some(sign * score(position, best)?)
}

/// Returns the engine's score of a position for the player to move.
fn score(position: &Position, best: impl FnOnce(&Position) -> Option<i32>) -> Option<i32> {
    if position.has_moves() {
        return best(position);
    }
    match position.pass() {
        Ok(passed) if position.board().count(position.turn()) > 0 => {
            if passed.has_moves() {
                best(&passed).map(|score| -score)
            } else {
                Some(DRAW)
            }
        }
        _ => Some(-WIN),
    }
}
