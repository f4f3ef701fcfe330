//! Tests `rankmoves --lines`: it answers each line, in order, as a separate run would.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use rankmoves::{Ranker, rank};
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Player, Position, Rules};
use serde_json::{Value, json};
use testing::run::{assert_refuses, printed, run};
use testing::start;

const RANKMOVES: &str = "rankmoves";

/// Returns positions from games of random moves, as FEN.
fn positions(count: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut rng = fastrand::Rng::with_seed(1);
    while found.len() < count {
        let mut position = Position::start(Rules::ENGLISH, Player::Red);
        while position.has_moves() && found.len() < count && rng.u8(..60) > 0 {
            found.push(fen(&position));
            let moves: Vec<_> = position.legal_moves().collect();
            position = position.after(&moves[rng.usize(..moves.len())]);
        }
    }
    found
}

fn fen(position: &Position) -> String {
    Fen::new(*position.board(), position.turn()).unwrap().to_string()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Answers lines; checks that the status is 1 if one of the lines is invalid, and 0 otherwise.
fn answer(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
    let output = run(RANKMOVES, &[&["--lines"], arguments].concat(), input.as_ref());
    let answers = objects(str::from_utf8(&output.stdout).unwrap());
    let is_wrong = answers.iter().any(|answer| answer.get("error").is_some());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(i32::from(is_wrong)), "{stderr}");
    assert_eq!(stderr.is_empty(), !is_wrong, "{stderr}");
    answers
}

#[test]
fn each_line_is_answered_as_the_json_of_its_position() {
    let fens = positions(60);
    for threads in ["1", "3"] {
        let answers = answer(&["-d", "4", "--threads", threads], fens.join("\n"));
        assert_eq!(answers.len(), fens.len());
        for (number, (fen, mut answer)) in (1..).zip(fens.iter().zip(answers)) {
            assert_eq!(answer.as_object_mut().unwrap().remove("input"), Some(json!(number)));
            let alone = printed(run(RANKMOVES, &["--json", "-d", "4", "--fen", fen], b""));
            assert_eq!(answer, serde_json::from_str::<Value>(&alone).unwrap());
        }
    }
}

#[test]
fn scores_and_the_best_moves_are_those_of_the_ranking() {
    let fens = positions(40);
    let scores = answer(&["-d", "3", "--scores"], fens.join("\n"));
    let best = answer(&["-d", "3", "--top", "2"], fens.join("\n"));
    for ((fen, scores), best) in fens.iter().zip(scores).zip(best) {
        let position = fen.parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap();
        let ranked = rank(&position, 3).unwrap();
        let expected: Vec<i32> = ranked.iter().map(|ranked| ranked.score).collect();
        assert_eq!(scores["scores"], json!(expected), "{fen}");
        assert_eq!(scores.as_object().unwrap().keys().collect::<Vec<_>>(), ["depth", "input", "scores"]);
        let mut order: Vec<usize> = (0..ranked.len()).collect();
        order.sort_by_key(|&index| -ranked[index].score);
        order.truncate(2);
        order.sort_unstable();
        let kept: Vec<String> = order.iter().map(|&index| ranked[index].mv.to_string()).collect();
        let found: Vec<&Value> = best["moves"].as_array().unwrap().iter().map(|mv| &mv["move"]).collect();
        assert_eq!(found, kept.iter().map(|mv| json!(mv)).collect::<Vec<_>>().iter().collect::<Vec<_>>());
    }
}

#[test]
fn objects_keep_their_id_and_their_rules_and_fen_takes_those_of_the_command_line() {
    let object = r#"{"rules":{"capture":"optional","jumps":"single","blocked":"loses"},"shape":{"ranks":4,"files":4,"flipped":false},"turn":"red","board":["\".\".",".\".\"","\".\".","r\".\""],"moves":[],"id":{"key":[1,"x"]}}"#;
    let answers = answer(&["--no-capture", "--single-jumps"], format!("{object}\nW:W21:B1\n"));
    assert_eq!(answers[0]["id"], json!({"key": [1, "x"]}));
    assert_eq!(answers[0]["shape"]["ranks"], json!(4));
    assert_eq!(answers[1]["rules"], json!({"capture": "optional", "jumps": "single", "blocked": "loses"}));
    assert_eq!(answers[1].get("id"), None);
}

#[test]
fn wrong_objects_keep_their_id_too() {
    let object = |id: &str, rest: &str| {
        format!(
            r#"{{"id":{id},"rules":{{"capture":"optional","jumps":"single","blocked":"loses"}},"shape":{{"ranks":4,"files":4,"flipped":false}},"turn":"red","board":["\".\".",".\".\"","\".\".","r\".\""]{rest}}}"#
        )
    };
    let lines = [
        object("1", r#","moves":["a1->c3"]"#),
        object(r#"{"key":[1,"x"]}"#, r#","moves":["a1"]"#),
        object("null", r#","moves":[],"moves":[]"#),
        object("12345678901234567890.5", ""),
        object("\"\\u00e9\"", r#","moves":0"#),
        object("[]", r#","unknown":1"#),
        r#" {"rules":1,"id":" "}"#.to_owned(),
        r#"{"id":true}"#.to_owned(),
        // This is not an object: no field can be read.
        r#"{"id":1"#.to_owned(),
        r#"{"id":1,"id":2}"#.to_owned(),
        r#"[{"id":1}]"#.to_owned(),
        // This is valid: a field that is null is present.
        object("null", r#","moves":[]"#),
    ];
    let ids = [
        r#""id":1,"#,
        r#""id":{"key":[1,"x"]},"#,
        r#""id":null,"#,
        r#""id":12345678901234567890.5,"#,
        "\"id\":\"\\u00e9\",",
        r#""id":[],"#,
        r#""id":" ","#,
        r#""id":true,"#,
        "",
        "",
        "",
        r#""id":null,"#,
    ];
    let output = run(RANKMOVES, &["--lines"], lines.join("\n").as_bytes());
    let text = str::from_utf8(&output.stdout).unwrap();
    assert_eq!(text.lines().count(), lines.len());
    for (index, (answer, id)) in text.lines().zip(ids).enumerate() {
        let field = if index + 1 < lines.len() { "\"error\"" } else { "\"rules\"" };
        let head = format!("{{\"input\":{},{id}{field}:", index + 1);
        assert!(answer.starts_with(&head), "{answer}: {head}");
    }
}

/// The output is a pipe here: if several processes wrote to the same pipe, their lines would mix.
#[test]
fn the_recipe_for_several_processes_answers_as_one_process() {
    let page = fs::read_to_string(start::top().join("docs/lines.md")).unwrap();
    let blocks: Vec<&str> =
        page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let [recipe] = blocks[..] else { panic!("expected one recipe but found {blocks:?}") };
    assert!(recipe.contains("xargs -P"), "{recipe}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recipe");
    // An earlier run may have left the folder.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let mut lines = positions(200);
    lines.insert(70, "\n \nW:W99:B1\n".to_owned());
    fs::write(folder.join("positions.txt"), lines.join("\n") + "\n").unwrap();
    let output = start::program("sh").args(["-c", recipe]).current_dir(&folder).output().unwrap();
    let alone = run(RANKMOVES, &["--lines", "-d", "4"], (lines.join("\n") + "\n").as_bytes());
    assert_eq!(str::from_utf8(&output.stdout).unwrap(), str::from_utf8(&alone.stdout).unwrap());
}

#[test]
fn invalid_lines_get_an_error_in_place_and_processing_continues() {
    let long = "x".repeat((1 << 20) + 1);
    let good = "W:W21:B1";
    let bad: [(&[u8], u64, &str); 9] = [
        (b"W:W99:B1", 4, "expected a square number from 1 to 32 but found '99'"),
        (b"  W:W1,Q:B1", 8, "expected"),
        (b"[1,2]", 1, "expected a FEN position or a JSON object but found '[1'"),
        (b"W:W1\0:B1", 5, "expected"),
        (b"W:W1\xff:B1", 5, "expected UTF-8 but found the byte 0xff"),
        (b"\"text\"", 1, "expected a FEN position or a JSON object"),
        (br#" {"rules":1}"#, 11, "expected an object with capture, jumps and blocked but found integer `1`"),
        (b"{}", 2, "missing field `rules`"),
        (long.as_bytes(), 1, "expected a line of at most 1048576 bytes but found a longer one"),
    ];
    let mut input = format!("\n{good}\n \t\r\n").into_bytes();
    for (line, ..) in bad {
        input.extend_from_slice(line);
        input.extend_from_slice(format!("\r\n\n{good}\n").as_bytes());
    }
    // The last line has no line feed.
    input.pop();
    let answers = answer(&["--threads", "2"], &input);
    assert_eq!(answers.len(), 2 * bad.len() + 1);
    for (index, answer) in answers.iter().enumerate() {
        assert_eq!(answer["input"], json!(index + 1));
        if index % 2 == 0 {
            assert_eq!(answer["moves"].as_array().unwrap().len(), 1, "{answer}");
            continue;
        }
        let (_, column, message) = bad[index / 2];
        assert_eq!(answer["error"]["column"], json!(column), "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().starts_with(message), "{answer}");
    }
}

#[test]
fn an_illegal_move_is_reported_at_its_location() {
    let line = r#"{"rules":{"capture":"optional","jumps":"single","blocked":"loses"},"shape":{"ranks":4,"files":4,"flipped":false},"turn":"red","board":["\".\".",".\".\"","\".\".","r\".\""],"moves":["a1->c3"]}"#;
    let answers = answer(&[], line);
    let column = line.find("\"a1->c3").unwrap() + 1;
    assert_eq!(answers[0]["error"]["column"], json!(column));
    assert!(answers[0]["error"]["message"].as_str().unwrap().starts_with("move 1, a1->c3, is illegal"));
}

#[test]
fn an_empty_input_has_no_answers() {
    for input in ["", "\n\n", "\u{feff}\n"] {
        assert_eq!(answer(&[], input), [] as [Value; 0]);
    }
}

#[test]
fn an_answer_comes_before_the_next_line_is_there() {
    let mut child = start::program(RANKMOVES)
        .args(["--lines", "--scores"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for number in 1..=100 {
        writeln!(input, "W:W21:B1").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, format!("{{\"input\":{number},\"depth\":0,\"scores\":[0]}}\n"));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn depth_by_time_reports_the_depth() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let answers = answer(&["--depth-by-time", "20", "--scores"], fen(&start));
    let depth = u32::try_from(answers[0]["depth"].as_u64().unwrap()).unwrap();
    let expected: Vec<i32> = rank(&start, depth).unwrap().iter().map(|ranked| ranked.score).collect();
    assert_eq!(answers[0]["scores"], json!(expected));
    let answers = answer(&["--depth-by-time", "60000", "-d", "3", "--scores"], fen(&start));
    assert_eq!(answers[0]["depth"], json!(3));
    // The first player has no moves; the second wins with any move.
    for over in ["B:WK29:B\n", "W:WK29:B\n"] {
        for scores in [&[][..], &["--scores"]] {
            let answers = answer(&[&["--depth-by-time", "0", "-d", "4294967295"], scores].concat(), over);
            assert_eq!(answers[0]["depth"], json!(u32::MAX), "{over}");
        }
    }
}

#[test]
fn depth_by_time_gives_lines_of_the_depth_of_the_scores() {
    let position = "W:WK1:BK32".parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap();
    let answers = answer(&["--depth-by-time", "50"], "W:WK1:BK32\n");
    let depth = u32::try_from(answers[0]["depth"].as_u64().unwrap()).unwrap();
    let expected = serde_json::to_value(Ranker::new().ranking(&position, depth).unwrap()).unwrap();
    assert_eq!(answers[0]["moves"], expected["moves"]);
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    for (arguments, message) in [
        (&["--lines", "--fen", "W:W1:B2"][..], "cannot be used with"),
        (&["--echo", "--fen", "W:W1:B2"], "cannot be used with"),
        (&["--lines", "-v"], "cannot be used with"),
        (&["--lines", "--game", "1"], "cannot be used with"),
        (&["--lines", "-m", "1"], "cannot be used with"),
        (&["--lines", "--stats"], "cannot be used with"),
        (&["--top", "1"], "--lines"),
        (&["--scores"], "--lines"),
        (&["--depth-by-time", "5"], "--lines"),
        (&["--lines", "-d", "4294967296"], "expected a whole number from 0 to 4294967295"),
        (&["--lines", "--top", "-1"], "expected a whole number"),
        (&["--lines", "--top", "0"], "expected a whole number"),
        (&["--no-capture"], "--fen <FEN>"),
    ] {
        assert_refuses(&run(RANKMOVES, arguments, b""), arguments, 2, &[message]);
    }
    let output = run(RANKMOVES, &["--lines", "none/such.txt"], b"");
    assert_refuses(&output, &["--lines"], 1, &["cannot read none/such.txt"]);
}

#[test]
fn a_fen_position_may_have_an_id_and_rules() {
    let rules = r#"{"capture":"optional","jumps":"single","blocked":"loses"}"#;
    let lines = [
        r#"{"id":[1,"a"],"fen":"W:W18:B6,14"}"#.to_owned(),
        format!(r#"  {{"fen":"W:W18:B6,14","rules":{rules}}}"#),
        r#"{"fen":"W:W18:B99","id":null}"#.to_owned(),
        r#"{"fen":18}"#.to_owned(),
        r#"{"fen":"W:W18:B6","event":"x"}"#.to_owned(),
    ];
    let answers = answer(&["-d", "2"], lines.join("\n"));
    let plain = answer(&["-d", "2"], "W:W18:B6,14");
    assert_eq!((&answers[0]["id"], &answers[0]["moves"]), (&json!([1, "a"]), &plain[0]["moves"]));
    assert_eq!(answers[1]["rules"]["capture"], "optional");
    assert!(answers[1]["moves"].as_array().unwrap().len() > 1);
    // The first digit of 99 is the 16th character of its line.
    let error = json!({"message": "expected a square number from 1 to 32 but found '99'", "column": 16});
    assert_eq!(answers[2], json!({"input": 3, "id": null, "error": error}));
    assert_eq!(answers[3]["error"]["message"], "expected a string with a FEN position");
    assert_eq!(answers[4]["error"]["message"], "unknown field `event`, expected one of `fen`, `id`, `rules`");
}

#[test]
fn an_error_beside_a_fen_position_has_its_own_place() {
    let lines = [
        (r#"{"fen":"W:W18:B6,14","rules":{"capture":"optional"},"id":1}"#, "missing field `jumps`", 51),
        (
            r#"  {"id":1,"fen":"W:W18:B6,14","rules":7}"#,
            "expected an object with capture, jumps and blocked but found integer `7`",
            39,
        ),
        (r#"{"id":1,"fen" : "W:W18:B6,14","fen":"W:W18:B6,14"}"#, "duplicate field `fen`", 35),
    ];
    for (line, message, column) in lines {
        let error = &answer(&["--scores"], line)[0];
        assert_eq!((&error["id"], &error["error"]["column"]), (&json!(1), &json!(column)), "{line}");
        assert!(error["error"]["message"].as_str().unwrap().starts_with(message), "{error}");
    }
    // The name may be written with escapes, and may occur in the id of a game.
    let game = r#""rules":{"capture":"optional","jumps":"single","blocked":"loses"},"shape":{"ranks":4,"files":4,"flipped":false},"turn":"red","board":["\"b\".",".\".\"","\"r\".","r\".\""],"moves":[]"#;
    let lines = [r#"{"f\u0065n":"W:W18:B6,14"}"#.to_owned(), format!(r#"{{{game},"id":{{"fen":"x"}}}}"#)];
    for answer in answer(&["--scores"], lines.join("\n")) {
        assert!(answer["scores"].is_array(), "{answer}");
    }
    let cut = &answer(&["--scores"], r#"{"fen":"W:W18:B6,14""#)[0]["error"];
    assert_eq!(
        (&cut["message"], &cut["column"]),
        (&json!("expected the end of an object but found the end of the text"), &json!(20))
    );
}

#[test]
fn lines_are_repeated_on_request() {
    let object = r#"{"id": 7,  "fen": "W:W18:B6,14"}"#;
    let answers = answer(&["--echo", "--scores"], format!(" W:W18:B6,14\t\r\n{object}\nx\u{1}"));
    let given: Vec<&Value> = answers.iter().map(|answer| &answer["given"]).collect();
    assert_eq!(given, [&json!("W:W18:B6,14"), &json!({"id": 7, "fen": "W:W18:B6,14"}), &json!("x\u{1}")]);
    let text = printed(run(RANKMOVES, &["--lines", "--echo", "--scores"], object.as_bytes()));
    assert!(text.contains(&format!(r#""given":{object},"#)), "{text}");
    assert!(answer(&[], "W:W18:B6,14")[0].get("given").is_none());
}

#[test]
fn tab_separated_values_are_the_fields_of_the_objects() {
    let input = "W:W9:B1\n{\"id\":\"a\\tb\",\"fen\":\"W:W18:B6,14\"}\nW:W:B1\nx";
    let output = run(RANKMOVES, &["--lines", "--tsv", "--echo", "-d", "1"], input.as_bytes());
    let text = str::from_utf8(&output.stdout).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0], ["input", "id", "depth", "move", "numbers", "score", "error", "given"]);
    assert_eq!(rows[1], ["1", "", "1", "b6->a7", "9-5", "0", "", "W:W9:B1"]);
    assert_eq!(rows[2], ["1", "", "1", "b6->c7", "9-6", "-99", "", "W:W9:B1"]);
    assert_eq!(rows[3][..4], ["2", "a b", "1", "d4->b6->d8"]);
    assert_eq!(rows[4], ["3", "", "1", "", "", "", "", "W:W:B1"]);
    assert!(rows[5][6].starts_with("expected a FEN position") && rows[5][7] == "x", "{text}");
    assert_eq!((rows.len(), output.status.code()), (6, Some(1)));
    for other in ["--scores", "--proven"] {
        let arguments = ["--lines", "--tsv", other];
        assert_refuses(&run(RANKMOVES, &arguments, b""), &arguments, 2, &["cannot be used with"]);
    }
}
