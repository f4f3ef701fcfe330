//! Notices that a terminal has hung up or that a pipe is closed.

use std::io;
use std::os::fd::AsFd;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

/// Returns true if reading or writing failed because the terminal has hung up.
pub fn is_hangup(why: &io::Error) -> bool {
    Errno::from_io_error(why) == Some(Errno::IO)
}

/// Waits until the other end of a terminal or a pipe hangs up.
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
