//! User actions: some act on one part of the screen, the others mean the same everywhere.

use super::board::{in_editor, on_board};
use super::command::{command, in_prompt};
use super::event::Effect;
use super::game::{go_to, in_moves, set_pace, vary};
use super::lists::{begin_search, in_games, in_help};
use super::mouse::{click, scroll};
use super::tree::in_tree;
use crate::action::{Context, UserAction};
use crate::editor::Editor;
use crate::state::{Mode, Model};
use table::session::{Command, Request};

/// Performs an action of the user.
pub(super) fn act(model: &mut Model, action: UserAction) -> Option<Effect> {
    if action == UserAction::Suspend {
        return Some(Effect::Suspend);
    }
    if !matches!(action, UserAction::Typed(_)) {
        model.say("");
    }
    let was_leaving = std::mem::take(&mut model.dialogs.is_leaving);
    match (action, model.context()) {
        (UserAction::Interrupt, _) if model.is_in_progress() && !was_leaving => {
            model.dialogs.is_leaving = true;
            model.say("press Ctrl-C again to quit without saving; :save FILE keeps the game");
        }
        (UserAction::Interrupt, _) => return Some(Effect::Interrupt),
        (UserAction::Click(column, row), _) => {
            return click(model, column, row, was_leaving).and_then(|action| act(model, action));
        }
        (UserAction::Scroll { column, row, down }, _) => scroll(model, column, row, down),
        (_, Context::Help) => in_help(model, action),
        (_, Context::Prompt) => return in_prompt(model, action),
        (_, Context::Games) if action.is_move() => return in_games(model, action),
        (_, Context::Edit) if action.is_move() => in_editor(model, action),
        (_, Context::Tree) if action.is_move() => in_tree(model, action),
        (_, Context::Board) if action.is_move() => on_board(model, action),
        (_, Context::Moves) if action.is_move() => in_moves(model, action),
        (UserAction::Command(Command::Ask(Request::Quit)), _) => {
            if was_leaving || !model.is_in_progress() {
                return Some(Effect::Quit);
            }
            model.dialogs.is_leaving = true;
            model.say("press q again to quit without saving; :save FILE keeps the game");
        }
        _ => return general(model, action),
    }
    None
}

/// Performs an action that means the same everywhere.
fn general(model: &mut Model, action: UserAction) -> Option<Effect> {
    let at = model.game().played().len();
    match action {
        UserAction::Command(asked) => return command(model, asked.clone()),
        UserAction::Deeper => return set_depth(model, model.scores.depth.saturating_add(1)),
        UserAction::Shallower => return set_depth(model, model.scores.depth.saturating_sub(1)),
        UserAction::Slower => set_pace(model, model.autoplay.pace + 1),
        UserAction::Faster => set_pace(model, model.autoplay.pace.saturating_sub(1)),
        // A step back first drops an unfinished chain.
        UserAction::StepBack if model.session.chain().is_some() => go_to(model, at),
        UserAction::StepBack => go_to(model, at.saturating_sub(1)),
        UserAction::StepOn => go_to(model, at + 1),
        UserAction::Vary => vary(model),
        UserAction::ToStart => go_to(model, 0),
        UserAction::ToEnd => go_to(model, usize::MAX),
        UserAction::NextFocus | UserAction::PreviousFocus => {
            let focus = model.selection.focus;
            let is_next = action == UserAction::NextFocus;
            // Of three parts, the previous one is two further on.
            model.selection.focus = if is_next { focus.next() } else { focus.next().next() };
            model.find_piece();
        }
        UserAction::Order => model.scores.tree.is_alphabetical = !model.scores.tree.is_alphabetical,
        UserAction::Analysis => model.look.analysis = !model.look.analysis,
        UserAction::Theme => model.look.theme = model.look.theme.next(),
        UserAction::EditBoard => {
            model.library.loading = None;
            model.dialogs.editor = Editor::new(model.game().position());
            model.dialogs.mode = Mode::Edit;
        }
        UserAction::Games if model.library.games.is_empty() => {
            model.refuse("no file with several games is open: open one with :load FILE");
        }
        UserAction::Games => model.dialogs.mode = Mode::Games,
        UserAction::Search => begin_search(model),
        UserAction::Prompt => {
            model.dialogs.prompt.begin();
            model.cover(Mode::Prompt);
        }
        _ => {}
    }
    None
}

fn set_depth(model: &mut Model, depth: u32) -> Option<Effect> {
    command(model, Command::Ask(Request::Hint(Some(depth))))
}
