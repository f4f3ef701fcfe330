//! Counts paths, split among threads.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::PerftProgress;
use super::merge::Merger;
use super::waiting::add;
use super::walk::Walker;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{self, Effect};
use rankmoves_core::model::variant::{Side, Variant};
use rankmoves_core::support::hash::WordMap;
use rankmoves_core::support::resources::{Resources, Usage};
use rankmoves_core::support::table::Table;
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::support::{stack, threads};

/// A part of the work: the paths from one position.
struct Subtree<W> {
    /// The index of the root above the position.
    root: usize,
    pieces: Pieces<W>,
    /// The number of paths from the root to the position.
    paths_to: u64,
}

/// Counts the paths of `depth` moves from each root, with side `S` to move. A count of `u64::MAX` means this
/// number or more.
///
/// The tree is split two plies at a time, until there are enough subtrees or few plies are left. Threads take
/// one subtree after another. When the table is crowded, the threads stop so that the table can grow. Once
/// `stop` is true, the threads end, and the counts are incomplete.
pub(super) fn count_all<V: Variant, S: Side>(
    variant: V,
    roots: &[Pieces<V::Word>],
    depth: u32,
    resources: Resources,
    tuning: Tuning,
    progress: &PerftProgress,
    stop: &AtomicBool,
) -> io::Result<(Vec<u64>, Usage)> {
    let Tuning { split_depth, subtrees: enough, .. } = tuning;
    let has_table = resources.table_bytes > 0 && depth >= split_depth;
    let threads = if depth < split_depth { 1 } else { resources.threads.get() };
    let mut subtrees: Vec<_> =
        roots.iter().enumerate().map(|(root, &pieces)| Subtree { root, pieces, paths_to: 1 }).collect();
    let mut remaining = depth;
    while remaining >= split_depth && subtrees.len() < enough {
        subtrees = two_plies_further::<V, S>(variant, &subtrees, has_table);
        remaining -= 2;
    }
    progress.begin(subtrees.len());
    let mut table = Table::new(if has_table { resources.table_bytes } else { 0 });
    let counts = Mutex::new(vec![0; roots.len()]);
    let mut left = subtrees.iter();
    let mut started = 1;
    // Each pass ends when all subtrees are done, or when the table is crowded and has to grow.
    stack::with_stack_for(remaining, || {
        while left.len() > 0 && !stop.load(Relaxed) {
            table.grow_if_crowded();
            let table = has_table.then(|| table.shared());
            let used = threads::share(&mut left, threads, remaining, |subtrees| {
                let mut parts = vec![0; roots.len()];
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
