//! The lines of a game, both read from its file and tried in this session.

use rankmoves_core::Ply;
use rankmoves_core::pdn::{Ending, Record};

use super::{Reply, Session};

/// The lines of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// The lines; `None` until there is a second line or a comment, or if PDN cannot hold the game.
    record: Option<Record>,
    /// True if the main line was read from a file. Lines played later then become variations of it.
    is_read: bool,
    /// True if the lines or comments have changed since the record was set.
    is_changed: bool,
    /// The number of changes so far.
    changes: u64,
}

/// The error message for a game that PDN cannot hold.
const NOT_PDN: &str = "only games of English draughts on the standard board keep comments and variations";

impl Session {
    /// Keeps the record that the game was read from.
    pub fn set_record(&mut self, record: Option<Record>) {
        let changes = self.lines.changes + 1;
        self.lines = Lines { is_read: record.is_some(), is_changed: false, record, changes };
    }

    /// Returns the lines of the game, if it was read from PDN or has several lines or a comment.
    pub fn record(&self) -> Option<&Record> {
        self.lines.record.as_ref()
    }

    /// Returns whether the main line was read from PDN.
    pub fn is_read(&self) -> bool {
        self.lines.is_read
    }

    /// Returns the result that the game was read with, if any. Moves played in such a game are variations.
    pub fn read_result(&self) -> Option<Ending> {
        let record = self.record().filter(|_| self.is_read());
        record.map(Record::result).filter(|&result| result != Ending::Unknown)
    }

    /// Returns whether lines or comments were added here, or changed.
    pub fn has_changed_lines(&self) -> bool {
        self.lines.is_changed
    }

    /// Returns the number of changes to the [record](Self::record).
    pub fn record_changes(&self) -> u64 {
        self.lines.changes
    }

    /// Keeps the line just played. `before` is the line before that; the new one may continue or replace it.
    pub(super) fn keep_line(&mut self, before: &[Ply]) {
        if self.lines.record.is_none() && !self.game.plies().starts_with(before) {
            self.lines.record = Record::new(*self.game.start(), before).ok();
        }
        if self.lines.record.is_none() {
            return;
        }
        let becomes_main = !self.lines.is_read && !self.is_finished();
        // A line that the record refuses is not kept.
        let _ = self.change(|record, played| {
            let added = record.add(played);
            if added.is_ok() && becomes_main {
                // The line may be nested too deep to be promoted.
                let _ = record.promote_to_main(played);
            }
            added
        });
    }

    /// Gives the record the result of the finished game, or of the game at the cursor, if that is its main line.
    /// A record that was read keeps its own result.
    pub(super) fn record_result(&mut self) {
        let ended = self.finished().unwrap_or(&self.game);
        let outcome = ended.outcome().filter(|_| !self.lines.is_read);
        let plies = ended.plies();
        let is_main =
            |record: &Record| record.begins_with(plies) && record.line().moves().len() == plies.len();
        if let Some(outcome) = outcome.filter(|_| self.record().is_some_and(is_main))
            && let Some(record) = &mut self.lines.record
        {
            record.set_result(Ending::from(outcome));
        }
    }

    /// Takes the result from the record, unless the record was read.
    pub(super) fn forget_result(&mut self) {
        if let Some(record) = self.lines.record.as_mut().filter(|_| !self.lines.is_read) {
            record.set_result(Ending::Unknown);
        }
    }

    /// Sets the comment on the last move, or on the start.
    pub(super) fn comment(&mut self, text: &str) -> Result<Reply, String> {
        self.change(|record, played| record.comment(played, text))?;
        let message = match text {
            "" => "the comment is removed",
            _ if text.contains(['{', '}']) => {
                "the comment is set, with parentheses instead of braces, as PDN needs"
            }
            _ => "the comment is set",
        };
        Ok(Reply::Set(message.to_owned()))
    }

    /// Promotes the current variation above the line that it branches from.
    pub(super) fn promote(&mut self) -> Result<Reply, String> {
        if self.record().is_none_or(|record| record.begins_with(self.game.played())) {
            return Err("this is the main line".to_owned());
        }
        let has_result =
            |session: &Session| session.record().is_some_and(|record| record.result() != Ending::Unknown);
        let was_decided = has_result(self);
        self.change(Record::promote)?;
        // The promoted variation is continued instead of the finished game.
        self.reopen();
        let is_lost = was_decided && !has_result(self);
        let rest = if is_lost { ", and the game has no result any more" } else { "" };
        Ok(Reply::Set(format!("this variation is now above the line that it branches from{rest}")))
    }

    /// Deletes the last move with everything after it.
    pub(super) fn delete(&mut self) -> Result<Reply, String> {
        self.refuse_if_begun()?;
        if self.game.played().is_empty() {
            return Err("there is no move to delete".to_owned());
        }
        // A declared end is deleted with the move before it.
        let end = usize::from(self.game.declared_end().is_some());
        if self.lines.record.is_some() {
            self.change(Record::delete)?;
        }
        if self.is_in_finished_line() {
            self.reopen();
        }
        self.game.undo(1 + end);
        self.game.truncate();
        self.rejoin();
        self.forget_thought();
        Ok(Reply::Stepped("the move is deleted, with all later ones".to_owned()))
    }

    fn change<E: ToString>(
        &mut self,
        change: impl FnOnce(&mut Record, &[Ply]) -> Result<(), E>,
    ) -> Result<(), String> {
        if self.lines.record.is_none() {
            self.lines.record = Record::new(*self.game.start(), self.game.plies()).ok();
        }
        let record = self.lines.record.as_mut().ok_or(NOT_PDN)?;
        change(record, self.game.played()).map_err(|why| why.to_string())?;
        self.lines.changes += 1;
        self.lines.is_changed = true;
        self.loss_guard.is_tried = true;
        self.record_result();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
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
        run(&mut session, &["undo 2", "delete", "11-15"]);
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
        assert_eq!(session.record().unwrap().result(), Ending::RedWins);
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
        assert_eq!(session.record().unwrap().result(), Ending::Unknown);
    }

    #[test]
    fn a_finished_game_that_pdn_cannot_hold_is_kept_as_well() {
        let rules = Rules { jumps: Jumps::Single, ..Rules::ENGLISH };
        let program = Seat::Agent("random:1".parse().unwrap());
        let mut session =
            Session::new(Game::new(Position::start(rules, Player::Black)), [program, Seat::Human]);
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
        assert_eq!(result(&session), Ending::RedWins);
        session.go_to(0);
        run(&mut session, &["9-14"]);
        let Reply::Set(message) = session.promote().unwrap() else { panic!("it is no setting") };
        assert!(message.ends_with("the game has no result any more"), "{message}");
        assert_eq!(result(&session), Ending::Unknown);
        assert!(session.agent_to_move().is_some(), "the promoted line goes on");
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
        run(&mut session, &["11-15", "22-18", "resign"]);
        session.go_to(1);
        run(&mut session, &["delete", "9-14"]);
        assert!(session.agent_to_move().is_some());
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
        assert_eq!(session.record().unwrap().result(), Ending::BlackWins);
        run(&mut session, &["promote", "comment Old Fourteenth"]);
        assert_eq!(text(&session), "1. 11-15 23-19 {Old Fourteenth} (1... 22-18 2. 15x22) *");
        assert!(session.execute(Command::parse("promote").unwrap()).is_err());
    }
}
