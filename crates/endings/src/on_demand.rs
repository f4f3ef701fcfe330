//! Tables of endings for those who play: opened or built when few pieces are left for the
//! first time.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
use std::thread;

use rankmoves_core::{Blocked, Move, Position};

use crate::proven::{self, Proven, default_folder};
use crate::{BuildError, BuildProgress, Material, Prober, Tables, Value, Wdl};

/// The greatest number of pieces of tables that are built unasked: some seconds' work.
const PIECES: u32 = 4;

/// The tables of a board and rules: those that the user has, of any number of pieces, and as
/// soon as few pieces are left all of up to [`PIECES`], which are built beside the game.
pub struct Endings {
    opened: Tables,
    built: Arc<OnceLock<Tables>>,
    begun: Once,
}

impl Endings {
    /// Begins with open tables.
    pub fn with(opened: Tables) -> Endings {
        Endings { opened, built: Arc::default(), begun: Once::new() }
    }

    /// Returns the tables for the board and the rules of a position, the same for all players.
    pub fn of(position: &Position) -> Arc<Endings> {
        static ALL: Mutex<Vec<Arc<Endings>>> = Mutex::new(Vec::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(endings) = all.iter().find(|endings| endings.are_for(position)) {
            return Arc::clone(endings);
        }
        all.push(Arc::new(Endings::with(opened(position))));
        Arc::clone(&all[all.len() - 1])
    }

    fn are_for(&self, position: &Position) -> bool {
        are_for(&self.opened, position)
    }

    fn tables(&self) -> &Tables {
        self.built.get().unwrap_or(&self.opened)
    }
}

impl Prober for Endings {
    fn most_pieces(&self) -> u32 {
        self.tables().most_pieces().max(PIECES)
    }

    fn result(&self, position: &Position) -> Option<Wdl> {
        self.tables().result(position)
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        let value = self.tables().probe(position);
        if value.is_none() && Material::of_position(position).pieces() <= PIECES {
            let (position, built) = (*position, Arc::clone(&self.built));
            // Without a thread nothing more is known.
            self.begun.call_once(|| {
                let _ = thread::Builder::new().spawn(move || drop(built.set(tables(&position))));
            });
        }
        value
    }
}

/// The most positions of tables that are built unasked: some seconds' work.
const MOST_POSITIONS: u64 = 16_000_000;

/// Returns whether the tables of some materials take no more than some seconds to build.
pub fn is_quick(tables: &Tables, materials: &[Material]) -> bool {
    // Before any is numbered, which takes memory: more than five pieces of a kind are too many.
    materials.len() <= 1000
        && tables.positions(materials).is_some_and(|positions| positions <= MOST_POSITIONS)
}

/// Returns all tables of up to [`PIECES`] for the board and the rules of a position.
fn tables(position: &Position) -> Tables {
    let mut tables = opened(position);
    let pieces = (2..=PIECES).take_while(|&pieces| is_quick(&tables, &Material::all(pieces))).last();
    // One thread leaves the others to the player who thinks meanwhile.
    build(&mut tables, |tables| {
        tables.build(pieces.unwrap_or(1), NonZeroUsize::MIN, &BuildProgress::default())
    });
    tables
}

/// Opens the tables that the user has for the board and the rules of a position.
fn opened(position: &Position) -> Tables {
    let (shape, rules) = (position.board().shape(), position.rules());
    let opened = proven::open(default_folder().as_deref(), shape, rules);
    opened.unwrap_or_else(|_| Tables::new(shape, rules))
}

/// Builds tables, unless a player without moves passes. Those that cannot be kept are built
/// in memory.
fn build(tables: &mut Tables, build: impl Fn(&mut Tables) -> Result<(), BuildError>) {
    if tables.rules().blocked == Blocked::Loses && build(tables).is_err() {
        *tables = Tables::new(tables.shape(), tables.rules());
        let _ = build(tables);
    }
}

/// Returns whether tables are for the board and the rules of a position.
fn are_for(tables: &Tables, position: &Position) -> bool {
    (tables.shape(), tables.rules()) == (position.board().shape(), position.rules())
}

/// Proven values for a person: those of the user's tables, and those of tables of up to
/// [`PIECES`], which are built when they are first needed.
pub struct Values {
    proven: Proven,
    threads: NonZeroUsize,
    built: Mutex<Option<Tables>>,
}

impl Values {
    /// Creates the values; so many threads build tables.
    pub fn new(proven: Proven, threads: NonZeroUsize) -> Values {
        Values { proven, threads, built: Mutex::default() }
    }

    /// Returns the value of a move for the player who makes it, the move counted, if it is
    /// known; waits for tables that are to be built.
    pub fn value_of(&self, position: &Position, mv: &Move) -> Option<Value> {
        let known = self.proven.value_of(position, mv);
        known.or_else(|| self.built(&position.after(mv)).map(Value::before))
    }

    fn built(&self, position: &Position) -> Option<Value> {
        let material = Material::of_position(position);
        if material.pieces() > PIECES || position.rules().blocked == Blocked::Passes {
            return None;
        }
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = match &mut *built {
            Some(tables) if are_for(tables, position) => tables,
            other => other.insert(opened(position)),
        };
        if let Some(value) = tables.probe(position) {
            return Some(value);
        }
        if !is_quick(tables, &material.all_after()) {
            return None;
        }
        build(tables, |tables| tables.build_from(material, self.threads, &BuildProgress::default()));
        tables.probe(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::{Player, Rules};

    #[test]
    fn players_of_one_game_share_its_tables() {
        let start = |rules| Position::start(rules, Player::Black);
        let [english, other] = [Rules::ENGLISH, Rules::ALL[0]].map(start);
        assert_ne!(english.rules(), other.rules());
        assert!(Arc::ptr_eq(&Endings::of(&english), &Endings::of(&english)));
        assert!(!Arc::ptr_eq(&Endings::of(&english), &Endings::of(&other)));
    }
}
