//! Tests the policy for a person, and whole games in a process with its own standard input.

use std::env;
use std::io::{self, Write};
use std::process::{ExitCode, Output, Stdio};

use rankmoves_core::Player;
use rankmoves_game::env::{Action, Controller, Environment, Episode, Policy, PolicyError, RandomPolicy};
use testing::notation::NO_CAPTURE_MULTIPLE;
use testing::start;

use super::human::Human;

/// The variable that names the players for the process that runs the example.
const PLAYERS: &str = "RANKMOVES_TEST_PLAYERS";

/// Runs the example.
#[test]
#[ignore = "the other tests start it in a process of its own"]
fn the_example_runs() -> ExitCode {
    let Ok(players) = env::var(PLAYERS) else { return ExitCode::SUCCESS };
    super::report(super::run(&players.split(' ').map(str::to_owned).collect::<Vec<_>>()))
}

/// Runs the example with `input` on its standard input.
fn play(players: &str, input: &str) -> Output {
    let mut child = start::program(env::current_exe().unwrap())
        .args(["--exact", "tests::the_example_runs", "--ignored", "--nocapture"])
        .env(PLAYERS, players)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The process may have ended before it reads.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn lines<'a>(text: &'a str, part: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.contains(part)).collect()
}

#[test]
fn two_people_take_turns_at_one_standard_input() {
    let output = play("human human", "1\n1\na1 a1\n1\n");
    let (told, why) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(
        lines(&told, " to move"),
        ["red to move", "black to move", "red to move", "black to move"],
        "{told}"
    );
    assert_eq!(
        lines(&why, "error"),
        ["error: black did not choose an action: the input has ended, expected an action"]
    );
    assert!(!output.status.success());
}

#[test]
fn an_empty_input_ends_the_game() {
    let output = play("human", "");
    let why = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        lines(&why, "error"),
        ["error: red did not choose an action: the input has ended, expected an action"]
    );
}

#[test]
fn programs_play_to_the_end_without_an_input() {
    let output = play("random:1 minimax:1:1", "");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{told}");
    assert_eq!(lines(&told, " after ").len(), 1, "{told}");
}

#[test]
fn unknown_players_are_refused() {
    let why = |players| String::from_utf8(play(players, "").stderr).unwrap();
    let unknown = why("human unknown");
    assert!(lines(&unknown, "error: found 'unknown': expected level:N").len() == 1, "{unknown}");
    let many = why("human human human");
    assert!(lines(&many, "error: found 'human', expected at most two players").len() == 1, "{many}");
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

/// Runs the policy [`Human`] with `input` as the text typed. Returns the action, and the text shown.
fn human(state: &Environment, input: &[u8]) -> (Result<Action, PolicyError>, String) {
    let mut output = Vec::new();
    let action = Human::new(input, &mut output).act(state);
    (action, String::from_utf8(output).unwrap())
}

#[test]
fn a_person_is_shown_the_state_and_all_mistakes() {
    let state = Environment::from_array(&CHAIN, Player::Red, None, NO_CAPTURE_MULTIPLE).unwrap();
    let (action, told) =
        human(&state, b"\nb4\n0\n4\n-1\n5 3 4\n5 3 3 3\na3 b4\nb3 c4\n9 0 8 0\npass\n3\n1\n");
    assert_eq!(action.unwrap(), Action::Move { from: (5, 3), to: (4, 3), jumped: None });
    let transcript = "   0   1   2   3
0    .   .   .   .  8
1  .   .   .   .    7
2    .   b   .   .  6
3  .   .   .   .    5
4    b   .   b   .  4
5  r   .   .   r    3
6    .   .   .   .  2
7  .   .   .   .    1
   a b c d e f g h
red to move
1: (5, 0) -> (3, 1) x (4, 0)
2: (5, 3) -> (3, 2) x (4, 2)
3: (5, 3) -> (4, 3)
action: found ``, expected a number from 1 to 3 or as in `5 0 4 1`
action: found `b4`, expected a number from 1 to 3 or as in `5 0 4 1`
action: found `0`, expected a number from 1 to 3 or as in `5 0 4 1`
action: found `4`, expected a number from 1 to 3 or as in `5 0 4 1`
action: found `-1`, expected a number from 1 to 3 or as in `5 0 4 1`
action: found `5 3 4`, expected a number from 1 to 3 or as in `5 0 4 1`
action: g5 is neither a step nor a jump away from g3
action: b4 is occupied
action: b3 is a red square: pieces stand only on black squares
action: there is no cell (9, 0) on a board of 8x8
action: found `pass`, expected a number from 1 to 3 or as in `5 0 4 1`
action: ";
    assert_eq!(told, transcript);
}

#[test]
fn an_action_can_be_typed_in_many_ways() {
    let state = Environment::from_array(&CHAIN, Player::Red, None, NO_CAPTURE_MULTIPLE).unwrap();
    let first = Action::Move { from: (5, 0), to: (3, 1), jumped: Some((4, 0)) };
    for line in [
        "1",
        " 1 ",
        "5 0 3 1",
        "(5, 0) -> (3, 1)",
        "5,0->3,1",
        "(5, 0) -> (3, 1) x (4, 0)",
        "a3 c5",
        "a3->c5",
    ] {
        assert_eq!(human(&state, format!("{line}\r\n").as_bytes()).0.unwrap(), first, "{line}");
        assert_eq!(human(&state, line.as_bytes()).0.unwrap(), first, "{line} without a newline");
    }
    let state = state.after(first).unwrap();
    assert_eq!(human(&state, b"stop\n").0.unwrap(), Action::Stop);
    assert_eq!(human(&state, b"2\n").0.unwrap(), Action::Stop);
}

#[test]
fn any_bytes_can_be_typed() {
    let state = Environment::default();
    // The end of a line that is too long is not read as an action.
    let long = [vec![b' '; 5000], b"1\n2\n".to_vec()].concat();
    let (action, told) = human(&state, &long);
    assert_eq!(action.unwrap(), state.actions()[1]);
    assert!(told.len() < 1000, "{told}");
    let (action, told) = human(&state, b"\xff\x1b[2J\0\n99999999999999999999\n1\n");
    assert_eq!(action.unwrap(), state.actions()[0]);
    assert!(told.contains(r"`�\u{1b}[2J\0`"), "{told}");
}

#[test]
fn the_end_of_the_input_is_an_error() {
    let why = human(&Environment::default(), b"nonsense\n").0.unwrap_err();
    let PolicyError::Other(why) = why else { panic!("{why}") };
    let why: &io::Error = why.downcast_ref().unwrap();
    assert_eq!(why.kind(), io::ErrorKind::UnexpectedEof);
    let mut output = Vec::new();
    let (mut red, mut black) = (Human::new(&b"1\n"[..], &mut output), RandomPolicy::new(1));
    let mut controller = Controller::new(Episode::new(Environment::default()), [&mut red, &mut black]);
    let why = controller.play().unwrap_err().to_string();
    assert_eq!(why, "red did not choose an action: the input has ended, expected an action");
    assert_eq!(controller.episode().game().played().len(), 2);
}
