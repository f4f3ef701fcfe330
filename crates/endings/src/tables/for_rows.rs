//! Shares the rows of a slice among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::BuildControl;
use super::numbering::Numbering;
use rankmoves_core::support::threads::run_alongside;

/// The number of positions that a thread takes at a time.
const CHUNK_POSITIONS: u64 = 1 << 14;

/// Calls `act` on several threads for all rows of a slice, several rows at a time. Ends early if the build is
/// stopped.
pub(super) fn for_rows(numbering: &Numbering, control: &BuildControl, act: impl Fn(Range<u64>) + Sync) {
    let rows = numbering.rows();
    let step = (CHUNK_POSITIONS / numbering.row_len().max(1)).max(1);
    let next = AtomicU64::new(0);
    let work = || {
        while !control.is_stopped() {
            let start = next.fetch_add(step, Relaxed);
            if start >= rows {
                break;
            }
            act(start..rows.min(start + step));
        }
    };
    let threads = if numbering.len() > 8 * CHUNK_POSITIONS { control.threads().get() } else { 1 };
    run_alongside(1..threads, 0, |_| work(), |_, _| work());
}
