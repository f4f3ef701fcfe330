//! Descriptions of engines: `hub:[NAME=VALUE…] PROGRAM [ARGUMENT…]`.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rankmoves_core::quoted;

use crate::level::{DEFAULT_MOVE_TIME, Level};
use crate::line::Line;

/// A description of an engine. It has been checked, and is kept until the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HubSpec(&'static str);

#[derive(Clone, Debug, PartialEq)]
pub struct EngineCommand {
    /// The program and its arguments.
    pub words: Vec<String>,
    pub level: Level,
    /// The longest wait for an answer.
    pub limit: Duration,
    pub parameters: Vec<(String, String)>,
}

const PREFIX: &str = "hub:";

/// The time that an answer may take beyond the limit that the engine was given.
const ANSWER_MARGIN: Duration = Duration::from_secs(10);

/// The longest wait for an answer if only depth or nodes are limited.
const MAX_ANSWER_TIME: Duration = Duration::from_secs(600);

impl HubSpec {
    /// Returns whether a text is meant to describe an engine.
    pub fn is_meant(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    pub(super) fn command(self) -> EngineCommand {
        EngineCommand::read(&self.0[PREFIX.len()..]).expect("the description was checked when it was read")
    }
}

impl FromStr for HubSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<HubSpec, String> {
        /// All descriptions that this process has read.
        static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let command = text.strip_prefix(PREFIX).ok_or("expected hub:COMMAND")?;
        EngineCommand::read(command)?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = known.get(text) {
            return Ok(HubSpec(kept));
        }
        let kept: &'static str = String::leak(text.to_owned());
        known.insert(kept);
        Ok(HubSpec(kept))
    }
}

/// Writes the form that [`FromStr`] reads.
impl fmt::Display for HubSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl EngineCommand {
    fn read(command: &str) -> Result<EngineCommand, String> {
        let words = shell::words::split(command).map_err(|why| format!("hub:COMMAND: {why}"))?;
        let is_setting = |word: &&String| setting(word).is_some();
        let count = words.iter().take_while(is_setting).count();
        let (settings, program) = words.split_at(count);
        if program.first().is_none_or(String::is_empty) {
            return Err("expected hub:COMMAND with a program such as hub:./scan hub".to_owned());
        }
        let (mut level, mut limit, mut parameters) = (Line::new("level"), None, Vec::new());
        for (name, value) in settings.iter().filter_map(|word| setting(word)) {
            match name {
                "depth" | "nodes" | "move-time" => level = level.with(name, value),
                "limit" => limit = Some(seconds(value)?),
                _ => parameters.push((name.to_owned(), value.to_owned())),
            }
        }
        let level = if level.arguments.is_empty() {
            Level { move_time: Some(DEFAULT_MOVE_TIME), ..Level::default() }
        } else {
            Level::read(&level).map_err(|why| format!("hub:COMMAND: {why}"))?
        };
        let longest = level.move_time.map_or(MAX_ANSWER_TIME, |time| time.saturating_add(ANSWER_MARGIN));
        Ok(EngineCommand { words: program.to_vec(), level, limit: limit.unwrap_or(longest), parameters })
    }
}

/// Returns the name and value of a setting. Returns `None` if the name contains other characters than letters,
/// digits and hyphens, because such a word may be the path of a program.
fn setting(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (!name.is_empty() && name.bytes().all(is_name)).then_some((name, value))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let expected = "expected more than 0 and at most 86400 seconds for limit";
    time.filter(|time| *time > Duration::ZERO && *time <= Duration::from_secs(86_400))
        .ok_or_else(|| format!("hub:COMMAND: {expected} but found {}", quoted(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(text: &str) -> EngineCommand {
        text.parse::<HubSpec>().unwrap().command()
    }

    #[test]
    fn settings_stand_before_the_program() {
        let command = command("hub:move-time=0.5 threads=1 bb-path='my tables' './my engine' hub depth=3");
        assert_eq!(command.words, ["./my engine", "hub", "depth=3"]);
        assert_eq!(command.level.move_time, Some(Duration::from_millis(500)));
        assert_eq!(command.level.depth, None, "it is an argument of the program");
        let set = [("threads", "1"), ("bb-path", "my tables")];
        assert_eq!(command.parameters, set.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn an_engine_has_one_second_per_move_by_default() {
        assert_eq!(command("hub:scan hub").level.move_time, Some(Duration::from_secs(1)));
        assert_eq!(command("hub:depth=5 scan").level, Level { depth: Some(5), ..Level::default() });
        assert_eq!(command("hub:move-time=2 scan").limit, Duration::from_secs(12));
        assert_eq!(command("hub:limit=0.5 depth=5 scan").limit, Duration::from_millis(500));
        assert_eq!(command("hub:./a=b").words, ["./a=b"]);
    }

    #[test]
    fn display_and_from_str_are_inverse() {
        let text = "hub:move-time=0.1 './my engine'";
        let spec: HubSpec = text.parse().unwrap();
        assert_eq!(spec.to_string(), text);
        assert_eq!(text.parse(), Ok(spec));
    }

    #[test]
    fn descriptions_without_a_program_or_with_wrong_settings_are_refused() {
        for (text, expected) in [
            ("hub:", "expected hub:COMMAND with a program such as hub:./scan hub"),
            ("hub: depth=3", "expected hub:COMMAND with a program such as hub:./scan hub"),
            ("hub:''", "expected hub:COMMAND with a program such as hub:./scan hub"),
            ("hub:'a", "hub:COMMAND: there is no closing '"),
            ("hub:depth=x a", "hub:COMMAND: expected a whole number of at least 1 for depth but found 'x'"),
            (
                "hub:limit=0 a",
                "hub:COMMAND: expected more than 0 and at most 86400 seconds for limit but found '0'",
            ),
            ("scan", "expected hub:COMMAND"),
        ] {
            assert_eq!(text.parse::<HubSpec>().unwrap_err(), expected, "{text}");
        }
    }
}
