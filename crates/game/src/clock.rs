//! Clocks: the time that each player has left in a game.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use super::{Agent, AgentError, Game};
use rankmoves_core::{ByPlayer, Move, Player};

/// The time control of a game: the time that each player has at the start, and the increment after each move.
///
/// ```
/// use std::time::Duration;
///
/// use rankmoves_game::TimeControl;
///
/// let control: TimeControl = "5m+3s".parse()?;
/// assert_eq!(control, TimeControl { base: Duration::from_secs(300), increment: Duration::from_secs(3) });
/// assert_eq!(control.to_string(), "300+3");
/// # Ok::<(), rankmoves_game::ParseTimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// The time at the start, up to [`MAX`](Self::MAX).
    pub base: Duration,
    /// The time that a move adds, up to [`MAX`](Self::MAX).
    pub increment: Duration,
}

impl TimeControl {
    /// The least time at the start: a hundredth of a second.
    pub const MIN: Duration = Duration::from_millis(10);
    /// The maximum time at the start, and the maximum increment: a day.
    pub const MAX: Duration = Duration::from_secs(24 * 60 * 60);
}

/// Writes seconds, as in PDN's tag `TimeControl`: `300+3`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// Reads `5m`, `1h30m+10s` or `300+3`: numbers without a unit are seconds.
impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeError> {
        let (base, increment) = text.split_once('+').map_or((text, None), |(base, rest)| (base, Some(rest)));
        let base = duration(base).filter(|base| (TimeControl::MIN..=TimeControl::MAX).contains(base));
        let increment = increment.map_or(Some(Duration::ZERO), duration);
        let increment = increment.filter(|increment| *increment <= TimeControl::MAX);
        match (base, increment) {
            (Some(base), Some(increment)) => Ok(TimeControl { base, increment }),
            _ => Err(ParseTimeError),
        }
    }
}

/// Reads a time such as `90`, `1.5m` or `1h30m`.
fn duration(text: &str) -> Option<Duration> {
    if text.is_empty() {
        return None;
    }
    let (mut rest, mut seconds) = (text, 0.0);
    while !rest.is_empty() {
        let end = rest.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(rest.len());
        let number: f64 = rest[..end].parse().ok()?;
        let (unit, after) = rest[end..].split_at(rest[end..].chars().next().map_or(0, char::len_utf8));
        seconds += number
            * match unit {
                "h" => 3600.0,
                "m" => 60.0,
                "s" => 1.0,
                "" if end == text.len() => 1.0,
                _ => return None,
            };
        rest = after;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

/// The reason why a text is not a [`TimeControl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a clock such as 5m+3s, 90s or 1h30m+10s: 0.01 s to 24 h, plus time added per move")]
pub struct ParseTimeError;

/// The time that a player has for a move and all later moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time until the flag falls.
    pub left: Duration,
    /// The time that the move adds.
    pub increment: Duration,
}

impl TimeLeft {
    /// The number of moves still to come that a [budget](Self::budget) assumes.
    const MOVES: u32 = 24;

    /// Returns the time to take for the first of `moves` moves, of 24 if their number is unknown. 0 moves count
    /// as 1, and more than 24 as 24.
    ///
    /// A reserve is kept in case the system is busy: 0.3 s or a fiftieth of the time left, whichever is
    /// larger. A move gets an equal share of the rest plus four fifths of its increment, but never more than
    /// four fifths of the rest. If nothing remains after the reserve, the moves share an eighth of the time
    /// left, and no move gets more than that.
    pub fn budget(self, moves: Option<u32>) -> Duration {
        let moves = moves.map_or(TimeLeft::MOVES, |moves| moves.clamp(1, TimeLeft::MOVES));
        let rest = self.left.saturating_sub(RESERVE.max(self.left / 50));
        let shared = if rest.is_zero() { self.left / 8 } else { rest };
        let most = if rest.is_zero() { shared } else { rest / 5 * 4 };
        (shared / moves + self.increment / 5 * 4).min(most)
    }

    /// Lets an agent choose a move; `None` if it runs out of time first. In that case, the agent is stopped
    /// if it has a [flag](Agent::stop_flag).
    ///
    /// # Errors
    ///
    /// If the agent does not choose.
    pub fn choose(self, agent: &mut dyn Agent, game: &Game) -> Result<Option<Move>, AgentError> {
        let begin = Instant::now();
        let flag = agent.stop_flag();
        let (done, choosing) = mpsc::channel::<()>();
        let choice = thread::scope(|scope| {
            let watch = move || {
                if let (Some(flag), Err(RecvTimeoutError::Timeout)) = (flag, choosing.recv_timeout(self.left))
                {
                    flag.store(true, Relaxed);
                }
            };
            // If the thread cannot start, nothing stops the agent, but its time still runs out.
            let _ = Builder::new().spawn_scoped(scope, watch);
            let choice = agent.choose_in_time(game, self);
            drop(done);
            choice
        });
        if begin.elapsed() > self.left { Ok(None) } else { choice.map(Some) }
    }
}

/// The smallest reserve for delays on a busy system, for all remaining moves together.
const RESERVE: Duration = Duration::from_millis(300);

/// The clock of a game: the time that both players had left after each ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// The time left to both players after `begin` plies, then after each further ply.
    left: Vec<ByPlayer<Duration>>,
    begin: usize,
}

impl Clock {
    /// Starts a clock after `plies` untimed plies.
    pub fn new(control: TimeControl, plies: usize) -> Clock {
        Clock { control, left: vec![ByPlayer::new(control.base, control.base)], begin: plies }
    }

    /// Returns the time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the time left to both players after `plies` plies; for plies before the clock was
    /// set, the time at the start.
    pub fn left(&self, plies: usize) -> ByPlayer<Duration> {
        self.left[plies.saturating_sub(self.begin).min(self.left.len() - 1)]
    }

    /// Returns the time left to a player for the ply after `plies` plies, if the player has already thought
    /// for `spent`.
    pub fn time_left(&self, plies: usize, player: Player, spent: Duration) -> TimeLeft {
        let left = self.left(plies)[player].saturating_sub(spent);
        TimeLeft { left, increment: self.control.increment }
    }

    /// Records the time that a player took for the ply with `plies` plies before it. Drops the recorded times
    /// of this ply and later ones, which were taken back. Returns false, and records nothing, if the player
    /// ran out of time.
    pub fn press(&mut self, plies: usize, player: Player, spent: Duration) -> bool {
        let mut left = self.left(plies);
        let Some(rest) = left[player].checked_sub(spent) else {
            return false;
        };
        left[player] = rest.saturating_add(self.control.increment);
        if plies < self.begin {
            // The game is continued from a point before the clock was set.
            (self.begin, self.left) = (plies, vec![self.left(plies)]);
        }
        self.truncate(plies);
        // Plies without a recorded time have taken none.
        self.left.resize(plies - self.begin + 1, self.left(plies));
        self.left.push(left);
        true
    }

    /// Drops the recorded times of the plies after the first `plies`.
    pub fn truncate(&mut self, plies: usize) {
        self.left.truncate(plies.saturating_sub(self.begin) + 1);
    }

    /// Returns, for each timed ply, the number of plies before it and the time that its player had left after
    /// it. `first` is the player who made the first ply of the game.
    pub fn plies(&self, first: Player) -> impl Iterator<Item = (usize, Duration)> {
        let player = move |ply: usize| if ply.is_multiple_of(2) { first } else { first.opponent() };
        self.left.iter().skip(1).zip(self.begin..).map(move |(left, ply)| (ply, left[player(ply)]))
    }
}

/// Writes a time in the form of a clock: `1:02:03`, `2:03` or, below ten seconds, `3.4`.
pub fn clock_text(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    let seconds = tenths / 10;
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{rest:02}")
    } else if seconds >= 10 {
        format!("{minutes}:{rest:02}")
    } else {
        format!("{rest}.{}", tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn times_are_read_in_units_and_written_in_seconds() {
        for (text, base, increment, written) in [
            ("5m+3s", 300.0, 3.0, "300+3"),
            ("300+3", 300.0, 3.0, "300+3"),
            ("1h30m", 5400.0, 0.0, "5400"),
            ("1m30s+0.5", 90.0, 0.5, "90+0.5"),
            ("0.01s", 0.01, 0.0, "0.01"),
            ("24h+24h", 86_400.0, 86_400.0, "86400+86400"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(
                (control.base.as_secs_f64(), control.increment.as_secs_f64()),
                (base, increment),
                "{text}"
            );
            assert_eq!(control.to_string(), written);
            assert_eq!(written.parse(), Ok(control));
        }
    }

    #[test]
    fn texts_that_are_no_times_are_refused() {
        for text in [
            "", "+", "+3", "5m+", "0", "0.001", "24h1s", "1+25h", "5x", "5m3", "3 s", "-1", "1e3", "inf",
            "nan", "5m+3s+1s", "40/5m", "1..5", ".", "5é", "m",
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(ParseTimeError), "{text:?}");
        }
    }

    #[test]
    fn a_move_takes_its_time_and_adds_the_increment_to_one_player() {
        let mut clock = Clock::new("10+2".parse().unwrap(), 0);
        assert!(clock.press(0, Player::Black, 3 * SECOND));
        assert!(clock.press(1, Player::Red, SECOND / 2));
        assert_eq!(clock.left(2), ByPlayer::new(SECOND * 23 / 2, 9 * SECOND));
        assert_eq!(
            clock.time_left(2, Player::Black, 4 * SECOND),
            TimeLeft { left: 5 * SECOND, increment: 2 * SECOND }
        );
        let plies: Vec<_> = clock.plies(Player::Black).collect();
        assert_eq!(plies, [(0, 9 * SECOND), (1, SECOND * 23 / 2)]);
    }

    #[test]
    fn a_flag_falls_when_more_than_the_time_is_spent() {
        let mut clock = Clock::new("10".parse().unwrap(), 0);
        assert!(!clock.press(0, Player::Red, 10 * SECOND + Duration::from_nanos(1)));
        assert_eq!(clock, Clock::new("10".parse().unwrap(), 0));
        assert!(clock.press(0, Player::Red, 10 * SECOND));
        assert_eq!(clock.left(1)[Player::Red], Duration::ZERO);
    }

    #[test]
    fn a_ply_that_is_taken_back_gives_its_time_back() {
        let mut clock = Clock::new("10".parse().unwrap(), 3);
        for ply in 3..7 {
            assert!(clock.press(ply, Player::Red, SECOND));
        }
        assert_eq!(clock.left(4)[Player::Red], 9 * SECOND);
        assert!(clock.press(4, Player::Red, 2 * SECOND));
        assert_eq!((clock.left(5)[Player::Red], clock.left(99)[Player::Red]), (7 * SECOND, 7 * SECOND));
        let mut shorter = clock.clone();
        shorter.truncate(4);
        assert_eq!(shorter.left(99)[Player::Red], 9 * SECOND);
        // Before the clock was set, the full time was left.
        assert!(clock.press(1, Player::Red, SECOND));
        assert_eq!((clock.left(2)[Player::Red], clock.plies(Player::Red).count()), (9 * SECOND, 1));
    }

    #[test]
    fn a_budget_keeps_a_reserve() {
        let budget = |left, increment| TimeLeft { left, increment }.budget(None);
        // Of 10 s, 9.7 s can be divided among the moves; of 100 s, 98 s.
        assert_eq!(budget(10 * SECOND, Duration::ZERO).as_micros(), 9_700_000 / 24);
        assert_eq!(budget(100 * SECOND, 5 * SECOND).as_micros(), 98_000_000 / 24 + 4_000_000);
        // The increment is added after the move, so it cannot be used before.
        assert_eq!(budget(SECOND, 5 * SECOND).as_millis(), 560);
        assert_eq!(budget(RESERVE, SECOND), RESERVE / 8);
        assert_eq!(budget(RESERVE, Duration::ZERO), RESERVE / 192);
        assert_eq!(budget(Duration::ZERO, SECOND), Duration::ZERO);
    }

    #[test]
    fn the_last_of_some_moves_takes_nearly_all() {
        let time = TimeLeft { left: 10 * SECOND, increment: Duration::ZERO };
        assert_eq!(time.budget(Some(1)).as_millis(), 7760);
        assert_eq!(time.budget(Some(5)).as_millis(), 1940);
        let budget = |moves| time.budget(Some(moves));
        assert_eq!((budget(0), budget(99)), (budget(1), time.budget(None)));
    }

    /// A one-second game has about sixty moves. If other programs are using the processors, each move is a
    /// few milliseconds late, and sometimes more.
    #[test]
    fn a_second_lasts_for_a_game_on_a_busy_system() {
        let mut left = SECOND;
        for number in 0..60 {
            let late = Duration::from_millis(if number % 20 == 10 { 60 } else { 3 });
            let spent = TimeLeft { left, increment: Duration::ZERO }.budget(None) + late;
            left = left.checked_sub(spent).unwrap_or_else(|| panic!("the flag falls at move {number}"));
        }
    }

    #[test]
    fn clocks_show_tenths_at_last() {
        for (millis, text) in
            [(3_723_000, "1:02:03"), (123_999, "2:03"), (10_000, "0:10"), (9_999, "9.9"), (0, "0.0")]
        {
            assert_eq!(clock_text(Duration::from_millis(millis)), text);
        }
    }
}
