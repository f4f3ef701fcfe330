//! Ranks the moves of a checkers position exactly: every available move with
//! the score it leads to under perfect play to a chosen depth.
//!
//! ```
//! use rankmoves::exchange::Document;
//! use rankmoves::rank;
//!
//! let text = std::fs::read_to_string("testdata/valid/rankin.txt")?;
//! let position = text.parse::<Document>()?.position()?;
//! let ranked = rank(&position, 2)?;
//! assert_eq!((ranked[0].mv.to_string(), ranked[0].score), ("d4->b6".to_owned(), -99));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The game itself comes from the package `rankmoves-core`, whose types are exported here as well:
//! [`Position`], [`Move`], [`Rules`] and the texts they are read from. This package adds
//!
//! | Module | Contents |
//! |---|---|
//! | [`rank`](mod@rank) | the scores of moves: the definition, and the search that equals it |
//! | [`tree`] | the whole tree of moves, as a stream |
//! | [`batch`] | many positions through several threads, in order |
//! | `program` | the program `rankmoves`; only with the feature of that name |
//!
//! Errors are types to match on: an enum of reasons that new rules or formats
//! may add to is `#[non_exhaustive]`; a struct, and an enum that is complete by
//! its nature such as [`pdn::ReadError`], is not.

pub mod batch;
#[cfg(feature = "program")]
pub mod program;
pub mod rank;
pub mod tree;

pub use rank::{Progress, RankError, RankedMove, Ranker, Statistics, rank};
pub use rankmoves_core::{
    Blocked, Board, ByPlayer, Capture, IllegalMove, InvalidSetup, Jumps, LOST, Move, MoveList, NoMemory,
    NotPlayable, Notation, Oddity, ParsePathError, ParsePlayerError, ParseSquareError, Path, Piece, Player,
    Ply, Position, Resources, Role, RowError, Rules, Score, Setup, SetupFault, Shape, ShapeError, Square,
    Usage, WON, exchange, pdn, score,
};
pub use tree::write_tree;

/// The examples of docs/library.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Guide;
