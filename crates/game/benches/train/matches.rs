//! Plays matches between two evaluations.

use std::io;
use std::sync::atomic::AtomicBool;

use rankmoves_core::{Move, Player, Position, Resources, Rules};
use rankmoves_engine::{Engine, Limits};
use rankmoves_game::{Agent, AgentError, DrawRules, Game, Series, Tally};

use crate::Judge;

/// An engine that searches a fixed number of nodes per move.
struct Counted {
    engine: Engine,
    nodes: u64,
}

impl Agent for Counted {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        let choice = self.engine.choose(game, Limits::nodes(self.nodes));
        choice.map(|choice| choice.mv).ok_or(AgentError::NoMoves)
    }
}

/// Plays games between two evaluations, with the same number of nodes per move, and prints the result.
pub fn play(games: u32, nodes: u64, judge: &Judge, against: &Judge) -> io::Result<()> {
    let series = Series {
        start: Position::start(Rules::ENGLISH, Player::Black),
        openings: Vec::new(),
        clock: None,
        draw_rules: DrawRules::default(),
        games,
        opening_plies: 6,
        seed: 0,
        threads: Resources::default().threads,
        resources: Resources::default(),
    };
    let mut tally = Tally::default();
    let agent = |place: usize, _| -> Result<Box<dyn Agent>, AgentError> {
        let engine = if place == 0 { judge.engine() } else { against.engine() };
        Ok(Box::new(Counted { engine, nodes }))
    };
    let on_game = |played| {
        tally.add(&played);
        true
    };
    series.play_with(agent, &AtomicBool::new(false), on_game).map_err(io::Error::other)?;
    let Tally { wins, draws, losses, .. } = tally;
    println!("{nodes} nodes a move: {wins} won, {draws} drawn, {losses} lost");
    if let Some(score) = tally.score() {
        println!("{:.1} % ({:.1} to {:.1})", 100.0 * score.score, 100.0 * score.low, 100.0 * score.high);
    }
    Ok(())
}
