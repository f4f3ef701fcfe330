//! Checks PDN: games that are read are legal according to the oracle, and are read back from their own text.

use rankmoves_core::pdn::{self, Line, Record};
use rankmoves_core::{Blocked, Player};

use super::start::{Start, check_message};
use testing::plain::{Colour, Plain};

/// Checks that any bytes give games or errors located inside the text, that a written game reads back
/// unchanged, and that its moves agree with the oracle.
pub fn check(data: &[u8]) {
    let text = pdn::decode(data);
    for (index, game) in pdn::games(&text).enumerate() {
        assert!(index <= text.len(), "more games than characters");
        match game {
            Ok(record) => check_record(&record),
            Err(error) => {
                assert_eq!(error.game(), index + 1);
                check_message(&error.kind().to_string());
                let location = error.location();
                let line =
                    text.split('\n').nth(location.line - 1).expect("the line is there").chars().count();
                assert!(
                    location.column >= 1 && location.column - 1 + location.width <= line,
                    "{error} in\n{text}"
                );
            }
        }
    }
}

fn check_record(record: &Record) {
    let text = record.to_string();
    let again: Vec<_> = pdn::games(&text).collect();
    assert_eq!(again, [Ok(record.clone())], "{text}");
    let again = again[0].as_ref().expect("it is equal to a record");
    assert_eq!(again.to_string(), text);
    assert_eq!((again.result(), again.position()), (record.result(), record.position()), "{text}");
    assert!(!text.contains(|sign: char| sign.is_control() && sign != '\n'), "{text:?}");

    let start = plain(record);
    assert_eq!(start.position(), record.start());
    let mut plies = 300;
    let end = follow(record.line(), start, &mut plies);
    if plies > 0 {
        assert_eq!(end.position(), record.position());
    }
}

/// Plays a line and its variations with the oracle; `plies` is the number of plies still allowed.
fn follow(line: Line<'_>, start: Start, plies: &mut usize) -> Start {
    let mut here = start;
    for annotated in line.moves() {
        *plies = plies.saturating_sub(1);
        if *plies == 0 {
            break;
        }
        for variation in annotated.variations() {
            follow(variation, here.clone(), plies);
        }
        let text = annotated.mv.to_string();
        let moves = here.plain.moves();
        let (_, after) = moves.into_iter().find(|(legal, _)| *legal == text).expect("the move is legal");
        here = here.with(after);
    }
    here
}

/// Returns the start of a game in the oracle's form.
fn plain(record: &Record) -> Start {
    let start = record.start();
    let mut plain = Plain::start(true, true);
    plain.turn = if start.turn() == Player::Red { Colour::Red } else { Colour::Black };
    for (row, cells) in plain.cells.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate().filter(|(_, cell)| **cell != '"') {
            let name = format!("{}{}", char::from(b"abcdefgh"[column]), 8 - row);
            let square = name.parse().expect("the name of a square");
            *cell = start.board().get(square).map_or('.', rankmoves_core::Piece::letter);
        }
    }
    Start { plain, blocked: Blocked::Loses }
}
