//! Tests boards of all shapes, and players who cannot move.

use rankmoves_core::Player::{Black, Red};
use rankmoves_core::{Blocked, Piece, Player, Rules};
use testing::notation::{
    CAPTURE_MULTIPLE, CAPTURE_SINGLE, NO_CAPTURE_SINGLE, after, board_on, moves, pieces, position,
    position_on, shape, square,
};

use super::{assert_moves, assert_moves_on};

// Boards.

#[test]
fn the_top_left_cell_determines_the_playable_squares() {
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
