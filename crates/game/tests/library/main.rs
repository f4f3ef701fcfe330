//! Compares games, agents, openings and environments with the plain oracle, and with ends worked out by hand.

mod environment;
mod game;
mod openings;
mod proven_play;
mod stopping;
mod vector;
