//! The board, and requests from commands: lists, replays, reviews and files.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rankmoves::{RankError, RankedMove};
use rankmoves_core::{Move, MoveList, Square, quoted};
use rankmoves_endings::Value;

use super::{Next, STOPPED, Table, agent, agents, refusal};
use crate::show::for_reader;
use picture::{Mark, Picture};
use shell::input::{GameSelection, Input};
use shell::output::say;
use shell::terminal::Interrupts;
use shell::{Stop, shown_path};
use table::estimator::view;
use table::file_names::expanded;
use table::review::{self, Analyzer, Hint, Review};
use table::session::{COMMANDS, Chain, MAX_LISTED_MOVES, Request, Risk, too_many_moves};
use table::{save, setup};

/// The width of lists, in characters.
const WIDTH: usize = 80;

impl Table {
    /// Carries out a request from a command. Returns its message, and the next step.
    pub(super) fn serve(&mut self, request: Request) -> Result<(String, Next), String> {
        Ok(match request {
            Request::Quit => (String::new(), Next::Quit),
            Request::Begin(new) => {
                let made = agents(new.seats, new.game.start(), &self.interrupts);
                check(&self.interrupts)?;
                self.agents = made.map_err(refusal)?;
                self.is_stopped = false;
                (self.session.begin(*new) + "\n", Next::Show)
            }
            Request::GoTo(plies) => {
                self.session.go_to(plies);
                self.is_stopped |= self.session.agent_to_move().is_some();
                let game = self.session.game();
                let text = format!("after ply {} of {}\n", game.played().len(), game.plies().len());
                (text, Next::Show)
            }
            Request::Replay(pause) => (String::new(), Next::Replay(pause)),
            Request::Go => {
                if self.session.is_finished() {
                    let why =
                        "the game is over: to continue it, go to its end (goto) and take the end back (undo)";
                    return Err(why.to_owned());
                }
                if self.session.agent_to_move().is_none() {
                    return Err("it is not a program's turn".to_owned());
                }
                self.is_stopped = false;
                (String::new(), Next::Wait)
            }
            Request::Seat(player, seat) => {
                let agent = agent(seat, self.session.game().start(), &self.interrupts);
                check(&self.interrupts)?;
                self.agents[player] = agent.map_err(refusal)?;
                (self.session.set_seat(player, seat) + "\n", Next::Wait)
            }
            Request::Moves => (self.moves()?, Next::Wait),
            Request::Hint(None) => (self.hint()?, Next::Wait),
            Request::Hint(Some(depth)) => (self.ranking(depth)?, Next::Wait),
            Request::Try(number, mv) => (self.try_move(number, &mv)?, Next::Wait),
            Request::Review => (self.review()?, Next::Wait),
            Request::Save(path) => (self.save(path)?, Next::Wait),
            Request::Load(path) => (self.load(&path)?, Next::Show),
            Request::Help(text) => (help(&text.unwrap_or_default())?, Next::Wait),
        })
    }

    /// Replays the game from its start. Returns whether the current board has to be shown again.
    pub(super) fn replay(&self, pause: Duration) -> Result<bool, Stop> {
        let played = self.session.game().played();
        for plies in 0..=played.len() {
            if plies > 0 {
                self.interrupts.sleep(pause);
                if self.interrupts.take() {
                    say(&format!("{STOPPED}\n"))?;
                    return Ok(true);
                }
                let turn = self.session.game().positions()[plies - 1].turn();
                let ply = self.session.notation().ply(&played[plies - 1]);
                say(&format!("{plies}. {turn} plays {ply}\n"))?;
            }
            say(&for_reader(&self.picture_after(plies, None)))?;
        }
        Ok(self.session.chain().is_some())
    }

    fn moves(&self) -> Result<String, String> {
        let position = self.session.position();
        let MoveList { moves, .. } = self.session.moves();
        if moves.is_empty() {
            return Err(format!("{} has no moves", position.turn()));
        }
        let notation = self.session.notation();
        let item = |(number, mv): (usize, &Move)| format!("#{number} {}", notation.path(mv.path()));
        let mut text = columns((1..).zip(&moves).map(item));
        if let Some(many) = too_many_moves(position) {
            let _ = writeln!(text, "{many}: these are the first");
        }
        Ok(text)
    }

    fn hint(&mut self) -> Result<String, String> {
        let game = self.session.game_for_hint();
        if let Some(many) = too_many_moves(game.position()) {
            return Err(format!("{many}: too many to rank"));
        }
        let mut engine = Hint::engine(&game);
        let stop = engine.stop_flag();
        let hint =
            self.interrupts.stopping(Some(stop), || review::hint(&game, &self.analyzer.values, &mut engine));
        check(&self.interrupts)?;
        let hint = hint.ok_or_else(|| format!("{} has no moves", game.position().turn()))?;
        Ok(format!("hint: {}\n", hint.text(self.session.notation())))
    }

    fn try_move(&mut self, number: Option<usize>, text: &str) -> Result<String, String> {
        let (at, path) = self.session.read_try(number, text)?;
        let (analyzer, game) = (&mut self.analyzer, self.session.game());
        let [_, stop] = analyzer.stop_flags();
        let tried = self.interrupts.stopping(Some(stop), || analyzer.try_move(game, at, &path));
        check(&self.interrupts)?;
        let tried = tried.map_err(|why| format!("cannot judge the move: {why}"))?;
        let tried = tried.ok_or_else(|| format!("{text} is not legal"))?;
        Ok(tried.text(self.session.notation()) + "\n")
    }

    /// Judges the plies that were played. Continues an interrupted review of the same game.
    fn review(&mut self) -> Result<String, String> {
        let game = self.session.game().up_to_cursor();
        if game.plies().is_empty() {
            return Err("there is no move to review".to_owned());
        }
        let begun = self.review.take().filter(|(reviewed, ..)| *reviewed == game);
        let review = begun.unwrap_or_else(|| (game, Review::default(), Vec::new()));
        let (game, progress, plies) = self.review.insert(review);
        let analyzer = &mut self.analyzer;
        let [_, stop] = analyzer.stop_flags();
        let done = self.interrupts.stopping(Some(stop), || {
            while let Some(ply) = progress.next(analyzer, game)? {
                plies.push(ply);
            }
            Ok(())
        });
        let is_stopped = self.interrupts.take();
        match done {
            Err(RankError::Stopped) if is_stopped => {}
            done => done.map_err(|why: RankError| format!("cannot review the game: {why}"))?,
        }
        Ok(review::report(plies, self.session.opening_len(), game.plies().len(), self.session.notation()))
    }

    /// Lists the moves with their exact scores, the best first; proven values and the engine's estimates break
    /// ties. Adds the moves' results under perfect play if tables have them.
    fn ranking(&mut self, depth: u32) -> Result<String, String> {
        let (position, notation) = (self.session.position(), self.session.notation());
        if let Some(many) = too_many_moves(position) {
            return Err(format!("{many}: too many to rank"));
        }
        let [stop_ranking, stop_estimates] = self.analyzer.stop_flags();
        let Analyzer { ranker, estimator, values } = &mut self.analyzer;
        let rank = || rankmoves::program::progress::rank(ranker, position, depth);
        let ranked = self.interrupts.stopping(Some(stop_ranking), rank);
        check(&self.interrupts)?;
        let moves = ranked.map_err(|why| format!("cannot rank the moves: {why}"))?;
        if moves.is_empty() {
            return Err(format!("{} has no moves", position.turn()));
        }
        let estimates = self.interrupts.stopping(Some(stop_estimates), || estimator.estimates(position));
        check(&self.interrupts)?;
        let numbered = (1..).zip(moves);
        let valued = numbered.map(|(number, ranked)| (number, values.value_of(position, &ranked.mv), ranked));
        let mut valued: Vec<_> = valued.collect();
        let view = |value, mv: &Move| view(value, estimates.as_ref(), mv.path());
        valued.sort_by_cached_key(|(_, value, RankedMove { mv, score })| Reverse((*score, view(*value, mv))));
        let item = |(number, value, RankedMove { mv, score }): (usize, Option<Value>, RankedMove)| {
            let value = value.map_or(String::new(), |value| format!(", {value}"));
            format!("#{number} {}: {score}{value}\n", notation.path(mv.path()))
        };
        Ok(valued.into_iter().map(item).collect())
    }

    /// Saves the game without any unfinished chain, and reports what was left out.
    fn save(&mut self, path: PathBuf) -> Result<String, String> {
        let file = expanded(&path);
        save::check_single(&file).map_err(refusal)?;
        if !self.session.may_replace(&path) && file.is_file() {
            self.session.confirm(Risk::Replace(path.clone(), None), true)?;
        }
        let session = &self.session;
        let lost =
            save::save(session, session.game_to_save(), session.chain(), &file, None).map_err(refusal)?;
        let lost = lost.into_iter().fold(String::new(), |text, lost| text + &lost + "\n");
        let text = format!("{lost}saved {}\n", shown_path(&path));
        self.session.note_saved(path, &self.session.clone());
        Ok(text)
    }

    /// Continues the game of a file. Returns a message if that game is over.
    fn load(&mut self, path: &Path) -> Result<String, String> {
        if path == Path::new("-") {
            return Err("expected the name of a file: standard input is used for commands".to_owned());
        }
        let draw_rules = self.session.game().draw_rules();
        let input = Input::read(Some(&expanded(path))).map_err(refusal)?;
        let (game, read) = setup::load(&input, draw_rules, GameSelection::default()).map_err(refusal)?;
        self.session.set_clock(None);
        self.session.set_game(game);
        self.session.set_record(read);
        self.session.face_person();
        Ok(self.stop_if_over())
    }

    /// Returns the picture at the cursor, with the last move or the unfinished chain marked.
    fn picture(&self) -> Picture {
        self.picture_after(self.session.game().played().len(), self.session.chain())
    }

    /// Returns the picture of the position after some plies, with the last ply marked; or of a given chain.
    fn picture_after(&self, plies: usize, chain: Option<&Chain>) -> Picture {
        let mut picture = self.session.picture(self.session.game(), plies, chain);
        picture.symbols = self.symbols;
        picture
    }

    /// Shows the board at the cursor, with the pieces that can move marked.
    pub(super) fn show(&self, movable: &[Square]) -> Result<(), Stop> {
        let mut picture = self.picture();
        picture.mark(movable, Mark::Movable);
        say(&for_reader(&picture))
    }

    /// Draws the targets of a piece and lists its moves.
    pub(super) fn piece(&self, from: Square) -> String {
        let (mut picture, notation) = (self.picture(), self.session.notation());
        let all = self.session.moves();
        let own = self.session.position().legal_moves().of_piece(from).up_to(MAX_LISTED_MOVES);
        picture.mark_targets(from, &own.moves);
        let item = |mv: &Move| match all.moves.binary_search(mv) {
            Ok(index) => format!("#{} {}", index + 1, notation.path(mv.path())),
            Err(_) => notation.path(mv.path()),
        };
        let more = if own.is_complete {
            String::new()
        } else {
            let name = notation.square(from);
            format!("the piece on {name} has more than {MAX_LISTED_MOVES} moves: these are the first\n")
        };
        format!("{}{}{more}", for_reader(&picture), columns(own.moves.iter().map(item)))
    }
}

/// Fails if there has been an interrupt since the last check.
fn check(interrupts: &Interrupts) -> Result<(), String> {
    if interrupts.take() { Err(STOPPED.to_owned()) } else { Ok(()) }
}

/// Returns the help or, if a text is sought, the commands whose lines contain it.
fn help(sought: &str) -> Result<String, String> {
    let moves = "Type a move: c3->d4, c3-d4, c3 d4, 22-18, 22x15x8; a single square, if only\n\
        one move starts or ends there; #3, the third move in the list. c3xe5x starts a\n\
        chain of jumps; type the next squares to continue it, or stop to end it.\n\
        Or a command:\n";
    let line = |(name, arguments, what): &_| format!("  {:<17} {what}\n", format!("{name} {arguments}"));
    let has = |line: &String| line.to_lowercase().contains(&sought.to_lowercase());
    match (sought, COMMANDS.iter().map(line).filter(has).collect::<String>()) {
        ("", all) => Ok(moves.to_owned() + &all),
        (_, found) if found.is_empty() => Err(format!("nothing in the help contains {}", quoted(sought))),
        (_, found) => Ok(found),
    }
}

/// Breaks items into lines of the usual width.
fn columns(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let longest = items.iter().map(|item| item.chars().count()).max().expect("a list has items") + 2;
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        let is_last = (index + 1).is_multiple_of((WIDTH / longest).max(1)) || index + 1 == items.len();
        let _ = if is_last { writeln!(text, "{item}") } else { write!(text, "{item:<longest$}") };
    }
    text
}
