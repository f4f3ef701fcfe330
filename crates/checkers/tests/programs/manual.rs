//! Tests of the man pages: their examples run, exit statuses are listed, and the formatter does not complain.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;
use testing::run::{assert_fails, assert_prints, assert_refuses, printed, run, write_script};
use testing::start::{self, program};

const RANKMOVES: &str = "rankmoves";
const CHECKERS: &str = "checkers";

/// Returns the man pages by name, and the folder that contains them.
fn pages() -> (BTreeMap<String, String>, TempDir) {
    let folder = TempDir::new().unwrap();
    for name in [RANKMOVES, CHECKERS] {
        let output = program(name).arg("--generate").arg(folder.path()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let pages =
        entries.filter(|path| path.extension().is_some_and(|section| section == "1" || section == "5"));
    let named = |path: std::path::PathBuf| {
        (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
    };
    let pages: BTreeMap<String, String> = pages.map(named).collect();
    assert!(pages.len() >= 10, "{:?}", pages.keys());
    (pages, folder)
}

/// Returns the lines of a section.
fn section<'a>(page: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = page.lines().skip_while(|line| *line != format!(".SH {heading}"));
    lines.skip(1).take_while(|line| !line.starts_with(".SH")).collect()
}

/// Returns the lines of a section that are entirely bold.
fn terms(page: &str, heading: &str) -> Vec<String> {
    let bold =
        section(page, heading).into_iter().filter_map(|line| line.strip_prefix("\\fB")?.strip_suffix("\\fR"));
    bold.map(|term| term.replace("\\-", "-").replace("\\*(Aq", "'")).collect()
}

#[test]
fn every_manual_page_has_examples_and_exit_statuses() {
    for (name, page) in pages().0 {
        assert!(!terms(&page, "EXAMPLES").is_empty(), "{name}");
        let statuses = terms(&page, "\"EXIT STATUS\"");
        assert_eq!(statuses, ["0", "1", "2", "129, 130, 143"], "{name}");
        assert!(!section(&page, "\"SEE ALSO\"").is_empty(), "{name}");
    }
}

#[test]
fn examples_are_those_of_the_help_text() {
    for (name, page) in pages().0 {
        let Some(name) = name.strip_suffix(".1") else { continue };
        let mut words = name.splitn(2, '-');
        let file = if words.next() == Some("rankmoves") { RANKMOVES } else { CHECKERS };
        let help = program(file).args(words).arg("--help").output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let (_, examples) = help.split_once("\nExamples:\n").expect(name);
        let (examples, statuses) = examples.split_once("\n\nExit status:\n").expect(name);
        let is_command = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
        let shown: Vec<&str> = examples.lines().filter(is_command).map(str::trim).collect();
        assert_eq!(shown, terms(&page, "EXAMPLES"), "{name}");
        assert_eq!(statuses.lines().filter(is_command).count(), 4, "{name}: {statuses}");
    }
}

#[test]
fn examples_of_the_pages_run() {
    let top = start::top();
    for (name, page) in pages().0 {
        for example in terms(&page, "EXAMPLES") {
            let folder = TempDir::new().unwrap();
            fs::copy(top.join("testdata/valid/moves-with-chains.txt"), folder.path().join("game.txt"))
                .unwrap();
            fs::write(folder.path().join("positions.txt"), "W:W21:B1\nB:W21,K32:B1\n").unwrap();
            fs::write(folder.path().join("game.pdn"), "1. 11-15\n").unwrap();
            fs::write(folder.path().join("games.pdn"), "1. 11-15 *\n1. 11-16 23-19 *\n").unwrap();
            let hand_ins = folder.path().join("hand-ins");
            fs::create_dir(&hand_ins).unwrap();
            for path in [folder.path().join("mine"), hand_ins.join("anna")] {
                write_script(&path, "exec rankmoves \"$@\"");
            }
            // The full-screen board needs a terminal, and the server never exits.
            let is_endless = ["checkers tui", "checkers web"].iter().any(|name| example.starts_with(name));
            let command = if is_endless { format!("{example} --help") } else { example.clone() };
            // The cases of any other seed take seconds to find, and the engine would search for two seconds.
            let command = command.replace("--seed 2026", "--seed 1").replace("move-time=2", "move-time=0.02");
            let output = program("sh").args(["-c", &command]).current_dir(&folder).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success() && told.is_empty(), "{name}: {example}: {told}");
        }
    }
}

#[test]
fn the_page_of_the_format_is_complete() {
    let page = &pages().0["rankmoves.5"];
    for part in ["MOVES:", "board  = ", "flipped", "blocked passes", "\"moves\": [", "64 MiB", "archives"] {
        assert!(page.replace("\\-", "-").contains(part), "{part}");
    }
    let is_markdown = |line: &str| line.starts_with('#') || line.contains('`') || line.contains("](");
    assert!(!page.lines().any(is_markdown), "Markdown is left");
}

#[test]
fn groff_formats_the_pages_without_warnings() {
    let (pages, folder) = pages();
    if program("groff").arg("--version").output().is_err() {
        return;
    }
    for name in pages.keys() {
        let output = program("groff")
            .args(["-man", "-Kutf8", "-Tutf8", "-ww", "-z"])
            .arg(folder.path().join(name))
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        // Without groff's preconv, which full installations have, nothing can be checked.
        if told.contains("preconv") {
            return;
        }
        assert!(output.status.success() && told.is_empty(), "{name}: {told}");
    }
}

#[test]
fn man_pages_and_completions_are_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    let _ = fs::remove_dir_all(&folder);
    for program in [RANKMOVES, CHECKERS] {
        assert_prints(&run(program, &["--generate", folder.to_str().unwrap()], b""), "");
    }
    for (file, content) in [
        ("rankmoves.1", "Ranks the moves of a checkers position exactly"),
        ("checkers.1", "checkers\\-perft(1)"),
        ("checkers-perft.1", "Count the paths (sequences of legal moves)"),
        ("rankmoves.bash", "--verbose"),
        ("_rankmoves", "--verbose"),
        ("checkers.fish", "divide"),
    ] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.contains(content), "{file}");
    }
    assert_fails(
        &run(RANKMOVES, &["--generate", "/dev/null/x"], b""),
        1,
        "error: cannot write to /dev/null/x: ",
    );
}

/// Returns the words that bash completes at the end of a command line.
fn completed(folder: &Path, words: &[&str]) -> String {
    let (current, before) = words.split_last().unwrap();
    let previous = before.last().unwrap();
    let script = format!(
        "source {}; COMP_WORDS=({} '{current}'); COMP_CWORD={}; _checkers checkers '{current}' {previous}; echo ${{COMPREPLY[*]}}",
        folder.join("checkers.bash").display(),
        before.join(" "),
        before.len(),
    );
    printed(program("bash").args(["-c", &script]).output().unwrap())
}

#[test]
fn values_are_completed() {
    let (_, folder) = pages();
    let has_bash = program("bash").arg("--version").output().is_ok();
    for (words, expected) in [
        (
            &["play", "--red", ""][..],
            "human level:1 level:2 level:3 level:4 level:5 level:6 random random-piece minimax:4 eval timed:1\n",
        ),
        (&["tui", "--black", "hu"], "human\n"),
        (&["play", "--opening", "Edin"], "Edinburgh-Single Edinburgh\n"),
        (&["series", "--opening", "Kel"], "Kelso\n"),
        (&["play", "--first", ""], "red black\n"),
        (&["convert", "--to", ""], "exchange fen json pdn\n"),
        (&["apply", "--to", "ex"], "exchange\n"),
        (&["endings", "b"], "build\n"),
    ] {
        if has_bash {
            let words = [&["checkers"], words].concat();
            assert_eq!(completed(folder.path(), &words), expected, "{words:?}");
        }
    }
    let of = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    let (zsh, fish) = (of("_checkers"), of("checkers.fish"));
    for text in [
        "(human level\\:1 level\\:2 level\\:3 level\\:4 level\\:5 level\\:6 random random-piece minimax\\:4 eval timed\\:1)",
        "Edinburgh-Single",
        "(red black)",
        "exchange\\:\"The exchange format",
        "build\\:\"Build ",
    ] {
        assert!(zsh.contains(text), "{text}");
    }
    for text in [
        "-l red",
        "minimax:4\\t",
        "Edinburgh-Single\\t",
        "-l first",
        "exchange\\t'The exchange",
        "-a \"build verify",
    ] {
        assert!(fish.contains(text), "{text}");
    }
    // Help does not list the suggested values as the only possible ones, because others are valid too.
    let help = printed(run(CHECKERS, &["play", "--help"], b""));
    assert!(!help.contains("minimax:4") && !help.contains("Edinburgh-Single"), "{help}");
    let help = printed(run(CHECKERS, &["convert", "--help"], b""));
    assert!(["exchange:", "fen:", "json:", "pdn:"].iter().all(|name| help.contains(name)), "{help}");
}

#[test]
fn unknown_commands_get_suggestions() {
    for (arguments, suggestion) in [
        (&["plya"][..], "a similar subcommand exists: 'play'"),
        (&["help", "plya"], "a similar subcommand exists: 'play'"),
        (&["rank", "game.txt"], "rankmoves -d 8 FILE"),
    ] {
        assert_refuses(
            &run(CHECKERS, arguments, b""),
            arguments,
            2,
            &["unrecognized subcommand", suggestion],
        );
    }
}
