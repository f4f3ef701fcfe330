//! The moves of a configuration.

use super::Walk;
use super::configuration::{Cell, Configuration, Direction, is_king, owner};
#[allow(clippy::enum_glob_use, reason = "nearly all of them are switches here")]
use crate::mistake::Mistake::*;
use rankmoves_core::Player;

/// A move: its text, and the configuration after it.
pub(super) type Move = (String, Configuration);

const UP: [Direction; 2] = [(-1, -1), (-1, 1)];
const DOWN: [Direction; 2] = [(1, -1), (1, 1)];

/// A chain of jumps as it grows.
struct Chain {
    /// The board without the piece that jumps.
    board: Configuration,
    piece: char,
    origin: Cell,
    at: Cell,
    path: String,
    /// The squares of the pieces jumped so far, with the pieces.
    jumped: Vec<(Cell, char)>,
}

impl Walk {
    /// Returns the moves of the player to move with the configurations after
    /// them, in alphabetical order; `None` if there have been too many.
    pub(super) fn moves(&mut self, configuration: &Configuration, is_root: bool) -> Option<Vec<Move>> {
        let (mut steps, mut jumps) = (Vec::new(), Vec::new());
        let is_forced = (configuration.capture || self.has(CaptureAlwaysForced))
            && !self.has(CaptureNotForced)
            && (is_root || !self.has(CaptureForcedAtRootOnly));
        for from in configuration.pieces(configuration.turn) {
            let (own_steps, own_jumps) = self.moves_of(configuration, from)?;
            let may_step = own_jumps.is_empty() || !(is_forced && self.has(CaptureForcedForThatPieceOnly));
            if may_step {
                steps.extend(own_steps);
            }
            jumps.extend(own_jumps);
        }
        if is_forced && !self.has(CaptureForcedForThatPieceOnly) && !jumps.is_empty() {
            steps.clear();
        }
        let count = |(path, _): &Move| path.matches("->").count();
        if self.has(LongestChainForced) {
            let most = jumps.iter().map(count).max();
            jumps.retain(|mv| Some(count(mv)) == most);
        }
        let mut moves = jumps;
        moves.append(&mut steps);
        if self.has(ChainEndsOnly) {
            for (path, _) in &mut moves {
                *path = ends(path);
            }
        }
        if !self.has(Unsorted) {
            moves.sort_by(|(one, _), (other, _)| one.cmp(other));
        }
        self.moves_left = self.moves_left.checked_sub(moves.len() as u64)?;
        Some(moves)
    }

    /// Returns the steps and the jumps of a piece, as if it were the only one.
    pub(super) fn moves_of(
        &mut self,
        configuration: &Configuration,
        from: Cell,
    ) -> Option<(Vec<Move>, Vec<Move>)> {
        let piece = configuration.get(from);
        let mut board = configuration.clone();
        board.set(from, '.');
        let mut steps = Vec::new();
        self.add_steps(&board, piece, from, &mut steps);
        let path = configuration.name(from);
        let chain = Chain { board, piece, origin: from, at: from, path, jumped: Vec::new() };
        Some((steps, self.jumps(&chain)?))
    }

    fn add_steps(&self, board: &Configuration, piece: char, from: Cell, steps: &mut Vec<Move>) {
        let directions = directions(
            piece,
            if is_king(piece) { !self.has(KingsStepForwardOnly) } else { self.has(MenStepBackward) },
        );
        for direction in directions {
            if let Some(to) = board.next(from, direction).filter(|&to| board.get(to) == '.') {
                let path = format!("{}->{}", board.name(from), board.name(to));
                let landed = if self.has(NotCrownedByStep) { piece } else { self.crown(board, piece, to) };
                steps.push((path, passed(board.clone(), landed, to)));
            }
        }
    }

    /// Returns the moves that continue a chain by further jumps.
    fn jumps(&mut self, chain: &Chain) -> Option<Vec<Move>> {
        let Chain { board, piece, origin, at, path, jumped } = chain;
        let is_free = |cell: Cell| board.get(cell) == '.' && !(self.has(CircleRefused) && cell == *origin);
        let times = if self.has(JumpedTwice) { 2 } else { 1 };
        let directions = directions(
            *piece,
            if is_king(*piece) { !self.has(KingsJumpForwardOnly) } else { self.has(MenJumpBackward) },
        );
        let mut next = Vec::new();
        for direction in directions {
            let Some(over) = board.next(*at, direction) else { continue };
            let Some(to) = board.next(over, direction).filter(|&to| is_free(to)) else { continue };
            let Some(player) = owner(board.get(over)) else { continue };
            let is_own = owner(*piece) == Some(player);
            let jumps = jumped.iter().filter(|(cell, _)| *cell == over).count();
            if jumps < times && (!is_own || self.has(OwnPiecesJumped)) {
                next.push((over, to, jumps + 1 == times && !self.has(NothingTaken)));
            }
        }
        let mut found = Vec::new();
        for (over, to, is_gone) in next {
            let mut grown = Chain {
                board: board.clone(),
                piece: *piece,
                origin: *origin,
                at: to,
                path: format!("{path}->{}", board.name(to)),
                jumped: [&jumped[..], &[(over, board.get(over))]].concat(),
            };
            if is_gone {
                grown.board.set(over, '.');
            }
            if !self.has(NotCrownedByJump) {
                grown.piece = self.crown(board, *piece, to);
            }
            self.moves_left = self.moves_left.checked_sub(1)?;
            let is_chain = board.multiple && !self.has(AlwaysSingle) || self.has(AlwaysMultiple);
            let is_crowned = grown.piece != *piece && !self.has(CrownedManJumpsOn);
            let is_taken_for_crowned = self.has(KingStopsOnCrowningRank)
                && is_king(*piece)
                && self.crown(board, piece.to_ascii_lowercase(), to) == *piece;
            let may_go_on = is_chain && !is_crowned && !is_taken_for_crowned;
            let further = if may_go_on { self.jumps(&grown)? } else { Vec::new() };
            let may_stop = if board.capture { self.has(EarlyStop) } else { !self.has(NoEarlyStop) };
            if further.is_empty() || may_stop {
                found.push((grown.path.clone(), self.landed(grown)));
            }
            found.extend(further);
        }
        Some(found)
    }

    /// Returns the configuration after a chain that ends here.
    fn landed(&self, chain: Chain) -> Configuration {
        let Chain { mut board, piece, at, mut jumped, .. } = chain;
        if self.has(JumpedTwice) && !self.has(NothingTaken) {
            for (cell, _) in &jumped {
                board.set(*cell, '.');
            }
        }
        if self.has(OnlyLastTaken) {
            jumped.pop();
            for (cell, piece) in &jumped {
                board.set(*cell, *piece);
            }
        }
        passed(board, piece, at)
    }

    /// Returns a piece as it is after coming to a square.
    fn crown(&self, board: &Configuration, piece: char, (row, _): Cell) -> char {
        let early = usize::from(self.has(CrownedTooSoon));
        match piece {
            'r' if row <= early => 'R',
            'b' if row + 1 + early >= board.ranks => 'B',
            other => other,
        }
    }
}

/// Returns a path without the squares between its first and its last.
fn ends(path: &str) -> String {
    let first = path.split("->").next().unwrap_or_default();
    let last = path.rsplit("->").next().unwrap_or_default();
    format!("{first}->{last}")
}

/// Returns the directions of a piece: forward, and backward as well if `is_free`.
fn directions(piece: char, is_free: bool) -> impl Iterator<Item = Direction> {
    let is_red = owner(piece) == Some(Player::Red);
    let (forward, backward) = if is_red { (UP, DOWN) } else { (DOWN, UP) };
    let count = if is_free { 4 } else { 2 };
    forward.into_iter().chain(backward).take(count)
}

/// Puts a piece down and passes the turn.
fn passed(mut board: Configuration, piece: char, to: Cell) -> Configuration {
    board.set(to, piece);
    board.turn = board.turn.opponent();
    board
}
