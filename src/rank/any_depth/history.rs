//! The changes made by each ply, from which values at earlier depths can be restored.

use std::collections::VecDeque;

use rankmoves_core::support::hash::WordMap;

/// The size of a change in bytes.
const BYTES_PER_CHANGE: usize = size_of::<u32>() + size_of::<i8>();

/// The entries that a ply has changed in those rows of the target that one strip of columns of the source fills.
pub(super) struct Changes {
    /// The numbers of the positions, in ascending order.
    keys: Vec<u32>,
    /// The old values of these entries.
    entries: Vec<i8>,
    /// The number of all changes, whether noted or not.
    count: usize,
    /// The first column of the target that has changed, or `usize::MAX`.
    pub(super) first_column: usize,
}

impl Default for Changes {
    fn default() -> Changes {
        Changes { keys: Vec::new(), entries: Vec::new(), count: 0, first_column: usize::MAX }
    }
}

impl Changes {
    /// Counts a change in a column. Notes it as well, unless `max_noted` changes are noted already or memory runs out.
    #[inline]
    pub(super) fn note(&mut self, key: u32, column: usize, before: i8, max_noted: usize) {
        self.count += 1;
        self.first_column = self.first_column.min(column);
        let has_room = self.keys.len() < max_noted
            && self.keys.try_reserve(1).is_ok()
            && self.entries.try_reserve(1).is_ok();
        if has_room {
            self.keys.push(key);
            self.entries.push(before);
        }
    }

    fn before(&self, key: u32) -> Option<i8> {
        self.keys.binary_search(&key).ok().map(|index| self.entries[index])
    }
}

/// The changes of a ply, strip by strip.
pub(super) struct PlyChanges(pub(super) Vec<Changes>);

impl PlyChanges {
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|changes| changes.count).sum()
    }

    fn noted(&self) -> usize {
        self.0.iter().map(|changes| changes.keys.len()).sum()
    }

    /// Returns whether all changes are noted.
    pub(super) fn is_complete(&self) -> bool {
        self.noted() == self.count()
    }

    /// Returns the noted changes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, i8)> {
        self.0.iter().flat_map(|changes| changes.keys.iter().copied().zip(changes.entries.iter().copied()))
    }
}

/// The changes of the latest plies, up to a maximum number of changes.
pub(super) struct PlyHistory {
    /// The changes of the plies; the latest come last.
    plies: VecDeque<PlyChanges>,
    noted: usize,
    /// The maximum number of changes kept.
    pub(super) max_noted: usize,
}

impl PlyHistory {
    /// Creates a history of up to `max_noted` changes.
    pub(super) fn new(max_noted: usize) -> PlyHistory {
        PlyHistory { plies: VecDeque::new(), noted: 0, max_noted }
    }

    /// Returns how many changes are worth keeping if an array has `entries` entries: with four pieces all
    /// changes, with five only those of the later plies.
    pub(super) fn max_noted_for(entries: usize) -> usize {
        entries.saturating_mul(8).min(12 << 20)
    }

    /// Returns the maximum size of a history of up to `max_noted` changes, in bytes.
    pub(super) fn bytes_for(max_noted: usize) -> usize {
        max_noted * BYTES_PER_CHANGE
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.noted * BYTES_PER_CHANGE
    }

    /// Adds a ply whose changes are all noted. Drops the earliest plies while there are too many changes.
    pub(super) fn push(&mut self, mut changes: PlyChanges) {
        for strip in &mut changes.0 {
            strip.keys.shrink_to_fit();
            strip.entries.shrink_to_fit();
        }
        self.noted += changes.noted();
        self.plies.push_back(changes);
        while self.noted > self.max_noted
            && let Some(first) = self.plies.pop_front()
        {
            self.noted -= first.noted();
        }
    }

    pub(super) fn clear(&mut self) {
        self.plies.clear();
        self.noted = 0;
    }

    /// Returns the number of recent plies whose changes are known.
    pub(super) fn len(&self) -> u32 {
        self.plies.len().try_into().unwrap_or(u32::MAX)
    }

    /// Returns the entry of a position before the latest `plies` plies, if they changed it. Only
    /// every second ply is searched: the others belong to the other player, whose positions are
    /// numbered separately.
    pub(super) fn before(&self, plies: u32, strip: usize, key: u32) -> Option<i8> {
        let first = self.plies.len() - plies as usize;
        self.plies.range(first..).step_by(2).find_map(|ply| ply.0[strip].before(key))
    }
}

/// Detects the depth at which all values are again equal to those at an earlier depth. Keeps the entries that
/// still differ.
pub(super) struct Watch {
    pub(super) since: u32,
    differing: WordMap<u32, i8>,
}

impl Watch {
    /// The maximum number of differing entries. A watch does not begin at a ply that changes more entries.
    const MAX_DIFFERING: usize = 1 << 18;

    /// Starts a watch at the depth `since`, unless too many entries changed at that ply.
    pub(super) fn begin(since: u32, changes: &PlyChanges) -> Option<Watch> {
        (changes.count() <= Self::MAX_DIFFERING).then(|| Watch { since, differing: WordMap::default() })
    }

    /// Records a later ply, given the old and the new values of the entries that it changed. Returns whether all
    /// entries have their values at `since` again; `None` if too many differ or memory runs out.
    pub(super) fn update(&mut self, changes: impl Iterator<Item = (u32, i8, i8)>) -> Option<bool> {
        for (key, before, now) in changes {
            match self.differing.get(&key) {
                Some(&first) if first == now => {
                    self.differing.remove(&key);
                }
                Some(_) => {}
                // The entry did not differ before, so `before` is its value at `since`.
                None => {
                    self.differing.try_reserve(1).ok()?;
                    self.differing.insert(key, before);
                }
            }
        }
        (self.differing.len() <= Self::MAX_DIFFERING).then_some(self.differing.is_empty())
    }
}
