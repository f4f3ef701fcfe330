//! `checkers series`: many games between two agents.

use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rankmoves::game::{Played, Series, Tally};
use rankmoves::Resources;

use crate::cli::SeriesOptions;
use crate::common::{Stop, output, progress};
use crate::setup;

/// The table of an agent in a series: there are many at a time.
const TABLE_BYTES: usize = 16 << 20;

pub fn run(options: &SeriesOptions) -> Result<(), Stop> {
    let start = *setup::game(&options.setup, &options.input)?.position();
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
    let mut games = Vec::new();
    let on_game = |played: Played| {
        if let Ok(mut tally) = tally.lock() {
            tally.add(&played);
        }
        if options.pdn.is_some() {
            games.push(played);
        }
        true
    };
    let line = || tally.lock().map_or_else(|_| String::new(), |tally| bar(&tally, options.games));
    progress::while_showing(line, || series.play(options.agents(), on_game))
        .map_err(|why| Stop::failed("play the games", &why))?;
    let tally = tally.into_inner().unwrap_or_default();
    output::write_lines(&report(options, &series, &tally, begin.elapsed()))
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
