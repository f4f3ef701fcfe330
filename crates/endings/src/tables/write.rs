//! Writes slices to files, block by block.

use std::fs;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::entries::Entries;
use super::file::{HEAD_BYTES, checksum};
use super::pending_file::PendingFile;
use super::{BuildControl, BuildError, FileError};
use rankmoves_core::support::threads::for_each;

/// Writes a slice to a pending file. `identity` begins its header.
pub(super) fn write(
    place: &Path,
    identity: Vec<u8>,
    entries: &Entries,
    control: &BuildControl,
) -> Result<PendingFile, BuildError> {
    let folder = place.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(FileError::io(folder))?;
    let begun = PendingFile::create(place).map_err(FileError::io(folder))?;
    let written = write_pending(begun, identity, entries, control).map_err(FileError::io(place))?;
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
