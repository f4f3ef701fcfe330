//! Ranks the moves of a checkers position exactly.

mod bitboard;
mod board;
pub mod exchange;
mod illegal;
mod layout;
mod movegen;
mod moves;
pub mod pdn;
mod perft;
mod player;
mod position;
pub mod rank;
mod rules;
mod score;
mod square;
pub mod tree;
mod variant;

pub use board::{Board, NotPlayable, Piece};
pub use illegal::IllegalMove;
pub use layout::{Shape, ShapeError};
pub use moves::{Move, ParsePathError, Path, Ply};
pub use perft::{MAX_PERFT_DEPTH, PerftDepthError, divide, perft};
pub use player::{ParsePlayerError, Player};
pub use position::{InvalidSetup, Oddity, Position, Setup, SetupFault};
pub use rank::{RankError, RankedMove, Ranker, rank};
pub use rules::{Blocked, Capture, Jumps, Rules};
pub use score::{LOST, Score, WON, score};
pub use square::{ParseSquareError, Square};
pub use tree::write_tree;
