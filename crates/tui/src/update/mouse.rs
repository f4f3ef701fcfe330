//! The mouse: a click acts like the key for the clicked item.

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
use crate::view::layout::Layout;
use crate::view::{footer, help, panels};

/// Maximum time between the clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);

/// Handles a click or a turn of the wheel.
pub(super) fn mouse(model: &mut Model, mouse: MouseEvent) -> Done {
    // Lay the screen out while the message is still there: it takes room.
    let layout = Layout::new(model, model.screen.area);
    if layout.board.cell.0 == 0 {
        return Ok(None);
    }
    let at = Position::new(mouse.column, mouse.row);
    model.say("");
    match mouse.kind {
        MouseEventKind::ScrollUp => scroll(model, &layout, at, KeyCode::Up)?,
        MouseEventKind::ScrollDown => scroll(model, &layout, at, KeyCode::Down)?,
        _ => {
            if let Some(action) = click(model, &layout, at)? {
                return act(model, action);
            }
        }
    }
    Ok(None)
}

/// Selects the item at a place on the screen, or returns the action of the key there.
fn click(model: &mut Model, layout: &Layout, at: Position) -> Result<Option<UserAction>, String> {
    let before = model.screen.clicked.replace((model.now, at));
    let is_double =
        before.is_some_and(|(time, place)| place == at && model.now.saturating_sub(time) <= DOUBLE_CLICK);
    if layout.footer.contains(at) {
        return Ok(footer::key_at(model, layout.footer, at.x));
    }
    match model.context() {
        Context::Help => {
            let Some((contexts, action)) = help::key_at(model, at) else { return Ok(None) };
            model.uncover();
            if contexts.contains(&model.context()) {
                return Ok(Some(action));
            }
            let title = contexts.first().map_or("", |context| context.title()).to_lowercase();
            return Err(format!("that key works {title}, not here"));
        }
        Context::Prompt => {}
        context if let Some(square) = layout.board.square_at(at) => click_square(model, context, square)?,
        Context::Edit => {}
        Context::Games => {
            if let Some(place) = panels::game_list(model, layout.side).item_at(at) {
                if is_double {
                    return Ok(Some(enter(model)));
                }
                model.library.pointed = place;
            }
        }
        Context::Tree | Context::Board | Context::Moves => {
            let rows = model.rows();
            if let Some(place) = panels::tree_list(model, &rows, layout.tree).item_at(at) {
                let row = &rows[place];
                let is_fold = panels::fold(row, layout.tree).contains(&at.x);
                if is_double && !is_fold {
                    return Ok(Some(enter(model)));
                }
                model.selection.focus = Context::Tree;
                model.scores.tree.point(row);
                if is_fold && row.is_open {
                    model.scores.tree.close(row);
                } else if is_fold {
                    open(model, row)?;
                }
            } else if let Some(plies) = panels::ply_list(model, layout.moves).0.item_at(at) {
                model.selection.focus = Context::Moves;
                go_to(model, plies);
            }
        }
    }
    Ok(None)
}

/// Returns the key for a double click on an item, which the first click has selected.
fn enter(model: &mut Model) -> UserAction {
    // The item may have moved since.
    model.screen.clicked = None;
    UserAction::Key(KeyCode::Enter)
}

fn click_square(model: &mut Model, context: Context, square: Square) -> Result<(), String> {
    if context == Context::Edit {
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

fn scroll(model: &mut Model, layout: &Layout, at: Position, key: KeyCode) -> Result<(), String> {
    match model.context() {
        Context::Help => in_help(model, key),
        Context::Games => select_game(model, key),
        Context::Edit | Context::Prompt => {}
        _ if panels::tree_list(model, &model.rows(), layout.tree).item_at(at).is_some() => {
            in_tree(model, key)?;
        }
        _ if panels::ply_list(model, layout.moves).0.item_at(at).is_some() => in_moves(model, key),
        _ => {}
    }
    Ok(())
}
