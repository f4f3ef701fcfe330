//! A file with the games of a series, which grows as games end.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::iter::once;
use std::path::{Path, PathBuf};

use rankmoves_core::Player;
use rankmoves_game::{Game, Played, Series};

use shell::arguments::refuse;
use shell::format::{Format, has_extension};
use shell::game_info::GameInfo;
use shell::input::Input;
use shell::{Failure, Stop, atomic_file, output, shown_path, signals, streams};
use table::agents::Spec;
use table::save::today;
use table::written::{self, Tags};

pub struct Writer {
    format: Format,
    agents: [Spec; 2],
    /// The facts that are the same for all games.
    tags: Tags,
    pub file: SeriesFile,
}

impl Writer {
    /// Makes the writer of a series between two agents; `is_pdn` makes it write PDN to a file of any name. Before the
    /// first game, refuses a format that cannot hold the games, and warns if it cannot hold their clock times.
    pub fn begin(path: &Path, is_pdn: bool, series: &Series, agents: [Spec; 2]) -> Result<Writer, Stop> {
        let format = if is_pdn || Format::of_path(path) == Some(Format::Pdn) {
            Format::Pdn
        } else if has_extension(path, "jsonl") || output::is_stdout(path) {
            Format::Json
        } else {
            refuse("expected a file whose name ends in .pdn or .jsonl to keep the games in")
        };
        if series.clock.is_some() && format == Format::Json {
            let warning = "the format JSON cannot hold the time left on the clocks; PDN can";
            output::warn(warning);
        }
        let event = Some(format!("{} against {}, seed {}", agents[0], agents[1], series.seed));
        let given = GameInfo { event, date: Some(today()), ..GameInfo::default() };
        let time_control = series.clock.map(|clock| clock.to_string());
        let tags = Tags { given, time_control, ..Tags::default() };
        written::write_game(format, &Game::new(series.start), None, &tags)?;
        Ok(Writer { format, agents, tags, file: SeriesFile::begin(path)? })
    }

    pub fn keep(&mut self, played: &Played) -> Result<(), Stop> {
        let (game, mut tags) = (&played.game, self.tags.clone());
        tags.given.round = Some(played.number + 1);
        let [first, second] = self.agents.map(|agent| Some(agent.to_string()));
        let is_red = played.side_of_first == Player::Red;
        (tags.given.red, tags.given.black) = if is_red { (first, second) } else { (second, first) };
        tags.clocks.extend(played.clock.iter().flat_map(|clock| clock.plies(game.start().turn())));
        let text = written::write_game(self.format, game, None, &tags)?.text;
        self.file.add(played.number, if self.format == Format::Pdn { text + "\n" } else { text })
    }
}

/// The texts of finished games. They arrive in any order and are written in order of their numbers.
///
/// They are written to `FILE.part` beside the requested file. Only at the end does `FILE.part` replace the
/// requested file. If the program is killed, `FILE.part` remains with all finished games.
pub struct SeriesFile {
    path: PathBuf,
    /// The name of `FILE.part`; `None` for standard output or a file such as a pipe, to which games are written in
    /// order.
    part: Option<PathBuf>,
    /// The file that is written. `FILE.part` is created with the first game, so that no empty file is left behind.
    file: Option<File>,
    /// The offset in `FILE.part` at which the first unfinished game belongs; 0 without a `FILE.part`.
    end: u64,
    /// The number of the first game not yet finished.
    next: u32,
    /// The finished games with higher numbers.
    waiting: BTreeMap<u32, String>,
}

impl SeriesFile {
    /// Checks that games can be kept. Writes nothing before a game ends.
    fn begin(path: &Path) -> Result<SeriesFile, Stop> {
        let refused = |why| atomic_file::not_written(path, &why);
        let file = if output::is_stdout(path) {
            Some(streams::stdout_file().map_err(|why| Stop::failed("write the games", &why))?)
        } else {
            atomic_file::open_special(path).map_err(refused)?
        };
        let mut part = None;
        if file.is_none() {
            atomic_file::check(path)?;
            if path.is_file() && Input::read(Some(path))?.has_several_games()? {
                return Err(occupied(path, "several games"));
            }
            let mut name = OsString::from(atomic_file::follow_links(path).map_err(refused)?);
            name.push(".part");
            let name = PathBuf::from(name);
            if name.exists() {
                return Err(occupied(&name, UNFINISHED));
            }
            part = Some(name);
        }
        Ok(SeriesFile { path: path.to_owned(), part, file, end: 0, next: 0, waiting: BTreeMap::new() })
    }

    /// Adds the text of a finished game by its number, from 0.
    fn add(&mut self, number: u32, text: String) -> Result<(), Stop> {
        if let Some(part) = &self.part {
            let file = match &mut self.file {
                Some(file) => file,
                None => self.file.insert(make(part)?),
            };
            let at = if number == self.next { SeekFrom::Start(self.end) } else { SeekFrom::End(0) };
            // Games with higher numbers move to make room for the next game.
            let later = self.waiting.values().filter(|_| number == self.next);
            let texts: String = once(&text).chain(later).map(String::as_str).collect();
            write_at(file, &texts, at).map_err(|why| failed(&self.path, part, &why))?;
        }
        self.waiting.insert(number, text);
        while let Some(text) = self.waiting.remove(&self.next) {
            self.next += 1;
            match (&self.file, &self.part) {
                (Some(out), None) => stream(out, &text, &self.path)?,
                _ => self.end += text.len() as u64,
            }
        }
        Ok(())
    }

    /// Replaces the requested file. If there are no games, an existing file stays unchanged.
    pub fn finish(self) -> Result<(), Stop> {
        // If the series was interrupted, some numbers are missing.
        let rest: String = self.waiting.values().map(String::as_str).collect();
        let Some(file) = &self.file else { return Ok(()) };
        let Some(part) = &self.part else { return stream(file, &rest, &self.path) };
        let put = || {
            write_at(file, &rest, SeekFrom::Start(self.end))?;
            let path = atomic_file::follow_links(&self.path)?;
            atomic_file::copy_attributes(file, &path)?;
            file.sync_all()?;
            fs::rename(part, &path)?;
            atomic_file::sync_folder(atomic_file::folder(&path));
            Ok(())
        };
        signals::uninterrupted(put).map_err(|why| failed(&self.path, part, &why))
    }
}

fn write_at(mut file: &File, text: &str, at: SeekFrom) -> io::Result<()> {
    file.seek(at)?;
    file.write_all(text.as_bytes())
}

/// Describes a failure to write to the file beside the requested one.
fn failed(path: &Path, part: &Path, why: &io::Error) -> Stop {
    let (path, part) = (shown_path(path), shown_path(part));
    Stop::failed(&format!("write to {path} (the earlier games are in {part})"), why)
}

fn stream(mut out: &File, text: &str, path: &Path) -> Result<(), Stop> {
    let written = out.write_all(text.as_bytes());
    if output::is_stdout(path) {
        return output::checked(written);
    }
    written.map_err(|why| atomic_file::not_written(path, &why))
}

fn make(name: &Path) -> Result<File, Stop> {
    let made = OpenOptions::new().write(true).create_new(true).open(name);
    made.map_err(|why| match why.kind() {
        io::ErrorKind::AlreadyExists => occupied(name, UNFINISHED),
        _ => atomic_file::not_created(name, atomic_file::folder(name), &why),
    })
}

/// Describes the games in an existing `FILE.part`.
const UNFINISHED: &str = "the games of a series that is still running or was killed";

/// Refuses to replace a file because of its contents.
fn occupied(name: &Path, contents: &str) -> Stop {
    let name = shown_path(name);
    Failure::new(format!("{name} has {contents}: rename it to keep them, or delete it")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_end_in_any_order_are_kept_at_once_and_sorted_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let (path, part) = (folder.path().join("games"), folder.path().join("games.part"));
        fs::write(&path, "old").unwrap();
        let Ok(mut games_file) = SeriesFile::begin(&path) else { panic!("the folder can be written to") };
        let text = |number: u32| format!("{number}: {}\n", "x".repeat(number as usize * 7 % 13));
        let mut over: Vec<u32> = Vec::new();
        for number in [3, 1, 0, 2, 7, 4, 6, 5, 8, 11, 10, 9] {
            assert!(games_file.add(number, text(number)).is_ok());
            over.push(number);
            let there = fs::read_to_string(&part).unwrap();
            let mut lines: Vec<String> = there.split_inclusive('\n').map(str::to_owned).collect();
            let mut expected: Vec<String> = over.iter().map(|&number| text(number)).collect();
            lines.sort();
            expected.sort();
            assert_eq!(lines, expected, "after {number}");
            assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        }
        assert!(games_file.finish().is_ok());
        assert_eq!(fs::read_to_string(&path).unwrap(), (0..12).map(text).collect::<String>());
        assert!(!part.exists());
    }

    #[test]
    fn games_after_an_unfinished_one_are_in_order_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let Ok(mut games_file) = SeriesFile::begin(&path) else { panic!("the folder can be written to") };
        for number in [4, 0, 3] {
            assert!(games_file.add(number, format!("{number}\n")).is_ok());
        }
        assert!(games_file.finish().is_ok());
        assert_eq!(fs::read_to_string(&path).unwrap(), "0\n3\n4\n");
    }

    #[test]
    fn a_series_without_games_leaves_the_file_and_one_that_was_killed_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let (path, part) = (folder.path().join("games"), folder.path().join("games.part"));
        fs::write(&path, "old").unwrap();
        assert!(SeriesFile::begin(&path).is_ok_and(|games_file| games_file.finish().is_ok()));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert!(!part.exists());
        fs::write(&part, "all of a night").unwrap();
        let Err(Stop::Failed(failure)) = SeriesFile::begin(&path) else { panic!("it was overwritten") };
        let message = failure.message();
        assert!(message.contains("games.part has the games of a series"), "{message}");
        assert_eq!(fs::read_to_string(&part).unwrap(), "all of a night");
    }
}
