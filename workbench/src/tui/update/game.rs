//! The game's moves, its pace, and actions that all parts of the screen share.

use super::command::command;
use super::{Effect, moved};
use crate::session::Command;
use crate::tui::action::Action;
use crate::tui::editor::Editor;
use crate::tui::state::{Flow, Focus, Mode, Model, PACES};

pub(super) fn in_moves(model: &mut Model, action: Action) {
    let (at, count) = (model.game().played().len(), model.game().plies().len() + 1);
    match action {
        Action::Cancel => {
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

/// Goes to the position after so many plies and pauses the programs.
pub(super) fn go_to(model: &mut Model, plies: usize) {
    model.session.go_to(plies);
    model.autoplay.flow = Flow::Paused;
    model.changed();
}

/// Performs an action that means the same in all parts of the screen.
pub(super) fn general(model: &mut Model, action: Action) -> Option<Effect> {
    match action {
        Action::Undo => return command(model, Command::Undo(1)),
        Action::Redo => return command(model, Command::Redo(1)),
        Action::Numbers => return command(model, Command::Numbers),
        Action::Deeper => return command(model, Command::Hint(model.scores.depth.saturating_add(1))),
        Action::Shallower => return command(model, Command::Hint(model.scores.depth.saturating_sub(1))),
        Action::Pass => return command(model, Command::Pass),
        Action::Go => go(model),
        Action::Slower => set_pace(model, model.autoplay.pace + 1),
        Action::Faster => set_pace(model, model.autoplay.pace.saturating_sub(1)),
        Action::Quit => return Some(Effect::Quit),
        _ => {
            step(model, action);
            change_view(model, action);
            open_dialog(model, action);
        }
    }
    None
}

/// Steps through the game.
fn step(model: &mut Model, action: Action) {
    let at = model.game().played().len();
    match action {
        // Take back a begun chain first.
        Action::StepBack if model.session.chain().is_some() => go_to(model, at),
        Action::StepBack => go_to(model, at.saturating_sub(1)),
        Action::StepOn => go_to(model, at + 1),
        Action::Vary => vary(model),
        Action::ToStart => go_to(model, 0),
        Action::ToEnd => go_to(model, usize::MAX),
        _ => {}
    }
}

/// Changes the parts of the screen and their selections.
fn change_view(model: &mut Model, action: Action) {
    match action {
        Action::NextFocus => {
            model.selection.focus = model.selection.focus.next();
            model.find_piece();
        }
        Action::PreviousFocus => {
            model.selection.focus = model.selection.focus.previous();
            model.find_piece();
        }
        Action::Flip => model.look.flip = !model.look.flip,
        Action::Order => model.scores.tree.order = model.scores.tree.order.next(),
        Action::Analysis => model.look.analysis = !model.look.analysis,
        Action::Theme => model.look.theme = model.look.theme.next(),
        Action::Hint => {
            model.look.analysis = true;
            model.selection.focus = Focus::Tree;
            let best = model.rows().into_iter().find(|row| row.level() == 0 && row.is_best);
            if let Some(best) = best {
                model.scores.tree.point(&best);
            }
        }
        _ => {}
    }
}

/// Opens the editor, the list of games, the command line or the help.
fn open_dialog(model: &mut Model, action: Action) {
    match action {
        Action::EditBoard => {
            model.library.loading = None;
            model.dialogs.editor = Editor::new(model.game().position());
            model.dialogs.mode = Mode::Edit;
        }
        Action::Games if model.library.games.is_empty() => {
            model.refuse("no file with several games is open: load one after ':'");
        }
        Action::Games => model.dialogs.mode = Mode::Games,
        Action::Prompt => {
            model.dialogs.prompt.begin();
            model.cover(Mode::Prompt);
        }
        Action::Help => model.open_help(),
        _ => {}
    }
}

fn set_pace(model: &mut Model, pace: usize) {
    model.autoplay.pace = pace.min(PACES.len() - 1);
    model.autoplay.next_at = model.now + model.pause();
    model.say(format!("{} s between plies", PACES[model.autoplay.pace].as_secs_f64()));
}

/// Pauses or goes on.
pub(super) fn go(model: &mut Model) {
    if let Err(why) = model.session.refuse_if_begun() {
        model.refuse(why);
        return;
    }
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
