//! Endgame tables for players: the user's tables, and small tables that are built once few pieces are left.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use super::open::{MAX_QUICK_PIECES, are_for, begin, build, open, quick_pieces};
use crate::{BuildControl, Contents, Material, Prober, Tables, Value, Wdl};
use rankmoves_core::Position;

/// The maximum number of boards and rules whose tables stay open; other tables are reopened when
/// needed.
const MAX_BOARDS: usize = 4;

/// The tables of a board and rules: the user's tables, and tables of up to `MAX_QUICK_PIECES`
/// pieces, which are built in the background once few pieces are left.
pub struct Endings {
    opened: Tables,
    built: Arc<OnceLock<Tables>>,
    begun: AtomicBool,
}

/// True while tables are built in the background; only one build runs at a time.
static BUILDING: AtomicBool = AtomicBool::new(false);

impl Endings {
    /// Returns the tables for the board and the rules of a position. All callers share them.
    pub fn of(position: &Position) -> Arc<Endings> {
        static ALL: Mutex<Vec<Arc<Endings>>> = Mutex::new(Vec::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().position(|endings| are_for(&endings.opened, position));
        let endings = match known {
            Some(place) => all.remove(place),
            None => Arc::new(Endings::new(open(position))),
        };
        // The most recently used tables are last.
        if all.len() == MAX_BOARDS {
            all.remove(0);
        }
        all.push(Arc::clone(&endings));
        endings
    }

    /// Creates the service from open tables.
    pub fn new(opened: Tables) -> Endings {
        Endings { opened, built: Arc::default(), begun: AtomicBool::new(false) }
    }

    /// Returns the answer of the built tables or, if they have none, of the opened tables.
    fn first<T>(&self, ask: impl Fn(&Tables) -> Option<T>) -> Option<T> {
        self.built.get().and_then(&ask).or_else(|| ask(&self.opened))
    }

    /// Starts building the tables for a position, unless they are already built or another build is running.
    fn begin(&self, position: &Position) {
        if self.begun.load(Relaxed) || BUILDING.swap(true, Relaxed) {
            return;
        }
        self.begun.store(true, Relaxed);
        let (position, built) = (*position, Arc::clone(&self.built));
        let work = move || {
            let _end = EndOfBuild;
            built.get_or_init(|| small_tables(&position));
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
        self.opened.most_pieces().max(MAX_QUICK_PIECES)
    }

    fn result(&self, position: &Position) -> Option<Wdl> {
        self.first(|tables| tables.result(position))
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        let value = self.first(|tables| tables.probe(position));
        if value.is_none() && Material::of_position(position).pieces() <= MAX_QUICK_PIECES {
            self.begin(position);
        }
        value
    }
}

/// The tables of [`Endings`], for searches that must be repeatable: a search that needs missing tables waits until
/// they are built, which takes a few seconds.
pub struct AwaitedEndings(Arc<Endings>);

impl AwaitedEndings {
    /// Returns the tables for the board and the rules of a position.
    pub fn of(position: &Position) -> AwaitedEndings {
        AwaitedEndings(Endings::of(position))
    }

    /// Returns the tables, which are complete if they may have an answer for the position.
    fn for_position(&self, position: &Position) -> &Endings {
        if Material::of_position(position).pieces() <= MAX_QUICK_PIECES {
            self.0.built.get_or_init(|| small_tables(position));
        }
        &self.0
    }
}

impl Prober for AwaitedEndings {
    fn most_pieces(&self) -> u32 {
        self.0.most_pieces()
    }

    fn result(&self, position: &Position) -> Option<Wdl> {
        self.for_position(position).result(position)
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        self.for_position(position).probe(position)
    }
}

/// Returns the tables of up to [`MAX_QUICK_PIECES`] pieces, or of fewer if building them would take too long, for
/// the board and the rules of a position.
fn small_tables(position: &Position) -> Tables {
    let mut tables = begin(position);
    let pieces = quick_pieces(&tables, MAX_QUICK_PIECES);
    // Use one thread and leave the others to the engine that is thinking.
    build(&mut tables, |tables| tables.build(Contents::Plies, pieces, &BuildControl::default()));
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
    fn tables_that_are_waited_for_are_there() {
        let position = position_on("4x4", Rules::ENGLISH, Player::Red, "R a1, r c1, B d4");
        let tables = Tables::new(position.board().shape(), position.rules());
        let endings = AwaitedEndings(Arc::new(Endings::new(tables)));
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| assert!(endings.probe(&position).is_some()));
            }
        });
        assert!(!endings.0.begun.load(Relaxed), "nothing is built in the background");
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
