//! A person at whatever text comes from and goes to.

use std::io::{self, BufRead, Read, Write};

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
#[derive(Debug)]
pub struct Human<R, W> {
    input: R,
    output: W,
}

impl<R: BufRead, W: Write> Human<R, W> {
    /// Somebody who types `input` and reads `output`.
    pub const fn new(input: R, output: W) -> Human<R, W> {
        Human { input, output }
    }

    /// The next line; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<String>> {
        /// In bytes. What is behind is not kept: no action is as long.
        const LONGEST: u64 = 1 << 10;
        let mut line = Vec::new();
        let length = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        if length as u64 == LONGEST && !line.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
        }
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }
}

impl<R: BufRead, W: Write> Agent for Human<R, W> {
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
            let Some(line) = self.line()? else {
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

/// The action that a line means, or why it means none.
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
