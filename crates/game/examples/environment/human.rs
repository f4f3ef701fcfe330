//! A policy that asks a person at the terminal for each action.

use std::io::{self, BufRead, Read, Stdout, Write};

use rankmoves_core::{Square, shorten};
use rankmoves_game::env::{Action, Environment, IllegalAction, Policy, PolicyError};

/// A person who is shown the state and the numbered actions, and types an
/// action: its number, its name (`stop` or `pass`), or its first and last
/// squares, as in `(5, 0) -> (4, 1)`, `5 0 4 1` or `a3 c4`. Mistakes are
/// explained, and the person is asked again.
///
/// The end of the input is an error of the kind [`io::ErrorKind::UnexpectedEof`].
#[derive(Debug)]
pub struct Human<R, W> {
    input: R,
    output: W,
}

impl<R: Lines, W: Write> Human<R, W> {
    /// Creates a player. `output` shows the game to this person, and `input` has what the person types.
    pub const fn new(input: R, output: W) -> Human<R, W> {
        Human { input, output }
    }

    /// Asks for an action until one of `actions` is given.
    fn ask(&mut self, state: &Environment, actions: &[Action]) -> io::Result<Action> {
        write!(self.output, "{state}")?;
        for (number, action) in (1..).zip(actions) {
            writeln!(self.output, "{number}: {action}")?;
        }
        loop {
            write!(self.output, "action: ")?;
            self.output.flush()?;
            let Some(line) = self.input.line()? else {
                let why = "the input has ended, expected an action";
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, why));
            };
            match read(state, actions, &line) {
                Ok(action) => return Ok(action),
                Err(why) => writeln!(self.output, "{why}")?,
            }
        }
    }
}

impl Human<StandardInput, Stdout> {
    /// Makes a player at standard input and output. Several such players can take turns.
    pub fn standard() -> Human<StandardInput, Stdout> {
        Human::new(StandardInput, io::stdout())
    }
}

impl<R: Lines, W: Write> Policy for Human<R, W> {
    fn act(&mut self, state: &Environment) -> Result<Action, PolicyError> {
        let actions = state.actions();
        if actions.is_empty() {
            return Err(PolicyError::NoActions);
        }
        self.ask(state, &actions).map_err(|why| PolicyError::Other(why.into()))
    }
}

/// The standard input of the process. It is locked for only one line at a time, so two people can take turns.
#[derive(Debug)]
pub struct StandardInput;

/// A source of lines.
pub trait Lines {
    /// Reads the next line without blanks around it; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    fn line(&mut self) -> io::Result<Option<String>>;
}

impl<R: BufRead> Lines for R {
    fn line(&mut self) -> io::Result<Option<String>> {
        /// The maximum number of bytes kept of a line. Every action is shorter.
        const MAX_TYPED_BYTES: u64 = 1 << 10;
        let mut line = Vec::new();
        let length = self.by_ref().take(MAX_TYPED_BYTES).read_until(b'\n', &mut line)?;
        if length as u64 == MAX_TYPED_BYTES && !line.ends_with(b"\n") {
            self.skip_until(b'\n')?;
        }
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }
}

impl Lines for StandardInput {
    fn line(&mut self) -> io::Result<Option<String>> {
        io::stdin().lock().line()
    }
}

/// Reads an action, or explains why the line is not an action.
fn read(state: &Environment, actions: &[Action], line: &str) -> Result<Action, String> {
    let (shown, most) = (shorten(line, 40), actions.len());
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
            let shape = state.position().board().shape();
            let square = |cell| {
                let why = IllegalAction::OffBoard { cell, shape };
                state.square(cell).ok_or_else(|| why.to_string())
            };
            (square((row, column))?, square((to_row, to_column))?)
        }
        (_, Some(&[from, to])) => (from, to),
        _ => return Err(unknown()),
    };
    state.action(from, to).map_err(|why| why.to_string())
}
