//! The programs as their users meet them.

mod faults;
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod injected;
mod input;
mod limits;
mod manual;
mod perft;
mod play;
mod prompt;
mod readme;
mod resources;
mod show;
#[cfg(feature = "tui")]
mod signals;
#[cfg(feature = "tui")]
mod tui;
