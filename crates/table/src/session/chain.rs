//! A move that is made one jump at a time.

use rankmoves_core::{Path, Position, Square};

/// The first jumps of a move that is not finished.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The path so far; the piece is now on its last square.
    pub path: Path,
    /// The squares of the pieces that have been jumped.
    pub captured: Vec<Square>,
    /// The position with the jump in progress.
    pub position: Position,
}

impl Chain {
    /// Makes the jumps of a path; returns `None` unless the piece can jump again after each of them.
    pub fn along(position: &Position, path: &Path) -> Option<Chain> {
        let mut chain = Chain { path: path.clone(), captured: Vec::new(), position: *position };
        for leg in path.squares().windows(2) {
            let leg = Path::from([leg[0], leg[1]]);
            let jump = chain.position.next_legs().into_iter().find(|jump| *jump.path() == leg)?;
            chain.position = chain.position.advance(leg.start(), leg.end()).ok()?;
            chain.position.jumping()?;
            chain.captured.extend_from_slice(jump.captured());
        }
        Some(chain)
    }

    /// Returns the path so far, extended by `rest`, which begins where the path ends.
    pub(super) fn with(&self, rest: &Path) -> Path {
        let squares = [self.path.squares(), &rest.squares()[1..]].concat();
        Path::new(squares).expect("a path visits two squares")
    }
}
