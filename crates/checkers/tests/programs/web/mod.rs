//! Tests of the server of `checkers web` with our own client: answers, limits, hostile requests, and clients
//! that leave.

mod answers;
mod client;
mod files;
mod hostile;
mod life;
