//! Tests odd and invalid setups.
//!
//! The expected values were worked out by hand from the definition, not taken from the program.

use rankmoves_core::Player::{Black, Red};
use rankmoves_core::{Board, InvalidSetup, Oddity, Piece, Position, Role, Rules, Setup, SetupFault, Shape};
use testing::notation::{
    CAPTURE_MULTIPLE, CAPTURE_SINGLE, NO_CAPTURE_MULTIPLE, NO_CAPTURE_SINGLE, board_on, moves, square,
};

fn jumping_on(rules: Rules, name: &str) -> Result<Position, InvalidSetup> {
    let board = board_on("8x8", "r c3, r h2, b d4, b a7");
    Setup { board, turn: Red, rules, jumping: Some(square(name)) }.position()
}

#[test]
fn a_setup_may_have_a_jump_in_progress() {
    for rules in [CAPTURE_MULTIPLE, NO_CAPTURE_MULTIPLE] {
        let position = jumping_on(rules, "c3").unwrap();
        assert_eq!(moves(&position), "c3->e5");
        assert_eq!(position.setup().position(), Ok(position));
    }
}

#[test]
fn no_jump_is_in_progress_under_single_jumps() {
    let invalid = jumping_on(CAPTURE_SINGLE, "c3").unwrap_err();
    assert_eq!(invalid.faults(), [SetupFault::JumpingUnderSingleJumps]);
    assert_eq!(invalid.to_string(), "a jump is in progress, which `single jumps` rules out");
}

#[test]
fn a_jump_in_progress_needs_a_piece_of_the_player_to_move() {
    for name in ["d4", "e5", "d5", "i9"] {
        let invalid = jumping_on(NO_CAPTURE_MULTIPLE, name).unwrap_err();
        assert_eq!(invalid.faults(), [SetupFault::NoPieceToJump { square: square(name), player: Red }]);
        let message = format!("a jump is in progress on {name}, where red has no piece");
        assert_eq!(invalid.to_string(), message);
    }
}

#[test]
fn a_jump_in_progress_must_be_able_to_go_on() {
    let invalid = jumping_on(CAPTURE_MULTIPLE, "h2").unwrap_err();
    assert_eq!(invalid.faults(), [SetupFault::CannotJumpOn(square("h2"))]);
    assert_eq!(invalid.to_string(), "the piece on h2 has no further jump");
}

#[test]
fn every_fault_of_a_setup_is_reported() {
    let invalid = jumping_on(NO_CAPTURE_SINGLE, "h2").unwrap_err();
    let faults = [SetupFault::JumpingUnderSingleJumps, SetupFault::CannotJumpOn(square("h2"))];
    assert_eq!(invalid.faults(), faults);
    let message =
        "a jump is in progress, which `single jumps` rules out; the piece on h2 has no further jump";
    assert_eq!(invalid.to_string(), message);
}

#[test]
fn thirteen_pieces_of_a_player_are_odd_on_the_standard_size() {
    let mut setup = Position::start(CAPTURE_MULTIPLE, Red).setup();
    assert_eq!(setup.oddities(), []);
    setup.board.put(square("a5"), Piece { player: Black, role: Role::King }).unwrap();
    let oddities = setup.oddities();
    assert_eq!(oddities, [Oddity::TooManyPieces { player: Black, count: 13 }]);
    assert_eq!(oddities[0].to_string(), "black has 13 pieces, more than the 12 at the start of a game");
    assert!(setup.position().is_ok());
}

#[test]
fn twenty_pieces_of_a_player_are_not_odd_on_a_larger_board() {
    let board = Board::start(Shape::new(10, 10, false).unwrap(), 4);
    assert_eq!(board.count(Red), 20);
    assert_eq!(Setup { board, turn: Red, rules: CAPTURE_MULTIPLE, jumping: None }.oddities(), []);
}

#[test]
fn a_man_on_its_own_crowning_rank_is_odd() {
    let board = board_on("8x8", "r b8, r f8, R d8, r c1, b a1, B e1, b h8");
    let setup = Setup { board, turn: Red, rules: CAPTURE_MULTIPLE, jumping: None };
    let uncrowned = |player, names: &[&str]| Oddity::UncrownedMen {
        player,
        squares: names.iter().map(|name| square(name)).collect(),
    };
    let oddities = setup.oddities();
    assert_eq!(oddities, [uncrowned(Red, &["b8", "f8"]), uncrowned(Black, &["a1"])]);
    let messages = [
        "the red men on b8, f8 cannot move: they are on their crowning rank but not kings",
        "the black man on a1 cannot move: it is on its crowning rank but not a king",
    ];
    assert_eq!(oddities.iter().map(ToString::to_string).collect::<Vec<_>>(), messages);
}
