//! The lists: the help, the games of a file, and the tree of moves and replies. Requests for files.

use std::path::PathBuf;

use rankmoves_core::Ply;
use ratatui::crossterm::event::KeyCode;

use super::board::play;
use super::game::go_to;
use super::{Done, Effect};
use crate::action::{Context, moved};
use crate::state::{Flow, Model};
use crate::tree::Row;
use crate::view::help;
use table::session::{Risk, Seat, too_many_moves};

pub(super) fn in_help(model: &mut Model, key: KeyCode) {
    match key {
        KeyCode::Esc | KeyCode::Enter => model.uncover(),
        _ => model.dialogs.help_top = help::scrolled(model, key),
    }
}

/// Selects the next item that contains all words of a text, ignoring case. An empty text repeats the last search.
pub(super) fn search(model: &mut Model, text: &str) -> Result<(), String> {
    if !text.is_empty() {
        model.dialogs.sought = text.to_lowercase();
    }
    let (items, place) = match model.context() {
        Context::Help => (help::texts(model), &mut model.dialogs.help_top),
        Context::Games => {
            let texts = model.library.games.iter().map(|game| game.text.clone());
            (texts.collect(), &mut model.library.pointed)
        }
        _ => return Err("you can search the list of games (m) and the help (?)".to_owned()),
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
        KeyCode::Enter => return open_game(model),
        _ => select_game(model, key),
    }
    Ok(None)
}

pub(super) fn select_game(model: &mut Model, key: KeyCode) {
    model.library.pointed = moved(key, model.library.pointed, model.library.games.len());
}

fn open_game(model: &mut Model) -> Done {
    let Some(summary) = model.library.games.get(model.library.pointed) else { return Ok(None) };
    if !summary.is_valid {
        return Err(summary.text.clone());
    }
    let number = u32::try_from(model.library.pointed + 1).ok();
    let path = model.library.path.clone();
    model.session.confirm(Risk::Load(path.clone(), number), model.session.is_unsaved())?;
    Ok(Some(request(model, path, number)))
}

/// Requests a file, cancelling any earlier request.
pub(super) fn request(model: &mut Model, path: PathBuf, number: Option<u32>) -> Effect {
    model.library.requests += 1;
    model.library.loading = Some(model.library.requests);
    model.say(format!("reading {}{}", path.display(), model.theme.pick("…", "...")));
    Effect::Load(model.library.requests, path, number)
}

pub(super) fn in_tree(model: &mut Model, key: KeyCode) -> Result<(), String> {
    if model.has_ended() {
        if key == KeyCode::Enter {
            // Review the game, with scores.
            go_to(model, 0);
            model.analysis = true;
            model.selection.focus = Context::Moves;
        }
        return Ok(());
    }
    let rows = model.rows();
    let place = model.scores.tree.pointed(&rows);
    let Some(row) = rows.get(place) else { return Ok(()) };
    match key {
        KeyCode::Right if row.is_open => {
            if let Some(reply) = rows.get(place + 1).filter(|next| next.level() > row.level()) {
                model.scores.tree.point(reply);
            }
        }
        KeyCode::Right => open(model, row)?,
        KeyCode::Left if row.is_open => model.scores.tree.close(row),
        KeyCode::Left => {
            let above = rows[..place].iter().rfind(|above| above.level() < row.level());
            if let Some(above) = above {
                model.scores.tree.point(above);
            }
        }
        KeyCode::Enter => play_branch(model, row)?,
        KeyCode::Esc => model.scores.tree.reset(),
        _ => model.scores.tree.point(&rows[moved(key, place, rows.len())]),
    }
    Ok(())
}

pub(super) fn open(model: &mut Model, row: &Row) -> Result<(), String> {
    match row.depth {
        Some(0) => Err("replies are not searched at this depth: + searches one ply deeper".to_owned()),
        None => Err(match too_many_moves(model.position()) {
            Some(many) => format!("{many}: they are not ranked"),
            None => "the scores are not computed yet".to_owned(),
        }),
        Some(_) if !row.has_replies => {
            Err(format!("there is no reply: {} cannot move", row.position.turn().opponent()))
        }
        Some(_) => {
            model.scores.tree.open(row);
            model.scores.tree.point(row);
            Ok(())
        }
    }
}

/// Plays the moves that lead to a row, then the row's move.
fn play_branch(model: &mut Model, row: &Row) -> Result<(), String> {
    if row.level() > 0
        && model.autoplay.flow == Flow::Playing
        && model.session.seat(model.position().turn().opponent()) != Seat::Human
    {
        return Err("the program would play the reply: pause (space) to play for both sides".to_owned());
    }
    // Stay paused, because the first move would let the program reply at once.
    let stays_paused = row.level() > 0 && model.autoplay.flow == Flow::Paused;
    for path in row.branch.clone() {
        play(model, &Ply::Move(path))?;
        if stays_paused {
            model.autoplay.flow = Flow::Paused;
        }
    }
    Ok(())
}
