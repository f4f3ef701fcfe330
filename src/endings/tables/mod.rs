//! Ending tables: the value of every position of few pieces under perfect play.
//!
//! 1. `material` counts the pieces of both players; `numbering` numbers the positions of
//!    a material without gaps;
//! 2. `build` finds their values by retrograde analysis, slice after slice;
//! 3. `file` writes them, block by block, and reads a block when it is asked for;
//!    `check` compares every value with those after its moves;
//! 4. [`Tables`] keeps them and is asked.

mod build;
mod builder;
mod check;
mod file;
mod material;
mod numbering;
mod progress;
mod slice;
#[cfg(test)]
mod tests;
mod value;

pub use file::FileError;
pub use material::Material;
pub use progress::{BuildError, BuildProgress};
pub use value::{Value, Wdl};

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::model::board::Board;
use crate::model::board::Pieces;
use crate::model::player::Player;
use crate::model::position::Position;
use crate::model::rules::{Blocked, Rules};
use crate::model::shape::Shape;
use crate::model::variant::{self, Side, SidedTask, Variant};
use file::Packed;
use numbering::{Numbering, usize_of};
use slice::Codes;

/// The values of all positions of up to some number of pieces, on a board of some shape
/// under some rules.
pub struct Tables {
    shape: Shape,
    rules: Rules,
    /// The greatest number of pieces of which all positions are known.
    pieces: u32,
    /// The greatest number of pieces of any slice.
    most_pieces: u32,
    slices: HashMap<SliceId, Slice>,
    /// The folder of the files, if there are any.
    folder: Option<PathBuf>,
}

/// The name of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SliceId {
    /// The player to move; always red on boards that can be turned.
    player: Player,
    material: Material,
}

struct Slice {
    numbering: Numbering,
    codes: Codes,
}

/// The counts of a slice's values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of positions.
    pub positions: u64,
    /// The positions that the player to move wins.
    pub won: u64,
    /// The drawn positions.
    pub drawn: u64,
    /// The positions that the player to move loses.
    pub lost: u64,
    /// The plies of the longest win.
    pub longest_win: u16,
    /// The plies of the longest loss.
    pub longest_loss: u16,
}

impl Tables {
    /// Creates tables without a position of both players. A player without moves has lost in
    /// them: games in which he passes have none.
    pub fn new(shape: Shape, rules: Rules) -> Tables {
        Tables { shape, rules, pieces: 1, most_pieces: 1, slices: HashMap::new(), folder: None }
    }

    /// Opens the tables that a folder has for a shape and rules. [`build`](Self::build) adds
    /// to it; it need not exist before.
    ///
    /// # Errors
    ///
    /// If a file is damaged or foreign, or the system refuses it.
    pub fn open(folder: &Path, shape: Shape, rules: Rules) -> Result<Tables, FileError> {
        let mut tables = Tables::new(shape, rules);
        let folder = folder.join(file::folder_name(shape, rules));
        tables.folder = Some(folder.clone());
        if !folder.try_exists().map_err(FileError::io(&folder))? {
            return Ok(tables);
        }
        for pieces in 2..=MOST_PIECES {
            let mut is_complete = true;
            for material in Material::all(pieces) {
                is_complete &= tables.load(material)?;
            }
            if is_complete && tables.pieces + 1 == pieces {
                tables.pieces = pieces;
            }
        }
        Ok(tables)
    }

    /// Loads the slice of a material, red to move, and that of the replies, unless they are
    /// there already. Returns whether they are there now: one without the other counts as none,
    /// for a build may have ended between them.
    fn load(&mut self, material: Material) -> Result<bool, FileError> {
        let pair = self.pair(material);
        if pair.iter().all(|&(player, material)| self.slices.contains_key(&self.id(player, material))) {
            return Ok(true);
        }
        let mut loaded = Vec::new();
        for (player, material) in pair {
            let id = self.id(player, material);
            let Some(path) = self.path(id).filter(|path| path.is_file()) else {
                return Ok(false);
            };
            let Some(numbering) = self.sided(player, NewNumbering(material)) else {
                return Ok(false);
            };
            let packed = Packed::open(&path, self.shape, self.rules, id, numbering.len())?;
            loaded.push((id, Slice { numbering, codes: Codes::Packed(packed) }));
        }
        self.most_pieces = self.most_pieces.max(material.pieces());
        self.slices.extend(loaded);
        Ok(true)
    }

    /// Returns the slice of a material, red to move, and that of the replies if it is
    /// another one.
    fn pair(&self, material: Material) -> Vec<(Player, Material)> {
        // Turned, the replies may be in the same slice.
        let is_own_reply = self.can_be_turned() && material == material.turned();
        let replies = (!is_own_reply).then_some((Player::Black, material.turned()));
        std::iter::once((Player::Red, material)).chain(replies).collect()
    }

    /// Returns the file of a slice, if there is a folder.
    fn path(&self, id: SliceId) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(file::file_name(id, self.can_be_turned())))
    }

    /// Returns the materials of which there are tables, red to move, fewest pieces first.
    pub fn materials(&self) -> Vec<Material> {
        let ids = self.slices.keys().filter(|id| id.player == Player::Red);
        let mut materials: Vec<Material> = ids.map(|id| id.material).collect();
        materials.sort_by_key(|material| (material.pieces(), *material));
        materials
    }

    /// Returns the number of positions, one player to move, of some materials; `None` if
    /// there are too many to be numbered.
    pub fn positions(&self, materials: &[Material]) -> Option<u64> {
        let count = |&material| Some(self.sided(Player::Red, NewNumbering(material))?.len());
        materials.iter().map(count).sum()
    }

    /// Returns the greatest number of pieces of which all positions are known.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// Returns the greatest number of pieces of any position that is known.
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the counts of a material, red to move.
    ///
    /// # Errors
    ///
    /// If it is not in the tables, or cannot be read.
    pub fn counts(&self, material: Material) -> Result<Counts, BuildError> {
        let slice = self.slice(Player::Red, material)?;
        let mut counts = Counts { positions: slice.codes.len() as u64, ..Counts::default() };
        for value in slice.codes.iter() {
            match value.ok_or_else(|| self.blame())? {
                Value::Won(plies) => {
                    counts.won += 1;
                    counts.longest_win = counts.longest_win.max(plies);
                }
                Value::Drawn => counts.drawn += 1,
                Value::Lost(plies) => {
                    counts.lost += 1;
                    counts.longest_loss = counts.longest_loss.max(plies);
                }
            }
        }
        Ok(counts)
    }

    /// Returns the value of a position for the player to move; `None` if it is not in the
    /// tables: another shape or other rules, too many pieces, or a man on its crowning
    /// row, which only set-up positions have.
    ///
    /// While a jump is in progress, the value is that of the best way to go on.
    pub fn probe(&self, position: &Position) -> Option<Value> {
        let is_other = position.board().shape() != self.shape || position.rules() != self.rules;
        if is_other || self.rules.blocked == Blocked::Passes {
            return None;
        }
        if position.jumping().is_some() {
            let values = position.legal_moves().into_iter().map(|mv| self.probe(&position.after(&mv)));
            return values
                .map(|value| value.map(Value::before))
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .max();
        }
        let (pieces, player) = (position.board().pieces(), position.turn());
        let material = Material::of(pieces, player);
        if !material.has_both_sides() {
            return Some(if position.has_moves() { Value::Won(1) } else { Value::Lost(0) });
        }
        let slice = self.slices.get(&self.id(player, material))?;
        let number = variant::dispatch_sided(position.board(), self.rules, player, Number(&slice.numbering))?;
        slice.codes.get(usize_of(number))
    }

    fn id(&self, player: Player, material: Material) -> SliceId {
        SliceId { player: if self.can_be_turned() { Player::Red } else { player }, material }
    }

    /// Returns whether turning the board by half takes playable squares to playable ones.
    fn can_be_turned(&self) -> bool {
        (self.shape.ranks() + self.shape.files()).is_multiple_of(2)
    }

    fn sided<T: SidedTask>(&self, player: Player, task: T) -> T::Output {
        variant::dispatch_sided(&Board::empty(self.shape), self.rules, player, task)
    }
}

/// The most pieces of positions that are looked for in a folder.
const MOST_PIECES: u32 = 8;

struct NewNumbering(Material);

impl SidedTask for NewNumbering {
    type Output = Option<Numbering>;

    fn run<V: Variant, S: Side>(self, variant: V, _: Pieces<V::Word>) -> Option<Numbering> {
        Numbering::new::<_, S>(variant.layout(), self.0)
    }
}

/// The number of a position; `None` if a man stands on its crowning row.
struct Number<'a>(&'a Numbering);

impl SidedTask for Number<'_> {
    type Output = Option<u64>;

    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Option<u64> {
        let layout = variant.layout();
        let men = |player| pieces.of(player) - pieces.kings;
        let stuck =
            men(S::PLAYER) & S::crowning(layout) | men(S::Opponent::PLAYER) & S::Opponent::crowning(layout);
        stuck.is_empty().then(|| self.0.number::<_, S>(layout, pieces))
    }
}
