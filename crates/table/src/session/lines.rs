//! The lines of a game, both read from its file and tried in this session.

use rankmoves_core::Ply;
use rankmoves_core::pdn::{Ending, Record};

use super::{Reply, Session};

/// The lines of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// The lines; `None` until there is a second line or a comment, or if PDN cannot hold the game.
    record: Option<Record>,
    main: MainLine,
    /// True if the lines or comments have changed since the record was set.
    is_changed: bool,
    /// The number of changes so far.
    changes: u64,
}

/// The state of the main line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MainLine {
    /// The game is played here: the line played last becomes the main line.
    #[default]
    Open,
    /// The main line was read from a file. Lines played later become variations of it.
    Read,
    /// The game was played here and is over. Lines played later become variations of it, and programs no longer
    /// move.
    Finished,
}

/// The error message for a game that PDN cannot hold.
const NOT_PDN: &str = "only games of English draughts on the standard board keep comments and variations";

impl Session {
    /// Keeps the record that the game was read from.
    pub fn set_record(&mut self, record: Option<Record>) {
        let changes = self.lines.changes + 1;
        let main = if record.is_some() { MainLine::Read } else { MainLine::Open };
        self.lines = Lines { main, is_changed: false, record, changes };
    }

    /// Returns the lines of the game, if it was read from PDN or has several lines or a comment.
    pub fn record(&self) -> Option<&Record> {
        self.lines.record.as_ref()
    }

    /// Returns whether the main line was read from PDN.
    pub fn is_read(&self) -> bool {
        self.lines.main == MainLine::Read
    }

    /// Returns whether other moves become variations of the main line.
    pub fn keeps_main_line(&self) -> bool {
        self.lines.main != MainLine::Open
    }

    /// Returns whether the game was played to its end here, and the user has since gone to an earlier place in it.
    pub fn is_studied(&self) -> bool {
        self.lines.main == MainLine::Finished
    }

    /// Keeps the game as the main line from now on if a person has played it to its end, which is at the cursor.
    pub(super) fn study(&mut self) {
        let Some(outcome) = self.game.outcome() else { return };
        if self.keeps_main_line() || self.is_watched() {
            return;
        }
        self.lines.record =
            self.lines.record.take().or_else(|| Record::new(*self.game.start(), self.game.plies()).ok());
        if let Some(record) = &mut self.lines.record {
            record.set_result(Ending::from(outcome));
            self.lines.main = MainLine::Finished;
        }
    }

    /// Continues a studied game, unless the cursor is in a variation.
    pub(super) fn reopen(&mut self) {
        let played = self.game.played();
        if let Some(record) = self.lines.record.as_mut().filter(|record| record.begins_with(played))
            && self.lines.main == MainLine::Finished
        {
            record.set_result(Ending::Unknown);
            self.lines.main = MainLine::Open;
        }
    }

    /// Returns whether lines or comments were added here, or changed.
    pub fn has_changed_lines(&self) -> bool {
        self.lines.is_changed
    }

    /// Returns the number of changes to the [record](Self::record).
    pub fn record_changes(&self) -> u64 {
        self.lines.changes
    }

    /// Keeps the line just played. `replaced` is the line that it replaces, if there is one.
    pub(super) fn keep_line(&mut self, replaced: Option<&[Ply]>) {
        let lines = &mut self.lines;
        if let (None, Some(replaced)) = (&lines.record, replaced) {
            lines.record = Record::new(*self.game.start(), replaced).ok();
        }
        let Some(record) = &mut lines.record else { return };
        let played = self.game.played();
        if record.add(played).is_err() {
            return;
        }
        if lines.main == MainLine::Open {
            // The line may be nested too deep to be promoted.
            let _ = record.promote_to_main(played);
        }
        lines.changes += 1;
        lines.is_changed = true;
        self.loss_guard.is_tried = true;
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
        self.change(Record::promote)?;
        Ok(Reply::Set("this variation is now above the line that it branches from".to_owned()))
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
        self.game.undo(1 + end);
        self.game.truncate();
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
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rankmoves_core::{Player, pdn};
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

    #[test]
    fn moves_tried_in_a_finished_game_are_variations_and_no_program_replies() {
        let program = Seat::Agent("random:1".parse().unwrap());
        let mut session = Session::new(Game::new(Record::standard_start()), [program, Seat::Human]);
        session.set_clock(Some("10+1".parse().unwrap()));
        run(&mut session, &["11-15", "22-18", "15x22", "resign"]);
        let (ended, times) = (session.game().clone(), session.times_left());
        session.go_to(0);
        run(&mut session, &["9-14"]);
        assert_eq!(session.agent_to_move(), None);
        run(&mut session, &["22-17", "undo", "23-19"]);
        assert_eq!(text(&session), "1. 11-15 (1. 9-14 22-17 (1... 23-19)) 1... 22-18 2. 15x22 *");
        assert_eq!(session.record().unwrap().result(), Ending::RedWins);
        session.follow(ended.clone());
        session.go_to(usize::MAX);
        assert_eq!((session.game(), session.times_left()), (&ended, times));
    }

    #[test]
    fn a_game_whose_end_is_taken_back_goes_on() {
        let program = Seat::Agent("random:1".parse().unwrap());
        let mut session = Session::new(Game::new(Record::standard_start()), [program, Seat::Human]);
        run(&mut session, &["11-15", "22-18", "resign"]);
        session.go_to(1);
        run(&mut session, &["undo", "9-14"]);
        assert!(session.agent_to_move().is_some());
        assert_eq!(text(&session), "1. 9-14 (1. 11-15 22-18) *");
        assert_eq!(session.record().unwrap().result(), Ending::Unknown);
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
