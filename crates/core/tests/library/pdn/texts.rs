//! Tests texts with many games, and their errors.

use rankmoves_core::pdn::{self, ErrorKind, GameResult, Record};
use rankmoves_core::{IllegalMove, Player};

use super::{at, errors, file, game, moves};

#[test]
fn games_end_with_a_result_before_tags_or_with_the_text() {
    let text = "1. 11-15 1-0 *\n\n 1. 9-14 * * {of the third} 1. 10-14 23-18\n[Event \"4\"]\n[Event \"still 4\"] 0-1 [FEN \"B:W:B1\"] *\n\n[Site \"6\"]";
    let games: Vec<Record> = pdn::games(text).map(Result::unwrap).collect();
    assert_eq!(games.len(), 6);
    let plies: Vec<_> = games.iter().map(|game| game.moves().len()).collect();
    assert_eq!(plies, [1, 1, 2, 0, 0, 0]);
    assert_eq!(games[2].line().comment(), "of the third");
    assert_eq!((games[3].tags().len(), games[3].result()), (3 - 1, GameResult::RedWins));
    let games: Vec<Record> =
        pdn::games("11-15 1-0 {of the\nfirst}{too}\n{of the second} 9-14 0-1").map(Result::unwrap).collect();
    let comments: Vec<_> =
        games.iter().map(|game| (game.line().comment(), game.line().moves().len())).collect();
    assert_eq!(comments, [("", 1), ("of the second", 1)]);
    assert_eq!(at(games[0].line(), 0).comment, "of the first too");
    assert_eq!(pdn::games("").count() + pdn::games(" \n% nothing\n* *").count(), 0);
}

#[test]
fn comments_after_the_last_game_are_no_game_and_belong_to_the_last_one() {
    for remarks in ["; a remark", "{a}\n% blank\n\n{remark}\n", "\n\n;a remark\r\n", "{a remark}\n*"] {
        let games: Vec<Record> =
            pdn::games(&format!("9-14 *\n11-15 *\n{remarks}")).map(Result::unwrap).collect();
        assert_eq!(games.len(), 2, "{remarks}");
        assert_eq!(at(games[1].line(), 0).comment, "a remark");
        assert_eq!(errors(&format!("1. 9-14 *\n1. 1-32 *\n{remarks}")).len(), 1);
        assert_eq!(pdn::games(&format!("1. 9-14 *\n1. 1-32 *\n{remarks}")).count(), 2, "{remarks}");
    }
}

#[test]
fn a_bad_game_does_not_stop_those_after_it() {
    let bad = [
        "1. 11-15 23-19 2. 4-12 22-17 {1-0 [Event \"no tag\"]} (22-18 1-0) 3. 1-1 0-1\n",
        "[Event \"never closed]\n[Site \"x\"]\n1. 11-15 *\n",
        "[Event 'quotes']\n1. 11-15 *\n",
        "[9th \"x\"] 1. 11-15 *\n",
        "[FEN \"W:W1:W2\"]\n*\n",
        "[GameType \"20\"] 1. 32-28 19-23 2. 28x19 2-0\n",
        "1. 11-15 {never closed 1-0 * 0-1\n\n1. 23-19\n",
        "1. 11-15 (23-19\n",
        "1. 11-15 (and so on\n",
        "1. 11-15 23-19) 8-11 *\n",
        "1. 11-15 [ 23-19\n8-11 *",
        "1. 11-15 $256 23-19 *\n",
        "1. 11-15 /FEN \"B:W1:B2\"/ 23-19 *\n",
        "1. 11-15 23 - 19 *\n",
        "some words before the games\n",
        "$1 11-15 *",
    ];
    for bad in bad {
        let text = format!("[Event \"first\"]\n1. 9-14 *\n{bad}\n[Event \"last\"]\n1. 10-14 *");
        // A bad game without tags is separated from the good game before it, too.
        let games: Vec<_> = pdn::games(&text).collect();
        assert_eq!(games.len(), 3, "{games:#?}\n{text}");
        assert!(games[1].as_ref().is_err_and(|error| error.game() == 2), "{text}");
        assert_eq!(moves(games[0].as_ref().unwrap().line()), ["b6->c5"], "{text}");
        assert_eq!(moves(games[2].as_ref().unwrap().line()), ["d6->c5"], "{text}");
    }
    let games: Vec<_> = pdn::games(&file("one-bad-game")).collect();
    assert_eq!(
        games[1].as_ref().unwrap_err().to_string(),
        "9:4: game 2: move 3 of black, 4-12, is illegal: 12 is neither a step nor a jump away from 4"
    );
    let events: Vec<_> = games.iter().flatten().map(|game| game.tag("Event")).collect();
    assert_eq!(events, [Some("First"), Some("Third")]);
}

#[test]
fn errors_give_location_and_cause() {
    let cases = [
        (
            "1. 11-16\n  23-15 *",
            "2:3: game 1: move 1 of red, 23-15, is illegal: 15 is neither a step nor a jump away from 23",
        ),
        (
            "[FEN \"W:W18:B4,15\"] 18-14",
            "1:21: game 1: move 1 of red, 18-14, is illegal: a jump is available: 18x11",
        ),
        (
            "[FEN \"W:W18:B4,15\"] 18x11 4-7",
            "1:27: game 1: move 2 of black, 4-7, is illegal: 7 is neither a step nor a jump away from 4",
        ),
        ("11-15 23-19 8-11 22-17 11-15", "1:24: game 1: move 3 of black, 11-15, is illegal: 15 is occupied"),
        (
            "1. 11-16 24x8 *",
            "1:10: game 1: move 1 of red, 24x8, is illegal: 8 is neither a step nor a jump away from 24",
        ),
        ("[FEN \"W:W18,K32:B\"] 32-27 ", ""),
        (
            "[FEN \"W:W18:B\"] 18-15 1-5",
            "1:23: game 1: move 2 of black, 1-5, is illegal: black has no moves and has lost",
        ),
        ("11-33", "1:1: game 1: expected a move such as 11-15, a comment or a result but found '11-33'"),
        ("11-15 ♞", "1:7: game 1: expected a move such as 11-15, a comment or a result but found '♞'"),
        ("11-15 <b>", "1:7: game 1: expected a move such as 11-15, a comment or a result but found '<b>'"),
        ("11-15 )", "1:7: game 1: expected a move, a comment or a result but found ')'"),
        (
            "11-15 (10-15 {x",
            "1:14: game 1: expected a comment that ends with } in the same game but found '{x'",
        ),
        ("11-15 (10-15\n", "2:1: game 1: expected a closing parenthesis but found the end of the text"),
        ("(10-15) 11-15", "1:1: game 1: expected a move before its comment or variation but found '('"),
        ("11-15 $1000", "1:7: game 1: expected a number from 0 to 255 after $ but found '$'"),
        (
            "11-15 /FEN/",
            "1:7: game 1: expected a move (a position cannot be set up during a game) but found '/FEN/'",
        ),
        (
            "[Event 'x']\n",
            "1:1: game 1: expected a tag such as [Event \"Match\"], complete on one line, but found '[Event 'x']'",
        ),
        ("[9th \"x\"]", "1:2: game 1: expected a tag's name such as Event but found '9th'"),
        (
            "{é}\n[FEN \"W:W1:B2,33.\"] *",
            "2:15: game 1: expected a square number from 1 to 32 but found '33'",
        ),
        ("[FEN \"W:W1\"]", "1:11: game 1: expected a colon but found the end"),
        (
            "[GameType \"20,W,10,10,N2,0\"] 32-28",
            "1:12: game 1: expected the game type 21, English draughts, but found '20', international draughts",
        ),
        (
            "[GameType \"\"] [GameType \"25\"] 1. c3-d4",
            "1:26: game 1: expected the game type 21, English draughts, but found '25', Russian draughts",
        ),
        (
            "[GameType \"23\"]",
            "1:12: game 1: expected the game type 21, English draughts, but found '23', American pool checkers",
        ),
        (
            "[GameType \"21,W,10,10,N2,1\"] 1. 11-15",
            "1:12: game 1: expected the game type 21, English draughts, but found '21,W,10,10,N2,1', another board",
        ),
        ("[GameType \"99\"]", "1:12: game 1: expected the game type 21, English draughts, but found '99'"),
    ];
    for (text, message) in cases {
        let expected: &[&str] = if message.is_empty() { &[] } else { &[message] };
        assert_eq!(errors(text), expected, "{text}");
    }
}

#[test]
fn an_illegal_move_gives_its_reason() {
    let error = pdn::games("1. 11-15 22-18 2. 9-14 *").next().unwrap().unwrap_err();
    let reason = IllegalMove::MustJump("e5->c3".parse().unwrap());
    let (number, player, text) = (2, Player::Black, "9-14".to_owned());
    assert_eq!(*error.kind(), ErrorKind::Illegal { number, player, text, reason });
    assert_eq!((error.location().line, error.location().column, error.location().width), (1, 19, 4));
}

#[test]
fn an_error_has_the_game_up_to_it() {
    let so_far = |text: &str| {
        let error = pdn::games(text).next().unwrap().unwrap_err();
        error.so_far().map(|record| (moves(record.line()), record.tag("Event").map(str::to_owned)))
    };
    let two = Some((vec!["f6->e5".to_owned(), "c3->d4".to_owned()], Some("E".to_owned())));
    for rest in ["2. 9-14 *", "foo", "{good} (23-18 9-20 15x22 *"] {
        assert_eq!(so_far(&format!("[Event \"E\"] 1. 11-15 22-18 {rest}")), two, "{rest}");
    }
    assert_eq!(
        so_far("[Event \"E\"] 1. 11-16 22-20"),
        Some((vec!["f6->g5".to_owned()], Some("E".to_owned())))
    );
    assert_eq!(so_far("[GameType \"20\"] 1. 11-15"), None);
    assert_eq!(so_far("[Event \"E\" 1. 11-15"), None);
}

#[test]
fn variations_are_nested_to_a_limit() {
    let nested = |depth: usize| format!("11-15 {}{}", "(10-15 ".repeat(depth), ")".repeat(depth));
    let record = game(&nested(pdn::MAX_NESTING));
    assert_eq!(game(&record.to_string()), record);
    let message = format!("1:{}: game 1: variations are nested more than 64 deep", 7 + 7 * pdn::MAX_NESTING);
    assert_eq!(errors(&nested(pdn::MAX_NESTING + 1)), [message]);
    assert_eq!(errors(&nested(100_000)).len(), 1);
}

#[test]
fn a_game_has_a_greatest_length_but_a_text_has_none() {
    let text = " ".repeat(pdn::MAX_BYTES + 1);
    let games: Vec<_> = pdn::games(&text).collect();
    assert!(matches!(&games[..], [Err(error)] if *error.kind() == ErrorKind::TooLong { bytes: text.len() }));
    assert_eq!(pdn::games(&text[1..]).count(), 0);
    let text = format!("1. 11-15 *\n{}1. 11-15 *", " ".repeat(pdn::MAX_BYTES - 15));
    assert!(text.len() > pdn::MAX_BYTES);
    assert_eq!(pdn::games(&text).flatten().count(), 2);
}

#[test]
fn a_replaced_game_leaves_the_others_as_they_are() {
    let games = |text: &str| -> Vec<Option<String>> {
        pdn::games(text).map(|game| game.ok().map(|record| record.to_string())).collect()
    };
    let new = "[Event \"New\"]\n\n1. 9-13 *";
    let mut replaced = 0;
    for name in ["one-bad-game.pdn", "strict.pdn", "variations.pdn", "wild.pdn"] {
        let bytes = std::fs::read(testing::start::top().join("testdata/pdn").join(name)).unwrap();
        let text = pdn::decode(&bytes);
        let before = games(&text);
        for number in 1..=before.len() {
            let mut expected = before.clone();
            expected[number - 1] = games(new).remove(0);
            let changed = pdn::replace_game(&text, number, new).unwrap();
            assert_eq!(games(&changed), expected, "{name} {number}");
            let is_windows = text.contains("\r\n");
            assert_eq!(changed.contains("\"]\r\n\r\n1. 9-13"), is_windows, "{name} {number}");
            replaced += 1;
        }
        for number in [0, before.len() + 1] {
            assert_eq!(pdn::replace_game(&text, number, new), None, "{name} {number}");
        }
    }
    assert!(replaced > 5, "{replaced}");
}
