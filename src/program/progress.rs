//! Long jobs that show their progress on a terminal.

use std::fs::File;
use std::io::{self, IsTerminal, Write, stdout};
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use crate::{RankError, RankedMove, Ranker};
use rankmoves_core::{Move, Position};

use shell::line_buffer::{self, LineBuffer};
use shell::progress::{rate, while_showing};
use shell::{Stop, output};

/// Ranks the moves, and shows the progress on a terminal.
///
/// # Errors
///
/// As for [`Ranker::rank`].
pub fn rank(ranker: &mut Ranker, position: &Position, depth: u32) -> Result<Vec<RankedMove>, RankError> {
    while_searching(ranker, depth, |ranker| ranker.rank(position, depth))
}

/// Runs a search to a depth, and shows the progress on a terminal.
pub(super) fn while_searching<T>(ranker: &mut Ranker, depth: u32, work: impl FnOnce(&mut Ranker) -> T) -> T {
    let (progress, start) = (ranker.progress(), Instant::now());
    let line = move || {
        let rate = rate(progress.nodes(), start.elapsed());
        let (at, done, moves) = (progress.depth(), progress.done(), progress.moves());
        format!("depth {at} of {depth}, {done} of {moves} moves, {rate} nodes/s")
    };
    while_showing(line, || work(ranker))
}

/// Returns a line of best play for each ranked move.
pub(super) fn lines(
    ranker: &mut Ranker,
    position: &Position,
    moves: &[RankedMove],
    depth: u32,
) -> Result<Vec<Vec<Move>>, RankError> {
    let (progress, start) = (ranker.progress(), Instant::now());
    let before = progress.nodes();
    let line = || {
        let rate = rate(progress.nodes() - before, start.elapsed());
        format!("principal variations of {} moves, {rate} nodes/s", moves.len())
    };
    while_showing(line, || ranker.lines(position, moves.iter().map(|ranked| &ranked.mv), depth))
}

/// Writes to standard output, with `what` as the label of the progress. Shows no progress if standard output
/// is the terminal, or while no bytes are written, for example because a pager waits for its user.
pub(super) fn write(what: &str, write: impl FnOnce(&mut Buffer<'_>) -> io::Result<()>) -> Result<(), Stop> {
    let (written, start) = (AtomicU64::new(0), Instant::now());
    let mut before = 0;
    let line = || {
        let bytes = written.load(Relaxed);
        if bytes == mem::replace(&mut before, bytes) {
            return String::new();
        }
        let rate = rate(bytes, start.elapsed()) >> 20;
        format!("{what}, {} MiB written, {rate} MiB/s", bytes >> 20)
    };
    let work = || {
        output::write(|out| {
            let most = line_buffer::largest_piece(out);
            let mut out = LineBuffer::with_room(Counted { out, written: &written }, most, |counted| {
                line_buffer::room(counted.out)
            });
            write(&mut out)?;
            out.flush()
        })
    };
    if stdout().is_terminal() { work() } else { while_showing(line, work) }
}

/// A buffer for standard output that counts the bytes written.
pub type Buffer<'a> = LineBuffer<Counted<'a>>;

/// A file, and the number of bytes that have been written to it.
pub struct Counted<'a> {
    out: &'a mut File,
    written: &'a AtomicU64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.written.fetch_add(count as u64, Relaxed);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
