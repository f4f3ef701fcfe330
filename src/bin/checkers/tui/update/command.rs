//! The command line, and what the commands of `checkers play` mean here.

use std::time::Duration;

use rankmoves::Ply;

use super::{Effect, act, go, go_to, play, request};
use crate::files::place_of_name;
use crate::session::{COMMANDS, Command, Meant, meaning};
use crate::tui::action::Action;
use crate::tui::prompt::Typed;
use crate::tui::state::{Flow, Focus, Mode, Model, PACES};

pub(super) fn in_prompt(model: &mut Model, action: Action) -> Option<Effect> {
    match action {
        Action::Cancel => model.mode = model.below,
        Action::Enter => {
            let line = model.prompt.take();
            model.mode = model.below;
            // Who asks for no depth wants the one that is looked at.
            if matches!(line.trim(), "hint" | "h") && model.mode == Mode::Game {
                return act(model, Action::Hint);
            }
            return match Command::parse(&line) {
                Ok(asked) => command(model, asked),
                Err(why) => {
                    model.refuse(why);
                    None
                }
            };
        }
        Action::Typed(Typed::Backspace) if model.prompt.text.is_empty() => model.mode = model.below,
        Action::Typed(typed) => {
            if typed == Typed::Complete
                && let Some(place) = place_of_name(&model.prompt.text)
            {
                return Some(Effect::Complete { line: model.prompt.text.clone(), place });
            }
            let is_completed = typed == Typed::Complete;
            let moves = if is_completed { model.session.typable_moves() } else { Vec::new() };
            let words = COMMANDS.iter().map(|(name, ..)| (*name).to_owned());
            let words: Vec<String> = moves.into_iter().chain(words).collect();
            model.prompt.edit(typed, &words);
        }
        _ => {}
    }
    None
}

/// Does what a command of `checkers play` says.
pub(super) fn command(model: &mut Model, command: Command) -> Option<Effect> {
    let is_game = !matches!(
        command,
        Command::Nothing
            | Command::Numbers
            | Command::Flip
            | Command::Save(_)
            | Command::Load(_)
            | Command::Help
            | Command::Quit
    );
    if model.mode == Mode::Edit && is_game {
        model.refuse("a position is being set up: enter plays from there, Esc goes back to the game");
        return None;
    }
    match command {
        Command::Nothing | Command::Board => {}
        Command::Move(text) => play_text(model, &text),
        Command::Undo(turns) => {
            let plies = model.session.undo(turns);
            took(model, plies, "taken back", "there is nothing to take back");
        }
        Command::Redo(turns) => {
            let plies = model.session.redo(turns);
            took(model, plies, "played again", "there is nothing to play again");
        }
        Command::Replay(pause) => {
            if let Some(pause) = pause {
                let nearest = |pace: &&Duration| pace.abs_diff(pause);
                model.pace = PACES
                    .iter()
                    .min_by_key(nearest)
                    .and_then(|near| PACES.iter().position(|pace| pace == near))
                    .unwrap_or(0);
            }
            go_to(model, 0);
            go(model);
        }
        Command::Moves => model.focus = Focus::Tree,
        Command::Hint(depth) => {
            model.depth = depth;
            model.look.analysis = true;
            model.say(format!("scores up to depth {depth}"));
        }
        Command::Numbers => model.look.numbers = !model.look.numbers,
        Command::Flip => model.look.flip = !model.look.flip,
        Command::Save(path) => {
            let replaces =
                model.saving.own.contains(&path) || model.saving.refused.take() == Some(path.clone());
            return Some(Effect::Save { path, replaces });
        }
        Command::Load(path) => return Some(request(model, path, None)),
        Command::Resign => {
            if let Some(outcome) = model.game().outcome() {
                model.refuse(format!("the game is over: {outcome}"));
            } else {
                model.session.resign();
                model.changed();
                let outcome = model.game().outcome().map(|outcome| outcome.to_string());
                model.say(outcome.unwrap_or_default());
            }
        }
        Command::Pass => {
            play(model, &Ply::Pass);
        }
        Command::Go => go(model),
        Command::Seat(player, seat) => {
            model.session.set_seat(player, seat);
            model.changed();
            model.say(format!("{player}: {seat}"));
        }
        Command::Help => {
            model.help_top = 0;
            model.cover(Mode::Help);
        }
        Command::Quit => return Some(Effect::Quit),
    }
    None
}

fn took(model: &mut Model, plies: usize, done: &str, nothing: &str) {
    match plies {
        0 => return model.refuse(nothing),
        1 => model.say(format!("1 ply {done}")),
        _ => model.say(format!("{plies} plies {done}")),
    }
    // Where programs only play, they would play on at once.
    if model.session.is_watched() || model.flow == Flow::Replaying {
        model.flow = Flow::Paused;
    }
    model.changed();
}

fn play_text(model: &mut Model, text: &str) {
    match meaning(model.position(), text) {
        Ok(Meant::Move(mv)) => {
            play(model, &Ply::Move(mv.path().clone()));
        }
        Ok(Meant::Piece(square)) => {
            model.chosen = Some(square);
            model.cursor = square;
            model.focus = Focus::Board;
            model.say(format!("the piece on {square} has several moves: choose where it goes"));
        }
        Err(why) => model.refuse(why),
    }
}
