use super::*;
use rankmoves_core::model::movegen::{all_jumpers, generate};
use rankmoves_core::model::rules::{Capture, Jumps, Rules};
use rankmoves_core::model::shape::Shape;
use rankmoves_core::model::variant::{Black, Red, Task, dispatch};
use rankmoves_core::support::hash::spread;

/// Returns the `number`th of many random positions, with few or many pieces, with or without kings.
fn random<V: Variant>(variant: V, number: u64) -> Pieces<V::Word> {
    let is_one_of = |of: u64, number: u64| spread(spread(number)).is_multiple_of(of);
    let mut pieces = Pieces::NONE;
    for (square, at) in (0..).zip(variant.layout().squares().singles()) {
        let seed = number << 8 | square << 2;
        if is_one_of(2 + number % 3, seed) {
            if is_one_of(2, seed | 1) {
                pieces.red |= at;
            } else {
                pieces.black |= at;
            }
            if !number.is_multiple_of(4) && is_one_of(1 + number % 4, seed | 2) {
                pieces.kings |= at;
            }
        }
    }
    pieces
}

/// Counts two plies by making all moves, and notes the longest chains of men and kings.
fn plain<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>, longest: &mut [u32; 2]) -> u64 {
    let mut count = 0;
    generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
        let piece = usize::from(pieces.kings.intersects(effect.from));
        longest[piece] = longest[piece].max(effect.captured.len());
        let after = effect.apply::<S>(pieces);
        generate::<V, S::Opponent>(variant, after, &mut |_: Effect<V::Word>| count += 1);
    });
    count
}

/// Compares the counts of random positions, in groups, with counts of moves made one by one.
fn compare<V: Variant, S: Side>(variant: V) {
    let mut longest = [0; 2];
    let mut kinds = [0; 4];
    for first in (0..4_000).step_by(LANES) {
        let positions: Vec<_> = (first..).map(|number| random(variant, number)).take(LANES).collect();
        for (kind, met) in kinds.iter_mut().enumerate() {
            let is_of_kind = |pieces: &&Pieces<V::Word>| {
                let jumps = !all_jumpers::<V, S>(variant, **pieces).is_empty();
                jumps == (kind % 2 == 1) && (kind >= 2 || pieces.kings.is_empty())
            };
            let chosen: Vec<_> = positions.iter().filter(is_of_kind).copied().collect();
            let mut group = Group::EMPTY;
            chosen.iter().enumerate().for_each(|(lane, &pieces)| group.set(lane, pieces));
            let counts = match kind {
                0 => count_two_plies_of_each::<V, S, false, false>(variant, &group),
                1 => count_two_plies_of_each::<V, S, true, false>(variant, &group),
                2 => count_two_plies_of_each::<V, S, false, true>(variant, &group),
                _ => count_two_plies_of_each::<V, S, true, true>(variant, &group),
            };
            for (&pieces, count) in chosen.iter().zip(counts) {
                let expected = plain::<V, S>(variant, pieces, &mut longest);
                assert_eq!(count, expected, "{pieces:x?}");
                assert_eq!(count_two_plies::<V, S>(variant, pieces), expected, "{pieces:x?}");
            }
            assert!(counts.iter().skip(chosen.len()).all(|&count| count == 0));
            *met += chosen.len();
        }
    }
    assert!(kinds.iter().all(|&positions| positions > 50), "{kinds:?}");
    let expected = if variant.may_chain() { [3, 4] } else { [1, 1] };
    assert_eq!(longest.map(|jumps| jumps.min(4)), expected, "the longest chains of men and kings");
}

struct Compare;

impl Task for Compare {
    type Output = ();

    fn run<V: Variant>(self, variant: V) {
        compare::<V, Red>(variant);
        compare::<V, Black>(variant);
    }
}

#[test]
fn a_group_has_the_counts_of_its_positions_under_all_rules() {
    for capture in [Capture::Optional, Capture::Required] {
        for jumps in [Jumps::Single, Jumps::Multiple] {
            let rules = Rules { capture, jumps, ..Rules::ENGLISH };
            dispatch(Shape::STANDARD, rules, Compare);
        }
    }
}
