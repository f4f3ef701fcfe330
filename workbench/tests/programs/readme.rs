//! Checks the examples of README.md: each `$ command` of its console blocks is
//! run from the top of the repository, and the lines below it must be the
//! output, standard output first. The commands of its `sh` blocks must run.
//!
//! (Test harnesses for such blocks read lines that begin with `? ` as exit
//! statuses; here they are output.)

use std::fs;
use std::process::Stdio;
use testing::start;

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

/// The commands of the `sh` blocks, without comments.
fn commands(markdown: &str) -> Vec<String> {
    let blocks = markdown.split("\n```sh\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let lines = blocks.flat_map(str::lines).map(|line| line.split("  #").next().unwrap_or(line).trim());
    lines.map(str::to_owned).collect()
}

#[test]
fn commands_of_the_readme_run() {
    let top = start::top();
    let commands = commands(&fs::read_to_string(top.join("README.md")).unwrap());
    let folder = tempfile::tempdir().unwrap();
    fs::copy(top.join("testdata/valid/rankin.txt"), folder.path().join("position.txt")).unwrap();
    fs::write(folder.path().join("game.pdn"), "1. 11-15 *\n").unwrap();
    let mut run = Vec::new();
    for command in commands.into_iter().filter(|command| !command.starts_with("cargo ")) {
        // The full-screen board wants a terminal, and nobody waits for so many games.
        let command = if command.starts_with("checkers tui") { command + " --help" } else { command };
        let command = command.replace("--games 1000", "--games 2").replace("timed:0.1 ", "timed:0.001 ");
        let output = start::program("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && told.is_empty(), "{command}: {told}");
        run.push(command);
    }
    for part in ["rankmoves ", "checkers play game.pdn", "checkers series ", "checkers tui "] {
        assert!(run.iter().any(|command| command.starts_with(part)), "{part}: {run:?}");
    }
}

#[test]
fn console_samples_of_the_readme_are_true() {
    let top = start::top();
    let samples = samples(&fs::read_to_string(top.join("README.md")).unwrap());
    assert!(samples.len() >= 5, "the README has samples");
    for (command, shown) in samples {
        let output = start::program("sh").args(["-c", &command]).current_dir(top).output().unwrap();
        let printed = [output.stdout, output.stderr].concat();
        assert_eq!(String::from_utf8(printed).unwrap(), shown, "$ {command}");
    }
}
