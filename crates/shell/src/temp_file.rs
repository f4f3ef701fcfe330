//! A temporary file in the folder of the file that it replaces.

use std::ffi::CString;
use std::fs::{File, OpenOptions, Permissions};
use std::io;
use std::iter::repeat_with;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{rename, unlink};

/// Names to try, in case others have them.
const MAX_NAME_TRIES: usize = 100;

/// A temporary file in the folder of its target. It is removed unless it
/// replaces the target.
///
/// If the system allows it, the file has no name until it is complete, so that nothing is left if
/// the program ends before that. Otherwise nothing here allocates once the file is there: a program
/// that is out of memory could not remove it.
pub struct TempFile {
    file: File,
    name: CString,
    target: CString,
    /// True while the file has a name of its own.
    is_named: bool,
}

impl TempFile {
    /// Makes an empty file in the folder of `target`, with these permissions less the bits of the
    /// umask.
    pub fn create(target: &Path, permissions: &Permissions) -> io::Result<TempFile> {
        let c_string = |path: &Path| CString::new(path.as_os_str().as_bytes());
        let c_target = c_string(target)?;
        let random_name = || {
            let random: String = repeat_with(fastrand::alphanumeric).take(8).collect();
            target.with_file_name(format!(".tmp{random}"))
        };
        let name = c_string(&random_name())?;
        if let Some(file) = nameless::create(folder(target), permissions) {
            return Ok(TempFile { file, name, target: c_target, is_named: false });
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(permissions.mode());
        for _ in 0..MAX_NAME_TRIES {
            let path = random_name();
            let name = c_string(&path)?;
            match options.open(&path) {
                Ok(file) => return Ok(TempFile { file, name, target: c_target, is_named: true }),
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
                Err(why) => return Err(why),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Returns the file.
    pub fn as_file(&self) -> &File {
        &self.file
    }

    /// Returns the file to write to.
    pub fn as_file_mut(&mut self) -> &mut File {
        &mut self.file
    }

    /// Replaces the target by the file.
    pub fn persist(mut self) -> io::Result<()> {
        if !self.is_named {
            nameless::link(&self.file, &self.name)?;
            self.is_named = true;
        }
        rename(&self.name, &self.target)?;
        self.is_named = false;
        Ok(())
    }
}

/// Files without a name, which only Linux has, and not in every folder.
#[cfg(target_os = "linux")]
mod nameless {
    use std::ffi::CStr;
    use std::fs::{self, File, Permissions};
    use std::io::{self, Write};
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    /// The folder in which the system shows open files.
    const OPEN_FILES: &str = "/proc/self/fd";

    /// Makes an empty file in a folder; `None` if the system or the folder has no such files.
    pub fn create(folder: &Path, permissions: &Permissions) -> Option<File> {
        fs::metadata(OPEN_FILES).ok()?;
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        open(folder, flags, Mode::from_raw_mode(permissions.mode())).ok().map(File::from)
    }

    /// Gives a file its name.
    pub fn link(file: &File, name: &CStr) -> io::Result<()> {
        // Nothing may allocate here.
        let mut buffer = [0; 32];
        let mut rest = &mut buffer[..];
        write!(rest, "{OPEN_FILES}/{}", file.as_raw_fd())?;
        let unused = rest.len();
        let path = &buffer[..buffer.len() - unused];
        Ok(linkat(CWD, path, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod nameless {
    use std::ffi::CStr;
    use std::fs::{File, Permissions};
    use std::io;
    use std::path::Path;

    pub fn create(_: &Path, _: &Permissions) -> Option<File> {
        None
    }

    pub fn link(_: &File, _: &CStr) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Returns the folder of a file.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

impl Drop for TempFile {
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
    fn a_temporary_file_is_removed_unless_it_replaces_its_target() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("game");
        fs::write(&target, "old").unwrap();
        let count = || fs::read_dir(&folder).unwrap().count();
        let create = || {
            let file = TempFile::create(&target, &Permissions::from_mode(0o600)).unwrap();
            file.as_file().write_all(b"new").unwrap();
            file
        };
        drop(create());
        assert_eq!((count(), fs::read_to_string(&target).unwrap()), (1, "old".to_owned()));
        create().persist().unwrap();
        assert_eq!((count(), fs::read_to_string(&target).unwrap()), (1, "new".to_owned()));
    }

    #[test]
    fn a_temporary_file_that_cannot_replace_a_folder_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("game");
        fs::create_dir(&target).unwrap();
        let file = TempFile::create(&target, &Permissions::from_mode(0o600)).unwrap();
        assert!(file.persist().is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
