//! Reading, saving and completing files, on separate threads.

use std::path::{Path, PathBuf};

use rankmoves_game::DrawRules;

use super::state::Model;
use super::update::Event;
use shell::Stop;
use shell::input::GameSelection;
use table::file_names::expanded;
use table::loading::{self, Loaded};
use table::{file_names, save};

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

/// Returns the work of saving the game, with a copy of everything that it needs. It returns the event with the
/// message, and with the path as the user gave it.
pub fn save_job(model: &Model, path: PathBuf, replaces: bool) -> impl FnOnce() -> Event + Send + use<> {
    let game = model.game_to_save(&path);
    let session = model.session.clone();
    let is_edit = model.is_edit();
    let place = model.place_in(&path);
    move || {
        let file = expanded(&path);
        let saved = if is_terminal(&file) {
            Err(format!("{} is the screen: name another file", file.display()))
        } else if let (None, Err(why)) = (&place, save::check_single(&file)) {
            Err(reason(why))
        } else if !replaces && file.is_file() {
            return Event::Exists(path);
        } else {
            let chain = session.chain().filter(|_| !is_edit);
            save::save(&session, &game, chain, &file, place).map_err(reason).map(|lost| {
                let number = place.map_or_else(String::new, |place| format!("game {} of ", place.number));
                let saved = format!("saved {number}{}", file.display());
                [saved].into_iter().chain(lost).collect::<Vec<_>>().join("; ")
            })
        };
        let number = place.filter(|_| saved.is_ok()).and_then(|place| u32::try_from(place.number).ok());
        let read = number.and_then(|number| load(&file, game.draw_rules(), Some(number)).ok());
        Event::Saved(path, read, (!is_edit).then(|| Box::new(session)), saved)
    }
}

fn reason(stop: Stop) -> String {
    match stop {
        Stop::Failed(failure) => failure.reason(),
        Stop::ClosedPipe => "the reader closed the pipe".to_owned(),
    }
}
