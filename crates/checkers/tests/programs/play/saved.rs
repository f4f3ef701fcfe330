//! Tests of saving and loading games during play.

use std::fs;

use rankmoves_core::exchange::MAX_BYTES;

use super::{run, said, said_with_errors};

#[test]
fn a_saved_game_has_names_event_and_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (new, old, other) = (file("new.pdn"), file("old.pdn"), file("new.txt"));
    let tag = |file: &str, name: &str| {
        let text = fs::read_to_string(file).unwrap();
        let start = format!("[{name} \"");
        let tag = text.lines().find_map(|line| line.strip_prefix(&start).map(str::to_owned));
        tag.map(|tag| tag.trim_end_matches("\"]").to_owned()).unwrap_or_default()
    };
    let black = ["play", "--black", "minimax:1:7"];
    run(&[&black[..], &["--name-red", "Anna \"A\" B", "--event", "Club"]].concat(), &format!("save {new}\n"));
    let text = fs::read_to_string(&new).unwrap();
    assert!(text.contains("[White \"Anna \\\"A\\\" B\"]"), "{text}");
    assert_eq!((tag(&new, "Event"), tag(&new, "Black")), ("Club".to_owned(), "minimax:1:7".to_owned()));
    let date = tag(&new, "Date");
    let parts: Vec<&str> = date.split('.').collect();
    assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [4, 2, 2], "{date}");
    assert!(parts.iter().all(|part| part.parse::<u32>().is_ok_and(|number| number > 0)), "{date}");
    run(&["play", "--black", "level:2"], &format!("save {new}\n"));
    assert_eq!(tag(&new, "Black"), "learner (level:2)");
    // Saving keeps the tags of the record, except tags set by the options.
    fs::write(&old, "[Event \"Old\"]\n[Black \"B\"]\n\n1. 11-15 *\n").unwrap();
    run(&[&black[..], &["--name-red", "Anna", &old]].concat(), &format!("save {old}\n"));
    let tags = ["Event", "Date", "Black", "White"].map(|name| tag(&old, name));
    assert_eq!(tags, ["Old", "????.??.??", "B", "Anna"]);
    // People without names are recorded as unknown. For other formats, a message reports what they cannot
    // store.
    said(&[], &format!("save {new}\n"));
    assert_eq!((tag(&new, "White"), tag(&new, "Black")), ("?".to_owned(), "?".to_owned()));
    let lines = said(&["--event", "Club"], &format!("save {other}\n"));
    assert_eq!(lines[0], "the format exchange cannot hold facts about the game, such as its players");
    let object = file("new.json");
    let options = ["--event", "Club", "--name-red", "Anna"];
    let lines = said(&options, &format!("f6->e5\nresign\nsave {object}\n")).join("\n");
    assert!(!lines.contains("cannot hold names"), "{lines}");
    let text = fs::read_to_string(&object).unwrap();
    for part in ["\"event\":\"Club\"", "\"red\":\"Anna\"", "\"date\":\"2", "\"result\":\"black\""] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(run(&["show", &object], "").status.code(), Some(0));
}

#[test]
fn a_file_with_an_illegal_move_in_a_variation_is_played_with_a_warning_and_its_result() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pdn").display().to_string();
    fs::write(&file, "[Result \"1-0\"] 1. 11-15 23-19 (1... 22-18 2. 1-5) 1-0").unwrap();
    let (lines, errors) = said_with_errors(&[&file], "", 0);
    assert_eq!(lines, ["black wins, according to the file"]);
    assert!(errors.contains("a variation is read only up to its first illegal move"), "{errors}");
}

#[test]
fn a_saved_game_is_loaded_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for extension in ["txt", "pdn", "json"] {
        let name = file(&format!("game.{extension}"));
        let commands = format!("f6->e5\nc3->d4\nsave {name}\ne5->c3\nload {name}\nundo\nredo\n");
        let lines = said(&[], &commands);
        assert_eq!(lines[2], format!("saved {name}"), "{extension}");
        assert_eq!(lines[4..], ["1 ply taken back", "1 ply played again"], "{extension}");
        let again = run(&["play", "--black", "human", &name], "moves\n");
        let text = String::from_utf8(again.stdout).unwrap();
        assert!(text.contains("#1 e5->c3"), "{extension}: {text}");
    }
    let fen = file("game.fen");
    let lines = said(&[], &format!("f6->e5\nsave {fen}\n"));
    assert_eq!(
        lines[1..],
        ["FEN cannot hold moves: only the position after them is saved".to_owned(), format!("saved {fen}")]
    );
    assert_eq!(
        fs::read_to_string(&fen).unwrap(),
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15\n"
    );
    let svg = file("game.svg");
    said(&[], &format!("save {svg}\n"));
    assert!(fs::read_to_string(&svg).unwrap().contains("</svg>"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 5);
}

#[test]
fn a_game_read_with_its_result_stays_finished_until_it_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let read = file("read.pdn");
    fs::write(&read, "[Result \"0-1\"]\n\n1. 11-15 22-18 0-1\n").unwrap();
    let result = |commands: &str| {
        let saved = file(&format!("saved{}.pdn", commands.len()));
        let output = run(&["play", "--black", "level:1", &read], &format!("{commands}save {saved}\n"));
        let lines = String::from_utf8(output.stdout).unwrap();
        let over = "the game is over; type go or a move to continue it";
        assert_eq!(lines.matches(over).count(), 1 + commands.matches("load").count(), "{lines}");
        fs::read_to_string(&saved).unwrap().lines().find(|line| line.contains("Result")).map(str::to_owned)
    };
    assert_eq!(result("").unwrap(), "[Result \"0-1\"]");
    assert_eq!(result(&format!("go\nload {read}\n")).unwrap(), "[Result \"0-1\"]");
    assert_eq!(result("go\n").unwrap(), "[Result \"*\"]");
}

#[test]
fn losses_of_a_saved_game_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for extension in ["txt", "pdn", "json", "fen", "svg"] {
        let name = folder.path().join(format!("game.{extension}")).display().to_string();
        let commands = format!("f6->e5\nc3->d4\ne5->c3\nundo\nsave {name}\nundo\nsave {name}\n");
        let lines = said(&["--draw-after", "20"], &commands).join("\n");
        for part in [
            "the file ends at this position, without the ply that follows",
            "the file ends at this position, without the 2 plies that follow",
            "no file can hold `--draw-after 20`",
        ] {
            assert!(lines.contains(part), "{extension}: {lines}");
        }
        let lines = said(&[], &format!("f6->e5\nundo\nredo\nsave {name}\n")).join("\n");
        assert!(!lines.contains("no file can hold"), "{extension}: {lines}");
    }
}

#[test]
fn saving_a_game_keeps_its_tags_and_the_other_games_of_the_archive() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (two, one, new) = (file("two.pdn"), file("one.pdn"), file("new.pdn"));
    let (objects, large) = (file("two.json"), file("large.txt"));
    let game = "[Event \"E\"]\n[Result \"1-0\"]\n\n1. 11-15 {good} *\n";
    fs::write(&one, game).unwrap();
    fs::write(&two, format!("{game}\n[Event \"F\"]\n1. 9-14 *\n")).unwrap();
    let object = String::from_utf8(run(&["convert", &one, "--to", "json"], "").stdout).unwrap();
    fs::write(&objects, object.repeat(2)).unwrap();
    fs::File::create(&large).unwrap().set_len(MAX_BYTES as u64 + 1).unwrap();
    let commands = format!("save {new}\nc3->d4\nsave {one}\nsave {two}\nsave {objects}\nsave {large}\n");
    let (lines, errors) = said_with_errors(&[&one], &commands, 1);
    let text = lines.join("\n");
    assert!(errors.starts_with("error: 3 lines failed"), "{errors}");
    let kept = fs::read_to_string(&new).unwrap();
    assert!(
        kept.contains("[Event \"E\"]") && kept.contains("[Result \"1-0\"]") && kept.contains("{good}"),
        "{kept}"
    );
    let played = fs::read_to_string(&one).unwrap();
    assert!(played.contains("[Event \"E\"]") && played.contains("1. 11-15 {good} 1... 22-18 *"), "{played}");
    for several in [&two, &objects] {
        assert!(
            text.contains(&format!("{several} has several games: save this game under another name")),
            "{text}"
        );
    }
    assert!(text.contains("large.txt is larger than"), "{text}");
    assert!(fs::read_to_string(&two).unwrap().contains("[Event \"F\"]"));
    assert_eq!(fs::read_to_string(&objects).unwrap(), object.repeat(2));
    assert_eq!(fs::metadata(&large).unwrap().len(), MAX_BYTES as u64 + 1);
    assert_eq!(
        run(&["convert", &one, "-o", &two], "").status.code(),
        Some(1),
        "one game replaces no archive"
    );
    assert!(fs::read_to_string(&two).unwrap().contains("[Event \"F\"]"));
    // A file with errors is not replaced by a file without the faulty parts.
    fs::write(&two, format!("{game}\n[Event \"F\"]\n1. 9-20 *\n")).unwrap();
    let before = fs::read_to_string(&two).unwrap();
    let output = run(&["convert", &two, "-o", &two], "");
    assert_eq!((output.status.code(), fs::read_to_string(&two).unwrap()), (Some(1), before));
    assert!(String::from_utf8(output.stderr).unwrap().contains("errors in 1 of 2 games"));
}

#[test]
fn commands_may_begin_with_a_byte_order_mark_and_a_loaded_game_has_no_clock() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt").display().to_string();
    let commands = format!("\u{feff}save {file}\nf6->e5\nload {file}\nf6->e5\n");
    let lines = said(&["--clock", "1h"], &commands);
    assert!(lines[1].starts_with("black plays f6->e5 (") && lines[2] == "black plays f6->e5", "{lines:?}");
}

#[test]
fn arbitrary_bytes_are_not_recognised_as_a_game() {
    for rubbish in [
        "12.11\n",
        "1. 2. 3.\n",
        "192.168.0.1\n",
        ";;; elisp\n",
        "[remote \"origin\"]\n",
        "",
        "{}",
        "1. 11-15 *\nrubbish\n",
    ] {
        let output = testing::run::run("rankmoves", &[], rubbish.as_bytes());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{rubbish:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn the_game_continues_after_a_save_or_load_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.txt");
    fs::write(&broken, "RULES:\ncapture\nsingle jumps\nTURN:\nblue\n").unwrap();
    let broken = broken.display().to_string();
    let pdn = folder.path().join("game.pdn").display().to_string();
    let commands = format!(
        "save game\nsave\nsave {pdn}\nsave /none/game.txt\nload /none/game.txt\nload {broken}\nf6->e5\n"
    );
    let (lines, errors) = said_with_errors(&["--no-capture"], &commands, 1);
    let lines = lines.join("\n");
    assert!(errors.starts_with("error: 6 lines failed"), "{errors}");
    for part in [
        "expected a file whose name ends in .svg, .txt",
        "expected the name of a file after save",
        "PDN cannot hold the rule `no capture`",
        "cannot write to /none/game.txt",
        "cannot read /none/game.txt",
        "expected `red` or `black` but found 'blue'",
        "black plays f6->e5",
    ] {
        assert!(lines.contains(part), "{part}: {lines}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_failed_save_or_load_from_a_pipe_sets_the_status_and_the_game_continues() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.pdn").display().to_string();
    let bad = folder.path().join("none/bad.pdn").display().to_string();
    for (commands, expected) in [
        (format!("save {bad}\nsave {good}\n"), "error: 1 line failed: see the messages above"),
        (format!("load {bad}\nsave {good}\nload -\nsave\n"), "error: 3 lines failed: see the messages above"),
    ] {
        let (said, errors) = said_with_errors(&[], &format!("11-15\n{commands}"), 1);
        assert!(errors.starts_with(expected), "{errors}");
        let said = said.join("\n");
        assert!(said.contains("bad.pdn") && said.contains("saved "), "{said}");
    }
    let commands = [b"save ", folder.path().as_os_str().as_encoded_bytes(), b"/k\xff.pdn\n"].concat();
    let output = testing::run::run("checkers", &["play", "--black", "human"], &commands);
    assert!(
        output.status.code() == Some(1) && output.stdout.ends_with(b"expected UTF-8; the line is ignored\n")
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "there is only the good file");
}
