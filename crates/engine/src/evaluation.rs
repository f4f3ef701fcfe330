//! Evaluates a position term by term.

use super::evaluate::{Evaluator, TermCounts};
use super::term::Term;
use super::weights::Weights;
use rankmoves_core::model::variant::{self, Black, Red, Task, Variant};
use rankmoves_core::{ByPlayer, Player, Position};

/// The engine's view of a position without looking ahead: the counts of each
/// [`Term`] for both players, and their weights.
///
/// The evaluation does not depend on the player to move. The engine itself evaluates only positions where
/// that player need not jump; in others it looks ahead first.
///
/// ```
/// use rankmoves_engine::{Evaluation, Term};
/// use rankmoves_core::{Player, Position, Rules};
///
/// let start = Position::start(Rules::ENGLISH, Player::Red);
/// let evaluation = Evaluation::of(&start);
/// let men = evaluation.get(Term::Man);
/// assert_eq!((men.red, men.black, men.weight), (12, 12, 100));
/// assert_eq!(evaluation.score(Player::Red), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Evaluation {
    /// Red's counts and black's.
    counts: ByPlayer<TermCounts>,
    weights: Weights,
}

/// One [`Term`] of an [`Evaluation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Contribution {
    /// The term.
    pub term: Term,
    /// Its count for red.
    pub red: i32,
    /// Its count for black.
    pub black: i32,
    /// Its weight in hundredths of a man.
    pub weight: i32,
}

impl Contribution {
    /// Returns the contribution of the term for a player: its weight times the difference between the
    /// player's count and the opponent's, in hundredths of a man.
    pub const fn score(self, player: Player) -> i32 {
        match player {
            Player::Red => self.weight * (self.red - self.black),
            Player::Black => self.weight * (self.black - self.red),
        }
    }
}

impl Evaluation {
    /// Evaluates a position with the default weights.
    pub fn of(position: &Position) -> Evaluation {
        Evaluation::with_weights(position, Weights::default())
    }

    /// Evaluates a position with the given weights.
    pub fn with_weights(position: &Position, weights: Weights) -> Evaluation {
        let counts = variant::dispatch(position.board().shape(), position.rules(), CountTerms(position));
        Evaluation { counts, weights }
    }

    /// Returns one term.
    pub fn get(&self, term: Term) -> Contribution {
        Contribution {
            term,
            red: self.counts[Player::Red][term as usize],
            black: self.counts[Player::Black][term as usize],
            weight: self.weights.get(term),
        }
    }

    /// Returns all terms, in the order of [`Term::ALL`].
    pub fn terms(&self) -> impl Iterator<Item = Contribution> {
        Term::ALL.into_iter().map(|term| self.get(term))
    }

    /// Returns the sum of all terms for a player, in hundredths of a man. The opponent's sum is its negative.
    pub fn score(&self, player: Player) -> i32 {
        self.terms().map(|term| term.score(player)).sum()
    }
}

struct CountTerms<'a>(&'a Position);

impl Task for CountTerms<'_> {
    type Output = ByPlayer<TermCounts>;

    fn run<V: Variant>(self, variant: V) -> ByPlayer<TermCounts> {
        let evaluator = Evaluator::new(variant, Weights::NONE);
        let pieces = self.0.board().pieces().convert();
        ByPlayer::new(evaluator.counts::<Red>(pieces), evaluator.counts::<Black>(pieces))
    }
}
