//! Output.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rankmoves::excerpt;
use tempfile::Builder;

use super::diagnostic::PATH;
use super::lines::{ATOMIC, Lines};
use super::{Stop, signals};

/// Shows a drawn message on standard error, in colour if that is a terminal
/// which wants it. Where there is nobody to tell, nothing is told.
pub fn print_error(message: &str) {
    let _ = anstream::stderr().lock().write_all(message.as_bytes());
}

/// Writes to standard output and sees that all of it has got there.
///
/// What is written should come in large pieces, as from a buffer.
pub fn write(write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Stop> {
    // Rust's own standard output would cut the text up at its newlines.
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    checked(stdout.map(File::from).and_then(|mut stdout| write(&mut stdout)))
}

/// Writes lines to standard output, as many whole ones at a time as get there
/// together: if the program is ended meanwhile, none is cut short.
pub fn write_lines(text: &str) -> Result<(), Stop> {
    write(|out| {
        let mut lines = Lines::new(out, ATOMIC);
        lines.write_all(text.as_bytes())?;
        lines.flush()
    })
}

/// Writes to standard output at once: programs may be waiting for it.
pub fn say(text: &str) -> Result<(), Stop> {
    let mut out = anstream::stdout().lock();
    checked(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// What it means that something could or could not be written to standard output.
pub fn checked(written: io::Result<()>) -> Result<(), Stop> {
    written.map_err(|why| match why.kind() {
        io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
        _ => Stop::failed("write the result", &why),
    })
}

/// Saves a file whole or not at all: it is written beside the old one, which
/// it then replaces under its permissions. A link stays a link, and what is no
/// regular file, such as a pipe, is written to as it is.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    replace(path, bytes).map_err(|why| {
        let path = excerpt(&path.display().to_string(), PATH);
        Stop::failed(&format!("write to {path}"), &why)
    })
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What the name opens, wherever links lead.
    let permissions = match OpenOptions::new().write(true).open(path) {
        Ok(mut old) => {
            let metadata = old.metadata()?;
            if !metadata.is_file() || is_of_the_system(path) {
                return old.write_all(bytes);
            }
            metadata.permissions()
        }
        // The system takes away what the user's files are not to allow (umask).
        Err(why) if why.kind() == io::ErrorKind::NotFound => Permissions::from_mode(0o666),
        Err(why) => return Err(why),
    };
    let path = &end_of_links(path)?;
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    signals::whole(|| put(path, folder, permissions, bytes))
}

/// Writes a file beside the old one in its folder, and puts it in its place.
fn put(path: &Path, folder: &Path, permissions: Permissions, bytes: &[u8]) -> io::Result<()> {
    let beside = Builder::new().permissions(permissions.clone()).tempfile_in(folder);
    // The name of the file beside is nobody's business.
    let mut beside = beside.map_err(|why| io::Error::from(why.kind()))?;
    beside.write_all(bytes)?;
    if path.exists() {
        beside.as_file().set_permissions(permissions)?;
    }
    beside.as_file().sync_all()?;
    beside.persist(path)?;
    // So that the new name outlives a crash too, where folders can be synced.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Whether a file could be saved under a name, as far as can be told before.
pub fn check_saving(path: &Path) -> Result<(), Stop> {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let checked = match fs::metadata(path) {
        Ok(_) => OpenOptions::new().write(true).open(path).map(|_| ()),
        Err(_) => tempfile::tempfile_in(folder).map(|_| ()).map_err(|why| io::Error::from(why.kind())),
    };
    checked.map_err(|why| {
        let path = excerpt(&path.display().to_string(), PATH);
        Stop::failed(&format!("write to {path}"), &why)
    })
}

/// Whether a name is one of those by which the system hands out what is open
/// already, such as `/dev/stdout`, or a link there.
fn is_of_the_system(path: &Path) -> bool {
    let is_there = |path: &Path| path.starts_with("/dev") || path.starts_with("/proc");
    is_there(path) || end_of_links(path).is_ok_and(|end| is_there(&end)) || {
        fs::read_link(path).is_ok_and(|target| is_of_the_system(&target))
    }
}

/// Where a name leads, whether or not there is anything.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_saved_file_keeps_its_permissions_and_its_links() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("game"), folder.path().join("link"));
        fs::write(&file, "old, and longer").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o606)).unwrap();
        symlink(&file, &link).unwrap();
        assert!(save(&link, b"new").is_ok());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(mode(&file), 0o606);
        assert!(link.is_symlink());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is left beside them");
    }

    #[test]
    fn a_link_is_followed_wherever_it_leads() {
        let folder = tempfile::tempdir().unwrap();
        let (link, target) = (folder.path().join("link"), folder.path().join("target"));
        symlink("target", &link).unwrap();
        assert!(save(&link, b"new").is_ok());
        assert!(link.is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        // What is open already is written to and stays what it is.
        let open = OpenOptions::new().append(true).open(&target).unwrap();
        let held = folder.path().join("held");
        symlink(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&open)), &held).unwrap();
        let inode = |path: &Path| std::os::unix::fs::MetadataExt::ino(&fs::metadata(path).unwrap());
        let before = inode(&target);
        assert!(save(&held, b"abc").is_ok());
        assert_eq!((inode(&target), held.is_symlink()), (before, true));
    }

    #[test]
    fn a_new_file_is_made_like_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let (file, other) = (folder.path().join("game"), folder.path().join("other"));
        fs::write(&other, "").unwrap();
        assert!(save(&file, b"new").is_ok());
        assert_eq!((fs::read(&file).unwrap(), mode(&file)), (b"new".to_vec(), mode(&other)));
    }

    #[test]
    fn what_cannot_be_saved_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().to_owned(), folder.path().join("none").join("game"), "".into()] {
            assert!(matches!(save(&path, b"new"), Err(Stop::Failed(_))), "{path:?}");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}
