//! Tests the choices of agents.

use std::sync::atomic::Ordering::Relaxed;

use rankmoves::rank;
use rankmoves_core::exchange::Document;
use rankmoves_core::{Player, Position, Resources, Rules};
use rankmoves_engine::{Engine, History, Limits};
use rankmoves_game::{Agent, AgentError, AgentSpec, Evaluating, Game, Level, Random};
use testing::notation::{CAPTURE_MULTIPLE, NO_CAPTURE_MULTIPLE, moves, path, position};

/// The stop flag is raised before the choice, because the board has more moves than a test can generate.
#[test]
fn random_agents_need_no_list_of_moves_and_minimax_refuses_too_many() {
    let text = include_str!("../../../../../testdata/large/very-many-moves.txt");
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
fn the_random_piece_agent_chooses_a_piece_first() {
    // The man has one move and the king four, but half the choices are the man's.
    let game = Game::new(position(CAPTURE_MULTIPLE, Player::Red, "r a5, R e5, b h8"));
    assert_eq!(moves(game.position()), "a5->b6 e5->d4 e5->d6 e5->f4 e5->f6");
    let share = |agent: &mut dyn Agent| {
        let mans = (0..1000).filter(|_| agent.choose(&game).unwrap().to_string() == "a5->b6");
        mans.count()
    };
    assert!((400..600).contains(&share(&mut Random::by_piece(1))));
    assert!((120..280).contains(&share(&mut Random::new(1))));
}

#[test]
fn minimax_chooses_among_the_moves_of_the_highest_rank() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let mut agent = "minimax:3:5".parse::<AgentSpec>().unwrap().agent(Resources::default()).unwrap();
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
        game.play(mv).unwrap();
    }
    assert!(chosen.len() > game.played().len(), "it should not always choose the same");
}

#[test]
fn a_level_plays_its_share_of_random_moves_and_repeats_them() {
    // One of five moves wins at once. The others win within four plies, so that each search is short.
    let game = Game::new(position(NO_CAPTURE_MULTIPLE, Player::Red, "r e3, r c1, r a3, b b4"));
    assert_eq!(moves(game.position()), "a3->c5 c1->b2 c1->d2 e3->d4 e3->f4");
    for level in Level::ALL {
        let choose = |seed| Evaluating::at_level(level, seed).choose(&game).unwrap().to_string();
        let others = (0..1000).filter(|&seed| choose(seed) != "a3->c5").count();
        // Four of five random moves do not win. The test allows five standard deviations, each at most 16.
        let expected = 8 * level.random_percent() as usize;
        assert!(others.abs_diff(expected) <= 80 && (others == 0) == (expected == 0), "{level:?}: {others}");
        assert!((0..20).all(|seed| choose(seed) == choose(seed)), "{level:?}");
    }
}

#[test]
fn the_evaluating_agent_makes_the_same_choice_for_the_same_seed_and_game() {
    let mut agent = "eval:3:5".parse::<AgentSpec>().unwrap().agent(Resources::default()).unwrap();
    let mut other = Random::new(6);
    let mut game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
    let mut different = 0;
    while game.outcome().is_none() {
        let mv = agent.choose(&game).unwrap();
        assert_eq!(agent.choose(&game).unwrap(), mv, "asked twice");
        assert_eq!(
            Evaluating::new(Engine::new(), 3, 5).choose(&game).unwrap(),
            mv,
            "asked for the first time"
        );
        let estimates = Engine::new().rank(&game, Limits::depth(3));
        assert_eq!(estimates.score(mv.path()), estimates.best());
        different += usize::from(
            (6..16).any(|seed| Evaluating::new(Engine::new(), 3, seed).choose(&game).unwrap() != mv),
        );
        let mv = other.choose(&game).unwrap();
        game.play(mv).unwrap();
    }
    assert!(different > 0, "other seeds choose others of the best moves");
}

/// Black's king can return to an earlier square and draw by repetition; the position alone does not show
/// that.
#[test]
fn the_engine_takes_a_game_with_the_positions_that_may_repeat() {
    let mut game = Game::new(Position::from_fen("W:WK29,K28:BK1").unwrap());
    super::play(&mut game, "a1->b2 b8->a7 b2->a1");
    let rank = |history: History<'_>| Engine::new().rank(history, Limits::depth(3));
    let in_game = rank(History::from(&game));
    assert_eq!(in_game, rank(History { position: game.position(), past: &game.positions()[..3] }));
    let back = path("a7->b8");
    assert_eq!(in_game.score(&back), Some(0));
    assert!(rank(game.position().into()).score(&back) < Some(0));
}
