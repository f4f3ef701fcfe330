//! Commands of a session.

use std::path::PathBuf;
use std::time::Duration;

use rankmoves_core::{Player, Position, quoted};
use rankmoves_game::{Opening, ParseOpeningError, ParseTimeError, TimeControl};

use super::{NewGame, NewGameOptions, Seat};
use shell::arguments::digits;

/// A command. [`COMMANDS`] describes those without a comment here.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "`COMMANDS` describes them")]
pub enum Command {
    /// Nothing: an empty line or a comment.
    Nothing,
    /// A move or part of one: any word that is not the name of a command.
    Move(String),
    Undo(usize),
    Redo(usize),
    Board,
    Numbers,
    Flip,
    Resign,
    Draw,
    New(NewGameOptions),
    Rematch,
    Fen(Option<Box<Position>>),
    Comment(String),
    Promote,
    Delete,
    Clock(Option<TimeControl>),
    Pass,
    Stop,
    /// A request to the calling program.
    Ask(Request),
}

/// A request that needs a terminal, a file or a thread. [`COMMANDS`] describes those without a comment here.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "`COMMANDS` describes them")]
pub enum Request {
    /// Make the players of a new game, then [begin](super::Session::begin) it.
    Begin(Box<NewGame>),
    Moves,
    Hint(Option<u32>),
    /// [Judge](super::Session::read_try) a move instead of the ply with this number or, by default, the last.
    Try(Option<usize>, String),
    Review,
    /// [Go](super::Session::go_to) to the position after this number of plies, and stop the programs.
    GoTo(usize),
    Replay(Option<Duration>),
    /// Save the game in a file; replace one only if the session [allows](super::Session::may_replace) it.
    Save(PathBuf),
    Load(PathBuf),
    Go,
    /// Make a player for a side, then [seat](super::Session::set_seat) it.
    Seat(Player, Seat),
    Help(Option<String>),
    Quit,
}

/// The maximum length of a line, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// The commands: name, arguments and description.
pub const COMMANDS: &[(&str, &str, &str)] = &[
    ("new", "[GAME]", "begin a game, such as: new level:3 black 5m+3s kelso"),
    ("rematch", "", "restart the game with sides swapped"),
    ("opening", "NAME", "play an opening: name, moves, ballot 5, ballot, or start"),
    ("clock", "TIME", "give both players a clock, such as 5m+3s, or off"),
    ("undo", "[N]", "take back your last turn, or the last N"),
    ("redo", "[N]", "replay moves that were taken back"),
    ("goto", "N", "go to the position after ply N"),
    ("replay", "[SECONDS]", "show the game from its start"),
    ("fen", "[FEN]", "show the position as FEN, or begin a game from one"),
    ("comment", "TEXT", "comment on the last move (saved in PDN)"),
    ("promote", "", "move this variation above the line that it branches from"),
    ("delete", "", "delete the current move and all later ones"),
    ("moves", "", "list the moves you can make"),
    ("hint", "[D]", "name a good move, or rank all to depth D"),
    ("review", "", "show the costliest plies, and why"),
    ("try", "[N] MOVE", "judge a move instead of ply N, or the last"),
    ("board", "", "show the board"),
    ("numbers", "", "show or hide the squares' numbers"),
    ("flip", "", "flip the board"),
    ("save", "FILE", "save the game: .txt (exchange), .pdn, .fen, .json or .svg"),
    ("load", "FILE", "continue the game in a file"),
    ("resign", "", "give up"),
    ("draw", "", "offer a draw"),
    ("pass", "", "pass, if the rules allow it"),
    ("stop", "", "end a chain early, if the rules allow it"),
    ("red", "WHO", "set red's player: human, or an agent such as timed:1"),
    ("black", "WHO", "set black's player"),
    ("go", "", "let paused programs continue"),
    ("help", "[WORD]", "show this help, or find a word in it"),
    ("quit", "", "quit the program"),
];

impl Command {
    /// Reads a line. A line that begins with `# ` is a comment; `#3` is a move.
    ///
    /// # Errors
    ///
    /// The argument that the command expected and the one that was found.
    pub fn parse(line: &str) -> Result<Command, String> {
        if line.len() > MAX_LINE_BYTES {
            return Err("expected a line of at most 64 KiB; the line is ignored".to_owned());
        }
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let arguments = Arguments { name, text: rest.trim() };
        match name.to_ascii_lowercase().as_str() {
            "" | "#" => Ok(Command::Nothing),
            "undo" | "u" => arguments.turns().map(Command::Undo),
            "redo" | "r" => arguments.turns().map(Command::Redo),
            "goto" => arguments.ply().map(Request::GoTo).map(Command::Ask),
            "replay" => arguments.pause().map(Request::Replay).map(Command::Ask),
            "moves" | "m" => arguments.none(Command::Ask(Request::Moves)),
            "hint" | "h" => arguments
                .optional("a depth from 0 to 4294967295", digits)
                .map(Request::Hint)
                .map(Command::Ask),
            "try" => arguments.trial().map(Command::Ask),
            "review" => arguments.none(Command::Ask(Request::Review)),
            "board" | "b" => arguments.none(Command::Board),
            "numbers" => arguments.none(Command::Numbers),
            "flip" => arguments.none(Command::Flip),
            "save" => arguments.file().map(Request::Save).map(Command::Ask),
            "load" => arguments.file().map(Request::Load).map(Command::Ask),
            "resign" => arguments.none(Command::Resign),
            "draw" => arguments.none(Command::Draw),
            "new" => arguments.new_game().map(Command::New),
            "fen" if arguments.text.is_empty() => Ok(Command::Fen(None)),
            "fen" => Position::from_fen(arguments.text)
                .map(|position| Command::Fen(Some(Box::new(position))))
                .map_err(|why| why.to_string()),
            "comment" => Ok(Command::Comment(arguments.text.to_owned())),
            "promote" => arguments.none(Command::Promote),
            "delete" => arguments.none(Command::Delete),
            "rematch" => arguments.none(Command::Rematch),
            "opening" => opening(arguments.text).map(|_| {
                let opening = Some(arguments.text.to_owned());
                Command::New(NewGameOptions { opening, ..NewGameOptions::default() })
            }),
            "clock" => arguments.clock().map(Command::Clock),
            "pass" => arguments.none(Command::Pass),
            "stop" => arguments.none(Command::Stop),
            "go" => arguments.none(Command::Ask(Request::Go)),
            "red" => arguments.text.parse().map(|seat| Command::Ask(Request::Seat(Player::Red, seat))),
            "black" => arguments.text.parse().map(|seat| Command::Ask(Request::Seat(Player::Black, seat))),
            "help" | "?" if arguments.text.is_empty() => Ok(Command::Ask(Request::Help(None))),
            "help" | "?" => Ok(Command::Ask(Request::Help(Some(arguments.text.to_owned())))),
            "quit" | "exit" | "q" => arguments.none(Command::Ask(Request::Quit)),
            _ => Ok(Command::Move(line.to_owned())),
        }
    }
}

struct Arguments<'a> {
    /// The name as it was typed.
    name: &'a str,
    text: &'a str,
}

impl Arguments<'_> {
    /// Returns a command without arguments; refuses any arguments.
    fn none(&self, command: Command) -> Result<Command, String> {
        if self.text.is_empty() {
            Ok(command)
        } else {
            Err(format!("expected nothing after {} but found {}", self.name, quoted(self.text)))
        }
    }

    /// Reads the argument, if there is one.
    fn optional<T>(&self, what: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>, String> {
        let text = Some(self.text).filter(|text| !text.is_empty());
        text.map(|text| read(text).ok_or_else(|| self.expected(what))).transpose()
    }

    /// Reads a number of turns, by default one.
    fn turns(&self) -> Result<usize, String> {
        let turns = self.optional("a number of at least 1", |text| digits(text).filter(|&turns| turns > 0));
        turns.map(|turns| turns.unwrap_or(1))
    }

    fn ply(&self) -> Result<usize, String> {
        digits(self.text).ok_or_else(|| self.expected("the number of a ply"))
    }

    /// Reads a pause in seconds, if one is given.
    fn pause(&self) -> Result<Option<Duration>, String> {
        self.optional("seconds from 0 to 60", |text| {
            let pause = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
            (pause <= Duration::from_secs(60)).then_some(pause)
        })
    }

    /// Reads an opponent, a side, a clock and an opening, all optional. A single digit is a level, not seconds.
    fn new_game(&self) -> Result<NewGameOptions, String> {
        let mut options = NewGameOptions::default();
        let mut rest = self.text;
        while !rest.is_empty() {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let is_digit = word.len() == 1 && word.parse::<u8>().is_ok();
            let named = if is_digit { format!("level:{word}") } else { word.to_owned() };
            let seat = named.parse::<Seat>();
            if let (None, Ok(player)) = (options.side, word.parse()) {
                options.side = Some(player);
            } else if options.opponent.is_none() && (seat.is_ok() || named.contains(':')) {
                options.opponent = Some(seat?);
            } else if let (None, Ok(control), false) = (options.clock, word.parse(), is_digit) {
                options.clock = Some(control);
            } else {
                let order = "(an opponent, red or black, and a clock go before the opening)";
                opening(rest).map_err(|why| format!("{why} {order}"))?;
                options.opening = Some(rest.to_owned());
                break;
            }
            rest = after.trim_start();
        }
        Ok(options)
    }

    /// Reads a clock; `off` for none.
    fn clock(&self) -> Result<Option<TimeControl>, String> {
        match self.text {
            "off" => Ok(None),
            text => text.parse().map(Some).map_err(|why: ParseTimeError| why.to_string()),
        }
    }

    /// Reads a move, after a ply's number if one is given.
    fn trial(&self) -> Result<Request, String> {
        let split = self.text.split_once(char::is_whitespace);
        let numbered = split.and_then(|(number, mv)| Some((Some(digits(number)?), mv.trim())));
        let (number, mv) = numbered.unwrap_or((None, self.text));
        if mv.is_empty() { Err(self.expected("a move")) } else { Ok(Request::Try(number, mv.to_owned())) }
    }

    fn file(&self) -> Result<PathBuf, String> {
        let path = (!self.text.is_empty()).then(|| PathBuf::from(self.text));
        path.ok_or_else(|| format!("expected the name of a file after {}", self.name))
    }

    fn expected(&self, what: &str) -> String {
        format!("expected {what} after {} but found {}", self.name, quoted(self.text))
    }
}

/// Reads an opening; `ballot` is a random opening from the three-move deck.
pub(super) fn opening(text: &str) -> Result<Opening, String> {
    let ballot = (text == "ballot").then(|| fastrand::choice(Opening::three_move())).flatten();
    ballot.cloned().map_or_else(|| text.parse().map_err(|why: ParseOpeningError| why.to_string()), Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_name_and_refuses_wrong_arguments() {
        for &(name, arguments, what) in COMMANDS {
            assert!(what.len() < 60, "the help of {name} fits 80 columns");
            let alone = Command::parse(name);
            assert_eq!(
                alone.is_err(),
                matches!(arguments, "FILE" | "WHO" | "NAME" | "TIME" | "N" | "[N] MOVE"),
                "{name}"
            );
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
        assert_eq!(Command::parse("hint 4294967295"), Ok(Command::Ask(Request::Hint(Some(u32::MAX)))));
        assert_eq!(
            Command::parse("replay 0.5"),
            Ok(Command::Ask(Request::Replay(Some(Duration::from_millis(500)))))
        );
        assert_eq!(Command::parse("goto 0"), Ok(Command::Ask(Request::GoTo(0))));
        assert_eq!(Command::parse("save my game.pdn"), Ok(Command::Ask(Request::Save("my game.pdn".into()))));
        assert_eq!(Command::parse("red human"), Ok(Command::Ask(Request::Seat(Player::Red, Seat::Human))));
        assert_eq!(Command::parse("22 18"), Ok(Command::Move("22 18".to_owned())));
        for (line, number, mv) in [("try 12 c3-d4", Some(12), "c3-d4"), ("try c3 d4", None, "c3 d4")] {
            assert_eq!(Command::parse(line), Ok(Command::Ask(Request::Try(number, mv.to_owned()))));
        }
        for line in [
            &format!("save {}", "x".repeat(MAX_LINE_BYTES)),
            "undo 0",
            "undo -1",
            "undo x",
            "redo 1 2",
            "hint 4294967296",
            "hint +1",
            "goto -1",
            "goto x",
            "replay x",
            "replay -1",
            "replay 61",
            "replay nan",
        ] {
            assert!(Command::parse(line).unwrap_err().starts_with("expected"), "{line}");
        }
    }
}
