//! A buffered writer that passes on whole lines, and the largest write that a pipe accepts in one piece.

use std::fs::File;
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;

#[cfg(target_os = "linux")]
use rustix::io::ioctl_fionread;
#[cfg(target_os = "linux")]
use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

/// The size in bytes up to which Linux never splits a write to a pipe. The name is from POSIX, which
/// guarantees at least 512.
pub const PIPE_BUF: usize = 4096;

/// The capacity requested for a pipe. Small writes are never split. If a large pipe is rarely empty, they cost
/// little more than large writes.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1 << 20;

const BUFFER_BYTES: usize = 1 << 16;

/// A buffered writer. It writes whole lines in pieces of limited size, so no line is left incomplete if the
/// program ends between two writes.
///
/// A line longer than a piece is written by itself. Text without a line end is written in large pieces.
pub struct LineBuffer<W: Write> {
    out: W,
    /// The maximum size of a piece, in bytes.
    most: usize,
    /// Returns the number of bytes that `out` currently accepts in one write; 0 if unknown.
    room: fn(&W) -> usize,
    /// Text not yet written, at most [`BUFFER_BYTES`] bytes.
    buffer: Vec<u8>,
}

impl<W: Write> LineBuffer<W> {
    /// Makes a buffer for a writer that takes pieces of `most` bytes.
    pub fn new(out: W, most: usize) -> LineBuffer<W> {
        LineBuffer::with_room(out, most, |_| 0)
    }

    /// Makes a buffer for a writer that takes pieces of `most` bytes, or of the size that `room` returns if
    /// that is larger.
    ///
    /// `room` is called once per write of the buffered text.
    pub fn with_room(out: W, most: usize, room: fn(&W) -> usize) -> LineBuffer<W> {
        LineBuffer { out, most, room, buffer: Vec::with_capacity(BUFFER_BYTES) }
    }

    /// Writes the whole lines of the buffer and keeps the rest. If the buffer is full and has no
    /// whole line, writes all of it.
    fn write_lines(&mut self) -> io::Result<()> {
        let full = (self.buffer.len() == BUFFER_BYTES).then_some(BUFFER_BYTES);
        let end = after_last_line(&self.buffer).or(full).unwrap_or(0);
        write_pieces(&mut self.out, &self.buffer[..end], self.most, self.room)?;
        self.buffer.drain(..end);
        Ok(())
    }
}

impl<W: Write> Write for LineBuffer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > BUFFER_BYTES - self.buffer.len() {
            self.write_lines()?;
        }
        let room = BUFFER_BYTES - self.buffer.len();
        if self.buffer.is_empty() && bytes.len() > room {
            // Large texts bypass the buffer.
            let end = after_last_line(bytes).unwrap_or(bytes.len());
            write_pieces(&mut self.out, &bytes[..end], self.most, self.room)?;
            return Ok(end);
        }
        let count = bytes.len().min(room);
        self.buffer.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        write_pieces(&mut self.out, &self.buffer, self.most, self.room)?;
        self.buffer.clear();
        self.out.flush()
    }
}

/// Writes a text in pieces, each ending at the end of a line. A piece exceeds `most` only if it is a single
/// long line, or if it is the first piece and `out` has more room.
fn write_pieces<W: Write>(
    out: &mut W,
    mut text: &[u8],
    most: usize,
    room: fn(&W) -> usize,
) -> io::Result<()> {
    let mut fits = if text.len() > most { most.max(room(out)) } else { most };
    while !text.is_empty() {
        let fitting = after_last_line(&text[..text.len().min(fits)]);
        let first = || text.iter().position(|&byte| byte == b'\n').map(|newline| newline + 1);
        let (piece, rest) = text.split_at(fitting.or_else(first).unwrap_or(text.len()));
        out.write_all(piece)?;
        (text, fits) = (rest, most);
    }
    Ok(())
}

fn after_last_line(text: &[u8]) -> Option<usize> {
    text.iter().rposition(|&byte| byte == b'\n').map(|newline| newline + 1)
}

/// Returns the largest number of bytes to write to a file at once. For a pipe, the number is so small that a
/// signal cannot split the write. Enlarges the pipe if the system can.
pub fn largest_piece(out: &File) -> usize {
    if !is_pipe(out) {
        return usize::MAX;
    }
    #[cfg(target_os = "linux")]
    if fcntl_getpipe_size(out).is_ok_and(|size| size < PIPE_BYTES) {
        // The result is the same if the pipe cannot be enlarged.
        let _ = fcntl_setpipe_size(out, PIPE_BYTES);
    }
    PIPE_BUF
}

#[cfg(unix)]
fn is_pipe(out: &File) -> bool {
    out.metadata().is_ok_and(|metadata| metadata.file_type().is_fifo())
}

/// Returns false: on other systems no signal splits a write.
#[cfg(not(unix))]
fn is_pipe(_: &File) -> bool {
    false
}

/// Returns how many bytes can be written to a pipe now without blocking; 0 if that is not certain. A write that
/// does not block is not split, and wakes the reader only once.
///
/// Returns a quarter of an empty pipe's capacity. Our write follows at once, so it would block only if other
/// programs filled most of the same pipe in between. A pipe that could not be enlarged counts as full.
#[cfg(target_os = "linux")]
pub fn room(out: &File) -> usize {
    let is_empty = ioctl_fionread(out).is_ok_and(|bytes| bytes == 0);
    let size = fcntl_getpipe_size(out).unwrap_or(0);
    if is_empty && size >= PIPE_BYTES { PIPE_BYTES / 4 } else { 0 }
}

/// Returns 0, because other systems do not report the size of a pipe.
#[cfg(not(target_os = "linux"))]
pub fn room(_: &File) -> usize {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records each write.
    #[derive(Default)]
    struct Writes(Vec<Vec<u8>>);

    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Writes a text in chunks whose lengths cycle through `parts`. Returns the writes that reached the inner
    /// writer.
    fn writes(text: &[u8], parts: &[usize], most: usize) -> Vec<Vec<u8>> {
        let mut lines = LineBuffer::new(Writes::default(), most);
        let (mut rest, mut turn) = (text, 0);
        while !rest.is_empty() {
            let (part, after) = rest.split_at(parts[turn % parts.len()].min(rest.len()));
            lines.write_all(part).unwrap();
            (rest, turn) = (after, turn + 1);
        }
        lines.flush().unwrap();
        lines.out.0
    }

    #[test]
    fn each_write_has_whole_lines_that_a_pipe_accepts_at_once() {
        let lines: Vec<String> = (0..20_000).map(|n| format!("{}. line\n", "x".repeat(n % 97))).collect();
        let text = lines.concat();
        for parts in [&[1, 30][..], &[100], &[5000, 7], &[200_000, 3], &[text.len()]] {
            let writes = writes(text.as_bytes(), parts, PIPE_BUF);
            assert_eq!(writes.concat(), text.as_bytes());
            assert!(
                writes.iter().all(|write| write.ends_with(b"\n") && write.len() <= PIPE_BUF),
                "{parts:?}"
            );
            assert!(writes.len() < text.len() / 3000, "{} writes", writes.len());
        }
    }

    #[test]
    fn a_larger_piece_is_written_only_where_there_is_room() {
        /// Returns the room for the next write; the sizes alternate.
        fn room(out: &Writes) -> usize {
            [0, 10_000, 70_000][out.0.len() % 3]
        }
        let lines: Vec<String> = (0..20_000).map(|n| format!("{}. line\n", "x".repeat(n % 97))).collect();
        let text = lines.concat();
        let mut lines = LineBuffer::with_room(Writes::default(), PIPE_BUF, room);
        let (mut large, mut before) = (0, 0);
        for part in text.as_bytes().chunks(777) {
            lines.write_all(part).unwrap();
            let writes = &lines.out.0[before..];
            if let [first, others @ ..] = writes {
                let told = [0, 10_000, 70_000][before % 3];
                assert!(first.len() <= PIPE_BUF.max(told) && first.ends_with(b"\n"), "{told}");
                assert!(others.iter().all(|write| write.len() <= PIPE_BUF && write.ends_with(b"\n")));
                // The first write fills the free space in the pipe.
                assert!(first.len() + 100 > told.min(BUFFER_BYTES - 777), "{} of {told}", first.len());
                large += usize::from(first.len() > PIPE_BUF);
            }
            before = lines.out.0.len();
        }
        lines.flush().unwrap();
        assert!(lines.out.0.concat() == text.as_bytes() && large > 3, "{large}");
    }

    #[test]
    fn a_line_longer_than_a_piece_is_written_by_itself() {
        let long = format!("{}\n", "y".repeat(10_000));
        let text = format!("a\n{long}b\nc\n");
        assert_eq!(writes(text.as_bytes(), &[9], PIPE_BUF), [b"a\n", long.as_bytes(), b"b\nc\n"]);
    }

    #[test]
    fn text_without_a_line_end_is_written_in_pieces() {
        let text = vec![b'z'; 10 * BUFFER_BYTES + 1];
        let writes = writes(&text, &[1000], BUFFER_BYTES);
        assert_eq!(writes.concat(), text);
        assert!(writes.iter().all(|write| write.len() <= BUFFER_BYTES));
    }
}
