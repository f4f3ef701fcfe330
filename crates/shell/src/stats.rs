//! The output of `--stats`: one figure per line.

use std::time::Duration;

use rankmoves_core::Usage;

use super::output::print_error;

/// Returns the count per second; times below 1 µs count as 1 µs.
pub fn rate(count: u64, time: Duration) -> u128 {
    u128::from(count) * 1_000_000 / time.as_micros().max(1)
}

/// Writes the figures of a computation to standard error: its depth, a count with its name and rate, the
/// resources used, and the time.
pub fn print_stats(depth: u32, (counted, count): (&str, u64), usage: Usage, time: Duration) {
    let figures = [
        ("depth", depth.to_string()),
        (counted, count.to_string()),
        (&format!("{counted}/s"), rate(count, time).to_string()),
        ("table", format!("{} of {} KiB", usage.table_used >> 10, usage.table_bytes >> 10)),
        ("threads", usage.threads.to_string()),
        ("time", format!("{:.3} s", time.as_secs_f64())),
    ];
    print_error(&figures.map(|(name, figure)| format!("{name:<7}  {figure}\n")).concat());
}
