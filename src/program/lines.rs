//! `rankmoves --lines`: the rankings of many positions, an object a line. docs/lines.md
//! documents it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::rank::{Ranking, keep_best};
use crate::{RankError, Ranker};
use rankmoves_core::Score;
use serde::Serialize;

use crate::program::cli::Cli;
use crate::program::proven::{ProvenRanking, values};

use shell::lines::{self, LineError, Question};
use shell::{Stop, arguments};

/// The depth at which no line searches any further, unless another is given.
const DEEPEST_BY_TIME: u32 = 100;

/// The answer to a line.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Ranking(Ranking),
    Proven(ProvenRanking),
    Scores { depth: u32, scores: Vec<Score> },
}

/// Ranks the position of each line.
pub fn rank(cli: &Cli) -> Result<(), Stop> {
    if cli.resources.stats {
        arguments::refuse("--stats cannot be used with --lines");
    }
    let Cli { depth, top, scores, depth_by_time, .. } = *cli;
    let resources = cli.resources.resources();
    // Memory that the user asked for must be available.
    cli.resources.apply(Ranker::with_resources, Ranker::with_threads)?;
    let proven = cli.proven.source()?;
    let share = resources.per_thread();
    let rank =
        move |ranker: &mut Ranker, Question { position, .. }: &Question| -> Result<Answer, RankError> {
            ranker.forget();
            let ranking = |ranker: &mut Ranker, depth| {
                let mut moves = ranker.rank(position, depth)?;
                if let Some(count) = top {
                    keep_best(&mut moves, count);
                }
                if scores {
                    return Ok(Ranking { position: *position, depth, moves, lines: Vec::new() });
                }
                ranker.with_lines(position, depth, moves)
            };
            let ranking = match depth_by_time {
                Some(time) => ranker.within(time, depth.unwrap_or(DEEPEST_BY_TIME), ranking)?,
                None => ranking(ranker, depth.unwrap_or(0))?,
            };
            Ok(match &proven {
                _ if scores => {
                    let scores = ranking.moves.iter().map(|ranked| ranked.score).collect();
                    Answer::Scores { depth: ranking.depth, scores }
                }
                None => Answer::Ranking(ranking),
                Some(proven) => Answer::Proven(ProvenRanking { values: values(&ranking, proven), ranking }),
            })
        };
    let answer = move |ranker: &mut Ranker, question: &Question| match rank(ranker, question) {
        Err(RankError::Stopped) => None,
        done => Some(done.map_err(|why| LineError::new(&why))),
    };
    // A thread takes several lines at a time where each takes little more than to hand it over.
    let group = match (depth_by_time, depth.unwrap_or(0)) {
        (Some(_), _) | (None, 9..) => 1,
        (None, 5..=8) => 8,
        (None, 0..=4) => 64,
    };
    let ranker = move |stop: &Arc<AtomicBool>| Ranker::with_stop_flag(share, Arc::clone(stop));
    lines::answer(&cli.source.lines(resources.threads, group), ranker, answer)
}
