//! The server of `checkers web`, asked by a client of its own: answers, limits, hostile
//! requests, clients that leave.

mod answers;
mod client;
mod hostile;
mod life;
