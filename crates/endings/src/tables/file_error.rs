//! Reasons why files of slices are refused.

use std::io;
use std::path::{Path, PathBuf};

/// The reason why a file of a slice could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system reported an error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The user has no data folder.
    #[error("the user has no data folder: expected an absolute path in HOME")]
    NoFolder,
    /// The file is damaged, or is not the table that its name announces.
    #[error("{}: {reason}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// A description of the fault.
        reason: &'static str,
    },
}

impl FileError {
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> FileError {
        let path = path.to_owned();
        move |source| FileError::Io { path: path.clone(), source }
    }

    pub(super) fn wrong(path: &Path, reason: &'static str) -> FileError {
        FileError::Wrong { path: path.to_owned(), reason }
    }
}
