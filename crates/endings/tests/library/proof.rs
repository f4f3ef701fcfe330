//! Compares the results of proofs with tables.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rankmoves_core::exchange::Document;
use rankmoves_core::{Board, Piece, Player, Position, Role, Rules, Setup, Shape};
use rankmoves_endings::proof::{Limits, SolvedMove, Solver};
use rankmoves_endings::{BuildControl, Contents, Prober, Tables, Value, Wdl};

use super::endings::up_to;

const BYTES: usize = 64 << 20;

/// Returns random positions with some pieces, without men on their crowning rows.
fn positions(shape: Shape, rules: Rules, pieces: u32, count: usize) -> Vec<Position> {
    let mut rng = fastrand::Rng::with_seed(18);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = Board::empty(shape);
        let squares: Vec<_> = shape.squares().collect();
        for _ in 0..pieces {
            let player = if rng.bool() { Player::Red } else { Player::Black };
            let square = squares[rng.usize(..squares.len())];
            let role = if rng.bool() && square.rank() != board.crowning_rank(player) {
                Role::Man
            } else {
                Role::King
            };
            board.put(square, Piece { player, role }).unwrap();
        }
        let turn = if rng.bool() { Player::Red } else { Player::Black };
        let setup = Setup { board, turn, rules, jumping: None };
        positions.extend(setup.position());
    }
    positions
}

#[test]
fn proofs_without_tables_agree_with_tables() {
    let (mut found, mut found_without_plies) = (0, 0);
    for shape in
        [Shape::new(4, 4, false), Shape::new(5, 5, false), Shape::new(5, 6, false)].map(Result::unwrap)
    {
        for rules in Rules::ALL {
            let tables = up_to(4, shape, rules);
            let tables_of_two = up_to(2, shape, rules);
            let mut results_of_three = Tables::new(shape, rules);
            results_of_three.build(Contents::Results, 3, &BuildControl::default()).unwrap();
            // Probers, which prove the positions at the leaves of proofs.
            let probers = [None, Some(&tables_of_two as &dyn Prober), Some(&results_of_three)];
            for (number, position) in positions(shape, rules, 4, 60).into_iter().enumerate() {
                let prober = probers[number % probers.len()];
                let limits = Limits { nodes: Some(20_000), ..Limits::default() };
                let solution = Solver::new(prober, BYTES).solve(&position, &limits);
                for SolvedMove { mv, knowledge, line } in solution.moves {
                    let after = position.after(&mv);
                    let value = tables.probe(&after).unwrap().before();
                    assert!(
                        (knowledge.at_least..=knowledge.at_most).contains(&value.wdl()),
                        "{position:?} {mv}: {knowledge:?}, not {value}"
                    );
                    found += usize::from(knowledge.wdl().is_some());
                    let is_decisive = matches!(knowledge.wdl(), Some(Wdl::Win | Wdl::Loss));
                    found_without_plies += usize::from(is_decisive && knowledge.plies.is_none());
                    if knowledge.is_exact {
                        assert_eq!(knowledge, value.into(), "{position:?} {mv}");
                    } else if let Some(plies) = knowledge.plies {
                        assert!(plies >= value.plies().unwrap().into(), "{position:?} {mv} {plies} {value}");
                        assert!(line.len() < plies as usize);
                    }
                    let end = line.iter().fold(after, |position, mv| position.after(mv));
                    if is_decisive && knowledge.plies.is_some() {
                        assert!(!end.has_moves(), "{position:?} {mv}: the line ends too soon");
                        assert_eq!(end.turn() == position.turn(), knowledge.wdl() == Some(Wdl::Loss));
                    }
                }
            }
        }
    }
    assert!(found > 1000 && found_without_plies > 100, "{found}, {found_without_plies}");
}

#[test]
fn a_line_ends_where_the_loser_may_hold_out_for_unknown_plies() {
    let mut moves = 0;
    for shape in [Shape::new(6, 4, false), Shape::new(6, 6, false)].map(Result::unwrap) {
        for rules in Rules::ALL {
            let mut tables = up_to(2, shape, rules);
            tables.build(Contents::Results, 4, &BuildControl::default()).unwrap();
            for position in positions(shape, rules, 4, 100) {
                let limits = Limits { nodes: Some(0), ..Limits::default() };
                for solved in Solver::new(Some(&tables), BYTES).solve(&position, &limits).moves {
                    let won = solved.knowledge.wdl() == Some(Wdl::Win);
                    let loser = if won { position.turn().opponent() } else { position.turn() };
                    let mut here = position.after(&solved.mv);
                    for mv in &solved.line {
                        let is_known = |after: Position| !after.has_moves() || tables.probe(&after).is_some();
                        let mut after = here.legal_moves().map(|mv| here.after(&mv));
                        assert!(here.turn() != loser || after.all(is_known), "{position:?} {}", solved.mv);
                        here = here.after(mv);
                        moves += 1;
                    }
                }
            }
        }
    }
    assert!(moves > 100, "{moves}");
}

#[test]
fn draws_by_repetition_are_proven() {
    let tables = up_to(2, Shape::STANDARD, Rules::ENGLISH);
    let positions = positions(Shape::STANDARD, Rules::ENGLISH, 2, 60);
    let is_drawn = |position: &&Position| tables.probe(position) == Some(Value::Drawn);
    let drawn: Vec<&Position> = positions.iter().filter(is_drawn).collect();
    assert!(drawn.len() >= 10);
    for position in drawn {
        let solution = Solver::new(None, BYTES).solve(position, &Limits::default());
        assert_eq!(solution.knowledge(), Value::Drawn.into(), "{position:?}");
    }
}

#[test]
fn without_time_only_table_lookups_give_results() {
    let position = Position::start(Rules::ENGLISH, Player::Red);
    let stop = Arc::new(AtomicBool::new(true));
    let solution = Solver::new(None, BYTES).solve(&position, &Limits { stop, ..Limits::default() });
    assert_eq!(solution.moves.len(), 7);
    for known in solution.moves.iter().map(|solved| solved.knowledge).chain([solution.knowledge()]) {
        assert_eq!((known.at_least, known.at_most, known.plies), (Wdl::Loss, Wdl::Win, None));
        assert!(!known.is_exact);
    }
}

#[test]
fn a_search_without_a_result_restarts_with_the_proven_positions() {
    // On one path a position repeats, and so counts as failed; on another path it is won.
    let text = "RULES: no capture single jumps board 5x5 TURN: black BOARD:\n\
        \" . \" . \"\nr \" . \" .\n\" . \" . \"\n. \" . \" r\n\" B \" . \"\nMOVES:\n";
    let position = text.parse::<Document>().unwrap().position().unwrap();
    let tables = up_to(3, position.board().shape(), position.rules());
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let solution = Solver::new(None, BYTES).solve(&position, &limits);
    for SolvedMove { mv, knowledge, .. } in solution.moves {
        let value = tables.probe(&position.after(&mv)).unwrap().before();
        assert_eq!(knowledge.wdl(), Some(value.wdl()), "{mv}: {knowledge:?}");
    }
}
