//! Both sides of the Hub protocol, version 2, for English draughts: the text protocol between draughts
//! programs and engines (Fabien Letouzey, `protocol.txt` of Scan 3.1).
//!
//! ```text
//! other program ──lines──> engine ──> our search        checkers hub
//! our game ──────────────> player ──lines──> other engine   hub:COMMAND
//! ```
//!
//! - [`engine`] answers requests on standard input with this project's engine. A session turns each line into
//!   a list of actions, so its tests need no process and no clock.
//! - [`player`] is an agent that gets its moves from another engine, given by a text such as
//!   `hub:move-time=2 ./scan hub`. When the game ends, a [guard](player::guard) process between this program
//!   and the engine stops everything that the engine has started.
//!
//! The private modules below them handle lines (a command with `name=value` arguments), levels (depth, nodes,
//! time), and the notation of moves and positions. Moves number the squares from the top of the board, as the
//! protocol requires, but some programs count from the other end. The engine infers the numbering from the
//! positions and moves that it receives.
//!
//! docs/hub.md describes the requests and the answers.

pub mod engine;
mod level;
mod line;
mod notation;
pub mod player;
