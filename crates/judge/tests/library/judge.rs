//! Tests the mutants: without a mistake they follow the definition, and each mistake changes the score or moves
//! in an example worked out by hand.

use std::collections::HashSet;
use std::fs;

use proptest::prelude::*;
use rankmoves_judge::{Mistake, Mistakes, Mutant, Question};
use testing::plain::Plain;
use testing::start::top;
use testing::support;

fn answer(mistakes: impl Into<Mistakes>, text: &str, depth: u32, verbose: bool) -> Option<String> {
    Mutant::new(mistakes).answer(&Question { text, depth, verbose })
}

fn assert_defined(plain: &Plain, depth: u32) {
    let text = plain.to_text();
    assert_eq!(answer(Mistakes::NONE, &text, depth, false).unwrap(), plain.plain_text(depth));
    assert_eq!(answer(Mistakes::NONE, &text, depth, true).unwrap(), plain.verbose_text(depth));
}

proptest! {
    #[test]
    fn without_a_mistake_it_is_the_definition(plain in support::standard(), depth in 0..2_u32) {
        assert_defined(&plain, depth);
    }

    #[test]
    fn without_a_mistake_it_is_the_definition_on_other_shapes(plain in support::tiny(), depth in 0..4_u32) {
        assert_defined(&plain, depth);
    }
}

#[test]
fn names_and_sentences_differ() {
    for text in [Mistake::name, Mistake::sentence] {
        let texts: HashSet<&str> = Mistake::ALL.iter().map(|&mistake| text(mistake)).collect();
        assert_eq!(texts.len(), Mistake::ALL.len());
    }
}

#[test]
fn files_of_testdata_are_answered_as_by_the_library() {
    let mut answered = 0;
    for entry in fs::read_dir(top().join("testdata/valid")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let position = text.parse::<rankmoves_core::exchange::Document>().unwrap().position().unwrap();
        let Some(told) = answer(Mistakes::NONE, &text, 1, true) else { continue };
        let mut out = Vec::new();
        rankmoves::write_tree(&position, 1, &mut out).unwrap();
        let expected = String::from_utf8(out).unwrap();
        if position.has_moves() {
            assert_eq!(told, expected);
        } else {
            assert_eq!(told, format!("Player {} has no moves available.\n", position.turn()));
        }
        answered += 1;
    }
    assert!(answered > 60, "{answered}");
}

#[test]
fn a_depth_too_great_for_the_stack_has_no_answer() {
    let kings = rankmoves_core::Position::from_fen("W:WK29:BK4").unwrap();
    let text = rankmoves_core::exchange::Document::new(kings.setup(), []).to_string();
    assert!(answer(Mistakes::NONE, &text, 4, false).is_some());
    assert_eq!(answer(Mistakes::NONE, &text, u32::MAX, false), None);
}
