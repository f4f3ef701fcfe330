//! Tests of hints, tries and reviews during play.

use std::cmp::Reverse;
use std::fs;

use rankmoves_core::pdn::Record;
use rankmoves_engine::{Engine, Limits};
use testing::run::output_of;
use testing::start;

use super::{run, said};
use crate::CHECKERS;

#[test]
fn a_hint_ranks_the_moves_and_a_piece_shows_its_targets() {
    // The specification's example (section 6): after d4->b6 black jumps red's only man.
    let rankin = "testdata/valid/rankin.txt";
    assert_eq!(said(&[rankin], "hint 2\n"), ["#2 d4->e5: -1, lost in 44", "#1 d4->b6: -99, lost in 2"]);
    let output = run(&["play", "--red", "human", "--black", "human", rankin], "d4\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("{r}") && text.matches("[.]").count() == 2, "{text}");
}

#[test]
fn a_hint_names_a_move_and_a_try_judges_one_without_playing_it() {
    // docs/solve.md has the values of the moves.
    let two_kings = ["play", "--red", "human", "--black", "human", "--fen", "W:WK18,K22:BK10"];
    let output = run(&two_kings, "hint\nd4->e5\ntry 1 c3-b4\ntry 2 c3-b4\ntry a1-b2\nundo\nd4-e5\n");
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [
        "hint: c3->b4: won in 19\n",
        "better than d4->e5 (drawn): red plays c3->b4: won in 19; no move has a better result\n",
        "expected a ply of the game, 1 to 1, but found 2\n",
        "instead of ply 1: there is no piece on a1\n",
        "1 ply taken back\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_review_lists_the_plies_that_cost_with_their_refutations() {
    // docs/solve.md has the values of the moves.
    let two_kings = ["play", "--red", "human", "--black", "human", "--fen", "W:WK18,K22:BK10"];
    let output = run(&two_kings, "review\nd4->e5\nd6->f4\nreview\nundo 2\nc3->b4\nreview\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("there is no move to review\n"), "{text}");
    let moment = "1. red plays d4->e5: drawn instead of won in 19 with c3->b4 (costs 50)\n   a win given away: drawn; a king \
        lost by force after 2 plies: d4->e5, d6->f4 takes a king\n   better: c3->b4, ";
    assert!(text.contains(moment), "{text}");
    assert!(text.ends_with("no costly plies\n"), "{text}");
}

#[test]
fn a_hint_lists_equal_moves_as_the_engine_orders_them() {
    let start = Record::standard_start();
    let limits = Limits { depth: Some(6), nodes: Some(1 << 16), deadline: None };
    let mut estimates = Engine::new().rank(&start, limits).moves;
    let alphabetical = estimates[0].mv.clone();
    estimates.sort_by_key(|estimate| Reverse(estimate.score));
    assert_ne!(estimates[0].mv, alphabetical);
    let lines = said(&[], "hint 2\n");
    let hints: Vec<_> = lines.iter().filter_map(|line| line.strip_suffix(": 0")?.split(' ').nth(1)).collect();
    assert_eq!(hints, estimates.iter().map(|estimate| estimate.mv.to_string()).collect::<Vec<_>>());
}

#[test]
fn the_first_hint_of_a_user_is_the_same_as_later_ones() {
    let data = crate::scratch("first-hint");
    let hint = || {
        let mut command = start::program(CHECKERS);
        command.args(["play", "--red", "human", "--black", "human", "--fen", "W:W21,22,23:B1,2,3"]);
        command.env("XDG_DATA_HOME", &data);
        output_of(command, b"hint\n").stdout
    };
    let first = hint();
    assert!(data.join("checkers/endings/8x8-capture-multiple").is_dir(), "the search needs tables");
    assert!(first == hint(), "{}", String::from_utf8_lossy(&first));
}

#[test]
fn a_hint_warns_once_of_damaged_tables_and_does_without() {
    let data = crate::scratch("hint-damaged");
    let folder = data.join("checkers/endings/8x8-capture-multiple");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("0-1-0-1.slice"), "no table").unwrap();
    let mut command = start::program(CHECKERS);
    command.args(["play", "--red", "human", "--black", "human", "--fen", "W:WK22:BK14"]);
    command.env("XDG_DATA_HOME", &data);
    let output = output_of(command, b"hint 1\nhint 1\n");
    let (text, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // If the red king steps next to black's, black jumps it.
    assert_eq!(text.matches(" c3->b4: -99, lost in 2\n").count(), 2, "{text}");
    assert!(stderr.contains("0-1-0-1.slice") && stderr.lines().count() == 1, "{stderr}");
}
