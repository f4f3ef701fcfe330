//! The reasons why the rules forbid a move.

use crate::model::moves::Path;
use crate::model::notation::Notation;
use crate::model::player::Player;
use crate::model::shape::Shape;
use crate::model::square::Square;

/// A reason why the rules forbid a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message(Notation::Names))]
#[non_exhaustive]
pub enum IllegalMove {
    /// The square is outside the board.
    OffBoard {
        /// The square.
        square: Square,
        /// The board's shape.
        shape: Shape,
    },
    /// No piece can stand on the square.
    NotPlayable(Square),
    /// The player to move has no moves and has lost.
    NoMoves(Player),
    /// The player to move has no moves and passes.
    MustPass(Player),
    /// The square is empty.
    NoPiece(Square),
    /// The piece is the opponent's.
    NotYours {
        /// The square of the piece.
        square: Square,
        /// The owner of the piece.
        owner: Player,
    },
    /// Another piece is in the middle of a chain.
    AnotherJumps {
        /// The square of that piece.
        square: Square,
        /// True if the chain may also stop there.
        may_stop: bool,
    },
    /// The squares are neither a step nor a jump apart.
    TooFar {
        /// The square of the piece.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A man cannot move backwards.
    Backwards {
        /// The square of the man.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A piece stands on the square.
    Occupied(Square),
    /// There is no enemy to jump.
    NothingToJump {
        /// The square jumped over.
        over: Square,
        /// The player whose piece would have to stand there.
        enemy: Player,
    },
    /// An earlier jump of the same chain has captured the piece.
    JumpedTwice(Square),
    /// A step cannot be part of a chain.
    StepInChain {
        /// The square of the piece.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A chain, although the rules have `single jumps`.
    SingleJumps,
    /// A chain that continues after the man was crowned on this square.
    Crowned(Square),
    /// A step is illegal because a jump is available. The path is the first legal move.
    MustJump(Path),
    /// The chain stops too early. The path is the first legal move that continues it.
    ChainGoesOn(Path),
    /// A stop, although no jump is in progress.
    NotJumping,
    /// A pass without the rule `blocked passes`.
    PassForbidden,
    /// A pass by a player who can move.
    PassUnblocked(Player),
}

impl IllegalMove {
    /// Returns the message, with squares and moves in this notation. [`Display`](std::fmt::Display) uses names.
    pub fn message(&self, notation: Notation) -> String {
        let name = |square: &Square| notation.square(*square);
        let leg = |from: &Square, to: &Square| notation.path(&Path::from([*from, *to]));
        match self {
            Self::OffBoard { square, shape } => format!("{} is not on the {shape} board", name(square)),
            Self::NotPlayable(square) => {
                format!("{} is a red square: pieces stand only on black squares", name(square))
            }
            Self::NoMoves(player) => format!("{player} has no moves and has lost"),
            Self::MustPass(player) => format!("{player} has no moves and can only pass"),
            Self::NoPiece(square) => format!("there is no piece on {}", name(square)),
            Self::NotYours { square, owner } => {
                format!("the piece on {} is {owner}'s, but it is {}'s turn", name(square), owner.opponent())
            }
            Self::AnotherJumps { square, may_stop } => {
                let or_stop = if *may_stop { " or stop" } else { "" };
                format!("the piece on {} must continue its chain{or_stop}", name(square))
            }
            Self::TooFar { from, to } => {
                format!("{} is neither a step nor a jump away from {}", name(to), name(from))
            }
            Self::Backwards { from, to } => {
                format!("a man moves forwards only, and {} is backwards", leg(from, to))
            }
            Self::Occupied(square) => format!("{} is occupied", name(square)),
            Self::NothingToJump { over, enemy } => {
                format!("there is no {enemy} piece on {} to jump", name(over))
            }
            Self::JumpedTwice(square) => format!("the piece on {} has been jumped already", name(square)),
            Self::StepInChain { from, to } => {
                format!("{} is a step, and only jumps can be chained", leg(from, to))
            }
            Self::SingleJumps => "a move has only one jump under `single jumps`".to_owned(),
            Self::Crowned(square) => {
                format!("the man is crowned on {} and ends its move there", name(square))
            }
            Self::MustJump(path) => format!("a jump is available: {}", notation.path(path)),
            Self::ChainGoesOn(path) => format!("the chain must continue: {}", notation.path(path)),
            Self::NotJumping => "no jump is in progress".to_owned(),
            Self::PassForbidden => "passing is allowed only under `blocked passes`".to_owned(),
            Self::PassUnblocked(player) => {
                format!("{player} has legal moves, so passing is not allowed")
            }
        }
    }
}
