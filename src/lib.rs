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
//! | Room | What it owns |
//! |---|---|
//! | [`excerpt()`], `place`, `hash` | foreign text made fit for messages, places in it; hashing |
//! | [`Player`], [`Square`], [`Rules`] | players, squares and their names, the switches of the rules |
//! | [`Shape`], `bitboard`, `layout` | shapes of boards; sets of squares and which bit is which square |
//! | [`Path`], [`Move`], [`Ply`] | moves as people write them |
//! | [`IllegalMove`] | the reasons why a move is illegal |
//! | [`Piece`], [`Board`] | pieces; boards with pieces on them |
//! | `variant` | shape, rules and player as types, for code compiled for each |
//! | `movegen` | legal moves from sets of squares: one generator for all variants |
//! | [`Resources`], `stack`, `threads` | resources of long computations: memory, room for deep recursion, threads |
//! | `table`, `tuning` | the transposition table; the depths from which tables and threads pay |
//! | [`Position`], [`Setup`] | a board, the player to move, the rules; listing and playing moves |
//! | [`score()`], [`perft()`] | scores without looking ahead; move counts |
//! | [`exchange`], [`pdn`] | texts: the exchange format; PDN games and FEN |
//! | [`rank`](mod@rank) | the scores of moves: the definition, and the search that equals it |
//! | [`engine`] | the playing engine: a good move within some time |
//! | [`tree`] | the whole tree of moves, as a stream |
//! | [`game`] | games with their history and their end; agents that choose moves; series of games |
//! | [`env`](mod@env) | the stepwise view for agents that learn: one jump is one action |
//!
//! The two programs are above them all. Rules know no text, and nothing here
//! knows a command line, a terminal or a colour.

mod bitboard;
mod board;
pub mod engine;
pub mod env;
mod excerpt;
pub mod exchange;
pub mod game;
mod hash;
mod illegal;
mod layout;
mod movegen;
mod moves;
mod notation;
pub mod pdn;
mod perft;
mod piece;
mod place;
mod player;
mod position;
pub mod rank;
mod resources;
mod rules;
mod score;
mod shape;
mod square;
mod squares;
mod stack;
mod table;
mod threads;
pub mod tree;
mod tuning;
mod variant;

pub use board::{Board, NotPlayable};
pub use excerpt::{excerpt, printable};
pub use illegal::IllegalMove;
pub use moves::{Move, ParsePathError, Path, Ply};
pub use notation::Notation;
pub use perft::{MAX_PERFT_DEPTH, Perft, PerftError, PerftProgress, divide, perft};
pub use piece::Piece;
pub use player::{ByPlayer, ParsePlayerError, Player};
pub use position::{InvalidSetup, MoveList, Oddity, Position, Setup, SetupFault};
pub use rank::{Progress, RankError, RankedMove, Ranker, Statistics, rank};
pub use resources::{NoMemory, Resources, Usage};
pub use rules::{Blocked, Capture, Jumps, Rules};
pub use score::{LOST, Score, WON, score};
pub use shape::{Shape, ShapeError};
pub use square::{ParseSquareError, Square};
pub use tree::write_tree;

/// Tuning for tests; no part of the public interface.
#[doc(hidden)]
pub mod internals {
    pub use crate::tuning::{Tune, Tuning};
}

/// The examples of README.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
