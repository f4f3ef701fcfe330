//! The board and the tree of moves: moving pieces by hand, or setting them up.

use rankmoves_core::{Move, MoveList, Path, Player, Ply, Square};
use rankmoves_game::Game;
use ratatui::crossterm::event::KeyCode;

use super::command::{answer, check_turn, command};
use super::lists::{go_to, leave_variation};
use crate::bindings::{Context, moved};
use crate::editor::Edit;
use crate::state::{Flow, Model};
use crate::tree::Row;
use table::session::{Chain, Command, MAX_LISTED_MOVES, Risk, Seat, too_many_moves};

fn play(model: &mut Model, ply: &Ply) -> Result<(), String> {
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
    let index = model.scores.tree.pointed(&rows);
    let Some(row) = rows.get(index) else { return Ok(()) };
    match key {
        KeyCode::Right if row.is_open => {
            if let Some(reply) = rows.get(index + 1).filter(|next| next.level() > row.level()) {
                model.scores.tree.point(reply);
            }
        }
        KeyCode::Right => open(model, row)?,
        KeyCode::Left if row.is_open => model.scores.tree.close(row),
        KeyCode::Left => {
            let above = rows[..index].iter().rfind(|above| above.level() < row.level());
            if let Some(above) = above {
                model.scores.tree.point(above);
            }
        }
        KeyCode::Enter => play_branch(model, row)?,
        KeyCode::Esc => model.scores.tree.reset(),
        _ => model.scores.tree.point(&rows[moved(key, index, rows.len())]),
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
