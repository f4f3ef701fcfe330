//! The progress of a review, which can be interrupted and continued.

use rankmoves::RankError;
use rankmoves_core::Notation;
use rankmoves_game::Game;

use super::{Analyzer, JudgedMoves, Judgement, ReviewedPly, ends_drawn, judgement, moments};

/// The progress of a review: the costs of the plies judged so far. An interrupted review continues at the next ply, in
/// the same value or in a new one made by [`after`](Self::after).
#[derive(Clone, Debug, Default)]
pub struct Review {
    costs: Vec<u8>,
    /// The moves of the position before the next ply, if they have been judged.
    judged: Option<JudgedMoves>,
}

impl Review {
    /// Continues a review after plies with these costs.
    pub fn after(costs: Vec<u8>) -> Review {
        Review { costs, judged: None }
    }

    /// Returns the number of plies judged so far.
    pub fn plies(&self) -> usize {
        self.costs.len()
    }

    /// Returns the indices of the [costliest plies](moments) so far, after the first `lead`.
    pub fn moments(&self, lead: usize) -> Vec<usize> {
        moments(&self.costs, lead)
    }

    /// Judges the position before the next ply. Returns red's expected result in that position, in percent.
    ///
    /// # Errors
    ///
    /// If a stop flag of the analyzer is raised.
    pub fn start(&mut self, analyzer: &mut Analyzer, game: &Game) -> Result<u8, RankError> {
        let (judged, red) = judged_at(analyzer, game, self.plies())?;
        self.judged = Some(judged);
        Ok(red)
    }

    /// Judges the next ply of the game; returns `None` after the last.
    ///
    /// # Errors
    ///
    /// If a stop flag of the analyzer is raised. The next call then judges the same ply again.
    pub fn next(&mut self, analyzer: &mut Analyzer, game: &Game) -> Result<Option<ReviewedPly>, RankError> {
        let at = self.plies();
        let Some(ply) = game.plies().get(at) else { return Ok(None) };
        let position = &game.all_positions()[at];
        let judged = match self.judged.take() {
            Some(judged) => judged,
            None => analyzer.judge(position)?,
        };
        let (next, red) = judged_at(analyzer, game, at + 1)?;
        let judgement = judgement(game, at, &judged, &next);
        let why = analyzer.why(position, judgement.as_ref())?;
        self.costs.push(judgement.as_ref().map_or(0, Judgement::cost));
        self.judged = Some(next);
        Ok(Some(ReviewedPly { player: position.turn(), ply: ply.clone(), judgement, red, why }))
    }
}

/// Judges the position after `plies` plies of a game. Returns its moves, and red's expected result in percent.
fn judged_at(analyzer: &mut Analyzer, game: &Game, plies: usize) -> Result<(JudgedMoves, u8), RankError> {
    let position = &game.all_positions()[plies];
    let judged = analyzer.judge(position)?;
    let is_over = plies > 0 && plies == game.plies().len() && ends_drawn(game);
    let red = if is_over { 50 } else { analyzer.expected_for_red(position, &judged)? };
    Ok((judged, red))
}

/// Describes the costliest plies of a review after the first `lead`, those of the opening. The worst comes first,
/// each with the reasons and the refutation. If fewer than `count` plies are reviewed, reports where the review
/// was interrupted.
pub fn report(plies: &[ReviewedPly], lead: usize, count: usize, notation: Notation) -> String {
    let costs: Vec<u8> = plies.iter().map(ReviewedPly::cost).collect();
    let mut lines = Vec::new();
    for index in moments(&costs, lead) {
        lines.push(format!("{}. {}", index + 1, plies[index].text(notation)));
        if let Some(why) = &plies[index].why {
            lines.push(format!("   {}", why.text(notation)));
            lines.push(format!("   better: {}", why.better.text(notation)));
        }
    }
    if lines.is_empty() {
        lines.push("no costly plies".to_owned());
    }
    if plies.len() < count {
        lines.push(format!("stopped after {} of {count} plies: review again to continue", plies.len()));
    }
    lines.join("\n") + "\n"
}
