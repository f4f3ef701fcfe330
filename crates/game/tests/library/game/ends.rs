//! Tests ends of games, undo and redo.

use rankmoves_core::exchange::Document;
use rankmoves_core::{Blocked, Board, IllegalMove, Player, Ply, Position, Rules, Setup};
use rankmoves_game::{Agent, DrawRules, Game, Outcome, PlayError, Random};
use testing::notation::{CAPTURE_MULTIPLE, path, position, shape, with_passes};
use testing::seed;

use super::play;

#[test]
fn a_player_whose_pieces_are_all_jumped_has_lost() {
    for start in [position(CAPTURE_MULTIPLE, Player::Red, "r d4, b e5")]
        .map(|start| [start, with_passes(&start)])
        .concat()
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
    // The man on a3 faces b2, and the square behind, c1, is occupied.
    let start = position(CAPTURE_MULTIPLE, Player::Red, "b a3, r b2, r c1, r h2");
    let mut game = Game::new(start);
    play(&mut game, "h2->g3");
    assert_eq!(game.outcome(), Some(Outcome::NoMoves { loser: Player::Black }));
    assert!(matches!(game.play(Ply::Pass), Err(PlayError::Over(Outcome::NoMoves { .. }))));

    let mut game = Game::new(with_passes(&start));
    play(&mut game, "h2->g3 pass g3->h4");
    assert_eq!(game.outcome(), None);
    assert_eq!(game.played().len(), 3);
}

#[test]
fn two_passes_are_a_draw() {
    // Men on their crowning ranks cannot move.
    let start = with_passes(&position(CAPTURE_MULTIPLE, Player::Black, "r b8, b a1"));
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
    // The man's move is the last irreversible move, so earlier positions no longer count.
    play(&mut game, "a1->b2 h8->g7 b2->a1 g7->h8 h2->g3 h8->g7 a1->b2 g7->h8 b2->a1");
    assert_eq!((game.repetitions(), game.quiet_plies(), game.outcome()), (2, 4, None));
    play(&mut game, "h8->g7 a1->b2 g7->h8");
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, "b2->a1");
    assert_eq!((game.repetitions(), game.outcome()), (3, Some(Outcome::Repetition)));
    // A further move can still be recorded, because the players may have continued.
    assert!(game.play(path("h8->g7")).is_err());
    game.record(path("h8->g7")).unwrap();
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
    assert!(game.play(path("b6->a5")).is_err());
    assert_eq!(game.undo(1), 1);
    assert_eq!((game.outcome(), game.played().len()), (None, 1));
    assert_eq!(game.undo(5), 1);
    // Redoing the last ply alone does not redo the resignation after it; redoing further does.
    assert_eq!((game.redo(1), game.outcome()), (1, None));
    assert_eq!((game.redo(5), game.redo(1)), (1, 0));
    assert_eq!(game.outcome(), Some(Outcome::Resigned { loser: Player::Red }));
    assert_eq!((game.undo(5), game.redo(5)), (2, 2));
    game.undo(1);
    // Another move drops the resignation.
    play(&mut game, "b6->a5");
    assert_eq!((game.redo(5), game.outcome()), (0, None));
    game.undo(1);
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = Game::new(position(CAPTURE_MULTIPLE, Player::Red, "r d4, r a1, b e5, b h8"));
    let before = game.clone();
    let why = game.play(path("a1->b2")).unwrap_err();
    assert_eq!(why, PlayError::Illegal(IllegalMove::MustJump(path("d4->f6"))));
    assert_eq!(game, before);
}

#[test]
fn a_new_move_drops_the_plies_that_could_be_redone() {
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

/// Returns start positions for all rules and several shapes.
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
            game.play(ply).unwrap();
            positions.push(*game.position());
            assert_ne!(game.position().turn(), positions[positions.len() - 2].turn());
        }
        let (outcome, plies) = (game.outcome(), game.plies().to_vec());
        ends.insert(std::mem::discriminant(&outcome.unwrap()));

        assert_eq!(game.undo(usize::MAX), plies.len());
        assert_eq!((game.position(), game.positions()), (&start, &positions[..1]));
        assert_eq!(game.redo(usize::MAX), plies.len());
        assert_eq!((game.positions(), game.outcome()), (&positions[..], outcome));
        // Any mix of undo and redo leads to the place given by the number of plies.
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
    // Nearly all ends occurred: no pieces, no moves, both blocked, repetition, no progress.
    assert!(ends.len() >= 4, "{ends:?}");
}

#[test]
fn a_loss_on_time_is_taken_back_and_stands_again_as_a_resignation_does() {
    let mut game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
    game.play(path("c3->d4")).unwrap();
    game.lose_on_time(Player::Black);
    let lost = Outcome::OutOfTime { loser: Player::Black };
    let over = Some(lost);
    assert_eq!((game.outcome(), lost.winner()), (over, Some(Player::Red)));
    assert_eq!(lost.to_string(), "red wins: black has run out of time");
    game.resign(Player::Red);
    assert_eq!(game.outcome(), over, "a game ends once");
    assert_eq!((game.undo(1), game.played().len(), game.outcome()), (1, 1, None));
    assert_eq!((game.redo(1), game.outcome()), (1, over));
    game.undo(1);
    game.play(path("b6->a5")).unwrap();
    assert_eq!((game.redo(1), game.outcome()), (0, None));
}

#[test]
fn a_move_a_path_and_a_ply_play_the_same() {
    let start = Game::new(Position::english());
    let mv = start.position().legal_moves().next().unwrap();
    let (path, ply) = (mv.path().clone(), Ply::from(&mv));
    let played = |play: &dyn Fn(&mut Game)| {
        let mut game = start.clone();
        play(&mut game);
        game
    };
    let expected = played(&|game| game.play(ply.clone()).unwrap());
    assert_eq!(expected.position(), &start.position().after(&mv));
    for play in [
        &(|game: &mut Game| game.play(&ply).unwrap()) as &dyn Fn(&mut Game),
        &|game| game.play(&mv).unwrap(),
        &|game| game.play(mv.clone()).unwrap(),
        &|game| game.play(&path).unwrap(),
        &|game| game.play(path.clone()).unwrap(),
        &|game| game.record(&mv).unwrap(),
    ] {
        assert_eq!(played(play), expected);
    }
}
