//! PDN games: each form in which they are found, what is written, and what is refused.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rankmoves::exchange::Document;
use rankmoves::pdn::{self, BadTag, Ending, Error, ErrorKind, Fen, Line, Omission, Record, Unsupported};
use rankmoves::{Blocked, IllegalMove, Player, Ply, Position, Rules, Setup, Shape};
use testing::seed::config;
use testing::support::{position, standard};

/// The only game of a text.
fn game(text: &str) -> Record {
    let mut games = pdn::games(text);
    let game = games.next().unwrap_or_else(|| panic!("no game in {text}"));
    assert_eq!(games.next(), None, "{text}");
    game.unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The moves of a line, by the names of their squares.
fn moves(line: &Line) -> Vec<String> {
    line.moves.iter().map(|annotated| annotated.mv.to_string()).collect()
}

/// The errors of a text as they are shown.
fn errors(text: &str) -> Vec<String> {
    pdn::games(text).filter_map(Result::err).map(|error| error.to_string()).collect()
}

fn file(name: &str) -> String {
    let bytes = std::fs::read(format!("testdata/pdn/{name}.pdn")).unwrap();
    pdn::decode(&bytes).into_owned()
}

// Moves.

#[test]
fn numbers_of_moves_may_be_wrong_missing_or_glued_to_the_moves() {
    let texts = [
        "1. 11-15 23-19 2. 8-11 22-17 *",
        "11-15 23-19 8-11 22-17",
        "1.11-15 23-19 2.8-11 22-17 *",
        "1. 11-15 1... 23-19 2. 8-11 2... 22-17 *",
        "1. 11-15 1. ... 23-19 7. 8-11 22-17. *",
        "1 11-15 23-19\n2\n8-11\t22-17\r\n*",
        "\u{feff} 1. 11-15 23-19 % a blank 9. 9-14\n2. 8-11 22-17 *",
    ];
    for text in texts {
        assert_eq!(moves(game(text).line()), ["f6->e5", "e3->f4", "g7->f6", "c3->b4"], "{text}");
    }
}

#[test]
fn glyphs_are_written_as_they_are_read() {
    for nag in 0..=255 {
        let glyph = pdn::glyph(nag);
        assert_eq!(game(&format!("1. 11-15 {glyph} *")).line().moves[0].nags, [nag], "{glyph}");
    }
    assert_eq!([1, 4, 6, 7].map(pdn::glyph), ["!", "??", "?!", "$7"]);
}

#[test]
fn the_separator_says_nothing() {
    for text in
        ["9-14 22-18 5-9 18-15", "9x14 22x18 5x9 18x15", "9:14 22:18 5:9 18:15", "09–14 22—18 05−9 18×15"]
    {
        assert_eq!(moves(game(text).line()), ["b6->c5", "c3->d4", "a7->b6", "d4->e5"], "{text}");
    }
    assert_eq!(moves(game("11-15 22-18 15-22 25-18").line())[2..], ["e5->c3", "b2->d4"]);
}

#[test]
fn squares_may_have_names() {
    for text in
        ["f6-e5 c3-d4 e5xc3", "f6e5 c3d4 e5c3", "F6-E5 C3:D4 E5XC3", "1115 2218 1522", "11-15 c3-d4 15x22"]
    {
        assert_eq!(moves(game(text).line()), ["f6->e5", "c3->d4", "e5->c3"], "{text}");
    }
}

/// White's man on 26 must jump to 17, 10 and 1.
const CHAIN: &str = r#"[FEN "W:W26,31:B22,14,6,12"]"#;

#[test]
fn chains_may_be_written_in_full_in_part_or_jump_by_jump() {
    let texts = [
        "26x17x10x1",
        "26x1",
        "26-1",
        "2601",
        "26x10x1",
        "26x17x1",
        "26:17:10:1",
        "d2xb4xd6xb8",
        "d2xb8",
        "26x17 17x10 10x1",
        "26x17x10 10x1",
        "26x17",
        "26x10",
    ];
    for text in texts {
        let record = game(&format!("{CHAIN} 1. {text} 12-16 *"));
        assert_eq!(moves(record.line()), ["d2->b4->d6->b8", "h6->g5"], "{text}");
    }
}

/// Black's man on 2 may jump to 18 by way of 9 or 11.
const FORK: &str = r#"[FEN "B:W6,7,14,15:B2"]"#;

/// Black's king on 18 may go round either way and takes the same four men.
const CIRCLE: &str = r#"[FEN "B:W6,7,14,15:BK18"]"#;

#[test]
fn a_move_is_ambiguous_if_it_may_take_different_pieces() {
    assert_eq!(
        errors(&format!("{FORK} 1. 2x18 *")),
        ["1:28: game 1: move 1 of black, 2x18, is ambiguous: it may be d8->b6->d4 or d8->f6->d4"]
    );
    assert_eq!(moves(game(&format!("{FORK} 2x9x18")).line()), ["d8->b6->d4"]);
    assert_eq!(moves(game(&format!("{FORK} 2x11")).line()), ["d8->f6->d4"]);
    assert_eq!(moves(game(&format!("{CIRCLE} 18x18")).line()), ["d4->b6->d8->f6->d4"]);
    assert_eq!(moves(game(&format!("{CIRCLE} 18x11x18")).line()), ["d4->b6->d8->f6->d4"]);
    assert_eq!(moves(game(&format!("{CIRCLE} 18x11x2x9x18")).line()), ["d4->f6->d8->b6->d4"]);
}

/// The two ways of [`FORK`], with what is left of white's men after each.
const BY_9: &str = "d8->b6->d4";
const BY_11: &str = "d8->f6->d4";

#[test]
fn the_moves_that_follow_decide_between_two_ways() {
    // White's men are left on 7 and 15, or on 6 and 14.
    for (follows, way) in [
        ("7-3", BY_9),
        ("15-10 *", BY_9),
        ("6-1", BY_11),
        ("14-10 18-22 10-7 22-26 6-1", BY_11),
        ("{a comment} $1 (2x11 14-10) 1... 7-3", BY_9),
        ("(2x9x18 7-2) (one of two (!) ways, that is) 6-1", BY_11),
        ("* 6-1 *", BY_11),
    ] {
        let text = if follows.starts_with('*') {
            format!("{FORK} 1. 2x18{follows}")
        } else {
            format!("{FORK} 1. 2x18 {follows}")
        };
        assert_eq!(moves(game(&text).line())[0], way, "{text}");
    }
}

#[test]
fn two_ways_that_both_go_on_or_both_end_are_ambiguous() {
    let message = "1:28: game 1: move 1 of black, 2x18, is ambiguous: it may be d8->b6->d4 or d8->f6->d4";
    // Only the jumper moves on; white has no man on 32; nothing follows; a variation is no part of the game.
    for follows in ["", "*", "32-28", "1-0", "(2x18 7-3)", "{7-3}", "; 7-3\n"] {
        assert_eq!(errors(&format!("{FORK} 1. 2x18 {follows}")), [message], "{follows}");
    }
    let variation = "11-15 (1. 11-16) [FEN \"B:W6,7,14,15:B2\"] 2x9 (1. 2x18 6-1) 7-3 *";
    let games: Vec<_> = pdn::games(variation).collect();
    let line = games[1].as_ref().unwrap().line().clone();
    assert_eq!(moves(&line), [BY_9, "e7->f8"]);
    assert_eq!(moves(&line.moves[0].variations[0])[0], BY_11);
}

/// Both ways are followed for thousands of moves; trying one after the other
/// at each of them would never end.
#[test]
fn a_late_move_decides() {
    let fork = r#"[FEN "B:WK29,6,7,14,15:B2,K4"]"#;
    let shuffle = "29-25 4-8 25-29 8-4 ".repeat(5000);
    for (last, way) in [("7-3", BY_9), ("6-1", BY_11)] {
        let record = game(&format!("{fork} 1. 2x18 {shuffle}{last} *"));
        assert_eq!(moves(record.line())[0], way);
        assert_eq!(record.moves().len(), 20_002);
    }
    let errors = errors(&format!("{fork} 1. 2x18 {shuffle} *"));
    assert!(errors[0].contains("2x18, is ambiguous"), "{errors:?}");
}

#[test]
fn a_chain_broken_off_is_read_by_what_follows() {
    // From 11 it may go on over 15 or over 16.
    let open = r#"[FEN "B:W7,15,16:B2"]"#;
    for (follows, path) in [("16-12", "d8->f6->d4"), ("15-10", "d8->f6->h4")] {
        assert_eq!(moves(game(&format!("{open} 1. 2x11 {follows}")).line())[0], path);
    }
    let errors = errors(&format!("{open} 1. 2x11 *"));
    assert!(errors[0].contains("2x11, is illegal"), "{errors:?}");
}

#[test]
fn moves_are_written_by_their_ends_or_in_full_if_others_have_the_same() {
    let movetext = |text: &str| game(text).to_string().split("\n\n").nth(1).unwrap().to_owned();
    assert_eq!(movetext(&format!("{CHAIN} 26x17x10x1 12-16")), "1... 26x1 2. 12-16 *\n");
    assert_eq!(movetext(&format!("{FORK} 2x11x18")), "1. 2x11x18 *\n");
    assert_eq!(movetext(&format!("{CIRCLE} 18x18")), "1. 18x9x2x11x18 *\n");
    assert_eq!(movetext("11x15 22x18 15-22 25-18"), "1. 11-15 22-18 2. 15x22 25x18 *\n");
}

// Tags, comments and other notes on games and moves.

#[test]
fn tags_are_found_in_any_dress() {
    let record = game(
        "[event\"A b\"] [ SITE  \"\" ]\n\n[setup \"1\"][White \"J. \"Wee\" Smith\"]\n[Black \"a \\\"b\\\" \\\\ c:\\d\"] [Board-width \"8\"]11-15",
    );
    let tags: Vec<_> = record.tags().iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
    let expected = [
        ("Event", "A b"),
        ("SITE", ""),
        ("SetUp", "1"),
        ("White", "J. \"Wee\" Smith"),
        ("Black", r#"a "b" \ c:\d"#),
        ("Board_width", "8"),
    ];
    assert_eq!(tags, expected);
    assert_eq!((record.tag("white"), record.tag("Round")), (Some("J. \"Wee\" Smith"), None));
    assert_eq!(moves(record.line()), ["f6->e5"]);
}

#[test]
fn the_result_is_that_of_the_tag_or_else_of_the_movetext() {
    use Ending::{BlackWins, Draw, RedWins, Unknown};
    let cases = [
        ("1-0", BlackWins),
        ("2-0", BlackWins),
        ("0-1", RedWins),
        ("0-2", RedWins),
        ("1/2-1/2", Draw),
        ("1-1", Draw),
        ("*", Unknown),
        ("0-0", Unknown),
    ];
    for (text, ending) in cases {
        assert_eq!(game(&format!("1. 11-15 {text}")).result(), ending, "{text}");
        assert_eq!(game(&format!("[Result \"{text}\"] 1. 11-15 *")).result(), ending, "{text}");
        assert_eq!(game(&format!("[Result \"*\"] 1. {text}")).result(), ending, "{text}");
    }
    assert_eq!(game("[Result \"1-0\"] 1. 11-15 0-1").result(), BlackWins);
    assert_eq!(game("[Result \"\"] 1. 11-15 0-1").result(), RedWins);
    assert_eq!(game("[Result \"0-0\"] 1. 11-15 1-0").result(), Unknown);
    assert_eq!(game("[Event \"no end\"] 1. 11-15").result(), Unknown);
}

#[test]
fn omissions_of_a_record_are_named() {
    use Omission::{LineComments, Numbers, Result, Tags};
    for (text, omissions) in [
        (
            "[Event \"E\"] [Result \"2-0\"] [GameType \"21\"] 1. 11-15! 22-18 (1... 23-19) 2. 15x22 1-0",
            &[][..],
        ),
        ("[FEN \"W:W18:B14\"] 1... 18x9 {50 % of it} 0-1", &[]),
        ("[Result \"0-0\"] 1. 11-15 0-0", &[]),
        ("[Result \"1-0\"] 1. 11-15 0-1", &[Result]),
        ("[Result \"0-0\"] 1. 11-15 0-1", &[Result]),
        ("% a\n[Event \"E\"] 1. 11-15 *", &[LineComments]),
        ("1. 11-15 % ]{\n 22-18 *", &[LineComments]),
        ("[FEN \"W:WK18:B14,6\"] 18x9 % of two words\n 9x2 *", &[LineComments]),
        ("1. 11-15 *\n% at the end", &[LineComments]),
        ("1. 11-15 3. 22-18 *", &[Numbers]),
        ("1. 11-15 22-18 (4... 23-19) *", &[Numbers]),
        ("[GameType \"21,W,8,8,N1,0\"] 1. 11-15 *", &[Tags]),
        ("[Result \"1-0\"] [result \"0-1\"] 12. 11-15 *", &[Numbers, Tags]),
    ] {
        assert_eq!(game(text).omissions().collect::<Vec<_>>(), omissions, "{text}");
    }
    // Of the game that has them.
    let games = pdn::games("1. 11-15 * % of the second\n 1. 9-14 * 1. 9-13 *");
    assert_eq!(games.map(|game| game.unwrap().omissions().count()).collect::<Vec<_>>(), [0, 1, 0]);
}

#[test]
fn a_result_that_is_none_is_kept() {
    for (text, result) in [("1. 11-15 0-0", "0-0"), ("[Result \"1+ - 1-\"] 1. 11-15 *", "1+ - 1-")] {
        assert_eq!(game(text).tag("Result"), Some(result));
        assert!(game(text).to_string().contains(&format!("[Result \"{result}\"]")), "{text}");
    }
}

#[test]
fn comments_glyphs_and_variations_belong_to_the_move_before_them() {
    let record = game(
        "{ Before\n all }[Event \"?\"] ; and {more}\n1. {first} 11-15! {a}$10(?!) {b\tb} 23-19!? \
         (1... 22-17 {dyke} (23-18 8-11 1-0) 15-19?? ({only} ) ( )) (21-17) 2. 8-11* {c} 22-17*",
    );
    let line = record.line();
    assert_eq!(line.comment, "Before all and (more) first");
    assert_eq!(moves(line), ["f6->e5", "e3->f4", "g7->f6", "c3->b4"]);
    let [first, second, third, fourth] = &line.moves[..] else { unreachable!() };
    assert_eq!((&first.nags[..], first.comment.as_str()), (&[1, 10, 6][..], "a b b"));
    assert_eq!((&second.nags[..], second.variations.len()), (&[5][..], 2));
    assert_eq!((&third.nags[..], third.comment.as_str()), (&[7][..], "c"));
    assert!(fourth.nags.is_empty());
    let dyke = &second.variations[0];
    assert_eq!(moves(dyke), ["c3->b4", "e5->f4"]);
    assert_eq!(dyke.moves[0].comment, "dyke");
    assert_eq!(moves(&dyke.moves[0].variations[0]), ["e3->d4", "g7->f6"]);
    assert_eq!(dyke.moves[0].variations[0].moves[1].comment, "1-0");
    assert_eq!((&dyke.moves[1].nags[..], dyke.moves[1].variations[0].comment.as_str()), (&[4][..], "only"));
    assert_eq!(dyke.moves[1].variations.len(), 1);
    assert_eq!(moves(&second.variations[1]), ["a3->b4"]);
}

#[test]
fn words_in_parentheses_are_a_comment() {
    let record =
        game("(Old Fourteenth (so called)) 1. 11-15 (or 10-15 {sic}) 23-19 (23-18 (8-11, or 9-14) 8-11)");
    assert_eq!(record.line().comment, "Old Fourteenth (so called)");
    assert_eq!(record.line().moves[0].comment, "or 10-15 (sic)");
    let variation = &record.line().moves[1].variations[0];
    assert_eq!(moves(variation), ["e3->d4", "g7->f6"]);
    assert_eq!(variation.moves[0].comment, "8-11, or 9-14");
}

#[test]
fn a_game_starts_where_its_fen_says() {
    let start = Record::standard_start();
    assert_eq!((start.turn(), start.legal_moves().len()), (Player::Black, 7));
    for text in [
        "1. 11-15",
        "[FEN \"\"] 11-15",
        "[FEN \"B:W21-32:B1-12.\"] 11-15",
        "[GameType \"21,B,8,8,N1,0\"] 11-15",
    ] {
        assert_eq!(game(text).start(), start, "{text}");
        assert!(!game(text).to_string().contains("FEN"), "{text}");
    }
    let record = game("[FEN \"w:wk26, 32 :b\"] 26-22");
    assert_eq!(Fen::new(*record.start().board(), record.start().turn()).unwrap().to_string(), "W:WK26,32:B");
    assert_eq!(
        Fen::new(*record.position().board(), record.position().turn()).unwrap().to_string(),
        "B:WK22,32:B"
    );
    assert!(record.to_string().contains("[SetUp \"1\"]\n[FEN \"W:WK26,32:B\"]\n\n1... 26-22 *\n"));
}

// Texts of many games.

#[test]
fn games_end_with_a_result_before_tags_or_with_the_text() {
    let text = "1. 11-15 1-0 *\n\n 1. 9-14 * * {of the third} 1. 10-14 23-18\n[Event \"4\"]\n[Event \"still 4\"] 0-1 [FEN \"B:W:B1\"] *\n\n[Site \"6\"]";
    let games: Vec<Record> = pdn::games(text).map(Result::unwrap).collect();
    assert_eq!(games.len(), 6);
    let plies: Vec<_> = games.iter().map(|game| game.moves().len()).collect();
    assert_eq!(plies, [1, 1, 2, 0, 0, 0]);
    assert_eq!(games[2].line().comment, "of the third");
    assert_eq!((games[3].tags().len(), games[3].result()), (3 - 1, Ending::RedWins));
    let games: Vec<Record> =
        pdn::games("11-15 1-0 {of the\nfirst}{too}\n{of the second} 9-14 0-1\n{of none}")
            .map(Result::unwrap)
            .collect();
    let comments: Vec<_> =
        games.iter().map(|game| (game.line().comment.as_str(), game.line().moves.len())).collect();
    assert_eq!(comments, [("", 1), ("of the second", 1), ("of none", 0)]);
    assert_eq!(games[0].line().moves[0].comment, "of the first too");
    assert_eq!(pdn::games("").count() + pdn::games(" \n% nothing\n* *").count(), 0);
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
        // Without tags of its own a bad game may follow a good one.
        let games: Vec<_> = pdn::games(&text).collect();
        assert_eq!(games.len(), 3, "{games:#?}\n{text}");
        assert!(games[1].as_ref().is_err_and(|error| error.game() == 2), "{text}");
        assert_eq!(moves(games[0].as_ref().unwrap().line()), ["b6->c5"], "{text}");
        assert_eq!(moves(games[2].as_ref().unwrap().line()), ["d6->c5"], "{text}");
    }
    let games: Vec<_> = pdn::games(&file("one-bad-game")).collect();
    assert_eq!(
        games[1].as_ref().unwrap_err().to_string(),
        "9:4: game 2: move 3 of black, 4-12, is illegal: h6 is neither a step nor a jump away from h8"
    );
    let events: Vec<_> = games.iter().flatten().map(|game| game.tag("Event")).collect();
    assert_eq!(events, [Some("First"), Some("Third")]);
}

#[test]
fn errors_say_where_and_what() {
    let cases = [
        (
            "1. 11-16\n  23-15 *",
            "2:3: game 1: move 1 of red, 23-15, is illegal: e5 is neither a step nor a jump away from e3",
        ),
        (
            "[FEN \"W:W18:B4,15\"] 18-14",
            "1:21: game 1: move 1 of red, 18-14, is illegal: a jump is available: d4->f6",
        ),
        (
            "[FEN \"W:W18:B4,15\"] 18x11 4-7",
            "1:27: game 1: move 2 of black, 4-7, is illegal: e7 is neither a step nor a jump away from h8",
        ),
        ("11-15 23-19 8-11 22-17 11-15", "1:24: game 1: move 3 of black, 11-15, is illegal: e5 is occupied"),
        (
            "1. 11-15 23-19 ( 22-17 9-14 17x11) *",
            "1:29: game 1: move 2 of red, 17x11, is illegal: f6 is neither a step nor a jump away from b4",
        ),
        (
            "1. 11-16 24x8 *",
            "1:10: game 1: move 1 of red, 24x8, is illegal: g7 is neither a step nor a jump away from g3",
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
        ("11-15 (10-15 {x", "1:14: game 1: expected a closing } before the next game but found '{x'"),
        ("11-15 (10-15\n", "2:1: game 1: expected a closing parenthesis but found the end of the text"),
        ("(10-15) 11-15", "1:1: game 1: expected a move before what is said about it but found '('"),
        ("11-15 $1000", "1:7: game 1: expected a number from 0 to 255 behind $ but found '$'"),
        (
            "11-15 /FEN/",
            "1:7: game 1: expected a move, as no position can be set up amid a game, but found '/FEN/'",
        ),
        (
            "[Event 'x']\n",
            "1:1: game 1: expected a tag on one line such as [Event \"Match\"] but found '[Event 'x']'",
        ),
        ("[9th \"x\"]", "1:2: game 1: expected a tag's name such as Event but found '9th'"),
        (
            "{é}\n[FEN \"W:W1:B2,33.\"] *",
            "2:15: game 1: expected a square number from 1 to 32 but found '33.'",
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
    for rest in ["2. 9-14 *", "foo", "{good} (23-18 9-20) 15x22 *"] {
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
fn a_text_has_a_greatest_length() {
    let text = " ".repeat(pdn::MAX_BYTES + 1);
    let games: Vec<_> = pdn::games(&text).collect();
    assert!(matches!(&games[..], [Err(error)] if *error.kind() == ErrorKind::TooLong { bytes: text.len() }));
    assert_eq!(pdn::games(&text[1..]).count(), 0);
}

// Writing.

#[test]
fn strict_files_are_written_as_they_are() {
    for name in ["strict", "variations"] {
        let text = file(name);
        let text = text.trim_start_matches(|c| c != '[');
        assert_eq!(game(text).to_string(), text, "{name}");
    }
}

#[test]
fn a_wild_file_is_tamed() {
    let games: Vec<Record> = pdn::games(&file("wild")).map(Result::unwrap).collect();
    let texts: Vec<String> = games.iter().map(ToString::to_string).collect();
    let expected = [
        "[Event \"Club mêlée\"]\n[Date \"????.??.??\"]\n[Black \"O\\\"Neill\"]\n[White \"J. \\\"Wee\\\" Müller\"]\n\
         [Result \"0-1\"]\n[GameType \"21\"]\n\n\
         1. 11-15 23-18 2. 8-11 {the Cross} 2... 27-23 $1 3. 9-14 {a quiet move 9-14 is\n\
         meant} 3... 18x9 4. 5x14 *\n",
        "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n[Result \"*\"]\n[GameType \"21\"]\n\
         [SetUp \"1\"]\n[FEN \"W:W26,K31:B6,12,14,22\"]\n\n1... 26x1 *\n",
        "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n\
         1. 11-15 {no tags at all} 1... 23-18 *\n",
        "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n[Result \"0-0\"]\n[GameType \"21\"]\n\n*\n",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn lines_have_80_characters_at_most_and_do_not_look_like_tags() {
    let words = "a [Event \"x\"] % b ".repeat(40);
    let record = game(&format!("11-15 {{{words}}} 23-19 ({{{words}}} 22-17)"));
    let text = record.to_string();
    let movetext = text.split("\n\n").nth(1).unwrap();
    // Room for a word that may not begin a line.
    assert!(movetext.lines().all(|line| line.chars().count() <= 80 + 7), "{text}");
    assert!(movetext.lines().all(|line| !line.starts_with(['[', '%'])), "{text}");
    assert_eq!(game(&text), record);
    let plain = game(&format!("11-15 {{{}}}", "word ".repeat(100))).to_string();
    assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
    assert!(plain.lines().filter(|line| line.chars().count() > 75).count() >= 5, "{plain}");
}

#[test]
fn tags_are_set_unless_they_follow_from_the_game() {
    let mut record = Record::new(Record::standard_start(), &[]).unwrap();
    record.set_tag("white", "a").unwrap();
    record.set_tag("White", "b \"c\" \\\n").unwrap();
    record.set_tag("Round", "1").unwrap();
    record.set_result(Ending::RedWins);
    let tags: Vec<_> = record.tags().iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
    assert_eq!(tags, [("White", "b \"c\" \\ "), ("Round", "1"), ("Result", "0-1")]);
    for name in ["Result", "gametype", "SetUp", "FEN"] {
        assert!(matches!(record.set_tag(name, ""), Err(BadTag::Derived(_))), "{name}");
    }
    for name in ["", "9", "a b", "é", "x]"] {
        assert_eq!(record.set_tag(name, ""), Err(BadTag::Name(name.to_owned())), "{name}");
    }
    assert_eq!(game(&record.to_string()), record);
    let other = Record::new(Record::standard_start(), &[]).unwrap();
    assert_ne!(other, record);
}

#[test]
fn rules_and_plies_that_pdn_cannot_hold_are_named() {
    let english = Record::standard_start();
    let with = |rules: Rules| Setup { rules, ..english.setup() }.position().unwrap();
    let refused = |start: Position, plies: &[&str]| {
        let plies: Vec<Ply> = plies.iter().map(|ply| ply.parse().unwrap()).collect();
        Record::new(start, &plies).unwrap_err().to_string()
    };
    let [no_capture, _, single, _] = Rules::ALL;
    assert_eq!(refused(with(no_capture), &[]), "PDN cannot hold the rule `no capture`");
    assert_eq!(refused(with(single), &[]), "PDN cannot hold the rule `single jumps`");
    let passes = Rules { blocked: Blocked::Passes, ..Rules::ENGLISH };
    assert_eq!(refused(with(passes), &["pass"]), "PDN cannot hold the rule `blocked passes`");
    assert_eq!(refused(english, &["f6->e5", "pass"]), "PDN cannot hold a pass, which ply 2 is");
    assert_eq!(refused(english, &["f6->e5", "f6->e5"]), "ply 2, f6->e5, is illegal: there is no piece on f6");
    let text = "RULES: capture multiple jumps board 10x8 TURN: red BOARD: ".to_owned() + &"\" . ".repeat(4);
    let rows = [text, ". \" ".repeat(4)]
        .into_iter()
        .chain((2..10).map(|row| if row % 2 == 0 { "\" . ".repeat(4) } else { ". \" ".repeat(4) }));
    let large = rows.collect::<String>() + " MOVES:";
    let large = large.parse::<Document>().unwrap().position().unwrap();
    assert_eq!(refused(large, &[]), "PDN cannot hold a board of 10x8");
    let flipped = Shape::new(8, 8, true).unwrap();
    assert_eq!(Unsupported::Board { shape: flipped }.to_string(), "PDN cannot hold a flipped board of 8x8");
}

// Whatever the game, whatever the text.

/// A game of random moves from a random start, English rules.
fn random_game() -> impl Strategy<Value = (Position, Vec<Ply>)> {
    let start = prop_oneof![
        Just(Record::standard_start()),
        standard().prop_map(|plain| {
            let plain = if plain.cells[0][0] == '"' { plain } else { plain.mirrored() };
            Setup { rules: Rules::ENGLISH, ..position(&plain).setup() }.position().unwrap()
        }),
    ];
    (start, vec(any::<Index>(), 0..80)).prop_map(|(start, choices)| {
        let (mut here, mut plies) = (start, Vec::new());
        for choice in choices {
            let legal = here.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = choice.get(&legal);
            here = here.play(mv).unwrap();
            plies.push(Ply::from(mv));
        }
        (start, plies)
    })
}

/// A random game as a text with random words between the moves, in full paths,
/// and a variation on some moves.
fn annotated_text() -> impl Strategy<Value = String> {
    let words = [
        "",
        "",
        "{a comment}",
        "$3",
        "!?",
        "; to the end }\n",
        "12.",
        "...",
        "{}",
        "(?)",
        "{[Event \"x\"]}",
        "% blank\n",
        "*",
        "(or so)",
        "{%}",
        "{\\}",
    ];
    (random_game(), vec((select(words.to_vec()), any::<Index>(), 0..4_usize), 80)).prop_map(
        |((start, plies), said)| {
            let number = |square| Shape::STANDARD.number(square).unwrap().to_string();
            let word = |ply: &Ply| match ply {
                Ply::Move(path) => {
                    path.squares().iter().map(|&square| number(square)).collect::<Vec<_>>().join("x")
                }
                Ply::Pass => unreachable!(),
            };
            let fen = Fen::new(*start.board(), start.turn()).unwrap();
            let (mut text, mut here) = (format!("[Event \"random\"] [FEN \"{fen}\"]\n"), start);
            for (ply, (said, choice, variations)) in plies.iter().zip(said) {
                text += &[&word(ply), said, ""].join(" ");
                if variations == 3 {
                    let legal = here.legal_moves();
                    let other = choice.get(&legal);
                    text += &["(", &word(&Ply::from(other)), "{other}", said, ") "].join(" ");
                }
                here = here.play_ply(ply).unwrap();
            }
            // A star between blanks ends a game, glued to a move it does not.
            text.replace(" * ", "* ")
        },
    )
}

/// An error lies inside the text, and its message is fit to be shown.
fn check_error(error: &Error, text: &str) -> Result<(), TestCaseError> {
    let location = error.location();
    let line = text.split('\n').nth(location.line - 1).map(|line| line.chars().count());
    let end = location.column + location.width;
    prop_assert!(
        location.column >= 1 && line.is_some_and(|length| end <= length + 1),
        "{:?} in\n{}",
        location,
        text
    );
    let message = error.kind().to_string();
    prop_assert!(message.starts_with(|first: char| first.is_ascii_lowercase()), "{}", message);
    prop_assert!(!message.ends_with('.') && !message.contains(char::is_control), "{:?}", message);
    prop_assert!(message.chars().count() <= 300, "{}", message);
    Ok(())
}

/// Whatever is read is written so that it is read alike; the rest is refused.
fn check_text(text: &str) -> Result<(), TestCaseError> {
    let mut locations = vec![(0, 0)];
    for (index, game) in pdn::games(text).enumerate() {
        prop_assert!(index <= text.len());
        match game {
            Err(error) => {
                check_error(&error, text)?;
                prop_assert_eq!(error.game(), index + 1);
                locations.push((error.location().line, error.location().column));
            }
            Ok(record) => {
                let written = record.to_string();
                let again: Vec<_> = pdn::games(&written).collect();
                prop_assert_eq!(again.len(), 1, "{}", written);
                prop_assert_eq!(again[0].as_ref(), Ok(&record), "{}", written);
                prop_assert_eq!(again[0].as_ref().unwrap().to_string(), written);
            }
        }
    }
    prop_assert!(locations.is_sorted(), "{:?}", locations);
    Ok(())
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn a_record_is_read_as_it_was_written((start, plies) in random_game(), event in "\\PC{0,20}", won in any::<bool>()) {
        let mut record = Record::new(start, &plies).unwrap();
        record.set_tag("Event", &event).unwrap();
        record.set_result(if won { Ending::RedWins } else { Ending::Unknown });
        let text = record.to_string();
        let read = game(&text);
        prop_assert_eq!(&read, &record, "{}", text);
        prop_assert_eq!((read.start(), read.result(), read.tag("Event")), (start, record.result(), Some(event.as_str())));
        let paths: Vec<Ply> = read.moves().into_iter().map(Ply::from).collect();
        prop_assert_eq!(&paths, &plies);
        let end = plies.iter().try_fold(start, |here, ply| here.play_ply(ply)).unwrap();
        prop_assert_eq!(read.position(), end);
    }

    #[test]
    fn an_annotated_game_is_read_as_it_was_written(text in annotated_text()) {
        game(&text);
        check_text(&text)?;
    }
}

proptest! {
    #![proptest_config(config(4000))]

    #[test]
    fn a_damaged_text_is_read_or_refused_with_a_location_inside_it(
        texts in vec(annotated_text(), 1..4),
        damages in vec((any::<Index>(), 0..12_usize, damage()), 1..6),
    ) {
        let mut bytes = texts.join("\n0-1\n").into_bytes();
        for (at, lost, new) in damages {
            let start = at.index(bytes.len() + 1);
            let end = bytes.len().min(start + lost);
            bytes.splice(start..end, new);
        }
        check_text(&pdn::decode(&bytes))?;
    }

    #[test]
    fn random_text_is_read_or_refused_with_a_location_inside_it(text in "[-\\[\\]{}()\"\\\\;%$!?*/.:x0-9a-hKWBFEN \n\r\u{e9}]{0,80}") {
        check_text(&text)?;
    }
}

fn damage() -> impl Strategy<Value = Vec<u8>> {
    let known = [
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "\"",
        "\\",
        ";",
        "%",
        "$",
        "$7",
        "!",
        "*",
        "/",
        ".",
        ":",
        "-",
        "x",
        "1-0",
        "1-1",
        "11-15",
        "\n",
        "\r\n",
        "\u{feff}",
        "\u{e9}",
        "\u{1f600}",
        "\u{202e}",
        "\0",
        "[Event \"x\"]",
        "[FEN \"W:W1:B2\"]",
        "[GameType \"20\"]",
    ];
    let known: Vec<Vec<u8>> = known.iter().map(|text| text.as_bytes().to_vec()).collect();
    prop_oneof![1 => Just(Vec::new()), 4 => select(known), 1 => vec(any::<u8>(), 1..4)]
}
