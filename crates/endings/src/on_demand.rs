//! Tables of endings for those who play: opened or built when few pieces are left for the
//! first time.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use rankmoves_core::{Blocked, Move, Position};

use crate::proven::{self, Proven, default_folder};
use crate::{BuildControl, BuildError, Contents, Material, Prober, Tables, Value, Wdl};

/// The greatest number of pieces of tables that are built unasked: some seconds' work.
const PIECES: u32 = 4;

/// The most boards and rules whose tables stay open; those of the others are opened again.
const BOARDS: usize = 4;

/// True if tables that are built unasked are in memory alone.
static IN_MEMORY: AtomicBool = AtomicBool::new(false);

/// Builds tables unasked in memory alone from now on: no file is written.
pub fn write_none() {
    IN_MEMORY.store(true, Relaxed);
}

/// The tables of a board and rules: those that the user has, of any number of pieces, and as
/// soon as few pieces are left all of up to `PIECES`, which are built beside the game.
pub struct Endings {
    opened: Tables,
    built: Arc<OnceLock<Tables>>,
    begun: AtomicBool,
}

/// The only build at a time that goes on beside games.
static BUILDING: AtomicBool = AtomicBool::new(false);

impl Endings {
    /// Returns the tables for the board and the rules of a position, the same for all players.
    pub fn of(position: &Position) -> Arc<Endings> {
        static ALL: Mutex<Vec<Arc<Endings>>> = Mutex::new(Vec::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|endings| endings.are_for(position));
        let endings = match known {
            Some(place) => all.remove(place),
            None => Arc::new(Endings::new(opened(position))),
        };
        // The last one asked for is at the end.
        if all.len() == BOARDS {
            all.remove(0);
        }
        all.push(Arc::clone(&endings));
        endings
    }

    /// Begins with open tables.
    pub fn new(opened: Tables) -> Endings {
        Endings { opened, built: Arc::default(), begun: AtomicBool::new(false) }
    }

    fn are_for(&self, position: &Position) -> bool {
        are_for(&self.opened, position)
    }

    /// Returns the first answer of the tables that were built and those that were there.
    fn first<T>(&self, ask: impl Fn(&Tables) -> Option<T>) -> Option<T> {
        self.built.get().and_then(&ask).or_else(|| ask(&self.opened))
    }

    /// Begins to build the tables for a position, unless that is done or others are built.
    fn begin(&self, position: &Position) {
        if self.begun.load(Relaxed) || BUILDING.swap(true, Relaxed) {
            return;
        }
        self.begun.store(true, Relaxed);
        let (position, built) = (*position, Arc::clone(&self.built));
        let work = move || {
            let _end = EndOfBuild;
            drop(built.set(tables(&position)));
        };
        // Without a thread nothing more is known.
        if thread::Builder::new().spawn(work).is_err() {
            drop(EndOfBuild);
        }
    }
}

/// Allows the next build when it is dropped, even by a panic.
struct EndOfBuild;

impl Drop for EndOfBuild {
    fn drop(&mut self) {
        BUILDING.store(false, Relaxed);
    }
}

impl Prober for Endings {
    fn most_pieces(&self) -> u32 {
        self.opened.most_pieces().max(PIECES)
    }

    fn result(&self, position: &Position) -> Option<Wdl> {
        self.first(|tables| tables.result(position))
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        let value = self.first(|tables| tables.probe(position));
        if value.is_none() && Material::of_position(position).pieces() <= PIECES {
            self.begin(position);
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
    let mut tables = to_build(position);
    let pieces = (2..=PIECES).take_while(|&pieces| is_quick(&tables, &Material::all(pieces))).last();
    // One thread leaves the others to the player who thinks meanwhile.
    build(&mut tables, |tables| tables.build(Contents::Plies, pieces.unwrap_or(1), &BuildControl::default()));
    tables
}

/// Opens the tables that the user has for the board and the rules of a position.
fn opened(position: &Position) -> Tables {
    let (shape, rules) = (position.board().shape(), position.rules());
    let opened = proven::open(default_folder().as_deref(), shape, rules);
    opened.unwrap_or_else(|_| Tables::new(shape, rules))
}

/// Returns the tables to which those are added that are built unasked.
fn to_build(position: &Position) -> Tables {
    if IN_MEMORY.load(Relaxed) {
        return Tables::new(position.board().shape(), position.rules());
    }
    opened(position)
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
/// `PIECES`, which are built when they are first needed.
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
            other => other.insert(to_build(position)),
        };
        if let Some(value) = tables.probe(position) {
            return Some(value);
        }
        if !is_quick(tables, &material.all_after()) {
            return None;
        }
        build(tables, |tables| {
            tables.build_from(Contents::Plies, material, &BuildControl::with_threads(self.threads))
        });
        tables.probe(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::{Board, Piece, Player, Role, Rules, Setup, Shape};

    /// Draws a position of so many pieces on the smallest board, both players there.
    fn draw_from(rng: &mut fastrand::Rng, pieces: usize) -> Position {
        let shape = Shape::new(4, 4, false).unwrap();
        loop {
            let drawn = draw_some(rng, shape, pieces);
            let both = |position: &Position| Player::ALL.iter().all(|&p| position.board().count(p) > 0);
            if let Some(position) = drawn.filter(|it| both(it) && it.setup().oddities().is_empty()) {
                return position;
            }
        }
    }

    fn draw_some(rng: &mut fastrand::Rng, shape: Shape, pieces: usize) -> Option<Position> {
        let mut board = Board::empty(shape);
        for square in rng.choose_multiple(shape.squares(), pieces) {
            let (player, role) = (rng.choice(Player::ALL)?, rng.choice([Role::Man, Role::King])?);
            board.put(square, Piece { player, role }).ok()?;
        }
        let setup = Setup { board, turn: rng.choice(Player::ALL)?, rules: Rules::ENGLISH, jumping: None };
        setup.position().ok().filter(Position::has_moves)
    }

    #[test]
    fn tables_are_built_one_after_the_other() {
        let position = draw_from(&mut fastrand::Rng::with_seed(1), 2);
        let endings = Endings::new(Tables::new(position.board().shape(), position.rules()));
        let is_begun = || {
            assert_eq!(endings.probe(&position), None);
            endings.begun.load(Relaxed)
        };
        BUILDING.store(true, Relaxed);
        assert!(!is_begun(), "others are built");
        drop(EndOfBuild);
        assert!(is_begun());
        while BUILDING.load(Relaxed) {
            thread::yield_now();
        }
        assert!(endings.probe(&position).is_some());
    }

    #[test]
    fn players_of_one_game_share_its_tables_as_long_as_few_others_are_asked_for() {
        let start = |rules| Position::start(rules, Player::Black);
        let [english, other] = [Rules::ENGLISH, Rules::ALL[0]].map(start);
        assert_ne!(english.rules(), other.rules());
        assert!(Arc::ptr_eq(&Endings::of(&english), &Endings::of(&english)));
        assert!(!Arc::ptr_eq(&Endings::of(&english), &Endings::of(&other)));
        let first = Endings::of(&english);
        for ranks in [4, 5, 6, 7] {
            let shape = Shape::new(ranks, 4, false).unwrap();
            let setup = Setup { board: Board::start(shape, 1), ..english.setup() };
            Endings::of(&setup.position().unwrap());
        }
        assert!(!Arc::ptr_eq(&first, &Endings::of(&english)));
    }
}
