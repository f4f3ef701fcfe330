//! Tests of positions with more moves than are listed or with none, and of rankings at very many depths.

use super::*;

/// Returns a position in which a king among men has more moves than can be listed.
fn large() -> Position {
    let text = include_str!("../../../../testdata/large/very-many-moves.txt");
    text.parse::<Document>().unwrap().position().unwrap()
}

#[test]
fn a_board_with_very_many_moves_is_shown_and_not_ranked() {
    let mut sitting = Sitting::new(large(), [Seat::Human; 2]);
    sitting.resize(100, 40);
    assert_eq!(sitting.model.rows().len(), 1000);
    assert_eq!(sitting.model.tasks(), []);
    let screen = sitting.text();
    assert!(screen.contains("red's moves · more than 1000, not ranked"), "{screen}");
    sitting.keys("<Down><Right>");
    assert_eq!(sitting.model.screen.notice.text, "red has more than 1000 moves: they are not ranked");
    // The frame can be drawn with the cursor on any square.
    sitting.keys("<Tab><Enter>").text();
    assert_eq!(sitting.model.selection.chosen, Some("b1".parse().unwrap()));
    sitting.model.selection.cursor = "p15".parse().unwrap();
    sitting.keys("<Enter>").text();
    assert_eq!(
        sitting.model.screen.notice.text,
        "there are more than 1000 ways to jump: jump square by square"
    );
}

#[test]
fn a_long_path_is_typed_and_played_where_moves_are_not_listed() {
    let mut sitting = Sitting::new(large(), [Seat::Human; 2]);
    let path = large().legal_moves().next().unwrap().to_string();
    sitting.type_line(&path);
    assert_eq!(sitting.model.game().played(), [path.parse().unwrap()]);
    sitting.act(UserAction::Command(&table::session::Command::Undo(1)));
    sitting.model.selection.focus = Context::Board;
    sitting.model.selection.cursor = "n13".parse().unwrap();
    sitting.keys("<Enter><Up><Up><Right><Enter>");
    assert_eq!(sitting.model.game().played(), ["n13->p15".parse().unwrap()]);
}

#[test]
fn a_reply_with_too_many_moves_is_not_ranked() {
    let root = Setup { turn: Player::Black, ..large().setup() }.position().unwrap();
    let mut sitting = Sitting::new(root, [Seat::Human; 2]);
    let ranked = root.legal_moves().map(|mv| rankmoves::RankedMove { mv, score: 0 }).collect::<Vec<_>>();
    for depth in 0..=3 {
        sitting.event(Event::Found(Task::Rank(root, depth), Answer::Ranking(ranked.clone())));
    }
    sitting.keys("<Right>");
    let row = sitting.model.pointed().unwrap();
    let after = row.position.after(&row.mv);
    assert!(row.is_open && !after.legal_moves().up_to(1000).is_complete);
    let asks = |task: &Task| match task {
        Task::Rank(position, _) | Task::Estimate(position, _) | Task::Prove(position) => *position == after,
        _ => false,
    };
    let tasks = [sitting.model.tasks(), sitting.model.proof_tasks()].concat();
    assert!(!tasks.is_empty() && !tasks.iter().any(asks), "{tasks:?}");
}

#[test]
fn nothing_is_searched_if_neither_player_can_move() {
    let mut sitting = Sitting::at_start();
    sitting.model.scores.depth = u32::MAX;
    sitting.load(valid("mover-is-blocked.txt"));
    assert_eq!(sitting.model.tasks(), []);
    // A finished game is judged as well.
    let mut sitting = Sitting::new(fen("W:W22:B18"), [Seat::Human; 2]);
    sitting.type_line("22x15").settle();
    assert!(sitting.model.game().outcome().is_some() && sitting.model.reviewed(0).is_some());
}

#[test]
fn kept_results_have_a_bound_at_any_depth() {
    // The inserted rankings are empty, so thousands of depths take no time.
    let position = fen("W:W32:B1");
    let other = fen("W:W31:B1");
    let mut results = super::super::results::Results::default();
    results.insert(Task::Rank(other, 0), Answer::Ranking(Vec::new()));
    for depth in 0..40_000 {
        results.insert(Task::Rank(position, depth), Answer::Ranking(Vec::new()));
    }
    assert_eq!((results.depth(&position, u32::MAX), results.depth(&position, 7)), (Some(39_999), Some(7)));
    assert!(results.ranking(&position, 39_999).is_some());
    let kept = (0..40_000).filter(|&depth| results.ranking(&position, depth).is_some()).count();
    assert!((256..=1 << 14).contains(&kept), "{kept}");
    assert_eq!(results.depth(&other, 9), None, "a position whose rankings were dropped is ranked again");
}
