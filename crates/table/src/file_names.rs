//! File names typed on a command line.

use std::path::{Path, PathBuf, is_separator};
use std::{env, fs};

use rankmoves_core::printable;

use crate::session::COMMANDS;

/// Expands a name as shells do: `~/` is the user's home folder.
pub fn expanded(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// Returns the index of the byte at which the file name begins in a line, if the line's command takes one.
pub fn name_start(line: &str) -> Option<usize> {
    let (command, rest) = line.trim_start().split_once(char::is_whitespace)?;
    let takes_file = |&(name, arguments, _): &(&str, &str, &str)| {
        arguments == "FILE" && name.eq_ignore_ascii_case(command)
    };
    COMMANDS.iter().any(takes_file).then_some(line.len() - rest.trim_start().len())
}

/// Lists the names that begin with `begun`, in order, with a `/` after folders. Includes hidden names only if
/// `begun` includes their dot. The list is empty if the folder does not exist or cannot be read.
pub fn names(begun: &str) -> Vec<String> {
    let (folder, begun) = begun.split_at(begun.rfind(is_separator).map_or(0, |at| at + 1));
    let shown = if folder.is_empty() { ".".into() } else { expanded(Path::new(folder)) };
    let entries = fs::read_dir(shown).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let is_shown = name.starts_with(begun) && (!name.starts_with('.') || begun.starts_with('.'));
        // The user cannot type control characters, or blanks at the ends.
        let is_shown = is_shown && printable(&name) == name && name.trim() == name;
        let end = if entry.path().is_dir() { "/" } else { "" };
        is_shown.then(|| format!("{folder}{name}{end}"))
    });
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_after_commands_that_take_one() {
        for (line, start) in [
            ("load a b", Some(5)),
            ("  SAVE  x", Some(8)),
            ("load ", Some(5)),
            ("load", None),
            ("loading x", None),
            ("hint 3", None),
            ("", None),
        ] {
            assert_eq!(name_start(line), start, "{line:?}");
        }
    }

    #[test]
    fn file_names_in_the_folder_are_completed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["game.pdn", "game two.txt", ".hidden", "line\nbreak", "turned\u{202e}txt", "ähre.txt"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("games")).unwrap();
        fs::write(folder.path().join("games/last.pdn"), "").unwrap();
        let at = |begun: &str| format!("{}/{begun}", folder.path().display());
        for (begun, expected) in [
            ("", &["game two.txt", "game.pdn", "games/", "ähre.txt"][..]),
            ("game", &["game two.txt", "game.pdn", "games/"]),
            ("games/", &["games/last.pdn"]),
            ("games/l", &["games/last.pdn"]),
            (".", &[".hidden"]),
            ("ä", &["ähre.txt"]),
            ("x", &[]),
            ("nowhere/", &[]),
            ("game.pdn/", &[]),
        ] {
            let expected: Vec<String> = expected.iter().map(|name| at(name)).collect();
            assert_eq!(names(&at(begun)), expected, "{begun:?}");
        }
        // The tests run in this package's folder.
        assert_eq!(names("Cargo.t"), ["Cargo.toml"]);
    }

    #[test]
    fn a_tilde_is_the_folder_of_the_user() {
        if let Some(home) = env::home_dir() {
            assert_eq!(expanded(Path::new("~/x")), home.join("x"));
        }
        assert_eq!(expanded(Path::new("~x/y")), Path::new("~x/y"));
        assert_eq!(expanded(Path::new("x/~/y")), Path::new("x/~/y"));
    }
}
