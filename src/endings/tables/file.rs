//! Slices as files: a header, then the codes in blocks that are compressed one by one.
//!
//! ```text
//! magic and version          8 bytes  "ENDINGS1"
//! shape                      3 bytes  ranks, files, 1 if flipped
//! rules                      2 bytes  1 if captures are required, 1 if jumps are multiple
//! player                     1 byte   0 red, 1 black: who is to move
//! material                   4 bytes  own men, own kings, their men, their kings
//! width                      1 byte   bytes of a code, 1 or 2
//! positions                  8 bytes
//! blocks                     8 bytes  a block has 4096 codes, the last fewer
//! for each block             8 bytes  the length of its data, and their checksum
//! checksum                   4 bytes  of all before
//! data                                each block by DEFLATE
//! ```
//!
//! Numbers are little-endian, checksums CRC-32. A block is checked whenever it is read,
//! so that no damage is believed, whenever it happens.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use flate2::{Compress, Compression, Crc, Decompress, FlushCompress, FlushDecompress, Status};

use super::slice::Codes;
use super::{Material, SliceId};
use crate::model::player::Player;
use crate::model::rules::{Capture, Jumps, Rules};
use crate::model::shape::Shape;

const MAGIC: &[u8; 8] = b"ENDINGS1";
/// The bytes before the lengths of the blocks.
const HEAD: usize = 8 + 3 + 2 + 1 + 4 + 1 + 8 + 8;
/// The codes of a block.
pub(super) const BLOCK: usize = 4096;

/// The reason why a file of a slice could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refused it.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The file is not what its name says.
    #[error("{}: {reason}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The difference between what was found and what was expected.
        reason: &'static str,
    },
}

impl FileError {
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> FileError {
        let path = path.to_owned();
        move |source| FileError::Io { path: path.clone(), source }
    }

    fn wrong(path: &Path, reason: &'static str) -> FileError {
        FileError::Wrong { path: path.to_owned(), reason }
    }
}

/// A slice that is read from its file block by block. Blocks stay in memory once read.
pub(super) struct Packed {
    path: PathBuf,
    file: Mutex<File>,
    len: usize,
    width: usize,
    /// For each block, the place, the length and the checksum of its data.
    places: Vec<(u64, u32, u32)>,
    blocks: Vec<OnceLock<Option<Box<[u8]>>>>,
    /// True once a block could not be read.
    is_broken: AtomicBool,
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Returns the head of a slice's file, up to the material.
fn identity(shape: Shape, rules: Rules, id: SliceId) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend([shape.ranks(), shape.files(), shape.is_flipped().into()]);
    head.push((rules.capture == Capture::Required).into());
    head.push((rules.jumps == Jumps::Multiple).into());
    head.push((id.player == Player::Black).into());
    let Material { own_men, own_kings, their_men, their_kings } = id.material;
    head.extend([own_men, own_kings, their_men, their_kings]);
    head
}

/// Returns the name of the folder of the tables of a shape and rules.
pub(super) fn folder_name(shape: Shape, rules: Rules) -> String {
    let capture = if rules.capture == Capture::Required { "capture" } else { "no-capture" };
    let jumps = if rules.jumps == Jumps::Multiple { "multiple" } else { "single" };
    let flipped = if shape.is_flipped() { "-flipped" } else { "" };
    format!("{shape}{flipped}-{capture}-{jumps}")
}

/// Returns the name of a slice's file.
pub(super) fn file_name(id: SliceId, can_be_turned: bool) -> String {
    let player = match id.player {
        _ if can_be_turned => "",
        Player::Red => "red-",
        Player::Black => "black-",
    };
    let Material { own_men, own_kings, their_men, their_kings } = id.material;
    format!("{player}{own_men}-{own_kings}-{their_men}-{their_kings}.slice")
}

/// Writes a slice beside its place, and then moves it there.
pub(super) fn write(
    path: &Path,
    shape: Shape,
    rules: Rules,
    id: SliceId,
    codes: &Codes,
) -> Result<(), FileError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(FileError::io(folder))?;
    // Two builds at once write to files of their own; whoever is last puts the same there.
    let part = path.with_extension(format!("part-{}", std::process::id()));
    let written = write_part(&part, shape, rules, id, codes).and_then(|()| fs::rename(&part, path));
    written.map_err(|source| {
        let _ = fs::remove_file(&part);
        FileError::Io { path: path.to_owned(), source }
    })
}

fn write_part(part: &Path, shape: Shape, rules: Rules, id: SliceId, codes: &Codes) -> io::Result<()> {
    let (width, len) = (codes.width(), codes.len());
    let mut head = identity(shape, rules, id);
    head.push(u8::try_from(width).map_err(io::Error::other)?);
    let count = len.div_ceil(BLOCK);
    head.extend((len as u64).to_le_bytes());
    head.extend((count as u64).to_le_bytes());
    debug_assert_eq!(head.len(), HEAD);
    let mut file = io::BufWriter::new(File::create(part)?);
    // The lengths come first, and are known last.
    file.seek(SeekFrom::Start((HEAD + count * 8 + 4) as u64))?;
    for block in 0..count {
        let bytes = codes.bytes(block * BLOCK..len.min((block + 1) * BLOCK));
        let data = compress(&bytes)?;
        head.extend(u32::try_from(data.len()).map_err(io::Error::other)?.to_le_bytes());
        head.extend(checksum(&data).to_le_bytes());
        file.write_all(&data)?;
    }
    head.extend(checksum(&head).to_le_bytes());
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&head)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
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

impl Packed {
    /// Opens the file of a slice that must have so many positions.
    pub(super) fn open(
        path: &Path,
        shape: Shape,
        rules: Rules,
        id: SliceId,
        positions: u64,
    ) -> Result<Packed, FileError> {
        let refuse = |reason| FileError::wrong(path, reason);
        let io = FileError::io(path);
        let mut file = File::open(path).map_err(&io)?;
        let size = file.metadata().map_err(&io)?.len();
        let mut head = [0; HEAD];
        let short = || refuse("the file is too short for a table of endings");
        file.read_exact(&mut head).map_err(|_| short())?;
        let identity = identity(shape, rules, id);
        let (found, rest) = head.split_at(identity.len());
        if !found.starts_with(MAGIC) {
            return Err(refuse("this is no table of endings, or one of another version"));
        }
        if found != identity {
            return Err(refuse("the table is one of other rules, another shape or other pieces"));
        }
        let number = |from: usize| u64::from_le_bytes(rest[from..from + 8].try_into().unwrap_or_default());
        let (width, len, count) = (usize::from(rest[0]), number(1), number(9));
        if len != positions || count != positions.div_ceil(BLOCK as u64) || !(1..=2).contains(&width) {
            return Err(refuse("the table has another number of positions than these pieces"));
        }
        let count = usize::try_from(count).map_err(|_| short())?;
        let mut lengths = Vec::new();
        (&mut file).take(count as u64 * 8 + 4).read_to_end(&mut lengths).map_err(&io)?;
        if lengths.len() != count * 8 + 4 {
            return Err(short());
        }
        let (lengths, sum) = lengths.split_at(count * 8);
        let mut crc = Crc::new();
        crc.update(&head);
        crc.update(lengths);
        if crc.sum().to_le_bytes() != sum {
            return Err(refuse("the header does not match its checksum: the file is damaged"));
        }
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap_or_default());
        let mut place = (HEAD + count * 8 + 4) as u64;
        let mut places = Vec::with_capacity(count);
        for entry in lengths.chunks(8) {
            let (length, sum) = (word(&entry[..4]), word(&entry[4..]));
            places.push((place, length, sum));
            place += u64::from(length);
        }
        if place != size {
            return Err(refuse("the file has another size than its header says: it is cut or damaged"));
        }
        let blocks = (0..count).map(|_| OnceLock::new()).collect();
        let len = usize::try_from(len).map_err(|_| short())?;
        let (file, is_broken) = (Mutex::new(file), AtomicBool::new(false));
        Ok(Packed { path: path.to_owned(), file, len, width, places, blocks, is_broken })
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns a code; `None` if its block cannot be read or is damaged.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<u16> {
        let block = self.block(index / BLOCK)?;
        let place = index % BLOCK;
        Some(match self.width {
            1 => block[place].into(),
            _ => u16::from_le_bytes([block[2 * place], block[2 * place + 1]]),
        })
    }

    fn block(&self, block: usize) -> Option<&[u8]> {
        let read = || self.read(block).map_err(|_| self.is_broken.store(true, Relaxed)).ok();
        self.blocks[block].get_or_init(read).as_deref()
    }

    /// Returns the reason why a block could not be read, if there was one.
    pub(super) fn damage(&self) -> Option<FileError> {
        self.is_broken.load(Relaxed).then(|| self.check().err()).flatten()
    }

    /// Reads all blocks.
    pub(super) fn check(&self) -> Result<(), FileError> {
        (0..self.places.len()).try_for_each(|block| self.read(block).map(drop))
    }

    fn read(&self, block: usize) -> Result<Box<[u8]>, FileError> {
        let io = FileError::io(&self.path);
        let (place, length, sum) = self.places[block];
        let mut data = vec![0; length as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(place)).map_err(&io)?;
            file.read_exact(&mut data).map_err(&io)?;
        }
        let size = self.width * BLOCK.min(self.len - block * BLOCK);
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
