//! Commands at the table.

use std::path::PathBuf;
use std::time::Duration;

use rankmoves::{Player, excerpt};

use super::QUOTED;
use super::Seat;

/// A command.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// Nothing: an empty line or a comment.
    Nothing,
    /// A move or part of one: any word that is not the name of a command.
    Move(String),
    /// Take back so many turns.
    Undo(usize),
    /// Play so many undone turns again.
    Redo(usize),
    /// Show the game from its start; the pause between positions.
    Replay(Option<Duration>),
    /// List the legal moves.
    Moves,
    /// Rank the moves at a depth.
    Hint(u32),
    /// Show the board.
    Board,
    /// Show or hide the squares' numbers.
    Numbers,
    /// Turn the board around.
    Flip,
    /// Save the game in a file.
    Save(PathBuf),
    /// Go on with the game of a file.
    Load(PathBuf),
    /// Give the game up.
    Resign,
    /// Pass, where the rules allow it.
    Pass,
    /// End a chain of jumps at its current square.
    Stop,
    /// Let the stopped programs play on.
    Go,
    /// Give a side to another player.
    Seat(Player, Seat),
    /// List the commands.
    Help,
    /// Leave the program.
    Quit,
}

/// The names of the commands with what may follow them, and what they do.
pub const COMMANDS: &[(&str, &str, &str)] = &[
    ("undo", "[N]", "take back your last turn, or the last N"),
    ("redo", "[N]", "play again what was taken back"),
    ("replay", "[SECONDS]", "show the game from its start"),
    ("moves", "", "list the moves you can make"),
    ("hint", "[D]", "rank your moves at depth D (8)"),
    ("board", "", "show the board"),
    ("numbers", "", "show or hide the squares' numbers"),
    ("flip", "", "turn the board around"),
    ("save", "FILE", "save the game: .txt (exchange), .pdn, .fen, .json or .svg"),
    ("load", "FILE", "go on with the game of a file"),
    ("resign", "", "give up"),
    ("pass", "", "pass, where the rules allow it"),
    ("stop", "", "end a move that could jump on, where the rules allow it"),
    ("red", "WHO", "who plays red from now on: human, or an agent such as timed:1"),
    ("black", "WHO", "who plays black from now on"),
    ("go", "", "let programs play on that were stopped (Ctrl-C)"),
    ("help", "", "show this"),
    ("quit", "", "leave"),
];

/// The depth of a hint that asks for none.
const HINT: u32 = 8;

impl Command {
    /// Reads a line. One that begins with `# ` is a comment; `#3` is a move.
    ///
    /// # Errors
    ///
    /// The argument that the command expected and the one that was found.
    pub fn parse(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let unwanted = |command: Command| {
            if rest.is_empty() {
                Ok(command)
            } else {
                Err(format!("expected nothing after {name} but found '{}'", quoted(rest)))
            }
        };
        let count = |default: usize| match rest {
            "" => Ok(default),
            _ => number(rest)
                .filter(|&count| count > 0)
                .ok_or_else(|| expected(name, "a number from 1 up", rest)),
        };
        let file = || {
            if rest.is_empty() {
                Err(format!("expected the name of a file after {name}"))
            } else {
                Ok(PathBuf::from(rest))
            }
        };
        match name.to_ascii_lowercase().as_str() {
            "" | "#" => Ok(Command::Nothing),
            "undo" | "u" => count(1).map(Command::Undo),
            "redo" | "r" => count(1).map(Command::Redo),
            "replay" if rest.is_empty() => Ok(Command::Replay(None)),
            "replay" => {
                let pause = rest.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                let pause = pause.filter(|pause| *pause <= Duration::from_secs(60));
                pause
                    .map(|pause| Command::Replay(Some(pause)))
                    .ok_or_else(|| expected(name, "seconds from 0 to 60", rest))
            }
            "moves" | "m" => unwanted(Command::Moves),
            "hint" | "h" => match rest {
                "" => Ok(Command::Hint(HINT)),
                _ => number(rest)
                    .map(Command::Hint)
                    .ok_or_else(|| expected(name, "a depth from 0 to 4294967295", rest)),
            },
            "board" | "b" => unwanted(Command::Board),
            "numbers" => unwanted(Command::Numbers),
            "flip" => unwanted(Command::Flip),
            "save" => file().map(Command::Save),
            "load" => file().map(Command::Load),
            "resign" => unwanted(Command::Resign),
            "pass" => unwanted(Command::Pass),
            "stop" => unwanted(Command::Stop),
            "go" => unwanted(Command::Go),
            "red" => rest.parse().map(|seat| Command::Seat(Player::Red, seat)),
            "black" => rest.parse().map(|seat| Command::Seat(Player::Black, seat)),
            "help" | "?" => unwanted(Command::Help),
            "quit" | "exit" | "q" => unwanted(Command::Quit),
            _ => Ok(Command::Move(line.to_owned())),
        }
    }
}

/// Parses a number in digits, without a sign.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn expected(name: &str, what: &str, found: &str) -> String {
    format!("expected {what} after {name} but found '{}'", quoted(found))
}

fn quoted(text: &str) -> String {
    excerpt(text, QUOTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_name_and_refuses_what_does_not_follow_it() {
        for &(name, arguments, _) in COMMANDS {
            let alone = Command::parse(name);
            assert_eq!(alone.is_err(), matches!(arguments, "FILE" | "WHO"), "{name}");
            assert!(!matches!(alone, Ok(Command::Move(_))), "{name}");
            if arguments.is_empty() {
                assert!(
                    Command::parse(&format!("{name} x")).unwrap_err().starts_with("expected nothing after")
                );
            }
        }
    }

    #[test]
    fn arguments_are_read_or_refused() {
        assert_eq!(Command::parse("  undo  3 "), Ok(Command::Undo(3)));
        assert_eq!(Command::parse("UNDO"), Ok(Command::Undo(1)));
        assert_eq!(Command::parse("hint 4294967295"), Ok(Command::Hint(u32::MAX)));
        assert_eq!(Command::parse("replay 0.5"), Ok(Command::Replay(Some(Duration::from_millis(500)))));
        assert_eq!(Command::parse("save my game.pdn"), Ok(Command::Save("my game.pdn".into())));
        assert_eq!(Command::parse("red human"), Ok(Command::Seat(Player::Red, Seat::Human)));
        assert_eq!(Command::parse("22 18"), Ok(Command::Move("22 18".to_owned())));
        for line in [
            "undo 0",
            "undo -1",
            "undo x",
            "redo 1 2",
            "hint 4294967296",
            "hint +1",
            "replay x",
            "replay -1",
            "replay 61",
            "replay nan",
        ] {
            assert!(Command::parse(line).unwrap_err().starts_with("expected"), "{line}");
        }
    }
}
