//! The weights of the evaluation.

use super::term::Term;

/// The weights of all [`Term`]s, in hundredths of a man.
///
/// The default weights have won matches against other weights; see `crates/game/benches/terms.rs`.
///
/// ```
/// use rankmoves_core::Position;
/// use rankmoves_engine::{Engine, Limits, Term, Weights};
///
/// let weights = Weights::default().with(Term::King, 180).with(Term::Centre, 0);
/// assert_eq!(weights.get(Term::Man), 100);
/// assert_eq!(weights.get(Term::King), 180);
///
/// // An engine that judges positions by them.
/// let choice = Engine::with_weights(weights).choose(&Position::english(), Limits::depth(4));
/// assert!(choice.is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weights([i32; Term::ALL.len()]);

impl Weights {
    /// The greatest absolute value of a weight. An evaluation with such weights fits in 32 bits on all boards.
    pub const MAX: i32 = 30_000;

    const MIN: i32 = -Self::MAX;

    /// Weights that are all 0, to start from.
    pub const NONE: Weights = Weights([0; Term::ALL.len()]);

    /// Weights that count only material: a man 100, a king 150.
    pub const MATERIAL: Weights = Weights::NONE.with(Term::Man, 100).with(Term::King, 150);

    /// Returns the weight of a term.
    pub const fn get(&self, term: Term) -> i32 {
        self.0[term as usize]
    }

    /// Changes one weight, limited to ±[`MAX`](Self::MAX).
    #[must_use]
    pub const fn with(mut self, term: Term, weight: i32) -> Weights {
        self.0[term as usize] = match weight {
            Self::MAX.. => Self::MAX,
            ..=Self::MIN => Self::MIN,
            _ => weight,
        };
        self
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::MATERIAL
            .with(Term::Advancement, 6)
            .with(Term::BackRank, 12)
            .with(Term::Centre, 12)
            .with(Term::Mobility, 5)
            .with(Term::Connected, 5)
            .with(Term::Defended, 5)
            .with(Term::Threats, 18)
            .with(Term::Majority, 2)
    }
}
