//! The state that all requests share: the game of the command line, limits, searches.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use rankmoves_game::{DrawRules, Game, TimeControl};
use serde::Serialize;
use tokio::sync::Semaphore;

use super::engines::Engines;
use super::guard::Guard;
use super::searches::Searches;
use rankmoves_endings::on_demand::Values;
use table::loading::Loaded;
use table::session::Seat;

/// The greatest depth of a search, in plies.
pub const DEEPEST: u32 = 99;

/// The most plies of a game.
pub const MOST_PLIES: usize = 10_000;

/// The longest time of a search.
const LONGEST: Duration = Duration::from_secs(120);

/// The most mebibytes of bodies that are being read.
const BODIES: usize = 64;

/// The state of the server.
pub struct App {
    pub guard: Guard,
    pub table: Table,
    pub searches: Searches,
    pub engines: Engines,
    /// A permit for each mebibyte of bodies that are being read.
    pub bodies: Arc<Semaphore>,
    /// Proven values, and the permit to ask for them, which may build tables.
    pub values: Values,
    pub tables: Arc<Semaphore>,
}

/// The game and the players of the command line.
pub struct Table {
    /// The game to begin with.
    pub game: Game,
    /// The file that it was read from, if there is one.
    pub loaded: Option<Loaded>,
    /// The text that a game of PDN was read from.
    pub source: Option<Source>,
    /// Red's player and black's.
    pub seats: [Seat; 2],
    /// Names of the players and the event, for files.
    pub labels: table::session::Labels,
    /// The clock of the game, if it has one.
    pub clock: Option<TimeControl>,
    /// True if squares show their numbers.
    pub numbers: bool,
    /// True if the board is seen from black's side.
    pub flip: bool,
    pub draw_rules: DrawRules,
}

/// A text of PDN, and the number of a game in it.
#[derive(Serialize)]
pub struct Source {
    pub text: String,
    pub number: u32,
}

impl App {
    pub fn new(guard: Guard, table: Table, engines: Engines, searches: NonZeroUsize) -> App {
        App {
            guard,
            table,
            searches: Searches::new(searches, LONGEST),
            engines,
            bodies: Arc::new(Semaphore::new(BODIES)),
            values: Values::new(shell::proven::proven(), NonZeroUsize::MIN),
            tables: Arc::new(Semaphore::new(1)),
        }
    }
}
