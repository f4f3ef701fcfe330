//! `checkers play`: a game by commands, a line each, from a terminal or a pipe.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use rankmoves::game::{Agent, DrawRules, PlayError};
use rankmoves::pdn::Record;
use rankmoves::{Move, MoveList, Player, Ply, RankError, RankedMove, Ranker, Resources, Square, excerpt};

use crate::cli::PlayOptions;
use crate::common::input::Part;
use crate::common::output::say;
use crate::common::terminal::Interrupts;
use crate::common::{Stop, progress};
use crate::files::expanded;
use crate::lines::Lines;
use crate::picture::{Picture, Symbols};
use crate::session::{COMMANDS, Command, MOST_MOVES, Meant, Seat, Session, index, meaning, too_many_moves};
use crate::{draw, saving, setup};

/// The width of lists, in characters.
const WIDTH: usize = 80;

/// The pause between the positions of a replay on a terminal.
const PAUSE: Duration = Duration::from_secs(1);

pub fn run(options: &PlayOptions) -> Result<(), Stop> {
    let (symbols, options) = (options.drawing.symbols, &options.table);
    let (game, read) = setup::game(&options.setup, &options.input)?;
    let mut table = Table {
        session: Session::new(game, [options.red, options.black]),
        agents: [agent(options.red)?, agent(options.black)?],
        draw_rules: options.setup.draw_rules(),
        read,
        flip: options.flip,
        numbers: options.numbers,
        symbols,
        ranker: Ranker::new(),
        interrupts: Interrupts::default(),
        is_stopped: false,
    };
    let lines = Lines::open(&table.interrupts)?;
    table.greet(&lines)?;
    table.play(lines)
}

/// The agent of a seat, if one sits there.
fn agent(seat: Seat) -> Result<Option<Box<dyn Agent>>, Stop> {
    let agent = match seat {
        Seat::Human => Ok(None),
        Seat::Agent(spec) => spec.agent(Resources::default()).map(Some),
    };
    agent.map_err(|why| Stop::failed("seat the players", &why))
}

/// A session and how it is shown.
struct Table {
    session: Session,
    /// Red's and black's.
    agents: [Option<Box<dyn Agent>>; 2],
    draw_rules: DrawRules,
    /// What the game was read from, if from PDN.
    read: Option<Record>,
    flip: bool,
    numbers: bool,
    symbols: Option<Symbols>,
    ranker: Ranker,
    interrupts: Interrupts,
    /// Whether programs wait for `go` or for somebody else's move.
    is_stopped: bool,
}

/// What is said when an interrupt has stopped something.
const STOPPED: &str = "stopped";

/// Why a command is not done.
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
    /// What would end another program is no reason to lose a game.
    fn refusal(stop: Stop) -> Trouble {
        match stop {
            Stop::Failed(message) => Trouble::Refused(message),
            Stop::ClosedPipe => Trouble::Stop(stop),
        }
    }
}

/// What follows a command.
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
                None if self.session.agent_to_move().is_some() => {
                    format!("{} (stopped)> ", self.session.position().turn())
                }
                None => format!("{}> ", self.session.position().turn()),
                Some(_) => "over> ".to_owned(),
            };
            let words = COMMANDS.iter().map(|(name, ..)| (*name).to_owned());
            let moves = if lines.is_terminal() { self.session.typable_moves() } else { Vec::new() };
            let words = moves.into_iter().chain(words).collect();
            let Some(line) = lines.next(&prompt, words)? else {
                return Ok(());
            };
            match Command::parse(&line)
                .map_err(Trouble::Refused)
                .and_then(|command| self.execute(command, &lines))
            {
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

    /// Plays what is a program's to play, a pass where its side is blocked;
    /// answers whether anything was. An interrupt stops that.
    fn play_agent(&mut self) -> Result<bool, Stop> {
        let player = self.session.position().turn();
        if self.is_stopped || self.session.agent_to_move().is_none() {
            return Ok(false);
        }
        let agent = self.agents[index(player)].as_mut().filter(|_| self.session.position().has_moves());
        let failed = |why: &dyn std::error::Error| Stop::failed("choose a move", why);
        let choice = agent
            .map(|agent| self.interrupts.stopping(agent.stop_flag(), || agent.choose(self.session.game())));
        // Whatever it has chosen, it had not the time that it was to have.
        if self.interrupts.take() {
            self.is_stopped = true;
            say(&format!("{STOPPED}; go, or a move, goes on\n"))?;
            return Ok(true);
        }
        let ply = match choice.transpose().map_err(|why| failed(&why))? {
            Some(mv) => Ply::Move(mv.path().clone()),
            None => Ply::Pass,
        };
        self.session.play(&ply).map_err(|why| failed(&why))?;
        say(&format!("{player} plays {ply}\n"))?;
        if self.session.is_watched() && self.session.game().outcome().is_none() {
            self.show(&[])?;
        }
        Ok(true)
    }

    /// Does what a command says.
    fn execute(&mut self, command: Command, lines: &Lines) -> Result<Next, Trouble> {
        let plies = |count: usize, done: &str, nothing: &str| match count {
            0 => Err(Trouble::Refused(nothing.to_owned())),
            1 => Ok(format!("1 ply {done}\n")),
            _ => Ok(format!("{count} plies {done}\n")),
        };
        let text = match command {
            Command::Nothing => return Ok(Next::Wait),
            Command::Quit => return Ok(Next::Quit),
            Command::Board => return Ok(Next::Show),
            Command::Flip => {
                self.flip = !self.flip;
                return Ok(Next::Show);
            }
            Command::Numbers => {
                self.numbers = !self.numbers;
                return Ok(Next::Show);
            }
            Command::Move(text) => return self.play_move(&text),
            Command::Pass => return self.play_ply(&Ply::Pass),
            Command::Resign => {
                if let Some(outcome) = self.session.game().outcome() {
                    return Err(format!("the game is over: {outcome}").into());
                }
                self.session.resign();
                return Ok(Next::Show);
            }
            Command::Undo(turns) => {
                let text = plies(self.session.undo(turns), "taken back", "there is nothing to take back")?;
                // Where programs only play, they would play on at once.
                self.is_stopped |= self.session.is_watched();
                say(&text)?;
                return Ok(Next::Show);
            }
            Command::Redo(turns) => {
                let text = plies(self.session.redo(turns), "played again", "there is nothing to play again")?;
                self.is_stopped |= self.session.is_watched();
                say(&text)?;
                return Ok(Next::Show);
            }
            Command::Replay(pause) => {
                let pause = pause.unwrap_or(if lines.is_terminal() { PAUSE } else { Duration::ZERO });
                self.replay(pause)?;
                return Ok(Next::Wait);
            }
            Command::Go => {
                if self.session.agent_to_move().is_none() {
                    return Err("it is no program's turn".to_owned().into());
                }
                self.is_stopped = false;
                return Ok(Next::Wait);
            }
            Command::Seat(player, seat) => {
                self.agents[index(player)] = agent(seat).map_err(Trouble::refusal)?;
                self.session.set_seat(player, seat);
                format!("{player}: {seat}\n")
            }
            Command::Moves => self.moves()?,
            Command::Hint(depth) => self.hint(depth)?,
            Command::Save(path) => self.save(&path)?,
            Command::Load(path) if path == Path::new("-") => {
                return Err("expected the name of a file: commands come from standard input"
                    .to_owned()
                    .into());
            }
            Command::Load(path) => {
                let (game, read) = setup::load(&expanded(&path), self.draw_rules, Part::default())
                    .map_err(Trouble::refusal)?;
                self.session.set_game(game);
                self.read = read;
                return Ok(Next::Show);
            }
            Command::Help => help(),
        };
        say(&text)?;
        Ok(Next::Wait)
    }

    fn play_move(&mut self, text: &str) -> Result<Next, Trouble> {
        if let Some(outcome) = self.session.game().outcome() {
            return Err(format!("the game is over: {outcome}").into());
        }
        match meaning(self.session.position(), text)? {
            Meant::Move(mv) => self.play_ply(&Ply::Move(mv.path().clone())),
            Meant::Piece(square) => {
                self.show_piece(square)?;
                Ok(Next::Wait)
            }
        }
    }

    fn play_ply(&mut self, ply: &Ply) -> Result<Next, Trouble> {
        let player = self.session.position().turn();
        self.session.play(ply).map_err(|why: PlayError| why.to_string())?;
        self.is_stopped = false;
        say(&format!("{player} plays {ply}\n"))?;
        Ok(Next::Show)
    }

    /// The picture of the position after some plies, the last of them marked.
    fn picture(&self, plies: usize) -> Picture {
        let mut picture = Picture::of_game(self.session.game(), plies);
        picture.flip = self.flip;
        picture.numbers = self.numbers;
        picture.symbols = self.symbols;
        picture
    }

    /// Shows the board at the cursor, the pieces that can move marked.
    fn show(&self, movable: &[Square]) -> Result<(), Stop> {
        let mut picture = self.picture(self.session.game().played().len());
        picture.mark_movable(movable);
        say(&draw::for_reader(&picture))
    }

    /// Shows where a piece can go, and its moves.
    fn show_piece(&self, from: Square) -> Result<(), Stop> {
        let mut picture = self.picture(self.session.game().played().len());
        let all = self.session.moves();
        let own = self.session.position().legal_moves_from(from, MOST_MOVES);
        picture.mark_targets(from, &own.moves);
        let item = |mv: &Move| match all.moves.binary_search(mv) {
            Ok(index) => format!("#{} {mv}", index + 1),
            Err(_) => mv.to_string(),
        };
        let more = if own.is_complete {
            String::new()
        } else {
            format!("the piece on {from} has more than {MOST_MOVES} moves: these are the first\n")
        };
        say(&format!("{}{}{more}", draw::for_reader(&picture), columns(own.moves.iter().map(item))))
    }

    fn replay(&self, pause: Duration) -> Result<(), Trouble> {
        let played = self.session.game().played();
        for plies in 0..=played.len() {
            if plies > 0 {
                self.interrupts.sleep(pause);
                if self.interrupts.take() {
                    return Err(STOPPED.to_owned().into());
                }
                let turn = self.session.game().positions()[plies - 1].turn();
                say(&format!("{plies}. {turn} plays {}\n", played[plies - 1]))?;
            }
            say(&draw::for_reader(&self.picture(plies)))?;
        }
        Ok(())
    }

    fn moves(&self) -> Result<String, Trouble> {
        let position = self.session.position();
        let MoveList { moves, is_complete } = self.session.moves();
        if moves.is_empty() {
            return Err(format!("{} has no moves", position.turn()).into());
        }
        let mut text = columns(moves.iter().enumerate().map(|(index, mv)| format!("#{} {mv}", index + 1)));
        if !is_complete {
            let _ = writeln!(text, "{}: these are the first", too_many_moves(position));
        }
        Ok(text)
    }

    /// The moves with their exact scores, the best first.
    fn hint(&mut self, depth: u32) -> Result<String, Trouble> {
        let position = self.session.position();
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
            format!("#{} {mv}: {score}\n", index + 1)
        };
        Ok(numbered.into_iter().map(item).collect())
    }

    fn save(&self, path: &Path) -> Result<String, Trouble> {
        let picture = self.picture(self.session.game().played().len());
        let saved = saving::save(self.session.game(), self.read.as_ref(), &picture, &expanded(path));
        let lost = saved.map_err(Trouble::refusal)?;
        let lost = lost.into_iter().fold(String::new(), |text, lost| text + &lost + "\n");
        Ok(format!("{lost}saved {}\n", excerpt(&path.display().to_string(), WIDTH)))
    }
}

fn help() -> String {
    let mut text = "Type a move: c3->d4, c3-d4, c3 d4, 22-18, 22x15x8; a square, if it is\n\
        where one move starts or ends; #3, the third move in the list. Or a command:\n"
        .to_owned();
    for (name, arguments, what) in COMMANDS {
        let _ = writeln!(text, "  {:<17} {what}", format!("{name} {arguments}"));
    }
    text
}

/// Items in lines of the usual width.
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
