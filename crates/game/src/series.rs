//! Many games between two agents.

use std::collections::BTreeMap;
use std::iter::{from_fn, repeat_n};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::agent::{MAX_CHOICES, draw};
use super::elo::PERCENTILE_97_5 as Z;
use super::{Agent, AgentError, Clock, DrawRules, Game, TimeControl};
use rankmoves_core::support::hash::spread;
use rankmoves_core::support::threads;
use rankmoves_core::{Player, Ply, Position};

/// The stack of an agent's thread, in plies of exact search: 2 MiB. The engine needs less; an agent that
/// ranks makes a larger stack itself.
const AGENT_STACK_PLIES: u32 = 512;

/// Many games between two agents, which take turns in moving first.
///
/// Games are played in pairs with the same opening: a given opening, a few random plies, or both.
#[derive(Clone, Debug)]
pub struct Series {
    /// The start position, unless there are `openings`.
    pub start: Position,
    /// The openings of the pairs, in turn; if empty, games begin at `start`.
    pub openings: Vec<Game>,
    /// The time control of each game; `None` for games without clocks. A player who runs out of time loses.
    pub clock: Option<TimeControl>,
    /// The draw rules.
    pub draw_rules: DrawRules,
    /// The number of games.
    pub games: u32,
    /// The number of random plies after any opening, before the agents choose; fewer if the game would end.
    pub opening_plies: u32,
    /// The seed of all randomness. Without [`Timed`](crate::Timed) agents, a series with the same seed has the
    /// same games, for any number of threads.
    pub seed: u64,
    /// The number of games played at a time.
    pub threads: NonZeroUsize,
}

/// A game of a [`Series`].
#[derive(Clone, Debug)]
pub struct Played {
    /// The number of the game, from 0.
    pub number: u32,
    /// The finished game.
    pub game: Game,
    /// The side that the first agent plays.
    pub side_of_first: Player,
    /// The reason for the forfeit, if the player to move forfeited; this counts as resigning.
    pub forfeit: Option<String>,
    /// The time that each agent took, and the number of its moves.
    pub thinking: [(Duration, u32); 2],
    /// The clock, if the game had one.
    pub clock: Option<Clock>,
}

impl Series {
    /// The numbers of two games in play differ by less than this. So fewer than this many finished games have
    /// to be kept until earlier games end.
    pub const MAX_GAMES_AHEAD: u32 = 4096;

    /// Plays all games, and passes each to `on_game` when it ends. `agent` makes an agent for a game. Its
    /// arguments are the agent's index (0 for the first, 1 for the second) and a seed, as for
    /// [`AgentSpec::reseeded`](crate::AgentSpec::reseeded).
    ///
    /// A game starts only once its number is less than [`MAX_GAMES_AHEAD`](Self::MAX_GAMES_AHEAD) above that
    /// of the first unfinished game. If `on_game` returns `false`, or another thread raises `stop`, the
    /// remaining games are not played.
    ///
    /// # Errors
    ///
    /// If an agent cannot be made or does not choose. An agent that [forfeits](AgentError::Forfeit) loses the
    /// game, and the series continues.
    pub fn play(
        &self,
        agent: impl Fn(usize, u64) -> Result<Box<dyn Agent>, AgentError> + Sync,
        stop: &AtomicBool,
        mut on_game: impl FnMut(Played) -> bool,
    ) -> Result<(), AgentError> {
        let agent = &agent;
        let in_play = InPlay::default();
        let (sender, receiver) = mpsc::channel();
        let work = |sender: Sender<_>| {
            while let Some(number) = in_play.next(self.games, stop) {
                let played = self.play_game(agent, number, stop, &in_play);
                let is_interrupted = matches!(played, Ok(_) | Err(AgentError::Stopped));
                // An interrupted game is not reported.
                if stop.load(Relaxed) && is_interrupted || sender.send(played).is_err() {
                    break;
                }
                in_play.finish(number);
            }
        };
        let senders = repeat_n(sender, self.threads.get().min(self.games as usize));
        threads::run_alongside(senders, AGENT_STACK_PLIES, work, |started, refused| {
            // One started thread is enough to play all games.
            if let Some(why) = refused.filter(|_| started == 0) {
                return Err(AgentError::Thread(why));
            }
            for played in in_play.until_stopped(&receiver, stop) {
                let played = played.inspect_err(|_| stop.store(true, Relaxed))?;
                if !on_game(played) {
                    stop.store(true, Relaxed);
                    break;
                }
            }
            Ok(())
        })
    }

    /// Plays the opening of a game, the same for both games of a pair.
    fn opening(&self, number: u32, stop: &AtomicBool) -> Game {
        let pair = number as usize / 2;
        let given = self.openings.get(pair % self.openings.len().max(1));
        let mut game = given.cloned().unwrap_or_else(|| Game::with_draw_rules(self.start, self.draw_rules));
        let mut rng = Rng::with_seed(spread(self.seed).wrapping_add(u64::from(number / 2)));
        for _ in 0..self.opening_plies {
            let moves = game.position().legal_moves();
            let Some(mv) = draw(&mut rng, moves, MAX_CHOICES, stop) else { break };
            if game.play(&mv).is_err() {
                break;
            }
            if game.outcome().is_some() {
                game.undo(1);
                break;
            }
        }
        game
    }

    /// Plays a game to its end, or until `stop` is raised.
    fn play_game(
        &self,
        agent: impl Fn(usize, u64) -> Result<Box<dyn Agent>, AgentError>,
        number: u32,
        stop: &AtomicBool,
        in_play: &InPlay,
    ) -> Result<Played, AgentError> {
        let mut game = self.opening(number, stop);
        let second_moves_first = number % 2 == 1;
        let first = game.start().turn();
        let side_of_first = if second_moves_first { first.opponent() } else { first };
        let mut agents = {
            let mut rng = Rng::with_seed(spread(spread(self.seed)).wrapping_add(u64::from(number)));
            [agent(0, rng.u64(..))?, agent(1, rng.u64(..))?]
        };
        in_play.add(number, agents.iter().filter_map(|agent| agent.stop_flag()));
        agents.iter_mut().try_for_each(|agent| agent.prepare())?;
        let (mut thinking, mut forfeit) = ([(Duration::ZERO, 0); 2], None);
        let mut clock = self.clock.map(|control| Clock::new(control, game.played().len()));
        while game.outcome().is_none() && !stop.load(Relaxed) {
            let (player, plies) = (game.position().turn(), game.played().len());
            let mut spent = Duration::ZERO;
            let ply = if game.position().has_moves() {
                let agent = usize::from(player != side_of_first);
                let begin = Instant::now();
                let left = clock.as_ref().map(|clock| clock.time_left(plies, player, Duration::ZERO));
                let choice = match left {
                    Some(left) => left.choose(&mut *agents[agent], &game),
                    None => agents[agent].choose(&game).map(Some),
                };
                spent = begin.elapsed();
                thinking[agent].0 += spent;
                thinking[agent].1 += 1;
                if let Err(AgentError::Forfeit(why)) = choice {
                    game.resign(player);
                    forfeit = Some(why.to_string());
                    break;
                }
                choice?.map(|mv| Ply::from(&mv))
            } else {
                Some(Ply::Pass)
            };
            match ply.filter(|_| clock.as_mut().is_none_or(|clock| clock.press(plies, player, spent))) {
                Some(ply) => game.record(ply).map_err(AgentError::Illegal)?,
                None => game.lose_on_time(player),
            }
        }
        Ok(Played { number, game, side_of_first, forfeit, thinking, clock })
    }
}

/// The games in play: hands out their numbers to the threads that play them, and stops their agents.
#[derive(Default)]
struct InPlay {
    games: Mutex<Games>,
    /// Notified when a game is over.
    over: Condvar,
}

#[derive(Default)]
struct Games {
    /// The number of the next game to be played.
    next: u32,
    /// The stop flags of the agents of each game in play, by the number of the game.
    flags: BTreeMap<u32, Vec<Arc<AtomicBool>>>,
}

impl InPlay {
    fn games(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the next game; `None` if all have begun or `stop` is raised. Waits while the
    /// number is too far ahead of the first unfinished game.
    fn next(&self, count: u32, stop: &AtomicBool) -> Option<u32> {
        /// The interval between checks of `stop`, which sends no notification.
        const MAX_WAIT: Duration = Duration::from_millis(100);
        let mut games = self.games();
        while !stop.load(Relaxed) && games.next < count {
            let number = games.next;
            let first = games.flags.keys().next().copied().unwrap_or(number);
            if number - first < Series::MAX_GAMES_AHEAD {
                games.next += 1;
                games.flags.insert(number, Vec::new());
                return Some(number);
            }
            let woken = self.over.wait_timeout(games, MAX_WAIT);
            games = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    /// Adds the stop flags of a game's agents.
    fn add(&self, number: u32, flags: impl Iterator<Item = Arc<AtomicBool>>) {
        self.games().flags.entry(number).or_default().extend(flags);
    }

    /// Removes a game that is over.
    fn finish(&self, number: u32) {
        self.games().flags.remove(&number);
        self.over.notify_all();
    }

    /// Returns the received items. Stops the agents once `stop` is raised, because a move may take hours.
    fn until_stopped<T>(&self, receiver: &mpsc::Receiver<T>, stop: &AtomicBool) -> impl Iterator<Item = T> {
        const STOP_POLL: Duration = Duration::from_millis(20);
        from_fn(move || {
            loop {
                match receiver.recv_timeout(STOP_POLL) {
                    Ok(item) => return Some(item),
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => {
                        self.games().flags.values().flatten().for_each(|flag| flag.store(true, Relaxed));
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    }
}

/// The results of a series from the first agent's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that the first agent won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that the first agent lost.
    pub losses: u32,
    /// The number of plies in all games.
    pub plies: u64,
    /// The time that each agent took, and the number of its moves.
    pub thinking: [(Duration, u32); 2],
}

impl Tally {
    /// Adds a game that is over.
    pub fn add(&mut self, played: &Played) {
        match played.game.outcome().and_then(super::Outcome::winner) {
            None => self.draws += 1,
            Some(winner) if winner == played.side_of_first => self.wins += 1,
            Some(_) => self.losses += 1,
        }
        self.plies += played.game.played().len() as u64;
        for (sum, thinking) in self.thinking.iter_mut().zip(played.thinking) {
            *sum = (sum.0 + thinking.0, sum.1 + thinking.1);
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the first agent's score; a draw is half a win. `None` without games.
    ///
    /// The bounds follow E. B. Wilson (*Probable inference, the law of succession, and statistical
    /// inference*, 1927) for wins and losses. They stay within 0 and 1, and hold even if all games end in the
    /// same way. With draws the true bounds are closer together.
    pub fn score(&self) -> Option<MatchScore> {
        if self.games() == 0 {
            return None;
        }
        let games = f64::from(self.games());
        let score = (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games;
        let (scale, shift) = (1.0 + Z * Z / games, Z * Z / (2.0 * games));
        let half_width = Z * (score * (1.0 - score) / games + Z * Z / (4.0 * games * games)).sqrt() / scale;
        let centre = (score + shift) / scale;
        // Rounding may move a bound of 0 or 1 out of the range.
        let [low, high] = [centre - half_width, centre + half_width].map(|bound| bound.clamp(0.0, 1.0));
        Some(MatchScore { score, low: low.min(score), high: high.max(score) })
    }
}

/// The score of a series and its bounds, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MatchScore {
    /// The score of the games played.
    #[cfg_attr(feature = "serde", serde(rename = "value"))]
    pub score: f64,
    /// The lower bound of the 95 % confidence interval for the score in very many games.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}
