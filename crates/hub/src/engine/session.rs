//! The state of a session. It takes requests and search results, and returns effects.

use std::collections::VecDeque;
use std::time::Instant;

use rankmoves_core::{Player, Position, Rules, quoted};
use rankmoves_engine::{Choice, Limits};
use rankmoves_game::Game;

use super::parameters::Parameters;
use super::replies;
use crate::level::{DEFAULT_MOVE_TIME, Level};
use crate::line::Line;
use crate::notation::{Numbering, read_position, replay};

/// The maximum number of searches waiting for the current one.
const MAX_WAITING_SEARCHES: usize = 64;

/// The search depth when only one move is legal: a search is still needed for the expected reply.
const ONLY_MOVE_DEPTH: u32 = 8;

pub enum Event {
    Line(String),
    /// A line was too long; it has been skipped.
    TooLong,
    End,
    /// A depth has been searched.
    Depth(Choice),
    /// The search has ended.
    Choice(Option<Choice>),
}

/// An action that the session asks the program to carry out.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Say(Line),
    /// Begin a search; no other search is running.
    Search(Game, Limits),
    /// End the search; its result is still reported.
    Stop,
    /// Make a new engine.
    Configure(Parameters),
    Forget,
    Quit,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Think,
    /// Think during the opponent's time.
    Ponder,
    Analyze,
}

#[derive(Clone, Debug)]
struct RequestedSearch {
    mode: Mode,
    game: Game,
    level: Level,
    numbering: Numbering,
    /// True if the search should stop as soon as it begins.
    is_stopped: bool,
}

#[derive(Clone, Debug)]
struct Current {
    requested: RequestedSearch,
    begun: Instant,
    /// The time at which the search must stop.
    deadline: Option<Instant>,
    /// The choice of a pondering search that ended before the opponent moved.
    held: Option<Choice>,
}

#[derive(Default)]
pub struct Session {
    parameters: Parameters,
    /// The parameters of the current engine.
    configured: Option<Parameters>,
    /// The numbering of moves, detected from positions and moves.
    numbering: Numbering,
    game: Option<Game>,
    level: Option<Level>,
    current: Option<Current>,
    waiting: VecDeque<RequestedSearch>,
    forgets: bool,
    /// True once no more requests will come.
    pub ends: bool,
    /// The actions that the program has not carried out yet.
    pub effects: Vec<Effect>,
}

impl Session {
    /// Carries out the request on a line.
    pub fn take_line(&mut self, text: &str, now: Instant) {
        let line = Line::parse(text).transpose();
        if let Some(Err(why)) = line.map(|line| self.take(&line?, now)) {
            self.say(replies::error(&why));
        }
    }

    fn say(&mut self, line: Line) {
        self.effects.push(Effect::Say(line));
    }

    /// Ends the session, because no more requests will come: stops all requested searches.
    pub fn end(&mut self, now: Instant) {
        self.ends = true;
        if self.current.is_none() {
            self.effects.push(Effect::Quit);
        }
        self.stop(now);
    }

    /// Stops the current search and all waiting ones.
    fn stop(&mut self, now: Instant) {
        self.waiting.iter_mut().for_each(|requested| requested.is_stopped = true);
        self.end_current(now);
    }

    /// Reports the best move of a finished depth, if the search is still running.
    pub fn take_depth(&mut self, choice: &Choice, now: Instant) {
        if let Some(Current { requested, begun, .. }) = &self.current {
            let time = now.saturating_duration_since(*begun);
            self.say(replies::info(choice, time, requested.numbering));
        }
    }

    /// Ends the current search; `choice` is its result.
    pub fn take_choice(&mut self, choice: Option<Choice>, now: Instant) {
        match (choice, &mut self.current) {
            // The move is printed once the opponent has moved.
            (Some(choice), Some(current))
                if current.requested.mode == Mode::Ponder && self.waiting.is_empty() =>
            {
                current.held = Some(choice);
            }
            (choice, _) => self.finish(choice, now),
        }
    }

    /// Returns the time at which [`take_time`](Self::take_time) must be called.
    pub fn deadline(&self) -> Option<Instant> {
        self.current.as_ref().and_then(|current| current.deadline)
    }

    /// Stops the search if its time is up.
    pub fn take_time(&mut self, now: Instant) {
        let current = self.current.as_mut();
        if current.and_then(|current| current.deadline.take_if(|deadline| *deadline <= now)).is_some() {
            self.effects.push(Effect::Stop);
        }
    }

    /// Carries out a request. Unknown arguments are skipped, as the protocol requires.
    fn take(&mut self, line: &Line, now: Instant) -> Result<(), String> {
        let needed = |name: &str| {
            let value = line.value(name).filter(|value| !value.is_empty());
            value.ok_or_else(|| format!("expected {name}= after {}", line.command))
        };
        match line.command.as_str() {
            "hub" => {
                self.say(replies::id());
                self.parameters.declare().into_iter().for_each(|line| self.say(line));
                self.say(Line::new("wait"));
            }
            "set-param" => {
                let (name, value) = (needed("name")?, line.value("value"));
                self.parameters.set(name, value.ok_or("expected value= after set-param")?)?;
            }
            "init" => {
                self.configure();
                self.say(Line::new("ready"));
            }
            "new-game" => self.forgets = true,
            "pos" => self.take_position(needed("pos")?, line.value("moves").unwrap_or_default())?,
            "level" => self.level = Some(Level::read(line)?),
            "go" => self.go(Mode::read(line)?, now)?,
            "ponder-hit" => self.ponder_hit(now)?,
            // Without a running search, the request came too late and is ignored.
            "stop" => self.stop(now),
            "ping" => self.say(Line::new("pong")),
            "quit" => self.end(now),
            other => {
                let expected =
                    "hub, set-param, init, new-game, pos, level, go, ponder-hit, stop, ping or quit";
                return Err(format!("expected {expected} but found {}", quoted(other)));
            }
        }
        Ok(())
    }

    /// Takes a position and the moves after it, and detects from them how moves are numbered.
    fn take_position(&mut self, start: &str, moves: &str) -> Result<(), String> {
        // After an invalid position, the previous one must not be searched instead.
        self.game = None;
        let start = read_position(start)?;
        let set = self.parameters.numbering;
        let first = set.unwrap_or_else(|| self.expected_numbering(&start));
        let (game, numbering) = match (replay(start, moves, first), set) {
            (Err(why), None) => {
                let other = if first == Numbering::Same { Numbering::Turned } else { Numbering::Same };
                (replay(start, moves, other).map_err(|_| why)?, other)
            }
            (game, _) => (game?, first),
        };
        (self.game, self.numbering) = (Some(game), numbering);
        Ok(())
    }

    /// Returns the numbering that a position suggests, before any moves are seen. In English draughts Black
    /// moves first, so a start position with White to move has been rotated.
    fn expected_numbering(&self, start: &Position) -> Numbering {
        let is_start = |first| *start == Position::start(Rules::ENGLISH, first);
        if is_start(Player::Black) {
            Numbering::Same
        } else if is_start(Player::Red) {
            Numbering::Turned
        } else {
            self.numbering
        }
    }

    /// Makes a new engine if the parameters have changed, unless a search is running.
    fn configure(&mut self) {
        if self.current.is_none() && self.configured.as_ref() != Some(&self.parameters) {
            self.configured = Some(self.parameters.clone());
            self.forgets = false;
            self.effects.push(Effect::Configure(self.parameters.clone()));
        }
    }

    /// Begins a search, or queues it behind the current one. Stops the current search if nothing else would
    /// end it.
    fn go(&mut self, mode: Mode, now: Instant) -> Result<(), String> {
        let game = self.game.clone().ok_or("expected pos before go")?;
        if !game.position().has_moves() {
            let turn = match game.position().turn() {
                Player::Red => "White",
                Player::Black => "Black",
            };
            return Err(format!("expected a position with moves: {turn} has none"));
        }
        let default =
            Level { move_time: (mode == Mode::Think).then_some(DEFAULT_MOVE_TIME), ..Level::default() };
        let level = self.level.unwrap_or(default);
        let requested = RequestedSearch { mode, game, level, numbering: self.numbering, is_stopped: false };
        if self.current.is_none() {
            self.begin(requested, now);
        } else if self.waiting.len() == MAX_WAITING_SEARCHES {
            return Err(format!("{MAX_WAITING_SEARCHES} searches are waiting already"));
        } else {
            self.waiting.push_back(requested);
            self.stop_endless(now);
        }
        Ok(())
    }

    /// Stops the current search if nothing else would end it and another search is queued.
    fn stop_endless(&mut self, now: Instant) {
        let is_endless = |Current { requested, .. }: &Current| {
            requested.mode == Mode::Ponder || requested.level == Level::default()
        };
        if self.current.as_ref().is_some_and(is_endless) && !self.waiting.is_empty() {
            self.end_current(now);
        }
    }

    fn begin(&mut self, requested: RequestedSearch, now: Instant) {
        self.configure();
        if std::mem::take(&mut self.forgets) {
            self.effects.push(Effect::Forget);
        }
        let budget = requested.level.budget().filter(|_| requested.mode != Mode::Ponder);
        let deadline = budget.and_then(|budget| now.checked_add(budget));
        let is_single =
            requested.mode == Mode::Think && requested.game.position().legal_moves().up_to(1).is_complete;
        let depth = requested.level.depth.into_iter().chain(is_single.then_some(ONLY_MOVE_DEPTH)).min();
        let limits = Limits { deadline, nodes: requested.level.nodes, depth };
        self.effects.push(Effect::Search(requested.game.clone(), limits));
        self.current = Some(Current { requested, begun: now, deadline, held: None });
    }

    /// Writes the result of the current search and begins the next search.
    fn finish(&mut self, choice: Option<Choice>, now: Instant) {
        let Some(current) = self.current.take() else { return };
        self.say(match choice {
            Some(choice) => replies::done(&choice, current.requested.numbering),
            // This does not happen: `go` refuses positions without moves.
            None => replies::error("no move has been found"),
        });
        if let Some(requested) = self.waiting.pop_front() {
            let is_stopped = requested.is_stopped;
            self.begin(requested, now);
            if is_stopped { self.end_current(now) } else { self.stop_endless(now) }
        } else if self.ends {
            self.effects.push(Effect::Quit);
        }
    }

    fn end_current(&mut self, now: Instant) {
        let Some(current) = &mut self.current else { return };
        // The move is printed even if the opponent has not moved.
        current.requested.mode = Mode::Think;
        match current.held.take() {
            Some(choice) => self.finish(Some(choice), now),
            None => self.effects.push(Effect::Stop),
        }
    }

    /// Starts the clock of a pondering search, because the opponent has made the expected move.
    fn ponder_hit(&mut self, now: Instant) -> Result<(), String> {
        let Some(current) = self.current.as_mut().filter(|current| current.requested.mode == Mode::Ponder)
        else {
            return Err("expected ponder-hit after go ponder".to_owned());
        };
        current.requested.mode = Mode::Think;
        current.deadline = current.requested.level.budget().and_then(|budget| now.checked_add(budget));
        if let Some(choice) = current.held.take() {
            self.finish(Some(choice), now);
        }
        Ok(())
    }
}

impl Mode {
    /// Reads the arguments of `go`.
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
mod tests;
