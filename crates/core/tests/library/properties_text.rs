//! Tests properties of every text: written texts are read back, and no input causes a panic.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rankmoves_core::exchange::{Document, Error};
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Blocked, Path, Player, Ply, Position, Rules, Setup, Square};
use testing::plain::Plain;
use testing::seed::config;
use testing::support::{other_shapes, position, standard};

// Files and FEN.

/// Returns a file with legal plies, including passes, and the position after them.
fn game(plain: &Plain, blocked: Blocked, choices: &[Index]) -> (Document, Position) {
    let setup = position(plain).setup();
    let start = Setup { rules: Rules { blocked, ..setup.rules }, ..setup }.position().unwrap();
    let (mut here, mut plies) = (start, Vec::new());
    for choice in choices {
        let legal: Vec<_> = here.legal_moves().collect();
        let ply = match blocked {
            _ if !legal.is_empty() => Ply::Move(choice.get(&legal).path().clone()),
            Blocked::Passes => Ply::Pass,
            Blocked::Loses => break,
        };
        here = here.play_ply(&ply).unwrap();
        plies.push(ply);
    }
    (Document::new(start.setup(), plies), here)
}

fn any_game() -> BoxedStrategy<(Document, Position)> {
    let blocked = select(&[Blocked::Loses, Blocked::Passes][..]);
    (prop_oneof![standard(), other_shapes()], blocked, vec(any::<Index>(), 0..24))
        .prop_map(|(plain, blocked, choices)| game(&plain, blocked, &choices))
        .boxed()
}

/// Returns the words of a file without its comments, in order.
fn words(document: &Document) -> Vec<String> {
    let text = document.to_string();
    let code = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    code.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn a_document_is_read_as_it_was_written((document, end) in any_game()) {
        let text = document.to_string();
        let read: Document = text.parse().unwrap();
        prop_assert_eq!(&read, &document);
        prop_assert_eq!(read.position(), Ok(end));
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn separators_of_words_make_no_difference(
        (document, _) in any_game(),
        gaps in vec(select(&[" ", "\t\t", "\r\n", "\n", " # r b \"\n", "#\n\n"][..]), 1..40),
    ) {
        let words = words(&document).into_iter().zip(gaps.iter().cycle());
        let text: String = words.map(|(word, gap)| word + gap).collect();
        prop_assert_eq!(text.parse::<Document>(), Ok(document), "{}", text);
    }

    #[test]
    fn fen_is_read_as_it_was_written(plain in standard()) {
        // The mirror image of a flipped 8x8 board has the standard shape.
        let plain = if plain.cells[0][0] == '"' { plain } else { plain.mirrored() };
        let position = position(&plain);
        let fen = Fen::new(*position.board(), position.turn()).unwrap();
        prop_assert_eq!(fen.to_string().parse(), Ok(fen));
        prop_assert_eq!(fen.setup(position.rules()).position(), Ok(position));
    }
}

// Words.

fn any_square() -> BoxedStrategy<Square> {
    (0..Square::LIMIT, 0..Square::LIMIT).prop_map(|(file, rank)| Square::new(file, rank).unwrap()).boxed()
}

fn any_path() -> BoxedStrategy<Path> {
    vec(any_square(), 2..12).prop_map(|squares| Path::new(squares).unwrap()).boxed()
}

fn any_ply() -> BoxedStrategy<Ply> {
    prop_oneof![9 => any_path().prop_map(Ply::Move), 1 => Just(Ply::Pass)].boxed()
}

/// Generates strings of arbitrary characters, and of characters that moves and squares use.
fn garbage() -> BoxedStrategy<String> {
    prop_oneof!["\\PC{0,20}", ".{0,20}", "[a-e0-9>-]{0,12}", "[a-c]{1,2}[0-9]{1,3}(->[a-c][0-9]{1,2}){0,3}"]
        .boxed()
}

fn check_round_trip<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(
    value: &T,
) -> Result<(), TestCaseError> {
    let text = value.to_string();
    let read = text.parse::<T>();
    prop_assert!(read.as_ref().is_ok_and(|read| read == value), "{:?} from {}", read, text);
    Ok(())
}

/// Checks that a value read from a text is written as the same text, so texts and values correspond one to
/// one.
fn check_garbage<T: FromStr<Err: Display> + Display>(text: &str) -> Result<(), TestCaseError> {
    match text.parse::<T>() {
        Ok(value) => prop_assert_eq!(value.to_string(), text),
        Err(error) => prop_assert!(!error.to_string().is_empty()),
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(5000))]

    #[test]
    fn words_are_read_as_they_were_written(
        square in any_square(),
        path in any_path(),
        ply in any_ply(),
        player in select(&Player::ALL[..]),
    ) {
        check_round_trip(&square)?;
        check_round_trip(&path)?;
        check_round_trip(&ply)?;
        check_round_trip(&player)?;
    }

    #[test]
    fn paths_are_ordered_like_their_texts(paths in vec(any_path(), 2), common in any_path(), cut in 2..12usize) {
        let [one, other] = &paths[..] else { unreachable!() };
        prop_assert_eq!(one.cmp(other), one.to_string().cmp(&other.to_string()));
        let joined = |path: &Path| {
            let common = common.squares().iter().take(cut);
            Path::new(common.chain(path.squares()).copied()).unwrap()
        };
        let [one, other] = [joined(one), joined(other)];
        prop_assert_eq!(one.cmp(&other), one.to_string().cmp(&other.to_string()));
    }

    #[test]
    fn garbage_is_refused_or_read_correctly(text in garbage()) {
        check_garbage::<Square>(&text)?;
        check_garbage::<Path>(&text)?;
        check_garbage::<Ply>(&text)?;
        check_garbage::<Player>(&text)?;
        let _ = text.parse::<Fen>();
    }
}

// Broken files.

/// A change to the bytes of a file.
#[derive(Clone, Debug)]
enum Damage {
    /// Everything from an offset on is lost.
    Cut(Index),
    /// A few bytes are lost.
    Lose(Index, usize),
    /// Some bytes are inserted.
    Insert(Index, Vec<u8>),
    /// Some bytes replace the same number of bytes.
    Overwrite(Index, Vec<u8>),
    /// A range of bytes is repeated.
    Repeat(Index, usize),
}

fn any_damage() -> BoxedStrategy<Damage> {
    let place = || any::<Index>();
    let pieces =
        ["\"", ".", "r", "B", "|", "-", "+", "#", ":", "\n", "\r\n", "\t", " ", "pass", "->", "a1->b2"];
    let words = ["RULES:", "TURN", "MOVES:", "capture", "no", "jumps", "board 9x9", "board 15x15", "blocked"];
    let odd = ["\u{feff}", "\u{e9}", "\u{1f600}", "\u{202e}", "\0", "\u{1b}[31m"];
    let known: Vec<Vec<u8>> =
        [&pieces[..], &words, &odd].concat().iter().map(|text| text.as_bytes().to_vec()).collect();
    let bytes = move || prop_oneof![3 => select(known.clone()), 1 => vec(any::<u8>(), 1..4)].boxed();
    prop_oneof![
        place().prop_map(Damage::Cut),
        (place(), 1..40usize).prop_map(|(at, count)| Damage::Lose(at, count)),
        (place(), bytes()).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        (place(), bytes()).prop_map(|(at, bytes)| Damage::Overwrite(at, bytes)),
        (place(), 1..200usize).prop_map(|(at, count)| Damage::Repeat(at, count)),
    ]
    .boxed()
}

fn damaged(mut bytes: Vec<u8>, damage: &Damage) -> Vec<u8> {
    let length = bytes.len();
    let part = |at: &Index, count: usize| {
        let start = at.index(length + 1);
        start..length.min(start + count)
    };
    match damage {
        Damage::Cut(at) => bytes.truncate(at.index(length + 1)),
        Damage::Lose(at, count) => drop(bytes.drain(part(at, *count))),
        Damage::Insert(at, new) => drop(bytes.splice(part(at, 0), new.clone())),
        Damage::Overwrite(at, new) => drop(bytes.splice(part(at, new.len()), new.clone())),
        Damage::Repeat(at, count) => {
            let part = part(at, *count);
            let again = bytes[part.clone()].to_vec();
            bytes.splice(part.end..part.end, again);
        }
    }
    bytes
}

/// Checks that the location of an error lies inside the text, and that its message is printable and short.
fn check_error(error: &Error, bytes: &[u8]) -> Result<(), TestCaseError> {
    let text = String::from_utf8_lossy(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes));
    let location = error.location();
    prop_assert!(location.line >= 1 && location.column >= 1, "{:?}", location);
    let line = text.split('\n').nth(location.line - 1).map(|line| line.chars().count());
    let end = location.column + location.width;
    prop_assert!(line.is_some_and(|length| end <= length + 1), "{:?} in\n{}", location, text);
    let message = error.kind().to_string();
    prop_assert!(message.starts_with(|first: char| first.is_ascii_lowercase()), "{}", message);
    prop_assert!(!message.ends_with('.') && !message.contains(char::is_control), "{:?}", message);
    prop_assert!(message.chars().count() <= 2000, "{}", message);
    Ok(())
}

fn check_bytes(bytes: &[u8]) -> Result<(), TestCaseError> {
    match Document::parse(bytes) {
        Err(error) => check_error(&error, bytes),
        Ok(document) => {
            prop_assert_eq!(document.to_string().parse(), Ok(document.clone()));
            document.position().err().iter().try_for_each(|error| check_error(error, bytes))
        }
    }
}

proptest! {
    #![proptest_config(config(5000))]

    #[test]
    fn random_bytes_are_refused_with_a_location_inside_them(bytes in vec(any::<u8>(), 0..200)) {
        check_bytes(&bytes)?;
    }

    #[test]
    fn random_text_is_refused_with_a_location_inside_it(text in "(RULES:)?[ \n]?[a-zR:.#\" \n\u{e9}]{0,60}") {
        check_bytes(text.as_bytes())?;
    }
}

proptest! {
    #![proptest_config(config(8000))]

    #[test]
    fn a_damaged_file_is_read_or_refused_with_a_location_inside_it(
        (document, _) in any_game(),
        damages in vec(any_damage(), 1..4),
        (from, to) in select(&[("RULES:", "TURN:"), ("RULES:", ""), ("MOVES:", "")][..]),
    ) {
        let text = document.to_string();
        let from = text.find(from).unwrap();
        let to = if to.is_empty() { text.len() } else { text.find(to).unwrap() };
        let bytes = text.as_bytes();
        let part = damages.iter().fold(bytes[from..to].to_vec(), damaged);
        check_bytes(&[&bytes[..from], &part, &bytes[to..]].concat())?;
    }
}
