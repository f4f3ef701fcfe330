//! Tests the controller and policies.

use rankmoves::rank;
use rankmoves_core::{Blocked, Board, Player, Ply, Position, Resources, Rules, Setup};
use rankmoves_game::env::{
    Action, Controller, ControllerError, Environment, Episode, Policy, RandomPolicy, WholeMoves,
};
use rankmoves_game::{Agent, DrawRules, Game, Outcome};
use testing::notation::{NO_CAPTURE_MULTIPLE, position, position_on, shape};

use super::{CHAIN, PASSING, Scripted, jump, paid, step};

#[test]
fn the_controller_draws_games_without_progress() {
    // Two kings in opposite corners: a1 is (7, 0), b2 (6, 0); h8 is (0, 3), g7 (1, 3).
    let start = Environment::from(position(PASSING, Player::Red, "R a1, B h8"));
    let red = [step((7, 0), (6, 0)), step((6, 0), (7, 0))].repeat(50);
    let black = [step((0, 3), (1, 3)), step((1, 3), (0, 3))].repeat(50);
    let play = |draw_rules| {
        let (mut red, mut black) = (Scripted::new(&red), Scripted::new(&black));
        let mut controller =
            Controller::new(Episode::with_draw_rules(start, draw_rules), [&mut red, &mut black]);
        let result = controller.play();
        if controller.episode().outcome().is_some() {
            assert_eq!(controller.step().unwrap(), None);
        }
        (result, controller.episode().game().played().len(), controller.episode().outcome())
    };
    let (result, plies, end) = play(DrawRules::default());
    assert_eq!((result.unwrap(), plies, end), ([0, 0], 8, Some(Outcome::Repetition)));
    let (result, plies, end) = play(DrawRules { repetitions: None, quiet_moves: Some(40) });
    assert_eq!((result.unwrap(), plies, end), ([0, 0], 80, Some(Outcome::NoProgress)));
    let (result, plies, end) = play(DrawRules::NONE);
    let why = result.unwrap_err();
    assert!(matches!(why, ControllerError::Policy { player: Player::Red, .. }));
    assert_eq!(why.to_string(), "red did not choose an action: the script has ended");
    assert_eq!((plies, end), (200, None));
}

#[test]
fn the_controller_refuses_illegal_actions_and_keeps_the_state() {
    let start = Environment::default();
    let (mut red, mut black) = (Scripted::new(&[step((5, 0), (4, 0))]), Scripted::new(&[Action::Stop]));
    let mut controller = Controller::new(Episode::new(start), [&mut red, &mut black]);
    assert_eq!(controller.step().unwrap(), Some(step((5, 0), (4, 0))));
    let before = *controller.episode().state();
    let why = controller.step().unwrap_err();
    assert_eq!(why.to_string(), "black chose an illegal action, stop: no jump is in progress");
    assert_eq!(controller.episode().state(), &before);
}

#[test]
fn the_controller_takes_over_in_the_middle_of_a_chain() {
    let start = Environment::from_array(&CHAIN, Player::Red, Some((5, 0)), NO_CAPTURE_MULTIPLE).unwrap();
    for (red, black, plies) in [
        // The chain stops at once, so the recorded game begins after it.
        (vec![Action::Stop], vec![step((4, 0), (5, 1))], "b4->c3"),
        (vec![jump((5, 0), (3, 1), (4, 0)), Action::Stop], vec![step((4, 2), (5, 2))], "a3->c5 f4->e3"),
        (
            vec![jump((5, 0), (3, 1), (4, 0)), jump((3, 1), (1, 2), (2, 1))],
            vec![step((4, 2), (5, 2))],
            "a3->c5->e7 f4->e3",
        ),
    ] {
        let count = red.len() + black.len();
        let (mut red, mut black) = (Scripted::new(&red), Scripted::new(&black));
        let mut controller = Controller::new(Episode::new(start), [&mut red, &mut black]);
        for _ in 0..count {
            controller.step().unwrap();
        }
        let played: Vec<String> =
            controller.episode().game().played().iter().map(ToString::to_string).collect();
        assert_eq!(played.join(" "), plies);
        assert_eq!(controller.episode().game().position(), controller.episode().state().position());
    }
}

#[test]
fn a_chain_is_left_where_another_state_comes_up() {
    let chain = Environment::from(position(PASSING, Player::Red, "r d4, b c5, b c7, b h8"));
    let start = Environment::default();
    let mut policy =
        WholeMoves::new(Box::new(rankmoves_game::Minimax::new(1, 1, Resources::default()).unwrap()));
    let first = policy.act(&chain).unwrap();
    let middle = chain.after(first).unwrap();
    assert!(middle.jump_piece().is_some());
    assert!(start.actions().contains(&policy.act(&start).unwrap()));
}

#[test]
fn the_random_policy_chooses_actions_uniformly_and_repeats_itself() {
    let state = Environment::from_array(&CHAIN, Player::Red, Some((5, 0)), NO_CAPTURE_MULTIPLE).unwrap();
    let actions = |seed| {
        let mut agent = RandomPolicy::new(seed);
        (0..1000).map(|_| agent.act(&state).unwrap()).collect::<Vec<_>>()
    };
    // The choice is between one jump and stopping.
    let stops = actions(1).iter().filter(|&&action| action == Action::Stop).count();
    assert!((400..600).contains(&stops), "{stops}");
    assert_eq!(actions(2), actions(2));
    assert_ne!(actions(2), actions(3));
}

#[test]
fn all_agents_play_to_the_end() {
    let resources = Resources { threads: 1.try_into().unwrap(), table_bytes: 1 << 20 };
    let small = Board::start(shape("6x6"), 2);
    for rules in Rules::ALL {
        let start = Setup { board: small, turn: Player::Black, rules, jumping: None }.position().unwrap();
        for text in ["level:1:1", "random:1", "random-piece:2", "minimax:2:3", "timed:0.001"] {
            let spec: rankmoves_game::AgentSpec = text.parse().unwrap();
            let (mut red, mut black) =
                (WholeMoves::new(spec.agent(resources).unwrap()), RandomPolicy::new(4));
            let mut controller = Controller::new(Episode::new(start.into()), [&mut red, &mut black]);
            let payoffs = controller.play().unwrap();
            assert_eq!(payoffs, paid(controller.episode().outcome().unwrap()), "{text}");
            // The recorded game follows the rules and has the same end.
            let mut game = Game::new(start);
            controller.episode().game().plies().iter().for_each(|ply| game.play(ply).unwrap());
            assert_eq!(
                (game.outcome(), game.position()),
                (controller.episode().outcome(), controller.episode().state().position())
            );
        }
    }
}

#[test]
fn a_move_of_another_board_is_refused() {
    struct Elsewhere;
    impl Agent for Elsewhere {
        fn choose(&mut self, _: &Game) -> Result<rankmoves_core::Move, rankmoves_game::AgentError> {
            let moves: Vec<_> = position_on("10x10", PASSING, Player::Red, "r i9").legal_moves().collect();
            moves.into_iter().next().ok_or(rankmoves_game::AgentError::NoMoves)
        }
    }
    let why = WholeMoves::new(Box::new(Elsewhere)).act(&Environment::default()).unwrap_err();
    assert_eq!(why.to_string(), "i9 is not on the 8x8 board");
}

#[test]
fn minimax_plays_moves_of_the_highest_rank() {
    let resources = Resources { threads: 1.try_into().unwrap(), table_bytes: 1 << 20 };
    for seed in 0..4 {
        let mut red = WholeMoves::new(Box::new(rankmoves_game::Minimax::new(2, seed, resources).unwrap()));
        let mut black = RandomPolicy::new(seed);
        let start = Environment::from(Position::start(
            Rules { blocked: Blocked::Passes, ..NO_CAPTURE_MULTIPLE },
            Player::Red,
        ));
        let mut controller = Controller::new(Episode::new(start), [&mut red, &mut black]);
        assert_eq!(controller.play().unwrap(), [1, -1]);
        let game = controller.episode().game();
        for (ply, position) in game.played().iter().zip(game.positions()) {
            if position.turn() == Player::Red
                && let Ply::Move(path) = ply
            {
                let ranked = rank(position, 2).unwrap();
                let highest = ranked.iter().map(|ranked| ranked.score).max();
                let played = ranked.iter().find(|ranked| ranked.mv.path() == path);
                assert_eq!(played.map(|ranked| ranked.score), highest);
            }
        }
    }
}
