//! The stepwise environment: against the plain oracle, against games in whole
//! moves, and on small boards worked out by hand.

use std::collections::HashSet;

use proptest::prelude::*;
use rankmoves::env::{
    Action, ArrayError, Cell, Controller, ControllerError, Environment, IllegalAction, Policy, PolicyError,
    RandomPolicy, WholeMoves,
};
use rankmoves::game::{self, Agent, DrawRules, Game, Outcome};
use rankmoves::{
    Blocked, Board, IllegalMove, Player, Ply, Position, Resources, Rules, Setup, ShapeError, rank,
};
use testing::notation::{
    CAPTURE_MULTIPLE, CAPTURE_SINGLE, NO_CAPTURE_MULTIPLE, position, position_on, shape,
};
use testing::plain::{Colour, Plain};
use testing::seed::config;
use testing::support::{self, crowded, crowning, other_shapes, sparse, standard};

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
        state.outcome(action).unwrap_or_else(|why| panic!("{action}: {why} in\n{state}"))
    })
}

// Against the oracle.

fn any_shape() -> impl Strategy<Value = Plain> {
    prop_oneof![standard(), sparse(), other_shapes(), crowded(), crowning()]
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

/// Collects the states at the ends of all chains of actions of the active player.
fn reached(state: &Environment, ends: &mut HashSet<Position>) {
    for action in state.actions() {
        let next = state.outcome(action).unwrap();
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
        prop_assert_eq!(state.outcome(Action::Pass), Err(IllegalAction::Over(state.end().unwrap())));
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
        // In the middle of a chain as well.
        for next in state.actions().into_iter().map(|action| read.outcome(action)) {
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
        let outcome = state.outcome(action);
        prop_assert_eq!(outcome.is_ok(), actions.contains(&action), "{}: {:?}", action, outcome);
        if let Err(why) = outcome {
            let message = why.to_string();
            prop_assert!(message.starts_with(|first: char| first.is_ascii_lowercase()), "{}", message);
            prop_assert!(!message.ends_with('.') && message.len() < 1000, "{}", message);
        }
    }
}

// Against games in whole moves.

/// Returns start positions of all rules and of several shapes.
fn starts() -> Vec<Position> {
    let shapes = ["8x8", "8x8 flipped", "4x4", "7x4", "10x10", "14x14", "6x9", "5x7 flipped"];
    let blocked = [Blocked::Loses, Blocked::Passes];
    let rules = Rules::ALL.into_iter().flat_map(|rules| blocked.map(|blocked| Rules { blocked, ..rules }));
    let start = |text, rules| {
        let board = Board::start(shape(text), if text == "4x4" { 1 } else { 2 });
        Setup { board, turn: Player::Black, rules, jumping: None }.position().unwrap()
    };
    rules.flat_map(|rules| shapes.map(|text| start(text, rules))).collect()
}

/// Plays a random game.
fn random_game(start: Position, seeds: [u64; 2]) -> Game {
    let mut game = Game::new(start);
    let mut agents = seeds.map(game::Random::new);
    while game.outcome().is_none() {
        let agent = &mut agents[game.position().turn() as usize];
        let ply = agent.choose(&game).map_or(Ply::Pass, |mv| Ply::from(&mv));
        game.play(&ply).unwrap();
    }
    game
}

fn paid(outcome: Outcome) -> [i8; 2] {
    match outcome.winner() {
        Some(Player::Red) => [1, -1],
        Some(Player::Black) => [-1, 1],
        None => [0, 0],
    }
}

/// Splits a ply into actions.
fn actions(state: &Environment, ply: &Ply) -> Vec<Action> {
    let Ply::Move(path) = ply else { return vec![Action::Pass] };
    let mut state = *state;
    let mut actions = Vec::new();
    for leg in path.squares().windows(2) {
        let ends = [leg[0], leg[1]].map(|square| state.cell(square).unwrap());
        let is_leg =
            |action: &Action| matches!(action, Action::Move { from, to, .. } if [*from, *to] == ends);
        actions.extend(state.actions().into_iter().find(is_leg));
        state = state.outcome(*actions.last().unwrap()).unwrap();
    }
    if state.jump_piece().is_some() {
        actions.push(Action::Stop);
    }
    actions
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
        self.0.next().ok_or_else(|| PolicyError::other("the script has ended"))
    }
}

#[test]
fn random_games_end_alike_in_whole_moves_and_in_actions() {
    let starts = starts();
    let (mut ends, mut passes, mut stops) = (HashSet::new(), 0, 0);
    for number in 0..1000 {
        let game = random_game(starts[number % starts.len()], [number as u64, number as u64 + 1000]);
        let outcome = game.outcome().unwrap();
        ends.insert(std::mem::discriminant(&outcome));
        // The environment ends without the two passes if both players are blocked.
        let plies = match outcome {
            Outcome::BothPassed => &game.plies()[..game.plies().len() - 2],
            _ => game.plies(),
        };
        let mut state = Environment::from(*game.start());
        let mut scripts = [Vec::new(), Vec::new()];
        for (ply, expected) in plies.iter().zip(&game.positions()[1..]) {
            assert!(!state.is_terminal());
            let actions = actions(&state, ply);
            passes += usize::from(actions.contains(&Action::Pass));
            stops += usize::from(actions.contains(&Action::Stop));
            scripts[state.active_player() as usize].extend_from_slice(&actions);
            state = after(state, &actions);
            assert_eq!(state.position(), expected);
        }
        let drawn_by_history = matches!(outcome, Outcome::Repetition | Outcome::NoProgress);
        assert_eq!(state.end(), (!drawn_by_history).then_some(outcome));
        assert_eq!(state.payoffs(), (!drawn_by_history).then_some(paid(outcome)));

        let [mut red, mut black] = scripts.map(|script| Scripted::new(&script));
        let mut controller = Controller::new((*game.start()).into(), [&mut red, &mut black]);
        assert_eq!(controller.play().unwrap(), paid(outcome));
        assert_eq!((controller.end(), controller.state()), (Some(outcome), &state));
        assert_eq!(controller.game().plies(), plies);
        assert_eq!((red.0.len(), black.0.len()), (0, 0));
    }
    // No pieces, no moves, both blocked, repetition, no progress.
    assert!(ends.len() >= 4, "{ends:?}");
    assert!(passes > 10 && stops > 100, "{passes} {stops}");
}

#[test]
fn agents_play_the_same_game_action_by_action() {
    for (seed, start) in (0..).zip(starts()) {
        let game = random_game(start, [seed, seed + 100]);
        let [mut red, mut black] = [seed, seed + 100].map(|seed| WholeMoves::new(game::Random::new(seed)));
        let mut controller = Controller::new(start.into(), [&mut red, &mut black]);
        assert_eq!(controller.play().unwrap(), paid(game.outcome().unwrap()));
        assert!(game.plies().starts_with(controller.game().plies()));
        assert_eq!(controller.end(), game.outcome());
    }
}

// By hand.

#[test]
fn the_default_is_the_start_of_a_game() {
    let state = Environment::default();
    let rows = [-1, -1, -1, 0, 0, 1, 1, 1].map(|number| [number; 4]);
    assert_eq!(state.array(), rows);
    assert_eq!(Environment::from_array(&rows, Player::Red, None, PASSING), Ok(state));
    // The first square of row 5 is at the left edge, that of row 4 one to the right.
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
    // Black's man on a3 has b2 before it, and c1 behind that is taken; red's on b2 can go to c3.
    //
    //    .   .   6
    //  .   .     5
    //    .   .   4
    //  b   .     3
    //    r   .   2
    //  .   r     1
    let rows: [&[i8]; 6] = [&[0, 0], &[0, 0], &[0, 0], &[-1, 0], &[1, 0], &[0, 1]];
    let blocked = state(&rows, Player::Black, PASSING);
    assert_eq!((blocked.actions(), blocked.end()), (vec![Action::Pass], None));
    let passed = blocked.outcome(Action::Pass).unwrap();
    assert_eq!((passed.active_player(), passed.array()), (Player::Red, blocked.array()));
    assert!(passed.outcome(Action::Pass).is_err());
    // Under the other rule the same player has lost.
    let lost = state(&rows, Player::Black, CAPTURE_MULTIPLE);
    assert_eq!(lost.end(), Some(Outcome::NoMoves { loser: Player::Black }));
    assert_eq!(
        (lost.payoffs(), lost.payoff(Player::Red), lost.payoff(Player::Black)),
        (Some([1, -1]), Some(1), Some(-1))
    );
    assert_eq!(lost.actions(), []);
    assert_eq!(
        lost.outcome(Action::Pass).unwrap_err().to_string(),
        "the game is over: red wins: black has no moves"
    );
}

#[test]
fn a_state_in_which_neither_can_move_is_a_draw() {
    // Men on their crowning ranks cannot move.
    let rows: [&[i8]; 4] = [&[1, 0], &[0, 0], &[0, 0], &[-1, 0]];
    for player in Player::ALL {
        let state = state(&rows, player, PASSING);
        assert_eq!((state.end(), state.payoffs()), (Some(Outcome::BothPassed), Some([0, 0])));
        assert_eq!(state.actions(), []);
        assert!(state.to_string().ends_with("a draw: both players are blocked\n"), "{state}");
    }
}

#[test]
fn a_player_without_pieces_has_lost() {
    for player in Player::ALL {
        let state = state(&[&[0, 0], &[0, 0], &[0, 2], &[0, 0]], player, PASSING);
        assert_eq!(state.end(), Some(Outcome::NoPieces { loser: Player::Black }));
        assert_eq!((state.payoffs(), state.actions()), (Some([1, -1]), vec![]));
    }
}

/// A red man that can jump twice, and another that could step and jump.
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

#[test]
fn only_the_piece_that_has_jumped_may_go_on() {
    let state = Environment::from_array(&CHAIN, Player::Red, None, PASSING).unwrap();
    let (first, second) = (jump((5, 0), (3, 1), (4, 0)), jump((5, 3), (3, 2), (4, 2)));
    assert_eq!(state.actions(), [first, second]);
    let state = state.outcome(first).unwrap();
    assert_eq!((state.active_player(), state.jump_piece()), (Player::Red, Some((3, 1))));
    let on = jump((3, 1), (1, 2), (2, 1));
    assert_eq!(state.actions(), [on]);
    assert!(state.to_string().ends_with("red to jump on from (3, 1)\n"));
    let why = state.outcome(second).unwrap_err();
    let jumping = IllegalMove::AnotherJumps { square: "c5".parse().unwrap(), may_stop: false };
    assert_eq!(why, IllegalAction::Rules(jumping));
    let why = state.outcome(Action::Stop).unwrap_err().to_string();
    assert_eq!(why, "the chain must go on: c5->e7");
    let state = state.outcome(on).unwrap();
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
    assert!(state.outcome(Action::Stop).is_err());
    let state = state.outcome(first).unwrap();
    // Steps are not chained to jumps.
    assert_eq!(state.actions(), [jump((3, 1), (1, 2), (2, 1)), Action::Stop]);
    let stopped = state.outcome(Action::Stop).unwrap();
    assert_eq!((stopped.active_player(), stopped.jump_piece()), (Player::Black, None));
    assert_eq!(stopped.array(), state.array());
}

#[test]
fn one_jump_ends_the_turn_under_single_jumps() {
    let state = Environment::from_array(&CHAIN, Player::Red, None, CAPTURE_SINGLE).unwrap();
    let state = state.outcome(jump((5, 0), (3, 1), (4, 0))).unwrap();
    assert_eq!((state.active_player(), state.jump_piece()), (Player::Black, None));
}

#[test]
fn crowning_ends_a_chain() {
    // A king on (0, 1) could go on over the man on (1, 2).
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
fn an_action_must_name_what_it_jumps() {
    let state = Environment::from_array(&CHAIN, Player::Red, None, NO_CAPTURE_MULTIPLE).unwrap();
    let message = |action| state.outcome(action).unwrap_err().to_string();
    assert_eq!(message(step((5, 0), (3, 1))), "found (5, 0) -> (3, 1), expected (5, 0) -> (3, 1) x (4, 0)");
    assert_eq!(
        message(jump((5, 0), (3, 1), (4, 2))),
        "found (5, 0) -> (3, 1) x (4, 2), expected (5, 0) -> (3, 1) x (4, 0)"
    );
    assert_eq!(
        message(jump((5, 3), (4, 3), (4, 2))),
        "found (5, 3) -> (4, 3) x (4, 2), expected (5, 3) -> (4, 3)"
    );
    let named = |from: &str, to: &str| state.action(from.parse().unwrap(), to.parse().unwrap());
    assert_eq!(named("a3", "c5"), Ok(jump((5, 0), (3, 1), (4, 0))));
    assert_eq!(named("a3", "b4").unwrap_err().to_string(), "b4 is occupied");
    assert_eq!(named("a3", "a30").unwrap_err().to_string(), "a30 is not on a board of 8x8");
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
        (&[4, 4, 4, 3, 4, 4, 4, 4][..], "row 3 has 3 numbers, expected 4 on a board of 8x8"),
        (&[4, 4, 4, 4, 4, 4, 4, 5], "row 7 has 5 numbers, expected 4 on a board of 8x8"),
        (&[4, 5, 4, 4], "row 3 has 4 numbers, expected 5 on a board of 4x9"),
        (&[5, 4, 4, 4], "row 2 has 4 numbers, expected 5 on a board of 4x9"),
        (&[4, 6, 4, 6], "row 0 has 4 numbers, expected 5 on a board of 4x10"),
        (&[4, 0, 4, 0], "row 0 has 4 numbers, expected 2 on a board of 4x4"),
    ] {
        assert_eq!(refused(lengths).to_string(), message);
    }
    assert_eq!(
        refused(&[1; 5]).to_string(),
        "the array is a board of 5x2: each side of a board has at least 4 squares"
    );
    // By turns longer and shorter by one: an odd number of files.
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
        "the jump piece cannot go on: a jump is in progress on b4, where red has no piece"
    );
    assert_eq!(
        message((5, 0), CAPTURE_SINGLE),
        "the jump piece cannot go on: a jump is in progress under the rule single jumps"
    );
    let quiet = [[0, 0], [0, 0], [0, 1], [0, 0]];
    let why = Environment::from_array(&quiet, Player::Red, Some((2, 1)), PASSING).unwrap_err();
    assert_eq!(why.to_string(), "the jump piece cannot go on: the piece on d2 has nothing more to jump");
    // The extremes of numbers are kings.
    let state = state(&[&[i8::MIN, 0], &[0, 0], &[0, 0], &[0, i8::MAX]], Player::Red, PASSING);
    assert_eq!(state.array(), [[-2, 0], [0, 0], [0, 0], [0, 2]]);
}

// The controller and policies.

#[test]
fn the_controller_draws_games_without_progress() {
    // Two kings in opposite corners: a1 is (7, 0), b2 (6, 0); h8 is (0, 3), g7 (1, 3).
    let start = Environment::from(position(PASSING, Player::Red, "R a1, B h8"));
    let red = [step((7, 0), (6, 0)), step((6, 0), (7, 0))].repeat(50);
    let black = [step((0, 3), (1, 3)), step((1, 3), (0, 3))].repeat(50);
    let play = |draw_rules| {
        let (mut red, mut black) = (Scripted::new(&red), Scripted::new(&black));
        let mut controller = Controller::with_draw_rules(start, draw_rules, [&mut red, &mut black]);
        let result = controller.play();
        (result, controller.game().played().len(), controller.end())
    };
    let (result, plies, end) = play(DrawRules::default());
    assert_eq!((result.unwrap(), plies, end), ([0, 0], 8, Some(Outcome::Repetition)));
    let (result, plies, end) = play(DrawRules { repetitions: None, quiet_moves: Some(40) });
    assert_eq!((result.unwrap(), plies, end), ([0, 0], 80, Some(Outcome::NoProgress)));
    let (result, plies, end) = play(DrawRules::NONE);
    let why = result.unwrap_err();
    assert!(matches!(why, ControllerError::Policy { player: Player::Red, .. }));
    assert_eq!(why.to_string(), "red did not choose an action: the script has ended");
    assert_eq!((plies, end), (200, None));
}

#[test]
fn the_controller_refuses_illegal_actions_and_keeps_the_state() {
    let start = Environment::default();
    let (mut red, mut black) = (Scripted::new(&[step((5, 0), (4, 0))]), Scripted::new(&[Action::Stop]));
    let mut controller = Controller::new(start, [&mut red, &mut black]);
    assert_eq!(controller.step().unwrap(), Some(step((5, 0), (4, 0))));
    let before = *controller.state();
    let why = controller.step().unwrap_err();
    assert_eq!(why.to_string(), "black chose an illegal action, stop: no jump is in progress");
    assert_eq!(controller.state(), &before);
}

#[test]
fn the_controller_takes_over_in_the_middle_of_a_chain() {
    let start = Environment::from_array(&CHAIN, Player::Red, Some((5, 0)), NO_CAPTURE_MULTIPLE).unwrap();
    for (red, black, plies) in [
        // Left at once: the game begins after it.
        (vec![Action::Stop], vec![step((4, 0), (5, 1))], "b4->c3"),
        (vec![jump((5, 0), (3, 1), (4, 0)), Action::Stop], vec![step((4, 2), (5, 2))], "a3->c5 f4->e3"),
        (
            vec![jump((5, 0), (3, 1), (4, 0)), jump((3, 1), (1, 2), (2, 1))],
            vec![step((4, 2), (5, 2))],
            "a3->c5->e7 f4->e3",
        ),
    ] {
        let count = red.len() + black.len();
        let (mut red, mut black) = (Scripted::new(&red), Scripted::new(&black));
        let mut controller = Controller::new(start, [&mut red, &mut black]);
        for _ in 0..count {
            controller.step().unwrap();
        }
        let played: Vec<String> = controller.game().played().iter().map(ToString::to_string).collect();
        assert_eq!(played.join(" "), plies);
        assert_eq!(controller.game().position(), controller.state().position());
    }
}

#[test]
fn the_random_policy_chooses_actions_uniformly_and_repeats_itself() {
    let state = Environment::from_array(&CHAIN, Player::Red, Some((5, 0)), NO_CAPTURE_MULTIPLE).unwrap();
    let actions = |seed| {
        let mut agent = RandomPolicy::new(seed);
        (0..1000).map(|_| agent.act(&state).unwrap()).collect::<Vec<_>>()
    };
    // One jump, or stopping.
    let stops = actions(1).iter().filter(|&&action| action == Action::Stop).count();
    assert!((400..600).contains(&stops), "{stops}");
    assert_eq!(actions(2), actions(2));
    assert_ne!(actions(2), actions(3));
}

#[test]
fn all_agents_play_to_the_end() {
    let resources = Resources { threads: 1.try_into().unwrap(), table_bytes: 1 << 20 };
    let small = Board::start(shape("6x6"), 2);
    for rules in Rules::ALL {
        let start = Setup { board: small, turn: Player::Black, rules, jumping: None }.position().unwrap();
        for text in ["random:1", "random-piece:2", "minimax:2:3", "timed:0.001"] {
            let spec: game::AgentSpec = text.parse().unwrap();
            let (mut red, mut black) =
                (WholeMoves::new(spec.agent(resources).unwrap()), RandomPolicy::new(4));
            let mut controller = Controller::new(start.into(), [&mut red, &mut black]);
            let payoffs = controller.play().unwrap();
            assert_eq!(payoffs, paid(controller.end().unwrap()), "{text}");
            // The game it keeps is a game by the rules, with the same end.
            let mut game = Game::new(start);
            controller.game().plies().iter().for_each(|ply| game.play(ply).unwrap());
            assert_eq!((game.outcome(), game.position()), (controller.end(), controller.state().position()));
        }
    }
}

#[test]
fn a_move_of_another_board_is_refused() {
    struct Elsewhere;
    impl Agent for Elsewhere {
        fn choose(&mut self, _: &Game) -> Result<rankmoves::Move, game::AgentError> {
            let moves = position_on("10x10", PASSING, Player::Red, "r i9").legal_moves();
            moves.into_iter().next().ok_or(game::AgentError::NoMoves)
        }
    }
    let why = WholeMoves::new(Elsewhere).act(&Environment::default()).unwrap_err();
    assert_eq!(why.to_string(), "i9 is not on a board of 8x8");
}

#[test]
fn minimax_plays_moves_of_the_highest_rank() {
    let resources = Resources { threads: 1.try_into().unwrap(), table_bytes: 1 << 20 };
    for seed in 0..4 {
        let mut red = WholeMoves::new(game::Minimax::new(2, seed, resources).unwrap());
        let mut black = RandomPolicy::new(seed);
        let start = Environment::from(Position::start(
            Rules { blocked: Blocked::Passes, ..NO_CAPTURE_MULTIPLE },
            Player::Red,
        ));
        let mut controller = Controller::new(start, [&mut red, &mut black]);
        assert_eq!(controller.play().unwrap(), [1, -1]);
        let game = controller.game();
        for (ply, position) in game.played().iter().zip(game.positions()) {
            if position.turn() == Player::Red
                && let Ply::Move(path) = ply
            {
                let ranked = rank(position, 2).unwrap();
                let highest = ranked.iter().map(|ranked| ranked.score).max();
                let played = ranked.iter().find(|ranked| ranked.mv.path() == path);
                assert_eq!(played.map(|ranked| ranked.score), highest);
            }
        }
    }
}
