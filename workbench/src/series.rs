//! `checkers series`: many games between two agents.

mod results;

use std::num::NonZero;
use std::path::Path;
use std::process::exit;
use std::sync::Mutex;
use std::time::Instant;

use fastrand::Rng;
use rankmoves::exchange::Document;
use rankmoves::game::{Game, Played, Series};
use rankmoves::pdn::Record;
use rankmoves::{Player, Position, Resources, shorten};

use crate::agents::Spec;
use crate::cli::{SeriesOpening, SeriesOptions};
use crate::date::today;
use crate::series_file::SeriesFile;
use crate::setup;
use results::Results;
use shell::arguments::refuse;
use shell::json::{self, About};
use shell::{Failure, Stop, format, output, progress, signals};

/// Table size of an agent in a series: there are many at a time.
const TABLE_BYTES: usize = 16 << 20;

/// Games of a series that is not told how many.
const GAMES: u32 = 100;

/// The most games of a sequential test that is not told how many.
const GAMES_OF_TEST: u32 = 20_000;

pub fn run(options: &SeriesOptions) -> Result<(), Stop> {
    let series = series(options)?;
    for agent in options.agents() {
        agent.check(&series.start).map_err(Failure::new)?;
    }
    let begin = Instant::now();
    let results = Mutex::new(Results::new(&series, options.matches.sprt));
    let (mut games_file, writer) = match file_and_format(options)? {
        None => (None, None),
        Some((path, format)) => {
            let clock = series.clock.map(|clock| clock.to_string());
            let writer = Writer { format, agents: options.agents(), seed: series.seed, date: today(), clock };
            // Refuse a format that cannot hold the games before they are played.
            writer.text(&Game::new(series.start), 0, series.start.turn())?;
            (Some(SeriesFile::begin(path)?), Some(writer))
        }
    };
    let mut failed = None;
    let mut keep = |played: &Played| {
        if let (Some(games_file), Some(writer)) = (&mut games_file, &writer) {
            let text = writer.text(&played.game, played.number, played.first_agent);
            failed = text.and_then(|text| games_file.add(played.number, text)).err();
        }
        failed.is_none()
    };
    let on_game = |played: Played| {
        if let Some(why) = &played.forfeit {
            output::print_error(&forfeited(&played, options.agents(), why));
        }
        results
            .lock()
            .is_ok_and(|mut results| results.take(played).iter().all(&mut keep) && !results.is_decided())
    };
    let agents = options.agents();
    let agent = |place: usize, seed| agents[place].of_series(seed, series.resources);
    let line = || results.lock().map_or_else(|_| String::new(), |results| results.bar());
    // Keep the played games after an interrupt; a second one ends at once.
    signals::hold(true);
    let stop = signals::flag()?;
    let played = progress::while_showing(line, || series.play_with(agent, &stop, on_game));
    let kept = match failed {
        Some(stop) => Err(stop),
        None => games_file.map_or(Ok(()), SeriesFile::finish),
    };
    played.map_err(|why| Stop::failed("play the games", &why))?;
    kept?;
    let results = results.into_inner().expect("no game has panicked");
    let report = results.report(options.agents(), series.seed, begin.elapsed());
    if options.kept().is_some_and(output::is_stdout) {
        output::print_error(&report);
    } else {
        output::write_lines(&report)?;
    }
    if let Some(status) = signals::pending() {
        exit(status);
    }
    Ok(())
}

/// Plans the series that the options ask for.
fn series(options: &SeriesOptions) -> Result<Series, Stop> {
    let draw_rules = options.draws.draw_rules();
    let seed = options.seed.unwrap_or_else(|| fastrand::u64(..));
    let start = start(options)?;
    let (openings, opening_plies) = match (&options.matches.openings, &options.matches.opening) {
        (Some(openings), _) => {
            let mut games = openings.games(draw_rules)?;
            Rng::with_seed(seed).shuffle(&mut games);
            (games, 0)
        }
        (None, SeriesOpening::Named(opening)) => (vec![opening.game(draw_rules)], 0),
        (None, SeriesOpening::Random(plies)) => (Vec::new(), *plies),
    };
    let usual = match (&options.matches.openings, options.matches.sprt) {
        (_, Some(_)) => GAMES_OF_TEST,
        (Some(_), None) => u32::try_from(2 * openings.len()).unwrap_or(u32::MAX),
        (None, None) => GAMES,
    };
    Ok(Series {
        start,
        draw_rules,
        games: options.games.unwrap_or(usual),
        openings,
        clock: options.matches.clock,
        opening_plies,
        seed,
        threads: options.threads.unwrap_or_else(|| Resources::default().threads),
        // The games already keep all threads busy.
        resources: Resources { threads: NonZero::<usize>::MIN, table_bytes: TABLE_BYTES },
    })
}

/// Returns the start position; that of named openings is the usual one.
fn start(options: &SeriesOptions) -> Result<Position, Stop> {
    let is_usual = |start: &Position| *start == Record::standard_start();
    let start = *setup::game(&options.setup, options.draws.draw_rules(), &options.input)?.0.position();
    if matches!(options.matches.opening, SeriesOpening::Named(_)) && !is_usual(&start) {
        refuse("expected the usual board and English rules with an opening by its name or moves");
    }
    Ok(start)
}

/// A format of many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Pdn,
    /// The JSON object of docs/format.md on a line of its own for each game, which holds everything.
    JsonLines,
}

/// Returns the file that the games are to be kept in, if they are, and its format.
fn file_and_format(options: &SeriesOptions) -> Result<Option<(&Path, Format)>, Stop> {
    let is =
        |path: &Path, wanted: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
    match (&options.pdn, &options.keep) {
        (Some(path), _) => Ok(Some((path, Format::Pdn))),
        (None, Some(path)) if is(path, "pdn") => Ok(Some((path, Format::Pdn))),
        (None, Some(path)) if is(path, "jsonl") || output::is_stdout(path) => {
            Ok(Some((path, Format::JsonLines)))
        }
        (None, Some(_)) => refuse("expected a file whose name ends in .pdn or .jsonl to keep the games in"),
        (None, None) => Ok(None),
    }
}

/// Writes the games of a series.
struct Writer {
    format: Format,
    agents: [Spec; 2],
    seed: u64,
    /// The day on which the series began.
    date: Option<String>,
    /// The time of each game.
    clock: Option<String>,
}

impl Writer {
    /// Returns a game as its format holds it.
    fn text(&self, game: &Game, number: u32, first_agent: Player) -> Result<String, Stop> {
        let [first, second] = self.agents;
        let (red, black) = if first_agent == Player::Red { (first, second) } else { (second, first) };
        let (red, black) = (red.to_string(), black.to_string());
        let event = format!("{first} against {second}, seed {}", self.seed);
        if self.format == Format::JsonLines {
            let document = Document::new(game.start().setup(), game.played().iter().cloned());
            let about = About {
                event: Some(event),
                date: self.date.clone(),
                round: Some(number + 1),
                red: Some(red),
                black: Some(black),
                result: Some(format::result(game.outcome()).to_owned()),
            };
            let text = json::write_with(&document, about);
            format::check_length(text.len())?;
            return Ok(text);
        }
        let failed = |why: &dyn std::error::Error| Stop::failed("keep the games as PDN", why);
        let mut record = Record::new(*game.start(), game.played()).map_err(|why| failed(&why))?;
        let tags = [
            ("Event", event),
            ("Date", self.date.clone().unwrap_or_else(|| "????.??.??".to_owned())),
            ("Round", (number + 1).to_string()),
            ("Black", black),
            ("White", red),
        ];
        let clock = self.clock.clone().map(|clock| ("TimeControl", clock));
        for (name, value) in tags.into_iter().chain(clock) {
            record.set_tag(name, &value).map_err(|why| failed(&why))?;
        }
        record.set_result(format::ending(game.outcome()));
        Ok(format!("{record}\n"))
    }
}

/// Says why an agent has forfeited a game.
fn forfeited(played: &Played, [first, second]: [Spec; 2], why: &str) -> String {
    let is_first = played.game.position().turn() == played.first_agent;
    let agent = shorten(&(if is_first { first } else { second }).to_string(), 200);
    format!("warning: game {}: {agent} forfeits: {why}\n", played.number + 1)
}
