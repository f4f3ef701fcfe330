//! Squares and their names.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A square, given by its file and rank, independent of the board: `a1` is the bottom left corner of every
/// board.
///
/// Files after `z` are named as in a spreadsheet: `aa`, `ab`, …
///
/// Squares are ordered by the bytes of their names, so `a1 < a10 < a2 < aa1 < b1`:
/// the order in which moves are listed.
///
/// ```
/// use rankmoves_core::Square;
///
/// let square: Square = "d4".parse()?;
/// assert_eq!((square.file(), square.rank()), (3, 3));
/// assert_eq!(square.to_string(), "d4");
/// # Ok::<(), rankmoves_core::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    /// The number of named files, and of named ranks; more than any [`Shape`](crate::Shape) has.
    pub const LIMIT: u8 = 99;

    /// Returns the square on a file and a rank, both counted from 0, or `None`
    /// if either is [`LIMIT`](Self::LIMIT) or more.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < Self::LIMIT && rank < Self::LIMIT { Some(Square { file, rank }) } else { None }
    }

    /// Returns the file, counted from 0 at the left.
    pub const fn file(self) -> u8 {
        self.file
    }

    /// Returns the rank, counted from 0 at the bottom.
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// Returns the name of a file, counted from 0: `a` to `z`, then `aa`, `ab`, …
    ///
    /// ```
    /// use rankmoves_core::Square;
    ///
    /// assert_eq!([0, 25, 26].map(Square::file_name), ["a", "z", "aa"]);
    /// ```
    pub fn file_name(file: u8) -> String {
        file_letters(file).into_iter().filter(|&byte| byte != 0).map(char::from).collect()
    }

    /// Returns the letters and digits of the name.
    pub fn name(self) -> impl Iterator<Item = u8> {
        self.sort_key().into_iter().filter(|&byte| byte != 0)
    }

    /// Appends the name to a text.
    #[inline]
    pub fn push_name(self, text: &mut Vec<u8>) {
        match self.sort_key() {
            [letter, 0, digit, 0] => text.extend_from_slice(&[letter, digit]),
            _ => text.extend(self.name()),
        }
    }

    /// Returns a sort key that orders squares by name.
    pub(crate) const fn order(self) -> u32 {
        u32::from_be_bytes(self.sort_key())
    }

    /// Returns one or two letters and one or two digits, each pair padded with a zero byte. The keys sort
    /// like the names, even inside paths, because the end of a text and the `-` of `->` sort before digits
    /// and letters.
    #[inline]
    const fn sort_key(self) -> [u8; 4] {
        let (tens, ones) = ((self.rank + 1) / 10, (self.rank + 1) % 10);
        let [first, second] = file_letters(self.file);
        match tens {
            0 => [first, second, b'0' + ones, 0],
            _ => [first, second, b'0' + tens, b'0' + ones],
        }
    }
}

/// Orders squares by the bytes of their names.
impl Ord for Square {
    fn cmp(&self, other: &Square) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Square) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes the name: `d4`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name().map(char::from).collect::<String>())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the name that [`Display`](fmt::Display) writes: lower-case letters, then digits without a leading
/// zero.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let (file, rank) = text.split_at(letters);
        let file = match *file.as_bytes() {
            [letter] => letter - b'a',
            [first, second] => (first - b'a' + 1)
                .checked_mul(26)
                .and_then(|file| file.checked_add(second - b'a'))
                .ok_or(ParseSquareError)?,
            _ => return Err(ParseSquareError),
        };
        let rank = match *rank.as_bytes() {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + (ones - b'0'),
            _ => return Err(ParseSquareError),
        };
        Square::new(file, rank - 1).ok_or(ParseSquareError)
    }
}

/// An error: the text is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square such as d4")]
pub struct ParseSquareError;

/// Returns the one or two letters of a file, padded with a zero byte.
const fn file_letters(file: u8) -> [u8; 2] {
    match file {
        0..26 => [b'a' + file, 0],
        _ => [b'a' + file / 26 - 1, b'a' + file % 26],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Square> {
        (0..Square::LIMIT).flat_map(|file| (0..Square::LIMIT).filter_map(move |rank| Square::new(file, rank)))
    }

    #[test]
    fn display_and_from_str_are_inverse() {
        for square in all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn squares_sort_like_their_names_also_within_paths() {
        let named: Vec<(Square, String)> = all().map(|square| (square, square.to_string())).collect();
        for (a, a_name) in &named {
            for (b, b_name) in named.iter().step_by(29) {
                assert_eq!(a.cmp(b), a_name.cmp(b_name), "{a} {b}");
                assert_eq!(a.cmp(b), format!("{a}->").cmp(&format!("{b}->")), "{a}-> {b}->");
            }
        }
    }

    #[test]
    fn files_after_z_are_named_as_in_a_spreadsheet() {
        let names = [(0, "a1"), (25, "z1"), (26, "aa1"), (51, "az1"), (52, "ba1"), (61, "bj1")];
        for (file, name) in names {
            assert_eq!(Square::new(file, 0).unwrap().to_string(), name);
        }
    }

    #[test]
    fn texts_that_name_no_square_are_refused() {
        for text in ["", "d", "4", "D4", "d04", "d0", "d100", "dd", "zz1", "zzz1", "d4 ", "é4", "d٤"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
        }
    }
}
