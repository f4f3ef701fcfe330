//! Positions: a board, whose turn it is, and the rules.

use std::fmt;

use crate::bitboard::{Bitboard, Word};
use crate::board::{Board, Piece, Pieces};
use crate::illegal::{self, IllegalMove};
use crate::layout::Shape;
use crate::movegen::{self, Effect, Sink};
use crate::moves::{Move, Path, Ply};
use crate::player::Player;
use crate::rules::{Blocked, Jumps, Rules};
use crate::square::Square;
use crate::variant::{self, Side, SidedTask, Variant};

/// Anything that can be set up on a board. A valid one becomes a [`Position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Which pieces stand where.
    pub board: Board,
    /// The player to move.
    pub turn: Player,
    /// The rules of the game.
    pub rules: Rules,
    /// The square of a piece in the middle of a chain of jumps, which the
    /// player to move may or must go on with.
    pub jumping: Option<Square>,
}

impl Setup {
    /// The position, if this is one.
    ///
    /// # Errors
    ///
    /// Every reason why it is not. A setup without a jump in progress is
    /// always a position, however odd: see [`oddities`](Self::oddities).
    pub fn position(self) -> Result<Position, InvalidSetup> {
        let mut faults = Vec::new();
        if let Some(square) = self.jumping {
            if self.rules.jumps == Jumps::Single {
                faults.push(SetupFault::JumpingUnderSingleJumps);
            }
            match self.board.get(square) {
                Some(piece) if piece.player == self.turn => {
                    let position = Position { setup: Setup { jumping: None, ..self } };
                    if position.first_jump(Some(square)).is_none() {
                        faults.push(SetupFault::CannotJumpOn(square));
                    }
                }
                _ => faults.push(SetupFault::NoPieceToJump { square, player: self.turn }),
            }
        }
        if faults.is_empty() { Ok(Position { setup: self }) } else { Err(InvalidSetup { faults }) }
    }

    /// What is odd about the board: no game leads there, yet it can be ranked.
    pub fn oddities(&self) -> Vec<Oddity> {
        let shape = self.board.shape();
        let mut oddities = Vec::new();
        for player in Player::ALL {
            let count = self.board.count(player);
            let is_standard_size = (shape.ranks(), shape.files()) == (8, 8);
            if is_standard_size && count > Oddity::MOST_PIECES {
                oddities.push(Oddity::TooManyPieces { player, count });
            }
            let rank = self.board.crowning_rank(player);
            let squares: Vec<Square> = self
                .board
                .iter()
                .filter(|&(square, piece)| square.rank() == rank && piece == Piece { player, king: false })
                .map(|(square, _)| square)
                .collect();
            if !squares.is_empty() {
                oddities.push(Oddity::UncrownedMen { player, squares });
            }
        }
        oddities
    }
}

/// Why a [`Setup`] is not a position: every fault, one at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSetup {
    faults: Vec<SetupFault>,
}

impl InvalidSetup {
    /// The faults, one at least.
    pub fn faults(&self) -> &[SetupFault] {
        &self.faults
    }
}

impl fmt::Display for InvalidSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidSetup {}

/// One reason why a [`Setup`] is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// A jump is in progress although no move has a second one.
    #[error("a jump is in progress under the rule single jumps")]
    JumpingUnderSingleJumps,
    /// A jump is in progress where the player to move has no piece.
    #[error("a jump is in progress on {square}, where {player} has no piece")]
    NoPieceToJump {
        /// The square of the jump in progress.
        square: Square,
        /// The player to move.
        player: Player,
    },
    /// A jump is in progress that cannot go on, so that the turn has ended.
    #[error("the piece on {0} has nothing more to jump")]
    CannotJumpOn(Square),
}

/// Something that no game leads to, though the rules can be applied to it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Oddity {
    /// More than [`MOST_PIECES`](Self::MOST_PIECES) pieces of a player on a board of 8×8.
    #[error("{player} has {count} pieces, more than the 12 of a game's start")]
    TooManyPieces {
        /// The player.
        player: Player,
        /// How many pieces the player has.
        count: u32,
    },
    /// Men on the rank where they should have been crowned. They cannot move.
    #[error("{}", describe_uncrowned(*player, squares))]
    UncrownedMen {
        /// Whose men.
        player: Player,
        /// Where they stand; one square at least.
        squares: Vec<Square>,
    },
}

impl Oddity {
    /// The number of pieces a player starts with on the standard board.
    pub const MOST_PIECES: u32 = 12;
}

fn describe_uncrowned(player: Player, squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    let (man, names) = match names.as_slice() {
        [name] => ("man", name.clone()),
        names => ("men", names.join(", ")),
    };
    format!("uncrowned {player} {man} on the crowning rank, unable to move: {names}")
}

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
    /// many paths; [`has_moves`](Self::has_moves) and [`play`](Self::play) do
    /// not walk them all.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut lister = Lister::new(*self, None);
        self.generate(&mut lister);
        lister.moves.sort_unstable();
        lister.moves
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
    /// Why there is none.
    pub fn find(&self, path: &Path) -> Result<Move, IllegalMove> {
        let shape = self.board().shape();
        if path.squares().iter().all(|&square| shape.is_playable(square)) {
            let mut lister = Lister::new(*self, Some(path));
            self.generate(&mut lister);
            if let Some(found) = lister.moves.into_iter().find(|found| found.path() == path) {
                return Ok(found);
            }
        }
        Err(illegal::explain(self, path))
    }

    /// The position after the move along a path, the other player to move.
    /// This one stays as it is.
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    pub fn play(&self, path: &Path) -> Result<Position, IllegalMove> {
        self.find(path).map(|found| self.after(&found))
    }

    /// The position after what a player does in a turn.
    ///
    /// # Errors
    ///
    /// Why it is illegal.
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
    /// Why it is illegal.
    pub fn advance(&self, from: Square, to: Square) -> Result<Position, IllegalMove> {
        let path = Path::from([from, to]);
        let Some(jump) = self.jumps(Some(from)).into_iter().find(|jump| jump.path == path) else {
            return self.play(&path);
        };
        let ended = self.after(&jump);
        let going_on = Setup { turn: self.turn(), jumping: Some(to), ..ended.setup };
        match going_on.position() {
            Ok(going_on) if !jump.crowns => Ok(going_on),
            _ => Ok(ended),
        }
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
                    Err(IllegalMove::ChainGoesOn(jump))
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
        let rules = Rules { jumps: Jumps::Single, ..self.rules() };
        let single = Position { setup: Setup { rules, ..self.setup } };
        let mut lister = Lister::new(single, None);
        single.generate(&mut lister);
        lister.moves.retain(|found| found.is_jump() && from.is_none_or(|from| from == found.path.start()));
        lister.moves
    }

    fn generate(&self, lister: &mut Lister<'_>) {
        let task = List { jumping: self.jumping().map(|square| self.board().shape().bit(square)), lister };
        variant::dispatch_sided(self.board(), self.rules(), self.turn(), task);
    }
}

/// Lists the moves of the player to move; those of the piece on `jumping` if a jump is in progress.
struct List<'a, 'p> {
    jumping: Option<u32>,
    lister: &'a mut Lister<'p>,
}

impl SidedTask for List<'_, '_> {
    type Output = ();

    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) {
        match self.jumping {
            None => movegen::generate::<V, S>(variant, pieces, self.lister),
            Some(bit) => {
                movegen::generate_jumps::<V, S>(variant, pieces, Bitboard::single(bit), self.lister);
            }
        }
    }
}

/// Turns effects into moves with their paths.
struct Lister<'p> {
    position: Position,
    /// The only path that is wanted, if not all are.
    wanted: Option<&'p Path>,
    /// The squares the chain in hand has landed on.
    landings: Vec<Square>,
    moves: Vec<Move>,
}

impl<'p> Lister<'p> {
    fn new(position: Position, wanted: Option<&'p Path>) -> Self {
        Lister { position, wanted, landings: Vec::new(), moves: Vec::new() }
    }

    fn square<W: Word>(&self, set: Bitboard<W>) -> Square {
        self.position.board().shape().square(set.first_bit())
    }
}

impl<W: Word> Sink<W> for Lister<'_> {
    fn accept(&mut self, effect: Effect<W>) {
        let mut squares = vec![self.square(effect.from)];
        if self.landings.is_empty() {
            squares.push(self.square(effect.to));
        } else {
            squares.extend_from_slice(&self.landings);
        }
        let captured = if effect.captured.is_empty() {
            Vec::new()
        } else {
            squares.windows(2).filter_map(|leg| between(leg[0], leg[1])).collect()
        };
        let path = Path::new(squares).expect("a move visits two squares");
        self.moves.push(Move { path, captured, crowns: effect.crowns });
    }

    fn enter(&mut self, to: Bitboard<W>) -> bool {
        let to = self.square(to);
        // A path is followed only as far as it agrees; where it starts is
        // told apart when the moves are compared with it.
        let enters = self.wanted.is_none_or(|path| path.squares().get(self.landings.len() + 1) == Some(&to));
        if enters {
            self.landings.push(to);
        }
        enters
    }

    fn leave(&mut self) {
        self.landings.pop();
    }
}

/// The square in the middle of a jump.
pub(crate) fn between(from: Square, to: Square) -> Option<Square> {
    if from.file().abs_diff(to.file()) == 2 && from.rank().abs_diff(to.rank()) == 2 {
        Square::new(from.file().midpoint(to.file()), from.rank().midpoint(to.rank()))
    } else {
        None
    }
}
