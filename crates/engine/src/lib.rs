//! The playing engine: a good move within some time.
//!
//! Unlike the ranking of the package `rankmoves`, which is exact at one depth, the engine
//! looks as far ahead as its limits let it, judges positions by an evaluation
//! whose [`Weights`] matches have tuned, and knows that a repeated position is
//! a draw. It plays all rules on all shapes.
//!
//! ```
//! use std::time::{Duration, Instant};
//!
//! use rankmoves_engine::{Engine, Limits};
//! use rankmoves_core::{Player, Position, Rules};
//!
//! let start = Position::start(Rules::ENGLISH, Player::Red);
//! let limits = Limits { deadline: Some(Instant::now() + Duration::from_millis(20)), ..Limits::default() };
//! let choice = Engine::new().choose(&start, &[], limits).expect("there are moves");
//! assert!(start.legal_moves().contains(&choice.mv));
//! ```

mod clock;
mod entry;
mod evaluate;
mod evaluation;
mod order;
mod patterns;
mod prober;
mod search;
mod successors;
mod term;
mod weights;
mod window;

pub use evaluation::{Contribution, Evaluation};
pub use patterns::{Features, Part, Patterns, PatternsError, TrainedEvaluation};
pub use term::{ParseTermError, Term};
pub use weights::Weights;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clock::Clock;
use prober::Probe;
use rankmoves_core::model::variant::{PerVariant, Task, Variant};
use rankmoves_core::{Blocked, Move, Path, Position};
use rankmoves_endings::Prober;
use search::AlphaBeta;

/// The score of a game that is won. A win after `n` plies scores `n` less; losses
/// score the same with the other sign. No other score comes near.
pub const WIN: i32 = 30_000;

/// The least score of a game that is won after a known number of plies.
const LEAST_WIN: i32 = WIN - 1000;

/// The least score of a game that is won, the plies known or not. No evaluation is as high.
const LEAST_PROVEN_WIN: i32 = WIN - 10_000;

/// Returns after how many plies a score says that the game is won by force, or
/// lost if it is negative; `None` if it says neither.
///
/// ```
/// use rankmoves_engine::{plies_to_end, WIN};
///
/// assert_eq!(plies_to_end(WIN - 5), Some(5));
/// assert_eq!(plies_to_end(4 - WIN), Some(4));
/// assert_eq!(plies_to_end(120), None);
/// ```
pub const fn plies_to_end(score: i32) -> Option<u32> {
    let size = score.unsigned_abs();
    if size < LEAST_WIN.unsigned_abs() { None } else { Some(WIN.unsigned_abs().saturating_sub(size)) }
}

/// Returns whether a score says that the game is won, or lost if it is negative: seen to its end, or
/// proven by a source that knows no plies. The latter scores less than any win in known plies.
///
/// ```
/// use rankmoves_engine::{is_proven, WIN};
///
/// assert!(is_proven(WIN - 5) && is_proven(4 - WIN));
/// assert!(!is_proven(120));
/// ```
pub const fn is_proven(score: i32) -> bool {
    score.unsigned_abs() >= LEAST_PROVEN_WIN.unsigned_abs()
}

/// The greatest size of the transposition table in bytes, if nobody chooses another.
const TABLE_BYTES: usize = 64 << 20;

/// The deepest search, in plies, and the one without limits.
pub const MAX_DEPTH: u32 = 99;

/// Limits of a search, which ends as soon as one of them is reached. Without any,
/// it goes on until [`MAX_DEPTH`], which may take longer than anyone waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The deadline. It is met within a few milliseconds.
    pub deadline: Option<Instant>,
    /// The most nodes. With this limit or the next alone, the same engine asked
    /// the same questions makes the same choices.
    pub nodes: Option<u64>,
    /// The depth in plies, without the quiescence search of jumps.
    pub depth: Option<u32>,
}

/// The engine's choice, with the facts of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Its score for the player who makes it, in hundredths of a man; near
    /// [`WIN`] if the game is won by force, near −[`WIN`] if it is lost.
    pub score: i32,
    /// The depth in plies of the last search that was finished; 0 if none was,
    /// because there is one move, or no time.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The principal variation: the move and the expected replies, as far as
    /// they are known and nobody passes.
    pub line: Vec<Move>,
}

/// The engine's view of every move of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimates {
    /// The moves in the order of their paths. Of more than 16,384, which large
    /// boards may have, some are left out.
    pub moves: Vec<Estimate>,
    /// The depth in plies of the last search that was finished for all moves; 0
    /// if none was: then the scores are the evaluations after the moves.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
}

/// A move and the engine's view of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The move.
    pub mv: Move,
    /// Its score for the player who makes it, as in [`Choice::score`].
    pub score: i32,
}

impl Estimates {
    /// Returns the highest score, that of the position for the player to move;
    /// `None` without moves.
    pub fn best(&self) -> Option<i32> {
        self.moves.iter().map(|estimate| estimate.score).max()
    }

    /// Returns the score of a move.
    pub fn score(&self, path: &Path) -> Option<i32> {
        let index = self.moves.binary_search_by(|estimate| estimate.mv.path().cmp(path)).ok()?;
        Some(self.moves[index].score)
    }
}

/// An engine, which keeps its transposition table from move to move: it plays a
/// game better than a new engine for each move would.
pub struct Engine {
    weights: Weights,
    /// The trained evaluation; without it the terms are the evaluation of all rules and shapes.
    patterns: Option<Arc<Patterns>>,
    prober: Option<Arc<dyn Prober>>,
    stop: Arc<AtomicBool>,
    threads: NonZeroUsize,
    table_bytes: usize,
    /// The search of the last question's shape and rules.
    search: PerVariant<Box<dyn AnyAlphaBeta>>,
}

impl Engine {
    /// Makes an engine with the [trained evaluation](Patterns::trained), which it uses for
    /// English rules on the standard board, and the default weights for the rest. Its
    /// transposition table takes 64 KiB at first and grows up to 64 MiB as it fills.
    pub fn new() -> Engine {
        Engine::with_patterns(Patterns::trained())
    }

    /// Makes an engine that judges positions by the [`Term`]s alone, with weights of one's own.
    pub fn with_weights(weights: Weights) -> Engine {
        Engine {
            weights,
            patterns: None,
            prober: None,
            stop: Arc::default(),
            threads: NonZeroUsize::MIN,
            table_bytes: TABLE_BYTES,
            search: PerVariant::empty(),
        }
    }

    /// Makes an engine as [`new`](Self::new) does, with a trained evaluation of one's own.
    pub fn with_patterns(patterns: impl Into<Arc<Patterns>>) -> Engine {
        Engine { patterns: Some(patterns.into()), ..Engine::with_weights(Weights::default()) }
    }

    /// Makes the engine ask for proven values and results. They take the place of searches, so that
    /// a proven win is not thrown away where all positions after a move are known. Of a win whose
    /// plies are not known it searches for the way.
    #[must_use]
    pub fn with_prober(self, prober: Arc<dyn Prober>) -> Engine {
        Engine { prober: Some(prober), search: PerVariant::empty(), ..self }
    }

    /// Makes the engine choose moves with so many threads, or as many as the system starts. They
    /// share the transposition table, and look deeper in the same time.
    ///
    /// One thread, the default, answers searches that are limited by nodes, or by depth and not
    /// by time, and all rankings: with several, answers to the same question may differ.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use std::time::{Duration, Instant};
    ///
    /// use rankmoves_engine::{Engine, Limits};
    /// use rankmoves_core::{Player, Position, Rules};
    ///
    /// let start = Position::start(Rules::ENGLISH, Player::Black);
    /// let mut engine = Engine::new().with_threads(NonZeroUsize::new(2).expect("two"));
    /// let deadline = Some(Instant::now() + Duration::from_millis(20));
    /// let choice = engine.choose(&start, &[], Limits { deadline, ..Limits::default() });
    /// assert!(start.legal_moves().contains(&choice.expect("there are moves").mv));
    /// ```
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Engine {
        Engine { threads, search: PerVariant::empty(), ..self }
    }

    /// Lets the transposition table grow up to so many bytes, by factors of four, instead of 64 MiB.
    #[must_use]
    pub fn with_table_bytes(self, table_bytes: usize) -> Engine {
        Engine { table_bytes, search: PerVariant::empty(), ..self }
    }

    /// Returns a flag that stops the search when another thread raises it. While
    /// it is up, searches end at once, with a legal move; the engine never lowers it.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Chooses a move for the player to move; `None` if there is none.
    ///
    /// `past` holds the earlier positions of the game since the last jump or
    /// man's move: a move back to one of them is a draw.
    ///
    /// The search deepens a ply at a time. The move is the best of the last
    /// depth finished, or a better one found since. With a single move, or a
    /// win by force, the limits are not used up.
    pub fn choose(&mut self, position: &Position, past: &[Position], limits: Limits) -> Option<Choice> {
        let clock = Clock::new(limits, Arc::clone(&self.stop));
        self.alpha_beta(position).choose(position, past, clock, None)
    }

    /// Chooses a move as [`choose`](Self::choose) does, and tells the choice of each depth as
    /// soon as it is finished. A single move is searched as well.
    ///
    /// A search without limits goes on until the [stop flag](Self::stop_flag) is raised,
    /// [`MAX_DEPTH`] is reached, or the game is won or lost by force: for analysis, and for
    /// thinking in the opponent's time.
    ///
    /// ```
    /// use std::sync::atomic::Ordering;
    ///
    /// use rankmoves_engine::{Engine, Limits};
    /// use rankmoves_core::{Player, Position, Rules};
    ///
    /// let start = Position::start(Rules::ENGLISH, Player::Black);
    /// let mut engine = Engine::new();
    /// let stop = engine.stop_flag();
    /// let mut depths = Vec::new();
    /// let choice = engine.search(&start, &[], Limits::default(), |choice| {
    ///     depths.push(choice.depth);
    ///     // Any thread may raise the flag.
    ///     stop.store(choice.depth == 5, Ordering::Relaxed);
    /// });
    /// assert_eq!(depths, [1, 2, 3, 4, 5]);
    /// assert_eq!(choice.expect("there are moves").depth, 5);
    /// ```
    pub fn search(
        &mut self,
        position: &Position,
        past: &[Position],
        limits: Limits,
        mut on_depth: impl FnMut(&Choice),
    ) -> Option<Choice> {
        let clock = Clock::new(limits, Arc::clone(&self.stop));
        self.alpha_beta(position).choose(position, past, clock, Some(&mut on_depth))
    }

    /// Ranks all moves of the player to move, each with the engine's score at
    /// the deepest depth that was finished for all of them. No moves give an
    /// empty list.
    ///
    /// `past` is as in [`choose`](Self::choose). If only the depth is limited,
    /// that depth alone is ranked, and with more than one move, a new engine's
    /// best score is that of [`choose`](Self::choose). With a limit of time or
    /// nodes, each depth is ranked before the next. A ranking takes
    /// a few times as long as a choice.
    ///
    /// ```
    /// use rankmoves_engine::{Engine, Limits};
    /// use rankmoves_core::{Player, Position, Rules};
    ///
    /// // Material says nothing yet: all exact scores are 0.
    /// let start = Position::start(Rules::ENGLISH, Player::Red);
    /// let limits = Limits { depth: Some(5), ..Limits::default() };
    /// let estimates = Engine::new().rank(&start, &[], limits);
    /// assert_eq!(estimates.moves.len(), 7);
    /// assert!(estimates.moves.iter().any(|estimate| Some(estimate.score) < estimates.best()));
    /// ```
    pub fn rank(&mut self, position: &Position, past: &[Position], limits: Limits) -> Estimates {
        let clock = Clock::new(limits, Arc::clone(&self.stop));
        self.alpha_beta(position).rank(position, past, clock)
    }

    /// Forgets all searches: the next answer is that of a new engine.
    pub fn forget(&mut self) {
        self.search = PerVariant::empty();
    }

    /// Returns the search for the shape and rules of a position.
    fn alpha_beta(&mut self, position: &Position) -> &mut dyn AnyAlphaBeta {
        let (shape, rules) = (position.board().shape(), position.rules());
        let new = NewAlphaBeta {
            passes: rules.blocked == Blocked::Passes,
            weights: self.weights,
            threads: self.threads,
            table_bytes: self.table_bytes,
            patterns: self.patterns.clone().filter(|_| Patterns::are_for(shape, rules)),
            probe: self.prober.as_ref().map(|prober| Probe::new(prober, position)),
        };
        &mut **self.search.get_or_create(shape, rules, new)
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

/// An [`AlphaBeta`] of any variant.
trait AnyAlphaBeta: Send {
    /// Chooses a move as [`Engine::choose`] does, or with `on_depth` as [`Engine::search`] does.
    fn choose(
        &mut self,
        position: &Position,
        past: &[Position],
        clock: Clock,
        on_depth: Option<&mut dyn FnMut(&Choice)>,
    ) -> Option<Choice>;

    /// Ranks all moves as [`Engine::rank`] does.
    fn rank(&mut self, position: &Position, past: &[Position], clock: Clock) -> Estimates;
}

/// The task of making the search of a variant.
struct NewAlphaBeta {
    passes: bool,
    weights: Weights,
    threads: NonZeroUsize,
    table_bytes: usize,
    patterns: Option<Arc<Patterns>>,
    probe: Option<Probe>,
}

impl Task for NewAlphaBeta {
    type Output = Box<dyn AnyAlphaBeta>;

    fn run<V: Variant>(self, variant: V) -> Box<dyn AnyAlphaBeta> {
        Box::new(AlphaBeta::new(variant, self))
    }
}
