//! The terminal, and the loop of events.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write, stdin, stdout};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;
use std::panic;
use std::path::Path;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use rankmoves::game::{DrawRules, Game};
use rankmoves::pdn::Record;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::action::{self, Action, Context};
use super::facts::Task;
use super::record::{self, Loaded};
use super::state::{Look, Mode, Model};
use super::theme::Theme;
use super::update::{Effect, Event, NotSaved, update};
use super::view;
use super::worker::Workers;
use crate::cli::TuiOptions;
use crate::files::{self, expanded};
use crate::picture::Picture;
use crate::{saving, setup};
use shell::format::Tags;
use shell::terminal::GRACE;
use shell::{Stop, signals};

/// The interval between updates of the search progress.
const PERIOD: Duration = Duration::from_millis(200);

/// The inputs of the event loop.
enum Input {
    /// An event of the program's own threads.
    Inner(Event),
    /// A key, a click or a resize.
    Outer(event::Event),
    /// The terminal is gone.
    Gone(io::Error),
}

impl From<Event> for Input {
    fn from(event: Event) -> Input {
        Input::Inner(event)
    }
}

pub fn run(options: &TuiOptions) -> Result<(), Stop> {
    let mut model = model(options)?;
    let (sender, inputs) = channel();
    let failed = |why: io::Error| Stop::failed("use the terminal", &why);
    if !stdout().is_terminal() {
        return Err(failed(io::Error::other("standard output is not one")));
    }
    let screen = Screen::enter(&sender).map_err(failed)?;
    let result = start(&sender).and_then(|workers| {
        model.size = size()?;
        Program {
            model,
            workers,
            sender,
            inputs,
            start: Instant::now(),
            asked: Asked::default(),
            is_stale: true,
        }
        .run()
    });
    drop(screen);
    match result.map_err(failed)? {
        End::Quit => Ok(()),
        End::Interrupt => shell::terminal::exit_interrupted(),
    }
}

fn model(options: &TuiOptions) -> Result<Model, Stop> {
    let table = &options.table;
    let draw_rules = table.setup.draw_rules();
    let look = Look { flip: table.flip, analysis: true, theme: Theme::choose(options) };
    let loaded = match &table.input.file {
        Some(path) => Some(record::load_part(path, draw_rules, table.input.part())?),
        None => None,
    };
    let game = match &loaded {
        Some(loaded) => loaded.game.clone(),
        None => setup::game(&table.setup, &table.input)?.0,
    };
    let mut model = Model::new(table.session(game), draw_rules, look);
    model.depth = options.depth;
    if let Some(loaded) = loaded {
        model.load(loaded);
    }
    Ok(model)
}

/// Starts the threads that send events.
fn start(sender: &Sender<Input>) -> io::Result<Workers> {
    let workers = Workers::start(sender)?;
    let sender = sender.clone();
    let read = move || {
        loop {
            let input = match event::read() {
                Ok(event) => Input::Outer(event),
                Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
                Err(why) => Input::Gone(why),
            };
            let is_gone = matches!(input, Input::Gone(_));
            if sender.send(input).is_err() || is_gone {
                return;
            }
        }
    };
    Builder::new().name("keys".to_owned()).spawn(read)?;
    Ok(workers)
}

/// The ways to end the program.
enum End {
    Quit,
    Interrupt,
}

struct Program {
    model: Model,
    workers: Workers,
    sender: Sender<Input>,
    inputs: Receiver<Input>,
    start: Instant,
    asked: Asked,
    /// True if the screen shows an earlier state.
    is_stale: bool,
}

/// The last orders to the workers.
#[derive(Default)]
struct Asked {
    tasks: Vec<Task>,
    /// The generation of the question to an agent.
    question: Option<u64>,
}

impl Program {
    fn run(mut self) -> io::Result<End> {
        let mut terminal = Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(1 << 16, stdout())))?;
        loop {
            self.ask();
            if std::mem::take(&mut self.is_stale) {
                terminal.draw(|frame| view::draw(frame, &self.model))?;
            }
            // Tests check that a panic restores the terminal.
            assert!(
                !cfg!(debug_assertions) || env::var_os("CHECKERS_PANIC").is_none(),
                "a panic was asked for"
            );
            let mut next = self.wait()?;
            // Drain the queue before drawing: one frame shows all of it.
            while let Some(input) = next {
                if let Some(end) = self.take(input, &mut terminal)? {
                    return Ok(end);
                }
                next = self.inputs.try_recv().ok();
            }
        }
    }

    /// Sends changed tasks and questions to the workers.
    fn ask(&mut self) {
        let tasks = self.model.tasks();
        if tasks != self.asked.tasks {
            self.workers.rank(tasks.clone());
            self.asked.tasks = tasks;
        }
        let question = self.model.agent_question();
        let generation = question.as_ref().map(|question| question.generation);
        if generation != self.asked.question {
            self.workers.ask(question);
            self.asked.question = generation;
        }
    }

    /// Waits for the next input, or for the next tick.
    fn wait(&mut self) -> io::Result<Option<Input>> {
        let now = self.start.elapsed();
        let is_searching = !self.asked.tasks.is_empty();
        let search = is_searching.then_some(PERIOD);
        let due = self.model.wakes_at().map(|at| at.saturating_sub(now));
        // After the search one more tick clears its figures from the screen.
        let ended = (!is_searching && self.model.search.is_on).then_some(Duration::ZERO);
        let wait = [search, due, ended].into_iter().flatten().min();
        let received = match wait {
            None => self.inputs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(wait) => self.inputs.recv_timeout(wait),
        };
        match received {
            Ok(input) => Ok(Some(input)),
            Err(RecvTimeoutError::Timeout) => {
                let progress = self.workers.progress();
                let progress = is_searching.then(|| (progress.nodes(), progress.done(), progress.moves()));
                Ok(Some(Event::Progress(progress).into()))
            }
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("no events come any more")),
        }
    }

    fn take<W: Write>(
        &mut self,
        input: Input,
        terminal: &mut Terminal<CrosstermBackend<W>>,
    ) -> io::Result<Option<End>> {
        let event = match input {
            Input::Inner(event) => Some(event),
            Input::Gone(why) => return Err(why),
            Input::Outer(event::Event::Key(key)) => {
                action::of_key(Context::of(&self.model), key).map(Event::Action)
            }
            Input::Outer(event::Event::Mouse(mouse)) => action::of_mouse(mouse).map(Event::Action),
            Input::Outer(event::Event::Paste(text)) => Some(Event::Pasted(text)),
            Input::Outer(event::Event::Resize(columns, rows)) => Some(Event::Resize(columns, rows)),
            Input::Outer(_) => None,
        };
        let Some(event) = event else {
            return Ok(None);
        };
        self.is_stale = true;
        match update(&mut self.model, event, self.start.elapsed()) {
            None => Ok(None),
            Some(Effect::Quit) => Ok(Some(End::Quit)),
            Some(Effect::Interrupt) => Ok(Some(End::Interrupt)),
            Some(Effect::Suspend) => {
                leave();
                emulate_default_handler(SIGTSTP)?;
                enter()?;
                // Not `clear`: it asks the terminal for the cursor, and the
                // thread that reads keys would take the answer.
                let (columns, rows) = size()?;
                terminal.resize(Rect::new(0, 0, columns, rows))?;
                self.model.size = (columns, rows);
                Ok(None)
            }
            Some(Effect::Load { request, path, number }) => {
                let draw_rules = self.model.draw_rules;
                self.spawn(move || Event::Loaded(request, load(&expanded(&path), draw_rules, number)))?;
                Ok(None)
            }
            Some(Effect::Complete { line, place }) => {
                self.spawn(move || {
                    let (command, begun) = line.split_at(place);
                    let names = files::names(begun).into_iter();
                    let lines = names.map(|name| format!("{command}{name}")).collect();
                    Event::Completed { line, lines }
                })?;
                Ok(None)
            }
            Some(Effect::Save { path, replaces }) => {
                let game = self.model.game_to_save(&path);
                let shown = self.model.game().played().len().min(game.played().len());
                let session = &self.model.session;
                let chain = session.chain().filter(|_| self.model.base_mode() != Mode::Edit);
                let mut picture = match chain {
                    Some(chain) => Picture::of_chain(chain.position(), chain.squares(), chain.captured()),
                    None => Picture::of_game(&game, shown),
                };
                (picture.flip, picture.numbers) = (self.model.look.flip, session.numbers);
                let tags = saving::tags(session);
                let left_out = chain.and_then(|_| saving::half_move(session, &path));
                let read = self.model.library.record.clone();
                self.spawn(move || {
                    let saved = save(&game, read.as_ref(), &tags, &picture, &expanded(&path), replaces);
                    let saved =
                        saved.map(|text| [text].into_iter().chain(left_out).collect::<Vec<_>>().join("; "));
                    Event::Saved(path, saved)
                })?;
                Ok(None)
            }
        }
    }

    /// Runs slow work on a thread of its own.
    fn spawn(&self, work: impl FnOnce() -> Event + Send + 'static) -> io::Result<()> {
        let sender = self.sender.clone();
        // A failed send means that the program is ending.
        Builder::new().name("files".to_owned()).spawn(move || drop(sender.send(work().into())))?;
        Ok(())
    }
}

fn load(path: &Path, draw_rules: DrawRules, number: Option<u32>) -> Result<Box<Loaded>, String> {
    if is_terminal(path) {
        return Err(format!("expected a file: the keys come from {}", path.display()));
    }
    record::load(path, draw_rules, number).map(Box::new).map_err(reason)
}

/// Returns whether a path is a terminal: the program needs its keys itself.
fn is_terminal(path: &Path) -> bool {
    let is_device = fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_char_device());
    path == Path::new("-") || is_device && File::open(path).is_ok_and(|file| file.is_terminal())
}

fn save(
    game: &Game,
    read: Option<&Record>,
    tags: &Tags,
    picture: &Picture,
    path: &Path,
    replaces: bool,
) -> Result<String, NotSaved> {
    if is_terminal(path) {
        return Err(NotSaved::Failed(format!("expected a file: the board is shown on {}", path.display())));
    }
    if !replaces && path.is_file() {
        return Err(NotSaved::Exists);
    }
    let lost =
        saving::save(game, read, tags, picture, path).map_err(|stop| NotSaved::Failed(reason(stop)))?;
    let saved = match game.played().len() {
        0 => format!("saved {}", path.display()),
        1 => format!("saved {} with 1 ply", path.display()),
        plies => format!("saved {} with {plies} plies", path.display()),
    };
    Ok([vec![saved], lost].concat().join("; "))
}

/// Returns the message and its place on one line without colour.
fn reason(stop: Stop) -> String {
    let Stop::Failed(message) = stop else {
        return "nobody reads what is written".to_owned();
    };
    let plain = anstream::adapter::strip_str(&message).to_string();
    let mut lines = plain.lines().map(str::trim);
    let what = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    let place = lines.find_map(|line| line.strip_prefix("--> "));
    place.map_or(what.clone(), |place| format!("{place}: {what}"))
}

/// A guard of full-screen mode. Dropping it restores the terminal.
struct Screen;

/// True while the terminal is in full-screen mode.
static ENTERED: AtomicBool = AtomicBool::new(false);

impl Screen {
    /// Enters full-screen mode. Signals and panics leave it before they end the program.
    fn enter(sender: &Sender<Input>) -> io::Result<Screen> {
        let mut arriving = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP])?;
        let sender = sender.clone();
        let watch = move || {
            for signal in arriving.forever() {
                // A SIGTSTP from outside does the same as the key.
                if signal == SIGTSTP {
                    let _ = sender.send(Event::Action(Action::Suspend).into());
                } else {
                    end(signal);
                }
            }
        };
        Builder::new().name("signals".to_owned()).spawn(watch)?;
        Builder::new().name("hangup".to_owned()).spawn(|| {
            if wait_for_hangup().is_ok() {
                end(SIGHUP);
            }
        })?;
        signals::hold(true);
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A panic on any thread ends the program: it needs all of them.
            let _out = stdout().lock();
            leave();
            report(info);
            exit(101);
        }));
        enter()?;
        Ok(Screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    ENTERED.store(true, Relaxed);
    let entered =
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, cursor::Hide);
    entered.inspect_err(|_| leave())
}

/// Leaves full-screen mode. Ignores errors: nothing can be done about them.
fn leave() {
    if ENTERED.swap(false, Relaxed) {
        let _ = disable_raw_mode();
        let _ = execute!(
            stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
    }
}

/// Restores the terminal and ends the program as the signal would.
fn end(signal: i32) -> ! {
    let (sender, left) = channel();
    let _ = Builder::new().spawn(move || {
        // Keep the lock for good, so that nothing is drawn after this.
        let out = stdout().lock();
        leave();
        let _ = sender.send(());
        std::mem::forget(out);
    });
    // A stalled terminal blocks the drawing thread, which then keeps the lock.
    if left.recv_timeout(GRACE).is_err() {
        let _ = disable_raw_mode();
    }
    signals::exit(signal)
}

/// Waits until the terminal hangs up. A process that gets no SIGHUP would
/// otherwise read the end of its input over and over.
fn wait_for_hangup() -> io::Result<()> {
    let keys = stdin();
    let terminal;
    let keys = if keys.is_terminal() {
        keys.as_fd()
    } else {
        terminal = File::open("/dev/tty")?;
        terminal.as_fd()
    };
    loop {
        // With an empty event mask `poll` still reports a hang-up.
        match poll(&mut [PollFd::from_borrowed_fd(keys, PollFlags::empty())], None) {
            Ok(1..) => return Ok(()),
            Ok(0) | Err(Errno::INTR) => {}
            Err(why) => return Err(why.into()),
        }
    }
}
