//! Levels are the limits on an engine's thinking.

use std::str::FromStr;
use std::time::Duration;

use rankmoves_core::quoted;
use rankmoves_game::TimeLeft;

use super::line::Line;
use shell::arguments::digits;

/// The limits of a search; without limits, it is infinite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
    /// The time for the game.
    pub clock: Option<GameClock>,
}

/// The clock of the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameClock {
    /// The seconds left; can be negative before the increment is added.
    pub left: f64,
    /// The seconds that are added before each move.
    pub increment: f64,
    /// The number of moves to make in the time left; `None` for the rest of the game.
    pub moves: Option<u32>,
}

/// The time for a move if no level is given.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// The longest time, in seconds: a thousand days. Longer times are reduced to this time.
const MAX_MOVE_SECONDS: f64 = 86_400_000.0;

impl Level {
    /// Reads the arguments of `level`; skips unknown arguments. Without a limit, it must be `infinite`.
    pub fn read(line: &Line) -> Result<Level, String> {
        let level = Level {
            depth: read_positive(line, "depth")?,
            nodes: read_positive(line, "nodes")?,
            move_time: read(line, "move-time", "0 seconds or more", |text| {
                seconds(text).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            })?,
            clock: GameClock::read(line)?,
        };
        if level == Level::default() && line.value("infinite").is_none() {
            return Err("expected depth, nodes, move-time, time or infinite after level".to_owned());
        }
        Ok(level)
    }

    pub fn write(&self) -> Line {
        let line = Line::new("level").with_some("depth", self.depth).with_some("nodes", self.nodes);
        let line = line.with_some("move-time", self.move_time.map(|time| time.as_secs_f64()));
        let Some(GameClock { left, increment, moves }) = self.clock else { return line };
        let increment = Some(increment).filter(|&increment| increment > 0.0);
        line.with("time", left).with_some("inc", increment).with_some("moves", moves)
    }

    /// Returns the time to think; `None` if it is not limited.
    pub fn budget(&self) -> Option<Duration> {
        let of_clock = self.clock.map(GameClock::budget);
        [self.move_time, of_clock].into_iter().flatten().min()
    }
}

impl GameClock {
    /// Describes a clock to the engine. `left` already includes the increment for this move. The protocol states
    /// the time before that increment, so the increment is subtracted.
    pub fn before_increment(left: Duration, increment: Duration) -> GameClock {
        let increment = if increment <= left { increment } else { Duration::ZERO };
        let before = left.saturating_sub(increment).as_secs_f64();
        GameClock { left: before, increment: increment.as_secs_f64(), moves: None }
    }

    fn read(line: &Line) -> Result<Option<GameClock>, String> {
        let left = read(line, "time", "seconds", seconds)?;
        let increment =
            read(line, "inc", "0 seconds or more", |text| seconds(text).filter(|&inc| inc >= 0.0))?;
        let moves = read_positive(line, "moves")?;
        if left.is_none() && (increment.is_some() || moves.is_some()) {
            return Err("expected time with inc and moves after level".to_owned());
        }
        Ok(left.map(|left| GameClock { left, increment: increment.unwrap_or(0.0), moves }))
    }

    fn budget(self) -> Duration {
        const MIN_BUDGET: Duration = Duration::from_millis(1);
        let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let (left, increment) = (duration(self.left + self.increment), duration(self.increment));
        let time = TimeLeft { left, increment };
        time.budget(self.moves).max(MIN_BUDGET)
    }
}

/// Reads the value of an argument, if it is present.
fn read<T>(
    line: &Line,
    name: &str,
    expected: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, String> {
    let Some(text) = line.value(name) else { return Ok(None) };
    let value =
        read(text).ok_or_else(|| format!("expected {expected} for {name} but found {}", quoted(text)))?;
    Ok(Some(value))
}

/// Reads a number that is not 0, if it is present.
fn read_positive<T: FromStr + Default + PartialOrd>(line: &Line, name: &str) -> Result<Option<T>, String> {
    let positive = |text: &str| digits(text).filter(|number| *number > T::default());
    read(line, name, "a whole number of at least 1", positive)
}

/// Reads a number of seconds, at most a thousand days.
fn seconds(text: &str) -> Option<f64> {
    let seconds: f64 = text.parse().ok()?;
    seconds.is_finite().then(|| seconds.clamp(-MAX_MOVE_SECONDS, MAX_MOVE_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Result<Level, String> {
        Level::read(&Line::parse(text).unwrap().unwrap())
    }

    fn budget(text: &str) -> f64 {
        level(text).unwrap().budget().unwrap().as_secs_f64()
    }

    #[test]
    fn the_forms_of_the_protocol_are_read() {
        assert_eq!(level("level infinite"), Ok(Level::default()));
        assert_eq!(level("level depth=15"), Ok(Level { depth: Some(15), ..Level::default() }));
        assert_eq!(level("level nodes=1000 more=1").unwrap().nodes, Some(1000));
        assert_eq!(level("level move-time=0.5").unwrap().move_time, Some(Duration::from_millis(500)));
        let clock = GameClock { left: 291.5, increment: 2.0, moves: Some(9) };
        assert_eq!(level("level moves=9 time=291.5 inc=2").unwrap().clock, Some(clock));
    }

    #[test]
    fn written_text_reads_back_unchanged() {
        for text in
            ["depth=3", "nodes=9 move-time=0.25", "time=60 inc=0.5", "time=-1.5 inc=2", "time=60 moves=9"]
        {
            let text = format!("level {text}");
            assert_eq!(level(&text).unwrap().write().to_string(), text);
        }
    }

    #[test]
    fn levels_without_a_limit_are_refused() {
        for (text, expected) in [
            ("level", "expected depth, nodes, move-time, time or infinite after level"),
            ("level depth=0", "expected a whole number of at least 1 for depth but found '0'"),
            ("level depth=-1", "expected a whole number of at least 1 for depth but found '-1'"),
            ("level nodes=1e3", "expected a whole number of at least 1 for nodes but found '1e3'"),
            ("level move-time=-1", "expected 0 seconds or more for move-time but found '-1'"),
            ("level move-time=inf", "expected 0 seconds or more for move-time but found 'inf'"),
            ("level time=nan", "expected seconds for time but found 'nan'"),
            ("level time=1 inc=-1", "expected 0 seconds or more for inc but found '-1'"),
            ("level inc=1", "expected time with inc and moves after level"),
        ] {
            assert_eq!(level(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn a_clock_of_sudden_death_never_runs_out() {
        // Some time always remains, so that an answer may arrive late, as on a busy machine.
        for start in [1.0, 10.0, 300.0] {
            let mut left = start;
            for _ in 0..30 {
                let budget = budget(&format!("level time={left}"));
                assert!(budget < left, "{budget} of {left}");
                left -= budget;
            }
            assert!(left > 0.25, "{left} of {start}");
        }
    }

    #[test]
    fn an_increment_and_a_number_of_moves_give_more_time() {
        assert!(budget("level time=60 inc=1") > budget("level time=60") + 0.7);
        assert!(budget("level time=60 moves=3") > 5.0 * budget("level time=60"));
        assert!(budget("level time=60 moves=1") < 60.0);
        // The engine adds the increment before the move; pydraughts subtracts it first.
        assert!(budget("level time=-0.5 inc=1") < 0.5);
        assert!(budget("level time=-5 inc=1") <= 0.001, "too late already");
    }

    #[test]
    fn the_shorter_of_two_times_counts() {
        assert!((budget("level time=600 move-time=0.1") - 0.1).abs() < 1e-9);
        assert_eq!(level("level depth=3").unwrap().budget(), None);
    }
}
