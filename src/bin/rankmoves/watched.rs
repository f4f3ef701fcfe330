//! The parts of the work that may take long. Each tells a terminal how far it has come.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write, stdout};
use std::mem;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use rankmoves::{Move, Position, RankError, RankedMove, Ranker};

use crate::common::figures::rate;
use crate::common::{Stop, output, progress};

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// A line of best play for each of the moves that have been ranked.
pub fn lines(
    ranker: &mut Ranker,
    position: &Position,
    moves: &[RankedMove],
    depth: u32,
) -> Result<Vec<Vec<Move>>, RankError> {
    let (progress, start, done) = (ranker.progress(), Instant::now(), AtomicUsize::new(0));
    let before = progress.nodes();
    let line = || {
        let rate = rate(progress.nodes() - before, start.elapsed());
        format!("lines of play, {} of {} moves, {rate} nodes/s", done.load(Relaxed), moves.len())
    };
    let follow = |RankedMove { mv, .. }: &RankedMove| {
        let line = ranker.line(position, mv, depth);
        done.fetch_add(1, Relaxed);
        line
    };
    progress::while_showing(line, || moves.iter().map(follow).collect())
}

/// Writes to standard output. While a pager waits for its user, or where
/// standard output is the terminal, nothing is told.
pub fn write(depth: u32, write: impl FnOnce(&mut Buffer<'_>) -> io::Result<()>) -> Result<(), Stop> {
    let (written, start) = (AtomicU64::new(0), Instant::now());
    let mut before = 0;
    let line = || {
        let bytes = written.load(Relaxed);
        if bytes == mem::replace(&mut before, bytes) {
            return String::new();
        }
        let rate = rate(bytes, start.elapsed()) >> 20;
        format!("tree to depth {depth}, {} MiB written, {rate} MiB/s", bytes >> 20)
    };
    let work = || {
        output::write(|out| {
            let mut out = BufWriter::with_capacity(BUFFER, Counted { out, written: &written });
            write(&mut out)?;
            out.flush()
        })
    };
    if stdout().is_terminal() { work() } else { progress::while_showing(line, work) }
}

/// Gathers what is written to standard output.
pub type Buffer<'a> = BufWriter<Counted<'a>>;

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
