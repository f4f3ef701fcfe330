//! Tests comparisons of listings: correct lines are not reported, and each difference is reported where it
//! occurs.

mod form;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use rankmoves::{RankedMove, Ranker, rank};
use rankmoves_core::exchange::Document;
use rankmoves_core::{Player, Position};
use rankmoves_judge::{Comparison, Difference, ListingPart, Mistake, Mutant, Pruned, Question, compare};
use testing::plain::Plain;
use testing::support;

/// The file of section 6 of the specification, without its pieces.
const RANKIN: &str = "\
RULES: no capture single jumps TURN: red BOARD:
\".\".\".\". .\".\".\".\" \".\".\".\". .\".\".\".\" \".\".\".\". .\".\".\".\" \".\".\".\". .\".\".\".\"
MOVES:";

fn rankin() -> Position {
    let mut setup = RANKIN.parse::<Document>().unwrap().position().unwrap().setup();
    for (square, piece) in [("c7", 'b'), ("c5", 'b'), ("d4", 'r')] {
        setup.board.put(square.parse().unwrap(), rankmoves_core::Piece::from_letter(piece).unwrap()).unwrap();
    }
    setup.position().unwrap()
}

fn verbose(position: &Position, depth: u32) -> String {
    let mut out = Vec::new();
    rankmoves::write_tree(position, depth, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn compared(position: &Position, depth: u32, is_verbose: bool, listing: &str) -> Comparison {
    compare(position, depth, is_verbose, listing.as_bytes(), &mut Ranker::new()).unwrap()
}

fn kinds(result: &Comparison) -> Vec<&Difference> {
    result.findings.iter().map(|finding| &finding.difference).collect()
}

proptest! {
    #[test]
    fn a_right_listing_differs_in_nothing(plain in support::tiny(), depth in 0..3_u32) {
        let position = support::position(&plain);
        for (is_verbose, listing) in [(false, plain.plain_text(depth)), (true, plain.verbose_text(depth))] {
            let result = compared(&position, depth, is_verbose, &listing);
            prop_assert!(result.is_same(), "{listing}\n{result:?}");
        }
    }

    #[test]
    fn form_differences_are_distinguished_from_content_differences(plain in support::tiny(), depth in 0..3_u32, form in 0..8) {
        let position = support::position(&plain);
        let right = plain.verbose_text(depth);
        let listing = match form {
            0 => right.replace("    ", "\t"),
            1 => right.replace("    ", "  "),
            2 => right.replace('\n', "\r\n"),
            3 => right.replace('\n', " \n"),
            4 => right.replace("score ", "score: "),
            5 => right.replace("red", "Red").replace("black", "Black"),
            6 => right.replace('\n', ""),
            _ => right.trim_end().to_owned(),
        };
        let result = compared(&position, depth, true, &listing);
        prop_assert_eq!(result.is_same(), listing == right);
        prop_assert!(result.is_content_right(), "{listing}\n{result:?}");
    }

    #[test]
    fn a_wrong_score_is_reported_on_its_own_line(plain in support::tiny(), depth in 0..3_u32, pick in 0..1000_usize) {
        let position = support::position(&plain);
        let right = plain.verbose_text(depth);
        let mut lines: Vec<String> = right.lines().map(str::to_owned).collect();
        let scored: Vec<usize> = (0..lines.len()).filter(|&index| lines[index].contains("score")).collect();
        prop_assume!(!scored.is_empty());
        let index = scored[pick % scored.len()];
        // No score has a leading zero.
        if lines[index].ends_with(" 0") {
            lines[index].pop();
        }
        lines[index].push('7');
        let result = compared(&position, depth, true, &(lines.join("\n") + "\n"));
        prop_assert_eq!(result.count(ListingPart::Scores), 1, "{:?}", result);
        prop_assert_eq!(result.count(ListingPart::Moves) + result.count(ListingPart::Form) + result.consequences, 0);
        prop_assert_eq!(result.findings[0].line, Some(index as u64 + 1));
    }

    #[test]
    fn a_line_left_out_is_missed(plain in support::tiny(), pick in 0..1000_usize) {
        let position = support::position(&plain);
        let right = plain.verbose_text(0);
        let mut lines: Vec<&str> = right.lines().collect();
        prop_assume!(lines[0].contains("score") && lines.len() > 1);
        let gone = lines.remove(pick % lines.len());
        let listing: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        let result = compared(&position, 0, true, &listing);
        prop_assert_eq!(result.count(ListingPart::Moves), 1);
        let Difference::Missing { mv, .. } = &result.findings[0].difference else { panic!("{result:?}") };
        let path = format!(" {mv} ");
        prop_assert!(gone.contains(&path));
    }

    #[test]
    fn any_bytes_are_compared(plain in support::tiny(), depth in 0..3_u32, noise in prop::collection::vec(any::<u8>(), 0..300), at in 0..2000_usize) {
        let position = support::position(&plain);
        let mut listing = plain.verbose_text(depth).into_bytes();
        let at = at.min(listing.len());
        listing.splice(at..at, noise);
        for is_verbose in [false, true] {
            compare(&position, depth, is_verbose, &listing[..], &mut Ranker::new()).unwrap();
        }
    }
}

/// Compares the answers of a mutant for some positions with the right answers. Returns the number of
/// positions with a wrong score, and the number of positions where the mistake explains all wrong scores.
fn explained(mistake: Mistake, plains: &[Plain], depth: u32) -> (usize, usize) {
    let (mut wrong, mut explained) = (0, 0);
    for plain in plains {
        let question = Question { text: &plain.to_text(), depth, verbose: true };
        let Some(listing) = Mutant::new(mistake).answer(&question) else { continue };
        let result = compared(&support::position(plain), depth, true, &listing);
        assert_eq!(result.is_same(), listing == plain.verbose_text(depth), "{mistake}: {listing}");
        // If the game ends early, the answer may be right for another depth, too.
        if result.right_for.is_some() {
            continue;
        }
        let mut scores = result.findings.iter().filter_map(|finding| match finding.difference {
            Difference::Score { causes, .. } => Some(causes),
            _ => None,
        });
        wrong += usize::from(scores.clone().next().is_some());
        explained += usize::from(scores.clone().next().is_some() && scores.all(|causes| causes.has(mistake)));
    }
    (wrong, explained)
}

#[test]
fn mistakes_in_scores_are_named() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut plains: Vec<Plain> = Vec::new();
    while plains.len() < 1500 {
        plains.push(support::tiny().new_tree(&mut runner).unwrap().current());
    }
    for (mistake, depth) in [
        (Mistake::KingsCountOne, 0),
        (Mistake::KingsCountThree, 0),
        (Mistake::ScoreOfOpponent, 0),
        (Mistake::ScoreAlwaysReds, 0),
        (Mistake::OwnStuckForgotten, 0),
        (Mistake::OtherStuckForgotten, 0),
        (Mistake::SignNotTurned, 2),
        (Mistake::WorstReply, 2),
        (Mistake::FirstReply, 2),
        (Mistake::NoReplyLoses, 1),
        (Mistake::NoReplyMaterial, 1),
        (Mistake::BestCarriedOver, 2),
    ] {
        let (wrong, explained) = explained(mistake, &plains[..if depth == 0 { 1500 } else { 150 }], depth);
        // The mistake must be a possible cause of every wrong score that is reported.
        assert!(wrong > 0 && explained == wrong, "{mistake}: {explained} of {wrong}");
    }
}

#[test]
fn only_the_first_cause_is_reported_not_its_consequences() {
    let right = verbose(&rankin(), 2);
    // Red has no moves after c7->a5, which is worth 99 to black, not -99.
    let listing = right.replacen("c7->a5 for black: score 99", "c7->a5 for black: score -99", 1);
    let listing = listing.replacen("d4->b6 for red: score -99", "d4->b6 for red: score 0", 1);
    let result = compared(&rankin(), 2, true, &listing);
    assert_eq!((result.count(ListingPart::Scores), result.consequences), (1, 1));
    let finding = &result.findings[0];
    assert_eq!(finding.line, Some(3));
    assert_eq!(finding.moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["d4->b6"]);
    let Difference::Score { mv, found, expected, causes, .. } = &finding.difference else { panic!() };
    assert_eq!((mv.to_string().as_str(), *found, *expected), ("c7->a5", Some(-99), 99));
    assert!(causes.has(Mistake::NoReplyLoses) && !causes.has(Mistake::SignNotTurned));
}

#[test]
fn differences_in_moves_have_their_reasons() {
    let listing = "\
d4->b6 for red: score 0
d4->c3 for red: score 0
d4->z9 for red: score 0
d4->b6 for red: score 0
";
    let result = compared(&rankin(), 0, false, listing);
    let told: Vec<String> = result
        .findings
        .iter()
        .map(|finding| match &finding.difference {
            Difference::Illegal { path, reason } => format!("{path}: {reason}"),
            Difference::Missing { mv, rule } => format!("{mv}: {rule}"),
            Difference::Repeated(mv) => format!("{mv} again"),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(
        told,
        [
            "d4->c3: a man moves forwards only, and d4->c3 is backwards",
            "d4->z9: z9 is not on the 8x8 board",
            "d4->b6 again",
            "d4->e5: Under `no capture` a player who can jump may still step.",
        ]
    );
}

#[test]
fn a_listing_of_a_player_without_moves_is_one_line() {
    let mut setup = rankin().setup();
    setup.board.remove("d4".parse().unwrap());
    let position = setup.position().unwrap();
    assert_eq!(position.turn(), Player::Red);
    assert!(compared(&position, 1, true, "Player red has no moves available.\n").is_same());
    assert_eq!(compared(&position, 1, true, "").count(ListingPart::Moves), 1);
    assert_eq!(compared(&position, 1, true, "d4->e5 for red: score 0\n").count(ListingPart::Moves), 2);
    for (said, is_right) in [
        ("red cannot move.\n", true),
        ("Moves:\nnone, no move is left\n", true),
        ("Player black has no moves available.\n", true),
        ("garbage\n", false),
        ("\n", false),
        ("-99\n", false),
        ("d4->e5 for red: score 0\nPlayer red has no moves available.\n", false),
    ] {
        for is_verbose in [false, true] {
            let result = compared(&position, 1, is_verbose, said);
            assert_eq!((result.is_content_right(), result.is_same()), (is_right, false), "{said}");
        }
    }
    let other = compared(&position, 1, true, "Player black has no moves available.\n");
    let player = Difference::Player(Player::Black);
    assert_eq!(kinds(&other), [&player]);
    let said = compared(&rankin(), 0, false, "Player red has no moves available.\n");
    assert_eq!(said.findings[0].difference, Difference::SaysNoMoves);
}

#[test]
fn scores_of_depth_0_are_known_at_any_depth() {
    let listing = "d4->b6 for red: score 0\nd4->e5 for red: score -1\n";
    for depth in 3..9 {
        let result = compared(&rankin(), depth, false, listing);
        assert_eq!((result.right_for, result.is_content_right()), (Some(0), false), "{depth}");
    }
}

/// Returns the score of a position by fail-soft alpha-beta, and lists the moves that it visits.
fn pruned(
    position: &Position,
    depth: u32,
    level: usize,
    alpha: i32,
    beta: i32,
    out: &mut String,
) -> Option<i32> {
    use std::fmt::Write;
    let (mut best, mut alpha) = (None, alpha);
    for mv in position.legal_moves() {
        let (after, player) = (position.after(&mv), position.turn());
        let indent = " ".repeat(4 * level);
        let score = if depth == 0 {
            rankmoves_core::score(&after, player)
        } else {
            writeln!(out, "{indent}? {mv} for {player}:").unwrap();
            -pruned(&after, depth - 1, level + 1, -beta, -alpha, out).unwrap_or(-99)
        };
        writeln!(out, "{indent}. {mv} for {player}: score {score}").unwrap();
        best = best.max(Some(score));
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[test]
fn cut_off_lists_and_printed_bounds_are_distinguished_from_broken_rules() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut seen, mut broken) = (Pruned::default(), Pruned::default());
    for _ in 0..300 {
        let plain = support::tiny().new_tree(&mut runner).unwrap().current();
        let position = support::position(&plain);
        let mut tree = String::new();
        pruned(&position, 2, 0, -1000, 1000, &mut tree);
        let moves: String =
            tree.lines().filter_map(|line| line.strip_prefix(". ")).flat_map(|line| [line, "\n"]).collect();
        if !position.has_moves() {
            continue;
        }
        for result in [compared(&position, 2, true, &tree), compared(&position, 2, false, &moves)] {
            assert_eq!(result.pruned().others, 0, "{tree}{:?}", result.findings);
            seen += result.pruned();
        }
        let question = Question { text: &plain.to_text(), depth: 2, verbose: true };
        let listing = Mutant::new(Mistake::KingsStepForwardOnly).answer(&question).unwrap();
        broken += compared(&position, 2, true, &listing).pruned();
    }
    assert!(seen.is_all() && seen.cut_off > 50 && seen.bounds > 5, "{seen:?}");
    assert!(!broken.is_all() && broken.others > 50, "{broken:?}");
}

#[test]
fn plain_scores_of_another_depth_are_known() {
    let listing = "d4->b6 for red: score 0\nd4->e5 for red: score -1\n";
    let result = compared(&rankin(), 2, false, listing);
    assert_eq!((result.count(ListingPart::Scores), result.right_for), (1, Some(0)));
    assert_eq!(compared(&rankin(), 0, false, listing).right_for, None);
    // The scores of depth 3, which are those of no lower depth.
    let position = Position::from_fen("W:W18,23,27:B7,9,10").unwrap();
    let plain = |depth| {
        let moves = rank(&position, depth).unwrap();
        let lines = moves.iter().map(|RankedMove { mv, score }| format!("{mv} for red: score {score}\n"));
        lines.collect::<String>()
    };
    assert!((0..3).all(|depth| plain(depth) != plain(3)));
    assert_eq!(compared(&position, 0, false, &plain(3)).right_for, Some(3));
}
