//! The programs as their users meet them.

mod faults;
mod filter;
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod injected;
mod input;
mod json;
mod limits;
mod manual;
mod play;
mod prompt;
mod readme;
mod show;
#[cfg(feature = "tui")]
mod signals;
mod snapshots;
#[cfg(feature = "tui")]
mod tui;
