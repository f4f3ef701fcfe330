//! Finds the largest write that a pipe accepts in one piece.

use std::fs::File;

use super::line_buffer::PIPE_BUF;
pub use size::room;

/// Returns the largest number of bytes to write to a file at once. For a pipe, the number is so small that a
/// signal cannot split the write. Enlarges the pipe if the system can.
pub fn largest_piece(out: &File) -> usize {
    if !is_pipe(out) {
        return usize::MAX;
    }
    // The result is the same if the pipe cannot be enlarged.
    size::enlarge(out);
    PIPE_BUF
}

#[cfg(unix)]
fn is_pipe(out: &File) -> bool {
    use std::os::unix::fs::FileTypeExt;
    out.metadata().is_ok_and(|metadata| metadata.file_type().is_fifo())
}

/// Returns false: on other systems no signal splits a write.
#[cfg(not(unix))]
fn is_pipe(_: &File) -> bool {
    false
}

#[cfg(target_os = "linux")]
mod size {
    use std::fs::File;

    use rustix::io::ioctl_fionread;
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

    /// The capacity requested for a pipe. Small writes are never split. If a large pipe is rarely empty, they
    /// cost little more than large writes.
    const PIPE_BYTES: usize = 1 << 20;

    pub fn enlarge(out: &File) {
        if fcntl_getpipe_size(out).is_ok_and(|size| size < PIPE_BYTES) {
            let _ = fcntl_setpipe_size(out, PIPE_BYTES);
        }
    }

    /// Returns how many bytes can be written to a pipe now without blocking; 0 if that is not certain. A write
    /// that does not block is not split, and wakes the reader only once.
    ///
    /// Returns a quarter of an empty pipe's capacity. Our write follows at once, so it would block only if
    /// other programs filled most of the same pipe in between. A pipe that could not be enlarged counts as
    /// full.
    pub fn room(out: &File) -> usize {
        let is_empty = ioctl_fionread(out).is_ok_and(|bytes| bytes == 0);
        let size = fcntl_getpipe_size(out).unwrap_or(0);
        if is_empty && size >= PIPE_BYTES { PIPE_BYTES / 4 } else { 0 }
    }
}

/// Other systems do not report the size of a pipe.
#[cfg(not(target_os = "linux"))]
mod size {
    use std::fs::File;

    pub fn enlarge(_: &File) {}

    /// Returns 0, because the room is not certain.
    pub fn room(_: &File) -> usize {
        0
    }
}
