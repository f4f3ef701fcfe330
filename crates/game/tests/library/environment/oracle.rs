//! Compares actions and arrays of random positions with the plain oracle.

use std::collections::HashSet;

use proptest::prelude::*;
use rankmoves_core::{Blocked, Position};
use rankmoves_game::env::{Action, Environment, IllegalAction};
use testing::plain::{Colour, Plain};
use testing::seed::config;
use testing::support::{self, crowded, crowning, other_shapes, sparse, standard};

use super::{jump, step, with};

fn any_shape() -> BoxedStrategy<Plain> {
    prop_oneof![standard(), sparse(), other_shapes(), crowded(), crowning()].boxed()
}

/// Returns the compressed array of a plain position.
fn numbers(plain: &Plain) -> Vec<Vec<i8>> {
    let number = |cell: &char| match cell {
        'r' => Some(1),
        'R' => Some(2),
        'b' => Some(-1),
        'B' => Some(-2),
        '.' => Some(0),
        _ => None,
    };
    plain.cells.iter().map(|row| row.iter().filter_map(number).collect()).collect()
}

/// Applies an action to an array.
fn acted(mut rows: Vec<Vec<i8>>, action: Action) -> Vec<Vec<i8>> {
    if let Action::Move { from, to, jumped } = action {
        let piece = rows[from.0][from.1];
        rows[from.0][from.1] = 0;
        assert_eq!(rows[to.0][to.1], 0, "{action}");
        if let Some((row, column)) = jumped {
            assert!(rows[row][column] * piece < 0, "{action}");
            rows[row][column] = 0;
        }
        let crowned = (piece == 1 && to.0 == 0) || (piece == -1 && to.0 == rows.len() - 1);
        rows[to.0][to.1] = if crowned { 2 * piece } else { piece };
    }
    rows
}

/// Collects all positions in which the active player's turn can end.
fn reached(state: &Environment, ends: &mut HashSet<Position>) {
    for action in state.actions() {
        let next = state.after(action).unwrap();
        assert_eq!(next.array(), acted(state.array(), action), "{action} in\n{state}");
        match (next.jump_piece(), action) {
            (Some(piece), Action::Move { to, jumped: Some(_), .. }) => {
                assert_eq!((piece, next.active_player()), (to, state.active_player()));
                reached(&next, ends);
            }
            (None, _) => {
                assert_ne!(next.active_player(), state.active_player());
                ends.insert(*next.position());
            }
            (Some(_), _) => panic!("{action} cannot go on in\n{state}"),
        }
    }
}

fn check_actions(plain: &Plain, blocked: Blocked) -> Result<(), TestCaseError> {
    let state = Environment::from(with(support::position(plain), blocked));
    let moves = plain.moves();
    prop_assume!(moves.len() <= 300);
    let blocked_too = || Plain { turn: plain.turn.opponent(), ..plain.clone() }.moves().is_empty();
    let (active, other) = if plain.turn == Colour::Red { (0, 1) } else { (1, 0) };
    let pieces = |letters: &str| plain.cells.iter().flatten().filter(|&&cell| letters.contains(cell)).count();
    let counts = [pieces("rR"), pieces("bB")];
    let paid = |winner: usize| if winner == 0 { [1, -1] } else { [-1, 1] };
    let payoffs = if counts[active] == 0 {
        Some(paid(other))
    } else if counts[other] == 0 {
        Some(paid(active))
    } else if !moves.is_empty() {
        None
    } else if blocked == Blocked::Loses {
        Some(paid(other))
    } else {
        blocked_too().then_some([0, 0])
    };
    prop_assert_eq!(state.payoffs(), payoffs);
    prop_assert_eq!(state.is_terminal(), payoffs.is_some());
    let mut expected: HashSet<Position> =
        moves.iter().map(|(_, after)| with(support::position(after), blocked)).collect();
    if payoffs.is_some() {
        prop_assert_eq!(state.actions(), []);
        prop_assert_eq!(state.after(Action::Pass), Err(IllegalAction::Over(state.outcome().unwrap())));
        expected.clear();
    } else if moves.is_empty() {
        prop_assert_eq!(state.actions(), [Action::Pass]);
        let passed = Plain { turn: plain.turn.opponent(), ..plain.clone() };
        expected.insert(with(support::position(&passed), blocked));
    }
    let mut ends = HashSet::new();
    reached(&state, &mut ends);
    prop_assert_eq!(ends, expected);
    Ok(())
}

proptest! {
    #![proptest_config(config(4000))]

    #[test]
    fn chains_of_actions_equal_whole_moves(plain in any_shape(), passes in any::<bool>()) {
        check_actions(&plain, if passes { Blocked::Passes } else { Blocked::Loses })?;
    }

    #[test]
    fn arrays_are_read_back(plain in any_shape()) {
        let position = support::position(&plain);
        let state = Environment::from(position);
        prop_assert_eq!(state.array(), numbers(&plain));
        let read = Environment::from_array(&numbers(&plain), position.turn(), None, position.rules()).unwrap();
        let shape = position.board().shape();
        if shape.is_flipped() && shape.files().is_multiple_of(2) {
            prop_assert!(!read.position().board().shape().is_flipped());
            prop_assert_eq!(read.array(), state.array());
        } else {
            prop_assert_eq!(read, state);
        }
        // Arrays of states in the middle of a chain are also read back.
        for next in state.actions().into_iter().map(|action| read.after(action)) {
            if let Ok(next) = next && next.jump_piece().is_some() {
                let again =
                    Environment::from_array(&next.array(), position.turn(), next.jump_piece(), position.rules());
                let same = if read == state { next } else { again.clone().unwrap() };
                prop_assert_eq!(again, Ok(same));
            }
        }
    }

    #[test]
    fn only_the_listed_actions_are_legal(plain in any_shape(), draws in any::<[(u8, u8); 3]>(), kind in 0..4) {
        let state = Environment::from(support::position(&plain));
        // Cells of the board, or one row or column off it.
        let cell = |(row, column): (u8, u8)| {
            (usize::from(row) % (plain.ranks() + 1), usize::from(column) % (plain.files() / 2 + 1))
        };
        let [from, to, jumped] = draws.map(cell);
        let actions = state.actions();
        let action = match (kind, actions.get(usize::from(draws[0].0) % actions.len().max(1))) {
            (0, _) => Action::Stop,
            (1, _) => Action::Pass,
            (2, Some(&Action::Move { from, to, .. })) => jump(from, to, jumped),
            (3, Some(&Action::Move { from, to, .. })) => step(from, to),
            _ => step(from, to),
        };
        let outcome = state.after(action);
        prop_assert_eq!(outcome.is_ok(), actions.contains(&action), "{}: {:?}", action, outcome);
        if let Err(why) = outcome {
            let message = why.to_string();
            prop_assert!(message.starts_with(|first: char| first.is_ascii_lowercase()), "{}", message);
            prop_assert!(!message.ends_with('.') && message.len() < 1000, "{}", message);
        }
    }
}
