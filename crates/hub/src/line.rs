//! Lines of the Hub protocol: a command and its arguments.

use std::fmt;

use rankmoves_core::{counted, quoted};

/// A line: `command name=value name="a value" name`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub command: String,
    /// The arguments with their values; a flag has none.
    pub arguments: Vec<(String, Option<String>)>,
}

impl Line {
    pub fn new(command: &str) -> Line {
        Line { command: command.to_owned(), arguments: Vec::new() }
    }

    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "values are made at the call")]
    pub fn with(mut self, name: &str, value: impl ToString) -> Line {
        self.arguments.push((name.to_owned(), Some(value.to_string())));
        self
    }

    #[must_use]
    pub fn with_some(self, name: &str, value: Option<impl ToString>) -> Line {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    #[must_use]
    pub fn with_flag(mut self, name: &str) -> Line {
        self.arguments.push((name.to_owned(), None));
        self
    }

    /// Reads a line; `None` if it is blank.
    pub fn parse(text: &str) -> Result<Option<Line>, String> {
        let (command, mut rest) = split_word(after_blanks(text));
        if command.is_empty() {
            return Ok(None);
        }
        if command.contains(['"', '=']) {
            return Err(format!("expected a command but found {}", quoted(command)));
        }
        let mut line = Line::new(command);
        loop {
            rest = after_blanks(rest);
            if rest.is_empty() {
                return Ok(Some(line));
            }
            let (argument, after) = argument(rest)?;
            line.arguments.push(argument);
            rest = after;
        }
    }

    /// Returns the value of the last argument with this name; the value of a flag is empty.
    pub fn value(&self, name: &str) -> Option<&str> {
        let argument = self.arguments.iter().rev().find(|(known, _)| known == name);
        argument.map(|(_, value)| value.as_deref().unwrap_or_default())
    }
}

/// Reads an argument; returns it and the text after it.
fn argument(text: &str) -> Result<((String, Option<String>), &str), String> {
    let end = text.find(counted(|character| character == '=' || character.is_whitespace()));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    if name.is_empty() || name.contains('"') {
        return Err(format!("expected name=value but found {}", quoted(split_word(text).0)));
    }
    let Some(rest) = rest.strip_prefix('=') else {
        return Ok(((name.to_owned(), None), rest));
    };
    let Some(inside) = rest.strip_prefix('"') else {
        let (value, rest) = split_word(rest);
        if value.contains('"') {
            return Err(format!("expected the whole value of {} in quotation marks", quoted(name)));
        }
        return Ok(((name.to_owned(), Some(value.to_owned())), rest));
    };
    let Some(end) = inside.find(counted(|character| character == '"')) else {
        return Err(format!("the value of {} has no closing quotation mark", quoted(name)));
    };
    let (value, rest) = (&inside[..end], &inside[end + 1..]);
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return Err(format!("expected a space after the quoted value of {}", quoted(name)));
    }
    Ok(((name.to_owned(), Some(value.to_owned())), rest))
}

fn split_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(counted(char::is_whitespace)).unwrap_or(text.len()))
}

fn after_blanks(text: &str) -> &str {
    text.trim_start_matches(counted(char::is_whitespace))
}

/// Writes the line without its line end. The protocol has no escapes, so quotation marks within values become
/// apostrophes and control characters become blanks.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            let Some(value) = value else {
                write!(f, " {name}")?;
                continue;
            };
            let written = |character: char| match character {
                '"' => '\'',
                character if character.is_control() || character.is_whitespace() => ' ',
                character => character,
            };
            let value: String = value.chars().map(written).collect();
            if value.is_empty() || value.contains([' ', '=']) {
                write!(f, " {name}=\"{value}\"")?;
            } else {
                write!(f, " {name}={value}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rankmoves_core::bytes_looked_at;

    use super::*;

    fn parsed(text: &str) -> Line {
        Line::parse(text).unwrap().unwrap()
    }

    #[test]
    fn a_line_is_a_command_with_its_arguments() {
        // These are the examples in the protocol's description.
        let line = parsed("level moves=9 time=291.587\r");
        assert_eq!(line.command, "level");
        assert_eq!((line.value("moves"), line.value("time")), (Some("9"), Some("291.587")));
        let line = parsed("    id name=Scan version=3.1 author=\"Fabien Letouzey\" country=France");
        assert_eq!(line.value("author"), Some("Fabien Letouzey"));
        let line = parsed("go think");
        assert_eq!(line.value("think"), Some(""));
        assert_eq!(line.value("ponder"), None);
        assert_eq!(parsed("a b=\"\" b=\"x=y\"").value("b"), Some("x=y"), "the last one counts");
    }

    #[test]
    fn a_blank_line_is_not_a_command() {
        for text in ["", " ", "\t\r"] {
            assert_eq!(Line::parse(text), Ok(None), "{text:?}");
        }
    }

    #[test]
    fn written_text_reads_back_unchanged() {
        let line = Line::new("param").with("name", "variant").with("values", "english a=b").with("empty", "");
        let line = line.with_flag("flag");
        assert_eq!(line.to_string(), "param name=variant values=\"english a=b\" empty=\"\" flag");
        assert_eq!(parsed(&line.to_string()), line);
    }

    #[test]
    fn a_value_never_ends_its_line_or_its_quotation() {
        let line = Line::new("error").with("message", "found \"x\"\nquit\0");
        assert_eq!(line.to_string(), "error message=\"found 'x' quit \"");
    }

    #[test]
    fn each_byte_of_a_long_line_is_read_a_limited_number_of_times() {
        let parts = ["a", "a ", " ", "=", "a=", "a=b ", "a=\"b\" ", "a=\"", "\"", "a=\"b ", "\u{e9} ", "\t"];
        for (beginning, part) in
            ["", "go ", "pos moves=\""].into_iter().flat_map(|it| parts.map(|part| (it, part)))
        {
            let [short, long] = [1 << 10, 1 << 13].map(|count| {
                let text = format!("{beginning}{}", part.repeat(count));
                let before = bytes_looked_at();
                let _ = Line::parse(&text);
                (bytes_looked_at() - before) / text.len() as u64
            });
            // A parser that scans the line again for each argument would take eight times as long.
            assert!(long <= short + 1, "{beginning:?} {part:?}: {short}, {long}");
        }
    }

    #[test]
    fn misplaced_quotations_are_refused() {
        for (text, expected) in [
            ("pos moves=\"11-15", "the value of 'moves' has no closing quotation mark"),
            ("pos moves=\"11-15\"x", "expected a space after the quoted value of 'moves'"),
            ("pos moves=1\"1\"", "expected the whole value of 'moves' in quotation marks"),
            ("pos =3", "expected name=value but found '=3'"),
            ("pos a\"b\"=3", "expected name=value but found 'a\"b\"=3'"),
            ("\"go\" think", "expected a command but found '\"go\"'"),
        ] {
            assert_eq!(Line::parse(text).unwrap_err(), expected, "{text}");
        }
    }
}
