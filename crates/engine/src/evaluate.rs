//! Evaluates positions statically, with bitboards, and shows the evaluation term by term.

use super::term::{Term, Weights};
use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::layout::{Direction, Layout};
use rankmoves_core::model::variant::{self, Black, Red, Side, Task, Variant};
use rankmoves_core::{ByPlayer, Player, Position};

/// A player's counts, each at the index of its term.
type TermCounts = [i32; Term::ALL.len()];

/// An evaluator of one variant.
pub(super) struct Evaluator<V: Variant> {
    layout: V::Layout,
    weights: Weights,
    centre: Bitboard<V::Word>,
    /// The advancement of a man on each square: red's and black's.
    progress: ByPlayer<BitPlanes<V::Word>>,
    /// The number of rows, from a player's back rank to the other's.
    rows: usize,
}

impl<V: Variant> Evaluator<V> {
    pub(super) fn new(variant: V, weights: Weights) -> Self {
        let layout = variant.layout();
        let rows = rows::<_, Red>(layout).len();
        let progress = ByPlayer::new(progress::<_, Red>(layout), progress::<_, Black>(layout));
        Evaluator { layout, weights, centre: centre(layout), progress, rows }
    }

    /// Evaluates a position for side `S`, in hundredths of a man.
    pub(super) fn evaluate<S: Side>(&self, pieces: Pieces<V::Word>) -> i32 {
        let own = self.counts::<S>(pieces);
        let other = self.counts::<S::Opponent>(pieces);
        let difference = |term: Term| own[term as usize] - other[term as usize];
        Term::ALL.into_iter().map(|term| self.weights.get(term) * difference(term)).sum()
    }

    /// Counts all terms for side `S`.
    #[inline]
    fn counts<S: Side>(&self, pieces: Pieces<V::Word>) -> TermCounts {
        let (own, enemies) = (pieces.of(S::PLAYER), pieces.of(S::Opponent::PLAYER));
        let (men, kings) = (own - pieces.kings, own & pieces.kings);
        let (enemy_men, enemy_kings) = (enemies - pieces.kings, enemies & pieces.kings);
        let squares = self.layout.squares();
        let empty = squares - (own | enemies);
        let step = |set, direction| self.layout.step(set, direction);
        let in_front = |set| step(set, S::FORWARD[0]) | step(set, S::FORWARD[1]);

        let guards =
            if enemy_men.is_empty() { Bitboard::EMPTY } else { men & S::Opponent::crowning(self.layout) };
        // `attacked`: an enemy could jump a piece of the player on this square. `open`: an enemy could, if one
        // stood in front of the piece. `threatened`: the player could jump an enemy on this square.
        let (mut attacked, mut open, mut threatened) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for direction in Direction::ALL {
            let behind = step(empty, direction.reversed());
            let is_backward = !S::is_forward(direction);
            attacked |= behind & step(if is_backward { enemies } else { enemy_kings }, direction);
            threatened |= behind & step(if is_backward { kings } else { own }, direction);
            if is_backward {
                open |= behind & step(squares, direction);
            }
        }
        let safe = empty - attacked;
        let steps = S::FORWARD.map(|direction| (step(men, direction) & safe).len());
        // Squares from which a man could meet an enemy on its way. The squares
        // off the board are masked: steps must not wrap around.
        let mut met = enemies;
        for _ in 1..self.rows {
            if (men - met).is_empty() {
                break;
            }
            let nearer = step(met, S::FORWARD[0].reversed()) | step(met, S::FORWARD[1].reversed());
            met |= nearer & squares;
        }
        let mut counts = TermCounts::default();
        let mut count = |term: Term, number: u32| counts[term as usize] = number.cast_signed();
        count(Term::Man, men.len());
        count(Term::King, kings.len());
        count(Term::Advancement, self.progress[S::PLAYER].sum(men - met));
        count(Term::BackRank, guards.len());
        count(Term::Centre, (kings & self.centre).len());
        count(Term::Mobility, steps[0] + steps[1]);
        count(Term::Connected, (men & in_front(own)).len());
        count(Term::Defended, (men - open).len());
        count(Term::Threats, (threatened & enemies).len());
        count(Term::Majority, 100 * own.len() / (own | enemies).len().max(1));
        counts
    }
}

/// A number from 0 to 7 for each square, as bit planes.
struct BitPlanes<W> {
    /// For each binary digit, lowest first, the squares where it is set.
    digits: [Bitboard<W>; DIGITS],
}

const DIGITS: usize = 3;

impl<W: Word> BitPlanes<W> {
    const HIGHEST: usize = (1 << DIGITS) - 1;

    /// Returns the sum of the numbers of some squares.
    #[inline]
    fn sum(&self, set: Bitboard<W>) -> u32 {
        (0..).zip(&self.digits).map(|(exponent, &digit)| (set & digit).len() << exponent).sum()
    }
}

/// Returns the rows of the board from the back rank of side `S` on.
fn rows<L: Layout, S: Side>(layout: L) -> Vec<Bitboard<L::Word>> {
    let ahead = |row: &Bitboard<L::Word>| {
        let next = S::FORWARD.map(|direction| layout.step(*row, direction));
        Some((next[0] | next[1]) & layout.squares()).filter(|row| !row.is_empty())
    };
    std::iter::successors(Some(S::Opponent::crowning(layout)), ahead).collect()
}

/// Returns the advancement of a man of side `S` on each square, from 0 on the
/// back rank to 7 on the crowning rank.
fn progress<L: Layout, S: Side>(layout: L) -> BitPlanes<L::Word> {
    let rows = rows::<L, S>(layout);
    let last = rows.len() - 1;
    let mut digits = [Bitboard::EMPTY; DIGITS];
    for (number, row) in rows.into_iter().enumerate() {
        let progress = (number * BitPlanes::<L::Word>::HIGHEST + last / 2) / last;
        for (exponent, digit) in digits.iter_mut().enumerate() {
            if progress >> exponent & 1 == 1 {
                *digit |= row;
            }
        }
    }
    BitPlanes { digits }
}

/// Returns the centre: the squares left after removing outer rings, as long as a quarter of all squares
/// remains.
fn centre<L: Layout>(layout: L) -> Bitboard<L::Word> {
    let inside = |set: &Bitboard<L::Word>| {
        Some(Direction::ALL.iter().fold(*set, |inside, &direction| inside & layout.step(*set, direction)))
    };
    let rings = std::iter::successors(Some(layout.squares()), inside);
    rings
        .take_while(|set| set.len() * 4 >= layout.squares().len())
        .last()
        .expect("the whole board is large enough")
}

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
