//! Lists of varying lengths, stored one after the other.

/// Some lists, numbered from 0. Items are added to the last list, which is unfinished.
pub(super) struct Lists<T> {
    /// The beginning of the first list, then the ends of all finished lists, as indices into `items`.
    pub(super) ends: Vec<usize>,
    pub(super) items: Vec<T>,
}

impl<T> Lists<T> {
    pub(super) fn new() -> Lists<T> {
        Lists { ends: vec![0], items: Vec::new() }
    }

    /// Finishes the last list.
    pub(super) fn end_list(&mut self) {
        self.ends.push(self.items.len());
    }

    /// Returns a finished list.
    #[inline]
    pub(super) fn get(&self, index: usize) -> &[T] {
        &self.items[self.ends[index]..self.ends[index + 1]]
    }
}
