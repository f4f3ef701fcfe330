//! What README.md shows is what the programs print: each `$ command` of its
//! console blocks is run from the top of the repository, and what follows it
//! must be the output, standard output first.
//!
//! (Test harnesses for such blocks read lines that begin with `? ` as exit
//! statuses; here they are output.)

use std::fs;
use std::path::Path;
use std::process::Command;

/// The commands of the console blocks, each with the text shown below it.
fn samples(markdown: &str) -> Vec<(String, String)> {
    let mut samples: Vec<(String, String)> = Vec::new();
    let mut in_console = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) {
            samples.push((command.to_owned(), String::new()));
        } else if in_console {
            let (_, shown) = samples.last_mut().expect("a console block begins with a command");
            shown.push_str(line);
            shown.push('\n');
        }
    }
    samples
}

#[test]
fn console_samples_of_the_readme_are_true() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let samples = samples(&fs::read_to_string(top.join("README.md")).unwrap());
    assert!(samples.len() >= 5, "the README has samples");
    for (command, shown) in samples {
        let mut words = command.split_whitespace();
        let program = match words.next() {
            Some("rankmoves") => env!("CARGO_BIN_EXE_rankmoves"),
            Some("checkers") => env!("CARGO_BIN_EXE_checkers"),
            other => panic!("{other:?} is not a program of ours"),
        };
        let output = Command::new(program).args(words).current_dir(top).output().unwrap();
        let printed = [output.stdout, output.stderr].concat();
        assert_eq!(String::from_utf8(printed).unwrap(), shown, "$ {command}");
    }
}
