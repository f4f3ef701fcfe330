//! Many games between two agents.

use std::collections::BTreeSet;
use std::iter::repeat_n;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::{Agent, AgentError, AgentSpec, DrawRules, Game};
use crate::hash::spread;
use crate::moves::Ply;
use crate::player::Player;
use crate::position::Position;
use crate::resources::Resources;
use crate::threads;

/// An agent on a thread has the room of so many plies of exact search, 2 MiB. It
/// asks for more itself if it ranks; what the engine takes for its 128 is less.
const ROOM: u32 = 512;

/// Many games between two agents, who take turns in moving first.
///
/// Games come in pairs that have their opening in common: a few plies played
/// at random.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// What every game starts from.
    pub start: Position,
    /// When games are drawn.
    pub draw_rules: DrawRules,
    /// The number of games.
    pub games: u32,
    /// How many plies of each game are played at random before the agents
    /// choose; fewer where the game would end.
    pub opening_plies: u32,
    /// What randomness is made from. Without [`AgentSpec::Timed`], a series
    /// with the same seed has the same games, whatever the number of threads.
    pub seed: u64,
    /// How many games are played at a time.
    pub threads: NonZeroUsize,
    /// What each agent may use.
    pub resources: Resources,
}

/// A game of a [`Series`].
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number, from 0.
    pub number: u32,
    /// The game, to its end.
    pub game: Game,
    /// The player that the first agent was.
    pub first_agent: Player,
    /// How long each agent took, and for how many moves.
    pub taken: [(Duration, u32); 2],
}

impl Series {
    /// The most numbers by which games in play are apart: whoever puts them in
    /// order has no more than these in hand.
    pub const AHEAD: u32 = 4096;

    /// Plays all games. Each is handed to `on_game` as soon as it is over, at
    /// most [`AHEAD`](Self::AHEAD) numbers after the first that is still in
    /// play; where `on_game` answers `false`, or somebody raises `stop`, the
    /// rest is not played.
    ///
    /// # Errors
    ///
    /// If an agent cannot be made or does not choose.
    pub fn play(
        &self,
        agents: [AgentSpec; 2],
        stop: &AtomicBool,
        on_game: impl FnMut(Played) -> bool,
    ) -> Result<(), AgentError> {
        let agent = |place: usize, seed| Ok(agents[place].reseeded(seed).agent(self.resources)?);
        self.play_with(agent, stop, on_game)
    }

    /// As [`play`](Self::play), between agents of any kind: `agent` makes the
    /// one at a place, 0 or 1, for a game, with a seed for what it does at random.
    ///
    /// # Errors
    ///
    /// As for [`play`](Self::play).
    pub fn play_with(
        &self,
        agent: impl Fn(usize, u64) -> Result<Box<dyn Agent>, AgentError> + Sync,
        stop: &AtomicBool,
        mut on_game: impl FnMut(Played) -> bool,
    ) -> Result<(), AgentError> {
        let agent = &agent;
        let queue = Queue::default();
        let (sender, receiver) = mpsc::channel();
        let work = |sender: Sender<_>| {
            while let Some(number) = queue.next(self.games, stop) {
                let played = self.play_game(agent, number, stop);
                // A game that was broken off is none.
                if stop.load(Relaxed) && played.is_ok() || sender.send(played).is_err() {
                    break;
                }
                queue.finish(number);
            }
        };
        let senders = repeat_n(sender, self.threads.get().min(self.games as usize));
        threads::run_alongside(senders, ROOM, work, |started, refused| {
            // Those that did start play all games.
            if let Some(why) = refused.filter(|_| started == 0) {
                return Err(AgentError::Thread(why));
            }
            for played in receiver {
                let played = played.inspect_err(|_| stop.store(true, Relaxed))?;
                if !on_game(played) {
                    stop.store(true, Relaxed);
                    break;
                }
            }
            Ok(())
        })
    }

    /// The opening of a game: a few plies at random, the same for both games of a pair.
    fn opening(&self, number: u32) -> Game {
        let mut game = Game::with_draw_rules(self.start, self.draw_rules);
        let mut rng = Rng::with_seed(spread(self.seed).wrapping_add(u64::from(number / 2)));
        for _ in 0..self.opening_plies {
            let Some(mv) = rng.choice(game.position().legal_moves()) else {
                break;
            };
            if game.play(&Ply::Move(mv.path().clone())).is_err() {
                break;
            }
            if game.outcome().is_some() {
                game.undo(1);
                break;
            }
        }
        game
    }

    fn play_game(
        &self,
        agent: impl Fn(usize, u64) -> Result<Box<dyn Agent>, AgentError>,
        number: u32,
        stop: &AtomicBool,
    ) -> Result<Played, AgentError> {
        let mut game = self.opening(number);
        let second_moves_first = number % 2 == 1;
        let first_agent = if second_moves_first { self.start.turn().opponent() } else { self.start.turn() };
        let mut agents = {
            let mut rng = Rng::with_seed(spread(spread(self.seed)).wrapping_add(u64::from(number)));
            [agent(0, rng.u64(..))?, agent(1, rng.u64(..))?]
        };
        let mut taken = [(Duration::ZERO, 0); 2];
        while game.outcome().is_none() && !stop.load(Relaxed) {
            let ply = if game.position().has_moves() {
                let agent = usize::from(game.position().turn() != first_agent);
                let begin = Instant::now();
                let mv = agents[agent].choose(&game)?;
                taken[agent].0 += begin.elapsed();
                taken[agent].1 += 1;
                Ply::Move(mv.path().clone())
            } else {
                Ply::Pass
            };
            game.record(&ply).map_err(AgentError::Illegal)?;
        }
        Ok(Played { number, game, first_agent, taken })
    }
}

/// Hands out the numbers of games to the threads that play them.
#[derive(Default)]
struct Queue {
    numbers: Mutex<Numbers>,
    /// Told when a game is over.
    over: Condvar,
}

#[derive(Default)]
struct Numbers {
    /// The next to be played.
    next: u32,
    /// The first that is not over.
    first: u32,
    /// Those after it that are.
    over: BTreeSet<u32>,
}

impl Queue {
    /// Returns the next number below `games`, once it is not too far ahead.
    fn next(&self, games: u32, stop: &AtomicBool) -> Option<u32> {
        /// The time after which `stop` is looked at again; nobody tells of it.
        const PATIENCE: Duration = Duration::from_millis(100);
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        while !stop.load(Relaxed) {
            if numbers.next >= games {
                return None;
            }
            if numbers.next - numbers.first < Series::AHEAD {
                numbers.next += 1;
                return Some(numbers.next - 1);
            }
            let woken = self.over.wait_timeout(numbers, PATIENCE);
            numbers = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    fn finish(&self, number: u32) {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.over.insert(number);
        while numbers.over.first() == Some(&numbers.first) {
            numbers.over.pop_first();
            numbers.first += 1;
        }
        self.over.notify_all();
    }
}

/// What has come out of the games of a series, as the first agent sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that the first agent won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that the first agent lost.
    pub losses: u32,
    /// The plies of all games.
    pub plies: u64,
    /// How long each agent took, and for how many moves.
    pub taken: [(Duration, u32); 2],
}

impl Tally {
    /// Adds a game that is over.
    pub fn add(&mut self, played: &Played) {
        match played.game.outcome().and_then(super::Outcome::winner) {
            None => self.draws += 1,
            Some(winner) if winner == played.first_agent => self.wins += 1,
            Some(_) => self.losses += 1,
        }
        self.plies += played.game.played().len() as u64;
        for (sum, taken) in self.taken.iter_mut().zip(played.taken) {
            *sum = (sum.0 + taken.0, sum.1 + taken.1);
        }
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the first agent's score, a draw being half a win. `None` without games.
    ///
    /// The bounds are those of E. B. Wilson (*Probable inference, the law of
    /// succession, and statistical inference*, 1927) for wins and losses. They
    /// are never beyond 0 and 1, and honest where all games end alike. Draws
    /// only bring the true bounds closer together than these.
    pub fn score(&self) -> Option<Estimate> {
        /// The 97.5th percentile of the normal distribution.
        const Z: f64 = 1.96;
        if self.games() == 0 {
            return None;
        }
        let games = f64::from(self.games());
        let score = (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games;
        let (scale, shift) = (1.0 + Z * Z / games, Z * Z / (2.0 * games));
        let half_width = Z * (score * (1.0 - score) / games + Z * Z / (4.0 * games * games)).sqrt() / scale;
        let centre = (score + shift) / scale;
        // A bound that is 0 or 1 may be rounded beyond it.
        let [low, high] = [centre - half_width, centre + half_width].map(|bound| bound.clamp(0.0, 1.0));
        Some(Estimate { score, low: low.min(score), high: high.max(score) })
    }
}

/// A score and its bounds, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The score of the games played.
    pub score: f64,
    /// The lower bound of the score in very many games, with a confidence of
    /// 95 % for both bounds.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}
