//! The board and the lists that `checkers play` shows.

use std::fmt::Write as _;

use rankmoves_core::{Move, Square};

use super::Table;
use crate::show::for_reader;
use picture::{Mark, Picture};
use shell::Stop;
use shell::output::say;
use table::session::{Chain, MAX_LISTED_MOVES};

/// The width of lists, in characters.
pub(super) const WIDTH: usize = 80;

impl Table {
    /// Returns the picture at the cursor, with the last move or the unfinished chain marked.
    pub(super) fn picture(&self) -> Picture {
        self.picture_after(self.session.game().played().len(), self.session.chain())
    }

    /// Returns the picture of the position after some plies, with the last ply marked; or of a chain, if one is
    /// given.
    pub(super) fn picture_after(&self, plies: usize, chain: Option<&Chain>) -> Picture {
        let mut picture = self.session.picture(self.session.game(), plies, chain);
        picture.symbols = self.symbols;
        picture
    }

    /// Shows the board at the cursor, with the pieces that can move marked.
    pub(super) fn show(&self, movable: &[Square]) -> Result<(), Stop> {
        let mut picture = self.picture();
        picture.mark(movable, Mark::Movable);
        say(&for_reader(&picture))
    }

    /// Draws the targets of a piece and lists its moves.
    pub(super) fn piece(&self, from: Square) -> String {
        let (mut picture, notation) = (self.picture(), self.session.notation());
        let all = self.session.moves();
        let own = self.session.position().legal_moves().of_piece(from).up_to(MAX_LISTED_MOVES);
        picture.mark_targets(from, &own.moves);
        let item = |mv: &Move| match all.moves.binary_search(mv) {
            Ok(index) => format!("#{} {}", index + 1, notation.path(mv.path())),
            Err(_) => notation.path(mv.path()),
        };
        let more = if own.is_complete {
            String::new()
        } else {
            let name = notation.square(from);
            format!("the piece on {name} has more than {MAX_LISTED_MOVES} moves: these are the first\n")
        };
        format!("{}{}{more}", for_reader(&picture), columns(own.moves.iter().map(item)))
    }
}

/// Breaks items into lines of the usual width.
pub(super) fn columns(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let longest = items.iter().map(|item| item.chars().count()).max().expect("a list has items") + 2;
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        let is_last = (index + 1).is_multiple_of((WIDTH / longest).max(1)) || index + 1 == items.len();
        let _ = if is_last { writeln!(text, "{item}") } else { write!(text, "{item:<longest$}") };
    }
    text
}
