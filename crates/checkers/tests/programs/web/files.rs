//! Tests of reading, changing and writing games.

use std::fs;

use serde_json::{Value, json};
use testing::start;

use super::client::Server;
use crate::scratch;

#[test]
fn all_games_of_the_file_of_the_command_line_are_read_and_saved() {
    // Longer than any text allowed in a request.
    let long = format!("1. 11-15 {{{}}} *\n\n", "long ".repeat(1_800_000));
    let second = "[Event \"Second\"]\n\n1. 9-13 {good} *\n";
    let folder = scratch("web-files");
    let file = folder.join("two.pdn");
    fs::write(&file, format!("{long}{second}")).unwrap();
    let small = folder.join("small.pdn");
    fs::write(&small, format!("1. 11-15 *\n\n{second}")).unwrap();
    let mut piped = start::program("sh");
    piped.args(["-c", "exec checkers web --port 0 - < \"$0\""]).arg(small);
    for server in [Server::start(&[&file.display().to_string()]), Server::of(piped)] {
        let about = server.get("/api/about").json();
        assert_eq!((&about["source"], about["games"].as_array().unwrap().len()), (&json!(true), 2));
        let read = server.done("read", &json!({"number": 2}));
        assert_eq!((&read["game"]["moves"], &read["number"]), (&json!(["b6->a5"]), &json!(2)));
        assert_eq!(read["game"]["event"], "Second");
        let body = json!({"game": read["game"], "format": "pdn", "source": {"number": 2}});
        assert!(server.done("write", &body)["text"].as_str().unwrap().contains("1. 9-13 {good}"));
        // A game without changes keeps its bytes.
        let body = json!({"game": read["game"], "format": "pdn", "source": {"number": 2}, "whole": true});
        assert!(server.done("write", &body)["text"].as_str().unwrap().ends_with(second));
        let mut longer = read["game"].clone();
        longer["moves"] = json!(["b6->a5", "c3->d4"]);
        let edits = json!([{"change": "add", "moves": longer["moves"]}]);
        let mut body = json!({"game": longer, "format": "pdn", "source": {"number": 2}, "whole": true});
        (body["base"], body["edits"]) = (read["game"].clone(), edits);
        let whole = server.done("write", &body)["text"].as_str().unwrap().to_owned();
        assert!(whole.starts_with("1. 11-15") && whole.ends_with("1. 9-13 {good} 1... 22-18 *\n"));
        for wrong in
            [json!({"format": "json"}), json!({"source": {"text": "W:W18:B15"}}), json!({"source": null})]
        {
            let mut body = body.clone();
            body.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
            let (status, problem) = server.refused("write", &body);
            assert_eq!((status, &problem["field"]), (422, &json!("whole")), "{problem}");
        }
    }
    let (status, problem) = Server::start(&[]).refused("read", &json!({"number": 2}));
    assert_eq!((status, &problem["field"]), (422, &json!("text")), "{problem}");
}

#[test]
fn a_game_lost_on_time_is_written_with_its_clock() {
    let server = Server::start(&[]);
    let game = server.read("1. 11-15 23-19 2. 8-11 *");
    let clock = |late: &str| json!({"control": {"base": 300, "increment": 3}, "left": [299, 301.5, 60], "late": late});
    let write = |format: &str, late: &str| {
        server.done("write", &json!({"game": game, "format": format, "clock": clock(late)}))
    };
    for (late, result) in [("red", "1-0"), ("black", "0-1")] {
        let text = write("pdn", late)["text"].as_str().unwrap().to_owned();
        for part in ["[TimeControl \"300+3\"]", "{[%clk 0:04:59]}", "{[%clk 0:05:01]}", "{[%clk 0:01:00]}"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // The first number in PDN's result is Black's.
        assert!(text.contains(&format!("[Result \"{result}\"]")), "{text}");
    }
    let lost = write("exchange", "red")["lost"].to_string();
    assert!(lost.contains("red has run out of time") && lost.contains("time left on the clocks"), "{lost}");
}

#[test]
fn lines_are_added_promoted_deleted_and_commented_on() {
    let server = Server::start(&[]);
    let game = server.read("1. 11-15 23-19 *");
    let edit =
        |change: &str, moves: Value, text: &str| json!({"change": change, "moves": moves, "text": text});
    let other = json!(["f6->e5", "g3->f4"]);
    let mut edits = vec![edit("add", other.clone(), ""), edit("comment", other.clone(), "also good")];
    let pdn = |edits: &[Value], source: &Value| {
        let request = json!({"game": game, "format": "pdn", "base": game, "edits": edits, "source": source});
        server.done("write", &request)["text"].as_str().unwrap().to_owned()
    };
    let added = server.done("edit", &json!({"game": game, "edits": edits}));
    assert_eq!(added["moves"], game["moves"]);
    let variation = &added["record"]["moves"][1]["variations"][0]["moves"][0];
    assert_eq!((&variation["move"], &variation["comment"]), (&json!("g3->f4"), &json!("also good")));
    assert!(pdn(&edits, &Value::Null).ends_with("1. 11-15 23-19 (1... 24-19 {also good}) *\n"));
    let source = json!({"text": "[Event \"Match\"]\n{words} 1. 11-15 23-19! *"});
    let written = pdn(&edits, &source);
    assert!(written.contains("[Event \"Match\"]"), "{written}");
    assert!(written.ends_with("{words} 1. 11-15 23-19 $1 (1... 24-19 {also good}) *\n"), "{written}");
    edits.push(edit("promote", other.clone(), ""));
    let promoted = server.done("edit", &json!({"game": game, "edits": edits}));
    assert_eq!(promoted["moves"], other);
    edits.extend([edit("delete", other.clone(), ""), edit("comment", other, "of a line that is gone")]);
    let deleted = server.done("edit", &json!({"game": game, "edits": edits}));
    assert_eq!(deleted["moves"], game["moves"]);
    edits.push(edit("add", json!(["f6->d4"]), ""));
    let skipped = server.done("edit", &json!({"game": game, "edits": edits}));
    assert_eq!(skipped, deleted, "an illegal change is skipped");
}

#[test]
fn a_saved_game_has_the_result_of_its_players() {
    let server = Server::start(&[]);
    for (game, over, expected) in [
        ("1. 11-15 23-19 *", "red", "0-1"),
        ("1. 11-15 23-19 *", "draw", "1/2-1/2"),
        ("1. 11-15 23-19 0-1", "black", "1-0"),
    ] {
        let source = json!({"text": game});
        let mut game = server.read(game);
        game["result"] = json!(over);
        let request = json!({"game": game, "format": "pdn", "source": source, "over": true});
        let text = server.done("write", &request)["text"].as_str().unwrap().to_owned();
        assert!(text.contains(&format!("[Result \"{expected}\"]")), "{text}");
    }
}

#[test]
fn programs_are_named_in_a_game_that_was_played_here() {
    let server = Server::start(&[]);
    let saved = |name: &str, red: &str| {
        let mut game = server.game();
        game["black"] = json!(name);
        let seats = json!({"red": red, "black": "human"});
        let request = json!({"game": game, "format": "pdn", "seats": seats});
        server.done("write", &request)["text"].as_str().unwrap().to_owned()
    };
    for (red, named) in [("level:2:7", "learner (level:2:7)"), ("timed:1", "timed:1"), ("human", "?")] {
        let text = saved("Ann", red);
        assert!(text.contains(&format!("[White \"{named}\"]")), "{text}");
        assert!(text.contains("[Black \"Ann\"]"), "{text}");
    }
}

#[test]
fn facts_in_the_tags_of_a_record_are_facts_of_its_game() {
    let server = Server::start(&[]);
    let game = server.read("[Event \"Club\"] [White \"Ann\"] [Black \"?\"] 1. 11-15 0-1");
    assert_eq!(
        (&game["event"], &game["red"], &game["result"]),
        (&json!("Club"), &json!("Ann"), &json!("red"))
    );
    assert_eq!(game.get("black"), None, "it is unknown");
}

#[test]
fn the_round_of_a_game_is_kept() {
    let server = Server::start(&[]);
    for (text, format, kept) in [
        ("[Round \"3\"] 1. 11-15 *", "json", "\"round\":3"),
        ("[Round \"03\"] 1. 11-15 *", "pdn", "[Round \"03\"]"),
        ("[Round \"2.1\"] 1. 11-15 *", "pdn", "[Round \"2.1\"]"),
    ] {
        let mut request = json!({"game": server.read(text), "format": format});
        if format == "pdn" {
            request["source"] = json!({"text": text});
        }
        let written = server.done("write", &request)["text"].as_str().unwrap().to_owned();
        assert!(written.contains(kept), "{text}: {written}");
    }
}

#[test]
fn texts_in_every_format_are_read_and_written() {
    let server = Server::start(&[]);
    let text = "[Event \"Club\"]\n\n1. 11-15 {a <b>good</b> start} (1. 11-16 $3) 23-19 *";
    let read = server.done("read", &json!({"text": text}));
    let first = &read["record"]["moves"][0];
    assert_eq!(first["comment"], "a <b>good</b> start");
    assert_eq!(first["variations"][0]["moves"][0]["glyphs"], json!(["!!"]));
    for format in ["pdn", "fen", "exchange", "json"] {
        let body = json!({"game": read["game"], "format": format, "source": {"text": text}});
        let written = server.done("write", &body);
        let again = server.done("read", &json!({"text": written["text"], "name": written["name"]}));
        assert_eq!(again["format"], format);
        let moves = if format == "fen" { json!([]) } else { read["game"]["moves"].clone() };
        assert_eq!(again["game"]["moves"], moves, "{format}");
        if format == "pdn" {
            assert_eq!(again["record"], read["record"]);
            assert_eq!(again["game"]["event"], "Club");
        }
    }
    let arrows = json!({"depth": 1, "moves": [{"move": "f6->e5", "score": 0}]});
    let picture = server.done("write", &json!({"game": server.game(), "format": "svg", "arrows": arrows}));
    assert_eq!((&picture["name"], &picture["type"]), (&json!("board.svg"), &json!("image/svg+xml")));
    assert!(picture["text"].as_str().unwrap().starts_with("<svg"));
}

#[test]
fn a_wrong_text_is_refused_with_its_location() {
    let server = Server::start(&[]);
    let (status, problem) = server.refused("read", &json!({"text": "\nW:W33:B1"}));
    assert_eq!((status, &problem["line"], &problem["column"]), (422, &json!(2), &json!(4)), "{problem}");
    let two = "1. 11-15 *\n\n[Event \"2\"]\n1. 11-15 *";
    assert_eq!(server.done("read", &json!({"text": two, "number": 2}))["number"], 2);
    let (status, problem) = server.refused("read", &json!({"text": two, "number": 3}));
    assert_eq!((status, &problem["error"]), (422, &json!("there is no game 3: the file has 2 games")));
}
