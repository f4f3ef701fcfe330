//! Events, and the effects outside the state that follow from them.

use std::path::PathBuf;

use rankmoves_core::Ply;
use ratatui::crossterm::event::KeyEvent;

use crate::action::UserAction;
use crate::record::Loaded;
use crate::results::{Answer, Task};

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
    /// The agent asked in the state with this generation has lost the game, for this reason.
    Forfeited(u64, String),
    /// An error that is not about a file.
    Failed(String),
    /// A warning about what the game does not need.
    Warned(String),
    /// The file for the request with this number.
    Loaded(u64, Result<Box<Loaded>, String>),
    Saved(PathBuf, Result<String, NotSaved>),
    /// The completions of a line, each a whole line.
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
    /// Read the game with this number from a file.
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
