//! Tests listings in another form than the one that was asked for, and listings that lack lines.

use rankmoves::Ranker;
use rankmoves_core::Position;
use rankmoves_judge::{Difference, ListingPart, compare};

use super::{compared, kinds, rankin, verbose};

#[test]
fn an_answer_in_utf_16_is_read_and_reported() {
    let right = verbose(&rankin(), 1);
    let wrong = right.replace("-99", "-98");
    for (listing, scores) in [(right, 0), (wrong, 1)] {
        let text = format!("\u{feff}{}", listing.replace('\n', "\r\n"));
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let result = compare(&rankin(), 1, true, &bytes[..], &mut Ranker::new()).unwrap();
        let kinds: Vec<&Difference> = result.findings.iter().map(|finding| &finding.difference).collect();
        assert!(matches!(kinds[..2], [Difference::Utf16, Difference::CarriageReturn]), "{kinds:?}");
        assert_eq!((result.count(ListingPart::Moves), result.count(ListingPart::Scores)), (0, scores));
    }
}

#[test]
fn a_tree_instead_of_a_list_is_read_as_a_list() {
    let result = compared(&rankin(), 2, false, &verbose(&rankin(), 2));
    assert!(result.is_content_right() && !result.is_same(), "{result:?}");
    assert_eq!(result.findings[0].difference, Difference::Verbose);
}

#[test]
fn a_list_instead_of_a_tree_is_compared_as_a_list() {
    let listing = "d4->b6 for red: score -99\nd4->e5 for red: score -1\n";
    let result = compared(&rankin(), 2, true, listing);
    assert_eq!(kinds(&result), [&Difference::Plain]);
    assert!(!result.is_content_right());
}

#[test]
fn a_tree_of_another_depth_is_read_at_that_depth() {
    for (asked, listed) in [(1, 2), (2, 1), (0, 1), (1, 0), (3, 2), (0, 3)] {
        let result = compared(&rankin(), asked, true, &verbose(&rankin(), listed));
        let depth = Difference::Depth { found: listed, expected: asked };
        assert_eq!(kinds(&result), [&depth], "{asked} {listed}");
        assert_eq!((result.right_for, result.is_content_right()), (Some(listed), false));
    }
    // A wrong score in a tree of another depth is reported as well.
    let listing = verbose(&rankin(), 1).replace("d4->e5 for red: score -1", "d4->e5 for red: score 1");
    let result = compared(&rankin(), 2, true, &listing);
    assert_eq!(
        (result.count(ListingPart::Moves), result.count(ListingPart::Scores), result.right_for),
        (1, 1, None)
    );
}

#[test]
fn a_tree_in_which_every_line_has_the_wrong_form_is_read_at_its_depth() {
    // The game may end after three plies, so the beginning of the tree does not show its depth.
    let position = Position::from_fen("B:WK14,31:BK15").unwrap();
    for depth in 1..5 {
        let right = verbose(&position, depth);
        for wrong in
            [right.replace("score", "Score"), right.replace('\n', "\r\n"), right.replace("    ", "\t")]
        {
            let result = compared(&position, depth, true, &wrong);
            assert!(result.is_content_right() && !result.is_same(), "{depth}: {result:?}");
        }
    }
}

#[test]
fn a_listing_that_ends_too_soon_has_one_difference() {
    let right = verbose(&rankin(), 2);
    let lines: Vec<&str> = right.lines().collect();
    for count in 0..lines.len() {
        let listing: String = lines[..count].iter().flat_map(|line| [line, "\n"]).collect();
        let result = compared(&rankin(), 2, true, &listing);
        assert_eq!(
            result.count(ListingPart::Form) + result.count(ListingPart::Scores) + result.consequences,
            0,
            "{count}"
        );
        assert_eq!(result.count(ListingPart::Moves), 1, "{count}");
        match &result.findings[0].difference {
            Difference::EndsTooSoon(next) => assert_eq!(*next, lines[count].trim_start()),
            Difference::Missing { mv, .. } => assert_eq!(format!("? {mv} for red:"), lines[count]),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_closing_line_that_is_left_out_is_a_missing_score() {
    let right = verbose(&rankin(), 2);
    let lines: Vec<&str> = right.lines().collect();
    // A closing line is less indented than the line before it, which belongs to the last reply.
    let closes = |at: &usize| {
        lines[*at].trim_start().starts_with(". ") && {
            let blanks = |line: &str| line.len() - line.trim_start().len();
            lines[..*at].last().is_some_and(|before| blanks(before) > blanks(lines[*at]))
        }
    };
    let closing: Vec<usize> = (0..lines.len()).filter(closes).collect();
    assert!(closing.len() > 2, "{right}");
    for at in closing {
        let rest: Vec<&str> = (0..lines.len()).filter(|&line| line != at).map(|line| lines[line]).collect();
        let result = compared(&rankin(), 2, true, &(rest.join("\n") + "\n"));
        let [moves, scores] = [ListingPart::Moves, ListingPart::Scores].map(|part| result.count(part));
        assert!(moves + scores > 0, "without {}: {result:?}", lines[at]);
    }
}

#[test]
fn marks_that_are_missing_everywhere_are_a_difference_in_form() {
    let right = verbose(&rankin(), 2);
    let result = compared(&rankin(), 2, true, &right.replace("? ", "").replace(". ", ""));
    assert!(result.is_content_right() && !result.is_same(), "{result:?}");
    // Without its opening line, a move has no replies.
    let closing: String =
        right.lines().filter(|line| !line.contains('?')).flat_map(|line| [line, "\n"]).collect();
    assert!(compared(&rankin(), 2, true, &closing).count(ListingPart::Moves) > 0);
    // If the closing line of a move is missing, its replies are still all found.
    let opening: String = verbose(&rankin(), 1)
        .lines()
        .filter(|line| !line.starts_with(". "))
        .flat_map(|line| [line, "\n"])
        .collect();
    let result = compared(&rankin(), 1, true, &opening);
    assert_eq!(result.count(ListingPart::Form), 1, "{result:?}");
    assert_eq!(result.count(ListingPart::Moves), 1, "the last one ends too soon: {result:?}");
}

#[test]
fn replies_announced_after_the_last_move_are_a_difference_in_form() {
    let listing = "? d4->b6 for red:\n. d4->b6 for red: score 0\n. d4->e5 for red: score -1\n";
    let result = compared(&rankin(), 0, true, listing);
    assert_eq!(kinds(&result), [&Difference::TooDeep("d4->b6".to_owned())]);
    assert!(result.is_content_right());
}

#[test]
fn a_move_of_another_ply_with_the_same_text_is_distinguished() {
    // Two kings go back and forth.
    let mut setup = rankin().setup();
    for square in ["c7", "c5", "d4"] {
        setup.board.remove(square.parse().unwrap());
    }
    for (square, piece) in [("a1", 'R'), ("h8", 'B')] {
        setup.board.put(square.parse().unwrap(), rankmoves_core::Piece::from_letter(piece).unwrap()).unwrap();
    }
    let position = setup.position().unwrap();
    let right = verbose(&position, 4);
    for (from, to) in [("    ", "\t"), ("score ", "score: ")] {
        let result = compared(&position, 4, true, &right.replace(from, to));
        assert!(result.is_content_right() && !result.is_same(), "{:?}", kinds(&result));
    }
}

#[test]
fn differences_in_form_count_their_lines() {
    let listing = verbose(&rankin(), 1).replace("    ", "\t");
    let result = compared(&rankin(), 1, true, &listing);
    assert_eq!(result.findings.len(), 1);
    assert_eq!(
        (result.count(ListingPart::Form), result.findings[0].line, result.findings[0].more),
        (6, Some(2), 5)
    );
}

#[test]
fn a_byte_order_mark_is_a_difference_in_form() {
    let listing = "\u{feff}d4->b6 for red: score 0\nd4->e5 for red: score -1\n";
    assert_eq!(kinds(&compared(&rankin(), 0, false, listing)), [&Difference::ByteOrderMark]);
}

#[test]
fn lines_that_open_moves_without_end_are_one_difference() {
    let listing = "? d4->h8 for red:\n".repeat(10_000);
    let result = compared(&rankin(), 2, true, &listing);
    assert!(matches!(kinds(&result)[0], Difference::Illegal { .. }), "{:?}", kinds(&result));
    assert_eq!((result.count(ListingPart::Form), result.count(ListingPart::Moves)), (0, 3));
}
