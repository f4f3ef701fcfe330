//! Tests of the answers to each request.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testing::start::{self, testdata};

use super::client::Server;
use crate::scratch;

fn rankin() -> String {
    fs::read_to_string(testdata("valid/rankin.txt")).unwrap()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|item| item["move"].as_str().unwrap()).collect()
}

#[test]
fn the_page_is_served_with_the_headers_that_protect_it() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.body.starts_with("<!doctype html>"), "{}", page.body);
    for answer in [&page, &server.get("/api/about"), &server.get("/nothing")] {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'self'; "), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("x-frame-options"), Some("deny"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"));
    }
    let tag = page.header("etag").unwrap();
    let again = format!("GET / HTTP/1.0\r\nHost: {}\r\nIf-None-Match: {tag}\r\n\r\n", server.host);
    let again = server.answer(again.as_bytes());
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let head = server.answer(format!("HEAD / HTTP/1.0\r\nHost: {}\r\n\r\n", server.host).as_bytes());
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn the_page_begins_with_the_game_of_the_command_line() {
    let file = testdata("pdn/variations.pdn");
    let server = Server::start(&["--red", "eval:4", "--name-black", "Ann", "--searches", "3", &file]);
    let about = server.get("/api/about").json();
    assert_eq!(about["seats"], json!({"red": "eval:4", "black": "timed:1"}));
    assert_eq!(about["limits"]["searches"], 3);
    assert_eq!(about["game"]["black"], "Ann");
    assert_eq!(about["games"].as_array().unwrap().len(), 1);
    assert_eq!(about["source"], true);
    let moves = about["game"]["moves"].as_array().unwrap();
    assert!(!moves.is_empty());
    assert_eq!(moves.len(), about["record"]["moves"].as_array().unwrap().len());
}

/// The page offers a new game only if it would not replace a game of the command line.
#[test]
fn the_server_reports_whether_the_command_line_gives_a_position() {
    let position = testdata("valid/rankin.txt");
    for (arguments, is_given) in
        [(&[position.as_str()][..], true), (&["--fen", "W:W29:B1"], true), (&[], false)]
    {
        assert_eq!(Server::start(arguments).get("/api/about").json()["opened"], is_given, "{arguments:?}");
    }
}

#[test]
fn tables_are_built_in_memory() {
    let folder = scratch("web-tables");
    let mut command = start::program("checkers");
    command.args(["web", "--port", "0"]).env("XDG_DATA_HOME", &folder);
    let server = Server::of(command);
    let game = server.read("W:WK29:BK4");
    let events = server.events("rank", &json!({"game": game, "depth": 1}));
    assert!(events.iter().any(|(name, _)| name == "proven"), "{events:?}");
    server.done("hint", &json!({"game": game}));
    server.done("choose", &json!({"game": game, "agent": "timed:0.01"}));
    assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
}

#[test]
fn the_engines_view_deepens_with_the_ranking() {
    let server = Server::start(&[]);
    let events = server.events("rank", &json!({"game": server.game(), "depth": 9}));
    let views: Vec<&Value> =
        events.iter().filter(|(name, _)| name == "estimates").map(|(_, data)| data).collect();
    let depths: Vec<u64> = views.iter().map(|view| view["depth"].as_u64().unwrap()).collect();
    assert!(depths.is_sorted() && depths[0] <= 6 && *depths.last().unwrap() > 6, "{depths:?}");
    assert!(views.iter().all(|view| view["moves"].as_array().unwrap().len() == 7));
    // The line begins with the move that has the best score. Among moves of equal score, it begins with the one
    // that has the best estimate.
    let last = events.iter().rposition(|(name, _)| name == "ranking").unwrap();
    let view = events[..last].iter().rfind(|(name, _)| name == "estimates").unwrap().1["moves"].clone();
    assert!(view.as_array().unwrap().iter().all(|mv| (20..=80).contains(&mv["expected"].as_u64().unwrap())));
    let ranked = events[last].1["moves"].as_array().unwrap();
    let worth = |index: usize| (ranked[index]["score"].as_i64(), view[index]["estimate"].as_i64());
    let with_line = ranked.iter().position(|ranked| ranked["line"].is_array()).unwrap();
    assert!((0..ranked.len()).all(|index| worth(index) <= worth(with_line)), "{ranked:?}");
    assert_eq!(ranked[with_line]["line"][0], ranked[with_line]["move"]);
}

#[test]
fn a_game_shows_its_places() {
    let server = Server::start(&[]);
    let mut game = server.read("1. 11-15 23-19 2. 8-11 *");
    assert_eq!(game["moves"], json!(["f6->e5", "e3->f4", "g7->f6"]));
    game["moves"] = json!(["f6->e5"]);
    let view = server.done("game", &json!({"game": game}));
    let moves = view["place"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    assert_eq!(moves[0], json!({"move": "a3->b4", "path": ["a3", "b4"], "captured": []}));
    assert_eq!((&view["place"]["outcome"], &view["place"]["passes"]), (&Value::Null, &json!(false)));
}

#[test]
fn a_finished_game_has_its_reason() {
    let server = Server::start(&[]);
    let mut game = server.read("W:W18:B15");
    let jump = server.done("game", &json!({"game": game}))["place"]["moves"][0].clone();
    // 18 is d4, 15 is e5.
    assert_eq!((&jump["move"], &jump["captured"]), (&json!("d4->f6"), &json!(["e5"])));
    game["moves"] = json!(["d4->f6"]);
    let over = server.done("game", &json!({"game": game}))["place"]["outcome"].clone();
    assert_eq!(over, json!("red wins: black has no pieces"));
    let (status, problem) = server.refused("choose", &json!({"game": game, "agent": "random"}));
    assert_eq!((status, &problem["error"]), (422, &json!("the game is over: red wins: black has no pieces")));
}

#[test]
fn a_ranking_has_the_exact_scores_of_each_depth() {
    let server = Server::start(&[]);
    let game = server.read(&rankin());
    let events = server.events("rank", &json!({"game": game, "depth": 2}));
    let rankings: Vec<&Value> =
        events.iter().filter(|(name, _)| name == "ranking").map(|(_, data)| data).collect();
    let scores = |depth: usize| -> Vec<i64> {
        assert_eq!(rankings[depth]["depth"], depth);
        assert_eq!(names(&rankings[depth]["moves"]), ["d4->b6", "d4->e5"]);
        let moves = rankings[depth]["moves"].as_array().unwrap();
        moves.iter().map(|ranked| ranked["score"].as_i64().unwrap()).collect()
    };
    // The specification lists these scores for rankin.txt.
    assert_eq!(
        (rankings.len(), scores(0), scores(1), scores(2)),
        (3, vec![0, -1], vec![-99, -1], vec![-99, -1])
    );
    let estimates = events.iter().find(|(name, _)| name == "estimates").unwrap();
    assert_eq!(names(&estimates.1["moves"]), ["d4->b6", "d4->e5"]);
    assert_eq!(events.last().unwrap(), &("end".to_owned(), json!({"reason": "depth"})));
}

#[test]
fn a_ranking_includes_proven_values() {
    let server = Server::start(&[]);
    let game = server.read("W:W18:B15");
    let events = server.events("rank", &json!({"game": game, "depth": 1}));
    let proven = &events.iter().find(|(name, _)| name == "proven").unwrap().1;
    assert_eq!(proven["moves"], json!([{"move": "d4->f6", "proven": {"result": "won", "plies": 1}}]));
    let hint = server.done("hint", &json!({"game": game}));
    assert_eq!(hint["proven"], json!({"result": "won", "plies": 1}));
}

#[test]
fn agents_choose_legal_moves_and_hints_have_reasons() {
    let server = Server::start(&[]);
    let game = server.game();
    let legal = server.done("game", &json!({"game": game}))["place"]["moves"].clone();
    for agent in ["level:1", "random", "random-piece:1", "minimax:2", "eval:3", "timed:0.01"] {
        let chosen = server.done("choose", &json!({"game": game, "agent": agent}));
        assert!(names(&legal).contains(&chosen["move"].as_str().unwrap()), "{agent}: {chosen}");
    }
    let hint = server.done("hint", &json!({"game": game}));
    assert!(names(&legal).contains(&hint["move"].as_str().unwrap()), "{hint}");
    let view = &hint["view"];
    assert!(view["depth"].as_u64().unwrap() > 0 && view["score"].is_i64(), "{hint}");
    assert_eq!((&view["line"][0], &hint["proven"]), (&hint["move"], &Value::Null));
}

#[test]
fn a_hint_is_proven_or_the_only_move_or_the_engines_view() {
    let server = Server::start(&[]);
    let game = server.read("W:W18:B15");
    let hint = server.done("hint", &json!({"game": game}));
    assert_eq!(hint, json!({"move": "d4->f6", "proven": {"result": "won", "plies": 1}}));
    // There is only one move, and too many pieces for tables.
    let game = server.read("W:W18,29,30,31,32,25:B15,1,2,3,4,5");
    let hint = server.done("hint", &json!({"game": game}));
    assert_eq!((&hint["move"], &hint["view"]["depth"]), (&json!("d4->f6"), &json!(0)), "{hint}");
}

#[test]
fn an_agent_takes_its_time_from_the_clock() {
    let server = Server::start(&["--clock", "5m+3s"]);
    assert_eq!(server.get("/api/about").json()["clock"], json!({"base": 300.0, "increment": 3.0}));
    let game = server.game();
    let body =
        |left: f64| json!({"game": game, "agent": "timed:100", "clock": {"left": left, "increment": 0}});
    let begin = Instant::now();
    server.done("choose", &body(0.5));
    assert!(begin.elapsed() < Duration::from_secs(60), "timed:100 does not know of the clock");
    for wrong in [-1.0, 1e300] {
        let (status, problem) = server.refused("choose", &body(wrong));
        assert_eq!((status, &problem["field"]), (422, &json!("clock")), "{problem}");
        // 1e300 has 301 digits.
        assert!(problem["error"].as_str().unwrap().len() < 60, "{problem}");
    }
}

#[test]
fn openings_are_listed_by_their_names() {
    let server = Server::start(&[]);
    let openings = server.get("/api/about").json()["openings"].clone();
    let openings = openings.as_array().unwrap();
    let kelso = openings.iter().find(|opening| opening["name"] == "Kelso").unwrap();
    // Kelso is 10-15.
    assert_eq!(kelso["moves"], json!(["d6->e5"]));
    let mut game = server.game();
    for (moves, name) in [(json!([]), json!(null)), (json!(["d6->e5", "c3->b4"]), json!("Kelso"))] {
        game["moves"] = moves;
        let view = server.done("game", &json!({"game": game}));
        assert_eq!(view["place"]["opening"], name);
    }
    assert!(openings.is_sorted_by_key(|opening| opening["name"].as_str()));
    // The deck of the American Checker Federation.
    assert_eq!(openings.iter().filter(|opening| opening["deck"] == true).count(), 156);
}

#[test]
fn a_draw_offer_is_judged_by_the_engine() {
    let server = Server::start(&[]);
    for (fen, better) in [("W:WK32:BK1", Value::Null), ("W:WK32:BK1,K2,K3", json!("black"))] {
        let game = server.read(fen);
        assert_eq!(server.done("draw", &json!({"game": game})), json!({"better": better}), "{fen}");
    }
}

#[test]
fn a_blocked_player_passes_under_blocked_passes() {
    let server = Server::start(&[]);
    // Red's man on its own crowning rank cannot move.
    let mut game = server.read("W:W1:B12");
    game["rules"]["blocked"] = json!("passes");
    let place = server.done("game", &json!({"game": game}))["place"].clone();
    assert_eq!((&place["passes"], &place["outcome"]), (&json!(true), &Value::Null));
    assert_eq!(server.done("choose", &json!({"game": game, "agent": "random"})), json!({"move": null}));
    assert_eq!(server.done("draw", &json!({"game": game})), json!({"better": null}));
    game["moves"] = json!(["pass"]);
    let place = server.done("game", &json!({"game": game}))["place"].clone();
    assert_eq!(names(&place["moves"]), ["h6->g5"]);
}

/// Returns a game that starts with two kings against one; docs/solve.md has the values of red's moves.
fn two_kings(server: &Server, moves: &[&str]) -> Value {
    let mut game = server.read("W:WK18,K22:BK10");
    game["moves"] = json!(moves);
    game
}

#[test]
fn a_review_names_the_plies_that_changed_the_result() {
    let server = Server::start(&[]);
    let game = two_kings(&server, &["d4->e5", "d6->f4"]);
    let events = server.events("review", &json!({"game": game}));
    let names: Vec<_> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["start", "ply", "moments", "ply", "end"]);
    assert_eq!((&events[0].1, &events[2].1), (&json!({"red": 100}), &json!({"plies": [1]})));
    let first = &events[1].1;
    assert_eq!(
        (&first["ply"], &first["player"], &first["move"], &first["cost"], &first["red"]),
        (&json!(1), &json!("red"), &json!("d4->e5"), &json!(50), &json!(50))
    );
    assert_eq!(first["played"], json!({"expected": 50, "proven": {"result": "drawn", "plies": null}}));
    let won = json!({"move": "c3->b4", "expected": 100, "proven": {"result": "won", "plies": 19}});
    assert_eq!(first["best"], won);
    assert_eq!(first["text"], "red plays d4->e5: drawn instead of won in 19 with c3->b4 (costs 50)");
    let refutation = json!([
        {"player": "red", "move": "d4->e5", "note": ""},
        {"player": "black", "move": "d6->f4", "note": "takes a king"}
    ]);
    assert_eq!(first["why"]["refutation"], refutation);
    assert_eq!(first["why"]["better"][0], json!({"player": "red", "move": "c3->b4", "note": ""}));
    let lost = json!({"kind": "pieces", "plies": 2, "text": "a king lost by force after 2 plies"});
    assert_eq!((&first["why"]["reasons"][0]["kind"], &first["why"]["reasons"][1]), (&json!("result"), &lost));
    assert_eq!((&events[3].1["cost"], &events[3].1["why"]), (&json!(0), &json!(null)));
}

#[test]
fn a_costly_ply_of_a_known_opening_is_no_moment() {
    let server = Server::start(&[]);
    let mut game = server.read("B:W21-32:B1-12");
    game["moves"] = json!(["d6->e5"]);
    let events = server.events("review", &json!({"game": game}));
    assert!(events[1].1["cost"].as_u64() >= Some(5), "{events:?}");
    assert_eq!(events.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["start", "ply", "end"]);
}

#[test]
fn a_review_that_was_cut_off_continues_after_the_costs_so_far() {
    let server = Server::start(&[]);
    let game = two_kings(&server, &["d4->e5", "d6->f4"]);
    let events = server.events("review", &json!({"game": game}));
    let rest = server.events("review", &json!({"game": game, "costs": [50]}));
    assert_eq!(rest[0], ("start".to_owned(), json!({"red": events[1].1["red"]})));
    assert_eq!(rest[1..], events[3..]);
    for costs in [json!([0, 0, 0]), json!([101])] {
        assert_eq!(server.refused("review", &json!({"game": game, "costs": costs})).1["field"], "costs");
    }
}

#[test]
fn a_try_is_better_the_same_or_worse_than_the_move_of_the_game() {
    let server = Server::start(&[]);
    let game = two_kings(&server, &["d4->e5"]);
    let judged = |at: usize, mv: &str| server.done("judge", &json!({"game": game, "at": at, "move": mv}));
    for (mv, cost, gain, verdict) in
        [("c3->b2", 0, 50, "better"), ("d4->e5", 50, 0, "same"), ("d4->c5", 100, -50, "worse")]
    {
        let tried = judged(0, mv);
        let against = json!({"move": "d4->e5", "gain": gain, "verdict": verdict});
        assert_eq!((&tried["cost"], &tried["against"]), (&json!(cost), &against));
        assert_eq!(tried["why"].is_null(), cost == 0);
    }
    assert_eq!(judged(1, "d6->f4")["against"], json!(null), "the game ends here");
    for mv in ["d4->d5", "x", ""] {
        assert_eq!(server.refused("judge", &json!({"game": game, "at": 0, "move": mv})).1["field"], "move");
    }
    assert_eq!(server.refused("judge", &json!({"game": game, "at": 2, "move": "d4->e5"})).1["field"], "at");
}

#[test]
fn boards_of_other_shapes_and_rules_are_played() {
    let server = Server::start(&["--first", "red"]);
    assert_eq!(server.get("/api/about").json()["game"]["turn"], "red");
    let rules = json!({"capture": "optional", "jumps": "single", "blocked": "passes"});
    for (ranks, files) in [(4, 4), (10, 8), (15, 15)] {
        let shape = json!({"ranks": ranks, "files": files, "flipped": false});
        let game = server.done("start", &json!({"rules": rules, "shape": shape, "first": "red"}));
        let place = server.done("game", &json!({"game": game}))["place"].clone();
        assert_eq!((game["board"].as_array().unwrap().len(), &place["outcome"]), (ranks, &Value::Null));
        let events = server.events("rank", &json!({"game": game, "depth": 1}));
        assert_eq!(events.last().unwrap().1, json!({"reason": "depth"}));
        let (status, _) = server.refused("write", &json!({"game": game, "format": "pdn"}));
        assert_eq!(status, 422, "PDN has no such board");
    }
}
