//! Tests of the engine's estimates of moves and of positions in a game.

use super::super::tree::Row;
use super::*;

/// Returns the estimates on the screen, without the exact scores to their left.
fn estimates_shown(text: &str) -> Vec<String> {
    text.split_whitespace().filter_map(|word| word.strip_prefix('≈')).map(str::to_owned).collect()
}

#[test]
fn estimates_order_moves_of_equal_material() {
    let mut sitting = Sitting::at_start();
    sitting.resize(120, 40).settle();
    let rows = sitting.model.rows();
    assert!(rows.iter().all(|row| row.is_best && row.score == Some(0)), "all exact scores are alike");
    let estimates = Estimator::default().estimates(sitting.model.position()).unwrap();
    let expected: Vec<_> =
        rows.iter().map(|row| short_score(estimates.score(row.mv.path()).unwrap())).collect();
    let shown = estimates_shown(&sitting.text());
    // The last match is the legend.
    assert_eq!(shown[..7], expected);
    assert!(expected.iter().any(|other| *other != expected[0]), "{expected:?}");
    sitting.model.analysis = false;
    assert_eq!(estimates_shown(&sitting.text()), Vec::<String>::new(), "scores are hidden");
    let paths = |rows: Vec<Row>| rows.iter().map(|row| row.mv.path().to_string()).collect::<Vec<_>>();
    let listed = paths(sitting.model.rows());
    assert!(listed.is_sorted() && listed != paths(rows), "so is the engine's order: {listed:?}");
}

#[test]
fn estimates_come_before_deeper_scores_once_per_position() {
    let mut sitting = Sitting::at_start();
    let root = *sitting.model.position();
    let first = sitting.ranker.rank(&root, 0).unwrap();
    sitting.event(Event::Found(Task::Rank(root, 0), Answer::Ranking(first)));
    let tasks = sitting.model.tasks();
    let place = |wanted: &Task| tasks.iter().position(|task| task == wanted);
    assert!(place(&Task::Estimate(root, 0)) < place(&Task::Rank(root, 1)), "{tasks:?}");
    assert!(place(&Task::Estimate(root, 0)).is_some());
    let answer = Answer::Estimates(sitting.estimator.estimates(&root).unwrap());
    sitting.event(Event::Found(Task::Estimate(root, 0), answer));
    assert!(!sitting.model.tasks().contains(&Task::Estimate(root, 0)));
}

#[test]
fn a_review_has_an_expected_result_at_every_place_of_the_game() {
    let mut sitting = Sitting::at_start();
    sitting.load(loaded(1)).settle();
    let graph = sitting.model.graph();
    assert_eq!(graph.len(), sitting.model.game().plies().len() + 1);
    assert!(graph.iter().all(|red| red.is_some_and(|red| (1..100).contains(&red))), "{graph:?}");
}

#[test]
fn a_lost_player_is_seen_at_the_end_of_the_graph() {
    // Red jumps the last man.
    let mut sitting = Sitting::new(fen("W:WK18:B15"), [Seat::Human; 2]);
    sitting.type_line("d4->f6").settle();
    assert_eq!(sitting.model.game().outcome(), Some(Outcome::NoPieces { loser: Player::Black }));
    assert_eq!(sitting.model.graph(), [Some(100), Some(100)]);
}

#[test]
fn a_graph_marks_the_place_of_the_cursor_and_needs_no_more_than_ascii() {
    let mut sitting = Sitting::at_start();
    sitting.resize(80, 24).load(loaded(1)).settle();
    for ascii in [false, true] {
        sitting.model.theme = Theme { colors: Colors::None, ascii };
        let mut marks = Vec::new();
        for _ in 0..=sitting.model.game().plies().len() {
            let text = sitting.text();
            let row = text.lines().find_map(|line| Some(line.split_once("  red ")?.1)).unwrap();
            let mark = if ascii { "vvv" } else { "▾▾▾" };
            assert_eq!(row.matches(mark).count(), 1, "{text}");
            marks.push(row.chars().position(|character| mark.starts_with(character)));
            assert!(!ascii || row.is_ascii(), "{row}");
            sitting.keys(".");
        }
        let places = 0..=sitting.model.game().plies().len();
        assert_eq!(marks, places.map(|place| Some(3 * place)).collect::<Vec<_>>());
        sitting.keys("g");
    }
}

#[test]
fn a_stopped_estimate_is_none() {
    let mut estimator = Estimator::default();
    estimator.engine.stop_flag().store(true, Relaxed);
    assert!(estimator.estimates(&Record::standard_start()).is_none());
}

#[test]
fn the_best_of_equal_moves_is_the_engines_in_the_list() {
    let mut sitting = Sitting::at_start();
    sitting.settle();
    let estimates = Estimator::default().estimates(sitting.model.position()).unwrap();
    let estimate = |row: &Row| estimates.score(row.mv.path()).unwrap();
    let listed: Vec<i32> = sitting.model.rows().iter().map(estimate).collect();
    assert!(listed.is_sorted_by(|one, next| one >= next), "{listed:?}");
    assert_ne!(estimates.moves[0].score, listed[0], "the alphabetically first would do");
}

#[test]
fn of_equal_moves_a_proven_win_comes_first_and_the_sooner_one() {
    let mut sitting = Sitting::new(fen("W:WK18,K22:BK10"), [Seat::Human; 2]);
    sitting.settle().keys("h").settle();
    let rows = sitting.model.rows();
    assert!(rows.iter().filter(|row| row.is_best).count() > 1);
    // docs/solve.md has the values of all moves: no other move wins as quickly.
    assert_eq!(sitting.model.pointed().unwrap().mv.to_string(), "c3->b4");
}

#[test]
fn estimates_of_the_position_deepen_with_its_scores() {
    let mut sitting = Sitting::at_start();
    sitting.settle_to(9).settle();
    let root = *sitting.model.position();
    assert!(sitting.model.scores.results.has_result(&Task::Estimate(root, 6)));
    sitting.model.scores.depth = 9;
    let deeper = Task::Estimate(root, 8);
    assert!(sitting.model.tasks().contains(&deeper), "{:?}", sitting.model.tasks());
    sitting.settle();
    assert!(sitting.model.scores.results.has_result(&deeper));
    let mut estimator = Estimator::default();
    let [usual, deeper] = [estimator.estimates(&root), estimator.deepen(&root, 8, 1 << 18)]
        .map(|estimates| estimates.unwrap().depth);
    assert!(usual < deeper && deeper <= 10, "{usual} {deeper}");
}

#[test]
fn a_draw_by_the_rules_ends_the_graph_level() {
    let mut sitting = Sitting::new(fen("W:WK18,K22:BK10"), [Seat::Human; 2]);
    for _ in 0..2 {
        for mv in ["c3-b2", "d6-c7", "b2-c3", "c7-d6"] {
            sitting.type_line(mv);
        }
    }
    assert_eq!(sitting.model.game().outcome(), Some(Outcome::Repetition));
    let graph = sitting.settle().model.graph();
    assert_eq!((graph[7], graph[8]), (Some(100), Some(50)), "{graph:?}");
}

#[test]
fn a_wide_list_has_headings_and_the_board_a_bar() {
    let mut sitting = Sitting::at_start();
    let text = sitting.resize(200, 60).settle().text();
    assert!(text.contains(" score ") && text.contains("≈ men"), "{text}");
    let at = |sitting: &Sitting| sitting.model.expected_for_red();
    assert!(at(&sitting).is_some_and(|red| (40..60).contains(&red)));
    sitting.model.analysis = false;
    assert!(!sitting.text().contains("≈ men") && at(&sitting).is_none());
}
