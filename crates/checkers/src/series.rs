//! `checkers series`: many games between two agents.

mod results;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use clap::Args;
use fastrand::Rng;
use rankmoves_core::pdn::Record;
use rankmoves_core::{Position, Resources};
use rankmoves_endings::Tables;
use rankmoves_game::{AgentKind, AgentSpec, Opening, ParseOpeningError, Played, Series, Sprt, TimeControl};

use crate::endings;
use crate::openings::Openings;
use crate::series_file::Writer;
use results::{Results, SeriesReport};
use shell::arguments::{number_in, refuse, suggesting, threads};
use shell::manual::Manual;
use shell::options::InputOptions;
use shell::{Failure, Stop, json, output, progress, shown_path, signals};
use table::agents::Spec;
use table::options::{DrawOptions, STARTS, SetupOptions, agent_words, opening_words};
use table::setup;

pub const SERIES: Manual = Manual::new(
    "checkers series",
    &[
        (
            "checkers series --games 10 --seed 1 minimax:2 random",
            "Measures how often a search to depth 2 beats random moves",
        ),
        ("checkers series --games 4 --pdn match.pdn timed:0.01 minimax:2", "Keeps the games in a PDN file"),
        (
            "checkers series --openings three-move --games 8 --sprt 0,400 minimax:3 random",
            "Plays tournament openings until it is clear who is stronger",
        ),
    ],
);

/// Play many games between two agents, which take turns moving first
///
/// Agents are written as for `checkers play --red`, without human; hub:COMMAND, an engine that
/// speaks the Hub protocol, plays only English draughts. Each pair of games begins with the same few random plies, or with the same opening. The report gives the Elo
/// difference with a 95 % confidence interval. The same seed gives the same games on any
/// number of threads, except with timed, hub or a clock.
///
/// With --keep FILE or --pdn FILE, each game is appended to FILE.part when it ends; at the
/// end of the series, or if it is interrupted, FILE.part becomes FILE. If the series is
/// killed, FILE.part remains with all finished games. A FILE with several games is never
/// replaced. With --keep - or --pdn -, games go to standard output and the result to
/// standard error.
#[derive(Args)]
#[command(after_help = SERIES.help())]
pub struct SeriesOptions {
    /// Choose the first agent, whose score is reported
    #[arg(value_parser = suggesting::<Spec>(agent_words), hide_possible_values = true)]
    pub a: Spec,

    /// Choose the second agent
    #[arg(value_parser = suggesting::<Spec>(agent_words), hide_possible_values = true)]
    pub b: Spec,

    /// Set the number of games [default: 100, or two per opening with --openings, or 20000 with --sprt]
    #[arg(long, value_name = "N", value_parser = number_in(1..=10_000_000_u32))]
    pub games: Option<u32>,

    /// Seed the random numbers [default: a random seed, which is printed]
    #[arg(long, value_name = "N", value_parser = number_in(0..=u64::MAX))]
    pub seed: Option<u64>,

    /// Set the number of games played at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,

    /// Keep the games in a file whose name ends in .pdn or .jsonl (one JSON object per line, for all rules and boards)
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub keep: Option<PathBuf>,

    /// Keep the games in a PDN file, whatever its name
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, conflicts_with = "keep")]
    pub pdn: Option<PathBuf>,

    /// Let the agent `timed` use endgame tables, in FOLDER [default: checkers/endings in your data folder]
    #[arg(long, value_name = "FOLDER", require_equals = true, value_hint = clap::ValueHint::DirPath)]
    #[expect(clippy::option_option, reason = "that is how clap says that a value may be left out")]
    pub endings: Option<Option<PathBuf>>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Begin each game with N random plies, or with the opening NAME (its name or moves)
    #[arg(long, value_name = "N|NAME", default_value = "4", value_parser = suggesting::<SeriesOpening>(opening_words), hide_possible_values = true)]
    pub opening: SeriesOpening,

    /// Play each opening of a collection (three-move, or a PDN file) twice, the second time with sides swapped, in an order that depends on the seed
    #[arg(long, value_name = "WHICH", value_hint = clap::ValueHint::FilePath, conflicts_with = "opening", conflicts_with_all = STARTS)]
    pub openings: Option<Openings>,

    /// Give both agents a clock, such as 10s+0.1s (time for the game, plus time added per move); only `timed` and `hub` adapt their thinking time to it
    #[arg(long, value_name = "TIME")]
    pub clock: Option<TimeControl>,

    /// Stop as soon as a sequential test decides between an advantage of ELO0 and one of ELO1 (error probability 5 %)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,

    #[command(flatten)]
    pub input: InputOptions,

    #[command(flatten)]
    pub setup: SetupOptions,

    #[command(flatten)]
    pub draws: DrawOptions,
}

impl SeriesOptions {
    pub fn kept(&self) -> Option<&Path> {
        self.keep.as_deref().or(self.pdn.as_deref())
    }
}

/// The start of the games of a series.
#[derive(Clone, Debug)]
pub enum SeriesOpening {
    Random(u32),
    /// The same opening in all games.
    Named(Opening),
}

const MAX_RANDOM_PLIES: u32 = 1000;

impl FromStr for SeriesOpening {
    type Err = String;

    fn from_str(text: &str) -> Result<SeriesOpening, String> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return number_in(0..=MAX_RANDOM_PLIES)(text).map(SeriesOpening::Random);
        }
        text.parse().map(SeriesOpening::Named).map_err(|why: ParseOpeningError| {
            format!("{why} (a number of random plies is 0 to {MAX_RANDOM_PLIES})")
        })
    }
}

/// The table size of an agent in a series, where many agents exist at the same time.
const TABLE_BYTES: usize = 16 << 20;

const DEFAULT_GAMES: u32 = 100;
const DEFAULT_TEST_GAMES: u32 = 20_000;

pub fn run(options: &SeriesOptions) -> Result<(), Stop> {
    let series = series(options)?;
    let agents = [options.a, options.b];
    for agent in agents {
        agent.check(&series.start).map_err(Failure::new)?;
    }
    let endings = tables(options, &series.start)?.map(Arc::new);
    let begin = Instant::now();
    let results = Mutex::new(Results::new(&series, agents, options.sprt));
    let writer = |path| Writer::begin(path, options.pdn.is_some(), &series, agents);
    let mut writer = options.kept().map(writer).transpose()?;
    let mut failed = None;
    let mut keep = |played: &Played| {
        failed = writer.as_mut().and_then(|writer| writer.keep(played).err());
        failed.is_none()
    };
    let on_game = |played: Played| {
        let Ok(mut results) = results.lock() else { return false };
        if let Some(warning) = results.add_forfeit(&played) {
            output::print_error(&warning);
        }
        results.take(played).iter().all(&mut keep) && results.verdict.is_none()
    };
    // The games already keep all threads busy.
    let resources = Resources { threads: NonZeroUsize::MIN, table_bytes: TABLE_BYTES };
    let agent = |index: usize, seed| agents[index].of_series(seed, resources, endings.as_ref());
    let line = || results.lock().map_or_else(|_| String::new(), |results| results.bar());
    // Keep the finished games after an interrupt; a second interrupt ends the program at once.
    signals::hold(true);
    let stop = signals::flag()?;
    let played = progress::while_showing(line, || series.play(agent, &stop, on_game));
    let kept = match failed {
        Some(stop) => Err(stop),
        None => writer.map_or(Ok(()), |writer| writer.file.finish()),
    };
    let results = results.into_inner().expect("no game has panicked");
    output::print_error(&results.further_forfeits());
    played.map_err(|why| Stop::failed("play the games", &why))?;
    kept?;
    if let Some(tables) = &endings {
        endings::warn_of_damage(tables);
    }
    print(options, &results.report(series.seed, begin.elapsed()))?;
    if let Some(status) = signals::pending() {
        exit(status);
    }
    Ok(())
}

/// Prints the report, on standard error if the games go to standard output.
fn print(options: &SeriesOptions, report: &SeriesReport) -> Result<(), Stop> {
    let text = if options.json { json::line(report) } else { report.text() };
    if options.kept().is_some_and(output::is_stdout) {
        output::print_error(&text);
        return Ok(());
    }
    output::write_lines(&text)
}

/// Opens endgame tables for `timed`, if the options enable them.
fn tables(options: &SeriesOptions, start: &Position) -> Result<Option<Tables>, Stop> {
    let Some(given) = &options.endings else { return Ok(None) };
    let is_timed = |agent: &Spec| matches!(agent, Spec::Own(AgentSpec { kind: AgentKind::Timed(_), .. }));
    if ![options.a, options.b].iter().any(is_timed) {
        refuse("--endings needs the agent timed: only timed uses endgame tables");
    }
    let (tables, folder) = endings::open_in(given.as_deref(), start.board().shape(), start.rules())?;
    if tables.is_empty() {
        let found = format!("found no endgame tables for these rules in {}", shown_path(&folder));
        return Err(Failure::new(format!("{found}: checkers endings build --pieces 4 builds them")).into());
    }
    Ok(Some(tables))
}

fn series(options: &SeriesOptions) -> Result<Series, Stop> {
    let draw_rules = options.draws.draw_rules();
    let seed = options.seed.unwrap_or_else(|| fastrand::u64(..));
    let start = setup::position(&options.setup, &options.input)?;
    let (openings, opening_plies) = match (&options.openings, &options.opening) {
        (Some(openings), _) => {
            let mut games = openings.games(draw_rules)?;
            Rng::with_seed(seed).shuffle(&mut games);
            (games, 0)
        }
        (None, SeriesOpening::Named(_)) if start != Record::standard_start() => {
            refuse("an opening by name or moves needs the standard board and English rules")
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
    })
}
