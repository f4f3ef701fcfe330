//! Tests limited lists of moves, and queries that need no list.

use proptest::prelude::*;
use rankmoves_core::exchange::Document;
use rankmoves_core::{Move, Position, Square};
use testing::notation::square;
use testing::seed::config;
use testing::support::{other_shapes, position, sparse, standard};

/// The maximum number of moves in a position whose moves a test lists in full.
const MANY: usize = 3000;

/// Returns a position with a king that has more moves than can be listed.
fn large() -> Position {
    let text = include_str!("../../../../testdata/large/very-many-moves.txt");
    text.parse::<Document>().unwrap().position().unwrap()
}

fn of_piece(moves: &[Move], from: Square) -> Vec<Move> {
    moves.iter().filter(|mv| mv.path().start() == from).cloned().collect()
}

#[test]
fn a_list_of_very_many_moves_ends_at_its_limit() {
    let large = large();
    for limit in [0, 1, 1000] {
        let list = large.legal_moves().up_to(limit);
        assert_eq!((list.moves.len(), list.is_complete), (limit, false));
    }
    let list = large.legal_moves().up_to(1000);
    assert!(list.moves.is_sorted());
    for mv in &list.moves {
        assert_eq!(large.find(mv.path()).as_ref(), Ok(mv));
    }
    assert_eq!(large.legal_moves().up_to(400).moves, list.moves[..400]);
    assert!(large.legal_moves().take(1000).eq(list.moves));
}

#[test]
fn the_moves_of_one_piece_are_listed_although_another_has_very_many() {
    let large = large();
    let list = large.legal_moves().of_piece(square("n13")).up_to(2);
    let texts: Vec<String> = list.moves.iter().map(ToString::to_string).collect();
    assert_eq!((texts, list.is_complete), (vec!["n13->l15".to_owned(), "n13->p15".to_owned()], true));
    assert!(!large.legal_moves().of_piece(square("b1")).up_to(1000).is_complete);
    for name in ["a2", "b2", "c2", "z99"] {
        let list = large.legal_moves().of_piece(square(name)).up_to(1);
        assert!(list.moves.is_empty() && list.is_complete, "{name}");
    }
}

#[test]
fn the_moves_of_one_piece_are_listed_although_a_chain_of_another_has_begun() {
    let text = r#"RULES: no capture multiple jumps TURN: red BOARD:
        ".".".". ."."."." ".".".". ."."."." "."b".". ."."."." "b"."."r r"."."." MOVES:"#;
    let mut moves = text.parse::<Document>().unwrap().position().unwrap().legal_moves();
    assert_eq!(moves.next().unwrap().to_string(), "a1->c3");
    for (from, rest) in [("a1", "a1->c3->e5"), ("h2", "h2->g3")] {
        let own: Vec<String> = moves.clone().of_piece(square(from)).map(|mv| mv.to_string()).collect();
        assert_eq!(own, [rest]);
    }
}

#[test]
fn movable_pieces_and_their_first_jumps_are_found_without_a_list() {
    let large = large();
    assert_eq!(large.movable(), ["b1", "h7", "n13"].map(square));
    let legs = large.next_legs();
    let ends = |name| of_piece(&legs, square(name)).iter().map(|leg| leg.path().end()).collect::<Vec<_>>();
    assert_eq!(ends("b1"), [square("d3")]);
    assert_eq!(ends("h7"), ["f5", "f9", "j5", "j9"].map(square));
}

#[test]
fn a_long_path_is_played_without_a_list() {
    let large = large();
    let first = large.legal_moves().up_to(1).moves.remove(0);
    assert!(first.captured().len() > 10, "{first}");
    let after = large.play(&first).unwrap();
    assert_eq!(after.board().iter().count(), large.board().iter().count() - first.captured().len());
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn a_limited_list_is_a_prefix_of_the_whole_list(
        plain in prop_oneof![standard(), sparse(), other_shapes()],
        limit in 0..40usize,
    ) {
        let position = position(&plain);
        prop_assume!(position.legal_moves().up_to(MANY).is_complete);
        let all: Vec<_> = position.legal_moves().collect();
        prop_assert!(position.legal_moves().eq(all.iter().cloned()));
        let list = position.legal_moves().up_to(limit);
        prop_assert_eq!(&list.moves, &all[..limit.min(all.len())]);
        prop_assert_eq!(list.is_complete, all.len() <= limit);
        let mut movable: Vec<Square> = all.iter().map(|mv| mv.path().start()).collect();
        movable.dedup();
        prop_assert_eq!(position.movable(), movable);
        for from in position.board().shape().squares() {
            let own = of_piece(&all, from);
            let list = position.legal_moves().of_piece(from).up_to(limit);
            prop_assert_eq!(&list.moves, &own[..limit.min(own.len())]);
            prop_assert_eq!(list.is_complete, own.len() <= limit);
            let mut ends: Vec<Square> = own.iter().map(|mv| mv.path().squares()[1]).collect();
            ends.sort_unstable();
            ends.dedup();
            let legs = of_piece(&position.next_legs(), from);
            prop_assert_eq!(legs.iter().map(|leg| leg.path().end()).collect::<Vec<_>>(), ends);
        }
        // Check the list and the queries with a jump in progress as well.
        for jump in all.iter().filter(|mv| mv.captured().len() > 1) {
            let going_on = position.advance(jump.path().start(), jump.path().squares()[1]).unwrap();
            let all: Vec<_> = going_on.legal_moves().collect();
            prop_assert!(going_on.legal_moves().eq(all.iter().cloned()));
            prop_assert_eq!(going_on.movable(), vec![jump.path().squares()[1]]);
            prop_assert_eq!(going_on.legal_moves().of_piece(jump.path().squares()[1]).up_to(all.len()).moves, all);
        }
    }
}
