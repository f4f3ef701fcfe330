//! Tests games: outcomes worked out by hand, undo and redo, agents, series.

mod agents;
mod ends;
mod series;
mod tally;

use rankmoves_core::Ply;
use rankmoves_game::Game;

fn play(game: &mut Game, plies: &str) {
    for ply in plies.split(' ') {
        game.play(ply.parse::<Ply>().unwrap()).unwrap_or_else(|why| panic!("{ply}: {why}"));
    }
}
