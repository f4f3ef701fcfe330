//! Compares games played action by action with games in whole moves.

use std::collections::HashSet;

use rankmoves_core::{Blocked, Board, Player, Ply, Position, Rules, Setup};
use rankmoves_game::env::{Action, Controller, Environment, Episode, WholeMoves};
use rankmoves_game::{Agent, Game, Outcome};
use testing::notation::shape;

use super::{Scripted, after, paid};

/// Returns start positions for all rules and several shapes.
fn starts() -> Vec<Position> {
    let shapes = ["8x8", "8x8 flipped", "4x4", "7x4", "10x10", "14x14", "6x9", "5x7 flipped"];
    let blocked = [Blocked::Loses, Blocked::Passes];
    let rules = Rules::ALL.into_iter().flat_map(|rules| blocked.map(|blocked| Rules { blocked, ..rules }));
    let start = |text, rules| {
        let board = Board::start(shape(text), if text == "4x4" { 1 } else { 2 });
        Setup { board, turn: Player::Black, rules, jumping: None }.position().unwrap()
    };
    rules.flat_map(|rules| shapes.map(|text| start(text, rules))).collect()
}

/// Plays a random game.
fn random_game(start: Position, seeds: [u64; 2]) -> Game {
    let mut game = Game::new(start);
    let mut agents = seeds.map(rankmoves_game::Random::new);
    while game.outcome().is_none() {
        let agent = &mut agents[game.position().turn() as usize];
        let ply = agent.choose(&game).map_or(Ply::Pass, |mv| Ply::from(&mv));
        game.play(&ply).unwrap();
    }
    game
}

/// Splits a ply into actions.
fn actions(state: &Environment, ply: &Ply) -> Vec<Action> {
    let Ply::Move(path) = ply else { return vec![Action::Pass] };
    let mut state = *state;
    let mut actions = Vec::new();
    for leg in path.squares().windows(2) {
        let ends = [leg[0], leg[1]].map(|square| state.cell(square).unwrap());
        let is_leg =
            |action: &Action| matches!(action, Action::Move { from, to, .. } if [*from, *to] == ends);
        actions.extend(state.actions().into_iter().find(is_leg));
        state = state.after(*actions.last().unwrap()).unwrap();
    }
    if state.jump_piece().is_some() {
        actions.push(Action::Stop);
    }
    actions
}

#[test]
fn random_games_end_alike_in_whole_moves_and_in_actions() {
    let starts = starts();
    let (mut ends, mut passes, mut stops) = (HashSet::new(), 0, 0);
    for number in 0..1000 {
        let game = random_game(starts[number % starts.len()], [number as u64, number as u64 + 1000]);
        let outcome = game.outcome().unwrap();
        ends.insert(std::mem::discriminant(&outcome));
        // The environment ends without the two passes if both players are blocked.
        let plies = match outcome {
            Outcome::BothPassed => &game.plies()[..game.plies().len() - 2],
            _ => game.plies(),
        };
        let mut state = Environment::from(*game.start());
        let mut scripts = [Vec::new(), Vec::new()];
        for (ply, expected) in plies.iter().zip(&game.positions()[1..]) {
            assert!(!state.is_terminal());
            let actions = actions(&state, ply);
            passes += usize::from(actions.contains(&Action::Pass));
            stops += usize::from(actions.contains(&Action::Stop));
            scripts[state.active_player() as usize].extend_from_slice(&actions);
            state = after(state, &actions);
            assert_eq!(state.position(), expected);
        }
        let drawn_by_history = matches!(outcome, Outcome::Repetition | Outcome::NoProgress);
        assert_eq!(state.outcome(), (!drawn_by_history).then_some(outcome));
        assert_eq!(state.payoffs(), (!drawn_by_history).then_some(paid(outcome)));

        let [mut red, mut black] = scripts.map(|script| Scripted::new(&script));
        let mut controller = Controller::new(Episode::new((*game.start()).into()), [&mut red, &mut black]);
        assert_eq!(controller.play().unwrap(), paid(outcome));
        assert_eq!((controller.episode().outcome(), controller.episode().state()), (Some(outcome), &state));
        assert_eq!(controller.episode().game().plies(), plies);
        assert_eq!((red.0.len(), black.0.len()), (0, 0));
    }
    // Nearly all ends occurred: no pieces, no moves, both blocked, repetition, no progress.
    assert!(ends.len() >= 4, "{ends:?}");
    assert!(passes > 10 && stops > 100, "{passes} {stops}");
}

#[test]
fn agents_play_the_same_game_action_by_action() {
    for (seed, start) in (0..).zip(starts()) {
        let game = random_game(start, [seed, seed + 100]);
        let [mut red, mut black] =
            [seed, seed + 100].map(|seed| WholeMoves::new(Box::new(rankmoves_game::Random::new(seed))));
        let mut controller = Controller::new(Episode::new(start.into()), [&mut red, &mut black]);
        assert_eq!(controller.play().unwrap(), paid(game.outcome().unwrap()));
        assert!(game.plies().starts_with(controller.episode().game().plies()));
        assert_eq!(controller.episode().outcome(), game.outcome());
    }
}
