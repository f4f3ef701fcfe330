//! Notations for squares and moves: names, or numbers as in PDN.

use crate::model::moves::{Path, Ply};
use crate::model::shape::Shape;
use crate::model::square::Square;

/// A way to write squares and moves.
///
/// ```
/// use rankmoves_core::{Notation, Path, Shape};
///
/// let chain: Path = "c3->e5->g7".parse()?;
/// assert_eq!(Notation::Names.path(&chain), "c3->e5->g7");
/// assert_eq!(Notation::Numbers(Shape::STANDARD).path(&chain), "22x15x8");
/// # Ok::<(), rankmoves_core::ParsePathError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Names by file and rank: `c3`, `c3->d4`, `c3->e5->g7`.
    #[default]
    Names,
    /// The square numbers of a shape: `22`, `22-18`, `22x15x8`. On the standard board, they are those of PDN.
    /// If a square has no number, the whole move is written with names.
    Numbers(Shape),
}

impl Notation {
    /// Writes a square.
    pub fn square(self, square: Square) -> String {
        self.number(square).map_or_else(|| square.to_string(), |number| number.to_string())
    }

    /// Writes the squares of a path.
    pub fn path(self, path: &Path) -> String {
        let first = &path.squares()[..2];
        let is_jump = first[0].rank().abs_diff(first[1].rank()) == 2;
        self.numbered(path.squares(), is_jump).unwrap_or_else(|| path.to_string())
    }

    /// Writes a move or `pass`.
    pub fn ply(self, ply: &Ply) -> String {
        match ply {
            Ply::Move(path) => self.path(path),
            Ply::Pass => ply.to_string(),
        }
    }

    /// Writes squares of a move by number; `None` if the notation uses names or a square has no number.
    pub(crate) fn numbered(self, squares: &[Square], is_jump: bool) -> Option<String> {
        let numbers = squares.iter().map(|&square| Some(self.number(square)?.to_string()));
        Some(numbers.collect::<Option<Vec<_>>>()?.join(if is_jump { "x" } else { "-" }))
    }

    fn number(self, square: Square) -> Option<u32> {
        match self {
            Notation::Names => None,
            Notation::Numbers(shape) => shape.number(square),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_shape_and_names_stand_for_squares_without() {
        let path = |text: &str| text.parse::<Path>().unwrap();
        let (eight, ten) = (Shape::STANDARD, Shape::new(10, 10, false).unwrap());
        // PDN counts from the top left, four squares per row: a1 is 29, c3 22, d4 18.
        for (shape, text, written) in [
            (eight, "c3->d4", "22-18"),
            (eight, "d4->c3", "18-22"),
            (eight, "c3->e5", "22x15"),
            (eight, "a1->c3->e5->g7", "29x22x15x8"),
            (ten, "a1->b2", "46-41"),
            (eight, "c3->c4", "c3->c4"),
            (eight, "c3->i9", "c3->i9"),
        ] {
            assert_eq!(Notation::Numbers(shape).path(&path(text)), written);
            assert_eq!(Notation::Names.path(&path(text)), text);
        }
        let numbers = Notation::Numbers(eight);
        assert_eq!(numbers.square("h8".parse().unwrap()), "4");
        assert_eq!(numbers.square("h7".parse().unwrap()), "h7");
        assert_eq!(numbers.ply(&Ply::Pass), "pass");
    }
}
