//! A game at a table: who sits where, and what may be said.
//!
//! Nothing here reads or writes anything: a terminal, a pipe or a full-screen
//! program may be around it.

mod command;
mod notation;

pub use command::{COMMANDS, Command};
pub use notation::{Meant, meaning};

use rankmoves::game::{Agent, AgentError, AgentSpec, Game, Outcome, PlayError};
use rankmoves::{Player, Ply, Position, Resources};

/// Who plays a side.
pub enum Seat {
    /// Somebody who gives commands.
    Human,
    /// A program.
    Agent(AgentSpec, Box<dyn Agent>),
}

impl Seat {
    pub fn new(who: Option<AgentSpec>, resources: Resources) -> Result<Seat, AgentError> {
        Ok(match who {
            None => Seat::Human,
            Some(spec) => Seat::Agent(spec, spec.agent(resources)?),
        })
    }

    fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Agent(spec, _) => spec.fmt(f),
        }
    }
}

/// A game with its players.
pub struct Session {
    game: Game,
    /// Red's and black's.
    seats: [Seat; 2],
}

impl Session {
    pub fn new(game: Game, seats: [Seat; 2]) -> Session {
        Session { game, seats }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[index(player)]
    }

    /// Goes on with another game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Whether nothing happens until a command is given.
    pub fn waits(&self) -> bool {
        self.game.outcome().is_some() || self.seat(self.turn()).is_human()
    }

    /// Whether both sides are played by programs.
    pub fn is_watched(&self) -> bool {
        self.seats.iter().all(|seat| !seat.is_human())
    }

    fn turn(&self) -> Player {
        self.game.position().turn()
    }

    /// Plays what is the program's to play; a pass where its side is blocked.
    pub fn play_agent(&mut self) -> Result<Ply, AgentError> {
        let ply = if self.game.position().has_moves() {
            match &mut self.seats[index(self.game.position().turn())] {
                Seat::Agent(_, agent) => Ply::Move(agent.choose(&self.game)?.path().clone()),
                Seat::Human => return Err(AgentError::NoMoves),
            }
        } else {
            Ply::Pass
        };
        self.game.record(&ply)?;
        Ok(ply)
    }

    /// Plays a ply for whoever is to move.
    pub fn play(&mut self, ply: &Ply) -> Result<(), PlayError> {
        self.game.play(ply)
    }

    /// Gives the game up for the side to move, or the human side if only one is.
    pub fn resign(&mut self) {
        let human = Player::ALL.into_iter().find(|&player| self.seat(player).is_human());
        let loser =
            if self.seat(self.turn()).is_human() { self.turn() } else { human.unwrap_or(self.turn()) };
        self.game.resign(loser);
    }

    /// Takes turns back, as many as there are of that many, and returns the
    /// number of plies, a resignation being one. A turn is a ply or, where one
    /// side alone is a program's, what leads back to the human's own turn
    /// before: the program would only move again.
    pub fn undo(&mut self, turns: usize) -> usize {
        let withdrawn = usize::from(matches!(self.game.outcome(), Some(Outcome::Resigned { .. })));
        self.game.undo(withdrawn.min(turns));
        let at = self.game.played().len();
        let stops = (0..at).rev().filter(|&at| self.is_stop(at));
        let plies = stops.take(turns - withdrawn.min(turns)).last().map_or(0, |target| at - target);
        self.game.undo(plies) + withdrawn
    }

    /// Plays turns again that were taken back, and returns the number of plies.
    pub fn redo(&mut self, turns: usize) -> usize {
        let (at, end) = (self.game.played().len(), self.game.plies().len());
        let stops = (at + 1..=end).filter(|&at| at == end || self.is_stop(at));
        let plies = stops.take(turns).last().map_or(0, |target| target - at);
        self.game.redo(plies)
    }

    /// Whether undo and redo stop after so many plies.
    fn is_stop(&self, plies: usize) -> bool {
        let first = self.game.start().turn();
        let turn = if plies.is_multiple_of(2) { first } else { first.opponent() };
        self.seats.iter().all(Seat::is_human) || self.is_watched() || self.seat(turn).is_human()
    }

    /// The position at the cursor.
    pub fn position(&self) -> &Position {
        self.game.position()
    }
}

fn index(player: Player) -> usize {
    match player {
        Player::Red => 0,
        Player::Black => 1,
    }
}
