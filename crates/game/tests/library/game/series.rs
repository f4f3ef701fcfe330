//! Tests series of games between two agents, and their clocks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rankmoves_core::{Board, Move, Player, Position, Resources, Rules, Setup, Shape};
use rankmoves_game::{
    Agent, AgentError, AgentSpec, DrawRules, Game, Opening, Outcome, Played, Random, Series, Tally,
};

#[test]
fn a_series_of_evaluating_agents_is_the_same_for_any_number_of_threads() {
    let agents = ["eval:3", "eval:1:4"].map(|name| name.parse().unwrap());
    let play = |threads| {
        // Games are reported as they end.
        let mut games = BTreeMap::new();
        let on_game = |played: Played| games.insert(played.number, played.game.played().to_vec()).is_none();
        series(threads, 4).play(made(agents), &AtomicBool::new(false), on_game).unwrap();
        games
    };
    assert_eq!(play(1), play(3));
}

fn series(threads: usize, games: u32) -> Series {
    Series {
        start: Position::start(Rules::ENGLISH, Player::Red),
        openings: Vec::new(),
        clock: None,
        draw_rules: DrawRules::default(),
        games,
        opening_plies: 4,
        seed: 3,
        threads: threads.try_into().unwrap(),
    }
}

/// Returns a function that makes the agents of a series.
fn made(agents: [AgentSpec; 2]) -> impl Fn(usize, u64) -> Result<Box<dyn Agent>, AgentError> + Sync {
    let resources = Resources { threads: 1.try_into().unwrap(), table_bytes: 1 << 20 };
    move |place, seed| Ok(agents[place].reseeded(seed).agent(resources)?)
}

#[test]
fn a_series_is_the_same_for_any_number_of_threads() {
    let agents = ["minimax:2", "random-piece:4"].map(|name| name.parse().unwrap());
    let play = |threads| {
        let mut games = BTreeMap::new();
        let mut tally = Tally::default();
        let mut on_game = |played: Played| {
            let [first, second] = played.thinking.map(|(_, moves)| moves as usize);
            assert_eq!(first + second, played.game.plies().len() - 4, "all but the opening");
            assert!(first.abs_diff(second) <= 1, "{first} {second}");
            tally.add(&played);
            let before = games.insert(played.number, (played.game, played.side_of_first));
            assert!(before.is_none(), "each game is played once");
            true
        };
        series(threads, 20).play(made(agents), &AtomicBool::new(false), &mut on_game).unwrap();
        let games: Vec<_> = games.into_values().collect();
        (games, Tally { thinking: Default::default(), ..tally })
    };
    let (games, tally) = play(1);
    for threads in [2, 8, 50] {
        assert_eq!(play(threads), (games.clone(), tally));
    }
    assert_eq!(tally.games(), 20);
    assert!(tally.wins >= 18, "{tally:?}");
    assert_eq!(tally.plies, games.iter().map(|(game, _)| game.plies().len() as u64).sum::<u64>());
    for (number, (game, side_of_first)) in games.iter().enumerate() {
        // The first agent begins every other game; both games of a pair share their opening.
        assert_eq!(*side_of_first == game.start().turn(), number % 2 == 0);
        assert_eq!(game.plies()[..4], games[number / 2 * 2].0.plies()[..4]);
        assert!(game.outcome().is_some());
    }
    let openings: std::collections::HashSet<_> =
        games.iter().map(|(game, _)| format!("{:?}", &game.plies()[..4])).collect();
    assert!(openings.len() >= 8, "{openings:?}");
}

#[test]
fn each_opening_of_a_series_is_played_twice_with_exchanged_sides() {
    let openings: Vec<Opening> = Opening::three_move().step_by(70).cloned().collect();
    let games = openings.iter().map(|opening| opening.game(DrawRules::default())).collect();
    let series = Series { openings: games, opening_plies: 0, ..series(2, 8) };
    let mut seen = BTreeMap::new();
    let on_game = |played: Played| {
        // Black begins all openings, although red begins in the series' own start position.
        assert_eq!(played.side_of_first == Player::Black, played.number.is_multiple_of(2));
        seen.insert(played.number, played.game.plies()[..3].to_vec());
        true
    };
    series
        .play(made(["random"; 2].map(|name| name.parse().unwrap())), &AtomicBool::new(false), on_game)
        .unwrap();
    let expected = [0, 0, 1, 1, 2, 2, 0, 0].map(|place| openings[place].plies().to_vec());
    assert!(seen.into_values().eq(expected));
}

#[test]
fn a_player_whose_time_is_over_loses() {
    /// An agent that thinks until it is stopped.
    struct Dreamer(Arc<AtomicBool>);

    impl Agent for Dreamer {
        fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
            while !self.0.load(Relaxed) {
                sleep(Duration::from_millis(1));
            }
            Ok(game.position().legal_moves().next().unwrap())
        }

        fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
            Some(Arc::clone(&self.0))
        }
    }

    let agent = |place: usize, seed| -> Result<Box<dyn Agent>, AgentError> {
        Ok(if place == 0 { Box::new(Dreamer(Arc::default())) } else { Box::new(Random::new(seed)) })
    };
    let clock = Some("0.05".parse().unwrap());
    let mut losers = Vec::new();
    Series { clock, ..series(1, 2) }
        .play(agent, &AtomicBool::new(false), |played| {
            losers.push((played.side_of_first, played.game.outcome()));
            true
        })
        .unwrap();
    let expected = Player::ALL.map(|loser| (loser, Some(Outcome::OutOfTime { loser })));
    assert_eq!(losers, expected);
}

#[test]
fn an_interrupted_series_stops_agents_during_a_move_and_reports_no_game() {
    /// An agent that raises `stop` in its first move, and thinks until its own flag is raised.
    struct Endless(Arc<AtomicBool>, Arc<AtomicBool>);

    impl Agent for Endless {
        fn choose(&mut self, _: &Game) -> Result<Move, AgentError> {
            self.1.store(true, Relaxed);
            while !self.0.load(Relaxed) {
                sleep(Duration::from_millis(1));
            }
            Err(AgentError::Stopped)
        }

        fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
            Some(Arc::clone(&self.0))
        }
    }

    let stop = Arc::new(AtomicBool::new(false));
    let agent = |_, _| Ok(Box::new(Endless(Arc::default(), Arc::clone(&stop))) as Box<dyn Agent>);
    let played = series(2, 4).play(agent, &stop, |played| panic!("game {}", played.number));
    assert!(played.is_ok(), "{played:?}");
}

/// An agent that takes a while to prepare, and stops preparing when its flag is raised.
struct Sleepy {
    random: Random,
    while_preparing: Duration,
    is_ready: bool,
    stop: Arc<AtomicBool>,
}

impl Sleepy {
    fn new(while_preparing: Duration) -> Sleepy {
        Sleepy { random: Random::new(1), while_preparing, is_ready: false, stop: Arc::default() }
    }
}

impl Agent for Sleepy {
    fn prepare(&mut self) -> Result<(), AgentError> {
        let begin = Instant::now();
        while begin.elapsed() < self.while_preparing {
            if self.stop.load(Relaxed) {
                return Err(AgentError::Stopped);
            }
            sleep(Duration::from_millis(1));
        }
        self.is_ready = true;
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        assert!(self.is_ready);
        self.random.choose(game)
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.stop))
    }
}

#[test]
fn agents_prepare_before_the_clock_runs() {
    let series = Series { clock: Some("1".parse().unwrap()), ..series(2, 2) };
    let agent = |_, _| Ok(Box::new(Sleepy::new(Duration::from_millis(1100))) as Box<dyn Agent>);
    let mut outcomes = Vec::new();
    let played = series.play(agent, &AtomicBool::new(false), |played| {
        outcomes.push(played.game.outcome());
        true
    });
    assert!(played.is_ok(), "{played:?}");
    assert!(
        outcomes.iter().flatten().all(|outcome| !matches!(outcome, Outcome::OutOfTime { .. })),
        "{outcomes:?}"
    );
    assert_eq!(outcomes.len(), 2);
}

#[test]
fn an_interrupted_series_stops_agents_that_prepare() {
    let stop = AtomicBool::new(false);
    let agent = |_, _| {
        stop.store(true, Relaxed);
        Ok(Box::new(Sleepy::new(Duration::MAX)) as Box<dyn Agent>)
    };
    let played = series(2, 4).play(agent, &stop, |played| panic!("game {}", played.number));
    assert!(played.is_ok(), "{played:?}");
}

#[test]
fn no_game_of_a_series_is_far_ahead_of_the_first_in_play() {
    static BEGUN: AtomicU32 = AtomicU32::new(0);

    /// An agent that, in the first game, waits until many games have begun.
    struct Slow(bool, Random);

    impl Agent for Slow {
        fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
            while self.0 && BEGUN.load(Relaxed) < Series::MAX_GAMES_AHEAD {
                sleep(Duration::from_millis(1));
            }
            if self.0 {
                // The other thread would begin more games now if it could.
                sleep(Duration::from_millis(100));
                self.0 = false;
            }
            self.1.choose(game)
        }
    }

    let agent = |place: usize, seed| {
        let is_first = place == 0 && BEGUN.fetch_add(1, Relaxed) == 0;
        Ok(Box::new(Slow(is_first, Random::new(seed))) as Box<dyn Agent>)
    };
    let board = Board::start(Shape::new(4, 4, false).unwrap(), 1);
    let start = Setup { board, ..Position::start(Rules::ENGLISH, Player::Red).setup() }.position().unwrap();
    let games = Series::MAX_GAMES_AHEAD + 100;
    let mut over = BTreeSet::new();
    let mut first = 0;
    Series { start, opening_plies: 0, ..series(2, games) }
        .play(agent, &AtomicBool::new(false), |played| {
            assert!(
                played.number - first < Series::MAX_GAMES_AHEAD,
                "{} with {first} in play",
                played.number
            );
            assert!(over.insert(played.number));
            while over.contains(&first) {
                first += 1;
            }
            true
        })
        .unwrap();
    assert_eq!(first, games);
}

#[test]
fn an_agent_that_forfeits_loses_the_game_and_the_series_continues() {
    /// An agent that forfeits after three moves.
    struct Weary(Random, u32);

    impl Agent for Weary {
        fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
            self.1 = self.1.checked_sub(1).ok_or_else(|| AgentError::Forfeit("asleep".into()))?;
            self.0.choose(game)
        }
    }

    let agent = |place: usize, seed| {
        let random = Random::new(seed);
        let weary = || Box::new(Weary(random.clone(), 3)) as Box<dyn Agent>;
        Ok(if place == 0 { weary() } else { Box::new(random.clone()) })
    };
    let mut tally = Tally::default();
    let stop = AtomicBool::new(false);
    let played = Series { opening_plies: 0, ..series(2, 4) }.play(agent, &stop, |played| {
        assert_eq!(played.forfeit.as_deref(), Some("asleep"));
        assert_eq!(played.game.outcome(), Some(Outcome::Resigned { loser: played.side_of_first }));
        tally.add(&played);
        true
    });
    assert!(played.is_ok(), "{played:?}");
    assert_eq!((tally.games(), tally.losses), (4, 4));
}

#[test]
fn a_series_ends_when_its_caller_wants_no_more() {
    let mut seen = 0;
    let agents = ["random"; 2].map(|name| name.parse().unwrap());
    series(3, 1_000_000)
        .play(made(agents), &AtomicBool::new(false), |_| {
            seen += 1;
            seen < 5
        })
        .unwrap();
    assert_eq!(seen, 5);
}
