//! Checks README.md, DEVELOPERS.md and every page under `docs`.
//!
//! Commands run in a folder like a fresh clone after `make`. The commands in README.md and in the tutorial
//! find only the system's programs on `PATH`. Each `$ command` in a `console` block must print the lines
//! below it, standard output first. The commands in `sh` blocks must succeed, the games in `json` and `text`
//! blocks must be valid, and the targets of links and paths must exist.
//!
//! (Other test harnesses treat lines that begin with `? ` as exit statuses; this one treats them as output.)

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;
use testing::run::run;
use testing::start;

/// A page in Markdown.
struct Page {
    /// The path of the file, from the top of the repository.
    path: PathBuf,
    text: String,
}

/// A fenced block: its language and its lines.
struct Block<'a> {
    language: &'a str,
    lines: Vec<&'a str>,
}

/// The folders whose paths are checked in DEVELOPERS.md and docs/dev.
const FOLDERS: [&str; 9] =
    ["benches/", "crates/", "docs/", "examples/", "fuzz/", "src/", "testdata/", "tests/", "tools/"];

/// Returns the pages: those at the top, the examples' page, and all under `docs`.
fn pages() -> Vec<Page> {
    let mut paths = ["README.md", "DEVELOPERS.md", "examples/README.md"].map(PathBuf::from).to_vec();
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(start::top().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if start::top().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    assert!(paths.len() >= 10, "docs has pages: {paths:?}");
    let read = |path: PathBuf| Page { text: fs::read_to_string(start::top().join(&path)).unwrap(), path };
    paths.into_iter().map(read).collect()
}

impl Page {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut lines = self.text.lines();
        while let Some(line) = lines.next() {
            if let Some(language) = line.strip_prefix("```") {
                let lines = lines.by_ref().take_while(|line| *line != "```").collect();
                blocks.push(Block { language, lines });
            }
        }
        blocks
    }

    fn blocks_in(&self, language: &str) -> impl Iterator<Item = Block<'_>> {
        self.blocks().into_iter().filter(move |block| block.language == language)
    }

    /// Returns the text without its blocks.
    fn prose(&self) -> String {
        self.text.split("\n```").step_by(2).collect()
    }

    /// Returns the commands of the console blocks, each with the text shown below it.
    fn samples(&self) -> Vec<(String, String)> {
        let mut samples: Vec<(String, String)> = Vec::new();
        for line in self.blocks_in("console").flat_map(|block| block.lines) {
            if let Some(command) = line.strip_prefix("$ ") {
                samples.push((command.to_owned(), String::new()));
            } else {
                let (_, shown) = samples.last_mut().expect("a console block begins with a command");
                shown.push_str(line);
                shown.push('\n');
            }
        }
        samples
    }

    /// Returns the commands of the `sh` blocks, without comments.
    fn commands(&self) -> Vec<String> {
        let lines = self.blocks_in("sh").flat_map(|block| block.lines);
        lines.map(|line| line.split("  #").next().unwrap_or(line).trim().to_owned()).collect()
    }

    /// Returns the anchors of the headings, in GitHub's form.
    fn anchors(&self) -> Vec<String> {
        let prose = self.prose();
        let headings = prose.lines().filter(|line| line.starts_with('#'));
        let anchor = |heading: &str| {
            let kept = heading.trim_start_matches('#').trim().chars();
            let kept = kept.filter(|&char| char.is_alphanumeric() || [' ', '-', '_'].contains(&char));
            kept.collect::<String>().to_lowercase().replace(' ', "-")
        };
        headings.map(anchor).collect()
    }
}

/// A folder like a clone of the repository after `make`, with additional files that the pages name.
struct FreshClone(TempDir);

impl FreshClone {
    fn new() -> FreshClone {
        let folder = tempfile::tempdir().unwrap();
        for name in ["rankmoves", "checkers"] {
            symlink(start::built(name), folder.path().join(name)).unwrap();
        }
        for name in ["crates", "docs", "testdata"] {
            symlink(start::top().join(name), folder.path().join(name)).unwrap();
        }
        let examples = start::top().join("examples");
        // The programs in examples/class find `rankmoves` through their own folder, so a symbolic link would
        // not work.
        let copy = start::program("cp").arg("-R").args([&*examples, folder.path()]).status().unwrap();
        assert!(copy.success());
        for name in ["position.txt", "game.pdn", "positions.txt"] {
            fs::copy(examples.join(name), folder.path().join(name)).unwrap();
        }
        FreshClone(folder)
    }

    /// Runs a command of a page in a shell.
    fn run(&self, page: &Page, command: &str) -> Output {
        let mut shell: Command = start::program("sh");
        if ["README.md", "docs/tutorial.md"].map(Path::new).contains(&&*page.path) {
            shell.env("PATH", "/usr/bin:/bin");
        }
        shell.args(["-c", command]).current_dir(&self.0).output().unwrap()
    }
}

#[test]
fn commands_of_the_pages_run() {
    let clone = FreshClone::new();
    let mut run = Vec::new();
    for page in pages() {
        for command in page.commands().into_iter().filter(|command| !command.starts_with("cargo ")) {
            // The full-screen board needs a terminal, the server never exits, and the games in the examples
            // would take too long.
            let name = command.trim_start_matches("./");
            let is_endless = ["checkers tui", "checkers web"].iter().any(|endless| name.starts_with(endless));
            let command = if is_endless { command + " --help" } else { command };
            let command = command.replace("--games 1000", "--games 2").replace("timed:0.1 ", "timed:0.001 ");
            // A suite for a larger board, or for greater depths, takes several times as long.
            let command = command.replace("large --board 10x10", "large --board 6x6 --depth 0..1");
            let command = command.replace("--no-moves", "--no-moves --depth 0..1");
            let output = clone.run(&page, &command);
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success() && message.is_empty(), "{}: {command}: {message}", page.name());
            run.push(command);
        }
    }
    for part in ["./rankmoves ", "checkers play game.pdn", "checkers series ", "./checkers tui "] {
        assert!(run.iter().any(|command| command.starts_with(part)), "{part}: {run:?}");
    }
}

#[test]
fn console_samples_of_the_pages_are_true() {
    let clone = FreshClone::new();
    let mut count = 0;
    for page in pages() {
        for (command, shown) in page.samples() {
            let output = clone.run(&page, &command);
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8(printed).unwrap(), shown, "{}: $ {command}", page.name());
            count += 1;
        }
    }
    assert!(count >= 15, "the pages have samples");
}

/// Only `docs/library.md` may contain Rust (`src/lib.rs` runs it as a documentation test). Only
/// `docs/cluster.md` may contain Python (`make spark-test` runs it).
#[test]
fn blocks_are_in_languages_that_are_tested() {
    for page in pages() {
        for Block { language, .. } in page.blocks() {
            let is_tested = match language {
                "console" | "sh" | "json" | "text" => true,
                "rust" => page.path == Path::new("docs/library.md"),
                "python" => page.path == Path::new("docs/cluster.md"),
                _ => false,
            };
            assert!(is_tested, "{}: ```{language}", page.name());
        }
    }
}

#[test]
fn games_on_the_pages_are_valid() {
    let mut count = 0;
    for page in pages() {
        let files = page.blocks_in("text").filter(|block| block.lines[0] == "RULES:");
        for block in files.chain(page.blocks_in("json")) {
            let output = run("checkers", &["info"], block.lines.join("\n").as_bytes());
            assert!(output.status.success() && output.stderr.is_empty(), "{}: {output:?}", page.name());
            count += 1;
        }
    }
    assert!(count >= 2, "the page of the format has games");
}

#[test]
fn links_lead_to_files_and_headings() {
    let pages = pages();
    for page in &pages {
        let prose = page.prose();
        let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.starts_with("https://")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() {
                start::top().join(&page.path)
            } else {
                start::top().join(page.path.parent().expect("a page is a file")).join(file)
            };
            let file = file.canonicalize().unwrap_or_else(|_| panic!("{}: {target}", page.name()));
            let is = |other: &&Page| start::top().join(&other.path).canonicalize().unwrap() == file;
            let has_anchor = |found: &Page| found.anchors().iter().any(|heading| heading == anchor);
            let is_heading = anchor.is_empty() || pages.iter().find(is).is_some_and(has_anchor);
            assert!(is_heading, "{}: {target}", page.name());
        }
    }
}

/// Skips names with `*`, capitals or blanks, because they stand for many files.
#[test]
fn paths_of_the_developers_pages_exist() {
    let mut count = 0;
    for page in pages() {
        if page.path != Path::new("DEVELOPERS.md") && !page.path.starts_with("docs/dev") {
            continue;
        }
        let prose = page.prose();
        let is_path = |word: &&str| {
            FOLDERS.iter().any(|folder| word.starts_with(folder))
                && !word.contains(|char: char| char == '*' || char == ' ' || char.is_uppercase())
        };
        for word in prose.split('`').skip(1).step_by(2).filter(is_path) {
            assert!(start::top().join(word).exists(), "{}: {word}", page.name());
            count += 1;
        }
    }
    assert!(count >= 20, "DEVELOPERS.md has a map");
}

#[test]
fn all_manifests_and_pages_name_the_same_version_of_rust() {
    let read = |path: &str| fs::read_to_string(start::top().join(path)).unwrap();
    let version = env!("CARGO_PKG_RUST_VERSION");
    for path in ["Cargo.toml", "fuzz/Cargo.toml", "python/Cargo.toml", "tests/inject/Cargo.toml"] {
        assert!(read(path).contains(&format!("rust-version = \"{version}\"")), "{path}");
    }
    for (path, expected) in [
        ("README.md", format!("[Rust](https://rustup.rs) {version} or later")),
        ("python/README.md", format!("needs Rust {version} and")),
        ("docs/platforms.md", format!("You need Rust {version} or later")),
        ("docs/dev/promises.md", format!("`incompatible_msrv`, in `make lint` | {version} |")),
    ] {
        assert!(read(path).contains(&expected), "{path}: {expected}");
    }
}
