//! User actions: keys act on the part of the screen that has the focus, other actions mean the same everywhere.

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;

use super::board::{edit, in_editor, on_board};
use super::command::{command, in_prompt};
use super::game::{go_to, in_moves, vary};
use super::lists::{in_games, in_help};
use super::tree::in_tree;
use super::{Done, Effect};
use crate::action::{Context, UserAction};
use crate::bindings::GAME;
use crate::editor::Editor;
use crate::state::{Model, PACES};
use table::session::{Command, Request, Risk};

/// Performs an action of the user. Any action between a warning and its repeated command withdraws the warning.
pub(super) fn act(model: &mut Model, action: UserAction) -> Done {
    use UserAction::{Interrupt, Key, Prompt};
    let is_typed = match action {
        UserAction::Suspend => return Ok(Some(Effect::Suspend)),
        Key(key) => !matches!(key, KeyCode::Enter | KeyCode::Esc),
        action => action == UserAction::ClearLine,
    };
    let is_prompt = model.context() == Context::Prompt;
    if !is_typed || !is_prompt {
        model.say("");
    }
    if !is_prompt && !matches!(action, Key(KeyCode::Enter) | UserAction::Command(_) | Interrupt | Prompt(_)) {
        model.session.forget_warning();
    }
    let at = model.game().played().len();
    match action {
        Key(key) => return press(model, key),
        Interrupt => {
            model.session.confirm(Risk::Leave, model.is_in_progress())?;
            return Ok(Some(Effect::Interrupt));
        }
        UserAction::Command(asked) => return command(model, asked.clone()),
        UserAction::Deepen(by) => {
            let depth = model.scores.depth.saturating_add_signed(by);
            return command(model, Command::Ask(Request::Hint(Some(depth))));
        }
        UserAction::Slow(by) => {
            model.autoplay.pace = model.autoplay.pace.saturating_add_signed(by).min(PACES.len() - 1);
            model.autoplay.next_at = model.now + model.pause();
            let pause = Duration::from_millis(PACES[model.autoplay.pace]);
            model.say(format!("{} s between plies", pause.as_secs_f64()));
        }
        // A step back first drops an unfinished chain.
        UserAction::Step(-1) if model.session.chain().is_some() => go_to(model, at),
        UserAction::Step(by) => go_to(model, at.saturating_add_signed(by)),
        UserAction::Vary => vary(model)?,
        UserAction::Focus(by) => {
            // The parts of the game's screen are the first contexts.
            model.selection.focus = GAME[(model.selection.focus as usize + by) % GAME.len()];
            // Move the cursor to a movable piece, unless it is already on one.
            let movable = model.position().movable();
            if !movable.contains(&model.selection.cursor) {
                let pointed = model.pointed().filter(|row| row.level() == 0);
                let start = pointed.map(|row| row.mv.path().start()).or(movable.first().copied());
                model.selection.cursor = start.unwrap_or(model.selection.cursor);
            }
        }
        UserAction::Order => model.scores.tree.is_alphabetical = !model.scores.tree.is_alphabetical,
        UserAction::Analysis => model.analysis = !model.analysis,
        UserAction::Theme => model.theme = model.theme.next(),
        UserAction::EditBoard => {
            model.library.loading = None;
            model.editor = Editor::new(model.game().position());
            model.show(Some(Context::Edit));
        }
        UserAction::Edit(change) => edit(model, change)?,
        UserAction::Games if model.library.games.is_empty() => {
            return Err("no file with several games is open: open one with :load FILE".to_owned());
        }
        UserAction::Games => model.show(Some(Context::Games)),
        Prompt(text) => {
            model.dialogs.prompt.begin();
            model.cover(Context::Prompt);
            model.dialogs.prompt.insert(text);
        }
        UserAction::ClearLine => model.dialogs.prompt.clear(),
        UserAction::Suspend => {}
    }
    Ok(None)
}

/// Presses a key of the part of the screen that has the focus.
fn press(model: &mut Model, key: KeyCode) -> Done {
    match model.context() {
        Context::Tree => in_tree(model, key)?,
        Context::Board => on_board(model, key)?,
        Context::Moves => in_moves(model, key),
        Context::Edit => in_editor(model, key)?,
        Context::Help => in_help(model, key),
        Context::Games => return in_games(model, key),
        Context::Prompt => return in_prompt(model, key),
    }
    Ok(None)
}
