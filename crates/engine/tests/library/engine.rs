//! Tests the playing engine: its choices are legal, it finds the wins and losses that the exact search
//! proves, and it stops when it must.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use rankmoves::rank;
use rankmoves_core::{Board, Move, Piece, Player, Position, Rules, Setup, Shape};
use rankmoves_engine::{Choice, Engine, Estimate, History, Limits, MAX_DEPTH, WIN, plies_to_end};
use testing::notation::{self, NO_CAPTURE_MULTIPLE, with_passes};
use testing::seed::config;
use testing::support::{affordable_depth, crowded, crowning, other_shapes, position, sparse, standard};

/// The least score of a win.
const MIN_WIN: i32 = WIN - 1000;

/// Checks that a choice and its line are legal.
fn check_choice(position: &Position, choice: Option<Choice>) -> Result<(), TestCaseError> {
    let Some(choice) = choice else {
        prop_assert!(!position.has_moves());
        return Ok(());
    };
    prop_assert_eq!(choice.line.first(), Some(&choice.mv));
    prop_assert!(choice.score.abs() <= WIN);
    let mut position = *position;
    for mv in &choice.line {
        prop_assert!(position.legal_moves().any(|legal| legal == *mv), "{} in\n{}", mv, position.board());
        position = position.play(mv).unwrap();
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn choices_are_legal_and_repeatable(
        plain in prop_oneof![standard(), other_shapes(), crowded(), crowning()],
        nodes in prop_oneof![0..20_u64, 0..3000_u64],
    ) {
        for position in [position(&plain), with_passes(&position(&plain))] {
            let choice = Engine::new().choose(&position, Limits::nodes(nodes));
            prop_assert!(choice.as_ref().is_none_or(|choice| choice.nodes <= nodes));
            prop_assert_eq!(&choice, &Engine::new().choose(&position, Limits::nodes(nodes)));
            check_choice(&position, choice)?;
        }
    }

    /// Checks that the engine announces exactly the wins and losses that are near.
    #[test]
    fn wins_and_losses_equal_the_definition(plain in prop_oneof![sparse(), crowded(), crowning()]) {
        for position in [position(&plain), with_passes(&position(&plain))] {
            // If there is only one move, it is chosen without a search.
            prop_assume!(position.legal_moves().count() > 1);
            let limits = Limits { depth: Some(10), nodes: Some(20_000), ..Limits::default() };
            let choice = Engine::new().choose(&position, limits).unwrap();
            let deep = affordable_depth(&position, 5, 5000).min(choice.depth);
            prop_assert_eq!(choice.score >= MIN_WIN || !wins(&position, deep), true, "{}", plain.to_text());
            prop_assert_eq!(choice.score <= -MIN_WIN || !loses(&position, deep), true, "{}", plain.to_text());
            let plies = u32::try_from(WIN - choice.score.abs()).unwrap();
            if plies <= deep {
                let after = position.play(&choice.mv).unwrap();
                if choice.score > 0 {
                    prop_assert!(loses(&after, plies - 1), "{} in {}: {}", choice.mv, plies, plain.to_text());
                } else {
                    prop_assert!(wins(&after, plies - 1), "{} in {}: {}", choice.mv, plies, plain.to_text());
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(config(15))]

    #[test]
    fn a_ranking_has_all_moves_and_the_score_of_the_choice(
        plain in prop_oneof![standard(), other_shapes(), crowded(), crowning()],
        depth in 1..5_u32,
    ) {
        for position in [position(&plain), with_passes(&position(&plain))] {
            // With many pieces there are too many replies to look far ahead.
            let most = match position.legal_moves().count() { 0..=15 => 4, 16..=40 => 2, _ => 1 };
            let limits = Limits::depth(depth.min(most));
            let estimates = Engine::new().rank(&position, limits);
            let moves: Vec<_> = estimates.moves.iter().map(|estimate| estimate.mv.clone()).collect();
            prop_assert_eq!(&moves, &position.legal_moves().collect::<Vec<_>>());
            if moves.len() > 1 {
                let choice = Engine::new().choose(&position, limits).unwrap();
                prop_assert_eq!(estimates.best(), Some(choice.score), "{}", plain.to_text());
                prop_assert_eq!(estimates.score(choice.mv.path()), Some(choice.score));
            }
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    /// Scores announce exactly the moves that win or lose soon.
    #[test]
    fn wins_and_losses_of_all_moves_equal_the_definition(
        plain in prop_oneof![sparse(), crowded(), crowning()],
    ) {
        for position in [position(&plain), with_passes(&position(&plain))] {
            let deep = affordable_depth(&position, 4, 2000);
            let estimates = Engine::new().rank(&position, Limits { nodes: Some(10_000), ..Limits::depth(6) });
            let deep = deep.min(estimates.depth);
            for estimate in estimates.moves.iter().filter(|_| deep > 0) {
                let after = position.play(&estimate.mv).unwrap();
                let (score, plies) = (estimate.score, plies_to_end(estimate.score));
                prop_assert_eq!(plies.is_some(), score.abs() >= MIN_WIN);
                prop_assert!(score >= MIN_WIN || !loses(&after, deep - 1), "{} {}", estimate.mv, plain.to_text());
                prop_assert!(score <= -MIN_WIN || !wins(&after, deep - 1), "{} {}", estimate.mv, plain.to_text());
                if let Some(plies) = plies.filter(|&plies| plies <= deep) {
                    let is_true = if score > 0 { loses(&after, plies - 1) } else { wins(&after, plies - 1) };
                    prop_assert!(is_true, "{} in {}: {}", estimate.mv, plies, plain.to_text());
                }
            }
        }
    }
}

/// Returns whether the player to move wins within `plies` plies by force.
fn wins(position: &Position, plies: u32) -> bool {
    let Some(fewer) = plies.checked_sub(1) else { return false };
    let after = |mv: &Move| position.play(mv).unwrap();
    match position.legal_moves().collect::<Vec<_>>().as_slice() {
        [] => position.pass().is_ok_and(|passed| passed.has_moves() && loses(&passed, fewer)),
        moves => moves.iter().any(|mv| loses(&after(mv), fewer)),
    }
}

/// Returns whether the player to move loses within `plies` plies by force.
fn loses(position: &Position, plies: u32) -> bool {
    let moves: Vec<_> = position.legal_moves().collect();
    let (fewer, after) = (plies.checked_sub(1), |mv: &Move| position.play(mv).unwrap());
    let goes_on = |next: &Position| fewer.is_some_and(|fewer| wins(next, fewer));
    match position.pass() {
        _ if !moves.is_empty() => moves.iter().all(|mv| goes_on(&after(mv))),
        Ok(passed) if position.board().count(position.turn()) > 0 => passed.has_moves() && goes_on(&passed),
        _ => true,
    }
}

#[test]
fn a_jump_in_progress_goes_on_with_the_same_piece() {
    let position = notation::position(Rules::ENGLISH, Player::Red, "r a1, b b2, b d4, b f6, r h2");
    let going_on = position.advance("a1".parse().unwrap(), "c3".parse().unwrap()).unwrap();
    assert!(going_on.jumping().is_some());
    let choice = Engine::new().choose(&going_on, Limits::depth(4)).unwrap();
    assert_eq!(choice.mv.to_string(), "c3->e5->g7");
}

#[test]
fn a_player_without_moves_has_no_choice() {
    let stuck = notation::position(Rules::ENGLISH, Player::Red, "r a3, b b4, b c5");
    assert_eq!(Engine::new().choose(&stuck, Limits::depth(5)), None);
    let gone = notation::position(Rules::ENGLISH, Player::Red, "b b4");
    assert_eq!(Engine::new().choose(&gone, Limits::depth(5)), None);
}

#[test]
fn the_only_move_is_chosen_without_a_search() {
    let position = notation::position(Rules::ENGLISH, Player::Red, "r c3, b d4, B b8");
    let choice = Engine::new().choose(&position, Limits::default()).unwrap();
    assert_eq!((choice.mv.to_string().as_str(), choice.depth, choice.nodes), ("c3->e5", 0, 0));
}

#[test]
fn the_shortest_win_is_preferred_and_ends_the_search() {
    // Red can jump the last piece with the king on c3, or move away.
    let position = notation::position(NO_CAPTURE_MULTIPLE, Player::Red, "R c3, b d4, R a1");
    let choice = Engine::new().choose(&position, Limits::default()).unwrap();
    assert_eq!((choice.mv.to_string().as_str(), choice.score), ("c3->e5", WIN - 1));
    assert!(choice.depth < MAX_DEPTH);
}

#[test]
fn the_longest_loss_is_preferred() {
    // Both moves lose in the end, but a3-b4 loses sooner.
    let position = notation::position(Rules::ENGLISH, Player::Red, "r a3, r h2, b a5, B e5, B e7");
    let scores = |depth| -> Vec<_> {
        let ranked = rank(&position, depth).unwrap().into_iter();
        ranked.map(|ranked| (ranked.mv.to_string(), ranked.score == -99)).collect()
    };
    assert_eq!(scores(3), [("a3->b4".to_owned(), false), ("h2->g3".to_owned(), false)]);
    assert_eq!(scores(12), [("a3->b4".to_owned(), true), ("h2->g3".to_owned(), true)]);
    let choice = Engine::new().choose(&position, Limits::depth(14)).unwrap();
    assert!(choice.score < -MIN_WIN);
    assert_eq!(choice.mv.to_string(), "h2->g3");
}

#[test]
fn only_the_player_behind_repeats_a_position() {
    let position = notation::position(Rules::ENGLISH, Player::Black, "B b8, R e1, R c1, R g3");
    let alone = Engine::new().choose(&position, Limits::depth(6)).unwrap();
    assert!(alone.score < -100, "{}", alone.score);
    for mv in position.legal_moves() {
        let past = [position.play(&mv).unwrap()];
        let choice =
            Engine::new().choose(History { position: &position, past: &past }, Limits::depth(6)).unwrap();
        assert_eq!((choice.mv, choice.score), (mv, 0));
    }
    let ahead = notation::position(Rules::ENGLISH, Player::Red, "B b8, R e1, R c1, R g3");
    let choice = Engine::new().choose(&ahead, Limits::depth(6)).unwrap();
    let past = [ahead.play(&choice.mv).unwrap()];
    let other = Engine::new().choose(History { position: &ahead, past: &past }, Limits::depth(6)).unwrap();
    assert!(other.mv != choice.mv && other.score > 100, "{} {}", other.mv, other.score);
}

#[test]
fn a_blocked_player_loses_or_passes_by_the_rules() {
    // a3-b4 leaves the man on a5 without a move; if c3-d4 is played, its only move is into a jump.
    let position = notation::position(NO_CAPTURE_MULTIPLE, Player::Red, "r c3, r a3, b a5");
    let choice = Engine::new().choose(&position, Limits::depth(1)).unwrap();
    assert_eq!((choice.mv.to_string().as_str(), choice.score), ("a3->b4", WIN - 1));
    let passing = Engine::new().choose(&with_passes(&position), Limits::depth(8)).unwrap();
    assert_eq!((passing.mv.to_string().as_str(), passing.score), ("c3->d4", WIN - 3));
}

#[test]
fn two_passes_are_a_draw() {
    // Men on their crowning rank cannot move. The man on f6 has two moves; after either, black has no move.
    let position = notation::position(Rules::ENGLISH, Player::Red, "r d8, r f8, r h8, r f6, b a1");
    assert_eq!(Engine::new().choose(&position, Limits::depth(4)).unwrap().score, WIN - 1);
    let passing = Engine::new().choose(&with_passes(&position), Limits::depth(4)).unwrap();
    assert_eq!(passing.score, 0);
}

#[test]
fn a_deadline_is_met_on_any_board() {
    let mut crowd = Board::empty(Shape::new(15, 15, false).unwrap());
    let squares: Vec<_> = crowd.shape().squares().collect();
    for square in squares {
        // Kings among men that can be jumped in very many ways.
        let letter = match (square.rank() % 2, square.rank()) {
            (1, 1..14) => 'b',
            (0, 0) => 'R',
            _ => continue,
        };
        crowd.put(square, Piece::from_letter(letter).unwrap()).unwrap();
    }
    for rules in Rules::ALL {
        let wide = Setup { board: crowd, turn: Player::Red, rules, jumping: None }.position().unwrap();
        for position in [Position::start(rules, Player::Red), wide] {
            let begin = Instant::now();
            let deadline = Some(begin + Duration::from_millis(50));
            let choice = Engine::new().choose(&position, Limits { deadline, ..Limits::default() }).unwrap();
            assert!(position.find(choice.mv.path()).is_ok());
            // The limit is generous because other tests and programs use the processor as well.
            assert!(begin.elapsed() < Duration::from_secs(60), "{rules:?}: {:?}", begin.elapsed());
        }
    }
}

#[test]
fn a_deadline_that_has_passed_leaves_a_legal_move() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let choice = Engine::new().choose(&start, limits).unwrap();
    assert!(start.legal_moves().any(|mv| mv == choice.mv));
    assert_eq!(choice.depth, 0);
}

#[test]
fn another_thread_can_stop_the_search() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let mut engine = Engine::new();
    let stop = engine.stop_flag();
    let is_called = AtomicBool::new(false);
    let choice = std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            is_called.store(true, Relaxed);
            engine.choose(&start, Limits::default())
        });
        while !is_called.load(Relaxed) {
            std::thread::yield_now();
        }
        stop.store(true, Relaxed);
        search.join().unwrap().unwrap()
    });
    assert!(choice.depth < MAX_DEPTH);
    assert!(start.legal_moves().any(|mv| mv == choice.mv));
}

#[test]
fn moves_with_the_same_effect_have_the_same_score() {
    // The king jumps all four men, one way around or the other.
    let position = notation::position(Rules::ENGLISH, Player::Red, "R c3, b d4, b f4, b f2, b d2, b h8");
    let estimates = Engine::new().rank(&position, Limits::depth(3));
    let is_circle = |estimate: &&Estimate| estimate.mv.path().end() == estimate.mv.path().start();
    let circles: Vec<_> = estimates.moves.iter().filter(is_circle).collect();
    assert_eq!(circles.len(), 2);
    assert_eq!(circles[0].score, circles[1].score);
}

#[test]
fn a_move_back_to_an_earlier_position_is_ranked_as_a_draw() {
    let position = notation::position(Rules::ENGLISH, Player::Black, "B b8, R e1, R c1, R g3");
    let earlier = position.legal_moves().next().unwrap();
    let past = [position.play(&earlier).unwrap()];
    let estimates = Engine::new().rank(History { position: &position, past: &past }, Limits::depth(6));
    assert_eq!(estimates.score(earlier.path()), Some(0));
    let others = estimates.moves.iter().filter(|estimate| estimate.mv != earlier);
    assert!(others.clone().count() > 0);
    for Estimate { mv, score } in others {
        assert!(*score < -100, "{mv} {score}");
    }
}

#[test]
fn a_position_in_the_middle_of_a_chain_is_no_earlier_occurrence() {
    let position = notation::position(Rules::ENGLISH, Player::Black, "B b8, R d6, R e1");
    let jumped = position.legal_moves().find(|mv| mv.to_string() == "b8->c7").unwrap();
    let after = position.play(&jumped).unwrap();
    let setup = Setup { jumping: "d6".parse().ok(), ..after.setup() };
    let past = [setup.position().unwrap()];
    let estimates = Engine::new().rank(History { position: &position, past: &past }, Limits::depth(6));
    assert_eq!(estimates.moves, Engine::new().rank(&position, Limits::depth(6)).moves);
    let past = [after];
    let estimates = Engine::new().rank(History { position: &position, past: &past }, Limits::depth(6));
    assert_eq!(estimates.score(jumped.path()), Some(0), "without the jump in progress, it is an occurrence");
}

#[test]
fn a_stopped_ranking_is_that_of_the_last_finished_depth() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let limited = Engine::new().rank(&start, Limits::nodes(3000));
    assert!(limited.depth > 0 && limited.depth < 20, "{}", limited.depth);
    let whole = Engine::new().rank(&start, Limits { nodes: Some(1 << 40), ..Limits::depth(limited.depth) });
    assert_eq!(limited.moves, whole.moves);

    let mut engine = Engine::new();
    engine.stop_flag().store(true, Relaxed);
    let stopped = engine.rank(&start, Limits::depth(8));
    assert_eq!((stopped.depth, stopped.moves.len()), (0, 7));
}

#[test]
fn forget_makes_an_engine_answer_like_a_new_one() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let first = start.legal_moves().next().unwrap();
    let after = start.play(&first).unwrap();
    let mut engine = Engine::new();
    engine.rank(&start, Limits::depth(8));
    engine.forget();
    assert_eq!(engine.rank(&after, Limits::depth(8)), Engine::new().rank(&after, Limits::depth(8)));
}
