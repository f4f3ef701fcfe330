//! Series of games between engines, for the benches.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use rankmoves_core::{Move, Player, Position, Rules};
use rankmoves_engine::{Engine, Limits};
use rankmoves_game::{Agent, AgentError, DrawRules, Game, Series, Tally};

/// An engine that searches a fixed number of nodes per move.
pub struct Counted {
    pub engine: Engine,
    pub nodes: u64,
}

impl Agent for Counted {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        let choice = self.engine.choose(game, Limits::nodes(self.nodes));
        choice.map(|choice| choice.mv).ok_or(AgentError::NoMoves)
    }
}

/// Plays games of English draughts, `threads` of them at a time. Player `first` moves first.
pub fn play(
    first: Player,
    threads: NonZeroUsize,
    games: u32,
    agent: impl Fn(usize, u64) -> Result<Box<dyn Agent>, AgentError> + Sync,
) -> Result<Tally, AgentError> {
    let series = Series {
        start: Position::start(Rules::ENGLISH, first),
        openings: Vec::new(),
        clock: None,
        draw_rules: DrawRules::default(),
        games,
        opening_plies: 6,
        seed: 0,
        threads,
    };
    let mut tally = Tally::default();
    let on_game = |played| {
        tally.add(&played);
        true
    };
    series.play(agent, &AtomicBool::new(false), on_game)?;
    Ok(tally)
}
