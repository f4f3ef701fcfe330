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
fn values() -> (Proven, TempDir) {
    service::write_none();
    let folder = TempDir::new().unwrap();
    let values = Proven::with_warnings(|warning| panic!("{warning}"));
    (values.with_builders(NonZeroUsize::MIN).with_folder(folder.path().to_owned()), folder)
}

fn reviewed(game: &Game, values: &Proven) -> Vec<ReviewedPly> {
    let (mut analyzer, mut review) = (Analyzer::default(), Review::default());
    std::iter::from_fn(|| review.next(&mut analyzer, game, values).unwrap()).collect()
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
    let judged = Analyzer::default().judge(&fen(start), &values).unwrap();
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
    let judged = Analyzer::default().judge(&fen(TWO_KINGS), &values).unwrap();
    let best = judged.best().unwrap().mv.path().clone();
    let judgement = judged.with_draw(&best).judge(&best).unwrap();
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
    let (mut analyzer, game) = (Analyzer::default(), game(TWO_KINGS, &["d4->e5"]));
    let mut tried = |at, text| analyzer.try_move(&game, at, &path(text), &values).unwrap().unwrap();
    let better = tried(0, "c3->b2");
    assert_eq!((better.gain(), better.compared(), better.ply.cost()), (Some(50), Some(Ordering::Greater), 0));
    assert_eq!((better.ply.red, &better.ply.why), (100, &None));
    let worse = tried(0, "d4->c5");
    assert_eq!((worse.gain(), worse.compared(), worse.ply.cost()), (Some(-50), Some(Ordering::Less), 100));
    assert!(worse.ply.why.is_some());
    assert_eq!(tried(0, "d4->e5").compared(), Some(Ordering::Equal));
    // After its last ply the game has no move to compare with.
    assert_eq!(tried(1, "d6->f4").compared(), None);
    assert!(analyzer.try_move(&game, 0, &path("a1->b2"), &values).unwrap().is_none());
}

#[test]
fn a_review_that_is_cut_off_goes_on_with_the_same_results() {
    let (values, _folder) = values();
    let game = game("W:WK18,K22:BK10", &["d4->e3", "d6->e7", "c3->d4", "e7->d6", "d4->e5", "d6->f4->d2"]);
    let whole = reviewed(&game, &values);
    let costs: Vec<u8> = whole.iter().map(ReviewedPly::cost).collect();
    let (mut analyzer, mut review) = (Analyzer::default(), Review::default());
    for _ in 0..2 {
        review.next(&mut analyzer, &game, &values).unwrap();
    }
    let [_, stop] = analyzer.stop_flags();
    stop.store(true, Relaxed);
    assert!(matches!(review.next(&mut analyzer, &game, &values), Err(RankError::Stopped)));
    assert!(matches!(review.start(&mut analyzer, &game, &values), Err(RankError::Stopped)));
    assert_eq!(review.plies(), 2);
    stop.store(false, Relaxed);
    for mut review in [review, Review::after(costs[..2].to_vec())] {
        assert_eq!(review.start(&mut analyzer, &game, &values).unwrap(), whole[1].red);
        let mut rest = Vec::new();
        while let Some(ply) = review.next(&mut analyzer, &game, &values).unwrap() {
            rest.push((ply.red, ply.cost(), ply.judgement, ply.why));
        }
        let expected =
            whole[2..].iter().map(|ply| (ply.red, ply.cost(), ply.judgement.clone(), ply.why.clone()));
        assert_eq!(rest, expected.collect::<Vec<_>>());
        assert_eq!(review.moments(), moments(&costs));
    }
    let text = report(&whole[..2], 0, 6, Notation::Names);
    assert_eq!(text, "no costly plies\nstopped after 2 of 6 plies: review again to continue\n");
}

#[test]
fn at_most_seven_plies_are_moments_the_most_costly_first() {
    assert_eq!(moments(&[0, 30, 4, 5, 30, 100]), [5, 1, 4, 3]);
    assert_eq!(moments(&[50; 20]), [0, 1, 2, 3, 4, 5, 6]);
    assert!(moments(&[4; 20]).is_empty() && moments(&[]).is_empty());
}

#[test]
fn expected_results_and_costs_are_percentages_in_random_games() {
    let (values, _folder) = values();
    let mut analyzer = Analyzer::default();
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
            while let Some(ply) = review.next(&mut analyzer, &game, &values).unwrap() {
                assert!(ply.red <= 100);
                let Some(judgement) = &ply.judgement else {
                    assert_eq!((&ply.ply, ply.cost()), (&Ply::Pass, 0));
                    continue;
                };
                let (played, best) = (judgement.played.outlook, judgement.best.outlook);
                assert!(played.expected <= best.expected && best.expected <= 100);
                assert_eq!(ply.cost(), best.expected - played.expected);
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

/// Explains a red move that costs 40 points, given the two lines.
fn why(start: &str, refutation: &[&str], better: &[&str]) -> Why {
    why_of_cost(start, refutation, better, [60, 20])
}

/// Explains a red move, given the two lines and the expected results of the best move and of this one.
fn why_of_cost(start: &str, refutation: &[&str], better: &[&str], expected: [u8; 2]) -> Why {
    let start = fen(start);
    let line = |plies: &[&str]| {
        let mut at = start;
        let moves: Vec<Move> = plies
            .iter()
            .map(|text| {
                let mv = at.find(&path(text)).unwrap();
                at = at.after(&mv);
                mv
            })
            .collect();
        Line::new(&start, moves)
    };
    let (refutation, better) = (line(refutation), line(better));
    let judged = |line: &Line, expected| JudgedMove {
        mv: line.moves[0].mv.clone(),
        outlook: Outlook { expected, proven: None },
    };
    let judgement =
        Judgement { played: judged(&refutation, expected[1]), best: judged(&better, expected[0]) };
    Why::new(&judgement, refutation, better)
}

#[test]
fn a_man_is_lost_when_the_exchange_is_over() {
    // d4->c5 gives a man, e3 takes one back, and d6 takes a second.
    //
    //     8 |    .     .     .     . |
    //     7 | .     .     b     .    |
    //     6 |    b     b     .     . |
    //     5 | .     .     .     .    |
    //     4 |    .     r     .     . |
    //     3 | .     .     r     .    |
    //     2 |    .     .     r     . |
    //     1 | .     .     .     .    |
    let exchange = ["d4->c5", "b6->d4", "e3->c5", "d6->b4", "f2->e3"];
    let lost = why("W:W18,23,27:B7,9,10", &exchange, &["f2->g3", "b6->a5"]);
    let reason = Reason::Pieces { count: 1, role: Some(Role::Man), plies: 4, is_missed: false };
    assert_eq!(lost.reasons, [reason]);
    assert_eq!(lost.reasons_text(), "a man lost by force after 4 plies");
    // The rest of the line is cut off.
    let text = "d4->c5, b6->d4 takes a man, e3->c5 takes a man, d6->b4 takes a man";
    assert_eq!(lost.refutation.text(Notation::Names), text);
}

#[test]
fn a_cheap_move_or_a_long_line_loses_no_man_by_force() {
    let (start, better) = ("W:W18,23,27:B7,9,10", ["f2->g3", "b6->a5"]);
    let exchange = ["d4->c5", "b6->d4", "e3->c5", "d6->b4"];
    for (expected, is_lost) in
        [([55, 50], false), ([50, 34], false), ([50, 33], true), ([95, 90], true), ([96, 93], false)]
    {
        let why = why_of_cost(start, &exchange, &better, expected);
        assert_eq!(why.reasons != [Reason::Judgement], is_lost, "{expected:?}: {why:?}");
    }
    // Two kings go back and forth before red gives one of them away.
    let there_and_back = ["a1->b2", "h8->g7", "b2->a1", "g7->h8"];
    for (rounds, is_lost) in [(0, true), (1, true), (2, true), (3, false), (5, false)] {
        let mut line = there_and_back.repeat(rounds);
        line.extend(["d4->c5", "b6->d4"]);
        let why = why("W:WK18,K29:BK9,K4", &line, &["a1->b2", "h8->g7"]);
        assert_eq!(why.reasons != [Reason::Judgement], is_lost, "{rounds}: {why:?}");
    }
    // A man that the rest of the line regains is not lost, however late that is.
    let mut line = vec!["d4->c5", "b6->d4"];
    line.extend(there_and_back.repeat(2));
    line.extend(["a1->b2", "d4->c3", "b2->d4"]);
    let why = why("W:WK18,K29:BK9,K4", &line, &["a1->b2", "h8->g7"]);
    assert_eq!(why.reasons, [Reason::Judgement], "{why:?}");
}

#[test]
fn a_later_exchange_does_not_change_which_piece_was_lost() {
    // Red loses the man on c5. Later the king on h4 takes a man, and e7 takes the king.
    let line = ["d4->c5", "b6->d4", "a1->b2", "h6->g5", "h4->f6", "e7->g5"];
    let lost = why("W:W18,K20,29:B2,7,9,12", &line, &["a1->b2", "b6->a5"]);
    let reason = Reason::Pieces { count: 1, role: Some(Role::Man), plies: 2, is_missed: false };
    assert_eq!(lost.reasons, [reason]);
}

/// `rankmoves -d 6` gives b6->a5 the score -1, and g5->h4 the score 0.
#[test]
fn the_line_of_a_move_that_loses_a_man_goes_on_until_the_man_is_lost() {
    let (values, _folder) = values();
    let moves = "11-15 22-18 15x22 25x18 12-16 29-25 10-14 25-22 9-13";
    let record = rankmoves_core::pdn::games(moves).next().unwrap().unwrap();
    let mut game = Game::new(record.start());
    record.moves().iter().for_each(|mv| game.play(mv).unwrap());
    let plies = reviewed(&game, &values);
    let why = plies[8].why.as_ref().unwrap();
    let lost = Reason::Pieces { count: 1, role: Some(Role::Man), plies: 6, is_missed: false };
    assert_eq!(why.reasons, [lost], "{why:?}");
}

#[test]
fn a_blocked_player_has_pieces_but_no_move() {
    // The man on h4 cannot step to g5, nor jump over it, because f6 is occupied.
    let blocked = why("W:W24:B11,12", &["g3->h4", "h6->g5"], &["g3->f4", "f6->e5", "f4->d6"]);
    assert_eq!(blocked.reasons, [Reason::Blocked { plies: 2, is_bare: false }]);
    assert_eq!(blocked.reasons_text(), "blocked after 2 plies");
    assert_eq!(blocked.refutation.moves[1].to_string(), "leaves red without a move");
    // Here red is not blocked, but the move misses the man that the better line takes.
    let missed = why("W:W24:B11,12", &["g3->h4", "f6->e5"], &["g3->f4", "f6->e5", "f4->d6"]);
    let reason = Reason::Pieces { count: 1, role: Some(Role::Man), plies: 3, is_missed: true };
    assert_eq!(missed.reasons, [reason]);
}

#[test]
fn a_crowning_is_a_reason_for_the_player_who_could_prevent_it_and_for_the_one_who_misses_it() {
    // Black's man on c3 can crown on a1 by b2, and red's man on b6 on b8 by a7.
    let start = "W:W31,9:B22";
    let crowned = why(start, &["e1->f2", "c3->b2", "f2->g3", "b2->a1"], &["b6->a7", "c3->b2"]);
    assert_eq!(crowned.reasons, [Reason::Crown { plies: 4, is_missed: false }]);
    assert_eq!(crowned.refutation.moves[3].to_string(), "crowns");
    let missed = why(start, &["e1->f2", "c3->b2"], &["b6->a7", "c3->b2", "a7->b8"]);
    assert_eq!(missed.reasons, [Reason::Crown { plies: 3, is_missed: true }]);
    let nothing = why(start, &["e1->f2", "c3->b2"], &["b6->a7", "c3->b2"]);
    assert_eq!(nothing.reasons, [Reason::Judgement]);
}

/// Counts a colour's pieces on the oracle's board, and the kings among them.
fn count(plain: &Plain, colour: Colour) -> (usize, usize) {
    let (man, king) = if colour == Colour::Red { ('r', 'R') } else { ('b', 'B') };
    let count = |wanted| plain.cells.iter().flatten().filter(|&&cell| cell == wanted).count();
    (count(man) + count(king), count(king))
}

#[test]
fn lines_follow_the_rules_of_the_oracle() {
    let mut rng = testing::seed::rng();
    for _ in 0..200 {
        let mut plain = Plain::start(rng.bool(), rng.bool());
        for _ in 0..rng.usize(0..60) {
            let Some((_, after)) = rng.choice(plain.moves()) else { break };
            plain = after;
        }
        let start = support::position(&plain);
        let (own, mut at) = (plain.turn, plain.clone());
        let (mut moves, mut boards) = (Vec::new(), vec![plain]);
        while moves.len() < 20 {
            let Some((text, after)) = rng.choice(at.moves()) else { break };
            moves.push(text);
            boards.push(after.clone());
            at = after;
        }
        let mut position = start;
        let made: Vec<Move> = moves
            .iter()
            .map(|text| {
                let mv = position.find(&path(text)).unwrap();
                position = position.after(&mv);
                mv
            })
            .collect();
        let line = Line::new(&start, made);
        assert_eq!(line.moves.len(), moves.len());
        let notes: Vec<String> = line.moves.iter().map(LineMove::to_string).collect();
        for (note, boards) in notes.iter().zip(boards.windows(2)) {
            let side = boards[0].turn;
            let (before, after) = (count(&boards[0], side), count(&boards[1], side));
            let taken = count(&boards[0], side.opponent()).0 - count(&boards[1], side.opponent()).0;
            assert_eq!(note.contains("crowns"), after.1 > before.1, "{note}");
            assert_eq!(note.contains("takes"), taken > 0, "{note}");
            assert!(taken < 2 || note.contains(&format!("takes {taken} ")), "{note}");
            assert_eq!(note.contains("without a move"), boards[1].moves().is_empty(), "{note}");
        }
        let lead =
            |plain: &Plain| count(plain, own).0.cast_signed() - count(plain, own.opponent()).0.cast_signed();
        let leads: Vec<_> = boards.iter().map(lead).collect();
        let pieces = |plain: &Plain| count(plain, own).0 + count(plain, own.opponent()).0;
        let is_quiet = |ply: &usize| {
            let (now, after) = (&boards[*ply], boards.get(ply + 1));
            after.is_none_or(|after| pieces(after) == pieces(now))
        };
        let quiet: Vec<usize> = (0..leads.len()).filter(is_quiet).collect();
        let last = leads[leads.len() - 1];
        let gain = line.lasting_gain(moves.len());
        // The lead may be better than the last one for the side that gains.
        let is_settled = |&&ply: &&usize| {
            if last < leads[0] { leads[ply] <= last } else { leads[ply] >= last }
        };
        let settled = quiet.iter().rev().take_while(is_settled).last();
        // If the lead is settled at all times outside exchanges, it is settled from the start, even if the line begins
        // with an exchange.
        let settled = if quiet.iter().all(|ply| is_settled(&ply)) { Some(&0) } else { settled };
        assert_eq!(Some(&line.settled(gain)), settled);
        assert_eq!(isize::try_from(gain).unwrap(), last - leads[0]);
    }
}
