//! The Hub protocol, version 2, in which draughts programs and their engines talk
//! (Fabien Letouzey, `protocol.txt` of Scan 3.1): its lines, our engine behind it,
//! and other engines as players.

pub mod engine;
mod level;
mod line;
mod notation;
pub mod options;
pub mod player;
mod request;
