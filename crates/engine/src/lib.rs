//! The playing engine: chooses a good move within limits of time, depth or nodes.
//!
//! Unlike the ranking of the package `rankmoves`, which is exact at one depth, the engine looks as far ahead as
//! its limits allow, judges positions by an evaluation, and treats a repeated position as a draw. It plays all
//! rules on all shapes. Under English rules on the standard board, the evaluation is trained [`Patterns`];
//! otherwise it is a sum of [`Term`]s with [`Weights`].
//!
//! ```
//! use std::time::Duration;
//!
//! use rankmoves_core::Position;
//! use rankmoves_engine::{Engine, Limits};
//!
//! let start = Position::english();
//! let choice = Engine::new().choose(&start, Limits::time(Duration::from_millis(20)));
//! let choice = choice.expect("there are moves");
//! assert!(start.legal_moves().any(|mv| mv == choice.mv));
//! println!("{} {}", choice.mv, choice.score);
//! ```

mod answers;
mod clock;
mod curve;
mod entry;
mod evaluate;
mod order;
mod patterns;
mod probe;
mod scores;
mod search;
mod term;

pub use answers::{Choice, Estimate, Estimates, History, Limits, MAX_DEPTH};
pub use curve::Curve;
pub use evaluate::{Contribution, Evaluation};
pub use patterns::{FeatureGroup, Features, Patterns, PatternsError, TrainedEvaluation};
pub use scores::{WIN, is_proven, plies_to_end};
pub use term::{Term, Weights};

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clock::Clock;
use probe::Probe;
use rankmoves_core::model::variant::PerVariant;
use rankmoves_core::{Blocked, Position};
use rankmoves_endings::Prober;
use search::{AnyAlphaBeta, NewAlphaBeta};

/// The default limit on the transposition table, in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// An engine. It keeps its transposition table from move to move, so one engine plays a game better than a new
/// engine for each move.
pub struct Engine {
    weights: Weights,
    /// The trained evaluation. Without it, the terms are used for all rules and shapes.
    patterns: Option<Arc<Patterns>>,
    prober: Option<Arc<dyn Prober>>,
    stop: Arc<AtomicBool>,
    threads: NonZeroUsize,
    table_bytes: usize,
    /// The search for the shape and rules of the last position.
    search: PerVariant<Box<dyn AnyAlphaBeta>>,
}

impl Engine {
    /// Makes an engine with the [trained evaluation](Patterns::trained), which it uses for
    /// English rules on the standard board, and the default weights for all other rules
    /// and shapes. Its transposition table takes 64 KiB at first and grows up to 64 MiB as
    /// it fills.
    pub fn new() -> Engine {
        Engine::with_patterns(Patterns::trained())
    }

    /// Makes an engine that judges positions by the [`Term`]s alone, with the given weights.
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

    /// Makes an engine like [`new`](Self::new), but with the given trained evaluation.
    pub fn with_patterns(patterns: impl Into<Arc<Patterns>>) -> Engine {
        Engine { patterns: Some(patterns.into()), ..Engine::with_weights(Weights::default()) }
    }

    /// Makes the engine use proven values and results. They replace searches. If they cover the positions after
    /// all moves, a proven win is never thrown away. If the length of a win is unknown, the engine searches for
    /// the way to win.
    #[must_use]
    pub fn with_prober(self, prober: Arc<dyn Prober>) -> Engine {
        Engine { prober: Some(prober), search: PerVariant::empty(), ..self }
    }

    /// Makes the engine choose moves with `threads` threads, or fewer if the system starts fewer.
    /// They share the transposition table, and look deeper in the same time.
    ///
    /// One thread, the default, is always used for rankings and for searches that are limited by nodes, or by
    /// depth and not by time: with several threads, answers to the same question may differ.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use std::time::Duration;
    ///
    /// use rankmoves_core::Position;
    /// use rankmoves_engine::{Engine, Limits};
    ///
    /// let start = Position::english();
    /// let mut engine = Engine::new().with_threads(NonZeroUsize::new(2).expect("two"));
    /// let choice = engine.choose(&start, Limits::time(Duration::from_millis(20)));
    /// assert!(start.legal_moves().any(|mv| mv == choice.as_ref().expect("there are moves").mv));
    /// ```
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Engine {
        Engine { threads, search: PerVariant::empty(), ..self }
    }

    /// Sets the limit on the transposition table, which grows by factors of four, to this number of bytes
    /// instead of 64 MiB.
    #[must_use]
    pub fn with_table_bytes(self, table_bytes: usize) -> Engine {
        Engine { table_bytes, search: PerVariant::empty(), ..self }
    }

    /// Returns a flag that stops the search when another thread raises it. While the flag is raised, searches
    /// end at once, with a legal move; the engine never lowers the flag.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Chooses a move for the player to move; `None` if there is none.
    ///
    /// Takes a position, a game of the package `rankmoves-game`, or a [`History`].
    ///
    /// The search deepens one ply at a time. The move is the best of the last finished depth, or a better one
    /// found since. If there is only one legal move, or the game is won or lost by force, the search stops before
    /// its limits.
    ///
    /// ```
    /// use rankmoves_core::Position;
    /// use rankmoves_engine::{Engine, History, Limits};
    ///
    /// // A king facing two kings can draw by going back to its earlier square.
    /// let earlier = Position::from_fen("W:WK29,K28:BK1")?;
    /// let position = Position::from_fen("B:WK29,K28:BK5")?;
    /// let history = History { position: &position, past: &[earlier] };
    /// let choice = Engine::new().choose(history, Limits::depth(3)).expect("there are moves");
    /// assert_eq!((choice.mv.to_string(), choice.score), ("a7->b8".to_owned(), 0));
    /// let choice = Engine::new().choose(&position, Limits::depth(3)).expect("there are moves");
    /// assert!(choice.score < 0);
    /// # Ok::<(), rankmoves_core::pdn::FenError>(())
    /// ```
    pub fn choose<'a>(&mut self, history: impl Into<History<'a>>, limits: Limits) -> Option<Choice> {
        let (history, clock) = (history.into(), Clock::new(limits, Arc::clone(&self.stop)));
        self.alpha_beta(history.position).choose(history, clock, None)
    }

    /// Chooses a move like [`choose`](Self::choose), and reports the choice of each depth as soon as the
    /// depth is finished. Searches even if there is only one move.
    ///
    /// A search without limits continues until the [stop flag](Self::stop_flag) is raised, [`MAX_DEPTH`] is
    /// reached, or the game is won or lost by force. Such a search is useful for analysis, and for thinking
    /// in the opponent's time.
    ///
    /// ```
    /// use std::sync::atomic::Ordering;
    ///
    /// use rankmoves_core::Position;
    /// use rankmoves_engine::{Engine, Limits};
    ///
    /// let start = Position::english();
    /// let mut engine = Engine::new();
    /// let stop = engine.stop_flag();
    /// let mut depths = Vec::new();
    /// let choice = engine.search(&start, Limits::default(), |choice| {
    ///     depths.push(choice.depth);
    ///     // Any thread may raise the flag.
    ///     stop.store(choice.depth == 5, Ordering::Relaxed);
    /// });
    /// assert_eq!(depths, [1, 2, 3, 4, 5]);
    /// assert_eq!(choice.expect("there are moves").depth, 5);
    /// ```
    pub fn search<'a>(
        &mut self,
        history: impl Into<History<'a>>,
        limits: Limits,
        mut on_depth: impl FnMut(&Choice),
    ) -> Option<Choice> {
        let (history, clock) = (history.into(), Clock::new(limits, Arc::clone(&self.stop)));
        self.alpha_beta(history.position).choose(history, clock, Some(&mut on_depth))
    }

    /// Ranks all moves of the player to move, each with the engine's score at the greatest depth that was
    /// finished for all of them. The list is empty if there are no moves.
    ///
    /// Takes the same arguments as [`choose`](Self::choose). If only the depth is limited, only that depth is
    /// ranked. In that case, if there is more than one move, the best score of a new engine equals the score
    /// of [`choose`](Self::choose). With a limit of time or nodes, each depth is ranked before the next. A
    /// ranking takes a few times as long as a choice.
    ///
    /// ```
    /// use rankmoves_core::Position;
    /// use rankmoves_engine::{Engine, Limits};
    ///
    /// // Material does not decide yet: all exact scores are 0.
    /// let start = Position::english();
    /// let estimates = Engine::new().rank(&start, Limits::depth(5));
    /// assert_eq!(estimates.moves.len(), 7);
    /// assert!(estimates.moves.iter().any(|estimate| Some(estimate.score) < estimates.best()));
    /// ```
    pub fn rank<'a>(&mut self, history: impl Into<History<'a>>, limits: Limits) -> Estimates {
        let (history, clock) = (history.into(), Clock::new(limits, Arc::clone(&self.stop)));
        self.alpha_beta(history.position).rank(history, clock)
    }

    /// Forgets all searches, so that the engine answers like a new engine.
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
