//! Requests of the Hub protocol: the lines that a controlling program sends to an engine.

use rankmoves_core::quoted;

use super::level::Level;
use super::line::Line;

/// A request to an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Introduce the engine.
    Hub,
    /// Set a parameter.
    SetParam { name: String, value: String },
    /// Prepare to search.
    Init,
    /// Forget earlier searches.
    NewGame,
    /// Take a position, and the moves played from it.
    Position { start: String, moves: String },
    /// Set the limits for later searches.
    Level(Level),
    /// Search.
    Go(Mode),
    /// Continue on the engine's own time: the opponent has made the expected move.
    PonderHit,
    /// Stop the search.
    Stop,
    /// Answer with `pong`.
    Ping,
    /// End the program.
    Quit,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Choose a move.
    Think,
    /// Think during the opponent's time.
    Ponder,
    /// Analyze a position.
    Analyze,
}

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// If the request is unknown, or part of it is missing or invalid. Unknown arguments are skipped, as the
    /// protocol requires.
    pub fn read(line: &Line) -> Result<Request, String> {
        let needed = |name: &str| {
            let value = line.value(name).filter(|value| !value.is_empty());
            value.map(str::to_owned).ok_or_else(|| format!("expected {name}= after {}", line.command))
        };
        Ok(match line.command.as_str() {
            "hub" => Request::Hub,
            "set-param" => Request::SetParam {
                name: needed("name")?,
                value: line.value("value").ok_or("expected value= after set-param")?.to_owned(),
            },
            "init" => Request::Init,
            "new-game" => Request::NewGame,
            "pos" => Request::Position {
                start: needed("pos")?,
                moves: line.value("moves").unwrap_or_default().to_owned(),
            },
            "level" => Request::Level(Level::read(line)?),
            "go" => Request::Go(Mode::read(line)?),
            "ponder-hit" => Request::PonderHit,
            "stop" => Request::Stop,
            "ping" => Request::Ping,
            "quit" => Request::Quit,
            other => {
                let expected =
                    "hub, set-param, init, new-game, pos, level, go, ponder-hit, stop, ping or quit";
                return Err(format!("expected {expected} but found {}", quoted(other)));
            }
        })
    }
}

impl Mode {
    fn read(line: &Line) -> Result<Mode, String> {
        let modes = [("think", Mode::Think), ("ponder", Mode::Ponder), ("analyze", Mode::Analyze)];
        let mut asked = modes.into_iter().filter(|(name, _)| line.value(name).is_some());
        match (asked.next(), asked.next()) {
            (Some((_, mode)), None) => Ok(mode),
            (Some(_), Some(_)) => Err("expected one of think, ponder and analyze after go".to_owned()),
            (None, _) => {
                let found = line.arguments.first().map_or("nothing".to_owned(), |(name, _)| quoted(name));
                Err(format!("expected think, ponder or analyze after go but found {found}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, String> {
        Request::read(&Line::parse(text).unwrap().unwrap())
    }

    #[test]
    fn each_request_is_read() {
        assert_eq!(read("hub"), Ok(Request::Hub));
        let parameter = Request::SetParam { name: "threads".to_owned(), value: "2".to_owned() };
        assert_eq!(read("set-param name=threads value=2"), Ok(parameter));
        let position = Request::Position { start: "Wee".to_owned(), moves: "11-15 22-18".to_owned() };
        assert_eq!(read("pos pos=Wee moves=\"11-15 22-18\" more=1"), Ok(position));
        assert_eq!(read("level depth=3"), Ok(Request::Level(Level { depth: Some(3), ..Level::default() })));
        assert_eq!(read("go ponder"), Ok(Request::Go(Mode::Ponder)));
        assert_eq!(read("ponder-hit"), Ok(Request::PonderHit));
    }

    #[test]
    fn requests_that_lack_something_are_refused() {
        for (text, expected) in [
            ("foo", "but found 'foo'"),
            ("HUB", "but found 'HUB'"),
            ("pos", "expected pos= after pos"),
            ("pos moves=\"11-15\"", "expected pos= after pos"),
            ("set-param value=1", "expected name= after set-param"),
            ("set-param name=threads", "expected value= after set-param"),
            ("go", "expected think, ponder or analyze after go but found nothing"),
            ("go sideways", "expected think, ponder or analyze after go but found 'sideways'"),
            ("go think ponder", "expected one of think, ponder and analyze after go"),
            ("level", "expected depth, nodes, move-time, time or infinite after level"),
        ] {
            let why = read(text).unwrap_err();
            assert!(why.ends_with(expected), "{text}: {why}");
        }
    }
}
