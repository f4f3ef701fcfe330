//! The state that the screen shows.

use std::path::Path;
use std::time::Duration;

use rankmoves::game::{AgentSpec, DrawRules, Game};
use rankmoves::pdn::Record;
use rankmoves::{Board, Move, MoveList, Notation, Player, Ply, Position, RankedMove, Square, printable};

use super::editor::Editor;
use super::facts::{Facts, Task};
use super::prompt::Prompt;
use super::record::{self, Library, Loaded};
use super::theme::Theme;
use super::tree::{Row, Tree};
use crate::session::{MOST_MOVES, Session};
use shell::format::Format;

/// The state of the program. [`update`](super::update::update) changes it, the view shows it.
#[derive(Clone, Debug)]
pub struct Model {
    pub session: Session,
    /// The legal moves at the game's cursor, up to a limit. [`changed`](Model::changed)
    /// lists them once per position.
    pub moves: MoveList,
    pub draw_rules: DrawRules,
    pub autoplay: Autoplay,
    pub scores: Scores,
    pub selection: Selection,
    pub dialogs: Dialogs,
    pub library: Library,
    pub look: Look,
    pub screen: Screen,
    /// The time since the start of the program.
    pub now: Duration,
}

/// The play without commands: by programs, or of a replay.
#[derive(Clone, Debug)]
pub struct Autoplay {
    pub flow: Flow,
    /// The index of the pause in [`PACES`].
    pub pace: usize,
    /// The earliest time of the next ply without a command.
    pub next_at: Duration,
    /// A counter of the changes that an agent's choice depends on.
    pub generation: u64,
    /// The ply that an agent has chosen, held until `next_at`.
    pub answer: Option<Ply>,
}

/// The scores of the moves, and the tree that shows them.
#[derive(Clone, Debug)]
pub struct Scores {
    /// The greatest depth of the scores.
    pub depth: u32,
    pub facts: Facts,
    pub tree: Tree,
    pub search: Search,
}

/// The selected part of the screen and, on the board, square and piece.
#[derive(Clone, Debug)]
pub struct Selection {
    pub focus: Focus,
    /// The square of the keyboard cursor on the board.
    pub cursor: Square,
    /// The square of the selected piece.
    pub chosen: Option<Square>,
}

/// The modes with the state of each.
#[derive(Clone, Debug)]
pub struct Dialogs {
    pub mode: Mode,
    /// The mode under the help or the command line.
    pub below: Mode,
    pub prompt: Prompt,
    pub editor: Editor,
    /// The first visible line of the help.
    pub help_top: usize,
    /// True after a first request to leave.
    pub is_leaving: bool,
}

/// The screen besides its parts.
#[derive(Clone, Debug)]
pub struct Screen {
    /// Columns and rows.
    pub size: (u16, u16),
    /// Time, column and row of the last click.
    pub clicked: Option<(Duration, u16, u16)>,
    pub notice: Notice,
}

/// The ways in which plies are played without a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// None are played. A person may move for both sides.
    Paused,
    /// Programs move when it is their turn.
    Playing,
    /// The plies after the cursor are replayed.
    Replaying,
}

/// The part of the program that takes the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Game,
    Edit,
    /// The list of a file's games.
    Games,
    /// The command line.
    Prompt,
    Help,
}

/// The part of the screen that takes the arrow keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    Tree,
    Board,
    Moves,
}

/// The settings of the display.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub flip: bool,
    /// True if moves are ranked and scores shown.
    pub analysis: bool,
    pub theme: Theme,
}

/// The progress of the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search {
    /// True while a search runs.
    pub is_on: bool,
    pub nodes: u64,
    /// The time at which `nodes` was read.
    pub at: Duration,
    /// Nodes per second.
    pub rate: u64,
    /// The number of moves with a score at the next depth, out of `moves`.
    pub done: usize,
    pub moves: usize,
}

/// The message in the line above the keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub is_error: bool,
}

/// The pauses between plies, from the fastest.
pub const PACES: [Duration; 7] = [
    Duration::from_millis(0),
    Duration::from_millis(100),
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
];

/// The longest pause before a program answers a person.
const ANSWER_PAUSE: Duration = Duration::from_millis(250);

/// The depth at which the moves of a game are judged.
pub const REVIEW_DEPTH: u32 = 8;

/// The number of depths queued beyond the next one.
const AHEAD: u32 = 2;

/// The question to an agent.
#[derive(Clone, Debug)]
pub struct AgentQuestion {
    pub generation: u64,
    pub player: Player,
    pub spec: AgentSpec,
    pub game: Game,
}

/// Questions are equal if their generations are: the state has not changed.
impl PartialEq for AgentQuestion {
    fn eq(&self, other: &AgentQuestion) -> bool {
        self.generation == other.generation
    }
}

impl Model {
    pub fn new(session: Session, draw_rules: DrawRules, look: Look) -> Model {
        let first = session.position().board().shape().squares().next();
        Model {
            scores: Scores {
                depth: 10,
                facts: Facts::default(),
                tree: Tree::default(),
                search: Search::default(),
            },
            selection: Selection {
                focus: Focus::Tree,
                cursor: first.expect("a board has playable squares"),
                chosen: None,
            },
            dialogs: Dialogs {
                mode: Mode::Game,
                below: Mode::Game,
                prompt: Prompt::default(),
                editor: Editor::new(session.game().position()),
                help_top: 0,
                is_leaving: false,
            },
            moves: session.moves(),
            session,
            draw_rules,
            autoplay: Autoplay {
                flow: Flow::Playing,
                pace: 3,
                next_at: Duration::ZERO,
                generation: 0,
                answer: None,
            },
            library: Library::default(),
            look,
            screen: Screen { size: (80, 24), clicked: None, notice: Notice::default() },
            now: Duration::ZERO,
        }
    }

    pub fn game(&self) -> &Game {
        self.session.game()
    }

    /// Returns the notation of squares and moves.
    pub fn notation(&self) -> Notation {
        self.session.notation()
    }

    /// Returns the root of the tree: the position at the game's cursor, after the
    /// jumps of an unfinished chain.
    pub fn position(&self) -> &Position {
        self.session.position()
    }

    /// Returns the depth of the displayed scores.
    pub fn shown_depth(&self) -> Option<u32> {
        self.scores.facts.depth(self.position(), self.scores.depth).filter(|_| self.look.analysis)
    }

    pub fn rows(&self) -> Vec<Row> {
        self.scores.tree.rows(self.position(), &self.moves, self.shown_depth(), &self.scores.facts)
    }

    /// Returns the selected row of the tree.
    pub fn pointed(&self) -> Option<Row> {
        let mut rows = self.rows();
        let place = self.scores.tree.pointed(&rows);
        (place < rows.len()).then(|| rows.swap_remove(place))
    }

    /// Returns the mode under the help or the command line.
    pub fn base_mode(&self) -> Mode {
        if matches!(self.dialogs.mode, Mode::Help | Mode::Prompt) {
            self.dialogs.below
        } else {
            self.dialogs.mode
        }
    }

    /// Opens the help or the command line over the current mode.
    pub fn cover(&mut self, mode: Mode) {
        self.dialogs.below = self.base_mode();
        self.dialogs.mode = mode;
    }

    /// Returns the position on the board, unless a position is being set up.
    pub fn shown_position(&self) -> Position {
        self.pointed().filter(|_| self.look.analysis).map_or(*self.position(), |row| row.position)
    }

    pub fn shown_board(&self) -> Board {
        match self.base_mode() {
            Mode::Edit => self.dialogs.editor.setup.board,
            _ => *self.shown_position().board(),
        }
    }

    /// Returns whether the board shows the position at the game's cursor.
    pub fn is_at_root(&self) -> bool {
        self.pointed().is_none_or(|row| row.level() == 0 || !self.look.analysis)
    }

    /// Returns the game to save: in the editor, the position being set up. A game
    /// under review keeps all its plies, wherever the cursor is, unless the file
    /// format holds a position only.
    pub fn game_to_save(&self, path: &Path) -> Game {
        if let (Mode::Edit, Ok(position)) = (self.base_mode(), self.dialogs.editor.setup.position()) {
            return Game::with_draw_rules(position, self.draw_rules);
        }
        let mut game = self.game().clone();
        let holds_moves = Format::of_path(path).is_some_and(|format| format != Format::Fen);
        match self.record().filter(|_| !self.library.above.is_empty()) {
            Some(record) if holds_moves => {
                return record::game_of(record.start(), record.line(), self.draw_rules);
            }
            _ => {}
        }
        if holds_moves && self.library.plies == game.plies() {
            game.redo(game.plies().len() - game.played().len());
        }
        game
    }

    /// Returns whether leaving would lose something: a game changed since it was
    /// read or saved, or an edited position.
    pub fn is_in_progress(&self) -> bool {
        self.session.is_unsaved() || self.base_mode() == Mode::Edit && self.dialogs.editor.has_changed()
    }

    /// Moves the cursor to a movable piece, unless it is on one.
    pub fn find_piece(&mut self) {
        let movable = self.position().movable();
        if !movable.contains(&self.selection.cursor) {
            let pointed = self.pointed().filter(|row| row.level() == 0).map(|row| row.mv.path().start());
            self.selection.cursor = pointed.or(movable.first().copied()).unwrap_or(self.selection.cursor);
        }
    }

    /// Returns whether a person may move.
    pub fn may_play(&self) -> bool {
        self.game().outcome().is_none()
            && (self.autoplay.flow != Flow::Playing || self.session.agent_to_move().is_none())
    }

    /// Lists the legal moves of the selected piece, up to a limit.
    pub fn moves_of_chosen(&self) -> MoveList {
        match self.selection.chosen {
            Some(square) => self.position().legal_moves_from(square, MOST_MOVES),
            None => MoveList { moves: Vec::new(), is_complete: true },
        }
    }

    /// Returns the squares that the selected piece can jump to next.
    pub fn landings_of_chosen(&self) -> Vec<Square> {
        let mut legs =
            self.selection.chosen.map(|square| self.position().first_legs(square)).unwrap_or_default();
        legs.retain(Move::is_jump);
        legs.iter().map(|jump| jump.path().end()).collect()
    }

    /// Returns the move that led to the game's cursor.
    pub fn last_move(&self) -> Option<Move> {
        let played = self.game().played();
        let before = played.len().checked_sub(1)?;
        match &played[before] {
            Ply::Move(path) => self.game().positions()[before].find(path).ok(),
            Ply::Pass => None,
        }
    }

    /// Returns the record's move that led to the cursor, if the game still follows the record.
    pub fn record_move(&self) -> Option<&rankmoves::pdn::Annotated> {
        let last = self.game().played().len().checked_sub(1)?;
        self.record().and_then(|_| self.library.line.moves.get(last))
    }

    /// Returns the record that the game was read from, if the game still follows a line of it.
    pub fn record(&self) -> Option<&Record> {
        let record = self.library.record.as_ref()?;
        let (plies, moves) = (self.game().plies(), &self.library.line.moves);
        let is_same = plies.len() == moves.len()
            && plies.iter().zip(moves).all(|(ply, annotated)| *ply == Ply::Move(annotated.mv.path().clone()));
        is_same.then_some(record)
    }

    /// Returns whether the game is under review, so that its moves are judged.
    pub fn is_review(&self) -> bool {
        let is_live = self.autoplay.flow == Flow::Playing && self.game().outcome().is_none();
        self.look.analysis && !is_live && !self.game().plies().is_empty()
    }

    /// Returns the played and the best move of a ply with their scores at
    /// [`REVIEW_DEPTH`], once they are known.
    pub fn judgement(&self, ply: usize) -> Option<Judgement<'_>> {
        let Ply::Move(path) = self.game().plies().get(ply)? else { return None };
        let ranking = self.scores.facts.ranking(&self.game().all_positions()[ply], REVIEW_DEPTH)?;
        let played = ranking.iter().find(|ranked| ranked.mv.path() == path)?;
        let best = ranking.iter().rev().max_by_key(|ranked| ranked.score)?;
        Some(Judgement { played, best })
    }

    /// Lists the open tasks of the worker, the most urgent first.
    pub fn tasks(&self) -> Vec<Task> {
        let mut tasks = Vec::new();
        if !self.look.analysis || self.base_mode() == Mode::Edit {
            return tasks;
        }
        let root = *self.position();
        let open = self.scores.tree.open_positions(&root);
        let shown = self.scores.facts.depth(&root, self.scores.depth);
        // Rank replies before the root: a depth is shown once the root is ranked at it.
        let at = |depth: u32| {
            let replies =
                open.iter().filter_map(move |(position, level)| Some((position, depth.checked_sub(*level)?)));
            let replies = replies.map(|(position, depth)| Task::Rank(*position, depth));
            replies.chain([Task::Rank(root, depth)]).collect::<Vec<_>>()
        };
        if let Some(shown) = shown {
            tasks.extend(at(shown));
            tasks.extend(self.estimate_tasks());
            if let Some(row) = self.pointed()
                && let Some(depth) = row.depth
            {
                tasks.push(Task::Line(row.position, row.mv, depth));
            }
        }
        let next = shown.map_or(0, |shown| shown.saturating_add(1));
        let deeper = (next..=self.scores.depth.min(next.saturating_add(AHEAD))).flat_map(at);
        let is_ranked = shown.is_some_and(|shown| shown >= REVIEW_DEPTH.min(self.scores.depth));
        let is_rankable = root.has_moves() && self.moves.is_complete;
        if self.is_review() && (is_ranked || !is_rankable) {
            let judged = &self.game().all_positions()[..self.game().plies().len()];
            tasks.extend(self.graph_tasks());
            tasks.extend(judged.iter().map(|position| Task::Rank(*position, REVIEW_DEPTH)));
        }
        tasks.extend(deeper);
        let is_rankable = |position: &Position| *position != root || is_rankable;
        tasks.retain(|task| {
            !self.scores.facts.knows(task) && task.position().has_moves() && is_rankable(task.position())
        });
        tasks
    }

    /// Returns the question for the agent to move, if one is due.
    pub fn agent_question(&self) -> Option<AgentQuestion> {
        let is_waiting = self.base_mode() == Mode::Edit || self.library.loading.is_some();
        if self.autoplay.flow != Flow::Playing || is_waiting || self.autoplay.answer.is_some() {
            return None;
        }
        let spec = self.session.agent_to_move().filter(|_| self.position().has_moves())?;
        let player = self.position().turn();
        Some(AgentQuestion { generation: self.autoplay.generation, player, spec, game: self.game().clone() })
    }

    /// Returns the pause between plies.
    pub fn pause(&self) -> Duration {
        let pace = PACES[self.autoplay.pace];
        if self.autoplay.flow == Flow::Replaying || self.session.is_watched() {
            pace
        } else {
            pace.min(ANSWER_PAUSE)
        }
    }

    /// Returns the time of the next event without a command, if there is one.
    pub fn wakes_at(&self) -> Option<Duration> {
        let waits = match self.autoplay.flow {
            Flow::Paused => false,
            Flow::Playing => {
                self.autoplay.answer.is_some()
                    || self.session.agent_to_move().is_some() && !self.position().has_moves()
            }
            Flow::Replaying => true,
        };
        waits
            .then_some(self.autoplay.next_at)
            .filter(|_| self.base_mode() != Mode::Edit && self.library.loading.is_none())
    }

    pub fn say(&mut self, text: impl AsRef<str>) {
        self.screen.notice = Notice { text: printable(text.as_ref()), is_error: false };
    }

    pub fn refuse(&mut self, text: impl AsRef<str>) {
        self.screen.notice = Notice { text: printable(text.as_ref()), is_error: true };
    }

    /// Changes the mode, under the help or the command line if one is open.
    pub fn show(&mut self, mode: Mode) {
        if self.dialogs.mode == self.base_mode() {
            self.dialogs.mode = mode;
        } else {
            self.dialogs.below = mode;
        }
    }

    /// Loads another game. The cursor of a record starts before its first ply, and
    /// the game pauses, so that no program moves before the person has looked.
    pub fn load(&mut self, loaded: Loaded) {
        let Loaded { game, record, games, path, number, is_choice, oddities } = loaded;
        self.library.plies = game.plies().to_vec();
        self.session.set_game(game);
        if record.is_some() {
            self.session.go_to(0);
        }
        let has_moves = !self.game().plies().is_empty();
        let waits = self.session.agent_to_move().is_some();
        self.autoplay.flow = if has_moves || waits { Flow::Paused } else { Flow::Playing };
        if has_moves {
            self.selection.focus = Focus::Moves;
        }
        self.show(if is_choice { Mode::Games } else { Mode::Game });
        if !oddities.is_empty() {
            self.refuse(oddities.join("; "));
        } else if waits && !has_moves {
            let turn = self.position().turn();
            self.say(format!("opened {}: space lets the program move for {turn}", path.display()));
        }
        self.library.keep(record, games, path, number);
        self.changed();
    }

    /// Shows the library's line after `plies` plies.
    pub fn follow_line(&mut self, plies: usize) {
        if let Some(record) = &self.library.record {
            let game = record::game_of(record.start(), &self.library.line, self.draw_rules);
            self.library.plies = game.plies().to_vec();
            self.session.set_game(game);
            self.session.go_to(plies);
            self.autoplay.flow = Flow::Paused;
            self.changed();
        }
    }

    /// Updates the state after a change of the game's cursor or the players.
    pub fn changed(&mut self) {
        self.moves = self.session.moves();
        self.autoplay.generation += 1;
        self.autoplay.answer = None;
        self.library.loading = None;
        self.selection.chosen = None;
        self.scores.tree.reset();
        self.autoplay.next_at = self.now + self.pause();
        let shape = self.position().board().shape();
        if !shape.contains(self.selection.cursor) {
            self.selection.cursor = shape.squares().next().unwrap_or(self.selection.cursor);
        }
    }
}

/// A played move beside the best one.
#[derive(Clone, Copy, Debug)]
pub struct Judgement<'a> {
    pub played: &'a RankedMove,
    /// The first of the best moves.
    pub best: &'a RankedMove,
}
