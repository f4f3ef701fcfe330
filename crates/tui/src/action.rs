//! User actions.

use ratatui::crossterm::event::KeyCode;

use super::editor::Edit;
use table::session::Command;

/// A command given with a key or the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserAction {
    /// A command that can also be typed.
    Command(&'static Command),
    /// A key for the part of the screen that has the focus. Other keys may stand for it.
    Key(KeyCode),
    /// Empties the command line.
    ClearLine,
    /// Moves the focus on by this number of parts of the game's screen.
    Focus(usize),
    /// Goes forward by this number of plies, at most to the end of the game; if it is negative, back.
    Step(isize),
    /// Replaces the last move with the next variation in the record.
    Vary,
    /// Chooses the pause that is this many places longer.
    Slow(isize),
    Order,
    Analysis,
    /// Ranks this number of plies deeper.
    Deepen(i32),
    Theme,
    EditBoard,
    Edit(Edit),
    Games,
    /// Opens the command line, which begins with this text. A slash searches the list of games or the help.
    Prompt(&'static str),
    /// Ends the program at once.
    Interrupt,
    /// Suspends the program and returns to the shell.
    Suspend,
}

/// Returns the index that a key selects in a list of `count` items if `place` is selected now.
pub fn moved(key: KeyCode, place: usize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    match key {
        KeyCode::Up => place.saturating_sub(1),
        KeyCode::Down => (place + 1).min(last),
        KeyCode::PageUp => place.saturating_sub(10),
        KeyCode::PageDown => (place + 10).min(last),
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => place,
    }
}

/// The contexts in which keys have different meanings: the parts of the game's screen, and the dialogs over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    Tree,
    Board,
    Moves,
    Edit,
    /// The list of a file's games.
    Games,
    /// The command line.
    Prompt,
    Help,
}

impl Context {
    /// All contexts in their order, with their titles.
    pub const ALL: [(Context, &str); 7] = [
        (Context::Tree, "In the list of moves"),
        (Context::Board, "On the board"),
        (Context::Moves, "In the game"),
        (Context::Edit, "When setting up"),
        (Context::Games, "In the list of games"),
        (Context::Prompt, "On the command line"),
        (Context::Help, "In this help"),
    ];

    pub const fn title(self) -> &'static str {
        Context::ALL[self as usize].1
    }
}
