//! Starts and stops the clock of a session. `rankmoves_game::Clock` counts the time and adds the increment.

use std::time::Duration;

use rankmoves_core::{ByPlayer, Player};
use rankmoves_game::{Clock, Outcome, TimeControl, TimeLeft, clock_text};

use super::Session;

/// A clock, and the time that the player to move has used for this ply. The clock runs only between
/// [`run_clock`](Session::run_clock) and [`stop_clock`](Session::stop_clock). Each `now` is the time since
/// the same earlier instant.
#[derive(Clone, Debug)]
pub(super) struct Timing {
    pub(super) clock: Clock,
    thought: Duration,
    /// The time at which the clock was started, while it runs.
    since: Option<Duration>,
}

/// Describes a clock. Explains the unit of a time under a minute, because the user may have meant minutes.
pub fn clock_message(control: Option<TimeControl>) -> String {
    let Some(TimeControl { base, increment }) = control else { return "the game has no clock".to_owned() };
    let added = if increment.is_zero() {
        String::new()
    } else {
        format!(", plus {} s per move", increment.as_secs_f64())
    };
    let time = clock_text(base);
    if base >= Duration::from_secs(60) {
        format!("each player has {time} for the game{added}")
    } else {
        format!("each player has {time} s for the whole game{added} (m stands for minutes: 5m)")
    }
}

impl Session {
    /// Gives both players a clock. The plies so far count as having taken no time.
    pub fn set_clock(&mut self, control: Option<TimeControl>) {
        let plies = self.game.played().len();
        let clock = control.map(|control| Clock::new(control, plies));
        self.timing = clock.map(|clock| Timing { clock, thought: Duration::ZERO, since: None });
    }

    /// Returns the clock, if there is one.
    pub fn clock(&self) -> Option<&Clock> {
        self.timing().map(|timing| &timing.clock)
    }

    /// Returns the clock with the thinking time. A game that was read with its result has none.
    fn timing(&self) -> Option<&Timing> {
        self.timing.as_ref().filter(|_| self.read_result().is_none())
    }

    /// Starts the clock of the player to move, unless the game is over or the player is a program.
    pub fn run_clock(&mut self, now: Duration) {
        if self.game.outcome().is_none() && self.agent_to_move().is_none() {
            self.run_any_clock(now);
        }
    }

    /// Starts the clock of the player to move, even a program's, unless the game is finished.
    pub fn run_any_clock(&mut self, now: Duration) {
        let is_finished = self.is_finished() || self.read_result().is_some();
        if let Some(timing) = self.timing.as_mut().filter(|_| !is_finished) {
            timing.since.get_or_insert(now);
        }
    }

    /// Returns whether the clock runs.
    pub fn is_clock_running(&self) -> bool {
        self.timing.as_ref().is_some_and(|timing| timing.since.is_some())
    }

    /// Stops the clock. A player to move without time left loses. Returns whether this has ended the game.
    pub fn stop_clock(&mut self, now: Duration) -> bool {
        let Some(timing) = &mut self.timing else { return false };
        timing.thought += timing.since.take().map_or(Duration::ZERO, |since| now.saturating_sub(since));
        let (plies, turn) = (self.game.played().len(), self.game.position().turn());
        let is_over = timing.thought > timing.clock.left(plies)[turn];
        is_over && self.lose_on_time()
    }

    /// Ends the game because the player to move has run out of time; returns false if the game was already over.
    pub fn lose_on_time(&mut self) -> bool {
        let is_open = self.game.outcome().is_none();
        if is_open {
            self.forget_thought();
            let loser = self.turn();
            self.declare(|game| game.lose_on_time(loser));
        }
        is_open
    }

    /// Returns the time that the player to move has left.
    pub fn time_left(&self) -> Option<TimeLeft> {
        let timing = self.timing()?;
        Some(timing.clock.time_left(self.game.played().len(), self.turn(), timing.thought))
    }

    /// Returns the time that each player has left, if there is a clock.
    pub fn times_left(&self) -> Option<ByPlayer<Duration>> {
        let mut left = self.clock()?.left(self.game.played().len());
        left[self.turn()] = self.time_left()?.left;
        if let Some(Outcome::OutOfTime { loser }) = self.game.outcome() {
            left[loser] = Duration::ZERO;
        }
        Some(left)
    }

    /// Drops the times of the plies after the first `plies`, and the time used for the next ply.
    pub(super) fn forget_times(&mut self, plies: usize) {
        if let Some(timing) = &mut self.timing {
            timing.clock.truncate(plies);
        }
        self.forget_thought();
    }

    /// Gives back the time that the player to move has used for this ply.
    pub fn forget_thought(&mut self) {
        if let Some(timing) = &mut self.timing {
            (timing.thought, timing.since) = (Duration::ZERO, None);
        }
    }

    /// Records the time that a player used for the ply just played.
    pub(super) fn press_clock(&mut self, player: Player) {
        let plies = self.game.played().len() - 1;
        if let Some(timing) = &mut self.timing {
            // This cannot fail: a player without time left has already lost.
            let _ = timing.clock.press(plies, player, timing.thought);
        }
        self.forget_thought();
    }

    /// Writes the time that the last mover has left, if there is a clock.
    pub(super) fn time_of_last_ply(&self) -> String {
        let player = self.game.position().turn().opponent();
        let clock = self.clock().filter(|_| !self.is_finished());
        let left = clock.map(|clock| clock.left(self.game.played().len())[player]);
        left.map_or(String::new(), |left| {
            let text = clock_text(left);
            let unit = if text.contains(':') { "" } else { " s" };
            format!(" ({text}{unit} left)")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Seat;
    use rankmoves_core::{Position, Rules};
    use rankmoves_game::Game;

    const ZERO: Duration = Duration::ZERO;

    fn session(time: &str) -> Session {
        let game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
        let mut session = Session::new(game, [Seat::Human; 2]);
        session.set_clock(Some(time.parse().unwrap()));
        session
    }

    fn think(session: &mut Session, millis: u64) {
        session.timing.as_mut().unwrap().thought += Duration::from_millis(millis);
    }

    fn left(session: &Session) -> [u128; 2] {
        let left = session.clock().unwrap().left(session.game().played().len());
        Player::ALL.map(|player| left[player].as_millis())
    }

    #[test]
    fn a_ply_takes_the_time_of_its_player_and_undo_gives_it_back() {
        let mut session = session("10+1");
        think(&mut session, 3000);
        session.play(&"c3->d4".parse().unwrap()).unwrap();
        assert_eq!(
            (left(&session), session.last_played().as_str()),
            ([8000, 10_000], "red plays c3->d4 (8.0 s left)")
        );
        think(&mut session, 500);
        session.play(&"b6->a5".parse().unwrap()).unwrap();
        assert_eq!(left(&session), [8000, 10_500]);
        think(&mut session, 7000);
        session.undo(1).unwrap();
        assert_eq!((left(&session), session.time_left().unwrap().left.as_millis()), ([8000, 10_000], 10_000));
        session.undo(1).unwrap();
        assert_eq!(left(&session), [10_000, 10_000]);
        session.redo(2).unwrap();
        assert_eq!(left(&session), [8000, 10_500]);
    }

    #[test]
    fn stepping_nowhere_gives_no_time_back() {
        let mut session = session("10");
        think(&mut session, 3000);
        assert!(session.undo(1).is_err() && session.redo(1).is_err());
        assert_eq!(session.time_left().unwrap().left.as_millis(), 7000);
    }

    #[test]
    fn the_clock_stands_still_when_the_game_is_over_or_a_stopped_program_is_to_move() {
        let mut session = session("10");
        session.run_clock(ZERO);
        assert!(session.is_clock_running());
        assert!(!session.stop_clock(ZERO));
        session.set_seat(Player::Red, "random".parse().unwrap());
        session.run_clock(ZERO);
        assert!(!session.is_clock_running());
        session.set_seat(Player::Red, Seat::Human);
        session.forfeit(Player::Red);
        session.run_clock(ZERO);
        assert!(!session.is_clock_running());
    }

    #[test]
    fn a_flag_that_falls_loses_the_game_until_that_is_taken_back() {
        let mut session = session("10");
        think(&mut session, 10_001);
        assert!(session.stop_clock(ZERO));
        assert_eq!(session.game().outcome(), Some(Outcome::OutOfTime { loser: Player::Red }));
        assert!(!session.stop_clock(ZERO), "a game is lost once");
        session.undo(1).unwrap();
        assert_eq!((session.game().outcome(), session.time_left().unwrap().left.as_millis()), (None, 10_000));
    }

    #[test]
    fn another_game_begins_with_all_the_time() {
        let mut session = session("10");
        think(&mut session, 3000);
        session.play(&"c3->d4".parse().unwrap()).unwrap();
        session.set_game(session.game().clone());
        assert_eq!(left(&session), [10_000, 10_000]);
    }
}
