//! Waits until a terminal hangs up or a pipe is closed.

use std::io;
use std::os::fd::AsFd;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

/// Waits until the other end of a terminal or a pipe hangs up.
///
/// # Errors
///
/// If the system refuses to wait.
pub fn wait_for_hangup(end: impl AsFd) -> io::Result<()> {
    loop {
        // With an empty event mask `poll` still reports a hang-up.
        let mut ends = [PollFd::new(&end, PollFlags::empty())];
        match poll(&mut ends, None) {
            // macOS cannot poll every terminal.
            Ok(1..) if ends[0].revents().contains(PollFlags::NVAL) => return Err(Errno::INVAL.into()),
            Ok(1..) => return Ok(()),
            Ok(0) | Err(Errno::INTR) => {}
            Err(why) => return Err(why.into()),
        }
    }
}
