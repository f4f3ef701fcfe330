//! Reviews of games, and hints. Each user interface draws these results in its own way.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rankmoves::{RankError, RankedMove, Ranker};
use rankmoves_core::{Move, Path, Player, Ply, Position};
use rankmoves_endings::Value;
use rankmoves_engine::{Choice, Engine, Limits};
use rankmoves_game::Game;

use crate::estimator::{self, Estimator};

/// The default depth at which the moves of a game are judged.
pub const REVIEW_DEPTH: u32 = 8;

/// A ranker and an estimator, which both remember earlier positions.
#[derive(Default)]
pub struct Analyzer {
    /// The ranker.
    pub ranker: Ranker,
    /// The estimator.
    pub estimator: Estimator,
}

impl Analyzer {
    /// Returns the flags that stop the ranker and the estimator.
    pub fn stop_flags(&self) -> [Arc<AtomicBool>; 2] {
        [self.ranker.stop_flag(), self.estimator.stop_flag()]
    }

    /// Returns the engine's score of a position for red.
    ///
    /// # Errors
    ///
    /// If one of the [flags](Self::stop_flags) is raised.
    pub fn score_for_red(&mut self, position: &Position) -> Result<i32, RankError> {
        let best = |position: &Position| self.estimator.estimates(position)?.best();
        estimator::score_for_red(position, best).ok_or(RankError::Stopped)
    }

    /// Judges the plies of a game after the first `from` at a depth, one by one.
    pub fn review<'a>(
        &'a mut self,
        game: &'a Game,
        from: usize,
        depth: u32,
    ) -> impl Iterator<Item = Result<ReviewedPly<'a>, RankError>> {
        let plies = game.plies().iter().zip(game.all_positions().windows(2)).skip(from);
        plies.map(move |(ply, places)| {
            let ranking = match ply {
                Ply::Move(_) => self.ranker.rank(&places[0], depth)?,
                Ply::Pass => Vec::new(),
            };
            let red = self.score_for_red(&places[1])?;
            Ok(ReviewedPly { player: places[0].turn(), ply, ranking, red })
        })
    }
}

/// A ply of a game under review.
#[derive(Clone, Debug)]
pub struct ReviewedPly<'a> {
    /// The player who made it.
    pub player: Player,
    /// The ply.
    pub ply: &'a Ply,
    /// The moves of the position before it, with their scores.
    pub ranking: Vec<RankedMove>,
    /// The engine's score for red after the ply.
    pub red: i32,
}

impl ReviewedPly<'_> {
    /// Returns the played move and the first of the best moves; `None` for a pass.
    pub fn judgement(&self) -> Option<Judgement<'_>> {
        Judgement::new(self.ply, &self.ranking, |_| None)
    }
}

/// A played move and the best one.
#[derive(Clone, Copy, Debug)]
pub struct Judgement<'a> {
    /// The played move.
    pub played: &'a RankedMove,
    /// The best move.
    pub best: &'a RankedMove,
}

impl<'a> Judgement<'a> {
    /// Judges a move by the ranking of the position before it, where [`best`] chooses the best move; returns
    /// `None` for a pass.
    pub fn new(
        ply: &Ply,
        ranking: &'a [RankedMove],
        view: impl Fn(&Path) -> Option<i32>,
    ) -> Option<Judgement<'a>> {
        let Ply::Move(path) = ply else { return None };
        let played = ranking.iter().find(|ranked| ranked.mv.path() == path)?;
        Some(Judgement { played, best: best(ranking, view)? })
    }

    /// Returns whether no other move scores more.
    pub fn is_best(&self) -> bool {
        self.played.score == self.best.score
    }
}

/// Returns the move with the highest score. Ties are broken by `view`, then by the order of the list.
pub fn best(ranking: &[RankedMove], view: impl Fn(&Path) -> Option<i32>) -> Option<&RankedMove> {
    // `max_by_key` returns the last of several maxima.
    ranking.iter().rev().max_by_key(|ranked| (ranked.score, view(ranked.mv.path())))
}

/// The moves of a position with the values that endgame tables prove for the player to move.
#[derive(Clone, Debug, Default)]
pub struct ProvenMoves(Vec<(Move, Option<Value>)>);

impl ProvenMoves {
    /// Collects the values that a function returns for the moves.
    pub fn new(moves: Vec<Move>, value: impl Fn(&Move) -> Option<Value>) -> ProvenMoves {
        let values: Vec<_> = moves.iter().map(value).collect();
        ProvenMoves(moves.into_iter().zip(values).collect())
    }

    /// Lists the moves in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Move, Option<Value>)> {
        self.0.iter().map(|(mv, value)| (mv, *value))
    }

    /// Returns the value of a move, if it is known.
    pub fn value(&self, path: &Path) -> Option<Value> {
        self.iter().find(|(mv, _)| mv.path() == path)?.1
    }

    /// Returns whether the values of all moves are known.
    pub fn is_whole(&self) -> bool {
        self.0.iter().all(|(_, value)| value.is_some())
    }

    /// Returns the best of the known moves; among equals, the first.
    pub fn best(&self) -> Option<(&Move, Value)> {
        let known = self.iter().filter_map(|(mv, value)| Some((mv, value?)));
        // `max_by_key` returns the last of several maxima.
        known.rev().max_by_key(|(_, value)| *value)
    }
}

/// A good move, with the reason for it.
#[derive(Clone, Debug)]
pub enum Hint {
    /// The best move, by endgame tables.
    Proven(Move, Value),
    /// The engine's choice.
    Choice(Choice),
}

/// Finds a good move: the tables' best move if no other move can have a better result, otherwise the engine's
/// choice after some time. Returns `None` if there are no moves.
pub fn hint(game: &Game, proven: &ProvenMoves, engine: &mut Engine, time: Duration) -> Option<Hint> {
    match proven.best() {
        Some((mv, value)) if proven.is_whole() || matches!(value, Value::Won(_)) => {
            Some(Hint::Proven(mv.clone(), value))
        }
        _ => engine.choose(game, Limits::time(time)).map(Hint::Choice),
    }
}
