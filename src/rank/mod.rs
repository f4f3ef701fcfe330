//! Ranking: every move of a position with its exact score.
//!
//! The score of a move `m` by `p`, leading from a position to `G`:
//!
//! - at depth 0, the [`score`](rankmoves_core::score) of `G` for `p`;
//! - at depth `D` > 0, [`WON`](rankmoves_core::WON) if the opponent has no moves in `G`, otherwise minus the
//!   highest score of the opponent's moves in `G`, each scored at depth `D` − 1.
//!
//! [`minimax()`] is this definition as a program. [`Ranker`] gives the same scores with less search. Its
//! modules pass a position on to each other:
//!
//! 1. [`Ranker`] lists the moves of the position and passes on the positions after them;
//! 2. `search` deepens step by step and spreads the roots over threads by a `schedule`. Once it has taken as
//!    long as `any_depth` would take to compute all values, it uses `any_depth` instead;
//! 3. `worker` finds the value of a root by null-window searches; `order` sorts
//!    the moves so that cutoffs come early;
//! 4. `leaf` handles the last two plies.
//!
//! A `line` of best play follows the values of such searches.

mod any_depth;
mod entry;
mod error;
mod leaf;
mod line;
mod minimax;
mod order;
mod progress;
mod ranker;
mod ranking;
mod root;
mod schedule;
mod search;
#[cfg(feature = "serde")]
mod serde;
mod worker;

pub use error::RankError;
pub use line::MAX_LINE_LEN;
pub use minimax::minimax;
pub use progress::Progress;
pub use ranker::{MAX_MOVES, Ranker, rank};
pub use ranking::{RankedMove, Ranking, best, keep_best};
pub use search::Statistics;
#[cfg(feature = "serde")]
pub use serde::{MoveFields, RankingFields};
