//! Control of a build, and the reasons why it fails.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{Contents, FileError, Material};

/// The reason why tables could not be built, or are invalid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There are more positions than can be indexed.
    #[error("there are too many positions with {0} pieces on this board")]
    TooMany(u32),
    /// There is no memory for this number of bytes.
    #[error("too little memory: {} MiB are needed", .0.div_ceil(1 << 20))]
    Memory(u64),
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file could not be read while it was needed.
    #[error("a required table can no longer be read")]
    Unreadable,
    /// The requested slice, or one that it needs, is missing.
    #[error("there is no table of {0} (own men, own kings, opponent's men, opponent's kings)")]
    Missing(Material),
    /// The value of a position does not follow from the values of its successors.
    #[error(
        "the table of {0} (own men, own kings, opponent's men, opponent's kings) is wrong at position {1}"
    )]
    WrongValue(Material, u64),
    /// Another thread stopped the build.
    #[error("stopped")]
    Stopped,
}

/// Controls a build: its number of threads, its progress, and a stop flag. Other threads can read the
/// progress and set the flag. By default a build has one thread.
#[derive(Debug)]
pub struct BuildControl {
    pub(super) threads: NonZeroUsize,
    done: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Default for BuildControl {
    fn default() -> BuildControl {
        BuildControl::with_threads(NonZeroUsize::MIN)
    }
}

impl BuildControl {
    /// Creates the control of a build on several threads.
    pub fn with_threads(threads: NonZeroUsize) -> BuildControl {
        BuildControl { threads, done: AtomicU64::new(0), stop: Arc::default() }
    }

    /// Stops the build once a flag is raised, for example by a signal.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> BuildControl {
        BuildControl { stop, ..self }
    }

    /// Returns the number of positions of finished slices.
    pub fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(super) fn add(&self, positions: u64) {
        self.done.fetch_add(positions, Relaxed);
    }
}

#[derive(Clone, Copy)]
pub(super) struct Build<'a> {
    pub(super) contents: Contents,
    pub(super) control: &'a BuildControl,
}
