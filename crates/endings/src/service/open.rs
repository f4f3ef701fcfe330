//! Opens and builds tables; keeps them only in memory if files cannot be used.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::{BuildError, FileError, Material, Tables};
use etcetera::BaseStrategy;
use rankmoves_core::{Position, Rules, Shape};

/// The maximum number of pieces for which tables are built automatically. On the standard board, tables of one more
/// piece would exceed [`MAX_POSITIONS`].
pub(super) const MAX_QUICK_PIECES: u32 = 4;

/// The maximum number of positions in tables that are built automatically, which takes a few seconds.
const MAX_POSITIONS: u64 = 16_000_000;

/// True if automatically built tables stay in memory only.
static IN_MEMORY: AtomicBool = AtomicBool::new(false);

/// Makes automatic builds keep their tables in memory from now on, so that no file is written.
pub fn write_none() {
    IN_MEMORY.store(true, Relaxed);
}

/// Returns the user's folder of tables. A relative path, such as one from `HOME=relative`, is ignored,
/// because it means a different folder in each working directory.
pub fn default_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.data_dir().join("checkers").join("endings")).filter(|folder| folder.is_absolute())
}

/// Opens the tables of a folder. If they cannot be used, passes the reason to `warn` and returns empty
/// tables.
pub fn open_or_begin(
    folder: Option<&Path>,
    shape: Shape,
    rules: Rules,
    warn: impl FnOnce(FileError),
) -> Tables {
    let opened = folder.ok_or(FileError::NoFolder).and_then(|folder| Tables::open(folder, shape, rules));
    opened.unwrap_or_else(|why| {
        warn(why);
        Tables::new(shape, rules)
    })
}

/// Builds tables with a call such as [`Tables::build`]. If a file cannot be read or written, passes the
/// reason to `warn`, and builds the tables in memory.
///
/// # Errors
///
/// As for [`Tables::build`], except errors of files.
pub fn build_or_keep_in_memory(
    tables: &mut Tables,
    build: impl Fn(&mut Tables) -> Result<(), BuildError>,
    warn: impl FnOnce(BuildError),
) -> Result<(), BuildError> {
    match build(tables) {
        Err(why @ (BuildError::File(_) | BuildError::Unreadable)) => {
            warn(why);
            *tables = Tables::new(tables.shape(), tables.rules());
            build(tables)
        }
        done => done,
    }
}

/// Returns whether the tables of some materials take at most a few seconds to build.
pub fn is_quick(tables: &Tables, materials: &[Material]) -> bool {
    // Check the number of materials first, because numbering takes memory. Longer lists have too many
    // positions, because they contain materials with more than five pieces of one kind.
    materials.len() <= 1000 && tables.positions(materials).is_some_and(|positions| positions <= MAX_POSITIONS)
}

/// Returns the greatest number of pieces, up to `max_pieces`, for which the tables of that number and of all lower
/// numbers are [quick](is_quick) to build.
pub fn quick_pieces(tables: &Tables, max_pieces: u32) -> u32 {
    (2..=max_pieces).take_while(|&pieces| is_quick(tables, &Material::all(pieces))).last().unwrap_or(1)
}

/// Returns the tables to which automatically built tables are added: the user's tables for the board and the
/// rules of a position, or empty tables after [`write_none`].
pub(super) fn begin(position: &Position) -> Tables {
    if IN_MEMORY.load(Relaxed) {
        return Tables::new(position.board().shape(), position.rules());
    }
    open(position)
}

/// Opens the user's tables for the board and the rules of a position, if they can be used.
pub(super) fn open(position: &Position) -> Tables {
    open_or_begin(default_folder().as_deref(), position.board().shape(), position.rules(), drop)
}
