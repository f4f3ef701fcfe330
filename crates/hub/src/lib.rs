//! The Hub protocol, version 2, in which draughts programs and their engines talk (Fabien Letouzey,
//! `protocol.txt` of Scan 3.1). Both sides of it, for English draughts:
//!
//! ```text
//! other program ──lines──> engine ──> our search        checkers hub
//! our game ──────────────> player ──lines──> other engine   hub:COMMAND
//! ```
//!
//! - [`engine`] answers requests on standard input with our engine. A session reads a line and
//!   returns what to do, so that its tests need no process and no clock.
//! - [`player`] is an agent that asks another engine, by a description such as
//!   `hub:move-time=2 ./scan hub`. A [guard](player::guard) stands between both, so that nothing of
//!   the engine outlives the game.
//!
//! Below them, and private: lines (a command with `name=value` arguments), requests, levels (depth,
//! nodes, time), and the notation of moves and positions. Squares are numbered as in draughts, by
//! some programs from the other end: the numbering is learnt from the moves.
//!
//! docs/hub.md describes the requests and the answers.

pub mod engine;
mod level;
mod line;
mod notation;
pub mod options;
pub mod player;
mod request;
