//! The stepwise environment for agents that learn: one step or one jump is one
//! action, and each action leads to a new state.
//!
//! ```
//! use rankmoves_game::env::{Action, Environment};
//!
//! let mut state = Environment::default();
//! while !state.is_terminal() {
//!     let action: Action = state.actions()[0];
//!     state = state.after(action)?;
//! }
//! let [red, black] = state.payoffs().expect("the game is over");
//! assert_eq!(red + black, 0);
//! # Ok::<(), rankmoves_game::env::IllegalAction>(())
//! ```
//!
//! A [`Controller`] plays such a game between two [`Policy`]s: [`RandomPolicy`], any [`Agent`](crate::Agent)
//! as [`WholeMoves`], or your own.

mod array;
mod episode;
mod numbering;
mod policy;
mod vector;

pub use array::{ArrayError, numbered_piece, piece_number};
pub use episode::Episode;
pub use numbering::PLANES;
pub use policy::{Controller, ControllerError, Policy, PolicyError, RandomPolicy, WholeMoves};
pub use vector::{
    Arrays, IllegalStep, NoStart, OverState, SavedGame, VectorEnvironment, VectorOptions, WrongSave,
};

use std::fmt;

use crate::Outcome;
use rankmoves_core::model::position::jumped_square;
use rankmoves_core::{Blocked, IllegalMove, Piece, Player, Position, Rules, Shape, Square};

/// A cell: its row, 0 at the top, and its compressed column, which is the number of playable squares to its
/// left.
pub type Cell = (usize, usize);

/// A state of a game that is played action by action. States are small values that never change;
/// [`after`](Self::after) returns a new state.
///
/// Player 0 is [`Player::Red`], who moves up, and player 1 [`Player::Black`].
///
/// A state has no history, so it is never a draw by repetition or by lack of
/// progress: see [`Controller`].
///
/// ```
/// use rankmoves_core::Player;
/// use rankmoves_game::env::{Action, Environment};
///
/// let rows = [
///     [0, 0], //    .   .
///     [0, -1], // .   b
///     [0, 0], //    .   .
///     [0, -1], // .   b
///     [0, 1], //    .   r
///     [0, 0], //  .   .
/// ];
/// let state = Environment::from_array(&rows, Player::Red, None, Environment::RULES)?;
/// let jump = Action::Move { from: (4, 1), to: (2, 0), jumped: Some((3, 1)) };
/// assert_eq!(state.actions(), [jump]);
/// let state = state.after(jump)?;
/// assert_eq!((state.active_player(), state.jump_piece()), (Player::Red, Some((2, 0))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Environment {
    position: Position,
}

/// A single decision of a player.
///
/// Actions are ordered by their first cell, then by their last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Takes a step, or makes one jump.
    Move {
        /// The piece's cell.
        from: Cell,
        /// The empty cell that the piece moves to.
        to: Cell,
        /// The cell of the jumped piece; `None` for a step.
        jumped: Option<Cell>,
    },
    /// Ends a chain that could continue: legal only under [optional](rankmoves_core::Capture::Optional)
    /// captures with [multiple](rankmoves_core::Jumps::Multiple) jumps.
    Stop,
    /// Passes the turn: the only action of a player who cannot move under
    /// [`Blocked::Passes`], as long as the other player can.
    Pass,
}

/// The start of a game on the standard board under [`Environment::RULES`], red to move.
impl Default for Environment {
    fn default() -> Environment {
        Position::start(Environment::RULES, Player::Red).into()
    }
}

/// Converts a position of any shape and with any rules to a state.
impl From<Position> for Environment {
    fn from(position: Position) -> Environment {
        Environment { position }
    }
}

impl Environment {
    /// The rules of the [default](Self::default): English draughts, but a
    /// blocked player passes.
    pub const RULES: Rules = Rules { blocked: Blocked::Passes, ..Rules::ENGLISH };

    /// Returns the position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the player whose action is next.
    pub const fn active_player(&self) -> Player {
        self.position.turn()
    }

    /// Returns the cell of the piece whose chain of jumps is in progress. Only this piece can act.
    pub fn jump_piece(&self) -> Option<Cell> {
        self.position.jumping().and_then(|square| self.cell(square))
    }

    /// Returns all legal actions in order; the list is empty only if the state is
    /// [terminal](Self::is_terminal).
    pub fn actions(&self) -> Vec<Action> {
        if self.is_terminal() {
            return Vec::new();
        }
        let legs = self.position.next_legs();
        let mut actions: Vec<Action> =
            legs.iter().map(|leg| self.leg(leg.path().start(), leg.path().end())).collect();
        actions.sort_unstable();
        if self.position.jumping().is_some() && self.position.rules().chains_may_stop() {
            actions.push(Action::Stop);
        }
        if actions.is_empty() {
            actions.push(Action::Pass);
        }
        actions
    }

    /// Returns the state after an action. The player stays the same if the piece
    /// that has jumped can continue jumping.
    ///
    /// # Errors
    ///
    /// If the action is illegal.
    pub fn after(&self, action: Action) -> Result<Environment, IllegalAction> {
        if let Some(end) = self.outcome() {
            return Err(IllegalAction::Over(end));
        }
        let position = match action {
            Action::Move { from, to, .. } => {
                let (from, to) = (self.on_board(from)?, self.on_board(to)?);
                let position = self.position.advance(from, to)?;
                match self.leg(from, to) {
                    legal if legal == action => position,
                    legal => return Err(IllegalAction::OtherJump { action, legal }),
                }
            }
            Action::Stop => self.position.stop_jumping()?,
            Action::Pass => self.position.pass()?,
        };
        Ok(position.into())
    }

    /// Returns whether the game is over.
    pub fn is_terminal(&self) -> bool {
        self.outcome().is_some()
    }

    /// Returns the outcome if the game is over: a player without pieces, or
    /// without moves under [`Blocked::Loses`], has lost; under
    /// [`Blocked::Passes`] it is a draw if neither player can move.
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::decided(&self.position)
    }

    /// Returns the payoffs, player 0's first: 1 for the winner and −1 for the loser, 0 for both after a draw.
    /// `None` while the game is not over.
    pub fn payoffs(&self) -> Option<[i8; 2]> {
        self.outcome().map(payoffs)
    }

    /// Returns the square of a cell; `None` if the board has no such cell.
    pub fn square(&self, cell: Cell) -> Option<Square> {
        square(self.position.board().shape(), cell)
    }

    /// Returns the cell of a square; `None` if the square is not a playable square of this board.
    pub fn cell(&self, square: Square) -> Option<Cell> {
        let shape = self.position.board().shape();
        shape.is_playable(square).then(|| cell(shape, square))
    }

    /// Returns the action that takes a piece from one square to another.
    ///
    /// # Errors
    ///
    /// If there is no such legal action.
    pub fn action(&self, from: Square, to: Square) -> Result<Action, IllegalAction> {
        if let Some(end) = self.outcome() {
            return Err(IllegalAction::Over(end));
        }
        self.position.advance(from, to)?;
        Ok(self.leg(from, to))
    }

    fn on_board(&self, cell: Cell) -> Result<Square, IllegalAction> {
        let shape = self.position.board().shape();
        self.square(cell).ok_or(IllegalAction::OffBoard { cell, shape })
    }

    /// Returns a step or a jump between playable squares as an action.
    fn leg(&self, from: Square, to: Square) -> Action {
        let shape = self.position.board().shape();
        let jumped = jumped_square(from, to).map(|square| cell(shape, square));
        Action::Move { from: cell(shape, from), to: cell(shape, to), jumped }
    }
}

fn cell(shape: Shape, square: Square) -> Cell {
    ((shape.ranks() - 1 - square.rank()).into(), (square.file() / 2).into())
}

/// Returns the playable square of a cell.
fn square(shape: Shape, (row, column): Cell) -> Option<Square> {
    let rank = (shape.ranks() - 1).checked_sub(row.try_into().ok()?)?;
    let left: u8 = column.checked_mul(2)?.try_into().ok()?;
    // One of any two neighbours in a row is playable.
    let neighbours = [left, left.checked_add(1)?];
    neighbours.iter().filter_map(|&file| Square::new(file, rank)).find(|&square| shape.is_playable(square))
}

/// Returns the payoffs of an outcome, red's first.
fn payoffs(end: Outcome) -> [i8; 2] {
    match end.winner() {
        None => [0, 0],
        Some(Player::Red) => [1, -1],
        Some(Player::Black) => [-1, 1],
    }
}

/// Draws the board in the letters of the exchange format, with rows at the left, compressed columns above,
/// ranks at the right and files below. The last line names the player to act, or describes the end of the
/// game.
impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.position.board();
        let shape = board.shape();
        let columns = (0..shape.files().div_ceil(2)).map(|column| format!("{column:<4}"));
        writeln!(f, "   {}", columns.collect::<String>().trim_end())?;
        for (row, rank) in (0..shape.ranks()).rev().enumerate() {
            write!(f, "{row:<3}")?;
            for file in 0..shape.files() {
                let square = Square::new(file, rank).filter(|&square| shape.is_playable(square));
                let letter = square.map_or(' ', |square| board.get(square).map_or('.', Piece::letter));
                write!(f, "{letter} ")?;
            }
            writeln!(f, " {}", rank + 1)?;
        }
        let names = (0..shape.files()).map(|file| format!("{:<2}", Square::file_name(file)));
        writeln!(f, "   {}", names.collect::<String>().trim_end())?;
        match (self.outcome(), self.jump_piece()) {
            (Some(end), _) => writeln!(f, "{end}"),
            (None, Some(cell)) => writeln!(f, "{} to continue jumping from {cell:?}", self.active_player()),
            (None, None) => writeln!(f, "{} to move", self.active_player()),
        }
    }
}

/// Writes `(5, 0) -> (4, 0)`, `(5, 0) -> (3, 1) x (4, 0)`, `stop` or `pass`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move { from, to, jumped } => {
                write!(f, "{from:?} -> {to:?}")?;
                jumped.map_or(Ok(()), |jumped| write!(f, " x {jumped:?}"))
            }
            Action::Stop => f.write_str("stop"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

/// The reason why an action is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum IllegalAction {
    /// The state is terminal.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// The board has no such cell.
    #[error("there is no cell {cell:?} on a board of {shape}")]
    OffBoard { cell: Cell, shape: Shape },
    /// There is no action with this number.
    #[error("expected an action from 0 to {} but found {number}", count - 1)]
    NoNumber {
        number: i64,
        /// The number of numbered actions.
        count: usize,
    },
    /// A numbered action leads from its square over the edge of the board.
    #[error("action {number} leads from {from} over the edge of the board")]
    OverEdge { number: usize, from: Square },
    /// The action is a jump that names no jumped piece or the wrong one, or a step that names a jumped piece.
    #[error("expected {legal} but found {action}")]
    OtherJump {
        action: Action,
        /// The legal action between the same cells.
        legal: Action,
    },
    /// The rules forbid the action. The message uses the square names of the drawing.
    #[error(transparent)]
    Rules(#[from] IllegalMove),
}
