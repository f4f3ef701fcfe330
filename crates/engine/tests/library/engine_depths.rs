//! Tests the choices that a search reports depth by depth.

use std::sync::atomic::Ordering::Relaxed;

use rankmoves_core::{Player, Position, Rules};
use rankmoves_engine::{Choice, Engine, Limits, WIN};
use testing::notation;

/// Returns the choices that a search reports for each depth, and its final choice.
fn search(engine: &mut Engine, position: &Position, limits: Limits) -> (Vec<Choice>, Option<Choice>) {
    let mut told = Vec::new();
    let choice = engine.search(position, limits, |choice| told.push(choice.clone()));
    (told, choice)
}

#[test]
fn each_depth_is_reported_with_the_choice_of_a_search_to_that_depth() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let (told, choice) = search(&mut Engine::new(), &start, Limits::depth(7));
    assert_eq!(told.last(), choice.as_ref());
    for (depth, told) in (1..).zip(&told) {
        assert_eq!(Some(told), Engine::new().choose(&start, Limits::depth(depth)).as_ref(), "{depth}");
        assert!(told.depth == depth && (1..=depth as usize).contains(&told.line.len()), "{told:?}");
    }
    assert!(told.windows(2).all(|pair| pair[0].nodes < pair[1].nodes));
}

#[test]
fn a_single_move_is_searched_as_well() {
    let position = notation::position(Rules::ENGLISH, Player::Red, "r c3, b d4, B b8, R h8");
    let (told, choice) = search(&mut Engine::new(), &position, Limits::depth(5));
    assert_eq!(told.len(), 5);
    assert_eq!(choice.unwrap().depth, 5);
}

#[test]
fn a_win_by_force_ends_a_search_without_limits() {
    let position = notation::position(Rules::ENGLISH, Player::Red, "R c3, b d4");
    let (told, choice) = search(&mut Engine::new(), &position, Limits::default());
    assert_eq!((told.len(), choice.unwrap().score), (1, WIN - 1));
}

#[test]
fn a_player_without_moves_gets_no_report() {
    let stuck = notation::position(Rules::ENGLISH, Player::Red, "r a3, b b4, b c5");
    assert_eq!(search(&mut Engine::new(), &stuck, Limits::default()), (Vec::new(), None));
}

#[test]
fn a_raised_flag_gives_a_legal_move_without_report() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let mut engine = Engine::new();
    engine.stop_flag().store(true, Relaxed);
    let (told, choice) = search(&mut engine, &start, Limits::default());
    assert!(told.is_empty() && start.legal_moves().any(|mv| mv == choice.as_ref().unwrap().mv));
}
