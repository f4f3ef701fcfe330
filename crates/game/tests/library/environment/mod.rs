//! Compares the stepwise environment with the plain oracle, with games played in whole moves, and with small boards
//! worked out by hand.

mod by_hand;
mod controller;
mod oracle;
mod whole_moves;

use rankmoves_core::{Blocked, Player, Position, Rules, Setup};
use rankmoves_game::Outcome;
use rankmoves_game::env::{Action, Cell, Environment, Policy, PolicyError};

const PASSING: Rules = Environment::RULES;

fn with(position: Position, blocked: Blocked) -> Position {
    let setup = position.setup();
    Setup { rules: Rules { blocked, ..setup.rules }, ..setup }.position().unwrap()
}

fn step(from: Cell, to: Cell) -> Action {
    Action::Move { from, to, jumped: None }
}

fn jump(from: Cell, to: Cell, jumped: Cell) -> Action {
    Action::Move { from, to, jumped: Some(jumped) }
}

fn state(rows: &[&[i8]], player: Player, rules: Rules) -> Environment {
    Environment::from_array(rows, player, None, rules).unwrap()
}

fn after(state: Environment, actions: &[Action]) -> Environment {
    actions.iter().fold(state, |state, &action| {
        state.after(action).unwrap_or_else(|why| panic!("{action}: {why} in\n{state}"))
    })
}

/// A red man that can jump twice, and another red man with a step and a jump.
///
/// ```text
///    0   1   2   3
/// 0    .   .   .   .    8
/// 1  .   .   .   .      7
/// 2    .   b   .   .    6
/// 3  .   .   .   .      5
/// 4    b   .   b   .    4
/// 5  r   .   .   r      3
/// 6    .   .   .   .    2
/// 7  .   .   .   .      1
///    a b c d e f g h
/// ```
const CHAIN: [[i8; 4]; 8] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, -1, 0, 0],
    [0, 0, 0, 0],
    [-1, 0, -1, 0],
    [1, 0, 0, 1],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
];

fn paid(outcome: Outcome) -> [i8; 2] {
    match outcome.winner() {
        Some(Player::Red) => [1, -1],
        Some(Player::Black) => [-1, 1],
        None => [0, 0],
    }
}

/// A policy that plays a list of actions.
struct Scripted(std::vec::IntoIter<Action>);

impl Scripted {
    fn new(actions: &[Action]) -> Scripted {
        Scripted(Vec::from(actions).into_iter())
    }
}

impl Policy for Scripted {
    fn act(&mut self, _: &Environment) -> Result<Action, PolicyError> {
        self.0.next().ok_or_else(|| PolicyError::Other("the script has ended".into()))
    }
}
