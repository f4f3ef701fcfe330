//! The help, the list of games, and requests for files.

use std::path::PathBuf;

use super::event::Effect;
use crate::action::UserAction;
use crate::state::{Mode, Model};
use crate::view::help;
use table::session::Risk;

pub(super) fn in_help(model: &mut Model, action: UserAction) {
    match action {
        UserAction::Cancel | UserAction::Enter => model.dialogs.mode = model.dialogs.below,
        _ => model.dialogs.help_top = action.moved(model.dialogs.help_top, help::count(model)),
    }
}

pub(super) fn in_games(model: &mut Model, action: UserAction) -> Option<Effect> {
    match action {
        UserAction::Cancel => model.dialogs.mode = Mode::Game,
        UserAction::Enter => return open_game(model),
        _ => model.library.pointed = action.moved(model.library.pointed, model.library.games.len()),
    }
    None
}

fn open_game(model: &mut Model) -> Option<Effect> {
    let summary = model.library.games.get(model.library.pointed)?;
    if !summary.is_valid {
        let why = summary.text.clone();
        model.refuse(why);
        return None;
    }
    let number = u32::try_from(model.library.pointed + 1).ok();
    let path = model.library.path.clone();
    if let Err(warning) = model.session.confirm(Risk::Load(path.clone(), number), model.session.is_unsaved())
    {
        model.refuse(warning);
        return None;
    }
    Some(request(model, path, number))
}

/// Requests a file, cancelling any earlier request.
pub(super) fn request(model: &mut Model, path: PathBuf, number: Option<u32>) -> Effect {
    model.library.requests += 1;
    model.library.loading = Some(model.library.requests);
    model.say(format!("reading {}{}", path.display(), model.look.theme.pick("…", "...")));
    Effect::Load { request: model.library.requests, path, number }
}
