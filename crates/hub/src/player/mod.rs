//! Makes players from other engines, described by `hub:COMMAND`.

#[cfg_attr(not(unix), path = "unguarded.rs")]
pub mod guard;
mod process;
mod spec;

pub use spec::HubSpec;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rankmoves_core::{Move, Player, Ply, Position, Rules, Shape, quoted};
use rankmoves_game::{Agent, AgentError, Game, TimeLeft};

use super::level::{GameClock, Level};
use super::line::Line;
use super::notation::{Numbering, write_position};
use process::{Failure, Process};
use spec::EngineCommand;

/// The exit status of the guard if the engine cannot be started, the same as a shell's.
const NOT_STARTED: u8 = 127;

/// The time that an engine has to end a search after `stop`.
const MAX_STOP_TIME: Duration = Duration::from_millis(500);

/// An engine as an agent. The process starts when it is first needed.
pub struct HubPlayer {
    command: EngineCommand,
    process: Option<Process>,
    /// The numbering of the engine's moves; `None` until a move has determined it.
    numbering: Option<Numbering>,
    /// The start position of the last game.
    start: Option<Position>,
    stop: Arc<AtomicBool>,
}

impl HubPlayer {
    /// Makes an agent from a description.
    pub fn new(spec: HubSpec) -> HubPlayer {
        let command = spec.command();
        HubPlayer { command, process: None, numbering: None, start: None, stop: Arc::default() }
    }

    fn started(&mut self) -> Result<&mut Process, Failure> {
        let process = match self.process.take() {
            Some(process) => process,
            None => self.introduced()?,
        };
        Ok(self.process.insert(process))
    }

    /// Starts the engine and sets its parameters.
    fn introduced(&self) -> Result<Process, Failure> {
        let program = quoted(&self.command.words[0]);
        let process = Process::start(&self.command.words, Arc::clone(&self.stop));
        let mut process =
            process.map_err(|why| Failure::Fault(format!("cannot start the engine {program}: {why}")))?;
        process.until = deadline(self.command.limit);
        let of = |failure| match failure {
            Failure::Fault(why) => Failure::Fault(format!("cannot use the engine {program}: {why}")),
            stopped => stopped,
        };
        self.introduce(&mut process).map_err(of)?;
        Ok(process)
    }

    fn introduce(&self, process: &mut Process) -> Result<(), Failure> {
        process.send(&Line::new("hub"))?;
        let mut variants = None;
        process.receive_until("wait", |line| {
            if line.command == "param" && line.value("name") == Some("variant") {
                variants = Some(line.value("values").unwrap_or_default().to_owned());
            }
        })?;
        let set = |name: &str, value: &str| Line::new("set-param").with("name", name).with("value", value);
        match variants {
            Some(variants) if variants.split_whitespace().any(|variant| variant == "english") => {
                process.send(&set("variant", "english"))?;
            }
            Some(variants) => {
                let found = quoted(&variants);
                return Err(Failure::Fault(format!(
                    "it does not offer English draughts (variant=english), only {found}"
                )));
            }
            None => {}
        }
        for (name, value) in &self.command.parameters {
            process.send(&set(name, value))?;
        }
        process.send(&Line::new("init"))?;
        process.receive_until("ready", |_| {}).map(drop)
    }

    /// Requests a move from the engine, which must answer within `limit`.
    fn ask(&mut self, game: &Game, level: &Level, limit: Duration) -> Result<Move, Failure> {
        let (until, numbering) = (deadline(limit), self.numbering);
        let is_new = self.start.replace(*game.start()) != Some(*game.start());
        let stop = Arc::clone(&self.stop);
        let process = self.started()?;
        (process.until, process.stop) = (until, stop);
        if is_new {
            process.send(&Line::new("new-game"))?;
        }
        let answer = process.search(&position_line(game, numbering), level).and_then(|text| {
            let readings = match numbering {
                Some(numbering) => vec![numbering],
                None => readings(&text, game.position()),
            };
            match readings[..] {
                [numbering] => Ok((text, numbering)),
                // A king's move may be legal in both numberings.
                [_, _] => Ok((text, process.ask_numbering()?)),
                _ => Err(Failure::Fault(not_legal(&text, game.position()))),
            }
        });
        let (text, numbering) = match answer {
            Err(Failure::Unstoppable) => return Err(process.stop_search()),
            answer => answer?,
        };
        self.numbering = Some(numbering);
        numbering.read(&text, game.position()).map_err(Failure::Fault)
    }

    fn choose_at(&mut self, game: &Game, level: &Level, limit: Duration) -> Result<Move, AgentError> {
        if !game.position().has_moves() {
            return Err(AgentError::NoMoves);
        }
        refuse_other_games(game.start()).map_err(|why| AgentError::Other(why.into()))?;
        self.prepare()?;
        self.ask(game, level, limit).map_err(|failure| {
            if !matches!(failure, Failure::Stopped) {
                // The next search starts a new process.
                self.process = None;
            }
            match failure {
                Failure::Stopped | Failure::Unstoppable => AgentError::Stopped,
                Failure::Fault(why) => AgentError::Forfeit(why.into()),
            }
        })
    }
}

impl Agent for HubPlayer {
    /// Starts the engine, unless it is running.
    fn prepare(&mut self) -> Result<(), AgentError> {
        self.started().map(drop).map_err(|failure| match failure {
            Failure::Stopped | Failure::Unstoppable => AgentError::Stopped,
            Failure::Fault(why) => AgentError::Other(why.into()),
        })
    }

    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        let (level, limit) = (self.command.level, self.command.limit);
        self.choose_at(game, &level, limit)
    }

    /// Sends the engine its clock instead of a time for the move.
    fn choose_in_time(&mut self, game: &Game, time: TimeLeft) -> Result<Move, AgentError> {
        let clock = Some(GameClock::before_increment(time.left, time.increment));
        let level = Level { move_time: None, clock, ..self.command.level };
        self.choose_at(game, &level, time.left.saturating_add(self.command.limit))
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.stop))
    }
}

/// Returns the numberings in which a move is legal.
fn readings(text: &str, position: &Position) -> Vec<Numbering> {
    let all = [Numbering::Turned, Numbering::Same];
    all.into_iter().filter(|numbering| numbering.read(text, position).is_ok()).collect()
}

/// Explains why a move is not legal in either numbering.
fn not_legal(text: &str, position: &Position) -> String {
    Numbering::Turned.read(text, position).err().unwrap_or_default()
}

fn deadline(limit: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(limit).unwrap_or(now)
}

/// Refuses games that the protocol cannot represent.
///
/// # Errors
///
/// If the rules are not English draughts, or the board is not the standard one.
pub fn refuse_other_games(position: &Position) -> Result<(), String> {
    if position.rules() == Rules::ENGLISH && position.board().shape() == Shape::STANDARD {
        return Ok(());
    }
    Err("an engine (hub:COMMAND) plays English rules on the standard board only".to_owned())
}

/// Writes the position of a game. If the numbering of moves is known, writes the start of the game and the
/// moves since then, so that the engine can see repetitions.
fn position_line(game: &Game, numbering: Option<Numbering>) -> Line {
    let line = Line::new("pos");
    let Some(numbering) = numbering.filter(|_| !game.played().is_empty()) else {
        return line.with("pos", write_position(game.position()));
    };
    let played = game.positions().iter().zip(game.played());
    let moves = played.filter_map(|(before, ply)| match ply {
        Ply::Move(path) => before.find(path).ok(),
        Ply::Pass => None,
    });
    let moves: Vec<Move> = moves.collect();
    line.with("pos", write_position(game.start())).with("moves", numbering.write_all(&moves))
}

/// The requests for a move.
impl Process {
    /// Requests a search. Returns the text of its move.
    fn search(&mut self, position: &Line, level: &Level) -> Result<String, Failure> {
        self.send(position)?;
        self.send(&level.write())?;
        self.send(&Line::new("go").with_flag("think"))?;
        let done = self.receive_until("done", |_| {})?;
        Ok(done.value("move").unwrap_or_default().to_owned())
    }

    /// Finds the engine's numbering: requests a move from the start position, where each move is legal in
    /// only one numbering.
    fn ask_numbering(&mut self) -> Result<Numbering, Failure> {
        let start = Position::start(Rules::ENGLISH, Player::Black);
        let position = Line::new("pos").with("pos", write_position(&start));
        let text = self.search(&position, &Level { depth: Some(1), ..Level::default() })?;
        readings(&text, &start).pop().ok_or_else(|| Failure::Fault(not_legal(&text, &start)))
    }

    /// Stops the engine's search.
    fn stop_search(&mut self) -> Failure {
        (self.until, self.stop) = (Instant::now() + MAX_STOP_TIME, Arc::default());
        let stopped = self.send(&Line::new("stop")).and_then(|()| self.receive_until("done", |_| {}));
        stopped.map_or(Failure::Unstoppable, |_| Failure::Stopped)
    }
}
