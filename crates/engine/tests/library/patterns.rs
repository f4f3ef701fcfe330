//! Tests the trained evaluation against a simple version, which finds features in an array of characters and
//! adds up weights read directly from their file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use proptest::prelude::*;
use rankmoves_core::{Player, Position, Rules};
use rankmoves_engine::{Engine, Estimates, FeatureGroup, Limits, Patterns, Weights};
use testing::plain::{Colour, Plain};
use testing::support::{crowded, crowning, other_shapes, position, sparse, standard};

/// The weights of the file, four per feature.
static WEIGHTS: LazyLock<Vec<[i16; 4]>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../src/patterns/english.weights");
    let begin = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let numbers: Vec<i16> =
        bytes[begin..].chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    numbers.chunks(4).map(|four| four.try_into().unwrap()).collect()
});

/// A board seen by the player to move, whose men move up: `m` and `k` are the player's man and king, `n` and
/// `l` the opponent's. Eight rows of four playable squares.
struct Seen(Vec<Vec<char>>);

impl Seen {
    fn new(plain: &Plain) -> Seen {
        let mut plain = if plain.turn == Colour::Black { plain.turned() } else { plain.clone() };
        if plain.cells[0][0] != '"' {
            plain = plain.mirrored();
        }
        let letter = |cell: &char| match cell {
            'r' => 'm',
            'R' => 'k',
            'b' => 'n',
            'B' => 'l',
            _ => '.',
        };
        Seen(
            plain
                .cells
                .iter()
                .map(|row| row.iter().filter(|&&cell| cell != '"').map(letter).collect())
                .collect(),
        )
    }

    fn turned(&self) -> Seen {
        let letter = |cell: &char| match cell {
            'm' => 'n',
            'n' => 'm',
            'k' => 'l',
            'l' => 'k',
            _ => '.',
        };
        Seen(self.0.iter().rev().map(|row| row.iter().rev().map(letter).collect()).collect())
    }

    fn squares(&self, of: &str) -> Vec<usize> {
        (0..32).filter(|&square| of.contains(self.0[square / 4][square % 4])).collect()
    }

    /// Returns the cell some rows down and files to the right of a square.
    fn beside(&self, square: usize, rows: isize, files: isize) -> Option<char> {
        // Even rows begin at the second file.
        let (row, file) = (square / 4, 2 * (square % 4) + usize::from((square / 4).is_multiple_of(2)));
        let (row, file) = (row.checked_add_signed(rows)?, file.checked_add_signed(files)?);
        self.0.get(row)?.get(file / 2).copied()
    }

    /// Counts the steps of pieces to empty squares where no enemy could jump them. The square that a piece
    /// leaves counts as occupied.
    fn safe_steps(&self, of: char, rows: &[isize]) -> usize {
        let steps = self
            .squares(&of.to_string())
            .into_iter()
            .flat_map(|square| rows.iter().flat_map(move |&row| [(square, row, -1), (square, row, 1)]));
        steps
            .filter(|&(square, row, file)| {
                let at = |rows: isize, files: isize| self.beside(square, row + rows, file + files);
                let is_attacked = [-1, 1].into_iter().any(|files| {
                    matches!(at(-1, files), Some('n' | 'l')) && at(1, -files) == Some('.')
                        || at(1, files) == Some('l') && at(-1, -files) == Some('.')
                });
                at(0, 0) == Some('.') && !is_attacked
            })
            .count()
    }
}

/// Lists the features of a position, each with its group.
fn features(seen: &Seen) -> Vec<(FeatureGroup, usize)> {
    let mut found = Vec::new();
    let mut first = 0;
    // Regions of squares by row and column. The first square has the lowest digit.
    let tall = (0..3).flat_map(|column| (0..5).map(move |row| (row..row + 4, column..column + 2)));
    let wide = (0..7).map(|row| (row..row + 2, 0..4));
    for (rows, columns) in tall.chain(wide) {
        let cells: Vec<char> = rows.flat_map(|row| seen.0[row][columns.clone()].to_vec()).collect();
        let digit = |&cell: &char| match cell {
            'm' => 1,
            'n' => 2,
            _ => 0,
        };
        found.push((
            FeatureGroup::Men,
            first + cells.iter().rev().fold(0, |number, cell| 3 * number + digit(cell)),
        ));
        first += 6561;
    }
    for (owner, kings) in ["k", "l"].into_iter().enumerate() {
        for king in seen.squares(kings) {
            for (kind, letter) in ["m", "n", "k", "l"].into_iter().enumerate() {
                for other in seen.squares(letter) {
                    found.push((FeatureGroup::Kings, first + ((owner * 32 + king) * 4 + kind) * 32 + other));
                }
            }
        }
    }
    first += 2 * 32 * 4 * 32;
    if seen.squares("mnkl").len() <= 10 {
        // The player's men are numbered from 0, the opponent's men from 32.
        let men: Vec<usize> =
            seen.squares("m").into_iter().chain(seen.squares("n").into_iter().map(|man| man + 32)).collect();
        for (index, &man) in men.iter().enumerate() {
            for &other in &men[index + 1..] {
                let other = if man < 32 { other } else { other - 32 };
                found.push((FeatureGroup::Pairs, first + man * 64 + other));
            }
        }
    }
    first += 64 * 64;
    let count = |of: &str, most: usize| seen.squares(of).len().min(most);
    let men = count("m", 12) * 13 + count("n", 12);
    let kings = count("k", 5) * 6 + count("l", 5);
    let parity = seen.squares("mnkl").into_iter().filter(|square| square / 4 % 2 == 1).count() % 2;
    found.push((FeatureGroup::Material, first + (men * 36 + kings) * 2 + parity));
    first += 13 * 13 * 36 * 2;
    for (owner, view) in [seen, &seen.turned()].into_iter().enumerate() {
        found.push((FeatureGroup::Mobility, first + owner * 24 + view.safe_steps('m', &[-1]).min(23)));
        let kings = view.squares("k").len();
        if kings > 0 {
            let steps = view.safe_steps('k', &[-1, 1]).min(23);
            found.push((FeatureGroup::Mobility, first + 48 + (owner * 4 + kings.min(4) - 1) * 24 + steps));
        }
    }
    found
}

/// Returns the index of the knot at or below the number of pieces (the first knot if there are fewer), and
/// how many sixths of the way to the next knot the number is.
fn phase(seen: &Seen) -> (usize, i32) {
    match i32::try_from(seen.squares("mnkl").len()).unwrap() {
        ..4 => (0, 0),
        pieces @ 4..10 => (0, pieces - 4),
        pieces @ 10..16 => (1, pieces - 10),
        pieces @ 16..22 => (2, pieces - 16),
        _ => (2, 6),
    }
}

fn english(plain: &Plain) -> Plain {
    Plain { capture: true, multiple: true, ..plain.clone() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn features_and_evaluation_equal_their_definition(
        plain in prop_oneof![standard(), standard(), sparse(), crowded(), crowning()],
    ) {
        let plain = english(&plain);
        prop_assume!(plain.ranks() == 8 && plain.files() == 8);
        let (position, seen) = (position(&plain), Seen::new(&plain));
        let expected = features(&seen);
        let found = Patterns::features(&position).unwrap();
        let sorted = |mut numbers: Vec<usize>| { numbers.sort_unstable(); numbers };
        let numbers = expected.iter().map(|&(_, feature)| feature).collect();
        prop_assert_eq!(sorted(found.numbers), sorted(numbers), "{}", plain.to_text());
        let (knot, part) = phase(&seen);
        let share = f64::from(part) / 6.0;
        prop_assert!(found.knot == knot && (found.share - share).abs() < 1e-6);

        let score = |part_wanted: Option<FeatureGroup>| {
            let wanted = expected.iter().filter(|(of, _)| part_wanted.is_none_or(|part| part == *of));
            let weights = wanted.map(|&(_, feature)| WEIGHTS[feature]);
            let sum: i32 = weights
                .map(|four| i32::from(four[knot]) * (6 - part) + i32::from(four[knot + 1]) * part)
                .sum();
            sum / 96
        };
        let evaluation = Patterns::trained().evaluation(&position).unwrap();
        prop_assert_eq!(evaluation.score, score(None), "{}", plain.to_text());
        let parts: BTreeMap<&str, i32> =
            FeatureGroup::ALL.iter().zip(evaluation.parts).map(|(part, score)| (part.name(), score)).collect();
        for part in FeatureGroup::ALL {
            prop_assert_eq!(parts[part.name()], score(Some(part)), "{:?} in {}", part, plain.to_text());
        }
    }

    /// At depth 0 a move's score is minus the opponent's evaluation of the resulting position.
    #[test]
    fn the_engine_uses_this_evaluation(plain in prop_oneof![standard(), sparse(), crowded()]) {
        let plain = english(&plain);
        prop_assume!(plain.ranks() == 8 && plain.files() == 8);
        let position = position(&plain);
        for estimate in at_once(&mut Engine::new(), &position).moves {
            let after = position.play(&estimate.mv).unwrap();
            prop_assert_eq!(estimate.score, -Patterns::trained().evaluation(&after).unwrap().score);
        }
    }

    #[test]
    fn other_rules_and_shapes_have_no_trained_evaluation(
        plain in prop_oneof![standard(), other_shapes()],
    ) {
        let position = position(&plain);
        let is_trained = position.rules() == Rules::ENGLISH && (plain.ranks(), plain.files()) == (8, 8);
        prop_assert_eq!(Patterns::trained().evaluation(&position).is_some(), is_trained);
        prop_assert_eq!(Patterns::features(&position).is_some(), is_trained);
        if !is_trained {
            let terms = at_once(&mut Engine::with_weights(Weights::default()), &position);
            prop_assert_eq!(at_once(&mut Engine::new(), &position), terms);
        }
    }
}

fn at_once(engine: &mut Engine, position: &Position) -> Estimates {
    engine.rank(position, Limits::depth(0))
}

#[test]
fn weights_of_material_count_men_and_kings() {
    let material = |pieces: &str, turn| {
        let position = testing::notation::position(Rules::ENGLISH, turn, pieces);
        Patterns::material().evaluation(&position).unwrap().score
    };
    assert_eq!(material("r a1, r c1, b b8", Player::Red), 100);
    assert_eq!(material("r a1, r c1, b b8", Player::Black), -100);
    assert_eq!(material("R a1, r c1, b b8", Player::Red), 135);
    assert_eq!(material("R a1, B b8, B d8", Player::Red), -135);
}

#[test]
fn names_and_descriptions_of_parts_differ() {
    for (index, part) in FeatureGroup::ALL.into_iter().enumerate() {
        assert_eq!(part as usize, index, "{part:?}");
        for other in &FeatureGroup::ALL[..index] {
            assert!(
                part.name() != other.name() && part.description() != other.description(),
                "{part:?} {other:?}"
            );
        }
    }
}
