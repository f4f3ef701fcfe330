//! Lists of squares, mostly short ones.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

use crate::model::square::Square;

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
