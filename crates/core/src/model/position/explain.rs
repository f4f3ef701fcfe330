//! Reasons why a path is not a legal move, found by following the path square by square.

use super::list::jumped_square;
use super::{Position, Setup};
use crate::model::board::Board;
use crate::model::illegal::IllegalMove;
use crate::model::moves::Path;
use crate::model::piece::{Piece, Role};
use crate::model::player::Player;
use crate::model::rules::{Blocked, Jumps};
use crate::model::square::Square;

pub(super) fn explain(position: &Position, path: &Path) -> IllegalMove {
    match check_start(position, path).and_then(|piece| walk(position, path, piece)) {
        Err(reason) => reason,
        // Each leg of the path is legal, so the path is either a step although a jump is available, or a
        // chain that stops although it must continue.
        Ok(None) => IllegalMove::MustJump(first_path(position)),
        Ok(Some(board)) => {
            let setup = Setup { board, jumping: Some(path.end()), ..position.setup };
            let rest = first_path(&Position { setup });
            let squares = [path.squares(), &rest.squares()[1..]].concat();
            IllegalMove::ChainGoesOn(Path::new(squares).expect("it is longer than the path"))
        }
    }
}

fn first_path(position: &Position) -> Path {
    position.legal_moves().next().expect("a path without fault is illegal only if there is a jump").path
}

/// Checks that the squares are playable, that the player can move, and that the piece may move. Returns the
/// piece.
fn check_start(position: &Position, path: &Path) -> Result<Piece, IllegalMove> {
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
        Some(piece) => match position.jumping() {
            Some(square) if square != path.start() => {
                Err(IllegalMove::AnotherJumps { square, may_stop: position.rules().chains_may_stop() })
            }
            _ => Ok(piece),
        },
    }
}

/// Follows a path that starts on `piece`, which may move. If all its legs are legal, except that another move
/// may be mandatory, returns the board after a jump or chain, and `None` for a step.
fn walk(position: &Position, path: &Path, mut piece: Piece) -> Result<Option<Board>, IllegalMove> {
    let turn = position.turn();
    let mut board = *position.board();
    // The moving piece is lifted, so its own square counts as empty.
    board.remove(path.start());
    let mut jumped: Vec<Square> = Vec::new();
    let mut crowned = None;
    for leg in path.squares().windows(2) {
        let (from, to) = (leg[0], leg[1]);
        let is_step = from.file().abs_diff(to.file()) == 1 && from.rank().abs_diff(to.rank()) == 1;
        let over = jumped_square(from, to);
        if !is_step && over.is_none() {
            return Err(IllegalMove::TooFar { from, to });
        }
        if let Some(square) = crowned {
            return Err(IllegalMove::Crowned(square));
        }
        if !piece.is_king() && (to.rank() > from.rank()) != (turn == Player::Red) {
            return Err(IllegalMove::Backwards { from, to });
        }
        if board.get(to).is_some() {
            return Err(IllegalMove::Occupied(to));
        }
        let Some(over) = over else {
            if path.squares().len() > 2 || position.jumping().is_some() {
                return Err(IllegalMove::StepInChain { from, to });
            }
            return Ok(None);
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
        if !piece.is_king() && to.rank() == board.crowning_rank(turn) {
            piece.role = Role::King;
            crowned = Some(to);
        }
    }
    board.put(path.end(), piece).expect("the squares of the path are playable");
    Ok(Some(board))
}
