//! The tree of moves and replies.

use rankmoves_core::Ply;
use ratatui::crossterm::event::KeyCode;

use super::board::play;
use super::game::go_to;
use crate::bindings::{Context, moved};
use crate::state::{Flow, Model};
use crate::tree::Row;
use table::session::{Seat, too_many_moves};

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
