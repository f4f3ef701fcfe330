//! Reviews of games worked out by hand, and properties of reviews and lines.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering::Relaxed;

use rankmoves_core::pdn::Fen;
use rankmoves_core::{Role, Rules};
use rankmoves_endings::{Wdl, service};
use rankmoves_game::DrawRules;
use tempfile::TempDir;
use testing::notation::path;
use testing::plain::{Colour, Plain};
use testing::support;

use super::*;

mod why;

fn fen(text: &str) -> Position {
    text.parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap()
}

fn game(start: &str, plies: &[&str]) -> Game {
    let mut game = Game::new(fen(start));
    for ply in plies {
        game.record(ply.parse::<Ply>().unwrap()).unwrap();
    }
    game
}

/// Returns values of tables that are built in memory.
fn values() -> (Arc<Proven>, TempDir) {
    service::write_none();
    let folder = TempDir::new().unwrap();
    let values = Proven::with_warnings(|warning| panic!("{warning}"));
    (Arc::new(values.with_builders(NonZeroUsize::MIN).with_folder(folder.path().to_owned())), folder)
}

fn reviewed(game: &Game, values: &Arc<Proven>) -> Vec<ReviewedPly> {
    let (mut analyzer, mut review) = (Analyzer::new(Arc::clone(values)), Review::default());
    std::iter::from_fn(|| review.next(&mut analyzer, game).unwrap()).collect()
}

/// Two kings against one, with red to move. docs/solve.md has the values of all moves: d4->c5 loses in 2,
/// d4->e5 draws, the others win.
const TWO_KINGS: &str = "W:WK18,K22:BK10";

#[test]
fn a_blunder_in_a_won_game_is_a_moment_with_its_refutation() {
    let (values, _folder) = values();
    let plies = reviewed(&game(TWO_KINGS, &["d4->e5", "d6->f4"]), &values);
    let drawn = plies[0].judgement.as_ref().unwrap();
    assert_eq!((drawn.played.outlook, plies[0].cost(), plies[0].red), (Outlook::DRAWN, 50, 50));
    // The shortest win is best.
    assert_eq!(drawn.best.mv.to_string(), "c3->b4");
    assert_eq!(drawn.best.outlook.proven, Some(Value::Won(19)));
    let why = plies[0].why.as_ref().unwrap();
    let lost = Reason::Pieces { count: 1, role: Some(Role::King), plies: 2, is_missed: false };
    let result = Reason::Result { better: Some(Wdl::Win), result: Some(Wdl::Draw), plies: None };
    assert_eq!(why.reasons, [result, lost]);
    assert_eq!(why.reasons_text(), "a win given away: drawn; a king lost by force after 2 plies");
    assert_eq!(why.refutation.text(Notation::Names), "d4->e5, d6->f4 takes a king");
    // The jump is forced.
    assert_eq!((plies[1].cost(), &plies[1].why), (0, &None));
    let text = report(&plies, 0, 2, Notation::Names);
    assert!(
        text.starts_with("1. red plays d4->e5: drawn instead of won in 19 with c3->b4 (costs 50)\n"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 3, "{text}");
    assert_eq!(
        report(&plies, 1, 2, Notation::Names),
        "no costly plies\n",
        "the opening was chosen before the game"
    );
}

#[test]
fn a_won_game_can_be_lost_in_one_move() {
    let (values, _folder) = values();
    let plies = reviewed(&game(TWO_KINGS, &["d4->c5", "d6->b4->d2"]), &values);
    assert_eq!((plies[0].cost(), plies[0].red, plies[1].red), (100, 0, 0));
    let why = plies[0].why.as_ref().unwrap();
    let result = Reason::Result { better: Some(Wdl::Win), result: Some(Wdl::Loss), plies: Some(2) };
    assert_eq!(why.reasons, [result, Reason::Blocked { plies: 2, is_bare: true }]);
    let refutation = "d4->c5, d6->b4->d2 takes 2 kings and leaves red without a move";
    assert_eq!(why.refutation.text(Notation::Names), refutation);
}

#[test]
fn a_draw_given_away_costs_half() {
    let (values, _folder) = values();
    // Kings on d4 and d6: red loses by moving next to the black king. Otherwise neither can catch the other.
    let plies = reviewed(&game("W:WK18:BK10", &["d4->c5"]), &values);
    let judgement = plies[0].judgement.as_ref().unwrap();
    assert_eq!(
        (judgement.best.outlook, judgement.played.outlook.proven),
        (Outlook::DRAWN, Some(Value::Lost(2)))
    );
    assert_eq!((plies[0].player, plies[0].cost()), (Player::Red, 50));
}

#[test]
fn in_a_lost_game_no_move_costs_anything_even_if_it_gives_a_king_away() {
    let (values, _folder) = values();
    // Red's king faces a man and a king: black can jump it after any of its moves.
    let start = "W:WK31:B23,K24";
    let judged = Analyzer::new(values).judge(&fen(start)).unwrap();
    let moves: Vec<Move> = fen(start).legal_moves().collect();
    assert!(moves.len() > 1);
    for mv in moves {
        let judgement = judged.judge(mv.path()).unwrap();
        assert!(matches!(judgement.played.outlook.proven, Some(Value::Lost(_))), "{mv}");
        assert_eq!((judgement.cost(), &judgement.best), (0, &judgement.played), "{mv}");
    }
}

#[test]
fn a_draw_by_the_rules_gives_a_won_game_away() {
    let (values, _folder) = values();
    let mut drawn =
        Game::with_draw_rules(fen(TWO_KINGS), DrawRules { repetitions: Some(2), ..DrawRules::default() });
    for ply in ["c3->b2", "d6->e7", "b2->c3", "e7->d6"] {
        drawn.record(ply.parse::<Ply>().unwrap()).unwrap();
    }
    assert_eq!(drawn.outcome(), Some(rankmoves_game::Outcome::Repetition));
    let last = reviewed(&drawn, &values).pop().unwrap();
    // Black was losing and now has a draw: its move costs nothing.
    assert_eq!((last.cost(), last.red, last.judgement.unwrap().played.outlook), (0, 50, Outlook::DRAWN));
    let judged = Analyzer::new(values).judge(&fen(TWO_KINGS)).unwrap();
    let best = judged.best().unwrap().mv.path().clone();
    let judgement = judged.with(&best, Outlook::DRAWN).judge(&best).unwrap();
    assert_eq!(judgement.cost(), 50);
    assert_ne!(judgement.best.mv, judgement.played.mv, "another move wins too");
}

#[test]
fn an_agreed_draw_does_not_change_the_judgement_of_the_last_ply() {
    let mut agreed = game(TWO_KINGS, &["d4->c5"]);
    agreed.agree_draw();
    assert!(!ends_drawn(&agreed));
    agreed.undo(2);
    assert!(!ends_drawn(&agreed));
}

#[test]
fn a_try_is_compared_with_the_game() {
    let (values, _folder) = values();
    let (mut analyzer, game) = (Analyzer::new(values), game(TWO_KINGS, &["d4->e5"]));
    let mut tried = |at, text| analyzer.try_move(&game, at, &path(text)).unwrap().unwrap();
    let better = tried(0, "c3->b2");
    assert_eq!((better.gain(), better.compared(), better.ply.cost()), (Some(50), Some(Ordering::Greater), 0));
    assert_eq!((better.ply.red, &better.ply.why), (100, &None));
    let worse = tried(0, "d4->c5");
    assert_eq!((worse.gain(), worse.compared(), worse.ply.cost()), (Some(-50), Some(Ordering::Less), 100));
    assert!(worse.ply.why.is_some());
    let same = tried(0, "d4->e5");
    assert_eq!(same.compared(), Some(Ordering::Equal));
    assert!(same.text(Notation::Names).starts_with("the move of the game: red plays d4->e5: drawn "));
    // After its last ply the game has no move to compare with.
    assert_eq!(tried(1, "d6->f4").compared(), None);
    assert!(analyzer.try_move(&game, 0, &path("a1->b2")).unwrap().is_none());
}

#[test]
fn a_review_that_is_cut_off_goes_on_with_the_same_results() {
    let (values, _folder) = values();
    let game = game("W:WK18,K22:BK10", &["d4->e3", "d6->e7", "c3->d4", "e7->d6", "d4->e5", "d6->f4->d2"]);
    let whole = reviewed(&game, &values);
    let costs: Vec<u8> = whole.iter().map(ReviewedPly::cost).collect();
    let (mut analyzer, mut review) = (Analyzer::new(values), Review::default());
    for _ in 0..2 {
        review.next(&mut analyzer, &game).unwrap();
    }
    let [_, stop] = analyzer.stop_flags();
    stop.store(true, Relaxed);
    assert!(matches!(review.next(&mut analyzer, &game), Err(RankError::Stopped)));
    assert!(matches!(review.start(&mut analyzer, &game), Err(RankError::Stopped)));
    assert_eq!(review.plies(), 2);
    stop.store(false, Relaxed);
    for mut review in [review, Review::after(costs[..2].to_vec())] {
        assert_eq!(review.start(&mut analyzer, &game).unwrap(), whole[1].red);
        let mut rest = Vec::new();
        while let Some(ply) = review.next(&mut analyzer, &game).unwrap() {
            rest.push((ply.red, ply.cost(), ply.judgement, ply.why));
        }
        let expected =
            whole[2..].iter().map(|ply| (ply.red, ply.cost(), ply.judgement.clone(), ply.why.clone()));
        assert_eq!(rest, expected.collect::<Vec<_>>());
        assert_eq!(review.moments(0), moments(&costs, 0));
    }
    let text = report(&whole[..2], 0, 6, Notation::Names);
    assert_eq!(text, "no costly plies\nstopped after 2 of 6 plies: review again to continue\n");
}

#[test]
fn at_most_seven_plies_are_moments_the_most_costly_first() {
    assert_eq!(moments(&[0, 30, 4, 5, 30, 100], 0), [5, 1, 4, 3]);
    assert_eq!(moments(&[50; 20], 0), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(moments(&[50; 5], 3), [3, 4]);
    assert!(moments(&[4; 20], 0).is_empty() && moments(&[], 3).is_empty());
}

#[test]
fn expected_results_and_costs_are_percentages_in_random_games() {
    let (values, _folder) = values();
    let mut analyzer = Analyzer::new(values);
    let mut rng = testing::seed::rng();
    for rules in Rules::ALL {
        for blocked in [rankmoves_core::Blocked::Loses, rankmoves_core::Blocked::Passes] {
            let mut game = Game::new(Position::start(Rules { blocked, ..rules }, Player::Black));
            while game.outcome().is_none() && game.played().len() < 60 {
                let ply = rng
                    .choice(game.position().legal_moves().collect::<Vec<_>>())
                    .map_or(Ply::Pass, |mv| Ply::from(&mv));
                game.record(ply).unwrap();
            }
            let mut review = Review::default();
            while let Some(ply) = review.next(&mut analyzer, &game).unwrap() {
                let position = game.all_positions()[review.plies() - 1];
                assert!(ply.red <= 100);
                let Some(judgement) = &ply.judgement else {
                    assert_eq!((&ply.ply, ply.cost()), (&Ply::Pass, 0));
                    continue;
                };
                let (played, best) = (judgement.played.outlook, judgement.best.outlook);
                assert!(played.expected <= best.expected && best.expected <= 100);
                assert_eq!(ply.cost(), best.expected - played.expected);
                // The search of the next position may find more than this one's.
                if position.after(&judgement.played.mv).has_moves() {
                    let after = Outlook { expected: ply.red, proven: None }.for_red(ply.player);
                    assert!(after <= played.expected, "{:?}", judgement.played);
                }
                for outlook in [played, best] {
                    assert_eq!(
                        outlook.proven.is_none(),
                        (1..100).contains(&outlook.expected) && outlook != Outlook::DRAWN
                    );
                }
                assert_eq!(ply.why.is_some(), ply.cost() >= MOMENT_COST);
                if let Some(why) = ply.why {
                    assert!(!why.reasons.is_empty());
                    assert_eq!(why.refutation.moves[0].mv, judgement.played.mv);
                    assert_eq!(why.better.moves[0].mv, judgement.best.mv);
                }
            }
            assert_eq!(review.plies(), game.plies().len());
        }
    }
}
