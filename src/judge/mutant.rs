//! One plain reading of the definition, with mistakes to switch on.
//!
//! Slow and obvious on purpose: a board is a list of characters, a chain of jumps
//! a recursion, a score a walk of the whole tree. It shares nothing with the rest
//! of the library but the names of the players.

use std::fmt::Write as _;

#[allow(clippy::enum_glob_use, reason = "nearly all of them are switches here")]
use super::mistake::Mistake::{self, *};
use super::mistake::Mistakes;
use crate::model::player::Player;

/// The most moves that one answer may take to find.
const MOST_MOVES: u64 = 1_000_000;

/// A row, counted from the top, and a column, counted from the left, both from 0.
type Cell = (usize, usize);

/// One diagonal step: rows down and columns to the right, each 1 or -1.
type Direction = (isize, isize);

const UP: [Direction; 2] = [(-1, -1), (-1, 1)];
const DOWN: [Direction; 2] = [(1, -1), (1, 1)];

/// A program for the task with some mistakes in it; the definition itself with none.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    mistakes: Mistakes,
}

/// A question to a program: a file, and the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question<'a> {
    /// The file in the exchange format.
    pub text: &'a str,
    /// The depth of `-d`.
    pub depth: u32,
    /// True if the whole tree is asked for: `-v`.
    pub verbose: bool,
}

/// A move: its text, and the configuration after it.
type Move = (String, Configuration);

/// A board, the player to move, and the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Configuration {
    /// The board as drawn, row by row from the top: `"` red square, `.` empty
    /// black square, `r` `R` red man and king, `b` `B` black man and king.
    cells: Vec<char>,
    ranks: usize,
    files: usize,
    turn: Player,
    /// `capture` rather than `no capture`.
    capture: bool,
    /// `multiple jumps` rather than `single jumps`.
    multiple: bool,
}

impl Configuration {
    fn get(&self, (row, column): Cell) -> char {
        self.cells[row * self.files + column]
    }

    fn set(&mut self, (row, column): Cell, piece: char) {
        self.cells[row * self.files + column] = piece;
    }

    fn next(&self, (row, column): Cell, (down, right): Direction) -> Option<Cell> {
        let row = row.checked_add_signed(down).filter(|&row| row < self.ranks)?;
        Some((row, column.checked_add_signed(right).filter(|&column| column < self.files)?))
    }

    fn pieces(&self, player: Player) -> Vec<Cell> {
        let all = (0..self.ranks).flat_map(|row| (0..self.files).map(move |column| (row, column)));
        all.filter(|&cell| owner(self.get(cell)) == Some(player)).collect()
    }

    /// Returns the name of a square, as `a1`.
    fn name(&self, (row, column): Cell) -> String {
        let letter = |index: usize| (b'a'..=b'z').nth(index).map(char::from).expect("a letter of 26");
        let first = (column >= 26).then(|| letter(column / 26 - 1));
        let rank = self.ranks - row;
        first.map_or_else(String::new, String::from) + &format!("{}{rank}", letter(column % 26))
    }
}

fn owner(piece: char) -> Option<Player> {
    match piece {
        'r' | 'R' => Some(Player::Red),
        'b' | 'B' => Some(Player::Black),
        _ => None,
    }
}

fn is_king(piece: char) -> bool {
    piece.is_ascii_uppercase()
}

/// A walk of the tree for one question, which ends when it has become too large.
struct Walk {
    mistakes: Mistakes,
    moves_left: u64,
}

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

impl Mutant {
    /// Makes the program with these mistakes.
    pub fn new(mistakes: impl Into<Mistakes>) -> Mutant {
        Mutant { mistakes: mistakes.into() }
    }

    /// Returns the program's output. `None` if it cannot make sense of the file,
    /// finds one of its moves illegal, or would walk more than a million moves.
    pub fn answer(&self, question: &Question) -> Option<String> {
        self.answer_and_work(question).0
    }

    /// Returns the program's output, and the number of moves walked to it.
    pub(super) fn answer_and_work(self, question: &Question) -> (Option<String>, u64) {
        let mut walk = Walk { mistakes: self.mistakes, moves_left: MOST_MOVES };
        let answer = walk.answer(question);
        (answer, MOST_MOVES - walk.moves_left)
    }
}

impl Walk {
    fn answer(&mut self, question: &Question) -> Option<String> {
        let configuration = self.read(question.text)?;
        let depth = match (self.has(DepthOneMore), self.has(DepthOneLess)) {
            (true, false) => question.depth.saturating_add(1),
            (false, true) => question.depth.saturating_sub(1),
            _ => question.depth,
        };
        let mut tree = String::new();
        let mut out = question.verbose.then_some(&mut tree);
        let scores = self.rank(&configuration, depth, 0, &mut out)?;
        let player = configuration.turn;
        if scores.is_empty() {
            return Some(format!("Player {player} has no moves available.\n"));
        }
        if question.verbose {
            return Some(tree);
        }
        let lines = scores.iter().map(|(path, score)| format!("{path} for {player}: score {score}\n"));
        Some(lines.collect())
    }
}

/// Reading the file.
impl Walk {
    fn has(&self, mistake: Mistake) -> bool {
        self.mistakes.has(mistake)
    }

    /// Reads a file and plays its moves.
    fn read(&mut self, text: &str) -> Option<Configuration> {
        let text = text.trim_start_matches('\u{feff}');
        let without_comment = |line: &str| line.split('#').next().unwrap_or_default().to_owned() + "\n";
        let text = if self.has(CommentsRead) {
            text.to_owned()
        } else {
            text.lines().map(without_comment).collect()
        };
        let (rules, rest) = text.split_once("RULES")?.1.split_once("TURN")?;
        let (turn, rest) = rest.split_once("BOARD")?;
        let (board, moves) = rest.split_once("MOVES")?;

        let mut configuration = Configuration {
            cells: Vec::new(),
            ranks: 8,
            files: 8,
            turn: Player::Red,
            capture: false,
            multiple: false,
        };
        let words: Vec<&str> =
            rules.split([' ', '\t', '\r', '\n', ':']).filter(|word| !word.is_empty()).collect();
        for (index, &word) in words.iter().enumerate() {
            let before = index.checked_sub(1).map(|index| words[index]);
            match (before, word) {
                (Some("no"), "capture") => configuration.capture = self.has(NoIgnored),
                (_, "capture") => configuration.capture = true,
                (Some("multiple"), "jumps") => configuration.multiple = true,
                (Some("single"), "jumps") => configuration.multiple = false,
                (Some("board"), sides) => {
                    let (ranks, files) = sides.split_once('x')?;
                    (configuration.ranks, configuration.files) = (ranks.parse().ok()?, files.parse().ok()?);
                }
                _ => {}
            }
        }
        if turn.contains("black") && !self.has(TurnIgnored) {
            configuration.turn = Player::Black;
        }
        let count = configuration.ranks * configuration.files;
        let cells = board.chars().filter(|cell| "\".rRbB".contains(*cell)).take(count);
        configuration.cells = cells
            .map(|cell| if self.has(KingsReadAsMen) { cell.to_ascii_lowercase() } else { cell })
            .collect();
        if configuration.cells.len() < count {
            return None;
        }
        if self.has(FlippedMisread) {
            unflip(&mut configuration);
        }
        self.play_all(configuration, moves)
    }

    /// Plays the moves in a file.
    fn play_all(&mut self, mut configuration: Configuration, moves: &str) -> Option<Configuration> {
        if self.has(MovesNotPlayed) {
            return Some(configuration);
        }
        let turn = configuration.turn;
        for path in moves.split_whitespace().filter(|word| word.contains("->") || *word == "pass") {
            if path == "pass" {
                configuration.turn = configuration.turn.opponent();
                continue;
            }
            let (_, after) = self.moves(&configuration, true)?.into_iter().find(|(text, _)| text == path)?;
            configuration = after;
        }
        if self.has(TurnNotPassed) {
            configuration.turn = turn;
        }
        Some(configuration)
    }
}

/// Moves the pieces of each row of a flipped board to the squares that are
/// playable on the other.
fn unflip(configuration: &mut Configuration) {
    let files = configuration.files;
    if configuration.cells[0] == '"' || files % 2 == 1 {
        return;
    }
    for (index, row) in configuration.cells.chunks_mut(files).enumerate() {
        let pieces: Vec<char> = row.iter().copied().filter(|&cell| cell != '"').collect();
        row.fill('"');
        let playable = row.iter_mut().skip((index + 1) % 2).step_by(2);
        for (cell, piece) in playable.zip(pieces) {
            *cell = piece;
        }
    }
}

/// Moving.
impl Walk {
    /// Returns the moves of the player to move with the configurations after
    /// them, in alphabetical order; `None` if there have been too many.
    fn moves(&mut self, configuration: &Configuration, is_root: bool) -> Option<Vec<Move>> {
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
    fn moves_of(&mut self, configuration: &Configuration, from: Cell) -> Option<(Vec<Move>, Vec<Move>)> {
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

    /// Returns the jumps that go on from a chain, each with all that go on from it.
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

    /// Returns a piece as it is on a square that it has come to.
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

/// Scores.
impl Walk {
    /// Returns the moves with their scores, and writes the tree to `out`.
    fn rank(
        &mut self,
        configuration: &Configuration,
        depth: u32,
        level: usize,
        out: &mut Option<&mut String>,
    ) -> Option<Vec<(String, i32)>> {
        let player = configuration.turn;
        let indent = "    ".repeat(level);
        let mut ranked = Vec::new();
        let mut carried = None;
        for (path, after) in self.moves(configuration, level == 0)? {
            let score = if depth == 0 {
                self.score_of_leaf(if self.has(ScoreBeforeMove) { configuration } else { &after }, player)?
            } else {
                if let Some(out) = out {
                    writeln!(out, "{indent}? {path} for {player}:").ok()?;
                }
                let replies = self.rank(&after, depth - 1, level + 1, out)?;
                if replies.is_empty() && self.has(NoReplyStatic) {
                    self.score_of_leaf(&after, player)?
                } else {
                    self.score_of_replies(&replies, &after, player, &mut carried)
                }
            };
            if let Some(out) = out {
                writeln!(out, "{indent}. {path} for {player}: score {score}").ok()?;
            }
            ranked.push((path, score));
        }
        Some(ranked)
    }

    fn score_of_leaf(&mut self, after: &Configuration, player: Player) -> Option<i32> {
        let player = if self.has(ScoreOfOpponent) { player.opponent() } else { player };
        let player = if self.has(ScoreAlwaysReds) { Player::Red } else { player };
        let is_stuck = !self.has(OwnStuckForgotten) && self.is_stuck(after, player)?;
        let is_unseen = self.has(OtherStuckForgotten)
            || self.has(OtherBlockedForgotten) && !after.pieces(player.opponent()).is_empty();
        let has_won = !is_unseen && self.is_stuck(after, player.opponent())?;
        Some(match (is_stuck, has_won) {
            (true, true) if self.has(StuckOrder) => 99,
            (true, _) => -99,
            (_, true) => 99,
            _ => self.material(after, player) - self.material(after, player.opponent()),
        })
    }

    fn is_stuck(&mut self, configuration: &Configuration, player: Player) -> Option<bool> {
        for from in configuration.pieces(player) {
            let (steps, jumps) = self.moves_of(configuration, from)?;
            self.moves_left = self.moves_left.checked_sub((steps.len() + jumps.len()) as u64)?;
            if !steps.is_empty() || (!jumps.is_empty() && !self.has(StuckDespiteJumps)) {
                return Some(false);
            }
        }
        Some(true)
    }

    fn material(&self, configuration: &Configuration, player: Player) -> i32 {
        let king = match (self.has(KingsCountOne), self.has(KingsCountThree)) {
            (true, _) => 1,
            (_, true) => 3,
            _ => 2,
        };
        let pieces = configuration.pieces(player).into_iter().map(|cell| configuration.get(cell));
        pieces.map(|piece| if is_king(piece) { king } else { 1 }).sum()
    }

    /// Returns the score of a move from those of the replies. `carried` is the
    /// best reply to the moves before it, of those that have the same parent.
    fn score_of_replies(
        &self,
        replies: &[(String, i32)],
        after: &Configuration,
        player: Player,
        carried: &mut Option<i32>,
    ) -> i32 {
        let mut scores = replies.iter().map(|&(_, score)| score);
        let chosen = if self.has(WorstReply) {
            scores.min()
        } else if self.has(FirstReply) {
            scores.next()
        } else {
            scores.max()
        };
        let Some(mut chosen) = chosen else {
            let is_blocked = !after.pieces(player.opponent()).is_empty();
            return if self.has(NoReplyLoses) || (self.has(NoReplyBlocked) && is_blocked) {
                -99
            } else if self.has(NoReplyMaterial) {
                self.material(after, player) - self.material(after, player.opponent())
            } else {
                99
            };
        };
        if self.has(BestCarriedOver) {
            chosen = carried.map_or(chosen, |before| before.max(chosen));
            *carried = Some(chosen);
        }
        if self.has(SignNotTurned) { chosen } else { -chosen }
    }
}
