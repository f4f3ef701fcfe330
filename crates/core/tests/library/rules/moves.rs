//! Tests steps and jumps, and which of them each combination of the rules allows.

use rankmoves_core::Player::{Black, Red};
use rankmoves_core::{Position, Rules};
use testing::notation::{
    CAPTURE_MULTIPLE, CAPTURE_SINGLE, NO_CAPTURE_MULTIPLE, NO_CAPTURE_SINGLE, after, moves, path, pieces,
    position, position_on, square,
};

use super::assert_moves;

// Steps.

#[test]
fn a_red_man_steps_up_and_a_black_man_down() {
    assert_moves(Red, "r d4", "d4->c5 d4->e5");
    assert_moves(Black, "b d4", "d4->c3 d4->e3");
}

#[test]
fn a_king_steps_all_four_ways() {
    assert_moves(Red, "R d4", "d4->c3 d4->c5 d4->e3 d4->e5");
    assert_moves(Black, "B d4", "d4->c3 d4->c5 d4->e3 d4->e5");
}

#[test]
fn a_king_neither_steps_nor_jumps_from_afar() {
    assert_moves(Red, "R a1, b d4", "a1->b2");
}

#[test]
fn only_the_player_to_move_moves() {
    assert_moves(Red, "r d4, b c7", "d4->c5 d4->e5");
    assert_moves(Black, "r d4, b c7", "c7->b6 c7->d6");
}

#[test]
fn no_piece_steps_off_the_edge_or_around_it() {
    for (piece, expected) in [
        ("r a3", "a3->b4"),
        ("r h4", "h4->g5"),
        ("R a5", "a5->b4 a5->b6"),
        ("R h4", "h4->g3 h4->g5"),
        ("R a1", "a1->b2"),
        ("R h8", "h8->g7"),
        ("R e1", "e1->d2 e1->f2"),
        ("R d8", "d8->c7 d8->e7"),
    ] {
        assert_moves(Red, piece, expected);
    }
    assert_moves(Black, "b a7, b h2", "a7->b6 h2->g1");
}

#[test]
fn no_piece_steps_onto_another() {
    assert_moves(Red, "r d4, r c5, b e5, b f6", "c5->b6 c5->d6");
}

#[test]
fn red_begins_a_game_with_seven_steps() {
    for rules in Rules::ALL {
        let expected = "a3->b4 c3->b4 c3->d4 e3->d4 e3->f4 g3->f4 g3->h4";
        assert_eq!(moves(&Position::start(rules, Red)), expected);
    }
}

#[test]
fn the_turn_passes_with_every_move() {
    let start = position(CAPTURE_MULTIPLE, Red, "r c3, b f6");
    let reply = after(&start, "c3->d4");
    assert_eq!((reply.turn(), pieces(&reply).as_str()), (Black, "b f6, r d4"));
    assert_eq!(after(&reply, "f6->g5").turn(), Red);
}

#[test]
fn play_leaves_the_old_position_as_it_was() {
    let start = position(CAPTURE_MULTIPLE, Red, "r a1, b b2, b d4, R c7");
    let copy = start;
    let next = after(&start, "a1->c3->e5");
    assert_eq!(start, copy);
    assert_eq!(pieces(&start), "R c7, b d4, b b2, r a1");
    assert_eq!(pieces(&next), "R c7, r e5");
}

#[test]
fn the_position_after_a_found_move_is_the_one_that_playing_its_path_gives() {
    let start = position(CAPTURE_MULTIPLE, Red, "r a1, b b2, b d4, R c7");
    let chain = start.find(&path("a1->c3->e5")).unwrap();
    assert_eq!(pieces(&start.after(&chain)), "R c7, r e5");
    assert_eq!(start.after(&chain).turn(), Black);
}

#[test]
fn a_move_of_another_position_does_not_panic() {
    let start = position(CAPTURE_MULTIPLE, Red, "r a1, b b2, b d4, R c7");
    let chain = start.find(&path("a1->c3->e5")).unwrap();
    let elsewhere = position_on("4x4 flipped", CAPTURE_MULTIPLE, Black, "b a4, r d3");
    assert_eq!(elsewhere.after(&chain).turn(), Red);
}

// Jumps.

#[test]
fn a_man_jumps_forwards_only_over_men_and_kings() {
    let red = position(CAPTURE_SINGLE, Red, "r d4, b c5, B e5, b c3, B e3");
    assert_eq!(moves(&red), "d4->b6 d4->f6");
    let black = position(CAPTURE_SINGLE, Black, "b d4, r c3, R e3, r c5, R e5");
    assert_eq!(moves(&black), "d4->b2 d4->f2");
}

#[test]
fn a_king_jumps_all_four_ways() {
    let red = position(CAPTURE_SINGLE, Red, "R d4, b c5, B e5, b c3, B e3");
    assert_eq!(moves(&red), "d4->b2 d4->b6 d4->f2 d4->f6");
    let black = position(CAPTURE_SINGLE, Black, "B d4, r c5, R e5, r c3, R e3");
    assert_eq!(moves(&black), "d4->b2 d4->b6 d4->f2 d4->f6");
}

#[test]
fn no_piece_jumps_its_own() {
    let expected = "c3->b4 c5->b6 c5->d6 e3->f4 e5->d6 e5->f6";
    assert_moves(Red, "R d4, r c3, r e3, r c5, r e5", expected);
}

#[test]
fn no_piece_jumps_onto_an_occupied_square() {
    assert_moves(Red, "R d4, b c5, r b6, b e5, b f6", "b6->a7 b6->c7 d4->c3 d4->e3");
}

#[test]
fn no_piece_jumps_off_the_board() {
    assert_moves(Red, "r g3, b h4", "g3->f4");
    assert_moves(Red, "R c7, b b8, b d8", "c7->b6 c7->d6");
    assert_moves(Black, "B f2, r e1, r g1", "f2->e3 f2->g3");
}

#[test]
fn a_jump_removes_the_piece_it_leaps_over() {
    let start = position(NO_CAPTURE_SINGLE, Red, "r d4, B c5, b e5");
    assert_eq!(pieces(&after(&start, "d4->b6")), "r b6, b e5");
    assert_eq!(pieces(&after(&start, "d4->f6")), "r f6, B c5");
}

#[test]
fn a_move_has_its_captures_and_crowning() {
    let start = position(NO_CAPTURE_MULTIPLE, Red, "r b4, b c5, b e7");
    let effect = |text| {
        let found = start.find(&path(text)).unwrap();
        (found.captured().to_vec(), found.is_jump(), found.crowns())
    };
    assert_eq!(effect("b4->a5"), (vec![], false, false));
    assert_eq!(effect("b4->d6"), (vec![square("c5")], true, false));
    assert_eq!(effect("b4->d6->f8"), (vec![square("c5"), square("e7")], true, true));
}

// The four combinations of the rules.

#[test]
fn jumps_and_steps_are_freely_chosen_under_no_capture() {
    for rules in [NO_CAPTURE_SINGLE, NO_CAPTURE_MULTIPLE] {
        assert_eq!(moves(&position(rules, Red, "r d4, r a3, b c5")), "a3->b4 d4->b6 d4->e5");
    }
}

#[test]
fn captures_are_forced_under_capture() {
    for rules in [CAPTURE_SINGLE, CAPTURE_MULTIPLE] {
        assert_eq!(moves(&position(rules, Red, "r d4, r a3, b c5")), "d4->b6");
    }
}

#[test]
fn the_shorter_of_two_captures_may_be_chosen() {
    let start = position(CAPTURE_MULTIPLE, Red, "r a1, b b2, b d4, r h4, b g5");
    assert_eq!(moves(&start), "a1->c3->e5 h4->f6");
}

#[test]
fn a_move_has_one_jump_under_single_jumps() {
    for rules in [NO_CAPTURE_SINGLE, CAPTURE_SINGLE] {
        let start = position(rules, Red, "r a1, b b2, b d4");
        assert_eq!(moves(&start), "a1->c3");
        assert_eq!(pieces(&after(&start, "a1->c3")), "b d4, r c3");
    }
}

#[test]
fn a_chain_is_carried_to_its_end_under_capture_with_multiple_jumps() {
    let red = position(CAPTURE_MULTIPLE, Red, "r a1, b b2, b d4, b f6, r h2");
    assert_eq!(moves(&red), "a1->c3->e5->g7");
    assert_eq!(pieces(&after(&red, "a1->c3->e5->g7")), "r g7, r h2");
    let black = position(CAPTURE_MULTIPLE, Black, "b h8, r g7, r e5, r c3, b a7");
    assert_eq!(moves(&black), "h8->f6->d4->b2");
}

#[test]
fn every_prefix_of_a_chain_is_a_move_under_no_capture_with_multiple_jumps() {
    let red = position(NO_CAPTURE_MULTIPLE, Red, "r a1, b b2, b d4, b f6, r h2");
    assert_eq!(moves(&red), "a1->c3 a1->c3->e5 a1->c3->e5->g7 h2->g3");
    assert_eq!(pieces(&after(&red, "a1->c3->e5")), "b f6, r e5, r h2");
    let black = position(NO_CAPTURE_MULTIPLE, Black, "b h8, r g7, r e5, r c3, b a7");
    assert_eq!(moves(&black), "a7->b6 h8->f6 h8->f6->d4 h8->f6->d4->b2");
}

#[test]
fn the_list_of_all_rules_holds_each_combination_once() {
    let combinations = [NO_CAPTURE_SINGLE, NO_CAPTURE_MULTIPLE, CAPTURE_SINGLE, CAPTURE_MULTIPLE];
    assert_eq!(Rules::ALL, combinations);
    assert_eq!(combinations.map(Rules::chains_may_stop), [false, true, false, false]);
}
