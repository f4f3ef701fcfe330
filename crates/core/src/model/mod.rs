//! The game: players, squares, boards, moves and rules, and the positions they make.

pub mod bitboard;
pub mod board;
pub mod illegal;
pub mod layout;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod piece;
pub mod player;
pub mod position;
pub mod rules;
pub mod score;
pub mod shape;
pub mod square;
pub mod squares;
pub mod variant;
