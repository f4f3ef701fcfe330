//! Depths and sizes that affect only speed.

/// The minimum depths at which threads, tables and so on are used, and related sizes. Results do not depend
/// on them. The defaults were the fastest in measurements. Tests set lower depths, so that threads and tables
/// are used even in trees small enough for minimax.
///
/// The depths of a ranking are counted from the positions after the ranked moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Ranking: from this depth on, starting threads is worthwhile.
    pub parallel_depth: u32,
    /// Ranking: from this depth on, threads defer moves that other threads are searching, and check whether
    /// the root is done.
    pub defer_depth: u32,
    /// Ranking: from this depth on, all replies are probed in the table before
    /// any is searched (enhanced transposition cutoff). Below this depth,
    /// probing costs more than it saves.
    pub enhanced_cutoff_depth: u32,
    /// Ranking: the depth from which positions are kept in the table; 2 or more. Below this depth, searching
    /// again is as fast as a lookup.
    pub table_depth: u32,
    /// Ranking: the depth from which a node without a hash move is first searched less deeply, to
    /// find one (internal iterative deepening); greater than `internal_reduction`.
    pub internal_deepening_depth: u32,
    /// Ranking: the reduction of depth in internal iterative deepening, in plies; 1 or more.
    pub internal_reduction: u32,
    /// Ranking: from this depth on, the values of all positions with few pieces, or of all positions that can
    /// be reached, are computed if this takes no longer than the search so far.
    pub any_depth_from: u32,
    /// Ranking: the number of values computed in the time that searching one node takes; 1 or more. With
    /// `u64::MAX`, all values are computed before any search.
    pub values_per_node: u64,
    /// Perft: the depth from which the tree is split among threads and a table is used; 2 or more.
    pub split_depth: u32,
    /// Perft: the tree is split until it has this many subtrees. With many subtrees, all threads are busy to
    /// the end, and the table can grow after any subtree.
    pub subtrees: usize,
    /// Perft: the depth from which the positions after each move are probed in the table; 1 or more. Below
    /// this depth, counting is faster.
    pub probe_depth: u32,
    /// Perft: with a table, positions of one depth are expanded together until they have this many moves, and
    /// repeated positions are counted once.
    pub batch: usize,
}

impl Tuning {
    /// Returns the tuning with values that are too low raised to the lowest that work.
    #[must_use]
    pub fn normalised(self) -> Tuning {
        let internal_reduction = self.internal_reduction.max(1);
        Tuning {
            table_depth: self.table_depth.max(2),
            internal_deepening_depth: self.internal_deepening_depth.max(internal_reduction.saturating_add(1)),
            internal_reduction,
            values_per_node: self.values_per_node.max(1),
            split_depth: self.split_depth.max(2),
            probe_depth: self.probe_depth.max(1),
            ..self
        }
    }
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            parallel_depth: 10,
            defer_depth: 6,
            enhanced_cutoff_depth: 4,
            table_depth: 3,
            internal_deepening_depth: 6,
            internal_reduction: 4,
            any_depth_from: 12,
            values_per_node: 200,
            split_depth: 8,
            subtrees: 512,
            probe_depth: 6,
            batch: 1 << 13,
        }
    }
}
