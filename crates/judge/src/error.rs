//! The error that ends a comparison.

use std::io;

use rankmoves::rank::RankError;

/// An error that ends a comparison.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The listing cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The right scores cannot be found.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// A position has too many moves.
    #[error("a position has more than 100000 moves")]
    TooManyMoves,
}
