//! `checkers play`: a game by commands, one per line, from a terminal or a pipe.

mod requests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use rankmoves_core::{ByPlayer, Player, Ply, Position, Resources};
use rankmoves_game::{Agent, AgentError, Clock, Game, Outcome, clock_text};

use crate::command_input::CommandInput;
use crate::show::DrawingOptions;
use picture::Symbols;
use shell::manual::Manual;
use shell::output::say;
use shell::quantity;
use shell::terminal::Interrupts;
use shell::{Failure, Stop};
use table::file_names::name_start;
use table::options::TableOptions;
use table::review::{Analyzer, Review, ReviewedPly};
use table::session::{Command, Reply, Seat, Session, clock_message};
use table::setup;

pub const PLAY: Manual = Manual {
    command: "checkers play",
    notes: "",
    examples: &[
        ("checkers play", "You play red against the program"),
        (
            "checkers play --red timed:5 --black human",
            "You play black; the program has five seconds per move",
        ),
        ("checkers play --red minimax:2 --black random:1", "Two programs play, and you watch"),
        (
            "checkers play --clock 5m+3s --opening Kelso",
            "Plays an opening; each side has five minutes, plus three seconds per move",
        ),
        ("checkers play game.pdn", "Continues a game"),
    ],
    statuses: table::options::STATUSES,
};

/// Play against a program or another person, or watch two programs
///
/// Type a move as c3->d4, c3-d4, 22-18 or 22x15x8; as a single square if only one move
/// starts or ends there; or as #3, the third in the list. Type `help` for a list of
/// the other commands. You can type a chain jump by jump. Commands may come through a pipe, one
/// per line.
#[derive(Args)]
#[command(after_help = PLAY.help())]
pub struct PlayOptions {
    // These options come first, because the options in `table` have a heading, which would cover these too.
    #[command(flatten)]
    pub drawing: DrawingOptions,

    #[command(flatten)]
    pub table: TableOptions,
}

pub fn run(options: &PlayOptions) -> Result<(), Stop> {
    let (symbols, options) = (options.drawing.symbols, &options.table);
    let (game, read) = setup::table_game(options)?;
    let interrupts = Interrupts::default();
    let agents = agents(ByPlayer::new(options.red, options.black), game.start(), &interrupts)?;
    let mut session = options.session(game);
    session.set_record(read);
    let values = shell::proven::proven().with_builders(Resources::default().threads);
    let mut table = Table {
        session,
        agents,
        symbols,
        analyzer: Analyzer::new(Arc::new(values)),
        review: None,
        interrupts,
        begin: Instant::now(),
        is_stopped: false,
        failed_lines: 0,
    };
    let input = CommandInput::open(&table.interrupts)?;
    if input.is_terminal() {
        table.greet()?;
    } else {
        table.session.warn_nobody();
    }
    say(&table.stop_if_over())?;
    table.play(input)
}

/// The agents of the seats; `None` for people.
type Agents = ByPlayer<Option<Box<dyn Agent>>>;

/// Returns the agents of the seats, ready for a game from `start`.
fn agents(seats: ByPlayer<Seat>, start: &Position, interrupts: &Interrupts) -> Result<Agents, Stop> {
    let of = |player| agent(seats[player], start, interrupts);
    Ok(ByPlayer::new(of(Player::Red)?, of(Player::Black)?))
}

/// Returns the agent of a seat, ready for a game; `None` for a human. An interrupt ends the wait for the agent.
fn agent(seat: Seat, start: &Position, interrupts: &Interrupts) -> Result<Option<Box<dyn Agent>>, Stop> {
    let Seat::Agent(spec) = seat else { return Ok(None) };
    let prepare = |agent: &mut dyn Agent| interrupts.stopping(agent.stop_flag(), || agent.prepare());
    setup::agent(spec, start, prepare).map(Some)
}

/// A session and its display.
struct Table {
    session: Session,
    agents: Agents,
    symbols: Option<Symbols>,
    analyzer: Analyzer,
    /// A game and its review, perhaps interrupted.
    review: Option<(Game, Review, Vec<ReviewedPly>)>,
    interrupts: Interrupts,
    /// The instant from which the clock counts.
    begin: Instant,
    /// True while programs are stopped: they move again after `go`, or after a person has moved.
    is_stopped: bool,
    /// The number of lines from a pipe that are not UTF-8 or failed to save or load a file. (A person could try again.)
    failed_lines: usize,
}

/// The pause between the positions of a replay on a terminal.
const REPLAY_PAUSE: Duration = Duration::from_secs(1);

/// The message shown when an interrupt stops some work.
const STOPPED: &str = "stopped";

/// Turns a failure, which would end the program, into the refusal of a command, so that the game is kept.
fn refusal(stop: Stop) -> String {
    match stop {
        Stop::Failed(failure) => failure.render(),
        Stop::ClosedPipe => "the reader closed the pipe".to_owned(),
    }
}

enum Next {
    Show,
    /// Replay the game, with this pause between positions or the usual one.
    Replay(Option<Duration>),
    /// Read the next command.
    Wait,
    Quit,
}

impl Table {
    fn greet(&self) -> Result<(), Stop> {
        let [red, black] = Player::ALL.map(|player| self.session.seat(player).described());
        let opening =
            self.session.opening_name().map_or_else(String::new, |name| format!("opening: {name}. "));
        let clock = self.session.clock().map(Clock::control);
        let clock = clock.map_or_else(String::new, |control| clock_message(Some(control)) + ".\n");
        say(&format!("red: {red}, black: {black}. {opening}Type a move such as c3->d4, or help.\n{clock}"))
    }

    /// Stops the programs in a game that was read with its result. Returns a message about this.
    fn stop_if_over(&mut self) -> String {
        let is_over = self.session.read_result().is_some() && self.session.agent_to_move().is_some();
        self.is_stopped |= is_over;
        let message = "the game is over; type go or a move to continue it\n";
        if is_over { message.to_owned() } else { String::new() }
    }

    fn play(&mut self, mut input: CommandInput) -> Result<(), Stop> {
        let mut shows = true;
        loop {
            if self.play_agent()? {
                shows = true;
                continue;
            }
            let outcome = self.session.game().outcome();
            if shows {
                self.show_state()?;
                if outcome.is_some() && input.is_terminal() {
                    say("review shows the costliest plies; rematch restarts the game with sides swapped\n")?;
                }
            }
            let prompt = self.prompt(outcome.is_some());
            let words = if input.is_terminal() { self.session.completions() } else { Vec::new() };
            self.session.run_clock(self.begin.elapsed());
            let line = input.next(&prompt, words, self.flag_message());
            let is_lost = self.session.stop_clock(self.begin.elapsed());
            // The end of the input means quit.
            let line = line?.unwrap_or_else(|| Ok("quit".to_owned()));
            let is_of_file = line.as_ref().map_or(true, |line| name_start(&format!("{line} ")).is_some());
            let command = line.and_then(|line| Command::parse(&line));
            if is_lost {
                self.show_state()?;
            }
            if is_lost && matches!(command, Ok(Command::Move(_) | Command::Pass | Command::Stop)) {
                // The move came after its player ran out of time.
                shows = false;
                continue;
            }
            let (text, next) = command.and_then(|command| self.execute(command)).unwrap_or_else(|why| {
                self.failed_lines += usize::from(is_of_file && !input.is_terminal());
                (format!("{}\n", why.trim_end()), Next::Wait)
            });
            say(&text)?;
            shows = match next {
                Next::Show => true,
                Next::Replay(pause) => {
                    let usual = if input.is_terminal() { REPLAY_PAUSE } else { Duration::ZERO };
                    self.replay(pause.unwrap_or(usual))?
                }
                Next::Wait => false,
                Next::Quit if self.failed_lines == 0 => return Ok(()),
                Next::Quit => {
                    let lines = quantity(self.failed_lines, "line", "lines");
                    return Err(Failure::new(format!("{lines} failed: see the messages above")).into());
                }
            };
        }
    }

    /// Shows the board and, if the game is over, its result.
    fn show_state(&self) -> Result<(), Stop> {
        let is_over = self.session.game().outcome().is_some();
        self.show(&if is_over { Vec::new() } else { self.session.position().movable() })?;
        say(&self.session.result().map_or_else(String::new, |result| result + "\n"))
    }

    /// Returns the time that the player to move has left, if the clock is running, and the message to show then.
    fn flag_message(&self) -> Option<(Duration, String)> {
        let time = self.session.time_left().filter(|_| self.session.is_clock_running())?;
        let loser = self.session.game().position().turn();
        Some((time.left, format!("{}\n", Outcome::OutOfTime { loser })))
    }

    fn prompt(&self, is_over: bool) -> String {
        let turn = self.session.position().turn().to_string();
        let time = self.session.time_left().map(|time| format!("{turn} {}", clock_text(time.left)));
        let turn = time.unwrap_or(turn);
        if is_over {
            "over> ".to_owned()
        } else if self.session.chain().is_some() {
            format!("{turn} (jumping)> ")
        } else if self.session.agent_to_move().is_some() {
            format!("{turn} (stopped)> ")
        } else {
            format!("{turn}> ")
        }
    }

    /// Plays a ply for the program whose turn it is: the move that it chooses, or a pass if it is blocked.
    /// Returns `false` if it is a person's turn or programs are stopped. An interrupt stops the program's
    /// thinking.
    fn play_agent(&mut self) -> Result<bool, Stop> {
        let player = self.session.position().turn();
        if self.is_stopped || self.session.agent_to_move().is_none() {
            return Ok(false);
        }
        let agent = self.agents[player].as_mut().filter(|_| self.session.position().has_moves());
        let failed = |why: &dyn std::error::Error| Stop::failed("choose a move", why);
        let time = self.session.time_left();
        self.session.run_any_clock(self.begin.elapsed());
        let game = self.session.game();
        let choose = |agent: &mut Box<dyn Agent>| match time {
            Some(time) => time.choose(&mut **agent, game),
            None => agent.choose(game).map(Some),
        };
        let choice = agent.map(|agent| self.interrupts.stopping(agent.stop_flag(), || choose(agent)));
        // Drop the move, because the interrupt cut the thinking short.
        if self.interrupts.take() {
            self.session.forget_thought();
            self.is_stopped = true;
            say(&format!("{STOPPED}; type go or a move to continue\n"))?;
            return Ok(true);
        }
        if self.session.stop_clock(self.begin.elapsed()) || matches!(choice, Some(Ok(None))) {
            self.session.lose_on_time();
            return Ok(true);
        }
        let choice = match choice.transpose() {
            // This does not lose the game, because another player may take the seat.
            Err(why @ (AgentError::TooManyMoves | AgentError::Other(_))) => {
                self.is_stopped = true;
                say(&format!("{player} cannot choose a move: {why}\n"))?;
                return Ok(true);
            }
            Err(AgentError::Forfeit(why)) => {
                say(&format!("{player} forfeits the game: {why}\n"))?;
                self.session.forfeit(player);
                return Ok(true);
            }
            choice => choice.map_err(|why| failed(&why))?,
        };
        let ply = choice.flatten().map_or(Ply::Pass, |mv| Ply::from(&mv));
        self.session.play(&ply).map_err(|why| failed(&why))?;
        say(&format!("{}\n", self.session.last_played()))?;
        if self.session.is_watched() && self.session.game().outcome().is_none() {
            self.show(&[])?;
        }
        Ok(true)
    }

    /// Executes a command. Returns its message and the next step, or the reason why it is refused.
    fn execute(&mut self, command: Command) -> Result<(String, Next), String> {
        // A command may continue a finished game; then no program moves before `go`.
        self.is_stopped |= self.session.is_finished();
        let (text, next) = match self.session.execute(command)? {
            Reply::Nothing => return Ok((String::new(), Next::Wait)),
            // The line below the board shows the result.
            Reply::Shown | Reply::Ended(_) => return Ok((String::new(), Next::Show)),
            Reply::Played(text) => {
                self.is_stopped = false;
                (text, Next::Show)
            }
            Reply::Jumped(text) => (text, Next::Show),
            Reply::Set(text) => (text, Next::Wait),
            Reply::Stepped(text) => {
                // Two programs would continue at once, so stop them here.
                self.is_stopped |= self.session.is_watched();
                (text, Next::Show)
            }
            Reply::Piece(square) => (self.piece(square), Next::Wait),
            Reply::Asks(request) => return self.serve(request),
        };
        Ok((format!("{}\n", text.trim_end()), next))
    }
}
