//! `checkers series`: many games between two agents.

use std::fmt::Write as _;
use std::process::exit;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rankmoves::game::{Game, Played, Series, Tally};
use rankmoves::pdn::Record;
use rankmoves::{Player, Resources};

use crate::cli::SeriesOptions;
use crate::common::{Stop, format, output, progress, signals};
use crate::setup;

/// The table of an agent in a series: there are many at a time.
const TABLE_BYTES: usize = 16 << 20;

pub fn run(options: &SeriesOptions) -> Result<(), Stop> {
    let start = *setup::game(&options.setup, &options.input)?.0.position();
    let threads = options.threads.unwrap_or_else(|| Resources::default().threads);
    let series = Series {
        start,
        draw_rules: options.setup.draw_rules(),
        games: options.games,
        opening_plies: options.opening,
        seed: options.seed.unwrap_or_else(|| fastrand::u64(..)),
        threads,
        resources: Resources { threads: 1.try_into().unwrap_or(threads), table_bytes: TABLE_BYTES },
    };
    let begin = Instant::now();
    let tally = Mutex::new(Tally::default());
    // What the games cannot be kept in is told before they are played.
    if let Some(path) = &options.pdn {
        output::check_saving(path)?;
        record(&series, options, &Game::new(start), 0, start.turn())?;
    }
    let (mut games, mut failed) = (String::new(), None);
    let on_game = |played: Played| {
        if let Ok(mut tally) = tally.lock() {
            tally.add(&played);
        }
        if options.pdn.is_some() {
            match record(&series, options, &played.game, played.number, played.first_agent) {
                Ok(record) => {
                    let _ = writeln!(games, "{record}");
                }
                Err(stop) => failed = Some(stop),
            }
        }
        failed.is_none()
    };
    let line = || tally.lock().map_or_else(|_| String::new(), |tally| bar(&tally, options.games));
    // What has been played is not lost to an interrupt; a second one ends at once.
    signals::hold(true);
    let stop = signals::flag()?;
    progress::while_showing(line, || series.play(options.agents(), &stop, on_game))
        .map_err(|why| Stop::failed("play the games", &why))?;
    if let Some(stop) = failed {
        return Err(stop);
    }
    // A series that ends before its first game does leaves the file as it was.
    if let Some(path) = options.pdn.as_ref().filter(|_| !games.is_empty()) {
        output::save(path, games.as_bytes())?;
    }
    let tally = tally.into_inner().unwrap_or_default();
    output::write_lines(&report(options, &series, &tally, begin.elapsed()))?;
    if let Some(status) = signals::pending() {
        exit(status);
    }
    Ok(())
}

/// A game of a series as PDN holds it.
fn record(
    series: &Series,
    options: &SeriesOptions,
    game: &Game,
    number: u32,
    first_agent: Player,
) -> Result<Record, Stop> {
    let failed = |why: &dyn std::error::Error| Stop::failed("keep the games as PDN", why);
    let mut record = Record::new(*game.start(), game.played()).map_err(|why| failed(&why))?;
    let [first, second] = options.agents();
    let (red, black) = if first_agent == Player::Red { (first, second) } else { (second, first) };
    let tags = [
        ("Event", format!("{first} against {second}, seed {}", series.seed)),
        ("Round", (number + 1).to_string()),
        ("Black", black.to_string()),
        ("White", red.to_string()),
    ];
    for (name, value) in tags {
        record.set_tag(name, &value).map_err(|why| failed(&why))?;
    }
    record.set_result(format::ending(game.outcome()));
    Ok(record)
}

/// How far the series has come, as a bar and in numbers.
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
    if let Some((score, error)) = tally.score() {
        line("score", format!("{:.1} % ± {:.1}", score * 100.0, error * 100.0));
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
