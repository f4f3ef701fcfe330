//! Tests that random games are the same after writing and reading, and that damaged texts are read or
//! refused.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rankmoves_core::pdn::{self, Error, Fen, GameResult, Record};
use rankmoves_core::{Ply, Position, Rules, Setup, Shape};
use testing::seed::config;
use testing::support::{position, standard};

use super::game;

/// Generates a game of random moves from a random start, under English rules.
fn random_game() -> BoxedStrategy<(Position, Vec<Ply>)> {
    let start = prop_oneof![
        Just(Record::standard_start()),
        standard().prop_map(|plain| {
            let plain = if plain.cells[0][0] == '"' { plain } else { plain.mirrored() };
            Setup { rules: Rules::ENGLISH, ..position(&plain).setup() }.position().unwrap()
        }),
    ];
    (start, vec(any::<Index>(), 0..80))
        .prop_map(|(start, choices)| {
            let (mut here, mut plies) = (start, Vec::new());
            for choice in choices {
                let legal: Vec<_> = here.legal_moves().collect();
                if legal.is_empty() {
                    break;
                }
                let mv = choice.get(&legal);
                here = here.play(mv).unwrap();
                plies.push(Ply::from(mv));
            }
            (start, plies)
        })
        .boxed()
}

/// Generates a random game as text: moves with full paths, random words between them, and variations of some
/// moves.
fn annotated_text() -> BoxedStrategy<String> {
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
    (random_game(), vec((select(words.to_vec()), any::<Index>(), 0..4_usize), 80))
        .prop_map(|((start, plies), said)| {
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
                    let legal: Vec<_> = here.legal_moves().collect();
                    let other = choice.get(&legal);
                    text += &["(", &word(&Ply::from(other)), "{other}", said, ") "].join(" ");
                }
                here = here.play_ply(ply).unwrap();
            }
            // A star between blanks ends a game; right after a move it does not.
            text.replace(" * ", "* ")
        })
        .boxed()
}

/// Checks that the location of an error lies inside the text, and that its message is printable and short.
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

/// Checks that each game read from the text is the same after writing and reading. Checks each error, too.
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
        record.set_result(if won { GameResult::RedWins } else { GameResult::Unknown });
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

fn damage() -> BoxedStrategy<Vec<u8>> {
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
    prop_oneof![1 => Just(Vec::new()), 4 => select(known), 1 => vec(any::<u8>(), 1..4)].boxed()
}
