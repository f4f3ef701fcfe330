//! Files of slices, written block by block.

use std::fs;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use flate2::{Compress, Compression, FlushCompress, Status};

use super::file::{Entries, HEAD_BYTES, checksum};
use super::pending_file::PendingFile;
use super::slice::Codes;
use super::{BuildControl, BuildError, FileError};
use rankmoves_core::support::threads::run_alongside;

/// The entries of a slice, as its file keeps them.
pub(super) enum Payload<'a> {
    Codes(&'a Codes),
    /// So many results, packed.
    Results(&'a [u8], usize),
}

impl Payload<'_> {
    fn entries(&self) -> Entries {
        match self {
            Payload::Codes(Codes::Narrow(_)) => Entries::Narrow,
            Payload::Codes(_) => Entries::Wide,
            Payload::Results(..) => Entries::Results,
        }
    }

    fn len(&self) -> usize {
        match self {
            Payload::Codes(codes) => codes.len(),
            Payload::Results(_, len) => *len,
        }
    }

    /// Returns the number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.len().div_ceil(self.entries().block())
    }

    /// Returns the bytes of a block.
    pub(super) fn block(&self, block: usize) -> Vec<u8> {
        let whole = self.entries().block();
        let range = block * whole..self.len().min((block + 1) * whole);
        match self {
            Payload::Codes(codes) => codes.bytes(range),
            Payload::Results(bytes, _) => {
                let whole = whole / super::results::RESULTS_PER_BYTE;
                bytes[block * whole..bytes.len().min((block + 1) * whole)].to_vec()
            }
        }
    }
}

/// Writes a slice beside its place. `identity` begins its header.
pub(super) fn write(
    place: &Path,
    identity: Vec<u8>,
    payload: &Payload,
    control: &BuildControl,
) -> Result<PendingFile, BuildError> {
    let folder = place.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(FileError::io(folder))?;
    let begun = PendingFile::create(place).map_err(FileError::io(folder))?;
    let written = write_pending(begun, identity, payload, control).map_err(FileError::io(place))?;
    written.ok_or(BuildError::Stopped)
}

/// Writes header and blocks; `None` if it is stopped.
fn write_pending(
    mut pending: PendingFile,
    mut head: Vec<u8>,
    payload: &Payload,
    control: &BuildControl,
) -> io::Result<Option<PendingFile>> {
    let count = payload.blocks();
    head.push(payload.entries().width());
    head.extend((payload.len() as u64).to_le_bytes());
    head.extend((count as u64).to_le_bytes());
    debug_assert_eq!(head.len(), HEAD_BYTES);
    let mut file = BufWriter::new(pending.file());
    // The lengths come first, and are known last.
    file.seek(SeekFrom::Start((HEAD_BYTES + count * 8 + 4) as u64))?;
    for first in (0..count).step_by(BATCH_BLOCKS) {
        for data in compress_all(payload, first..count.min(first + BATCH_BLOCKS), control.threads()) {
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

/// The blocks that are compressed before they are written.
const BATCH_BLOCKS: usize = 512;
/// The blocks for which no thread is started.
const MAX_BLOCKS_OF_A_THREAD: usize = 8;

/// Compresses some blocks, each by one of several threads.
fn compress_all(
    payload: &Payload,
    blocks: std::ops::Range<usize>,
    threads: NonZeroUsize,
) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let done: Vec<OnceLock<io::Result<Vec<u8>>>> = blocks.clone().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let place = next.fetch_add(1, Relaxed);
            let Some(slot) = done.get(place) else { break };
            let _ = slot.set(compress(&payload.block(blocks.start + place)));
        }
    };
    let threads = if blocks.len() > MAX_BLOCKS_OF_A_THREAD { threads.get() } else { 1 };
    run_alongside(1..threads, 0, |_| work(), |_, _| work());
    // Every slot is set: a panic of a thread would have been raised.
    done.into_iter().filter_map(OnceLock::into_inner)
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut data = Vec::with_capacity(bytes.len() + 64);
    let status = Compress::new(Compression::best(), false)
        .compress_vec(bytes, &mut data, FlushCompress::Finish)
        .map_err(io::Error::other)?;
    match status {
        Status::StreamEnd => Ok(data),
        Status::Ok | Status::BufError => Err(io::Error::other("a block does not compress")),
    }
}
