//! The rules of the game, one test a rule: a position and its exact list of legal moves.
//!
//! The expected values were worked out by hand from the definition, not taken from the program.

use rankmoves::Player::{Black, Red};
use rankmoves::{Blocked, Piece, Player, Position, Rules};
use testing::notation::{
    CAPTURE_MULTIPLE, CAPTURE_SINGLE, NO_CAPTURE_MULTIPLE, NO_CAPTURE_SINGLE, after, board_on, moves, path,
    pieces, position, position_on, shape, square,
};

/// Asserts the same moves under all four combinations of the rules.
fn assert_moves(turn: Player, pieces: &str, expected: &str) {
    assert_moves_on("8x8", turn, pieces, expected);
}

fn assert_moves_on(shape: &str, turn: Player, pieces: &str, expected: &str) {
    for rules in Rules::ALL {
        let position = position_on(shape, rules, turn, pieces);
        assert_eq!(moves(&position), expected, "{pieces} on {shape} under {rules:?}");
        assert_eq!(position.has_moves(), !expected.is_empty(), "{pieces} on {shape} under {rules:?}");
    }
}

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
fn a_move_knows_what_it_captures_and_whether_it_crowns() {
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
    assert!(!start.legal_moves()[0].crowns());
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

// Boards.

#[test]
fn the_top_left_cell_tells_which_squares_are_playable() {
    let playable = |shape_text: &str, name| shape(shape_text).is_playable(square(name));
    for (shape, one, other) in
        [("8x8", "a1", "a8"), ("5x7", "a2", "a1"), ("9x9", "b9", "i9"), ("10x8", "b10", "a10")]
    {
        let flipped = format!("{shape} flipped");
        assert!(playable(shape, one) && !playable(shape, other), "{shape}");
        assert!(!playable(&flipped, one) && playable(&flipped, other), "{flipped}");
    }
    let red_man = Piece::from_letter('r').unwrap();
    assert!(board_on("8x8 flipped", "").put(square("a1"), red_man).is_err());
}

#[test]
fn squares_are_numbered_row_by_row_from_the_top_left_on_every_shape() {
    let names = |text| shape(text).squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(names("5x7"), "b5 d5 f5 a4 c4 e4 g4 b3 d3 f3 a2 c2 e2 g2 b1 d1 f1");
    assert_eq!(names("5x7 flipped"), "a5 c5 e5 g5 b4 d4 f4 a3 c3 e3 g3 b2 d2 f2 a1 c1 e1 g1");
    assert_eq!(shape("5x7 flipped").number(square("d4")), Some(6));
    assert_eq!(shape("5x7").square_numbered(17), Some(square("f1")));
    assert_eq!(shape("8x8 flipped").number(square("a8")), Some(1));
}

#[test]
fn pieces_move_alike_on_a_flipped_board() {
    let shape = "8x8 flipped";
    assert_moves_on(shape, Red, "r d5, R a8", "a8->b7 d5->c6 d5->e6");
    assert_moves_on(shape, Black, "b d5, B h1", "d5->c4 d5->e4 h1->g2");
    let king = position_on(shape, CAPTURE_SINGLE, Red, "R d5, b c6, b e6, b c4, b e4");
    assert_eq!(moves(&king), "d5->b3 d5->b7 d5->f3 d5->f7");
    let chain = position_on(shape, CAPTURE_MULTIPLE, Red, "r b1, b c2, b e4, b g6");
    assert_eq!(moves(&chain), "b1->d3->f5->h7");
}

#[test]
fn pieces_move_alike_on_five_ranks_and_seven_files() {
    assert_moves_on("5x7", Red, "R a2, R g4, r c4", "a2->b1 a2->b3 c4->b5 c4->d5 g4->f3 g4->f5");
    let king = position_on("5x7", CAPTURE_SINGLE, Red, "R d3, b c2, b c4, b e2, b e4");
    assert_eq!(moves(&king), "d3->b1 d3->b5 d3->f1 d3->f5");
    assert_moves_on("5x7 flipped", Red, "R a5, R g1", "a5->b4 g1->f2");
    let chain = position_on("5x7 flipped", CAPTURE_MULTIPLE, Red, "r a1, b b2, b d4");
    assert_eq!(moves(&chain), "a1->c3->e5");
    assert_eq!(pieces(&after(&chain, "a1->c3->e5")), "R e5");
}

#[test]
fn pieces_move_alike_on_nine_ranks_and_nine_files() {
    assert_moves_on("9x9", Red, "R a2, R i8, R b9", "a2->b1 a2->b3 b9->a8 b9->c8 i8->h7 i8->h9");
    assert_moves_on("9x9 flipped", Red, "R a1, R i9", "a1->b2 i9->h8");
    for (shape, pieces, expected) in [
        ("9x9", "B e4, r d3, r d5, r f3, r f5", "e4->c2 e4->c6 e4->g2 e4->g6"),
        ("9x9 flipped", "B e5, r d4, r d6, r f4, r f6", "e5->c3 e5->c7 e5->g3 e5->g7"),
    ] {
        assert_eq!(moves(&position_on(shape, CAPTURE_SINGLE, Black, pieces)), expected, "{shape}");
    }
}

#[test]
fn the_smallest_and_the_largest_boards_have_corners_and_far_ranks() {
    let small = position_on("4x4", CAPTURE_MULTIPLE, Red, "r b2, b c3");
    assert_eq!(moves(&small), "b2->d4");
    assert_eq!(pieces(&after(&small, "b2->d4")), "R d4");
    let diagonal = "r a1, b b2, b d4, b f6, b h8, b j10, b l12, b n14";
    let large = position_on("15x15 flipped", CAPTURE_MULTIPLE, Red, diagonal);
    let expected = "a1->c3->e5->g7->i9->k11->m13->o15";
    assert_eq!(moves(&large), expected);
    assert_eq!(pieces(&after(&large, expected)), "R o15");
    assert_moves_on("15x15 flipped", Red, "R a15, R o1, R o15", "a15->b14 o1->n2 o15->n14");
}

#[test]
fn files_after_z_are_named_as_in_a_spreadsheet() {
    let expected = "aa3->ab2 aa3->ab4 aa3->z4 bj4->bi3 z2->aa1 z2->y1 z2->y3";
    assert_moves_on("4x62", Red, "R z2, R aa3, R bj4", expected);
    let jump = position_on("4x62", CAPTURE_MULTIPLE, Red, "r y1, b z2, b a3");
    assert_eq!(moves(&jump), "y1->aa3");
    let landed = after(&after(&jump, "y1->aa3"), "a3->b2");
    assert_eq!(moves(&landed), "aa3->ab4 aa3->z4");
}

#[test]
fn moves_are_listed_in_byte_order_on_boards_with_ten_ranks() {
    let expected = "a9->b8 b10->c9 b2->a1 b2->a3 b2->c1 b2->c3";
    assert_moves_on("10x10", Red, "R b2, R b10, R a9", expected);
    let expected = "a3->b2 a3->b4 a9->b10 a9->b8 c9->b10 c9->b8 c9->d10 c9->d8";
    assert_moves_on("10x10", Red, "R a3, R a9, R c9", expected);
    let expected = "a1->b2 a11->b10 a3->b2 a3->b4";
    assert_moves_on("11x4 flipped", Red, "R a3, R a11, R a1", expected);
}

// Players who cannot move.

#[test]
fn a_player_whose_every_piece_is_blocked_has_no_moves() {
    for turn in Player::ALL {
        for rules in Rules::ALL {
            let position = position(rules, turn, "r a3, b b4, b c5");
            assert_eq!(Player::ALL.map(|player| position.player_has_moves(player)), [false, true]);
            assert_eq!(position.has_moves(), turn == Black);
        }
    }
    assert_moves(Red, "r a3, b b4, b c5", "");
    assert_moves(Red, "b d4", "");
}

#[test]
fn a_player_who_can_only_jump_has_moves() {
    assert_moves(Red, "r a3, b b4", "a3->c5");
    assert!(position(NO_CAPTURE_SINGLE, Black, "r a3, b b4").player_has_moves(Red));
}

#[test]
fn a_blocked_player_passes_under_blocked_passes() {
    let rules = Rules { blocked: Blocked::Passes, ..CAPTURE_MULTIPLE };
    let stuck = position(rules, Red, "r a3, b b4, b c5");
    assert_eq!(moves(&stuck), "");
    let passed = stuck.pass().unwrap();
    assert_eq!((passed.turn(), passed.board()), (Black, stuck.board()));
    assert_eq!(stuck.play_ply(&"pass".parse().unwrap()), Ok(passed));
    assert_eq!(moves(&passed), "b4->c3 c5->d4");
    assert_eq!(moves(&after(&passed, "c5->d4")), "a3->c5");
}
