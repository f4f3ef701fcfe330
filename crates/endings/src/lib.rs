//! Perfect play in checkers: finds which positions are won, drawn or lost, and in how many plies.
//!
//! [`Tables`] hold the value of every position of few pieces. Retrograde analysis builds the tables, from the
//! fewest pieces up, and stores them as files in a folder. A [`Value`] is from the point of view of the player
//! to move.
//!
//! ```
//! use rankmoves_core::{Rules, Shape, pdn::Fen};
//! use rankmoves_endings::{BuildControl, Contents, Prober, Tables, Value};
//!
//! let mut tables = Tables::new(Shape::STANDARD, Rules::ENGLISH);
//! tables.build(Contents::Plies, 2, &BuildControl::default())?;
//! // White, to move, traps a black king in the single corner.
//! let fen: Fen = "W:WK15:BK4".parse()?;
//! assert_eq!(tables.probe(&fen.setup(Rules::ENGLISH).position()?), Some(Value::Won(3)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | To | Begin with |
//! |---|---|
//! | build, verify, count and probe tables | [`Tables`] with a [`BuildControl`]; [`Contents`] (with plies or results only), [`Needs`] (memory and disk) |
//! | solve a position beyond the tables | [`proof::Solver`], a feature: proof-number search and closed sets of positions |
//! | use the user's tables in a program | [`service`]: it opens them, builds small ones, and answers |
//! | give a search proven values | [`Prober`], which [`Tables`] implement |
//!
//! Games in which a player without moves passes have no values. Positions and rules come from
//! [`rankmoves_core`]; `docs/dev/endings.md` has the design and the figures.

#[cfg(feature = "proof")]
pub mod proof;
pub mod service;
mod tables;

pub use tables::{
    BuildControl, BuildError, Contents, Counts, FileError, Material, Needs, Prober, Tables, Value, Wdl,
};
