//! The lists of keys and of the games of a file. Requests for files.

use std::path::PathBuf;

use ratatui::crossterm::event::KeyCode;

use super::{Done, Effect};
use crate::bindings::{Context, moved};
use crate::state::Model;
use crate::view::help;
use table::session::Risk;

pub(super) fn in_help(model: &mut Model, key: KeyCode) {
    match key {
        KeyCode::Esc | KeyCode::Enter => model.uncover(),
        _ => model.dialogs.help_top = help::scrolled(model, key),
    }
}

/// Goes to the first line of the help that begins with a text, or else to the first that contains it. Repeats the line
/// below the help, because it may be anywhere on the screen.
pub(super) fn find_in_help(model: &mut Model, text: &str) -> Result<(), String> {
    let (lines, sought) = (help::texts(model), text.to_lowercase());
    let found = lines.iter().map(|line| line.trim().to_lowercase().find(&sought)).enumerate();
    let first = found.filter_map(|(line, place)| Some((place? > 0, line))).min();
    (_, model.dialogs.help_top) = first.ok_or_else(|| format!("nothing in the help contains {text}"))?;
    model.say(lines[model.dialogs.help_top].trim());
    Ok(())
}

/// Selects the next item that contains all words of a text, ignoring case. An empty text repeats the last search.
pub(super) fn search(model: &mut Model, text: &str) -> Result<(), String> {
    if !text.is_empty() {
        model.dialogs.sought = text.to_lowercase();
    }
    let (items, place) = match model.context() {
        Context::Help => (help::texts(model), &mut model.dialogs.help_top),
        _ if model.library.games.is_empty() => {
            return Err("you can search the list of games (m) and the help (?)".to_owned());
        }
        _ => {
            model.show(Some(Context::Games));
            let texts = model.library.games.iter().map(|game| game.text.clone());
            (texts.collect(), &mut model.library.pointed)
        }
    };
    let sought = &model.dialogs.sought;
    let has_all = |item: &str| sought.split_whitespace().all(|word| item.contains(word));
    let mut order = (*place + 1..items.len()).chain(0..items.len().min(*place + 1));
    let found = order.find(|&place| has_all(&items[place].to_lowercase()));
    *place = found.ok_or_else(|| format!("nothing contains {sought}"))?;
    Ok(())
}

pub(super) fn in_games(model: &mut Model, key: KeyCode) -> Done {
    match key {
        KeyCode::Esc => model.show(None),
        KeyCode::Enter => {
            let Some(summary) = model.library.games.get(model.library.pointed) else { return Ok(None) };
            if !summary.is_valid {
                return Err(summary.text.clone());
            }
            let number = u32::try_from(model.library.pointed + 1).ok();
            let path = model.library.path.clone();
            model.session.confirm(Risk::Load(path.clone(), number), model.session.is_unsaved())?;
            return Ok(Some(request(model, path, number)));
        }
        _ => select_game(model, key),
    }
    Ok(None)
}

pub(super) fn select_game(model: &mut Model, key: KeyCode) {
    model.library.pointed = moved(key, model.library.pointed, model.library.games.len());
}

/// Requests a file, cancelling any earlier request.
pub(super) fn request(model: &mut Model, path: PathBuf, number: Option<u32>) -> Effect {
    model.library.requests += 1;
    model.library.loading = Some(model.library.requests);
    model.say(format!("reading {}{}", path.display(), model.theme.pick("…", "...")));
    Effect::Load(model.library.requests, path, number)
}
