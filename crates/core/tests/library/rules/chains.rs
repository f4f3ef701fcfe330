//! Tests chains of jumps, and crowning.

use rankmoves_core::Player::{Black, Red};
use rankmoves_core::Rules;
use testing::notation::{CAPTURE_MULTIPLE, NO_CAPTURE_MULTIPLE, after, moves, pieces, position};

use super::assert_moves;

// Chains.

#[test]
fn a_chain_may_fork() {
    let pieces = "r c1, b d2, b d4, b f4";
    let forced = position(CAPTURE_MULTIPLE, Red, pieces);
    assert_eq!(moves(&forced), "c1->e3->c5 c1->e3->g5");
    let free = position(NO_CAPTURE_MULTIPLE, Red, pieces);
    assert_eq!(moves(&free), "c1->b2 c1->e3 c1->e3->c5 c1->e3->g5");
}

#[test]
fn a_step_is_not_followed_by_a_jump() {
    assert_moves(Red, "r c3, b e5", "c3->b4 c3->d4");
}

#[test]
fn a_king_jumps_backwards_in_a_chain_and_a_man_does_not() {
    let man = position(CAPTURE_MULTIPLE, Red, "r c1, b d2, b f2");
    assert_eq!(moves(&man), "c1->e3");
    let king = position(CAPTURE_MULTIPLE, Red, "R c1, b d2, b f2");
    assert_eq!(moves(&king), "c1->e3->g1");
}

#[test]
fn no_piece_is_jumped_twice() {
    for rules in Rules::ALL {
        assert_eq!(moves(&position(rules, Red, "R a1, b b2")), "a1->c3");
        assert_eq!(moves(&position(rules, Black, "B h8, r g7")), "h8->f6");
    }
}

#[test]
fn king_may_jump_back_to_its_start() {
    let red = position(CAPTURE_MULTIPLE, Red, "R c3, b b4, b b6, b d4, b d6");
    assert_eq!(moves(&red), "c3->a5->c7->e5->c3 c3->e5->c7->a5->c3");
    assert_eq!(pieces(&after(&red, "c3->a5->c7->e5->c3")), "R c3");
    let black = position(CAPTURE_MULTIPLE, Black, "B f6, r e5, r e3, r g3, r g5");
    assert_eq!(moves(&black), "f6->d4->f2->h4->f6 f6->h4->f2->d4->f6");
}

#[test]
fn king_may_jump_back_over_its_start() {
    let start = position(CAPTURE_MULTIPLE, Red, "R c3, b b4, b b6, b d4, b d6, b d2");
    assert_eq!(moves(&start), "c3->a5->c7->e5->c3->e1 c3->e1 c3->e5->c7->a5->c3->e1");
    assert_eq!(pieces(&after(&start, "c3->a5->c7->e5->c3->e1")), "R e1");
}

#[test]
fn a_chain_may_cross_a_square_twice() {
    let start = position(CAPTURE_MULTIPLE, Red, "R a1, b b2, b b4, b b6, b d4, b d6");
    assert_eq!(moves(&start), "a1->c3->a5->c7->e5->c3 a1->c3->e5->c7->a5->c3");
}

#[test]
fn a_circle_may_be_left_after_any_jump_under_no_capture_with_multiple_jumps() {
    let start = position(NO_CAPTURE_MULTIPLE, Red, "R c3, b b4, b b6, b d4, b d6");
    let one_way = "c3->a5 c3->a5->c7 c3->a5->c7->e5 c3->a5->c7->e5->c3";
    let other_way = "c3->e5 c3->e5->c7 c3->e5->c7->a5 c3->e5->c7->a5->c3";
    assert_eq!(moves(&start), format!("{one_way} c3->b2 c3->d2 {other_way}"));
}

#[test]
fn two_paths_with_one_effect_are_two_moves() {
    let start = position(CAPTURE_MULTIPLE, Red, "R c3, b b4, b b6, b d4, b d6");
    let [one, other] = ["c3->a5->c7->e5->c3", "c3->e5->c7->a5->c3"];
    assert_eq!(after(&start, one), after(&start, other));
    assert_eq!(moves(&start), [one, other].join(" "));
}

#[test]
fn two_paths_with_the_same_ends_are_two_moves() {
    let start = position(CAPTURE_MULTIPLE, Red, "r c1, b b2, b b4, b d2, b d4");
    assert_eq!(moves(&start), "c1->a3->c5 c1->e3->c5");
    assert_eq!(pieces(&after(&start, "c1->a3->c5")), "r c5, b d4, b d2");
    assert_eq!(pieces(&after(&start, "c1->e3->c5")), "r c5, b b4, b b2");
}

// Crowning.

#[test]
fn a_man_that_steps_onto_the_far_rank_is_crowned() {
    assert_moves(Red, "r c7", "c7->b8 c7->d8");
    assert_moves(Black, "b b2", "b2->a1 b2->c1");
    let red = after(&position(CAPTURE_MULTIPLE, Red, "r c7, b f2"), "c7->d8");
    assert_eq!(pieces(&red), "R d8, b f2");
    assert_eq!(pieces(&after(&red, "f2->g1")), "R d8, B g1");
}

#[test]
fn a_new_king_moves_backwards_from_its_next_turn() {
    let start = position(CAPTURE_MULTIPLE, Red, "r c7, b a3");
    let crowned = after(&after(&start, "c7->b8"), "a3->b2");
    assert_eq!(moves(&crowned), "b8->a7 b8->c7");
}

#[test]
fn a_man_that_is_crowned_by_a_jump_ends_its_move() {
    let red = position(CAPTURE_MULTIPLE, Red, "r d6, b e7, b g7");
    assert_eq!(moves(&red), "d6->f8");
    assert_eq!(pieces(&after(&red, "d6->f8")), "R f8, b g7");
    let black = position(CAPTURE_MULTIPLE, Black, "b c3, r d2, r f2");
    assert_eq!(moves(&black), "c3->e1");
    let free = position(NO_CAPTURE_MULTIPLE, Red, "r b4, b c5, b e7, b g7");
    assert_eq!(moves(&free), "b4->a5 b4->d6 b4->d6->f8");
}

#[test]
fn a_king_jumps_on_from_the_far_rank() {
    let start = position(CAPTURE_MULTIPLE, Red, "R d6, b e7, b g7");
    assert_eq!(moves(&start), "d6->f8->h6");
    assert!(!start.legal_moves().next().unwrap().crowns());
}

#[test]
fn a_man_on_its_own_crowning_rank_cannot_move() {
    assert_moves(Red, "r b8, b a7, b c7", "");
    assert_moves(Black, "b e1, r d2, r f2", "");
    assert_moves(Red, "r b8, r d4", "d4->c5 d4->e5");
}

#[test]
fn a_man_is_not_crowned_on_the_rank_it_comes_from() {
    assert_moves(Red, "r c1", "c1->b2 c1->d2");
    assert_moves(Black, "b d8", "d8->c7 d8->e7");
}
