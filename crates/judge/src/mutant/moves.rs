//! The moves of a configuration.

use std::collections::HashSet;

use super::Walk;
use super::configuration::{Cell, Configuration, Direction, is_king, owner};
#[allow(clippy::enum_glob_use, reason = "nearly all of them are switches here")]
use crate::mistake::Mistake::*;
use rankmoves_core::Player;

/// A move: its text, and the resulting configuration.
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

impl Chain {
    /// Begins a chain with the piece on a square.
    fn begun(configuration: &Configuration, from: Cell) -> Chain {
        let (piece, path) = (configuration.get(from), configuration.name(from));
        let mut board = configuration.clone();
        board.set(from, '.');
        Chain { board, piece, origin: from, at: from, path, jumped: Vec::new() }
    }
}

impl Walk {
    /// Returns the moves of the player to move in alphabetical order, with the configurations after them;
    /// `None` if there have been too many moves.
    pub(super) fn moves(&mut self, configuration: &Configuration, is_root: bool) -> Option<Vec<Move>> {
        let (mut steps, mut jumps) = (Vec::new(), Vec::new());
        let player = configuration.turn;
        let is_forced = (configuration.capture || self.has_for(CaptureAlwaysForced, player))
            && !self.has_for(CaptureNotForced, player)
            && (is_root || !self.has(CaptureForcedAtRootOnly));
        for from in self.movable(configuration, player) {
            let (own_steps, own_jumps) = self.moves_of(configuration, from)?;
            let may_step =
                own_jumps.is_empty() || !(is_forced && self.has_for(CaptureForcedForThatPieceOnly, player));
            if may_step {
                steps.extend(own_steps);
            }
            jumps.extend(own_jumps);
        }
        if is_forced && !self.has_for(CaptureForcedForThatPieceOnly, player) && !jumps.is_empty() {
            steps.clear();
        }
        let count = |(path, _): &Move| path.matches("->").count();
        let is_longest_forced = self.has_for(LongestCaptureForced, player) && configuration.capture;
        if is_longest_forced || self.has_for(LongestChainForced, player) {
            let most = jumps.iter().map(count).max();
            jumps.retain(|mv| Some(count(mv)) == most);
        }
        let mut moves = jumps;
        moves.append(&mut steps);
        if self.has_for(EqualEndsMerged, player) || self.has_for(EqualEndsReplaced, player) {
            merge(&mut moves, self.has(EqualEndsReplaced));
        }
        if self.has_for(ChainEndsOnly, player) {
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

    /// Returns the squares of the player's pieces that this mutant tries to move.
    pub(super) fn movable(&self, configuration: &Configuration, player: Player) -> Vec<Cell> {
        let mut pieces = configuration.pieces(player);
        if self.has_for(LastFileForgotten, player) {
            pieces.retain(|&(_, column)| column + 1 < configuration.files);
        }
        pieces
    }

    /// Returns the steps and the jumps of a piece, whether or not a jump is forced.
    fn moves_of(&mut self, configuration: &Configuration, from: Cell) -> Option<(Vec<Move>, Vec<Move>)> {
        let chain = Chain::begun(configuration, from);
        let Chain { board, piece, path, .. } = &chain;
        let is_crowned = !self.has_for(NotCrownedByStep, owner_of(*piece));
        let step = |to: Cell| {
            let landed = if is_crowned { self.crown(board, *piece, to) } else { *piece };
            ([path, "->", &board.name(to)].concat(), passed(board.clone(), landed, to))
        };
        let steps = self.steps(&chain).map(step).collect();
        Some((steps, self.jumps(&chain)?))
    }

    /// Returns the number of steps and of jumps of a piece, whether or not a jump is forced.
    pub(super) fn counts_of(&mut self, configuration: &Configuration, from: Cell) -> Option<(usize, usize)> {
        let chain = Chain::begun(configuration, from);
        Some((self.steps(&chain).count(), self.jumps(&chain)?.len()))
    }

    /// Returns the squares to which the piece of a chain can step before its first jump.
    fn steps(&self, chain: &Chain) -> impl Iterator<Item = Cell> {
        let Chain { board, piece, origin, .. } = chain;
        let owner = owner_of(*piece);
        let is_free = if is_king(*piece) {
            !self.has_for(KingsStepForwardOnly, owner)
        } else {
            self.has_for(MenStepBackward, owner)
        };
        let next = self.directions(*piece, is_free).filter_map(|direction| board.next(*origin, direction));
        next.filter(|&to| board.get(to) == '.')
    }

    /// Returns the moves that continue a chain by further jumps.
    fn jumps(&mut self, chain: &Chain) -> Option<Vec<Move>> {
        let Chain { board, piece, origin, at, jumped, .. } = chain;
        let player = owner_of(*piece);
        let has = |mistake| self.mistakes.has_for(mistake, player);
        let is_free = |cell: Cell| board.get(cell) == '.' && !(has(CircleRefused) && cell == *origin);
        let times = if has(JumpedTwice) { 2 } else { 1 };
        let is_two_way = if is_king(*piece) { !has(KingsJumpForwardOnly) } else { has(MenJumpBackward) };
        let directions = self.directions(*piece, is_two_way);
        let mut next = Vec::new();
        for direction in directions {
            let Some(over) = board.next(*at, direction) else { continue };
            let Some(to) = board.next(over, direction).filter(|&to| is_free(to)) else { continue };
            let Some(jumped_over) = owner(board.get(over)) else { continue };
            let is_own = jumped_over == player;
            let jumps = jumped.iter().filter(|(cell, _)| *cell == over).count();
            if jumps < times && (!is_own || has(OwnPiecesJumped)) {
                next.push((over, to, jumps + 1 == times && !has(NothingTaken)));
            }
        }
        let mut found = Vec::new();
        for (over, to, is_gone) in next {
            self.moves_left = self.moves_left.checked_sub(1)?;
            let grown = self.grown(chain, over, to, is_gone);
            let further = if self.may_go_on(chain, &grown) { self.jumps(&grown)? } else { Vec::new() };
            let may_stop = if chain.board.capture {
                self.has_for(EarlyStop, player)
            } else {
                !self.has_for(NoEarlyStop, player)
            };
            if further.is_empty() || may_stop {
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
            path: [path.as_str(), "->", &board.name(to)].concat(),
            jumped: [&jumped[..], &[(over, board.get(over))]].concat(),
        };
        if is_gone {
            grown.board.set(over, '.');
        }
        if !self.has_for(NotCrownedByJump, owner_of(*piece)) {
            grown.piece = self.crown(board, *piece, to);
        }
        grown
    }

    /// Returns whether the chain `grown` may continue. `before` is the same chain without its last jump.
    fn may_go_on(&self, before: &Chain, grown: &Chain) -> bool {
        let piece = before.piece;
        let has = |mistake| self.has_for(mistake, owner_of(piece));
        let is_chain = grown.board.multiple && !has(AlwaysSingle) || has(AlwaysMultiple);
        let is_crowned = grown.piece != piece && !has(CrownedManJumpsOn);
        let is_taken_for_crowned = has(KingStopsOnCrowningRank)
            && is_king(piece)
            && self.crown(&grown.board, piece.to_ascii_lowercase(), grown.at) == piece;
        let jumps = grown.jumped.len();
        let is_too_long = has(TwoJumpsAtMost) && jumps >= 2 || has(ThreeJumpsAtMost) && jumps >= 3;
        is_chain && !is_crowned && !is_taken_for_crowned && !is_too_long
    }

    /// Returns the configuration after a chain that ends here.
    fn landed(&self, chain: Chain) -> Configuration {
        let Chain { mut board, piece, at, mut jumped, .. } = chain;
        let has = |mistake| self.has_for(mistake, owner_of(piece));
        if has(JumpedTwice) && !has(NothingTaken) {
            for (cell, _) in &jumped {
                board.set(*cell, '.');
            }
        }
        if has(OnlyLastTaken) {
            jumped.pop();
            for (cell, piece) in &jumped {
                board.set(*cell, *piece);
            }
        }
        passed(board, piece, at)
    }

    /// Returns the piece after it arrives on a square, crowned if it has reached the crowning rank.
    fn crown(&self, board: &Configuration, piece: char, (row, _): Cell) -> char {
        let early = usize::from(self.has_for(CrownedTooSoon, owner_of(piece)));
        match piece {
            'r' if row <= early => 'R',
            'b' if row + 1 + early >= board.ranks => 'B',
            other => other,
        }
    }

    /// Returns the directions of a piece: forward, and backward as well if `is_two_way`.
    fn directions(&self, piece: char, is_two_way: bool) -> impl Iterator<Item = Direction> + use<> {
        let player = owner_of(piece);
        let is_turned = !is_king(piece) && self.has_for(MenMoveBackwardOnly, player);
        let is_up = (player == Player::Red) != is_turned;
        let (forward, backward) = if is_up { (UP, DOWN) } else { (DOWN, UP) };
        let count = if is_two_way { 4 } else { 2 };
        forward.into_iter().chain(backward).take(count)
    }
}

/// Returns the owner of a piece.
fn owner_of(piece: char) -> Player {
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

/// Puts a piece down and passes the turn.
fn passed(mut board: Configuration, piece: char, to: Cell) -> Configuration {
    board.set(to, piece);
    board.turn = board.turn.opponent();
    board
}
