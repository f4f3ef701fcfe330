//! Reasons why a ranking fails.

use std::io;

use rankmoves_core::NoMemory;

/// The reason why a ranking failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RankError {
    /// The system could not start a thread with a stack for the search.
    #[error("cannot start a thread for the search: {0}")]
    Thread(#[source] io::Error),
    /// There is no memory for the table.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The position has more moves than a list may hold: see
    /// [`Ranker::with_max_moves`](super::Ranker::with_max_moves).
    /// [`Ranker::rank_in_order`](super::Ranker::rank_in_order) needs no list.
    #[error("there are more than {0} moves")]
    TooManyMoves(usize),
    /// The ranked position, or a later position in the tree, has more chains of jumps than the search allows:
    /// see [`Ranker::with_max_moves`](super::Ranker::with_max_moves).
    #[error("a position has more than {0} chains with different captures")]
    TooManyChains(usize),
    /// Another thread stopped the search: see [`Ranker::stop_flag`](super::Ranker::stop_flag).
    #[error("stopped")]
    Stopped,
}
