//! The game: players, squares, boards, moves, rules and positions.
//!
//! Most uses need only [`Position`](position::Position): it lists moves with their paths, plays them, and
//! explains why a move is illegal. Searches work on a lower level, without paths:
//!
//! | Module | Contents |
//! |---|---|
//! | [`bitboard`] | sets of squares, one bit per square |
//! | [`layout`] | the bit layout of every shape, in which each diagonal step is one shift |
//! | [`variant`] | shape, rules and player to move as types, chosen at run time |
//! | [`movegen`] | the move generator, with an example |
//!
//! A search gets types for its position from [`variant::dispatch`] or [`variant::dispatch_sided`], generates
//! moves with [`movegen::generate`], and converts pieces back to positions with
//! [`Position::with_pieces`](position::Position::with_pieces).

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
pub mod variant;
