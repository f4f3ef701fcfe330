//! A temporary file in the folder of the file that it will replace.

#[cfg(unix)]
use std::ffi::CString;
use std::fs::{File, OpenOptions};
#[cfg(not(unix))]
use std::fs::{remove_file as remove, rename};
use std::io;
use std::iter::repeat_with;
#[cfg(unix)]
use std::os::unix::{ffi::OsStrExt, fs::OpenOptionsExt};
use std::path::Path;
#[cfg(not(unix))]
use std::path::PathBuf;

#[cfg(unix)]
use rustix::fs::{rename, unlink as remove};

/// The number of names to try, in case some are taken.
const MAX_NAME_TRIES: usize = 100;

/// A temporary file in the folder of its target. It is removed unless it
/// replaces the target.
///
/// If the system allows it, the file has no name until it is complete, so nothing is left behind if the
/// program ends before that. Otherwise this code does not allocate once the file exists, because a program
/// without memory could not remove the file.
pub struct TempFile {
    pub file: File,
    name: Name,
    target: Name,
    /// True if the file has a name of its own.
    is_named: bool,
}

impl TempFile {
    /// Makes an empty file in the folder of `target`, with the permissions `mode` except the bits of the
    /// umask.
    #[cfg_attr(not(unix), expect(unused_variables, reason = "files inherit the permissions of their folder"))]
    pub fn create(target: &Path, mode: u32) -> io::Result<TempFile> {
        let target_name = file_name(target)?;
        let random_name = || {
            let random: String = repeat_with(fastrand::alphanumeric).take(8).collect();
            target.with_file_name(format!(".tmp{random}"))
        };
        #[cfg(target_os = "linux")]
        {
            let name = file_name(&random_name())?;
            if let Some(file) = nameless::create(folder(target), mode) {
                return Ok(TempFile { file, name, target: target_name, is_named: false });
            }
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        options.mode(mode);
        for _ in 0..MAX_NAME_TRIES {
            let path = random_name();
            let name = file_name(&path)?;
            match options.open(&path) {
                Ok(file) => return Ok(TempFile { file, name, target: target_name, is_named: true }),
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
                Err(why) => return Err(why),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub fn persist(mut self) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        if !self.is_named {
            nameless::link(&self.file, &self.name)?;
            self.is_named = true;
        }
        rename(&self.name, &self.target)?;
        self.is_named = false;
        Ok(())
    }
}

/// A file name in the form that the system takes, so that renaming and removing allocate nothing.
#[cfg(unix)]
type Name = CString;
#[cfg(not(unix))]
type Name = PathBuf;

#[cfg(unix)]
fn file_name(path: &Path) -> io::Result<Name> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the same as on Unix")]
fn file_name(path: &Path) -> io::Result<Name> {
    Ok(path.to_owned())
}

/// Makes files without a name. Only Linux supports them, and not in every folder.
#[cfg(target_os = "linux")]
mod nameless {
    use std::fs::{self, File};
    use std::io::{self, Write};
    use std::os::fd::AsRawFd;
    use std::path::Path;

    use super::Name;
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    /// The folder in which the system lists open files.
    const OPEN_FILES: &str = "/proc/self/fd";

    /// Makes an empty file in a folder; returns `None` if the system or the folder does not support this.
    pub fn create(folder: &Path, mode: u32) -> Option<File> {
        fs::metadata(OPEN_FILES).ok()?;
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        open(folder, flags, Mode::from_raw_mode(mode)).ok().map(File::from)
    }

    pub fn link(file: &File, name: &Name) -> io::Result<()> {
        // Nothing may allocate here.
        let mut buffer = [0; 32];
        let mut rest = &mut buffer[..];
        write!(rest, "{OPEN_FILES}/{}", file.as_raw_fd())?;
        let unused = rest.len();
        let path = &buffer[..buffer.len() - unused];
        Ok(linkat(CWD, path, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }
}

/// Returns the folder of a file.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if self.is_named {
            let _ = remove(&self.name);
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
            let mut temporary = TempFile::create(&target, 0o600).unwrap();
            temporary.file.write_all(b"new").unwrap();
            temporary
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
        let file = TempFile::create(&target, 0o600).unwrap();
        assert!(file.persist().is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
