//! Proven values and results of positions, in the form that searches need.

use super::numbering::Numbering;
use super::slices::Slice;
use super::{Contents, Material, Tables, Value, Wdl};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{self, Effect};
use rankmoves_core::model::variant::{self, Side, SidedTask, Variant};
use rankmoves_core::{Blocked, Position};

/// A source of proven values, such as [`Tables`]. If it has the value of a position, a search need
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

impl Prober for Tables {
    /// Returns the greatest number of pieces of any position with a known result. It grows with the tables;
    /// some positions with that number of pieces may be unknown.
    fn most_pieces(&self) -> u32 {
        self.stores[0].most_pieces.max(self.stores[1].most_pieces)
    }

    /// Returns the value of a position for the player to move; `None` if the tables do
    /// not contain it: it has another shape or other rules, too many pieces, or a man on
    /// its crowning row, which occurs only in positions that were set up.
    ///
    /// While a jump is in progress, the value is that of the best continuation.
    fn probe(&self, position: &Position) -> Option<Value> {
        if !self.is_of(position) {
            return None;
        }
        if position.jumping().is_some() {
            let values = position.legal_moves().map(|mv| self.probe(&position.after(&mv)));
            return best(values.map(|value| value.map(Value::before)));
        }
        let material = Material::of_position(position);
        if !material.has_both_sides() {
            return Some(if position.has_moves() { Value::Won(1) } else { Value::Lost(0) });
        }
        let (slice, number) = self.entry(Contents::Plies, position, material)?;
        slice.codes.get(number)
    }

    /// Returns the result of a position for the player to move, from tables of values or from results-only
    /// tables; `None` if neither has the result, as for [`probe`](Self::probe).
    fn result(&self, position: &Position) -> Option<Wdl> {
        self.probe(position).map(Value::wdl).or_else(|| self.result_alone(position))
    }
}

impl Tables {
    /// Returns the result of a position from results-only tables.
    pub(super) fn result_alone(&self, position: &Position) -> Option<Wdl> {
        if !self.is_of(position) {
            return None;
        }
        let material = Material::of_position(position);
        if !material.has_both_sides() {
            return Some(if position.has_moves() { Wdl::Win } else { Wdl::Loss });
        }
        let is_between = position.jumping().is_some();
        let has_non_converting_moves =
            || variant::dispatch_sided(position.board(), self.rules, position.turn(), HasNonConvertingMoves);
        let entry = self.entry(Contents::Results, position, material);
        if let Some((slice, number)) = entry.filter(|_| !is_between && has_non_converting_moves()) {
            return slice.codes.get(number).map(Value::wdl);
        }
        if !is_between && entry.is_none() {
            return None;
        }
        // Positions without a non-converting move have no entries: all their moves lead to other tables.
        let results = position.legal_moves().map(|mv| self.result_alone(&position.after(&mv)));
        let mut results = results.map(|result| result.map(Wdl::reversed)).peekable();
        if results.peek().is_none() { Some(Wdl::Loss) } else { best(results) }
    }

    /// Returns whether the tables are for the board and the rules of a position.
    pub(crate) fn are_for(&self, position: &Position) -> bool {
        position.board().shape() == self.shape && position.rules() == self.rules
    }

    /// Returns whether tables of this shape and these rules cover a position.
    fn is_of(&self, position: &Position) -> bool {
        self.are_for(position) && self.rules.blocked == Blocked::Loses
    }

    /// Returns whether the tables have an entry with the number of plies for a position. The position must have
    /// no chain in progress and no man on its crowning row.
    pub(crate) fn has_entry(&self, position: &Position) -> bool {
        let entry = || self.entry(Contents::Plies, position, Material::of_position(position));
        self.is_of(position) && position.jumping().is_none() && entry().is_some()
    }

    /// Returns the slice of a position, and the number of the position in it.
    fn entry(&self, contents: Contents, position: &Position, material: Material) -> Option<(&Slice, usize)> {
        let slice = self.store(contents).find(self.id(position.turn(), material))?;
        let number = Number(&slice.numbering);
        let number = variant::dispatch_sided(position.board(), self.rules, position.turn(), number)?;
        Some((slice, number))
    }
}

/// Returns the greatest of some values, if all are known.
fn best<T: Ord>(values: impl Iterator<Item = Option<T>>) -> Option<T> {
    values.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// A task that finds the number of a position; `None` if a man stands on its crowning row.
struct Number<'a>(&'a Numbering);

impl SidedTask for Number<'_> {
    type Output = Option<usize>;

    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Option<usize> {
        let layout = variant.layout();
        movegen::uncrowned_men(layout, pieces).is_empty().then(|| self.0.number::<_, S>(layout, pieces))
    }
}

/// A test for moves that neither capture nor crown.
struct HasNonConvertingMoves;

impl SidedTask for HasNonConvertingMoves {
    type Output = bool;

    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> bool {
        let mut has_non_converting_moves = false;
        movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
            has_non_converting_moves |= effect.captured.is_empty() && !effect.crowns;
        });
        has_non_converting_moves
    }
}
