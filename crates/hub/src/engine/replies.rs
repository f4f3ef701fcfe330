//! Replies of the engine.

use std::time::Duration;

use rankmoves_engine::{Choice, is_proven, plies_to_end};

use crate::line::Line;
use crate::notation::Numbering;

/// The score of a won game, in men. A win after `n` plies scores `n` hundredths less, as in Scan and
/// pydraughts.
const WIN: f64 = 100.0;

/// The score of a win of unknown length, the lowest of all wins.
const MIN_WIN: f64 = 90.0;

/// The highest score that is not a win.
const MAX_UNPROVEN: f64 = 89.99;

/// Introduces the engine.
pub fn id() -> Line {
    let line = Line::new("id").with("name", "checkers").with("version", env!("CARGO_PKG_VERSION"));
    line.with("author", "the rankmoves authors").with("country", "")
}

/// Formats the best move that the search has found so far.
pub fn info(choice: &Choice, time: Duration, numbering: Numbering) -> Line {
    let seconds = time.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
    let rate = choice.nodes as f64 / seconds.max(1e-6) / 1e6;
    Line::new("info")
        .with("depth", choice.depth)
        .with("score", format!("{:.2}", score(choice.score)))
        .with("nodes", choice.nodes)
        .with("time", format!("{seconds:.3}"))
        .with("nps", format!("{rate:.3}"))
        .with("pv", numbering.write_all(&choice.line))
}

/// Writes the move of a finished search, and the expected reply.
pub fn done(choice: &Choice, numbering: Numbering) -> Line {
    let line = Line::new("done").with("move", numbering.write(&choice.mv));
    line.with_some("ponder", choice.line.get(1).map(|reply| numbering.write(reply)))
}

pub fn error(message: &str) -> Line {
    Line::new("error").with("message", message)
}

/// Converts a score of the engine to men.
fn score(score: i32) -> f64 {
    match plies_to_end(score) {
        Some(plies) => f64::from(score.signum()) * (WIN - f64::from(plies) / 100.0),
        None if is_proven(score) => f64::from(score.signum()) * MIN_WIN,
        None => (f64::from(score) / 100.0).clamp(-MAX_UNPROVEN, MAX_UNPROVEN),
    }
}

#[cfg(test)]
mod tests {
    use rankmoves_engine::{self, Engine, Limits};

    use super::*;
    use crate::notation::read_position;

    #[test]
    fn scores_are_in_men_and_wins_near_a_hundred() {
        for (of_engine, men) in [
            (12, "0.12"),
            (-250, "-2.50"),
            (rankmoves_engine::WIN - 7, "99.93"),
            (7 - rankmoves_engine::WIN, "-99.93"),
            (rankmoves_engine::WIN - 1000, "90.00"),
            (rankmoves_engine::WIN - 2000, "90.00"),
            (2000 - rankmoves_engine::WIN, "-90.00"),
            (15_000, "89.99"),
        ] {
            assert_eq!(format!("{:.2}", score(of_engine)), men);
        }
    }

    #[test]
    fn information_and_the_move_name_the_squares_as_the_position_is_numbered() {
        // White's man on 18 jumps black's only man.
        let position = read_position("Weeeeeeeeeeeeebeeeweeeeeeeeeeeeee").unwrap();
        let limits = Limits::depth(1);
        let choice = Engine::new().choose(&position, limits).unwrap();
        assert_eq!(done(&choice, Numbering::Same).to_string(), "done move=18x9x14");
        assert_eq!(done(&choice, Numbering::Turned).to_string(), "done move=15x24x19");
        let line = info(&choice, Duration::from_millis(1500), Numbering::Same);
        assert_eq!((line.value("time"), line.value("pv")), (Some("1.500"), Some("18x9x14")));
    }
}
