//! Ends of games.

use pyo3::prelude::*;
use rankmoves_game::Outcome;

pub fn outcome(py: Python<'_>, outcome: Option<Outcome>) -> PyResult<Option<Bound<'_, PyAny>>> {
    let outcome = outcome.map(|outcome| {
        let class = crate::types(py)?.getattr("Outcome")?;
        class.call1((outcome.winner().map(|winner| winner.to_string()), reason(outcome)))
    });
    outcome.transpose()
}

fn reason(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::NoPieces { .. } => "no pieces",
        Outcome::NoMoves { .. } => "no moves",
        Outcome::Resigned { .. } => "resigned",
        Outcome::OutOfTime { .. } => "out of time",
        Outcome::Agreed => "agreed",
        Outcome::BothPassed => "both blocked",
        Outcome::Repetition => "repetition",
        Outcome::NoProgress => "no progress",
    }
}
