//! Positions: a board, the player to move, and the rules.

mod explain;
mod list;
mod setup;

pub(crate) use list::captured_along;
pub use list::{LegalMoves, MoveList, jumped_square};
pub use setup::{InvalidSetup, Oddity, Setup, SetupFault};

use crate::model::bitboard::Bitboard;
use crate::model::board::{Board, Pieces};
use crate::model::illegal::IllegalMove;
use crate::model::layout::{AnyShape, Layout};
use crate::model::movegen;
use crate::model::moves::{Move, Path, Ply};
use crate::model::piece::Role;
use crate::model::player::Player;
use crate::model::rules::{Blocked, Rules};
use crate::model::shape::Shape;
use crate::model::square::Square;
use crate::model::variant::{self, Side, SidedTask, Variant};
use explain::explain;

/// A position: a board with its pieces, the player to move, the rules, and the
/// jump in progress if a chain is played one jump at a time.
///
/// ```
/// use rankmoves_core::Position;
///
/// let position = Position::english();
/// let moves: Vec<_> = position.legal_moves().collect();
/// assert_eq!(moves.len(), 7);
/// let next = position.after(&moves[0]);
/// assert_ne!(next.turn(), position.turn());
/// let mv = position.find(&"b6->a5".parse()?)?;
/// assert_eq!(position.play(&mv)?, next);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    setup: Setup,
}

impl Position {
    /// Returns the start of English draughts, black to move.
    ///
    /// ```
    /// use rankmoves_core::{Player, Position, Rules};
    ///
    /// assert_eq!(Position::english(), Position::start(Rules::ENGLISH, Player::Black));
    /// ```
    pub fn english() -> Position {
        Position::start(Rules::ENGLISH, Player::Black)
    }

    /// Returns the start of a game on the standard board, `first` to move. In draughts, black moves first; in
    /// the published move counts, red does.
    pub fn start(rules: Rules, first: Player) -> Position {
        Position {
            setup: Setup { board: Board::start(Shape::STANDARD, 3), turn: first, rules, jumping: None },
        }
    }

    /// Returns the position as a setup, which can be changed.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// Returns the board with its pieces.
    pub const fn board(&self) -> &Board {
        &self.setup.board
    }

    /// Returns the player to move.
    pub const fn turn(&self) -> Player {
        self.setup.turn
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.setup.rules
    }

    /// Returns the square of the piece whose chain of jumps is in progress.
    pub const fn jumping(&self) -> Option<Square> {
        self.setup.jumping
    }

    /// Iterates over the legal moves in the order of their paths; while a jump is in progress, over
    /// its continuations.
    ///
    /// On large boards a chain may have very many paths. The iterator finds them one by one, and
    /// [`up_to`](LegalMoves::up_to) lists at most a given number. [`movable`](Self::movable),
    /// [`has_moves`](Self::has_moves), [`find`](Self::find) and [`play`](Self::play) do not follow all paths.
    ///
    /// ```
    /// use rankmoves_core::{Player, Position, Rules};
    ///
    /// let start = Position::start(Rules::ENGLISH, Player::Red);
    /// assert_eq!(start.legal_moves().next().unwrap().to_string(), "a3->b4");
    /// assert!(!start.legal_moves().up_to(2).is_complete);
    /// assert_eq!(start.legal_moves().up_to(7).complete().unwrap().len(), 7);
    /// ```
    pub fn legal_moves(&self) -> LegalMoves {
        LegalMoves::new(self)
    }

    /// Returns the squares of the pieces that have a legal move, in order. Chains are not followed.
    ///
    /// ```
    /// use rankmoves_core::{Player, Position, Rules};
    ///
    /// let squares = Position::start(Rules::ENGLISH, Player::Red).movable();
    /// assert_eq!(squares, ["a3", "c3", "e3", "g3"].map(|name| name.parse().unwrap()));
    /// ```
    pub fn movable(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = self.next_legs().iter().map(|leg| leg.path.start()).collect();
        squares.dedup();
        squares
    }

    /// Returns whether the player to move has a legal move. Much faster than listing the moves.
    pub fn has_moves(&self) -> bool {
        self.jumping().is_some() || self.player_has_moves(self.turn())
    }

    /// Returns whether `player` would have a legal move if it were that player's turn.
    pub fn player_has_moves(&self, player: Player) -> bool {
        struct HasMoves;

        impl SidedTask for HasMoves {
            type Output = bool;

            fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> bool {
                movegen::has_moves::<V, S>(variant, pieces)
            }
        }

        variant::dispatch_sided(self.board(), self.rules(), player, HasMoves)
    }

    /// Finds the legal move along a path.
    ///
    /// # Errors
    ///
    /// The reason why the path is not a legal move.
    pub fn find(&self, path: &Path) -> Result<Move, IllegalMove> {
        self.follow(path).map(|(found, _)| found).ok_or_else(|| explain(self, path))
    }

    /// Returns the position after a move, which may come from any position. `self` stays unchanged.
    ///
    /// The check follows only the move's own path and takes a few mask operations per square. If the move
    /// comes from another position, only its path counts: captures and crowning follow from this position.
    /// [`after`](Self::after) skips the check.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal here.
    pub fn play(&self, mv: &Move) -> Result<Position, IllegalMove> {
        self.play_path(mv.path())
    }

    fn play_path(&self, path: &Path) -> Result<Position, IllegalMove> {
        self.follow(path).map(|(_, after)| after).ok_or_else(|| explain(self, path))
    }

    /// Returns the position after a ply.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal.
    pub fn play_ply(&self, ply: &Ply) -> Result<Position, IllegalMove> {
        match ply {
            Ply::Move(path) => self.play_path(path),
            Ply::Pass => self.pass(),
        }
    }

    /// Returns the position after a pass.
    ///
    /// # Errors
    ///
    /// If the rules do not allow passing, or the player can move.
    pub fn pass(&self) -> Result<Position, IllegalMove> {
        match self.rules().blocked {
            Blocked::Loses => Err(IllegalMove::PassForbidden),
            Blocked::Passes if self.has_moves() => Err(IllegalMove::PassUnblocked(self.turn())),
            Blocked::Passes => Ok(self.with_turn_passed(*self.board())),
        }
    }

    /// Returns the position after a step or a single jump. If the piece can continue jumping, it stays the
    /// same player's turn, with the jump [in progress](Self::jumping).
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal.
    pub fn advance(&self, from: Square, to: Square) -> Result<Position, IllegalMove> {
        match self.leg(from, to) {
            Some(leg) => Ok(self.after_leg(&leg)),
            None => Err(explain(self, &Path::from([from, to]))),
        }
    }

    /// Returns the position after the player to move stops the jump in progress.
    ///
    /// # Errors
    ///
    /// If no jump is in progress, or the rules require the chain to continue.
    pub fn stop_jumping(&self) -> Result<Position, IllegalMove> {
        if self.jumping().is_none() {
            return Err(IllegalMove::NotJumping);
        }
        match self.legal_moves().next() {
            Some(rest) if !self.rules().chains_may_stop() => Err(IllegalMove::ChainGoesOn(rest.path)),
            _ => Ok(self.with_turn_passed(*self.board())),
        }
    }

    /// Returns the position after a move, with the other player to move. `self` stays unchanged.
    ///
    /// `legal` must be one of this position's [`legal_moves`](Self::legal_moves); it is not checked again.
    /// Resolve paths with [`find`](Self::find), and use [`play`](Self::play) for a move that may belong to
    /// another position: for such a move, `after` does not panic, but may return an impossible position.
    #[must_use]
    pub fn after(&self, legal: &Move) -> Position {
        let mut board = *self.board();
        let piece = board.remove(legal.path.start());
        for &square in legal.captured() {
            board.remove(square);
        }
        if let Some(mut piece) = piece {
            if legal.crowns {
                piece.role = Role::King;
            }
            // This fails only for a move from a board of another shape. In that case the piece disappears.
            let _ = board.put(legal.path.end(), piece);
        }
        self.with_turn_passed(board)
    }

    fn with_turn_passed(&self, board: Board) -> Position {
        Position { setup: Setup { board, turn: self.turn().opponent(), rules: self.rules(), jumping: None } }
    }

    /// Returns a position with other pieces on the same board, under the same rules. If `jumping` has a
    /// square, the piece there has jumped and can continue jumping.
    ///
    /// The sets in `pieces` must be on squares of this board, red's and black's disjoint, and the piece on
    /// `jumping` must have a jump. Only debug builds check this; otherwise the position may be impossible.
    #[must_use]
    pub fn with_pieces(&self, pieces: Pieces<u128>, turn: Player, jumping: Bitboard<u128>) -> Position {
        let board = self.board().with_pieces(pieces);
        let jumping = (!jumping.is_empty()).then(|| board.shape().square(jumping.first_bit()));
        let setup = Setup { board, turn, jumping, ..self.setup };
        let Pieces { red, black, kings } = pieces;
        debug_assert!(!red.intersects(black) && (kings - red - black).is_empty(), "{pieces:?}");
        debug_assert!((red | black) - AnyShape::from(board.shape()).squares() == Bitboard::EMPTY);
        debug_assert!(setup.position().is_ok(), "{setup:?}");
        Position { setup }
    }

    /// Returns the square of the jump in progress as a set, which may be empty.
    pub fn jumping_set(&self) -> Bitboard<u128> {
        self.jumping().map_or(Bitboard::EMPTY, |square| Bitboard::single(self.board().shape().bit(square)))
    }
}
