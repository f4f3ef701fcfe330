//! Differences between a listing and the right one, and the error that ends a comparison.

use std::io;

use super::mistake::Mistakes;
use rankmoves::rank::RankError;
use rankmoves_core::{IllegalMove, Move, Path, Player, Position, Score};

/// The maximum number of differences kept in moves, and in scores; further differences are only counted.
pub(super) const MAX_KEPT_FINDINGS: u64 = 20;

/// The maximum number of legal moves in a position that a listing may reach.
pub(super) const MAX_REACHED_MOVES: usize = 100_000;

/// The part of a listing that contains a difference. Differences of the first part should be fixed first,
/// because the others may follow from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ListingPart {
    /// Blanks, marks, words, order: the content may still be right.
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
    pub moves: Vec<Move>,
    /// The position whose moves are listed at that line.
    pub position: Position,
    /// The difference.
    pub difference: Difference,
    /// The number of further lines with the same kind of difference in form.
    pub more: u64,
}

/// The kind of a difference, with its details.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Difference {
    /// The listing is UTF-16.
    Utf16,
    /// The listing begins with a byte-order mark.
    ByteOrderMark,
    /// The line ends with a carriage return.
    CarriageReturn,
    /// There are blanks at the end of the line.
    TrailingBlanks,
    /// The line begins with these blanks and tabs, not with four blanks for each of the moves that lead there.
    Indentation(String),
    /// The line names this player, but the opponent moves.
    Player(Player),
    /// The words of the line differ.
    Wording {
        /// The text found, without the blanks around it.
        found: String,
        /// The text expected.
        expected: String,
    },
    /// The move comes after a move that should follow it.
    Order {
        /// The move.
        mv: Move,
        /// The preceding move.
        before: Move,
    },
    /// The line is empty.
    BlankLine,
    /// The line is not a move.
    OtherText(String),
    /// The last line has no line feed.
    NoLineFeed,
    /// A line follows another without a line feed between them.
    NoLineBreak,
    /// A line is missing.
    MissingLine(String),
    /// Replies to a move, given by its path, are announced although the depth is exhausted.
    TooDeep(String),
    /// The whole tree is listed although only the moves were requested.
    Verbose,
    /// Only the moves are listed although the whole tree was requested.
    Plain,
    /// The tree is listed to another depth.
    Depth {
        /// The depth of the listing.
        found: u32,
        /// The depth that was requested.
        expected: u32,
    },
    /// The listing ends before this line.
    EndsTooSoon(String),
    /// A move has a score, but the replies to it are not listed.
    NoReplies(Move),
    /// A legal move is not listed.
    Missing {
        /// The move.
        mv: Move,
        /// The rule that allows the move, as a sentence.
        rule: &'static str,
    },
    /// An illegal move is listed.
    Illegal {
        /// The move's path.
        path: Path,
        /// The reason why the move is illegal.
        reason: IllegalMove,
    },
    /// A path has squares that do not exist on any board.
    NoPath(String),
    /// A move is listed again.
    Repeated(Move),
    /// The listing reports no moves although there are some.
    SaysNoMoves,
    /// The score of a move is wrong, although the scores of all replies to it are right.
    Score {
        /// The move.
        mv: Move,
        /// The score found; `None` if there is none.
        found: Option<i64>,
        /// The right score.
        expected: Score,
        /// The number of plies that follow the move.
        depth: u32,
        /// The mistakes that would each explain the wrong score, given the right replies.
        causes: Mistakes,
        /// A line of best play that leads to the right score; it begins with the move itself.
        line: Vec<Move>,
    },
}

impl Difference {
    /// Returns the part that contains the difference.
    pub fn part(&self) -> ListingPart {
        match self {
            Self::Utf16
            | Self::ByteOrderMark
            | Self::CarriageReturn
            | Self::TrailingBlanks
            | Self::Indentation(_)
            | Self::Player(_)
            | Self::Wording { .. }
            | Self::Order { .. }
            | Self::BlankLine
            | Self::OtherText(_)
            | Self::NoLineFeed
            | Self::NoLineBreak
            | Self::MissingLine(_)
            | Self::TooDeep(_)
            | Self::Verbose => ListingPart::Form,
            Self::Plain
            | Self::Depth { .. }
            | Self::EndsTooSoon(_)
            | Self::NoReplies(_)
            | Self::Missing { .. }
            | Self::Illegal { .. }
            | Self::NoPath(_)
            | Self::Repeated(_)
            | Self::SaysNoMoves => ListingPart::Moves,
            Self::Score { .. } => ListingPart::Scores,
        }
    }
}

/// Counts of differences in moves and scores, separated by whether a search with pruning may cause
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// The number of replies missing after a reply that may have caused a cutoff.
    pub cut_off: u64,
    /// The number of wrong scores that a search with pruning may print as bounds: they are greater than the
    /// right score, but no greater than the best earlier score.
    pub bounds: u64,
    /// The number of other differences.
    pub others: u64,
}

impl Pruned {
    /// Returns whether there are differences, and pruning explains all of them.
    pub fn is_all(self) -> bool {
        self.others == 0 && self.cut_off + self.bounds > 0
    }
}

impl std::ops::AddAssign for Pruned {
    fn add_assign(&mut self, other: Pruned) {
        self.cut_off += other.cut_off;
        self.bounds += other.bounds;
        self.others += other.others;
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The earliest differences, grouped by part: form (one of each kind), moves, scores.
    pub findings: Vec<Finding>,
    pub(super) counts: [u64; 3],
    /// The differences that a search with pruning may cause. The others are not counted here.
    pub(super) pruned: Pruned,
    /// The number of wrong scores that follow from other differences.
    pub consequences: u64,
    /// Another depth at which all moves and scores would be right.
    pub right_for: Option<u32>,
    /// The number of lines read.
    pub lines: u64,
}

impl Comparison {
    /// Returns whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.total() == 0
    }

    /// Returns whether moves and scores are right, regardless of the form.
    pub fn is_content_right(&self) -> bool {
        self.total() == self.count(ListingPart::Form)
    }

    /// Returns the number of differences in a part.
    pub fn count(&self, part: ListingPart) -> u64 {
        self.counts[part as usize]
    }

    /// Counts the differences in moves and scores: the possible effects of a search with pruning, and the others.
    pub fn pruned(&self) -> Pruned {
        let all = self.count(ListingPart::Moves) + self.count(ListingPart::Scores);
        Pruned { others: all - self.pruned.cut_off - self.pruned.bounds, ..self.pruned }
    }

    /// Returns the number of all differences, consequences included.
    pub(super) fn total(&self) -> u64 {
        self.counts.iter().sum::<u64>() + self.consequences
    }

    /// Counts a difference. Returns whether to keep it.
    pub(super) fn count_one(&mut self, difference: &Difference) -> bool {
        let part = difference.part();
        self.counts[part as usize] += 1;
        if part != ListingPart::Form {
            return self.counts[part as usize] <= MAX_KEPT_FINDINGS;
        }
        let kind = std::mem::discriminant(difference);
        let mut findings = self.findings.iter_mut();
        match findings.find(|other| std::mem::discriminant(&other.difference) == kind) {
            Some(first) => {
                first.more += 1;
                false
            }
            None => true,
        }
    }
}

/// Returns the beginning of a text.
pub(super) fn excerpt(text: &str) -> String {
    /// The maximum length of a quotation, in characters.
    const MAX_EXCERPT_CHARS: usize = 1000;
    text.chars().take(MAX_EXCERPT_CHARS).collect()
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
    /// A position has too many moves.
    #[error("a position has more than {MAX_REACHED_MOVES} moves")]
    TooManyMoves,
}
