//! Events, and their effects outside the state.

use std::io;
use std::path::PathBuf;

use rankmoves_core::Ply;
use ratatui::crossterm::event::Event as TerminalEvent;

use crate::action::UserAction;
use crate::results::{Answer, Task};
use table::loading::Loaded;
use table::session::Session;

/// An input of the event loop: an event, or the error that closed the terminal.
pub type Input = io::Result<Event>;

/// An event.
#[derive(Debug)]
pub enum Event {
    /// An event of the terminal. Events of the mouse are clicks with the left button and turns of the wheel.
    Terminal(TerminalEvent),
    /// A user action, from a signal.
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
    /// The session when saving began (`None` if an edited position was saved), and the message about the file.
    Saved(PathBuf, Option<Box<Session>>, Result<String, String>),
    /// The file exists, and the user has not agreed to replace it.
    Exists(PathBuf),
    /// A command line and its completions, each as a whole line.
    Completed(String, Vec<String>),
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
