//! A game at a table: who sits where, and what may be said.
//!
//! Nothing here reads, writes or thinks: a terminal, a pipe or a full-screen
//! program is around it, and asks the agents.

mod command;
mod notation;

pub use command::{COMMANDS, Command};
pub use notation::{Meant, meaning};

use std::fmt;
use std::str::FromStr;

use rankmoves::game::{AgentSpec, Game, Outcome, ParseAgentError, PlayError};
use rankmoves::{MoveList, Player, Ply, Position};

/// The most moves that are listed. A chain on a large board may have millions
/// of paths: such a position is played by typing them.
pub const MOST_MOVES: usize = 1000;

/// Says that a position has more moves than are listed.
pub fn too_many_moves(position: &Position) -> String {
    format!("{} has more than {MOST_MOVES} moves", position.turn())
}

/// How much of what was typed an answer quotes, in characters.
const QUOTED: usize = 40;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody who gives commands.
    Human,
    /// A program.
    Agent(AgentSpec),
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
            _ => text.parse().map(Seat::Agent).map_err(|why| match why {
                ParseAgentError::Name => format!("{why}, or human"),
                _ => why.to_string(),
            }),
        }
    }
}

/// A game with its players.
#[derive(Clone, Debug)]
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

    pub fn seat(&self, player: Player) -> Seat {
        self.seats[index(player)]
    }

    /// Gives a side to somebody else.
    pub fn set_seat(&mut self, player: Player, seat: Seat) {
        self.seats[index(player)] = seat;
    }

    /// Goes on with another game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// The program that is to choose the next move; `None` if nothing happens
    /// until a command is given.
    pub fn agent_to_move(&self) -> Option<AgentSpec> {
        match self.seat(self.turn()) {
            Seat::Agent(spec) if self.game.outcome().is_none() => Some(spec),
            _ => None,
        }
    }

    /// Whether both sides are played by programs.
    pub fn is_watched(&self) -> bool {
        !self.seats.contains(&Seat::Human)
    }

    fn turn(&self) -> Player {
        self.game.position().turn()
    }

    /// Plays a ply for whoever is to move.
    pub fn play(&mut self, ply: &Ply) -> Result<(), PlayError> {
        self.game.play(ply)
    }

    /// Gives the game up for the side to move, or the human side if only one is.
    pub fn resign(&mut self) {
        let human = Player::ALL.into_iter().find(|&player| self.seat(player) == Seat::Human);
        let loser =
            if self.seat(self.turn()) == Seat::Human { self.turn() } else { human.unwrap_or(self.turn()) };
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

    /// Plays turns again that were taken back, a resignation behind them, and
    /// returns the number of plies.
    pub fn redo(&mut self, turns: usize) -> usize {
        let (at, end) = (self.game.played().len(), self.game.plies().len());
        let stops = (at + 1..=end).filter(|&at| at == end || self.is_stop(at));
        let stops: Vec<usize> = stops.take(turns).collect();
        let plies = stops.last().map_or(0, |target| target - at);
        self.game.redo(plies + usize::from(stops.len() < turns))
    }

    /// Goes to the place after so many plies, or to the end if there are fewer.
    #[cfg(feature = "tui")]
    pub fn go_to(&mut self, plies: usize) {
        let at = self.game.played().len();
        if plies < at {
            // A resignation here would be taken back first.
            let withdrawn = usize::from(matches!(self.game.outcome(), Some(Outcome::Resigned { .. })));
            self.game.undo(at - plies + withdrawn);
        } else {
            self.game.redo(plies - at);
        }
    }

    /// Whether undo and redo stop after so many plies.
    fn is_stop(&self, plies: usize) -> bool {
        let first = self.game.start().turn();
        let turn = if plies.is_multiple_of(2) { first } else { first.opponent() };
        self.seats == [Seat::Human; 2] || self.is_watched() || self.seat(turn) == Seat::Human
    }

    /// Lists the legal moves, or the first of too many.
    pub fn moves(&self) -> MoveList {
        self.position().legal_moves_up_to(MOST_MOVES)
    }

    /// Lists the moves that what is typed is completed to: all, or of too many
    /// the first of each piece.
    pub fn typable_moves(&self) -> Vec<String> {
        let MoveList { mut moves, is_complete } = self.moves();
        if !is_complete {
            let pieces = self.position().movable();
            let share = MOST_MOVES.div_ceil(pieces.len().max(1));
            moves = pieces
                .into_iter()
                .flat_map(|from| self.position().legal_moves_from(from, share).moves)
                .collect();
        }
        moves.iter().map(ToString::to_string).collect()
    }

    /// The position at the cursor.
    pub fn position(&self) -> &Position {
        self.game.position()
    }
}

/// The place of what belongs to a player, red's first.
pub fn index(player: Player) -> usize {
    match player {
        Player::Red => 0,
        Player::Black => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_and_from_str_of_seats_are_inverse() {
        for text in ["human", "random", "random-piece:7", "minimax:3", "timed:0.5"] {
            assert_eq!(text.parse::<Seat>().unwrap().to_string(), text);
        }
        assert!("people".parse::<Seat>().unwrap_err().ends_with(", or human"));
    }
}
