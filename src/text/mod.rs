//! Texts: the exchange format, PDN and FEN, and locations in them.

pub mod excerpt;
pub mod exchange;
pub mod location;
pub mod pdn;
