//! Positions: a board, whose turn it is, and the rules.

mod explain;
mod list;
mod setup;

pub use list::MoveList;
pub(crate) use list::between;
pub use setup::{InvalidSetup, Oddity, Setup, SetupFault};

use crate::board::{Board, Pieces};
use crate::illegal::IllegalMove;
use crate::movegen;
use crate::moves::{Move, Path, Ply};
use crate::player::Player;
use crate::rules::{Blocked, Jumps, Rules};
use crate::shape::Shape;
use crate::square::Square;
use crate::variant::{self, Side, SidedTask, Variant};
use explain::{carried_on, explain};
use list::{InOrder, List, Lister};

/// A position: which pieces stand where, whose turn it is, the rules, and the
/// jump in progress if a chain is played one jump at a time.
///
/// ```
/// use rankmoves::{Position, Rules};
///
/// let position = Position::start(Rules::ENGLISH);
/// let moves = position.legal_moves();
/// assert_eq!(moves.len(), 7);
/// let next = position.play(moves[0].path())?;
/// assert_ne!(next.turn(), position.turn());
/// # Ok::<(), rankmoves::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    setup: Setup,
}

impl Position {
    /// The start of a game on the standard board, red to move.
    pub fn start(rules: Rules) -> Position {
        Position {
            setup: Setup { board: Board::start(Shape::STANDARD, 3), turn: Player::Red, rules, jumping: None },
        }
    }

    /// The position as a setup, to be changed.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// Which pieces stand where.
    pub const fn board(&self) -> &Board {
        &self.setup.board
    }

    /// The player to move.
    pub const fn turn(&self) -> Player {
        self.setup.turn
    }

    /// The rules.
    pub const fn rules(&self) -> Rules {
        self.setup.rules
    }

    /// The square of the piece whose chain of jumps is in progress.
    pub const fn jumping(&self) -> Option<Square> {
        self.setup.jumping
    }

    /// Every legal move, in the order of the paths.
    ///
    /// While a jump is in progress, the ways to go on with it.
    ///
    /// The cost is that of the list. On large boards a chain may have very
    /// many paths; [`legal_moves_up_to`](Self::legal_moves_up_to),
    /// [`movable`](Self::movable), [`has_moves`](Self::has_moves) and
    /// [`play`](Self::play) do not walk them all.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut lister = Lister::new(*self, None);
        self.generate(&mut lister);
        lister.moves.sort_unstable();
        lister.moves
    }

    /// Lists the first `limit` of the [`legal_moves`](Self::legal_moves), and
    /// tells whether those are all. Time and memory grow with `limit`, not with
    /// the number of moves there are.
    ///
    /// ```
    /// use rankmoves::{Position, Rules};
    ///
    /// let start = Position::start(Rules::ENGLISH);
    /// let first = start.legal_moves_up_to(2);
    /// assert_eq!(first.moves, start.legal_moves()[..2]);
    /// assert!(!first.is_complete);
    /// assert!(start.legal_moves_up_to(7).is_complete);
    /// ```
    pub fn legal_moves_up_to(&self, limit: usize) -> MoveList {
        self.list(None, limit)
    }

    /// As [`legal_moves_up_to`](Self::legal_moves_up_to), of the moves of the
    /// piece on a square. None if it cannot move, or no piece stands there.
    pub fn legal_moves_from(&self, from: Square, limit: usize) -> MoveList {
        self.list(Some(from), limit)
    }

    fn list(&self, from: Option<Square>, limit: usize) -> MoveList {
        let mut lister = Lister::up_to(limit, *self);
        self.generate_from(from, &mut lister);
        match lister.complete() {
            Some(moves) => MoveList { moves, is_complete: true },
            None => MoveList { moves: InOrder::new(self, from).take(limit).collect(), is_complete: false },
        }
    }

    /// Walks the [`legal_moves`](Self::legal_moves) in their order. Each is
    /// worked out when it is asked for: slower than the list, but the memory
    /// does not grow with the number of moves.
    pub fn moves_in_order(&self) -> impl Iterator<Item = Move> + use<> {
        InOrder::new(self, None)
    }

    /// Returns the squares of the pieces that have a legal move, in order: a
    /// few mask operations, no list of moves.
    ///
    /// ```
    /// use rankmoves::{Position, Rules};
    ///
    /// let squares = Position::start(Rules::ENGLISH).movable();
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

    /// Lists the steps and single jumps with which the legal moves of the
    /// piece on a square begin, in the order of their paths: what
    /// [`advance`](Self::advance) takes. No chain is followed.
    pub fn first_legs(&self, from: Square) -> Vec<Move> {
        let mut legs = self.beginnings(Some(from));
        legs.sort_unstable();
        legs
    }

    /// Whether the player to move has a legal move: much cheaper than listing them.
    pub fn has_moves(&self) -> bool {
        self.jumping().is_some() || self.player_has_moves(self.turn())
    }

    /// Whether `player` would have a legal move if it were that player's turn.
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

    /// The legal move along a path.
    ///
    /// # Errors
    ///
    /// The reason why there is none, as an [`IllegalMove`].
    pub fn find(&self, path: &Path) -> Result<Move, IllegalMove> {
        let shape = self.board().shape();
        if path.squares().iter().all(|&square| shape.is_playable(square)) {
            let mut lister = Lister::new(*self, Some(path));
            self.generate(&mut lister);
            if let Some(found) = lister.moves.into_iter().find(|found| found.path() == path) {
                return Ok(found);
            }
        }
        Err(explain(self, path))
    }

    /// The position after the move along a path, the other player to move.
    /// This one stays as it is.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal.
    pub fn play(&self, path: &Path) -> Result<Position, IllegalMove> {
        self.find(path).map(|found| self.after(&found))
    }

    /// The position after what a player does in a turn.
    ///
    /// # Errors
    ///
    /// The reason why it is illegal.
    pub fn play_ply(&self, ply: &Ply) -> Result<Position, IllegalMove> {
        match ply {
            Ply::Move(path) => self.play(path),
            Ply::Pass => self.pass(),
        }
    }

    /// The position after the player to move has passed.
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

    /// The position after a step, or after a single jump. Where the same piece
    /// can jump on, the player stays to move with the jump
    /// [in progress](Self::jumping).
    ///
    /// # Errors
    ///
    /// The reason why it is illegal.
    pub fn advance(&self, from: Square, to: Square) -> Result<Position, IllegalMove> {
        let path = Path::from([from, to]);
        let Some(jump) = self.jumps(Some(from)).into_iter().find(|jump| jump.path == path) else {
            return self.play(&path);
        };
        Ok(self.advanced(&jump))
    }

    /// Returns the position after a step or single jump with which a legal move begins.
    fn advanced(&self, leg: &Move) -> Position {
        let ended = self.after(leg);
        if !leg.is_jump() || leg.crowns {
            return ended;
        }
        let going_on = Setup { turn: self.turn(), jumping: Some(leg.path.end()), ..ended.setup };
        going_on.position().unwrap_or(ended)
    }

    /// The position after the player to move leaves a chain where it has come to.
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
                    Err(IllegalMove::ChainGoesOn(carried_on(self, jump)))
                }
            }
            _ => Err(IllegalMove::NotJumping),
        }
    }

    /// The position after one of this position's legal moves.
    pub(crate) fn after(&self, legal: &Move) -> Position {
        let mut board = *self.board();
        let mut piece = board.remove(legal.path.start()).expect("a legal move moves a piece");
        for &square in &legal.captured {
            board.remove(square);
        }
        piece.king |= legal.crowns;
        board.put(legal.path.end(), piece).expect("a legal move ends on a playable square");
        self.with_turn_passed(board)
    }

    fn with_turn_passed(&self, board: Board) -> Position {
        Position { setup: Setup { board, turn: self.turn().opponent(), rules: self.rules(), jumping: None } }
    }

    /// The same position with other pieces, no jump in progress.
    pub(crate) fn with_board(&self, board: Board) -> Position {
        Position { setup: Setup { board, jumping: None, ..self.setup } }
    }

    /// The path of the first of the [`jumps`](Self::jumps).
    pub(crate) fn first_jump(&self, from: Option<Square>) -> Option<Path> {
        self.jumps(from).into_iter().map(|jump| jump.path).min()
    }

    /// The single jumps with which moves can begin, or go on if a jump is in
    /// progress; only those from a square if one is given.
    fn jumps(&self, from: Option<Square>) -> Vec<Move> {
        let mut legs = self.beginnings(from);
        legs.retain(Move::is_jump);
        legs
    }

    /// Lists the steps and single jumps with which moves can begin, in no
    /// order; only those from a square if one is given.
    fn beginnings(&self, from: Option<Square>) -> Vec<Move> {
        let rules = Rules { jumps: Jumps::Single, ..self.rules() };
        let single = Position { setup: Setup { rules, ..self.setup } };
        let mut lister = Lister::new(single, None);
        single.generate_from(from, &mut lister);
        lister.moves
    }

    fn generate(&self, lister: &mut Lister<'_>) {
        self.generate_from(None, lister);
    }

    fn generate_from(&self, from: Option<Square>, lister: &mut Lister<'_>) {
        let shape = self.board().shape();
        if from.is_some_and(|from| !shape.is_playable(from)) {
            return;
        }
        let bit = |square| shape.bit(square);
        let task = List { jumping: self.jumping().map(bit), from: from.map(bit), lister };
        variant::dispatch_sided(self.board(), self.rules(), self.turn(), task);
    }
}
