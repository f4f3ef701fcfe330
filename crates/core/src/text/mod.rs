//! Texts: the exchange format, PDN and FEN, and locations in them.

pub mod exchange;
pub mod location;
pub mod pdn;
pub mod position;
pub mod printable;
pub mod rows;
pub mod scan;
#[cfg(feature = "serde")]
mod serde;
