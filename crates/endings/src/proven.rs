//! The user's tables of endings: proven values, looked up and never built.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Contents, FileError, Material, Tables, Value};
use etcetera::BaseStrategy;
use rankmoves_core::{Blocked, Move, Position, Rules, Shape};

/// Returns the folder of the tables, if the user has a data folder. A relative one, as of
/// `HOME=relative`, does not count: it would be another one in each folder.
pub fn default_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.data_dir().join("checkers").join("endings")).filter(|folder| folder.is_absolute())
}

/// The reason why there is no [`default_folder`].
pub const NO_FOLDER: &str = "the user has no data folder: expected an absolute path in HOME";

/// Opens the tables that a folder has, or none.
///
/// # Errors
///
/// As for [`Tables::open`].
pub fn open(folder: Option<&Path>, shape: Shape, rules: Rules) -> Result<Tables, FileError> {
    folder.map_or_else(|| Ok(Tables::new(shape, rules)), |folder| Tables::open(folder, shape, rules))
}

/// The proven values of positions of few pieces, under any rules on any board. The tables
/// for them are opened when they are first asked.
pub struct Proven {
    folder: Option<PathBuf>,
    /// Takes the warning about tables that cannot be used.
    warn: Box<dyn Fn(&str) + Send + Sync>,
    opened: Mutex<HashMap<(Shape, Rules), Arc<Opened>>>,
}

/// The tables of a shape and rules.
struct Opened {
    tables: Tables,
    materials: HashSet<Material>,
    /// True after a warning that a part of a table cannot be read.
    has_warned: AtomicBool,
}

impl Proven {
    /// Takes the values from the user's data folder. `warn` gets a sentence about each set of
    /// tables that cannot be used, once.
    pub fn with_warnings(warn: impl Fn(&str) + Send + Sync + 'static) -> Proven {
        Proven { folder: default_folder(), warn: Box::new(warn), opened: Mutex::default() }
    }

    /// Takes the values from another folder.
    #[must_use]
    pub fn with_folder(self, folder: PathBuf) -> Proven {
        Proven { folder: Some(folder), ..self }
    }

    /// Returns the value of a move for the player who makes it, the move counted, if it is
    /// known. A game in which a player without moves passes has no values.
    pub fn value_of(&self, position: &Position, mv: &Move) -> Option<Value> {
        self.values_of(position, [mv]).pop().flatten()
    }

    /// Returns the values of some moves of a position, as [`value_of`](Self::value_of).
    pub fn values_of<'a>(
        &self,
        position: &Position,
        moves: impl IntoIterator<Item = &'a Move>,
    ) -> Vec<Option<Value>> {
        let opened = self.opened(position);
        moves.into_iter().map(|mv| Some(self.value(&opened, &position.after(mv))?.before())).collect()
    }

    /// Returns the value of a position for the player to move, if it is known.
    fn value(&self, opened: &Opened, position: &Position) -> Option<Value> {
        if position.rules().blocked == Blocked::Passes {
            return None;
        }
        if !position.has_moves() {
            return Some(Value::Lost(0));
        }
        let value = opened.tables.probe(position);
        if value.is_none() && opened.should_know(position) && !opened.has_warned.swap(true, Relaxed) {
            let material = Material::of_position(position);
            (self.warn)(&format!(
                "a table of endings cannot be read: {material} (own men, own kings, their men, their kings)"
            ));
        }
        value
    }

    fn opened(&self, position: &Position) -> Arc<Opened> {
        let (shape, rules) = (position.board().shape(), position.rules());
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let open = || {
            let folder = self.folder.as_deref().filter(|_| rules.blocked == Blocked::Loses);
            if self.folder.is_none() && rules.blocked == Blocked::Loses {
                (self.warn)(&format!("tables of endings are not used: {NO_FOLDER}"));
            }
            let tables = open(folder, shape, rules).unwrap_or_else(|why| {
                (self.warn)(&format!("tables of endings are not used: {why}"));
                Tables::new(shape, rules)
            });
            let materials = tables.materials(Contents::Plies).into_iter().collect();
            Arc::new(Opened { tables, materials, has_warned: AtomicBool::new(false) })
        };
        Arc::clone(opened.entry((shape, rules)).or_insert_with(open))
    }
}

impl Opened {
    /// Returns whether the tables have a place for a position: it is no chain in progress,
    /// and no man stands where it would be crowned.
    fn should_know(&self, position: &Position) -> bool {
        let material = Material::of_position(position);
        let is_there = [material, material.turned()].iter().any(|one| self.materials.contains(one));
        is_there && position.jumping().is_none() && position.setup().oddities().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::sync::atomic::AtomicUsize;

    use crate::BuildControl;
    use rankmoves_core::pdn::Fen;
    use tempfile::TempDir;

    fn position(fen: &str, rules: Rules) -> Position {
        fen.parse::<Fen>().unwrap().setup(rules).position().unwrap()
    }

    /// Returns the values of the moves by the names of the moves.
    fn values(proven: &Proven, position: &Position) -> Vec<(String, Option<Value>)> {
        let moves = position.legal_moves();
        let values = proven.values_of(position, &moves);
        moves.iter().map(Move::to_string).zip(values).collect()
    }

    /// Makes a folder with the tables of two pieces under English rules.
    fn folder_of_pairs() -> TempDir {
        let folder = TempDir::new().unwrap();
        let mut tables = open(Some(folder.path()), Shape::STANDARD, Rules::ENGLISH).unwrap();
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
        // Black jumps the king that steps beside it, and then red has no pieces.
        let beside = position("W:WK22:BK14", Rules::ENGLISH);
        let lost: Vec<String> = values(&proven, &beside)
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
    fn where_a_stuck_player_passes_nothing_is_known() {
        let proven = silent();
        let rules = Rules { blocked: Blocked::Passes, ..Rules::ENGLISH };
        let jump = position("W:WK18:B14", rules);
        assert_eq!(values(&proven, &jump), [("d4->b6".to_owned(), None)]);
    }

    /// Asks about [`CORNER`] three times, and counts the warnings, which name the table.
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
