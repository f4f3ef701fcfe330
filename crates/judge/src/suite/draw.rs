//! Generates random boards that may bring mistakes to light.

use fastrand::Rng;

use super::SuiteOptions;
use rankmoves_core::exchange::Document;
use rankmoves_core::{Board, Piece, Player, Ply, Position, Role, Rules, Setup, Shape, Square};

/// A generator of random boards. The same seed gives the same boards.
pub(super) struct Draw<'a> {
    pub(super) options: &'a SuiteOptions,
    pub(super) rng: Rng,
}

impl Draw<'_> {
    /// Chooses the rules at random, unless the options set them.
    pub(super) fn rules(&mut self) -> Rules {
        self.options.rules.unwrap_or_else(|| Rules::ALL[self.rng.usize(..Rules::ALL.len())])
    }

    /// Generates a random document: a few pieces, a chain of jumps, a full board, or a position from a game.
    /// Some documents also contain moves.
    pub(super) fn document(&mut self) -> Document {
        let setup = match self.rng.u32(..8) {
            0 | 1 => self.scattered(),
            2..4 => self.close(),
            4 => self.chain(),
            5 => self.crowd(),
            _ => {
                let plies = self.rng.u32(..60);
                self.game(plies).setup()
            }
        };
        self.with_moves(setup)
    }

    /// Generates a random document with few pieces.
    pub(super) fn few(&mut self) -> Document {
        let setup = match self.rng.u32(..6) {
            0 | 1 => self.scattered(),
            2..4 => self.close(),
            4 => self.chain(),
            _ => self.stuck(),
        };
        self.with_moves(setup)
    }

    /// Generates a position after some random plies from the start of a game.
    pub(super) fn game(&mut self, plies: u32) -> Position {
        let shape = self.shape();
        let mut position = self.set_up(Board::start(shape, shape.ranks() / 2 - 1)).position().expect(VALID);
        self.play(&mut position, plies as usize);
        position
    }

    /// Plays up to `count` random moves, and returns them.
    fn play(&mut self, position: &mut Position, count: usize) -> Vec<Ply> {
        let mut plies = Vec::new();
        for _ in 0..count {
            let Some(mv) = self.rng.choice(position.legal_moves().collect::<Vec<_>>()) else { break };
            *position = position.after(&mv);
            plies.push(Ply::from(&mv));
        }
        plies
    }

    /// Makes an empty board with a random shape, random rules and a random player to move.
    pub(super) fn empty(&mut self) -> Setup {
        let shape = self.shape();
        self.set_up(Board::empty(shape))
    }

    /// Chooses the rules and the player to move at random.
    fn set_up(&mut self, board: Board) -> Setup {
        let turn = self.player();
        Setup { board, turn, rules: self.rules(), jumping: None }
    }

    pub(super) fn player(&mut self) -> Player {
        if self.rng.bool() { Player::Red } else { Player::Black }
    }

    /// Returns the shape from the options or, now and then, the same shape with the other colouring.
    fn shape(&mut self) -> Shape {
        let shape = self.options.shape;
        let is_flipped = shape.is_flipped() != (self.rng.u32(..12) == 0);
        Shape::new(shape.ranks().into(), shape.files().into(), is_flipped).unwrap_or(shape)
    }

    /// Puts a piece on an empty square; a man on its crowning rank becomes a king.
    fn put(&mut self, board: &mut Board, square: Square, player: Player, kings: u32) {
        let is_king = square.rank() == board.crowning_rank(player) || self.rng.u32(..100) < kings;
        let role = if is_king { Role::King } else { Role::Man };
        board.put(square, Piece { player, role }).expect("the square is playable");
    }

    /// Puts pieces of both players on some of these empty squares. `kings` is the percentage of kings.
    fn fill(
        &mut self,
        mut setup: Setup,
        squares: impl IntoIterator<Item = Square>,
        count: usize,
        kings: u32,
    ) -> Setup {
        for square in self.rng.choose_multiple(squares, count) {
            let player = self.player();
            self.put(&mut setup.board, square, player, kings);
        }
        setup
    }

    /// Puts pieces on squares chosen at random.
    fn scattered(&mut self) -> Setup {
        let setup = self.empty();
        let count = self.rng.usize(1..=7);
        let kings = self.rng.u32(..100);
        self.fill(setup, setup.board.shape().squares(), count, kings)
    }

    /// Puts pieces on squares close to each other, chosen at random.
    fn close(&mut self) -> Setup {
        let setup = self.empty();
        let shape = setup.board.shape();
        let (rank, file) = (self.rng.u8(..=shape.ranks() - 4), self.rng.u8(..=shape.files() - 4));
        let (high, wide) = (self.rng.u8(3..=5), self.rng.u8(3..=5));
        let is_near = |square: &Square| {
            (rank..rank + high).contains(&square.rank()) && (file..file + wide).contains(&square.file())
        };
        let count = self.rng.usize(2..=6);
        let kings = self.rng.u32(..100);
        self.fill(setup, shape.squares().filter(is_near), count, kings)
    }

    /// Generates a random piece, with enemies in its way that it can jump one after the other.
    pub(super) fn chain(&mut self) -> Setup {
        let mut setup = self.empty();
        let shape = setup.board.shape();
        let player = setup.turn;
        let start = self.rng.choice(shape.squares().collect::<Vec<_>>()).expect("a board has squares");
        let is_king = self.rng.bool() || start.rank() == setup.board.crowning_rank(player);
        let role = if is_king { Role::King } else { Role::Man };
        let (mut at, mut landed) = (start, vec![start]);
        for _ in 0..self.rng.u32(1..=40) {
            let (up, right) = (self.rng.bool(), self.rng.bool());
            // A program that does not end a chain at the crowning rank lets a man continue jumping from there.
            let is_free = is_king || at.rank() == setup.board.crowning_rank(player);
            let up = if is_free { up } else { player == Player::Red };
            let Some(over) = next(shape, at, up, right) else { continue };
            let Some(to) = next(shape, over, up, right) else { continue };
            let is_free = |square| setup.board.get(square).is_none();
            if !is_free(over) || landed.contains(&over) || !is_free(to) {
                continue;
            }
            self.put(&mut setup.board, over, player.opponent(), 20);
            (at, landed) = (to, [landed, vec![to]].concat());
        }
        setup.board.put(start, Piece { player, role }).expect("the square is playable");
        if self.rng.bool() {
            let free = shape.squares().filter(|&square| setup.board.get(square).is_none());
            if let Some(square) = self.rng.choice(free.collect::<Vec<_>>()) {
                let other = self.player();
                self.put(&mut setup.board, square, other, 30);
            }
        }
        setup
    }

    /// Generates a board with many random pieces.
    fn crowd(&mut self) -> Setup {
        let setup = self.empty();
        let shape = setup.board.shape();
        let all = shape.squares().count();
        let count = self.rng.usize(all / 2..=all * 3 / 4);
        let kings = self.rng.u32(..30);
        self.fill(setup, shape.squares(), count, kings)
    }

    /// Generates a random king of each player, and perhaps another piece, in a corner, where trees are narrow
    /// and kings soon come back to their squares.
    pub(super) fn returning(&mut self) -> Setup {
        let mut setup = self.empty();
        let shape = setup.board.shape();
        let (is_left, is_low) = (self.rng.bool(), self.rng.bool());
        let is_near = |square: &Square| {
            let file = if is_left { square.file() } else { shape.files() - 1 - square.file() };
            let rank = if is_low { square.rank() } else { shape.ranks() - 1 - square.rank() };
            file < 4 && rank < 4
        };
        let count = self.rng.usize(2..=3);
        let squares = self.rng.choose_multiple(shape.squares().filter(is_near), count);
        for (index, &square) in squares.iter().enumerate() {
            let (player, kings) = match index {
                0 => (Player::Red, 100),
                1 => (Player::Black, 100),
                _ => (self.player(), 50),
            };
            self.put(&mut setup.board, square, player, kings);
        }
        setup
    }

    /// Generates random pieces at an edge, where they block each other.
    pub(super) fn stuck(&mut self) -> Setup {
        let setup = self.empty();
        let shape = setup.board.shape();
        let is_left = self.rng.bool();
        let is_near = |square: &Square| {
            if is_left { square.file() < 3 } else { square.file() + 3 >= shape.files() }
        };
        let rank = self.rng.u8(..=shape.ranks() - 4);
        let near =
            shape.squares().filter(|square| is_near(square) && (rank..rank + 4).contains(&square.rank()));
        let count = self.rng.usize(2..=6);
        self.fill(setup, near, count, 15)
    }

    /// Generates a random position in which a move may leave both players stuck: changes cells, keeps only
    /// changes that do not increase the number of moves, and then takes one move back.
    pub(super) fn locked(&mut self) -> Option<Setup> {
        let mut setup = self.crowd();
        let shape = setup.board.shape();
        let squares: Vec<Square> = shape.squares().collect();
        let mut moves = mobility(&setup);
        for _ in 0..LOCKING_CHANGES {
            let mut changed = setup;
            let square = self.rng.choice(&squares).copied().expect("a board has squares");
            changed.board.remove(square);
            if self.rng.bool() {
                let player = self.player();
                self.put(&mut changed.board, square, player, 0);
            }
            let left = mobility(&changed);
            if left <= moves && changed.oddities().is_empty() {
                (setup, moves) = (changed, left);
            }
            if moves == 0 {
                break;
            }
        }
        self.rng.choice(taken_back(&setup))
    }

    /// Generates a random position in which a move leaves the opponent with pieces but no moves.
    pub(super) fn blocking(&mut self) -> Option<Setup> {
        let is_blocked = |after: Position| !after.has_moves() && after.board().count(after.turn()) > 0;
        (0..BLOCKING_DRAWS).find_map(|_| {
            let setup = self.stuck();
            let position = setup.position().expect(VALID);
            let mut moves = position.legal_moves();
            moves.any(|mv| is_blocked(position.after(&mv))).then_some(setup)
        })
    }

    /// Generates a minimal position in which a step leaves both players stuck: one player has no pieces, the
    /// other has kings on the last rank behind a row of men. The player is random.
    pub(super) fn walled(&mut self) -> Option<Setup> {
        let mut setup = self.empty();
        let shape = setup.board.shape();
        let player = self.player();
        let last = setup.board.crowning_rank(player);
        for square in shape.squares().filter(|square| square.rank().abs_diff(last) <= 1) {
            let role = if square.rank() == last { Role::King } else { Role::Man };
            setup.board.put(square, Piece { player, role }).expect("the square is playable");
        }
        self.rng.choice(taken_back(&setup))
    }

    /// Generates a minimal position in which a step leaves the moving player stuck: a man at the edge,
    /// directly in front of an enemy on the last rank. The player is random.
    pub(super) fn cornered(&mut self) -> Option<Setup> {
        let (mut setup, ahead) = self.edge()?;
        let player = setup.turn;
        let enemy = Piece { player: player.opponent(), role: Role::Man };
        setup.board.put(ahead, enemy).expect("the square is playable");
        taken_back(&setup).into_iter().find(|before| before.turn == player)
    }

    /// Generates a minimal position in which a step leaves the opponent stuck with pieces on the board: a
    /// king comes to the only square ahead of a man at the edge. The player is random.
    pub(super) fn closing(&mut self) -> Option<Setup> {
        let (mut setup, ahead) = self.edge()?;
        let shape = setup.board.shape();
        let back = setup.turn == Player::Black;
        let free = |&from: &Square| setup.board.get(from).is_none();
        let from =
            [false, true].into_iter().filter_map(|right| next(shape, ahead, back, right)).find(free)?;
        setup.turn = setup.turn.opponent();
        let king = Piece { player: setup.turn, role: Role::King };
        setup.board.put(from, king).expect("the square is playable");
        Some(setup)
    }

    /// Chooses the player to move at random, and puts a man of this player at the edge, a step before the
    /// last rank. Also returns the square ahead of the man.
    fn edge(&mut self) -> Option<(Setup, Square)> {
        let mut setup = self.empty();
        let shape = setup.board.shape();
        let player = setup.turn;
        let last = setup.board.crowning_rank(player);
        let is_edge = |square: &Square| square.file() == 0 || square.file() + 1 == shape.files();
        let before = |square: &Square| square.rank().abs_diff(last) == 1 && is_edge(square);
        let square = shape.squares().find(before)?;
        let ahead = next(shape, square, player == Player::Red, square.file() == 0)?;
        setup.board.put(square, Piece { player, role: Role::Man }).expect("the square is playable");
        Some((setup, ahead))
    }

    /// Now and then adds some random moves to the file.
    fn with_moves(&mut self, setup: Setup) -> Document {
        let count = if self.options.moves && self.rng.u32(..6) == 0 { self.rng.usize(1..=3) } else { 0 };
        Document::new(setup, self.play(&mut setup.position().expect(VALID), count))
    }
}

const VALID: &str = "a board of pieces on playable squares is valid";

/// The maximum number of changes tried to lock a board.
const LOCKING_CHANGES: u32 = 400;
/// The maximum number of random boards tried to find a board with a blocking move.
const BLOCKING_DRAWS: u32 = 400;

/// Returns the number of moves of both players.
fn mobility(setup: &Setup) -> usize {
    let moves = |turn| Setup { turn, ..*setup }.position().expect(VALID).legal_moves().count();
    moves(Player::Red) + moves(Player::Black)
}

/// Returns the positions before a man's last step.
fn taken_back(setup: &Setup) -> Vec<Setup> {
    let board = setup.board;
    let men = board.iter().filter(|(_, piece)| !piece.is_king());
    let before = men.flat_map(|(square, piece)| {
        let is_up = piece.player == Player::Black;
        let from =
            [false, true].into_iter().filter_map(move |right| next(board.shape(), square, is_up, right));
        from.filter(move |&from| board.get(from).is_none()).map(move |from| {
            let mut board = board;
            board.remove(square);
            board.put(from, piece).expect("the square is playable");
            Setup { board, turn: piece.player, ..*setup }
        })
    });
    before.filter(|setup| setup.oddities().is_empty()).collect()
}

/// Returns the diagonal neighbour of a square.
fn next(shape: Shape, square: Square, up: bool, right: bool) -> Option<Square> {
    let step = |from: u8, forward: bool| if forward { from.checked_add(1) } else { from.checked_sub(1) };
    let square = Square::new(step(square.file(), right)?, step(square.rank(), up)?)?;
    shape.contains(square).then_some(square)
}
