//! Converts between the bits of a board and the numbers of actions and the cells of observations.

use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::layout::Direction;
use rankmoves_core::{Player, Shape};

/// The number of planes of an [observation](super::Environment::observation).
pub const PLANES: usize = 5;

/// The numbers of the actions on boards of a shape. See
/// [`Environment::action_count`](crate::env::Environment::action_count).
pub(super) struct ActionNumbers {
    shape: Shape,
    /// The bit of each square, in the order of the squares.
    bits: Vec<u32>,
    /// The index of each bit's square; 0 for bits that belong to no square.
    indices: Vec<u16>,
    /// The cell of each bit's square in a plane of an observation; 0 for bits that belong to no square.
    cells: Vec<u16>,
    /// The number of actions.
    pub(super) count: usize,
    area: usize,
}

impl ActionNumbers {
    pub(super) fn new(shape: Shape) -> ActionNumbers {
        let mut indices = vec![0; Shape::MAX_BITS as usize];
        let mut cells = indices.clone();
        for (index, square) in (0..).zip(shape.squares()) {
            let bit = shape.bit(square) as usize;
            let row = shape.ranks() - 1 - square.rank();
            indices[bit] = index;
            cells[bit] = u16::from(row) * u16::from(shape.files()) + u16::from(square.file());
        }
        ActionNumbers {
            shape,
            bits: shape.squares().map(|square| shape.bit(square)).collect(),
            indices,
            cells,
            count: action_count(shape),
            area: usize::from(shape.ranks()) * usize::from(shape.files()),
        }
    }

    /// Returns the number of a step or a jump.
    #[inline]
    pub(super) fn of_leg(&self, player: Player, bit: u32, direction: Direction) -> usize {
        let index = usize::from(self.indices[bit as usize]);
        turned(self.count, player, 4 * index + self.shape.mirrored_direction(direction) as usize)
    }

    /// Returns the square and the direction of the step or jump with the given number.
    #[inline]
    pub(super) fn leg<W: Word>(&self, player: Player, number: usize) -> Option<(Bitboard<W>, Direction)> {
        if number >= self.count - 2 {
            return None;
        }
        let number = turned(self.count, player, number);
        let direction = self.shape.mirrored_direction(Direction::ALL[number % 4]);
        Some((Bitboard::single(self.bits[number / 4]), direction))
    }

    pub(super) const fn stop(&self) -> usize {
        self.count - 2
    }

    pub(super) const fn pass(&self) -> usize {
        self.count - 1
    }

    /// Returns the length of an observation.
    pub(super) const fn observation_len(&self) -> usize {
        PLANES * self.area
    }

    /// Writes the [observation](super::Environment::observation) of a player.
    #[inline]
    pub(super) fn observe<W: Word>(
        &self,
        player: Player,
        pieces: Pieces<W>,
        jumping: Bitboard<W>,
        planes: &mut [i8],
    ) {
        let (own, other) = (pieces.of(player), pieces.of(player.opponent()));
        let sets =
            [own - pieces.kings, own & pieces.kings, other - pieces.kings, other & pieces.kings, jumping];
        planes.fill(0);
        for (set, plane) in sets.into_iter().zip(planes.chunks_mut(self.area)) {
            for bit in set.bits() {
                let cell = usize::from(self.cells[bit as usize]);
                plane[if player == Player::Red { cell } else { self.area - 1 - cell }] = 1;
            }
        }
    }
}

/// Returns the number of actions on boards of a shape.
pub(super) fn action_count(shape: Shape) -> usize {
    4 * shape.squares().count() + 2
}

/// Converts the number of a step or a jump from player 0's numbering to that of `player`, or back. `count` is
/// the number of actions on the board. Half a turn of the board reverses both the order of the squares and
/// the order of the directions.
#[inline]
pub(super) const fn turned(count: usize, player: Player, number: usize) -> usize {
    match player {
        Player::Red => number,
        Player::Black => count - 3 - number,
    }
}
