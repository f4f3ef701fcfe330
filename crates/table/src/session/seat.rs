//! The players of the two sides.

use std::fmt;
use std::str::FromStr;

use rankmoves_game::AgentSpec;

use crate::agents::Spec;

/// The person or program that plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Human,
    /// A program.
    Agent(Spec),
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Agent(spec) => spec.fmt(f),
        }
    }
}

/// Reads what [`Display`](fmt::Display) writes.
impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Seat, String> {
        match text {
            "human" => Ok(Seat::Human),
            _ => Spec::read(text, "human, ").map(Seat::Agent),
        }
    }
}

impl Seat {
    /// Writes the player as in a command, after the name of a level: `casual (level:3)`.
    pub fn described(&self) -> String {
        match self {
            Seat::Agent(Spec::Own(AgentSpec::Level { level, .. })) => format!("{} ({self})", level.name()),
            _ => self.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_and_from_str_of_seats_are_inverse() {
        for text in ["human", "level:3", "random", "random-piece:7", "minimax:3", "timed:0.5"] {
            assert_eq!(text.parse::<Seat>().unwrap().to_string(), text);
        }
        assert!("people".parse::<Seat>().unwrap_err().starts_with("expected human, level:N[:SEED], "));
    }

    #[test]
    fn a_level_is_described_by_its_name() {
        let seat = |text: &str| text.parse::<Seat>().unwrap().described();
        assert_eq!(["human", "level:3:7", "random:1"].map(seat), ["human", "casual (level:3:7)", "random:1"]);
        assert_eq!(seat("casual"), "casual (level:3)", "the name alone is enough");
    }
}
