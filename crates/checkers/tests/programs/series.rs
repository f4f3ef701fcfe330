//! Tests of `checkers series`: its games are kept, no matter how it ends.

use std::fs;
use std::process::Stdio;

use rustix::process::Signal;
use testing::start;
use testing::terminal::Terminal;

use crate::{CHECKERS, run};

#[test]
fn a_series_reports_its_score_and_keeps_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let pdn = folder.path().join("games.pdn").display().to_string();
    let arguments = ["series", "--games", "6", "--seed", "1", "minimax:2", "random"];
    let one = run(&[&arguments[..], &["--threads", "1", "--pdn", &pdn]].concat(), "");
    assert!(one.status.success(), "{one:?}");
    let text = String::from_utf8(one.stdout).unwrap();
    let figure =
        |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
    let counts: Vec<u32> = ["won ", "drawn ", "lost "]
        .map(|name| figure(name).split(' ').next().unwrap().parse().unwrap())
        .to_vec();
    assert_eq!(counts.iter().sum::<u32>(), 6);
    assert!(counts[0] >= 5, "{text}");
    assert!(figure("games ").starts_with("6 (seed 1)"));
    let games = fs::read_to_string(&pdn).unwrap();
    assert_eq!(games.matches("[Result ").count(), 6);
    // According to the tags, minimax wins with either colour.
    let won = games.split("[Event ").filter(|game| {
        (game.contains("[Black \"minimax:2\"]") && game.contains("[Result \"1-0\"]"))
            || (game.contains("[White \"minimax:2\"]") && game.contains("[Result \"0-1\"]"))
    });
    assert_eq!(won.count(), counts[0] as usize);
    // Another series does not replace the games.
    let again = [&arguments[..], &["--threads", "2", "--pdn", &pdn]].concat();
    let refused = run(&again, "");
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(1), 0));
    let message = "games.pdn has several games: rename it to keep them, or delete it\n";
    assert!(String::from_utf8(refused.stderr).unwrap().ends_with(message));
    assert_eq!(fs::read_to_string(&pdn).unwrap(), games);
    fs::remove_file(&pdn).unwrap();
    let two = run(&again, "");
    assert_eq!(fs::read_to_string(&pdn).unwrap(), games);
    let without_times = |text: &str| {
        text.lines()
            .filter(|line| !line.starts_with("time") && !line.starts_with("total"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(without_times(&String::from_utf8(two.stdout).unwrap()), without_times(&text));
}

#[test]
fn a_series_keeps_its_games_under_all_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let games = file("games.jsonl");
    let arguments =
        ["series", "--games", "3", "--seed", "7", "--no-capture", "--blocked", "passes", "--board", "5x6"];
    let agents = ["minimax:1", "random"];
    let output = run(&[&arguments[..], &["--keep", &games], &agents].concat(), "");
    assert!(output.status.success(), "{output:?}");
    let kept = fs::read_to_string(&games).unwrap();
    assert_eq!(kept.lines().count(), 3);
    for (line, (round, red, black)) in
        kept.lines().zip([(1, agents[1], agents[0]), (2, agents[0], agents[1]), (3, agents[1], agents[0])])
    {
        assert!(line.starts_with(r#"{"rules":{"capture":"optional","jumps":"multiple","blocked":"passes"}"#));
        let fields = format!(r#""round":{round},"red":"{red}","black":"{black}","result":""#);
        assert!(
            line.contains(&fields) && line.contains(r#""event":"minimax:1 against random, seed 7""#),
            "{line}"
        );
        // A date such as 2024.02.29.
        let date = line.split(r#""date":""#).nth(1).unwrap().split('"').next().unwrap();
        assert!(date.len() == 10 && date.split('.').count() == 3, "{date}");
        // A written game can be read back.
        let read = run(&["info"], line);
        assert!(read.status.success(), "{line}: {read:?}");
    }
    // Games go to standard output in order, and the result to standard error.
    let stream = run(&[&arguments[..], &["--keep", "-"], &agents].concat(), "");
    assert_eq!(String::from_utf8(stream.stdout).unwrap(), kept);
    assert!(String::from_utf8(stream.stderr).unwrap().contains("games    3 (seed 7)"));
    for (name, status, message) in [
        ("games.txt", 2, "expected a file whose name ends in .pdn or .jsonl"),
        ("games.pdn", 1, "PDN cannot hold the rule `no capture`"),
        ("none/games.jsonl", 1, "/none: No such file or directory"),
    ] {
        let refused = run(&[&arguments[..], &["--keep", &file(name)], &agents].concat(), "");
        assert_eq!(refused.status.code(), Some(status), "{name}");
        assert!(String::from_utf8(refused.stderr).unwrap().contains(message), "{name}");
    }
    let pdn = ["series", "--games", "1", "random", "random", "--keep", &file("games.PDN")];
    assert!(run(&pdn, "").status.success());
    assert!(fs::read_to_string(file("games.PDN")).unwrap().contains("\n[Date \"20"));
}

#[test]
fn a_killed_series_leaves_the_finished_games() {
    let folder = tempfile::tempdir().unwrap();
    let [file, part] = ["games.pdn", "games.pdn.part"].map(|name| folder.path().join(name));
    fs::write(&file, "what was there").unwrap();
    let series = |games: &str| {
        let mut command = start::program(CHECKERS);
        command.args(["series", "--games", games, "random", "random", "--keep"]).arg(&file);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let mut child = series("10000000").spawn().unwrap();
    let count = || fs::read_to_string(&part).unwrap_or_default().matches("[Result ").count();
    while count() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "what was there");
    let kept = fs::read_to_string(&part).unwrap();
    let games: Vec<_> = rankmoves_core::pdn::games(&kept).collect();
    assert!(games.len() >= 20, "{}", games.len());
    let wrong = games.iter().filter(|game| game.is_err()).count();
    assert!(wrong <= 1, "the last may be cut short, but {wrong} are wrong");
    // The next series must not overwrite the kept games.
    let output = series("1").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("games.pdn.part has the games of a series"));
    assert_eq!(fs::read_to_string(&part).unwrap(), kept);
}

#[test]
fn a_score_and_its_bounds_are_never_beyond_all_games() {
    let output = run(&["series", "--games", "6", "--seed", "1", "minimax:4", "random"], "");
    let text = String::from_utf8(output.stdout).unwrap();
    let score = text.lines().find_map(|line| line.strip_prefix("score")).unwrap();
    let figures: Vec<f64> =
        score.split([' ', '%', '(', ')']).filter_map(|figure| figure.parse().ok()).collect();
    let [score, low, high] = figures[..] else { panic!("{score}") };
    assert!(0.0 <= low && low < score && score <= high && high <= 100.0, "{text}");
}

#[test]
fn an_interrupted_series_keeps_its_finished_games() {
    let folder = tempfile::tempdir().unwrap();
    let pdn = folder.path().join("games.pdn");
    let report = folder.path().join("report");
    let mut command = start::program(CHECKERS);
    command.args(["series", "--games", "10000000", "random", "random", "--pdn"]).arg(&pdn);
    command.stdout(fs::File::create(&report).unwrap());
    let mut terminal = Terminal::start_with_messages_only(&mut command);
    let is_played =
        |screen: &str| screen.split("] ").skip(1).any(|bar| bar.starts_with(|c| matches!(c, '1'..='9')));
    while !is_played(&terminal.written) {
        terminal.follow(" won");
    }
    terminal.signal(Signal::INT);
    assert_eq!(terminal.status().code(), Some(130));
    let told = fs::read_to_string(&report).unwrap();
    fs::remove_file(report).unwrap();
    let games = told.lines().find_map(|line| line.strip_prefix("games")).unwrap().trim();
    let games: usize = games.split(' ').next().unwrap().parse().unwrap();
    assert!(games > 0);
    assert_eq!(fs::read_to_string(&pdn).unwrap().matches("[Result ").count(), games);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}
