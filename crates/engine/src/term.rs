//! The terms of the evaluation, and their weights.

use std::fmt;

/// A feature of a position that the evaluation counts for each player.
///
/// The evaluation takes the difference between the two players' counts. The numeric value of a term is its
/// index in [`Term::ALL`].
///
/// ```
/// use rankmoves_engine::Term;
///
/// assert_eq!(Term::BackRank.name(), "back rank");
/// for term in Term::ALL {
///     println!("{term}: {}", term.description());
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// The number of men.
    Man,
    /// The number of kings.
    King,
    /// Rows that free men have advanced, scaled from 0 on the back rank to 7 on the
    /// crowning rank. A man is free if no enemy stands on any square that it could
    /// reach by steps, so it will be crowned.
    Advancement,
    /// Men on their own back rank, where they keep the opponent's men from being crowned. They are counted
    /// while the opponent has men.
    BackRank,
    /// Kings in the centre: the squares that remain after removing outer rings, while at least a quarter of
    /// the board remains. On 8×8 these are c3 to f6.
    Centre,
    /// Steps of men to empty squares where no enemy could jump them. The square that they leave is
    /// treated as occupied.
    Mobility,
    /// Men with a piece of their own diagonally behind them.
    Connected,
    /// Men that no enemy in front could jump: on each diagonal, the square behind the man is occupied, or the
    /// square in front or behind is off the board.
    Defended,
    /// Enemies that the player could jump if it were the player's turn.
    Threats,
    /// The player's share of all pieces in hundredths, rounded down: an
    /// advantage grows as pieces are exchanged.
    Majority,
}

impl Term {
    /// All terms, in the order of their numbers.
    pub const ALL: [Term; 10] = [
        Term::Man,
        Term::King,
        Term::Advancement,
        Term::BackRank,
        Term::Centre,
        Term::Mobility,
        Term::Connected,
        Term::Defended,
        Term::Threats,
        Term::Majority,
    ];

    /// Returns the name in words: `back rank`.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// Returns a short description of the term.
    pub const fn description(self) -> &'static str {
        self.texts().1
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Term::Man => ("man", "men"),
            Term::King => ("king", "kings"),
            Term::Advancement => ("advancement", "rows advanced by men that no enemy can stop"),
            Term::BackRank => ("back rank", "men on their own back rank, while the opponent has men"),
            Term::Centre => ("centre", "kings in the middle of the board"),
            Term::Mobility => ("mobility", "steps of men to squares where they cannot be jumped"),
            Term::Connected => ("connected", "men with a piece of their own behind them"),
            Term::Defended => ("defended", "men that no enemy in front of them could jump"),
            Term::Threats => ("threats", "enemies that could be jumped"),
            Term::Majority => ("majority", "share of all pieces, in hundredths"),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_term_as_a_number_is_its_index() {
        for (index, term) in Term::ALL.into_iter().enumerate() {
            assert_eq!(term as usize, index, "{term}");
        }
    }
}
