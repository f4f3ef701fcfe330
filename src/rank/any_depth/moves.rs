//! The moves of one player's placements without regard to the opponent's pieces, and the
//! placements with a piece on each square, for the opponent's captures.

use super::index::{Index, Placement};
use super::lists::Lists;
use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::layout::{Direction, Layout};
use rankmoves_core::model::variant::Side;

/// A step, possible if the opponent has no piece on `to`.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The index of the placement after the step.
    pub(super) after: u32,
    pub(super) to: u8,
}

/// A jump over one piece, possible if the opponent has a piece on `over` and none on `to`.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    /// The index of the placement after the jump.
    pub(super) after: u32,
    pub(super) from: u8,
    pub(super) over: u8,
    pub(super) to: u8,
    /// True if the jump crowns a man, which ends the move.
    pub(super) crowns: bool,
}

/// The indices of a placement before and after one of its pieces is captured.
#[derive(Clone, Copy)]
pub(super) struct Removal {
    pub(super) before: u32,
    pub(super) after: u32,
}

/// All placements of one player with their moves.
pub(super) struct Moves<W> {
    pub(super) index: Index<W>,
    pub(super) placements: Vec<Placement<W>>,
    pub(super) steps: Lists<Step>,
    pub(super) jumps: Lists<Jump>,
    /// [`Moves::NO_LIMIT`] or [`Moves::OCCUPIED`], by square and placement.
    blocks: Vec<Vec<i8>>,
    /// For each square, the placements with a piece there, in ascending order.
    holders: Vec<Vec<Removal>>,
}

impl<W: Word> Moves<W> {
    /// The entry of a free square in [`Moves::blocks`]: it does not limit the value of a move there.
    pub(super) const NO_LIMIT: i8 = i8::MAX;
    /// The entry of an occupied square: no move there is possible.
    pub(super) const OCCUPIED: i8 = i8::MIN;
    /// Upper bound on the bytes of a placement with its moves, without `blocks`.
    const BYTES_PER_PLACEMENT: usize = 250;

    /// Returns the approximate size of the moves of an index, in bytes.
    pub(super) fn bytes(index: &Index<W>) -> usize {
        index.len() * (Self::BYTES_PER_PLACEMENT + 32)
    }

    /// Lists the moves of side `S`.
    pub(super) fn new<L: Layout<Word = W>, S: Side>(layout: L, index: Index<W>) -> Moves<W> {
        let placements = index.placements();
        let mut moves = Moves {
            index,
            placements,
            steps: Lists::new(),
            jumps: Lists::new(),
            blocks: vec![Vec::new(); W::BITS as usize],
            holders: vec![Vec::new(); W::BITS as usize],
        };
        for bit in layout.squares().bits() {
            let block = |placement: &Placement<W>| {
                let is_occupied = placement.occupied().intersects(Bitboard::single(bit));
                if is_occupied { Self::OCCUPIED } else { Self::NO_LIMIT }
            };
            moves.blocks[bit as usize] = moves.placements.iter().map(block).collect();
        }
        for before in 0..moves.placements.len() {
            moves.list_moves_of::<_, S>(layout, before);
        }
        moves
    }

    /// Lists the moves of a placement, and the placements after captures of its
    /// pieces.
    fn list_moves_of<L: Layout<Word = W>, S: Side>(&mut self, layout: L, before: usize) {
        let placement = self.placements[before];
        let free = layout.squares() - placement.occupied();
        let next_to = |bit: u32, direction| {
            let next = layout.step(Bitboard::single(bit), direction) & layout.squares();
            next.bits().next()
        };
        let number = |bit: u32| u8::try_from(bit).expect("a board has at most 128 bits");
        for from in placement.occupied().bits() {
            let square = Bitboard::single(from);
            let rest = Placement { men: placement.men - square, kings: placement.kings - square };
            let is_king = placement.kings.intersects(square);
            let after = self.index.rank(rest).expect("fewer pieces are indexed as well");
            let before = u32::try_from(before).expect("an index has 32 bits");
            self.holders[from as usize].push(Removal { before, after });
            let directions =
                Direction::ALL.into_iter().filter(|&direction| is_king || S::is_forward(direction));
            for direction in directions {
                let is_free = |&bit: &u32| free.intersects(Bitboard::single(bit));
                let Some(next) = next_to(from, direction).filter(is_free) else { continue };
                let (after, _) = self.put(rest, is_king, next);
                self.steps.items.push(Step { after, to: number(next) });
                if let Some(to) = next_to(next, direction).filter(is_free) {
                    let (after, crowns) = self.put(rest, is_king, to);
                    let (from, over, to) = (number(from), number(next), number(to));
                    self.jumps.items.push(Jump { after, from, over, to, crowns });
                }
            }
        }
        self.steps.end_list();
        self.jumps.end_list();
    }

    /// Adds a moving piece to a placement on its new square. Returns the index of the result, and whether the
    /// piece is crowned there.
    fn put(&self, rest: Placement<W>, is_king: bool, to: u32) -> (u32, bool) {
        let to = Bitboard::single(to);
        let crowns = !is_king && self.index.crowning.intersects(to);
        let Placement { men, kings } = rest;
        let after = if is_king || crowns {
            Placement { men, kings: kings | to }
        } else {
            Placement { men: men | to, kings }
        };
        (self.index.rank(after).expect("a placement after a move is indexed"), crowns)
    }

    /// Returns the number of placements.
    pub(super) fn len(&self) -> usize {
        self.placements.len()
    }

    /// Returns, for each placement, [`Self::OCCUPIED`] if it occupies the square, otherwise
    /// [`Self::NO_LIMIT`].
    #[inline]
    pub(super) fn blocks(&self, bit: u8) -> &[i8] {
        &self.blocks[usize::from(bit)]
    }

    /// Returns the placements with a piece on a square, in ascending order.
    #[inline]
    pub(super) fn holders(&self, bit: u8) -> &[Removal] {
        &self.holders[usize::from(bit)]
    }

    /// Returns the index of a placement without its piece on a square.
    pub(super) fn after_capture(&self, placement: u32, bit: u8) -> u32 {
        let holders = self.holders(bit);
        holders[holders.partition_point(|removal| removal.before < placement)].after
    }
}
