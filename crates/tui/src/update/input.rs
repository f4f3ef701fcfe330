//! Keys, the mouse and the actions that they stand for. A click acts like the key for the clicked item. Keys act on
//! the part of the screen that has the focus; other actions mean the same everywhere.
//!
//! In a game, a digit or any other character without an action begins a line on the command line: if the character were
//! ignored, Enter would play the selected move after a mistyped one. A letter typed just before a digit becomes the file
//! of the move's first square, even if the letter's key has already done something else.

use std::mem;
use std::time::Duration;

use rankmoves_core::Square;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::board::{choose_square, edit, in_editor, in_tree, on_board, open};
use super::command::{command, in_prompt};
use super::lists::{go_to, in_games, in_help, in_moves, select_game, vary};
use super::{Done, Effect};
use crate::bindings::{self, GAME};
use crate::bindings::{Context, UserAction};
use crate::editor::{Edit, Editor};
use crate::state::{Letter, Model, PACES};
use crate::view::layout::Layout;
use crate::view::{help, panels};
use table::session::{Command, Request, Risk};

const MAX_LETTER_WAIT: Duration = Duration::from_secs(2);
const DOUBLE_CLICK: Duration = Duration::from_millis(500);

pub(super) fn press(model: &mut Model, key: KeyEvent) -> Done {
    if key.kind == KeyEventKind::Release {
        return Ok(None);
    }
    let letter = model.letter.take();
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    let character = key.code.as_char().filter(|_| !is_control);
    // Without a board, the effect of most keys would not be seen, except on the command line.
    let has_board =
        model.context() == Context::Prompt || Layout::new(model, model.screen.area).board.cell.0 > 0;
    let context = if has_board { model.context() } else { Context::Tree };
    let is_seen = has_board || is_control || matches!(character, Some('q' | ':'));
    let is_game = model.dialogs.open.is_empty();
    let action = bindings::of_key(context, key);
    if let Some(character) = character.filter(|_| action.is_none()) {
        let letter = letter.filter(|letter| letter.counts(model, character));
        if is_game || letter.is_some() {
            let typed: String =
                letter.map(|letter| letter.withdraw(model)).into_iter().chain([character]).collect();
            act(model, UserAction::Prompt(""))?;
            model.dialogs.prompt.insert(&typed);
            return Ok(None);
        }
    }
    let before =
        character.filter(|it| is_game && it.is_ascii_alphabetic()).map(|it| (it, model.without_results()));
    let done = action.filter(|_| is_seen).map_or(Ok(None), |action| act(model, action));
    let generation = model.autoplay.generation;
    model.letter = before.map(|(character, before)| Box::new(Letter { character, before, generation }));
    done
}

impl Letter {
    /// Returns whether a digit continues a recent letter: together they begin the name of a playable square.
    fn counts(&self, model: &Model, digit: char) -> bool {
        let begun = format!("{}{digit}", self.character.to_ascii_lowercase());
        let shape = self.before.position().board().shape();
        let is_begun = shape.squares().any(|square| square.to_string().starts_with(&begun));
        is_begun && model.now.saturating_sub(self.before.now) <= MAX_LETTER_WAIT
    }

    /// Undoes what the letter's key did, and returns the letter.
    fn withdraw(self, model: &mut Model) -> char {
        let (flip, numbers) = (self.before.session.flip, self.before.session.numbers);
        let has_stepped = self.before.autoplay.generation != self.generation;
        let is_later = self.generation != model.autoplay.generation;
        if has_stepped && is_later {
            // The game has moved on since, so nothing is undone.
            return self.character;
        }
        let after = mem::replace(model, self.before);
        (model.scores.results, model.now, model.screen) = (after.scores.results, after.now, after.screen);
        if has_stepped {
            // Makes any answer to an earlier question invalid.
            model.autoplay.generation = after.autoplay.generation;
            model.withdraw_requests();
        } else {
            // Keep the clock, which has continued, and the move that a program may have chosen.
            (model.session, model.autoplay) = (after.session, after.autoplay);
            (model.session.flip, model.session.numbers) = (flip, numbers);
        }
        if is_later {
            model.changed();
        }
        self.character
    }
}

/// Performs an action of the user. Any action between a warning and its repeated command withdraws the warning.
pub(super) fn act(model: &mut Model, action: UserAction) -> Done {
    use UserAction::{Interrupt, Key, Prompt};
    let is_typed = match action {
        UserAction::Suspend => return Ok(Some(Effect::Suspend)),
        Key(key) => !matches!(key, KeyCode::Enter | KeyCode::Esc),
        action => action == UserAction::ClearLine,
    };
    let is_prompt = model.context() == Context::Prompt;
    if !is_typed || !is_prompt {
        model.say("");
    }
    if !is_prompt && !matches!(action, Key(KeyCode::Enter) | UserAction::Command(_) | Interrupt | Prompt(_)) {
        model.session.forget_warning();
    }
    let at = model.game().played().len();
    match action {
        Key(key) => return press_in_context(model, key),
        Interrupt => {
            model.session.confirm(Risk::Leave, model.is_in_progress())?;
            return Ok(Some(Effect::Interrupt));
        }
        UserAction::Command(asked) => return command(model, asked.clone()),
        UserAction::Deepen(by) => {
            let depth = model.scores.depth.saturating_add_signed(by);
            return command(model, Command::Ask(Request::Hint(Some(depth))));
        }
        UserAction::Slow(by) => {
            model.autoplay.pace = model.autoplay.pace.saturating_add_signed(by).min(PACES.len() - 1);
            model.autoplay.next_at = model.now + model.pause();
            let pause = Duration::from_millis(PACES[model.autoplay.pace]);
            model.say(format!("{} s between plies", pause.as_secs_f64()));
        }
        // A step back first drops an unfinished chain.
        UserAction::Step(-1) if model.session.chain().is_some() => go_to(model, at),
        UserAction::Step(by) => go_to(model, at.saturating_add_signed(by)),
        UserAction::Vary => vary(model)?,
        UserAction::Focus(by) => {
            // The parts of the game's screen are the first contexts.
            model.selection.focus = GAME[(model.selection.focus as usize + by) % GAME.len()];
            // Move the cursor to a movable piece, unless it is already on one.
            let movable = model.position().movable();
            if !movable.contains(&model.selection.cursor) {
                let pointed = model.pointed().filter(|row| row.level() == 0);
                let start = pointed.map(|row| row.mv.path().start()).or(movable.first().copied());
                model.selection.cursor = start.unwrap_or(model.selection.cursor);
            }
        }
        UserAction::Order => model.scores.tree.is_alphabetical = !model.scores.tree.is_alphabetical,
        UserAction::Analysis => model.analysis = !model.analysis,
        UserAction::Theme => model.theme = model.theme.next(),
        UserAction::EditBoard => {
            model.library.loading = None;
            model.editor = Editor::new(model.game().position());
            model.show(Some(Context::Edit));
        }
        UserAction::Edit(change) => edit(model, change)?,
        UserAction::Games if model.library.games.is_empty() => {
            return Err("no file with several games is open: open one with :load FILE".to_owned());
        }
        UserAction::Games => model.show(Some(Context::Games)),
        Prompt(text) => {
            model.dialogs.prompt.begin();
            model.cover(Context::Prompt);
            model.dialogs.prompt.insert(text);
        }
        UserAction::ClearLine => model.dialogs.prompt.clear(),
        UserAction::Suspend => {}
    }
    Ok(None)
}

fn press_in_context(model: &mut Model, key: KeyCode) -> Done {
    match model.context() {
        Context::Tree => in_tree(model, key)?,
        Context::Board => on_board(model, key)?,
        Context::Moves => in_moves(model, key),
        Context::Edit => in_editor(model, key)?,
        Context::Help => in_help(model, key),
        Context::Games => return in_games(model, key),
        Context::Prompt => return in_prompt(model, key),
    }
    Ok(None)
}

pub(super) fn mouse(model: &mut Model, mouse: MouseEvent) -> Done {
    // Lay the screen out while the message is still there: it takes room.
    let layout = Layout::new(model, model.screen.area);
    if layout.board.cell.0 == 0 {
        return Ok(None);
    }
    let at = Position::new(mouse.column, mouse.row);
    model.say("");
    match mouse.kind {
        MouseEventKind::ScrollUp => scroll(model, &layout, at, KeyCode::Up)?,
        MouseEventKind::ScrollDown => scroll(model, &layout, at, KeyCode::Down)?,
        _ => {
            if let Some(action) = click(model, &layout, at)? {
                return act(model, action);
            }
        }
    }
    Ok(None)
}

/// Selects the item at a position on the screen, or returns the action of the key there.
fn click(model: &mut Model, layout: &Layout, at: Position) -> Result<Option<UserAction>, String> {
    let before = model.screen.clicked.replace((model.now, at));
    let is_double =
        before.is_some_and(|(time, clicked)| clicked == at && model.now.saturating_sub(time) <= DOUBLE_CLICK);
    if layout.footer.contains(at) {
        return Ok(help::footer_key_at(model, layout.footer, at.x));
    }
    match model.context() {
        Context::Help => {
            let Some((contexts, action)) = help::key_at(model, at) else { return Ok(None) };
            model.uncover();
            if contexts.contains(&model.context()) {
                return Ok(Some(action));
            }
            let title = contexts.first().map_or("", |context| context.title()).to_lowercase();
            return Err(format!("that key works {title}, not here"));
        }
        Context::Prompt => {}
        context if let Some(square) = layout.board.square_at(at) => click_square(model, context, square)?,
        Context::Edit => {}
        Context::Games => {
            if let Some(index) = panels::game_list(model, layout.side).item_at(at) {
                if is_double {
                    return Ok(Some(enter(model)));
                }
                model.library.pointed = index;
            }
        }
        Context::Tree | Context::Board | Context::Moves => {
            let rows = model.rows();
            if let Some(index) = panels::tree_list(model, &rows, layout.tree).item_at(at) {
                let row = &rows[index];
                let is_fold = panels::fold(row, layout.tree).contains(&at.x);
                if is_double && !is_fold {
                    return Ok(Some(enter(model)));
                }
                model.selection.focus = Context::Tree;
                model.scores.tree.point(row);
                if is_fold && row.is_open {
                    model.scores.tree.close(row);
                } else if is_fold {
                    open(model, row)?;
                }
            } else if let Some(plies) = panels::ply_list(model, layout.moves).0.item_at(at) {
                model.selection.focus = Context::Moves;
                go_to(model, plies);
            }
        }
    }
    Ok(None)
}

/// Returns the key for a double click on an item, which the first click has selected.
fn enter(model: &mut Model) -> UserAction {
    // The item may have moved since.
    model.screen.clicked = None;
    UserAction::Key(KeyCode::Enter)
}

fn click_square(model: &mut Model, context: Context, square: Square) -> Result<(), String> {
    if context == Context::Edit {
        model.selection.cursor = square;
        return edit(model, Edit::Cycle);
    }
    model.selection.focus = Context::Board;
    if model.is_at_root() {
        return choose_square(model, square);
    }
    model.scores.tree.pointed = None;
    model.selection.cursor = square;
    Ok(())
}

fn scroll(model: &mut Model, layout: &Layout, at: Position, key: KeyCode) -> Result<(), String> {
    match model.context() {
        Context::Help => in_help(model, key),
        Context::Games => select_game(model, key),
        Context::Edit | Context::Prompt => {}
        _ if panels::tree_list(model, &model.rows(), layout.tree).item_at(at).is_some() => {
            in_tree(model, key)?;
        }
        _ if panels::ply_list(model, layout.moves).0.item_at(at).is_some() => in_moves(model, key),
        _ => {}
    }
    Ok(())
}
