//! The settings of the terminal on standard input, which a line editor changes.

pub use system::Settings;

#[cfg(unix)]
mod system {
    use std::io::{self, stdin};

    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

    pub struct Settings(Termios);

    impl Settings {
        pub fn read() -> io::Result<Settings> {
            Ok(Settings(tcgetattr(stdin())?))
        }

        pub fn are_changed(&self) -> bool {
            // A terminal that no longer exists counts as changed.
            tcgetattr(stdin()).map_or(true, |now| now.local_modes != self.0.local_modes)
        }

        pub fn restore(&self) {
            let _ = tcsetattr(stdin(), OptionalActions::Now, &self.0);
        }
    }
}

/// Settings that need no restoring: on Windows, Ctrl-C is an ordinary key while a line is edited, and the
/// editor restores the settings after each line.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "the same as on Unix")]
mod system {
    use std::io;

    pub struct Settings;

    impl Settings {
        pub fn read() -> io::Result<Settings> {
            Ok(Settings)
        }

        pub fn are_changed(&self) -> bool {
            true
        }

        pub fn restore(&self) {}
    }
}
