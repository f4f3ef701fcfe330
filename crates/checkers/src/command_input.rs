//! Commands, one per line: edited at a terminal, or read from a pipe.

use std::io::{self, IsTerminal, StdinLock};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config, Configurer};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, ExternalPrinter, Helper};

use rankmoves_core::support::line::read_line;
use shell::Stop;
use shell::output::say;
use shell::terminal::{Interrupts, exit_interrupted};
use table::file_names;
use table::session::MAX_LINE_BYTES;

pub enum CommandInput {
    Terminal(Box<Editor<Words, MemHistory>>, Interrupts),
    Pipe(StdinLock<'static>),
}

impl CommandInput {
    /// Opens standard input; on a terminal, lines can be edited, recalled and completed, and Ctrl-C is caught.
    pub fn open(interrupts: &Interrupts) -> Result<CommandInput, Stop> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(CommandInput::Pipe(io::stdin().lock()));
        }
        interrupts.watch()?;
        let editor = editor().map_err(|why| Stop::failed("read from the terminal", &why))?;
        Ok(CommandInput::Terminal(Box::new(editor), interrupts.clone()))
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, CommandInput::Terminal(..))
    }

    /// Reads the next line; returns `None` at the end of the input, and a message for a line from a pipe that is not
    /// UTF-8. On a terminal, `words` are the completions, and `delayed` is a message of one line, which is shown
    /// above the edited line after a delay.
    pub fn next(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        delayed: Option<(Duration, String)>,
    ) -> Result<Option<Result<String, String>>, Stop> {
        match self {
            CommandInput::Terminal(editor, interrupts) => {
                // Without a printer, the message appears with the next line.
                let printer = delayed.as_ref().and_then(|_| editor.create_external_printer().ok());
                let _sender =
                    delayed.zip(printer).map(|((after, text), printer)| show_later(after, text, printer));
                editor.set_helper(Some(Words(words)));
                Ok(edited(editor, interrupts, prompt)?.map(Ok))
            }
            CommandInput::Pipe(stdin) => piped(stdin),
        }
    }
}

/// Reads a line that is edited at the prompt of a terminal.
fn edited(
    editor: &mut Editor<Words, MemHistory>,
    interrupts: &Interrupts,
    prompt: &str,
) -> Result<Option<String>, Stop> {
    // An interrupt that came after the end of the work counts as the first interrupt at this prompt.
    let mut interrupted = interrupts.take();
    if interrupted {
        say(QUIT_MESSAGE)?;
    }
    loop {
        match interrupts.at_prompt(|| editor.readline(prompt)) {
            Ok(line) => return Ok(Some(line)),
            Err(ReadlineError::Eof) => return Ok(None),
            // The first Ctrl-C drops the line typed so far, as in a shell.
            Err(ReadlineError::Interrupted) if interrupted => exit_interrupted(),
            Err(ReadlineError::Interrupted) => {
                interrupted = true;
                say(QUIT_MESSAGE)?;
            }
            Err(ReadlineError::Io(why)) if why.kind() == io::ErrorKind::InvalidData => {
                say(&format!("{NOT_UTF8}\n"))?;
            }
            Err(why) => return Err(Stop::failed("read from the terminal", &why)),
        }
    }
}

/// Reads a line from a pipe, or a message about a line that is not UTF-8.
fn piped(stdin: &mut StdinLock<'_>) -> Result<Option<Result<String, String>>, Stop> {
    let mut line = Vec::new();
    // Drops the rest of an overlong line, whose beginning is refused as too long.
    read_line(stdin, MAX_LINE_BYTES + 2, &mut line).map_err(|why| Stop::failed("read <stdin>", &why))?;
    if line.is_empty() {
        return Ok(None);
    }
    // An overlong line may end inside a character.
    let is_whole = line.len() <= MAX_LINE_BYTES;
    let text = match String::from_utf8(line) {
        Err(why) if !is_whole => Ok(String::from_utf8_lossy(why.as_bytes()).into_owned()),
        text => text.map_err(|_| NOT_UTF8.to_owned()),
    };
    // Windows' shells begin a pipe with a byte-order mark.
    Ok(Some(text.map(|text| text.trim_start_matches('\u{feff}').trim_end_matches('\n').to_owned())))
}

/// Shows a message after a delay, unless the returned sender is dropped first.
fn show_later(
    after: Duration,
    text: String,
    mut printer: impl ExternalPrinter + Send + 'static,
) -> Sender<()> {
    let (sender, receiver) = mpsc::channel();
    let wait = move || {
        if receiver.recv_timeout(after) == Err(RecvTimeoutError::Timeout) {
            // If the terminal takes no output, it cannot show the error either.
            let _ = printer.print(text);
        }
    };
    // If no thread starts, the message appears with the next line.
    let _ = Builder::new().spawn(wait);
    sender
}

const NOT_UTF8: &str = "expected UTF-8; the line is ignored";

/// The answer to the first Ctrl-C at the prompt.
const QUIT_MESSAGE: &str = "(type quit, or press Ctrl-C again, to quit)\n";

fn editor<H: Helper>() -> rustyline::Result<Editor<H, MemHistory>> {
    // Changes only those terminal settings that the signal handler restores. Without bracketed paste, pasted
    // lines are read as if typed.
    let mut config =
        Config::builder().completion_type(CompletionType::List).auto_add_history(true).bracketed_paste(false);
    config.enable_synchronized_output(false);
    let config = config.build();
    let history = MemHistory::with_config(&config);
    Editor::with_history(config, history)
}

/// The completions other than file names: legal moves and command names.
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let line = &line[..at];
        if let Some(start) = file_names::name_start(line) {
            return Ok((start, file_names::names(&line[start..])));
        }
        let begun = line.trim_start();
        let words = self.0.iter().filter(|word| word.starts_with(begun));
        Ok((at - begun.len(), words.cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use std::env;

    use rustyline::history::DefaultHistory;
    use testing::terminal::Terminal;

    use super::*;

    #[test]
    fn moves_and_commands_that_complete_the_line_are_offered() {
        let words = Words(["c3->b4", "c3->d4", "e3->d4", "save", "show"].map(str::to_owned).to_vec());
        let history = DefaultHistory::new();
        for (line, at, start, expected) in [
            ("c3->d", 5, 0, &["c3->d4"][..]),
            ("c3", 2, 0, &["c3->b4", "c3->d4"]),
            // Only the text before the cursor counts, without leading blanks.
            ("  sax", 4, 2, &["save"]),
            ("s", 1, 0, &["save", "show"]),
            ("x", 1, 0, &[]),
            ("undo ä", 7, 0, &[]),
            ("load Cargo.t", 12, 5, &["Cargo.toml"]),
            ("", 0, 0, &["c3->b4", "c3->d4", "e3->d4", "save", "show"]),
        ] {
            let offered = words.complete(line, at, &Context::new(&history)).unwrap();
            assert_eq!(offered, (start, expected.iter().map(|&word| word.to_owned()).collect()), "{line:?}");
        }
    }

    /// The name of the variable that makes a test process panic at the prompt.
    const PANICS: &str = "CHECKERS_TEST_PANICS";

    /// A helper of the prompt whose completion panics.
    struct Faulty;

    impl Completer for Faulty {
        type Candidate = String;

        fn complete(&self, _: &str, _: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
            panic!("a fault in the completion")
        }
    }

    impl Hinter for Faulty {
        type Hint = String;
    }
    impl Highlighter for Faulty {}
    impl Validator for Faulty {}
    impl Helper for Faulty {}

    #[test]
    fn a_panic_at_the_prompt_leaves_the_terminal_as_it_was() {
        if env::var_os(PANICS).is_some() {
            let mut editor = editor().unwrap();
            editor.set_helper(Some(Faulty));
            let _ = editor.readline("prompt> ");
            return;
        }
        let name = "command_input::tests::a_panic_at_the_prompt_leaves_the_terminal_as_it_was";
        let mut command = testing::start::program(env::current_exe().unwrap());
        command.args(["--exact", name, "--nocapture"]);
        command.envs([(PANICS, "1"), ("TERM", "xterm"), ("RUST_BACKTRACE", "0")]);
        let (mut terminal, before) = Terminal::start(&mut command, 80, 24);
        terminal.follow("prompt> ");
        let settings = |terminal: &Terminal| format!("{:?}", terminal.settings());
        assert_ne!(settings(&terminal), format!("{before:?}"), "lines are edited");
        terminal.press("\t");
        let (status, written, after) = terminal.end();
        assert!(!status.success() && written.contains("a fault in the completion"), "{written:?}");
        assert_eq!(format!("{after:?}"), format!("{before:?}"));
    }
}
