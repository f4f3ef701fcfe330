//! Setups: boards with a player to move and rules, before they are checked.

use super::Position;
use crate::model::board::Board;
use crate::model::piece::{Piece, Role};
use crate::model::player::Player;
use crate::model::rules::{Jumps, Rules};
use crate::model::square::Square;

/// Anything that can be set up on a board. A valid setup becomes a [`Position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board with its pieces.
    pub board: Board,
    /// The player to move.
    pub turn: Player,
    /// The rules of the game.
    pub rules: Rules,
    /// The square of a piece in the middle of a chain of jumps, which the player to move may or must
    /// continue.
    pub jumping: Option<Square>,
}

impl Setup {
    /// Returns the position, if the setup is valid.
    ///
    /// # Errors
    ///
    /// Every reason why the setup is not valid. A setup without a jump in progress is always valid, even if
    /// it is odd: see [`oddities`](Self::oddities).
    pub fn position(self) -> Result<Position, InvalidSetup> {
        let mut faults = Vec::new();
        if let Some(square) = self.jumping {
            if self.rules.jumps == Jumps::Single {
                faults.push(SetupFault::JumpingUnderSingleJumps);
            }
            match self.board.get(square) {
                Some(piece) if piece.player == self.turn => {
                    if (Position { setup: self }).legs(None).is_empty() {
                        faults.push(SetupFault::CannotJumpOn(square));
                    }
                }
                _ => faults.push(SetupFault::NoPieceToJump { square, player: self.turn }),
            }
        }
        if faults.is_empty() { Ok(Position { setup: self }) } else { Err(InvalidSetup { faults }) }
    }

    /// Returns the oddities of the board: features that cannot arise in a game. The position can still be
    /// ranked.
    pub fn oddities(&self) -> Vec<Oddity> {
        let shape = self.board.shape();
        let mut oddities = Vec::new();
        for player in Player::ALL {
            let count = self.board.count(player);
            if shape.has_standard_size() && count > Oddity::MAX_PIECES {
                oddities.push(Oddity::TooManyPieces { player, count });
            }
            let (rank, man) = (self.board.crowning_rank(player), Piece { player, role: Role::Man });
            let uncrowned =
                self.board.iter().filter(|&(square, piece)| square.rank() == rank && piece == man);
            let squares: Vec<Square> = uncrowned.map(|(square, _)| square).collect();
            if !squares.is_empty() {
                oddities.push(Oddity::UncrownedMen { player, squares });
            }
        }
        oddities
    }
}

/// An error: all faults (at least one) that keep a [`Setup`] from being a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct InvalidSetup {
    faults: Vec<SetupFault>,
}

impl InvalidSetup {
    /// Returns the faults, at least one.
    pub fn faults(&self) -> &[SetupFault] {
        &self.faults
    }
}

/// One reason why a [`Setup`] is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupFault {
    /// A jump is in progress although a move may have only one jump.
    #[error("a jump is in progress, which `single jumps` rules out")]
    JumpingUnderSingleJumps,
    /// A jump is in progress where the player to move has no piece.
    #[error("a jump is in progress on {square}, where {player} has no piece")]
    NoPieceToJump {
        /// The square of the jump in progress.
        square: Square,
        /// The player to move.
        player: Player,
    },
    /// The jump in progress cannot continue, so the turn has ended.
    #[error("the piece on {0} has no further jump")]
    CannotJumpOn(Square),
}

/// A feature of a board that cannot arise in a game. The rules still apply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Oddity {
    /// More than [`MAX_PIECES`](Self::MAX_PIECES) pieces of a player on an 8×8 board.
    #[error("{player} has {count} pieces, more than the {} at the start of a game", Self::MAX_PIECES)]
    TooManyPieces {
        /// The player.
        player: Player,
        /// The number of the player's pieces.
        count: u32,
    },
    /// Men on their crowning rank, where they should be kings. They cannot move.
    #[error("{}", describe_uncrowned(*player, squares))]
    UncrownedMen {
        /// The owner of the men.
        player: Player,
        /// The squares of the men, at least one.
        squares: Vec<Square>,
    },
}

impl Oddity {
    /// The number of pieces a player starts with on the standard board.
    pub const MAX_PIECES: u32 = 12;
}

fn describe_uncrowned(player: Player, squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    match names.as_slice() {
        [name] => {
            format!("the {player} man on {name} cannot move: it is on its crowning rank but not a king")
        }
        names => {
            let names = names.join(", ");
            format!("the {player} men on {names} cannot move: they are on their crowning rank but not kings")
        }
    }
}
