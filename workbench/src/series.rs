//! `checkers series`: many games between two agents.

use std::fmt::Write as _;
use std::num::NonZero;
use std::path::Path;
use std::process::exit;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rankmoves::exchange::Document;
use rankmoves::game::{AgentSpec, Game, MatchScore, Played, Series, Tally};
use rankmoves::pdn::Record;
use rankmoves::{Player, Position, Resources};

use crate::cli::SeriesOptions;
use crate::date::today;
use crate::series_file::SeriesFile;
use crate::setup;
use shell::arguments::refuse;
use shell::json::{self, About};
use shell::{Stop, format, output, progress, signals};

/// Table size of an agent in a series: there are many at a time.
const TABLE_BYTES: usize = 16 << 20;

pub fn run(options: &SeriesOptions) -> Result<(), Stop> {
    let start = *setup::game(&options.setup, options.draws.draw_rules(), &options.input)?.0.position();
    let series = series(options, start);
    let begin = Instant::now();
    let tally = Mutex::new(Tally::default());
    let (mut games_file, writer) = match file_and_format(options)? {
        None => (None, None),
        Some((path, format)) => {
            let writer = Writer { format, agents: options.agents(), seed: series.seed, date: today() };
            // Refuse a format that cannot hold the games before they are played.
            writer.text(&Game::new(start), 0, start.turn())?;
            (Some(SeriesFile::begin(path)?), Some(writer))
        }
    };
    let mut failed = None;
    let on_game = |played: Played| {
        if let Ok(mut tally) = tally.lock() {
            tally.add(&played);
        }
        if let (Some(games_file), Some(writer)) = (&mut games_file, &writer) {
            let text = writer.text(&played.game, played.number, played.first_agent);
            failed = text.and_then(|text| games_file.add(played.number, text)).err();
        }
        failed.is_none()
    };
    let line = || tally.lock().map_or_else(|_| String::new(), |tally| bar(&tally, options.games));
    // Keep the played games after an interrupt; a second one ends at once.
    signals::hold(true);
    let stop = signals::flag()?;
    let played = progress::while_showing(line, || series.play(options.agents(), &stop, on_game));
    let kept = match failed {
        Some(stop) => Err(stop),
        None => games_file.map_or(Ok(()), SeriesFile::finish),
    };
    played.map_err(|why| Stop::failed("play the games", &why))?;
    kept?;
    let tally = tally.into_inner().expect("no game has panicked");
    let report = report(options, &series, &tally, begin.elapsed());
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
fn series(options: &SeriesOptions, start: Position) -> Series {
    Series {
        start,
        draw_rules: options.draws.draw_rules(),
        games: options.games,
        opening_plies: options.opening,
        seed: options.seed.unwrap_or_else(|| fastrand::u64(..)),
        threads: options.threads.unwrap_or_else(|| Resources::default().threads),
        // The games already keep all threads busy.
        resources: Resources { threads: NonZero::<usize>::MIN, table_bytes: TABLE_BYTES },
    }
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
    agents: [AgentSpec; 2],
    seed: u64,
    /// The day on which the series began.
    date: Option<String>,
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
        for (name, value) in tags {
            record.set_tag(name, &value).map_err(|why| failed(&why))?;
        }
        record.set_result(format::ending(game.outcome()));
        Ok(format!("{record}\n"))
    }
}

/// Draws how far the series has come, as a bar and in numbers.
fn bar(tally: &Tally, games: u32) -> String {
    const WIDTH: usize = 30;
    let done = tally.games() as usize * WIDTH / games.max(1) as usize;
    let Tally { wins, draws, losses, .. } = tally;
    let (full, rest) = ("#".repeat(done), ".".repeat(WIDTH - done));
    format!("[{full}{rest}] {} of {games} games: {wins} won, {draws} drawn, {losses} lost", tally.games())
}

fn report(options: &SeriesOptions, series: &Series, tally: &Tally, time: Duration) -> String {
    let mut text = String::new();
    let mut line = |name: &str, figure: String| {
        let _ = writeln!(text, "{name:<8} {figure}");
    };
    let [first, second] = options.agents();
    line("agents", format!("{first} against {second}"));
    line("games", format!("{} (seed {})", tally.games(), series.seed));
    line("won", tally.wins.to_string());
    line("drawn", tally.draws.to_string());
    line("lost", tally.losses.to_string());
    if let Some(MatchScore { score, low, high }) = tally.score() {
        let [score, low, high] = [score, low, high].map(|part| part * 100.0);
        line("score", format!("{score:.1} % ({low:.1} to {high:.1})"));
        #[expect(clippy::cast_precision_loss, reason = "a mean needs no more digits")]
        let plies = tally.plies as f64 / f64::from(tally.games());
        line("length", format!("{plies:.1} plies"));
    }
    for (agent, (taken, moves)) in [first, second].into_iter().zip(tally.taken) {
        let mean = taken.as_secs_f64() * 1000.0 / f64::from(moves.max(1));
        line("time", format!("{mean:.3} ms a move ({agent})"));
    }
    line("in all", format!("{:.1} s", time.as_secs_f64()));
    text
}
