//! Plays matches between two evaluations.

use std::io;

use rankmoves_core::{Player, Resources};
use rankmoves_game::{Agent, AgentError, Tally};

use crate::Judge;
use crate::series::{self, Counted};

/// Plays games between two evaluations, with the same number of nodes per move, and prints the result.
pub fn play(games: u32, nodes: u64, judge: &Judge, against: &Judge) -> io::Result<()> {
    let agent = |index: usize, _| -> Result<Box<dyn Agent>, AgentError> {
        let engine = if index == 0 { judge.engine() } else { against.engine() };
        Ok(Box::new(Counted { engine, nodes }))
    };
    let threads = Resources::default().threads;
    let tally = series::play(Player::Black, threads, games, agent).map_err(io::Error::other)?;
    let Tally { wins, draws, losses, .. } = tally;
    println!("{nodes} nodes a move: {wins} won, {draws} drawn, {losses} lost");
    if let Some(score) = tally.score() {
        println!("{:.1} % ({:.1} to {:.1})", 100.0 * score.score, 100.0 * score.low, 100.0 * score.high);
    }
    Ok(())
}
