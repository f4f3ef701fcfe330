//! `checkers series`: many games between two agents.

mod forfeits;
mod report;
mod results;
mod writer;

use std::num::NonZero;
use std::process::exit;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use fastrand::Rng;
use rankmoves_core::pdn::Record;
use rankmoves_core::{Position, Resources};
use rankmoves_endings::Tables;
use rankmoves_game::{AgentSpec, Played, Series};

use crate::cli::{SeriesOpening, SeriesOptions};
use crate::endings;
use crate::series_file::SeriesFile;
use forfeits::Forfeits;
use report::Report;
use results::Results;
use shell::arguments::refuse;
use shell::diagnostic::shown_path;
use shell::{Failure, Stop, json, output, progress, signals};
use table::agents::Spec;
use table::setup;
use writer::Writer;

/// The table size of an agent in a series, where many agents exist at the same time.
const TABLE_BYTES: usize = 16 << 20;

/// The default number of games of a series.
const DEFAULT_GAMES: u32 = 100;

/// The default maximum number of games in a sequential test.
const DEFAULT_TEST_GAMES: u32 = 20_000;

pub fn run(options: &SeriesOptions) -> Result<(), Stop> {
    let series = series(options)?;
    for agent in options.agents() {
        agent.check(&series.start).map_err(Failure::new)?;
    }
    let endings = tables(options, &series.start)?.map(Arc::new);
    let begin = Instant::now();
    let results = Mutex::new(Results::new(&series, options.sprt));
    let writer = Writer::new(options, &series)?;
    let mut games_file = options.kept().map(SeriesFile::begin).transpose()?;
    let mut failed = None;
    let mut forfeits = Forfeits::new(options.agents());
    let mut keep = |played: &Played| {
        if let (Some(games_file), Some(writer)) = (&mut games_file, &writer) {
            failed = writer.text(played).and_then(|text| games_file.add(played.number, text)).err();
        }
        failed.is_none()
    };
    let on_game = |played: Played| {
        if let Some(warning) = forfeits.add(&played) {
            output::print_error(&warning);
        }
        results
            .lock()
            .is_ok_and(|mut results| results.take(played).iter().all(&mut keep) && results.verdict.is_none())
    };
    let agents = options.agents();
    let agent = |place: usize, seed| agents[place].of_series(seed, series.resources, endings.as_ref());
    let line = || results.lock().map_or_else(|_| String::new(), |results| results.bar());
    // Keep the finished games after an interrupt; a second interrupt ends the program at once.
    signals::hold(true);
    let stop = signals::flag()?;
    let played = progress::while_showing(line, || series.play_with(agent, &stop, on_game));
    output::print_error(&forfeits.rest());
    let kept = match failed {
        Some(stop) => Err(stop),
        None => games_file.map_or(Ok(()), SeriesFile::finish),
    };
    played.map_err(|why| Stop::failed("play the games", &why))?;
    kept?;
    if let Some(tables) = &endings {
        endings::warn_of_damage(tables);
    }
    let results = results.into_inner().expect("no game has panicked");
    let report = Report::new(&results, options.agents(), series.seed, begin.elapsed());
    let report = if options.json { json::line(&report) } else { report.text() };
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

/// Opens endgame tables for `timed`, if the options enable them.
fn tables(options: &SeriesOptions, start: &Position) -> Result<Option<Tables>, Stop> {
    let Some(given) = &options.endings else { return Ok(None) };
    if !options.agents().iter().any(|agent| matches!(agent, Spec::Own(AgentSpec::Timed(_)))) {
        refuse("--endings needs the agent timed: only timed uses endgame tables");
    }
    let folder = endings::folder(given.as_deref())?;
    let tables = endings::open_in(&folder, start.board().shape(), start.rules())?;
    if tables.is_empty() {
        let found = format!("found no endgame tables for these rules in {}", shown_path(&folder));
        return Err(Failure::new(format!("{found}: checkers endings build --pieces 4 builds them")).into());
    }
    Ok(Some(tables))
}

/// Plans the series that the options describe.
fn series(options: &SeriesOptions) -> Result<Series, Stop> {
    let draw_rules = options.draws.draw_rules();
    let seed = options.seed.unwrap_or_else(|| fastrand::u64(..));
    let start = start(options)?;
    let (openings, opening_plies) = match (&options.openings, &options.opening) {
        (Some(openings), _) => {
            let mut games = openings.games(draw_rules)?;
            Rng::with_seed(seed).shuffle(&mut games);
            (games, 0)
        }
        (None, SeriesOpening::Named(opening)) => (vec![opening.game(draw_rules)], 0),
        (None, SeriesOpening::Random(plies)) => (Vec::new(), *plies),
    };
    let usual = match (&options.openings, options.sprt) {
        (_, Some(_)) => DEFAULT_TEST_GAMES,
        (Some(_), None) => u32::try_from(2 * openings.len()).unwrap_or(u32::MAX),
        (None, None) => DEFAULT_GAMES,
    };
    Ok(Series {
        start,
        draw_rules,
        games: options.games.unwrap_or(usual),
        openings,
        clock: options.clock,
        opening_plies,
        seed,
        threads: options.threads.unwrap_or_else(|| Resources::default().threads),
        // The games already keep all threads busy.
        resources: Resources { threads: NonZero::<usize>::MIN, table_bytes: TABLE_BYTES },
    })
}

/// Returns the start position. Refuses a named opening if this is not the usual start position.
fn start(options: &SeriesOptions) -> Result<Position, Stop> {
    let start = *setup::game(&options.setup, options.draws.draw_rules(), &options.input)?.0.position();
    if matches!(options.opening, SeriesOpening::Named(_)) && start != Record::standard_start() {
        refuse("an opening by name or moves needs the standard board and English rules");
    }
    Ok(start)
}
