//! Measures the engine's evaluation by matches: `make terms`.
//!
//! Leaves out each term in turn. The engine with all terms plays against the engine without this term, in
//! pairs of games with sides exchanged, from openings of a few random plies. Both engines search the same
//! number of positions per move. Then the engine, with limited time, plays against exact ranking and random
//! moves.
//!
//! Usage: `terms [terms|strength] [GAMES] [NODES]`. To test weights such as `back-rank=10` against the
//! defaults: `terms try GAMES NODES TERM=WEIGHT...`. `terms threads [GAMES] [MILLISECONDS]` plays two threads
//! against one thread with equal time, one game at a time.

#![allow(clippy::cast_precision_loss, reason = "figures for people need no more digits")]

mod series;

use std::fmt;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use rankmoves_core::{Move, Player, Resources};
use rankmoves_engine::{Engine, Limits, Term, Weights};
use rankmoves_game::{Agent, AgentError, AgentSpec, Game, MatchScore, Tally};
use series::Counted;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let task = arguments.first().map_or("all", String::as_str);
    let number = |index: usize| arguments.get(index).and_then(|text| text.parse().ok());
    if ["all", "terms"].contains(&task) {
        terms(number(1).unwrap_or(1000), number(2).unwrap_or(5000).into());
    }
    if ["all", "strength"].contains(&task) {
        strength(number(1).unwrap_or(100));
    }
    if task == "threads" {
        threads(number(1).unwrap_or(60), Duration::from_millis(number(2).unwrap_or(200).into()));
    }
    if task == "try" {
        let changed = arguments.iter().skip(3).fold(Weights::default(), |weights, change| {
            let (term, weight) = change.split_once('=').and_then(read_weight).expect("TERM=WEIGHT");
            weights.with(term, weight)
        });
        let games = number(1).unwrap_or(1000);
        println!("{}", compare(games, number(2).unwrap_or(5000).into(), [changed, Weights::default()]));
    }
}

fn read_weight((name, weight): (&str, &str)) -> Option<(Term, i32)> {
    let term = Term::ALL.into_iter().find(|term| term.name().replace(' ', "-") == name)?;
    Some((term, weight.parse().ok()?))
}

/// Plays the full evaluation against the evaluation without a term, for each term in turn.
fn terms(games: u32, nodes: u64) {
    println!("{games} games of English draughts a term, {nodes} positions a move");
    println!("{:<12} {:>6} {:>6} {:>6} {:>6} {:>14}", "term", "weight", "wins", "draws", "losses", "score %");
    let all = Weights::default();
    for term in Term::ALL {
        let row = compare(games, nodes, [all, all.with(term, 0)]);
        println!("{term:<12} {:>6} {row}", all.get(term));
    }
}

/// Plays given weights against other weights, with the same number of nodes per move.
fn compare(games: u32, nodes: u64, weights: [Weights; 2]) -> Row {
    matches(games, |index, _| Ok(Box::new(Counted { engine: Engine::with_weights(weights[index]), nodes })))
}

/// Plays the engine with two threads against one, with the same time per move.
fn threads(games: u32, time: Duration) {
    println!("{games} games of English draughts, {time:?} a move, two threads against one");
    let agent = |index: usize, _| -> Result<Box<dyn Agent>, AgentError> {
        let threads = if index == 0 { NonZeroUsize::MIN.saturating_add(1) } else { NonZeroUsize::MIN };
        Ok(Box::new(Timed::with_threads(time, threads)))
    };
    println!("{}", matches_on(NonZeroUsize::MIN, games, agent));
}

/// Plays the engine with 0.1 s per move against agents of known strength.
fn strength(games: u32) {
    let time = Duration::from_millis(100);
    println!("{games} games of English draughts, {time:?} a move");
    println!("{:<12} {:>6} {:>6} {:>6} {:>14}", "against", "wins", "draws", "losses", "score %");
    for name in ["minimax:3", "random"] {
        let spec: AgentSpec = name.parse().expect("there is such an agent");
        let row = matches(games, |index, seed| match index {
            0 => Ok(Box::new(Timed::new(time))),
            _ => Ok(spec.reseeded(seed).agent(Resources::default())?),
        });
        println!("{name:<12} {row}");
    }
}

/// An engine with limited time. It measures how late its moves come, and how fast it searches.
struct Timed {
    engine: Engine,
    time: Duration,
    threads: NonZeroUsize,
    latest: Duration,
    nodes: u64,
    taken: Duration,
    /// The sum of the completed depths, and the number of searched moves.
    depths: (u32, u32),
}

impl Timed {
    fn new(time: Duration) -> Timed {
        Timed::with_threads(time, NonZeroUsize::MIN)
    }

    fn with_threads(time: Duration, threads: NonZeroUsize) -> Timed {
        let engine = Engine::new().with_threads(threads);
        let (latest, taken) = (Duration::ZERO, Duration::ZERO);
        Timed { engine, time, threads, latest, nodes: 0, taken, depths: (0, 0) }
    }
}

impl Agent for Timed {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        let begin = Instant::now();
        let deadline = begin + self.time;
        let limits = Limits { deadline: Some(deadline), ..Limits::default() };
        let choice = self.engine.choose(game, limits).ok_or(AgentError::NoMoves)?;
        self.latest = self.latest.max(deadline.elapsed());
        self.taken += begin.elapsed();
        self.nodes += choice.nodes;
        if choice.depth > 0 {
            self.depths = (self.depths.0 + choice.depth, self.depths.1 + 1);
        }
        Ok(choice.mv)
    }
}

impl Drop for Timed {
    fn drop(&mut self) {
        let rate = self.nodes as f64 / self.taken.as_secs_f64();
        let depth = f64::from(self.depths.0) / f64::from(self.depths.1.max(1));
        let Timed { threads, latest, .. } = self;
        eprintln!("{threads} threads: latest {latest:?}, {rate:.0} positions/s, depth {depth:.2}");
    }
}

/// The results of the first player, printed as a row.
struct Row(Tally);

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, .. } = self.0;
        write!(f, "{wins:>6} {draws:>6} {losses:>6}")?;
        let Some(MatchScore { score, low, high }) = self.0.score() else {
            return Ok(());
        };
        write!(f, " {:>6.1} ({:>5.1} to {:>5.1})", 100.0 * score, 100.0 * low, 100.0 * high)
    }
}

/// Plays games on all processors. Without time limits, the result does not depend on the number of
/// processors.
fn matches(games: u32, agent: impl Fn(usize, u64) -> Result<Box<dyn Agent>, AgentError> + Sync) -> Row {
    matches_on(Resources::default().threads, games, agent)
}

/// Plays games, `threads` of them at a time.
fn matches_on(
    threads: NonZeroUsize,
    games: u32,
    agent: impl Fn(usize, u64) -> Result<Box<dyn Agent>, AgentError> + Sync,
) -> Row {
    Row(series::play(Player::Red, threads, games, agent).expect("agents choose moves"))
}
