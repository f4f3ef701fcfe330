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
//! # The rooms
//!
//! Each imports only from those above it.
//!
//! | Room | Contents |
//! |---|---|
//! | `model` | [`Player`], [`Square`], [`Rules`], [`Shape`]; [`Piece`], [`Role`], [`Board`]; [`Path`], [`Move`], [`Ply`], [`IllegalMove`]; [`Setup`], [`Position`], [`score()`]; below them `bitboard` and `layout`, `variant` (shape, rules and player as types), and `movegen`, one generator for all variants |
//! | `support` | [`Resources`], `threads`, `stack`, `hash`, the transposition `table`, and `tuning`: the depths from which tables and threads pay |
//! | `text` | [`exchange`], [`pdn`] with FEN, [`shorten()`], locations in texts |
//! | `perft` | [`perft()`]: move counts |
//! | [`endings`] | few pieces: tables of proven values, and the values at any depth |
//! | [`rank`](mod@rank) | the scores of moves: the definition, and the search that equals it |
//! | [`proof`] | the values of moves under perfect play: by tables, or by proof-number search |
//! | [`engine`] | the playing engine: a good move within some time |
//! | [`tree`] | the whole tree of moves, as a stream |
//! | [`game`] | games with their history and their end; agents that choose moves; series of games |
//! | [`judge`] | other programs for the same task: named mistakes, listings compared with the right one, cases that bring mistakes to light |
//! | [`batch`] | many positions through several threads, in order |
//! | [`env`](mod@env) | the stepwise view for agents that learn: one jump is one action; thousands of games at once |
//!
//! Errors are types to match on: an enum of reasons that new rules or formats
//! may add to is `#[non_exhaustive]`; a struct, and an enum that is complete by
//! its nature such as [`pdn::ReadError`], is not.
//!
//! The two programs are above them all. Rules know no text, and nothing here
//! knows a command line, a terminal or a colour.

pub mod batch;
pub mod endings;
pub mod engine;
pub mod env;
pub mod game;
pub mod judge;
mod model;
mod perft;
pub mod proof;
pub mod rank;
mod support;
mod text;
pub mod tree;

pub use model::board::{Board, NotPlayable};
pub use model::illegal::IllegalMove;
pub use model::moves::{Move, ParsePathError, Path, Ply};
pub use model::notation::Notation;
pub use model::piece::{Piece, Role};
pub use model::player::{ByPlayer, ParsePlayerError, Player};
pub use model::position::{InvalidSetup, MoveList, Oddity, Position, Setup, SetupFault};
pub use model::rules::{Blocked, Capture, Jumps, Rules};
pub use model::score::{LOST, Score, WON, score};
pub use model::shape::{Shape, ShapeError};
pub use model::square::{ParseSquareError, Square};
pub use perft::{MAX_PERFT_DEPTH, Perft, PerftError, PerftProgress, divide, perft, positions_after};
pub use rank::{Progress, RankError, RankedMove, Ranker, Statistics, rank};
pub use support::resources::{NoMemory, Resources, Usage};
pub use text::printable::{printable, quoted, shorten};
pub use text::rows::RowError;
#[doc(hidden)]
pub use text::scan::{bytes_looked_at, look_at};
pub use text::{exchange, pdn};
pub use tree::write_tree;

/// Tuning for tests; no part of the public interface.
#[doc(hidden)]
pub mod internals {
    pub use crate::support::tuning::{Tune, Tuning};
}

/// The examples of docs/library.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Guide;
