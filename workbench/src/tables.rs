//! Tables of endings for those who play: opened or built when few pieces are left for the
//! first time.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
use std::thread;

use rankmoves::endings::{BuildError, BuildProgress, Material, Prober, Tables, Value};
use rankmoves::engine::Engine;
use rankmoves::game::{Agent, AgentSpec, Timed};
use rankmoves::{Blocked, Position, RankError, Resources};

use crate::endings;

/// The greatest number of pieces of tables that are built unasked: some seconds' work.
const PIECES: u32 = 4;

/// Makes an agent. Those that play for some time know the tables; all others choose by
/// their seed and the game alone, on any machine.
pub fn agent(spec: AgentSpec) -> Result<Box<dyn Agent>, RankError> {
    match spec {
        AgentSpec::Timed(time) => {
            let engine = Engine::new().with_prober(Arc::new(Shared));
            Ok(Box::new(Timed::with_engine(engine, time)))
        }
        spec => spec.agent(Resources::default()),
    }
}

/// The tables of the process: those of the game in which few pieces are left first.
static TABLES: OnceLock<Tables> = OnceLock::new();

/// A prober that knows nothing until its tables have been opened or built beside the game.
struct Shared;

impl Prober for Shared {
    fn most_pieces(&self) -> u32 {
        PIECES
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        static BEGUN: Once = Once::new();
        if let Some(tables) = TABLES.get() {
            return tables.probe(position);
        }
        let position = *position;
        BEGUN.call_once(|| {
            // Without a thread nothing is known.
            let _ = thread::Builder::new().spawn(move || drop(TABLES.set(tables(&position))));
        });
        None
    }
}

/// Returns all tables of up to [`PIECES`] for the board and the rules of a position.
fn tables(position: &Position) -> Tables {
    let mut tables = opened(position);
    let pieces = (2..=PIECES).take_while(|&pieces| endings::is_quick(&tables, &Material::all(pieces))).last();
    // One thread leaves the others to the player who thinks meanwhile.
    build(&mut tables, |tables| {
        tables.build(pieces.unwrap_or(1), NonZeroUsize::MIN, &BuildProgress::default())
    });
    tables
}

/// Opens the tables that the user has for the board and the rules of a position.
fn opened(position: &Position) -> Tables {
    let (shape, rules) = (position.board().shape(), position.rules());
    let opened = endings::default_folder().and_then(|folder| Tables::open(&folder, shape, rules).ok());
    opened.unwrap_or_else(|| Tables::new(shape, rules))
}

/// Builds tables, unless a player without moves passes. Those that cannot be kept are built
/// in memory.
fn build(tables: &mut Tables, build: impl Fn(&mut Tables) -> Result<(), BuildError>) {
    if tables.rules().blocked == Blocked::Loses && build(tables).is_err() {
        *tables = Tables::new(tables.shape(), tables.rules());
        let _ = build(tables);
    }
}

fn threads() -> NonZeroUsize {
    Resources::default().threads
}

/// Returns the value of a position of few pieces for the player to move; waits for the
/// tables if they are to be built.
pub fn value(position: &Position) -> Option<Value> {
    static TABLES: Mutex<Option<Tables>> = Mutex::new(None);
    let material = Material::of_position(position);
    if material.pieces() > PIECES {
        return None;
    }
    let mut known = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let is_of_game =
        |tables: &Tables| (tables.shape(), tables.rules()) == (position.board().shape(), position.rules());
    if !known.as_ref().is_some_and(is_of_game) {
        *known = Some(opened(position));
    }
    let tables = known.as_mut()?;
    if !endings::is_quick(tables, &material.all_after()) {
        return None;
    }
    build(tables, |tables| tables.build_from(material, threads(), &BuildProgress::default()));
    tables.probe(position)
}
