//! Tests of the reasons why a move is worse, and of the lines that show them.

use super::*;

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
