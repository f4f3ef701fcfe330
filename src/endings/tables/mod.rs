//! Ending tables: the value of every position of few pieces under perfect play.
//!
//! 1. `material` counts the pieces of both players; `numbering` numbers the positions of
//!    a material without gaps;
//! 2. `build` finds their values by retrograde analysis, slice after slice;
//! 3. [`Tables`] keeps them and is asked.

mod build;
mod material;
mod numbering;
mod slice;
#[cfg(test)]
mod tests;
mod value;

pub use material::Material;
pub use value::{Value, Wdl};

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::Range;
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

/// The reason why tables could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The numbers of positions are beyond what is indexed.
    #[error("there are too many positions of {0} pieces on this board")]
    TooMany(u32),
    /// There is no memory.
    #[error("there is no memory for {0} positions")]
    Memory(u64),
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
    /// Creates tables without a position of both players.
    pub fn new(shape: Shape, rules: Rules) -> Tables {
        Tables { shape, rules, pieces: 1, most_pieces: 1, slices: HashMap::new() }
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
            if !self.slices.contains_key(&self.id(Player::Red, material)) {
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
            match value {
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
        if position.board().shape() != self.shape || !same_moves(position.rules(), self.rules) {
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
        Some(Value::from_code(slice.codes.get(usize_of(number))))
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
        let sides = [(Player::Red, material), (Player::Black, material.turned())];
        // Turned, the replies are in the same slice.
        let count = if self.can_be_turned() && material == material.turned() { 1 } else { 2 };
        let sides = &sides[..count];
        let mut numberings = Vec::new();
        for &(player, material) in sides {
            let numbering = self.sided(player, NewNumbering(material));
            numberings.push(numbering.ok_or(BuildError::TooMany(material.pieces()))?);
        }
        let mut drafts = Vec::new();
        for numbering in &numberings {
            drafts.push(Draft::new(numbering.len()).ok_or(BuildError::Memory(numbering.len()))?);
        }
        let mut conversions = Vec::new();
        for &(player, material) in sides {
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
            if progress.stop.load(Relaxed) { Err(BuildError::Stopped) } else { Ok(highest) }
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
            self.slices.insert(id, Slice { numbering, codes: draft.finish() });
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
        let rows = half.numbering.rows();
        let step = (CHUNK / half.numbering.row_len().max(1)).max(1);
        let (next, highest) = (AtomicU64::new(0), AtomicU16::new(0));
        let work = || {
            while !progress.stop.load(Relaxed) {
                let start = next.fetch_add(step, Relaxed);
                if start >= rows {
                    break;
                }
                let rows = start..rows.min(start + step);
                highest.fetch_max(self.sided(player, RunPass { half, pass, rows }), Relaxed);
            }
        };
        let threads = if half.numbering.len() > 8 * CHUNK { threads.get() } else { 1 };
        run_alongside(1..threads, 0, |_| work(), |_, _| work());
        highest.into_inner()
    }

    fn sided<T: SidedTask>(&self, player: Player, task: T) -> T::Output {
        variant::dispatch_sided(&Board::empty(self.shape), self.rules, player, task)
    }
}

/// The positions that a thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// Returns whether two rules have the same moves: what a player without moves does is
/// no matter, since tables say that he has lost.
fn same_moves(one: Rules, other: Rules) -> bool {
    (one.capture, one.jumps) == (other.capture, other.jumps)
}

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
