//! Moves as they are written: the squares that a piece visits.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::model::square::Square;

/// The squares that a piece visits, first to last: two for a step or a single
/// jump, more for a chain.
///
/// Paths sort like their texts, byte by byte. This is the order of every list of moves.
///
/// ```
/// use rankmoves_core::Path;
///
/// let path: Path = "a1->c3->e5".parse()?;
/// assert_eq!(path.squares().len(), 3);
/// assert_eq!(path.to_string(), "a1->c3->e5");
/// # Ok::<(), rankmoves_core::ParsePathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(Squares);

impl Path {
    /// Returns the path along these squares; `None` if there are fewer than two.
    pub fn new(squares: impl IntoIterator<Item = Square>) -> Option<Path> {
        let squares: Squares = squares.into_iter().collect();
        (squares.len() >= 2).then_some(Path(squares))
    }

    /// Returns the squares, at least two.
    #[inline]
    pub fn squares(&self) -> &[Square] {
        &self.0
    }

    /// Returns the first square.
    pub fn start(&self) -> Square {
        self.0[0]
    }

    /// Returns the last square.
    pub fn end(&self) -> Square {
        self.0[self.0.len() - 1]
    }
}

/// Makes the path of a step or a single jump.
impl From<[Square; 2]> for Path {
    fn from(squares: [Square; 2]) -> Path {
        Path(squares.into_iter().collect())
    }
}

/// Writes the squares with `->` between them.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[0].fmt(f)?;
        self.0[1..].iter().try_for_each(|square| write!(f, "->{square}"))
    }
}

/// Reads squares with `->` between them.
impl FromStr for Path {
    type Err = ParsePathError;

    fn from_str(text: &str) -> Result<Path, ParsePathError> {
        let squares: Option<Squares> = text.split("->").map(|name| name.parse().ok()).collect();
        squares.filter(|squares| squares.len() >= 2).map(Path).ok_or(ParsePathError)
    }
}

/// An error: the text is not a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a move such as d4->e5")]
pub struct ParsePathError;

/// A legal move of some position: its path and its effect.
///
/// Two moves are equal if their paths and effects are equal. The moves of one position sort by path. Their
/// paths all differ, but two moves may have the same effect.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub(crate) path: Path,
    pub(crate) captured: Squares,
    pub(crate) crowns: bool,
}

impl Move {
    /// Returns the squares that the piece visits.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the squares of the captured pieces, in the order of the jumps;
    /// empty for a step.
    pub fn captured(&self) -> &[Square] {
        &self.captured
    }

    /// Returns whether a man is crowned.
    pub fn crowns(&self) -> bool {
        self.crowns
    }

    /// Returns whether this is a jump or a chain, not a step.
    pub fn is_jump(&self) -> bool {
        !self.captured.is_empty()
    }
}

/// Writes the path.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path.fmt(f)
    }
}

/// A player's turn: a move or a pass.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A move of a piece along a path.
    Move(Path),
    /// A pass, allowed under [`Blocked::Passes`](crate::Blocked::Passes) if the player has no moves.
    Pass,
}

/// Makes the ply that plays a move.
impl From<&Move> for Ply {
    fn from(mv: &Move) -> Ply {
        Ply::Move(mv.path.clone())
    }
}

/// Makes the ply that plays a move.
impl From<Move> for Ply {
    fn from(mv: Move) -> Ply {
        Ply::Move(mv.path)
    }
}

/// Makes the ply that moves along a path.
impl From<Path> for Ply {
    fn from(path: Path) -> Ply {
        Ply::Move(path)
    }
}

/// Makes the ply that moves along a path.
impl From<&Path> for Ply {
    fn from(path: &Path) -> Ply {
        Ply::Move(path.clone())
    }
}

/// Copies the ply.
impl From<&Ply> for Ply {
    fn from(ply: &Ply) -> Ply {
        ply.clone()
    }
}

/// Writes the path, or `pass`.
impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Move(path) => path.fmt(f),
            Ply::Pass => f.write_str("pass"),
        }
    }
}

/// Reads a path, or `pass`.
impl FromStr for Ply {
    type Err = ParsePathError;

    fn from_str(text: &str) -> Result<Ply, ParsePathError> {
        match text {
            "pass" => Ok(Ply::Pass),
            _ => text.parse().map(Ply::Move),
        }
    }
}

/// A list of squares. Up to [`MAX_INLINE`] squares need no allocation. Equal lists are stored alike.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Squares {
    /// One square or more; the unused places hold the first.
    Few { count: u8, squares: [Square; MAX_INLINE] },
    /// No squares, or too many.
    Many(Box<[Square]>),
}

/// The maximum number of squares stored inline, chosen so that the list takes no more room than a `Vec`.
const MAX_INLINE: usize = 11;

impl Default for Squares {
    fn default() -> Squares {
        Squares::Many(Box::default())
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        let mut squares = squares.into_iter();
        let Some(first) = squares.next() else {
            return Squares::default();
        };
        let mut few = [first; MAX_INLINE];
        let mut count = 1;
        while let Some(square) = squares.next() {
            if usize::from(count) == MAX_INLINE {
                let more = [square].into_iter().chain(squares);
                return Squares::Many(few.into_iter().chain(more).collect());
            }
            few[usize::from(count)] = square;
            count += 1;
        }
        Squares::Few { count, squares: few }
    }
}

impl Deref for Squares {
    type Target = [Square];

    #[inline]
    fn deref(&self) -> &[Square] {
        match self {
            Squares::Few { count, squares } => &squares[..usize::from(*count)],
            Squares::Many(squares) => squares,
        }
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Ord for Squares {
    fn cmp(&self, other: &Squares) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl PartialOrd for Squares {
    fn partial_cmp(&self, other: &Squares) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_and_from_str_are_inverse() {
        for text in ["d4->e5", "a1->c3->e5", "a10->b11", "aa1->bj4->aa7", "pass"] {
            assert_eq!(text.parse::<Ply>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn texts_that_are_no_path_are_refused() {
        for text in ["", "d4", "d4->", "->d4", "d4-e5", "d4->>e5", "d4 ->e5", "d4->e5->", "Pass"] {
            assert_eq!(text.parse::<Ply>(), Err(ParsePathError), "{text:?}");
        }
    }

    #[test]
    fn paths_sort_like_their_texts() {
        let mut texts =
            ["b2->a1", "a10->b9", "a1->b2->c3", "a1->b2", "a2->b3", "a9->b10", "a9->b8", "aa1->z2"];
        let mut paths: Vec<Path> = texts.iter().map(|text| text.parse().unwrap()).collect();
        texts.sort_unstable();
        paths.sort_unstable();
        assert_eq!(paths.iter().map(Path::to_string).collect::<Vec<_>>(), texts);
    }

    #[test]
    fn lists_of_any_length_are_those_they_were_made_from() {
        let all: Vec<Square> = (0..40).map(|n| Square::new(n, 39 - n).unwrap()).collect();
        for length in 0..all.len() {
            let list = &all[..length];
            let squares: Squares = list.iter().copied().collect();
            assert_eq!(&*squares, list);
            // A list sorts after its prefixes.
            assert!(length == 0 || all[..length - 1].iter().copied().collect::<Squares>() < squares);
        }
        assert_eq!(size_of::<Squares>(), size_of::<Vec<Square>>());
    }
}
