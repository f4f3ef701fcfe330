//! Texts: the exchange format, PDN and FEN, and locations in them.

pub mod exchange;
mod fault;
pub mod location;
mod packed;
pub mod pdn;
pub mod position;
pub mod printable;
pub mod rows;
pub mod scan;
#[cfg(feature = "serde")]
mod serde;
