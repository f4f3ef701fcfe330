//! Pipes, and the most bytes to write to one at a time.

use std::fs::File;

use super::line_buffer::PIPE_BUF;

/// Returns the most bytes to write to a file at once; for a pipe, so few that a signal cannot split
/// them. Enlarges a pipe where the system can.
pub fn largest_piece(out: &File) -> usize {
    if !is_pipe(out) {
        return usize::MAX;
    }
    // Larger or not, it is written to in the same way.
    size::enlarge(out);
    PIPE_BUF
}

/// Returns how many bytes can be written to a pipe now without waiting; 0 if that is not certain. A write
/// that need not wait is not split, and does not wake the reader page by page.
pub fn room(out: &File) -> usize {
    size::room(out)
}

#[cfg(unix)]
fn is_pipe(out: &File) -> bool {
    use std::os::unix::fs::FileTypeExt;
    out.metadata().is_ok_and(|metadata| metadata.file_type().is_fifo())
}

/// Elsewhere no signal splits a write.
#[cfg(not(unix))]
fn is_pipe(_: &File) -> bool {
    false
}

#[cfg(target_os = "linux")]
mod size {
    use std::fs::File;

    use rustix::io::ioctl_fionread;
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

    /// Bytes that a pipe is asked to hold. While it is not empty, the small pieces
    /// that it takes whole then cost little more than large ones.
    const PIPE_BYTES: usize = 1 << 20;

    pub fn enlarge(out: &File) {
        if fcntl_getpipe_size(out).is_ok_and(|size| size < PIPE_BYTES) {
            let _ = fcntl_setpipe_size(out, PIPE_BYTES);
        }
    }

    /// An empty pipe takes as many bytes as it holds. If other programs write to it
    /// as well, they would have to fill most of it before we write, which is at once;
    /// a pipe that could not be made large is not trusted so.
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

    pub fn room(_: &File) -> usize {
        0
    }
}
