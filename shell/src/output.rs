//! Output.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use rankmoves::excerpt;

use super::beside::Beside;
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
/// Each write is a system call: `write` should use a buffer.
pub fn write(write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Stop> {
    // Rust's own standard output would cut the text up at its newlines.
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    checked(stdout.map(File::from).and_then(|mut stdout| write(&mut stdout)))
}

/// Writes lines to standard output, as many whole ones at a time as get there
/// together: if the program is ended meanwhile, none is cut short.
pub fn write_lines(text: &str) -> Result<(), Stop> {
    write(|out| put_lines(out, text))
}

/// Writes lines as [`write_lines`] does, to the file that [`write()`] hands out.
pub fn put_lines(out: &mut File, text: &str) -> io::Result<()> {
    let mut lines = Lines::new(out, ATOMIC);
    lines.write_all(text.as_bytes())?;
    lines.flush()
}

/// Writes to standard output at once: programs may be waiting for it.
pub fn say(text: &str) -> Result<(), Stop> {
    let mut out = anstream::stdout().lock();
    checked(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Maps an error of writing to standard output to the way the program ends.
pub fn checked(written: io::Result<()>) -> Result<(), Stop> {
    written.map_err(|why| match why.kind() {
        io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
        _ => Stop::failed("write the result", &why),
    })
}

/// Returns whether a path is the name that stands for standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Saves a file whole or not at all: it is written beside the old one, which
/// it then replaces under its permissions. A link stays a link, and what is no
/// regular file, such as a pipe, is written to as it is.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    replace(path, bytes).map_err(|why| why.stop(path))
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), Refusal> {
    if let Some(mut old) = as_it_is(path)? {
        return Ok(old.write_all(bytes)?);
    }
    signals::whole(|| {
        let mut draft = Draft::new(path)?;
        draft.file().write_all(bytes)?;
        draft.save()
    })
}

/// A file that is written beside the one whose place it is to take. Unless it
/// is saved it goes, but for a program that a signal ends meanwhile: see
/// [`signals::whole`].
pub struct Draft {
    path: PathBuf,
    /// The file that it is to replace, if there is one.
    old: Option<Metadata>,
    beside: Beside,
}

impl Draft {
    /// Makes an empty file in the folder of the one that it is to replace.
    pub fn new(path: &Path) -> Result<Draft, Refusal> {
        let path = end_of_links(path)?;
        // Nothing may allocate once the file beside is there.
        let old = fs::metadata(&path).ok();
        let permissions = old.as_ref().map_or_else(new_file, Metadata::permissions);
        let beside =
            Beside::create(&path, &permissions).map_err(|why| Refusal::in_folder(folder(&path), &why))?;
        Ok(Draft { path, old, beside })
    }

    /// Returns the file to write to.
    pub fn file(&mut self) -> &mut File {
        self.beside.as_file_mut()
    }

    /// Puts the file in its place.
    pub fn save(self) -> Result<(), Refusal> {
        let Draft { path, old, beside } = self;
        if let Some(old) = old {
            take_over_from(beside.as_file(), &old)?;
        }
        beside.as_file().sync_all()?;
        beside.persist()?;
        sync(folder(&path));
        Ok(())
    }
}

/// Permissions of a new file. The system takes away those that the user's
/// files are not to have (umask).
fn new_file() -> Permissions {
    Permissions::from_mode(0o666)
}

/// Opens the end of a path for writing where it is no regular file, such as a pipe.
pub fn as_it_is(path: &Path) -> io::Result<Option<File>> {
    // Opening follows links as whoever reads the file does.
    match OpenOptions::new().write(true).open(path) {
        Ok(old) if !old.metadata()?.is_file() || is_of_the_system(path) => Ok(Some(old)),
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
        _ => Ok(None),
    }
}

/// Gives a new file owner, group and permissions of the one that it is to
/// replace, as far as the system lets this user.
pub fn take_over(new: &File, old: &Path) -> io::Result<()> {
    fs::metadata(old).map_or(Ok(()), |old| take_over_from(new, &old))
}

fn take_over_from(new: &File, old: &Metadata) -> io::Result<()> {
    let ids = |metadata: &Metadata| (metadata.uid(), metadata.gid());
    if ids(&new.metadata()?) != ids(old) && fchown(new, Some(old.uid()), Some(old.gid())).is_err() {
        let _ = fchown(new, None, Some(old.gid()));
    }
    // A change of owner may have taken some of them away.
    new.set_permissions(old.permissions())
}

/// Makes a new name outlive a crash too, where folders can be synced.
pub fn sync(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Returns the folder that a file is in.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// The reason why a file cannot be saved.
pub struct Refusal {
    /// The folder that no file can be made in, if that is the reason.
    folder: Option<PathBuf>,
    why: io::Error,
}

impl Refusal {
    /// Refuses a folder in which no file can be made.
    pub fn in_folder(folder: &Path, why: &io::Error) -> Refusal {
        let names_folder = matches!(
            why.kind(),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::NotFound
        );
        // The system's words without the name of the file beside, which is nobody's business.
        let why = why.raw_os_error().map_or_else(|| why.kind().into(), io::Error::from_raw_os_error);
        Refusal { folder: names_folder.then(|| folder.to_owned()), why }
    }

    /// Says that nothing can be saved under a name.
    pub fn stop(&self, path: &Path) -> Stop {
        let shown = |path: &Path| excerpt(&path.display().to_string(), PATH);
        Stop::failed(
            &match &self.folder {
                Some(folder) => format!("write to the folder {}, to save {}", shown(folder), shown(path)),
                None => format!("write to {}", shown(path)),
            },
            &self.why,
        )
    }
}

impl From<io::Error> for Refusal {
    fn from(why: io::Error) -> Refusal {
        Refusal { folder: None, why }
    }
}

/// Returns whether a path is in `/dev` or `/proc`, such as `/dev/stdout`, or a
/// link there: it may name a file that is open already.
fn is_of_the_system(path: &Path) -> bool {
    let is_there = |path: &Path| path.starts_with("/dev") || path.starts_with("/proc");
    is_there(path) || end_of_links(path).is_ok_and(|end| is_there(&end)) || {
        fs::read_link(path).is_ok_and(|target| is_of_the_system(&target))
    }
}

/// Follows a name to where it leads, whether or not there is anything.
pub fn end_of_links(path: &Path) -> io::Result<PathBuf> {
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
        // A file that is open already is written to, not replaced.
        let open = OpenOptions::new().append(true).open(&target).unwrap();
        let held = folder.path().join("held");
        symlink(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&open)), &held).unwrap();
        let inode = |path: &Path| fs::metadata(path).unwrap().ino();
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
    fn a_saved_file_keeps_its_owner_and_group() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game");
        fs::write(&file, "old").unwrap();
        let ids = || fs::metadata(&file).map(|file| (file.uid(), file.gid())).unwrap();
        // Only root may give a file away.
        if fchown(File::open(&file).unwrap(), Some(12), Some(34)).is_ok() {
            assert_eq!(ids(), (12, 34));
        }
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        let before = ids();
        assert!(save(&file, b"new").is_ok());
        assert_eq!((fs::read(&file).unwrap(), ids(), mode(&file)), (b"new".to_vec(), before, 0o640));
    }

    #[test]
    fn a_folder_that_cannot_be_written_to_is_named() {
        for (kind, names_folder) in [
            (io::ErrorKind::PermissionDenied, true),
            (io::ErrorKind::NotFound, true),
            (io::ErrorKind::StorageFull, false),
        ] {
            let refusal = Refusal::in_folder(Path::new("a/folder"), &io::Error::from(kind));
            let Stop::Failed(failure) = refusal.stop(Path::new("a/folder/game")) else { panic!("{kind}") };
            let message = failure.message();
            assert_eq!(message.contains("cannot write to the folder a/folder, to save "), names_folder);
            assert!(message.contains("a/folder/game"), "{message}");
        }
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
