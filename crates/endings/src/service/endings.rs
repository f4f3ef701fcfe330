//! Endgame tables for players: the user's tables, and small tables that are built once few pieces are left.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use super::open::{MAX_QUICK_PIECES, begin, build_or_keep_in_memory, open, quick_pieces};
use crate::{BuildControl, Contents, Material, Prober, Tables, Value, Wdl};
use rankmoves_core::{Blocked, Position};

/// The maximum number of boards and rules whose tables stay open; other tables are reopened when
/// needed.
const MAX_OPEN_BOARDS: usize = 4;

/// The tables of a board and rules: the user's tables, and tables of up to `MAX_QUICK_PIECES`
/// pieces, which are built once few pieces are left.
pub struct Endings {
    shared: Arc<Shared>,
    /// True if a search that needs missing tables waits until they are built, which takes a few seconds; false
    /// if they are built in the background.
    waits: bool,
}

/// The tables that all services for a board and rules share.
struct Shared {
    opened: Tables,
    built: OnceLock<Tables>,
    /// True once a build in the background has begun.
    begun: AtomicBool,
}

/// True while tables are built in the background; only one build runs at a time.
static BUILDING: AtomicBool = AtomicBool::new(false);

impl Endings {
    /// Returns the tables for the board and the rules of a position. All callers share them.
    pub fn of(position: &Position) -> Arc<Endings> {
        static ALL: Mutex<Vec<Arc<Endings>>> = Mutex::new(Vec::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|endings| endings.shared.opened.are_for(position));
        let endings = match known {
            Some(index) => all.remove(index),
            None => Arc::new(Endings::new(open(position))),
        };
        // The most recently used tables are last.
        if all.len() == MAX_OPEN_BOARDS {
            all.remove(0);
        }
        all.push(Arc::clone(&endings));
        endings
    }

    /// Creates the service from open tables.
    pub fn new(opened: Tables) -> Endings {
        let shared = Shared { opened, built: OnceLock::new(), begun: AtomicBool::new(false) };
        Endings { shared: Arc::new(shared), waits: false }
    }

    /// Returns the same tables for searches that must be repeatable.
    #[must_use]
    pub fn awaited(&self) -> Endings {
        Endings { shared: Arc::clone(&self.shared), waits: true }
    }

    /// Returns the answer of the built tables or, if they have none, of the opened tables. If this service waits,
    /// first builds the tables or waits until they are built.
    fn first<T>(&self, position: &Position, ask: impl Fn(&Tables) -> Option<T>) -> Option<T> {
        let Shared { opened, built, .. } = &*self.shared;
        if self.waits && may_be_built(position) {
            built.get_or_init(|| small_tables(position));
        }
        built.get().and_then(&ask).or_else(|| ask(opened))
    }

    /// Starts building the tables for a position, unless they are already built or another build is running.
    fn begin(&self, position: &Position) {
        if self.shared.begun.load(Relaxed) || BUILDING.swap(true, Relaxed) {
            return;
        }
        self.shared.begun.store(true, Relaxed);
        let (position, shared) = (*position, Arc::clone(&self.shared));
        let work = move || {
            let _end = EndOfBuild;
            shared.built.get_or_init(|| small_tables(&position));
        };
        // If no thread starts, nothing is built, and the positions have no values.
        if thread::Builder::new().spawn(work).is_err() {
            drop(EndOfBuild);
        }
    }
}

/// A guard that allows the next build when it is dropped, even by a panic.
struct EndOfBuild;

impl Drop for EndOfBuild {
    fn drop(&mut self) {
        BUILDING.store(false, Relaxed);
    }
}

impl Prober for Endings {
    fn most_pieces(&self) -> u32 {
        self.shared.opened.most_pieces().max(MAX_QUICK_PIECES)
    }

    fn result(&self, position: &Position) -> Option<Wdl> {
        self.first(position, |tables| tables.result(position))
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        let value = self.first(position, |tables| tables.probe(position));
        if value.is_none() && !self.waits && may_be_built(position) {
            self.begin(position);
        }
        value
    }
}

/// Returns whether a position has few enough pieces for tables that are built automatically.
fn may_be_built(position: &Position) -> bool {
    Material::of_position(position).pieces() <= MAX_QUICK_PIECES
}

/// Returns the tables of up to [`MAX_QUICK_PIECES`] pieces, or of fewer if building them would take too long, for
/// the board and the rules of a position.
fn small_tables(position: &Position) -> Tables {
    let mut tables = begin(position);
    // A game in which a player without moves passes has no values.
    if position.rules().blocked == Blocked::Loses {
        let pieces = quick_pieces(&tables, MAX_QUICK_PIECES);
        // Use one thread and leave the others to the engine that is thinking.
        let build = |tables: &mut Tables| tables.build(Contents::Plies, pieces, &BuildControl::default());
        // If the build fails, the positions have no values.
        let _ = build_or_keep_in_memory(&mut tables, build, drop);
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::{Board, Player, Rules, Setup, Shape};
    use testing::notation::position_on;

    #[test]
    fn tables_are_built_one_after_the_other() {
        let position = position_on("4x4", Rules::ENGLISH, Player::Red, "R a1, B d4");
        let endings = Endings::new(Tables::new(position.board().shape(), position.rules()));
        let is_begun = || {
            assert_eq!(endings.probe(&position), None);
            endings.shared.begun.load(Relaxed)
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
    fn tables_that_are_waited_for_are_there() {
        let position = position_on("4x4", Rules::ENGLISH, Player::Red, "R a1, r c1, B d4");
        let tables = Tables::new(position.board().shape(), position.rules());
        let endings = Endings::new(tables).awaited();
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| assert!(endings.probe(&position).is_some()));
            }
        });
        assert!(!endings.shared.begun.load(Relaxed), "nothing is built in the background");
    }

    #[test]
    fn players_of_one_game_share_tables_until_too_many_boards_are_used() {
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
