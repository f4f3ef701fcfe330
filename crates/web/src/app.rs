//! The state that all requests share: the command line's game, the limits and the searches.

use std::fs::metadata;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rankmoves_core::exchange::MAX_BYTES;
use rankmoves_core::pdn;
use rankmoves_game::Game;
use tokio::sync::Semaphore;

use super::body;
use super::engines::Engines;
use super::searches::Searches;
use super::shares::Shares;
use rankmoves_endings::service::Proven;
use shell::input::{Input, STDIN, is_stdin, read_bytes};
use shell::{Stop, encoding};
use table::loading::Loaded;
use table::options::TableOptions;

/// The greatest depth of a search, in plies.
pub const MAX_RANK_DEPTH: u32 = 99;

/// The maximum number of plies of a game.
pub const MAX_PLIES: usize = 10_000;

/// The maximum duration of a search.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(120);

/// The maximum number of texts being read or written at a time, and the time limit for each.
const MAX_READINGS: usize = 2;
const MAX_READING_TIME: Duration = Duration::from_secs(20);

/// The state of the server.
pub struct App {
    /// The address that the server listens on.
    pub bound: SocketAddr,
    pub given: GivenGame,
    pub searches: Searches,
    pub engines: Engines,
    /// Slots for reading and writing texts, which may also take long.
    pub readings: Searches,
    pub bodies: Shares,
    /// Proven values.
    pub values: Arc<Proven>,
    /// The permit to look up proven values: one lookup at a time, because it may build endgame tables.
    pub proving: Arc<Semaphore>,
}

/// The game and players from the command line.
pub struct GivenGame {
    /// The options of the command line.
    pub options: TableOptions,
    /// The game to start with.
    pub game: Game,
    /// The loaded game, its record, and summaries of its file's games, if the command line names a file.
    pub loaded: Option<Loaded>,
    /// The file on the command line, for reading its other games.
    pub file: Option<CommandFile>,
}

/// The file on the command line.
pub struct CommandFile {
    path: PathBuf,
    /// The text of a file that can be read only once. Other files are read again each time.
    once: Option<String>,
}

impl CommandFile {
    /// Takes the file at a path. Reads it here if that is possible only once.
    pub fn of(path: &Path) -> Result<CommandFile, Stop> {
        let is_lasting = !is_stdin(path) && metadata(path).map_or(true, |file| file.is_file());
        let file = CommandFile { path: path.to_owned(), once: None };
        Ok(if is_lasting { file } else { CommandFile { once: Some(file.text()?), ..file } })
    }

    pub fn input(&self) -> Result<Input, Stop> {
        let Some(text) = &self.once else { return Input::read(Some(&self.path)) };
        let name = if is_stdin(&self.path) { STDIN.into() } else { self.path.to_string_lossy() };
        Ok(Input::from_text(&name, text.clone()))
    }

    pub fn text(&self) -> Result<String, Stop> {
        if let Some(text) = &self.once {
            return Ok(text.clone());
        }
        let (bytes, _) = encoding::to_utf8(read_bytes(&self.path, MAX_BYTES)?);
        Ok(pdn::decode(&bytes).into_owned())
    }
}

impl App {
    pub fn new(bound: SocketAddr, given: GivenGame, engines: Engines, searches: NonZeroUsize) -> App {
        App {
            bound,
            given,
            searches: Searches::new(searches.get(), MAX_SEARCH_TIME),
            readings: Searches::new(MAX_READINGS, MAX_READING_TIME),
            engines,
            bodies: body::shares(),
            values: Arc::new(shell::proven::proven().with_builders(NonZeroUsize::MIN)),
            proving: Arc::new(Semaphore::new(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};

    use super::*;
    use crate::options::WebOptions;

    impl App {
        /// Makes the state of a server that was started without options, for tests.
        pub fn for_tests() -> App {
            let line = WebOptions::augment_args(Command::new("web")).get_matches_from(["web"]);
            let options = WebOptions::from_arg_matches(&line).expect("no option is required");
            let given = crate::given_game(&options).ok().expect("the start needs no file");
            App::new(([127, 0, 0, 1], 8037).into(), given, Engines::default(), NonZeroUsize::MIN)
        }
    }
}
