//! The moves of a configuration.

use std::collections::HashSet;

use super::{Cell, Configuration, Direction, Walk, is_king, owner};
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
    piece: u8,
    origin: Cell,
    at: Cell,
    path: String,
    /// The squares of the pieces jumped so far, with the pieces.
    jumped: Vec<(Cell, u8)>,
}

impl Chain {
    /// Begins a chain with the piece on a square.
    fn begun(configuration: &Configuration, from: Cell, piece: u8) -> Chain {
        let mut board = configuration.clone();
        board.set(from, b'.');
        Chain { board, piece, origin: from, at: from, path: configuration.name(from), jumped: Vec::new() }
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
        for (from, piece) in self.movable(configuration, player) {
            let (own_steps, own_jumps) = self.moves_of(configuration, from, piece)?;
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
        self.spend(moves.len())?;
        Some(moves)
    }

    /// Returns the player's pieces that this mutant tries to move, with their squares.
    fn movable<'a>(
        &self,
        configuration: &'a Configuration,
        player: Player,
    ) -> impl Iterator<Item = (Cell, u8)> + use<'a> {
        let is_forgotten = self.has_for(LastFileForgotten, player);
        let is_movable = move |column| !is_forgotten || column + 1 < configuration.files;
        configuration.pieces(player).filter(move |&((_, column), _)| is_movable(column))
    }

    /// Returns whether a player has no move; `None` if there have been too many moves.
    pub(super) fn is_stuck(&mut self, configuration: &Configuration, player: Player) -> Option<bool> {
        let ignores_jumps = self.has_for(StuckDespiteJumps, player);
        for (from, piece) in self.movable(configuration, player) {
            let steps = self.steps(configuration, from, piece).count();
            let can_jump = self.next_jumps(configuration, piece, from, from, &[]).next().is_some();
            // Without jumps there is no need to copy the board.
            let jumps =
                if can_jump { self.jumps(&Chain::begun(configuration, from, piece))?.len() } else { 0 };
            self.spend(steps + jumps)?;
            if steps > 0 || jumps > 0 && !ignores_jumps {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Returns the steps and the jumps of a piece, whether or not a jump is forced.
    fn moves_of(
        &mut self,
        configuration: &Configuration,
        from: Cell,
        piece: u8,
    ) -> Option<(Vec<Move>, Vec<Move>)> {
        let chain = Chain::begun(configuration, from, piece);
        let Chain { board, path, .. } = &chain;
        let is_crowned = !self.has_for(NotCrownedByStep, owner_of(piece));
        let step = |to: Cell| {
            let landed = if is_crowned { self.crown(board, piece, to) } else { piece };
            ([path, "->", &board.name(to)].concat(), passed(board.clone(), landed, to))
        };
        let steps = self.steps(board, from, piece).map(step).collect();
        Some((steps, self.jumps(&chain)?))
    }

    fn steps(&self, board: &Configuration, from: Cell, piece: u8) -> impl Iterator<Item = Cell> {
        let owner = owner_of(piece);
        let is_free = if is_king(piece) {
            !self.has_for(KingsStepForwardOnly, owner)
        } else {
            self.has_for(MenStepBackward, owner)
        };
        let next = self.directions(piece, is_free).filter_map(move |direction| board.next(from, direction));
        next.filter(|&to| board.get(to) == b'.')
    }

    /// Returns the next jumps of a piece that began its chain at `origin`: the square jumped over, the square
    /// behind it, and whether the jumped piece leaves the board.
    fn next_jumps<'a>(
        &self,
        board: &'a Configuration,
        piece: u8,
        origin: Cell,
        at: Cell,
        jumped: &'a [(Cell, u8)],
    ) -> impl Iterator<Item = (Cell, Cell, bool)> + use<'a> {
        let player = owner_of(piece);
        let has = |mistake| self.has_for(mistake, player);
        let is_two_way = if is_king(piece) { !has(KingsJumpForwardOnly) } else { has(MenJumpBackward) };
        let (is_origin_closed, takes, jumps_own) =
            (has(CircleRefused), !has(NothingTaken), has(OwnPiecesJumped));
        let times = if has(JumpedTwice) { 2 } else { 1 };
        let is_free = move |cell: &Cell| board.get(*cell) == b'.' && !(is_origin_closed && *cell == origin);
        self.directions(piece, is_two_way).filter_map(move |direction| {
            let over = board.next(at, direction)?;
            let to = board.next(over, direction).filter(is_free)?;
            let is_own = owner(board.get(over))? == player;
            let jumps = jumped.iter().filter(|(cell, _)| *cell == over).count();
            (jumps < times && (!is_own || jumps_own)).then_some((over, to, jumps + 1 == times && takes))
        })
    }

    /// Returns the moves that continue a chain by further jumps.
    fn jumps(&mut self, chain: &Chain) -> Option<Vec<Move>> {
        let Chain { board, piece, origin, at, jumped, .. } = chain;
        let player = owner_of(*piece);
        let mut found = Vec::new();
        for (over, to, is_gone) in self.next_jumps(board, *piece, *origin, *at, jumped) {
            self.spend(1)?;
            let grown = self.grown(chain, over, to, is_gone);
            let further = if self.may_go_on(chain, &grown) { self.jumps(&grown)? } else { Vec::new() };
            let may_stop = if board.capture {
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
            grown.board.set(over, b'.');
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
                board.set(*cell, b'.');
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
    fn crown(&self, board: &Configuration, piece: u8, (row, _): Cell) -> u8 {
        let early = usize::from(self.has_for(CrownedTooSoon, owner_of(piece)));
        match piece {
            b'r' if row <= early => b'R',
            b'b' if row + 1 + early >= board.ranks => b'B',
            other => other,
        }
    }

    /// Returns the directions of a piece: forward, and backward as well if `is_two_way`.
    fn directions(&self, piece: u8, is_two_way: bool) -> impl Iterator<Item = Direction> + use<> {
        let player = owner_of(piece);
        let is_turned = !is_king(piece) && self.has_for(MenMoveBackwardOnly, player);
        let is_up = (player == Player::Red) != is_turned;
        let (forward, backward) = if is_up { (UP, DOWN) } else { (DOWN, UP) };
        let count = if is_two_way { 4 } else { 2 };
        forward.into_iter().chain(backward).take(count)
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

/// Puts a piece down and passes the turn.
fn passed(mut board: Configuration, piece: u8, to: Cell) -> Configuration {
    board.set(to, piece);
    board.turn = board.turn.opponent();
    board
}
