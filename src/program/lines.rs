//! `rankmoves --lines`: the rankings of many positions, one object per line. docs/lines.md
//! documents it.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::rank::{Ranking, RankingFields, keep_best};
use crate::{RankError, RankedMove, Ranker};
use rankmoves_core::Notation;
use rankmoves_endings::Value;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::value::RawValue;

use crate::program::cli::Cli;
use crate::program::json::values;

use shell::lines::{self, LineError, LineHead, LineQuestion, write_object};
use shell::{Stop, arguments};

/// The default limit on the depth with `--depth-by-time`.
const MAX_TIMED_DEPTH: u32 = 100;

/// The answer to a line.
enum Answer {
    /// A ranking and, if requested, the value of each move under perfect play.
    Ranking(Ranking, Option<Vec<Option<Value>>>),
    Scores(Ranking),
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Answer::Ranking(ranking, proven) => {
                RankingFields { ranking, proven: proven.as_deref() }.serialize(serializer)
            }
            Answer::Scores(Ranking { depth, moves, .. }) => {
                let scores: Vec<_> = moves.iter().map(|ranked| ranked.score).collect();
                let mut fields = serializer.serialize_struct("scores", 2)?;
                fields.serialize_field("depth", depth)?;
                fields.serialize_field("scores", &scores)?;
                fields.end()
            }
        }
    }
}

/// Ranks the position of each line.
pub fn rank(cli: &Cli) -> Result<(), Stop> {
    if cli.resources.stats {
        arguments::refuse("--stats cannot be used with --lines");
    }
    let Cli { depth, top, scores, tsv, depth_by_time, .. } = *cli;
    let resources = cli.resources.resources().map_err(RankError::from)?;
    let proven = cli.proven()?;
    let share = resources.per_thread();
    let rank = move |ranker: &mut Ranker,
                     LineQuestion { position, .. }: &LineQuestion|
          -> Result<Answer, RankError> {
        ranker.forget();
        let ranking = |ranker: &mut Ranker, depth| {
            let mut moves = ranker.rank(position, depth)?;
            if let Some(count) = top {
                keep_best(&mut moves, count);
            }
            if scores || tsv {
                return Ok(Ranking { position: *position, depth, moves, lines: Vec::new() });
            }
            ranker.with_lines(position, depth, moves)
        };
        let ranking = match depth_by_time {
            Some(time) => ranker.within(position, time, depth.unwrap_or(MAX_TIMED_DEPTH), ranking)?,
            None => ranking(ranker, depth.unwrap_or(0))?,
        };
        if scores {
            return Ok(Answer::Scores(ranking));
        }
        let proven = proven.as_ref().map(|proven| values(&ranking, proven));
        Ok(Answer::Ranking(ranking, proven))
    };
    let answer = move |ranker: &mut Ranker, question: &LineQuestion| match rank(ranker, question) {
        Err(RankError::Stopped) => None,
        done => Some(done.map_err(|why| LineError::new(&why))),
    };
    // A thread takes several lines at a time if answering a line takes little longer than handing it over.
    let group = match (depth_by_time, depth.unwrap_or(0)) {
        (Some(_), _) | (None, 9..) => 1,
        (None, 5..=8) => 8,
        (None, 0..=4) => 64,
    };
    let ranker = move |stop: &Arc<AtomicBool>| Ranker::with_stop_flag(share, Arc::clone(stop));
    let lines = cli.source.lines(&cli.many, resources.threads, group)?;
    if tsv {
        lines::answer(&lines, ranker, answer, write_rows, TSV_HEADER)
    } else {
        lines::answer(&lines, ranker, answer, write_object, "")
    }
}

/// The names of the columns.
const TSV_HEADER: &str = "input\tid\tdepth\tmove\tnumbers\tscore\terror\tgiven\n";

/// Writes a row for each move, or a single row without a move if there are no moves or the answer is an error.
fn write_rows(text: &mut Vec<u8>, head: &LineHead<'_>, done: Result<Answer, LineError>) {
    let cell = |value: Option<&RawValue>| value.map_or(String::new(), |value| cell(value.get()));
    let (id, given) = (cell(head.id), cell(head.given.as_deref()));
    let mut row = |depth: &str, [mv, numbers, score, error]: [String; 4]| {
        let input = head.input;
        writeln!(text, "{input}\t{id}\t{depth}\t{mv}\t{numbers}\t{score}\t{error}\t{given}")
            .expect("writing to memory does not fail");
    };
    let empty = String::new;
    match done {
        Err(error) => row("", [empty(), empty(), empty(), plain(&error.message)]),
        Ok(Answer::Ranking(ranking, _) | Answer::Scores(ranking)) => {
            let Ranking { position, depth, moves, .. } = ranking;
            let (depth, notation) = (depth.to_string(), Notation::Numbers(position.board().shape()));
            if moves.is_empty() {
                row(&depth, [empty(), empty(), empty(), empty()]);
            }
            for RankedMove { mv, score } in &moves {
                row(&depth, [mv.to_string(), notation.path(mv.path()), score.to_string(), empty()]);
            }
        }
    }
}

/// Returns the text of a JSON value for a cell: a string without its quotes, any other value as it is.
fn cell(json: &str) -> String {
    serde_json::from_str(json).map_or_else(|_| plain(json), |text: String| plain(&text))
}

/// Replaces the characters that separate cells and rows.
fn plain(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}
