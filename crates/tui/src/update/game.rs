//! Stepping through the game.

use ratatui::crossterm::event::KeyCode;

use crate::bindings::moved;
use crate::state::{Flow, Model};

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
        (Some(record), Some(place)) if model.library.vary(record, place) => model.follow_line(plies),
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
