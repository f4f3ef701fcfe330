//! Applies events to the state. Nothing here reads, writes or waits: work outside
//! is returned as effects.

mod command;
mod mouse;

use std::path::PathBuf;
use std::time::Duration;

use rankmoves::{Move, MoveList, Path, Ply, Square};

use super::action::{Action, Context};
use super::editor::{Edit, Editor};
use super::facts::{Answer, Task};
use super::prompt::Typed;
use super::record::Loaded;
use super::state::{Flow, Focus, Mode, Model, PACES};
use super::tree::{Order, Row};
use crate::session::{Chain, Command, MOST_MOVES, Reply, Risk, Seat, too_many_moves};
use command::{answer, check_turn, command, in_prompt};
use mouse::{click, scroll};

/// Something that happens.
#[derive(Debug)]
pub enum Event {
    /// An action of the user.
    Action(Action),
    /// A pasted text.
    Pasted(String),
    /// The new size of the screen: columns and rows.
    Resize(u16, u16),
    Found(Task, Answer),
    /// The ply that an agent chose in the state of that generation.
    Chosen(u64, Ply),
    /// An error that is not about a file.
    Failed(String),
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
    /// A file of that name exists, and nobody agreed to replace it.
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
    let effect = match event {
        Event::Action(action) => act(model, action),
        Event::Pasted(text) => {
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
            model.scores.facts.insert(task, answer);
            None
        }
        Event::Chosen(generation, ply) => {
            if generation == model.autoplay.generation {
                model.autoplay.answer = Some(ply);
            }
            None
        }
        Event::Failed(why) => {
            model.autoplay.flow = Flow::Paused;
            model.refuse(why);
            None
        }
        Event::Loaded(request, loaded) => {
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
            None
        }
        Event::Saved(path, Ok(text)) => {
            if model.base_mode() == Mode::Edit {
                model.session.note_written(path);
            } else {
                model.session.note_saved(path);
            }
            model.say(text);
            None
        }
        Event::Saved(path, Err(NotSaved::Exists)) => {
            if let Err(warning) = model.session.confirm(Risk::Replace(path), true) {
                model.refuse(warning);
            }
            None
        }
        Event::Saved(_, Err(NotSaved::Failed(why))) => {
            model.refuse(why);
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
    effect
}

/// Plays the next ply when it is due, without a command.
fn play_on(model: &mut Model) {
    if model.wakes_at().is_none_or(|at| at > model.now) {
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

fn act(model: &mut Model, action: Action) -> Option<Effect> {
    if action == Action::Suspend {
        return Some(Effect::Suspend);
    }
    if !matches!(action, Action::Typed(_)) {
        model.say("");
    }
    let was_leaving = std::mem::take(&mut model.dialogs.is_leaving);
    match (action, Context::of(model)) {
        (Action::Interrupt, _) if model.is_in_progress() && !was_leaving => {
            model.dialogs.is_leaving = true;
            model.say("Ctrl-C again leaves what is begun here; :save FILE keeps it");
        }
        (Action::Interrupt, _) => return Some(Effect::Interrupt),
        (Action::Click(column, row), _) => return click(model, column, row, was_leaving),
        (Action::Scroll { column, row, down }, _) => return scroll(model, column, row, down),
        (_, Context::Help) => in_help(model, action),
        (_, Context::Prompt) => return in_prompt(model, action),
        (_, Context::Games) if is_move(action) => return in_games(model, action),
        (_, Context::Edit) if is_move(action) => in_editor(model, action),
        (_, Context::Tree) if is_move(action) => in_tree(model, action),
        (_, Context::Board) if is_move(action) => on_board(model, action),
        (_, Context::Moves) if is_move(action) => in_moves(model, action),
        (Action::Quit, _) if model.is_in_progress() && !was_leaving => {
            model.dialogs.is_leaving = true;
            model.say("q again leaves what is begun here; :save FILE keeps it");
        }
        _ => return general(model, action),
    }
    None
}

/// Returns whether an action has another meaning in each part of the screen.
fn is_move(action: Action) -> bool {
    matches!(
        action,
        Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::PageUp
            | Action::PageDown
            | Action::First
            | Action::Last
            | Action::Enter
            | Action::Cancel
            | Action::Edit(_)
    )
}

/// Returns the place that an action leads to in a list of `count` items.
fn moved(action: Action, place: usize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    match action {
        Action::Up => place.saturating_sub(1),
        Action::Down => (place + 1).min(last),
        Action::PageUp => place.saturating_sub(10),
        Action::PageDown => (place + 10).min(last),
        Action::First => 0,
        Action::Last => last,
        _ => place,
    }
}

/// Returns the square that an action leads to on the board as drawn.
fn moved_square(model: &Model, action: Action) -> Square {
    let shape = model.shown_board().shape();
    let (across, up) = match action {
        Action::Left => (-1, 0),
        Action::Right => (1, 0),
        Action::Up => (0, 1),
        Action::Down => (0, -1),
        _ => (0, 0),
    };
    let sign = if model.look.flip { -1 } else { 1 };
    let file = model.selection.cursor.file().saturating_add_signed(across * sign).min(shape.files() - 1);
    let rank = model.selection.cursor.rank().saturating_add_signed(up * sign).min(shape.ranks() - 1);
    Square::new(file, rank).unwrap_or(model.selection.cursor)
}

fn in_help(model: &mut Model, action: Action) {
    match action {
        Action::Cancel | Action::Quit | Action::Help | Action::Enter => {
            model.dialogs.mode = model.dialogs.below;
        }
        _ => model.dialogs.help_top = moved(action, model.dialogs.help_top, super::view::help::count(model)),
    }
}

fn in_games(model: &mut Model, action: Action) -> Option<Effect> {
    match action {
        Action::Cancel => model.dialogs.mode = Mode::Game,
        Action::Enter => return open_game(model),
        _ => model.library.pointed = moved(action, model.library.pointed, model.library.games.len()),
    }
    None
}

fn open_game(model: &mut Model) -> Option<Effect> {
    let summary = model.library.games.get(model.library.pointed)?;
    if !summary.is_valid {
        let why = summary.text.clone();
        model.refuse(why);
        return None;
    }
    let number = u32::try_from(model.library.pointed + 1).ok();
    let path = model.library.path.clone();
    if let Err(warning) = model.session.confirm(Risk::Load(path.clone(), number), model.session.is_unsaved())
    {
        model.refuse(warning);
        return None;
    }
    Some(request(model, path, number))
}

/// Requests a file, and cancels an earlier request.
fn request(model: &mut Model, path: PathBuf, number: Option<u32>) -> Effect {
    model.library.requests += 1;
    model.library.loading = Some(model.library.requests);
    model.say(format!("reading {}{}", path.display(), model.look.theme.pick("…", "...")));
    Effect::Load { request: model.library.requests, path, number }
}

fn in_editor(model: &mut Model, action: Action) {
    match action {
        Action::Edit(edit) => {
            model.library.loading = None;
            match model.dialogs.editor.edit(edit, model.selection.cursor) {
                Ok(remark) => model.say(remark),
                Err(why) => model.refuse(why),
            }
            model.selection.cursor = moved_square(model, Action::Edit(Edit::Clear));
        }
        Action::Cancel => {
            model.dialogs.mode = Mode::Game;
            model.changed();
            model.say("the board is as it was");
        }
        Action::Enter => match model.dialogs.editor.setup.position() {
            Ok(position) => {
                if let Err(warning) = model.session.confirm(Risk::SetUp, model.session.is_unsaved()) {
                    model.refuse(warning);
                    return;
                }
                let game = rankmoves::game::Game::with_draw_rules(position, model.draw_rules);
                model.session.set_game(game);
                model.library.record = None;
                model.dialogs.mode = Mode::Game;
                model.autoplay.flow = Flow::Paused;
                model.changed();
                model.say("set up: play for either side, or let the programs go on (space)");
            }
            Err(why) => model.refuse(why.to_string()),
        },
        _ => model.selection.cursor = moved_square(model, action),
    }
}

fn in_tree(model: &mut Model, action: Action) {
    let rows = model.rows();
    let place = model.scores.tree.pointed(&rows);
    let Some(row) = rows.get(place) else {
        return;
    };
    match action {
        Action::Right if row.is_open => {
            if let Some(reply) = rows.get(place + 1).filter(|next| next.level() > row.level()) {
                model.scores.tree.point(reply);
            }
        }
        Action::Right => open(model, row),
        Action::Left if row.is_open => model.scores.tree.close(row),
        Action::Left => {
            let above = rows[..place].iter().rfind(|above| above.level() < row.level());
            if let Some(above) = above {
                model.scores.tree.point(above);
            }
        }
        Action::Enter => play_branch(model, row),
        Action::Cancel => model.scores.tree.reset(),
        _ => model.scores.tree.point(&rows[moved(action, place, rows.len())]),
    }
}

fn open(model: &mut Model, row: &Row) {
    match row.depth {
        Some(0) => model.refuse("no reply is looked at here: + goes a ply deeper"),
        None if !model.moves.is_complete => {
            model.refuse(format!("{}: they are not ranked", too_many_moves(model.position())));
        }
        None => model.refuse("the scores are not known yet"),
        Some(_) if !row.has_replies => {
            model.refuse(format!("{} cannot move after that: there is no reply", row.player().opponent()));
        }
        Some(_) => {
            model.scores.tree.open(row);
            model.scores.tree.point(row);
        }
    }
}

/// Plays the moves that lead to a row, and its own.
fn play_branch(model: &mut Model, row: &Row) {
    if row.level() > 0
        && model.autoplay.flow == Flow::Playing
        && model.session.seat(model.position().turn().opponent()) != Seat::Human
    {
        model.refuse("the reply is the program's: pause (space) to play for both sides");
        return;
    }
    for path in row.branch.clone() {
        if !play(model, &Ply::Move(path)) {
            return;
        }
    }
}

/// Plays by hand. Returns whether that was possible.
fn play(model: &mut Model, ply: &Ply) -> bool {
    let done = check_turn(model).and_then(|()| model.session.play_by_hand(ply));
    show(model, done)
}

/// Shows the result or the error. Returns whether it succeeded.
fn show(model: &mut Model, done: Result<Reply, String>) -> bool {
    let is_done = done.is_ok();
    match done {
        Ok(reply) => answer(model, reply),
        Err(why) => model.refuse(why),
    }
    is_done
}

fn on_board(model: &mut Model, action: Action) {
    match action {
        Action::Enter => choose_square(model, model.selection.cursor),
        Action::Cancel if model.session.chain().is_some() => {
            let _ = command(model, Command::Undo(1));
        }
        Action::Cancel => model.selection.chosen = None,
        _ => model.selection.cursor = moved_square(model, action),
    }
}

/// Selects a piece or its destination. Chains are made jump by jump, or by their
/// final square if only one chain ends there.
fn choose_square(model: &mut Model, square: Square) {
    model.selection.cursor = square;
    if model.position().jumping() == Some(square) {
        // If the rules forbid stopping, the error names the possible jumps.
        let _ = command(model, Command::Stop);
        return;
    }
    let jump = model.selection.chosen.filter(|&from| from != square).map(|from| Path::from([from, square]));
    if let Some(jump) = jump.filter(|jump| Chain::along(model.position(), jump).is_some()) {
        let done = check_turn(model).and_then(|()| model.session.jump(&jump));
        show(model, done);
        return;
    }
    let MoveList { moves, is_complete } = model.moves_of_chosen();
    let mut ending: Vec<&Path> = moves.iter().map(Move::path).filter(|path| path.end() == square).collect();
    // Prefer a single jump to chains that come around to the same square.
    ending.sort_by_key(|path| path.squares().len());
    match ending.as_slice() {
        &[path, ..] if ending.len() == 1 && is_complete || path.squares().len() == 2 => {
            let ply = Ply::Move(path.clone());
            play(model, &ply);
        }
        [] | [_] if !is_complete && model.position().board().get(square).is_none() => {
            model.refuse(format!("there are more than {MOST_MOVES} ways to go: go jump by jump"));
        }
        &[_, ..] => model.refuse("several ways lead there: go jump by jump"),
        [] if model.selection.chosen == Some(square) => model.selection.chosen = None,
        [] => {
            if model.position().movable().contains(&square) {
                model.selection.chosen = Some(square);
            } else {
                model.selection.chosen = None;
                if let Err(why) = model.session.meaning(&square.to_string()) {
                    model.refuse(why);
                }
            }
        }
    }
}

fn in_moves(model: &mut Model, action: Action) {
    let (at, count) = (model.game().played().len(), model.game().plies().len() + 1);
    match action {
        Action::Cancel => {
            let plies = model.record().is_some().then(|| model.library.leave()).flatten();
            if let Some(plies) = plies {
                model.follow_line(plies);
            }
        }
        _ => go_to(model, moved(action, at, count)),
    }
}

/// Goes to the variation that the record has in place of the last move.
fn vary(model: &mut Model) {
    let plies = model.game().played().len();
    match plies.checked_sub(1).filter(|_| model.record().is_some()) {
        Some(place) if model.library.vary(place) => model.follow_line(plies),
        _ => model.refuse("the record has no variation in place of the last move"),
    }
}

/// Goes to the position after so many plies and pauses the programs.
fn go_to(model: &mut Model, plies: usize) {
    model.session.go_to(plies);
    model.autoplay.flow = Flow::Paused;
    model.changed();
}

fn general(model: &mut Model, action: Action) -> Option<Effect> {
    let at = model.game().played().len();
    match action {
        Action::NextFocus => {
            model.selection.focus = match model.selection.focus {
                Focus::Tree => Focus::Board,
                Focus::Board => Focus::Moves,
                Focus::Moves => Focus::Tree,
            };
            model.find_piece();
        }
        Action::PreviousFocus => {
            model.selection.focus = match model.selection.focus {
                Focus::Tree => Focus::Moves,
                Focus::Board => Focus::Tree,
                Focus::Moves => Focus::Board,
            };
            model.find_piece();
        }
        Action::Undo => return command(model, Command::Undo(1)),
        Action::Redo => return command(model, Command::Redo(1)),
        // Take back a begun chain first.
        Action::StepBack if model.session.chain().is_some() => go_to(model, at),
        Action::StepBack => go_to(model, at.saturating_sub(1)),
        Action::StepOn => go_to(model, at + 1),
        Action::Vary => vary(model),
        Action::ToStart => go_to(model, 0),
        Action::ToEnd => go_to(model, usize::MAX),
        Action::Go => go(model),
        Action::Slower => set_pace(model, model.autoplay.pace + 1),
        Action::Faster => set_pace(model, model.autoplay.pace.saturating_sub(1)),
        Action::Flip => model.look.flip = !model.look.flip,
        Action::Numbers => return command(model, Command::Numbers),
        Action::Order => {
            model.scores.tree.order = match model.scores.tree.order {
                Order::Score => Order::Alphabet,
                Order::Alphabet => Order::Score,
            }
        }
        Action::Analysis => model.look.analysis = !model.look.analysis,
        Action::Deeper => return command(model, Command::Hint(model.scores.depth.saturating_add(1))),
        Action::Shallower => return command(model, Command::Hint(model.scores.depth.saturating_sub(1))),
        Action::Hint => {
            model.look.analysis = true;
            model.selection.focus = Focus::Tree;
            let best = model.rows().into_iter().find(|row| row.level() == 0 && row.is_best);
            if let Some(best) = best {
                model.scores.tree.point(&best);
            }
        }
        Action::Pass => return command(model, Command::Pass),
        Action::Theme => model.look.theme = model.look.theme.next(),
        Action::EditBoard => {
            model.library.loading = None;
            model.dialogs.editor = Editor::new(model.game().position());
            model.dialogs.mode = Mode::Edit;
        }
        Action::Games if model.library.games.is_empty() => {
            model.refuse("no file with several games is open: load one after ':'");
        }
        Action::Games => model.dialogs.mode = Mode::Games,
        Action::Prompt => {
            model.dialogs.prompt.begin();
            model.cover(Mode::Prompt);
        }
        Action::Help => {
            model.dialogs.help_top = 0;
            model.cover(Mode::Help);
        }
        Action::Quit => return Some(Effect::Quit),
        _ => {}
    }
    None
}

fn set_pace(model: &mut Model, pace: usize) {
    model.autoplay.pace = pace.min(PACES.len() - 1);
    model.autoplay.next_at = model.now + model.pause();
    model.say(format!("{} s between plies", PACES[model.autoplay.pace].as_secs_f64()));
}

/// Pauses or goes on.
fn go(model: &mut Model) {
    if let Err(why) = model.session.refuse_if_begun() {
        model.refuse(why);
        return;
    }
    let is_end = model.game().played().len() == model.game().plies().len();
    model.autoplay.flow = match model.autoplay.flow {
        Flow::Playing if is_end => Flow::Paused,
        Flow::Replaying => Flow::Paused,
        _ if is_end => Flow::Playing,
        _ => Flow::Replaying,
    };
    let text = match model.autoplay.flow {
        Flow::Paused => "paused: play for either side, or go on (space)",
        Flow::Playing if model.game().outcome().is_some() => "the game is over",
        Flow::Playing => "going on",
        Flow::Replaying => "replay: { is slower, } faster, space pauses",
    };
    model.say(text);
    model.autoplay.next_at = model.now + model.pause();
    model.autoplay.generation += 1;
    model.autoplay.answer = None;
    model.library.loading = None;
}
