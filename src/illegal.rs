//! The reasons for which the rules forbid a move.

use crate::layout::Shape;
use crate::moves::Path;
use crate::player::Player;
use crate::square::Square;

/// Why the rules forbid a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The square is outside the board.
    #[error("{square} is not on a board of {shape}")]
    OffBoard {
        /// The square.
        square: Square,
        /// The board's shape.
        shape: Shape,
    },
    /// The square is one of those that are never occupied.
    #[error("{0} is a red square, where no piece can stand")]
    NotPlayable(Square),
    /// The player to move has lost.
    #[error("{0} has no moves and has lost")]
    NoMoves(Player),
    /// The player to move has no moves and passes.
    #[error("{0} has no moves and can only pass")]
    MustPass(Player),
    /// There is nothing to move.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece is the opponent's.
    #[error("the piece on {square} is {owner}'s, and {} is to move", owner.opponent())]
    NotYours {
        /// Where the piece stands.
        square: Square,
        /// Whose it is.
        owner: Player,
    },
    /// Another piece is in the middle of a chain.
    #[error("the piece on {0} is jumping and must go on")]
    AnotherJumps(Square),
    /// Neither a step nor a jump.
    #[error("{to} is neither a step nor a jump away from {from}")]
    TooFar {
        /// Where the piece is.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// A man cannot go back.
    #[error("a man moves forwards only, and {from}->{to} is backwards")]
    Backwards {
        /// Where the man is.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// A piece stands on the square.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// There is no enemy to jump.
    #[error("there is no {enemy} piece on {over} to jump")]
    NothingToJump {
        /// The square that is jumped over.
        over: Square,
        /// Whose piece would have to stand there.
        enemy: Player,
    },
    /// The enemy was taken by an earlier jump of the same chain.
    #[error("the piece on {0} has been jumped already")]
    JumpedTwice(Square),
    /// Steps cannot be combined.
    #[error("{from}->{to} is a step, and only jumps can be chained")]
    StepInChain {
        /// Where the piece is.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// A chain, where moves have one jump.
    #[error("a move has one jump under the rule single jumps")]
    SingleJumps,
    /// A chain that goes on after the man was crowned.
    #[error("the man is crowned on {0} and ends its move there")]
    Crowned(Square),
    /// A step, where a jump must be taken: the first of the legal moves.
    #[error("a jump is available: {0}")]
    MustJump(Path),
    /// A chain that ends too early: the first of the legal moves that go on.
    #[error("the chain must go on: {0}")]
    ChainGoesOn(Path),
    /// There is no chain to leave.
    #[error("no jump is in progress")]
    NotJumping,
    /// Passing is not in the rules.
    #[error("the rules do not allow passing without `blocked passes`")]
    PassForbidden,
    /// Passing, where there are moves.
    #[error("{0} can move, and only a player without moves passes")]
    PassUnblocked(Player),
}
