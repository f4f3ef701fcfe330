//! Tests play with endgame tables: no choice of the engine throws a proven result away, on any board and with
//! any limits, and wins are reached in the fewest plies.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use fastrand::Rng;
use rankmoves_core::{Board, Move, Piece, Player, Position, Role, Rules, Setup, Shape};
use rankmoves_endings::{BuildControl, Contents, Material, Prober, Tables, Value, Wdl};
use rankmoves_engine::{Engine, History, Limits, WIN, is_proven, plies_to_end};
use rankmoves_game::{Agent, Evaluating, Game, Outcome, Timed};
use testing::{notation, seed};

fn tables(shape: &str, rules: Rules, pieces: u32) -> Arc<Tables> {
    let mut tables = Tables::new(notation::shape(shape), rules);
    tables.build(Contents::Plies, pieces, &BuildControl::default()).unwrap();
    Arc::new(tables)
}

/// Builds tables for all rules on 5x5, and for English rules on 4x6 and on the standard board.
fn all_tables() -> Vec<Arc<Tables>> {
    let mut all: Vec<_> = Rules::ALL.into_iter().map(|rules| tables("5x5", rules, 4)).collect();
    all.push(tables("4x6", Rules::ENGLISH, 4));
    all.push(tables("8x8", Rules::ENGLISH, 3));
    // Tables of two kings against two, and of all positions that can follow.
    let mut of_kings = Tables::new(Shape::STANDARD, Rules::ENGLISH);
    let kings =
        Material::of_position(&notation::position(Rules::ENGLISH, Player::Red, "R a1, R c1, B b8, B d8"));
    of_kings.build_from(Contents::Plies, kings, &BuildControl::default()).unwrap();
    all.push(Arc::new(of_kings));
    all
}

/// Generates random positions that the tables contain, with at least 2 pieces and a move.
fn positions<'a>(tables: &'a Tables, rng: &'a mut Rng) -> impl Iterator<Item = (Position, Value)> + 'a {
    let squares: Vec<_> = tables.shape().squares().collect();
    std::iter::repeat_with(move || {
        let mut board = Board::empty(tables.shape());
        let count = rng.u32(2..=tables.most_pieces());
        for square in rng.choose_multiple(squares.iter(), count as usize) {
            let player = *rng.choice(&Player::ALL).unwrap();
            let role = *rng.choice(&[Role::Man, Role::King]).unwrap();
            board.put(*square, Piece { player, role }).unwrap();
        }
        let turn = *rng.choice(&Player::ALL).unwrap();
        let position = Setup { board, turn, rules: tables.rules(), jumping: None }.position().ok()?;
        let value = tables.probe(&position).filter(|_| position.has_moves())?;
        Some((position, value))
    })
    .flatten()
}

/// Returns random search limits: of nodes, depth or time.
fn limits(rng: &mut Rng) -> Limits {
    let mut limits = Limits::default();
    match rng.u32(..4) {
        0 => limits.nodes = Some(rng.u64(..300)),
        1 => limits.depth = Some(rng.u32(1..4)),
        2 => limits.deadline = Some(Instant::now()),
        _ => limits.deadline = Some(Instant::now() + Duration::from_millis(1)),
    }
    limits
}

/// Checks that a move keeps a value: the win or the loss in the same number of plies, or the draw.
fn assert_keeps(tables: &Tables, position: &Position, value: Value, mv: &Move) {
    let expected = match value {
        Value::Won(plies) => Value::Lost(plies - 1),
        Value::Drawn => Value::Drawn,
        Value::Lost(plies) => Value::Won(plies - 1),
    };
    let after = tables.probe(&position.play(mv).unwrap());
    assert_eq!(
        after,
        Some(expected),
        "{mv} of {}, {:?}\n{}",
        position.turn(),
        tables.rules(),
        position.board()
    );
}

#[test]
fn no_choice_throws_a_proven_result_away() {
    let mut rng = seed::rng();
    let mut counts = [0; 3];
    for tables in all_tables() {
        let mut engine = Engine::new().with_prober(Arc::clone(&tables) as Arc<dyn Prober>);
        let drawn: Vec<_> = positions(&tables, &mut rng).take(150).collect();
        for (position, value) in drawn {
            counts[value.wdl() as usize] += 1;
            // The position after the best move may have occurred in the game before.
            let moves = position.legal_moves();
            let past: Vec<_> = moves.map(|mv| position.play(&mv).unwrap()).filter(|_| rng.bool()).collect();
            let choice =
                engine.choose(History { position: &position, past: &past }, limits(&mut rng)).unwrap();
            assert_keeps(&tables, &position, value, &choice.mv);
            assert_eq!(choice.score.signum(), [-1, 0, 1][value.wdl() as usize], "{}", position.board());
            assert_eq!(plies_to_end(choice.score), value.plies().map(u32::from), "{}", position.board());
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn a_ranking_has_the_proven_value_of_each_move() {
    let mut rng = seed::rng();
    for tables in all_tables() {
        let mut engine = Engine::new().with_prober(Arc::clone(&tables) as Arc<dyn Prober>);
        let drawn: Vec<_> = positions(&tables, &mut rng).take(20).collect();
        for (position, _) in drawn {
            for estimate in engine.rank(&position, limits(&mut rng)).moves {
                let after = tables.probe(&position.play(&estimate.mv).unwrap()).unwrap();
                let expected = match after.before() {
                    Value::Won(plies) => WIN - i32::from(plies),
                    Value::Drawn => 0,
                    Value::Lost(plies) => i32::from(plies) - WIN,
                };
                assert_eq!(estimate.score, expected, "{}\n{}", estimate.mv, position.board());
            }
        }
    }
}

#[test]
fn agents_win_won_games_against_the_best_defence() {
    let mut rng = seed::rng();
    for tables in all_tables() {
        let prober = || Engine::new().with_prober(Arc::clone(&tables) as Arc<dyn Prober>);
        let mut agents: [Box<dyn Agent>; 2] = [
            Box::new(Timed::new(prober(), Duration::from_millis(1))),
            Box::new(Evaluating::new(prober(), 2, 7)),
        ];
        let won = positions(&tables, &mut rng).filter(|(_, value)| matches!(value, Value::Won(4..)));
        for (number, (start, value)) in won.take(4).enumerate() {
            let winner = start.turn();
            let mut game = Game::new(start);
            while game.outcome().is_none() {
                let mv = if game.position().turn() == winner {
                    agents[number % 2].choose(&game).unwrap()
                } else {
                    let after = |mv: &Move| tables.probe(&game.position().play(mv).unwrap()).unwrap();
                    game.position().legal_moves().min_by_key(after).unwrap()
                };
                game.play(mv).unwrap();
            }
            assert_eq!(game.outcome().and_then(Outcome::winner), Some(winner));
            assert_eq!(Some(game.played().len()), value.plies().map(usize::from), "{}", start.board());
        }
    }
}

/// A prober that covers two thirds of the positions in some tables. The squares of the pieces decide which.
struct PartialTables(Arc<Tables>);

impl PartialTables {
    fn covers(position: &Position) -> bool {
        let board = position.board();
        let squares = (0_usize..).zip(board.shape().squares());
        let taken = squares.filter(|&(_, square)| board.get(square).is_some());
        taken.map(|(number, _)| number).sum::<usize>() % 3 != 0
    }
}

impl Prober for PartialTables {
    fn most_pieces(&self) -> u32 {
        self.0.most_pieces()
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        PartialTables::covers(position).then(|| self.0.probe(position)).flatten()
    }
}

#[test]
fn a_proven_move_that_keeps_the_result_is_preferred_to_unproven_moves() {
    let mut rng = seed::rng();
    let mut count = 0;
    for tables in all_tables() {
        let mut engine = Engine::new().with_prober(Arc::new(PartialTables(Arc::clone(&tables))));
        let drawn: Vec<_> = positions(&tables, &mut rng).take(150).collect();
        for (position, value) in drawn {
            let after = |mv: &Move| position.play(mv).unwrap();
            let wdl = |mv: &Move| tables.probe(&after(mv)).unwrap().before().wdl();
            let moves: Vec<_> = position.legal_moves().collect();
            let is_known = PartialTables::covers(&position)
                && moves.iter().any(|mv| wdl(mv) == value.wdl() && PartialTables::covers(&after(mv)));
            let is_mixed = is_known && moves.iter().any(|mv| !PartialTables::covers(&after(mv)));
            if is_mixed {
                let choice = engine.choose(&position, limits(&mut rng)).unwrap();
                assert_eq!(wdl(&choice.mv), value.wdl(), "{}\n{}", choice.mv, position.board());
                let estimates = engine.rank(&position, Limits::depth(2));
                let best = estimates.best();
                for best in estimates.moves.iter().filter(|estimate| Some(estimate.score) == best) {
                    assert_eq!(wdl(&best.mv), value.wdl(), "{}\n{}", best.mv, position.board());
                }
                count += usize::from(value.wdl() != Wdl::Loss);
            }
        }
    }
    assert!(count > 30, "{count} positions are too few");
}

/// Tables whose coverage grows during use.
struct Growing(Arc<Tables>, AtomicU32);

impl Prober for Growing {
    fn most_pieces(&self) -> u32 {
        self.1.load(Relaxed)
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        self.0.probe(position)
    }
}

#[test]
fn tables_that_have_grown_are_used_by_the_next_search() {
    let growing = Arc::new(Growing(tables("8x8", Rules::ENGLISH, 2), AtomicU32::new(0)));
    let mut engine = Engine::new().with_prober(Arc::clone(&growing) as Arc<dyn Prober>);
    // The king to move drives the other king from the edge. This is the longest win of one king against one.
    let mut rng = seed::rng();
    let far = positions(&growing.0, &mut rng).find(|(_, value)| *value == Value::Won(11));
    let (position, _) = far.unwrap();
    let limits = Limits::depth(1);
    assert_eq!(plies_to_end(engine.choose(&position, limits).unwrap().score), None);
    growing.1.store(2, Relaxed);
    assert_eq!(engine.choose(&position, limits).unwrap().score, WIN - 11);
}

/// A prober with all results of some tables, but with lengths only for positions of few pieces.
struct Results {
    tables: Arc<Tables>,
    pieces_with_plies: u32,
}

impl Prober for Results {
    fn most_pieces(&self) -> u32 {
        self.tables.most_pieces()
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        let has_plies = Material::of_position(position).pieces() <= self.pieces_with_plies;
        has_plies.then(|| self.tables.probe(position)).flatten()
    }

    fn result(&self, position: &Position) -> Option<Wdl> {
        self.tables.result(position)
    }
}

/// Returns all tables twice: with a prober of results only, and with a prober that also has the lengths for
/// up to two pieces.
fn all_results() -> impl Iterator<Item = (Arc<Tables>, Arc<Results>)> {
    let with_plies = |tables: Arc<Tables>| {
        [0, 2].map(|pieces_with_plies| {
            (Arc::clone(&tables), Arc::new(Results { tables: Arc::clone(&tables), pieces_with_plies }))
        })
    };
    all_tables().into_iter().flat_map(with_plies)
}

#[test]
fn no_choice_throws_a_result_without_plies_away() {
    let mut rng = seed::rng();
    let mut counts = [0; 3];
    for (tables, results) in all_results() {
        let mut engine = Engine::new().with_prober(results);
        let drawn: Vec<_> = positions(&tables, &mut rng).take(100).collect();
        for (position, value) in drawn {
            let wdl = value.wdl();
            counts[wdl as usize] += 1;
            let moves = position.legal_moves();
            let past: Vec<_> = moves.map(|mv| position.play(&mv).unwrap()).filter(|_| rng.bool()).collect();
            let choice =
                engine.choose(History { position: &position, past: &past }, limits(&mut rng)).unwrap();
            let after = tables.probe(&position.play(&choice.mv).unwrap()).unwrap();
            assert_eq!(
                after.wdl(),
                wdl.reversed(),
                "{} of {}\n{}",
                choice.mv,
                position.turn(),
                position.board()
            );
            assert_eq!(choice.score.signum(), [-1, 0, 1][wdl as usize], "{}", position.board());
            assert_eq!(is_proven(choice.score), wdl != Wdl::Draw, "{}", position.board());
            if let Some(plies) = plies_to_end(choice.score) {
                // A search finds some line to the end; for a win, this need not be the shortest.
                assert!(wdl == Wdl::Loss || plies >= value.plies().unwrap().into(), "{}", position.board());
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn a_ranking_has_the_result_of_each_move_without_plies() {
    let mut rng = seed::rng();
    for (tables, results) in all_results() {
        let mut engine = Engine::new().with_prober(results);
        let drawn: Vec<_> = positions(&tables, &mut rng).take(20).collect();
        for (position, _) in drawn {
            for estimate in engine.rank(&position, limits(&mut rng)).moves {
                let wdl = tables.probe(&position.play(&estimate.mv).unwrap()).unwrap().before().wdl();
                let found = (estimate.score.signum(), is_proven(estimate.score));
                let expected = [(-1, true), (0, false), (1, true)][wdl as usize];
                assert_eq!(found, expected, "{} {}\n{}", estimate.mv, estimate.score, position.board());
            }
        }
    }
}

/// The engine searches for the way to a win of unknown length. No proof guarantees that it finds the way, so
/// the positions are the same each time.
#[test]
fn won_games_are_won_by_results_without_plies() {
    let mut rng = Rng::with_seed(18);
    for tables in all_tables() {
        let pieces = tables.most_pieces();
        let results = Results { tables: Arc::clone(&tables), pieces_with_plies: pieces - 1 };
        let mut engine = Engine::new().with_prober(Arc::new(results));
        let is_long_win = |(position, value): &(Position, Value)| {
            Material::of_position(position).pieces() == pieces && matches!(value, Value::Won(8..30))
        };
        let won: Vec<_> = positions(&tables, &mut rng).filter(is_long_win).take(6).collect();
        for (start, value) in won {
            let winner = start.turn();
            let mut game = Game::new(start);
            while game.outcome().is_none() {
                let mv = if game.position().turn() == winner {
                    engine.choose(&game, Limits::nodes(20_000)).unwrap().mv
                } else {
                    let after = |mv: &Move| tables.probe(&game.position().play(mv).unwrap()).unwrap();
                    game.position().legal_moves().min_by_key(after).unwrap()
                };
                game.play(mv).unwrap();
            }
            let end = game.outcome().and_then(Outcome::winner);
            assert_eq!(end, Some(winner), "{value}, {} to move\n{}", start.turn(), start.board());
        }
    }
}

#[test]
fn the_engine_uses_tables_of_results() {
    let mut alone = Tables::new(Shape::STANDARD, Rules::ENGLISH);
    alone.build(Contents::Results, 3, &BuildControl::default()).unwrap();
    let has_plies = |material| alone.counts(Contents::Plies, Player::Red, material).is_ok();
    assert!(!Material::up_to(3).into_iter().any(has_plies));
    assert_eq!(alone.most_pieces(), 3);
    let with_plies = tables("8x8", Rules::ENGLISH, 3);
    let mut engine = Engine::new().with_prober(Arc::new(alone));
    let mut rng = seed::rng();
    for (position, value) in positions(&with_plies, &mut rng).take(100).collect::<Vec<_>>() {
        let choice = engine.choose(&position, Limits::depth(1)).unwrap();
        assert_eq!(choice.score.signum(), [-1, 0, 1][value.wdl() as usize], "{}", position.board());
    }
}
