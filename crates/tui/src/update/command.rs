//! The command line, and the effects of the commands of `checkers play`.

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;

use super::lists::{find_in_help, go, go_to, request, search};
use super::{Done, Effect};
use crate::bindings::Context;
use crate::results::{Answer, Task};
use crate::state::{Flow, Model, PACES};
use crate::view::layout::Layout;
use table::file_names::name_start;
use table::session::{Command, Reply, Request, Risk, Seat, too_many_moves};

pub(super) fn in_prompt(model: &mut Model, key: KeyCode) -> Done {
    let prompt = &mut model.dialogs.prompt;
    match key {
        KeyCode::Esc => model.uncover(),
        KeyCode::Enter => {
            let line = prompt.take();
            model.uncover();
            match line.strip_prefix('/') {
                Some(sought) => search(model, sought)?,
                None => return command(model, Command::parse(&line)?),
            }
        }
        KeyCode::Backspace if prompt.text.is_empty() => model.uncover(),
        KeyCode::Tab => {
            if let Some(start) = name_start(&prompt.text) {
                return Ok(Some(Effect::Complete(prompt.text.clone(), start)));
            }
            prompt.complete(&model.session.completions());
        }
        key => prompt.edit(key),
    }
    Ok(None)
}

pub(super) fn command(model: &mut Model, command: Command) -> Done {
    let is_game = !matches!(
        command,
        Command::Nothing
            | Command::Numbers
            | Command::Flip
            | Command::Ask(Request::Save(_) | Request::Load(_) | Request::Help(_) | Request::Quit)
    );
    if model.context() == Context::Edit && is_game {
        let why = "you are setting up a position: press enter to play from it, or Esc to go back to the game";
        return Err(why.to_owned());
    }
    let has_room = || Layout::new(model, model.screen.area).board.has_numbers();
    if command == Command::Numbers && !model.session.numbers && !has_room() {
        model.say("moves use the numbers, but the squares are too small to show them");
    }
    match &command {
        Command::Move(text) => {
            model.session.parse_move(text)?;
            check_turn(model)?;
        }
        Command::Pass | Command::Stop => check_turn(model)?,
        Command::Ask(Request::Quit) => {
            // Quitting may lose an edited position as well as the game; `is_in_progress` checks both.
            model.session.confirm(Risk::Leave, model.is_in_progress())?;
            return Ok(Some(Effect::Quit));
        }
        _ => {}
    }
    let reply = model.session.execute(command)?;
    if is_game && model.base_context() == Context::Games {
        // The list would hide the change.
        model.show(None);
    }
    match reply {
        Reply::Asks(request) => return serve(model, request),
        reply => answer(model, reply),
    }
    Ok(None)
}

/// Refuses commands for the player to move if that player is a program.
pub(super) fn check_turn(model: &Model) -> Result<(), String> {
    if model.autoplay.flow == Flow::Playing && model.session.agent_to_move().is_some() {
        return Err("it is the program's turn: pause (space) to move for it".to_owned());
    }
    Ok(())
}

pub(super) fn answer(model: &mut Model, reply: Reply) {
    let ends_replay = matches!(reply, Reply::Played(_) | Reply::Jumped(_) | Reply::Stepped(_));
    if ends_replay && model.autoplay.flow == Flow::Replaying {
        model.autoplay.flow = Flow::Paused;
    }
    match reply {
        Reply::Nothing | Reply::Shown | Reply::Asks(_) => {}
        Reply::Played(_) => {
            played(model);
            // If a person plays the side that has moved, play continues from here; in a game from a file, only
            // from the end of its main line.
            let (session, game) = (&model.session, model.game());
            let is_end = model.library.branches.is_empty() && game.played().len() == game.plies().len();
            let goes_on = !session.is_watched() && !session.is_finished() && (is_end || !session.is_read());
            if session.seat(model.position().turn().opponent()) == Seat::Human && goes_on {
                model.autoplay.flow = Flow::Playing;
            }
            if model.is_variation() && model.autoplay.flow != Flow::Playing {
                let game = model.game().clone();
                let last = game.played().len() - 1;
                model.scores.asked = Some(Task::Review(Box::new(game), last));
            }
        }
        Reply::Jumped(text) => {
            model.changed();
            model.selection.chosen = model.position().jumping();
            model.selection.cursor = model.selection.chosen.unwrap_or(model.selection.cursor);
            model.say(text);
        }
        Reply::Stepped(text) => {
            model.say(text);
            // If programs play both sides, they would continue at once.
            if model.session.is_watched() {
                model.autoplay.flow = Flow::Paused;
            }
            model.changed();
        }
        Reply::Ended(text) | Reply::Set(text) => {
            model.changed();
            model.say(text);
        }
        Reply::Piece(square) => {
            model.selection.chosen = Some(square);
            model.selection.cursor = square;
            model.selection.focus = Context::Board;
            let name = model.session.notation().square(square);
            model.say(format!("the piece on {name} has several moves: choose where it goes"));
        }
    }
}

fn serve(model: &mut Model, asked: Request) -> Done {
    match asked {
        Request::Begin(new) => {
            let text = model.session.begin(*new);
            model.analysis = model.session.person().is_none();
            model.autoplay.flow = Flow::Playing;
            model.library.plies.clear();
            model.show(None);
            model.changed();
            model.say(text);
        }
        Request::Moves => model.selection.focus = Context::Tree,
        Request::Hint(None) => {
            model.selection.focus = Context::Tree;
            let is_over = model.game().outcome().is_some() || !model.position().has_moves();
            if too_many_moves(model.position()).is_none() && !is_over {
                model.scores.asked = Some(Task::Hint(Box::new(model.session.game_for_hint())));
                model.say("looking for a good move");
            }
        }
        Request::Try(number, mv) => {
            let (at, path) = model.session.read_try(number, &mv)?;
            model.scores.asked = Some(Task::Try(Box::new(model.game().clone()), at, path));
            model.say("judging the move");
        }
        Request::Hint(Some(depth)) => {
            model.scores.depth = depth;
            model.analysis = true;
            model.say(format!("scores up to depth {depth}"));
        }
        Request::Review => {
            model.analysis = true;
            if let Some(ply) = model.next_moment() {
                go_to(model, ply + 1);
                model.scores.visited = Some(ply);
            } else {
                let (judged, plies) = (model.reviewed_plies(), model.game().plies().len());
                model.say(if judged < plies {
                    format!("reviewing: no costly plies in {judged} of {plies} so far")
                } else {
                    "no costly plies".to_owned()
                });
            }
        }
        Request::GoTo(plies) => go_to(model, plies),
        Request::Replay(pause) => {
            if let Some(pause) = pause {
                let distance = |&pace: &usize| Duration::from_millis(PACES[pace]).abs_diff(pause);
                let nearest = (0..PACES.len()).min_by_key(distance);
                model.autoplay.pace = nearest.expect("there are paces");
            }
            go_to(model, 0);
            go(model)?;
        }
        Request::Save(path) => {
            let replaces = model.session.may_replace(&path);
            return Ok(Some(Effect::Save { path, replaces }));
        }
        Request::Load(path) => return Ok(Some(request(model, path, None))),
        Request::Go => go(model)?,
        Request::Seat(player, seat) => {
            let was_against_program = model.session.person().is_some();
            let text = model.session.set_seat(player, seat);
            // As in a new game, the scores of a game against a program are hidden at first.
            model.analysis &= was_against_program || model.session.person().is_none();
            model.changed();
            model.say(text);
        }
        Request::Help(text) => {
            model.dialogs.help_top = 0;
            model.cover(Context::Help);
            text.map_or(Ok(()), |text| find_in_help(model, &text))?;
        }
        Request::Quit => return Ok(Some(Effect::Quit)),
    }
    Ok(None)
}

pub(super) fn show_asked(model: &mut Model, answer: &Answer) {
    model.scores.asked = None;
    let (notation, number) = (model.session.notation(), model.game().played().len());
    match answer {
        Answer::Hint(hint) => {
            let rows = model.rows();
            if let Some(row) = rows.iter().find(|row| row.level() == 0 && row.mv == *hint.mv()) {
                model.scores.tree.point(row);
            }
            model.say(format!("hint: {}", hint.text(notation)));
        }
        Answer::Tried(tried) => model.say(tried.text(notation)),
        Answer::Reviewed(reviewed) => model.say(format!("{number}. {}", reviewed.explained(notation))),
        _ => {}
    }
}

pub(super) fn played(model: &mut Model) {
    let number = model.game().played().len();
    model.say(match model.game().outcome() {
        Some(outcome) => outcome.to_string(),
        None => format!("{number}. {}", model.session.last_played()),
    });
    model.changed();
}
