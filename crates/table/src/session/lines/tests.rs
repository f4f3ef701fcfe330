//! Tests of the lines of a session.

use std::time::Duration;

use rankmoves_core::{Jumps, Player, Position, Rules, pdn};
use rankmoves_game::Game;

use super::*;
use crate::session::{Command, Seat};

fn run(session: &mut Session, lines: &[&str]) {
    for line in lines {
        session.execute(Command::parse(line).unwrap()).unwrap();
    }
}

/// Returns the moves of the session's record.
fn text(session: &Session) -> String {
    let text = session.record().unwrap().to_string();
    text.rsplit("\n\n").next().unwrap().trim_end().to_owned()
}

#[test]
fn a_move_that_is_taken_back_becomes_a_variation_of_the_game() {
    let mut session = Session::new(Game::new(Record::standard_start()), [Seat::Human; 2]);
    run(&mut session, &["11-15", "22-18"]);
    assert!(session.record().is_none(), "there is one line");
    run(&mut session, &["undo 2", "9-14", "comment better", "22-18"]);
    assert_eq!(text(&session), "1. 9-14 {better} (1. 11-15 22-18) 1... 22-18 *");
    run(&mut session, &["delete"]);
    assert_eq!(text(&session), "1. 9-14 {better} (1. 11-15 22-18) *");
    let Reply::Set(message) = session.comment("the {best}").unwrap() else { panic!("it is no setting") };
    assert!(message.contains("parentheses instead of braces"), "{message}");
    assert_eq!(text(&session), "1. 9-14 {the (best)} (1. 11-15 22-18) *");
    assert_eq!((session.game().plies().len(), session.is_unsaved()), (1, true));
}

#[test]
fn an_undone_move_played_again_or_a_declared_end_keeps_the_plies_that_follow() {
    let mut session = Session::new(Game::new(Record::standard_start()), [Seat::Human; 2]);
    run(&mut session, &["11-15", "22-18", "undo 2", "11-15"]);
    assert_eq!((session.game().plies().len(), session.is_read()), (2, false));
    run(&mut session, &["resign"]);
    assert_eq!(text(&session), "1. 11-15 22-18 *");
    assert!(session.game().plies().len() == 1 && session.is_unsaved());
}

#[test]
fn a_line_keeps_its_end_and_its_clock_while_another_is_followed() {
    let mut session = Session::new(Game::new(Record::standard_start()), [Seat::Human; 2]);
    session.set_clock(Some("10+1".parse().unwrap()));
    run(&mut session, &["11-15", "22-18", "resign", "undo"]);
    let (played, times) = (session.game().clone(), session.times_left());
    let mut other = Game::new(Record::standard_start());
    other.play("b6->a5".parse::<Ply>().unwrap()).unwrap();
    session.follow(other);
    assert_eq!((session.game().plies().len(), session.times_left() == times), (1, false));
    session.follow(played.up_to_cursor());
    assert_eq!((session.game(), session.times_left()), (&played, times));
    run(&mut session, &["redo"]);
    assert!(session.game().outcome().is_some());
}

#[test]
fn lines_share_the_times_of_their_common_plies() {
    let mut session = Session::new(Game::new(Record::standard_start()), [Seat::Human; 2]);
    session.set_clock(Some("10+1".parse().unwrap()));
    run(&mut session, &["11-15", "22-18"]);
    let old = session.game().clone();
    run(&mut session, &["undo", "23-19"]);
    session.follow(old);
    let seconds = session.times_left().unwrap().map(|left| left.as_secs());
    assert_eq!((seconds[Player::Red], seconds[Player::Black]), (10, 11));
}

#[test]
fn a_line_that_is_continued_is_not_left() {
    let mut session = Session::new(Game::new(Record::standard_start()), [Seat::Human; 2]);
    run(&mut session, &["11-15", "22-18", "15x22"]);
    let whole = session.game().clone();
    run(&mut session, &["undo 2"]);
    session.warn_nobody();
    run(&mut session, &["delete", "11-15"]);
    let begun = session.game().clone();
    assert_eq!(begun.plies().len(), 1);
    session.follow(whole.clone());
    run(&mut session, &["resign"]);
    let mut other = Game::new(Record::standard_start());
    other.play("b6->a5".parse::<Ply>().unwrap()).unwrap();
    session.follow(other);
    session.follow(whole);
    assert!(session.game().outcome().is_some());
}

/// Returns a session in which a person plays black against a program, with a clock.
fn against_program() -> Session {
    let program = Seat::Agent("random:1".parse().unwrap());
    let mut session = Session::new(Game::new(Record::standard_start()), [program, Seat::Human]);
    session.set_clock(Some("10+1".parse().unwrap()));
    session
}

#[test]
fn moves_tried_in_a_finished_game_are_variations_without_replies_or_clocks() {
    let mut session = against_program();
    run(&mut session, &["11-15", "22-18", "15x22", "resign"]);
    let (ended, times) = (session.game().clone(), session.times_left());
    session.go_to(0);
    assert!(session.record().is_none(), "there is one line");
    run(&mut session, &["9-14"]);
    session.run_clock(Duration::ZERO);
    session.run_any_clock(Duration::ZERO);
    assert_eq!((session.agent_to_move(), session.is_clock_running()), (None, false));
    assert!(!session.last_played().contains("left"), "{}", session.last_played());
    run(&mut session, &["22-17", "undo", "23-19"]);
    assert_eq!(text(&session), "1. 11-15 (1. 9-14 22-17 (1... 23-19)) 1... 22-18 2. 15x22 *");
    assert_eq!(session.record().unwrap().result(), GameResult::RedWins);
    // The rest of the game is there again, with its end, however one returns to it.
    for line in ["undo", "undo"] {
        run(&mut session, &[line]);
    }
    assert_eq!(session.game().plies(), ended.plies());
    run(&mut session, &["11-15", "22-18", "15x22"]);
    assert_eq!((session.game(), session.times_left()), (&ended, times));
    session.go_to(0);
    run(&mut session, &["9-14", "undo", "redo 9"]);
    assert_eq!(session.game(), &ended);
}

#[test]
fn a_finished_game_goes_on_after_its_end_is_taken_back() {
    let mut session = against_program();
    run(&mut session, &["11-15", "22-18", "resign"]);
    session.go_to(0);
    assert!(session.execute(Command::parse("undo").unwrap()).is_err());
    run(&mut session, &["9-14"]);
    session.go_to(0);
    session.go_to(usize::MAX);
    assert!(session.is_finished() && session.game().outcome().is_some());
    run(&mut session, &["undo", "15x22"]);
    assert!(!session.is_finished() && session.agent_to_move().is_some());
    assert_eq!(text(&session), "1. 11-15 (1. 9-14) 1... 22-18 2. 15x22 *");
    assert_eq!(session.record().unwrap().result(), GameResult::Unknown);
}

#[test]
fn a_finished_game_that_pdn_cannot_hold_is_kept_as_well() {
    let rules = Rules { jumps: Jumps::Single, ..Rules::ENGLISH };
    let program = Seat::Agent("random:1".parse().unwrap());
    let mut session = Session::new(Game::new(Position::start(rules, Player::Black)), [program, Seat::Human]);
    run(&mut session, &["#1", "#1", "resign"]);
    let ended = session.game().clone();
    session.go_to(0);
    run(&mut session, &["#2"]);
    assert_eq!((session.agent_to_move(), session.record()), (None, None));
    session.go_to(0);
    session.go_to(usize::MAX);
    assert_eq!(session.game(), &ended);
}

#[test]
fn the_record_has_the_result_while_the_finished_game_is_its_main_line() {
    let mut session = against_program();
    let result = |session: &Session| session.record().unwrap().result();
    run(&mut session, &["9-14", "undo", "11-15", "22-18", "resign"]);
    assert_eq!(result(&session), GameResult::RedWins);
    session.go_to(0);
    run(&mut session, &["9-14"]);
    assert_eq!(session.promote(), Ok(Reply::Set("this variation is now the main line".to_owned())));
    assert_eq!((result(&session), session.result()), (GameResult::RedWins, None));
    assert!(session.agent_to_move().is_some(), "the promoted line goes on");
    run(&mut session, &["22-17"]);
    assert_eq!(result(&session), GameResult::Unknown, "the game goes another way");
}

#[test]
fn a_finished_game_keeps_its_end_and_its_clock() {
    let mut session = against_program();
    run(&mut session, &["11-15", "22-18", "resign"]);
    session.go_to(1);
    for line in ["resign", "draw", "clock 5m"] {
        let refused = session.execute(Command::parse(line).unwrap()).unwrap_err();
        assert!(refused.starts_with("the game is over: red wins"), "{line}: {refused}");
    }
}

#[test]
fn a_game_that_was_read_with_its_result_has_no_clock_but_the_next_one_has() {
    let mut session = against_program();
    let record = |text| pdn::games(text).next().unwrap().ok();
    session.set_record(record("1. 11-15 22-18 1/2-1/2"));
    session.run_any_clock(Duration::ZERO);
    assert!(session.clock().is_none() && session.times_left().is_none() && !session.is_clock_running());
    let refused = session.execute(Command::parse("clock 5m").unwrap()).unwrap_err();
    assert!(refused.starts_with("the game is over: 1/2-1/2"), "{refused}");
    session.set_record(record("1. 11-15 22-18 *"));
    session.run_any_clock(Duration::ZERO);
    assert!(session.clock().is_some() && session.is_clock_running());
    session.set_record(record("1. 11-15 22-18 1/2-1/2"));
    session.set_game(Game::new(Record::standard_start()));
    assert!(session.clock().is_some());
}

#[test]
fn only_redo_restores_an_end_that_was_taken_back() {
    let mut session = against_program();
    run(&mut session, &["11-15", "22-18", "resign", "undo"]);
    session.go_to(0);
    session.go_to(usize::MAX);
    assert_eq!((session.game().outcome(), session.is_finished()), (None, false));
    run(&mut session, &["redo"]);
    assert!(session.game().outcome().is_some());
}

#[test]
fn a_finished_game_from_which_moves_are_deleted_goes_on() {
    let mut session = against_program();
    run(&mut session, &["11-15", "22-18", "15x22", "resign"]);
    for place in [1, 2, 1] {
        session.go_to(place);
        let refused = session.execute(Command::parse("delete").unwrap()).unwrap_err();
        assert!(refused.contains("also deletes all later moves: repeat"), "{place}: {refused}");
    }
    run(&mut session, &["delete", "9-14"]);
    assert!(session.agent_to_move().is_some());
}

#[test]
fn a_deleted_sub_variation_leads_back_to_its_parent_and_takes_its_times_along() {
    let mut session = Session::new(Game::new(Record::standard_start()), [Seat::Human; 2]);
    session.set_clock(Some("100".parse().unwrap()));
    let mut at = 0;
    let mut play = |session: &mut Session, lines: &[&str], seconds: u64| {
        for line in lines {
            session.run_clock(Duration::from_secs(at));
            at += seconds;
            session.stop_clock(Duration::from_secs(at));
            run(session, &[line]);
        }
    };
    play(&mut session, &["11-15", "22-18", "15x22", "25x18"], 1);
    session.go_to(1);
    play(&mut session, &["23-19", "8-11", "22-17"], 10);
    session.go_to(2);
    play(&mut session, &["9-14", "delete"], 20);
    assert_eq!(text(&session), "1. 11-15 23-19 (1... 22-18 2. 15x22 25x18) 2. 8-11 22-17 *");
    assert_eq!((session.game().played().len(), session.game().plies().len()), (2, 4));
    // Only the deleted ply's time is forgotten: the first player has used one second, the second ten.
    session.go_to(2);
    let seconds = session.times_left().unwrap().map(|left| left.as_secs());
    assert_eq!((seconds[Player::Black], seconds[Player::Red]), (99, 90));
    let refused = session.execute(Command::parse("delete").unwrap()).unwrap_err();
    assert!(refused.contains("also deletes all later moves"), "{refused}");
    // Plies without a time take none, and the next ply has its own.
    run(&mut session, &["redo 2", "undo"]);
    play(&mut session, &["24-20"], 5);
    let clock: Vec<(usize, u64)> =
        session.clock().unwrap().plies(Player::Black).map(|(ply, left)| (ply, left.as_secs())).collect();
    assert_eq!(clock, [(0, 99), (1, 90), (2, 99), (3, 85)]);
}

#[test]
fn a_game_that_goes_on_after_a_draw_is_stepped_through() {
    let moves = "1-6 32-27 6-1 27-32 ".repeat(4);
    let text = format!("[SetUp \"1\"][FEN \"B:WK32:BK1\"] {moves} *");
    let record = pdn::games(&text).next().unwrap().unwrap();
    let rules = rankmoves_game::DrawRules::default();
    let game = Game::of_plies(record.start(), rules, record.moves()).unwrap();
    let mut session = Session::new(game, [Seat::Human; 2]);
    run(&mut session, &["undo"]);
    session.go_to(4);
    run(&mut session, &["undo 2", "6-1"]);
    assert_eq!((session.game().played().len(), session.game().plies().len()), (3, 16));
}

#[test]
fn a_deleted_variation_leads_back_to_the_main_line() {
    let mut session = Session::new(Game::new(Record::standard_start()), [Seat::Human; 2]);
    run(&mut session, &["9-13", "22-18", "13-17", "21x14", "resign"]);
    session.go_to(2);
    run(&mut session, &["11-16", "promote"]);
    session.go_to(2);
    run(&mut session, &["13-17"]);
    let refused = session.execute(Command::parse("delete").unwrap()).unwrap_err();
    assert!(refused.contains("also deletes all later moves"), "21x14 follows in the record: {refused}");
    run(&mut session, &["delete"]);
    assert_eq!(text(&session), "1. 9-13 22-18 2. 11-16 *");
    assert_eq!((session.game().played().len(), session.game().plies().len()), (2, 3));
    let refused = session.execute(Command::parse("delete").unwrap()).unwrap_err();
    assert!(refused.contains("also deletes all later moves"), "{refused}");
    run(&mut session, &["redo", "delete"]);
    assert_eq!(text(&session), "1. 9-13 22-18 *");
}

#[test]
fn moves_tried_in_a_game_that_was_read_leave_its_main_line() {
    let record = pdn::games("1. 11-15 22-18 2. 15x22 1-0").next().unwrap().unwrap();
    let mut game = Game::new(record.start());
    record.moves().iter().for_each(|mv| game.play(mv).unwrap());
    let mut session = Session::new(game, [Seat::Human; 2]);
    session.set_record(Some(record));
    run(&mut session, &["undo 2", "23-19"]);
    assert_eq!(text(&session), "1. 11-15 22-18 (1... 23-19) 2. 15x22 *");
    assert_eq!(session.record().unwrap().result(), GameResult::BlackWins);
    run(&mut session, &["promote", "comment Old Fourteenth"]);
    assert_eq!(text(&session), "1. 11-15 23-19 {Old Fourteenth} (1... 22-18 2. 15x22) *");
    assert!(session.execute(Command::parse("promote").unwrap()).is_err());
    // The game keeps its result, which is shown where it was played, until the main line changes.
    assert_eq!((session.record().unwrap().result(), session.result()), (GameResult::BlackWins, None));
    run(&mut session, &["undo", "22-18", "15x22"]);
    assert_eq!(session.result().unwrap(), "black wins, according to the file");
    run(&mut session, &["undo 2", "23-19", "delete"]);
    assert_eq!(session.record().unwrap().result(), GameResult::Unknown);
}
