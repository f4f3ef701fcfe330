//! Lines of commands: edited at a terminal, or read as they come.

use std::io::{self, BufRead, IsTerminal, Read, StdinLock};

use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::common::{Stop, terminal};

/// The longest line that is read from a pipe, in bytes.
const LONGEST: u64 = 1 << 16;

/// Where commands come from.
pub enum Lines {
    Terminal(Box<Editor<Words, MemHistory>>),
    Pipe(StdinLock<'static>),
}

impl Lines {
    /// Standard input: with line editing, history and completion if both it
    /// and standard output are a terminal.
    pub fn open() -> Result<Lines, Stop> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Lines::Pipe(io::stdin().lock()));
        }
        terminal::restore_on_signals()?;
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let editor = Editor::with_history(config, history);
        let editor = editor.map_err(|why| Stop::failed("read from the terminal", &why))?;
        Ok(Lines::Terminal(Box::new(editor)))
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Lines::Terminal(_))
    }

    /// The next line; `None` at the end of the input. On a terminal, `words`
    /// are what can be completed.
    pub fn next(&mut self, prompt: &str, words: Vec<String>) -> Result<Option<String>, Stop> {
        match self {
            Lines::Terminal(editor) => {
                editor.set_helper(Some(Words(words)));
                let mut interrupted = false;
                loop {
                    match editor.readline(prompt) {
                        Ok(line) => return Ok(Some(line)),
                        Err(ReadlineError::Eof) => return Ok(None),
                        // The first takes back the line that was begun, as in a shell.
                        Err(ReadlineError::Interrupted) if interrupted => {
                            terminal::exit_interrupted();
                        }
                        Err(ReadlineError::Interrupted) => {
                            interrupted = true;
                            crate::play::say("(quit, or Ctrl-C once more, to leave)\n")?;
                        }
                        Err(why) => return Err(Stop::failed("read from the terminal", &why)),
                    }
                }
            }
            Lines::Pipe(stdin) => {
                let mut line = Vec::new();
                let read = stdin.by_ref().take(LONGEST).read_until(b'\n', &mut line);
                let length = read.map_err(|why| Stop::failed("read <stdin>", &why))?;
                if length as u64 == LONGEST && !line.ends_with(b"\n") {
                    // What is left of it would be taken for commands.
                    stdin.skip_until(b'\n').map_err(|why| Stop::failed("read <stdin>", &why))?;
                }
                Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
            }
        }
    }
}

/// What can be completed: the legal moves and the names of the commands.
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line[..at].trim_start();
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
