//! Ranks rows on several threads.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};

use arrow_array::{Array, LargeStringArray};
use pyo3::PyResult;
use rankmoves::batch::Batch;
use rankmoves::rank::best;
use rankmoves::{RankedMove, Ranker};
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Position, Resources, Rules};
use shell::diagnostic::Location;
use shell::format::Format;
use shell::input::{GameSelection, Input};

/// Some rows and their answers; the answer to a null is `None`.
pub struct Group {
    pub fens: LargeStringArray,
    pub answers: Vec<Option<Answer>>,
}

pub enum Answer {
    Ranked {
        /// The concatenated texts of the moves, and the end of each.
        text: String,
        ends: Vec<usize>,
        scores: Vec<i32>,
        /// The text of the best move, if there are any moves.
        best: Option<String>,
    },
    Wrong(Wrong),
}

/// The reason why a row has no answer.
pub struct Wrong {
    pub message: String,
    /// The line and the column of the fault (in characters, from 1), if the fault is in the string.
    pub location: Option<(usize, usize)>,
}

/// Starts threads that rank the rows sent to them.
pub fn start(
    depth: u32,
    resources: Resources,
    rules: Rules,
) -> PyResult<(Sender<LargeStringArray>, Batch<Group>)> {
    // A thread takes several rows at a time if ranking one takes little more time than handing it
    // over.
    let size = match depth {
        0..=4 => 64,
        5..=8 => 8,
        _ => 1,
    };
    let (feed, chunks) = channel::<LargeStringArray>();
    let groups = chunks.into_iter().flat_map(move |chunk| {
        let rows = 0..chunk.len();
        rows.step_by(size).map(move |row| chunk.slice(row, size.min(chunk.len() - row)))
    });
    let share = resources.per_thread();
    let ranker = move |stop: &Arc<AtomicBool>| Ranker::with_stop_flag(share, Arc::clone(stop));
    let work = move |ranker: &mut Ranker, fens: LargeStringArray| {
        let answer = |fen: Option<&str>| fen.map(|fen| Answer::to(ranker, fen, depth, rules));
        Group { answers: fens.iter().map(answer).collect(), fens }
    };
    Ok((feed, Batch::start(groups, resources.threads, ranker, work)?))
}

impl Answer {
    fn to(ranker: &mut Ranker, text: &str, depth: u32, rules: Rules) -> Answer {
        let position = match read(text, rules) {
            Ok(position) => position,
            Err(wrong) => return Answer::Wrong(wrong),
        };
        ranker.forget();
        let moves = match ranker.rank(&position, depth) {
            Ok(moves) => moves,
            Err(why) => return Answer::Wrong(Wrong { message: why.to_string(), location: None }),
        };
        let (mut text, mut ends) = (String::new(), Vec::with_capacity(moves.len()));
        for RankedMove { mv, .. } in &moves {
            text.push_str(&mv.to_string());
            ends.push(text.len());
        }
        let scores = moves.iter().map(|ranked| ranked.score).collect();
        Answer::Ranked { text, ends, scores, best: best(&moves).map(|best| best.mv.to_string()) }
    }
}

/// Reads a FEN position under the given rules, or a game in another format with its own rules.
fn read(text: &str, rules: Rules) -> Result<Position, Wrong> {
    let no_fen = match text.parse::<Fen>() {
        Ok(fen) => return Ok(fen.setup(rules).position().expect("no jump is in progress")),
        Err(why) => why,
    };
    match Format::of_text(text) {
        Format::Json | Format::Pdn => {}
        Format::Exchange if text.trim().contains('\n') => {}
        Format::Exchange | Format::Fen => {
            let location = Some((1, no_fen.column));
            return Err(Wrong { message: no_fen.to_string(), location });
        }
    }
    let input = Input::from_text("the row", text.to_owned());
    let game = input.game(GameSelection::default()).and_then(|game| game.position());
    game.map_err(|failure| match failure.location() {
        None => Wrong { message: failure.message().to_owned(), location: None },
        Some(Location { line, column, .. }) => {
            let message = failure.message();
            let message = match line {
                1 => format!("{message} at column {column}"),
                _ => format!("{message} at line {line}, column {column}"),
            };
            Wrong { message, location: Some((line, column)) }
        }
    })
}
