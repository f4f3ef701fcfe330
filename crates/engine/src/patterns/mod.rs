//! The trained evaluation of English draughts on the standard board.
//!
//! A position has features: patterns of men in overlapping regions, pairs of a king and a piece, the numbers
//! of pieces, safe steps and, in endings, pairs of men. The evaluation is the sum of the features' weights,
//! which depend on the number of pieces. The idea of these patterns is from M. Buro (*Logistello*, 1997) and
//! F. Letouzey (*Scan*, 2016).

mod features;

pub use features::FeatureGroup;

use std::array::from_fn;
use std::ops::AddAssign;
use std::sync::{Arc, LazyLock};

use features::View;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::{Blocked, Player, Position, Rules, Shape};

/// The first line of a file of weights. The weights follow, 16 bits each, the lower byte first.
const HEADER: &[u8] = b"rankmoves patterns 1\n";

/// The numbers of pieces for which a feature has weights. For other numbers the weights are interpolated.
const KNOTS: [u32; PHASES] = [4, 10, 16, 22];

const PHASES: usize = 4;

const STEP: u32 = KNOTS[1] - KNOTS[0];

/// The weights of a feature, one per knot, in sixteenths of a hundredth of a man.
type FeatureWeights = [i16; PHASES];

/// The weights of the trained evaluation, for [English rules](Rules::ENGLISH) on the standard
/// board.
///
/// ```
/// use rankmoves_core::Position;
/// use rankmoves_engine::{Engine, Limits, Patterns};
///
/// let start = Position::english();
/// let evaluation = Patterns::trained().evaluation(&start).expect("the rules are English");
/// assert!(evaluation.score.abs() < 50);
///
/// // Your own weights, here those of material alone.
/// let mut engine = Engine::with_patterns(Patterns::material());
/// assert!(engine.choose(&start, Limits::depth(4)).is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    weights: Vec<FeatureWeights>,
    /// For each knot but the last, the weights of each feature at this knot and at the next.
    by_knot: [Vec<KnotSums>; PHASES - 1],
}

/// The reason why a weights file is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternsError {
    /// The first line is wrong.
    #[error("expected \"rankmoves patterns 1\" as the first line of a file of weights")]
    Header,
    /// There are too few weights, or too many.
    #[error("found {found} bytes of weights but expected {}", 2 * PHASES * Patterns::FEATURES)]
    Length {
        /// The number of bytes after the first line.
        found: usize,
    },
}

/// The trained evaluation of a position, for the player to move, in hundredths of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrainedEvaluation {
    /// The evaluation.
    pub score: i32,
    /// The contribution of each group of features, in the order of [`FeatureGroup::ALL`]. Each is rounded,
    /// so their sum may differ slightly from the score.
    pub parts: [i32; FeatureGroup::ALL.len()],
}

/// The features of a position, for fitting weights to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// The indices of the features.
    pub numbers: Vec<usize>,
    /// The index of the first of the two knots whose weights are used.
    pub knot: usize,
    /// The share of the second knot, from 0 to 1 inclusive.
    pub share: f64,
}

impl Patterns {
    /// The number of features.
    pub const FEATURES: usize = features::COUNT;

    /// The number of units of weight in a hundredth of a man.
    pub const UNIT: i16 = 16;

    /// Returns the compiled-in weights, made by `make train`.
    pub fn trained() -> Arc<Patterns> {
        static TRAINED: LazyLock<Arc<Patterns>> = LazyLock::new(|| {
            let patterns = Patterns::from_bytes(include_bytes!("english.weights"));
            Arc::new(patterns.expect("the file has been written by this program"))
        });
        Arc::clone(&TRAINED)
    }

    /// Returns weights of material alone: a man 100, a king 135.
    pub fn material() -> Patterns {
        let mut weights = vec![FeatureWeights::default(); Self::FEATURES];
        for (feature, [men, enemy_men, kings, enemy_kings]) in features::materials() {
            let score = 100 * (men - enemy_men) + 135 * (kings - enemy_kings);
            weights[feature] = [score * Self::UNIT; PHASES];
        }
        Patterns::new(weights)
    }

    /// Reads the bytes of a file of weights.
    ///
    /// # Errors
    ///
    /// If the file does not contain weights, or has the wrong number of them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Patterns, PatternsError> {
        let bytes = bytes.strip_prefix(HEADER).ok_or(PatternsError::Header)?;
        let wrong = PatternsError::Length { found: bytes.len() };
        let (pairs, []) = bytes.as_chunks() else { return Err(wrong) };
        let weights: Vec<i16> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        let (weights, []) = weights.as_chunks::<PHASES>() else { return Err(wrong) };
        Patterns::from_weights(weights.to_vec()).ok_or(wrong)
    }

    /// Writes the bytes of a file of weights.
    ///
    /// ```
    /// use rankmoves_engine::Patterns;
    ///
    /// let bytes = Patterns::material().to_bytes();
    /// assert_eq!(Patterns::from_bytes(&bytes), Ok(Patterns::material()));
    /// assert!(Patterns::from_bytes(&bytes[1..]).is_err());
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights.as_flattened().iter().flat_map(|weight| weight.to_le_bytes());
        HEADER.iter().copied().chain(weights).collect()
    }

    /// Makes an evaluation from four weights per feature; `None` unless there are weights
    /// for [`FEATURES`](Self::FEATURES) features.
    pub fn from_weights(weights: Vec<[i16; 4]>) -> Option<Patterns> {
        (weights.len() == Self::FEATURES).then(|| Patterns::new(weights))
    }

    fn new(weights: Vec<FeatureWeights>) -> Patterns {
        let of_knot = |knot: usize| {
            weights.iter().map(|weights| KnotSums::new(weights[knot], weights[knot + 1])).collect()
        };
        Patterns { by_knot: from_fn(of_knot), weights }
    }

    /// Returns the weights of each feature, for 4, 10, 16 and 22 pieces.
    pub fn weights(&self) -> &[[i16; 4]] {
        &self.weights
    }

    /// Returns whether positions of a shape and rules can be evaluated.
    pub(super) fn are_for(shape: Shape, rules: Rules) -> bool {
        shape.has_standard_size() && Rules { blocked: Blocked::Loses, ..rules } == Rules::ENGLISH
    }

    /// Evaluates a position without looking ahead. The weights are not meant for positions in which a player
    /// can jump. Returns `None` if the rules are not English, or the board is not 8×8.
    pub fn evaluation(&self, position: &Position) -> Option<TrainedEvaluation> {
        Patterns::are_for(position.board().shape(), position.rules()).then(|| {
            let pieces = position.board().pieces().convert();
            let (phase, mut sums) = (Phase::of(pieces), [KnotSums::default(); FeatureGroup::ALL.len()]);
            features::list(View::of(pieces, position.turn()), |feature| {
                sums[FeatureGroup::of(feature) as usize] += self.by_knot[phase.knot][feature];
            });
            let score = self.evaluate(pieces, position.turn());
            TrainedEvaluation { score, parts: sums.map(|sum| phase.interpolate(sum)) }
        })
    }

    /// Evaluates the pieces for `player`, who is to move, in hundredths of a man.
    #[inline]
    pub(super) fn evaluate(&self, pieces: Pieces<u64>, player: Player) -> i32 {
        let (phase, mut sum) = (Phase::of(pieces), KnotSums::default());
        let weights = &self.by_knot[phase.knot][..];
        features::list(View::of(pieces, player), |feature| sum += weights[feature]);
        phase.interpolate(sum)
    }

    /// Returns the features of a position for the player to move; `None` if the rules are not
    /// English, or the board is not 8×8.
    pub fn features(position: &Position) -> Option<Features> {
        Patterns::are_for(position.board().shape(), position.rules()).then(|| {
            let pieces = position.board().pieces().convert();
            let phase = Phase::of(pieces);
            let mut numbers = Vec::new();
            features::list(View::of(pieces, position.turn()), |feature| {
                numbers.push(feature);
            });
            Features { numbers, knot: phase.knot, share: f64::from(phase.part) / f64::from(STEP) }
        })
    }
}

#[derive(Clone, Copy)]
struct Phase {
    /// The index of the knot below.
    knot: usize,
    /// The distance above the knot, at most the distance between two knots.
    part: u32,
}

impl Phase {
    #[inline]
    fn of(pieces: Pieces<u64>) -> Phase {
        let beyond = (pieces.red | pieces.black).len().clamp(KNOTS[0], KNOTS[PHASES - 1]) - KNOTS[0];
        // The last knot belongs to the interval below it.
        let knot = (beyond / STEP).min(2);
        Phase { knot: knot as usize, part: beyond - STEP * knot }
    }

    /// Interpolates between the sums of both knots. Returns the score in hundredths of a man.
    #[inline]
    fn interpolate(self, sums: KnotSums) -> i32 {
        let [low, high] = sums.split();
        let [step, part] = [STEP, self.part].map(u32::cast_signed);
        (low * (step - part) + high * part) / (step * i32::from(Patterns::UNIT))
    }
}

/// Sums of weights for two neighbouring knots, updated together by a single addition. The low half holds the sum
/// for the lower knot; if that is negative, its borrow is in the high half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct KnotSums(i64);

impl KnotSums {
    fn new(low: i16, high: i16) -> KnotSums {
        KnotSums(i64::from(low) + (i64::from(high) << 32))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "each half is cut out")]
    fn split(self) -> [i32; 2] {
        let low = self.0 as i32;
        [low, (self.0.wrapping_sub(i64::from(low)) >> 32) as i32]
    }
}

impl AddAssign for KnotSums {
    #[inline]
    fn add_assign(&mut self, other: KnotSums) {
        self.0 += other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_weights_must_be_whole() {
        let bytes = Patterns::material().to_bytes();
        for len in [0, 1, HEADER.len() - 1] {
            assert_eq!(Patterns::from_bytes(&bytes[..len]), Err(PatternsError::Header), "{len}");
        }
        for len in [HEADER.len(), HEADER.len() + 1, bytes.len() - 8, bytes.len() - 2, bytes.len() - 1] {
            let found = len - HEADER.len();
            assert_eq!(Patterns::from_bytes(&bytes[..len]), Err(PatternsError::Length { found }), "{len}");
        }
        let longer: Vec<u8> = bytes.iter().copied().chain([0; 8]).collect();
        let found = longer.len() - HEADER.len();
        assert_eq!(Patterns::from_bytes(&longer), Err(PatternsError::Length { found }));
        assert!(bytes.len() <= 2 << 20, "{}", bytes.len());
    }
}
