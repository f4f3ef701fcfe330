//! Trains the evaluation of English draughts from nothing: `make train`.
//!
//! First, endgame tables are built, and some of their positions are written with their values. Then each
//! generation plays games against itself. (The first generation uses the named terms.) Then weights are
//! fitted to the positions from the tables and from all games so far, with their results and scores. Once a
//! game has few pieces, tables give its result. Finally, the engine with the last weights plays against the
//! engine with the named terms. All seeds are fixed.
//!
//! `train all FOLDER GAMES` does all this, at first with GAMES games per generation and thread; its steps are
//! `train endings FILE POSITIONS SEED TABLES`, `train games FILE GAMES NODES SEED WEIGHTS TABLES`,
//! `train fit WEIGHTS PASSES SHARE FILE...` and `train match GAMES NODES WEIGHTS AGAINST`. WEIGHTS and
//! AGAINST are files of weights, or `terms` for the named terms; TABLES is a folder of tables.
//!
//! `train chance GAMES NODES JUDGED WEIGHTS TABLES` plays games with NODES nodes per move, and fits the curve
//! that turns scores into expected results; JUDGED is the number of nodes per judged position.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "weights are fitted as real numbers of less precision"
)]

mod chance;
mod endings;
mod fit;
mod games;
mod matches;
mod sample;
#[path = "../series/mod.rs"]
mod series;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::{io, thread};

use rankmoves_core::{Resources, Rules, Shape};
use rankmoves_endings::{BuildControl, Contents, Tables};
use rankmoves_engine::{Engine, Patterns, Weights};

/// Generations that share their settings for playing and fitting.
struct Stage {
    generations: u64,
    /// The number of nodes searched per move. More nodes mean fewer games.
    nodes: u64,
    /// The share of the engine's score in the target of the fit; the rest is the result.
    score_share: f32,
}

/// The stages of training. Once the engine is strong, its scores are more informative than results.
const STAGES: [Stage; 2] = [
    Stage { generations: 8, nodes: NODES, score_share: 0.5 },
    Stage { generations: 2, nodes: 2 * NODES, score_share: 0.8 },
];

/// The maximum number of pieces in the tables.
const TABLE_PIECES: u32 = 5;

/// The number of positions from tables that are fitted together with the positions from games.
const ENDINGS: u64 = 1_000_000;

/// The number of threads; each plays its own games.
const THREADS: u64 = 2;

/// The number of nodes searched per move in the first generation.
const NODES: u64 = 1000;

/// The number of passes over all positions.
const PASSES: u32 = 5;

const USAGE: &str = "train all FOLDER GAMES | endings FILE POSITIONS SEED TABLES | \
    games FILE GAMES NODES SEED WEIGHTS TABLES | fit WEIGHTS PASSES SHARE FILE... | match GAMES NODES WEIGHTS AGAINST | \
    chance GAMES NODES JUDGED WEIGHTS TABLES";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let Err(error) = run(&words) {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

fn run(words: &[&str]) -> io::Result<()> {
    match *words {
        ["all", folder, games] => all(Path::new(folder), number(games)?),
        ["endings", file, positions, seed, folder] => {
            endings::draw(Path::new(file), number(positions)?, number(seed)?, &tables(Path::new(folder))?)
        }
        ["games", file, games, nodes, seed, weights, folder] => games::play(
            Path::new(file),
            number(games)?,
            number(nodes)?,
            number(seed)?,
            &Judge::read(weights)?,
            &tables(Path::new(folder))?,
        ),
        ["fit", to, passes, share, ref files @ ..] => {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            fit_files(Path::new(to), number(passes)?, number(share)?, &files)
        }
        ["match", games, nodes, weights, against] => {
            matches::play(number(games)?, number(nodes)?, &Judge::read(weights)?, &Judge::read(against)?)
        }
        ["chance", games, nodes, judged, weights, folder] => {
            let (judge, tables) = (Judge::read(weights)?, tables(Path::new(folder))?);
            chance::fit(number(games)?, number(nodes)?, number(judged)?, &judge, &tables);
            Ok(())
        }
        // `cargo bench` without a name runs every benchmark.
        [] => {
            println!("usage: {USAGE}");
            Ok(())
        }
        _ => Err(io::Error::other(USAGE)),
    }
}

fn number<N: FromStr>(text: &str) -> io::Result<N> {
    text.parse().map_err(|_| io::Error::other(format!("expected a number but found {text:?}")))
}

/// The evaluation that an engine uses.
enum Judge {
    Terms,
    Trained(Arc<Patterns>),
}

impl Judge {
    fn read(weights: &str) -> io::Result<Judge> {
        if weights == "terms" {
            return Ok(Judge::Terms);
        }
        let patterns = Patterns::from_bytes(&fs::read(weights)?).map_err(io::Error::other)?;
        Ok(Judge::Trained(Arc::new(patterns)))
    }

    fn engine(&self) -> Engine {
        match self {
            Judge::Terms => Engine::with_weights(Weights::default()),
            Judge::Trained(patterns) => Engine::with_patterns(Arc::clone(patterns)),
        }
    }
}

/// Opens the tables in a folder, and builds missing tables.
fn tables(folder: &Path) -> io::Result<Tables> {
    let mut tables = Tables::open(folder, Shape::STANDARD, Rules::ENGLISH).map_err(io::Error::other)?;
    let threads = Resources::default().threads;
    tables
        .build(Contents::Plies, TABLE_PIECES, &BuildControl::with_threads(threads))
        .map_err(io::Error::other)?;
    Ok(tables)
}

/// Trains all generations. Keeps the files in `folder`; the final weights are in `folder/weights`.
fn all(folder: &Path, games: u64) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let tables = tables(&folder.join("tables"))?;
    let weights = folder.join("weights");
    let drawn = folder.join("endings");
    endings::draw(&drawn, ENDINGS, 0, &tables)?;
    let mut files = vec![drawn];
    let generations = STAGES.iter().flat_map(|stage| (0..stage.generations).map(move |_| stage));
    for (generation, &Stage { nodes, score_share, .. }) in (0..).zip(generations) {
        let judge = match generation {
            0 => Judge::Terms,
            _ => Judge::read(&weights.to_string_lossy())?,
        };
        let games = games * NODES / nodes;
        let seeds = (0..THREADS).map(|thread| generation * THREADS + thread);
        let played: Vec<_> = seeds.map(|seed| (folder.join(format!("games-{seed}")), seed)).collect();
        thread::scope(|scope| {
            let threads: Vec<_> = played
                .iter()
                .map(|(file, seed)| scope.spawn(|| games::play(file, games, nodes, *seed, &judge, &tables)))
                .collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("games end"))
        })?;
        files.extend(played.into_iter().map(|(file, _)| file));
        fit_files(&weights, PASSES, score_share, &files)?;
    }
    matches::play(400, 10_000, &Judge::read(&weights.to_string_lossy())?, &Judge::Terms)
}

fn fit_files(to: &Path, passes: u32, score_share: f32, files: &[PathBuf]) -> io::Result<()> {
    let mut samples = Vec::new();
    for file in files {
        samples.extend(sample::read_all(File::open(file)?)?);
    }
    eprintln!("{} positions", samples.len());
    fs::write(to, fit::fit(&mut samples, passes, score_share, 1).to_bytes())
}
