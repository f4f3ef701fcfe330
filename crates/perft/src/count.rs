//! Counts paths, split among threads.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::merge::Merger;
use super::walk::{Walker, add};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{self, Effect};
use rankmoves_core::model::player::Player;
use rankmoves_core::model::position::Position;
use rankmoves_core::model::variant::{Black, Red, Side, Task, Variant};
use rankmoves_core::support::hash::WordMap;
use rankmoves_core::support::resources::{Resources, Usage};
use rankmoves_core::support::table::Table;
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::support::{stack, threads};

/// Progress of the current count of a [`Perft`](super::Perft), for other threads to read. The figures may be
/// from slightly different moments.
#[derive(Debug, Default)]
pub struct PerftProgress {
    subtrees: AtomicUsize,
    done: AtomicUsize,
    paths: AtomicU64,
}

impl PerftProgress {
    /// Returns the number of subtrees into which the tree is split.
    pub fn subtrees(&self) -> usize {
        self.subtrees.load(Relaxed)
    }

    /// Returns the number of subtrees that have been counted.
    pub fn done(&self) -> usize {
        self.done.load(Relaxed)
    }

    /// Returns the number of paths in the counted subtrees, modulo 2^64.
    pub fn paths(&self) -> u64 {
        self.paths.load(Relaxed)
    }

    pub(super) fn begin(&self, subtrees: usize) {
        self.subtrees.store(subtrees, Relaxed);
        self.done.store(0, Relaxed);
        self.paths.store(0, Relaxed);
    }

    pub(super) fn add(&self, paths: u64) {
        self.done.fetch_add(1, Relaxed);
        self.paths.fetch_add(paths, Relaxed);
    }
}

/// A part of the work: the paths from one position.
struct Subtree<W> {
    /// The index of the root above the position.
    root: usize,
    pieces: Pieces<W>,
    /// The number of paths from the root to the position.
    paths_to: u64,
}

/// A count of the paths of `depth` moves from some positions. All positions have the same shape, rules and player to
/// move, and no jump in progress. A count of `u64::MAX` means this number or more.
///
/// The tree is split two plies at a time, until there are enough subtrees or few plies are left. Threads take
/// one subtree after another. When the table is crowded, the threads stop so that the table can grow. Once
/// `stop` is true, the threads end, and the counts are incomplete.
pub(super) struct CountAll<'a> {
    pub(super) positions: &'a [Position],
    pub(super) player: Player,
    pub(super) depth: u32,
    pub(super) resources: Resources,
    pub(super) tuning: Tuning,
    pub(super) progress: &'a PerftProgress,
    pub(super) stop: &'a AtomicBool,
}

impl Task for CountAll<'_> {
    type Output = io::Result<(Vec<u64>, Usage)>;

    fn run<V: Variant>(self, variant: V) -> Self::Output {
        match self.player {
            Player::Red => self.count::<V, Red>(variant),
            Player::Black => self.count::<V, Black>(variant),
        }
    }
}

impl CountAll<'_> {
    fn count<V: Variant, S: Side>(self, variant: V) -> io::Result<(Vec<u64>, Usage)> {
        let CountAll { positions, depth, resources, tuning, progress, stop, .. } = self;
        let Tuning { split_depth, subtrees: enough, .. } = tuning;
        let has_table = resources.table_bytes > 0 && depth >= split_depth;
        let threads = if depth < split_depth { 1 } else { resources.threads.get() };
        let mut subtrees: Vec<_> = positions
            .iter()
            .enumerate()
            .map(|(root, position)| Subtree {
                root,
                pieces: position.board().pieces().convert(),
                paths_to: 1,
            })
            .collect();
        let mut remaining = depth;
        while remaining >= split_depth && subtrees.len() < enough {
            subtrees = two_plies_further::<V, S>(variant, &subtrees, has_table);
            remaining -= 2;
        }
        progress.begin(subtrees.len());
        let mut table = Table::new(if has_table { resources.table_bytes } else { 0 });
        let counts = Mutex::new(vec![0; positions.len()]);
        let mut left = subtrees.iter();
        let mut started = 1;
        // Each pass ends when all subtrees are done, or when the table is crowded and has to grow.
        stack::with_stack_for(remaining, || {
            while left.len() > 0 && !stop.load(Relaxed) {
                table.grow_if_crowded();
                let table = has_table.then(|| table.shared());
                let used = threads::share(&mut left, threads, remaining, |subtrees| {
                    let mut parts = vec![0; positions.len()];
                    let mut walker = Walker::new(variant);
                    let mut merger = table.map(|table| Merger::new(variant, tuning, table));
                    for subtree in subtrees {
                        let count = match &mut merger {
                            Some(merger) => merger.count::<S>(subtree.pieces, remaining),
                            None => walker.count::<S>(subtree.pieces, remaining),
                        };
                        let paths = count.saturating_mul(subtree.paths_to);
                        add(&mut parts[subtree.root], paths);
                        progress.add(paths);
                        if stop.load(Relaxed) || table.is_some_and(|table| table.is_crowded()) {
                            break;
                        }
                    }
                    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
                    counts.iter_mut().zip(parts).for_each(|(count, part)| add(count, part));
                });
                started = started.max(used);
            }
        })?;
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (table_bytes, table_used) = if has_table { (table.bytes(), table.bytes_used()) } else { (0, 0) };
        Ok((counts, Usage { threads: started, table_bytes, table_used }))
    }
}

/// Returns the subtrees two plies further down. If `merged`, transpositions share a subtree.
fn two_plies_further<V: Variant, S: Side>(
    variant: V,
    subtrees: &[Subtree<V::Word>],
    merged: bool,
) -> Vec<Subtree<V::Word>> {
    let mut next: Vec<Subtree<V::Word>> = Vec::new();
    let mut indices: WordMap<_, usize> = WordMap::default();
    for &Subtree { root, pieces, paths_to } in subtrees {
        movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
            let pieces = effect.apply::<S>(pieces);
            movegen::generate::<V, S::Opponent>(variant, pieces, &mut |effect: Effect<V::Word>| {
                let pieces = effect.apply::<S::Opponent>(pieces);
                let index =
                    if merged { *indices.entry((root, pieces)).or_insert(next.len()) } else { next.len() };
                match next.get_mut(index) {
                    Some(subtree) => subtree.paths_to = subtree.paths_to.saturating_add(paths_to),
                    None => next.push(Subtree { root, pieces, paths_to }),
                }
            });
        });
    }
    next
}
