//! Numbers for all placements of one player's pieces.
//!
//! Sets of squares are numbered by the [combinatorial number system](rankmoves_core::support::combinations),
//! which here counts squares from the first for both players. Men may be on any square except their crowning
//! row, and kings on squares without men. Placements of fewer pieces come first.

use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::board::PieceCount;
use rankmoves_core::model::layout::Layout;
use rankmoves_core::model::variant::{Red, Side};
use rankmoves_core::support::combinations::{choose, for_each_set, rank};

/// The maximum number of pieces of a player in an index.
pub(super) const MAX_INDEXED_PIECES: u32 = 6;

/// The men and kings of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement<W> {
    pub(super) men: Bitboard<W>,
    pub(super) kings: Bitboard<W>,
}

impl<W: Word> Placement<W> {
    /// Returns the squares of all pieces.
    #[inline]
    pub(super) fn occupied(self) -> Bitboard<W> {
        self.men | self.kings
    }
}

/// The placements with a given number of men and a given number of kings.
struct Group {
    count: PieceCount,
    /// The index of the first placement.
    start: u32,
    /// The number of sets of kings for each set of men.
    king_sets: u32,
}

/// The index of one player's placements.
pub(super) struct Index<W> {
    squares: Bitboard<W>,
    pub(super) crowning: Bitboard<W>,
    /// Groups of placements in the order of their indices.
    groups: Vec<Group>,
    len: u32,
}

impl<W: Word> Index<W> {
    /// Creates the index of all placements with at most `most.men` men, and at most `most.men + most.kings`
    /// pieces in all. After a capture or a crowning, such a placement stays within these limits. Returns `None` if
    /// there are too many pieces or placements.
    pub(super) fn new<L: Layout<Word = W>, S: Side>(layout: L, most: PieceCount) -> Option<Index<W>> {
        let pieces = most.men + most.kings;
        if pieces > MAX_INDEXED_PIECES {
            return None;
        }
        let crowning = S::crowning(layout);
        let mut index = Index { squares: layout.squares(), crowning, groups: Vec::new(), len: 0 };
        for pieces in 0..=pieces {
            for men in (0..=pieces.min(most.men)).rev() {
                index.add(PieceCount { men, kings: pieces - men })?;
            }
        }
        Some(index)
    }

    /// Adds a group of placements; `None` if there are too many.
    fn add(&mut self, count: PieceCount) -> Option<()> {
        let squares = self.squares.len();
        let king_sets = choose(squares.checked_sub(count.men)?, count.kings);
        let placements = choose(squares - self.crowning.len(), count.men).checked_mul(king_sets)?;
        let start = self.len;
        self.len = u32::try_from(placements).ok()?.checked_add(start)?;
        self.groups.push(Group { count, start, king_sets: u32::try_from(king_sets).ok()? });
        Some(())
    }

    /// Returns the number of placements.
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns the index of the first placement of `pieces` pieces, or 0 if there is none.
    pub(super) fn first_with(&self, pieces: u32) -> usize {
        let has_as_many = |group: &&Group| group.count.men + group.count.kings == pieces;
        self.groups.iter().find(has_as_many).map_or(0, |group| group.start as usize)
    }

    /// Returns the index of a placement; `None` if it has too many men or pieces, or
    /// a man on the crowning row.
    pub(super) fn rank(&self, placement: Placement<W>) -> Option<u32> {
        let Placement { men, kings } = placement;
        let count = PieceCount { men: men.len(), kings: kings.len() };
        let group = self.groups.iter().find(|group| group.count == count)?;
        if men.intersects(self.crowning) {
            return None;
        }
        let men_number = rank::<_, Red>(men, self.squares - self.crowning);
        let kings_number = rank::<_, Red>(kings, self.squares - men);
        let number = men_number * u64::from(group.king_sets) + kings_number;
        Some(group.start + u32::try_from(number).expect("all numbers are below the length"))
    }

    /// Returns all placements in the order of their indices.
    pub(super) fn placements(&self) -> Vec<Placement<W>> {
        let mut placements = Vec::with_capacity(self.len());
        for &Group { count, .. } in &self.groups {
            for_each_set::<_, Red>(count.men, self.squares - self.crowning, |men| {
                for_each_set::<_, Red>(count.kings, self.squares - men, |kings| {
                    placements.push(Placement { men, kings });
                });
            });
        }
        placements
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::Shape;
    use rankmoves_core::model::layout::{AnyShape, Standard};
    use rankmoves_core::model::variant::{Black, Red};

    /// Checks that the placements are numbered consecutively from 0.
    fn assert_bijection<L: Layout, S: Side>(layout: L, most: PieceCount) {
        let index = Index::new::<L, S>(layout, most).unwrap();
        let mut count = 0;
        for placement in index.placements() {
            assert_eq!(index.rank(placement), Some(count), "{placement:?}");
            assert!((placement.men & placement.kings).is_empty());
            count += 1;
        }
        assert_eq!(count as usize, index.len());
    }

    #[test]
    fn each_placement_has_its_own_number() {
        let most = PieceCount { men: 2, kings: 1 };
        assert_bijection::<_, Red>(Standard, most);
        assert_bijection::<_, Black>(Standard, most);
        for (ranks, files, flipped) in
            [(4, 4, false), (5, 5, true), (7, 6, false), (6, 7, true), (10, 10, true)]
        {
            let layout = AnyShape::from(Shape::new(ranks, files, flipped).unwrap());
            assert_bijection::<_, Red>(layout, most);
            assert_bijection::<_, Black>(layout, most);
        }
    }

    #[test]
    fn the_placements_of_both_players_are_as_many_as_published() {
        // J. Schaeffer et al., *Checkers is solved*, Science, 2007, table 1.
        for (pieces, published) in [(1, 120), (2, 6_972), (3, 261_224)] {
            let mut found = 0;
            for red in 0..=pieces {
                let most = |men| PieceCount { men, kings: 0 };
                let reds = Index::<u64>::new::<_, Red>(Standard, most(red)).unwrap();
                let blacks = Index::<u64>::new::<_, Black>(Standard, most(pieces - red)).unwrap();
                let blacks: Vec<_> = all_of(&blacks, pieces - red).collect();
                for own in all_of(&reds, red) {
                    found += blacks.iter().filter(|black| !black.intersects(own)).count();
                }
            }
            assert_eq!(found, published, "{pieces} pieces");
        }
    }

    fn all_of(index: &Index<u64>, pieces: u32) -> impl Iterator<Item = Bitboard<u64>> {
        index
            .placements()
            .into_iter()
            .map(Placement::occupied)
            .filter(move |occupied| occupied.len() == pieces)
    }

    #[test]
    fn placements_outside_an_index_are_refused() {
        let index = Index::<u64>::new::<_, Red>(Standard, PieceCount { men: 1, kings: 1 }).unwrap();
        let placement = |men: &[u32], kings: &[u32]| Placement {
            men: men.iter().copied().collect(),
            kings: kings.iter().copied().collect(),
        };
        assert!(index.rank(placement(&[4], &[0])).is_some());
        assert!(index.rank(placement(&[3], &[4])).is_none(), "a man on the crowning row");
        assert!(index.rank(placement(&[4, 5], &[])).is_none(), "two men");
        assert!(index.rank(placement(&[4], &[5, 6])).is_none(), "three pieces");
        assert!(
            Index::<u64>::new::<_, Red>(Standard, PieceCount { men: 0, kings: MAX_INDEXED_PIECES + 1 })
                .is_none()
        );
    }
}
