//! Tests of clocks.

use super::*;

/// Returns a game of these players with a clock.
fn clocked(time: &str, seats: [Seat; 2]) -> Sitting {
    let mut sitting = Sitting::new(Record::standard_start(), seats);
    sitting.model.session.set_clock(Some(time.parse().unwrap()));
    sitting.resize(80, 24);
    sitting
}

/// Returns the times that red and black have left, in milliseconds.
fn left(sitting: &Sitting) -> [u128; 2] {
    let left = sitting.model.session.times_left().unwrap();
    Player::ALL.map(|player| left[player].as_millis())
}

#[test]
fn both_clocks_are_shown_and_that_of_the_player_to_move_runs() {
    let mut sitting = clocked("5m+3s", [Seat::Human; 2]);
    sitting.pass_time(2500);
    assert_eq!(left(&sitting), [300_000, 297_500]);
    let text = sitting.text();
    assert!(text.contains("  4:57 12") && text.contains("  5:00 12"), "{text}");
    assert!(sitting.resize(60, 20).text().contains("black  4:57"), "{}", sitting.text());
    sitting.type_line("11-15").pass_time(1000);
    assert_eq!(left(&sitting), [299_000, 300_500]);
    // The clock keeps running in the help. A pause stops it, but gives back none of the time used.
    sitting.keys("?").pass_time(1000).keys("<Esc>").pass_time(1000).keys(" ").pass_time(60_000);
    assert_eq!(left(&sitting), [297_000, 300_500]);
    sitting.keys(" ").pass_time(500);
    assert_eq!(left(&sitting), [296_500, 300_500]);
    sitting.keys("u");
    assert_eq!(left(&sitting), [300_000, 300_000]);
}

#[test]
fn a_move_after_the_flag_has_fallen_is_too_late() {
    let mut sitting = clocked("1", [Seat::Human; 2]);
    assert!(sitting.model.wakes_at().unwrap() <= Duration::from_millis(101), "tenths are shown");
    sitting.pass_time(999);
    assert_eq!(sitting.model.game().outcome(), None);
    sitting.now += Duration::from_millis(2);
    sitting.type_line("11-15");
    assert_eq!(sitting.model.game().outcome(), Some(Outcome::OutOfTime { loser: Player::Black }));
    assert_eq!(sitting.model.game().plies().len(), 0);
    let text = sitting.text();
    assert!(text.contains("Red wins: black has run out of") && text.contains("  time "), "{text}");
    assert_eq!(left(&sitting), [1000, 0]);
    assert_eq!(sitting.model.wakes_at(), None);
    sitting.keys("u");
    assert_eq!((sitting.model.game().outcome(), left(&sitting)), (None, [1000, 1000]));
}

#[test]
fn the_clock_of_a_program_runs_until_it_has_answered_and_stops_it() {
    let random = Seat::Agent("random:1".parse().unwrap());
    let mut sitting = clocked("10", [Seat::Human, random]);
    let question = sitting.model.agent_question().unwrap();
    assert_eq!(question.time.unwrap().left, Duration::from_secs(10));
    sitting.pass_time(2000);
    let mv = question.game.position().legal_moves().next().unwrap();
    sitting.event(Event::Chosen(question.generation, Ok(Ply::from(&mv))));
    sitting.pass_time(200).pass_time(800);
    assert_eq!((sitting.model.game().plies().len(), left(&sitting)), (1, [9000, 8000]));
    // A program that is paused gets its time back.
    sitting.type_line("#1").pass_time(3000).keys(" ").pass_time(9000);
    assert_eq!(left(&sitting)[1], 8000);
    sitting.keys(" ").pass_time(8001);
    assert_eq!(sitting.model.game().outcome(), Some(Outcome::OutOfTime { loser: Player::Black }));
    assert_eq!(sitting.model.agent_question(), None);
}

#[test]
fn a_saved_game_has_the_times_of_its_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pdn");
    let mut sitting = clocked("5m", [Seat::Human; 2]);
    sitting.pass_time(3000).type_line("11-15").pass_time(4000).type_line("23-19");
    let saved = crate::run::save_job(&sitting.model, path.clone(), false)();
    assert!(matches!(saved, Event::Saved(_, _, _, Ok(_))), "{saved:?}");
    let text = fs::read_to_string(&path).unwrap().replace('\n', " ");
    assert!(text.contains("1. 11-15 {[%clk 0:04:57]} 1... 23-19 {[%clk 0:04:56]}"), "{text}");
    assert!(text.contains("[TimeControl \"300\"]"), "{text}");
    // When the game is read again, the times are no comments.
    let read = table::loading::load(&path, DrawRules::default(), GameSelection::default());
    let read = read.unwrap_or_else(|_| panic!("{text}"));
    assert_eq!(sitting.load(read).keys("G").model.record_move().unwrap().comment, "");
    assert!(!sitting.text().contains('¶'), "{}", sitting.text());
}
