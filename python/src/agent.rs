//! Agents, which choose moves in games.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rankmoves_game::AgentSpec;

use crate::arguments::{AgentName, Seed, Threads, resources};
use crate::error;
use crate::game::Game;
use crate::run::interruptibly;
use crate::values::Move;

#[doc = doc!(Agent)]
#[pyclass(frozen, module = "rankmoves")]
pub struct Agent {
    spec: AgentSpec,
    threads: Option<Threads>,
    /// The agent; `None` while it is choosing.
    player: Mutex<Option<Box<dyn rankmoves_game::Agent>>>,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (name, *, seed = None, threads = None))]
    fn new(name: AgentName, seed: Option<Seed>, threads: Option<Threads>) -> PyResult<Agent> {
        let spec: AgentSpec = name.0.parse().map_err(|why| error::argument(format!("name: {why}")))?;
        let spec = seed.map_or(spec, |seed| spec.reseeded(seed.0));
        Ok(Agent { spec, threads, player: Mutex::new(None) })
    }

    #[doc = doc!(Agent choose)]
    fn choose(&self, py: Python<'_>, game: PyRef<'_, Game>) -> PyResult<Move> {
        let kept = || self.player.lock().unwrap_or_else(PoisonError::into_inner);
        let kept_agent = kept().take();
        let mut agent = match kept_agent {
            Some(agent) => agent,
            None => self.spec.agent(resources(self.threads.as_ref())).map_err(error::of_search)?,
        };
        let stop = agent.stop_flag().unwrap_or_default();
        let played = game.played.clone();
        let position = *played.position();
        drop(game);
        let choose = move || {
            let choice = agent.choose(&played);
            (agent, choice)
        };
        let (agent, choice) = interruptibly(py, &stop, choose)?;
        *kept() = Some(agent);
        let mv = choice.map_err(|why| PyRuntimeError::new_err(why.to_string()))?;
        Ok(Move::new(&mv, &position))
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}')", self.spec)
    }
}
