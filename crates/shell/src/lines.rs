//! Answers positions, one per line, on several threads but in order.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::exit;
use std::str;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use nom::Offset;
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::{Fen, FenError};
use rankmoves_core::support::batch::Batch;
use rankmoves_core::support::line::read_line;
use rankmoves_core::{Position, Rules};
use serde::Serialize;
use serde_json::value::RawValue;

use super::diagnostic::Diagnostic;
use super::format::Format;
use super::json::Object;
use super::progress::{rate, while_showing};
use super::{Failure, Stop, input, json, output, quantity, signals};

const MAX_LINE_BYTES: usize = 1 << 20;

const READ_BYTES: usize = 1 << 16;

/// The number of bytes of answers gathered for one write. If the next answer is not ready, fewer bytes are
/// written.
const WRITTEN_BYTES: usize = 1 << 16;

/// The interval between checks for a signal while there is nothing to write.
const LOOK_INTERVAL: Duration = Duration::from_millis(50);

/// A position read from a line.
pub struct LineQuestion {
    /// The position after the moves of the line.
    pub position: Position,
    /// The document that the line contains.
    pub document: Document,
    /// The format of the line.
    pub format: Format,
    /// The value of `id`, if the line is an object that has one.
    id: Option<Box<RawValue>>,
}

/// The first fields of an answer, which come from its line.
#[derive(Serialize)]
pub struct LineHead<'a> {
    /// The number of the line, from 1, not counting blank lines.
    pub input: u64,
    /// The value of `id`, if the line is an object that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a RawValue>,
    /// The line, if the answer repeats it: unchanged if it is an object, otherwise as a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<Box<RawValue>>,
}

/// The reason why a line cannot be answered.
#[derive(Serialize)]
pub struct LineError {
    /// The message.
    pub message: String,
    /// The column of the fault, in characters from 1; `None` if the error concerns the whole line.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The value of `id`, if the line is an object that has one.
    #[serde(skip)]
    id: Option<Box<RawValue>>,
}

impl LineError {
    /// Makes an error that concerns the whole line.
    pub fn new(why: &dyn std::error::Error) -> LineError {
        LineError { message: why.to_string(), column: None, id: None }
    }

    fn at(column: usize, message: String) -> LineError {
        LineError { message, column: Some(column), id: None }
    }
}

/// Options for answering lines.
pub struct Answering<'a> {
    /// The input; standard input if it is `None` or `-`.
    pub file: Option<&'a Path>,
    /// The rules of FEN positions.
    pub rules: Rules,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The maximum number of available lines that a thread takes at a time.
    pub group: usize,
    /// True if each answer repeats its line.
    pub echo: bool,
}

/// Answers each line that is not blank: after a `header`, `write` appends each answer or error to the output, with
/// the line's number and its `id`; [`write_object`] writes it as an object. The output is in the order of the
/// lines. Each thread has a state, made by `begin`. `answer` returns `None` if stopped.
pub fn answer<S, T: 'static>(
    options: &Answering<'_>,
    begin: impl Fn(&Arc<AtomicBool>) -> S + Send + Sync + 'static,
    answer: impl Fn(&mut S, &LineQuestion) -> Option<Result<T, LineError>> + Send + Sync + 'static,
    write: impl Fn(&mut Vec<u8>, &LineHead<'_>, Result<T, LineError>) + Send + Sync + 'static,
    header: &str,
) -> Result<(), Stop> {
    let (rules, echo) = (options.rules, options.echo);
    let (name, input) = input::open(options.file)?;
    let input = BufReader::with_capacity(READ_BYTES, input);
    let groups = Groups { input, count: 0, most: options.group.max(1), is_at_end: false };
    // A first interrupt stops between two lines; a second interrupt ends the program at once.
    signals::hold(true);
    let work = move |state: &mut S, group: Group| {
        let mut answered = Answered { failure: group.failure, ..Answered::default() };
        for (number, line) in (group.first..).zip(group.lines) {
            let given = line.as_ref().ok().filter(|_| echo).map(|line| given(line));
            let done = line.and_then(|line| LineQuestion::read(&line, rules));
            let (id, done) = match done {
                Ok(question) => match answer(state, &question) {
                    None => break,
                    Some(done) => (question.id, done),
                },
                Err(mut why) => (why.id.take(), Err(why)),
            };
            answered.count += 1;
            answered.wrong += u64::from(done.is_err());
            write(&mut answered.text, &LineHead { input: number, id: id.as_deref(), given }, done);
        }
        answered
    };
    let batch = Batch::start(groups, options.threads, begin, work);
    let batch = batch.map_err(|why| Stop::failed("start a thread", &why))?;
    write_all(batch, &name, header)
}

/// Writes an answer or an error as an object that begins with the fields of the head.
pub fn write_object<T: Serialize>(text: &mut Vec<u8>, head: &LineHead<'_>, done: Result<T, LineError>) {
    #[derive(Serialize)]
    struct Wrong {
        error: LineError,
    }
    match done {
        Ok(fields) => write_fields(text, head, &fields),
        Err(error) => write_fields(text, head, &Wrong { error }),
    }
}

/// Writes an object with the fields of the head, then other fields.
///
/// # Panics
///
/// If `fields` have no form as a JSON object.
pub fn write_fields(text: &mut Vec<u8>, head: &LineHead<'_>, fields: &impl Serialize) {
    let written = "writing to memory does not fail";
    serde_json::to_writer(&mut *text, head).expect(written);
    text.pop();
    let open = text.len();
    serde_json::to_writer(&mut *text, fields).expect(written);
    // The other fields follow in the same object.
    text[open] = b',';
    text.push(b'\n');
}

/// Returns the given line: unchanged if it is an object, otherwise as a string.
fn given(line: &[u8]) -> Box<RawValue> {
    let text = String::from_utf8_lossy(without_mark(line));
    let text = text.trim();
    let object = if text.starts_with('{') { serde_json::from_str(text).ok() } else { None };
    object.unwrap_or_else(|| serde_json::value::to_raw_value(text).expect("a string has a JSON form"))
}

fn write_all(mut batch: Batch<Answered>, name: &str, header: &str) -> Result<(), Stop> {
    let (done, wrong, start) = (AtomicU64::new(0), AtomicU64::new(0), Instant::now());
    let mut failure = None;
    let line = || {
        let done = done.load(Relaxed);
        format!("{done} lines, {} lines/s", rate(done, start.elapsed()))
    };
    let mut work = |out: &mut File| {
        let mut text = header.as_bytes().to_vec();
        let mut wait = Duration::ZERO;
        while signals::pending().is_none() {
            match batch.next_within(wait) {
                Ok(answered) => {
                    text.extend_from_slice(&answered.text);
                    done.fetch_add(answered.count, Relaxed);
                    wrong.fetch_add(answered.wrong, Relaxed);
                    failure = answered.failure;
                    wait = Duration::ZERO;
                }
                Err(RecvTimeoutError::Timeout) => wait = LOOK_INTERVAL,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if text.len() >= WRITTEN_BYTES || !wait.is_zero() {
                out.write_all(&text)?;
                text.clear();
            }
        }
        out.write_all(&text)
    };
    while_showing(line, || output::write(&mut work))?;
    let (done, wrong) = (done.into_inner(), wrong.into_inner());
    let lines = quantity(done, "line", "lines");
    if let Some(status) = signals::pending() {
        output::print_error(&format!("stopped: {lines} answered\n"));
        exit(status);
    }
    signals::hold(false);
    if let Some(why) = failure {
        return Err(Stop::failed(&format!("read {name}"), &why));
    }
    if wrong > 0 {
        let message = format!("{wrong} of {lines} could not be answered: see \"error\" in the output");
        return Err(Failure::new(message).into());
    }
    Ok(())
}

struct Group {
    /// The number of the first line, from 1; blank lines do not count.
    first: u64,
    lines: Vec<Result<Vec<u8>, LineError>>,
    /// The reason why no more lines can be read.
    failure: Option<io::Error>,
}

/// The answers to a group of lines.
#[derive(Default)]
struct Answered {
    text: Vec<u8>,
    count: u64,
    /// The number of invalid lines.
    wrong: u64,
    failure: Option<io::Error>,
}

/// The lines of an input, in groups of available lines. An available line never waits for the next line to
/// arrive.
struct Groups {
    input: BufReader<File>,
    count: u64,
    most: usize,
    is_at_end: bool,
}

impl Iterator for Groups {
    type Item = Group;

    fn next(&mut self) -> Option<Group> {
        let first = self.count + 1;
        let (mut lines, mut failure) = (Vec::new(), None);
        while !self.is_at_end && lines.len() < self.most {
            let is_there = self.input.buffer().contains(&b'\n');
            if !lines.is_empty() && !is_there {
                break;
            }
            match self.line() {
                Ok(line) => lines.extend(line),
                Err(why) => failure = Some(why),
            }
            self.is_at_end |= failure.is_some();
        }
        self.count += lines.len() as u64;
        (!lines.is_empty() || failure.is_some()).then_some(Group { first, lines, failure })
    }
}

impl Groups {
    /// Reads a line. Returns `None` for a blank line, or at the end of the input.
    fn line(&mut self) -> io::Result<Option<Result<Vec<u8>, LineError>>> {
        let mut line = Vec::new();
        // The line feed is not counted.
        if read_line(&mut self.input, MAX_LINE_BYTES + 1, &mut line)? {
            let message = format!("expected a line of at most {MAX_LINE_BYTES} bytes but found a longer one");
            return Ok(Some(Err(LineError::at(1, message))));
        }
        self.is_at_end = line.is_empty();
        let is_blank = without_mark(&line).trim_ascii().is_empty();
        Ok((!is_blank).then_some(Ok(line)))
    }
}

impl LineQuestion {
    /// Reads a line: a FEN position, or the object of a game.
    fn read(line: &[u8], rules: Rules) -> Result<LineQuestion, LineError> {
        let line = without_mark(line);
        let text = str::from_utf8(line).map_err(|why| {
            let before = String::from_utf8_lossy(&line[..why.valid_up_to()]).chars().count();
            let message = format!("expected UTF-8 but found the byte 0x{:02x}", line[why.valid_up_to()]);
            LineError::at(before + 1, message)
        })?;
        let blanks = text.len() - text.trim_start().len();
        let start = text[..blanks].chars().count();
        let text = text.trim();
        let refused = |wrong: Diagnostic| LineError {
            id: json::id(text),
            ..LineError::at(start + wrong.location.column, wrong.message)
        };
        if text.starts_with('{') {
            let wrong = match json::FenFields::read(text) {
                Ok(fields) => return LineQuestion::of_fen_fields(text, start, fields, rules),
                Err(wrong) => wrong,
            };
            // A game may have a field of that name too, within its `id`.
            let object = json::read(text).map_err(|other| refused(wrong.unwrap_or(other)))?;
            let position = object.position().map_err(refused)?;
            let Object { document, id, .. } = object;
            return Ok(LineQuestion { position, document, format: Format::Json, id });
        }
        let fen: Fen = text.parse().map_err(|FenError { column, expected, found }: FenError| {
            let expected = if column == 1 { "a FEN position or a JSON object" } else { expected };
            LineError::at(start + column, format!("expected {expected} but found {found}"))
        })?;
        Ok(LineQuestion::of_fen(fen, rules, None))
    }

    /// Reads an object with a FEN position. `start` is the number of characters before the text of the object.
    fn of_fen_fields(
        text: &str,
        start: usize,
        json::FenFields { fen, id, rules: own }: json::FenFields<'_>,
        rules: Rules,
    ) -> Result<LineQuestion, LineError> {
        let before = &text[..text.offset(fen.get())];
        let column = start + before.chars().count() + 1;
        let wrong = |column, message| LineError { id: id.clone(), ..LineError::at(column, message) };
        let value: Cow<'_, str> = serde_json::from_str(fen.get())
            .map_err(|_| wrong(column, "expected a string with a FEN position".to_owned()))?;
        match value.parse() {
            Ok(fen) => Ok(LineQuestion::of_fen(fen, own.unwrap_or(rules), id)),
            Err(FenError { column: inside, expected, found }) => {
                Err(wrong(column + inside, format!("expected {expected} but found {found}")))
            }
        }
    }

    fn of_fen(fen: Fen, rules: Rules, id: Option<Box<RawValue>>) -> LineQuestion {
        let setup = fen.setup(rules);
        let position = setup.position().expect("a setup without a jump in progress is valid");
        LineQuestion { position, document: Document::new(setup, []), format: Format::Fen, id }
    }
}

/// Removes a byte-order mark, which may precede the first line.
fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line)
}
