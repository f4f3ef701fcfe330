//! `rankmoves --lines`: the rankings of many positions, one object per line. docs/lines.md
//! documents it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::rank::{Ranking, RankingFields, keep_best};
use crate::{RankError, Ranker};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::program::cli::Cli;
use crate::program::proven::values;

use shell::lines::{self, LineError, LineQuestion};
use shell::proven::ProvenFields;
use shell::{Stop, arguments};

/// The default limit on the depth with `--depth-by-time`.
const MAX_TIMED_DEPTH: u32 = 100;

/// The answer to a line.
enum Answer {
    /// A ranking and, if requested, the value of each move under perfect play.
    Ranking(Ranking, Option<Vec<Option<ProvenFields>>>),
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
    let Cli { depth, top, scores, depth_by_time, .. } = *cli;
    let resources = cli.resources.resources();
    // Fails at once if the memory that the user requested is not available.
    cli.resources.apply(Ranker::with_resources, Ranker::with_threads)?;
    let proven = cli.proven.source()?;
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
            if scores {
                return Ok(Ranking { position: *position, depth, moves, lines: Vec::new() });
            }
            ranker.with_lines(position, depth, moves)
        };
        let ranking = match depth_by_time {
            Some(time) => ranker.within(time, depth.unwrap_or(MAX_TIMED_DEPTH), ranking)?,
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
    // A thread takes several lines at a time if answering one takes little more time than handing
    // it over.
    let group = match (depth_by_time, depth.unwrap_or(0)) {
        (Some(_), _) | (None, 9..) => 1,
        (None, 5..=8) => 8,
        (None, 0..=4) => 64,
    };
    let ranker = move |stop: &Arc<AtomicBool>| Ranker::with_stop_flag(share, Arc::clone(stop));
    lines::answer(&cli.source.lines(resources.threads, group)?, ranker, answer)
}
