//! The game of checkers: positions, rules, move generation, and their text formats.
//!
//! ```
//! use rankmoves_core::{Player, Position};
//!
//! let start = Position::english();
//! assert_eq!(start.legal_moves().count(), 7);
//! let mv = start.find(&"b6->a5".parse()?)?;
//! assert_eq!(start.after(&mv).turn(), Player::Red);
//!
//! let position = Position::from_fen("W:WK29:B1,K5")?;
//! assert_eq!(position.legal_moves().next().unwrap().to_string(), "a1->b2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Start with [`Position`]: it lists its legal moves, plays them, and explains why a move is illegal. A
//! [`Setup`] is anything that can be drawn on a board; only a valid setup becomes a position.
//! [`exchange`] and [`pdn`] read and write setups and positions.
//!
//! The other packages build on these modules:
//!
//! | Module | Contents |
//! |---|---|
//! | [`model`] | the game; `bitboard` and `layout` hold sets of squares, `variant` turns shape, rules and player into types, and `movegen` generates the moves of all variants |
//! | [`support`] | memory, threads, batches, stacks, hashing, the transposition table, tuning |

pub mod model;
pub mod support;
mod text;

pub use model::board::{Board, NotPlayable, PieceCount};
pub use model::illegal::IllegalMove;
pub use model::moves::{Move, ParsePathError, Path, Ply};
pub use model::notation::Notation;
pub use model::piece::{Piece, Role};
pub use model::player::{ByPlayer, ParsePlayerError, Player};
pub use model::position::{InvalidSetup, LegalMoves, MoveList, Oddity, Position, Setup, SetupFault};
pub use model::rules::{Blocked, Capture, Jumps, Rules};
pub use model::score::{LOST, Score, WON, score};
pub use model::shape::{Shape, ShapeError};
pub use model::square::{ParseSquareError, Square};
pub use support::resources::{NoMemory, Resources, Usage};
pub use text::position::ParsePositionError;
pub use text::printable::{MAX_QUOTED_CHARS, printable, quoted, shorten};
pub use text::rows::RowError;
#[doc(hidden)]
pub use text::scan::{bytes_looked_at, counted, look_at};
pub use text::{exchange, pdn};
