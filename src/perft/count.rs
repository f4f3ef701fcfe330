//! Counting of paths, with or without threads and a table.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::PerftProgress;
use crate::model::board::Pieces;
use crate::model::movegen::{self, Effect};
use crate::model::variant::{Side, Variant};
use crate::support::hash::WordHasher;
use crate::support::resources::{Resources, Usage};
use crate::support::stack;
use crate::support::table::{Key, SharedTable, Table, Value};
use crate::support::threads;
use crate::support::tuning::Tuning;

/// The counts of some positions, and the resources used.
pub(super) struct Counts {
    /// The counts in the order of the positions; `u64::MAX` stands for that or more.
    pub(super) counts: Vec<u64>,
    pub(super) usage: Usage,
}

/// A number of paths.
#[derive(Clone, Copy)]
struct Count(u64);

impl<W> Value<W> for Count {
    const HAS_WORD: bool = true;

    #[inline]
    fn pack(self) -> (u64, u64) {
        (1, self.0)
    }

    #[inline]
    fn unpack(_: u64, word: u64) -> Count {
        Count(word)
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

/// Counts the paths of `depth` moves from each root, with side `S` to move.
///
/// The tree is split at the ply at which it has some hundred positions. Threads
/// take one subtree after the other; when the table is crowded, they stop to let
/// it grow.
pub(super) fn count_all<V: Variant, S: Side>(
    variant: V,
    roots: &[Pieces<V::Word>],
    depth: u32,
    resources: Resources,
    tuning: Tuning,
    progress: &PerftProgress,
) -> io::Result<Counts> {
    let Tuning { split_depth, subtrees: enough, probe_depth, .. } = tuning;
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
    let next = AtomicUsize::new(0);
    let mut started = 1;
    // Until all subtrees are done, or the table should grow first.
    stack::with_stack_for(remaining, || {
        while next.load(Relaxed) < subtrees.len() {
            table.grow_if_crowded();
            let table = has_table.then(|| table.shared());
            let work = || {
                let mut parts = vec![0; roots.len()];
                while let Some(subtree) = subtrees.get(next.fetch_add(1, Relaxed)) {
                    let count = match table {
                        Some(table) => {
                            let mut counter = Counter { variant, probe_depth, table, successors: Vec::new() };
                            counter.count::<S>(subtree.pieces, remaining)
                        }
                        None => count::<V, S>(variant, subtree.pieces, remaining),
                    };
                    let paths = count.saturating_mul(subtree.paths_to);
                    add(&mut parts[subtree.root], paths);
                    progress.add(paths);
                    if table.is_some_and(|table| table.is_crowded()) {
                        break;
                    }
                }
                let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
                counts.iter_mut().zip(parts).for_each(|(count, part)| add(count, part));
            };
            // If the system starts fewer threads, those do the work.
            let own = |others, _| {
                work();
                others
            };
            let others = threads::run_alongside(1..threads, remaining, |_| work(), own);
            started = started.max(1 + others);
        }
    })?;
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (table_bytes, table_used) = if has_table { (table.bytes(), table.bytes_used()) } else { (0, 0) };
    Ok(Counts { counts, usage: Usage { threads: started, table_bytes, table_used } })
}

fn add(count: &mut u64, part: u64) {
    *count = count.saturating_add(part);
}

/// Returns the subtrees two plies further. If `merged`, transpositions share one.
fn two_plies_further<V: Variant, S: Side>(
    variant: V,
    subtrees: &[Subtree<V::Word>],
    merged: bool,
) -> Vec<Subtree<V::Word>> {
    let mut next: Vec<Subtree<V::Word>> = Vec::new();
    let mut indices: HashMap<_, usize, BuildHasherDefault<WordHasher>> = HashMap::default();
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

/// Counts the paths of `depth` moves. The last two plies are counted without
/// making the moves.
fn count<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return movegen::count::<V, S>(variant, pieces),
        2 => return movegen::count_two_plies::<V, S>(variant, pieces),
        _ => {}
    }
    let mut total = 0_u64;
    movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
        let part = count::<V, S::Opponent>(variant, effect.apply::<S>(pieces), depth - 1);
        add(&mut total, part);
    });
    total
}

/// A counter with a transposition table.
struct Counter<'a, V: Variant> {
    variant: V,
    /// The least depth at which the positions after each move are probed.
    probe_depth: u32,
    table: SharedTable<'a, V::Word, Count>,
    /// The positions still to be counted after the moves of every node on the
    /// path from the root.
    successors: Vec<Pieces<V::Word>>,
}

impl<V: Variant> Counter<'_, V> {
    /// Counts the paths of `depth` moves.
    fn count<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32) -> u64 {
        if depth < self.probe_depth {
            return count::<V, S>(self.variant, pieces, depth);
        }
        let mut total = 0;
        let first = self.successors.len();
        // Probing all successors first lets the processor fetch several lines
        // of the table at a time.
        movegen::generate::<V, S>(self.variant, pieces, &mut |effect: Effect<V::Word>| {
            let pieces = effect.apply::<S>(pieces);
            let key = Key::new::<S::Opponent>(pieces, depth - 1);
            match key.as_ref().and_then(|key| self.table.get(key)) {
                Some(Count(known)) => add(&mut total, known),
                None => self.successors.push(pieces),
            }
        });
        while self.successors.len() > first {
            if let Some(pieces) = self.successors.pop() {
                let part = self.count::<S::Opponent>(pieces, depth - 1);
                add(&mut total, part);
                if let Some(key) = Key::new::<S::Opponent>(pieces, depth - 1) {
                    self.table.put(&key, Count(part));
                }
            }
        }
        total
    }
}
