//! `checkers hub`: runs the engine as a program that speaks the Hub protocol, in threads around its session.

mod parameters;
mod replies;
mod searcher;
mod session;

use std::io::{self, BufReader, Stdin, stdin};
use std::process::exit;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::line::Line;
use rankmoves_core::support::line::read_line;
use searcher::Searcher;
use session::{Effect, Event, Session};
use shell::Stop;
use shell::output::say;

const MAX_REQUEST_BYTES: usize = 1 << 20;

/// The maximum number of queued events, and of queued replies.
const MAX_QUEUED_INPUTS: usize = 1 << 10;

/// The longest wait at the end of the program, first for a search to end, then for the output to be written.
const MAX_PARTING: Duration = Duration::from_secs(1);

/// Answers requests until the input ends or `quit` arrives.
///
/// # Errors
///
/// If the streams fail or a thread does not start.
pub fn run() -> Result<(), Stop> {
    let failed = |why: io::Error| Stop::failed("start a thread", &why);
    let (events, happening) = sync_channel(MAX_QUEUED_INPUTS);
    let searcher = Searcher::start(events.clone()).map_err(failed)?;
    let output = Output::start().map_err(failed)?;
    Builder::new().name("requests".to_owned()).spawn(move || read(stdin(), &events)).map_err(failed)?;
    serve(&happening, searcher, &output);
    output.finish();
    Ok(())
}

/// Passes events to a session and carries out its effects.
fn serve(happening: &Receiver<Event>, mut searcher: Searcher, output: &Output) {
    let mut session = Session::default();
    let mut end: Option<Instant> = None;
    loop {
        let now = Instant::now();
        if end.is_some_and(|end| end <= now) {
            return;
        }
        let due = session.deadline().into_iter().chain(end).min();
        let event = match due.map(|due| due.saturating_duration_since(now)) {
            None => happening.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(wait) => happening.recv_timeout(wait),
        };
        let now = Instant::now();
        match event {
            Ok(Event::Line(_) | Event::TooLong) if end.is_some() => {}
            Ok(Event::Line(line)) => session.take_line(&line, now),
            Ok(Event::TooLong) => {
                let why = format!("expected a line of at most {MAX_REQUEST_BYTES} bytes");
                output.say(&replies::error(&why));
            }
            Ok(Event::End) => session.end(now),
            Ok(Event::Depth(choice)) => session.take_depth(&choice, now),
            Ok(Event::Choice(choice)) => session.take_choice(choice, now),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        session.take_time(now);
        for effect in session.effects.drain(..) {
            match effect {
                Effect::Say(line) => output.say(&line),
                Effect::Search(game, limits) => searcher.search(game, limits),
                Effect::Stop => searcher.stop(),
                Effect::Configure(parameters) => {
                    if let Err(why) = searcher.configure(&parameters) {
                        output.say(&replies::error(&why));
                    }
                }
                Effect::Forget => searcher.forget(),
                Effect::Quit => return,
            }
        }
        if session.ends && end.is_none() {
            end = now.checked_add(MAX_PARTING);
        }
    }
}

/// Sends each line of standard input as an event.
fn read(stdin: Stdin, events: &SyncSender<Event>) {
    let mut input = BufReader::new(stdin);
    let mut line = Vec::new();
    loop {
        // The line feed is not counted.
        let event = match read_line(&mut input, MAX_REQUEST_BYTES + 1, &mut line) {
            // If the input fails, the controlling program is assumed to be gone.
            Err(_) => Event::End,
            Ok(_) if line.is_empty() => Event::End,
            Ok(true) => Event::TooLong,
            Ok(false) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let is_last = matches!(event, Event::End);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// A thread that writes lines to standard output, so that a slow reader does not delay the session.
struct Output {
    lines: SyncSender<String>,
    finished: Receiver<()>,
}

impl Output {
    fn start() -> io::Result<Output> {
        let (lines, queue) = sync_channel::<String>(MAX_QUEUED_INPUTS);
        let (at_end, finished) = sync_channel(1);
        let work = move || {
            for line in queue {
                if let Err(stop) = say(&line) {
                    exit(stop.report().into());
                }
            }
            let _ = at_end.send(());
        };
        Builder::new().name("replies".to_owned()).spawn(work)?;
        Ok(Output { lines, finished })
    }

    fn say(&self, line: &Line) {
        let _ = self.lines.send(format!("{line}\n"));
    }

    /// Waits until everything has been written, but only for a limited time.
    fn finish(self) {
        drop(self.lines);
        let _ = self.finished.recv_timeout(MAX_PARTING);
    }
}
