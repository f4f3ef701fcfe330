//! Tests illegal moves and the reasons given, and jumps played one at a time.
//!
//! The expected values were worked out by hand from the definition, not taken from the program.

use rankmoves_core::Player::{Black, Red};
use rankmoves_core::{Blocked, IllegalMove, Ply, Position, Rules};
use testing::notation::{
    CAPTURE_MULTIPLE, CAPTURE_SINGLE, NO_CAPTURE_MULTIPLE, NO_CAPTURE_SINGLE, after, moves, path, pieces,
    position, shape, square,
};

const CAPTURE_PASSES: Rules = Rules { blocked: Blocked::Passes, ..CAPTURE_MULTIPLE };

/// Returns a position with three jumps in a row for the man on a1, and only steps for the man on h2.
fn three_jumps(rules: Rules) -> Position {
    position(rules, Red, "r a1, b b2, b d4, b f6, r h2")
}

fn advance(position: &Position, from: &str, to: &str) -> Position {
    position.advance(square(from), square(to)).unwrap()
}

#[track_caller]
fn assert_refused(position: &Position, text: &str, reason: &IllegalMove, message: &str) {
    let ply = Ply::Move(path(text));
    assert_eq!(position.play_ply(&ply).as_ref(), Err(reason), "playing {text}");
    assert_eq!(position.find(&path(text)).as_ref(), Err(reason), "finding {text}");
    assert_eq!(reason.to_string(), message);
}

// Illegal moves.

#[test]
fn a_square_off_the_board_is_refused() {
    let start = position(CAPTURE_MULTIPLE, Red, "R h8");
    let off = |name| IllegalMove::OffBoard { square: square(name), shape: shape("8x8") };
    assert_refused(&start, "h8->i9", &off("i9"), "i9 is not on the 8x8 board");
    assert_refused(&start, "a9->b8", &off("a9"), "a9 is not on the 8x8 board");
}

#[test]
fn a_red_square_is_refused() {
    let start = position(CAPTURE_MULTIPLE, Red, "r d4");
    let reason = IllegalMove::NotPlayable(square("d5"));
    assert_refused(&start, "d4->d5", &reason, "d5 is a red square: pieces stand only on black squares");
}

#[test]
fn a_player_without_moves_has_lost() {
    let stuck = position(CAPTURE_MULTIPLE, Red, "r a3, b b4, b c5");
    assert_refused(&stuck, "a3->b4", &IllegalMove::NoMoves(Red), "red has no moves and has lost");
}

#[test]
fn a_player_without_moves_must_pass_under_blocked_passes() {
    let stuck = position(CAPTURE_PASSES, Red, "r a3, b b4, b c5");
    assert_refused(&stuck, "a3->b4", &IllegalMove::MustPass(Red), "red has no moves and can only pass");
}

#[test]
fn a_move_of_another_position_is_checked_and_played_as_the_rules_have_it_here() {
    let man = position(CAPTURE_MULTIPLE, Red, "r c7, b h8");
    let king = position(CAPTURE_MULTIPLE, Red, "R c7, b h8");
    let crowns = man.find(&path("c7->d8")).unwrap();
    assert!(crowns.crowns());
    assert_eq!(king.play(&crowns), Ok(after(&king, "c7->d8")));
    let empty = position(CAPTURE_MULTIPLE, Red, "r a1, b h8");
    assert_eq!(empty.play(&crowns), Err(IllegalMove::NoPiece(square("c7"))));
    let jump = position(CAPTURE_MULTIPLE, Red, "r c7, b h8, b b6, r e3, b f4");
    assert_eq!(jump.play(&crowns), Err(IllegalMove::MustJump(path("e3->g5"))));
}

#[test]
fn an_empty_square_cannot_move() {
    let start = position(CAPTURE_MULTIPLE, Red, "r d4");
    assert_refused(&start, "c3->b4", &IllegalMove::NoPiece(square("c3")), "there is no piece on c3");
}

#[test]
fn a_piece_of_the_opponent_cannot_be_moved() {
    let start = position(CAPTURE_MULTIPLE, Red, "r d4, b c7");
    let reason = IllegalMove::NotYours { square: square("c7"), owner: Black };
    assert_refused(&start, "c7->b6", &reason, "the piece on c7 is black's, but it is red's turn");
}

#[test]
fn a_square_too_far_away_is_refused() {
    let start = position(CAPTURE_MULTIPLE, Red, "R d4");
    for (text, to) in [("d4->d6", "d6"), ("d4->g7", "g7"), ("d4->f4", "f4"), ("d4->d4", "d4")] {
        let reason = IllegalMove::TooFar { from: square("d4"), to: square(to) };
        let message = format!("{to} is neither a step nor a jump away from d4");
        assert_refused(&start, text, &reason, &message);
    }
}

#[test]
fn a_man_is_refused_a_move_backwards() {
    let red = position(CAPTURE_MULTIPLE, Red, "r d4, b c3");
    for (text, to) in [("d4->e3", "e3"), ("d4->b2", "b2")] {
        let reason = IllegalMove::Backwards { from: square("d4"), to: square(to) };
        assert_refused(&red, text, &reason, &format!("a man moves forwards only, and {text} is backwards"));
    }
    let black = position(CAPTURE_MULTIPLE, Black, "b d4");
    let reason = IllegalMove::Backwards { from: square("d4"), to: square("e5") };
    assert_refused(&black, "d4->e5", &reason, "a man moves forwards only, and d4->e5 is backwards");
}

#[test]
fn an_occupied_square_is_refused() {
    let start = position(CAPTURE_MULTIPLE, Red, "r d4, r c5, b e5, b f6");
    for (text, to) in [("d4->c5", "c5"), ("d4->e5", "e5"), ("d4->f6", "f6")] {
        assert_refused(&start, text, &IllegalMove::Occupied(square(to)), &format!("{to} is occupied"));
    }
}

#[test]
fn only_an_enemy_can_be_jumped() {
    let start = position(CAPTURE_MULTIPLE, Red, "r d4, r c5");
    for (text, over) in [("d4->f6", "e5"), ("d4->b6", "c5")] {
        let reason = IllegalMove::NothingToJump { over: square(over), enemy: Black };
        assert_refused(&start, text, &reason, &format!("there is no black piece on {over} to jump"));
    }
}

#[test]
fn a_piece_jumped_before_cannot_be_jumped_again() {
    let start = position(CAPTURE_MULTIPLE, Red, "R a1, b b2");
    let reason = IllegalMove::JumpedTwice(square("b2"));
    assert_refused(&start, "a1->c3->a1", &reason, "the piece on b2 has been jumped already");
}

#[test]
fn a_step_is_no_part_of_a_chain() {
    let start = position(NO_CAPTURE_MULTIPLE, Red, "r a1, b b2, r h2");
    for (text, from, to) in [("a1->c3->d4", "c3", "d4"), ("h2->g3->f4", "h2", "g3")] {
        let reason = IllegalMove::StepInChain { from: square(from), to: square(to) };
        let message = format!("{from}->{to} is a step, and only jumps can be chained");
        assert_refused(&start, text, &reason, &message);
    }
}

#[test]
fn a_second_jump_is_refused_under_single_jumps() {
    for rules in [NO_CAPTURE_SINGLE, CAPTURE_SINGLE] {
        let message = "a move has only one jump under `single jumps`";
        assert_refused(&three_jumps(rules), "a1->c3->e5", &IllegalMove::SingleJumps, message);
    }
}

#[test]
fn a_jump_after_crowning_is_refused() {
    let start = position(CAPTURE_MULTIPLE, Red, "r d6, b e7, b g7");
    let reason = IllegalMove::Crowned(square("f8"));
    assert_refused(&start, "d6->f8->h6", &reason, "the man is crowned on f8 and ends its move there");
}

#[test]
fn a_step_is_refused_where_a_jump_is_due() {
    for rules in [CAPTURE_SINGLE, CAPTURE_MULTIPLE] {
        let start = position(rules, Red, "r d4, r a3, b c5");
        for text in ["d4->e5", "a3->b4"] {
            let reason = IllegalMove::MustJump(path("d4->b6"));
            assert_refused(&start, text, &reason, "a jump is available: d4->b6");
        }
    }
}

#[test]
fn a_chain_left_early_is_refused_under_capture() {
    let start = three_jumps(CAPTURE_MULTIPLE);
    for text in ["a1->c3", "a1->c3->e5"] {
        let reason = IllegalMove::ChainGoesOn(path("a1->c3->e5->g7"));
        assert_refused(&start, text, &reason, "the chain must continue: a1->c3->e5->g7");
    }
}

#[test]
fn passing_is_refused_without_blocked_passes() {
    let stuck = position(CAPTURE_MULTIPLE, Red, "r a3, b b4, b c5");
    let reason = stuck.pass().unwrap_err();
    assert_eq!(reason, IllegalMove::PassForbidden);
    assert_eq!(reason.to_string(), "passing is allowed only under `blocked passes`");
}

#[test]
fn passing_is_refused_to_a_player_who_can_move() {
    for turn in [Red, Black] {
        let reason = position(CAPTURE_PASSES, turn, "r a3, b b6").pass().unwrap_err();
        assert_eq!(reason, IllegalMove::PassUnblocked(turn));
        assert_eq!(reason.to_string(), format!("{turn} has legal moves, so passing is not allowed"));
    }
}

// Jumps played one at a time.

#[test]
fn a_jump_that_can_go_on_keeps_the_turn() {
    for rules in [CAPTURE_MULTIPLE, NO_CAPTURE_MULTIPLE] {
        let jumping = advance(&three_jumps(rules), "a1", "c3");
        assert_eq!((jumping.turn(), jumping.jumping()), (Red, Some(square("c3"))));
        assert_eq!(pieces(&jumping), "b f6, b d4, r c3, r h2");
        assert!(jumping.has_moves());
    }
}

#[test]
fn only_the_piece_in_a_chain_moves_and_only_by_jumps() {
    let forced = advance(&three_jumps(CAPTURE_MULTIPLE), "a1", "c3");
    assert_eq!(moves(&forced), "c3->e5->g7");
    let free = advance(&three_jumps(NO_CAPTURE_MULTIPLE), "a1", "c3");
    assert_eq!(moves(&free), "c3->e5 c3->e5->g7");
    let fork = position(CAPTURE_MULTIPLE, Red, "r c1, b d2, b d4, b f4, r a3, b b4");
    assert_eq!(moves(&fork), "a3->c5 c1->e3->c5 c1->e3->g5");
    assert_eq!(moves(&advance(&fork, "c1", "e3")), "e3->c5 e3->g5");
}

#[test]
fn a_chain_jump_by_jump_ends_where_the_whole_path_does() {
    for rules in [CAPTURE_MULTIPLE, NO_CAPTURE_MULTIPLE] {
        let start = three_jumps(rules);
        let second = advance(&advance(&start, "a1", "c3"), "c3", "e5");
        assert_eq!(second.jumping(), Some(square("e5")));
        let whole = after(&start, "a1->c3->e5->g7");
        assert_eq!(advance(&second, "e5", "g7"), whole);
        assert_eq!((whole.turn(), whole.jumping()), (Black, None));
        assert_eq!(after(&advance(&start, "a1", "c3"), "c3->e5->g7"), whole);
    }
}

#[test]
fn a_king_goes_round_jump_by_jump() {
    let start = position(CAPTURE_MULTIPLE, Red, "R c3, b b4, b b6, b d4, b d6");
    let squares = ["c3", "a5", "c7", "e5", "c3"];
    let end = squares.windows(2).fold(start, |position, leg| advance(&position, leg[0], leg[1]));
    assert_eq!(end, after(&start, "c3->a5->c7->e5->c3"));
}

#[test]
fn a_step_and_a_jump_that_cannot_go_on_end_the_turn() {
    for rules in Rules::ALL {
        let step = advance(&position(rules, Red, "r d4, b b8"), "d4", "e5");
        let jump = advance(&position(rules, Red, "r d4, b e5"), "d4", "f6");
        assert_eq!([step, jump].map(|end| (end.turn(), end.jumping())), [(Black, None); 2]);
    }
}

#[test]
fn a_jump_ends_the_turn_under_single_jumps() {
    for rules in [CAPTURE_SINGLE, NO_CAPTURE_SINGLE] {
        let start = three_jumps(rules);
        assert_eq!(advance(&start, "a1", "c3"), after(&start, "a1->c3"));
    }
}

#[test]
fn a_jump_that_crowns_ends_the_turn() {
    for rules in [CAPTURE_MULTIPLE, NO_CAPTURE_MULTIPLE] {
        let end = advance(&position(rules, Red, "r d6, b e7, b g7"), "d6", "f8");
        assert_eq!((end.turn(), end.jumping()), (Black, None));
        assert_eq!(pieces(&end), "R f8, b g7");
    }
}

#[test]
fn a_chain_may_be_left_where_captures_are_optional() {
    let start = three_jumps(NO_CAPTURE_MULTIPLE);
    let first = advance(&start, "a1", "c3");
    assert_eq!(first.stop_jumping(), Ok(after(&start, "a1->c3")));
    assert_eq!(advance(&first, "c3", "e5").stop_jumping(), Ok(after(&start, "a1->c3->e5")));
}

#[test]
fn a_chain_may_not_be_left_where_captures_are_forced() {
    let first = advance(&three_jumps(CAPTURE_MULTIPLE), "a1", "c3");
    assert_eq!(first.stop_jumping(), Err(IllegalMove::ChainGoesOn(path("c3->e5->g7"))));
}

#[test]
fn there_is_no_chain_to_leave_before_the_first_jump() {
    for rules in Rules::ALL {
        let reason = three_jumps(rules).stop_jumping().unwrap_err();
        assert_eq!(reason, IllegalMove::NotJumping);
        assert_eq!(reason.to_string(), "no jump is in progress");
    }
}

#[test]
fn another_piece_cannot_move_while_one_is_jumping() {
    let jumping = advance(&three_jumps(NO_CAPTURE_MULTIPLE), "a1", "c3");
    let reason = IllegalMove::AnotherJumps { square: square("c3"), may_stop: true };
    assert_refused(&jumping, "h2->g3", &reason, "the piece on c3 must continue its chain or stop");
    assert_eq!(jumping.advance(square("h2"), square("g3")), Err(reason));
}

#[test]
fn the_piece_that_is_jumping_cannot_step() {
    let jumping = advance(&three_jumps(NO_CAPTURE_MULTIPLE), "a1", "c3");
    let reason = IllegalMove::StepInChain { from: square("c3"), to: square("b4") };
    assert_refused(&jumping, "c3->b4", &reason, "c3->b4 is a step, and only jumps can be chained");
}

#[test]
fn a_player_who_is_jumping_cannot_pass() {
    let rules = Rules { blocked: Blocked::Passes, ..NO_CAPTURE_MULTIPLE };
    let jumping = advance(&three_jumps(rules), "a1", "c3");
    assert_eq!(jumping.pass(), Err(IllegalMove::PassUnblocked(Red)));
}

#[test]
fn an_illegal_first_jump_is_refused_as_the_whole_move_is() {
    let start = position(CAPTURE_MULTIPLE, Red, "r d4, r a3, b c5");
    let reason = IllegalMove::MustJump(path("d4->b6"));
    assert_eq!(start.advance(square("a3"), square("b4")), Err(reason));
    let reason = IllegalMove::NoPiece(square("c3"));
    assert_eq!(start.advance(square("c3"), square("b4")), Err(reason));
}
