//! Descriptions of agents as text: `minimax:3:7`, `timed:0.5`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{Agent, Evaluating, Level, Minimax, Random, Timed};
use rankmoves::rank::RankError;
use rankmoves_core::Resources;
use rankmoves_core::support::hash::spread;
use rankmoves_engine::{Engine, MAX_DEPTH};

/// A description of an agent: `level:N[:SEED]`, `random[:SEED]`, `random-piece[:SEED]`,
/// `minimax:D[:SEED]`, `eval[:D[:SEED]]` or `timed:SECONDS`. `eval` alone looks 8 plies ahead.
///
/// ```
/// use std::time::Duration;
///
/// use rankmoves_game::{AgentKind, AgentSpec};
///
/// let timed = AgentKind::Timed(Duration::from_millis(500));
/// assert_eq!("timed:0.5".parse(), Ok(AgentSpec { kind: timed, seed: None }));
/// assert_eq!(AgentSpec { kind: AgentKind::Minimax(3), seed: Some(7) }.to_string(), "minimax:3:7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AgentSpec {
    /// The kind of the agent.
    pub kind: AgentKind,
    /// The seed; `None` for a new seed, and for an agent that takes none.
    pub seed: Option<u64>,
}

/// A kind of agent, with its depth, level or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AgentKind {
    /// [`Evaluating::at_level`]
    Level(Level),
    /// [`Random`]
    Random,
    /// [`Random::by_piece`]
    RandomPiece,
    /// [`Minimax`]: the depth of the scores.
    Minimax(u32),
    /// [`Evaluating`]: the plies to look ahead, 1 to [`MAX_DEPTH`].
    Evaluating(u32),
    /// [`Timed`]: the time for a move, from a millisecond to [`AgentSpec::MAX_TIME`]. It takes no seed.
    Timed(Duration),
}

impl AgentSpec {
    /// The longest time for a move: a day.
    pub const MAX_TIME: Duration = Duration::from_secs(24 * 60 * 60);
    /// The plies that `eval` looks ahead by default.
    const DEFAULT_LOOK_AHEAD: u32 = 8;
    /// The least time for a move.
    pub const MIN_TIME: Duration = Duration::from_millis(1);
    /// The forms of all descriptions except `timed`, for messages.
    pub const SEEDED_FORMS: &str =
        "level:N[:SEED], random[:SEED], random-piece[:SEED], minimax:D[:SEED], eval[:D[:SEED]]";

    /// Makes the agent, with a new seed if the description has none. [`Minimax`] uses the threads and the
    /// memory of `resources`, [`Timed`] only the threads.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn agent(self, resources: Resources) -> Result<Box<dyn Agent>, RankError> {
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..));
        Ok(match self.kind {
            AgentKind::Level(level) => Box::new(Evaluating::at_level(level, seed)),
            AgentKind::Random => Box::new(Random::new(seed)),
            AgentKind::RandomPiece => Box::new(Random::by_piece(seed)),
            AgentKind::Minimax(depth) => Box::new(Minimax::new(depth, seed, resources)?),
            AgentKind::Evaluating(depth) => Box::new(Evaluating::new(Engine::new(), depth, seed)),
            AgentKind::Timed(time) => {
                Box::new(Timed::new(Engine::new().with_threads(resources.threads), time))
            }
        })
    }

    /// Returns the same agent for one of many games, with a seed derived from its current seed (0 if absent)
    /// and `with`.
    #[must_use]
    pub fn reseeded(self, with: u64) -> AgentSpec {
        if let AgentKind::Timed(_) = self.kind {
            return self;
        }
        AgentSpec { seed: Some(spread(self.seed.unwrap_or_default()).wrapping_add(with)), ..self }
    }
}

/// Writes the form that [`FromStr`] reads.
impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            AgentKind::Level(level) => write!(f, "level:{}", level.number())?,
            AgentKind::Random => f.write_str("random")?,
            AgentKind::RandomPiece => f.write_str("random-piece")?,
            AgentKind::Minimax(depth) => write!(f, "minimax:{depth}")?,
            AgentKind::Evaluating(depth) => write!(f, "eval:{depth}")?,
            AgentKind::Timed(time) => return write!(f, "timed:{}", time.as_secs_f64()),
        }
        self.seed.map_or(Ok(()), |seed| write!(f, ":{seed}"))
    }
}

impl FromStr for AgentSpec {
    type Err = ParseAgentError;

    fn from_str(text: &str) -> Result<AgentSpec, ParseAgentError> {
        fn number<T: FromStr>(text: &str) -> Option<T> {
            text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
        }
        let (name, rest) = split(text);
        let (argument, after) = rest.map(split).unzip();
        let after = after.flatten();
        let (kind, seed) = match name {
            "level" => {
                let level = argument.and_then(Level::of_text).ok_or(ParseAgentError::Level)?;
                (AgentKind::Level(level), after)
            }
            "random" => (AgentKind::Random, rest),
            "random-piece" => (AgentKind::RandomPiece, rest),
            "minimax" => {
                let depth = argument.and_then(number).ok_or(ParseAgentError::Depth)?;
                (AgentKind::Minimax(depth), after)
            }
            "eval" => {
                let depth = argument.map_or(Some(Self::DEFAULT_LOOK_AHEAD), number);
                let depth = depth.filter(|depth| (1..=MAX_DEPTH).contains(depth));
                (AgentKind::Evaluating(depth.ok_or(ParseAgentError::LookAhead)?), after)
            }
            "timed" => {
                let time =
                    rest.and_then(number).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                let range = AgentSpec::MIN_TIME..=AgentSpec::MAX_TIME;
                let time = time.filter(|time| range.contains(time)).ok_or(ParseAgentError::Time)?;
                (AgentKind::Timed(time), None)
            }
            _ => return Err(ParseAgentError::Name),
        };
        let seed = seed.map(|seed| number(seed).ok_or(ParseAgentError::Seed)).transpose()?;
        Ok(AgentSpec { kind, seed })
    }
}

/// Splits a text at its first colon, if it has one.
fn split(text: &str) -> (&str, Option<&str>) {
    text.split_once(':').map_or((text, None), |(first, rest)| (first, Some(rest)))
}

/// The reason why a text does not describe an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseAgentError {
    /// There is no agent of this name.
    #[error("expected {} or timed:SECONDS", AgentSpec::SEEDED_FORMS)]
    Name,
    /// The seed is not a number.
    #[error("expected a seed, a whole number from 0 to 18446744073709551615")]
    Seed,
    /// The level is missing, or neither a number from 1 to 6 nor a name.
    #[error("expected level:N with a level from 1 to {}, or with its name, as in level:club", Level::ALL.len())]
    Level,
    /// The depth is missing or not a number.
    #[error("expected minimax:D with a depth from 0 to 4294967295")]
    Depth,
    /// The plies to look ahead are missing, not a number, too few or too many.
    #[error("expected eval:D with a depth from 1 to {MAX_DEPTH}")]
    LookAhead,
    /// The time is missing, or not a number of seconds, or too short or too long.
    #[error("expected timed:SECONDS with seconds from 0.001 to 86400")]
    Time,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_and_from_str_are_inverse() {
        for text in [
            "level:1",
            "level:6:7",
            "random",
            "random:0",
            "random-piece",
            "random-piece:18446744073709551615",
            "minimax:0",
        ]
        .into_iter()
        .chain([
            "eval:1",
            "eval:99:7",
            "minimax:4294967295:1",
            "timed:0.1",
            "timed:1",
            "timed:86400",
            "timed:0.001",
        ]) {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_level_has_a_name_too() {
        assert_eq!("level:club:7".parse(), "level:4:7".parse::<AgentSpec>());
        assert_eq!("level:master".parse(), "level:6".parse::<AgentSpec>());
    }

    #[test]
    fn eval_alone_looks_eight_plies_ahead() {
        assert_eq!("eval".parse(), Ok(AgentSpec { kind: AgentKind::Evaluating(8), seed: None }));
        assert_eq!("eval".parse::<AgentSpec>().unwrap().to_string(), "eval:8");
    }

    #[test]
    fn texts_that_describe_no_agent_are_refused() {
        for (text, expected) in [
            ("", ParseAgentError::Name),
            ("human", ParseAgentError::Name),
            ("Random", ParseAgentError::Name),
            ("level", ParseAgentError::Level),
            ("level:0", ParseAgentError::Level),
            ("level:7", ParseAgentError::Level),
            ("level:grandmaster", ParseAgentError::Level),
            ("level:1:", ParseAgentError::Seed),
            ("random:", ParseAgentError::Seed),
            ("random:-1", ParseAgentError::Seed),
            ("random:+1", ParseAgentError::Seed),
            ("random:1:2", ParseAgentError::Seed),
            ("random-piece:18446744073709551616", ParseAgentError::Seed),
            ("minimax", ParseAgentError::Depth),
            ("minimax:", ParseAgentError::Depth),
            ("minimax:4294967296", ParseAgentError::Depth),
            ("minimax:3:x", ParseAgentError::Seed),
            ("eval:", ParseAgentError::LookAhead),
            ("eval:0", ParseAgentError::LookAhead),
            ("eval:100", ParseAgentError::LookAhead),
            ("eval:+3", ParseAgentError::LookAhead),
            ("eval:3:", ParseAgentError::Seed),
            ("timed", ParseAgentError::Time),
            ("timed:0", ParseAgentError::Time),
            ("timed:inf", ParseAgentError::Time),
            ("timed:nan", ParseAgentError::Time),
            ("timed:-1", ParseAgentError::Time),
            ("timed:86401", ParseAgentError::Time),
            ("timed:1e9", ParseAgentError::Time),
        ] {
            assert_eq!(text.parse::<AgentSpec>(), Err(expected), "{text:?}");
        }
    }
}
