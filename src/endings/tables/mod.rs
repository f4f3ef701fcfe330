//! Ending tables: the value of every position of few pieces under perfect play.
//!
//! 1. `material` counts the pieces of both players; `numbering` numbers the positions of
//!    a material without gaps;
//! 2. `build` finds their values by retrograde analysis, slice after slice;
//! 3. `file` writes them, block by block, and reads a block when it is asked for;
//!    `check` compares every value with those after its moves;
//! 4. [`Tables`] keeps them and is asked.

mod build;
mod check;
mod file;
mod material;
mod numbering;
mod slice;
#[cfg(test)]
mod tests;
mod value;

pub use file::FileError;
pub use material::Material;
pub use value::{Value, Wdl};

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

use crate::model::board::Board;
use crate::model::board::Pieces;
use crate::model::player::Player;
use crate::model::position::Position;
use crate::model::rules::Rules;
use crate::model::shape::Shape;
use crate::model::variant::{self, Side, SidedTask, Variant};
use crate::support::threads::run_alongside;
use build::{Conversions, Draft, Half};
use check::Check;
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

/// The reason why tables could not be built, or are not right.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The numbers of positions are beyond what is indexed.
    #[error("there are too many positions of {0} pieces on this board")]
    TooMany(u32),
    /// There is no memory.
    #[error("there is no memory for {0} positions")]
    Memory(u64),
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file could not be read while it was needed.
    #[error("a table that is needed cannot be read any more")]
    Unreadable,
    /// The slice that is asked for, or one that it needs, is not there.
    #[error("there is no table of {0} (own men, own kings, their men, their kings)")]
    Missing(Material),
    /// The value of a position does not follow from those after its moves.
    #[error("the table of {0} is wrong at position {1}")]
    WrongValue(Material, u64),
    /// Another thread stopped it.
    #[error("stopped")]
    Stopped,
}

/// Progress of a build, for other threads to read, and their wish to stop it.
#[derive(Debug, Default)]
pub struct BuildProgress {
    done: AtomicU64,
    stop: AtomicBool,
}

impl BuildProgress {
    /// Returns the number of positions of finished slices.
    pub fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }

    /// Stops the build.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
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

    /// Loads the slice of a material, red to move, and that of the replies. Returns
    /// whether there are files for them.
    fn load(&mut self, material: Material) -> Result<bool, FileError> {
        for (player, material) in self.pair(material) {
            let id = self.id(player, material);
            if self.slices.contains_key(&id) {
                continue;
            }
            let Some(path) = self.path(id).filter(|path| path.is_file()) else {
                return Ok(false);
            };
            let Some(numbering) = self.sided(player, NewNumbering(material)) else {
                return Ok(false);
            };
            let packed = Packed::open(&path, self.shape, self.rules, id, numbering.len())?;
            self.most_pieces = self.most_pieces.max(material.pieces());
            self.slices.insert(id, Slice { numbering, codes: Codes::Packed(packed) });
        }
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

    /// Compares the value of every position of a material, red to move, with those after
    /// its moves. No wrong value passes: by induction on the plies, the values that
    /// agree with those after their moves are the right ones.
    ///
    /// # Errors
    ///
    /// If a value is wrong or cannot be read.
    pub fn verify(
        &self,
        material: Material,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        for (player, material) in self.pair(material) {
            let missing = BuildError::Missing(material);
            let Some(slice) = self.slices.get(&self.id(player, material)) else {
                return Err(missing);
            };
            if let Codes::Packed(packed) = &slice.codes {
                packed.check()?;
            }
            let Some(replies) = self.slices.get(&self.id(player.opponent(), material.turned())) else {
                return Err(missing);
            };
            let converted = self.conversions(player, material);
            let check = Check {
                numbering: &slice.numbering,
                codes: &slice.codes,
                replies: (&replies.numbering, &replies.codes),
                converted: &converted,
            };
            let wrong = AtomicU64::new(u64::MAX);
            for_rows(&slice.numbering, threads, progress, |rows| {
                if let Some(number) = self.sided(player, RunCheck { check: &check, rows }) {
                    wrong.fetch_min(number, Relaxed);
                }
            });
            match wrong.into_inner() {
                u64::MAX if progress.stop.load(Relaxed) => return Err(BuildError::Stopped),
                u64::MAX => progress.done.fetch_add(slice.numbering.len(), Relaxed),
                number => return Err(BuildError::WrongValue(material, number)),
            };
        }
        Ok(())
    }

    /// Builds all tables up to some number of pieces that are not there yet.
    ///
    /// # Errors
    ///
    /// If there are too many positions, no memory, or it is stopped. What was built before
    /// stays.
    pub fn build(
        &mut self,
        pieces: u32,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        while self.pieces < pieces {
            self.build_slices(&Material::all(self.pieces + 1), threads, progress)?;
            self.pieces += 1;
        }
        Ok(())
    }

    /// Builds the tables of all that some material can lead to, and of itself, that are
    /// not there yet; the player to move may be either.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    pub fn build_from(
        &mut self,
        material: Material,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        let mut all = material.all_after();
        all.extend(material.turned().all_after());
        all.sort_by_key(|material| (material.pieces(), material.men(), *material));
        self.build_slices(&all, threads, progress)
    }

    fn build_slices(
        &mut self,
        materials: &[Material],
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        for &material in materials {
            let is_there = self.slices.contains_key(&self.id(Player::Red, material));
            if !is_there && !self.load(material)? {
                self.build_slice(material, threads, progress)?;
            }
        }
        Ok(())
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

    /// Returns the counts of a material, red to move; `None` if it is not in the tables.
    pub fn counts(&self, material: Material) -> Option<Counts> {
        let slice = self.slices.get(&self.id(Player::Red, material))?;
        let mut counts = Counts { positions: slice.codes.len() as u64, ..Counts::default() };
        for value in slice.codes.iter() {
            match value? {
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
        Some(counts)
    }

    /// Returns the value of a position for the player to move; `None` if it is not in the
    /// tables: another shape or other rules, too many pieces, or a man on its crowning
    /// row, which only set-up positions have.
    ///
    /// While a jump is in progress, the value is that of the best way to go on.
    pub fn probe(&self, position: &Position) -> Option<Value> {
        if position.board().shape() != self.shape || position.rules() != self.rules {
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

    /// Builds the slice of a material, red to move, and that of the replies.
    fn build_slice(
        &mut self,
        material: Material,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        let sides = self.pair(material);
        let count = sides.len();
        let mut numberings = Vec::new();
        for &(player, material) in &sides {
            let numbering = self.sided(player, NewNumbering(material));
            numberings.push(numbering.ok_or(BuildError::TooMany(material.pieces()))?);
        }
        let mut drafts = Vec::new();
        for numbering in &numberings {
            drafts.push(Draft::new(numbering.len()).ok_or(BuildError::Memory(numbering.len()))?);
        }
        let mut conversions = Vec::new();
        for &(player, material) in &sides {
            conversions.push(self.conversions(player, material));
        }
        let halves: Vec<Half> = (0..count)
            .map(|half| Half {
                numbering: &numberings[half],
                draft: &drafts[half],
                reply_numbering: &numberings[count - 1 - half],
                reply_draft: &drafts[count - 1 - half],
                converted: &conversions[half],
            })
            .collect();
        let run = |pass| {
            let mut highest = 0;
            for (&(player, _), half) in sides.iter().zip(&halves) {
                highest = highest.max(self.pass(player, half, pass, threads, progress));
            }
            if progress.stop.load(Relaxed) {
                Err(BuildError::Stopped)
            } else if drafts.iter().any(Draft::is_broken) {
                Err(BuildError::Unreadable)
            } else {
                Ok(highest)
            }
        };
        let mut highest = run(Pass::Begin)?;
        let mut plies = 0;
        while plies < highest {
            highest = highest.max(run(Pass::Tell(plies))?);
            plies += 1;
        }
        drop(halves);
        drop(conversions);
        for ((&(player, material), numbering), draft) in sides.iter().zip(numberings).zip(drafts) {
            let id = self.id(player, material);
            progress.done.fetch_add(numbering.len(), Relaxed);
            self.most_pieces = self.most_pieces.max(material.pieces());
            let codes = draft.finish();
            if let Some(path) = self.path(id) {
                file::write(&path, self.shape, self.rules, id, &codes)?;
            }
            self.slices.insert(id, Slice { numbering, codes });
        }
        Ok(())
    }

    /// Returns the slices that conversions from a material lead to.
    fn conversions(&self, player: Player, material: Material) -> Conversions<'_> {
        let Material { own_men, own_kings, their_men, their_kings } = material;
        let mut conversions = Conversions { slices: Vec::new(), their_kings };
        for captured_men in 0..=their_men {
            for captured_kings in 0..=their_kings {
                for crowned in [0, 1] {
                    let after = Material {
                        own_men: their_men - captured_men,
                        own_kings: their_kings - captured_kings,
                        their_men: own_men.saturating_sub(crowned),
                        their_kings: own_kings + crowned,
                    };
                    let slice = self.slices.get(&self.id(player.opponent(), after));
                    conversions.slices.push(slice.map(|slice| (&slice.numbering, &slice.codes)));
                }
            }
        }
        conversions
    }

    /// Runs a pass over all positions of half a pair of slices. Returns the highest code.
    fn pass(
        &self,
        player: Player,
        half: &Half,
        pass: Pass,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> u16 {
        let highest = AtomicU16::new(0);
        for_rows(half.numbering, threads, progress, |rows| {
            highest.fetch_max(self.sided(player, RunPass { half, pass, rows }), Relaxed);
        });
        highest.into_inner()
    }

    fn sided<T: SidedTask>(&self, player: Player, task: T) -> T::Output {
        variant::dispatch_sided(&Board::empty(self.shape), self.rules, player, task)
    }
}

/// Lets threads act on all rows of a slice, some at a time, until it is stopped.
fn for_rows(
    numbering: &Numbering,
    threads: NonZeroUsize,
    progress: &BuildProgress,
    act: impl Fn(Range<u64>) + Sync,
) {
    let rows = numbering.rows();
    let step = (CHUNK / numbering.row_len().max(1)).max(1);
    let next = AtomicU64::new(0);
    let work = || {
        while !progress.stop.load(Relaxed) {
            let start = next.fetch_add(step, Relaxed);
            if start >= rows {
                break;
            }
            act(start..rows.min(start + step));
        }
    };
    let threads = if numbering.len() > 8 * CHUNK { threads.get() } else { 1 };
    run_alongside(1..threads, 0, |_| work(), |_, _| work());
}

/// The most pieces of positions that are looked for in a folder.
const MOST_PIECES: u32 = 8;

/// The positions that a thread takes at a time.
const CHUNK: u64 = 1 << 14;

#[derive(Clone, Copy)]
enum Pass {
    Begin,
    Tell(u16),
}

struct RunPass<'a> {
    half: &'a Half<'a>,
    pass: Pass,
    rows: Range<u64>,
}

impl SidedTask for RunPass<'_> {
    type Output = u16;

    fn run<V: Variant, S: Side>(self, variant: V, _: Pieces<V::Word>) -> u16 {
        match self.pass {
            Pass::Begin => self.half.begin::<V, S>(variant, self.rows),
            Pass::Tell(plies) => self.half.tell::<V, S>(variant, self.rows, plies),
        }
    }
}

struct RunCheck<'a> {
    check: &'a Check<'a>,
    rows: Range<u64>,
}

impl SidedTask for RunCheck<'_> {
    type Output = Option<u64>;

    fn run<V: Variant, S: Side>(self, variant: V, _: Pieces<V::Word>) -> Option<u64> {
        self.check.first_wrong::<V, S>(variant, self.rows)
    }
}

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
