//! Reviews of games, and hints. Each user interface draws these results in its own way.
//!
//! A review ranks the plies of a game by their effect on the result. [`Outlook`] is a proven or expected
//! result, [`Judgement`] has the cost of a move, [`moments`] finds the costliest plies, and [`Why`] explains
//! their cost.

mod judgement;
mod progress;
#[cfg(test)]
mod tests;
mod why;

use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rankmoves::{RankError, Ranker};
use rankmoves_core::{Move, Notation, Path, Player, Ply, Position};
use rankmoves_endings::Value;
use rankmoves_endings::service::{Endings, Proven};
use rankmoves_engine::{Choice, Engine, Limits, plies_to_end};
use rankmoves_game::Game;

use crate::estimator::{Estimator, short_score};
use crate::session::MAX_LISTED_MOVES;

pub use judgement::{JudgedMove, JudgedMoves, Judgement, MAX_MOMENTS, MOMENT_COST, Outlook, moments};
pub use progress::{Review, report};
pub use why::{Line, LineMove, Reason, Why};

/// The number of positions searched for a hint, which takes less than a second.
const HINT_NODES: u64 = 1_000_000;

/// The length, in moves, from which a line of best play is not extended further.
const MAX_BEST_LINE_MOVES: usize = 24;

/// The length, in moves, up to which the engine extends a line that ends early, because its table has lost the
/// next move. It is about the depth of a judgement: a shorter line may end before the loss that it explains, and later
/// moves prove nothing.
const MIN_LINE_MOVES: usize = 10;

/// The largest difference of expected results that counts as noise in the engine's scores, in percentage
/// points.
const NOISE: i16 = 2;

/// A ranker, an estimator, and the proven values.
pub struct Analyzer {
    /// The ranker.
    pub ranker: Ranker,
    /// The estimator.
    pub estimator: Estimator,
    /// The proven values.
    pub values: Arc<Proven>,
}

impl Analyzer {
    /// Makes an analyzer that knows these values.
    pub fn new(values: Arc<Proven>) -> Analyzer {
        Analyzer { ranker: Ranker::default(), estimator: Estimator::default(), values }
    }

    /// Returns the flags that stop the ranker and the estimator.
    pub fn stop_flags(&self) -> [Arc<AtomicBool>; 2] {
        [self.ranker.stop_flag(), self.estimator.engine.stop_flag()]
    }

    fn judge(&mut self, position: &Position) -> Result<JudgedMoves, RankError> {
        let estimates = self.estimator.judge(position).ok_or(RankError::Stopped)?;
        Ok(JudgedMoves::new(position, &estimates, Some(&ProvenMoves::of(position, &self.values))))
    }

    /// Judges a move tried after `at` plies of a game, for comparison with the game's move at that point.
    /// Returns `None` if the move is not legal.
    ///
    /// # Errors
    ///
    /// If one of the [flags](Self::stop_flags) is raised.
    pub fn try_move(&mut self, game: &Game, at: usize, path: &Path) -> Result<Option<Tried>, RankError> {
        let positions = game.all_positions();
        let Ok(mv) = positions[at].find(path) else { return Ok(None) };
        let (after, judged) = (positions[at].after(&mv), self.judge(&positions[at])?);
        let played = match positions.get(at + 1) {
            Some(after) => judgement(game, at, &judged, &self.judge(after)?),
            None => None,
        };
        let next = self.judge(&after)?;
        let red = self.expected_for_red(&after, &next)?;
        let judgement = judged.after(path, &next).judge(path);
        let why = self.why(&positions[at], judgement.as_ref())?;
        let ply = ReviewedPly { player: positions[at].turn(), ply: Ply::from(&mv), judgement, red, why };
        Ok(Some(Tried { ply, played: played.map(|judgement| judgement.played) }))
    }

    /// Returns red's expected result in a position, in percent, given its judged moves.
    fn expected_for_red(&mut self, position: &Position, judged: &JudgedMoves) -> Result<u8, RankError> {
        let best = |at: &Position| match judged.best() {
            Some(best) => Some(best.outlook),
            None => Some(self.judge(at).ok()?.best()?.outlook),
        };
        expected_result(position, best).ok_or(RankError::Stopped)
    }

    /// Explains a move that may be a moment; returns `None` for other moves and for a pass.
    fn why(&mut self, position: &Position, judgement: Option<&Judgement>) -> Result<Option<Why>, RankError> {
        let Some(judgement) = judgement.filter(|judgement| judgement.is_moment()) else { return Ok(None) };
        let refutation = self.line(position, &judgement.played.mv)?;
        let better = self.line(position, &judgement.best.mv)?;
        Ok(Some(Why::new(judgement, refutation, better)))
    }

    /// Returns the line of best play that begins with a move: by tables where they contain the moves, else by
    /// the engine. If the engine's line is short or ends in an exchange, extends it.
    fn line(&mut self, start: &Position, first: &Move) -> Result<Line, RankError> {
        let mut moves = vec![first.clone()];
        let mut at = start.after(first);
        while moves.len() < MAX_BEST_LINE_MOVES && at.has_moves() {
            let proven = ProvenMoves::of(&at, &self.values);
            let more = match proven.decided() {
                Some((mv, _)) => vec![mv.clone()],
                None if moves.len() < MIN_LINE_MOVES || at.legal_moves().any(|mv| mv.is_jump()) => {
                    self.estimator.line(&at).ok_or(RankError::Stopped)?
                }
                None => break,
            };
            at = more.iter().fold(at, |at, mv| at.after(mv));
            if more.is_empty() {
                break;
            }
            moves.extend(more);
        }
        Ok(Line::new(start, moves))
    }
}

/// Returns red's expected result in a position, in percent. `best` returns the outlook that the best move gives
/// the player to move; it is called only for a position with moves.
pub fn expected_result(position: &Position, best: impl FnOnce(&Position) -> Option<Outlook>) -> Option<u8> {
    let expected = |position: &Position| Some(best(position)?.for_red(position.turn()));
    if position.has_moves() {
        return expected(position);
    }
    let has_pieces = position.board().count(position.turn()) > 0;
    match position.pass() {
        Ok(passed) if has_pieces && passed.has_moves() => expected(&passed),
        Ok(_) if has_pieces => Some(Outlook::DRAWN.expected),
        _ => Some(Outlook::LOST.for_red(position.turn())),
    }
}

/// Judges a ply of a game, given the judged moves of the positions before and after it; returns `None` for a pass.
/// If the last ply ended the game as a draw, judges it as a draw.
pub fn judgement(game: &Game, ply: usize, judged: &JudgedMoves, next: &JudgedMoves) -> Option<Judgement> {
    let Ply::Move(path) = game.plies().get(ply)? else { return None };
    if ply + 1 == game.plies().len() && ends_drawn(game) {
        return judged.clone().with(path, Outlook::DRAWN).judge(path);
    }
    judged.clone().after(path, next).judge(path)
}

/// Returns whether the last ply of a game has ended it as a draw. An agreed draw is not the ply's effect.
pub fn ends_drawn(game: &Game) -> bool {
    let mut whole = game.clone();
    whole.redo(game.plies().len() - game.played().len());
    whole.outcome().is_some_and(|outcome| !outcome.is_declared() && outcome.winner().is_none())
}

/// A judged ply: a ply of a game, or a move tried in its place.
#[derive(Clone, Debug)]
pub struct ReviewedPly {
    /// The player who makes the ply.
    pub player: Player,
    /// The ply.
    pub ply: Ply,
    /// The played move and the best one; `None` for a pass.
    pub judgement: Option<Judgement>,
    /// Red's expected result after the ply, in percent.
    pub red: u8,
    /// The reasons for the ply's cost, if the ply may be a moment.
    pub why: Option<Why>,
}

impl ReviewedPly {
    /// Returns the cost in percentage points; a pass costs nothing.
    pub fn cost(&self) -> u8 {
        self.judgement.as_ref().map_or(0, Judgement::cost)
    }

    /// Describes the ply in one line.
    pub fn text(&self, notation: Notation) -> String {
        match &self.judgement {
            Some(judgement) => judgement.text(self.player, notation),
            None => format!("{} passes", self.player),
        }
    }

    /// Describes the ply and, if it may be a moment, the reasons and the refutation.
    pub fn explained(&self, notation: Notation) -> String {
        let text = self.text(notation);
        match &self.why {
            Some(why) => format!("{text}: {}", why.text(notation)),
            None => text,
        }
    }
}

/// A tried move, and the move that the game has at that point.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The tried move, judged like a ply.
    pub ply: ReviewedPly,
    /// The game's move, unless the game ends there or has a pass.
    pub played: Option<JudgedMove>,
}

impl Tried {
    /// Returns the percentage points that the tried move gains over the game's move; negative if it loses.
    pub fn gain(&self) -> Option<i16> {
        let expected = |judged: &JudgedMove| i16::from(judged.outlook.expected);
        Some(expected(&self.ply.judgement.as_ref()?.played) - expected(self.played.as_ref()?))
    }

    /// Compares the tried move with the game's. They are `Equal` if their expected results are the same. A
    /// difference that may be noise counts only if both results are proven.
    pub fn compared(&self) -> Option<Ordering> {
        let gain = self.gain()?;
        let (tried, played) = (&self.ply.judgement.as_ref()?.played.outlook, &self.played.as_ref()?.outlook);
        let is_noise = gain.abs() <= NOISE && (tried.proven.is_none() || played.proven.is_none());
        Some(if is_noise { Ordering::Equal } else { gain.cmp(&0) })
    }

    /// Explains the tried move and, if it is not the game's, compares it with the game's:
    /// `better than a3->b4 (3 %): red plays …`.
    pub fn text(&self, notation: Notation) -> String {
        let explained = self.ply.explained(notation);
        let (Some(order), Some(played)) = (self.compared(), &self.played) else { return explained };
        let verdict = match order {
            _ if self.ply.ply == Ply::from(&played.mv) => {
                return format!("the move of the game: {explained}");
            }
            Ordering::Less => "worse than",
            Ordering::Equal => "about the same as",
            Ordering::Greater => "better than",
        };
        format!("{verdict} {} ({}): {explained}", notation.path(played.mv.path()), played.outlook)
    }
}

/// The moves of a position with the values that endgame tables prove for the player to move.
#[derive(Clone, Debug, Default)]
pub struct ProvenMoves(pub Vec<(Move, Option<Value>)>);

impl ProvenMoves {
    /// Looks up the moves of a position, at most [`MAX_LISTED_MOVES`] of them.
    pub fn of(position: &Position, values: &Proven) -> ProvenMoves {
        let moves = position.legal_moves().up_to(MAX_LISTED_MOVES).moves;
        let values = values.values_of(position, &moves);
        ProvenMoves(moves.into_iter().zip(values).collect())
    }

    /// Returns the value of a move, if it is known.
    pub fn value(&self, path: &Path) -> Option<Value> {
        self.0.iter().find(|(mv, _)| mv.path() == path)?.1
    }

    /// Returns the best of the moves with known values; among equals, the first.
    pub fn best(&self) -> Option<(&Move, Value)> {
        let known = self.0.iter().filter_map(|(mv, value)| Some((mv, (*value)?)));
        // `max_by_key` returns the last of several maxima.
        known.rev().max_by_key(|(_, value)| *value)
    }

    /// Returns the best of the moves with known values, if no other move can have a better result.
    fn decided(&self) -> Option<(&Move, Value)> {
        let is_whole = self.0.iter().all(|(_, value)| value.is_some());
        self.best().filter(|(_, value)| is_whole || matches!(value, Value::Won(_)))
    }
}

/// A good move: a move with its proven value, or the engine's choice.
#[derive(Clone, Debug)]
pub enum Hint {
    /// The best move, by endgame tables.
    Proven(Move, Value),
    /// The engine's choice.
    Choice(Choice),
}

impl Hint {
    /// Returns an engine for [`hint`] that uses the endgame tables. Its search waits until they are built.
    pub fn engine(game: &Game) -> Engine {
        Engine::new().with_prober(Arc::new(Endings::of(game.position()).awaited()))
    }

    /// Returns the move.
    pub fn mv(&self) -> &Move {
        match self {
            Hint::Proven(mv, _) | Hint::Choice(Choice { mv, .. }) => mv,
        }
    }

    /// Writes `d4->c5: won in 5`, `d4->c5: won in 5 by the engine`, `11-15: +0.12 by the engine` or
    /// `11-15: the only move`.
    pub fn text(&self, notation: Notation) -> String {
        let mv = notation.path(self.mv().path());
        match self {
            Hint::Proven(_, value) => format!("{mv}: {value}"),
            Hint::Choice(Choice { depth: 0, .. }) => format!("{mv}: the only move"),
            Hint::Choice(Choice { score, .. }) => {
                let end = |plies| format!("{} in {plies}", if *score > 0 { "won" } else { "lost" });
                let view = plies_to_end(*score).map_or_else(|| short_score(*score), end);
                format!("{mv}: {view} by the engine")
            }
        }
    }
}

/// Finds a good move: the tables' best move if no other move can have a better result, otherwise the engine's
/// choice. The same game always gets the same hint. Returns `None` if there are no moves.
pub fn hint(game: &Game, values: &Proven, engine: &mut Engine) -> Option<Hint> {
    match ProvenMoves::of(game.position(), values).decided() {
        Some((mv, value)) => Some(Hint::Proven(mv.clone(), value)),
        None => engine.choose(game, Limits::nodes(HINT_NODES)).map(Hint::Choice),
    }
}
