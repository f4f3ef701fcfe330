//! `checkers play`: a game by commands, a line each, from a terminal or a pipe.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rankmoves::game::{Agent, AgentError, DrawRules};
use rankmoves::pdn::Record;
use rankmoves::{Move, MoveList, Player, Ply, RankError, RankedMove, Ranker, Resources, Square, excerpt};

use crate::cli::PlayOptions;
use crate::files::expanded;
use crate::lines::Lines;
use crate::picture::{Picture, Symbols};
use crate::session::{
    COMMANDS, Command, MOST_MOVES, Reply, Request, Risk, Seat, Session, index, too_many_moves,
};
use crate::{draw, saving, setup};
use shell::input::Part;
use shell::output::say;
use shell::terminal::Interrupts;
use shell::{Stop, progress};

/// The width of lists, in characters.
const WIDTH: usize = 80;

/// The pause between the positions of a replay on a terminal.
const PAUSE: Duration = Duration::from_secs(1);

pub fn run(options: &PlayOptions) -> Result<(), Stop> {
    let (symbols, options) = (options.drawing.symbols, &options.table);
    let (game, read) = setup::game(&options.setup, &options.input)?;
    let mut table = Table {
        session: options.session(game),
        agents: [agent(options.red)?, agent(options.black)?],
        draw_rules: options.setup.draw_rules(),
        read,
        flip: options.flip,
        symbols,
        ranker: Ranker::new(),
        interrupts: Interrupts::default(),
        is_stopped: false,
    };
    let lines = Lines::open(&table.interrupts)?;
    if !lines.is_terminal() {
        table.session.warn_nobody();
    }
    table.greet(&lines)?;
    table.play(lines)
}

/// Returns the agent of a seat, if one sits there.
fn agent(seat: Seat) -> Result<Option<Box<dyn Agent>>, Stop> {
    let agent = match seat {
        Seat::Human => Ok(None),
        Seat::Agent(spec) => spec.agent(Resources::default()).map(Some),
    };
    agent.map_err(|why| Stop::failed("seat the players", &why))
}

/// A session and its display.
struct Table {
    session: Session,
    /// Red's and black's.
    agents: [Option<Box<dyn Agent>>; 2],
    draw_rules: DrawRules,
    /// The PDN record of the game, if it was read from PDN.
    read: Option<Record>,
    flip: bool,
    symbols: Option<Symbols>,
    ranker: Ranker,
    interrupts: Interrupts,
    /// True while programs wait for `go` or for somebody else's move.
    is_stopped: bool,
}

/// The message after an interrupt has stopped something.
const STOPPED: &str = "stopped";

/// The reason why a command fails.
enum Trouble {
    /// It cannot be done, for this reason; nothing has changed.
    Refused(String),
    /// The program has to end.
    Stop(Stop),
}

impl From<String> for Trouble {
    fn from(why: String) -> Trouble {
        Trouble::Refused(why)
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Stop(stop)
    }
}

impl Trouble {
    /// Keeps the game: an error that ends other programs only refuses the command.
    fn refusal(stop: Stop) -> Trouble {
        match stop {
            Stop::Failed(message) => Trouble::Refused(message),
            Stop::ClosedPipe => Trouble::Stop(stop),
        }
    }
}

/// The next step after a command.
enum Next {
    /// The board is shown again.
    Show,
    /// The next command.
    Wait,
    Quit,
}

impl Table {
    fn greet(&self, lines: &Lines) -> Result<(), Stop> {
        if !lines.is_terminal() {
            return Ok(());
        }
        let [red, black] = Player::ALL.map(|player| self.session.seat(player).to_string());
        say(&format!("red: {red}, black: {black}. Type a move such as c3->d4, or help.\n"))
    }

    fn play(&mut self, mut lines: Lines) -> Result<(), Stop> {
        let mut shows = true;
        loop {
            if self.play_agent()? {
                shows = true;
                continue;
            }
            let outcome = self.session.game().outcome();
            if shows {
                let is_over = outcome.is_some();
                self.show(&if is_over { Vec::new() } else { self.session.position().movable() })?;
                if let Some(outcome) = outcome {
                    say(&format!("{outcome}\n"))?;
                }
            }
            let prompt = match outcome {
                None if self.session.chain().is_some() => {
                    format!("{} (jumping)> ", self.session.position().turn())
                }
                None if self.session.agent_to_move().is_some() => {
                    format!("{} (stopped)> ", self.session.position().turn())
                }
                None => format!("{}> ", self.session.position().turn()),
                Some(_) => "over> ".to_owned(),
            };
            let words = COMMANDS.iter().map(|(name, ..)| (*name).to_owned());
            let moves = if lines.is_terminal() { self.session.typable_moves() } else { Vec::new() };
            let words = moves.into_iter().chain(words).collect();
            // The end of the input means to leave.
            let command = lines.next(&prompt, words)?.map_or(Ok(Command::Quit), |line| Command::parse(&line));
            match command.map_err(Trouble::Refused).and_then(|command| self.execute(command, &lines)) {
                Ok(Next::Show) => shows = true,
                Ok(Next::Wait) => shows = false,
                Ok(Next::Quit) => return Ok(()),
                Err(Trouble::Refused(why)) => {
                    shows = false;
                    say(&format!("{}\n", why.trim_end()))?;
                }
                Err(Trouble::Stop(stop)) => return Err(stop),
            }
        }
    }

    /// Plays the ply of a program to move, a pass where its side is blocked;
    /// returns false if no program is to play. An interrupt stops it.
    fn play_agent(&mut self) -> Result<bool, Stop> {
        let player = self.session.position().turn();
        if self.is_stopped || self.session.agent_to_move().is_none() {
            return Ok(false);
        }
        let agent = self.agents[index(player)].as_mut().filter(|_| self.session.position().has_moves());
        let failed = |why: &dyn std::error::Error| Stop::failed("choose a move", why);
        let choice = agent
            .map(|agent| self.interrupts.stopping(agent.stop_flag(), || agent.choose(self.session.game())));
        // Drop the chosen move: the interrupt cut its time short.
        if self.interrupts.take() {
            self.is_stopped = true;
            say(&format!("{STOPPED}; go, or a move, goes on\n"))?;
            return Ok(true);
        }
        let choice = match choice.transpose() {
            // The game is not lost to it: somebody else may take the seat.
            Err(why @ AgentError::TooManyMoves) => {
                self.is_stopped = true;
                say(&format!("{player} cannot choose a move: {why}\n"))?;
                return Ok(true);
            }
            choice => choice.map_err(|why| failed(&why))?,
        };
        let ply = match choice {
            Some(mv) => Ply::Move(mv.path().clone()),
            None => Ply::Pass,
        };
        self.session.play(&ply).map_err(|why| failed(&why))?;
        say(&format!("{}\n", self.session.last_played()))?;
        if self.session.is_watched() && self.session.game().outcome().is_none() {
            self.show(&[])?;
        }
        Ok(true)
    }

    /// Executes a command.
    fn execute(&mut self, command: Command, lines: &Lines) -> Result<Next, Trouble> {
        let (text, next) = match self.session.execute(command)? {
            Reply::Nothing => return Ok(Next::Wait),
            // The line below the board tells how a game has ended.
            Reply::Shown | Reply::Resigned(_) => return Ok(Next::Show),
            Reply::Played(text) => {
                self.is_stopped = false;
                (text, Next::Show)
            }
            Reply::Jumped(text) => (text, Next::Show),
            Reply::Stepped(text) => {
                // Stop two programs here, or they would play on at once.
                self.is_stopped |= self.session.is_watched();
                (text, Next::Show)
            }
            Reply::Piece(square) => (self.piece(square), Next::Wait),
            Reply::Asks(request) => return self.serve(request, lines),
        };
        say(&format!("{}\n", text.trim_end()))?;
        Ok(next)
    }

    /// Serves a request of a command.
    fn serve(&mut self, request: Request, lines: &Lines) -> Result<Next, Trouble> {
        let text = match request {
            Request::Quit => return Ok(Next::Quit),
            Request::Flip => {
                self.flip = !self.flip;
                return Ok(Next::Show);
            }
            Request::Replay(pause) => {
                let pause = pause.unwrap_or(if lines.is_terminal() { PAUSE } else { Duration::ZERO });
                return Ok(self.replay(pause)?);
            }
            Request::Go => {
                if self.session.agent_to_move().is_none() {
                    return Err("it is no program's turn".to_owned().into());
                }
                self.is_stopped = false;
                return Ok(Next::Wait);
            }
            Request::Seat(player, seat) => {
                self.agents[index(player)] = agent(seat).map_err(Trouble::refusal)?;
                self.session.set_seat(player, seat) + "\n"
            }
            Request::Moves => self.moves()?,
            Request::Hint(depth) => self.hint(depth)?,
            Request::Save { path, replaces } => self.save(path, replaces)?,
            Request::Load(path) => {
                self.load(&path)?;
                return Ok(Next::Show);
            }
            Request::Help => help(),
        };
        say(&text)?;
        Ok(Next::Wait)
    }

    /// Returns the picture at the cursor, the last move marked, or the chain that is begun.
    fn picture(&self) -> Picture {
        match self.session.chain() {
            Some(chain) => self.seen(Picture::of_chain(chain.position(), chain.squares(), chain.captured())),
            None => self.picture_after(self.session.game().played().len()),
        }
    }

    /// Returns the picture of the position after some plies, the last of them marked.
    fn picture_after(&self, plies: usize) -> Picture {
        self.seen(Picture::of_game(self.session.game(), plies))
    }

    /// Applies the viewer's settings to a picture.
    fn seen(&self, mut picture: Picture) -> Picture {
        (picture.flip, picture.numbers) = (self.flip, self.session.numbers);
        picture.symbols = self.symbols;
        picture
    }

    /// Shows the board at the cursor, the pieces that can move marked.
    fn show(&self, movable: &[Square]) -> Result<(), Stop> {
        let mut picture = self.picture();
        picture.mark_movable(movable);
        say(&draw::for_reader(&picture))
    }

    /// Draws the targets of a piece and lists its moves.
    fn piece(&self, from: Square) -> String {
        let (mut picture, notation) = (self.picture(), self.session.notation());
        let all = self.session.moves();
        let own = self.session.position().legal_moves_from(from, MOST_MOVES);
        picture.mark_targets(from, &own.moves);
        let item = |mv: &Move| match all.moves.binary_search(mv) {
            Ok(index) => format!("#{} {}", index + 1, notation.path(mv.path())),
            Err(_) => notation.path(mv.path()),
        };
        let more = if own.is_complete {
            String::new()
        } else {
            let name = notation.square(from);
            format!("the piece on {name} has more than {MOST_MOVES} moves: these are the first\n")
        };
        format!("{}{}{more}", draw::for_reader(&picture), columns(own.moves.iter().map(item)))
    }

    /// Shows the game from its start. The board that it ends with, or is
    /// interrupted before, is the current one.
    fn replay(&self, pause: Duration) -> Result<Next, Stop> {
        let played = self.session.game().played();
        for plies in 0..=played.len() {
            if plies > 0 {
                self.interrupts.sleep(pause);
                if self.interrupts.take() {
                    say(&format!("{STOPPED}\n"))?;
                    return Ok(Next::Show);
                }
                let turn = self.session.game().positions()[plies - 1].turn();
                let ply = self.session.notation().ply(&played[plies - 1]);
                say(&format!("{plies}. {turn} plays {ply}\n"))?;
            }
            say(&draw::for_reader(&self.picture_after(plies)))?;
        }
        Ok(if self.session.chain().is_some() { Next::Show } else { Next::Wait })
    }

    fn moves(&self) -> Result<String, Trouble> {
        let position = self.session.position();
        let MoveList { moves, is_complete } = self.session.moves();
        if moves.is_empty() {
            return Err(format!("{} has no moves", position.turn()).into());
        }
        let notation = self.session.notation();
        let item = |(place, mv): (usize, &Move)| format!("#{place} {}", notation.path(mv.path()));
        let mut text = columns((1..).zip(&moves).map(item));
        if !is_complete {
            let _ = writeln!(text, "{}: these are the first", too_many_moves(position));
        }
        Ok(text)
    }

    /// Lists the moves with their exact scores, the best first.
    fn hint(&mut self, depth: u32) -> Result<String, Trouble> {
        let (position, notation) = (self.session.position(), self.session.notation());
        if !self.session.moves().is_complete {
            return Err(format!("{}: too many to rank", too_many_moves(position)).into());
        }
        let ranked = self
            .interrupts
            .stopping(Some(self.ranker.stop_flag()), || progress::rank(&mut self.ranker, position, depth));
        let moves = match ranked {
            Err(RankError::Stopped) if self.interrupts.take() => return Err(STOPPED.to_owned().into()),
            ranked => ranked.map_err(|why| format!("cannot rank the moves: {why}"))?,
        };
        if moves.is_empty() {
            return Err(format!("{} has no moves", position.turn()).into());
        }
        let mut numbered: Vec<_> = moves.into_iter().enumerate().collect();
        numbered.sort_by_key(|(_, RankedMove { score, .. })| -score);
        let item = |(index, RankedMove { mv, score }): (usize, RankedMove)| {
            format!("#{} {}: {score}\n", index + 1, notation.path(mv.path()))
        };
        Ok(numbered.into_iter().map(item).collect())
    }

    /// Saves the game, a begun chain left out, and says so.
    fn save(&mut self, path: PathBuf, replaces: bool) -> Result<String, Trouble> {
        let file = expanded(&path);
        if !replaces && file.is_file() {
            self.session.confirm(Risk::Replace(path.clone()), true)?;
        }
        let (session, picture) = (&self.session, self.picture());
        let saved = saving::save(session.game(), self.read.as_ref(), &saving::tags(session), &picture, &file);
        let mut lost = saved.map_err(Trouble::refusal)?;
        lost.extend(saving::half_move(session, &path));
        let lost = lost.into_iter().fold(String::new(), |text, lost| text + &lost + "\n");
        let text = format!("{lost}saved {}\n", excerpt(&path.display().to_string(), WIDTH));
        self.session.note_saved(path);
        Ok(text)
    }

    fn load(&mut self, path: &Path) -> Result<(), Trouble> {
        if path == Path::new("-") {
            return Err("expected the name of a file: commands come from standard input".to_owned().into());
        }
        let (game, read) =
            setup::load(&expanded(path), self.draw_rules, Part::default()).map_err(Trouble::refusal)?;
        self.session.set_game(game);
        self.read = read;
        Ok(())
    }
}

fn help() -> String {
    let mut text = "Type a move: c3->d4, c3-d4, c3 d4, 22-18, 22x15x8; a square, if it is\n\
        where one move starts or ends; #3, the third move in the list. c3xe5x begins a\n\
        chain of jumps, the next squares go on with it, stop ends it. Or a command:\n"
        .to_owned();
    for (name, arguments, what) in COMMANDS {
        let _ = writeln!(text, "  {:<17} {what}", format!("{name} {arguments}"));
    }
    text
}

/// Breaks items into lines of the usual width.
fn columns(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let longest = items.iter().map(|item| item.chars().count()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        let is_last = (index + 1).is_multiple_of((WIDTH / longest).max(1)) || index + 1 == items.len();
        let _ = if is_last { writeln!(text, "{item}") } else { write!(text, "{item:<longest$}") };
    }
    text
}
