//! Tests of proven values on the screen, and of plies that throw away a proven win or draw.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use rankmoves_core::{Blocked, Move, Rules};
use rankmoves_endings::Value;
use rankmoves_endings::service::{self, Proven};

use super::super::results::{Answer, Task};
use super::super::update::Event;
use super::{Seat, Sitting, assert_frames, fen, rankin};
use table::review::{JudgedMoves, ProvenMoves, ReviewedPly, judgement};

/// The values of tables of up to four pieces, built in memory.
pub static VALUES: LazyLock<Arc<Proven>> = LazyLock::new(|| {
    service::write_none();
    let folder = tempfile::tempdir().unwrap();
    let values = Proven::with_warnings(|warning| panic!("{warning}"));
    Arc::new(values.with_builders(NonZeroUsize::MIN).with_folder(folder.path().to_owned()))
});

/// Judges the ply of a game after `at` plies by the values of some moves.
fn judge(sitting: &mut Sitting, at: usize, values: &[(&str, Value)]) {
    let game = sitting.model.game().clone();
    let position = game.all_positions()[at];
    let value = |mv: &Move| values.iter().find(|(path, _)| *path == mv.to_string()).map(|it| it.1);
    let proven = ProvenMoves(position.legal_moves().map(|mv| (mv.clone(), value(&mv))).collect());
    let judged = JudgedMoves::new(&position, &sitting.estimator.judge(&position).unwrap(), Some(&proven));
    let judgement = judgement(&game, at, &judged, &JudgedMoves::default());
    let (player, ply) = (position.turn(), game.plies()[at].clone());
    let reviewed = ReviewedPly { player, ply, judgement, red: 50, why: None };
    let answer = Answer::Reviewed(Box::new(reviewed));
    sitting.event(Event::Found(Task::Review(Box::new(game), at), answer));
}

/// Returns a paused game whose first ply was d4->e5, with these values from tables.
fn reviewed(values: &[(&str, Value)]) -> Sitting {
    let mut sitting = Sitting::new(rankin(), [Seat::Human; 2]);
    sitting.type_line("d4->e5").keys(" ").settle();
    assert!(sitting.model.is_review());
    judge(&mut sitting, 0, values);
    sitting.model.say("");
    sitting
}

#[test]
fn a_review_names_the_ply_that_gave_the_win_away() {
    let sitting = reviewed(&[("d4->b6", Value::Won(3)), ("d4->e5", Value::Drawn)]);
    let sentence = "1. red plays d4->e5: drawn instead of won in 3 with d4->b6 (costs 50)";
    assert!(sitting.model.slip().unwrap().starts_with(sentence));
    let text = sitting.text();
    assert!(text.contains(sentence) && text.contains("drawn ✗ won in 3 by d4->b6"), "{text}");
    let sitting = reviewed(&[("d4->b6", Value::Drawn), ("d4->e5", Value::Lost(4))]);
    let sentence = "1. red plays d4->e5: lost in 4 instead of drawn with d4->b6 (costs 50)";
    assert!(sitting.text().contains(sentence), "{}", sitting.text());
}

#[test]
fn a_ply_that_leaves_the_result_as_it_was_costs_nothing() {
    let slower = reviewed(&[("d4->b6", Value::Won(1)), ("d4->e5", Value::Won(9))]);
    assert!(slower.model.slip().is_none());
    assert!(slower.text().contains("won in 9 ✓"), "{}", slower.text());
    let level = reviewed(&[("d4->b6", Value::Lost(2)), ("d4->e5", Value::Lost(44))]);
    assert!(level.text().contains("lost in 44 ✓"), "{}", level.text());
}

#[test]
fn a_slip_is_named_in_a_review_alone_and_under_no_other_message() {
    let mut sitting = reviewed(&[("d4->b6", Value::Won(3)), ("d4->e5", Value::Drawn)]);
    sitting.model.say("something else");
    assert!(!sitting.text().contains("costs 50"));
    sitting.keys(" ");
    assert!(!sitting.model.is_review() && sitting.model.slip().is_none());
}

#[test]
fn of_several_slips_the_one_at_the_cursor_is_named() {
    let mut sitting = Sitting::new(rankin(), [Seat::Human; 2]);
    sitting.type_line("d4->e5").type_line("c7->b6").type_line("e5->d6").keys(" ").settle();
    for (place, best, made) in [(0, "d4->b6", "d4->e5"), (2, "e5->f6", "e5->d6")] {
        judge(&mut sitting, place, &[(best, Value::Won(3)), (made, Value::Drawn)]);
    }
    let begins = |sitting: &Sitting, start: &str| {
        let slip = sitting.model.slip().unwrap_or_default();
        assert!(slip.starts_with(start), "{slip}");
    };
    begins(&sitting, "3. red plays e5->d6: drawn");
    sitting.keys(",");
    // Both plies cost the same, so the earlier is named.
    begins(&sitting, "1. red plays d4->e5: drawn");
    sitting.keys(",");
    begins(&sitting, "1. red plays d4->e5: drawn");
}

#[test]
fn each_position_is_looked_up_once_and_only_if_it_can_be_proven() {
    let mut sitting = Sitting::new(rankin(), [Seat::Human; 2]);
    assert_eq!(sitting.model.proof_tasks(), [Task::Prove(rankin())]);
    sitting.settle();
    assert!(sitting.model.proof_tasks().is_empty());
    sitting.keys("<Right>");
    assert_eq!(sitting.model.proof_tasks().len(), 1, "the replies of an open move");
    sitting.model.analysis = false;
    assert!(sitting.model.proof_tasks().is_empty());
    let mut rules = rankin().setup();
    rules.rules = Rules { blocked: Blocked::Passes, ..rules.rules };
    let passes = Sitting::new(rules.position().unwrap(), [Seat::Human; 2]);
    assert!(passes.model.proof_tasks().is_empty());
}

#[test]
fn a_warning_is_shown_and_does_not_stop_the_game() {
    let mut sitting = Sitting::at_start();
    let flow = sitting.model.autoplay.flow;
    sitting.event(Event::Warned("endgame tables are not used: 0-1-0-1.slice".to_owned()));
    assert!(sitting.text().contains("0-1-0-1.slice"));
    assert_eq!(sitting.model.autoplay.flow, flow);
}

#[test]
fn bars_are_aligned_with_and_without_proven_values() {
    let mut sitting = Sitting::new(rankin(), [Seat::Human; 2]);
    sitting.resize(200, 60).settle();
    let text = sitting.text();
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(" lost in ")).collect();
    // The last vertical line is the border; the one before it is the middle of the bar.
    let middle = |line: &&str| line.chars().rev().enumerate().filter(|(_, it)| *it == '│').nth(1).unwrap().0;
    assert_eq!(rows.len(), 2, "{text}");
    assert_eq!(middle(&rows[0]), middle(&rows[1]), "{text}");
}

#[test]
fn frames_of_proven_values() {
    // Two kings hunt one; docs/solve.md has the values of their moves.
    let mut sitting = Sitting::new(fen("W:WK18,K22:BK10"), [Seat::Human; 2]);
    sitting.type_line("d4->e5").settle().keys(" ").keys("<Right>").settle();
    let slip = sitting.model.slip().unwrap();
    let sentence = "1. red plays d4->e5: drawn instead of won in 19 with c3->b4 (costs 50): a win given away: drawn; \
        a king lost by force after 2 plies: d4->e5, d6->f4 takes a king";
    assert_eq!(slip, sentence);
    assert_frames("proven", &mut sitting);
}
