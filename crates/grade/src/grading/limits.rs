//! The limits of a run, and the ways in which a run ends.

use std::time::Duration;

use shell::family::Family;

/// The maximum number of processes of one program.
pub const MAX_PROCESSES: usize = 128;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The limits for the processor time, and for the memory in bytes, of the program and its children together.
    pub time: Duration,
    pub memory: u64,
    /// The limit for the bytes printed, and for the size of each file.
    pub output: u64,
    /// The limit for all processes and threads of the user, not only the program's.
    pub processes: u64,
    /// The number of processes and threads of all users above which the program's own are counted
    /// immediately.
    pub crowd: u64,
}

impl Limits {
    /// Returns the limit for the time from start to end, which stops programs that only wait. It is generous,
    /// because on a busy machine a program gets only part of a processor.
    pub fn wall_time(&self) -> Duration {
        4 * self.time
    }

    /// Returns the limit that a program and its children have reached after the given time, if any.
    pub fn reached(&self, elapsed: Duration, family: &Family) -> Option<RunEnding> {
        if family.processes > MAX_PROCESSES {
            Some(RunEnding::Processes)
        } else if family.memory > self.memory {
            Some(RunEnding::Memory)
        } else if family.time >= self.time {
            Some(RunEnding::Time)
        } else {
            (elapsed >= self.wall_time()).then_some(RunEnding::WallTime)
        }
    }
}

#[derive(Clone, Debug)]
pub struct Run {
    pub ending: RunEnding,
    /// Standard output, up to the limit.
    pub output: Vec<u8>,
    /// The beginning of standard error.
    pub error: Vec<u8>,
    pub time: Duration,
    /// The greatest memory use observed, in bytes.
    pub memory: u64,
}

/// The reason why a run ended: an exit status, a signal, or a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnding {
    Status(i32),
    Signal(i32),
    /// The limit of processor time.
    Time,
    /// The limit of time from start to end.
    WallTime,
    Memory,
    Output,
    Processes,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_takes_no_processor_time_and_ends_at_the_longer_limit() {
        let limits =
            Limits { time: Duration::from_secs(2), memory: 1000, output: 1000, processes: 1000, crowd: 1000 };
        let second = Duration::from_secs(1);
        let family = Family { processes: 2, memory: 1000, time: second };
        let late = Family { time: 2 * second, ..family };
        assert_eq!(limits.reached(7 * second, &family), None);
        assert_eq!(limits.reached(8 * second, &family), Some(RunEnding::WallTime));
        // Several processes together can use more processor time than the elapsed time.
        assert_eq!(limits.reached(second, &late), Some(RunEnding::Time));
        assert_eq!(limits.reached(second, &Family { memory: 1001, ..late }), Some(RunEnding::Memory));
        let crowd = Family { processes: MAX_PROCESSES + 1, ..family };
        assert_eq!(limits.reached(second, &crowd), Some(RunEnding::Processes));
    }
}
