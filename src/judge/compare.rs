//! A listing compared with the right one: what differs, in the order in which one would mend it.

use std::io::{self, BufRead};

use super::cause::{self, Replies};
use super::listing::{Content, Entry, Line, Lines, Mark};
use super::mistake::Mistakes;
use crate::model::illegal::IllegalMove;
use crate::model::moves::{Move, Path};
use crate::model::player::Player;
use crate::model::position::Position;
use crate::model::score::{Score, WON, score};
use crate::rank::{RankError, Ranker};

/// The most differences of one part that are kept; the others are counted.
const MOST_KEPT: usize = 20;

/// The part of a listing that a difference is in. Those of the first part are to
/// be mended first: the others may follow from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Blanks, marks, words, order: the content may be right all the same.
    Form,
    /// The moves that are listed.
    Moves,
    /// The scores of moves.
    Scores,
}

/// A difference between a listing and the right one.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The number of the line, from 1; `None` where the listing ends too soon.
    pub line: Option<u64>,
    /// The moves that lead to [`position`](Self::position).
    pub way: Vec<Move>,
    /// The position whose moves are listed there.
    pub position: Position,
    /// The difference.
    pub difference: Difference,
}

/// The kind of a difference.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Difference {
    /// The line ends with a carriage return.
    CarriageReturn,
    /// There are blanks at the end of the line.
    TrailingBlanks,
    /// The line does not begin with four blanks for each level.
    Indentation {
        /// The blanks and tabs found.
        found: String,
        /// The number of blanks expected.
        expected: usize,
    },
    /// The line names the wrong player.
    Player {
        /// The player found.
        found: Player,
        /// The player who moves.
        expected: Player,
    },
    /// The words of the line differ.
    Wording {
        /// The text found, without the blanks around it.
        found: String,
        /// The text expected.
        expected: String,
    },
    /// The move stands behind one that is to follow it.
    Order {
        /// The move.
        mv: Move,
        /// The move before it.
        before: Move,
    },
    /// The line is empty.
    BlankLine,
    /// The line is no move.
    OtherText(String),
    /// The last line has no line feed.
    NoLineFeed,
    /// A line is missing.
    MissingLine(String),
    /// The replies to a move are listed beyond the depth.
    TooDeep {
        /// The path of the move.
        path: String,
    },
    /// The whole tree is listed where only the moves were asked for.
    Verbose,
    /// A legal move is not listed.
    Missing {
        /// The move.
        mv: Move,
        /// The rule that allows it, a whole sentence.
        rule: &'static str,
    },
    /// An illegal move is listed.
    Illegal {
        /// The move's path.
        path: Path,
        /// The reason why it is illegal.
        reason: IllegalMove,
    },
    /// A path has squares that no board has.
    NoPath(String),
    /// A move is listed again.
    Repeated(Move),
    /// The listing says that there are no moves where there are some.
    SaysNoMoves,
    /// The score of a move is wrong, while those of all replies to it are right.
    Score {
        /// The move.
        mv: Move,
        /// The score found; `None` if there is none.
        found: Option<i64>,
        /// The right score.
        expected: Score,
        /// The number of plies of replies that follow the move.
        depth: u32,
        /// The mistakes of which each leads from the right replies to the wrong score.
        causes: Mistakes,
        /// A line of best play that leads to the right score, the move itself first.
        line: Vec<Move>,
    },
}

impl Difference {
    /// Returns the part that the difference is in.
    pub fn part(&self) -> Part {
        match self {
            Self::CarriageReturn
            | Self::TrailingBlanks
            | Self::Indentation { .. }
            | Self::Player { .. }
            | Self::Wording { .. }
            | Self::Order { .. }
            | Self::BlankLine
            | Self::OtherText(_)
            | Self::NoLineFeed
            | Self::MissingLine(_)
            | Self::TooDeep { .. }
            | Self::Verbose => Part::Form,
            Self::Missing { .. }
            | Self::Illegal { .. }
            | Self::NoPath(_)
            | Self::Repeated(_)
            | Self::SaysNoMoves => Part::Moves,
            Self::Score { .. } => Part::Scores,
        }
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The first differences of each part, of the form only the first of each
    /// kind: those of the form first, then of the moves, then of the scores.
    pub findings: Vec<Finding>,
    counts: [u64; 3],
    /// The mistakes of which each explains every wrong score, but those that
    /// follow from other differences; `None` if no score is wrong.
    pub causes: Option<Mistakes>,
    /// The wrong scores that follow from other differences.
    pub consequences: u64,
    /// The number of lines read.
    pub lines: u64,
}

impl Comparison {
    /// Returns whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.counts == [0; 3] && self.consequences == 0
    }

    /// Returns whether moves and scores are right, whatever the form.
    pub fn is_content_right(&self) -> bool {
        self.count(Part::Moves) == 0 && self.count(Part::Scores) == 0 && self.consequences == 0
    }

    /// Returns the number of differences in a part.
    pub fn count(&self, part: Part) -> u64 {
        self.counts[part as usize]
    }

    fn add(&mut self, finding: Finding) {
        let part = finding.difference.part();
        self.counts[part as usize] += 1;
        let kind = std::mem::discriminant(&finding.difference);
        let is_known = || self.findings.iter().any(|other| std::mem::discriminant(&other.difference) == kind);
        let kept = self.findings.iter().filter(|other| other.difference.part() == part).count();
        if kept < MOST_KEPT && !(part == Part::Form && is_known()) {
            self.findings.push(finding);
        }
    }
}

/// An error that ends a comparison.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The listing cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The right scores cannot be found.
    #[error(transparent)]
    Rank(#[from] RankError),
}

/// Compares a listing of the moves of a position to a depth with the right one:
/// the whole tree if `verbose`, else the moves alone.
///
/// Reads the listing in a stream; memory grows with the depth only. `ranker`
/// finds the scores of moves that are not listed in a tree.
///
/// # Errors
///
/// Where the listing cannot be read, or memory is short.
pub fn compare(
    position: &Position,
    depth: u32,
    verbose: bool,
    listing: impl BufRead,
    ranker: &mut Ranker,
) -> Result<Comparison, CompareError> {
    let root = Level::new(*position, if verbose { depth } else { 0 });
    let mut comparer = Comparer {
        ranker,
        depth,
        verbose,
        levels: vec![root],
        skipped: Vec::new(),
        result: Comparison::default(),
        flat: None,
    };
    let mut lines = Lines::new(listing);
    let mut has_line_feed = true;
    while let Some(line) = lines.next()? {
        comparer.result.lines = line.number;
        has_line_feed = line.has_line_feed;
        comparer.line(&line)?;
    }
    if !has_line_feed {
        let line = comparer.result.lines;
        comparer.add(Some(line), Difference::NoLineFeed);
    }
    comparer.end()?;
    let mut result = comparer.result;
    result.findings.sort_by_key(|finding| finding.difference.part());
    Ok(result)
}

fn no_moves(position: &Position) -> String {
    format!("Player {} has no moves available.", position.turn())
}

/// The moves of one position in the listing, as far as it has been read.
struct Level {
    position: Position,
    /// The legal moves, in order, with their texts.
    moves: Vec<(Move, String)>,
    is_listed: Vec<bool>,
    /// The index of the move listed last.
    last: Option<usize>,
    /// The number of plies of replies that the listing has below these moves.
    depth: u32,
    /// The highest of the right scores of the moves listed so far.
    highest: Option<Score>,
    /// The scores as they are listed.
    listed: Replies,
    /// No move is missing, illegal or repeated, and each has its right score.
    is_right: bool,
    /// The index of the move whose replies are being read.
    open: Option<usize>,
    /// The best reply among those to all moves so far.
    carried: Option<i64>,
}

impl Level {
    fn new(position: Position, depth: u32) -> Level {
        let moves: Vec<_> =
            position.legal_moves().into_iter().map(|mv| (mv.clone(), mv.to_string())).collect();
        Level {
            position,
            is_listed: vec![false; moves.len()],
            moves,
            last: None,
            depth,
            highest: None,
            listed: Replies::default(),
            is_right: true,
            open: None,
            carried: None,
        }
    }

    fn index(&self, path: &str) -> Option<usize> {
        let next = self.last.map_or(0, |last| last + 1);
        // Most listings are in order.
        if self.moves.get(next).is_some_and(|(_, text)| text == path) {
            return Some(next);
        }
        self.moves.iter().position(|(_, text)| text == path)
    }
}

struct Comparer<'a> {
    ranker: &'a mut Ranker,
    depth: u32,
    verbose: bool,
    /// The position asked about, and those after the open moves.
    levels: Vec<Level>,
    /// The paths of open moves that are passed over, with all below them.
    skipped: Vec<String>,
    result: Comparison,
    /// The right scores of the moves of the root, where the tree is not asked for.
    flat: Option<Vec<Score>>,
}

impl Comparer<'_> {
    fn top(&mut self) -> &mut Level {
        self.levels.last_mut().expect("the root stays")
    }

    fn add(&mut self, line: Option<u64>, difference: Difference) {
        let (top, above) = self.levels.split_last().expect("the root stays");
        let way = above.iter().filter_map(|level| Some(level.moves[level.open?].0.clone())).collect();
        self.result.add(Finding { line, way, position: top.position, difference });
    }

    /// Adds a difference of the moves listed at the top level.
    fn add_wrong(&mut self, line: Option<u64>, difference: Difference) {
        self.top().is_right = false;
        self.add(line, difference);
    }

    fn line(&mut self, line: &Line) -> Result<(), CompareError> {
        let number = Some(line.number);
        match &line.content {
            Content::Blank => self.add(number, Difference::BlankLine),
            Content::Other => self.add(number, Difference::OtherText(line.text.trim().to_owned())),
            Content::NoMoves if self.levels[0].moves.is_empty() => {
                let expected = no_moves(&self.levels[0].position);
                self.check_form(line, 0, &expected, None);
            }
            Content::NoMoves => self.add_wrong(number, Difference::SaysNoMoves),
            Content::Move(entry) => match self.mark(entry) {
                Mark::Open => self.open(line, entry),
                Mark::Close => self.close(line, entry)?,
            },
        }
        Ok(())
    }

    /// Returns the mark of a line, or the one that it should have.
    fn mark(&self, entry: &Entry) -> Mark {
        entry.mark.unwrap_or(if self.verbose && entry.score.is_none() { Mark::Open } else { Mark::Close })
    }

    fn open(&mut self, line: &Line, entry: &Entry) {
        let path = &entry.path;
        if !self.skipped.is_empty() || self.top().depth == 0 {
            if self.skipped.is_empty() {
                let difference = if self.verbose {
                    Difference::TooDeep { path: path.clone() }
                } else {
                    Difference::Verbose
                };
                self.add(Some(line.number), difference);
            }
            self.skipped.push(path.clone());
            return;
        }
        let Some(index) = self.list(line, path) else {
            self.skipped.push(path.clone());
            return;
        };
        let level = self.levels.len() - 1;
        let top = self.top();
        let player = top.position.turn();
        let (after, depth) = (top.position.after(&top.moves[index].0), top.depth - 1);
        self.check_form(line, level, &format!("? {path} for {player}:"), entry.player);
        self.top().open = Some(index);
        self.levels.push(Level::new(after, depth));
    }

    fn close(&mut self, line: &Line, entry: &Entry) -> Result<(), CompareError> {
        let path = &entry.path;
        if let Some(open) = self.skipped.last() {
            if open != path {
                return Ok(());
            }
            self.skipped.pop();
            // Behind replies that should not be there, a legal move has its score.
            if !self.skipped.is_empty() || self.top().index(path).is_none() {
                return Ok(());
            }
            return match self.list(line, path) {
                Some(index) => self.score_leaf(line, entry, index),
                None => Ok(()),
            };
        }
        let is_open = |level: &Level| level.open.is_some_and(|index| level.moves[index].1 == *path);
        if let Some(at) = self.levels.iter().rposition(is_open) {
            while self.levels.len() > at + 2 {
                self.close_unclosed(Some(line.number))?;
            }
            return self.score_inner(line, entry);
        }
        let Some(index) = self.list(line, path) else { return Ok(()) };
        if self.top().depth > 0 {
            let expected = format!("? {path} for {}:", self.top().position.turn());
            self.add(Some(line.number), Difference::MissingLine(expected));
        }
        self.score_leaf(line, entry, index)
    }

    /// Notes a move as listed; `None` if it is not legal.
    fn list(&mut self, line: &Line, path: &str) -> Option<usize> {
        let number = Some(line.number);
        let top = self.top();
        let Some(index) = top.index(path) else {
            let position = top.position;
            let difference = match path.parse::<Path>() {
                Ok(path) => match position.find(&path) {
                    Err(reason) => Difference::Illegal { path, reason },
                    Ok(_) => Difference::NoPath(path.to_string()),
                },
                Err(_) => Difference::NoPath(path.to_owned()),
            };
            self.add_wrong(number, difference);
            return None;
        };
        let mv = top.moves[index].0.clone();
        if top.is_listed[index] {
            self.add_wrong(number, Difference::Repeated(mv));
        } else if let Some(last) = top.last.filter(|&last| last > index) {
            let before = top.moves[last].0.clone();
            self.add(number, Difference::Order { mv, before });
        }
        let top = self.top();
        top.is_listed[index] = true;
        top.last = Some(index);
        Some(index)
    }

    /// Checks the score of a move whose replies are not listed.
    fn score_leaf(&mut self, line: &Line, entry: &Entry, index: usize) -> Result<(), CompareError> {
        let top = self.levels.last().expect("the root stays");
        let (position, mv) = (top.position, top.moves[index].0.clone());
        let depth = if self.verbose { top.depth } else { self.depth };
        let expected = self.expected(&position, index, depth)?;
        let after = position.after(&mv);
        let causes = match entry.score.filter(|_| depth == 0) {
            Some(found) => cause::of_leaf(&after, position.turn(), found),
            None => Mistakes::NONE,
        };
        self.check_score(line, entry, index, expected, true, causes)
    }

    /// Checks the score of a move whose replies end here.
    fn score_inner(&mut self, line: &Line, entry: &Entry) -> Result<(), CompareError> {
        let replies = self.finish(Some(line.number))?;
        let top = self.top();
        let index = top.open.take().expect("a level above another has an open move");
        let after = replies.position;
        let player = top.position.turn();
        let causes = match entry.score {
            Some(found) => cause::of_inner(&after, player, &replies.listed, top.carried, found),
            None => Mistakes::NONE,
        };
        if let Some(best) = replies.listed.highest {
            top.carried = Some(top.carried.map_or(best, |before| before.max(best)));
        }
        let expected = replies.highest.map_or(WON, |highest| -highest);
        self.check_score(line, entry, index, expected, replies.is_right, causes)
    }

    fn check_score(
        &mut self,
        line: &Line,
        entry: &Entry,
        index: usize,
        expected: Score,
        are_replies_right: bool,
        causes: Mistakes,
    ) -> Result<(), CompareError> {
        let level = self.levels.len() - 1;
        let verbose = self.verbose;
        let top = self.top();
        let (player, depth) = (top.position.turn(), top.depth);
        let (mv, text) = top.moves[index].clone();
        let position = top.position;
        top.highest = top.highest.max(Some(expected));
        top.listed.add(entry.score);
        let mark = if verbose { ". " } else { "" };
        let is_right = entry.score == Some(i64::from(expected));
        let shown = entry.score.unwrap_or(i64::from(expected));
        let wanted = format!("{mark}{text} for {player}: score {shown}");
        self.check_form(line, level, &wanted, entry.player);
        if is_right {
            return Ok(());
        }
        self.top().is_right = false;
        if !are_replies_right {
            self.result.consequences += 1;
            return Ok(());
        }
        let depth = if verbose { depth } else { self.depth };
        let common = self.result.causes.map_or(causes, |common| common & causes);
        self.result.causes = Some(common);
        // A line is found for those that are shown.
        let is_kept = self.result.count(Part::Scores) < MOST_KEPT as u64;
        let best = if is_kept { self.ranker.line(&position, &mv, depth)? } else { Vec::new() };
        let difference = Difference::Score { mv, found: entry.score, expected, depth, causes, line: best };
        self.add(Some(line.number), difference);
        Ok(())
    }

    /// Returns the right score of a move.
    fn expected(&mut self, position: &Position, index: usize, depth: u32) -> Result<Score, RankError> {
        if !self.verbose {
            if self.flat.is_none() {
                let ranked = self.ranker.rank(position, depth)?;
                self.flat = Some(ranked.into_iter().map(|ranked| ranked.score).collect());
            }
            return Ok(self.flat.as_ref().expect("it has been filled")[index]);
        }
        let mv = &self.levels.last().expect("the root stays").moves[index].0;
        let after = position.after(mv);
        if depth == 0 {
            return Ok(score(&after, position.turn()));
        }
        let replies = self.ranker.rank(&after, depth - 1)?;
        Ok(replies.iter().map(|reply| reply.score).max().map_or(WON, |highest| -highest))
    }

    /// Compares a line with the text it should have, without the blanks before it.
    fn check_form(&mut self, line: &Line, level: usize, expected: &str, player: Option<Player>) {
        let number = Some(line.number);
        let indent = 4 * level;
        let text = line.text.as_str();
        let is_exact = text.len() == indent + expected.len()
            && text.ends_with(expected)
            && text.bytes().take(indent).all(|byte| byte == b' ');
        if is_exact {
            return;
        }
        let stripped = text.strip_suffix('\r').unwrap_or(text);
        if stripped.len() < text.len() {
            self.add(number, Difference::CarriageReturn);
        }
        let trimmed = stripped.trim_end();
        if trimmed.len() < stripped.len() {
            self.add(number, Difference::TrailingBlanks);
        }
        let content = trimmed.trim_start();
        let found = &trimmed[..trimmed.len() - content.len()];
        if found.len() != indent || found.bytes().any(|byte| byte != b' ') {
            self.add(number, Difference::Indentation { found: found.to_owned(), expected: indent });
        }
        if content == expected {
            return;
        }
        let mover = self.top().position.turn();
        match player.filter(|&player| player != mover) {
            Some(found) => self.add(number, Difference::Player { found, expected: mover }),
            None => {
                let (found, expected) = (content.to_owned(), expected.to_owned());
                self.add(number, Difference::Wording { found, expected });
            }
        }
    }

    /// Ends the top level: looks for moves that are not listed.
    fn finish(&mut self, line: Option<u64>) -> Result<Level, CompareError> {
        let missing: Vec<usize> = {
            let top = self.top();
            (0..top.moves.len()).filter(|&index| !top.is_listed[index]).collect()
        };
        let needs_scores = self.verbose && self.levels.len() > 1;
        for index in missing {
            let top = self.top();
            let (position, depth, mv) = (top.position, top.depth, top.moves[index].0.clone());
            let all = top.moves.iter().map(|(mv, _)| mv);
            let rule = cause::permission(&position, &mv, all);
            self.add_wrong(line, Difference::Missing { mv, rule });
            if needs_scores {
                let expected = self.expected(&position, index, depth)?;
                let top = self.top();
                top.highest = top.highest.max(Some(expected));
            }
        }
        Ok(self.levels.pop().expect("the root stays until it is finished itself"))
    }

    /// Ends the top level and its move, whose closing line is missing.
    fn close_unclosed(&mut self, line: Option<u64>) -> Result<(), CompareError> {
        let replies = self.finish(line)?;
        let expected = replies.highest.map_or(WON, |highest| -highest);
        let top = self.top();
        let index = top.open.take().expect("a level above another has an open move");
        top.highest = top.highest.max(Some(expected));
        let text = format!(". {} for {}: score {expected}", top.moves[index].1, top.position.turn());
        self.add_wrong(line, Difference::MissingLine(text));
        Ok(())
    }

    fn end(&mut self) -> Result<(), CompareError> {
        while self.levels.len() > 1 {
            self.close_unclosed(None)?;
        }
        let root = &self.levels[0];
        if root.moves.is_empty() && self.result.lines == 0 {
            let expected = no_moves(&root.position);
            self.add(None, Difference::MissingLine(expected));
        }
        self.finish(None)?;
        Ok(())
    }
}
