//! The features of a position, as the player to move sees it.

use rankmoves_core::Player;
use rankmoves_core::model::bitboard::Bitboard;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::layout::{Direction, Layout, Standard};
use rankmoves_core::model::variant::{Red, Side};

/// The number of squares of a region.
const REGION_SQUARES: u32 = 8;

/// The number of patterns of a region: each square holds a man, an enemy man, or neither.
const REGION: usize = 3_usize.pow(REGION_SQUARES);

/// The number of regions: blocks of 2 squares × 4 rows, at 3 × 5 places, and pairs of whole rows, at 7
/// places.
const REGIONS: usize = 3 * 5 + 7;

/// The number of squares of the board.
const SQUARES: usize = 32;

/// The number of different counts of men, from 0 to 12. Greater counts are treated as 12.
const MEN: usize = 13;

/// The number of different counts of kings, from 0 to 5. Greater counts are treated as 5.
const KINGS: usize = 6;

/// The number of different counts of steps, from 0 to 23. Greater counts are treated as 23.
const STEPS: usize = 24;

/// The maximum number of pieces at which pairs of men are features.
const MAX_PAIRED: u32 = 10;

// The index of the first feature of each kind.
const KING_PAIRS: usize = REGIONS * REGION;
const MAN_PAIRS: usize = KING_PAIRS + 2 * SQUARES * 4 * SQUARES;
const MATERIAL: usize = MAN_PAIRS + 4 * SQUARES * SQUARES;
const MOBILITY: usize = MATERIAL + 2 * MEN * MEN * KINGS * KINGS;
const KING_MOBILITY: usize = MOBILITY + 2 * STEPS;

/// The number of features.
pub(super) const COUNT: usize = KING_MOBILITY + 2 * 4 * STEPS;

/// A group of features of the trained evaluation. Its numeric value is its index in [`FeatureGroup::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FeatureGroup {
    /// Patterns of men in 22 overlapping regions of eight squares.
    Men,
    /// Pairs of a king and any piece, by their squares.
    Kings,
    /// Pairs of men, by their squares, if there are at most ten pieces.
    Pairs,
    /// The numbers of men and kings, and the parity of the pieces on every second row, which decides who is
    /// blocked when men meet ("the move").
    Material,
    /// Steps of men and of kings to squares where no enemy could jump them.
    Mobility,
}

impl FeatureGroup {
    /// All groups, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Men, Self::Kings, Self::Pairs, Self::Material, Self::Mobility];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        ["men", "kings", "pairs", "material", "mobility"][self as usize]
    }

    /// Returns a short description of the features.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Men => "patterns of men in regions of eight squares",
            Self::Kings => "squares of a king and of another piece",
            Self::Pairs => "squares of two men, with ten pieces or fewer",
            Self::Material => "numbers of men and kings, and which player has the move",
            Self::Mobility => "steps to squares where no enemy could jump the piece",
        }
    }

    /// Returns the group of a feature.
    pub(super) const fn of(feature: usize) -> Self {
        match feature {
            0..KING_PAIRS => Self::Men,
            KING_PAIRS..MAN_PAIRS => Self::Kings,
            MAN_PAIRS..MATERIAL => Self::Pairs,
            MATERIAL..MOBILITY => Self::Material,
            MOBILITY.. => Self::Mobility,
        }
    }
}

/// For each byte, the number whose digits in base 3 are the bits of the byte.
const TERNARY: [u16; 256] = {
    let mut ternary = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        ternary[byte] = 3 * ternary[byte / 2] + if byte % 2 == 1 { 1 } else { 0 };
        byte += 1;
    }
    ternary
};

/// Calls `found` with the index of each feature that a position has.
#[inline]
pub(super) fn list(view: View, mut found: impl FnMut(usize)) {
    #[expect(clippy::cast_possible_truncation, reason = "32 squares are left")]
    let [men, kings, enemy_men, enemy_kings] =
        [view.men, view.kings, view.enemy_men, view.enemy_kings].map(|set| Standard::compact(set.0) as u32);
    let mut first = 0;
    let mut region = |own: u32, enemy: u32| {
        let digit = |byte: u32| usize::from(TERNARY[(byte & 0xff) as usize]);
        found(first + digit(own) + 2 * digit(enemy));
        first += REGION;
    };
    for column in 0..3 {
        let (own, enemy) = (two_columns(men >> column), two_columns(enemy_men >> column));
        for row in 0..5 {
            region(own >> (2 * row), enemy >> (2 * row));
        }
    }
    for row in 0..7 {
        region(men >> (4 * row), enemy_men >> (4 * row));
    }

    let pieces = [men, enemy_men, kings, enemy_kings];
    let all = men | enemy_men | kings | enemy_kings;
    for (owner, set) in [kings, enemy_kings].into_iter().enumerate() {
        for king in squares(set) {
            let first = KING_PAIRS + (owner * SQUARES + king) * 4 * SQUARES;
            for (kind, set) in pieces.into_iter().enumerate() {
                for square in squares(set) {
                    found(first + kind * SQUARES + square);
                }
            }
        }
    }
    if all.count_ones() <= MAX_PAIRED {
        for man in squares(men) {
            let first = MAN_PAIRS + man * 2 * SQUARES;
            for other in squares(men & !(u32::MAX >> (31 - man))) {
                found(first + other);
            }
            for enemy in squares(enemy_men) {
                found(first + SQUARES + enemy);
            }
        }
        for man in squares(enemy_men) {
            for other in squares(enemy_men & !(u32::MAX >> (31 - man))) {
                found(MAN_PAIRS + (SQUARES + man) * 2 * SQUARES + other);
            }
        }
    }
    found(material([men, enemy_men, kings, enemy_kings].map(|set| set.count_ones() as usize), all));

    for (owner, (steps, kings)) in view.safe_steps().into_iter().zip([kings, enemy_kings]).enumerate() {
        found(MOBILITY + owner * STEPS + (steps.men as usize).min(STEPS - 1));
        if kings != 0 {
            let count = (kings.count_ones() as usize).min(4) - 1;
            let steps = (steps.kings as usize).min(STEPS - 1);
            found(KING_MOBILITY + (owner * 4 + count) * STEPS + steps);
        }
    }
}

/// Returns the feature of the numbers of pieces and of "the move": the parity of the pieces on every second
/// row, which decides who will be blocked when men meet.
#[inline]
fn material([men, enemy_men, kings, enemy_kings]: [usize; 4], all: u32) -> usize {
    let men = men.min(MEN - 1) * MEN + enemy_men.min(MEN - 1);
    let kings = kings.min(KINGS - 1) * KINGS + enemy_kings.min(KINGS - 1);
    let parity = ((all & 0xf0f0_f0f0).count_ones() % 2) as usize;
    MATERIAL + (men * KINGS * KINGS + kings) * 2 + parity
}

/// Returns the features that count material, each with the numbers of men, enemy men, kings and enemy kings.
pub(super) fn materials() -> impl Iterator<Item = (usize, [i16; 4])> {
    (MATERIAL..MOBILITY).map(|feature| {
        let number = (feature - MATERIAL) / 2;
        let (men, kings) = (number / (KINGS * KINGS), number % (KINGS * KINGS));
        let counts = [men / MEN, men % MEN, kings / KINGS, kings % KINGS];
        (feature, counts.map(|count| i16::try_from(count).expect("counts are small")))
    })
}

/// Returns the squares of the first two columns of each row, two bits per row.
#[inline]
fn two_columns(set: u32) -> u32 {
    let set = set & 0x3333_3333;
    let set = (set | set >> 2) & 0x0f0f_0f0f;
    let set = (set | set >> 4) & 0x00ff_00ff;
    (set | set >> 8) & 0xffff
}

#[inline]
fn squares(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The pieces of the standard board, rotated so that the player to move has the men that go up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    men: Bitboard<u64>,
    kings: Bitboard<u64>,
    enemy_men: Bitboard<u64>,
    enemy_kings: Bitboard<u64>,
}

impl View {
    /// Returns the view of `player`, who is to move.
    #[inline]
    pub(super) fn of(pieces: Pieces<u64>, player: Player) -> View {
        let (red, black, kings) = match player {
            Player::Red => (pieces.red, pieces.black, pieces.kings),
            Player::Black => (turned(pieces.black), turned(pieces.red), turned(pieces.kings)),
        };
        View { men: red - kings, kings: red & kings, enemy_men: black - kings, enemy_kings: black & kings }
    }

    /// Counts the safe steps of the player and then those of the opponent, of men and kings separately: steps
    /// to an empty square where the other player could not jump the piece. The square that the piece leaves
    /// is treated as occupied.
    #[inline]
    fn safe_steps(self) -> [SafeSteps; 2] {
        let (own, enemies) = (self.men | self.kings, self.enemy_men | self.enemy_kings);
        let empty = Standard.squares() - (own | enemies);
        // The squares on which an enemy could jump a piece of the player, and those on which the player could
        // jump an enemy.
        let (mut attacked, mut threatened) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for direction in Direction::ALL {
            let behind = Standard.step(empty, direction.reversed());
            let (jumpers, enemy_jumpers) =
                if Red::is_forward(direction) { (own, self.enemy_kings) } else { (self.kings, enemies) };
            attacked |= behind & Standard.step(enemy_jumpers, direction);
            threatened |= behind & Standard.step(jumpers, direction);
        }
        let count = |men, men_go_up, kings: Bitboard<u64>, safe| {
            let steps = |set, direction| (Standard.step(set, direction) & safe).len();
            let forward =
                Direction::ALL.into_iter().filter(|&direction| Red::is_forward(direction) == men_go_up);
            SafeSteps {
                men: forward.map(|direction| steps(men, direction)).sum(),
                kings: if kings.is_empty() {
                    0
                } else {
                    Direction::ALL.into_iter().map(|direction| steps(kings, direction)).sum()
                },
            }
        };
        [
            count(self.men, true, self.kings, empty - attacked),
            count(self.enemy_men, false, self.enemy_kings, empty - threatened),
        ]
    }
}

#[derive(Clone, Copy)]
struct SafeSteps {
    men: u32,
    kings: u32,
}

/// Rotates the board by half a turn.
#[inline]
fn turned(set: Bitboard<u64>) -> Bitboard<u64> {
    // The first square has bit 0, and the last has bit 34.
    Bitboard(set.0.reverse_bits() >> 29)
}
