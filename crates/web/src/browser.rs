//! The user's browser.

use std::env;
use std::process::{Command, Stdio};

use rankmoves_core::shorten;

/// Programs that open an address, in order of preference.
const OPENERS: [&str; 5] = ["xdg-open", "open", "wslview", "sensible-browser", "x-www-browser"];

/// Opens an address.
///
/// # Errors
///
/// If no program can be started. A program that was started may still fail later.
pub fn open(address: &str) -> Result<(), String> {
    let chosen = env::var("BROWSER").ok().filter(|name| !name.is_empty() && !name.contains(['%', ':', ' ']));
    let is_started = |program: &str| start(program, address);
    if chosen.as_deref().into_iter().chain(OPENERS).any(is_started) {
        return Ok(());
    }
    Err(format!("found no program to open {}", shorten(address, 200)))
}

/// Starts a program, and waits for it on a separate thread, so that it does not become a zombie.
#[expect(clippy::disallowed_methods, reason = "no signals are sent here")]
fn start(program: &str, address: &str) -> bool {
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let wait = move || {
        let _ = child.wait();
    };
    let _ = std::thread::Builder::new().name("browser".to_owned()).spawn(wait);
    true
}
