//! Compares the search with the definition.

use std::num::NonZeroUsize;

use rankmoves::rank::minimax;
use rankmoves::{Ranker, write_tree};
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::{Position, Resources, Score, score};
use rankmoves_perft::perft;

use super::start::{Bytes, Start, has_few_paths};

/// Thresholds low enough that small trees use every method.
const LOW: Tuning = Tuning {
    parallel_depth: 2,
    defer_depth: 2,
    enhanced_cutoff_depth: 2,
    table_depth: 2,
    internal_deepening_depth: 3,
    internal_reduction: 1,
    any_depth_from: 9,
    values_per_node: u64::MAX,
    split_depth: 3,
    subtrees: 16,
    probe_depth: 3,
    batch: 4,
};

/// The sizes of tables in bytes: one cache line, a few cache lines, and more than are needed.
const TABLES: [usize; 4] = [64, 1 << 10, 1 << 14, 1 << 20];

/// The maximum number of moves on the last ply of a tree that minimax walks.
const LEAVES: u64 = 600;

/// The greatest depth of a tree.
const DEEPEST: u32 = 12;

/// Checks that a ranker with any resources gives the scores of the definition at every depth, in any order of
/// depths; that the end of each line of best play has the line's score; and that the tree is the oracle's.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let threads = NonZeroUsize::new(1 + bytes.below(4)).expect("one at least");
    let resources = Resources { threads, table_bytes: *bytes.one_of(&TABLES) };
    let low = bytes.take();
    let order = [bytes.take(), bytes.take(), bytes.take()];
    let start = Start::take(&mut bytes);
    if !is_small(&start) {
        return;
    }
    let position = start.position();
    let deepest = affordable_depth(&position);
    let far = if low & 2 == 0 && reaches_few(&start) { 1 + u32::from(low >> 4) } else { 25 };
    let tuning = Tuning { any_depth_from: far, ..if low & 1 == 0 { LOW } else { Tuning::default() } };
    let new = Ranker::with_resources(resources);
    let mut ranker = new.with_tuning(tuning);
    for depth in order.iter().map(|&byte| u32::from(byte) % (deepest + 1)).chain([deepest]) {
        let expected = minimax(&position, depth);
        let found = ranker.rank(&position, depth).expect("there is memory");
        assert_eq!(found, expected, "depth {depth}, {resources:?}, {tuning:?}\n{}", start.plain.to_text());
        if let Some(ranked) = expected.get(usize::from(order[0]) % expected.len().max(1)) {
            check_line(&position, &mut ranker, &ranked.mv, depth, ranked.score);
        }
    }
    let depth = deepest.min(2);
    if perft(&position, depth + 1).expect("there is memory") <= 100 {
        let expected = start.plain.rank(depth);
        let again = ranker.rank(&position, depth).expect("there is memory");
        let found: Vec<_> = again.iter().map(|ranked| (ranked.mv.to_string(), ranked.score)).collect();
        assert_eq!(found, expected, "at depth {depth}");
        let mut text = Vec::new();
        write_tree(&position, depth, &mut text).expect("there is room in memory");
        let expected = if found.is_empty() { String::new() } else { start.plain.verbose_text(depth) };
        assert_eq!(String::from_utf8_lossy(&text), expected, "at depth {depth}");
    }
}

/// Checks that the end of a line of best play has the score of its first move.
fn check_line(
    position: &Position,
    ranker: &mut Ranker,
    first: &rankmoves_core::Move,
    depth: u32,
    value: Score,
) {
    let line = ranker.line(position, first, depth).expect("there is memory");
    assert_eq!(line.first(), Some(first));
    assert!(line.len() <= depth as usize + 1);
    let (mut here, mut sign) = (*position, -1);
    for mv in &line {
        here = here.play(mv).expect("a line is legal");
        sign = -sign;
    }
    let last = here.turn().opponent();
    let full = line.len() == depth as usize + 1;
    assert!(full || !here.has_moves(), "the line ends without a stuck player");
    // A player without a reply has lost, except after the last ply, which is scored.
    let end = if full { score(&here, last) } else { 99 };
    assert_eq!(sign * end, value, "depth {depth}, {line:?}");
}

/// Returns whether the pieces in the tree certainly have few paths of jumps.
fn is_small(start: &Start) -> bool {
    let plain = &start.plain;
    let count = |letters: &str| plain.cells.iter().flatten().filter(|&&cell| letters.contains(cell)).count();
    let few_pieces = count("rR").max(count("bB")) <= 8;
    let is_standard = (plain.ranks(), plain.files()) == (8, 8);
    has_few_paths(plain, 300) && (!plain.multiple || is_standard || few_pieces)
}

/// Returns whether all reachable positions can be listed quickly.
fn reaches_few(start: &Start) -> bool {
    let cells = start.plain.cells.concat();
    let count = |is: fn(&char) -> bool| cells.iter().filter(|cell| is(cell)).count();
    let (squares, pieces) = (count(|&cell| cell != '"'), count(char::is_ascii_alphabetic));
    (1..=pieces).try_fold(1, |all, _| Some(all * squares).filter(|&all| all <= 1 << 15)).is_some()
}

/// Returns the greatest depth at which the tree is not too large.
fn affordable_depth(position: &Position) -> u32 {
    let fits = |depth: &u32| perft(position, depth + 1).is_ok_and(|count| count <= LEAVES);
    (1..=DEEPEST).take_while(fits).last().unwrap_or(0)
}
