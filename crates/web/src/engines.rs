//! Processes of other engines, one per seat, which keep running between moves.

use std::sync::{Mutex, PoisonError};

use rankmoves_core::Position;
use rankmoves_game::Agent;
use shell::Stop;

use table::agents::Spec;
use table::session::Seat;
use table::setup;

/// The maximum number of idle engines.
const MAX_IDLE_ENGINES: usize = 2;

/// Idle engines, kept for their next move.
#[derive(Default)]
pub struct Engines(Mutex<Vec<(Spec, Box<dyn Agent>)>>);

impl Engines {
    /// Starts the players of a game, so that broken ones are refused at once.
    ///
    /// # Errors
    ///
    /// If an engine cannot be started, or cannot play the game.
    pub fn start(seats: [Seat; 2], start: &Position) -> Result<Engines, Stop> {
        let engines = Engines::default();
        for seat in seats {
            if let Seat::Agent(spec) = seat {
                engines.keep(spec, setup::agent(spec, start, |agent| agent.prepare())?);
            }
        }
        Ok(engines)
    }

    /// Takes an idle engine with this description, if there is one.
    pub fn take(&self, spec: Spec) -> Option<Box<dyn Agent>> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = idle.iter().position(|(other, _)| *other == spec)?;
        Some(idle.swap_remove(index).1)
    }

    /// Keeps an engine for its next move. The library's own agents are not kept.
    pub fn keep(&self, spec: Spec, agent: Box<dyn Agent>) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(spec, Spec::Hub(_)) && idle.len() < MAX_IDLE_ENGINES {
            idle.push((spec, agent));
        }
    }
}
