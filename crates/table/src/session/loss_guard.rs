//! Warnings before a file or an unsaved game is lost. Only a second request carries out the command.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rankmoves_core::Ply;
use rankmoves_game::{Game, Outcome};
use shell::format::Format;
use shell::shown_path;

use super::{Command, Session};

/// A command that may destroy a file, or a game that is in no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Risk {
    /// Replaces a file that this session did not write, or the game with this number in it.
    Replace(PathBuf, Option<usize>),
    /// Loads a game from a file, chosen by its number.
    Load(PathBuf, Option<u32>),
    /// Continues from an edited position.
    SetUp,
    /// Begins a new game, by this command.
    NewGame(Command),
    /// Deletes the last of these plies, and all later ones.
    Delete(Vec<Ply>),
    /// Ends the program.
    Leave,
}

impl Risk {
    fn warning(&self) -> String {
        let confirmation = match self {
            Risk::Replace(path, number) => {
                let what = number.map_or("it".to_owned(), |number| format!("game {number} of it"));
                return format!("{} already exists; save again to replace {what}", shown_path(path));
            }
            Risk::Delete(_) => {
                return "this also deletes all later moves: repeat the command to confirm".to_owned();
            }
            Risk::Load(..) => "load again to discard it, or save FILE to keep it",
            Risk::SetUp => "press enter again to discard it, or Esc to go back to it",
            Risk::NewGame(_) => "repeat the command to discard it, or save FILE to keep it",
            Risk::Leave => "quit again to discard it, or save FILE to keep it",
        };
        format!("the game is not saved: {confirmation}")
    }
}

/// The files written and the plies saved so far, and the last warning, which the next command may confirm.
#[derive(Clone, Debug, Default)]
pub(super) struct LossGuard {
    /// True if no person reads the warnings.
    warns_nobody: bool,
    /// True if a person has moved in this game.
    pub(super) is_played: bool,
    /// True if the lines of the game have changed since they were read or saved.
    pub(super) is_tried: bool,
    /// The files that this session wrote.
    own: HashSet<PathBuf>,
    /// The plies that are in a file.
    pub(super) kept: Vec<Ply>,
    /// The declared end saved in the file, and the number of plies before it.
    kept_end: Option<(usize, Outcome)>,
    /// The risk that the previous command warned about, if it warned.
    pub(super) warned: Option<Risk>,
}

impl LossGuard {
    pub(super) fn keep(&mut self, game: &Game) {
        (self.is_played, self.is_tried) = (false, false);
        self.kept = game.plies().to_vec();
        self.kept_end = kept_end(game);
    }
}

impl Session {
    /// Stops warning: risky commands succeed at once, because nothing reads the warnings.
    pub fn warn_nobody(&mut self) {
        self.loss_guard.warns_nobody = true;
    }

    /// Returns whether the game has moves, comments or a declared end that are in no file. A game in which only
    /// programs have moved does not count.
    pub fn is_unsaved(&self) -> bool {
        let end = kept_end(&self.game);
        let is_kept = self.loss_guard.kept.starts_with(self.game.played())
            && (end.is_none() || end == self.loss_guard.kept_end);
        self.loss_guard.is_tried || self.chain.is_some() || self.loss_guard.is_played && !is_kept
    }

    /// Warns the first time if `is_lost` is true; succeeds when called again for the same risk.
    ///
    /// # Errors
    ///
    /// The warning.
    pub fn confirm(&mut self, risk: Risk, is_lost: bool) -> Result<(), String> {
        let is_confirmed = self.loss_guard.warned.take().as_ref() == Some(&risk);
        if is_confirmed || !is_lost || self.loss_guard.warns_nobody {
            return Ok(());
        }
        let warning = risk.warning();
        self.loss_guard.warned = Some(risk);
        Err(warning)
    }

    /// Makes the next risky command warn again.
    pub fn forget_warning(&mut self) {
        self.loss_guard.warned = None;
    }

    /// Returns whether a file may be replaced without a warning: this session wrote it, or has just warned about it.
    pub fn may_replace(&mut self, path: &Path) -> bool {
        let warned = self.loss_guard.warned.take();
        let is_confirmed = warned.is_some_and(|risk| matches!(risk, Risk::Replace(at, _) if at == path));
        is_confirmed || self.loss_guard.warns_nobody || self.loss_guard.own.contains(path)
    }

    /// Records that the played plies of `saved`, this session when saving began, are in a file.
    pub fn note_saved(&mut self, path: PathBuf, saved: &Session) {
        // The file does not have the lines of another game, or lines changed since.
        if saved.record_changes() == self.record_changes() {
            // Only PDN holds all lines.
            self.loss_guard.is_tried &= Format::of_path(&path) != Some(Format::Pdn);
            let end = kept_end(&saved.game);
            if end.is_some() || !self.loss_guard.kept.starts_with(saved.game.played()) {
                self.loss_guard.kept = saved.game.played().to_vec();
                self.loss_guard.kept_end = end;
            }
        }
        self.note_written(path);
    }

    /// Records that this session wrote a file.
    pub fn note_written(&mut self, path: PathBuf) {
        self.loss_guard.own.insert(path);
    }
}

/// Returns the declared end and the number of plies before it, if the game has such an end.
fn kept_end(game: &Game) -> Option<(usize, Outcome)> {
    game.declared_end().map(|outcome| (game.played().len(), outcome))
}

#[cfg(test)]
mod tests {
    use rankmoves_core::Player;
    use rankmoves_core::pdn::Record;

    use super::*;
    use crate::session::{Request, Seat};

    #[test]
    fn a_game_with_a_persons_move_needs_confirmation_whatever_the_seats() {
        let random = || Seat::Agent("random:1".parse().unwrap());
        let game = Game::new(Record::standard_start());
        let mut watched = Session::new(game.clone(), [random(), random()]);
        watched.play(&"b6->a5".parse().unwrap()).unwrap();
        assert!(!watched.is_unsaved(), "two programs play");
        watched.execute(Command::Move("c3-d4".to_owned())).unwrap();
        assert!(watched.is_unsaved(), "somebody has moved for one of them");
        let mut left = Session::new(game.clone(), [random(), Seat::Human]);
        left.execute(Command::Move("b6-a5".to_owned())).unwrap();
        left.set_seat(Player::Black, random());
        assert!(left.is_watched() && left.is_unsaved());
        assert!(left.execute(Command::Ask(Request::Quit)).unwrap_err().starts_with("the game is not saved"));
        left.set_game(game.clone());
        left.play(&"b6->a5".parse().unwrap()).unwrap();
        assert!(!left.is_unsaved(), "it is another game");
    }

    #[test]
    fn only_pdn_saves_the_lines_that_were_tried() {
        let mut session = Session::new(Game::new(Record::standard_start()), [Seat::Human; 2]);
        for line in ["b6 a5", "undo", "b6 c5", "undo"] {
            session.execute(Command::parse(line).unwrap()).unwrap();
        }
        for name in ["a.svg", "a.fen", "a.txt"] {
            session.note_saved(name.into(), &session.clone());
            assert!(session.is_unsaved(), "{name}");
        }
        session.note_saved("a.pdn".into(), &session.clone());
        assert!(!session.is_unsaved());
    }

    #[test]
    fn a_warning_about_one_command_confirms_no_other() {
        let mut session = Session::new(Game::new(Record::standard_start()), [Seat::Human; 2]);
        session.execute(Command::parse("b6 a5").unwrap()).unwrap();
        for line in
            ["new", "opening kelso", "new level:6", "rematch", "fen W:W18:B14", "opening ballot", "new"]
        {
            let warning = session.execute(Command::parse(line).unwrap()).unwrap_err();
            assert!(warning.starts_with("the game is not saved"), "{line}");
        }
        assert!(session.execute(Command::parse("new").unwrap()).is_ok());
        let ballot = || Command::parse("opening ballot").unwrap();
        assert!(session.execute(ballot()).is_err() && session.execute(ballot()).is_ok());
    }
}
