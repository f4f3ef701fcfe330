//! The moves of one player's placements, as far as the opponent's pieces do
//! not matter, and the opponent's placements by square.

use super::index::{Index, Placement};
use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::layout::{Direction, Layout};
use rankmoves_core::model::variant::Side;

/// A step, possible if the opponent leaves the square free.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The index of the placement after it.
    pub(super) after: u32,
    pub(super) to: u8,
}

/// A jump over one piece, possible if the opponent stands there and leaves the
/// square behind free.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    /// The index of the placement after it.
    pub(super) after: u32,
    pub(super) from: u8,
    pub(super) over: u8,
    pub(super) to: u8,
    /// True for a man that is crowned, which ends its move.
    pub(super) crowns: bool,
}

/// A placement from which a piece has been taken.
#[derive(Clone, Copy)]
pub(super) struct Removal {
    pub(super) before: u32,
    pub(super) after: u32,
}

/// Lists of moves, one a placement.
struct Lists<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    fn new() -> Lists<T> {
        Lists { ends: vec![0], items: Vec::new() }
    }

    fn end_list(&mut self) {
        self.ends.push(u32::try_from(self.items.len()).expect("placements are few"));
    }

    #[inline]
    fn get(&self, index: usize) -> &[T] {
        &self.items[self.ends[index] as usize..self.ends[index + 1] as usize]
    }
}

/// All placements of one player with their moves.
pub(super) struct Moves<W> {
    pub(super) index: Index<W>,
    pub(super) board: Geometry,
    /// For each direction true if men move there.
    is_forward: [bool; 4],
    pub(super) placements: Vec<Placement<W>>,
    steps: Lists<Step>,
    jumps: Lists<Jump>,
    /// For each placement its index without each of its pieces, in the order of
    /// their squares.
    removals: Lists<u32>,
    /// For each square and each placement [`Moves::FREE`] or [`Moves::OCCUPIED`].
    blocks: Vec<Vec<i8>>,
    /// For each square the placements with a piece there, in ascending order.
    holders: Vec<Vec<Removal>>,
}

impl<W: Word> Moves<W> {
    /// A limit on the value of a move to a free square: none.
    pub(super) const FREE: i8 = i8::MAX;
    /// The value of a move to an occupied square: there is no such move.
    pub(super) const OCCUPIED: i8 = i8::MIN;
    /// Upper bound on the bytes of a placement with its moves, without `blocks`.
    const BYTES_PER_PLACEMENT: usize = 250;

    /// Returns about how many bytes the moves of an index take.
    pub(super) fn bytes(index: &Index<W>) -> usize {
        index.len() * (Self::BYTES_PER_PLACEMENT + 32)
    }

    /// Lists the moves of side `S`.
    pub(super) fn new<L: Layout<Word = W>, S: Side>(layout: L, index: Index<W>) -> Moves<W> {
        let board = Geometry::new(layout);
        let placements = index.placements();
        let mut moves = Moves {
            index,
            board,
            is_forward: Direction::each(S::is_forward),
            placements,
            steps: Lists::new(),
            jumps: Lists::new(),
            removals: Lists::new(),
            blocks: vec![Vec::new(); W::BITS as usize],
            holders: vec![Vec::new(); W::BITS as usize],
        };
        for bit in layout.squares().bits() {
            let block = |placement: &Placement<W>| {
                let is_occupied = placement.occupied().intersects(Bitboard::single(bit));
                if is_occupied { Self::OCCUPIED } else { Self::FREE }
            };
            moves.blocks[bit as usize] = moves.placements.iter().map(block).collect();
        }
        for before in 0..moves.placements.len() {
            moves.list_moves_of(before);
        }
        moves
    }

    /// Lists the moves of a placement, and the placements after captures of its
    /// pieces.
    fn list_moves_of(&mut self, before: usize) {
        let placement = self.placements[before];
        let occupied = placement.occupied();
        let is_free = |bit: u8| !occupied.intersects(Bitboard::single(bit.into()));
        for from in occupied.bits() {
            let (rest, is_king) = placement.without(from);
            let after = self.index.rank(rest).expect("fewer pieces are indexed as well");
            self.removals.items.push(after);
            let before = u32::try_from(before).expect("an index has 32 bits");
            self.holders[from as usize].push(Removal { before, after });
            for direction in self.directions(is_king) {
                let Some(next) = self.board.next(from, direction).filter(|&next| is_free(next)) else {
                    continue;
                };
                let (after, _) = self.put(rest, is_king, next);
                self.steps.items.push(Step { after, to: next });
                if let Some(to) = self.board.next(next.into(), direction).filter(|&to| is_free(to)) {
                    let (after, crowns) = self.put(rest, is_king, to);
                    let from = u8::try_from(from).expect("a board has at most 128 bits");
                    self.jumps.items.push(Jump { after, from, over: next, to, crowns });
                }
            }
        }
        self.removals.end_list();
        self.steps.end_list();
        self.jumps.end_list();
    }

    /// Returns the index of a placement after one more piece has come to a
    /// square, and whether it is crowned there.
    pub(super) fn put(&self, rest: Placement<W>, is_king: bool, to: u8) -> (u32, bool) {
        let to = Bitboard::single(to.into());
        let crowns = !is_king && self.index.crowning().intersects(to);
        let Placement { men, kings } = rest;
        let after = if is_king || crowns {
            Placement { men, kings: kings | to }
        } else {
            Placement { men: men | to, kings }
        };
        (self.index.rank(after).expect("a placement after a move is indexed"), crowns)
    }

    /// Returns the directions in which a piece moves.
    #[inline]
    pub(super) fn directions(&self, is_king: bool) -> impl Iterator<Item = Direction> + use<W> {
        let is_forward = self.is_forward;
        Direction::ALL.into_iter().filter(move |&direction| is_king || is_forward[direction as usize])
    }

    /// Returns the number of placements.
    pub(super) fn len(&self) -> usize {
        self.placements.len()
    }

    #[inline]
    pub(super) fn steps(&self, placement: usize) -> &[Step] {
        self.steps.get(placement)
    }

    #[inline]
    pub(super) fn jumps(&self, placement: usize) -> &[Jump] {
        self.jumps.get(placement)
    }

    /// Returns [`Self::FREE`] or [`Self::OCCUPIED`] of a square for each placement.
    #[inline]
    pub(super) fn blocks(&self, bit: u8) -> &[i8] {
        &self.blocks[usize::from(bit)]
    }

    /// Returns whether a placement has a piece on a square.
    #[inline]
    pub(super) fn holds(&self, placement: usize, bit: u8) -> bool {
        self.blocks[usize::from(bit)][placement] == Self::OCCUPIED
    }

    /// Returns the placements with a piece on a square, in ascending order.
    #[inline]
    pub(super) fn holders(&self, bit: u8) -> &[Removal] {
        &self.holders[usize::from(bit)]
    }

    /// Returns the index of a placement without its piece on a square.
    pub(super) fn after_capture(&self, placement: usize, bit: u8) -> u32 {
        let below = self.placements[placement].occupied().bits().take_while(|&square| square < bit.into());
        self.removals.get(placement)[below.count()]
    }
}

impl<W: Word> Placement<W> {
    /// Takes the piece on a square. Returns whether it was a king as well.
    pub(super) fn without(self, bit: u32) -> (Placement<W>, bool) {
        let square = Bitboard::single(bit);
        let rest = Placement { men: self.men - square, kings: self.kings - square };
        (rest, self.kings.intersects(square))
    }
}

/// The neighbours of each square.
pub(super) struct Geometry([Vec<Option<u8>>; 4]);

impl Geometry {
    fn new<L: Layout>(layout: L) -> Geometry {
        let next = |direction: Direction| {
            let next_of = |bit: u32| {
                let from = Bitboard::single(bit) & layout.squares();
                let to = layout.step(from, direction) & layout.squares();
                to.bits().next().and_then(|bit| bit.try_into().ok())
            };
            (0..L::Word::BITS).map(next_of).collect()
        };
        Geometry(Direction::each(next))
    }

    /// Returns the square next to another in a direction.
    #[inline]
    pub(super) fn next(&self, bit: u32, direction: Direction) -> Option<u8> {
        self.0[direction as usize][bit as usize]
    }
}
