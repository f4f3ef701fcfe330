//! Why a move is illegal.

use crate::board::{Board, Piece};
use crate::layout::Shape;
use crate::moves::Path;
use crate::player::Player;
use crate::position::{Position, between};
use crate::rules::{Blocked, Jumps};
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
    /// A step, where a jump must be taken.
    #[error("a jump is available: {0}")]
    MustJump(Path),
    /// A chain that ends too early.
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

/// Why a path is not a legal move of a position.
pub(crate) fn explain(position: &Position, path: &Path) -> IllegalMove {
    if let Err(reason) = check_start(position, path) {
        return reason;
    }
    match walk(position, path) {
        Err(reason) => reason,
        // Nothing is wrong with the path itself, so it is a step although
        // there is a jump, or a chain that stops although it could go on.
        Ok(Walked::Step) => IllegalMove::MustJump(
            position.first_jump(None).expect("a step without fault is illegal only if there is a jump"),
        ),
        Ok(Walked::Chain(board)) => IllegalMove::ChainGoesOn(
            position
                .with_board(board)
                .first_jump(Some(path.end()))
                .expect("a chain without fault is illegal only if it goes on"),
        ),
    }
}

/// Checks the squares, the player and the piece.
fn check_start(position: &Position, path: &Path) -> Result<(), IllegalMove> {
    let shape = position.board().shape();
    let turn = position.turn();
    for &square in path.squares() {
        if !shape.contains(square) {
            return Err(IllegalMove::OffBoard { square, shape });
        }
        if !shape.is_playable(square) {
            return Err(IllegalMove::NotPlayable(square));
        }
    }
    if !position.has_moves() {
        return Err(match position.rules().blocked {
            Blocked::Loses => IllegalMove::NoMoves(turn),
            Blocked::Passes => IllegalMove::MustPass(turn),
        });
    }
    match position.board().get(path.start()) {
        None => Err(IllegalMove::NoPiece(path.start())),
        Some(Piece { player, .. }) if player != turn => {
            Err(IllegalMove::NotYours { square: path.start(), owner: player })
        }
        Some(_) => match position.jumping() {
            Some(square) if square != path.start() => Err(IllegalMove::AnotherJumps(square)),
            _ => Ok(()),
        },
    }
}

/// What a path without fault turned out to be.
enum Walked {
    Step,
    /// With the board after it.
    Chain(Board),
}

/// Goes along a path that starts on a piece of the player to move.
fn walk(position: &Position, path: &Path) -> Result<Walked, IllegalMove> {
    let turn = position.turn();
    let mut board = *position.board();
    // The moving piece is lifted: its own square counts as empty.
    let Some(mut piece) = board.remove(path.start()) else {
        return Err(IllegalMove::NoPiece(path.start()));
    };
    let mut jumped: Vec<Square> = Vec::new();
    let mut crowned = None;
    for leg in path.squares().windows(2) {
        let (from, to) = (leg[0], leg[1]);
        let is_step = from.file().abs_diff(to.file()) == 1 && from.rank().abs_diff(to.rank()) == 1;
        let over = between(from, to);
        if !is_step && over.is_none() {
            return Err(IllegalMove::TooFar { from, to });
        }
        if let Some(square) = crowned {
            return Err(IllegalMove::Crowned(square));
        }
        if !piece.king && (to.rank() > from.rank()) != (turn == Player::Red) {
            return Err(IllegalMove::Backwards { from, to });
        }
        if board.get(to).is_some() {
            return Err(IllegalMove::Occupied(to));
        }
        let Some(over) = over else {
            if path.squares().len() > 2 || position.jumping().is_some() {
                return Err(IllegalMove::StepInChain { from, to });
            }
            return Ok(Walked::Step);
        };
        if jumped.contains(&over) {
            return Err(IllegalMove::JumpedTwice(over));
        }
        if board.get(over).is_none_or(|jumped| jumped.player == turn) {
            return Err(IllegalMove::NothingToJump { over, enemy: turn.opponent() });
        }
        if !jumped.is_empty() && position.rules().jumps == Jumps::Single {
            return Err(IllegalMove::SingleJumps);
        }
        board.remove(over);
        jumped.push(over);
        if !piece.king && to.rank() == board.crowning_rank(turn) {
            piece.king = true;
            crowned = Some(to);
        }
    }
    if board.put(path.end(), piece).is_err() {
        return Err(IllegalMove::NotPlayable(path.end()));
    }
    Ok(Walked::Chain(board))
}
