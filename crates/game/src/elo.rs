//! Strength in Elo from pairs of games, and a test that ends a series early.

use std::array::from_fn;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::Played;

/// Results of pairs of games with the same opening and the sides exchanged.
///
/// The two games of a pair are not independent: the opening favours one side in both. So pairs are counted
/// instead of games, by the half points that the first agent scored in both games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairTally {
    counts: [u32; 5],
    /// The half points of unfinished pairs, in which only one game is over, by the number of the pair.
    begun: BTreeMap<u32, usize>,
}

/// The 97.5th percentile of the normal distribution.
pub(super) const PERCENTILE_97_5: f64 = 1.96;

impl PairTally {
    /// Makes a tally from the numbers of pairs with 0, 1, 2, 3 and 4 half points for the first agent.
    pub fn of(counts: [u32; 5]) -> PairTally {
        PairTally { counts, begun: BTreeMap::new() }
    }

    /// Adds a finished game. Games of a series may be added in any order, but each only once.
    pub fn add(&mut self, played: &Played) {
        let half_points = match played.game.outcome().and_then(super::Outcome::winner) {
            None => 1,
            Some(winner) if winner == played.side_of_first => 2,
            Some(_) => 0,
        };
        match self.begun.remove(&(played.number / 2)) {
            Some(other) => self.counts[other + half_points] += 1,
            None => drop(self.begun.insert(played.number / 2, half_points)),
        }
    }

    /// Returns the numbers of pairs with 0, 1, 2, 3 and 4 half points for the first agent.
    pub fn counts(&self) -> [u32; 5] {
        self.counts
    }

    /// Returns the number of pairs in which both games are over.
    pub fn pairs(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Returns the difference in strength; `None` if there are fewer than two pairs.
    ///
    /// The bounds come from the normal distribution around the mean score of a pair, with the variance of the
    /// pairs (the pentanomial model, as in `fishtest`). If all pairs have ended in the same way, half a pair
    /// of each extreme is added to compute the variance, because a few equal pairs do not prove that all
    /// pairs are equal.
    pub fn elo(&self) -> Option<Elo> {
        if self.pairs() < 2 {
            return None;
        }
        let mut counts = self.counts.map(f64::from);
        let parts = parts(counts);
        let score: f64 = parts.iter().map(|(score, part)| score * part).sum();
        let mut variance = variance(parts);
        if variance == 0.0 {
            let [first, .., last] = &mut counts;
            (*first, *last) = (*first + 0.5, *last + 0.5);
            variance = self::variance(self::parts(counts));
        }
        let error = PERCENTILE_97_5 * (variance / f64::from(self.pairs())).sqrt();
        Some(Elo { value: elo(score), low: elo(score - error), high: elo(score + error) })
    }
}

/// Returns the variance of a pair's score per game.
fn variance(parts: [(f64, f64); 5]) -> f64 {
    let mean: f64 = parts.iter().map(|(score, part)| score * part).sum();
    parts.iter().map(|(score, part)| part * (score - mean).powi(2)).sum()
}

/// Returns two numbers for each kind of pair: its score per game, from 0 to 1, and the share of pairs of this
/// kind.
fn parts(counts: [f64; 5]) -> [(f64, f64); 5] {
    const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    let all: f64 = counts.iter().sum();
    from_fn(|kind| (SCORES[kind], counts[kind] / all))
}

/// A difference in strength, positive if the first agent is stronger. The first agent is expected to score
/// `1 / (1 + 10^(-elo / 400))` of the points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Elo {
    /// The difference that the played games show; infinite if one agent won all.
    pub value: f64,
    /// The lower bound of the 95 % confidence interval.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Writes `+34.9 (+7.5 to +62.7)`.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0 turns -0 into 0.
        let [value, low, high] =
            [self.value, self.low, self.high].map(|elo| (elo * 10.0).round() / 10.0 + 0.0);
        write!(f, "{value:+.1} ({low:+.1} to {high:+.1})")
    }
}

/// Returns the difference in Elo that corresponds to a score. Scores of 0 or less and of 1 or more give an
/// infinite difference.
fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// Returns the score that corresponds to a difference in Elo.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// A sequential test that decides which of two Elo differences fits the first agent better. Either verdict is
/// wrong one time in twenty.
///
/// It is the generalised sequential probability ratio test over pairs (M. Van den Bergh, *A practical
/// introduction to the GSPRT*), as in `fishtest`: each hypothesis is represented by the most likely
/// distribution of pair results with the mean score of that Elo difference, and the test continues until the
/// logarithm of the ratio of their likelihoods leaves `±ln(0.95 / 0.05)`.
///
/// ```
/// use rankmoves_game::{PairTally, Sprt, SprtVerdict};
///
/// let test: Sprt = "0,50".parse()?;
/// assert_eq!(test.verdict(&PairTally::of([0, 3, 20, 6, 1])), None);
/// assert_eq!(test.verdict(&PairTally::of([20, 0, 0, 0, 0])), Some(SprtVerdict::Lower));
/// # Ok::<(), rankmoves_game::ParseSprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    lower: f64,
    higher: f64,
}

/// The result of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The lower Elo difference is likelier.
    Lower,
    /// The higher Elo difference is likelier.
    Higher,
}

impl Sprt {
    /// The greatest Elo difference, and the negative of the least.
    pub const MAX_ELO: f64 = 1000.0;
    /// The minimum distance between the two Elo differences.
    pub const MIN_DIFFERENCE: f64 = 0.1;
    /// The probability of either error.
    const ERROR: f64 = 0.05;

    /// Returns the logarithm of the ratio of the likelihoods of the higher and the lower Elo difference.
    pub fn log_likelihood_ratio(&self, tally: &PairTally) -> f64 {
        /// The count assumed for kinds of pairs that have not occurred, so that no kind has probability 0.
        const ABSENT: f64 = 1e-3;
        if tally.pairs() == 0 {
            return 0.0;
        }
        let counts = tally.counts.map(|count| f64::from(count).max(ABSENT));
        let parts = parts(counts);
        let [lower, higher] = [self.lower, self.higher].map(|elo| likeliest(parts, score(elo)));
        let terms = counts.iter().zip(lower.iter().zip(higher));
        terms.map(|(count, (lower, higher))| count * (higher / lower).ln()).sum()
    }

    /// Returns the logarithm of the ratio at which the test decides for the higher Elo difference. At the
    /// negative of this logarithm, it decides for the lower.
    pub fn bound() -> f64 {
        ((1.0 - Sprt::ERROR) / Sprt::ERROR).ln()
    }

    /// Returns the verdict; `None` while the test is undecided.
    pub fn verdict(&self, tally: &PairTally) -> Option<SprtVerdict> {
        match self.log_likelihood_ratio(tally) {
            ratio if ratio >= Sprt::bound() => Some(SprtVerdict::Higher),
            ratio if ratio <= -Sprt::bound() => Some(SprtVerdict::Lower),
            _ => None,
        }
    }

    /// Returns the Elo difference of a verdict.
    pub fn elo(&self, verdict: SprtVerdict) -> f64 {
        match verdict {
            SprtVerdict::Lower => self.lower,
            SprtVerdict::Higher => self.higher,
        }
    }
}

/// Returns, among all distributions with this mean score, the one under which the observed parts are
/// likeliest: `part / (1 + x (score - mean))`, where `x` is chosen to give this mean.
fn likeliest(parts: [(f64, f64); 5], mean: f64) -> [f64; 5] {
    /// The number of times that the interval is halved: more than an `f64` has binary digits.
    const HALVINGS: u32 = 100;
    let moment = |x: f64| -> f64 {
        parts.iter().map(|(score, part)| part * (score - mean) / (1.0 + x * (score - mean))).sum()
    };
    // Between these two poles, `moment` falls from infinity to minus infinity.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        *(if moment(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    let x = f64::midpoint(low, high);
    parts.map(|(score, part)| part / (1.0 + x * (score - mean)))
}

/// Writes the form that [`FromStr`] reads: `0,5`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.lower, self.higher)
    }
}

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Sprt, ParseSprtError> {
        let number = |text: &str| {
            let number: f64 = text.trim().parse().ok()?;
            // NaN is in no range.
            (-Sprt::MAX_ELO..=Sprt::MAX_ELO).contains(&number).then_some(number)
        };
        let numbers =
            text.split_once(',').and_then(|(lower, higher)| Some((number(lower)?, number(higher)?)));
        let (lower, higher) =
            numbers.filter(|(lower, higher)| higher - lower >= Sprt::MIN_DIFFERENCE).ok_or(ParseSprtError)?;
        Ok(Sprt { lower, higher })
    }
}

/// The reason why a text does not describe a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected two numbers of Elo from -{max} to {max}, the second at least {least} greater, such as 0,5",
    max = Sprt::MAX_ELO,
    least = Sprt::MIN_DIFFERENCE
)]
pub struct ParseSprtError;

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() < 0.01 || found.to_bits() == expected.to_bits(),
            "{found} {expected}"
        );
    }

    /// The expected values were computed separately in Python: `s=sum(k/4*n)/N`,
    /// `e=1.96*sqrt(sum(n*(k/4-s)**2)/N/N)`, and `-400*log10(1/s-1)` of `s`, `s-e` and `s+e`; if all pairs
    /// are equal, `e` comes from the variance with half a pair added at both ends.
    #[test]
    fn elo_and_its_bounds_follow_from_the_pairs() {
        for (counts, value, low, high) in [
            ([10, 20, 40, 20, 10], 0.0, -37.443, 37.443),
            ([5, 30, 60, 40, 15], 34.860, 7.506, 62.653),
            ([0, 3, 20, 6, 1], 29.020, -10.638, 69.452),
            ([0, 0, 50, 0, 0], -0.000, -13.492, 13.492),
            ([0, 0, 0, 0, 2], f64::INFINITY, -11.473, f64::INFINITY),
            ([7, 0, 0, 0, 0], f64::NEG_INFINITY, f64::NEG_INFINITY, -264.216),
        ] {
            let elo = PairTally::of(counts).elo().unwrap();
            for (found, expected) in [(elo.value, value), (elo.low, low), (elo.high, high)] {
                assert_near(found, expected);
            }
        }
        assert_eq!(PairTally::of([0, 0, 1, 0, 0]).elo(), None);
    }

    #[test]
    fn players_who_change_places_change_signs() {
        let (one, other) = ([3, 9, 20, 12, 1], [1, 12, 20, 9, 3]);
        let [found, mirrored] = [one, other].map(|counts| PairTally::of(counts).elo().unwrap());
        assert_near(found.value, -mirrored.value);
        assert_near(found.low, -mirrored.high);
        let [found, mirrored] = [("0,20", one), ("-20,0", other)]
            .map(|(test, counts)| test.parse::<Sprt>().unwrap().log_likelihood_ratio(&PairTally::of(counts)));
        assert_near(found, -mirrored);
    }

    /// The first five rows are published results of `fishtest` itself (`LLRcalc.LLR_logistic`). The others
    /// were computed separately, in Python: the root of the moment by its own bisection, then
    /// `sum(n*log(p1/p0))` with 0.001 instead of 0.
    #[test]
    fn the_likelihood_ratio_is_that_of_the_likeliest_distributions() {
        for (counts, test, expected) in [
            ([3, 20, 50, 22, 5], "0,20", 0.04032),
            ([3, 20, 50, 22, 5], "-10,10", 0.93447),
            ([0, 10, 30, 12, 0], "0,20", -0.27041),
            ([12, 40, 60, 30, 8], "0,20", -2.99730),
            ([12, 40, 60, 30, 8], "-10,10", -2.05797),
            ([10, 20, 40, 20, 10], "0,5", -0.03451),
            ([5, 30, 60, 40, 15], "0,5", 0.81881),
            ([5, 30, 60, 40, 15], "-5,0", 0.93886),
            ([0, 3, 20, 6, 1], "0,10", 0.61791),
            ([0, 0, 50, 0, 0], "0,5", -0.71761),
            ([20, 0, 0, 0, 0], "0,50", -3.08495),
            ([0, 0, 0, 0, 0], "0,5", 0.0),
        ] {
            let test: Sprt = test.parse().unwrap();
            let found = test.log_likelihood_ratio(&PairTally::of(counts));
            assert!((found - expected).abs() < 0.0001, "{counts:?} {test}: {found}");
        }
        assert_near(Sprt::bound(), 2.9444);
    }

    #[test]
    fn differences_are_written_with_signs_and_without_negative_zero() {
        let written = |value, low, high| Elo { value, low, high }.to_string();
        assert_eq!(written(34.86, 7.506, 62.653), "+34.9 (+7.5 to +62.7)");
        assert_eq!(written(-0.0, -0.01, 0.0), "+0.0 (+0.0 to +0.0)");
        assert_eq!(written(f64::INFINITY, -3.25, f64::INFINITY), "+inf (-3.3 to +inf)");
    }

    #[test]
    fn tests_are_read_as_they_are_written_and_others_refused() {
        for text in ["0,5", "-2.5,1", "-1000,1000"] {
            assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
        }
        for text in ["", "0", "5,0", "0,0", "0,0.05", "nan,5", "0,inf", "-1001,0", "0,1001", "0,5,6", "a,b"] {
            assert_eq!(text.parse::<Sprt>(), Err(ParseSprtError), "{text}");
        }
    }
}
