//! Reads UTF-16 listings, the form in which some shells write a program's output to a file.

use std::char::{REPLACEMENT_CHARACTER, decode_utf16};
use std::io::{self, BufRead, BufReader, Cursor, Read};

/// The number of bytes decoded at a time, an even number.
const CHUNK_BYTES: u64 = 1 << 14;

/// Returns a listing as UTF-8, and whether it was UTF-16, as its byte-order mark shows. Parts that are not
/// UTF-16 become replacement characters.
pub(super) fn to_utf8<'a>(mut listing: impl BufRead + 'a) -> io::Result<(Box<dyn BufRead + 'a>, bool)> {
    let mut mark = Vec::new();
    (&mut listing).take(2).read_to_end(&mut mark)?;
    let unit = match mark[..] {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return Ok((Box::new(Cursor::new(mark).chain(listing)), false)),
    };
    let decoder = Decoder { input: listing, unit, decoded: Cursor::default(), high: None };
    Ok((Box::new(BufReader::new(decoder)), true))
}

/// A reader that decodes UTF-16 to UTF-8.
struct Decoder<R> {
    input: R,
    unit: fn([u8; 2]) -> u16,
    decoded: Cursor<String>,
    /// The first half of a surrogate pair at the end of the last chunk.
    high: Option<u16>,
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.decoded.read(buffer)?;
            if count > 0 || buffer.is_empty() || !self.decode()? {
                return Ok(count);
            }
        }
    }
}

impl<R: Read> Decoder<R> {
    /// Decodes the next chunk. Returns false at the end.
    fn decode(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        (&mut self.input).take(CHUNK_BYTES).read_to_end(&mut bytes)?;
        let is_last = (bytes.len() as u64) < CHUNK_BYTES;
        let pairs = bytes.chunks_exact(2);
        let is_odd = !pairs.remainder().is_empty();
        let mut units: Vec<u16> = self.high.take().into_iter().collect();
        units.extend(pairs.map(|pair| (self.unit)([pair[0], pair[1]])));
        let is_high = |unit: &mut u16| (0xd800..0xdc00).contains(unit);
        if !is_last {
            self.high = units.pop_if(is_high);
        }
        let mut text: String =
            decode_utf16(units).map(|decoded| decoded.unwrap_or(REPLACEMENT_CHARACTER)).collect();
        if is_odd {
            text.push(REPLACEMENT_CHARACTER);
        }
        let has_more = !text.is_empty() || !is_last;
        self.decoded = Cursor::new(text);
        Ok(has_more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, bool) {
        // Read one byte at a time, because the mark may come in two parts.
        let (mut listing, is_utf16) = to_utf8(BufReader::with_capacity(1, bytes)).unwrap();
        let mut text = String::new();
        listing.read_to_string(&mut text).unwrap();
        (text, is_utf16)
    }

    #[test]
    fn both_byte_orders_become_utf_8_for_any_chunks() {
        for length in [0, 1, 2, 8191, 8192, 8193, 20_000] {
            let text = "\u{1f600}".repeat(length / 2) + "a\u{1f600}\u{20ac}";
            for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                let all: Vec<u8> =
                    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect();
                assert_eq!(decoded(&all), (text.clone(), true));
            }
        }
    }

    #[test]
    fn other_bytes_stay() {
        for text in ["", "d", "d4", "d4->b6 for red: score 1\n", "\u{feff}d4"] {
            assert_eq!(decoded(text.as_bytes()), (text.to_owned(), false));
        }
    }

    #[test]
    fn halves_become_replacement_characters() {
        assert_eq!(decoded(&[0xff, 0xfe, 0x3d, 0xd8]), ("\u{fffd}".to_owned(), true));
        assert_eq!(decoded(&[0xff, 0xfe, b'a', 0, b'b']), ("a\u{fffd}".to_owned(), true));
        assert_eq!(decoded(&[0xff, 0xfe]), (String::new(), true));
    }
}
