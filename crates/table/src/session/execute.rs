//! Execution of commands.

use rankmoves_core::{IllegalMove, Path, Ply, Square};
use rankmoves_game::{Game, Outcome, PlayError};

use super::timing::clock_message;
use super::{Chain, Command, ParsedMove, Request, Risk, Session};

/// The result of a successful command.
#[derive(Debug, PartialEq)]
pub enum Reply {
    /// Nothing has changed.
    Nothing,
    /// The board has changed, or must be shown again.
    Shown,
    /// A ply has been played; the text describes it.
    Played(String),
    /// The first jumps of a move have been made; the text describes them. The move must or may continue.
    Jumped(String),
    /// Plies have been taken back, replayed or deleted; the text describes the change.
    Stepped(String),
    /// A player has resigned, or the players have agreed to a draw; the text describes the outcome.
    Ended(String),
    /// The clock or the lines have changed, or the position was written as FEN; the text is the result.
    Set(String),
    /// The piece on a square has several moves.
    Piece(Square),
    /// A request to the calling program.
    Asks(Request),
}

impl Session {
    /// Executes a command, or returns it as a request.
    ///
    /// # Errors
    ///
    /// The reason why the command is refused; the game is unchanged.
    pub fn execute(&mut self, command: Command) -> Result<Reply, String> {
        let risk = match &command {
            Command::New(_) | Command::Rematch | Command::Fen(Some(_)) => {
                Some(Risk::NewGame(command.clone()))
            }
            Command::Ask(Request::Load(path)) => Some(Risk::Load(path.clone(), None)),
            Command::Ask(Request::Quit) => Some(Risk::Leave),
            // These keep a warning: a deletion and a file may need it themselves.
            Command::Nothing | Command::Delete | Command::Ask(Request::Save(_)) => None,
            _ => {
                self.forget_warning();
                None
            }
        };
        if let Some(risk) = risk {
            self.confirm(risk, self.is_unsaved())?;
        }
        let begin = |new| Ok(Reply::Asks(Request::Begin(Box::new(new))));
        match command {
            Command::Nothing => Ok(Reply::Nothing),
            Command::Board => Ok(Reply::Shown),
            Command::Numbers => {
                self.numbers = !self.numbers;
                Ok(Reply::Shown)
            }
            Command::Flip => {
                self.flip = !self.flip;
                Ok(Reply::Shown)
            }
            Command::Move(text) => self.play_text(&text),
            Command::Stop => self.stop(),
            Command::Pass => self.play_by_hand(&Ply::Pass),
            Command::Undo(turns) => self.undo(turns),
            Command::Redo(turns) => self.redo(turns),
            Command::Resign => self.resign(),
            Command::Draw => self.offer_draw(),
            Command::New(options) => begin(self.new_game(&options)?),
            Command::Rematch => begin(self.rematch()),
            Command::Fen(None) => self.fen().map(Reply::Set),
            Command::Fen(Some(position)) => {
                begin(self.new_with(Game::with_draw_rules(*position, self.game.draw_rules())))
            }
            Command::Comment(text) => self.comment(&text),
            Command::Promote => self.promote(),
            Command::Delete => self.delete(),
            Command::Clock(control) => {
                self.refuse_if_ended()?;
                if let Some(result) = self.read_result() {
                    return Err(format!("the game is over: {}", result.text()));
                }
                self.set_clock(control);
                Ok(Reply::Set(clock_message(control)))
            }
            Command::Ask(request) => {
                if matches!(request, Request::Go | Request::Seat(..)) {
                    self.refuse_if_begun()?;
                }
                Ok(Reply::Asks(request))
            }
        }
    }

    /// Plays a ply by hand. If a chain is unfinished, the ply completes it.
    ///
    /// # Errors
    ///
    /// The reason why the ply cannot be played.
    pub fn play_by_hand(&mut self, ply: &Ply) -> Result<Reply, String> {
        match self.play(ply) {
            Ok(()) => {
                self.loss_guard.is_played = true;
                Ok(Reply::Played(self.last_played()))
            }
            Err(PlayError::Illegal(why)) => Err(why.message(self.notation())),
            Err(why) => Err(why.to_string()),
        }
    }

    /// Makes jumps that begin, continue or complete a move.
    ///
    /// # Errors
    ///
    /// The reason why the jumps cannot be made.
    pub fn jump(&mut self, path: &Path) -> Result<Reply, String> {
        refuse_if_over(&self.game)?;
        let Some(mut chain) = Chain::along(self.position(), path) else {
            return self.play_by_hand(&Ply::Move(path.clone()));
        };
        if let Some(begun) = self.chain.take() {
            chain.path = begun.with(path);
            chain.captured.splice(..0, begun.captured);
        }
        let notation = self.notation();
        let landings: Vec<String> =
            chain.position.next_legs().iter().map(|jump| notation.square(jump.path().end())).collect();
        let landings = landings.join(" or ");
        let rest = if chain.position.rules().chains_may_stop() {
            format!("may continue to {landings}, or stop")
        } else {
            format!("must continue to {landings}")
        };
        let (turn, begun) = (chain.position.turn(), notation.path(&chain.path));
        let here = notation.square(path.end());
        self.chain = Some(chain);
        Ok(Reply::Jumped(format!("{turn} jumps {begun}: the piece on {here} {rest} (undo takes it back)")))
    }

    fn stop(&mut self) -> Result<Reply, String> {
        refuse_if_over(&self.game)?;
        let notation = self.notation();
        let message = |why: IllegalMove| why.message(notation);
        self.position().stop_jumping().map_err(message)?;
        let chain = self.chain.take().ok_or_else(|| message(IllegalMove::NotJumping))?;
        self.play_by_hand(&Ply::Move(chain.path.clone()))
    }

    fn play_text(&mut self, text: &str) -> Result<Reply, String> {
        refuse_if_over(&self.game)?;
        match self.parse_move(text)? {
            ParsedMove::Move(mv) => self.play_by_hand(&Ply::from(&mv)),
            ParsedMove::Jumps(path) => self.jump(&path),
            ParsedMove::Piece(square) => Ok(Reply::Piece(square)),
        }
    }

    /// Resigns for the human; if both players are human or neither is, for the side to move.
    fn resign(&mut self) -> Result<Reply, String> {
        self.refuse_if_ended()?;
        let loser = self.person().unwrap_or(self.turn());
        self.forfeit(loser);
        Ok(Reply::Ended(Outcome::Resigned { loser }.to_string()))
    }

    /// Refuses a command that only a game in progress allows, also at an earlier place of a finished game.
    pub(super) fn refuse_if_ended(&self) -> Result<(), String> {
        refuse_if_over(self.finished().unwrap_or(&self.game))
    }

    /// Refuses a command in the middle of a move.
    pub(super) fn refuse_if_begun(&self) -> Result<(), String> {
        let why = || "you have started a chain: finish it, or take it back (undo)".to_owned();
        if self.chain.is_some() { Err(why()) } else { Ok(()) }
    }
}

fn refuse_if_over(game: &Game) -> Result<(), String> {
    game.outcome().map_or(Ok(()), |outcome| Err(format!("the game is over: {outcome}")))
}
