//! Converts actions to numbers, and states to arrays for networks.

use super::{Action, Environment, IllegalAction};
use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::layout::Direction;
use rankmoves_core::{Player, Shape, Square};

/// The number of planes of an [observation](Environment::observation).
pub const PLANES: usize = 5;

impl Environment {
    /// Returns how many actions are numbered: four directions for each playable square,
    /// [`Action::Stop`] and [`Action::Pass`]; 130 on the standard board.
    ///
    /// On a given board, a piece can either step or jump in a direction, never both, so the board determines
    /// which of them a number means. Player 0 numbers the squares from the top left row by row, and the
    /// directions of each square in the order up left, up right, down left, down right. Player 1 does the
    /// same after rotating the board by 180°, so that each player's men move up. The last two numbers mean
    /// [`Action::Stop`] and [`Action::Pass`].
    ///
    /// ```
    /// use rankmoves_game::env::{Action, Environment};
    ///
    /// let state = Environment::default();
    /// // The man on the first square of row 5 goes up right.
    /// let action = Action::Move { from: (5, 0), to: (4, 0), jumped: None };
    /// assert_eq!(state.action_count(), 130);
    /// assert_eq!(state.number(action), Some(20 * 4 + 1));
    /// assert_eq!(state.numbered(20 * 4 + 1), Ok(action));
    /// ```
    pub fn action_count(&self) -> usize {
        action_count(self.position.board().shape())
    }

    /// Returns the number of an action for the active player; `None` if the action could not be one of the
    /// [`actions`](Self::actions) on any board.
    pub fn number(&self, action: Action) -> Option<usize> {
        let shape = self.position.board().shape();
        let Action::Move { from, to, .. } = action else {
            return Some(action_count(shape) - if action == Action::Stop { 2 } else { 1 });
        };
        let (from, to) = (self.square(from)?, self.square(to)?);
        let files = to.file().checked_signed_diff(from.file())?;
        let ranks = to.rank().checked_signed_diff(from.rank())?;
        let offset = (files.signum(), ranks.signum());
        let direction = Direction::ALL.iter().position(|direction| direction.offset() == offset)?;
        if files.abs() != ranks.abs() || ranks.abs() > 2 {
            return None;
        }
        let index = shape.number(from)? as usize - 1;
        Some(turned(action_count(shape), self.active_player(), 4 * index + direction))
    }

    /// Returns the active player's legal action with the given number.
    ///
    /// # Errors
    ///
    /// If the number does not stand for a legal action.
    pub fn numbered(&self, number: i64) -> Result<Action, IllegalAction> {
        let shape = self.position.board().shape();
        let count = action_count(shape);
        let unknown = IllegalAction::NoNumber { number, count };
        let Ok(number) = usize::try_from(number) else { return Err(unknown) };
        if let Some(end) = self.outcome() {
            return Err(IllegalAction::Over(end));
        }
        if number >= count {
            return Err(unknown);
        }
        let special = [(count - 2, Action::Stop), (count - 1, Action::Pass)];
        if let Some((_, action)) = special.into_iter().find(|&(special, _)| special == number) {
            return self.after(action).map(|_| action);
        }
        let number_on_board = turned(count, self.active_player(), number);
        let squares: Vec<Square> = shape.squares().collect();
        let (from, direction) = (squares[number_on_board / 4], Direction::ALL[number_on_board % 4]);
        let to = self.leg_end(from, direction);
        to.map_or(Err(IllegalAction::OverEdge { number, from }), |to| self.action(from, to))
    }

    /// Returns the square where a step or jump in a direction would end, if it is on the board: the next
    /// square or, if a piece stands there, the square behind it.
    fn leg_end(&self, from: Square, direction: Direction) -> Option<Square> {
        let board = self.position.board();
        let after = |square: Square| {
            let (files, ranks) = direction.offset();
            let file = square.file().checked_add_signed(files)?;
            let rank = square.rank().checked_add_signed(ranks)?;
            Square::new(file, rank).filter(|&next| board.shape().is_playable(next))
        };
        let next = after(from)?;
        if board.get(next).is_some() { after(next) } else { Some(next) }
    }

    /// Returns, for each number, whether its action is legal.
    pub fn mask(&self) -> Vec<bool> {
        let mut mask = vec![false; self.action_count()];
        // Legal actions have numbers.
        for number in self.actions().into_iter().filter_map(|action| self.number(action)) {
            mask[number] = true;
        }
        mask
    }

    /// Returns the board from a player's point of view, as [`PLANES`] planes. Each has ranks ×
    /// files numbers, row by row from the top left; a number is 1 if the square has a piece of the plane's
    /// kind, otherwise 0. The planes are for the player's men and kings, the opponent's men and kings, and
    /// the piece whose chain of jumps is in progress. Player 1 sees the board rotated by 180°.
    pub fn observation(&self, player: Player) -> Vec<i8> {
        let board = self.position.board();
        let numbers = ActionNumbers::new(board.shape());
        let mut planes = vec![0; numbers.observation_len()];
        numbers.observe(player, board.pieces(), self.position.jumping_set(), &mut planes);
        planes
    }
}

/// The numbers of the actions on boards of a shape, as in [`Environment::action_count`], and the cells of
/// observations.
pub(super) struct ActionNumbers {
    shape: Shape,
    /// The bit of each square, in the order of the squares.
    bits: Vec<u32>,
    /// The index of each bit's square; 0 for bits that belong to no square.
    indices: Vec<u16>,
    /// The cell of each bit's square in a plane of an observation; 0 for bits that belong to no square.
    cells: Vec<u16>,
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

    pub(super) const fn observation_len(&self) -> usize {
        PLANES * self.area
    }

    /// Writes the [observation](Environment::observation) of a player.
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
fn action_count(shape: Shape) -> usize {
    4 * shape.squares().count() + 2
}

/// Converts the number of a step or a jump from player 0's numbering to that of `player`, or back. `count` is
/// the number of actions on the board. Half a turn of the board reverses both the order of the squares and
/// the order of the directions.
#[inline]
const fn turned(count: usize, player: Player, number: usize) -> usize {
    match player {
        Player::Red => number,
        Player::Black => count - 3 - number,
    }
}
