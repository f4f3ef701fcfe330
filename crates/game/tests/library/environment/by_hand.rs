//! Tests states, actions and arrays that were worked out by hand.

use rankmoves_core::{Blocked, Board, IllegalMove, Player, Rules, Setup, ShapeError};
use rankmoves_game::Outcome;
use rankmoves_game::env::{Action, ArrayError, Environment, IllegalAction};
use testing::notation::{CAPTURE_MULTIPLE, CAPTURE_SINGLE, NO_CAPTURE_MULTIPLE, position_on, shape};

use super::{CHAIN, PASSING, after, jump, state, step};

#[test]
fn the_default_is_the_start_of_a_game() {
    let state = Environment::default();
    let rows = [-1, -1, -1, 0, 0, 1, 1, 1].map(|number| [number; 4]);
    assert_eq!(state.array(), rows);
    assert_eq!(Environment::from_array(&rows, Player::Red, None, PASSING), Ok(state));
    // The first square of row 5 is at the left edge; the first square of row 4 is one file to the right.
    let steps = [
        ((5, 0), (4, 0)),
        ((5, 1), (4, 0)),
        ((5, 1), (4, 1)),
        ((5, 2), (4, 1)),
        ((5, 2), (4, 2)),
        ((5, 3), (4, 2)),
        ((5, 3), (4, 3)),
    ];
    assert_eq!(state.actions(), steps.map(|(from, to)| step(from, to)));
    assert_eq!((state.active_player(), state.jump_piece(), state.payoffs()), (Player::Red, None, None));
    assert_eq!(state.position().rules(), Rules { blocked: Blocked::Passes, ..Rules::ENGLISH });
}

#[test]
fn a_state_is_drawn_with_both_kinds_of_coordinates() {
    let state = Environment::from(position_on("4x5", CAPTURE_MULTIPLE, Player::Black, "b b4, R c1, B e1"));
    let drawing = "   0   1   2
0    b   .    4
1  .   .   .  3
2    .   .    2
3  .   R   B  1
   a b c d e
black to move
";
    assert_eq!(state.to_string(), drawing);
    assert_eq!(state.array(), [vec![-1, 0], vec![0, 0, 0], vec![0, 0], vec![0, 2, -2]]);
}

#[test]
fn cells_and_squares_are_the_same_on_every_shape() {
    for text in ["8x8", "8x8 flipped", "5x7", "5x7 flipped", "4x62"] {
        let shape = shape(text);
        let board = Board::empty(shape);
        let setup = Setup { board, turn: Player::Red, rules: PASSING, jumping: None };
        let state = Environment::from(setup.position().unwrap());
        let mut expected = shape.squares();
        for (row, numbers) in state.array().iter().enumerate() {
            for column in 0..numbers.len() {
                let square = expected.next().unwrap();
                assert_eq!(state.square((row, column)), Some(square), "{text}");
                assert_eq!(state.cell(square), Some((row, column)), "{text}");
            }
            assert_eq!(state.square((row, numbers.len())), None, "{text}");
        }
        assert_eq!(expected.next(), None);
        for cell in
            [(shape.ranks().into(), 0), (usize::MAX, 0), (0, usize::MAX), (0, 127), (0, 128), (256, 0)]
        {
            assert_eq!(state.square(cell), None, "{text} {cell:?}");
        }
        assert_eq!(state.cell("a50".parse().unwrap()), None);
    }
    assert_eq!(Environment::default().cell("a2".parse().unwrap()), None);
}

#[test]
fn a_blocked_player_passes_as_long_as_the_other_can_move() {
    // Black's man on a3 faces b2, and the square behind, c1, is occupied. Red's man on b2 can go to c3.
    //
    //    .   .   6
    //  .   .     5
    //    .   .   4
    //  b   .     3
    //    r   .   2
    //  .   r     1
    let rows: [&[i8]; 6] = [&[0, 0], &[0, 0], &[0, 0], &[-1, 0], &[1, 0], &[0, 1]];
    let blocked = state(&rows, Player::Black, PASSING);
    assert_eq!((blocked.actions(), blocked.outcome()), (vec![Action::Pass], None));
    let passed = blocked.after(Action::Pass).unwrap();
    assert_eq!((passed.active_player(), passed.array()), (Player::Red, blocked.array()));
    assert!(passed.after(Action::Pass).is_err());
    // Under `Blocked::Loses` the same player has lost.
    let lost = state(&rows, Player::Black, CAPTURE_MULTIPLE);
    assert_eq!(lost.outcome(), Some(Outcome::NoMoves { loser: Player::Black }));
    assert_eq!(lost.payoffs(), Some([1, -1]));
    assert_eq!(lost.actions(), []);
    assert_eq!(
        lost.after(Action::Pass).unwrap_err().to_string(),
        "the game is over: red wins: black has no moves"
    );
}

#[test]
fn a_state_in_which_neither_can_move_is_a_draw() {
    // Men on their crowning ranks cannot move.
    let rows: [&[i8]; 4] = [&[1, 0], &[0, 0], &[0, 0], &[-1, 0]];
    for player in Player::ALL {
        let state = state(&rows, player, PASSING);
        assert_eq!((state.outcome(), state.payoffs()), (Some(Outcome::BothPassed), Some([0, 0])));
        assert_eq!(state.actions(), []);
        assert!(state.to_string().ends_with("a draw: both players are blocked\n"), "{state}");
    }
}

#[test]
fn a_player_without_pieces_has_lost() {
    for player in Player::ALL {
        let state = state(&[&[0, 0], &[0, 0], &[0, 2], &[0, 0]], player, PASSING);
        assert_eq!(state.outcome(), Some(Outcome::NoPieces { loser: Player::Black }));
        assert_eq!((state.payoffs(), state.actions()), (Some([1, -1]), vec![]));
    }
}

#[test]
fn only_the_piece_that_has_jumped_may_go_on() {
    let state = Environment::from_array(&CHAIN, Player::Red, None, PASSING).unwrap();
    let (first, second) = (jump((5, 0), (3, 1), (4, 0)), jump((5, 3), (3, 2), (4, 2)));
    assert_eq!(state.actions(), [first, second]);
    let state = state.after(first).unwrap();
    assert_eq!((state.active_player(), state.jump_piece()), (Player::Red, Some((3, 1))));
    let on = jump((3, 1), (1, 2), (2, 1));
    assert_eq!(state.actions(), [on]);
    assert!(state.to_string().ends_with("red to continue jumping from (3, 1)\n"));
    let why = state.after(second).unwrap_err();
    let jumping = IllegalMove::AnotherJumps { square: "c5".parse().unwrap(), may_stop: false };
    assert_eq!(why, IllegalAction::Rules(jumping));
    let why = state.after(Action::Stop).unwrap_err().to_string();
    assert_eq!(why, "the chain must continue: c5->e7");
    let state = state.after(on).unwrap();
    assert_eq!((state.active_player(), state.jump_piece()), (Player::Black, None));
    let mut rows = CHAIN;
    (rows[5][0], rows[4][0], rows[2][1], rows[1][2]) = (0, 0, 0, 1);
    assert_eq!(state.array(), rows);
}

#[test]
fn stop_is_an_action_if_chains_may_stop() {
    let state = Environment::from_array(&CHAIN, Player::Red, None, NO_CAPTURE_MULTIPLE).unwrap();
    let first = jump((5, 0), (3, 1), (4, 0));
    let free = [first, jump((5, 3), (3, 2), (4, 2)), step((5, 3), (4, 3))];
    assert_eq!(state.actions(), free);
    assert!(state.after(Action::Stop).is_err());
    let state = state.after(first).unwrap();
    // Steps cannot follow jumps.
    assert_eq!(state.actions(), [jump((3, 1), (1, 2), (2, 1)), Action::Stop]);
    let stopped = state.after(Action::Stop).unwrap();
    assert_eq!((stopped.active_player(), stopped.jump_piece()), (Player::Black, None));
    assert_eq!(stopped.array(), state.array());
}

#[test]
fn one_jump_ends_the_turn_under_single_jumps() {
    let state = Environment::from_array(&CHAIN, Player::Red, None, CAPTURE_SINGLE).unwrap();
    let state = state.after(jump((5, 0), (3, 1), (4, 0))).unwrap();
    assert_eq!((state.active_player(), state.jump_piece()), (Player::Black, None));
}

#[test]
fn crowning_ends_a_chain() {
    // A king on (0, 1) could continue over the man on (1, 2).
    //
    //    .   .   .   .   4
    //  .   b   b   .     3
    //    r   .   .   .   2
    //  .   .   .   .     1
    let rows: [&[i8]; 4] = [&[0, 0, 0, 0], &[0, -1, -1, 0], &[1, 0, 0, 0], &[0, 0, 0, 0]];
    let crowned = after(state(&rows, Player::Red, PASSING), &[jump((2, 0), (0, 1), (1, 1))]);
    assert_eq!((crowned.active_player(), crowned.jump_piece()), (Player::Black, None));
    assert_eq!(crowned.array()[0], [0, 2, 0, 0]);
    let mut king = crowned.array();
    king[0][1] = 9;
    let king = Environment::from_array(&king, Player::Red, Some((0, 1)), PASSING).unwrap();
    assert_eq!(king.actions(), [jump((0, 1), (2, 2), (1, 2))]);
}

#[test]
fn an_action_must_name_its_captures() {
    let state = Environment::from_array(&CHAIN, Player::Red, None, NO_CAPTURE_MULTIPLE).unwrap();
    let message = |action| state.after(action).unwrap_err().to_string();
    assert_eq!(
        message(step((5, 0), (3, 1))),
        "expected (5, 0) -> (3, 1) x (4, 0) but found (5, 0) -> (3, 1)"
    );
    assert_eq!(
        message(jump((5, 0), (3, 1), (4, 2))),
        "expected (5, 0) -> (3, 1) x (4, 0) but found (5, 0) -> (3, 1) x (4, 2)"
    );
    assert_eq!(
        message(jump((5, 3), (4, 3), (4, 2))),
        "expected (5, 3) -> (4, 3) but found (5, 3) -> (4, 3) x (4, 2)"
    );
    let named = |from: &str, to: &str| state.action(from.parse().unwrap(), to.parse().unwrap());
    assert_eq!(named("a3", "c5"), Ok(jump((5, 0), (3, 1), (4, 0))));
    assert_eq!(named("a3", "b4").unwrap_err().to_string(), "b4 is occupied");
    assert_eq!(named("a3", "a30").unwrap_err().to_string(), "a30 is not on the 8x8 board");
    assert_eq!(message(step((5, 3), (4, 4))), "there is no cell (4, 4) on a board of 8x8");
    assert_eq!(message(step((5, 0), (5, 0))), "a3 is neither a step nor a jump away from a3");
}

#[test]
fn arrays_that_make_no_board_are_refused() {
    let read = |rows: &[Vec<i8>]| Environment::from_array(rows, Player::Red, None, PASSING);
    let refused = |lengths: &[usize]| {
        let rows: Vec<Vec<i8>> = lengths.iter().map(|&length| vec![0; length]).collect();
        read(&rows).unwrap_err()
    };
    for (lengths, ranks, files, why) in [
        (&[][..], 0, 0, ShapeError::TooSmall),
        (&[4], 1, 4, ShapeError::TooSmall),
        (&[4, 4, 4], 3, 8, ShapeError::TooSmall),
        (&[1, 1, 1, 1], 4, 2, ShapeError::TooSmall),
        (&[8; 16], 16, 16, ShapeError::TooLarge),
        (&[100, 100, 100, 100], 4, 200, ShapeError::TooLarge),
        (&[2; 300], 300, 4, ShapeError::TooLarge),
    ] {
        assert_eq!(refused(lengths), ArrayError::Shape { ranks, files, why });
    }
    for (lengths, message) in [
        (&[4, 4, 4, 3, 4, 4, 4, 4][..], "expected 4 numbers in row 3 of a board of 8x8 but found 3"),
        (&[4, 4, 4, 4, 4, 4, 4, 5], "expected 4 numbers in row 7 of a board of 8x8 but found 5"),
        (&[4, 5, 4, 4], "expected 5 numbers in row 3 of a board of 4x9 but found 4"),
        (&[5, 4, 4, 4], "expected 5 numbers in row 2 of a board of 4x9 but found 4"),
        (&[4, 6, 4, 6], "expected 5 numbers in row 0 of a board of 4x10 but found 4"),
        (&[4, 0, 4, 0], "expected 2 numbers in row 0 of a board of 4x4 but found 4"),
    ] {
        assert_eq!(refused(lengths).to_string(), message);
    }
    assert_eq!(
        refused(&[1; 5]).to_string(),
        "the array is a board of 5x2: each side of a board has at least 4 squares"
    );
    // If the number of files is odd, rows alternate between two lengths.
    let shape = |lengths: &[usize]| {
        let rows: Vec<Vec<i8>> = lengths.iter().map(|&length| vec![0; length]).collect();
        let shape = read(&rows).unwrap().position().board().shape();
        (shape.ranks(), shape.files(), shape.is_flipped())
    };
    assert_eq!(shape(&[2, 3, 2, 3, 2]), (5, 5, false));
    assert_eq!(shape(&[3, 2, 3, 2]), (4, 5, true));
}

#[test]
fn jump_pieces_that_cannot_jump_are_refused() {
    let read = |cell, rules| Environment::from_array(&CHAIN, Player::Red, Some(cell), rules);
    let message = |cell, rules| read(cell, rules).unwrap_err().to_string();
    assert!(read((5, 0), PASSING).is_ok());
    assert_eq!(message((5, 4), PASSING), "the jump piece is on (5, 4), which a board of 8x8 does not have");
    assert_eq!(
        message((4, 0), PASSING),
        "the jump piece cannot continue: a jump is in progress on b4, where red has no piece"
    );
    assert_eq!(
        message((5, 0), CAPTURE_SINGLE),
        "the jump piece cannot continue: a jump is in progress, which `single jumps` rules out"
    );
    let quiet = [[0, 0], [0, 0], [0, 1], [0, 0]];
    let why = Environment::from_array(&quiet, Player::Red, Some((2, 1)), PASSING).unwrap_err();
    assert_eq!(why.to_string(), "the jump piece cannot continue: the piece on d2 has no further jump");
    // The extreme values `i8::MIN` and `i8::MAX` are read as kings.
    let state = state(&[&[i8::MIN, 0], &[0, 0], &[0, 0], &[0, i8::MAX]], Player::Red, PASSING);
    assert_eq!(state.array(), [[-2, 0], [0, 0], [0, 0], [0, 2]]);
}
