//! Proven values, in the form that searches need.

use super::{Value, Wdl};
use rankmoves_core::Position;

/// A source of proven values, such as [`Tables`](super::Tables). If it has the value of a position, a search need
/// not look further.
///
/// ```
/// use rankmoves_core::{Player, Position, Rules};
/// use rankmoves_endings::{Prober, Value};
///
/// /// Reports a draw for one piece against one.
/// struct Pairs;
///
/// impl Prober for Pairs {
///     fn most_pieces(&self) -> u32 {
///         2
///     }
///
///     fn probe(&self, position: &Position) -> Option<Value> {
///         let board = position.board();
///         (board.count(Player::Red) == 1 && board.count(Player::Black) == 1).then_some(Value::Drawn)
///     }
/// }
///
/// assert_eq!(Pairs.probe(&Position::start(Rules::ENGLISH, Player::Red)), None);
/// ```
pub trait Prober: Send + Sync {
    /// Returns the greatest number of pieces of any position with a known value. The number may grow while
    /// tables are built, but never shrinks. Call this again for each search.
    fn most_pieces(&self) -> u32;

    /// Returns the value of a position for the player to move, if known.
    fn probe(&self, position: &Position) -> Option<Value>;

    /// Returns the result of a position for the player to move, if available. By default it follows from the
    /// value; a source that also has results without lengths overrides this.
    fn result(&self, position: &Position) -> Option<Wdl> {
        self.probe(position).map(Value::wdl)
    }
}
