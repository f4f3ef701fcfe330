//! Engines of other programs, which play on from move to move: one process for each seat.

use std::sync::{Mutex, PoisonError};

use rankmoves::game::Agent;

use crate::agents::Spec;

/// The most engines that wait for their next move.
const MOST: usize = 2;

/// Engines that have chosen a move.
#[derive(Default)]
pub struct Engines(Mutex<Vec<(Spec, Box<dyn Agent>)>>);

impl Engines {
    /// Takes the engine that played last, if it is idle.
    pub fn take(&self, spec: Spec) -> Option<Box<dyn Agent>> {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = idle.iter().position(|(other, _)| *other == spec)?;
        Some(idle.swap_remove(place).1)
    }

    /// Keeps an engine for its next move. Agents of the library need not be kept.
    pub fn keep(&self, spec: Spec, agent: Box<dyn Agent>) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(spec, Spec::Hub(_)) && idle.len() < MOST {
            idle.push((spec, agent));
        }
    }
}
