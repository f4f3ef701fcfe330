//! Trains the evaluation of English draughts from nothing: `make train`.
//!
//! Each generation plays games against itself, the first with the named terms, and fits
//! weights to the positions of all games so far. Then the engine with the last weights plays
//! the one with the terms. All seeds are fixed.
//!
//! `train all FOLDER GAMES` does so, GAMES games a generation and thread; its steps are
//! `train games FILE GAMES NODES SEED WEIGHTS`, `train fit WEIGHTS PASSES FILE...` and
//! `train match GAMES NODES WEIGHTS`. WEIGHTS is a file of weights, or `terms` for the named terms.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "weights are fitted as real numbers of less precision"
)]

mod fit;
mod games;
mod matches;
mod sample;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use rankmoves::engine::{Engine, Patterns, Weights};

/// The generations of games.
const GENERATIONS: u64 = 4;

/// The threads that play, each its own games.
const THREADS: u64 = 2;

/// The nodes searched for a move.
const NODES: u64 = 1500;

/// The passes over all positions.
const PASSES: u32 = 5;

const USAGE: &str = "train all FOLDER GAMES | games FILE GAMES NODES SEED WEIGHTS | fit WEIGHTS PASSES FILE... | match GAMES NODES WEIGHTS";

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
        ["games", file, games, nodes, seed, weights] => games::play(
            Path::new(file),
            number(games)?,
            number(nodes)?,
            number(seed)?,
            &Judge::read(weights)?,
        ),
        ["fit", to, passes, ref files @ ..] => {
            let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
            fit_files(Path::new(to), number(passes)? as u32, &files)
        }
        ["match", games, nodes, weights] => {
            matches::play(number(games)? as u32, number(nodes)?, &Judge::read(weights)?)
        }
        // `cargo bench` without a name runs every benchmark.
        [] => {
            println!("usage: {USAGE}");
            Ok(())
        }
        _ => Err(io::Error::other(USAGE)),
    }
}

fn number(text: &str) -> io::Result<u64> {
    text.parse().map_err(|_| io::Error::other(format!("expected a number but found {text:?}")))
}

/// The evaluation of the engines that play.
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

/// Trains all generations, in files of a folder. The last weights are `FOLDER/weights`.
fn all(folder: &Path, games: u64) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let weights = folder.join("weights");
    let mut files = Vec::new();
    for generation in 0..GENERATIONS {
        let judge = match generation {
            0 => Judge::Terms,
            _ => Judge::read(&weights.to_string_lossy())?,
        };
        let seeds = (0..THREADS).map(|thread| generation * THREADS + thread);
        let played: Vec<_> = seeds.map(|seed| (folder.join(format!("games-{seed}")), seed)).collect();
        thread::scope(|scope| {
            let threads: Vec<_> = played
                .iter()
                .map(|(file, seed)| scope.spawn(|| games::play(file, games, NODES, *seed, &judge)))
                .collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("games end"))
        })?;
        files.extend(played.into_iter().map(|(file, _)| file));
        fit_files(&weights, PASSES, &files)?;
    }
    matches::play(400, 10_000, &Judge::read(&weights.to_string_lossy())?)
}

fn fit_files(to: &Path, passes: u32, files: &[PathBuf]) -> io::Result<()> {
    let mut samples = Vec::new();
    for file in files {
        samples.extend(sample::read_all(File::open(file)?)?);
    }
    eprintln!("{} positions", samples.len());
    fs::write(to, fit::fit(&mut samples, passes, 1).to_bytes())
}
