//! The state that the screen shows.

mod queries;
pub mod work;

use std::mem;
use std::time::Duration;

use rankmoves_core::{Ply, Square, printable};
use rankmoves_game::Game;

use ratatui::layout::{Position, Rect};

use super::bindings::Context;
use super::editor::Editor;
use super::prompt::Prompt;
use super::record::Library;
use super::results::{Results, Task};
use super::theme::Theme;
use super::tree::Tree;
use shell::shown_path;
use table::loading::Loaded;
use table::session::Session;

/// The state of the program. [`update`](super::update::update) changes it, the view shows it.
#[derive(Clone, Debug)]
pub struct Model {
    pub session: Session,
    pub autoplay: Autoplay,
    pub scores: Scores,
    pub selection: Selection,
    pub dialogs: Dialogs,
    pub editor: Editor,
    pub library: Library,
    /// True if moves are ranked and scores shown.
    pub analysis: bool,
    pub theme: Theme,
    pub screen: Screen,
    /// The letter typed last, if it may begin a move.
    pub letter: Option<Box<Letter>>,
    /// The time since the start of the program.
    pub now: Duration,
}

/// A letter that may begin a move, and the state before the letter's key took effect.
#[derive(Clone, Debug)]
pub struct Letter {
    pub character: char,
    pub before: Model,
    /// The generation of the state after the key.
    pub generation: u64,
}

/// Plies played without user commands: by programs, or in a replay.
#[derive(Clone, Debug, Default)]
pub struct Autoplay {
    pub flow: Flow,
    /// The index of the pause between plies in [`PACES`].
    pub pace: usize,
    /// The earliest time for the next ply of autoplay.
    pub next_at: Duration,
    /// The number of changes so far that affect an agent's choice.
    pub generation: u64,
    /// The ply that an agent has chosen, kept until `next_at`.
    pub answer: Option<Ply>,
}

/// The scores of the moves, and the tree that shows them.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// The greatest depth of the scores.
    pub depth: u32,
    pub results: Results,
    pub tree: Tree,
    /// The nodes searched so far, and the time at which they were counted, while a search runs.
    pub search: Option<(u64, Duration)>,
    pub nodes_per_second: u64,
    /// The hint or judgement that a command or another move asked for, until it is answered.
    pub asked: Option<Task>,
    /// The moment that `:review` went to, until the cursor moves.
    pub visited: Option<usize>,
}

/// The selected part of the screen and, on the board, the selected square and piece.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The tree, the board or the moves.
    pub focus: Context,
    /// The square of the keyboard cursor on the board.
    pub cursor: Square,
    /// The square of the selected piece.
    pub chosen: Option<Square>,
}

/// The dialogs, and the state of each except the editor.
#[derive(Clone, Debug, Default)]
pub struct Dialogs {
    /// The open dialogs, the lowest first: the editor or the list of games, then the help and the command line.
    pub open: Vec<Context>,
    pub prompt: Prompt,
    /// The first visible line of the help.
    pub help_top: usize,
    /// The text of the last search, in lower case.
    pub sought: String,
}

/// The area of the screen, the last click and the current message.
#[derive(Clone, Debug)]
pub struct Screen {
    pub area: Rect,
    pub clicked: Option<(Duration, Position)>,
    pub notice: Notice,
}

/// The ways of playing plies without commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    /// No plies are played without commands. A person may move for both sides.
    Paused,
    /// Programs move on their turns.
    #[default]
    Playing,
    /// The plies after the cursor are replayed.
    Replaying,
}

/// The message shown above the line of keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub is_error: bool,
}

/// The pauses between plies, from the shortest, in milliseconds.
pub const PACES: [u64; 7] = [0, 100, 250, 500, 1000, 2000, 4000];

impl Model {
    pub fn new(session: Session, analysis: bool, theme: Theme) -> Model {
        let first = session.position().board().shape().squares().next();
        let cursor = first.expect("a board has playable squares");
        Model {
            scores: Scores { depth: 10, ..Scores::default() },
            selection: Selection { focus: Context::Tree, cursor, chosen: None },
            editor: Editor::new(session.game().position()),
            dialogs: Dialogs::default(),
            session,
            autoplay: Autoplay { pace: 3, ..Autoplay::default() },
            library: Library::default(),
            analysis,
            theme,
            screen: Screen { area: Rect::new(0, 0, 80, 24), clicked: None, notice: Notice::default() },
            letter: None,
            now: Duration::ZERO,
        }
    }

    /// Copies the state without its results, because results stay valid in any state.
    pub fn without_results(&mut self) -> Model {
        let results = mem::take(&mut self.scores.results);
        let copy = self.clone();
        self.scores.results = results;
        copy
    }

    pub fn game(&self) -> &Game {
        self.session.game()
    }

    /// Opens the help or the command line over the current context.
    pub fn cover(&mut self, dialog: Context) {
        if self.context() != dialog {
            self.dialogs.open.push(dialog);
        }
    }

    pub fn uncover(&mut self) {
        self.dialogs.open.pop();
    }

    pub fn say(&mut self, text: impl AsRef<str>) {
        self.screen.notice = Notice { text: printable(text.as_ref()), is_error: false };
    }

    pub fn refuse(&mut self, text: impl AsRef<str>) {
        self.screen.notice = Notice { text: printable(text.as_ref()), is_error: true };
    }

    /// Opens the editor or the list of games, or closes both, below the help or the command line.
    pub fn show(&mut self, dialog: Option<Context>) {
        self.dialogs.open.retain(|open| matches!(open, Context::Prompt | Context::Help));
        self.dialogs.open.splice(0..0, dialog);
    }

    /// Loads another game. The cursor of a record starts before the first ply. If the game has moves or a
    /// program is to move, pauses, so that the user sees the position first.
    pub fn load(&mut self, loaded: Loaded) {
        let Loaded { game, record, games, path, entry, is_choice, oddities, .. } = loaded;
        self.library.plies = game.plies().to_vec();
        self.session.set_game(game);
        if record.is_some() {
            self.session.go_to(0);
        }
        self.session.set_record(record);
        let has_moves = !self.game().plies().is_empty();
        let waits = self.session.agent_to_move().is_some();
        self.autoplay.flow = if has_moves || waits { Flow::Paused } else { Flow::Playing };
        if has_moves {
            self.selection.focus = Context::Moves;
        }
        self.show(is_choice.then_some(Context::Games));
        if !oddities.is_empty() {
            self.refuse(oddities.join("; "));
        } else if waits && !has_moves {
            let turn = self.position().turn();
            self.say(format!("opened {}: press space to let the program move for {turn}", shown_path(&path)));
        }
        self.library.pointed = entry.number.saturating_sub(1).min(games.len().saturating_sub(1));
        (self.library.games, self.library.path, self.library.entry) = (games, path, entry);
        self.changed();
    }

    /// Goes to the position after `plies` plies of the library's current line.
    pub fn follow_line(&mut self, plies: usize) {
        if let Some(record) = self.session.record() {
            let moves = self.library.line(record).into_iter().map(|mv| mv.annotated.mv);
            let game = Game::of_plies(record.start(), self.game().draw_rules(), moves)
                .expect("a record's moves are legal");
            self.library.plies = game.plies().to_vec();
            self.session.follow(game);
            self.session.go_to(plies);
            self.autoplay.flow = Flow::Paused;
            self.changed();
        }
    }

    /// Updates the state after the game's cursor, its lines or the players have changed.
    pub fn changed(&mut self) {
        if self.library.changes != self.session.record_changes() {
            self.library.changes = self.session.record_changes();
            self.library.branches.clear();
            if let Some(record) = self.session.record() {
                self.library.find_line(record, self.session.game().played());
            }
        }
        // Show the rest of the line that was read, unless the game has ended before it.
        if self.session.is_read() && self.record_line().len() > self.game().plies().len() {
            return self.follow_line(self.game().played().len());
        }
        if self.has_ended() {
            // The panel with the next steps replaces the tree.
            self.selection.focus = Context::Tree;
        }
        self.withdraw_requests();
        self.selection.chosen = None;
        self.scores.tree.reset();
        (self.scores.asked, self.scores.visited) = (None, None);
        self.autoplay.next_at = self.now + self.pause();
        let shape = self.position().board().shape();
        if !shape.contains(self.selection.cursor) {
            self.selection.cursor = shape.squares().next().expect("a board has playable squares");
        }
    }

    /// Cancels the question to an agent, which gets its time back, any answer, and the request for a file.
    pub fn withdraw_requests(&mut self) {
        if self.session.agent_to_move().is_some() {
            self.session.forget_thought();
        }
        self.autoplay.generation += 1;
        self.autoplay.answer = None;
        self.library.loading = None;
    }
}
