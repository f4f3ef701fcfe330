//! Updates of the state by events. This module does not read, write or wait; it returns such work as effects.

mod board;
mod command;
mod input;
mod lists;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use rankmoves_core::Ply;
use ratatui::crossterm::event::Event as TerminalEvent;
use ratatui::layout::Rect;

use super::bindings::{Context, UserAction};
use super::results::{Answer, Task};
use super::state::{Flow, Model};
use command::{played, show_asked};
use input::{act, mouse, press};
use shell::shown_path;
use table::loading::Loaded;
use table::session::{Risk, Session};

/// An input of the event loop: an event, or the error that closed the terminal.
pub type Input = io::Result<Event>;

#[derive(Debug)]
pub enum Event {
    /// An event of the terminal. Events of the mouse are clicks with the left button and turns of the wheel.
    Terminal(TerminalEvent),
    /// A user action, from a signal.
    #[cfg_attr(windows, expect(dead_code, reason = "Windows has no such signals"))]
    Action(UserAction),
    Found(Task, Answer),
    /// The agent queried in this generation has chosen this ply, or forfeits the game for this reason.
    Chosen(u64, Result<Ply, String>),
    /// An error that does not concern a file.
    Failed(String),
    /// A warning about something that the game can do without.
    Warned(String),
    /// The game read for the request with this number, or the error.
    Loaded(u64, Result<Box<Loaded>, String>),
    /// The saved game, read again, if the file has several; the session when saving began (`None` if an edited position
    /// was saved); and the message about the file.
    Saved(PathBuf, Option<Box<Loaded>>, Option<Box<Session>>, Result<String, String>),
    /// The file exists, and the user has not agreed to replace it.
    Exists(PathBuf),
    /// Completions of a command line, each as a whole line, and that line.
    Completed(Vec<String>, String),
    /// Some time has passed. Contains the number of nodes searched, if a search is running.
    Progress(Option<u64>),
}

/// Work outside the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// For the request with this number, read a game from a file: the game with the second number.
    Load(u64, PathBuf, Option<u32>),
    /// Save the game; replace an existing file only if `replaces`.
    Save {
        path: PathBuf,
        replaces: bool,
    },
    /// Complete the file name that begins at this byte of the line.
    Complete(String, usize),
    Suspend,
    Quit,
    /// End the program as an interrupt does.
    Interrupt,
}

/// The effect of an event, or the reason why it is refused.
type Done = Result<Option<Effect>, String>;

/// Updates the state for an event. `now` is the time since the start of the program.
pub fn update(model: &mut Model, event: Event, now: Duration) -> Option<Effect> {
    model.now = now;
    if model.session.stop_clock(now) {
        let outcome = model.game().outcome();
        model.changed();
        model.say(outcome.map_or_else(String::new, |outcome| outcome.to_string()));
    }
    let effect = handle(model, event).unwrap_or_else(|why| {
        model.refuse(why);
        None
    });
    play_on(model);
    if model.is_clock_due() {
        model.session.run_any_clock(now);
    }
    effect
}

fn handle(model: &mut Model, event: Event) -> Done {
    match event {
        Event::Terminal(TerminalEvent::Key(key)) => return press(model, key),
        Event::Terminal(TerminalEvent::Mouse(event)) => {
            model.letter = None;
            return mouse(model, event);
        }
        Event::Action(action) => {
            model.letter = None;
            return act(model, action);
        }
        Event::Terminal(TerminalEvent::Paste(text)) => {
            if model.dialogs.open.is_empty() {
                act(model, UserAction::Prompt(""))?;
            }
            if model.context() == Context::Prompt {
                let (prompt, text) = (&mut model.dialogs.prompt, text.trim_matches(['\r', '\n']));
                prompt.insert(text.strip_prefix(':').filter(|_| prompt.text.is_empty()).unwrap_or(text));
            }
        }
        Event::Terminal(TerminalEvent::Resize(columns, rows)) => {
            model.screen.area = Rect::new(0, 0, columns, rows);
        }
        Event::Found(task, answer) => {
            if model.scores.asked.as_ref() == Some(&task) {
                show_asked(model, &answer);
            }
            model.scores.results.insert(task, answer);
        }
        // An answer is ignored if the state has changed since the question.
        Event::Chosen(generation, _) if generation != model.autoplay.generation => {}
        Event::Chosen(_, Ok(ply)) => model.autoplay.answer = Some(ply),
        Event::Chosen(_, Err(why)) => {
            let loser = model.session.game().position().turn();
            model.session.forfeit(loser);
            model.changed();
            return Err(format!("{loser} forfeits the game: {why}"));
        }
        Event::Failed(why) => {
            model.autoplay.flow = Flow::Paused;
            return Err(why);
        }
        Event::Warned(warning) => return Err(warning),
        Event::Loaded(request, loaded) if model.library.loading == Some(request) => {
            model.library.loading = None;
            let loaded = loaded?;
            model.say(format!("opened {}", shown_path(&loaded.path)));
            if loaded.path != model.library.path {
                model.analysis = true;
                model.session.set_clock(None);
            }
            model.load(*loaded);
            model.session.face_person();
        }
        Event::Loaded(_, Ok(loaded)) if model.library.loading.is_none() => {
            return Err(format!("{} was read too late: load it again", shown_path(&loaded.path)));
        }
        Event::Loaded(..) | Event::Terminal(_) => {}
        Event::Saved(path, read, session, saved) => {
            let text = saved?;
            if let Some(read) = read.filter(|_| model.is_opened(&path)) {
                (model.library.games, model.library.entry) = (read.games, read.entry);
            }
            match session {
                Some(saved) => model.session.note_saved(path, &saved),
                None => model.session.note_written(path),
            }
            model.say(text);
        }
        Event::Exists(path) => {
            let number = model.entry_in(&path).map(|entry| entry.number);
            model.session.confirm(Risk::Replace(path, number), true)?;
        }
        Event::Completed(lines, line) => {
            if model.context() == Context::Prompt && model.dialogs.prompt.text == line {
                model.dialogs.prompt.complete(&lines);
            }
        }
        Event::Progress(nodes) => note_progress(model, nodes),
    }
    Ok(None)
}

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
            model.say(model.session.result().unwrap_or("this is the end of the game".to_owned()));
        }
        return;
    }
    // A blocked program passes.
    let ply = model.autoplay.answer.take().unwrap_or(Ply::Pass);
    match model.session.play(&ply) {
        Ok(()) => played(model),
        Err(why) => {
            model.autoplay.flow = Flow::Paused;
            model.refuse(format!("{ply} cannot be played: {why}"));
        }
    }
}

fn note_progress(model: &mut Model, nodes: Option<u64>) {
    let (now, scores) = (model.now, &mut model.scores);
    if let (Some((before, at)), Some(nodes)) = (scores.search, nodes) {
        let searched = u128::from(nodes.saturating_sub(before)) * 1000;
        if let Some(rate) = searched.checked_div(now.saturating_sub(at).as_millis()) {
            scores.nodes_per_second = u64::try_from(rate).unwrap_or(u64::MAX);
        }
    }
    scores.search = nodes.map(|nodes| (nodes, now));
}
