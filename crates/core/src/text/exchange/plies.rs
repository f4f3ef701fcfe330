//! The plies of a document, which stay in the form of their text: a file may have millions of them.

use std::iter::FusedIterator;

use nom::Offset;

use super::lexemes::{skip_blanks, token};
use crate::model::moves::Ply;

/// The plies of a [`Document`](super::Document), one after the other.
#[derive(Clone, Debug, Default)]
pub struct Plies<'a> {
    /// The text that begins with the next ply.
    pub(super) rest: &'a str,
    pub(super) count: usize,
}

impl<'a> Plies<'a> {
    /// Reads the next ply. Also returns its text.
    pub(super) fn next_with_text(&mut self) -> Option<(&'a str, Ply)> {
        self.count = self.count.checked_sub(1)?;
        let text = token(skip_blanks(self.rest));
        self.rest = &self.rest[self.rest.offset(text) + text.len()..];
        Some((text, text.parse().expect("the text has only plies")))
    }
}

impl Iterator for Plies<'_> {
    type Item = Ply;

    fn next(&mut self) -> Option<Ply> {
        self.next_with_text().map(|(_, ply)| ply)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl ExactSizeIterator for Plies<'_> {}
impl FusedIterator for Plies<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::position::Position;
    use crate::text::exchange::Document;

    #[test]
    fn plies_come_back_as_they_were() {
        let long = ["a1", "b2"].repeat(1000).join("->");
        let texts = ["pass", "a1->b2", "aa10->d4->a1", &long, "pass", "z99->a1"];
        let list: Vec<Ply> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let setup = Position::english().setup();
        let document = Document::new(setup, list.iter().cloned());
        assert_eq!(
            (document.plies().len(), document.plies().collect::<Vec<_>>()),
            (list.len(), list.clone())
        );
        for count in 0..=list.len() + 1 {
            let mut first = document.clone();
            let rest = first.split_off(count);
            let (kept, others) = list.split_at(count.min(list.len()));
            let made = |plies: &[Ply]| Document::new(setup, plies.iter().cloned());
            assert_eq!((first, rest), (made(kept), made(others)));
        }
    }
}
