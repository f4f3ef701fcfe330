//! The user's endgame tables, and warnings about them.

use std::path::Path;

use rankmoves_endings::service::Proven;

use crate::output::warn;
use crate::{Stop, diagnostic};

/// Returns the values in the user's data folder. Prints warnings on standard error.
pub fn proven() -> Proven {
    Proven::with_warnings(warn)
}

/// Returns the values in a folder, which must exist. Without a folder, returns the values of [`proven`].
pub fn proven_in(folder: Option<&Path>) -> Result<Proven, Stop> {
    let Some(folder) = folder else { return Ok(proven()) };
    let task = format!("read the folder {}", diagnostic::shown_path(folder));
    std::fs::read_dir(folder).map_err(|why| Stop::failed(&task, &why))?;
    Ok(proven().with_folder(folder.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(proven_in(Some(folder.path())).is_ok());
        assert!(proven_in(Some(&folder.path().join("none"))).is_err());
    }
}
