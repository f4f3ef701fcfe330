//! Tests the suite: every mistake is caught by the smallest board that shows it, and failures are shrunk.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use rankmoves_core::exchange::Document;
use rankmoves_core::{Board, Capture, Jumps, Piece, Player, Resources, Rules, Setup, Shape, Square};
use rankmoves_judge::{Case, Mistake, Mistakes, Mutant, Question, SuiteOptions, refused, shrink, suite};

pub fn default_suite() -> &'static [Case] {
    static SUITE: OnceLock<Vec<Case>> = OnceLock::new();
    SUITE.get_or_init(|| suite(&SuiteOptions::default()))
}

/// Returns the cases that catch a mistake.
fn catching(cases: &[Case], mistake: Mistake) -> impl Iterator<Item = &Case> {
    cases.iter().filter(move |case| case.catches.contains(&mistake))
}

/// Returns the mistakes that no case catches.
fn uncovered(cases: &[Case]) -> Vec<Mistake> {
    let is_uncovered = |mistake: &Mistake| catching(cases, *mistake).next().is_none();
    Mistake::ALL.iter().copied().filter(is_uncovered).collect()
}

fn is_caught(case: &Case, mistakes: impl Into<Mistakes>) -> bool {
    Mutant::new(mistakes).answer(&case.question()).as_ref() != Some(&case.answer)
}

fn size(case: &Case) -> (u32, usize) {
    (case.depth, case.pieces())
}

#[test]
fn every_mistake_is_caught_three_times_and_no_right_program_is() {
    let suite = default_suite();
    assert_eq!(suite.len(), 73);
    assert_eq!(uncovered(suite), []);
    for case in suite {
        let caught: Vec<Mistake> =
            Mistake::ALL.iter().copied().filter(|&mistake| is_caught(case, mistake)).collect();
        assert_eq!(case.catches, caught, "{}", case.name);
        assert!(!is_caught(case, Mistakes::NONE), "{}\n{}", case.name, case.text);
    }
    for &mistake in Mistake::ALL {
        assert!(catching(suite, mistake).count() >= 3, "{mistake}: {}", catching(suite, mistake).count());
    }
}

#[test]
fn names_are_different_and_in_order_and_each_case_has_its_purpose() {
    let suite = default_suite();
    assert!(suite.is_sorted_by(|one, other| one.name < other.name));
    let is_plain = |name: &str| name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    assert!(suite.iter().all(|case| is_plain(&case.name) && !case.purpose.is_empty()));
    assert!(refused().iter().all(|file| is_plain(&file.name) && !file.purpose.is_empty()));
}

#[test]
fn special_boards_are_in_the_suite() {
    let cases = default_suite();
    let moves = |case: &Case| {
        case.text.parse::<Document>().unwrap().position().unwrap().legal_moves().collect::<Vec<_>>()
    };
    let stuck = cases.iter().filter(|case| case.answer.contains("no moves available")).count();
    assert!(stuck >= 3, "{stuck}");
    let most = cases.iter().map(|case| moves(case).len()).max().unwrap();
    assert!((25..=100).contains(&most), "{most}");
    let jumps = |case: &Case| moves(case).iter().map(|mv| mv.captured().len()).max().unwrap_or(0);
    let longest = cases.iter().map(jumps).max().unwrap();
    assert!((5..=15).contains(&longest), "{longest}");
    let has = |mistake, depth: u32| catching(default_suite(), mistake).any(|case| case.depth == depth);
    assert!(has(Mistake::RepetitionDrawn, 3) && has(Mistake::RepetitionDrawn, 4));
    assert!(has(Mistake::DepthNotInMemo, 4) && has(Mistake::DepthNotInMemo, 5));
}

#[test]
fn a_tree_shows_drawn_repetitions_but_not_scores_stored_without_depth() {
    for case in catching(default_suite(), Mistake::DepthNotInMemo) {
        assert!(!case.verbose && case.depth >= 4, "{}", case.name);
        let tree = Case::new(case.text.clone(), case.depth, true).unwrap();
        assert!(!is_caught(&tree, Mistake::DepthNotInMemo), "{}", case.name);
    }
    for case in catching(default_suite(), Mistake::RepetitionDrawn) {
        assert!(case.depth >= 3, "{}", case.name);
        let tree = Case::new(case.text.clone(), case.depth, true).unwrap();
        assert!(is_caught(&tree, Mistake::RepetitionDrawn), "{}", case.name);
    }
}

/// Returns whether the suite catches a program that answers the changed questions instead: in some case, its
/// answer differs or is missing.
fn is_misread(change: impl Fn(&Case) -> Option<(String, u32)>) -> bool {
    default_suite().iter().any(|case| {
        let Some((text, depth)) = change(case) else { return true };
        let question = Question { text: &text, depth, verbose: case.verbose };
        Mutant::new(Mistakes::NONE).answer(&question).as_ref() != Some(&case.answer)
    })
}

#[test]
fn programs_that_read_a_part_of_the_question_are_caught() {
    let at = |depth: u32| move |case: &Case| Some((case.text.clone(), depth.min(case.depth)));
    for most in 0..10 {
        assert!(is_misread(at(most)), "depths above {most} are taken for {most}");
    }
    assert!(!is_misread(at(10)));
    let digit = |case: &Case, last: bool| {
        let text = case.depth.to_string();
        let digit = if last { &text[text.len() - 1..] } else { &text[..1] };
        Some((case.text.clone(), digit.parse().unwrap()))
    };
    assert!(is_misread(|case| digit(case, false)) && is_misread(|case| digit(case, true)));
    for bytes in [1 << 10, 1 << 12, 1 << 13] {
        let cut = |case: &Case| Some((case.text.get(..bytes).unwrap_or(&case.text).to_owned(), case.depth));
        assert!(is_misread(cut), "only {bytes} bytes are read");
        let long = |line: &&str| line.len() > bytes / 8;
        assert!(default_suite().iter().any(|case| case.text.lines().any(|line| long(&line))));
    }
    let first_lines_only = |case: &Case| Some((case.text.replace("board ", "# "), case.depth));
    assert!(is_misread(first_lines_only), "boards of other sizes are taken for 8x8");
}

#[test]
fn the_forms_of_a_section_are_in_the_suite() {
    let has = |form: &str| default_suite().iter().any(|case| case.text.contains(form));
    for form in ["TURN:black", "TURN: black", "TURN :\n", "RULES: capture", "RULES:capture"] {
        assert!(has(form), "{form}");
    }
    let sides = |case: &Case| {
        let shape = case.text.parse::<Document>().unwrap().setup().board.shape();
        (shape.ranks(), shape.files())
    };
    let shapes: Vec<(u8, u8)> = default_suite().iter().map(sides).collect();
    assert!(shapes.contains(&(6, 5)) && shapes.contains(&(10, 12)), "{shapes:?}");
}

#[test]
#[ignore = "makes another suite; `make soak` runs it"]
fn another_seed_makes_another_suite_whose_smallest_cases_are_as_small() {
    let other = suite(&SuiteOptions { seed: 2, ..SuiteOptions::default() });
    assert_ne!(other, default_suite());
    assert_eq!(uncovered(&other), []);
    // With every seed, the smallest cases have the same size.
    for &mistake in Mistake::ALL {
        let smallest = |suite: &[Case]| catching(suite, mistake).map(size).min();
        assert_eq!(smallest(&other), smallest(default_suite()), "{mistake}");
    }
}

#[test]
fn options_are_kept_and_mistakes_that_they_hide_are_named() {
    let rules = Rules { capture: Capture::Required, jumps: Jumps::Single, ..Rules::ENGLISH };
    let shape = Shape::new(6, 6, false).unwrap();
    let options = SuiteOptions {
        count: 40,
        depths: 1..=2,
        rules: Some(rules),
        shape,
        moves: false,
        seed: 7,
        other_boards: true,
    };
    let suite = suite(&options);
    assert_eq!(suite.len(), 40);
    for case in &suite {
        let document: Document = case.text.parse().unwrap();
        let Setup { board, rules, .. } = document.setup();
        assert_eq!((rules, document.plies().len()), (options.rules.unwrap(), 0));
        assert_eq!((board.shape().ranks(), board.shape().files()), (6, 6));
        assert!(options.depths.contains(&case.depth));
    }
    for mistake in [Mistake::NoEarlyStop, Mistake::NoIgnored, Mistake::EarlyStop, Mistake::MovesNotPlayed] {
        assert!(uncovered(&suite).contains(&mistake), "{mistake}");
    }
    assert!(!uncovered(&suite).contains(&Mistake::MenJumpBackward));
}

#[test]
fn a_small_suite_is_made_of_the_smallest_cases() {
    let suite = suite(&SuiteOptions { count: 5, ..SuiteOptions::default() });
    assert_eq!(suite, default_suite()[..5]);
}

/// Calls `visit` with all boards of `count` pieces, without men on their
/// crowning rank, whose first piece is on one of the squares `first`.
fn boards(count: usize, first: &[Square], visit: &mut impl FnMut(Board)) {
    fn add(board: Board, first: &[Square], rest: &[Square], count: usize, visit: &mut impl FnMut(Board)) {
        if count == 0 {
            return visit(board);
        }
        for &square in first {
            let after =
                rest.iter().position(|&other| other == square).map_or(&rest[..0], |at| &rest[at + 1..]);
            for piece in "rRbB".chars().map(|letter| Piece::from_letter(letter).unwrap()) {
                if piece.is_king() || square.rank() != board.crowning_rank(piece.player) {
                    let mut board = board;
                    board.put(square, piece).unwrap();
                    add(board, after, after, count - 1, visit);
                }
            }
        }
    }
    let squares: Vec<Square> = Shape::STANDARD.squares().collect();
    add(Board::empty(Shape::STANDARD), first, &squares, count, visit);
}

/// Checks that, at `depth`, no board with `pieces` pieces shows a mistake whose smallest case in the suite is
/// larger than that. Returns the number of questions.
fn assert_smallest(depth: u32, pieces: usize) -> usize {
    // A file without comments or moves, with the standard board, does not show these mistakes.
    let is_of_the_file = |mistake: Mistake| {
        use Mistake::{CommentsRead, FlippedMisread, MovesNotPlayed, TurnNotPassed};
        matches!(mistake, CommentsRead | FlippedMisread | MovesNotPlayed | TurnNotPassed)
    };
    let smallest = |mistake| catching(default_suite(), mistake).map(size).min().unwrap();
    let larger = |mistake: &Mistake| smallest(*mistake) > (depth, pieces) && !is_of_the_file(*mistake);
    let unseen: Vec<Mistake> = Mistake::ALL.iter().copied().filter(larger).collect();
    let squares: Vec<Square> = Shape::STANDARD.squares().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut asked = 0;
        while let Some(&first) = squares.get(next.fetch_add(1, Relaxed)) {
            boards(pieces, &[first], &mut |board| {
                for (turn, rules) in [Player::Red, Player::Black]
                    .into_iter()
                    .flat_map(|turn| Rules::ALL.map(|rules| (turn, rules)))
                {
                    let text = Document::new(Setup { board, turn, rules, jumping: None }, []).to_string();
                    let question = Question { text: &text, depth, verbose: true };
                    let right = Mutant::new(Mistakes::NONE).answer(&question);
                    for &mistake in &unseen {
                        assert_eq!(Mutant::new(mistake).answer(&question), right, "{mistake}\n{text}");
                    }
                    asked += 1;
                }
            });
        }
        asked
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..Resources::default().threads.get()).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    })
}

#[test]
fn no_board_of_one_piece_shows_a_mistake_that_has_a_larger_case() {
    for depth in 0..2 {
        assert_smallest(depth, 0);
        assert_eq!(assert_smallest(depth, 1), 8 * (32 * 4 - 8));
    }
}

#[test]
#[ignore = "takes a minute"]
fn no_board_of_two_pieces_shows_a_mistake_that_has_a_larger_case() {
    for depth in 0..2 {
        assert_eq!(assert_smallest(depth, 2), 8 * 6972);
    }
}

#[test]
#[ignore = "takes minutes"]
fn no_board_of_three_pieces_shows_a_mistake_that_has_a_larger_case() {
    assert_smallest(0, 3);
}

#[test]
fn mistakes_that_need_no_larger_board_have_cases_of_four_pieces_or_fewer() {
    for &mistake in Mistake::ALL {
        let (_, pieces) = catching(default_suite(), mistake).map(size).min().unwrap();
        let most = match mistake {
            // A circle, a chain of four jumps, and two ways between the same squares each need four pieces to
            // be jumped.
            Mistake::CircleRefused
            | Mistake::ThreeJumpsAtMost
            | Mistake::EqualEndsMerged
            | Mistake::EqualEndsReplaced => 5,
            // If neither player can move, every square ahead of every piece is blocked. Trying all ways to block
            // each piece shows that this takes at least eight pieces.
            Mistake::StuckOrder | Mistake::NoReplyStatic => 8,
            _ => 4,
        };
        assert!(pieces <= most, "{mistake}: {pieces}");
    }
}

#[test]
fn nothing_can_be_left_out_of_a_shrunk_case() {
    for &mistake in Mistake::ALL {
        let case = catching(default_suite(), mistake).last().unwrap().clone();
        let fails = |case: &Case| is_caught(case, mistake);
        let small = shrink(case.clone(), fails);
        assert!(fails(&small) && size(&small) <= size(&case), "{mistake}");
        assert_eq!(shrink(small.clone(), fails), small, "{mistake}");
        assert_eq!((&small.name, &small.purpose), (&case.name, &case.purpose));
        if small.depth > 0 {
            assert!(
                !fails(&Case::new(small.text.clone(), small.depth - 1, small.verbose).unwrap()),
                "{mistake}"
            );
        }
        let document: Document = small.text.parse().unwrap();
        let setup = document.setup();
        for (square, _) in setup.board.iter() {
            let mut board = setup.board;
            board.remove(square);
            let text = Document::new(Setup { board, ..setup }, document.plies()).to_string();
            let Some(without) = Case::new(text, small.depth, small.verbose) else { continue };
            assert!(mistake == Mistake::CommentsRead || !fails(&without), "{mistake}: {}", small.text);
        }
    }
}

#[test]
fn a_case_that_always_fails_shrinks_to_the_smallest() {
    let shape = Shape::new(10, 10, false).unwrap();
    let board = Board::start(shape, 3);
    let setup = Setup { board, turn: Player::Black, rules: Rules::ENGLISH, jumping: None };
    let text = "# A comment.\n".to_owned() + &Document::new(setup, []).to_string();
    let mut calls = 0;
    let small = shrink(Case::new(text, 2, true).unwrap(), |_| {
        calls += 1;
        true
    });
    assert_eq!((small.depth, small.pieces(), small.verbose), (0, 0, false));
    assert!(
        !small.text.contains("board") && small.text.contains("no capture\nsingle jumps"),
        "{}",
        small.text
    );
    assert!(calls < 30, "{calls}");
    assert_eq!(shrink(small.clone(), |_| false), small);
}

#[test]
fn pairs_of_pieces_are_removed_if_neither_can_be_alone() {
    let text = "RULES: no capture single jumps TURN: red BOARD:
        \".\".\".\". .\".\".\".\" \".\".\".\". r\"r\".\".\" \".\".\".\". b\"b\".\".\" \".\".\".\". .\".\".\".\"
        MOVES:";
    let count = |case: &Case, piece: char| {
        let (_, board) = case.text.split_once("BOARD").unwrap();
        board.split_once("MOVES").unwrap().0.matches(piece).count()
    };
    let is_even = |case: &Case| count(case, 'r') > 0 && count(case, 'r') == count(case, 'b');
    let small = shrink(Case::new(text.to_owned(), 0, false).unwrap(), is_even);
    assert_eq!(small.pieces(), 2, "{}", small.text);
}
