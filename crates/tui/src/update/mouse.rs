//! The mouse: a click acts like the key for the clicked item.

use std::time::Duration;

use rankmoves_core::Square;
use ratatui::crossterm::event::KeyCode;

use super::board::{choose_square, edit};
use super::game::{go_to, in_moves};
use super::lists::{in_help, select_game};
use super::tree::{in_tree, open};
use crate::action::{Context, UserAction};
use crate::editor::Edit;
use crate::state::Model;
use crate::view::click_target::ClickTarget;

/// Maximum time between the clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);

/// Selects the target at a column and row, or returns the action of the key there.
pub(super) fn click(
    model: &mut Model,
    target: Option<ClickTarget>,
    (column, row): (u16, u16),
    was_leaving: bool,
) -> Option<UserAction> {
    let here = (model.now, column, row);
    let before = model.screen.clicked.replace(here);
    let is_double = before.is_some_and(|(at, old_column, old_row)| {
        (old_column, old_row) == (column, row) && model.now.saturating_sub(at) <= DOUBLE_CLICK
    });
    if is_double && matches!(target, Some(ClickTarget::Tree(_) | ClickTarget::Game(_))) {
        // The first click selected the item, which may have moved since.
        model.screen.clicked = None;
        return Some(UserAction::Key(KeyCode::Enter));
    }
    match target? {
        ClickTarget::Square(square) => click_square(model, square),
        ClickTarget::Tree(place) | ClickTarget::Fold(place) => {
            model.selection.focus = Context::Tree;
            if let Some(row) = model.rows().get(place) {
                match target {
                    Some(ClickTarget::Fold(_)) if row.is_open => model.scores.tree.close(row),
                    Some(ClickTarget::Fold(_)) => open(model, row),
                    _ => {}
                }
                model.scores.tree.point(row);
            }
        }
        ClickTarget::Ply(plies) => {
            model.selection.focus = Context::Moves;
            go_to(model, plies);
        }
        ClickTarget::Game(place) => model.library.pointed = place,
        ClickTarget::Key(action) => {
            model.dialogs.is_leaving = was_leaving;
            return Some(action);
        }
        ClickTarget::Help((contexts, action)) => return click_help(model, contexts, action),
    }
    None
}

fn click_square(model: &mut Model, square: Square) {
    if model.context() == Context::Edit {
        model.selection.cursor = square;
        edit(model, Edit::Cycle);
        return;
    }
    model.selection.focus = Context::Board;
    if model.is_at_root() {
        choose_square(model, square);
    } else {
        model.scores.tree.pointed = None;
        model.selection.cursor = square;
    }
}

/// Closes the help and returns the action of the clicked key, if the key does something in the mode under the
/// help.
fn click_help(model: &mut Model, contexts: &[Context], action: UserAction) -> Option<UserAction> {
    model.uncover();
    if contexts.contains(&model.context()) {
        return Some(action);
    }
    let title = contexts.first().map_or("", |context| context.title()).to_lowercase();
    model.refuse(format!("that key works {title}, not here"));
    None
}

pub(super) fn scroll(model: &mut Model, target: Option<ClickTarget>, down: bool) {
    let key = if down { KeyCode::Down } else { KeyCode::Up };
    match (model.context(), target) {
        (Context::Help, _) => in_help(model, key),
        (Context::Games, _) => select_game(model, key),
        (_, Some(ClickTarget::Tree(_) | ClickTarget::Fold(_))) => in_tree(model, key),
        (_, Some(ClickTarget::Ply(_))) => in_moves(model, key),
        _ => {}
    }
}
