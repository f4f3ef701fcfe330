//! Writes slices to files, block by block. A file is written beside its final path, and moved there when it is
//! complete.
//!
//! A build holds a lock on the file that it writes. A file without a lock may be removed, because its build
//! was killed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::file::{HEAD_BYTES, checksum};
use super::slices::Entries;
use super::{BuildControl, BuildError, FileError};
use rankmoves_core::support::threads::for_each;

/// Writes a slice to a pending file. `identity` begins its header.
pub(super) fn write(
    target: &Path,
    identity: Vec<u8>,
    entries: &Entries,
    control: &BuildControl,
) -> Result<PendingFile, BuildError> {
    let folder = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(FileError::io(folder))?;
    let begun = PendingFile::create(target).map_err(FileError::io(folder))?;
    let written = write_pending(begun, identity, entries, control).map_err(FileError::io(target))?;
    written.ok_or(BuildError::Stopped)
}

/// Writes the header and the blocks; `None` if stopped.
fn write_pending(
    mut pending: PendingFile,
    mut head: Vec<u8>,
    entries: &Entries,
    control: &BuildControl,
) -> io::Result<Option<PendingFile>> {
    let count = entries.blocks();
    head.push(entries.form as u8);
    head.extend((entries.len as u64).to_le_bytes());
    head.extend((count as u64).to_le_bytes());
    debug_assert_eq!(head.len(), HEAD_BYTES);
    let mut file = BufWriter::new(&mut pending.file);
    // The lengths come first in the file, but are computed last.
    file.seek(SeekFrom::Start((HEAD_BYTES + count * 8 + 4) as u64))?;
    for first in (0..count).step_by(BATCH_BLOCKS) {
        for data in compress_all(entries, first..count.min(first + BATCH_BLOCKS), control.threads) {
            let data = data?;
            head.extend(u32::try_from(data.len()).map_err(io::Error::other)?.to_le_bytes());
            head.extend(checksum(&data).to_le_bytes());
            file.write_all(&data)?;
        }
        if control.is_stopped() {
            return Ok(None);
        }
    }
    head.extend(checksum(&head).to_le_bytes());
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&head)?;
    file.flush()?;
    drop(file);
    Ok(Some(pending))
}

/// The number of blocks in a batch. A whole batch is compressed before any of it is written.
const BATCH_BLOCKS: usize = 512;
/// The maximum number of blocks that are compressed without starting another thread.
const MAX_BLOCKS_OF_A_THREAD: usize = 8;

/// Compresses blocks on several threads.
fn compress_all(
    entries: &Entries,
    blocks: Range<usize>,
    threads: NonZeroUsize,
) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let mut done: Vec<_> = blocks.map(|block| (block, None)).collect();
    let threads = if done.len() > MAX_BLOCKS_OF_A_THREAD { threads.get() } else { 1 };
    for_each(done.iter_mut(), threads, |(block, data)| *data = Some(compress(entries.block(*block))));
    done.into_iter().filter_map(|(_, data)| data)
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The beginning of the extension of an unfinished file.
const EXTENSION: &str = "part-";
const MAX_ATTEMPTS: u32 = 100;

/// An unfinished file. If it is dropped before it is finished, it is removed.
pub(super) struct PendingFile {
    path: PathBuf,
    /// The path of the finished file.
    target: PathBuf,
    /// The file to write to.
    pub(super) file: File,
}

impl PendingFile {
    pub(super) fn create(target: &Path) -> io::Result<PendingFile> {
        // Two threads of a process may build the same table.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        for _ in 0..MAX_ATTEMPTS {
            let number = NEXT.fetch_add(1, Relaxed);
            let path = target.with_extension(format!("{EXTENSION}{}-{number}", std::process::id()));
            // Allocate before the file exists: a failed allocation would leave it behind.
            let target = target.to_owned();
            let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(why) if why.kind() == io::ErrorKind::AlreadyExists => continue,
                file => file?,
            };
            let pending = PendingFile { path, target, file };
            // Before the file was locked, another build may have mistaken it for a leftover and removed it.
            // Not every file system has locks.
            let is_taken = matches!(pending.file.try_lock(), Err(TryLockError::WouldBlock));
            if !is_taken && pending.path.try_exists()? {
                return Ok(pending);
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for PendingFile {
    /// Removes the file unless it was moved.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Moves files to their places, once all of them are on the disk.
pub(super) fn finish(written: Vec<PendingFile>) -> Result<(), FileError> {
    for pending in &written {
        pending.file.sync_all().map_err(FileError::io(&pending.target))?;
    }
    for pending in written {
        fs::rename(&pending.path, &pending.target).map_err(FileError::io(&pending.target))?;
    }
    Ok(())
}

/// Waits until the names of the files in a folder, and the names of all folders above it, are on the disk, if
/// the system can do that.
pub(super) fn sync_names(folder: &Path) {
    if cfg!(unix) {
        for folder in folder.ancestors() {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
    }
}

/// Removes the files of killed builds from a folder, if the system permits it.
pub(super) fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if extension.is_none_or(|extension| !extension.starts_with(EXTENSION)) {
            continue;
        }
        let Ok(file) = OpenOptions::new().write(true).open(&path) else { continue };
        // Hold the lock until the file is removed, so that a build that has just created this file notices
        // the loss.
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn only_unlocked_pending_files_are_removed() {
        let folder = TempDir::new().unwrap();
        let dead = folder.path().join("0-1-0-1.part-1-0");
        fs::write(&dead, "half").unwrap();
        let target = folder.path().join("0-1-0-1.slice");
        let alive = PendingFile::create(&target).unwrap();
        remove_leftovers(folder.path());
        assert!(!dead.exists() && alive.path.exists());
        let (first, second) = (alive.path.clone(), PendingFile::create(&target).unwrap());
        finish(vec![alive]).unwrap();
        drop(second);
        assert!(target.exists() && !first.exists());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
