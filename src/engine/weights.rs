//! What the evaluation counts, and what each count is worth.

use std::fmt;

/// Something that the evaluation counts for each player.
///
/// The counts are those of one player; the evaluation takes the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// Men.
    Man,
    /// Kings.
    King,
    /// How far the men have come that no enemy stands before, and that therefore
    /// will be crowned: each from 0 on its own back rank to 7 on the crowning one.
    Advancement,
    /// Men on their own back rank, where they keep the opponent's men from
    /// being crowned: counted while the opponent has men.
    BackRank,
    /// Pieces in the middle of the board: on 8×8, on c3 to f6.
    Centre,
    /// Steps that the pieces can make.
    Mobility,
    /// Pairs of neighbouring pieces.
    Connected,
    /// Men that no piece in front of them can jump: what is behind them, on
    /// both sides, is a piece or the edge.
    Defended,
    /// Enemies that could be jumped, were it the player's turn.
    Threats,
    /// By how much more pieces the player has, in hundredths of all pieces:
    /// an advantage grows as pieces are exchanged.
    Majority,
}

impl Term {
    /// All of them, in the order of their numbers.
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
}

/// Writes its name in words: `back rank`.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Term::Man => "man",
            Term::King => "king",
            Term::Advancement => "advancement",
            Term::BackRank => "back rank",
            Term::Centre => "centre",
            Term::Mobility => "mobility",
            Term::Connected => "connected",
            Term::Defended => "defended",
            Term::Threats => "threats",
            Term::Majority => "majority",
        })
    }
}

/// What a unit of each [`Term`] is worth, in hundredths of a man.
///
/// The default is what matches have shown to be good; see `benches/terms.rs`.
///
/// ```
/// use rankmoves::engine::{Term, Weights};
///
/// let weights = Weights::default();
/// assert_eq!(weights.get(Term::Man), 100);
/// assert_eq!(weights.without(Term::Centre).get(Term::Centre), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weights([i32; Term::ALL.len()]);

impl Weights {
    /// A man is worth 100, a king 150, and nothing else anything.
    pub const MATERIAL: Weights = Weights([0; Term::ALL.len()]).with(Term::Man, 100).with(Term::King, 150);

    /// The weight of a term.
    pub const fn get(&self, term: Term) -> i32 {
        self.0[term as usize]
    }

    /// The weights in the order of [`Term::ALL`].
    pub(super) fn values(&self) -> impl Iterator<Item = i32> {
        self.0.iter().copied()
    }

    /// The same weights but for one.
    #[must_use]
    pub const fn with(mut self, term: Term, weight: i32) -> Weights {
        self.0[term as usize] = weight;
        self
    }

    /// The same weights, a term left out.
    #[must_use]
    pub const fn without(self, term: Term) -> Weights {
        self.with(term, 0)
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
