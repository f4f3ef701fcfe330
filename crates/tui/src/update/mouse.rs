//! The mouse: a click acts like the key for the clicked item.

use std::mem;
use std::time::Duration;

use rankmoves_core::Square;
use ratatui::crossterm::event::{KeyCode, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::Done;
use super::act::act;
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

/// Handles a click or a turn of the wheel.
pub(super) fn mouse(model: &mut Model, mouse: MouseEvent) -> Done {
    // Find the target while the message is still there: it takes room.
    let at = Position::new(mouse.column, mouse.row);
    let target = ClickTarget::at(model, at);
    model.say("");
    let was_leaving = mem::take(&mut model.dialogs.is_leaving);
    match mouse.kind {
        MouseEventKind::ScrollUp => scroll(model, target, KeyCode::Up)?,
        MouseEventKind::ScrollDown => scroll(model, target, KeyCode::Down)?,
        _ => {
            let before = model.screen.clicked.replace((model.now, at));
            let is_double = before
                .is_some_and(|(time, place)| place == at && model.now.saturating_sub(time) <= DOUBLE_CLICK);
            if let Some(action) = click(model, target, is_double)? {
                model.dialogs.is_leaving = was_leaving;
                return act(model, action);
            }
        }
    }
    Ok(None)
}

/// Selects a target, or returns the action of the key there.
fn click(
    model: &mut Model,
    target: Option<ClickTarget>,
    is_double: bool,
) -> Result<Option<UserAction>, String> {
    match target {
        Some(ClickTarget::Tree(_) | ClickTarget::Game(_)) if is_double => {
            // The first click selected the item, which may have moved since.
            model.screen.clicked = None;
            return Ok(Some(UserAction::Key(KeyCode::Enter)));
        }
        Some(ClickTarget::Square(square)) => click_square(model, square)?,
        Some(ClickTarget::Tree(place) | ClickTarget::Fold(place)) => {
            model.selection.focus = Context::Tree;
            if let Some(row) = model.rows().get(place) {
                model.scores.tree.point(row);
                match target {
                    Some(ClickTarget::Fold(_)) if row.is_open => model.scores.tree.close(row),
                    Some(ClickTarget::Fold(_)) => open(model, row)?,
                    _ => {}
                }
            }
        }
        Some(ClickTarget::Ply(plies)) => {
            model.selection.focus = Context::Moves;
            go_to(model, plies);
        }
        Some(ClickTarget::Game(place)) => model.library.pointed = place,
        Some(ClickTarget::Key(action)) => return Ok(Some(action)),
        Some(ClickTarget::Help((contexts, action))) => {
            model.uncover();
            if contexts.contains(&model.context()) {
                return Ok(Some(action));
            }
            let title = contexts.first().map_or("", |context| context.title()).to_lowercase();
            return Err(format!("that key works {title}, not here"));
        }
        None => {}
    }
    Ok(None)
}

fn click_square(model: &mut Model, square: Square) -> Result<(), String> {
    if model.context() == Context::Edit {
        model.selection.cursor = square;
        return edit(model, Edit::Cycle);
    }
    model.selection.focus = Context::Board;
    if model.is_at_root() {
        return choose_square(model, square);
    }
    model.scores.tree.pointed = None;
    model.selection.cursor = square;
    Ok(())
}

fn scroll(model: &mut Model, target: Option<ClickTarget>, key: KeyCode) -> Result<(), String> {
    match (model.context(), target) {
        (Context::Help, _) => in_help(model, key),
        (Context::Games, _) => select_game(model, key),
        (_, Some(ClickTarget::Tree(_) | ClickTarget::Fold(_))) => in_tree(model, key)?,
        (_, Some(ClickTarget::Ply(_))) => in_moves(model, key),
        _ => {}
    }
    Ok(())
}
