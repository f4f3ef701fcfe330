//! Tests scores of positions and moves (section 4 of the definition).
//!
//! The expected values were worked out by hand from the definition, not taken from the program.

use rankmoves::{RankedMove, rank};
use rankmoves_core::Player::{Black, Red};
use rankmoves_core::{Blocked, Piece, Player, Position, Role, Rules, Setup, score};
use testing::notation::{
    CAPTURE_MULTIPLE, NO_CAPTURE_MULTIPLE, NO_CAPTURE_SINGLE, board_on, position, position_on, shape,
};

fn scores(position: &Position) -> [i32; 2] {
    Player::ALL.map(|player| score(position, player))
}

/// Returns the score of each move, in the order of the list.
fn ranked(position: &Position, depth: u32) -> Vec<(String, i32)> {
    let ranked = rank(position, depth).unwrap();
    ranked.into_iter().map(|ranked| (ranked.mv.to_string(), ranked.score)).collect()
}

#[test]
fn a_man_is_worth_1_and_a_king_2() {
    for turn in Player::ALL {
        assert_eq!(scores(&position(CAPTURE_MULTIPLE, turn, "r c1, r a3, R e1, B d8")), [2, -2]);
    }
    assert_eq!(scores(&Position::start(CAPTURE_MULTIPLE, Red)), [0, 0]);
}

#[test]
fn a_player_without_moves_has_lost_also_on_the_opponents_turn() {
    for turn in Player::ALL {
        assert_eq!(scores(&position(CAPTURE_MULTIPLE, turn, "r a3, b b4, b c5")), [-99, 99]);
        assert_eq!(scores(&position(CAPTURE_MULTIPLE, turn, "R d4")), [99, -99]);
    }
}

#[test]
fn each_player_has_lost_when_both_are_stuck() {
    assert_eq!(scores(&position(CAPTURE_MULTIPLE, Red, "r b8, b a1")), [-99, -99]);
    assert_eq!(scores(&position(NO_CAPTURE_SINGLE, Black, "")), [-99, -99]);
}

#[test]
fn blocked_passes_changes_no_score() {
    for (pieces, expected) in [("r a3, b b4, b c5", [-99, 99]), ("r b8, b a1", [-99, -99])] {
        let rules = Rules { blocked: Blocked::Passes, ..CAPTURE_MULTIPLE };
        assert_eq!(scores(&position(rules, Red, pieces)), expected, "{pieces}");
    }
}

#[test]
fn material_is_not_clamped_to_99() {
    let king = |player| Piece { player, role: Role::King };
    let mut board = board_on("14x14", "B b14");
    for square in shape("14x14").squares().filter(|square| square.rank() < 8) {
        board.put(square, king(Red)).unwrap();
    }
    let setup = Setup { board, turn: Red, rules: CAPTURE_MULTIPLE, jumping: None };
    assert_eq!(scores(&setup.position().unwrap()), [110, -110], "56 kings against one");
}

#[test]
fn losing_by_having_no_moves_may_score_better_than_material() {
    // Red is 116 behind. After c1->b2 no red man can move, which costs only 99.
    let king = Piece { player: Black, role: Role::King };
    let mut board = board_on("14x14", "r a1, r c1, B a3, B c3, B d4");
    for square in shape("14x14").squares().filter(|square| (5..13).contains(&square.rank())) {
        board.put(square, king).unwrap();
    }
    let position = |turn| Setup { board, turn, rules: CAPTURE_MULTIPLE, jumping: None }.position().unwrap();
    let red = [("a1->b2".into(), -116), ("c1->b2".into(), -99), ("c1->d2".into(), -116)];
    assert_eq!(ranked(&position(Red), 0), red);
    // Black's moves elsewhere make no difference.
    let black = ranked(&position(Black), 1);
    assert!(black.contains(&("a13->b14".into(), 99)), "{black:?}");
}

#[test]
fn at_depth_0_a_move_scores_the_position_after_it_for_its_player() {
    let start = position(NO_CAPTURE_SINGLE, Red, "r d4, b c5, b c7");
    assert_eq!(ranked(&start, 0), [("d4->b6".into(), 0), ("d4->e5".into(), -1)]);
}

#[test]
fn below_depth_0_a_move_scores_minus_the_best_reply() {
    let start = position(NO_CAPTURE_SINGLE, Red, "r d4, b c5, b c7");
    for depth in [1, 2] {
        assert_eq!(ranked(&start, depth), [("d4->b6".into(), -99), ("d4->e5".into(), -1)]);
    }
}

#[test]
fn a_move_that_leaves_both_stuck_loses_at_depth_0_and_wins_deeper() {
    let pieces = "r a1, r c3, b a3, b b4, b d4, b d2, b c1";
    let start = position_on("4x4", NO_CAPTURE_MULTIPLE, Red, pieces);
    assert_eq!(ranked(&start, 0), [("a1->b2".into(), -99)]);
    for depth in 1..=3 {
        assert_eq!(ranked(&start, depth), [("a1->b2".into(), 99)]);
    }
}

#[test]
fn a_player_without_moves_has_nothing_to_rank() {
    let stuck = position(CAPTURE_MULTIPLE, Red, "r a3, b b4, b c5");
    assert_eq!(ranked(&stuck, 0), []);
    assert_eq!(ranked(&stuck, 3), []);
}

#[test]
fn a_ranked_move_is_written_with_its_score() {
    let mv = Position::start(Rules::ENGLISH, Red).find(&"c3->d4".parse().unwrap()).unwrap();
    assert_eq!(RankedMove { mv, score: -1 }.to_string(), "c3->d4: score -1");
}
