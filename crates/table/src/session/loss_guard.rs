//! Warnings before a file or an unsaved game is lost: only a second request destroys it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rankmoves_core::{Ply, shorten};
use rankmoves_game::{Game, Outcome};

use super::Session;

/// The longest part of a path that a warning shows, in characters.
const MAX_SHOWN_CHARS: usize = 40;

/// Something that destroys a file, or a game that no file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Risk {
    /// Replaces a file that was not written here with a game.
    Replace(PathBuf),
    /// Continues the game of a file, chosen by its number.
    Load(PathBuf, Option<u32>),
    /// Continues from a position that has been set up.
    SetUp,
    /// Ends the program.
    Leave,
}

impl Risk {
    /// Explains how to confirm.
    fn warning(&self) -> String {
        match self {
            Risk::Replace(path) => {
                let path = shorten(&path.display().to_string(), MAX_SHOWN_CHARS);
                format!("{path} already exists; save again to replace it")
            }
            Risk::Load(..) => {
                "the game is not saved: load again to discard it, or save FILE to keep it".to_owned()
            }
            Risk::SetUp => {
                "the game is not saved: press enter again to discard it, or Esc to go back to it".to_owned()
            }
            Risk::Leave => {
                "the game is not saved: quit again to discard it, or save FILE to keep it".to_owned()
            }
        }
    }
}

/// The files written and the plies saved so far, and the last warning.
#[derive(Clone, Debug)]
pub(super) struct LossGuard {
    /// True if somebody is there to be warned.
    warns: bool,
    /// True if somebody has played in the game by hand.
    is_played: bool,
    /// The files that were written here.
    own: HashSet<PathBuf>,
    /// The plies that a file holds.
    kept: Vec<Ply>,
    /// The declared end of a file after its plies.
    kept_end: Option<(usize, Outcome)>,
    /// The last warning, if nothing else was said since.
    warned: Option<Risk>,
}

impl LossGuard {
    pub(super) fn new(kept: &Game) -> LossGuard {
        LossGuard {
            warns: true,
            is_played: false,
            own: HashSet::new(),
            kept: kept.plies().to_vec(),
            kept_end: declared_end(kept),
            warned: None,
        }
    }

    pub(super) fn keep(&mut self, game: &Game) {
        self.is_played = false;
        self.kept = game.plies().to_vec();
        self.kept_end = declared_end(game);
    }

    pub(super) fn note_played(&mut self) {
        self.is_played = true;
    }

    pub(super) fn forget_warning(&mut self) {
        self.warned = None;
    }
}

impl Session {
    /// Lets risky commands pass at once from now on, as no person reads the warnings.
    pub fn warn_nobody(&mut self) {
        self.loss_guard.warns = false;
    }

    /// Returns whether somebody has played in the game, finished or not, and no file holds it.
    pub fn is_unsaved(&self) -> bool {
        let end = declared_end(&self.game);
        let is_kept = self.loss_guard.kept.starts_with(self.game.played())
            && self.chain.is_none()
            && (end.is_none() || end == self.loss_guard.kept_end);
        !is_kept && (self.loss_guard.is_played || !self.is_watched())
    }

    /// Warns of a risk if `is_lost` is true, that is, if something would be lost; lets it pass the
    /// second time.
    ///
    /// # Errors
    ///
    /// The warning.
    pub fn confirm(&mut self, risk: Risk, is_lost: bool) -> Result<(), String> {
        let is_confirmed = self.loss_guard.warned.take().as_ref() == Some(&risk);
        if is_confirmed || !is_lost || !self.loss_guard.warns {
            return Ok(());
        }
        let warning = risk.warning();
        self.loss_guard.warned = Some(risk);
        Err(warning)
    }

    /// Returns whether a file may be replaced without a warning: it was
    /// written here, or the warning was the last thing said.
    pub fn may_replace(&mut self, path: &Path) -> bool {
        let is_confirmed = self.loss_guard.warned.take() == Some(Risk::Replace(path.to_owned()));
        is_confirmed || !self.loss_guard.warns || self.loss_guard.own.contains(path)
    }

    /// Notes that the played plies are in a file that was written here.
    pub fn note_saved(&mut self, path: PathBuf) {
        self.note_written(path);
        let end = declared_end(&self.game);
        if end.is_some() || !self.loss_guard.kept.starts_with(self.game.played()) {
            self.loss_guard.kept = self.game.played().to_vec();
            self.loss_guard.kept_end = end;
        }
    }

    /// Notes that a file was written here.
    pub fn note_written(&mut self, path: PathBuf) {
        self.loss_guard.own.insert(path);
    }
}

/// Returns the declared end and the number of plies before it, if the game has such an end.
fn declared_end(game: &Game) -> Option<(usize, Outcome)> {
    let declared = game.outcome().filter(|outcome| outcome.is_declared());
    declared.map(|outcome| (game.played().len(), outcome))
}

#[cfg(test)]
mod tests {
    use rankmoves_core::Player;
    use rankmoves_core::pdn::Record;

    use super::*;
    use crate::session::{Command, Request, Seat};

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
        left.set_game(game);
        left.play(&"b6->a5".parse().unwrap()).unwrap();
        assert!(!left.is_unsaved(), "it is another game");
    }
}
