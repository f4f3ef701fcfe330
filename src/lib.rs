//! Ranks the moves of a checkers position exactly: each legal move gets the score that best play by both
//! sides reaches at a chosen depth.
//!
//! ```
//! use rankmoves::{Position, rank};
//!
//! // The game: black moves first.
//! let start = Position::english();
//! assert_eq!(start.legal_moves().count(), 7);
//! let mv = start.find(&"b6->a5".parse()?)?;
//! let next = start.after(&mv);
//! assert_eq!(next.legal_moves().count(), 7);
//!
//! // Rank another position: moving to c7 loses red's last man, moving to a7 loses nothing.
//! let position = Position::from_fen("W:W9:B1")?;
//! let ranked = rank(&position, 1)?;
//! let scores: Vec<_> = ranked.iter().map(|ranked| (ranked.mv.to_string(), ranked.score)).collect();
//! assert_eq!(scores, [("b6->a7".to_owned(), 0), ("b6->c7".to_owned(), -99)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The game comes from the package `rankmoves-core`, whose types are exported here as well:
//! [`Position`], [`Move`], [`Rules`] and the text formats. This package adds
//!
//! | Module | Contents |
//! |---|---|
//! | [`rank`](mod@rank) | the scores of moves: the definition, and a search that gives the same scores |
//! | [`tree`] | the whole tree of moves, as a stream |
//! | [`batch`] | ranks many positions on several threads, in order |
//! | `program` | the program `rankmoves`; only with the feature of that name |
//!
//! Errors are types to match on. An enum of reasons is `#[non_exhaustive]` if new rules or formats may add to
//! it. Types that cannot gain variants, such as [`pdn::ReadError`], are exhaustive.

pub mod batch;
#[cfg(feature = "program")]
pub mod program;
pub mod rank;
pub mod tree;

pub use rank::{Progress, RankError, RankedMove, Ranker, Statistics, rank};
pub use rankmoves_core::{
    Blocked, Board, ByPlayer, Capture, IllegalMove, InvalidSetup, Jumps, LOST, LegalMoves, Move, MoveList,
    NoMemory, NotPlayable, Notation, Oddity, ParsePathError, ParsePlayerError, ParsePositionError,
    ParseSquareError, Path, Piece, Player, Ply, Position, Resources, Role, RowError, Rules, Score, Setup,
    SetupFault, Shape, ShapeError, Square, Usage, WON, exchange, pdn, score,
};
pub use tree::write_tree;

/// The examples of docs/library.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Guide;
