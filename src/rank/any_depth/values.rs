//! Computes the values of all positions with some pieces, depth by depth.

use super::arrays::{Array, Strips, key, position_of};
use super::history::{PlyChanges, PlyHistory, Watch};
use super::index::{Index, Placement};
use super::moves::Moves;
use super::repetition::{Repetition, is_over};
use super::sweep::{Sweep, useful_threads};
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::board::{PieceCount, Pieces};
use rankmoves_core::model::score::score_side;
use rankmoves_core::model::variant::{Black, Red, Variant};
use rankmoves_core::support::resources::has_memory_for;
use rankmoves_core::support::threads;
use rankmoves_core::{ByPlayer, Player, Score};

/// Returns the greatest number of each player's pieces in any of the positions. Later positions stay within
/// these numbers, because men can only be captured or crowned, and kings captured.
pub(super) fn most_pieces<W: Word>(
    positions: &(impl Iterator<Item = Pieces<W>> + Clone),
) -> ByPlayer<PieceCount> {
    ByPlayer::from_fn(|player| {
        let counts = positions.clone().map(|pieces| pieces.count(player));
        let men = counts.clone().map(|count| count.men).max().unwrap_or(0);
        let pieces = counts.map(|count| count.men + count.kings).max().unwrap_or(0);
        PieceCount { men, kings: pieces - men }
    })
}

/// The values of all positions with up to a given number of pieces.
pub(super) struct Values<V: Variant> {
    variant: V,
    moves: ByPlayer<Moves<V::Word>>,
    /// One sequence for each player to move at depth 0. Within a sequence the player to move alternates from
    /// depth to depth, so the two sequences share no values.
    sequences: ByPlayer<Option<Sequence>>,
    threads: usize,
    /// The maximum number of changes that each sequence keeps.
    max_noted: usize,
    /// The number of entries computed so far.
    pub(super) computed: u64,
}

impl<V: Variant> Values<V> {
    /// The maximum size of all values, in bytes.
    const MAX_VALUES_BYTES: usize = 384 << 20;

    /// Returns the number of positions with up to `most` pieces and either player to move, if the number is
    /// small enough for their values to be computed.
    pub(super) fn positions(variant: V, most: ByPlayer<PieceCount>) -> Option<u64> {
        let indices = indices(variant, most)?;
        Self::bytes_for(&indices, Self::max_noted(&indices)?)
            .filter(|&bytes| bytes <= Self::MAX_VALUES_BYTES)?;
        Some(indices.iter().map(|index| index.len() as u64).product::<u64>() * 2)
    }

    /// Returns how many changes are worth keeping.
    fn max_noted([red, black]: &[Index<V::Word>; 2]) -> Option<usize> {
        red.len().checked_mul(black.len()).map(PlyHistory::max_noted_for)
    }

    /// Returns the approximate maximum size of the values of all depths, in bytes, if each sequence
    /// keeps `max_noted` changes.
    fn bytes_for([red, black]: &[Index<V::Word>; 2], max_noted: usize) -> Option<usize> {
        let sequences = red.len().checked_mul(black.len())?.checked_mul(2 * 2)?;
        sequences.checked_add(Moves::bytes(red) + Moves::bytes(black) + 2 * PlyHistory::bytes_for(max_noted))
    }

    /// Prepares to compute the values of positions with up to the given numbers of pieces. Returns `None` if
    /// that takes too much memory.
    pub(super) fn new(variant: V, most: ByPlayer<PieceCount>, threads: usize) -> Option<Values<V>> {
        let indices = indices(variant, most)?;
        // If memory is short, values of earlier depths are dropped sooner.
        let enough = Self::max_noted(&indices)?;
        let max_noted = [enough, enough / 8].into_iter().find(|&max_noted| {
            Self::bytes_for(&indices, max_noted)
                .is_some_and(|bytes| bytes <= Self::MAX_VALUES_BYTES && has_memory_for(bytes))
        })?;
        let layout = variant.layout();
        let [red, black] = indices;
        let moves = ByPlayer::new(Moves::new::<_, Red>(layout, red), Moves::new::<_, Black>(layout, black));
        let sequences = ByPlayer::new(None, None);
        Some(Values { variant, moves, sequences, threads, max_noted, computed: 0 })
    }

    /// Returns whether all the given positions are indexed.
    pub(super) fn contains(&self, mut positions: impl Iterator<Item = Pieces<V::Word>>) -> bool {
        positions.all(|pieces| self.location(pieces).is_some())
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let moves = self.moves.iter().map(|(_, moves)| Moves::bytes(&moves.index));
        let of_sequence =
            |sequence: &Sequence| 2 * sequence.arrays[Player::Red].entries.len() + sequence.history.bytes();
        let sequences = self.sequences.iter().filter_map(|(_, sequence)| sequence.as_ref().map(of_sequence));
        moves.chain(sequences).sum()
    }

    /// Computes the values at `depth` of the positions in which `player` is to move. Returns `false` if
    /// stopped, or if memory runs out.
    pub(super) fn compute(
        &mut self,
        player: Player,
        depth: u32,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let first = player_at_depth_zero(player, depth);
        if self.sequences[first].is_none() {
            self.sequences[first] = self.start(first, is_stopped);
        }
        let Some(mut sequence) = self.sequences[first].take() else { return false };
        let mut is_done = true;
        while is_done && sequence.computed_depth(depth).is_none() {
            is_done = self.advance(&mut sequence, is_stopped);
        }
        self.sequences[first] = Some(sequence);
        is_done
    }

    /// Returns the value of a position; `None` if it has not been computed, or has been dropped.
    pub(super) fn value(&self, pieces: Pieces<V::Word>, player: Player, depth: u32) -> Option<Score> {
        let sequence = self.sequences[player_at_depth_zero(player, depth)].as_ref()?;
        let location = self.location(pieces)?;
        let (own, other) = (location[player], location[player.opponent()]);
        let (columns, rows) = (self.moves[player].len(), self.moves[player.opponent()].len());
        let plies = sequence.plies_back_to(depth)?;
        let changed = sequence.history.before(plies, Strips::of(rows).strip_of(other), key(own, other, rows));
        let entry = changed.unwrap_or(sequence.arrays[player].entries[other * columns + own]);
        Some(-Score::from(entry))
    }

    /// Returns whether the values at `depth` were computed but are no longer kept.
    pub(super) fn has_forgotten(&self, player: Player, depth: u32) -> bool {
        let sequence = self.sequences[player_at_depth_zero(player, depth)].as_ref();
        sequence.is_some_and(|sequence| {
            sequence.computed_depth(depth).is_some() && sequence.plies_back_to(depth).is_none()
        })
    }

    /// Returns the periods of all sequences that have become periodic.
    #[cfg(test)]
    pub(super) fn periods(&self) -> Vec<u32> {
        self.sequences.iter().filter_map(|(_, sequence)| Some(sequence.as_ref()?.end?.period)).collect()
    }

    /// Returns the indices of both placements of a position.
    fn location(&self, pieces: Pieces<V::Word>) -> Option<ByPlayer<usize>> {
        let index =
            |player| self.moves[player].index.rank(placement(pieces, player)).map(|index| index as usize);
        Some(ByPlayer::new(index(Player::Red)?, index(Player::Black)?))
    }

    /// Creates a sequence from the scores of all positions for the player not to move. The values at depth 0
    /// follow from these scores just as the values at any other depth follow from those one ply lower. Returns
    /// `None` if stopped, or if memory runs out.
    fn start(&self, first: Player, is_stopped: &(dyn Fn() -> bool + Sync)) -> Option<Sequence> {
        let array = |mover: Player| {
            let (rows, columns) = (self.moves[mover.opponent()].len(), self.moves[mover].len());
            let mut array = Array { entries: Vec::new(), changed: Vec::new(), first_changed: 0 };
            array.entries.try_reserve_exact(rows * columns).ok()?;
            array.entries.resize(rows * columns, 0);
            array.changed.try_reserve_exact(rows).ok()?;
            array.changed.resize(rows, 0);
            Some(array)
        };
        let mut arrays = ByPlayer::new(array(Player::Red)?, array(Player::Black)?);
        let (opponent, mover) = (&self.moves[first], &self.moves[first.opponent()]);
        let threads = useful_threads(self.threads, opponent.len() * mover.len());
        let mut rows = arrays[first.opponent()].entries.chunks_mut(mover.len()).enumerate();
        let until_stopped = std::iter::from_fn(|| if is_stopped() { None } else { rows.next() });
        threads::for_each(until_stopped, threads, |(row, scores)| {
            self.score_row(first, opponent.placements[row], scores);
        });
        if rows.len() > 0 {
            return None;
        }
        let history = PlyHistory::new(self.max_noted);
        Some(Sequence { first, arrays, depth: None, history, is_stopped: false, watch: None, end: None })
    }

    /// Writes the scores, for `player`, of the positions in which `player` has the placement `own` and is not to
    /// move.
    fn score_row(&self, player: Player, own: Placement<V::Word>, scores: &mut [i8]) {
        for (score, &other) in scores.iter_mut().zip(&self.moves[player.opponent()].placements) {
            if !own.occupied().intersects(other.occupied()) {
                let kings = own.kings | other.kings;
                let pieces = Pieces::new(player, own.occupied(), other.occupied(), kings);
                let exact = match player {
                    Player::Red => score_side::<V, Red>(self.variant, pieces),
                    Player::Black => score_side::<V, Black>(self.variant, pieces),
                };
                *score = i8::try_from(exact).expect("few pieces have small scores");
            }
        }
    }

    /// Computes the next depth. Returns `false` if stopped.
    fn advance(&mut self, sequence: &mut Sequence, is_stopped: &(dyn Fn() -> bool + Sync)) -> bool {
        let depth = sequence.depth.map_or(0, |depth| depth + 1);
        let mover = sequence.player_at(depth);
        let mut target = std::mem::take(&mut sequence.arrays[mover]);
        if !sequence.is_stopped {
            target.changed.fill(0);
            target.first_changed = usize::MAX;
        }
        let sweep = Sweep {
            variant: self.variant,
            mover: &self.moves[mover],
            opponent: &self.moves[mover.opponent()],
            source: &sequence.arrays[mover.opponent()],
            // Depths 0 and 1 have no values from two plies earlier to compare with.
            computes_all: depth < 2,
            max_noted: if depth < 2 { 0 } else { sequence.history.max_noted },
            threads: self.threads,
            is_stopped,
        };
        let changes = sweep.run(&mut target);
        sequence.arrays[mover] = target;
        let was_stopped = std::mem::replace(&mut sequence.is_stopped, changes.is_none());
        let Some(changes) = changes else { return false };
        self.computed += sequence.arrays[mover].entries.len() as u64;
        sequence.finish(depth, PlyChanges(changes), was_stopped);
        true
    }
}

/// Two arrays of values, one for each player to move, that are computed depth by depth.
struct Sequence {
    /// The player to move at depth 0.
    first: Player,
    arrays: ByPlayer<Array>,
    /// The latest computed depth.
    depth: Option<u32>,
    history: PlyHistory,
    /// True if the computation of the next depth was started, but stopped before its end.
    is_stopped: bool,
    watch: Option<Watch>,
    end: Option<Repetition>,
}

impl Sequence {
    fn player_at(&self, depth: u32) -> Player {
        player_at_depth_zero(self.first, depth)
    }

    /// Returns a computed depth whose values equal those of `depth`, if there is such a depth.
    fn computed_depth(&self, depth: u32) -> Option<u32> {
        let latest = self.depth?;
        if depth <= latest { Some(depth) } else { Some(self.end?.first_equal_depth(depth)) }
    }

    /// Returns how many of the latest plies must be taken back to get the values of `depth`; `None` if the
    /// values are not computed or were dropped.
    fn plies_back_to(&self, depth: u32) -> Option<u32> {
        // The next ply computes the other player's entries, so the values of a depth change only two plies
        // later.
        let plies = (self.depth? - self.computed_depth(depth)?).saturating_sub(1);
        Some(plies).filter(|&plies| plies <= self.history.len())
    }

    /// Records the changes of a ply.
    fn finish(&mut self, depth: u32, changes: PlyChanges, was_stopped: bool) {
        self.depth = Some(depth);
        let array = &self.arrays[self.player_at(depth)];
        if depth > 0 && array.first_changed == usize::MAX {
            // The values equal those of two plies ago, so all later values repeat as well.
            self.end = Some(Repetition { from: depth - 1, period: 2 });
        }
        let is_known = !was_stopped && changes.is_complete();
        if !is_known {
            self.watch = None;
        }
        if let Some(watch) = self.watch.as_mut().filter(|watch| (depth - watch.since).is_multiple_of(2)) {
            let columns = array.entries.len() / array.changed.len();
            let now = |key: u32| {
                let (own, other) = position_of(key, array.changed.len());
                array.entries[other * columns + own]
            };
            match watch.update(changes.iter().map(|(key, before)| (key, before, now(key)))) {
                Some(true) if self.end.is_none() => {
                    self.end = Some(Repetition { from: watch.since, period: depth - watch.since });
                }
                Some(_) => {}
                None => self.watch = None,
            }
        }
        let is_due = self.watch.as_ref().is_none_or(|watch| is_over(watch.since, depth));
        if is_known && self.end.is_none() && depth >= MIN_WATCHED_DEPTH && is_due {
            self.watch = Watch::begin(depth, &changes);
        }
        if is_known {
            self.history.push(changes);
        } else {
            self.history.clear();
        }
        if self.watch.as_ref().is_some_and(|watch| depth - watch.since > self.history.len()) {
            self.watch = None;
        }
    }
}

/// The least depth whose values may be watched for repetition.
const MIN_WATCHED_DEPTH: u32 = 32;

/// Returns the player to move at depth 0, if `player` is to move at `depth`.
fn player_at_depth_zero(player: Player, depth: u32) -> Player {
    if depth.is_multiple_of(2) { player } else { player.opponent() }
}

fn placement<W: Word>(pieces: Pieces<W>, player: Player) -> Placement<W> {
    let own = pieces.of(player);
    Placement { men: own - pieces.kings, kings: own & pieces.kings }
}

/// Returns the indices of red's and of black's placements; `None` if there are too many.
fn indices<V: Variant>(variant: V, most: ByPlayer<PieceCount>) -> Option<[Index<V::Word>; 2]> {
    let red = Index::new::<_, Red>(variant.layout(), most[Player::Red])?;
    let black = Index::new::<_, Black>(variant.layout(), most[Player::Black])?;
    Some([red, black])
}
