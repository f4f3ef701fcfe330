//! The plies of a document and their locations, packed into few bytes.
//!
//! A file may have millions of moves. A move of two squares takes five bytes here, and its location usually
//! takes two.

use std::iter::FusedIterator;

use super::Location;
use crate::model::moves::{Path, Ply};
use crate::model::square::Square;
use crate::text::packed::{push_number, take_number};

/// The plies in the order in which they are played, packed into bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Packed {
    /// For each ply, the number of its squares (0 for a pass), and their files and ranks.
    bytes: Vec<u8>,
    count: usize,
}

impl Packed {
    pub(super) fn push(&mut self, ply: &Ply) {
        let squares = match ply {
            Ply::Move(path) => path.squares(),
            Ply::Pass => &[],
        };
        push_number(&mut self.bytes, squares.len());
        self.bytes.extend(squares.iter().flat_map(|square| [square.file(), square.rank()]));
        self.count += 1;
    }

    /// Keeps the first `count` plies, or all if there are fewer, and returns the others.
    pub(super) fn split_off(&mut self, count: usize) -> Packed {
        let mut rest = self.iter();
        rest.by_ref().take(count).for_each(drop);
        let (kept, others) = (self.bytes.len() - rest.bytes.len(), rest.count);
        self.count -= others;
        let bytes = self.bytes.split_off(kept);
        self.bytes.shrink_to_fit();
        Packed { bytes, count: others }
    }

    pub(super) fn iter(&self) -> Plies<'_> {
        Plies { bytes: &self.bytes, count: self.count }
    }
}

impl FromIterator<Ply> for Packed {
    fn from_iter<I: IntoIterator<Item = Ply>>(list: I) -> Packed {
        let mut plies = Packed::default();
        list.into_iter().for_each(|ply| plies.push(&ply));
        plies
    }
}

/// The plies of a [`Document`](super::Document), one after the other.
#[derive(Clone, Debug, Default)]
pub struct Plies<'a> {
    bytes: &'a [u8],
    count: usize,
}

impl Iterator for Plies<'_> {
    type Item = Ply;

    fn next(&mut self) -> Option<Ply> {
        self.count = self.count.checked_sub(1)?;
        let squares = take_number(&mut self.bytes)?;
        let (path, rest) = self.bytes.split_at_checked(2 * squares)?;
        self.bytes = rest;
        let square = |bytes: &[u8]| Square::new(bytes[0], bytes[1]);
        Some(Path::new(path.chunks_exact(2).filter_map(square)).map_or(Ply::Pass, Ply::Move))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl ExactSizeIterator for Plies<'_> {}
impl FusedIterator for Plies<'_> {}

/// The locations of words in the order of the text. Each is stored as its distance from the previous
/// location, in lines and columns.
#[derive(Clone, Debug, Default)]
pub(super) struct PlyLocations {
    bytes: Vec<u8>,
    last: Location,
}

impl PlyLocations {
    pub(super) fn push(&mut self, location: Location) {
        let down = location.line - self.last.line;
        push_number(&mut self.bytes, down);
        push_number(&mut self.bytes, location.column - if down == 0 { self.last.column } else { 1 });
        self.last = location;
    }

    /// Returns the location of a word of this width; the default location if the word has none.
    pub(super) fn get(&self, index: usize, width: usize) -> Location {
        let mut bytes = &self.bytes[..];
        let mut location = Location::default();
        for _ in 0..=index {
            let (Some(down), Some(on)) = (take_number(&mut bytes), take_number(&mut bytes)) else {
                return Location::default();
            };
            let column = if down == 0 { location.column } else { 1 };
            location = Location { line: location.line + down, column: column + on, width };
        }
        location
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_come_back_as_they_were() {
        let long = ["a1", "b2"].repeat(1000).join("->");
        let texts = ["pass", "a1->b2", "aa10->d4->a1", &long, "pass", "z99->a1"];
        let list: Vec<Ply> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let plies: Packed = list.iter().cloned().collect();
        assert_eq!((plies.iter().len(), plies.iter().collect::<Vec<_>>()), (list.len(), list.clone()));
        for count in 0..=list.len() + 1 {
            let mut first = plies.clone();
            let rest = first.split_off(count);
            let (kept, others) = list.split_at(count.min(list.len()));
            assert_eq!((first, rest), (kept.iter().cloned().collect(), others.iter().cloned().collect()));
        }
    }

    #[test]
    fn locations_come_back_as_they_were() {
        let locations = [(1, 1), (1, 8), (1, 1_000_000), (2, 1), (5, 300), (5, 301), (70_000, 2)];
        let locations = locations.map(|(line, column)| Location { line, column, width: 6 });
        let mut noted = PlyLocations::default();
        for &location in &locations {
            noted.push(location);
        }
        for (index, location) in locations.into_iter().enumerate() {
            assert_eq!(noted.get(index, 6), location);
        }
        assert_eq!(noted.get(locations.len(), 6), Location::default());
    }
}
