//! Tests of moves as people type them.

use rankmoves_core::pdn::Fen;
use rankmoves_core::{Player, Position, Rules};

use super::*;

fn position(fen: &str) -> Position {
    fen.parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap()
}

fn found(position: &Position, text: &str) -> String {
    match parse_move(position, &[], Notation::Names, text) {
        Ok(ParsedMove::Move(mv)) => mv.to_string(),
        Ok(ParsedMove::Jumps(path)) => format!("the jumps {path}"),
        Ok(ParsedMove::Piece(square)) => format!("the piece on {square}"),
        Err(why) => why,
    }
}

#[test]
fn a_move_has_many_spellings() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    for text in ["c3->d4", "c3-d4", "c3 d4", "C3 D4", "22-18", "22 18", "22->18", "c3-18", "#3", " c3 - d4 "]
    {
        assert_eq!(found(&start, text.trim()), "c3->d4", "{text:?}");
    }
    // a3->b4 c3->b4 c3->d4 e3->d4 e3->f4 g3->f4 g3->h4
    assert_eq!(found(&start, "a3"), "a3->b4");
    assert_eq!(found(&start, "h4"), "g3->h4");
    assert_eq!(found(&start, "c3"), "the piece on c3");
    assert_eq!(found(&start, "d4"), "c3->d4 and e3->d4 end on d4: type one of them");
}

#[test]
fn a_chain_may_be_given_in_part() {
    // The king on 30 (c1) can go around four men in either direction.
    let circle = position("W:WK30:B17,18,25,26");
    assert_eq!(found(&circle, "30x21x14x23x30"), "c1->a3->c5->e3->c1");
    assert_eq!(found(&circle, "30x21x14x30"), "c1->a3->c5->e3->c1");
    assert_eq!(
        found(&circle, "c1xc1"),
        "c1->a3->c5->e3->c1 and c1->e3->c5->a3->c1 go from c1 to c1: type one of them"
    );
}

#[test]
fn a_separator_after_some_squares_of_a_chain_begins_it() {
    let text = include_str!("../../../../../testdata/valid/chain-may-stop-early.txt");
    let free = text.parse::<rankmoves_core::exchange::Document>().unwrap().position().unwrap();
    for (text, meant) in [
        ("a1xe5", "a1->c3->e5"),
        ("a1xe5x", "the jumps a1->c3->e5"),
        ("e5x", "the jumps a1->c3->e5"),
        ("a1->e5->", "the jumps a1->c3->e5"),
        ("c3x", "the jumps a1->c3"),
        // The chain ends on g7, so the last separator means nothing.
        ("a1xg7x", "a1->c3->e5->g7"),
        ("g7x", "a1->c3->e5->g7"),
    ] {
        assert_eq!(found(&free, text), meant, "{text:?}");
    }
    // The king on c1 visits c5 in either direction.
    let circle = position("W:WK30:B17,18,25,26");
    let two = "c1->a3->c5 and c1->e3->c5 continue from c5: type one of them";
    for (text, meant) in [
        ("c1xc5x", two),
        ("c5x", two),
        ("e3x", "c1->a3->c5->e3 and c1->e3 continue from e3: type one of them"),
    ] {
        assert_eq!(found(&circle, text), meant, "{text:?}");
    }
}

#[test]
fn text_that_is_not_a_move_is_refused_with_the_reason() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    for (text, why) in [
        ("c3->c4", "c4 is a red square: pieces stand only on black squares"),
        ("c3->e5", "there is no black piece on d4 to jump"),
        ("b6", "the piece on b6 is black's, but it is red's turn"),
        ("a1", "the piece on a1 is blocked"),
        ("e5", "no move of red ends on e5"),
        ("d5", "d5 is a red square: pieces stand only on black squares"),
        ("i9", "i9 is not on the 8x8 board"),
        ("33-1", "expected a square number from 1 to 32 but found 33"),
        ("#8", "expected a number from #1 to #7: there are 7 moves"),
        ("#0", "expected a number from #1 to #7: there are 7 moves"),
        ("#+1", "expected a number from #1 to #7: there are 7 moves"),
        ("#", "expected a number from #1 to #7: there are 7 moves"),
    ] {
        assert_eq!(found(&start, text), why, "{text:?}");
    }
    assert!(found(&start, "hello").starts_with("expected a move such as c3->d4"));
    assert!(found(&start, "+22-18").starts_with("expected a move such as"));
    assert!(found(&start, "é3").starts_with("expected a move such as"));
    let must = position("W:W22,32:B18");
    for text in ["g1-f2", "32-27"] {
        assert_eq!(found(&must, text), "a jump is available: c3->e5", "{text:?}");
    }
    assert_eq!(found(&must, "32"), "red must jump: c3 takes d4");
}

#[test]
fn very_many_moves_are_refused_in_short_and_played_in_full() {
    let text = include_str!("../../../../../testdata/large/very-many-moves.txt");
    let large = text.parse::<rankmoves_core::exchange::Document>().unwrap().position().unwrap();
    let first = large.legal_moves().next().unwrap().to_string();
    for (text, meant) in [
        (first.as_str(), first.as_str()),
        ("#1", &first),
        ("n13", "the piece on n13"),
        ("n13->p15", "n13->p15"),
        ("b1", "the piece on b1"),
        ("#1001", "expected a number from #1 to #1000 (the moves that are listed) or a path"),
        ("p15", "red has more than 1000 moves: type the whole path to p15"),
        ("c2", "the piece on c2 is black's, but it is red's turn"),
        (
            "b1xp15",
            "p15 is neither a step nor a jump away from b1; \
             the piece on b1 has more than 1000 moves: type a whole path",
        ),
    ] {
        assert_eq!(found(&large, text), meant, "{text:?}");
    }
}

#[test]
fn a_file_may_be_called_x() {
    let setup = rankmoves_core::Setup {
        board: rankmoves_core::Board::start(rankmoves_core::Shape::new(4, 28, false).unwrap(), 1),
        turn: Player::Red,
        rules: Rules::ENGLISH,
        jumping: None,
    };
    // The playable squares of rank 1 are on the files a, c, … w, y, aa.
    let wide = setup.position().unwrap();
    assert_eq!(found(&wide, "w1xx2"), "w1->x2");
    assert_eq!(found(&wide, "y1 x2"), "y1->x2");
    assert_eq!(found(&wide, "x2"), "w1->x2 and y1->x2 end on x2: type one of them");
}
