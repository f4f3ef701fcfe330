//! A file that is written beside another and then put in its place.

use std::ffi::CString;
use std::fs::{File, OpenOptions, Permissions};
use std::io;
use std::iter::repeat_with;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{rename, unlink};

/// Names to try, in case others have them.
const ATTEMPTS: usize = 100;

/// A file beside the one that it is to replace. It is removed unless it does.
///
/// From the moment it is there, nothing here allocates: a program that is out
/// of memory ends at once and could not remove it.
pub struct Beside {
    file: File,
    name: CString,
    target: CString,
    /// True until the file has taken the name of the other.
    is_named: bool,
}

impl Beside {
    /// Makes an empty file in the folder of `target`, with these permissions
    /// less those that the system takes away (umask).
    pub fn create(target: &Path, permissions: &Permissions) -> io::Result<Beside> {
        let c_string = |path: &Path| CString::new(path.as_os_str().as_bytes());
        let c_target = c_string(target)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(permissions.mode());
        for _ in 0..ATTEMPTS {
            let random: String = repeat_with(fastrand::alphanumeric).take(8).collect();
            let path = target.with_file_name(format!(".tmp{random}"));
            let name = c_string(&path)?;
            match options.open(&path) {
                Ok(file) => return Ok(Beside { file, name, target: c_target, is_named: true }),
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
                Err(why) => return Err(why),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub fn as_file(&self) -> &File {
        &self.file
    }

    pub fn as_file_mut(&mut self) -> &mut File {
        &mut self.file
    }

    /// Gives the file the name of the one that it is to replace.
    pub fn persist(mut self) -> io::Result<()> {
        rename(&self.name, &self.target)?;
        self.is_named = false;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if self.is_named {
            let _ = unlink(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_beside_is_removed_unless_it_replaces_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("game");
        fs::write(&target, "old").unwrap();
        let count = || fs::read_dir(&folder).unwrap().count();
        let create = || {
            let beside = Beside::create(&target, &Permissions::from_mode(0o600)).unwrap();
            beside.as_file().write_all(b"new").unwrap();
            beside
        };
        let beside = create();
        assert_eq!(count(), 2);
        drop(beside);
        assert_eq!((count(), fs::read_to_string(&target).unwrap()), (1, "old".to_owned()));
        create().persist().unwrap();
        assert_eq!((count(), fs::read_to_string(&target).unwrap()), (1, "new".to_owned()));
    }

    #[test]
    fn a_file_that_cannot_replace_a_folder_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("game");
        fs::create_dir(&target).unwrap();
        let beside = Beside::create(&target, &Permissions::from_mode(0o600)).unwrap();
        assert!(beside.persist().is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
