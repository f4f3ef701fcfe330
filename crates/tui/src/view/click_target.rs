//! Targets of mouse clicks.

use rankmoves_core::Square;
use ratatui::layout::Rect;

use super::help::HelpKey;
use super::layout::{Layout, inside, scrolled};
use super::{footer, help, panels};
use crate::action::{Context, UserAction};
use crate::state::Model;

/// A part of the screen that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickTarget {
    Square(Square),
    /// A row of the tree.
    Tree(usize),
    /// The mark of an open or closed row of the tree.
    Fold(usize),
    /// The position of the game after a number of plies.
    Ply(usize),
    /// A game of the file.
    Game(usize),
    Key(UserAction),
    /// A key in the help.
    Help(HelpKey),
}

impl ClickTarget {
    /// Returns the target at a place on the screen.
    pub fn at(model: &Model, column: u16, row: u16) -> Option<ClickTarget> {
        let layout = Layout::new(model);
        let at = (column, row).into();
        if layout.footer.contains(at) {
            return footer::key_at(model, layout.footer, column).map(ClickTarget::Key);
        }
        match model.context() {
            Context::Help => return help::key_at(model, layout.screen, column, row).map(ClickTarget::Help),
            Context::Prompt => return None,
            _ => {}
        }
        if let Some(square) = layout.board.square_at(column, row) {
            return Some(ClickTarget::Square(square));
        }
        let item = |area: Rect, pointed: usize, count: usize| {
            let inside = inside(area);
            let place = scrolled(pointed, count, inside.height) + usize::from(row.checked_sub(inside.y)?);
            (inside.contains(at) && place < count).then_some(place)
        };
        match model.context() {
            Context::Games => {
                item(layout.side, model.library.pointed, model.library.games.len()).map(ClickTarget::Game)
            }
            Context::Edit => None,
            _ => {
                let rows = model.rows();
                let ply = model.game().played().len();
                item(layout.tree, model.scores.tree.pointed(&rows), rows.len())
                    .map(|place| {
                        let is_fold = panels::fold(&rows[place], layout.tree).contains(&column);
                        if is_fold { ClickTarget::Fold(place) } else { ClickTarget::Tree(place) }
                    })
                    .or_else(|| item(layout.moves, ply, model.game().plies().len() + 1).map(ClickTarget::Ply))
            }
        }
    }
}
