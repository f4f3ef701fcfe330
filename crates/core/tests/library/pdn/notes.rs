//! Tests tags, comments and other notes on games and moves.

use rankmoves_core::Player;
use rankmoves_core::pdn::{self, Fen, GameResult, Omission, Record};

use super::{at, errors, game, moves, variation};

#[test]
fn tags_are_found_in_any_layout() {
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
    use GameResult::{BlackWins, Draw, RedWins, Unknown};
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
    use Omission::{LineComments, Numbers, Result, Tags, Variations};
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
        ("1. 11-15 23-19 (22-17 9-14 17x11) *", &[Variations]),
    ] {
        assert_eq!(game(text).omissions().collect::<Vec<_>>(), omissions, "{text}");
    }
    // The omission belongs to the game that contains the comment.
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
fn a_variation_is_read_up_to_its_first_illegal_move_and_the_rest_is_its_comment() {
    let record = game(
        "1. 11-15 23-19 (22-17 9-14 {a} (8-11 17-14 1-5 {)}) 17x11 {why[%clk 0:02:00]} (6-9)) (9-5) 2. 8-11 22-17 *",
    );
    let line = record.line();
    assert_eq!(moves(line), ["f6->e5", "e3->f4", "g7->f6", "c3->b4"]);
    let first = variation(line, 1, 0);
    assert_eq!(
        (moves(first), at(first, 1).comment),
        (vec!["c3->b4".to_owned(), "b6->c5".to_owned()], "a 17x11 (why) (6-9)")
    );
    let inner = variation(first, 1, 0);
    assert_eq!(
        (moves(inner), at(inner, 1).comment),
        (vec!["g7->f6".to_owned(), "b4->c5".to_owned()], "1-5 ())")
    );
    let second = variation(line, 1, 1);
    assert_eq!((moves(second), second.comment()), (Vec::new(), "9-5"));
    assert_eq!(game(&record.to_string()), record);
    let long = |blanks| format!("1. 11-15 23-19 (9-5{}) *", " ".repeat(blanks));
    assert!(game(&long(1_020)).omissions().eq([Omission::Variations]));
    for text in [&long(1_021), "1. 11-15 23-19 (9-5 *", "1. 11-15 23-19 (22-17 (9-14 1-5) (9-5 {)} *"] {
        let errors = errors(text);
        assert!(errors.len() == 1 && errors[0].contains("9-5, is illegal"), "no end is near: {errors:?}");
    }
}

#[test]
fn comments_glyphs_and_variations_belong_to_the_move_before_them() {
    let record = game(
        "{ Before\n all }[Event \"?\"] ; and {more}\n1. {first} 11-15! {a}$10(?!) {b\tb} 23-19!? \
         (1... 22-17 {dyke} (23-18 8-11 1-0) 15-19?? ({only} ) ( )) (21-17) 2. 8-11* {c} 22-17*",
    );
    let line = record.line();
    assert_eq!(line.comment(), "Before all and (more) first");
    assert_eq!(moves(line), ["f6->e5", "e3->f4", "g7->f6", "c3->b4"]);
    let [first, second, third, fourth] = [0, 1, 2, 3].map(|index| at(line, index));
    assert_eq!((first.nags, first.comment), (&[1, 10, 6][..], "a b b"));
    assert_eq!((second.nags, second.variations().count()), (&[5][..], 2));
    assert_eq!((third.nags, third.comment), (&[7][..], "c"));
    assert!(fourth.nags.is_empty());
    let dyke = variation(line, 1, 0);
    assert_eq!(moves(dyke), ["c3->b4", "e5->f4"]);
    assert_eq!(at(dyke, 0).comment, "dyke");
    assert_eq!(moves(variation(dyke, 0, 0)), ["e3->d4", "g7->f6"]);
    assert_eq!(at(variation(dyke, 0, 0), 1).comment, "1-0");
    assert_eq!((at(dyke, 1).nags, variation(dyke, 1, 0).comment()), (&[4][..], "only"));
    assert_eq!(at(dyke, 1).variations().count(), 1);
    assert_eq!(moves(variation(line, 1, 1)), ["a3->b4"]);
}

#[test]
fn words_in_parentheses_are_a_comment() {
    let record =
        game("(Old Fourteenth (so called)) 1. 11-15 (or 10-15 {sic}) 23-19 (23-18 (8-11, or 9-14) 8-11)");
    assert_eq!(record.line().comment(), "Old Fourteenth (so called)");
    assert_eq!(at(record.line(), 0).comment, "or 10-15 (sic)");
    let variation = variation(record.line(), 1, 0);
    assert_eq!(moves(variation), ["e3->d4", "g7->f6"]);
    assert_eq!(at(variation, 0).comment, "8-11, or 9-14");
}

#[test]
fn a_game_starts_from_its_fen_position() {
    let start = Record::standard_start();
    assert_eq!((start.turn(), start.legal_moves().count()), (Player::Black, 7));
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
