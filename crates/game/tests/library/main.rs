//! Games, agents, openings and environments against the plain oracle and ends worked out by hand.

mod environment;
mod game;
mod openings;
mod proven_play;
mod stopping;
mod vector;
