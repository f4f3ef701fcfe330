//! Cases are questions with their right answers.

use std::num::NonZeroUsize;
use std::ops::Range;

use super::mistake::Mistake;
use super::mutant::{MAX_MUTANT_DEPTH, Question};
use rankmoves::rank::Ranker;
use rankmoves::tree::write_tree;
use rankmoves_core::exchange::Document;
use rankmoves_core::{Position, Resources};

/// The maximum size of the tree of a case, in moves.
pub(super) const MAX_TREE_MOVES: usize = 200_000;

/// A question with its right answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// A name for files and reports: lower-case letters, digits and `-`.
    pub name: String,
    /// The file in the exchange format.
    pub text: String,
    /// The depth of `-d`.
    pub depth: u32,
    /// True if the answer is the whole tree (`-v`).
    pub verbose: bool,
    /// The mistakes that change the answer.
    pub catches: Vec<Mistake>,
    /// The reason why the case is in its suite, a sentence without its full stop.
    pub purpose: String,
    /// The right answer; empty if the file must be refused.
    pub answer: String,
}

impl Case {
    /// Makes a case from a question, without a name or purpose.
    ///
    /// `None` if the file is invalid or one of its moves illegal, if the depth is above 1000, if the tree has more
    /// than 200,000 moves, or if memory is short.
    pub fn new(text: String, depth: u32, verbose: bool) -> Option<Case> {
        Case::with_tree(text, depth, verbose, MAX_TREE_MOVES)
    }

    /// Makes a case from a question whose tree has at most `limit` moves.
    pub(super) fn with_tree(text: String, depth: u32, verbose: bool, limit: usize) -> Option<Case> {
        let position = Document::parse(text.as_bytes()).ok()?.position().ok()?;
        if depth > MAX_MUTANT_DEPTH || !has_tree_within(&position, depth, limit) {
            return None;
        }
        let answer = answer(&position, depth, verbose)?;
        Some(Case { text, depth, verbose, answer, ..Case::default() })
    }

    /// Returns the question.
    pub fn question(&self) -> Question<'_> {
        Question { text: &self.text, depth: self.depth, verbose: self.verbose }
    }

    /// Returns the arguments of a program, without the name of the file.
    pub fn arguments(&self) -> Vec<String> {
        let verbose = self.verbose.then(|| "-v".to_owned());
        ["-d".to_owned(), self.depth.to_string()].into_iter().chain(verbose).collect()
    }

    /// Returns the number of pieces on the board of the file.
    pub fn pieces(&self) -> usize {
        pieces(&self.text).len()
    }
}

/// Returns whether the tree of a position has at most `limit` moves.
pub fn has_tree_within(position: &Position, depth: u32, limit: usize) -> bool {
    /// Returns the part of `left` that the moves of a tree leave; `None` if there are too many.
    fn rest(position: &Position, depth: u32, left: usize) -> Option<usize> {
        let moves = position.legal_moves().up_to(left).complete()?;
        let left = left - moves.len();
        if depth == 0 {
            return Some(left);
        }
        moves.iter().try_fold(left, |left, mv| rest(&position.after(mv), depth - 1, left))
    }

    rest(position, depth, limit).is_some()
}

/// Returns the right answer, or `None` if memory is short.
fn answer(position: &Position, depth: u32, verbose: bool) -> Option<String> {
    let player = position.turn();
    if !position.has_moves() {
        return Some(format!("Player {player} has no moves available.\n"));
    }
    if verbose {
        let mut out = Vec::new();
        write_tree(position, depth, &mut out).expect("writing to memory does not fail");
        return Some(String::from_utf8(out).expect("a tree is written in ASCII"));
    }
    let ranked =
        Ranker::with_resources(Resources::with_threads(NonZeroUsize::MIN)).rank(position, depth).ok()?;
    let line = |mv, score| format!("{mv} for {player}: score {score}\n");
    Some(ranked.iter().map(|ranked| line(&ranked.mv, ranked.score)).collect())
}

/// Returns the offsets of the pieces on the board in a text, from the top left.
pub(super) fn pieces(text: &str) -> Vec<usize> {
    let mut bytes = text.as_bytes().to_vec();
    for comment in comments(text) {
        bytes[comment].fill(b' ');
    }
    let find = |word: &[u8]| bytes.windows(word.len()).position(|window| window == word);
    let (Some(board), Some(moves)) = (find(b"BOARD"), find(b"MOVES")) else { return Vec::new() };
    (board + b"BOARD".len()..moves).filter(|&at| b"rRbB".contains(&bytes[at])).collect()
}

/// Returns the ranges of the comments in a text.
pub(super) fn comments(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(begin) = text[from..].find('#').map(|at| from + at) {
        let end = text[begin..].find('\n').map_or(text.len(), |at| begin + at);
        found.push(begin..end);
        from = end;
    }
    found
}
