//! The players of the two sides: people, and programs, which are the library's agents or other engines.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rankmoves_core::{Position, Resources};
use rankmoves_endings::service::Endings;
use rankmoves_endings::{Prober, Tables};
use rankmoves_engine::Engine;
use rankmoves_game::{Agent, AgentError, AgentKind, AgentSpec, Level, ParseAgentError, Timed};

use hub::player::{HubPlayer, HubSpec, refuse_other_games};

/// A description of a program that plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// An agent of the library.
    Own(AgentSpec),
    /// An engine that speaks the Hub protocol.
    Hub(HubSpec),
}

impl Spec {
    /// Reads a description, or the name of a level. The error for an unknown name lists `others` and then the known agents.
    fn read(text: &str, others: &str) -> Result<Spec, String> {
        if HubSpec::is_meant(text) {
            return text.parse().map(Spec::Hub);
        }
        if let Some(level) = Level::ALL.into_iter().find(|level| level.name() == text) {
            return Ok(Spec::Own(AgentSpec { kind: AgentKind::Level(level), seed: None }));
        }
        text.parse().map(Spec::Own).map_err(|why| match why {
            ParseAgentError::Name => {
                format!("expected {others}{}, timed:SECONDS or hub:COMMAND", AgentSpec::SEEDED_FORMS)
            }
            _ => why.to_string(),
        })
    }

    /// Makes the agent. A timed agent thinks with all processors and uses the tables; the library's other agents
    /// choose by their seed and the game alone, so they choose the same on any machine. An engine starts when it
    /// [prepares](Agent::prepare) for a game, or when its first move is requested.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn agent(self) -> Result<Box<dyn Agent>, AgentError> {
        match self {
            Spec::Own(AgentSpec { kind: AgentKind::Timed(time), .. }) => {
                let engine = Engine::new().with_threads(Resources::default().threads);
                let endings = |position: &Position| Endings::of(position) as Arc<dyn Prober>;
                Ok(Box::new(Timed::new(engine, time).with_probers(endings)))
            }
            Spec::Own(spec) => Ok(spec.agent(Resources::default())?),
            Spec::Hub(spec) => Ok(Box::new(HubPlayer::new(spec))),
        }
    }

    /// Makes the agent for a game of a series, with the game's seed and resources. A timed agent uses the
    /// `endings`, if there are any.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn of_series(
        self,
        seed: u64,
        resources: Resources,
        endings: Option<&Arc<Tables>>,
    ) -> Result<Box<dyn Agent>, AgentError> {
        match (self, endings) {
            (Spec::Own(AgentSpec { kind: AgentKind::Timed(time), .. }), Some(endings)) => {
                let prober = Arc::clone(endings) as Arc<dyn Prober>;
                let engine = Engine::new().with_threads(resources.threads).with_prober(prober);
                Ok(Box::new(Timed::new(engine, time)))
            }
            (Spec::Own(spec), _) => Ok(spec.reseeded(seed).agent(resources)?),
            (Spec::Hub(_), _) => self.agent(),
        }
    }

    /// Refuses a game that the program cannot play.
    ///
    /// # Errors
    ///
    /// The reason why the program cannot play the game.
    pub fn check(self, start: &Position) -> Result<(), String> {
        match self {
            Spec::Own(_) => Ok(()),
            Spec::Hub(_) => refuse_other_games(start),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Own(spec) => spec.fmt(f),
            Spec::Hub(spec) => spec.fmt(f),
        }
    }
}

/// Reads what [`Display`](fmt::Display) writes.
impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        Spec::read(text, "")
    }
}

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
        let Seat::Agent(Spec::Own(AgentSpec { kind: AgentKind::Level(level), .. })) = self else {
            return self.to_string();
        };
        format!("{} ({self})", level.name())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use rankmoves_core::{Board, Piece, Player, Role, Rules, Setup, Shape};
    use rankmoves_endings::{BuildControl, Contents};
    use rankmoves_game::Game;

    /// Builds the tables of up to five pieces for a board shape.
    fn of_five_pieces(shape: Shape) -> Endings {
        let mut opened = Tables::new(shape, Rules::ENGLISH);
        opened.build(Contents::Plies, 5, &BuildControl::default()).unwrap();
        Endings::new(opened)
    }

    /// Returns a random position of five pieces; `None` if it is not valid or has no moves.
    fn draw(rng: &mut fastrand::Rng, shape: Shape) -> Option<Position> {
        let mut board = Board::empty(shape);
        for square in rng.choose_multiple(shape.squares(), 5) {
            let (player, role) = (rng.choice(Player::ALL)?, rng.choice([Role::Man, Role::King])?);
            board.put(square, Piece { player, role }).ok()?;
        }
        let setup = Setup { board, turn: rng.choice(Player::ALL)?, rules: Rules::ENGLISH, jumping: None };
        setup.position().ok().filter(Position::has_moves)
    }

    #[test]
    fn a_timed_agent_keeps_the_results_of_tables_of_any_number_of_pieces() {
        let shape = Shape::new(4, 4, false).unwrap();
        let endings = Arc::new(of_five_pieces(shape));
        assert_eq!(endings.most_pieces(), 5);
        let known = Arc::clone(&endings) as Arc<dyn Prober>;
        let timed = Timed::new(Engine::new(), Duration::from_millis(1));
        let mut timed = timed.with_probers(move |_| Arc::clone(&known));
        let mut rng = fastrand::Rng::with_seed(7);
        let mut count = 0;
        while count < 40 {
            let Some(position) = draw(&mut rng, shape) else { continue };
            // The tables contain no position with a man on its crowning row.
            let Some(value) = endings.probe(&position) else { continue };
            let mv = timed.choose(&Game::new(position)).unwrap();
            let after = endings.probe(&position.play(&mv).unwrap()).unwrap();
            assert_eq!(after.before(), value, "{mv}\n{}", position.board());
            count += 1;
        }
    }

    #[test]
    fn display_and_from_str_are_inverse() {
        for text in ["random:1", "timed:0.5", "hub:./scan hub", "hub:depth=3 'my engine'"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn unknown_agents_are_refused_with_the_expected_forms() {
        let refused = |text: &str| text.parse::<Spec>().unwrap_err();
        assert!(refused("people").starts_with("expected level:N[:SEED], random[:SEED], "));
        assert!(refused("people").ends_with(", timed:SECONDS or hub:COMMAND"));
        assert!(refused("minimax").starts_with("expected minimax:D"));
        assert!(refused("hub:").starts_with("expected hub:COMMAND with a program"));
    }

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
