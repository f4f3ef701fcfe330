//! The ranker: it lists moves, searches the positions after them, and follows lines of best play.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::error::RankError;
use super::line;
use super::progress::Progress;
use super::ranking::{RankedMove, Ranking};
use super::search::{NewSearch, Search, Statistics};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::JumpBudget;
use rankmoves_core::model::variant::PerVariant;
use rankmoves_core::support::hash::WordMap;
use rankmoves_core::support::stack;
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::{Move, Position, Resources, Score, WON, score};

/// The maximum number of moves of a position that are listed, and of chains of jumps that are searched,
/// unless [`Ranker::with_max_moves`] sets another limit.
pub const MAX_MOVES: usize = JumpBudget::DEFAULT.chains;

/// Ranks the moves of a position: each legal move, in the order of the paths, with its exact score at
/// `depth`. The list is empty if there are no moves.
///
/// The cost grows by a factor of two or three with each ply of depth in the middle of a game, and in
/// proportion to depth once positions repeat.
///
/// ```
/// use rankmoves::rank;
/// use rankmoves_core::{Player, Position, Rules};
///
/// let ranked = rank(&Position::start(Rules::ENGLISH, Player::Red), 6)?;
/// assert_eq!(ranked[0].mv.to_string(), "a3->b4");
/// assert!(ranked.iter().all(|ranked| ranked.score <= 0));
/// # Ok::<(), rankmoves::RankError>(())
/// ```
///
/// # Errors
///
/// If the system refuses the memory or the thread that the search needs.
pub fn rank(position: &Position, depth: u32) -> Result<Vec<RankedMove>, RankError> {
    Ranker::new().rank(position, depth)
}

/// A ranker of positions. It keeps its search results, so ranking another position of the same game costs less.
pub struct Ranker {
    resources: Resources,
    tuning: Tuning,
    progress: Arc<Progress>,
    search: PerVariant<Box<dyn Search>>,
}

impl Default for Ranker {
    fn default() -> Ranker {
        Ranker::with_resources(Resources::default())
    }
}

impl Ranker {
    /// Creates a ranker with the default resources.
    pub fn new() -> Ranker {
        Ranker::default()
    }

    /// Creates a ranker. Its table stops growing when the system has no more memory;
    /// call [`Resources::check_memory`] first to refuse that.
    pub fn with_resources(resources: Resources) -> Ranker {
        Ranker::with_stop_flag(resources, Arc::default())
    }

    /// Creates a ranker like [`with_resources`](Self::with_resources), which stops when this flag is raised.
    pub fn with_stop_flag(resources: Resources, stop: Arc<AtomicBool>) -> Ranker {
        Ranker {
            resources,
            tuning: Tuning::default(),
            progress: Arc::new(Progress::new(stop, JumpBudget::DEFAULT)),
            search: PerVariant::empty(),
        }
    }

    /// Limits the memory that the moves of one position take: the number of moves that are listed, and of
    /// chains of jumps that are searched. The default is [`MAX_MOVES`], which a king among many men exceeds
    /// on a large board.
    ///
    /// Chains that start on the same square and capture the same pieces count once; unfinished chains count
    /// too.
    #[must_use]
    pub fn with_max_moves(self, max_moves: usize) -> Ranker {
        let budget = JumpBudget { paths: JumpBudget::DEFAULT.paths.min(max_moves / 4), chains: max_moves };
        let progress = Arc::new(Progress::new(self.stop_flag(), budget));
        Ranker { progress, search: PerVariant::empty(), ..self }
    }

    /// Replaces the tuning, with values that are too low raised ([`Tuning::normalised`]), and drops earlier results.
    #[must_use]
    pub fn with_tuning(self, tuning: Tuning) -> Ranker {
        Ranker { tuning: tuning.normalised(), search: PerVariant::empty(), ..self }
    }

    /// Returns the progress of the current ranking, for other threads to watch.
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Returns a flag that stops the search when another thread raises it. While
    /// the flag is raised, every search ends within milliseconds with
    /// [`RankError::Stopped`]; the ranker never lowers the flag. Earlier results
    /// are kept.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.progress.stop)
    }

    /// Returns the work done since the shape or the rules last changed.
    pub fn statistics(&self) -> Statistics {
        self.search.get().map_or_else(Statistics::default, |search| search.statistics())
    }

    /// Forgets all searches, and frees the memory of the table. If the next position has nothing to do with
    /// the last, a small table is faster than a table full of other positions.
    pub fn forget(&mut self) {
        if let Some(search) = self.search.get_mut() {
            search.forget();
        }
    }

    /// Ranks the moves of a position, as the function [`rank`] does.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory or the thread that the search needs, there are too many moves, or the
    /// search is stopped.
    pub fn rank(&mut self, position: &Position, depth: u32) -> Result<Vec<RankedMove>, RankError> {
        let limit = self.progress.budget.chains;
        let moves = position.legal_moves().up_to(limit).complete().ok_or(RankError::TooManyMoves(limit))?;
        // Two chains can capture the same pieces only around a circle of at least four jumps; after shorter chains,
        // positions need no lookup.
        let after: Vec<_> = moves.iter().map(|mv| (position.after(mv), mv.captured().len() >= 4)).collect();
        let scores = self.scores(position, &after, depth)?;
        Ok(moves.into_iter().zip(scores).map(|(mv, score)| RankedMove { mv, score }).collect())
    }

    /// Ranks the moves of a position like [`rank`](Self::rank), but without a list: the iterator finds the moves
    /// one by one in the order of the paths, and is slower than a list. There may be too many moves to count.
    ///
    /// At depth 0 the first move comes at once, and no position has too many moves. At other depths, the
    /// scores of all positions after the moves are kept in memory.
    ///
    /// # Errors
    ///
    /// As for [`rank`](Self::rank), except that moves with the same effect count as one in deciding whether
    /// there are too many.
    pub fn rank_in_order(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<impl Iterator<Item = RankedMove> + use<>, RankError> {
        let (position, budget) = (*position, self.progress.budget);
        let mut scores = WordMap::<Pieces<u128>, Score>::default();
        if depth > 0 {
            let after = position.successors(budget).ok_or(RankError::TooManyChains(budget.chains))?;
            let after: Vec<_> = after.into_iter().map(|after| (after, true)).collect();
            let known = self.scores(&position, &after, depth)?;
            scores.extend(after.iter().map(|(after, _)| after.board().pieces()).zip(known));
        }
        Ok(position.legal_moves().map(move |mv| {
            let after = position.after(&mv);
            let score = match depth {
                0 => score(&after, position.turn()),
                _ => scores[&after.board().pieces()],
            };
            RankedMove { mv, score }
        }))
    }

    /// Ranks the moves of a position like [`rank`](Self::rank), but returns `None` if that takes longer than
    /// the given time.
    ///
    /// # Errors
    ///
    /// As for [`rank`](Self::rank).
    pub fn rank_if_quick(
        &mut self,
        position: &Position,
        depth: u32,
        time: Duration,
    ) -> Result<Option<Vec<RankedMove>>, RankError> {
        self.progress.set_deadline(Some(time));
        let ranked = self.rank(position, depth);
        let is_late = self.progress.is_late();
        self.progress.set_deadline(None);
        match ranked {
            Err(RankError::Stopped) if is_late => Ok(None),
            ranked => ranked.map(Some),
        }
    }

    /// Calls `answer`, which may use rankings and principal variations of a position, at growing depths up to
    /// `max_depth`. Returns the result of the greatest depth finished within the given time. Depth 0 is always
    /// finished, however long it takes. If each move ends the game, or there is none, the result is that of
    /// `max_depth`.
    ///
    /// The depth depends on the machine; rankings are the same as from [`rank`](Self::rank) at that depth.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory or the thread that the search needs, or another thread stops it.
    pub fn within<T>(
        &mut self,
        position: &Position,
        time: Duration,
        max_depth: u32,
        mut answer: impl FnMut(&mut Ranker, u32) -> Result<T, RankError>,
    ) -> Result<T, RankError> {
        let mut deepest = answer(self, 0)?;
        if position.legal_moves().all(|mv| !position.after(&mv).has_moves()) {
            return answer(self, max_depth);
        }
        self.progress.set_deadline(Some(time));
        let mut stopped = Ok(());
        for depth in 1..=max_depth {
            match answer(self, depth) {
                Ok(deeper) => deepest = deeper,
                // A deeper ranking would not be finished either. `check_stop` reports a raised flag below.
                Err(RankError::Stopped | RankError::TooManyChains(_)) => break,
                Err(why) => {
                    stopped = Err(why);
                    break;
                }
            }
        }
        self.progress.set_deadline(None);
        stopped?;
        self.check_stop()?;
        Ok(deepest)
    }

    /// Returns a principal variation that begins with a move ranked at `depth`: the move and, for each later
    /// ply, the first move with the highest score, until the last ply searched or until a player has no moves.
    /// If the game ends by force within these plies, the winner takes the shortest way and the loser the
    /// longest; among equal moves, the first is taken.
    ///
    /// The variation has at most `depth` + 1 moves. It is cut off after [`MAX_LINE_LEN`](super::MAX_LINE_LEN)
    /// moves, or once finding the moves has taken longer than both the ranking and about a second.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory or the thread that the search needs, or the search is stopped.
    pub fn line(&mut self, position: &Position, first: &Move, depth: u32) -> Result<Vec<Move>, RankError> {
        Ok(self.lines(position, [first], depth)?.swap_remove(0))
    }

    /// Returns a principal variation for each of the given moves, like [`line`](Self::line). Finding the
    /// variations together costs less than finding them one by one.
    ///
    /// # Errors
    ///
    /// As for [`line`](Self::line).
    pub fn lines<'a>(
        &mut self,
        position: &Position,
        firsts: impl IntoIterator<Item = &'a Move>,
        depth: u32,
    ) -> Result<Vec<Vec<Move>>, RankError> {
        let mut lines: Vec<_> = firsts.into_iter().map(|first| vec![first.clone()]).collect();
        let ends: Vec<_> = lines.iter().map(|line| position.after(&line[0])).collect();
        let progress = self.progress();
        let search = self.search(position);
        let values = depth.checked_sub(1).map(|depth| (search.values(&ends, depth), depth));
        let follow = || {
            if let Some((values, depth)) = values {
                line::follow(&mut lines, ends.into_iter().zip(values?), depth, search, &progress)?;
            }
            Ok(lines)
        };
        let lines = stack::with_stack_for(depth, follow).map_err(RankError::Thread);
        self.check_stop()?;
        lines?
    }

    /// Ranks the moves of a position like [`rank`](Self::rank), with a line of best play for each move.
    ///
    /// # Errors
    ///
    /// As for [`rank`](Self::rank).
    pub fn ranking(&mut self, position: &Position, depth: u32) -> Result<Ranking, RankError> {
        let moves = self.rank(position, depth)?;
        self.with_lines(position, depth, moves)
    }

    /// Adds a line of best play to each of the ranked moves, or to some of them.
    ///
    /// # Errors
    ///
    /// As for [`rank`](Self::rank).
    pub fn with_lines(
        &mut self,
        position: &Position,
        depth: u32,
        moves: Vec<RankedMove>,
    ) -> Result<Ranking, RankError> {
        let lines = self.lines(position, moves.iter().map(|ranked| &ranked.mv), depth)?;
        Ok(Ranking { position: *position, depth, moves, lines })
    }

    /// Returns the score, at `depth`, of the move to each of these positions. `true` marks a position that may
    /// repeat an earlier one in the list; repeats are searched once.
    fn scores(
        &mut self,
        position: &Position,
        after: &[(Position, bool)],
        depth: u32,
    ) -> Result<Vec<Score>, RankError> {
        let Some(depth) = depth.checked_sub(1) else {
            return Ok(after.iter().map(|(after, _)| score(after, position.turn())).collect());
        };
        let (mut roots, mut indices) = (Vec::new(), WordMap::<Pieces<u128>, usize>::default());
        // A move that leaves the opponent without moves wins, even if it leaves its player stuck as well. (At
        // depth 0, such a move loses.)
        let root = |&(after, is_looked_up): &(Position, bool)| {
            let next = roots.len();
            let index = match is_looked_up {
                _ if !after.has_moves() => return None,
                true => *indices.entry(after.board().pieces()).or_insert(next),
                false => next,
            };
            if index == next {
                roots.push(after);
            }
            Some(index)
        };
        let of_root: Vec<Option<usize>> = after.iter().map(root).collect();
        let values = self.search(position).values(&roots, depth);
        self.check_stop()?;
        let values = values?;
        Ok(of_root.into_iter().map(|index| index.map_or(WON, |index| -values[index])).collect())
    }

    fn check_stop(&mut self) -> Result<(), RankError> {
        if self.progress.take_exceeded() {
            // Drop the table: it holds values that were computed without some of the moves.
            self.search = PerVariant::empty();
            return Err(RankError::TooManyChains(self.progress.budget.chains));
        }
        if self.progress.is_stopped() { Err(RankError::Stopped) } else { Ok(()) }
    }

    /// Returns the search for the shape and rules of a position.
    fn search(&mut self, position: &Position) -> &mut dyn Search {
        let progress = Arc::clone(&self.progress);
        let new = NewSearch { resources: self.resources, tuning: self.tuning, progress };
        &mut **self.search.get_or_create(position.board().shape(), position.rules(), new)
    }
}
