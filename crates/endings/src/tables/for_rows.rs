//! Shares the rows of a slice among threads.

use std::ops::Range;

use super::BuildControl;
use super::numbering::{Numbering, usize_of};
use rankmoves_core::support::threads::for_each;

/// The number of positions that a thread takes at a time.
const CHUNK_POSITIONS: u64 = 1 << 14;

/// Calls `act` on several threads for all rows of a slice, several rows at a time. Ends early if the build is
/// stopped.
pub(super) fn for_rows(numbering: &Numbering, control: &BuildControl, act: impl Fn(Range<u64>) + Sync) {
    let rows = numbering.rows();
    let step = (CHUNK_POSITIONS / numbering.row_len().max(1)).max(1);
    let starts = (0..rows).step_by(usize_of(step)).take_while(|_| !control.is_stopped());
    let threads = if numbering.len() > 8 * CHUNK_POSITIONS { control.threads.get() } else { 1 };
    for_each(starts, threads, |start| act(start..rows.min(start + step)));
}
