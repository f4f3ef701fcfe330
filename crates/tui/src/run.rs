//! The start, the event loop and the end of the program; reading, saving and completing files on separate threads.

use std::env;
use std::io::{self, IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use rankmoves_game::DrawRules;
use ratatui::crossterm::event::{self, Event as TerminalEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::crossterm::terminal::size;

use super::options::TuiOptions;
use super::state::Model;
use super::terminal::{self, Terminal};
use super::theme::Theme;
use super::update::{Effect, Event, Input, update};
use super::view;
use super::worker::Workers;
use shell::input::GameSelection;
use shell::terminal::exit_interrupted;
use shell::{Failure, Stop, shown_path};
use table::file_names::{expanded, names};
use table::loading::{self, Loaded};
use table::session::clock_message;
use table::{save, setup};

const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Runs `checkers tui`.
///
/// # Errors
///
/// If the game cannot be read or the terminal cannot be used.
pub fn run(options: &TuiOptions) -> Result<(), Stop> {
    let model = model(options)?;
    let (sender, inputs) = channel();
    let failed = |why: io::Error| Stop::failed("use the terminal", &why);
    if !stdout().is_terminal() {
        let why =
            "checkers tui needs a terminal, and standard output is not one: use checkers play in a pipe";
        return Err(Failure::new(why.to_owned()).into());
    }
    terminal::watch_signals(&sender).map_err(failed)?;
    shell::signals::hold(true);
    terminal::leave_on_panic();
    terminal::enter().map_err(failed)?;
    let result = EventLoop::start(model, sender, inputs).and_then(EventLoop::run);
    // A frame may fail before the thread that waits for the hang-up ends the program.
    #[cfg(unix)]
    if result.as_ref().is_err_and(shell::hangup::is_hangup) {
        terminal::end_by(signal_hook::consts::SIGHUP);
    }
    terminal::leave();
    result.map_err(failed)
}

fn model(options: &TuiOptions) -> Result<Model, Stop> {
    let table = &options.table;
    let draw_rules = table.draws.draw_rules();
    let load = |path: &PathBuf| loading::load(path, draw_rules, table.input.selection());
    let loaded = table.input.file.as_ref().map(load).transpose()?;
    let game = match &loaded {
        Some(loaded) => loaded.game.clone(),
        None => setup::table_game(table)?.0,
    };
    let session = table.session(game);
    // Show no scores in a new game against a program until the user asks for them.
    let analysis = loaded.is_some() || session.person().is_none();
    let mut model = Model::new(session, analysis, Theme::choose(options));
    model.scores.depth = options.depth;
    if let Some(loaded) = loaded {
        model.load(loaded);
    } else if table.clock.is_some() {
        model.say(clock_message(table.clock));
    }
    Ok(model)
}

struct EventLoop {
    model: Model,
    workers: Workers,
    sender: Sender<Input>,
    inputs: Receiver<Input>,
    start: Instant,
    /// True if there are moves to rank.
    is_searching: bool,
}

impl EventLoop {
    /// Starts the threads that send events.
    fn start(mut model: Model, sender: Sender<Input>, inputs: Receiver<Input>) -> io::Result<EventLoop> {
        let workers = Workers::start(&sender)?;
        let keys = sender.clone();
        Builder::new().name("keys".to_owned()).spawn(move || read_keys(&keys))?;
        let start = Instant::now();
        let (columns, rows) = size()?;
        // Set the size of the screen; like any event, this also starts the clock.
        update(&mut model, Event::Terminal(TerminalEvent::Resize(columns, rows)), Duration::ZERO);
        Ok(EventLoop { model, workers, sender, inputs, start, is_searching: false })
    }

    fn run(mut self) -> io::Result<()> {
        let mut terminal = terminal::open()?;
        loop {
            self.ask();
            terminal.draw(|frame| view::draw(frame, &self.model))?;
            // Lets tests check that a panic restores the terminal.
            assert!(
                !cfg!(debug_assertions) || env::var_os("CHECKERS_PANIC").is_none(),
                "a panic was asked for"
            );
            let mut next = Some(self.wait());
            // Drain the queue before drawing, so that one frame shows all events.
            while let Some(input) = next {
                if let Some(effect) = update(&mut self.model, input?, self.start.elapsed())
                    && self.perform(effect, &mut terminal)?
                {
                    return Ok(());
                }
                next = self.inputs.try_recv().ok();
            }
        }
    }

    /// Sends the tasks and the question that follow from the state to the workers.
    fn ask(&mut self) {
        let tasks = self.model.tasks();
        self.is_searching = !tasks.is_empty();
        self.workers.tasks.put(tasks);
        self.workers.proofs.put(self.model.proof_tasks());
        self.workers.questions.put(Vec::from_iter(self.model.agent_question()));
    }

    /// Waits for the next input, or for the next tick.
    fn wait(&self) -> Input {
        let now = self.start.elapsed();
        let search = self.is_searching.then_some(PROGRESS_INTERVAL);
        let due = self.model.wakes_at().map(|at| at.saturating_sub(now));
        // After the search, one more update removes its figures from the screen.
        let ended = (!self.is_searching && self.model.scores.search.is_some()).then_some(Duration::ZERO);
        let wait = [search, due, ended].into_iter().flatten().min();
        match self.inputs.recv_timeout(wait.unwrap_or(Duration::MAX)) {
            Ok(input) => input,
            Err(RecvTimeoutError::Timeout) => {
                Ok(Event::Progress(self.is_searching.then(|| self.workers.progress.nodes())))
            }
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("the terminal sends no more events")),
        }
    }

    /// Carries out an effect; work on files runs on separate threads. Returns whether the program ends.
    fn perform(&mut self, effect: Effect, terminal: &mut Terminal) -> io::Result<bool> {
        match effect {
            Effect::Quit => return Ok(true),
            Effect::Interrupt => {
                terminal::leave();
                exit_interrupted();
            }
            Effect::Suspend => self.model.screen.area = terminal::suspend(terminal)?,
            Effect::Load(request, path, number) => {
                let draw_rules = self.model.game().draw_rules();
                self.spawn(move || Event::Loaded(request, load(&path, draw_rules, number)))?;
            }
            Effect::Complete(line, start) => {
                self.spawn(move || Event::Completed(complete(&line, start), line))?;
            }
            Effect::Save { path, replaces } => {
                self.spawn(save_job(&self.model, path, replaces))?;
            }
        }
        Ok(false)
    }

    /// Runs slow work on a separate thread.
    fn spawn(&self, work: impl FnOnce() -> Event + Send + 'static) -> io::Result<()> {
        let sender = self.sender.clone();
        // A failed send means that the program is ending.
        Builder::new().name("files".to_owned()).spawn(move || drop(sender.send(Ok(work()))))?;
        Ok(())
    }
}

/// Sends the terminal's events until the terminal or the receiver is closed.
fn read_keys(sender: &Sender<Input>) {
    use MouseEventKind::{Down, ScrollDown, ScrollUp};
    loop {
        let input = match event::read() {
            Ok(TerminalEvent::Mouse(MouseEvent { kind, .. }))
                if !matches!(kind, Down(MouseButton::Left) | ScrollUp | ScrollDown) =>
            {
                continue;
            }
            Ok(event) => Ok(Event::Terminal(event)),
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            Err(why) => Err(why),
        };
        let is_closed = input.is_err();
        if sender.send(input).is_err() || is_closed {
            return;
        }
    }
}

fn load(path: &Path, draw_rules: DrawRules, number: Option<u32>) -> Result<Box<Loaded>, String> {
    let path = &expanded(path);
    if is_terminal(path) {
        return Err(format!("{} is the keyboard: name another file", shown_path(path)));
    }
    loading::load(path, draw_rules, GameSelection::game(number)).map(Box::new).map_err(reason)
}

/// Returns whether a path is a terminal; the program needs the terminal's input itself.
fn is_terminal(path: &Path) -> bool {
    path == Path::new("-") || is_open_terminal(path)
}

#[cfg(unix)]
fn is_open_terminal(path: &Path) -> bool {
    use std::fs::{self, File};
    use std::os::unix::fs::FileTypeExt;
    let is_device = fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_char_device());
    is_device && File::open(path).is_ok_and(|file| file.is_terminal())
}

/// Windows has special names for the console, in upper or lower case.
#[cfg(not(unix))]
fn is_open_terminal(path: &Path) -> bool {
    ["con", "conin$", "conout$"].iter().any(|name| path.as_os_str().eq_ignore_ascii_case(name))
}

/// Completes the file name that begins at byte `start` of a line. Returns whole lines.
fn complete(line: &str, start: usize) -> Vec<String> {
    let (command, begun) = line.split_at(start);
    names(begun).into_iter().map(|name| format!("{command}{name}")).collect()
}

/// Returns the work of saving the game, with all that it needs. Its event has the path as the user gave it.
pub fn save_job(model: &Model, path: PathBuf, replaces: bool) -> impl FnOnce() -> Event + Send + use<> {
    let game = model.game_to_save(&path);
    let session = model.session.clone();
    let is_edit = model.is_edit();
    let entry = model.entry_in(&path);
    move || {
        let file = expanded(&path);
        let saved = if is_terminal(&file) {
            Err(format!("{} is the screen: name another file", shown_path(&file)))
        } else if let (None, Err(why)) = (&entry, save::check_single(&file)) {
            Err(reason(why))
        } else if !replaces && file.is_file() {
            return Event::Exists(path);
        } else {
            let chain = session.chain().filter(|_| !is_edit);
            save::save(&session, &game, chain, &file, entry).map_err(reason).map(|lost| {
                let number = entry.map_or_else(String::new, |entry| format!("game {} of ", entry.number));
                let saved = format!("saved {number}{}", shown_path(&file));
                [saved].into_iter().chain(lost).collect::<Vec<_>>().join("; ")
            })
        };
        let number = entry.filter(|_| saved.is_ok()).and_then(|entry| u32::try_from(entry.number).ok());
        let read = number.and_then(|number| load(&file, game.draw_rules(), Some(number)).ok());
        Event::Saved(path, read, (!is_edit).then(|| Box::new(session)), saved)
    }
}

fn reason(stop: Stop) -> String {
    match stop {
        Stop::Failed(failure) => failure.reason(),
        Stop::ClosedPipe => "the reader closed the pipe".to_owned(),
    }
}
