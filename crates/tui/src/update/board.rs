//! The board: moving pieces by hand, or setting them up.

use rankmoves_core::{Move, MoveList, Path, Player, Ply, Square};
use rankmoves_game::Game;
use ratatui::crossterm::event::KeyCode;

use super::command::{answer, check_turn, command};
use crate::editor::Edit;
use crate::state::{Flow, Model};
use table::session::{Chain, Command, MAX_LISTED_MOVES, Reply, Risk};

/// Plays a ply by hand. Returns whether that was possible.
pub(super) fn play(model: &mut Model, ply: &Ply) -> bool {
    let done = check_turn(model).and_then(|()| model.session.play_by_hand(ply));
    show(model, done)
}

/// Shows the result or the error. Returns whether the command succeeded.
fn show(model: &mut Model, done: Result<Reply, String>) -> bool {
    let is_done = done.is_ok();
    match done {
        Ok(reply) => answer(model, reply),
        Err(why) => model.refuse(why),
    }
    is_done
}

pub(super) fn on_board(model: &mut Model, key: KeyCode) {
    match key {
        KeyCode::Enter => choose_square(model, model.selection.cursor),
        KeyCode::Esc if model.session.chain().is_some() => {
            let _ = command(model, Command::Undo(1));
        }
        KeyCode::Esc => model.selection.chosen = None,
        _ => model.selection.cursor = moved_square(model, key),
    }
}

/// Selects a piece, or a destination of the selected piece. Chains are made jump by jump, or by their final
/// square if only one chain ends there.
pub(super) fn choose_square(model: &mut Model, square: Square) {
    model.selection.cursor = square;
    if model.position().jumping() == Some(square) {
        // If the chain may not stop here, the error lists the possible jumps.
        let _ = command(model, Command::Stop);
        return;
    }
    let jump = model.selection.chosen.filter(|&from| from != square).map(|from| Path::from([from, square]));
    if let Some(jump) = jump.filter(|jump| Chain::along(model.position(), jump).is_some()) {
        let done = check_turn(model).and_then(|()| model.session.jump(&jump));
        show(model, done);
        return;
    }
    let MoveList { moves, is_complete } = model.moves_of_chosen();
    let mut ending: Vec<&Path> = moves.iter().map(Move::path).filter(|path| path.end() == square).collect();
    // Prefer a single jump to a chain that circles back to the same square.
    ending.sort_by_key(|path| path.squares().len());
    match ending.as_slice() {
        &[path, ..] if ending.len() == 1 && is_complete || path.squares().len() == 2 => {
            let ply = Ply::Move(path.clone());
            play(model, &ply);
        }
        [] | [_] if !is_complete && model.position().board().get(square).is_none() => {
            model.refuse(format!(
                "there are more than {MAX_LISTED_MOVES} ways to jump: jump square by square"
            ));
        }
        &[_, ..] => model.refuse("several chains end there: jump square by square"),
        [] if model.selection.chosen == Some(square) => model.selection.chosen = None,
        [] if model.position().movable().contains(&square) => model.selection.chosen = Some(square),
        [] => {
            // If the square is empty, explain why the selected piece cannot go there.
            let is_empty = model.position().board().get(square).is_none();
            let from = model.selection.chosen.take().filter(|_| is_empty);
            let text = from.map_or_else(|| square.to_string(), |from| format!("{from}-{square}"));
            if let Err(why) = model.session.parse_move(&text) {
                model.refuse(why);
            }
        }
    }
}

/// Changes the edited position.
pub(super) fn edit(model: &mut Model, edit: Edit) {
    model.library.loading = None;
    match model.dialogs.editor.edit(edit, model.selection.cursor) {
        Ok(remark) => model.say(remark),
        Err(why) => model.refuse(why),
    }
    // The board may have shrunk.
    model.selection.cursor = moved_square(model, KeyCode::Null);
}

pub(super) fn in_editor(model: &mut Model, key: KeyCode) {
    match key {
        KeyCode::Esc => {
            model.show(None);
            model.changed();
            model.say("the board is unchanged");
        }
        KeyCode::Enter => match model.dialogs.editor.setup.position() {
            Ok(position) => {
                let side = |&player: &Player| position.board().count(player) == 0;
                if let Some(player) = Player::ALL.into_iter().find(side) {
                    model.refuse(format!("each player needs a piece: {player} has none"));
                    return;
                }
                if let Err(warning) = model.session.confirm(Risk::SetUp, model.session.is_unsaved()) {
                    model.refuse(warning);
                    return;
                }
                model.session.set_game(Game::with_draw_rules(position, model.game().draw_rules()));
                model.library.plies.clear();
                model.show(None);
                model.autoplay.flow = Flow::Paused;
                model.changed();
                model.say("set up: play for either side, or let the programs continue (space)");
            }
            Err(why) => model.refuse(why.to_string()),
        },
        _ => model.selection.cursor = moved_square(model, key),
    }
}

/// Returns the square that a key leads to on the board as drawn.
fn moved_square(model: &Model, key: KeyCode) -> Square {
    let shape = model.shown_board().shape();
    let (across, up) = match key {
        KeyCode::Left => (-1, 0),
        KeyCode::Right => (1, 0),
        KeyCode::Up => (0, 1),
        KeyCode::Down => (0, -1),
        _ => (0, 0),
    };
    let sign = if model.session.flip { -1 } else { 1 };
    let file = model.selection.cursor.file().saturating_add_signed(across * sign).min(shape.files() - 1);
    let rank = model.selection.cursor.rank().saturating_add_signed(up * sign).min(shape.ranks() - 1);
    Square::new(file, rank).unwrap_or(model.selection.cursor)
}
