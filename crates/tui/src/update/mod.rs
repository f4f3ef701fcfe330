//! Applies events to the state. Nothing here reads, writes or waits: work outside
//! is returned as effects.

mod board;
mod command;
mod game;
mod lists;
mod mouse;
mod tree;
mod typing;

use std::path::PathBuf;
use std::time::Duration;

use rankmoves_core::Ply;
use ratatui::crossterm::event::KeyEvent;

use super::action::{Context, UserAction};
use super::prompt::Typed;
use super::record::Loaded;
use super::results::{Answer, Task};
use super::state::{Flow, Mode, Model};
use board::{in_editor, on_board};
use command::in_prompt;
use game::{general, in_moves};
use lists::{in_games, in_help};
use mouse::{click, scroll};
use table::session::{Command, Request, Risk};
use tree::in_tree;
pub use typing::Letter;

/// Something that happens.
#[derive(Debug)]
pub enum Event {
    /// A key of the keyboard.
    Key(KeyEvent),
    /// An action of the user, by the mouse or a signal.
    Action(UserAction),
    /// A pasted text.
    Pasted(String),
    /// The new size of the screen: columns and rows.
    Resize(u16, u16),
    Found(Task, Answer),
    /// The ply that an agent chose in the state of that generation.
    Chosen(u64, Ply),
    /// The agent that was asked in the state of that generation has lost the game, for this reason.
    Forfeited(u64, String),
    /// An error that is not about a file.
    Failed(String),
    /// A warning about what the game does not need.
    Warned(String),
    /// The file that the request of that number asked for.
    Loaded(u64, Result<Box<Loaded>, String>),
    Saved(PathBuf, Result<String, NotSaved>),
    /// The completions of a line, each as a whole.
    Completed {
        line: String,
        lines: Vec<String>,
    },
    /// Time has passed. The progress of the search, if there is one: nodes, finished
    /// moves, all moves.
    Progress(Option<(u64, usize, usize)>),
}

/// The reason why a game is not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// A file of that name exists, and the user has not agreed to replace it.
    Exists,
    Failed(String),
}

/// Work to be done outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Read a file, and of its games the one with a number.
    Load {
        request: u64,
        path: PathBuf,
        number: Option<u32>,
    },
    /// Save the game; overwrite a file only if `replaces`.
    Save {
        path: PathBuf,
        replaces: bool,
    },
    /// Find the files that complete the line from byte `place` on.
    Complete {
        line: String,
        place: usize,
    },
    Suspend,
    Quit,
    /// End as an interrupt does.
    Interrupt,
}

/// Applies an event at a time, counted from the start of the program.
pub fn update(model: &mut Model, event: Event, now: Duration) -> Option<Effect> {
    model.now = now;
    if model.session.stop_clock(now) {
        let outcome = model.game().outcome();
        model.changed();
        model.say(outcome.map_or_else(String::new, |outcome| outcome.to_string()));
    }
    let effect = match event {
        Event::Key(key) => typing::press(model, key),
        Event::Action(action) => {
            model.letter = None;
            act(model, action)
        }
        Event::Pasted(text) => {
            if model.dialogs.mode == Mode::Game {
                let _ = act(model, UserAction::Prompt);
            }
            for character in text.chars().filter(|_| model.dialogs.mode == Mode::Prompt) {
                model.dialogs.prompt.edit(Typed::Character(character), &[]);
            }
            None
        }
        Event::Resize(columns, rows) => {
            model.screen.size = (columns, rows);
            None
        }
        Event::Found(task, answer) => {
            model.scores.results.insert(task, answer);
            None
        }
        Event::Chosen(generation, ply) => {
            if generation == model.autoplay.generation {
                model.autoplay.answer = Some(ply);
            }
            None
        }
        Event::Forfeited(generation, why) => {
            if generation == model.autoplay.generation {
                let loser = model.session.game().position().turn();
                model.session.forfeit(loser);
                model.changed();
                model.refuse(format!("{loser} forfeits the game: {why}"));
            }
            None
        }
        Event::Failed(why) => {
            model.autoplay.flow = Flow::Paused;
            model.refuse(why);
            None
        }
        Event::Warned(warning) => {
            model.refuse(warning);
            None
        }
        Event::Loaded(request, loaded) => {
            take_loaded(model, request, loaded);
            None
        }
        Event::Saved(path, saved) => {
            take_saved(model, path, saved);
            None
        }
        Event::Completed { line, lines } => {
            if model.dialogs.mode == Mode::Prompt && model.dialogs.prompt.text == line {
                model.dialogs.prompt.edit(Typed::Complete, &lines);
            }
            None
        }
        Event::Progress(progress) => {
            note_progress(model, progress);
            None
        }
    };
    play_on(model);
    if model.is_clock_due() {
        model.session.run_any_clock(now);
    }
    effect
}

/// Takes in a file that has been read, if it is the one requested last.
fn take_loaded(model: &mut Model, request: u64, loaded: Result<Box<Loaded>, String>) {
    if model.library.loading == Some(request) {
        model.library.loading = None;
        match loaded {
            Ok(loaded) => {
                model.say(format!("opened {}", loaded.path.display()));
                model.load(*loaded);
            }
            Err(why) => model.refuse(why),
        }
    } else if let (Ok(loaded), None) = (loaded, model.library.loading) {
        model.refuse(format!("{} came too late: load it again", loaded.path.display()));
    }
}

/// Takes in the result of saving the game or, in the editor, the position.
fn take_saved(model: &mut Model, path: PathBuf, saved: Result<String, NotSaved>) {
    match saved {
        Ok(text) => {
            if model.base_mode() == Mode::Edit {
                model.session.note_written(path);
            } else {
                model.session.note_saved(path);
            }
            model.say(text);
        }
        Err(NotSaved::Exists) => {
            if let Err(warning) = model.session.confirm(Risk::Replace(path), true) {
                model.refuse(warning);
            }
        }
        Err(NotSaved::Failed(why)) => model.refuse(why),
    }
}

/// Plays the next ply when it is due, without a command.
fn play_on(model: &mut Model) {
    if model.plays_at().is_none_or(|at| at > model.now) {
        return;
    }
    let at = model.game().played().len();
    if model.autoplay.flow == Flow::Replaying {
        if at < model.game().plies().len() {
            model.session.go_to(at + 1);
            model.changed();
        }
        if model.game().played().len() == model.game().plies().len() {
            model.autoplay.flow = Flow::Paused;
        }
        return;
    }
    // A program whose side is blocked passes.
    let ply = model.autoplay.answer.take().unwrap_or(Ply::Pass);
    match model.session.play(&ply) {
        Ok(()) => played(model),
        Err(why) => {
            model.autoplay.flow = Flow::Paused;
            model.refuse(format!("{ply} cannot be played: {why}"));
        }
    }
}

/// Shows the last ply played.
fn played(model: &mut Model) {
    let number = model.game().played().len();
    model.say(match model.game().outcome() {
        Some(outcome) => outcome.to_string(),
        None => format!("{number}. {}", model.session.last_played()),
    });
    model.changed();
}

fn note_progress(model: &mut Model, progress: Option<(u64, usize, usize)>) {
    let (now, search) = (model.now, &mut model.scores.search);
    let Some((nodes, done, moves)) = progress else {
        search.is_on = false;
        return;
    };
    let passed = now.saturating_sub(search.at).as_millis();
    if search.is_on && passed > 0 {
        let searched = u128::from(nodes.saturating_sub(search.nodes));
        search.rate = u64::try_from(searched * 1000 / passed).unwrap_or(u64::MAX);
    }
    (search.is_on, search.nodes, search.at, search.done, search.moves) = (true, nodes, now, done, moves);
}

fn act(model: &mut Model, action: UserAction) -> Option<Effect> {
    if action == UserAction::Suspend {
        return Some(Effect::Suspend);
    }
    if !matches!(action, UserAction::Typed(_)) {
        model.say("");
    }
    let was_leaving = std::mem::take(&mut model.dialogs.is_leaving);
    match (action, Context::of(model)) {
        (UserAction::Interrupt, _) if model.is_in_progress() && !was_leaving => {
            model.dialogs.is_leaving = true;
            model.say("press Ctrl-C again to quit without saving; :save FILE keeps the game");
        }
        (UserAction::Interrupt, _) => return Some(Effect::Interrupt),
        (UserAction::Click(column, row), _) => return click(model, column, row, was_leaving),
        (UserAction::Scroll { column, row, down }, _) => return scroll(model, column, row, down),
        (_, Context::Help) => in_help(model, action),
        (_, Context::Prompt) => return in_prompt(model, action),
        (_, Context::Games) if is_move(action) => return in_games(model, action),
        (_, Context::Edit) if is_move(action) => in_editor(model, action),
        (_, Context::Tree) if is_move(action) => in_tree(model, action),
        (_, Context::Board) if is_move(action) => on_board(model, action),
        (_, Context::Moves) if is_move(action) => in_moves(model, action),
        (UserAction::Command(Command::Ask(Request::Quit)), _) => {
            if was_leaving || !model.is_in_progress() {
                return Some(Effect::Quit);
            }
            model.dialogs.is_leaving = true;
            model.say("press q again to quit without saving; :save FILE keeps the game");
        }
        _ => return general(model, action),
    }
    None
}

/// Returns whether an action has another meaning in each part of the screen.
fn is_move(action: UserAction) -> bool {
    matches!(
        action,
        UserAction::Up
            | UserAction::Down
            | UserAction::Left
            | UserAction::Right
            | UserAction::PageUp
            | UserAction::PageDown
            | UserAction::First
            | UserAction::Last
            | UserAction::Enter
            | UserAction::Cancel
            | UserAction::Edit(_)
    )
}

/// Returns the place that an action leads to in a list of `count` items.
fn moved(action: UserAction, place: usize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    match action {
        UserAction::Up => place.saturating_sub(1),
        UserAction::Down => (place + 1).min(last),
        UserAction::PageUp => place.saturating_sub(10),
        UserAction::PageDown => (place + 10).min(last),
        UserAction::First => 0,
        UserAction::Last => last,
        _ => place,
    }
}
