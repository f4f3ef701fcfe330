//! Compares the library with the plain oracle on random positions.

use proptest::prelude::*;
use rankmoves::rank::minimax;
use rankmoves::{RankedMove, rank, write_tree};
use rankmoves_core::{Player, Position, score};
use rankmoves_perft::{divide, perft};
use testing::plain::{Colour, Plain};
use testing::seed::config;
use testing::support;
use testing::support::{affordable_depth, other_shapes, position, sparse, standard};

fn check_moves(plain: &Plain) -> Result<(), TestCaseError> {
    let position = position(plain);
    let expected = plain.moves();
    let moves: Vec<_> = position.legal_moves().collect();
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    prop_assert_eq!(&texts, &expected.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>());
    prop_assert_eq!(position.has_moves(), !expected.is_empty());
    prop_assert_eq!(perft(&position, 1).unwrap(), expected.len() as u64);
    for (mv, (text, after)) in moves.iter().zip(&expected) {
        let played = position.play(mv).unwrap();
        prop_assert_eq!(played, support::position(after), "after {}", text);
        let fewer = u32::try_from(mv.captured().len()).unwrap();
        let enemy = position.turn().opponent();
        prop_assert_eq!(played.board().count(enemy) + fewer, position.board().count(enemy));
        let kings =
            |position: &Position| position.board().iter().filter(|(_, piece)| piece.is_king()).count();
        let taken =
            mv.captured().iter().filter(|&&square| position.board().get(square).unwrap().is_king()).count();
        prop_assert_eq!(kings(&played) + taken, kings(&position) + usize::from(mv.crowns()), "{}", text);
    }
    Ok(())
}

fn check_scores(plain: &Plain, deepest: u32, nodes: u64) -> Result<(), TestCaseError> {
    let position = position(plain);
    for (player, colour) in [(Player::Red, Colour::Red), (Player::Black, Colour::Black)] {
        prop_assert_eq!(score(&position, player), plain.score(colour));
    }
    for depth in 0..=affordable_depth(&position, deepest, nodes) {
        let expected = plain.rank(depth);
        let texts = |ranked: Vec<RankedMove>| -> Vec<(String, i32)> {
            ranked.into_iter().map(|ranked| (ranked.mv.to_string(), ranked.score)).collect()
        };
        prop_assert_eq!(&texts(minimax(&position, depth)), &expected, "minimax at depth {}", depth);
        prop_assert_eq!(&texts(rank(&position, depth).unwrap()), &expected, "rank at depth {}", depth);
    }
    Ok(())
}

fn check_tree(plain: &Plain, deepest: u32, nodes: u64) -> Result<(), TestCaseError> {
    let position = position(plain);
    for depth in 0..=affordable_depth(&position, deepest, nodes) {
        let mut text = Vec::new();
        write_tree(&position, depth, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let expected = if position.has_moves() { plain.verbose_text(depth) } else { String::new() };
        prop_assert_eq!(text, expected, "at depth {}", depth);
    }
    Ok(())
}

fn check_counts(plain: &Plain, deepest: u32, nodes: u64) -> Result<(), TestCaseError> {
    let position = position(plain);
    for depth in 0..=affordable_depth(&position, deepest, nodes) {
        prop_assert_eq!(perft(&position, depth).unwrap(), plain.perft(depth), "at depth {}", depth);
        if let Some(below) = depth.checked_sub(1) {
            let parts: Vec<_> = divide(&position, depth)
                .unwrap()
                .into_iter()
                .map(|(mv, count)| (mv.to_string(), count))
                .collect();
            let expected: Vec<_> =
                plain.moves().into_iter().map(|(text, after)| (text, after.perft(below))).collect();
            prop_assert_eq!(parts, expected, "at depth {}", depth);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn moves_equal_the_oracles(plain in standard()) {
        check_moves(&plain)?;
    }

    #[test]
    fn moves_equal_the_oracles_on_other_shapes(plain in other_shapes()) {
        check_moves(&plain)?;
    }
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn scores_equal_the_oracles(plain in standard()) {
        check_scores(&plain, 4, 3_000)?;
    }

    #[test]
    fn scores_equal_the_oracles_in_sparse_endings(plain in sparse()) {
        check_scores(&plain, 6, 6_000)?;
    }

    #[test]
    fn scores_equal_the_oracles_on_other_shapes(plain in other_shapes()) {
        check_scores(&plain, 4, 2_000)?;
    }

    #[test]
    fn verbose_texts_equal_the_oracles(plain in standard()) {
        check_tree(&plain, 3, 2_000)?;
    }

    #[test]
    fn verbose_texts_equal_the_oracles_on_other_shapes(plain in other_shapes()) {
        check_tree(&plain, 3, 1_000)?;
    }

    #[test]
    fn counts_equal_the_oracles(plain in standard()) {
        check_counts(&plain, 4, 3_000)?;
    }

    #[test]
    fn counts_equal_the_oracles_on_other_shapes(plain in other_shapes()) {
        check_counts(&plain, 4, 2_000)?;
    }
}

/// Boards of 15×15 with black to move and more than 99 points ahead. For red, having no moves
/// (-99) scores better than red's material.
const LOPSIDED: [(bool, &str); 2] = [
    (
        false,
        r#"
B"B"B"B"B".".".
"B"B"B"B"B"B"."
B"B"B"B"B"B"B"B
"B"B"B"B"B"B"B"
B"B"B"B"B"B"B"B
"B"B"B"B"B"B"B"
B"B"B"B"B"B"B"B
"B"B"B"B"B"B"B"
B"B"B"B"B"B"B"B
"B"B"B"B"B"B"B"
B"B"B"B"B"B"B"B
"B"B"B"B"B"B"B"
B"B"B"B"B"B"B"B
"."B"B"B"B"B"B"
R"r"B"B"B"B"B"B"#,
    ),
    (
        true,
        r#"
"B"r"B"B"B"."B"
B"B"B"R"B"B"B"B
"B"B"."."B"R"B"
B"B"B"."r"B"B"B
"B"B"B"B"B"B"B"
B"B"B"B"B"B"B"B
"B"B"B"B"B"B"B"
B"r"B"B"B"B"B"B
"B"B"B"B"B"B"B"
B"B"B"B"B"B"B"B
"B"."B"B"B"B"B"
B"B"B"B"B"B"B"B
"B"B"B"B"."B"B"
B"B"B"B"B"B"B"B
"B"B"B"B"B"B"B""#,
    ),
];

#[test]
fn having_no_moves_scores_better_than_material_below_minus_99() {
    for (capture, rows) in LOPSIDED {
        let cells = rows.split_whitespace().map(|row| row.chars().collect()).collect();
        let plain = Plain { cells, turn: Colour::Black, capture, multiple: false };
        for depth in 0..=3 {
            let ranked = rank(&position(&plain), depth).unwrap();
            let ranked: Vec<_> =
                ranked.into_iter().map(|ranked| (ranked.mv.to_string(), ranked.score)).collect();
            assert_eq!(ranked, plain.rank(depth), "at depth {depth}");
        }
    }
}
