//! People in the stepwise environment, by way of `examples/environment.rs` on a
//! standard input of its own.

#[path = "../../examples/environment.rs"]
#[allow(dead_code, reason = "its `main` reads the command line of this test")]
mod example;

use std::env;
use std::io::Write;
use std::process::{ExitCode, Output, Stdio};
use testing::start;

/// Names the players, for the process that is to run the example.
const PLAYERS: &str = "RANKMOVES_TEST_PLAYERS";

/// Runs the example.
#[test]
#[ignore = "the other tests start it in a process of its own"]
fn the_example_runs() -> ExitCode {
    let Ok(players) = env::var(PLAYERS) else { return ExitCode::SUCCESS };
    example::report(example::run(&players.split(' ').map(str::to_owned).collect::<Vec<_>>()))
}

/// Runs the example through a pipe that holds `input`.
fn play(players: &str, input: &str) -> Output {
    let mut child = start::program(env::current_exe().unwrap())
        .args(["--exact", "human::the_example_runs", "--ignored", "--nocapture"])
        .env(PLAYERS, players)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may have ended before it reads.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn lines<'a>(text: &'a str, part: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.contains(part)).collect()
}

#[test]
fn two_people_at_one_standard_input_take_turns_until_it_ends() {
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
    let unknown = why("human nobody");
    assert!(lines(&unknown, "error: found 'nobody': expected random").len() == 1, "{unknown}");
    let many = why("human human human");
    assert!(lines(&many, "error: found 'human', expected at most two players").len() == 1, "{many}");
}
