//! A person at whatever text comes from and goes to.

use std::io::{self, BufRead, Read, Stdout, Write};

use super::{Action, Agent, AgentError, Environment};
use crate::excerpt::excerpt;
use crate::game;
use crate::square::Square;

/// A person who is shown the state and the numbered actions, and types one: its
/// number, its name `stop` or `pass`, or from where to where, as in
/// `(5, 0) -> (4, 1)`, `5 0 4 1` or `a3 c4`. What is wrong is explained, and
/// asked for again.
///
/// The end of the input is an error of the kind [`io::ErrorKind::UnexpectedEof`].
///
/// Two people may sit at one keyboard:
///
/// ```no_run
/// use rankmoves::env::{Controller, Environment, Human};
///
/// let (mut red, mut black) = (Human::standard(), Human::standard());
/// let payoffs = Controller::new(Environment::default(), [&mut red, &mut black]).play()?;
/// # Ok::<(), rankmoves::env::ControllerError>(())
/// ```
#[derive(Debug)]
pub struct Human<R, W> {
    input: R,
    output: W,
}

impl<R: BufRead, W: Write> Human<R, W> {
    /// Returns somebody who types `input` and reads `output`.
    ///
    /// A locked standard input belongs to one alone: whoever locks it as well
    /// waits for ever. Use [`Human::standard`] for people who take turns at it.
    pub const fn new(input: R, output: W) -> Human<R, W> {
        Human { input, output }
    }
}

impl Human<StandardInput, Stdout> {
    /// Returns somebody at standard input and output. Several of them take turns.
    pub fn standard() -> Human<StandardInput, Stdout> {
        Human { input: StandardInput(()), output: io::stdout() }
    }
}

/// The standard input of the process, locked for one line at a time.
#[derive(Debug)]
pub struct StandardInput(());

/// A source of lines.
pub trait Lines: sealed::Sealed {
    /// Reads the next line without blanks around it; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    fn line(&mut self) -> io::Result<Option<String>>;
}

mod sealed {
    /// Keeps [`Lines`](super::Lines) to the two sources there are.
    pub trait Sealed {}
}

impl<R: BufRead> sealed::Sealed for R {}

impl<R: BufRead> Lines for R {
    fn line(&mut self) -> io::Result<Option<String>> {
        /// In bytes. What is behind is not kept: no action is as long.
        const LONGEST: u64 = 1 << 10;
        let mut line = Vec::new();
        let length = self.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        if length as u64 == LONGEST && !line.ends_with(b"\n") {
            self.skip_until(b'\n')?;
        }
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }
}

impl sealed::Sealed for StandardInput {}

impl Lines for StandardInput {
    fn line(&mut self) -> io::Result<Option<String>> {
        io::stdin().lock().line()
    }
}

impl<R: Lines, W: Write> Agent for Human<R, W> {
    fn act(&mut self, state: &Environment) -> Result<Action, AgentError> {
        let actions = state.actions();
        if actions.is_empty() {
            return Err(game::AgentError::NoMoves.into());
        }
        write!(self.output, "{state}")?;
        for (number, action) in (1..).zip(&actions) {
            writeln!(self.output, "{number}: {action}")?;
        }
        loop {
            write!(self.output, "action: ")?;
            self.output.flush()?;
            let Some(line) = self.input.line()? else {
                let why = "the input has ended, expected an action";
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, why).into());
            };
            match read(state, &actions, &line) {
                Ok(action) => return Ok(action),
                Err(why) => writeln!(self.output, "{why}")?,
            }
        }
    }
}

/// Returns the action that a line means, or why it means none.
fn read(state: &Environment, actions: &[Action], line: &str) -> Result<Action, String> {
    let (shown, most) = (excerpt(line, 40), actions.len());
    let unknown = || format!("found `{shown}`, expected a number from 1 to {most} or as in `5 0 4 1`");
    if let Some(&named) = actions.iter().find(|action| action.to_string() == line) {
        return Ok(named);
    }
    let blank = line.replace("->", " ").replace(['(', ')', ','], " ");
    let words: Vec<&str> = blank.split_whitespace().collect();
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    let squares: Option<Vec<Square>> = words.iter().map(|word| word.parse().ok()).collect();
    let (from, to) = match (numbers.as_deref(), squares.as_deref()) {
        (Some(&[number]), _) => {
            let action = number.checked_sub(1).and_then(|index| actions.get(index));
            return action.copied().ok_or_else(unknown);
        }
        (Some(&[row, column, to_row, to_column]), _) => {
            let square = |cell| state.on_board(cell).map_err(|why| why.to_string());
            (square((row, column))?, square((to_row, to_column))?)
        }
        (_, Some(&[from, to])) => (from, to),
        _ => return Err(unknown()),
    };
    state.action(from, to).map_err(|why| why.to_string())
}
