//! Replaces files atomically: readers find the old version or the new version, never a part.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use super::diagnostic::shown_path;
use super::temp_file::TempFile;
pub use super::temp_file::folder;
use super::{Stop, signals, streams};

/// Saves a file completely or not at all: writes a temporary file in the same folder, with the permissions of
/// the old file, and then replaces the old file with it. A link stays a link. A special file, such as a pipe,
/// is written to directly.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let failed = |why| not_written(path, &why);
    if let Some(mut old) = open_special(path).map_err(failed)? {
        return old.write_all(bytes).map_err(failed);
    }
    signals::uninterrupted(|| {
        let mut draft = AtomicFile::new(path)?;
        draft.file().write_all(bytes).and_then(|()| draft.save()).map_err(failed)
    })
}

/// Checks that a file can be saved, without changing it. A special file is not examined: opening a pipe would
/// affect its reader.
pub fn check(path: &Path) -> Result<(), Stop> {
    let is_special = fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir());
    if is_special || open_special(path).map_err(|why| not_written(path, &why))?.is_some() {
        return Ok(());
    }
    signals::uninterrupted(|| AtomicFile::new(path).map(drop))
}

/// A new version of a file, written to a temporary file in its folder. Dropping it unsaved removes the
/// temporary file. Use it within [`signals::uninterrupted`]: otherwise a signal that ends the program leaves
/// the temporary file behind.
pub struct AtomicFile {
    path: PathBuf,
    /// The metadata of the old version, if there is one.
    old: Option<Metadata>,
    temp: TempFile,
}

impl AtomicFile {
    /// Makes an empty new version of a file.
    pub fn new(path: &Path) -> Result<AtomicFile, Stop> {
        let target = follow_links(path).map_err(|why| not_written(path, &why))?;
        // Read the metadata first: while the temporary file exists, no code may allocate.
        let old = fs::metadata(&target).ok();
        let temp = TempFile::create(&target, mode(old.as_ref()));
        let temp = temp.map_err(|why| not_created(path, folder(&target), &why))?;
        Ok(AtomicFile { path: target, old, temp })
    }

    /// Returns the file to write to.
    pub fn file(&mut self) -> &mut File {
        &mut self.temp.file
    }

    /// Replaces the old version with the new version.
    pub fn save(self) -> io::Result<()> {
        let AtomicFile { path, old, temp } = self;
        if let Some(old) = old {
            set_attributes(&temp.file, &old)?;
        }
        temp.file.sync_all()?;
        temp.persist()?;
        sync_folder(folder(&path));
        Ok(())
    }
}

/// Returns the permissions for a new version. The system removes any that the umask excludes.
#[cfg(unix)]
fn mode(old: Option<&Metadata>) -> u32 {
    old.map_or(0o666, |old| old.permissions().mode())
}

/// Returns 0: on other systems, files inherit the permissions of their folder.
#[cfg(not(unix))]
fn mode(_: Option<&Metadata>) -> u32 {
    0
}

/// Opens a special file, such as a pipe, for writing; returns `None` for a regular file or a missing one.
pub fn open_special(path: &Path) -> io::Result<Option<File>> {
    // Opening standard output again would overwrite what it already contains.
    if path == Path::new("/dev/stdout") {
        return streams::stdout_file().map(Some);
    }
    // Opening follows links, as readers of the file do. Paths such as `/dev/fd/3` may name a file with contents.
    match OpenOptions::new().append(true).open(path) {
        Ok(old) if !old.metadata()?.is_file() || is_of_the_system(path) => Ok(Some(old)),
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
        _ => Ok(None),
    }
}

/// Copies the owner, group and permissions of an old file to the new version, if the system permits it.
pub fn copy_attributes(new: &File, old: &Path) -> io::Result<()> {
    fs::metadata(old).map_or(Ok(()), |old| set_attributes(new, &old))
}

fn set_attributes(new: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    copy_owner(new, old)?;
    // The change of owner may have removed some permissions.
    new.set_permissions(old.permissions())
}

#[cfg(unix)]
fn copy_owner(new: &File, old: &Metadata) -> io::Result<()> {
    let ids = |metadata: &Metadata| (metadata.uid(), metadata.gid());
    if ids(&new.metadata()?) != ids(old) && fchown(new, Some(old.uid()), Some(old.gid())).is_err() {
        let _ = fchown(new, None, Some(old.gid()));
    }
    Ok(())
}

/// Ensures that a renamed file keeps its new name after a crash, on systems that can sync folders.
pub fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Builds the error for a file that could not be written.
pub fn not_written(path: &Path, why: &io::Error) -> Stop {
    Stop::failed(&format!("write to {}", shown_path(path)), why)
}

/// Builds the error for a file for which no new file could be made in a folder.
pub fn not_created(path: &Path, folder: &Path, why: &io::Error) -> Stop {
    let names_folder = matches!(
        why.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::NotFound
    );
    // Keep the system's message, but not the name of the temporary file, which would only confuse.
    let why = why.raw_os_error().map_or_else(|| why.kind().into(), io::Error::from_raw_os_error);
    if !names_folder {
        return not_written(path, &why);
    }
    let name = path.file_name().map_or(path, Path::new);
    Stop::failed(&format!("save {} in the folder {}", shown_path(name), shown_path(folder)), &why)
}

/// Returns whether a path is in `/dev` or `/proc`, such as `/dev/stdout`, or links to such a path. Such a
/// path may name a file that is already open.
fn is_of_the_system(path: &Path) -> bool {
    let is_there = |path: &Path| path.starts_with("/dev") || path.starts_with("/proc");
    is_there(path) || follow_links(path).is_ok_and(|end| is_there(&end)) || {
        fs::read_link(path).is_ok_and(|target| is_of_the_system(&target))
    }
}

/// Follows symbolic links to their end, even if no file exists there.
pub fn follow_links(path: &Path) -> io::Result<PathBuf> {
    /// The maximum number of links that Linux follows.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
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
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "no temporary file is left");
    }

    #[test]
    fn links_are_followed_to_their_end() {
        let folder = tempfile::tempdir().unwrap();
        let (link, target) = (folder.path().join("link"), folder.path().join("target"));
        symlink("target", &link).unwrap();
        assert!(save(&link, b"new").is_ok());
        assert!(link.is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        // A file that is already open is written to, not replaced.
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
        // Only root may change a file's owner.
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
            let (path, folder) = (Path::new("a/folder/game"), Path::new("a/folder"));
            let Stop::Failed(failure) = not_created(path, folder, &kind.into()) else { panic!("{kind}") };
            let message = failure.message();
            let start = if names_folder {
                "cannot save game in the folder a/folder: "
            } else {
                "cannot write to a/folder/game: "
            };
            assert!(message.starts_with(start), "{message}");
        }
    }

    #[test]
    fn a_failed_save_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(save(Path::new(""), b"new"), Err(Stop::Failed(_))));
        for path in [folder.path().to_owned(), folder.path().join("none").join("game")] {
            assert!(matches!(save(&path, b"new"), Err(Stop::Failed(_))), "{path:?}");
            assert!(matches!(check(&path), Err(Stop::Failed(_))), "{path:?}");
        }
        assert!(check(&folder.path().join("game")).is_ok());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}
