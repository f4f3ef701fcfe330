//! Tests the text of written games, and the games that PDN cannot hold.

use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::{self, BadTag, GameResult, Record, Unsupported};
use rankmoves_core::{Blocked, Ply, Position, Rules, Setup, Shape};

use super::{file, game};

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
    // A word that may not begin a line can exceed the limit.
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
    record.set_result(GameResult::RedWins);
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
    assert_eq!(refused(english, &["f6->e5", "pass"]), "PDN cannot hold a pass (ply 2)");
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
