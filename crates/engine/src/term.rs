//! The terms of the evaluation.

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
