//! The command `review`: the costliest plies of the game.

use rankmoves::RankError;
use rankmoves_game::Game;

use super::{CommandError, Table};
use table::review::{Review, ReviewedPly, report};

/// The review of a game, perhaps interrupted.
#[derive(Default)]
pub struct GameReview {
    game: Option<Game>,
    progress: Review,
    plies: Vec<ReviewedPly>,
}

impl Table {
    /// Judges the plies that were played. Continues an interrupted review of the same game.
    pub(super) fn review(&mut self) -> Result<String, CommandError> {
        let game = self.session.game().up_to_cursor();
        if game.plies().is_empty() {
            return Err("there is no move to review".to_owned().into());
        }
        if self.review.game.as_ref() != Some(&game) {
            self.review = GameReview { game: Some(game.clone()), ..GameReview::default() };
        }
        let GameReview { progress, plies, .. } = &mut self.review;
        let (analyzer, values) = (&mut self.analyzer, &self.values);
        let [_, stop] = analyzer.stop_flags();
        let done = self.interrupts.stopping(Some(stop), || {
            while let Some(ply) = progress.next(analyzer, &game, values)? {
                plies.push(ply);
            }
            Ok(())
        });
        let is_stopped = self.interrupts.take();
        match done {
            Err(RankError::Stopped) if is_stopped => {}
            done => done.map_err(|why: RankError| format!("cannot review the game: {why}"))?,
        }
        Ok(report(plies, game.plies().len(), self.session.notation()))
    }
}
