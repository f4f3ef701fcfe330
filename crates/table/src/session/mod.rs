//! A game with its seats, and the commands for it.
//!
//! This module does no input or output, and no search except a short one to answer a draw offer. The calling
//! program does the rest, for a terminal, a pipe or a full screen, and gets the agents' moves.

mod command;
mod execute;
mod lines;
mod loss_guard;
mod new_game;
mod parse;
mod timing;

pub use crate::agents::Seat;
pub use command::{COMMANDS, Command, MAX_LINE_BYTES, Request};
pub use execute::Reply;
pub use loss_guard::Risk;
pub use new_game::{NewGame, NewGameOptions, player_ahead};
pub use parse::{Chain, ParsedMove};

use lines::Lines;
use loss_guard::LossGuard;
use timing::Timing;
pub use timing::clock_message;

use picture::Picture;
use rankmoves_core::{ByPlayer, MoveList, Notation, Path, Player, Ply, Position, quoted};
use rankmoves_game::{Game, Opening, PlayError};
use shell::game_info::GameInfo;

use crate::agents::Spec;

/// The maximum number of moves listed. A chain on a large board may have millions of paths; such moves must
/// be typed.
pub const MAX_LISTED_MOVES: usize = 1000;

/// Returns a message if a position has more moves than are listed.
pub fn too_many_moves(position: &Position) -> Option<String> {
    let is_complete = position.legal_moves().up_to(MAX_LISTED_MOVES).is_complete;
    (!is_complete).then(|| format!("{} has more than {MAX_LISTED_MOVES} moves", position.turn()))
}

/// A game with its players.
#[derive(Clone, Debug)]
pub struct Session {
    game: Game,
    seats: ByPlayer<Seat>,
    /// The jumps made so far in an unfinished move, which the game does not contain yet.
    chain: Option<Chain>,
    /// True if squares show their numbers, and moves are written with them.
    pub numbers: bool,
    /// True if the board is seen from black's side.
    pub flip: bool,
    /// The names given for the players and the event.
    pub labels: GameInfo,
    loss_guard: LossGuard,
    timing: Option<Timing>,
    /// The plies of the game's opening, for a rematch and for reviews.
    opening: Vec<Ply>,
    lines: Lines,
    /// The line left to [follow](Session::follow) another, with its clock.
    left: Option<(Game, Option<Timing>)>,
    /// The game as it [ended](Session::is_finished), with its clock.
    ended: Option<(Game, Option<Timing>)>,
}

impl Session {
    /// Seats the players of red and black at a game, which counts as saved.
    pub fn new(game: Game, [red, black]: [Seat; 2]) -> Session {
        let mut loss_guard = LossGuard::default();
        loss_guard.keep(&game);
        Session {
            loss_guard,
            game,
            seats: ByPlayer::new(red, black),
            chain: None,
            numbers: false,
            flip: false,
            labels: GameInfo::default(),
            timing: None,
            opening: Vec::new(),
            lines: Lines::default(),
            left: None,
            ended: None,
        }
    }

    /// Returns the notation of squares and moves.
    pub fn notation(&self) -> Notation {
        if self.numbers { Notation::Numbers(self.game.start().board().shape()) } else { Notation::Names }
    }

    /// Returns the jumps made so far in an unfinished move.
    pub fn chain(&self) -> Option<&Chain> {
        self.chain.as_ref()
    }

    /// Reads a text as a move.
    ///
    /// # Errors
    ///
    /// The reason why the text is not a move.
    pub fn parse_move(&self, text: &str) -> Result<ParsedMove, String> {
        let begun = self.chain().map_or(&[][..], |chain| chain.path.squares());
        parse::parse_move(self.position(), begun, self.notation(), text)
    }

    /// Reads a move to try instead of ply `number`, counted from 1; by default, instead of the last ply before
    /// the cursor, or of the first if the cursor is at the start. Returns the number of plies before the move,
    /// and the move's path.
    ///
    /// # Errors
    ///
    /// If the game has no such ply, or the text is not a legal move there.
    pub fn read_try(&self, number: Option<usize>, text: &str) -> Result<(usize, Path), String> {
        let number = number.unwrap_or(self.game.played().len().max(1));
        let count = self.game.plies().len();
        let at = number.checked_sub(1).filter(|&at| at < count);
        let at = at.ok_or_else(|| match count {
            0 => "the game has no move yet".to_owned(),
            _ => format!("expected a ply of the game, 1 to {count}, but found {number}"),
        })?;
        match parse::parse_move(&self.game.all_positions()[at], &[], self.notation(), text) {
            Ok(ParsedMove::Move(mv)) => Ok((at, mv.path().clone())),
            Ok(_) => Err(format!("expected a whole move but found {}", quoted(text))),
            Err(why) => Err(format!("instead of ply {}: {why}", at + 1)),
        }
    }

    /// Returns the picture of a game after some plies, with the last ply marked; or of a chain, if one is given.
    pub fn picture(&self, game: &Game, plies: usize, chain: Option<&Chain>) -> Picture {
        let mut picture = match chain {
            Some(chain) => Picture::of_jumps(&chain.path, &chain.captured, &chain.position),
            None => Picture::of_plies(&game.positions()[..=plies], &game.played()[..plies]),
        };
        (picture.flip, picture.numbers) = (self.flip, self.numbers);
        picture
    }

    /// Returns the game for a hint. During an unfinished chain, it begins at the chain's position.
    pub fn game_for_hint(&self) -> Game {
        self.chain().map_or_else(|| self.game.up_to_cursor(), |chain| Game::new(chain.position))
    }

    /// Describes the last ply: the player, the move and, with a clock, the time left.
    ///
    /// # Panics
    ///
    /// If no ply has been played.
    pub fn last_played(&self) -> String {
        let player = self.game.position().turn().opponent();
        let ply = self.game.played().last().expect("a ply has been played");
        format!("{player} plays {}{}", self.notation().ply(ply), self.time_of_last_ply())
    }

    /// Returns the game, without the jumps of an unfinished [chain](Session::chain).
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the name of the longest known opening that the game begins with, up to the cursor.
    pub fn opening_name(&self) -> Option<&'static str> {
        Opening::name_of(self.game.start(), self.game.played())
    }

    /// Returns the number of plies of the opening: the chosen one if the game begins with it, or the longest known one.
    /// A review does not count them as costly.
    pub fn opening_len(&self) -> usize {
        let known = Opening::len_of(self.game.start(), self.game.plies());
        if self.game.plies().starts_with(&self.opening) { known.max(self.opening.len()) } else { known }
    }

    /// Returns who plays a side.
    pub fn seat(&self, player: Player) -> Seat {
        self.seats[player]
    }

    /// Gives a side another player, and returns a message about the change.
    pub fn set_seat(&mut self, player: Player, seat: Seat) -> String {
        self.seats[player] = seat;
        format!("{player}: {seat}")
    }

    /// Shows the board from red's side, or from black's if only black is a person.
    pub fn face_person(&mut self) {
        self.flip = self.person() == Some(Player::Black);
    }

    /// Switches to another game, which counts as saved, and resets the clock.
    pub fn set_game(&mut self, game: Game) {
        self.loss_guard.keep(&game);
        self.chain = None;
        self.game = game;
        self.opening.clear();
        (self.left, self.ended) = (None, None);
        self.set_record(None);
        self.set_clock(self.timing.as_ref().map(|timing| timing.clock.control()));
    }

    /// Returns the program that is to move; `None` if a person or a command comes first, or the game is over.
    pub fn agent_to_move(&self) -> Option<Spec> {
        // If a person has begun a chain, it must be finished before the program moves.
        let may_move = self.game.outcome().is_none() && self.chain.is_none() && !self.is_finished();
        match self.seat(self.turn()) {
            Seat::Agent(spec) if may_move => Some(spec),
            _ => None,
        }
    }

    /// Returns whether both players are programs.
    pub fn is_watched(&self) -> bool {
        self.seats.iter().all(|(_, &seat)| seat != Seat::Human)
    }

    /// Returns the side of the person, if a program plays the other side.
    pub fn person(&self) -> Option<Player> {
        let mut people = Player::ALL.into_iter().filter(|&player| self.seat(player) == Seat::Human);
        people.next().filter(|_| people.next().is_none())
    }

    fn turn(&self) -> Player {
        self.game.position().turn()
    }

    /// Plays a ply for the player to move. If a chain is unfinished, the ply completes it.
    ///
    /// # Errors
    ///
    /// The reason why the ply is illegal, or the outcome of a game that is over.
    pub fn play(&mut self, ply: &Ply) -> Result<(), PlayError> {
        let whole = match (&self.chain, ply) {
            (Some(chain), Ply::Move(path)) => {
                chain.position.find(path)?;
                Ply::Move(chain.with(path))
            }
            _ => ply.clone(),
        };
        // A person is warned again after another move of a person; programs move at any time.
        if self.agent_to_move().is_none() {
            self.forget_warning();
        }
        let player = self.turn();
        let undone = self.game.plies().get(self.game.played().len());
        if undone == Some(&whole) && self.game.outcome().is_none() {
            // Keep the rest of the line.
            self.game.redo(1);
        } else {
            let before = self.game.plies().to_vec();
            self.game.play(&whole)?;
            self.keep_line(&before);
        }
        self.chain = None;
        if self.is_finished() {
            self.rejoin();
        } else {
            self.press_clock(player);
        }
        Ok(())
    }

    /// Resigns for a player.
    pub fn forfeit(&mut self, player: Player) {
        self.declare(|game| game.resign(player));
    }

    /// Declares the end of the game. The plies that were taken back leave the game, but stay in its lines.
    fn declare(&mut self, end: impl FnOnce(&mut Game)) {
        self.chain = None;
        let before = self.game.plies().to_vec();
        end(&mut self.game);
        if self.record().is_none() {
            self.keep_line(&before);
        }
        self.record_result();
    }

    /// Lists the legal moves; if there are too many, only the first ones.
    pub fn moves(&self) -> MoveList {
        self.position().legal_moves().up_to(MAX_LISTED_MOVES)
    }

    /// Lists the completions of a command line: the moves, or the first few of each piece if there are too many;
    /// then the names of commands.
    pub fn completions(&self) -> Vec<String> {
        let MoveList { mut moves, is_complete } = self.moves();
        if !is_complete {
            let pieces = self.position().movable();
            let share = MAX_LISTED_MOVES.div_ceil(pieces.len().max(1));
            moves = pieces
                .into_iter()
                .flat_map(|from| self.position().legal_moves().of_piece(from).up_to(share).moves)
                .collect();
        }
        let moves = moves.iter().map(|mv| self.notation().path(mv.path()));
        moves.chain(COMMANDS.iter().map(|(name, ..)| (*name).to_owned())).collect()
    }

    /// Returns the position at the cursor, after the jumps of an unfinished chain if there is one.
    pub fn position(&self) -> &Position {
        self.chain().map_or_else(|| self.game.position(), |chain| &chain.position)
    }
}

#[cfg(test)]
mod tests {
    use rankmoves_game::DrawRules;

    use super::*;

    #[test]
    fn an_opening_has_a_name() {
        let kelso: Opening = "kelso".parse().unwrap();
        let mut session = Session::new(kelso.game(DrawRules::default()), [Seat::Human; 2]);
        assert_eq!(session.opening_name(), Some("Kelso"));
        session.go_to(0);
        assert_eq!(session.opening_name(), None);
    }
}
