//! New games, rematches and draw offers.

use std::cmp::Ordering;
use std::mem;

use rankmoves_core::pdn::Fen;
use rankmoves_core::{ByPlayer, Player};
use rankmoves_engine::{Engine, Limits};
use rankmoves_game::{Game, Outcome, TimeControl};
use shell::game_info::GameInfo;

use super::command::opening;
use super::{Reply, Seat, Session, clock_message};

/// The number of nodes searched to answer a draw offer; this takes a few hundredths of a second.
const DRAW_OFFER_NODES: u64 = 20_000;

/// The settings that a command gives for a new game. Missing ones stay as in the current game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewGameOptions {
    /// The opponent of the person who gives the command.
    pub(super) opponent: Option<Seat>,
    pub(super) side: Option<Player>,
    pub(super) clock: Option<TimeControl>,
    /// The opening, on the standard board: a name, moves, or a ballot.
    pub(super) opening: Option<String>,
}

/// A new game with its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The players.
    pub seats: ByPlayer<Seat>,
    /// The game, with the plies of its opening.
    pub game: Game,
    /// The names of the players and the event.
    pub labels: GameInfo,
    /// The clock of both players, if it replaces that of the game before.
    pub clock: Option<TimeControl>,
}

impl Session {
    /// Prepares the new game that a command describes.
    pub(super) fn new_game(&self, options: &NewGameOptions) -> Result<NewGame, String> {
        let draw_rules = self.game.draw_rules();
        let game = match &options.opening {
            Some(text) => opening(text)?.game(draw_rules),
            None => Game::with_draw_rules(*self.game.start(), draw_rules),
        };
        let mut new = NewGame { clock: options.clock, ..self.new_with(game) };
        if options.opponent.is_some() || options.side.is_some() {
            let own = Player::ALL.into_iter().find(|&player| self.seat(player) == Seat::Human);
            let own = own.unwrap_or(Player::Red);
            let opponent = options.opponent.unwrap_or(self.seat(own.opponent()));
            let side = options.side.unwrap_or(own);
            (new.seats[side], new.seats[side.opponent()]) = (Seat::Human, opponent);
            if side != own {
                mem::swap(&mut new.labels.red, &mut new.labels.black);
            }
        }
        Ok(new)
    }

    /// Prepares a rematch: the same start and opening, with the colours swapped.
    pub(super) fn rematch(&self) -> NewGame {
        let game = Game::of_plies(*self.game.start(), self.game.draw_rules(), &self.opening)
            .expect("the opening has been played from this start");
        let mut new = self.new_with(game);
        new.seats = ByPlayer::new(self.seat(Player::Black), self.seat(Player::Red));
        mem::swap(&mut new.labels.red, &mut new.labels.black);
        new
    }

    /// Prepares another game with the same players.
    pub(crate) fn new_with(&self, game: Game) -> NewGame {
        NewGame { seats: self.seats, game, labels: self.labels.clone(), clock: None }
    }

    pub(super) fn fen(&self) -> Result<String, String> {
        let position = self.position();
        let fen = Fen::new(*position.board(), position.turn());
        fen.map(|fen| fen.to_string()).ok_or_else(|| "FEN can hold only the standard board".to_owned())
    }

    /// Begins a new game with the clock reset, and [turns the board](Session::face_person). Returns a message.
    pub fn begin(&mut self, new: NewGame) -> String {
        let NewGame { seats, game, labels, clock } = new;
        (self.seats, self.labels) = (seats, labels);
        let variant = |game: &Game| (game.start().rules(), game.start().board().shape());
        let is_same_variant = variant(&game) == variant(&self.game);
        self.set_game(game);
        if clock.is_some() {
            self.set_clock(clock);
        }
        self.opening = self.game.plies().to_vec();
        self.face_person();
        let [red, black] = Player::ALL.map(|player| self.seat(player).described());
        let opening = self.opening_name().map_or_else(String::new, |name| format!(", {name}"));
        let rules = if is_same_variant { "" } else { ", with the standard rules and board" };
        let clock = clock.map_or_else(String::new, |_| format!("; {}", clock_message(clock)));
        format!("a new game: red is {red}, black is {black}{opening}{rules}{clock}")
    }

    /// Offers a draw. A program accepts it unless the engine prefers the program's side; between two people an
    /// offer always succeeds.
    pub(super) fn offer_draw(&mut self) -> Result<Reply, String> {
        self.refuse_if_ended()?;
        self.refuse_if_begun()?;
        let programs = Player::ALL.into_iter().filter(|&player| self.seat(player) != Seat::Human);
        match programs.collect::<Vec<_>>().as_slice() {
            &[program] if player_ahead(&self.game) == Some(program) => {
                return Err(format!("{program} declines the draw: it stands better"));
            }
            [_, _] => return Err("both players are programs: only a person can offer a draw".to_owned()),
            _ => {}
        }
        self.declare(Game::agree_draw);
        Ok(Reply::Ended(Outcome::Agreed.to_string()))
    }
}

/// Returns the player who stands better according to a short search of the engine; `None` if neither does.
pub fn player_ahead(game: &Game) -> Option<Player> {
    let turn = game.position().turn();
    let choice = Engine::new().search(game, Limits::nodes(DRAW_OFFER_NODES), |_| {})?;
    match choice.score.cmp(&0) {
        Ordering::Less => Some(turn.opponent()),
        Ordering::Equal => None,
        Ordering::Greater => Some(turn),
    }
}

#[cfg(test)]
mod tests {
    use rankmoves_core::pdn::Record;
    use rankmoves_core::{Capture, Position, Rules, Setup};

    use super::*;
    use crate::session::{Command, Request};

    fn session(game: Game) -> Session {
        Session::new(game, [Seat::Human, seat("random:1")])
    }

    fn seat(text: &str) -> Seat {
        text.parse().unwrap()
    }

    fn run(session: &mut Session, line: &str) -> Result<Reply, String> {
        session.execute(Command::parse(line)?)
    }

    /// Begins the game that a command requests.
    fn begin(session: &mut Session, line: &str) -> String {
        let Reply::Asks(Request::Begin(new)) = run(session, line).unwrap() else { panic!("{line}") };
        session.begin(*new)
    }

    fn seats(session: &Session) -> [String; 2] {
        Player::ALL.map(|player| session.seat(player).to_string())
    }

    #[test]
    fn a_new_game_has_the_opponent_the_side_and_the_opening_of_the_command() {
        let mut session = session(Game::new(Record::standard_start()));
        for (line, expected, plies) in [
            ("new level:3", ["human", "level:3"], 0),
            ("new black", ["level:3", "human"], 0),
            ("new level:1 red kelso", ["human", "level:1"], 1),
            ("opening 9-13 22-18 11-15", ["human", "level:1"], 3),
            ("new", ["human", "level:1"], 0),
            ("new ballot 5", ["human", "level:1"], 3),
            ("rematch", ["level:1", "human"], 3),
            ("new human", ["human", "human"], 0),
            ("new 3", ["human", "level:3"], 0),
        ] {
            begin(&mut session, line);
            assert_eq!(
                (seats(&session), session.game().plies().len(), session.opening_len()),
                (expected.map(str::to_owned), plies, plies),
                "{line}"
            );
        }
        assert!(run(&mut session, "new 7").unwrap_err().starts_with("expected level:N"));
        assert!(run(&mut session, "new 3 5").unwrap_err().starts_with("expected"), "it is no clock");
        begin(&mut session, "fen W:W18:B14");
        assert_eq!(run(&mut session, "fen"), Ok(Reply::Set("W:W18:B14".to_owned())));
        assert!(run(&mut session, "fen nonsense").is_err());
        for start in ["new master start", "opening start"] {
            begin(&mut session, start);
            assert_eq!(*session.game().start(), Record::standard_start());
            begin(&mut session, "fen W:W18:B14");
        }
        assert!(run(&mut session, "new level:9").unwrap_err().starts_with("expected level:N"));
        assert!(run(&mut session, "new level:3 white").unwrap_err().contains("red or black"));
        assert!(run(&mut session, "new nowhere").unwrap_err().starts_with("expected the name of an opening"));
    }

    #[test]
    fn a_new_game_has_the_clock_of_the_command() {
        let mut session = session(Game::new(Record::standard_start()));
        let clock = |session: &Session| session.clock().map(|clock| clock.control().to_string());
        for (line, expected) in [
            ("new", None),
            ("new level:club 5m+3s black kelso", Some("300+3")),
            ("rematch", Some("300+3")),
            ("new 90s", Some("90")),
        ] {
            begin(&mut session, line);
            assert_eq!(clock(&session).as_deref(), expected, "{line}");
        }
        let message = begin(&mut session, "new 5s");
        assert!(
            message.ends_with("; each player has 5.0 s for the whole game (m stands for minutes: 5m)"),
            "{message}"
        );
        assert_eq!((session.opening_name(), session.person()), (None, Some(Player::Red)));
    }

    #[test]
    fn a_game_with_other_rules_gives_way_to_an_opening_with_a_message() {
        let rules = Rules { capture: Capture::Optional, ..Rules::ENGLISH };
        let start = Setup { rules, ..Record::standard_start().setup() }.position().unwrap();
        let mut session = session(Game::new(start));
        let message = begin(&mut session, "opening kelso");
        assert!(message.ends_with(", Kelso, with the standard rules and board"), "{message}");
        assert!(begin(&mut session, "opening kelso").ends_with(", Kelso"));
    }

    #[test]
    fn the_names_follow_their_players() {
        let mut session = session(Game::new(Record::standard_start()));
        session.labels.red = Some("Ann".to_owned());
        let names = |session: &Session| (session.labels.red.clone(), session.labels.black.clone());
        for (line, red) in [("rematch", false), ("new red", true), ("new", true), ("new black", false)] {
            begin(&mut session, line);
            let ann = Some("Ann".to_owned());
            assert_eq!(names(&session), if red { (ann, None) } else { (None, ann) }, "{line}");
        }
    }

    #[test]
    fn a_new_game_needs_confirmation_if_the_old_one_is_not_saved() {
        let mut session = session(Game::new(Record::standard_start()));
        session.set_seat(Player::Black, Seat::Human);
        run(&mut session, "b6 a5").unwrap();
        assert!(run(&mut session, "new").unwrap_err().starts_with("the game is not saved"));
        begin(&mut session, "new");
        assert!(session.game().plies().is_empty() && !session.is_unsaved());
    }

    /// Returns a game with red to move.
    fn game(fen: &str) -> Game {
        let position = Position::from_fen(fen).unwrap();
        Game::new(Setup { turn: Player::Red, ..position.setup() }.position().unwrap())
    }

    #[test]
    fn a_program_accepts_a_draw_unless_it_is_better() {
        // One king each, in the double corners: a draw.
        let mut even = session(game("W:WK32:BK1"));
        assert_eq!(run(&mut even, "draw"), Ok(Reply::Ended("a draw by agreement".to_owned())));
        assert!(run(&mut even, "draw").unwrap_err().starts_with("the game is over"));
        assert_eq!(run(&mut even, "undo"), Ok(Reply::Stepped("the agreed draw is taken back".to_owned())));
        assert_eq!(even.game().outcome(), None);
        // Three kings against one.
        let mut worse = session(game("W:WK32:BK1,K2,K3"));
        assert!(run(&mut worse, "draw").unwrap_err().starts_with("black declines"));
        let mut better = session(game("W:WK32,K31,K30:BK1"));
        assert!(run(&mut better, "draw").is_ok());
        let mut watched = Session::new(game("W:WK32:BK1"), [seat("random"), seat("random")]);
        assert!(run(&mut watched, "draw").is_err());
    }
}
