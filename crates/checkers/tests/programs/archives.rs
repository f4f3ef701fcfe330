//! Tests of archives of games, `checkers apply` and `checkers convert`.

use std::fs;
use std::process::Output;

use testing::run::output_of;
use testing::start;

use crate::{CHECKERS, run};

#[test]
fn archives_are_read_game_by_game_from_files_and_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.pdn");
    let comment = "words ".repeat(300);
    let game = |number: u32| format!("[Event \"{number}\"]\n\n1. 11-15 23-19 {{{comment}}} 2. 8-11 1-0\n\n");
    let bad = 1200;
    let archive: String = (1..=1500).map(game).collect();
    assert!(archive.len() > 2 << 20, "more than is read at once");
    let wrong = archive.replace(&game(bad), &game(bad).replace("23-19", "23-20"));
    fs::write(&path, &wrong).unwrap();
    let file = path.to_str().unwrap();
    let text = |output: Output| String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    for number in ["1", "1499", "1500"] {
        for (arguments, input) in [(vec![file], ""), (vec!["-"], &wrong[..])] {
            let arguments = [vec!["convert", "--to", "pdn", "--game", number], arguments].concat();
            let told = text(run(&arguments, input));
            assert!(told.starts_with(&format!("[Event \"{number}\"]\n")), "{told}");
        }
    }
    // Lines are counted in the whole file: four per game.
    let place = format!("--> {file}:{}:10", 4 * (bad - 1) + 3);
    let refused = text(run(&["info", "--game", "1200", file], ""));
    assert!(refused.contains("game 1200: move 1 of red, 23-20, is illegal"), "{refused}");
    assert!(refused.contains(&place) && refused.contains("1. 11-15 23-20 {words words"), "{refused}");
    assert!(text(run(&["info", file], "")).contains(&place));
    assert!(
        text(run(&["show", "--game", "1501", file], ""))
            .contains("there is no game 1501: the file has 1500 games")
    );
    let new = folder.path().join("new.pdn");
    let copied = run(&["convert", file, "-o", new.to_str().unwrap()], "");
    assert_eq!(copied.status.code(), Some(1));
    assert!(text(copied).contains("1 of 1500 games skipped because of errors"));
    assert_eq!(fs::read_to_string(&new).unwrap().matches("[Event ").count(), 1499);
    // A single game does not replace an archive of games.
    let kept = text(run(&["convert", "--game", "1", "--to", "pdn", file, "-o", new.to_str().unwrap()], ""));
    assert!(kept.contains("has several games: save this game under another name"), "{kept}");
}

#[test]
fn of_many_wrong_games_the_first_thousand_errors_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.pdn");
    let archive = "1. 11-15 *\n".to_owned() + &"1. 11-20 *\n".repeat(1_100);
    let output = run(&["convert", "-", "-o", copy.to_str().unwrap()], &archive);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.matches("11-20, is illegal").count(), 1_000);
    let last = "1100 of 1101 games skipped because of errors; the first 1000 errors are shown";
    assert!(errors.contains(last), "{errors}");
    assert_eq!(fs::read_to_string(&copy).unwrap().matches("11-15").count(), 1);
}

#[test]
fn a_game_of_json_lines_is_chosen_by_its_number() {
    let line = |file: char| {
        let move_ = format!("{file}3->{}4", (file as u8 + 1) as char);
        format!(
            r#"{{"rules":{{"capture":"optional","jumps":"single","blocked":"loses"}},"shape":{{"ranks":8,"files":8,"flipped":false}},"turn":"red","board":["\".\".\".\".","".".".".\"","\".\".\".\".",".\".\".\".\"","\".\".\".\".","r\"r\"r\"r\"","\".\".\".\".",".\".\".\".\""],"moves":["{move_}"],"red":"somebody"}}"#
        )
        .replace(r#""".".".".\"""#, r#"".\".\".\".\"""#)
    };
    let text =
        format!("# a comment\n{}\n\n{}\n{}\n", line('a'), line('c'), line('a').replace("a3->b4", "a3->a4"));
    for (number, mv) in [("1", "a3->b4"), ("2", "c3->d4")] {
        let output = run(&["convert", "--game", number], &text);
        let written = String::from_utf8(output.stdout).unwrap();
        assert!(written.ends_with(&format!("MOVES:\n{mv}\n")), "{written}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains("the event, players, date and result of the game are not kept"), "{errors}");
    }
    // JSON keeps the result, but a game that is cut short has no result.
    let won = line('c').replace("\"red\":\"somebody\"", "\"red\":\"somebody\",\"result\":\"red\"");
    let object = run(&["convert", "--to", "json"], &won);
    assert_eq!(String::from_utf8(object.stderr).unwrap(), "");
    let told = String::from_utf8(object.stdout).unwrap();
    assert!(told.ends_with("\"moves\":[\"c3->d4\"],\"red\":\"somebody\",\"result\":\"red\"}\n"), "{told}");
    let cut = run(&["convert", "--to", "json", "-m", "0"], &won);
    let told = String::from_utf8(cut.stdout).unwrap();
    assert!(told.ends_with("\"moves\":[],\"red\":\"somebody\",\"result\":\"unknown\"}\n"), "{told}");
    let first = run(&["show"], &text);
    assert!(
        String::from_utf8(first.stderr)
            .unwrap()
            .contains("using the first of 3 games; the option --game N chooses another")
    );
    let third = String::from_utf8(run(&["info", "--game", "3"], &text).stderr).unwrap();
    assert!(third.contains("move 1, a3->a4, is illegal") && third.contains("<stdin>:5:"), "{third}");
    let none = String::from_utf8(run(&["info", "--game", "4"], &text).stderr).unwrap();
    assert!(none.contains("there is no game 4: the file has 3 games"), "{none}");
}

#[test]
fn facts_about_a_game_go_from_pdn_to_json_and_back() {
    let roster = "[Event \"Club, final\"]\n[Date \"2024.02.29\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n";
    let tags = format!("{roster}[Result \"1-0\"]\n[GameType \"21\"]\n[Round \"3\"]\n");
    let told = |output: Output| [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    let [json, lost] = told(run(&["convert", "--to", "json"], &format!("{tags}\n1. 11-15 22-18 1-0\n")));
    // Red is PDN's White, and `1-0` is a win of Black.
    let facts =
        r#""event":"Club, final","date":"2024.02.29","round":3,"red":"Bob","black":"Ann","result":"black"}"#;
    assert!(json.ends_with(&format!("{facts}\n")), "{json}");
    assert_eq!(lost, "");
    let [pdn, lost] = told(run(&["convert", "--to", "pdn"], &json));
    assert!(pdn.starts_with(&tags), "{pdn}");
    assert_eq!(lost, "");
    // A round that is no number, a place and a comment have no fields.
    let more = tags.replace("\"3\"", "\"3.1\"") + "[Site \"Leeds\"]\n\n1. 11-15 {good} 22-18 1-0\n";
    let [json, lost] = told(run(&["convert", "--to", "json"], &more));
    assert!(json.contains(r#""date":"2024.02.29","red":"Bob""#), "{json}");
    assert_eq!(lost, "warning: the format json cannot hold these parts of PDN: other tags, comments\n");
    // A game that is cut short has no result.
    let [json, _] = told(run(&["convert", "--to", "json", "-m", "1"], &more));
    assert!(json.contains("\"black\":\"Ann\"") && !json.contains("result"), "{json}");
}

#[test]
fn a_dash_means_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Event \"E\"]\n\n1. 11-15 22-18 *\n";
    for arguments in [
        &["convert"][..],
        &["convert", "--to", "pdn"],
        &["convert", "--to", "json", "--game", "1"],
        &["apply", "-m", "1"],
        &["show"],
        &["show", "--svg"],
    ] {
        let output = |more: &[&str]| {
            let mut command = start::program(CHECKERS);
            command.args(arguments).args(more).current_dir(&folder);
            output_of(command, game.as_bytes())
        };
        let (plain, dash) = (output(&[]), output(&["-o", "-"]));
        assert!(plain.status.success() && !plain.stdout.is_empty(), "{arguments:?}");
        assert_eq!(dash, plain, "{arguments:?}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn no_file_is_made_without_a_readable_game() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new.pdn");
    let bad = "[Event \"E\"]\n\n1. 1-32 *\n";
    let output = run(&["convert", "--to", "pdn", "-o", &new.display().to_string()], bad);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("errors in 1 of 1 games: nothing is written"), "{errors}");
    assert!(!new.exists());
}

#[test]
fn apply_plays_some_moves_and_keeps_the_rest() {
    let start = "RULES:\ncapture\nmultiple jumps\nTURN:\nblack\nBOARD:\n";
    let board = run(&["convert", "--fen", "B:W21-32:B1-12", "--to", "exchange"], "");
    let board = String::from_utf8(board.stdout).unwrap();
    assert!(board.starts_with(start), "{board}");
    let file = format!("{board}f6->e5 c3->d4 h6->g5 e3->f4\n");
    // The third move is illegal, because the man on e5 must jump.
    let two = run(&["apply", "-m", "2"], &file);
    let text = String::from_utf8(two.stdout).unwrap();
    assert!(
        two.status.success() && text.contains("TURN:\nblack\n") && text.ends_with("MOVES:\nh6->g5 e3->f4\n"),
        "{text}"
    );
    let all = run(&["apply"], &file);
    assert_eq!((all.status.code(), all.stdout.len()), (Some(1), 0));
    let message = String::from_utf8(all.stderr).unwrap();
    assert!(message.contains("move 3, h6->g5, is illegal: a jump is available: e5->c3"), "{message}");
    let going = run(&["apply", "--keep-going"], &file);
    assert_eq!((going.status.code(), String::from_utf8(going.stdout).unwrap()), (Some(1), text));
    let many = run(&["apply", "-m", "5"], &file);
    assert!(String::from_utf8(many.stderr).unwrap().contains("expected at least 5 moves but the file has 4"));
}

#[test]
fn apply_keeps_the_moves_before_a_bad_move_of_pdn() {
    let applied = |arguments: &[&str], pdn: &str| {
        let output = run(&[&["apply"], arguments].concat(), pdn);
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), text, String::from_utf8(output.stderr).unwrap())
    };
    // The man on e5 must jump.
    let bad = "1. 11-15 22-18 2. 12-16 24-20 *\n";
    let position = applied(&[], "1. 11-15 22-18 *\n").1;
    assert!(position.ends_with("MOVES:\n"), "{position}");
    let (status, text, told) = applied(&["--keep-going"], bad);
    assert_eq!((status, text), (Some(1), position.clone()));
    let message = "move 2 of black, 12-16, is illegal: a jump is available: 15x22";
    assert!(told.contains(&format!("error: game 1: {message}")), "{told}");
    assert!(
        told.contains("--> <stdin>:1:19")
            && told.contains("warning: the illegal move and all moves after it are dropped: "),
        "{told}"
    );
    let (status, text, told) = applied(&[], bad);
    assert_eq!((status, text.as_str()), (Some(1), ""), "{told}");
    assert!(told.contains(message), "{told}");
    // The first two moves are legal, but the rest cannot be written.
    let (status, text, told) = applied(&["-m", "2"], bad);
    assert_eq!((status, text), (Some(0), position));
    assert!(
        told.contains("warning: the illegal move and all moves after it are dropped: ")
            && told.contains(message),
        "{told}"
    );
    assert_eq!(applied(&["-m", "3"], bad).0, Some(1));
    // Malformed text is refused as a whole. Other commands also refuse the game with the illegal move.
    let (status, text, told) = applied(&["--keep-going"], "1. 11-15 foo *\n");
    assert_eq!((status, text.as_str()), (Some(1), ""), "{told}");
    assert_eq!(run(&["convert"], bad).status.code(), Some(1));
}

#[test]
fn formats_are_converted_back_and_forth() {
    let fen = "B:W18,K20:B1,K5,10";
    let exchange = String::from_utf8(run(&["convert", "--fen", fen], "").stdout).unwrap();
    for format in ["exchange", "fen", "json", "pdn"] {
        let there = run(&["convert", "--to", format], &exchange);
        assert!(there.status.success(), "{format}: {there:?}");
        let back = run(&["convert"], &String::from_utf8(there.stdout).unwrap());
        assert_eq!(String::from_utf8(back.stdout).unwrap(), exchange, "{format}");
    }
}

#[test]
fn losses_of_a_conversion_are_named() {
    let pdn = "[Event \"E\"]\n\n1. 11-15 {good} 22-18 (23-19) 2. 15x22 *\n[Event \"F\"]\n\n1. 9-14 *\n";
    let exchange = run(&["convert"], pdn);
    let warned = String::from_utf8(exchange.stderr).unwrap();
    assert!(exchange.status.success(), "{warned}");
    for part in
        ["tags", "comments", "variations", "using the first of 2 games; the option --game N chooses another"]
    {
        assert!(warned.contains(part), "{part}: {warned}");
    }
    assert!(String::from_utf8(exchange.stdout).unwrap().ends_with("MOVES:\nf6->e5 c3->d4 e5->c3\n"));
    let second = run(&["convert", "--game", "2"], pdn);
    assert!(String::from_utf8(second.stdout).unwrap().ends_with("MOVES:\nb6->c5\n"));
    let third = run(&["convert", "--game", "3"], pdn);
    assert_eq!(third.status.code(), Some(1));
    assert!(String::from_utf8(third.stderr).unwrap().contains("there is no game 3: the file has 2 games"));
    // Converted PDN does not keep comments after %, nor the original move numbers.
    let odd = "% mine\n1. 11-15 22-18 3. 15x22 *\n1. 9-14 *\n% more\n";
    for (arguments, warnings) in [
        (
            &["convert", "--to", "pdn"][..],
            &["in 2 of 2 games: comments after %", "in 1 of 2 games: moves are renumbered"][..],
        ),
        (&["convert", "--to", "pdn", "--game", "2"], &["warning: comments after %"]),
        (&["convert"], &["comments after %", "moves are renumbered"]),
    ] {
        let output = run(arguments, odd);
        let warned = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && warnings.iter().all(|part| warned.contains(part)), "{warned}");
    }
    // The output has all games with all their tags.
    let whole = run(&["convert", "--to", "pdn"], pdn);
    let text = String::from_utf8(whole.stdout).unwrap();
    assert_eq!((text.matches("[GameType \"21\"]").count(), text.contains("{good}")), (2, true));

    let rules = run(&["convert", "--fen", "B:W18:B1"], "");
    let free = String::from_utf8(rules.stdout).unwrap().replace("capture\n", "no capture\n");
    for (format, message) in
        [("pdn", "PDN cannot hold the rule `no capture`"), ("fen", "FEN cannot hold `no capture`")]
    {
        let output = run(&["convert", "--to", format], &free);
        assert!(String::from_utf8(output.stderr).unwrap().contains(message), "{format}");
    }
}
