//! The moves of a configuration.

use std::collections::HashSet;

use super::{Cell, Configuration, Direction, Walk, is_king, owner};
#[allow(clippy::enum_glob_use, reason = "nearly all of them are switches here")]
use crate::mistake::Mistake::{self, *};
use rankmoves_core::Player;

/// A move: its text, and the resulting configuration.
pub(super) type Move = (String, Configuration);

const UP: [Direction; 2] = [(-1, -1), (-1, 1)];
const DOWN: [Direction; 2] = [(1, -1), (1, 1)];

/// A chain of jumps as it grows.
struct Chain {
    /// The board without the piece that jumps.
    board: Configuration,
    piece: u8,
    origin: Cell,
    at: Cell,
    path: String,
    /// The squares of the pieces jumped so far, with the pieces.
    jumped: Vec<(Cell, u8)>,
}

impl Walk {
    /// Returns the moves of the player to move in alphabetical order, with the configurations after them;
    /// `None` if there have been too many moves.
    pub(super) fn moves(&self, configuration: &Configuration, is_root: bool) -> Option<Vec<Move>> {
        let (mut steps, mut jumps) = (Vec::new(), Vec::new());
        let player = configuration.turn;
        let has = |mistake| self.has_for(mistake, player);
        let is_forced = || {
            (configuration.capture || has(CaptureAlwaysForced))
                && !has(CaptureNotForced)
                && (is_root || !self.has(CaptureForcedAtRootOnly))
        };
        for (from, piece) in self.movable(configuration, player) {
            let (own_steps, own_jumps) = self.moves_of(configuration, from, piece)?;
            if own_jumps.is_empty() || !(is_forced() && has(CaptureForcedForThatPieceOnly)) {
                steps.extend(own_steps);
            }
            jumps.extend(own_jumps);
        }
        if !jumps.is_empty() && is_forced() && !has(CaptureForcedForThatPieceOnly) {
            steps.clear();
        }
        let count = |(path, _): &Move| path.matches("->").count();
        let most = jumps.iter().map(count).max().unwrap_or(0);
        let is_longest_forced =
            || configuration.capture && has(LongestCaptureForced) || has(LongestChainForced);
        if jumps.iter().any(|mv| count(mv) < most) && is_longest_forced() {
            jumps.retain(|mv| count(mv) == most);
        }
        if jumps.len() > 1 && (has(EqualEndsMerged) || has(EqualEndsReplaced)) {
            merge(&mut jumps, self.has(EqualEndsReplaced));
        }
        if most > 1 && has(ChainEndsOnly) {
            for (path, _) in &mut jumps {
                *path = ends(path);
            }
        }
        let mut moves = jumps;
        moves.append(&mut steps);
        if !moves.is_sorted_by(|(one, _), (other, _)| one <= other) && !self.has(Unsorted) {
            moves.sort_by(|(one, _), (other, _)| one.cmp(other));
        }
        self.spend(moves.len())?;
        Some(moves)
    }

    /// Returns the player's pieces that this mutant tries to move, with their squares.
    fn movable(&self, configuration: &Configuration, player: Player) -> impl Iterator<Item = (Cell, u8)> {
        let is_on_last_file = |(_, column): Cell| column + 1 == configuration.files;
        let pieces = configuration.pieces(player);
        pieces.filter(move |&(cell, _)| !(is_on_last_file(cell) && self.has_for(LastFileForgotten, player)))
    }

    /// Returns whether a player has no move; `None` if there have been too many moves.
    pub(super) fn is_stuck(&self, configuration: &Configuration, player: Player) -> Option<bool> {
        for (from, piece) in self.movable(configuration, player) {
            let steps = self.steps(configuration, from, piece).count();
            let can_jump = self.next_jumps(configuration, piece, from, from, &[]).next().is_some();
            self.spend(steps + usize::from(can_jump))?;
            if steps > 0 || can_jump && !self.has_for(StuckDespiteJumps, player) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Returns the steps and the jumps of a piece, whether or not a jump is forced.
    fn moves_of(
        &self,
        configuration: &Configuration,
        from: Cell,
        piece: u8,
    ) -> Option<(Vec<Move>, Vec<Move>)> {
        let mut board = configuration.clone();
        board.set(from, b'.');
        let path = board.with_name(String::new(), from);
        let step = |to: Cell| {
            let landed = self.crown(&board, piece, to, NotCrownedByStep);
            (longer(&path, &board, to), passed(board.clone(), landed, to))
        };
        let steps = self.steps(&board, from, piece).map(step).collect();
        let chain = Chain { board, piece, origin: from, at: from, path, jumped: Vec::new() };
        Some((steps, self.jumps(&chain)?))
    }

    fn steps(&self, board: &Configuration, from: Cell, piece: u8) -> impl Iterator<Item = Cell> {
        self.directions(piece).filter_map(move |(direction, is_backward)| {
            let to = board.next(from, direction).filter(|&to| board.get(to) == b'.')?;
            let has = |mistake| self.has_for(mistake, owner_of(piece));
            let may_step = || if is_king(piece) { !has(KingsStepForwardOnly) } else { has(MenStepBackward) };
            (!is_backward || may_step()).then_some(to)
        })
    }

    /// Returns the next jumps of a piece that began its chain at `origin`: the square jumped over, the square
    /// behind it, and whether the jumped piece leaves the board.
    fn next_jumps(
        &self,
        board: &Configuration,
        piece: u8,
        origin: Cell,
        at: Cell,
        jumped: &[(Cell, u8)],
    ) -> impl Iterator<Item = (Cell, Cell, bool)> {
        let player = owner_of(piece);
        let has = move |mistake| self.has_for(mistake, player);
        self.directions(piece).filter_map(move |(direction, is_backward)| {
            let over = board.next(at, direction)?;
            let to = board.next(over, direction).filter(|&to| board.get(to) == b'.')?;
            let is_own = owner(board.get(over))? == player;
            let jumps = jumped.iter().filter(|(cell, _)| *cell == over).count();
            let may_jump = || if is_king(piece) { !has(KingsJumpForwardOnly) } else { has(MenJumpBackward) };
            let is_legal = (!is_own || has(OwnPiecesJumped))
                && (!is_backward || may_jump())
                && (to != origin || !has(CircleRefused))
                && (jumps == 0 || jumps == 1 && has(JumpedTwice));
            is_legal.then(|| (over, to, (jumps == 1 || !has(JumpedTwice)) && !has(NothingTaken)))
        })
    }

    /// Returns the moves that continue a chain by further jumps.
    fn jumps(&self, chain: &Chain) -> Option<Vec<Move>> {
        let Chain { board, piece, origin, at, jumped, .. } = chain;
        let player = owner_of(*piece);
        let mut found = Vec::new();
        for (over, to, is_gone) in self.next_jumps(board, *piece, *origin, *at, jumped) {
            self.spend(1)?;
            let grown = self.grown(chain, over, to, is_gone);
            let further = if self.may_go_on(chain, &grown) { self.jumps(&grown)? } else { Vec::new() };
            let has = |mistake| self.has_for(mistake, player);
            let may_stop = || if board.capture { has(EarlyStop) } else { !has(NoEarlyStop) };
            if further.is_empty() || may_stop() {
                found.push((grown.path.clone(), self.landed(grown)));
            }
            found.extend(further);
        }
        Some(found)
    }

    /// Returns a chain with one more jump.
    fn grown(&self, chain: &Chain, over: Cell, to: Cell, is_gone: bool) -> Chain {
        let Chain { board, piece, origin, path, jumped, .. } = chain;
        let mut grown = Chain {
            board: board.clone(),
            piece: *piece,
            origin: *origin,
            at: to,
            path: longer(path, board, to),
            jumped: [&jumped[..], &[(over, board.get(over))]].concat(),
        };
        if is_gone {
            grown.board.set(over, b'.');
        }
        grown.piece = self.crown(board, *piece, to, NotCrownedByJump);
        grown
    }

    /// Returns whether the chain `grown` may continue. `before` is the same chain without its last jump.
    fn may_go_on(&self, before: &Chain, grown: &Chain) -> bool {
        let piece = before.piece;
        let has = |mistake| self.has_for(mistake, owner_of(piece));
        let is_chain = grown.board.multiple && !has(AlwaysSingle) || has(AlwaysMultiple);
        let is_crowned = grown.piece != piece && !has(CrownedManJumpsOn);
        let is_taken_for_crowned = is_king(piece)
            && self.is_crowned(&grown.board, piece.to_ascii_lowercase(), grown.at)
            && has(KingStopsOnCrowningRank);
        let jumps = grown.jumped.len();
        let is_too_long = jumps >= 2 && has(TwoJumpsAtMost) || jumps >= 3 && has(ThreeJumpsAtMost);
        is_chain && !is_crowned && !is_taken_for_crowned && !is_too_long
    }

    /// Returns the configuration after a chain that ends here.
    fn landed(&self, chain: Chain) -> Configuration {
        let Chain { mut board, piece, at, mut jumped, .. } = chain;
        let has = |mistake| self.has_for(mistake, owner_of(piece));
        if has(JumpedTwice) && !has(NothingTaken) {
            for (cell, _) in &jumped {
                board.set(*cell, b'.');
            }
        }
        if jumped.len() > 1 && has(OnlyLastTaken) {
            jumped.pop();
            for (cell, piece) in &jumped {
                board.set(*cell, *piece);
            }
        }
        passed(board, piece, at)
    }

    /// Returns the piece after it arrives on a square, crowned if it has reached the crowning rank, unless the
    /// program forgets to.
    fn crown(&self, board: &Configuration, piece: u8, to: Cell, forgets: Mistake) -> u8 {
        let is_crowned = self.is_crowned(board, piece, to) && !self.has_for(forgets, owner_of(piece));
        if is_crowned { piece.to_ascii_uppercase() } else { piece }
    }

    /// Returns whether the piece is a man and the square is on its crowning rank.
    fn is_crowned(&self, board: &Configuration, piece: u8, (row, _): Cell) -> bool {
        let rows_left = match piece {
            b'r' => row,
            b'b' => board.ranks - 1 - row,
            _ => return false,
        };
        rows_left == 0 || rows_left == 1 && self.has_for(CrownedTooSoon, owner_of(piece))
    }

    /// Returns the directions of a piece, forward and then backward, each with whether it is backward.
    fn directions(&self, piece: u8) -> impl Iterator<Item = (Direction, bool)> + use<> {
        let player = owner_of(piece);
        let is_turned = !is_king(piece) && self.has_for(MenMoveBackwardOnly, player);
        let is_up = (player == Player::Red) != is_turned;
        let (forward, backward) = if is_up { (UP, DOWN) } else { (DOWN, UP) };
        forward
            .map(|direction| (direction, false))
            .into_iter()
            .chain(backward.map(|direction| (direction, true)))
    }
}

fn owner_of(piece: u8) -> Player {
    owner(piece).expect("a square with a piece has an owner")
}

/// Keeps only one of the moves with the same ends: the first or the last in alphabetical order.
fn merge(moves: &mut Vec<Move>, keeps_last: bool) {
    moves.sort_by(|(one, _), (other, _)| one.cmp(other));
    if keeps_last {
        moves.reverse();
    }
    let mut seen = HashSet::new();
    moves.retain(|(path, _)| seen.insert(ends(path)));
}

/// Returns a path without the squares between its first and its last.
fn ends(path: &str) -> String {
    let first = path.split("->").next().unwrap_or_default();
    let last = path.rsplit("->").next().unwrap_or_default();
    format!("{first}->{last}")
}

/// Returns a path with one more square.
fn longer(path: &str, board: &Configuration, to: Cell) -> String {
    let mut longer = String::with_capacity(path.len() + "->aa10".len());
    longer.push_str(path);
    longer.push_str("->");
    board.with_name(longer, to)
}

/// Puts a piece down and passes the turn.
fn passed(mut board: Configuration, piece: u8, to: Cell) -> Configuration {
    board.set(to, piece);
    board.turn = board.turn.opponent();
    board
}
