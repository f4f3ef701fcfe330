//! Games: outcomes worked out by hand, undo and redo, agents, series.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};
use testing::seed;

use rankmoves::engine::{Engine, Limits};
use rankmoves::exchange::Document;
use rankmoves::game::{
    Agent, AgentError, AgentSpec, DrawRules, Evaluating, Game, MatchScore, Opening, Outcome, PlayError,
    Played, Random, RandomPiece, Series, Tally,
};
use rankmoves::{
    Blocked, Board, IllegalMove, Move, Player, Ply, Position, RankError, Resources, Rules, Setup, Shape, rank,
};
use testing::notation::{CAPTURE_MULTIPLE, moves, path, position, shape};

fn passing(position: Position) -> Position {
    let setup = position.setup();
    Setup { rules: Rules { blocked: Blocked::Passes, ..setup.rules }, ..setup }.position().unwrap()
}

fn play(game: &mut Game, plies: &str) {
    for ply in plies.split(' ') {
        game.play(&ply.parse().unwrap()).unwrap_or_else(|why| panic!("{ply}: {why}"));
    }
}

/// The stop flag is raised at once: the board has more moves than a test has time for.
#[test]
fn random_agents_need_no_list_of_moves_and_minimax_refuses_too_many() {
    let text = include_str!("../../testdata/large/very-many-moves.txt");
    let position = text.parse::<Document>().unwrap().position().unwrap();
    let game = Game::new(position);
    for spec in ["random:1", "random-piece:1"] {
        let mut agent = spec.parse::<AgentSpec>().unwrap().agent(Resources::default()).unwrap();
        agent.stop_flag().expect("a draw may take long").store(true, Relaxed);
        let mv = agent.choose(&game).unwrap();
        assert!(position.play(&mv).is_ok(), "{spec}");
    }
    let mut minimax = "minimax:0:1".parse::<AgentSpec>().unwrap().agent(Resources::default()).unwrap();
    assert!(matches!(minimax.choose(&game), Err(AgentError::TooManyMoves)));
}

#[test]
fn a_player_whose_pieces_are_all_jumped_has_lost() {
    for start in
        [position(CAPTURE_MULTIPLE, Player::Red, "r d4, b e5")].map(|start| [start, passing(start)]).concat()
    {
        let mut game = Game::new(start);
        assert_eq!(game.outcome(), None);
        play(&mut game, "d4->f6");
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome, Outcome::NoPieces { loser: Player::Black });
        assert_eq!(
            (outcome.winner(), outcome.to_string().as_str()),
            (Some(Player::Red), "red wins: black has no pieces")
        );
    }
}

#[test]
fn a_blocked_player_loses_or_passes() {
    // The man on a3 has b2 before it, and c1 behind that is taken.
    let start = position(CAPTURE_MULTIPLE, Player::Red, "b a3, r b2, r c1, r h2");
    let mut game = Game::new(start);
    play(&mut game, "h2->g3");
    assert_eq!(game.outcome(), Some(Outcome::NoMoves { loser: Player::Black }));
    assert!(matches!(game.play(&Ply::Pass), Err(PlayError::Over(Outcome::NoMoves { .. }))));

    let mut game = Game::new(passing(start));
    play(&mut game, "h2->g3 pass g3->h4");
    assert_eq!(game.outcome(), None);
    assert_eq!(game.played().len(), 3);
}

#[test]
fn two_passes_are_a_draw() {
    // Men on their crowning ranks cannot move.
    let start = passing(position(CAPTURE_MULTIPLE, Player::Black, "r b8, b a1"));
    let mut game = Game::new(start);
    play(&mut game, "pass");
    assert_eq!(game.outcome(), None);
    play(&mut game, "pass");
    assert_eq!(game.outcome(), Some(Outcome::BothPassed));
    assert_eq!(game.outcome().unwrap().winner(), None);
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut game = Game::new(position(CAPTURE_MULTIPLE, Player::Red, "R a1, B h8, r h2"));
    // The man's move is the last that cannot be taken back: what was before counts no more.
    play(&mut game, "a1->b2 h8->g7 b2->a1 g7->h8 h2->g3 h8->g7 a1->b2 g7->h8 b2->a1");
    assert_eq!((game.repetitions(), game.quiet_plies(), game.outcome()), (2, 4, None));
    play(&mut game, "h8->g7 a1->b2 g7->h8");
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, "b2->a1");
    assert_eq!((game.repetitions(), game.outcome()), (3, Some(Outcome::Repetition)));
    // It took place all the same, and may be recorded.
    assert!(game.play(&Ply::Move(path("h8->g7"))).is_err());
    game.record(&Ply::Move(path("h8->g7"))).unwrap();
    game.undo(2);
    assert_eq!(game.outcome(), None);
}

#[test]
fn too_many_quiet_moves_are_a_draw() {
    let rules = DrawRules { repetitions: None, quiet_moves: Some(2) };
    let mut game =
        Game::with_draw_rules(position(CAPTURE_MULTIPLE, Player::Red, "R a1, B h8, r a3, b b2"), rules);
    assert_eq!(game.draw_rules(), rules);
    // A king's jump is progress, and so is a man's step.
    play(&mut game, "a1->c3 h8->g7 a3->b4 g7->h8 c3->d4 h8->g7");
    assert_eq!((game.quiet_plies(), game.outcome()), (3, None));
    play(&mut game, "d4->c5");
    assert_eq!(game.outcome(), Some(Outcome::NoProgress));
}

#[test]
fn a_player_may_resign_and_withdraw_it() {
    let mut game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
    play(&mut game, "c3->d4");
    game.resign(Player::Red);
    assert_eq!(game.outcome().unwrap().to_string(), "black wins: red resigns");
    assert_eq!((game.undo(0), game.redo(0)), (0, 0));
    assert_eq!(game.outcome(), Some(Outcome::Resigned { loser: Player::Red }));
    assert!(game.play(&Ply::Move(path("b6->a5"))).is_err());
    assert_eq!(game.undo(1), 1);
    assert_eq!((game.outcome(), game.played().len()), (None, 1));
    assert_eq!(game.undo(5), 1);
    // A ply and the resignation behind it.
    assert_eq!((game.redo(1), game.outcome()), (1, None));
    assert_eq!((game.redo(5), game.redo(1)), (1, 0));
    assert_eq!(game.outcome(), Some(Outcome::Resigned { loser: Player::Red }));
    assert_eq!((game.undo(5), game.redo(5)), (2, 2));
    game.undo(1);
    // A move in its place drops it.
    play(&mut game, "b6->a5");
    assert_eq!((game.redo(5), game.outcome()), (0, None));
    game.undo(1);
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = Game::new(position(CAPTURE_MULTIPLE, Player::Red, "r d4, r a1, b e5, b h8"));
    let before = game.clone();
    let why = game.play(&Ply::Move(path("a1->b2"))).unwrap_err();
    assert_eq!(why, PlayError::Illegal(IllegalMove::MustJump(path("d4->f6"))));
    assert_eq!(game, before);
}

#[test]
fn a_new_move_drops_what_could_be_redone() {
    let mut game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
    play(&mut game, "c3->d4 b6->a5 d4->e5");
    assert_eq!(game.undo(2), 2);
    assert_eq!((game.position().turn(), game.plies().len()), (Player::Black, 3));
    let after = |position: &Position, ply: &Ply| position.play_ply(ply).unwrap();
    let positions = game.all_positions();
    assert_eq!((positions.len(), game.positions()), (4, &positions[..2]));
    assert!(positions.windows(2).zip(game.plies()).all(|(pair, ply)| after(&pair[0], ply) == pair[1]));
    play(&mut game, "d6->c5");
    assert_eq!((game.plies().len(), game.redo(9)), (2, 0));
    assert_eq!(
        game.position(),
        &["c3->d4", "d6->c5"].into_iter().fold(*game.start(), |at, text| after(&at, &text.parse().unwrap()))
    );
}

/// Returns start positions of all rules and of several shapes.
fn starts() -> Vec<Position> {
    let shapes = ["8x8", "8x8 flipped", "4x4", "5x7", "6x9 flipped", "10x10", "14x14", "7x4"];
    let mut starts = Vec::new();
    for text in shapes {
        for rules in Rules::ALL {
            for blocked in [Blocked::Loses, Blocked::Passes] {
                let rules = Rules { blocked, ..rules };
                let board = Board::start(shape(text), if text == "4x4" { 1 } else { 2 });
                let setup = Setup { board, turn: Player::Black, rules, jumping: None };
                starts.push(setup.position().unwrap());
            }
        }
    }
    starts
}

#[test]
fn undo_redo_and_files_keep_a_thousand_random_games() {
    let starts = starts();
    let (mut ends, mut rng) = (std::collections::HashSet::new(), seed::rng());
    for number in 0..1000 {
        let start = starts[number % starts.len()];
        let mut game = Game::new(start);
        let mut agent = Random::new(number as u64);
        let mut positions = vec![start];
        while game.outcome().is_none() {
            let ply = agent.choose(&game).map_or(Ply::Pass, |mv| Ply::from(&mv));
            game.play(&ply).unwrap();
            positions.push(*game.position());
            assert_ne!(game.position().turn(), positions[positions.len() - 2].turn());
        }
        let (outcome, plies) = (game.outcome(), game.plies().to_vec());
        ends.insert(std::mem::discriminant(&outcome.unwrap()));

        assert_eq!(game.undo(usize::MAX), plies.len());
        assert_eq!((game.position(), game.positions()), (&start, &positions[..1]));
        assert_eq!(game.redo(usize::MAX), plies.len());
        assert_eq!((game.positions(), game.outcome()), (&positions[..], outcome));
        // Any mix of both leads where the number of plies says.
        let mut at = plies.len();
        for _ in 0..10 {
            let steps = rng.usize(..plies.len() + 3);
            if rng.bool() {
                at -= game.undo(steps);
            } else {
                at += game.redo(steps);
            }
            assert_eq!((game.position(), game.played().len()), (&positions[at], at));
        }

        let text = Document::new(start.setup(), plies.clone()).to_string();
        let read: Document = text.parse().unwrap();
        assert_eq!((read.setup(), read.plies().collect::<Vec<_>>()), (start.setup(), plies.clone()));
        assert_eq!(read.position().unwrap(), positions[plies.len()]);
    }
    // No pieces, no moves, both blocked, repetition, no progress.
    assert!(ends.len() >= 4, "{ends:?}");
}

#[test]
fn the_random_piece_agent_chooses_a_piece_first() {
    // One move of the man, four of the king: half the choices are the man's.
    let game = Game::new(position(CAPTURE_MULTIPLE, Player::Red, "r a5, R e5, b h8"));
    assert_eq!(moves(game.position()), "a5->b6 e5->d4 e5->d6 e5->f4 e5->f6");
    let share = |agent: &mut dyn Agent| {
        let mans = (0..1000).filter(|_| agent.choose(&game).unwrap().to_string() == "a5->b6");
        mans.count()
    };
    assert!((400..600).contains(&share(&mut RandomPiece::new(1))));
    assert!((120..280).contains(&share(&mut Random::new(1))));
}

#[test]
fn minimax_chooses_among_the_moves_of_the_highest_rank() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let mut agent = AgentSpec::Minimax { depth: 3, seed: Some(5) }.agent(Resources::default()).unwrap();
    let mut other = Random::new(6);
    let mut game = Game::new(start);
    let mut chosen = std::collections::HashSet::new();
    while game.outcome().is_none() {
        let ranked = rank(game.position(), 3).unwrap();
        let highest = ranked.iter().map(|ranked| ranked.score).max().unwrap();
        for _ in 0..3 {
            let mv = agent.choose(&game).unwrap();
            assert!(ranked.iter().any(|ranked| ranked.mv == mv && ranked.score == highest));
            chosen.insert((game.played().len(), mv.to_string()));
        }
        let mv = other.choose(&game).unwrap();
        game.play(&Ply::from(&mv)).unwrap();
    }
    assert!(chosen.len() > game.played().len(), "it should not always choose the same");
}

#[test]
fn the_evaluating_agent_makes_the_same_choice_for_the_same_seed_and_game() {
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let mut agent = AgentSpec::Evaluating { depth: 3, seed: Some(5) }.agent(Resources::default()).unwrap();
    let mut other = Random::new(6);
    let mut game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
    let mut different = 0;
    while game.outcome().is_none() {
        let mv = agent.choose(&game).unwrap();
        assert_eq!(agent.choose(&game).unwrap(), mv, "asked twice");
        assert_eq!(Evaluating::new(3, 5).choose(&game).unwrap(), mv, "asked for the first time");
        let past = game.since_progress().split_last().unwrap().1;
        let estimates = Engine::new().rank(game.position(), past, limits);
        assert_eq!(estimates.score(mv.path()), estimates.best());
        different += usize::from((6..16).any(|seed| Evaluating::new(3, seed).choose(&game).unwrap() != mv));
        let mv = other.choose(&game).unwrap();
        game.play(&Ply::from(&mv)).unwrap();
    }
    assert!(different > 0, "other seeds choose others of the best moves");
}

#[test]
fn a_series_of_evaluating_agents_is_the_same_for_any_number_of_threads() {
    let agents =
        [AgentSpec::Evaluating { depth: 3, seed: None }, AgentSpec::Evaluating { depth: 1, seed: Some(4) }];
    let play = |threads| {
        // They come as they end.
        let mut games = BTreeMap::new();
        let on_game = |played: Played| games.insert(played.number, played.game.played().to_vec()).is_none();
        series(threads, 4).play(agents, &AtomicBool::new(false), on_game).unwrap();
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
        resources: Resources { threads: 1.try_into().unwrap(), table_bytes: 1 << 20 },
    }
}

#[test]
fn a_series_is_the_same_for_any_number_of_threads() {
    let agents = [AgentSpec::Minimax { depth: 2, seed: None }, AgentSpec::RandomPiece { seed: Some(4) }];
    let play = |threads| {
        let mut games = BTreeMap::new();
        let mut tally = Tally::default();
        let mut on_game = |played: Played| {
            let [first, second] = played.taken.map(|(_, moves)| moves as usize);
            assert_eq!(first + second, played.game.plies().len() - 4, "all but the opening");
            assert!(first.abs_diff(second) <= 1, "{first} {second}");
            tally.add(&played);
            let before = games.insert(played.number, (played.game, played.first_agent));
            assert!(before.is_none(), "each game is played once");
            true
        };
        series(threads, 20).play(agents, &AtomicBool::new(false), &mut on_game).unwrap();
        let games: Vec<_> = games.into_values().collect();
        (games, Tally { taken: Default::default(), ..tally })
    };
    let (games, tally) = play(1);
    for threads in [2, 8, 50] {
        assert_eq!(play(threads), (games.clone(), tally));
    }
    assert_eq!(tally.games(), 20);
    assert!(tally.wins >= 18, "{tally:?}");
    assert_eq!(tally.plies, games.iter().map(|(game, _)| game.plies().len() as u64).sum::<u64>());
    for (number, (game, first_agent)) in games.iter().enumerate() {
        // The first agent begins every other game; both games of a pair share their opening.
        assert_eq!(*first_agent == game.start().turn(), number % 2 == 0);
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
        // Black begins all openings, whoever begins in the start position.
        assert_eq!(played.first_agent == Player::Black, played.number.is_multiple_of(2));
        seen.insert(played.number, played.game.plies()[..3].to_vec());
        true
    };
    series.play([AgentSpec::Random { seed: None }; 2], &AtomicBool::new(false), on_game).unwrap();
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
            Ok(game.position().legal_moves().remove(0))
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
        .play_with(agent, &AtomicBool::new(false), |played| {
            losers.push((played.first_agent, played.game.outcome()));
            true
        })
        .unwrap();
    let expected = Player::ALL.map(|loser| (loser, Some(Outcome::OutOfTime { loser })));
    assert_eq!(losers, expected);
}

#[test]
fn a_loss_on_time_is_taken_back_and_stands_again_as_a_resignation_does() {
    let mut game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
    game.play(&"c3->d4".parse().unwrap()).unwrap();
    game.lose_on_time(Player::Black);
    let lost = Outcome::OutOfTime { loser: Player::Black };
    let over = Some(lost);
    assert_eq!((game.outcome(), lost.winner()), (over, Some(Player::Red)));
    assert_eq!(lost.to_string(), "red wins: the time of black is over");
    game.resign(Player::Red);
    assert_eq!(game.outcome(), over, "a game ends once");
    assert_eq!((game.undo(1), game.played().len(), game.outcome()), (1, 1, None));
    assert_eq!((game.redo(1), game.outcome()), (1, over));
    game.undo(1);
    game.play(&"b6->a5".parse().unwrap()).unwrap();
    assert_eq!((game.redo(1), game.outcome()), (0, None));
}

#[test]
fn an_interrupted_series_stops_agents_amid_a_move_and_reports_no_game() {
    /// An agent that raises `stop` in its first move, and thinks until its own flag is raised.
    struct Endless(Arc<AtomicBool>, Arc<AtomicBool>);

    impl Agent for Endless {
        fn choose(&mut self, _: &Game) -> Result<Move, AgentError> {
            self.1.store(true, Relaxed);
            while !self.0.load(Relaxed) {
                sleep(Duration::from_millis(1));
            }
            Err(AgentError::Rank(RankError::Stopped))
        }

        fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
            Some(Arc::clone(&self.0))
        }
    }

    let stop = Arc::new(AtomicBool::new(false));
    let agent = |_, _| Ok(Box::new(Endless(Arc::default(), Arc::clone(&stop))) as Box<dyn Agent>);
    let played = series(2, 4).play_with(agent, &stop, |played| panic!("game {}", played.number));
    assert!(played.is_ok(), "{played:?}");
}

/// An agent that takes a while to prepare, and ends that when its flag is raised.
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
                return Err(AgentError::Rank(RankError::Stopped));
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
    let played = series.play_with(agent, &AtomicBool::new(false), |played| {
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
    let played = series(2, 4).play_with(agent, &stop, |played| panic!("game {}", played.number));
    assert!(played.is_ok(), "{played:?}");
}

#[test]
fn no_game_of_a_series_is_far_ahead_of_the_first_in_play() {
    static BEGUN: AtomicU32 = AtomicU32::new(0);

    /// An agent that, in the first game, waits until many games have begun.
    struct Slow(bool, Random);

    impl Agent for Slow {
        fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
            while self.0 && BEGUN.load(Relaxed) < Series::AHEAD {
                sleep(Duration::from_millis(1));
            }
            if self.0 {
                // Others would begin more now, if they could.
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
    let games = Series::AHEAD + 100;
    let mut over = BTreeSet::new();
    let mut first = 0;
    Series { start, opening_plies: 0, ..series(2, games) }
        .play_with(agent, &AtomicBool::new(false), |played| {
            assert!(played.number - first < Series::AHEAD, "{} with {first} in play", played.number);
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
fn an_agent_that_forfeits_loses_the_game_and_the_series_goes_on() {
    /// Plays three moves and no more.
    struct Weary(Random, u32);

    impl Agent for Weary {
        fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
            self.1 = self.1.checked_sub(1).ok_or_else(|| AgentError::forfeit("asleep"))?;
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
    let played = Series { opening_plies: 0, ..series(2, 4) }.play_with(agent, &stop, |played| {
        assert_eq!(played.forfeit.as_deref(), Some("asleep"));
        assert_eq!(played.game.outcome(), Some(Outcome::Resigned { loser: played.first_agent }));
        tally.add(&played);
        true
    });
    assert!(played.is_ok(), "{played:?}");
    assert_eq!((tally.games(), tally.losses), (4, 4));
}

#[test]
fn a_series_ends_when_its_caller_wants_no_more() {
    let mut seen = 0;
    let agents = [AgentSpec::Random { seed: None }; 2];
    series(3, 1_000_000)
        .play(agents, &AtomicBool::new(false), |_| {
            seen += 1;
            seen < 5
        })
        .unwrap();
    assert_eq!(seen, 5);
}

#[test]
fn a_tally_is_kept_for_the_first_agent() {
    let start = position(CAPTURE_MULTIPLE, Player::Red, "r d4, b e5");
    let ended = |plies: &str| {
        let mut game = Game::new(start);
        play(&mut game, plies);
        game
    };
    // Red jumps the only man.
    let won = ended("d4->f6");
    let mut drawn = Game::new(passing(position(CAPTURE_MULTIPLE, Player::Black, "r b8, b a1")));
    play(&mut drawn, "pass pass");
    let taken = |seconds, moves| (Duration::from_secs(seconds), moves);
    let mut tally = Tally::default();
    for (number, game, first_agent, with) in [
        (0, &won, Player::Red, [taken(1, 1), taken(0, 0)]),
        (1, &drawn, Player::Red, [taken(2, 3), taken(5, 7)]),
        (2, &won, Player::Black, [taken(10, 20), taken(30, 40)]),
        (3, &won, Player::Black, [taken(0, 0), taken(0, 1)]),
        (4, &drawn, Player::Black, [taken(0, 0), taken(0, 0)]),
        (5, &won, Player::Black, [taken(0, 0), taken(0, 0)]),
    ] {
        tally.add(&Played {
            number,
            game: game.clone(),
            first_agent,
            forfeit: None,
            taken: with,
            clock: None,
        });
    }
    let expected = Tally { wins: 1, draws: 2, losses: 3, plies: 8, taken: [taken(13, 24), taken(35, 48)] };
    assert_eq!((tally, tally.games()), (expected, 6));
}

#[test]
fn score_bounds_equal_published_tables() {
    let tally = |wins, draws, losses| Tally { wins, draws, losses, ..Tally::default() };
    let is = |found: f64, expected: f64| (found - expected).abs() < 5e-4;
    assert_eq!(Tally::default().score(), None);
    // Wilson's intervals as tables have them; for 81 of 263 the example of R. G.
    // Newcombe (Two-sided confidence intervals for the single proportion, 1998).
    for (won, lost, low, high) in [
        (50, 50, 0.404, 0.596),
        (10, 0, 0.722, 1.0),
        (0, 10, 0.0, 0.278),
        (81, 182, 0.2553, 0.3662),
        (1, 0, 0.207, 1.0),
    ] {
        let MatchScore { score, low: below, high: above } = tally(won, 0, lost).score().unwrap();
        assert!(is(score, f64::from(won) / f64::from(won + lost)), "{score}");
        assert!(is(below, low) && is(above, high), "{won} to {lost}: {below} to {above}");
        assert!((0.0..=score).contains(&below) && (score..=1.0).contains(&above), "{below} to {above}");
    }
    // Draws are halves.
    assert_eq!(tally(40, 20, 40).score(), tally(50, 0, 50).score());
    for games in 1..200 {
        for drawn in 0..2 {
            let MatchScore { score, low, high } = tally(games, drawn, 0).score().unwrap();
            assert!(0.0 < low && low <= score && score <= high && high <= 1.0, "{games} {low} {high}");
        }
    }
}
