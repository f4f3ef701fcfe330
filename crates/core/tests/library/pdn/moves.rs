//! Tests moves in PDN: numbers, squares, chains, ambiguities.

use rankmoves_core::pdn;

use super::{at, errors, game, moves, variation};

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
        assert_eq!(at(game(&format!("1. 11-15 {glyph} *")).line(), 0).nags, [nag], "{glyph}");
    }
    assert_eq!([1, 4, 6, 7].map(pdn::glyph), ["!", "??", "?!", "$7"]);
}

#[test]
fn separators_do_not_matter() {
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

/// Black's king on 18 may go round in either direction and captures the same four men.
const CIRCLE: &str = r#"[FEN "B:W6,7,14,15:BK18"]"#;

#[test]
fn a_move_is_ambiguous_if_it_may_take_different_pieces() {
    assert_eq!(
        errors(&format!("{FORK} 1. 2x18 *")),
        ["1:28: game 1: move 1 of black, 2x18, is ambiguous: 2x9x18 or 2x11x18"]
    );
    assert_eq!(moves(game(&format!("{FORK} 2x9x18")).line()), ["d8->b6->d4"]);
    assert_eq!(moves(game(&format!("{FORK} 2x11")).line()), ["d8->f6->d4"]);
    assert_eq!(moves(game(&format!("{CIRCLE} 18x18")).line()), ["d4->b6->d8->f6->d4"]);
    assert_eq!(moves(game(&format!("{CIRCLE} 18x11x18")).line()), ["d4->b6->d8->f6->d4"]);
    assert_eq!(moves(game(&format!("{CIRCLE} 18x11x2x9x18")).line()), ["d4->f6->d8->b6->d4"]);
}

/// The two paths of [`FORK`].
const BY_9: &str = "d8->b6->d4";
const BY_11: &str = "d8->f6->d4";

#[test]
fn the_moves_that_follow_decide_between_two_ways() {
    // The paths leave white's men on 7 and 15, or on 6 and 14.
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
fn two_paths_that_both_continue_or_both_end_are_ambiguous() {
    let message = "1:28: game 1: move 1 of black, 2x18, is ambiguous: 2x9x18 or 2x11x18";
    // Nothing follows, the game ends, or White has no man on 32. Variations and comments do not count.
    for follows in ["", "*", "32-28", "1-0", "(2x18 7-3)", "{7-3}", "; 7-3\n"] {
        assert_eq!(errors(&format!("{FORK} 1. 2x18 {follows}")), [message], "{follows}");
    }
    let text = "11-15 (1. 11-16) [FEN \"B:W6,7,14,15:B2\"] 2x9 (1. 2x18 6-1) 7-3 *";
    let games: Vec<_> = pdn::games(text).collect();
    let line = games[1].as_ref().unwrap().line();
    assert_eq!(moves(line), [BY_9, "e7->f8"]);
    assert_eq!(moves(variation(line, 0, 0))[0], BY_11);
}

/// Both readings of an ambiguous jump stay possible for thousands of moves; backtracking at every move would
/// never finish.
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
fn a_chain_broken_off_is_read_by_the_moves_after_it() {
    // From 11 the chain can continue over 15 or 16.
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
