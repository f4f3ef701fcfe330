//! Endgame tables: the value under perfect play of every position with few pieces.
//!
//! 1. `material` counts the pieces of both players; `numbering` numbers the positions of
//!    a material without gaps; `slices` keep a code for each;
//! 2. `builder` builds the tables slice by slice; `pair` finds the values of two slices that lead to each other,
//!    with the retrograde analysis in `retrograde`; `form` can keep only wins, draws and losses. Most of
//!    the memory is in the drafts of `retrograde` and the finished slices of `builder`; `needs` only estimates it;
//! 3. `write` writes slices block by block into a pending file, which is moved into place when complete;
//!    `file` reads a block on demand;
//! 4. `verify` compares every value with the values of its successors;
//! 5. [`Tables`] keeps the slices in a store for each kind of contents; `probe` looks values up.

mod builder;
mod control;
mod file;
mod form;
mod material;
mod needs;
mod numbering;
mod pair;
mod probe;
mod retrograde;
mod slices;
#[cfg(test)]
mod tests;
mod value;
mod verify;
mod write;

pub use control::{BuildControl, BuildError};
pub use file::FileError;
pub use material::{Contents, Material};
pub use needs::Needs;
pub use probe::Prober;
pub use value::{Value, Wdl};

use std::io;
use std::path::{Path, PathBuf};

use file::Packed;
use material::SliceId;
use numbering::Numbering;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::variant::{self, Side, SidedTask, Variant};
use rankmoves_core::{Board, Player, Rules, Shape};
use slices::{Codes, Slice, SliceStore};

/// The values of all positions with up to some number of pieces, for one shape of board and one set of rules.
pub struct Tables {
    shape: Shape,
    rules: Rules,
    /// The slices of each kind of contents, in the order of [`Contents`].
    stores: [SliceStore; 2],
    /// The folder of the files, if there are any.
    folder: Option<PathBuf>,
}

/// The counts of a slice's values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Counts {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions that the player to move wins.
    #[cfg_attr(feature = "serde", serde(rename = "wins"))]
    pub won: u64,
    /// The number of drawn positions.
    #[cfg_attr(feature = "serde", serde(rename = "draws"))]
    pub drawn: u64,
    /// The number of positions that the player to move loses.
    #[cfg_attr(feature = "serde", serde(rename = "losses"))]
    pub lost: u64,
    /// The length of the longest win, in plies; `None` if the table has only results.
    pub longest_win: Option<u16>,
    /// The length of the longest loss, in plies; `None` if the table has only results.
    pub longest_loss: Option<u16>,
}

impl Tables {
    /// Creates empty tables: they contain no position with pieces of both players. In the tables, a player
    /// without moves has lost, so there are no tables for games with passing.
    pub fn new(shape: Shape, rules: Rules) -> Tables {
        Tables { shape, rules, stores: [SliceStore::new(), SliceStore::new()], folder: None }
    }

    /// Opens the tables for a shape and rules in a folder. [`build`](Self::build) adds tables to the folder,
    /// which need not exist before.
    ///
    /// # Errors
    ///
    /// If a file is damaged or does not belong to these tables, or the system refuses it.
    pub fn open(folder: &Path, shape: Shape, rules: Rules) -> Result<Tables, FileError> {
        let mut tables = Tables::new(shape, rules);
        let folder = folder.join(file::folder_name(shape, rules));
        tables.folder = Some(folder.clone());
        if !folder.try_exists().map_err(FileError::io(&folder))? {
            return Ok(tables);
        }
        for contents in [Contents::Plies, Contents::Results] {
            for material in Material::up_to(MAX_TABLE_PIECES) {
                tables.load(contents, material)?;
            }
        }
        Ok(tables)
    }

    /// Returns the error of a file from which a requested value could not be read, if there is such a file.
    /// [`probe`](crate::Prober::probe) returns `None` for the value.
    pub fn damage(&self) -> Option<FileError> {
        self.stores.iter().find_map(SliceStore::damage)
    }

    /// Loads the pair of slices of a material, unless they are already loaded. Returns whether both are
    /// loaded now. A single slice is not enough, because a build may have ended between the two.
    fn load(&mut self, contents: Contents, material: Material) -> Result<bool, FileError> {
        if self.store(contents).has(&self.ids(material)) {
            return Ok(true);
        }
        let mut loaded = Vec::new();
        for (player, material) in self.pair(material) {
            let id = self.id(player, material);
            let Some(path) = self.path(id, contents).filter(|path| path.is_file()) else {
                return Ok(false);
            };
            // Building the table needed the same numbering, so if it cannot be made now, memory is short.
            let no_memory = || FileError::io(&path)(io::ErrorKind::OutOfMemory.into());
            let numbering = self.numbering(player, material).ok_or_else(no_memory)?;
            let packed = Packed::open(&path, self.shape, self.rules, id, contents, numbering.len())?;
            loaded.push((id, Slice { numbering, codes: Codes::InFile(packed) }));
        }
        self.store_mut(contents).add(loaded);
        Ok(true)
    }

    fn store(&self, contents: Contents) -> &SliceStore {
        &self.stores[contents as usize]
    }

    fn store_mut(&mut self, contents: Contents) -> &mut SliceStore {
        &mut self.stores[contents as usize]
    }

    /// Returns the slice of a material with red to move and, if it is a different slice, the slice that red's
    /// non-converting moves lead to.
    fn pair(&self, material: Material) -> Vec<(Player, Material)> {
        // If the board can be turned, the replies may be in the same slice.
        let is_own_reply = self.can_be_turned() && material == material.turned();
        let replies = (!is_own_reply).then_some((Player::Black, material.turned()));
        std::iter::once((Player::Red, material)).chain(replies).collect()
    }

    /// Returns the ids of the slices in [`pair`](Self::pair).
    fn ids(&self, material: Material) -> Vec<SliceId> {
        self.pair(material).into_iter().map(|(player, material)| self.id(player, material)).collect()
    }

    /// Returns the file of a slice, if there is a folder.
    fn path(&self, id: SliceId, contents: Contents) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(file::file_name(id, contents, self.can_be_turned())))
    }

    /// Returns the players who have tables of their own: both, or only red if rotating the board by half a turn
    /// merely exchanges the players.
    pub fn players(&self) -> &'static [Player] {
        if self.can_be_turned() { &[Player::Red] } else { &Player::ALL }
    }

    /// Returns the number of positions of some materials, counted for each of the [`players`](Self::players)
    /// to move; `None` if there are too many to be numbered.
    pub fn positions(&self, materials: &[Material]) -> Option<u64> {
        let count = |&material| {
            self.players().iter().map(move |&player| Some(self.numbering(player, material)?.len()))
        };
        materials.iter().flat_map(count).sum()
    }

    /// Returns whether there are no tables at all.
    pub fn is_empty(&self) -> bool {
        self.stores.iter().all(|store| store.most_pieces < 2)
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the counts of a material, `player` to move. Tables that hold only results must be
    /// [complete](Self::complete).
    ///
    /// # Errors
    ///
    /// If the material is not in the tables, or cannot be read.
    pub fn counts(
        &self,
        contents: Contents,
        player: Player,
        material: Material,
    ) -> Result<Counts, BuildError> {
        let store = self.store(contents);
        let slice = store.slice(self.id(player, material))?;
        let mut counts = Counts { positions: slice.codes.len() as u64, ..Counts::default() };
        let (mut longest_win, mut longest_loss) = (0, 0);
        for index in 0..slice.codes.len() {
            match slice.codes.get(index).ok_or_else(|| store.read_error())? {
                Value::Won(plies) => {
                    counts.won += 1;
                    longest_win = longest_win.max(plies);
                }
                Value::Drawn => counts.drawn += 1,
                Value::Lost(plies) => {
                    counts.lost += 1;
                    longest_loss = longest_loss.max(plies);
                }
            }
        }
        if contents == Contents::Plies {
            (counts.longest_win, counts.longest_loss) = (Some(longest_win), Some(longest_loss));
        }
        Ok(counts)
    }

    fn id(&self, player: Player, material: Material) -> SliceId {
        SliceId { player: if self.can_be_turned() { Player::Red } else { player }, material }
    }

    /// Returns whether half a turn of the board maps playable squares to playable squares.
    fn can_be_turned(&self) -> bool {
        (self.shape.ranks() + self.shape.files()).is_multiple_of(2)
    }

    fn numbering(&self, player: Player, material: Material) -> Option<Numbering> {
        self.sided(player, NewNumbering(material))
    }

    fn sided<T: SidedTask>(&self, player: Player, task: T) -> T::Output {
        variant::dispatch_sided(&Board::empty(self.shape), self.rules, player, task)
    }
}

/// The largest number of pieces for which a folder is searched for tables.
const MAX_TABLE_PIECES: u32 = 8;

struct NewNumbering(Material);

impl SidedTask for NewNumbering {
    type Output = Option<Numbering>;

    fn run<V: Variant, S: Side>(self, variant: V, _: Pieces<V::Word>) -> Option<Numbering> {
        Numbering::new::<_, S>(variant.layout(), self.0)
    }
}
