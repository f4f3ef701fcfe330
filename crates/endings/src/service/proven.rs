//! Looks up proven values for a person, in the user's tables and in small tables that are built if they are
//! missing.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::open::{
    MAX_QUICK_PIECES, begin, build_or_keep_in_memory, default_folder, is_quick, open_or_begin,
};
use crate::{BuildControl, Contents, Material, Prober, Tables, Value};
use rankmoves_core::{Blocked, Move, Position, Rules, Shape};

/// The proven values of positions with few pieces, under any rules on any board. Their tables are opened when
/// they are first needed.
pub struct Proven {
    folder: Option<PathBuf>,
    /// Receives a warning about tables that cannot be used.
    warn: Box<dyn Fn(&str) + Send + Sync>,
    opened: Mutex<HashMap<(Shape, Rules), Arc<Opened>>>,
    /// The number of threads that build missing tables of few pieces; `None` to build none.
    builders: Option<NonZeroUsize>,
    /// The tables built for the last board.
    built: Mutex<Option<Tables>>,
}

struct Opened {
    tables: Tables,
    /// True after a warning that a part of a table cannot be read.
    has_warned: AtomicBool,
}

impl Proven {
    /// Uses the tables in the user's data folder. For each set of tables that cannot be used, `warn` receives
    /// one sentence, only once.
    pub fn with_warnings(warn: impl Fn(&str) + Send + Sync + 'static) -> Proven {
        Proven {
            folder: default_folder(),
            warn: Box::new(warn),
            opened: Mutex::default(),
            builders: None,
            built: Mutex::default(),
        }
    }

    /// Builds missing tables of up to four pieces, with `threads` threads, when they are first
    /// needed.
    #[must_use]
    pub fn with_builders(self, threads: NonZeroUsize) -> Proven {
        Proven { builders: Some(threads), ..self }
    }

    /// Uses the tables in another folder.
    #[must_use]
    pub fn with_folder(self, folder: PathBuf) -> Proven {
        Proven { folder: Some(folder), ..self }
    }

    /// Returns the value of a move for the player who makes it, if it is known; its plies include the move.
    /// Waits for tables that must be built. A game in which a player without moves passes has no values.
    pub fn value_of(&self, position: &Position, mv: &Move) -> Option<Value> {
        self.values_of(position, [mv]).pop().flatten()
    }

    /// Returns the values of some moves of a position, like [`value_of`](Self::value_of).
    pub fn values_of<'a>(
        &self,
        position: &Position,
        moves: impl IntoIterator<Item = &'a Move>,
    ) -> Vec<Option<Value>> {
        let moves = moves.into_iter();
        if position.rules().blocked == Blocked::Passes {
            return moves.map(|_| None).collect();
        }
        let opened = self.opened(position);
        let value = |after: &Position| self.value(&opened, after).or_else(|| self.build(after));
        moves.map(|mv| value(&position.after(mv)).map(Value::before)).collect()
    }

    /// Returns the value of a position for the player to move, if it is known.
    fn value(&self, opened: &Opened, position: &Position) -> Option<Value> {
        if !position.has_moves() {
            return Some(Value::Lost(0));
        }
        let value = opened.tables.probe(position);
        if value.is_none() && opened.tables.has_entry(position) && !opened.has_warned.swap(true, Relaxed) {
            let material = Material::of_position(position);
            (self.warn)(&format!(
                "an endgame table cannot be read: {material} (own men, own kings, opponent's men, opponent's kings)"
            ));
        }
        value
    }

    /// Returns the value of a position from tables that are built for it, if building them is quick.
    fn build(&self, position: &Position) -> Option<Value> {
        let (threads, material) = (self.builders?, Material::of_position(position));
        if material.pieces() > MAX_QUICK_PIECES {
            return None;
        }
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = match &mut *built {
            Some(tables) if tables.are_for(position) => tables,
            other => other.insert(begin(position)),
        };
        if let Some(value) = tables.probe(position) {
            return Some(value);
        }
        if !is_quick(tables, &material.all_after()) {
            return None;
        }
        let control = BuildControl::with_threads(threads);
        let add = |tables: &mut Tables| tables.build_from(Contents::Plies, material, &control);
        // If the build fails, the position has no value.
        let _ = build_or_keep_in_memory(tables, add, drop);
        tables.probe(position)
    }

    fn opened(&self, position: &Position) -> Arc<Opened> {
        let (shape, rules) = (position.board().shape(), position.rules());
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let open = || {
            let warn = |why| (self.warn)(&format!("endgame tables are not used: {why}"));
            let tables = open_or_begin(self.folder.as_deref(), shape, rules, warn);
            Arc::new(Opened { tables, has_warned: AtomicBool::new(false) })
        };
        Arc::clone(opened.entry((shape, rules)).or_insert_with(open))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::AtomicUsize;

    use rankmoves_core::pdn::Fen;
    use tempfile::TempDir;

    fn position(fen: &str, rules: Rules) -> Position {
        fen.parse::<Fen>().unwrap().setup(rules).position().unwrap()
    }

    /// Returns the names of the moves with their values.
    fn values(proven: &Proven, position: &Position) -> Vec<(String, Option<Value>)> {
        let moves: Vec<_> = position.legal_moves().collect();
        let values = proven.values_of(position, &moves);
        moves.iter().map(Move::to_string).zip(values).collect()
    }

    /// Makes a folder with the tables of two pieces under English rules.
    fn folder_of_pairs() -> TempDir {
        let folder = TempDir::new().unwrap();
        let mut tables = Tables::open(folder.path(), Shape::STANDARD, Rules::ENGLISH).unwrap();
        tables.build(Contents::Plies, 2, &BuildControl::default()).unwrap();
        folder
    }

    fn silent() -> Proven {
        Proven::with_warnings(|_| ())
    }

    fn proven(folder: &Path) -> Proven {
        Proven { folder: Some(folder.to_owned()), ..silent() }
    }

    /// A king in a double corner, which a single king cannot drive out.
    const CORNER: &str = "W:WK32:BK18";

    /// Returns whether no move of [`CORNER`] has a value.
    fn is_unknown(proven: &Proven) -> bool {
        let values = values(proven, &position(CORNER, Rules::ENGLISH));
        values.len() == 2 && values.iter().all(|(_, value)| value.is_none())
    }

    #[test]
    fn a_move_has_the_value_of_the_tables_for_the_player_who_makes_it() {
        let folder = folder_of_pairs();
        let proven = proven(folder.path());
        let corner = values(&proven, &position(CORNER, Rules::ENGLISH));
        assert!(corner.contains(&("g1->h2".to_owned(), Some(Value::Drawn))), "{corner:?}");
        // If the red king steps beside black's, black jumps it, and red has no pieces left.
        let two_kings = position("W:WK22:BK14", Rules::ENGLISH);
        let lost: Vec<String> = values(&proven, &two_kings)
            .into_iter()
            .filter_map(|(mv, value)| (value == Some(Value::Lost(2))).then_some(mv))
            .collect();
        assert_eq!(lost, ["c3->b4", "c3->d4"]);
    }

    #[test]
    fn a_move_that_ends_the_game_needs_no_tables() {
        let proven = Proven { folder: None, ..silent() };
        let jump = position("W:WK18:B14", Rules::ENGLISH);
        assert_eq!(values(&proven, &jump), [("d4->b6".to_owned(), Some(Value::Won(1)))]);
        assert!(is_unknown(&proven));
    }

    #[test]
    fn positions_under_blocked_passes_have_no_proven_value() {
        let proven = silent();
        let rules = Rules { blocked: Blocked::Passes, ..Rules::ENGLISH };
        let jump = position("W:WK18:B14", rules);
        assert_eq!(values(&proven, &jump), [("d4->b6".to_owned(), None)]);
    }

    /// Probes [`CORNER`] three times, and counts the warnings, which name the table.
    fn warnings(folder: &Path, name: &'static str) -> usize {
        let warnings = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&warnings);
        let warn = move |warning: &str| {
            assert!(warning.contains(name), "{warning}");
            count.fetch_add(1, Relaxed);
        };
        let proven = Proven { folder: Some(folder.to_owned()), ..Proven::with_warnings(warn) };
        for _ in 0..3 {
            assert!(is_unknown(&proven));
        }
        warnings.load(Relaxed)
    }

    #[test]
    fn damaged_tables_are_warned_of_once_by_name() {
        let folder = folder_of_pairs();
        let file = folder.path().join("8x8-capture-multiple").join("0-1-0-1.slice");
        let mut bytes = fs::read(&file).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&file, bytes).unwrap();
        assert_eq!(warnings(folder.path(), "cannot be read: 0 1 0 1 "), 1, "a block is damaged");
        fs::write(&file, b"nothing").unwrap();
        assert_eq!(warnings(folder.path(), "0-1-0-1.slice"), 1, "it is no table");
    }

    #[test]
    fn looking_up_builds_nothing() {
        let folder = TempDir::new().unwrap();
        let proven = proven(folder.path());
        assert!(is_unknown(&proven));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
