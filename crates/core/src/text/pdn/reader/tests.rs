use fastrand::Rng;

use super::*;
use crate::text::pdn::Omission;

/// A game with the parts that equality of records ignores.
#[derive(Debug, PartialEq)]
enum FullGame {
    Game(Record, Vec<Omission>),
    Error(Error),
}

fn full_game(game: Result<Record, ReadError>) -> FullGame {
    match game {
        Ok(record) => FullGame::Game(record.clone(), record.omissions().collect()),
        Err(ReadError::Game(error)) => FullGame::Error(error),
        Err(ReadError::Io(why)) => panic!("{why}"),
    }
}

fn whole(text: &str) -> Vec<FullGame> {
    games(text).map(|game| full_game(game.map_err(ReadError::Game))).collect()
}

fn streamed(text: &str, chunk: usize) -> Vec<FullGame> {
    Reader::with_sizes(text.as_bytes(), chunk, MAX_BYTES).map(full_game).collect()
}

/// Parts of texts that mean different things in different places.
const PARTS: [&str; 36] = [
    "[Event \"E\"]\n",
    "[Event \"F\"]\n",
    "[Result \"1-0\"]",
    "[Site \"x]\n",
    "[FEN \"B:W18:B1\"]\n",
    "[GameType \"20\"]\n",
    "1. 11-15 ",
    "22-18 ",
    "22-18\n",
    "15x22\n",
    "15x22 25x18\n",
    "15x22*",
    "9-14 ",
    "1-32 ",
    "word ",
    "words, and ",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "1-0\n",
    "1-0 ",
    "*\n",
    "* ",
    "{ comment }",
    "{",
    "}",
    "; to the end of the line\n",
    "% white space\n",
    "(",
    ")",
    "(23-19 ",
    "!? $3 ",
    "{of two\nlines} ",
    "(a remark)\n",
    "(of two\nlines, (nested)) ",
];

#[test]
fn a_stream_has_the_games_of_its_text_for_any_chunks() {
    let mut rng = Rng::with_seed(11);
    let (mut right, mut wrong) = (0, 0);
    for round in 0..1500 {
        let parts = 1 + round % 60;
        let text: String = (0..parts).map(|_| *rng.choice(&PARTS).unwrap()).collect();
        let expected = whole(&text);
        right += expected.iter().filter(|game| matches!(game, FullGame::Game(..))).count();
        wrong += expected.len();
        for chunk in [1, 40, 1 << 16] {
            assert_eq!(streamed(&text, chunk), expected, "{text:?} by {chunk}");
        }
    }
    assert!(right > 400 && wrong - right > 400, "{right} of {wrong}");
}

#[test]
fn remarks_after_the_last_game_belong_to_it_for_any_chunks() {
    for remarks in ["{c}\n{of two\nlines}\n", "(a remark)\n", "{c}\n(of two\nlines, (nested))\n(more)\n1-0\n"]
    {
        let text = format!("1. 11-15 *\n{remarks}");
        let expected = whole(&text);
        assert_eq!(expected.len(), 1, "{text:?}: {expected:?}");
        for chunk in [1, 12, 40] {
            assert_eq!(streamed(&text, chunk), expected, "{text:?} by {chunk}");
        }
    }
}

#[test]
fn distant_faults_are_distinguished() {
    let game = "1. 11-15 {some words} 22-18\n2. 15x22 25x18 *\n";
    let bad = ["1-32", "{ open", "(open, and not closed ", "(9-14", "word", "[x"];
    for bad in bad {
        for count in [1, 50, 300] {
            let text = game.repeat(count) + bad + "\n" + &game.repeat(count);
            let text = text.clone() + "[Event \"E\"]\n" + &text;
            let expected = whole(&text);
            assert_eq!(streamed(&text, 100), expected, "{bad} behind {count}");
        }
    }
}

#[test]
fn games_that_are_too_long_are_left_out() {
    let game = |name: &str, moves: usize| {
        format!("[Event \"{name}\"]\n{}*\n", "11-15 {x} ".repeat(moves.min(1)) + &"{x} ".repeat(moves))
    };
    for end in ["", "\n"] {
        let text = game("A", 1) + &game("B", 500) + &game("C", 1) + &"x".repeat(5000) + end + &game("D", 2);
        let reader = Reader::with_sizes(text.as_bytes(), 64, 1000);
        let mut full_game = Vec::new();
        for game in reader {
            full_game.push(match game {
                Ok(record) => record.tag("Event").unwrap().to_owned(),
                Err(ReadError::Game(error)) => match error.kind() {
                    ErrorKind::TooLong { bytes } => {
                        assert!((1001..=3000).contains(bytes), "{bytes}");
                        format!("{}: too long, line {}", error.game(), error.location().line)
                    }
                    kind => panic!("{kind}"),
                },
                Err(ReadError::Io(why)) => panic!("{why}"),
            });
        }
        let expected: &[&str] = &["A", "2: too long, line 3", "C", "4: too long, line 7", "D"];
        assert_eq!(full_game, if end.is_empty() { &expected[..4] } else { expected });
    }
}

#[test]
fn lines_that_are_not_utf_8_are_windows_1252_and_an_error_of_the_input_ends_the_games() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let bytes = b"\xef\xbb\xbf[White \"M\xfcller\"]\n[Black \"M\xc3\xbcller\"]\n1. 9-14 *\n1. 9-13 *\n";
    let mut reader = Reader::new(io::BufReader::new(bytes.chain(Failing)));
    assert!(matches!(reader.next(), Some(Err(ReadError::Io(_)))));
    assert!(reader.next().is_none());
    let mut reader = Reader::new(&bytes[..]);
    let record = reader.next().unwrap().unwrap();
    assert_eq!((record.tag("White"), record.tag("Black")), (Some("Müller"), Some("Müller")));
    assert_eq!(reader.next().unwrap().unwrap().moves().len(), 1);
    assert!(reader.next().is_none() && reader.next().is_none());
}
