//! Targets of mouse clicks.

use rankmoves_core::Square;
use ratatui::layout::Position;

use super::help::HelpKey;
use super::layout::Layout;
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
    pub fn at(model: &Model, at: Position) -> Option<ClickTarget> {
        let layout = Layout::new(model);
        if layout.footer.contains(at) {
            return footer::key_at(model, layout.footer, at.x).map(ClickTarget::Key);
        }
        match model.context() {
            Context::Help => return help::key_at(model, at).map(ClickTarget::Help),
            Context::Prompt => return None,
            _ => {}
        }
        if let Some(square) = layout.board.square_at(at) {
            return Some(ClickTarget::Square(square));
        }
        match model.context() {
            Context::Games => panels::game_list(model, layout.side).item_at(at).map(ClickTarget::Game),
            Context::Edit => None,
            _ => {
                let rows = model.rows();
                panels::tree_list(model, &rows, layout.tree)
                    .item_at(at)
                    .map(|place| {
                        let is_fold = panels::fold(&rows[place], layout.tree).contains(&at.x);
                        if is_fold { ClickTarget::Fold(place) } else { ClickTarget::Tree(place) }
                    })
                    .or_else(|| panels::ply_list(model, layout.moves).0.item_at(at).map(ClickTarget::Ply))
            }
        }
    }
}
