//! Reading, saving and completing files, on separate threads.

use std::path::{Path, PathBuf};

use rankmoves_core::pdn::Record;
use rankmoves_game::{DrawRules, Game};

use super::state::{Mode, Model};
use super::update::NotSaved;
use picture::Picture;
use shell::Stop;
use shell::input::GameSelection;
use table::file_names::expanded;
use table::loading::{self, Loaded};
use table::score_text::plies;
use table::written::Tags;
use table::{draw, file_names, save};

/// Reads a game from a file. Refuses a terminal.
pub fn load(path: &Path, draw_rules: DrawRules, number: Option<u32>) -> Result<Box<Loaded>, String> {
    let path = &expanded(path);
    if is_terminal(path) {
        return Err(format!("{} is the keyboard: name another file", path.display()));
    }
    loading::load(path, draw_rules, GameSelection::game(number)).map(Box::new).map_err(reason)
}

/// Returns whether a path is a terminal; the program needs the terminal's input itself.
fn is_terminal(path: &Path) -> bool {
    path == Path::new("-") || is_open_terminal(path)
}

#[cfg(unix)]
fn is_open_terminal(path: &Path) -> bool {
    use std::fs::{self, File};
    use std::io::IsTerminal;
    use std::os::unix::fs::FileTypeExt;
    let is_device = fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_char_device());
    is_device && File::open(path).is_ok_and(|file| file.is_terminal())
}

/// Windows has special names for the console, in upper or lower case.
#[cfg(not(unix))]
fn is_open_terminal(path: &Path) -> bool {
    ["con", "conin$", "conout$"].iter().any(|name| path.as_os_str().eq_ignore_ascii_case(name))
}

/// Completes the file name that begins at byte `place` of a line. Returns whole lines.
pub fn complete(line: &str, place: usize) -> Vec<String> {
    let (command, begun) = line.split_at(place);
    let names = file_names::names(begun).into_iter();
    names.map(|name| format!("{command}{name}")).collect()
}

/// A copy of everything needed to save the game.
pub struct SaveJob {
    game: Game,
    /// The record of the game's lines, if there is one.
    read: Option<Record>,
    tags: Tags,
    picture: Picture,
    /// The note that an unfinished chain is left out of the file.
    left_out: Option<String>,
    path: PathBuf,
    replaces: bool,
}

impl SaveJob {
    pub fn new(model: &Model, path: PathBuf, replaces: bool) -> SaveJob {
        let game = model.game_to_save(&path);
        let shown = model.game().played().len().min(game.played().len());
        let session = &model.session;
        let chain = session.chain().filter(|_| model.base_mode() != Mode::Edit);
        let mut picture = match chain {
            Some(chain) => draw::of_chain(chain),
            None => Picture::of_plies(&game.positions()[..=shown], &game.played()[..shown]),
        };
        (picture.flip, picture.numbers) = (model.look.flip, session.numbers);
        SaveJob {
            tags: save::tags(session, &game),
            left_out: chain.and_then(|_| save::half_move(session, &path)),
            read: session.record().cloned(),
            game,
            picture,
            path,
            replaces,
        }
    }

    /// Saves the game. Returns the message, and the path as the user gave it.
    pub fn run(self) -> (PathBuf, Result<String, NotSaved>) {
        let saved = self.save(&expanded(&self.path));
        (self.path, saved)
    }

    fn save(&self, path: &Path) -> Result<String, NotSaved> {
        if is_terminal(path) {
            let why = format!("{} is the screen: name another file", path.display());
            return Err(NotSaved::Failed(why));
        }
        if !self.replaces && path.is_file() {
            return Err(NotSaved::Exists);
        }
        let lost = save::save(&self.game, self.read.as_ref(), &self.tags, &self.picture, path)
            .map_err(|stop| NotSaved::Failed(reason(stop)))?;
        let saved = match self.game.played().len() {
            0 => format!("saved {}", path.display()),
            count => format!("saved {} with {}", path.display(), plies(count)),
        };
        let sentences = [saved].into_iter().chain(lost).chain(self.left_out.clone());
        Ok(sentences.collect::<Vec<_>>().join("; "))
    }
}

/// Returns the reason on one line.
fn reason(stop: Stop) -> String {
    match stop {
        Stop::Failed(failure) => failure.reason(),
        Stop::ClosedPipe => "the reader closed the pipe".to_owned(),
    }
}
