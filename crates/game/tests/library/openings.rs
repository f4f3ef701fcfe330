//! Compares the named openings with openings derived from the rules.

use std::collections::HashSet;

use rankmoves_core::pdn::Record;
use rankmoves_core::{Move, Player, Position, score};
use rankmoves_game::{DrawRules, Opening, ParseOpeningError};

/// The openings that the American Checker Federation bars: their numbers and moves. Of its list of 174, 144
/// were in the deck before 2003, and 12 were added then. `CheckerBoard` bars the same 18.
const BARRED: [(u32, &str); 18] = [
    (3, "9-13 21-17 10-14"),
    (13, "9-13 23-18 10-14"),
    (26, "9-13 24-19 10-15"),
    (35, "9-13 24-20 12-16"),
    (44, "9-14 22-18 12-16"),
    (45, "9-14 22-18 14-17"),
    (48, "9-14 23-19 10-15"),
    (52, "9-14 24-19 10-15"),
    (77, "10-14 24-19 11-15"),
    (88, "10-15 21-17 9-14"),
    (94, "10-15 22-17 9-14"),
    (109, "10-15 24-20 11-16"),
    (114, "11-15 21-17 10-14"),
    (137, "11-16 21-17 10-14"),
    (145, "11-16 22-18 10-15"),
    (156, "11-16 24-19 10-15"),
    (168, "12-16 23-18 9-14"),
    (171, "12-16 23-19 16x23"),
];

/// Returns the score that the player to move can force, within the bounds `low` and `high`. Searches all
/// moves for `plies` plies, and then only jumps, until there are none.
fn won(position: &Position, plies: u32, mut low: i32, high: i32) -> i32 {
    let moves: Vec<_> = position.legal_moves().collect();
    let jumps = moves.first().is_some_and(Move::is_jump);
    if plies == 0 && !jumps || moves.is_empty() {
        return score(position, position.turn());
    }
    for mv in moves {
        low = low.max(-won(&position.after(&mv), plies.saturating_sub(1), -high, -low));
        if low >= high {
            break;
        }
    }
    low
}

fn position(opening: &Opening) -> Position {
    *opening.game(DrawRules::default()).position()
}

/// The published count of lines equals perft (section 7 of the specification): 7, 49, 302.
#[test]
fn the_three_move_deck_has_the_openings_that_lose_no_man_and_are_not_barred() {
    let start = Record::standard_start();
    let mut lines = 0;
    let mut playable = HashSet::new();
    for first in start.legal_moves() {
        let after_first = start.after(&first);
        for second in after_first.legal_moves() {
            let after_second = after_first.after(&second);
            for third in after_second.legal_moves() {
                lines += 1;
                playable.insert(after_second.after(&third));
            }
        }
    }
    assert_eq!((lines, playable.len()), (302, 216));
    playable.retain(|position| won(position, 5, -100, 100) == 0);
    assert_eq!(playable.len(), 174, "42 lose a man");
    for (number, moves) in BARRED {
        let barred: Opening = moves.parse().unwrap();
        assert_eq!(barred.number(), None, "{number}");
        assert!(playable.remove(&position(&barred)), "{moves}");
    }
    assert_eq!((playable.len(), Opening::three_move().len()), (156, 156));
    for opening in Opening::three_move() {
        assert!(playable.remove(&position(opening)), "{opening}: lost, barred or twice");
        assert_eq!((opening.plies().len(), position(opening).turn()), (3, Player::Red));
    }
}

#[test]
fn the_numbers_of_the_deck_are_those_of_the_federation_without_the_barred() {
    let barred = BARRED.map(|(number, _)| number);
    let expected = (1..=174).filter(|number| !barred.contains(number));
    assert!(Opening::three_move().filter_map(Opening::number).eq(expected));
    // Openings sorted by number are also sorted by the squares of their moves.
    let lines: Vec<Vec<u32>> = Opening::three_move()
        .map(|opening| opening.to_string().split(['-', 'x', ' ']).map(|it| it.parse().unwrap()).collect())
        .collect();
    assert!(lines.is_sorted(), "{lines:?}");
}

#[test]
fn an_opening_is_found_by_its_name_however_it_is_written() {
    for (text, moves) in [
        ("Edinburgh Single", "9-13 22-18 11-15"),
        ("  fraser’s INFERNO ", "10-14 22-18 7-10"),
        ("will o the wisp", "11-15 23-19 9-13"),
        ("skullcracker", "10-15 22-17 15-19"),
        ("old fourteenth", "11-15 23-19 8-11 22-17 4-8"),
        ("Kelso", "10-15"),
    ] {
        assert_eq!(text.parse::<Opening>().unwrap().to_string(), moves, "{text}");
    }
}

#[test]
fn a_name_that_is_misspelt_is_refused_with_those_like_it() {
    let refused = |text: &str| text.parse::<Opening>().unwrap_err().to_string();
    assert_eq!(
        refused("Edinborough"),
        "expected the name of an opening, or moves such as 11-15 23-19, but found 'Edinborough'; did you \
         mean Edinburgh?"
    );
    assert!(refused("wildernes").ends_with("did you mean Wilderness I, or Wilderness II?"));
    assert!(refused("single").contains("Edinburgh Single"));
    assert!(!refused("zzzzzzzzz").contains("did you mean"));
    assert!(refused(&"long ".repeat(10_000)).len() < 300);
}

#[test]
fn moves_that_are_no_opening_are_refused() {
    let refused = |text: &str| text.parse::<Opening>().unwrap_err();
    assert_eq!(refused(" "), ParseOpeningError::Empty);
    assert!(refused("11-15 11-15").to_string().contains("illegal"));
    assert!(matches!(refused("11-15 * 11-15"), ParseOpeningError::NotMoves(_)));
    assert_eq!(refused("1."), ParseOpeningError::Empty);
    assert!(matches!(refused("11-15 {"), ParseOpeningError::Moves(_)));
}
