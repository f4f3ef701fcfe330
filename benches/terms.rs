//! What the engine's evaluation is worth: `make terms`.
//!
//! Each term is left out in turn, and the engine with all terms plays the one
//! without it: pairs of games with sides exchanged, each from an opening of a
//! few random plies, both searching the same number of positions a move. Then
//! the engine plays the exact ranking and random moves, with time to think.
//!
//! `terms [terms|strength] [GAMES] [NODES]`

#![allow(clippy::cast_precision_loss, reason = "figures for people need no more digits")]

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};

use fastrand::Rng;
use rankmoves::engine::{Engine, Limits, Term, Weights};
use rankmoves::{Move, Player, Position, Ranker, Rules};

/// How many plies of each game are random.
const OPENING: usize = 6;
/// A position that occurs this often is a draw, and so are this many plies
/// without a jump or a man's move.
const REPETITIONS: usize = 3;
const QUIET_PLIES: usize = 80;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let what = arguments.first().map_or("all", String::as_str);
    let number = |place: usize| arguments.get(place).and_then(|text| text.parse().ok());
    if ["all", "terms"].contains(&what) {
        terms(number(1).unwrap_or(1000), number(2).unwrap_or(5000) as u64);
    }
    if ["all", "strength"].contains(&what) {
        strength(number(1).unwrap_or(100));
    }
}

/// All weights against those without each term.
fn terms(games: usize, nodes: u64) {
    println!("{games} games of English draughts a term, {nodes} positions a move");
    println!("{:<12} {:>6} {:>6} {:>6} {:>6} {:>14}", "term", "weight", "wins", "draws", "losses", "score %");
    let all = Weights::default();
    for term in Term::ALL {
        let player = |weights| {
            move |_| -> Box<dyn Chooser> {
                Box::new(Counted { engine: Engine::with_weights(weights), nodes })
            }
        };
        let tally = matches(games, player(all), player(all.without(term)));
        println!("{term:<12} {:>6} {tally}", all.get(term));
    }
}

/// The engine with 0.1 s a move against players whose strength is known.
fn strength(games: usize) {
    let time = Duration::from_millis(100);
    let timed = move |_| -> Box<dyn Chooser> {
        Box::new(Timed {
            engine: Engine::new(),
            time,
            latest: Duration::ZERO,
            nodes: 0,
            taken: Duration::ZERO,
        })
    };
    println!("{games} games of English draughts, {time:?} a move");
    println!("{:<12} {:>6} {:>6} {:>6} {:>14}", "against", "wins", "draws", "losses", "score %");
    println!(
        "{:<12} {}",
        "minimax:3",
        matches(games, timed, |seed| Box::new(Minimax { ranker: Ranker::new(), rng: Rng::with_seed(seed) }))
    );
    println!("{:<12} {}", "random", matches(games, timed, |seed| Box::new(Random(Rng::with_seed(seed)))));
}

/// Somebody who chooses moves.
trait Chooser {
    fn choose(&mut self, position: &Position, past: &[Position]) -> Option<Move>;
}

struct Counted {
    engine: Engine,
    nodes: u64,
}

impl Chooser for Counted {
    fn choose(&mut self, position: &Position, past: &[Position]) -> Option<Move> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        Some(self.engine.choose(position, past, limits)?.mv)
    }
}

/// Reports how late it was, and how fast it searched.
struct Timed {
    engine: Engine,
    time: Duration,
    latest: Duration,
    nodes: u64,
    taken: Duration,
}

impl Chooser for Timed {
    fn choose(&mut self, position: &Position, past: &[Position]) -> Option<Move> {
        let begin = Instant::now();
        let deadline = begin + self.time;
        let choice =
            self.engine.choose(position, past, Limits { deadline: Some(deadline), ..Limits::default() })?;
        self.latest = self.latest.max(deadline.elapsed());
        self.taken += begin.elapsed();
        self.nodes += choice.nodes;
        Some(choice.mv)
    }
}

impl Drop for Timed {
    fn drop(&mut self) {
        eprintln!(
            "latest {:?}, {:.0} positions/s",
            self.latest,
            self.nodes as f64 / self.taken.as_secs_f64()
        );
    }
}

struct Minimax {
    ranker: Ranker,
    rng: Rng,
}

impl Chooser for Minimax {
    fn choose(&mut self, position: &Position, _: &[Position]) -> Option<Move> {
        let mut ranked = self.ranker.rank(position, 3).ok()?;
        let highest = ranked.iter().map(|ranked| ranked.score).max()?;
        ranked.retain(|ranked| ranked.score == highest);
        self.rng.choice(ranked).map(|ranked| ranked.mv)
    }
}

struct Random(Rng);

impl Chooser for Random {
    fn choose(&mut self, position: &Position, _: &[Position]) -> Option<Move> {
        self.0.choice(position.legal_moves())
    }
}

/// The results of the first of two players.
#[derive(Clone, Copy, Default)]
struct Tally {
    wins: usize,
    draws: usize,
    losses: usize,
}

/// The score in percent with twice its standard error.
impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(|count| count as f64);
        let games = wins + draws + losses;
        let score = (wins + draws / 2.0) / games;
        let variance = (wins + draws / 4.0) / games - score * score;
        let error = 2.0 * (variance / games).sqrt();
        write!(
            f,
            "{:>6} {:>6} {:>6} {:>6.1} ± {:>4.1}",
            self.wins,
            self.draws,
            self.losses,
            100.0 * score,
            100.0 * error
        )
    }
}

/// Plays games on all processors. Without limits of time the result does not
/// depend on how many there are.
fn matches<A, B>(games: usize, first: A, second: B) -> Tally
where
    A: Fn(u64) -> Box<dyn Chooser> + Sync,
    B: Fn(u64) -> Box<dyn Chooser> + Sync,
{
    let next = AtomicUsize::new(0);
    let work = || {
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= games {
                return tally;
            }
            let first_player = if number.is_multiple_of(2) { Player::Red } else { Player::Black };
            match play(
                number as u64,
                first_player,
                first(number as u64).as_mut(),
                second(number as u64).as_mut(),
            ) {
                None => tally.draws += 1,
                Some(winner) if winner == first_player => tally.wins += 1,
                Some(_) => tally.losses += 1,
            }
        }
    };
    scope(|scope| {
        let threads: Vec<_> =
            (0..available_parallelism().map_or(1, usize::from)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().fold(Tally::default(), |sum, thread| {
            let tally = thread.join().expect("players do not panic");
            Tally {
                wins: sum.wins + tally.wins,
                draws: sum.draws + tally.draws,
                losses: sum.losses + tally.losses,
            }
        })
    })
}

/// Plays a game to its end and returns the winner.
fn play(
    number: u64,
    first_player: Player,
    first: &mut dyn Chooser,
    second: &mut dyn Chooser,
) -> Option<Player> {
    let mut rng = Rng::with_seed(number / 2);
    let mut position = Position::start(Rules::ENGLISH);
    for _ in 0..OPENING {
        let mv = rng.choice(position.legal_moves())?;
        position = position.play(mv.path()).ok()?;
    }
    // The positions since the last jump or man's move.
    let mut past: Vec<Position> = Vec::new();
    loop {
        let player = position.turn();
        let repetitions = 1 + past.iter().filter(|&earlier| *earlier == position).count();
        if repetitions >= REPETITIONS || past.len() >= QUIET_PLIES {
            return None;
        }
        let choice = if player == first_player {
            first.choose(&position, &past)
        } else {
            second.choose(&position, &past)
        };
        let Some(mv) = choice else {
            return Some(player.opponent());
        };
        let is_king = position.board().get(mv.path().start()).is_some_and(|piece| piece.king);
        if mv.is_jump() || !is_king {
            past.clear();
        } else {
            past.push(position);
        }
        position = position.play(mv.path()).expect("players choose legal moves");
    }
}
