//! From which depths on things are worth their cost.

/// The depths from which threads, tables and the like are put to use. Results
/// do not depend on them. The default is what measured best; tests set lower
/// ones, so that everything is put to use in trees that minimax can walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// Ranking: the least depth that is worth the start of threads. Depths of
    /// a ranking are those of the positions after its moves.
    pub parallel: u32,
    /// Ranking: the least depth at which threads keep out of each other's way,
    /// and look whether they are still needed.
    pub defer: u32,
    /// Ranking: the least depth at which the table is asked about all replies
    /// before any is searched. For less it costs more than it saves.
    pub look_ahead: u32,
    /// Ranking: the least depth at which it is first asked whether few
    /// positions can be reached.
    pub far: u32,
    /// Perft: the least depth that is divided among threads, and uses a table;
    /// 2 or more.
    pub divided: u32,
    /// Perft: how many subtrees are enough to keep threads busy to the end,
    /// and to let the table grow between them.
    pub subtrees: usize,
    /// Perft: the least depth at which the table is asked about the positions
    /// after each move, 1 or more. Below, counting is faster.
    pub asked: u32,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds { parallel: 10, defer: 6, look_ahead: 4, far: 25, divided: 8, subtrees: 512, asked: 5 }
    }
}
