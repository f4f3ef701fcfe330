//! The lists of plies, of keys and of the games of a file: stepping through the game, and requests for files.

use std::path::PathBuf;

use ratatui::crossterm::event::KeyCode;

use super::{Done, Effect};
use crate::bindings::{Context, moved};
use crate::state::{Flow, Model};
use crate::view::help;
use shell::shown_path;
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
    let first = found.filter_map(|(line, column)| Some((column? > 0, line))).min();
    (_, model.dialogs.help_top) = first.ok_or_else(|| format!("nothing in the help contains {text}"))?;
    model.say(lines[model.dialogs.help_top].trim());
    Ok(())
}

/// Selects the next item that contains all words of a text, ignoring case. An empty text repeats the last search.
pub(super) fn search(model: &mut Model, text: &str) -> Result<(), String> {
    if !text.is_empty() {
        model.dialogs.sought = text.to_lowercase();
    }
    let (items, selected) = match model.context() {
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
    let mut order = (*selected + 1..items.len()).chain(0..items.len().min(*selected + 1));
    let found = order.find(|&index| has_all(&items[index].to_lowercase()));
    *selected = found.ok_or_else(|| format!("nothing contains {sought}"))?;
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
    model.say(format!("reading {}{}", shown_path(&path), model.theme.pick("…", "...")));
    Effect::Load(model.library.requests, path, number)
}

pub(super) fn in_moves(model: &mut Model, key: KeyCode) {
    let (at, count) = (model.game().played().len(), model.game().plies().len() + 1);
    match key {
        KeyCode::Esc => leave_variation(model),
        _ => go_to(model, moved(key, at, count)),
    }
}

/// Goes back to the line from which the current one branches off, if any.
pub(super) fn leave_variation(model: &mut Model) {
    if let Some(plies) = model.record().is_some().then(|| model.library.leave()).flatten() {
        model.follow_line(plies);
    }
}

/// Replaces the last move with the record's next variation.
pub(super) fn vary(model: &mut Model) -> Result<(), String> {
    let plies = model.game().played().len();
    let record = model.session.record().filter(|_| model.record().is_some());
    match (record, plies.checked_sub(1)) {
        (Some(record), Some(index)) if model.library.vary(record, index) => model.follow_line(plies),
        _ => return Err("there is no variation of this move".to_owned()),
    }
    Ok(())
}

/// Goes to the position after a number of plies and pauses the programs.
pub(super) fn go_to(model: &mut Model, plies: usize) {
    model.session.go_to(plies);
    model.autoplay.flow = Flow::Paused;
    model.changed();
    // The last message may be about another ply.
    let outcome = model.game().outcome().filter(|_| model.session.is_finished());
    model.say(outcome.map_or_else(String::new, |outcome| outcome.to_string()));
}

/// Pauses or continues.
pub(super) fn go(model: &mut Model) -> Result<(), String> {
    let is_end = model.game().played().len() == model.game().plies().len();
    if is_end && model.session.is_finished() {
        return Err("the game is over: to continue, go to its end (G) and take the end back (u)".to_owned());
    }
    if let Some(result) = model.session.result().filter(|_| model.game().outcome().is_none()) {
        return Err(format!("{result}: play a move to continue the game without this result"));
    }
    let paused = (Flow::Paused, "paused: play for either side, or continue (space)");
    let (flow, text) = match model.autoplay.flow {
        Flow::Playing if is_end || model.session.agent_to_move().is_some() => paused,
        Flow::Replaying => paused,
        _ if is_end && model.game().outcome().is_some() => (Flow::Playing, "the game is over"),
        _ if is_end => (Flow::Playing, "continuing"),
        _ => (Flow::Replaying, "replay: { is slower, } faster, space pauses"),
    };
    model.autoplay.flow = flow;
    model.say(text);
    model.autoplay.next_at = model.now + model.pause();
    model.withdraw_requests();
    Ok(())
}
