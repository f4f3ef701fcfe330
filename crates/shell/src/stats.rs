//! The output of `--stats`: one figure per line.

use std::fmt::{Display, Write as _};
use std::time::Duration;

use rankmoves_core::Usage;

use super::output::print_error;

/// Returns the count per second; times below 1 µs count as 1 µs.
pub fn rate(count: u64, time: Duration) -> u128 {
    u128::from(count) * 1_000_000 / time.as_micros().max(1)
}

/// A table of names and figures, one per line.
pub struct StatsTable(String);

impl StatsTable {
    /// Makes the table of a computation: depth, count, rate, resources used,
    /// and time.
    pub fn new(depth: u32, (counted, count): (&str, u64), usage: Usage, time: Duration) -> StatsTable {
        let mut table = StatsTable(String::new());
        table.add("depth", depth);
        table.add(counted, count);
        table.add(&format!("{counted}/s"), rate(count, time));
        table.add("table", format_args!("{} of {} KiB", usage.table_used >> 10, usage.table_bytes >> 10));
        table.add("threads", usage.threads);
        table.add("time", format_args!("{:.3} s", time.as_secs_f64()));
        table
    }

    fn add(&mut self, name: &str, figure: impl Display) {
        let _ = writeln!(self.0, "{name:<7}  {figure}");
    }

    /// Writes the table to standard error.
    pub fn print(&self) {
        print_error(&self.0);
    }
}
