//! Positions: a board, the player to move, and the rules.

mod branches;
mod explain;
mod legs;
mod list;
mod setup;

pub use list::MoveList;
pub use list::{MovesInOrder, jumped_square};
pub use setup::{InvalidSetup, Oddity, Setup, SetupFault};

use crate::model::board::{Board, Pieces};
use crate::model::illegal::IllegalMove;
use crate::model::movegen;
use crate::model::moves::{Move, Path, Ply};
use crate::model::piece::Role;
use crate::model::player::Player;
use crate::model::rules::{Blocked, Jumps, Rules};
use crate::model::shape::Shape;
use crate::model::square::Square;
use crate::model::variant::{self, Side, SidedTask, Variant};
use explain::{complete_chain, explain};
use list::{ListTask, MoveCollector};

/// A position: a board with its pieces, the player to move, the rules, and the
/// jump in progress if a chain is played one jump at a time.
///
/// ```
/// use rankmoves_core::{Player, Position, Rules};
///
/// let position = Position::start(Rules::ENGLISH, Player::Red);
/// let moves = position.legal_moves();
/// assert_eq!(moves.len(), 7);
/// let next = position.after(&moves[0]);
/// assert_ne!(next.turn(), position.turn());
/// let mv = position.find(&"a3->b4".parse()?)?;
/// assert_eq!(position.play(&mv)?, next);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    setup: Setup,
}

impl Position {
    /// Returns the start of a game on the standard board, `first` to move. In draughts
    /// that is black; the published move counts have red move first.
    pub fn start(rules: Rules, first: Player) -> Position {
        Position {
            setup: Setup { board: Board::start(Shape::STANDARD, 3), turn: first, rules, jumping: None },
        }
    }

    /// Returns the position as a setup, to be changed.
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

    /// Returns every legal move, in the order of the paths; while a jump is in
    /// progress, its continuations.
    ///
    /// Time and memory grow with the list. On large boards a chain may have very
    /// many paths; [`legal_moves_up_to`](Self::legal_moves_up_to),
    /// [`movable`](Self::movable), [`has_moves`](Self::has_moves),
    /// [`find`](Self::find) and [`play`](Self::play) do not walk them all.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut collector = MoveCollector::new(*self, None);
        self.generate(&mut collector);
        collector.moves.sort_unstable();
        collector.moves
    }

    /// Returns the first `limit` of the [`legal_moves`](Self::legal_moves), and
    /// whether these are all. Time and memory grow with `limit`, not with the
    /// number of legal moves.
    ///
    /// ```
    /// use rankmoves_core::{Player, Position, Rules};
    ///
    /// let start = Position::start(Rules::ENGLISH, Player::Red);
    /// let first = start.legal_moves_up_to(2);
    /// assert_eq!(first.moves, start.legal_moves()[..2]);
    /// assert!(!first.is_complete);
    /// assert!(start.legal_moves_up_to(7).is_complete);
    /// ```
    pub fn legal_moves_up_to(&self, limit: usize) -> MoveList {
        self.list(None, limit)
    }

    /// Returns the first `limit` moves of the piece on a square, as
    /// [`legal_moves_up_to`](Self::legal_moves_up_to) does. The list is empty if
    /// the piece cannot move, or no piece stands there.
    pub fn legal_moves_from(&self, from: Square, limit: usize) -> MoveList {
        self.list(Some(from), limit)
    }

    /// Returns the first `limit` moves in the order of their generation, which is
    /// that of the searches.
    pub fn generated_moves(&self, limit: usize) -> Vec<Move> {
        let mut collector = MoveCollector::up_to(limit, *self);
        self.generate(&mut collector);
        collector.moves
    }

    fn list(&self, from: Option<Square>, limit: usize) -> MoveList {
        let mut collector = MoveCollector::up_to(limit, *self);
        self.generate_from(from, &mut collector);
        match collector.complete() {
            Some(moves) => MoveList { moves, is_complete: true },
            None => {
                MoveList { moves: MovesInOrder::new(self, from).take(limit).collect(), is_complete: false }
            }
        }
    }

    /// Returns the [`legal_moves`](Self::legal_moves) in their order as a lazy
    /// iterator: slower than the list, but its memory does not grow with the
    /// number of moves.
    pub fn moves_in_order(&self) -> impl Iterator<Item = Move> + use<> {
        self.lazy_moves()
    }

    /// Returns the squares of the pieces that have a legal move, in order, by a
    /// few mask operations.
    ///
    /// ```
    /// use rankmoves_core::{Player, Position, Rules};
    ///
    /// let squares = Position::start(Rules::ENGLISH, Player::Red).movable();
    /// assert_eq!(squares, ["a3", "c3", "e3", "g3"].map(|name| name.parse().unwrap()));
    /// ```
    pub fn movable(&self) -> Vec<Square> {
        struct Movable;

        impl SidedTask for Movable {
            type Output = Vec<u32>;

            fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Vec<u32> {
                movegen::movable::<V, S>(variant, pieces).bits().collect()
            }
        }

        if let Some(square) = self.jumping() {
            return vec![square];
        }
        let bits = variant::dispatch_sided(self.board(), self.rules(), self.turn(), Movable);
        let mut squares: Vec<Square> = bits.into_iter().map(|bit| self.board().shape().square(bit)).collect();
        squares.sort_unstable();
        squares
    }

    /// Returns the steps and single jumps with which the legal moves of the
    /// piece on a square begin, in the order of their paths. These are the legs
    /// that [`advance`](Self::advance) accepts. No chain is followed.
    pub fn first_legs(&self, from: Square) -> Vec<Move> {
        let mut legs = self.legs(Some(from));
        legs.sort_unstable();
        legs
    }

    /// Returns whether the player to move has a legal move, much faster than a list.
    pub fn has_moves(&self) -> bool {
        self.jumping().is_some() || self.player_has_moves(self.turn())
    }

    /// Returns whether `player` has a legal move if it is that player's turn.
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
    /// The reason why the path is no legal move.
    pub fn find(&self, path: &Path) -> Result<Move, IllegalMove> {
        let shape = self.board().shape();
        if path.squares().iter().all(|&square| shape.is_playable(square)) {
            let mut collector = MoveCollector::new(*self, Some(path));
            self.generate(&mut collector);
            if let Some(found) = collector.moves.into_iter().find(|found| found.path() == path) {
                return Ok(found);
            }
        }
        Err(explain(self, path))
    }

    /// Returns the position after a move, of whatever position it is. This one
    /// stays as it is.
    ///
    /// The check follows the one path, by a few mask operations for each square.
    /// A move of another position is played as the rules have it here: its path
    /// counts, not what it took or crowned there. [`after`](Self::after) spares
    /// the check.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal here.
    pub fn play(&self, mv: &Move) -> Result<Position, IllegalMove> {
        self.play_path(mv.path())
    }

    fn play_path(&self, path: &Path) -> Result<Position, IllegalMove> {
        self.find(path).map(|found| self.after(&found))
    }

    /// Returns the position after a ply.
    ///
    /// # Errors
    ///
    /// The reason why it is illegal.
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
    /// If the rules do not allow it, or the player can move.
    pub fn pass(&self) -> Result<Position, IllegalMove> {
        match self.rules().blocked {
            Blocked::Loses => Err(IllegalMove::PassForbidden),
            Blocked::Passes if self.has_moves() => Err(IllegalMove::PassUnblocked(self.turn())),
            Blocked::Passes => Ok(self.with_turn_passed(*self.board())),
        }
    }

    /// Returns the position after a step or a single jump. If the same piece can
    /// jump on, the player stays to move with the jump
    /// [in progress](Self::jumping).
    ///
    /// # Errors
    ///
    /// The reason why it is illegal.
    pub fn advance(&self, from: Square, to: Square) -> Result<Position, IllegalMove> {
        match self.begun_leg_between(from, to) {
            Some(direction) => Ok(self.after_begun_leg(from, direction)),
            None => self.play_path(&Path::from([from, to])),
        }
    }

    /// Returns the position after a step or single jump with which a legal move begins.
    fn after_leg(&self, leg: &Move) -> Position {
        let ended = self.after(leg);
        if !leg.is_jump() || leg.crowns {
            return ended;
        }
        let going_on = Setup { turn: self.turn(), jumping: Some(leg.path.end()), ..ended.setup };
        going_on.position().unwrap_or(ended)
    }

    /// Returns the position after the player to move stops the jump in progress.
    ///
    /// # Errors
    ///
    /// If no jump is in progress, or the rules demand that it goes on.
    pub fn stop_jumping(&self) -> Result<Position, IllegalMove> {
        match self.first_jump(None) {
            Some(jump) if self.jumping().is_some() => {
                if self.rules().chains_may_stop() {
                    Ok(self.with_turn_passed(*self.board()))
                } else {
                    Err(IllegalMove::ChainGoesOn(complete_chain(self, &jump)))
                }
            }
            _ => Err(IllegalMove::NotJumping),
        }
    }

    /// Returns the position after a move, the other player to move. This one
    /// stays as it is.
    ///
    /// `legal` must be one of this position's [`legal_moves`](Self::legal_moves);
    /// it is not checked again. Resolve paths with [`find`](Self::find), and let
    /// [`play`](Self::play) check a move that may be another position's: here it
    /// would leave a position that no rule accounts for, though without a panic.
    #[must_use]
    pub fn after(&self, legal: &Move) -> Position {
        let mut board = *self.board();
        let piece = board.remove(legal.path.start());
        for &square in &legal.captured {
            board.remove(square);
        }
        if let Some(mut piece) = piece {
            if legal.crowns {
                piece.role = Role::King;
            }
            // Fails for a move of another shape only, which then removes the piece.
            let _ = board.put(legal.path.end(), piece);
        }
        self.with_turn_passed(board)
    }

    fn with_turn_passed(&self, board: Board) -> Position {
        Position { setup: Setup { board, turn: self.turn().opponent(), rules: self.rules(), jumping: None } }
    }

    /// Returns the same position with other pieces and no jump in progress.
    pub(crate) fn with_board(&self, board: Board) -> Position {
        Position { setup: Setup { board, jumping: None, ..self.setup } }
    }

    /// Returns the path of the first of the [`single_jumps`](Self::single_jumps).
    pub(crate) fn first_jump(&self, from: Option<Square>) -> Option<Path> {
        self.single_jumps(from).into_iter().map(|jump| jump.path).min()
    }

    /// Returns the single jumps with which moves begin, or continue a jump in
    /// progress; only those from a square if one is given.
    fn single_jumps(&self, from: Option<Square>) -> Vec<Move> {
        let mut legs = self.legs(from);
        legs.retain(Move::is_jump);
        legs
    }

    /// Returns the steps and single jumps with which moves begin, unordered; only
    /// those from a square if one is given.
    fn legs(&self, from: Option<Square>) -> Vec<Move> {
        let rules = Rules { jumps: Jumps::Single, ..self.rules() };
        let single = Position { setup: Setup { rules, ..self.setup } };
        let mut collector = MoveCollector::new(single, None);
        single.generate_from(from, &mut collector);
        collector.moves
    }

    fn generate(&self, collector: &mut MoveCollector<'_>) {
        self.generate_from(None, collector);
    }

    fn generate_from(&self, from: Option<Square>, collector: &mut MoveCollector<'_>) {
        let shape = self.board().shape();
        if from.is_some_and(|from| !shape.is_playable(from)) {
            return;
        }
        let bit = |square| shape.bit(square);
        let task = ListTask { jumping: self.jumping().map(bit), from: from.map(bit), collector };
        variant::dispatch_sided(self.board(), self.rules(), self.turn(), task);
    }
}
