//! What README.md shows is what the programs print: each `$ command` of its
//! console blocks is run from the top of the repository, and what follows it
//! must be the output, standard output first.
//!
//! (Test harnesses for such blocks read lines that begin with `? ` as exit
//! statuses; here they are output.)

use std::env;
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
    // Both programs are in one folder.
    let programs = Path::new(env!("CARGO_BIN_EXE_rankmoves")).parent().unwrap();
    let path = env::join_paths(
        [programs.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())),
    );
    let path = path.unwrap();
    for (command, shown) in samples {
        let output =
            Command::new("sh").args(["-c", &command]).env("PATH", &path).current_dir(top).output().unwrap();
        let printed = [output.stdout, output.stderr].concat();
        assert_eq!(String::from_utf8(printed).unwrap(), shown, "$ {command}");
    }
}
