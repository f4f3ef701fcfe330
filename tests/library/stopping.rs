//! Tests searches that another thread watches and stops.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use rankmoves::{RankError, RankedMove, Ranker, rank};
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Capture, Jumps, Player, Position, Resources, Rules};
use testing::stop::stopped;

#[test]
fn a_ranking_stops_and_changes_no_score_afterwards() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let mut ranker = Ranker::new();
    let flag = ranker.stop_flag();
    // Depth 24 would take much too long.
    let progress = ranker.progress();
    let result = stopped(&flag, || progress.nodes() > 0, || ranker.rank(&start, 24));
    assert!(matches!(result, Err(RankError::Stopped)), "{result:?}");
    for depth in [3, u32::MAX] {
        let result = ranker.rank(&start, depth);
        assert!(matches!(result, Err(RankError::Stopped)), "the flag is still up: {result:?}");
    }
    assert_eq!(ranker.rank(&start, 0).unwrap(), rank(&start, 0).unwrap(), "no search is needed");
    flag.store(false, Relaxed);
    for depth in [1, 6, 11] {
        assert_eq!(ranker.rank(&start, depth).unwrap(), rank(&start, depth).unwrap());
    }
}

#[test]
fn the_progress_of_a_ranking_can_be_watched() {
    let mut ranker = Ranker::with_resources(Resources::with_threads(NonZeroUsize::MIN));
    let progress = ranker.progress();
    for depth in [5, 15] {
        let moves = ranker.rank(&Position::start(Rules::ENGLISH, Player::Red), depth).unwrap().len();
        // At the end all moves are done, and each has needed a search.
        assert_eq!((progress.depth(), progress.moves(), progress.done()), (depth, moves, moves));
    }
    // Threads report thousands of nodes at a time.
    let searched = ranker.statistics().nodes;
    assert!(1000 < progress.nodes() && progress.nodes() <= searched, "{} of {searched}", progress.nodes());
}

#[test]
fn a_line_and_a_state_graph_stop() {
    // Three kings: about 30,000 positions can be reached.
    let text = r#"RULES: no capture single jumps board 8x8 TURN: red BOARD:
        ".".".". B"."."." ".".".". ."."."." ".".".". ."."."." ".".".". R"R"."."
        MOVES:"#;
    let position = text.parse::<Document>().unwrap().position().unwrap();
    let first = position.legal_moves().next().unwrap();
    let mut ranker = Ranker::new();
    let flag = ranker.stop_flag();
    flag.store(true, Relaxed);
    assert!(matches!(ranker.line(&position, &first, 1000), Err(RankError::Stopped)));
    assert!(matches!(ranker.rank(&position, u32::MAX), Err(RankError::Stopped)));

    // If the flag stops the exploration of a position, the position is not remembered as too large to explore.
    let text = "RULES: no capture single jumps board 4x4 TURN: red
        BOARD: \".\". b\".\" \".\". r\"R\" MOVES:";
    let small = text.parse::<Document>().unwrap().position().unwrap();
    assert!(matches!(ranker.rank(&small, u32::MAX), Err(RankError::Stopped)));
    flag.store(false, Relaxed);
    assert_eq!(ranker.rank(&small, u32::MAX).unwrap(), rank(&small, u32::MAX).unwrap());
}

#[test]
fn a_line_searches_little_where_its_scores_take_little() {
    // Cutoffs give the scores after about a hundred nodes. Refuting the replies that win more slowly would
    // take billions of nodes.
    let single_optional = Rules { capture: Capture::Optional, jumps: Jumps::Single, ..Rules::ENGLISH };
    for (rules, fen, depth) in [
        (Rules { capture: Capture::Optional, ..Rules::ENGLISH }, "W:W25:B9,K29", 50),
        (Rules { capture: Capture::Optional, ..Rules::ENGLISH }, "B:W18,K23,15:B26", 156),
        (Rules::ENGLISH, "W:W30:B6,16", 110),
        (Rules::ENGLISH, "W:W30:B6,16", 4_000_000),
        (single_optional, "W:W13,23:B7,6,K29", 401),
        (single_optional, "W:WK4,24:BK6,2,K27", 131),
        (single_optional, "B:WK9,31,K15,8:B24,K4", 49),
    ] {
        let position = fen.parse::<Fen>().unwrap().setup(rules).position().unwrap();
        let mut ranker = Ranker::with_resources(Resources::with_threads(NonZeroUsize::MIN));
        let moves = ranker.rank(&position, depth).unwrap();
        let (flag, progress, is_over) = (ranker.stop_flag(), ranker.progress(), AtomicBool::new(false));
        let lines = thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Relaxed) {
                    flag.fetch_or(progress.nodes() > 1_000_000, Relaxed);
                    thread::sleep(Duration::from_millis(1));
                }
            });
            let lines = ranker.lines(&position, moves.iter().map(|ranked| &ranked.mv), depth);
            is_over.store(true, Relaxed);
            lines
        });
        let lines = lines.expect("a line ends within a million nodes");
        // Each score of 99 or -99 agrees with the end of its line.
        for (RankedMove { score, .. }, line) in moves.iter().zip(&lines) {
            let end = line.iter().fold(position, |position, mv| position.after(mv));
            assert!(score.abs() < 99 || !end.has_moves(), "{fen} {line:?}");
        }
    }
}

/// Prints the nodes for scores and for lines, for the table in `docs/dev/search.md`.
#[test]
#[ignore = "a table for the documentation: make line-nodes"]
fn nodes_of_scores_and_of_lines() {
    const POSITIONS: [&str; 10] = [
        "W:WK1:BK32",
        "W:W30:B6",
        "W:W25:B9,K29",
        "W:W30:B6,16",
        "B:W16,K19,K2:BK27",
        "W:WK1,K2:BK32,K31",
        "W:W21,22:B5,6",
        "W:WK9:BK4,K17,3,11",
        "B:W29,K2,K25,12:B26",
        "W:WK13:BK11,26,27,K29,K19",
    ];
    for depth in [10, 20, 50, 100, 200, 400] {
        let (mut scores, mut lines) = (Vec::new(), Vec::new());
        for (fen, rules) in POSITIONS.into_iter().flat_map(|fen| Rules::ALL.map(|rules| (fen, rules))) {
            let position = fen.parse::<Fen>().unwrap().setup(rules).position().unwrap();
            let mut ranker = Ranker::with_resources(Resources::with_threads(NonZeroUsize::MIN));
            let moves = ranker.rank(&position, depth).unwrap();
            scores.push(ranker.statistics().nodes);
            ranker.with_lines(&position, depth, moves).unwrap();
            lines.push(ranker.statistics().nodes - scores.last().unwrap());
        }
        let mut row = format!("| {depth} |");
        for mut nodes in [scores, lines] {
            nodes.sort_unstable();
            let sum: u64 = nodes.iter().sum();
            let (millions, thousands) = (sum / 1_000_000, sum / 1_000 % 1_000);
            write!(row, " {} | {millions}.{thousands:03} |", nodes[nodes.len() / 2]).unwrap();
        }
        println!("{row}");
    }
}
