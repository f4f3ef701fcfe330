//! Slices as files: a header, then the codes in blocks that are compressed one by one.
//!
//! ```text
//! magic and version          8 bytes  "ENDINGS1", or "RESULTS1" for results only
//! shape                      3 bytes  ranks, files, 1 if flipped
//! rules                      2 bytes  1 if captures are required, 1 if jumps are multiple
//! player                     1 byte   the player to move: 0 red, 1 black
//! material                   4 bytes  own men, own kings, their men, their kings
//! width                      1 byte   bytes per code, 1 or 2; 0 for results only, packed five to a byte
//! positions                  8 bytes
//! blocks                     8 bytes  a block has 4096 codes or 40960 results; the last may have fewer
//! for each block             8 bytes  the length of its data, and its checksum
//! checksum                   4 bytes  of everything above
//! data                                the blocks, each compressed with DEFLATE
//! ```
//!
//! Numbers are little-endian, checksums CRC-32. A block is checked whenever it is read,
//! so that corruption is never read as data.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::form::Form;
use super::material::{Contents, Material, SliceId};
use rankmoves_core::{Capture, Jumps, Player, Rules, Shape};

/// The first bytes of a file.
const PLIES: &[u8] = b"ENDINGS1";
const RESULTS: &[u8] = b"RESULTS1";

/// The number of bytes before the block lengths.
pub(super) const HEAD_BYTES: usize = 8 + 3 + 2 + 1 + 4 + 1 + 8 + 8;

/// A slice read from its file block by block. Blocks stay in memory once read.
pub(super) struct Packed {
    path: PathBuf,
    file: Mutex<File>,
    pub(super) len: usize,
    pub(super) form: Form,
    /// For each block, the offset, the length and the checksum of its data.
    directory: Vec<(u64, u32, u32)>,
    blocks: Vec<OnceLock<Option<Box<[u8]>>>>,
    /// True once a block could not be read.
    is_damaged: AtomicBool,
}

pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Returns the beginning of the header of a slice's file, up to the material.
pub(super) fn identity(shape: Shape, rules: Rules, id: SliceId, contents: Contents) -> Vec<u8> {
    let magic = if contents == Contents::Plies { PLIES } else { RESULTS };
    let mut head = magic.to_vec();
    head.extend([shape.ranks(), shape.files(), shape.is_flipped().into()]);
    head.push((rules.capture == Capture::Required).into());
    head.push((rules.jumps == Jumps::Multiple).into());
    head.push((id.player == Player::Black).into());
    let Material { own, theirs } = id.material;
    let counts = [own.men, own.kings, theirs.men, theirs.kings];
    head.extend(counts.map(|count| u8::try_from(count).unwrap_or(u8::MAX)));
    head
}

pub(super) fn folder_name(shape: Shape, rules: Rules) -> String {
    let capture = if rules.capture == Capture::Required { "capture" } else { "no-capture" };
    let jumps = if rules.jumps == Jumps::Multiple { "multiple" } else { "single" };
    let flipped = if shape.is_flipped() { "-flipped" } else { "" };
    format!("{shape}{flipped}-{capture}-{jumps}")
}

pub(super) fn file_name(id: SliceId, contents: Contents, can_be_turned: bool) -> String {
    let player = match id.player {
        _ if can_be_turned => "",
        Player::Red => "red-",
        Player::Black => "black-",
    };
    let material = id.material.to_string().replace(' ', "-");
    let extension = if contents == Contents::Plies { "slice" } else { "results" };
    format!("{player}{material}.{extension}")
}

impl Packed {
    /// Opens the file of a slice, which must have this number of positions.
    pub(super) fn open(
        path: &Path,
        shape: Shape,
        rules: Rules,
        id: SliceId,
        contents: Contents,
        positions: u64,
    ) -> Result<Packed, FileError> {
        let refuse = |reason| FileError::wrong(path, reason);
        let io = FileError::io(path);
        let mut file = File::open(path).map_err(&io)?;
        let size = file.metadata().map_err(&io)?.len();
        let mut head = [0; HEAD_BYTES];
        let short = || refuse("the file is too short for an endgame table");
        file.read_exact(&mut head).map_err(|_| short())?;
        let identity = identity(shape, rules, id, contents);
        let (found, rest) = head.split_at(identity.len());
        if found != identity {
            return Err(refuse(match (contents, &found[..PLIES.len()]) {
                (Contents::Plies, RESULTS) => "the table has results only: expected one with plies",
                (Contents::Results, PLIES) => "the table has plies: expected one with results only",
                (_, PLIES | RESULTS) => "the table is for other rules, another board or other pieces",
                _ => "the file is not an endgame table of this version",
            }));
        }
        let number = |from: usize| u64::from_le_bytes(rest[from..from + 8].try_into().unwrap_or_default());
        let (len, count) = (number(1), number(9));
        let form = Form::from_width(rest[0], contents);
        let form = form.ok_or_else(|| refuse("the header is damaged: unknown code width"))?;
        if len != positions || count != positions.div_ceil(form.block() as u64) {
            return Err(refuse("the number of positions in the header is wrong for the table's pieces"));
        }
        let count = usize::try_from(count).map_err(|_| short())?;
        let mut lengths = Vec::new();
        (&mut file).take(count as u64 * 8 + 4).read_to_end(&mut lengths).map_err(&io)?;
        if lengths.len() != count * 8 + 4 {
            return Err(short());
        }
        let (lengths, sum) = lengths.split_at(count * 8);
        if checksum(&[&head, lengths].concat()).to_le_bytes() != sum {
            return Err(refuse("the header does not match its checksum: the file is damaged"));
        }
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap_or_default());
        let mut offset = (HEAD_BYTES + count * 8 + 4) as u64;
        let mut directory = Vec::with_capacity(count);
        for entry in lengths.chunks(8) {
            let (length, sum) = (word(&entry[..4]), word(&entry[4..]));
            directory.push((offset, length, sum));
            offset += u64::from(length);
        }
        if offset != size {
            return Err(refuse("the file size does not match the header: it is truncated or damaged"));
        }
        let blocks = (0..count).map(|_| OnceLock::new()).collect();
        let len = usize::try_from(len).map_err(|_| short())?;
        let (file, is_damaged) = (Mutex::new(file), AtomicBool::new(false));
        Ok(Packed { path: path.to_owned(), file, len, form, directory, blocks, is_damaged })
    }

    /// Returns a code; `None` if its block cannot be read or is damaged.
    #[inline]
    pub(super) fn code(&self, index: usize) -> Option<u16> {
        let whole = self.form.block();
        Some(self.form.code(self.block(index / whole)?, index % whole))
    }

    fn block(&self, block: usize) -> Option<&[u8]> {
        let read = || self.read(block).map_err(|_| self.is_damaged.store(true, Relaxed)).ok();
        self.blocks[block].get_or_init(read).as_deref()
    }

    /// Returns the reason why a block could not be read, if there was one.
    pub(super) fn damage(&self) -> Option<FileError> {
        self.is_damaged.load(Relaxed).then(|| self.check().err()).flatten()
    }

    /// Reads and checks all blocks.
    pub(super) fn check(&self) -> Result<(), FileError> {
        (0..self.directory.len()).try_for_each(|block| self.read(block).map(drop))
    }

    pub(super) fn read(&self, block: usize) -> Result<Box<[u8]>, FileError> {
        let io = FileError::io(&self.path);
        let (offset, length, sum) = self.directory[block];
        let mut data = vec![0; length as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(offset)).map_err(&io)?;
            file.read_exact(&mut data).map_err(&io)?;
        }
        let whole = self.form.block();
        let size = self.form.bytes(whole.min(self.len - block * whole));
        let mut bytes = Vec::with_capacity(size + 1);
        let status = Decompress::new(false).decompress_vec(&data, &mut bytes, FlushDecompress::Finish);
        if checksum(&data) != sum || !matches!(status, Ok(Status::StreamEnd)) || bytes.len() != size {
            return Err(FileError::wrong(
                &self.path,
                "a block does not match its checksum: the file is damaged",
            ));
        }
        Ok(bytes.into_boxed_slice())
    }
}

/// The reason why a file of a slice could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system reported an error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The user has no data folder.
    #[error("the user has no data folder: expected an absolute path in HOME")]
    NoFolder,
    /// The file is damaged, or is not the table that its name announces.
    #[error("{}: {reason}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// A description of the fault.
        reason: &'static str,
    },
}

impl FileError {
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> FileError {
        let path = path.to_owned();
        move |source| FileError::Io { path: path.clone(), source }
    }

    pub(super) fn wrong(path: &Path, reason: &'static str) -> FileError {
        FileError::Wrong { path: path.to_owned(), reason }
    }
}
