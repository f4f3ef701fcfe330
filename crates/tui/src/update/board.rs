//! The board: moving pieces by hand, or setting them up.

use rankmoves_core::{Move, MoveList, Path, Player, Ply, Square};
use rankmoves_game::Game;
use ratatui::crossterm::event::KeyCode;

use super::command::{answer, check_turn, command};
use super::game::leave_variation;
use crate::editor::Edit;
use crate::state::{Flow, Model};
use table::session::{Chain, Command, MAX_LISTED_MOVES, Risk};

pub(super) fn play(model: &mut Model, ply: &Ply) -> Result<(), String> {
    check_turn(model)?;
    let reply = model.session.play_by_hand(ply)?;
    answer(model, reply);
    Ok(())
}

pub(super) fn on_board(model: &mut Model, key: KeyCode) -> Result<(), String> {
    match key {
        KeyCode::Enter => choose_square(model, model.selection.cursor)?,
        KeyCode::Esc if model.session.chain().is_some() => {
            command(model, Command::Undo(1))?;
        }
        KeyCode::Esc if model.selection.chosen.take().is_none() => leave_variation(model),
        KeyCode::Esc => {}
        _ => model.selection.cursor = moved_square(model, key),
    }
    Ok(())
}

/// Selects a piece, or a destination of the selected piece. Chains are made jump by jump, or by their final
/// square if only one chain ends there.
pub(super) fn choose_square(model: &mut Model, square: Square) -> Result<(), String> {
    model.selection.cursor = square;
    if model.position().jumping() == Some(square) {
        // If the chain may not stop here, the error lists the possible jumps.
        return command(model, Command::Stop).map(|_| ());
    }
    let jump = model.selection.chosen.filter(|&from| from != square).map(|from| Path::from([from, square]));
    if let Some(jump) = jump.filter(|jump| Chain::along(model.position(), jump).is_some()) {
        check_turn(model)?;
        let reply = model.session.jump(&jump)?;
        answer(model, reply);
        return Ok(());
    }
    let MoveList { moves, is_complete } = model.moves_of_chosen();
    let mut ending: Vec<&Path> = moves.iter().map(Move::path).filter(|path| path.end() == square).collect();
    // Prefer a single jump to a chain that circles back to the same square.
    ending.sort_by_key(|path| path.squares().len());
    match ending.as_slice() {
        &[path, ..] if ending.len() == 1 && is_complete || path.squares().len() == 2 => {
            let ply = Ply::Move(path.clone());
            return play(model, &ply);
        }
        [] | [_] if !is_complete && model.position().board().get(square).is_none() => {
            return Err(format!(
                "there are more than {MAX_LISTED_MOVES} ways to jump: jump square by square"
            ));
        }
        &[_, ..] => return Err("several chains end there: jump square by square".to_owned()),
        [] if model.selection.chosen == Some(square) => model.selection.chosen = None,
        [] if model.position().movable().contains(&square) => model.selection.chosen = Some(square),
        [] => {
            // If the square is empty, explain why the selected piece cannot go there.
            let is_empty = model.position().board().get(square).is_none();
            let from = model.selection.chosen.take().filter(|_| is_empty);
            let text = from.map_or_else(|| square.to_string(), |from| format!("{from}-{square}"));
            model.session.parse_move(&text)?;
        }
    }
    Ok(())
}

pub(super) fn edit(model: &mut Model, edit: Edit) -> Result<(), String> {
    model.library.loading = None;
    let remark = model.editor.edit(edit, model.selection.cursor)?;
    model.say(remark);
    // The board may have shrunk.
    model.selection.cursor = moved_square(model, KeyCode::Null);
    Ok(())
}

pub(super) fn in_editor(model: &mut Model, key: KeyCode) -> Result<(), String> {
    match key {
        KeyCode::Esc => {
            model.show(None);
            model.changed();
            model.say("the board is unchanged");
        }
        KeyCode::Enter => {
            let position = model.editor.setup.position().map_err(|why| why.to_string())?;
            let side = |&player: &Player| position.board().count(player) == 0;
            if let Some(player) = Player::ALL.into_iter().find(side) {
                return Err(format!("each player needs a piece: {player} has none"));
            }
            model.session.confirm(Risk::SetUp, model.session.is_unsaved())?;
            model.session.set_game(Game::with_draw_rules(position, model.game().draw_rules()));
            model.library.plies.clear();
            model.show(None);
            model.autoplay.flow = Flow::Paused;
            model.changed();
            let turn = model.position().turn();
            let start =
                if model.session.agent_to_move().is_some() { " (space starts the program)" } else { "" };
            model.say(format!("ready: {turn} to move{start}"));
        }
        _ => model.selection.cursor = moved_square(model, key),
    }
    Ok(())
}

/// Returns the playable square that a key leads to on the board as drawn. Up and down zigzag between two files.
fn moved_square(model: &Model, key: KeyCode) -> Square {
    let shape = model.shown_board().shape();
    let (across, up) = match key {
        KeyCode::Left => (-2, 0),
        KeyCode::Right => (2, 0),
        KeyCode::Up => (0, 1),
        KeyCode::Down => (0, -1),
        _ => (0, 0),
    };
    let sign = if model.session.flip { -1 } else { 1 };
    let file = model.selection.cursor.file().saturating_add_signed(across * sign).min(shape.files() - 1);
    let rank = model.selection.cursor.rank().saturating_add_signed(up * sign).min(shape.ranks() - 1);
    // Of two neighbours in a rank, one is playable.
    let mut files = [file, file ^ 1, file.saturating_sub(1)].into_iter();
    let playable = |file| Square::new(file, rank).filter(|&square| shape.is_playable(square));
    files.find_map(playable).unwrap_or(model.selection.cursor)
}
