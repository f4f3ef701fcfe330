//! The game's moves, its pace, and actions that all parts of the screen share.

use super::command::command;
use super::{Effect, moved};
use crate::action::UserAction;
use crate::editor::Editor;
use crate::state::{Flow, Mode, Model, PACES};
use table::session::{Command, Request};

pub(super) fn in_moves(model: &mut Model, action: UserAction) {
    let (at, count) = (model.game().played().len(), model.game().plies().len() + 1);
    match action {
        UserAction::Cancel => {
            let plies = model.record().is_some().then(|| model.library.leave()).flatten();
            if let Some(plies) = plies {
                model.follow_line(plies);
            }
        }
        _ => go_to(model, moved(action, at, count)),
    }
}

/// Goes to the variation that the record has in place of the last move.
fn vary(model: &mut Model) {
    let plies = model.game().played().len();
    match plies.checked_sub(1).filter(|_| model.record().is_some()) {
        Some(place) if model.library.vary(place) => model.follow_line(plies),
        _ => model.refuse("the record has no variation in place of the last move"),
    }
}

/// Goes to the position after a number of plies and pauses the programs.
pub(super) fn go_to(model: &mut Model, plies: usize) {
    model.session.go_to(plies);
    model.autoplay.flow = Flow::Paused;
    model.changed();
}

/// Performs an action that means the same in all parts of the screen.
pub(super) fn general(model: &mut Model, action: UserAction) -> Option<Effect> {
    match action {
        UserAction::Command(asked) => return command(model, asked.clone()),
        UserAction::Deeper => return set_depth(model, model.scores.depth.saturating_add(1)),
        UserAction::Shallower => return set_depth(model, model.scores.depth.saturating_sub(1)),
        UserAction::Slower => set_pace(model, model.autoplay.pace + 1),
        UserAction::Faster => set_pace(model, model.autoplay.pace.saturating_sub(1)),
        _ => {
            step(model, action);
            change_view(model, action);
            open_dialog(model, action);
        }
    }
    None
}

/// Steps through the game.
fn step(model: &mut Model, action: UserAction) {
    let at = model.game().played().len();
    match action {
        // Take back an unfinished chain first.
        UserAction::StepBack if model.session.chain().is_some() => go_to(model, at),
        UserAction::StepBack => go_to(model, at.saturating_sub(1)),
        UserAction::StepOn => go_to(model, at + 1),
        UserAction::Vary => vary(model),
        UserAction::ToStart => go_to(model, 0),
        UserAction::ToEnd => go_to(model, usize::MAX),
        _ => {}
    }
}

/// Changes the parts of the screen and their selections.
fn change_view(model: &mut Model, action: UserAction) {
    match action {
        UserAction::NextFocus => {
            model.selection.focus = model.selection.focus.next();
            model.find_piece();
        }
        UserAction::PreviousFocus => {
            model.selection.focus = model.selection.focus.previous();
            model.find_piece();
        }
        UserAction::Order => model.scores.tree.order = model.scores.tree.order.next(),
        UserAction::Analysis => model.look.analysis = !model.look.analysis,
        UserAction::Theme => model.look.theme = model.look.theme.next(),
        _ => {}
    }
}

/// Opens the editor, the list of games, the command line or the help.
fn open_dialog(model: &mut Model, action: UserAction) {
    match action {
        UserAction::EditBoard => {
            model.library.loading = None;
            model.dialogs.editor = Editor::new(model.game().position());
            model.dialogs.mode = Mode::Edit;
        }
        UserAction::Games if model.library.games.is_empty() => {
            model.refuse("no file with several games is open: load one after ':'");
        }
        UserAction::Games => model.dialogs.mode = Mode::Games,
        UserAction::Prompt => {
            model.dialogs.prompt.begin();
            model.cover(Mode::Prompt);
        }
        _ => {}
    }
}

fn set_depth(model: &mut Model, depth: u32) -> Option<Effect> {
    command(model, Command::Ask(Request::Hint(Some(depth))))
}

fn set_pace(model: &mut Model, pace: usize) {
    model.autoplay.pace = pace.min(PACES.len() - 1);
    model.autoplay.next_at = model.now + model.pause();
    model.say(format!("{} s between plies", PACES[model.autoplay.pace].as_secs_f64()));
}

/// Pauses or goes on.
pub(super) fn go(model: &mut Model) {
    let is_end = model.game().played().len() == model.game().plies().len();
    model.autoplay.flow = match model.autoplay.flow {
        Flow::Playing if is_end => Flow::Paused,
        Flow::Replaying => Flow::Paused,
        _ if is_end => Flow::Playing,
        _ => Flow::Replaying,
    };
    let text = match model.autoplay.flow {
        Flow::Paused => "paused: play for either side, or go on (space)",
        Flow::Playing if model.game().outcome().is_some() => "the game is over",
        Flow::Playing => "going on",
        Flow::Replaying => "replay: { is slower, } faster, space pauses",
    };
    model.say(text);
    model.autoplay.next_at = model.now + model.pause();
    model.withdraw_requests();
}
