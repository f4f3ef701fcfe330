//! Rankings of a position's moves, one ply deeper with each event, and the moves' proven values.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rankmoves::{RankError, RankedMove};
use rankmoves_core::{Move, Position};
use rankmoves_engine::{Estimate, Estimates};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use super::app::{App, MAX_RANK_DEPTH};
use super::events::Client;
use super::game::ReceivedGame;
use super::problem::Problem;
use super::searches::race;
use table::review::{Analyzer, Outlook, ProvenMoves};
use table::session::too_many_moves;

/// The depth ranked before the engine first estimates the moves.
const FIRST_ESTIMATED_DEPTH: u32 = 4;

/// The request for a ranking.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct RankRequest<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    /// The greatest depth.
    depth: u32,
    /// The least depth.
    #[serde(default)]
    from: u32,
}

/// A position, and the depths at which to rank it.
pub type RankQuestion = (Position, RangeInclusive<u32>);

/// Reads the position at the end of a game, and the depths.
pub fn read(app: &App, body: &[u8]) -> Result<RankQuestion, Problem> {
    let RankRequest { game, depth, from } = serde_json::from_slice(body)?;
    if depth > MAX_RANK_DEPTH {
        let message = format!("expected a depth from 0 to {MAX_RANK_DEPTH} but found {depth}");
        return Err(Problem::field("depth", message));
    }
    let position = *ReceivedGame::read(app, body, game)?.game.position();
    check_moves(&position)?;
    Ok((position, from..=depth))
}

/// Refuses a position that has more moves than can be ranked.
pub fn check_moves(position: &Position) -> Result<(), Problem> {
    let refused = |many| Err(Problem::meaningless(format!("{many}: too many to rank")));
    too_many_moves(position).map_or(Ok(()), refused)
}

/// Sends the values of moves that endgame tables prove, if any are known. Only one request at a time uses the
/// tables. If the client leaves before its turn, its request is skipped.
pub async fn prove(app: Arc<App>, position: Position, client: Client) {
    let Ok(Ok(permit)) = race(Arc::clone(&app.proving).acquire_owned(), client.left()).await else { return };
    let values = spawn_blocking(move || {
        let values = ProvenMoves::of(&position, &app.values);
        drop(permit);
        values
    });
    let Ok(Ok(values)) = race(values, client.left()).await else { return };
    if values.best().is_some() {
        let view = |(mv, value): &(Move, Option<_>)| json!({"move": mv, "proven": value});
        client.send("proven", &json!({"moves": values.0.iter().map(view).collect::<Value>()}));
    }
}

/// Ranks the moves at one depth after another. The best move also has its principal variation.
pub fn deepen(analyzer: &mut Analyzer, question: RankQuestion, client: &Client) -> Result<(), RankError> {
    let (position, depths) = question;
    let progress = analyzer.ranker.progress();
    let nodes_before = progress.nodes();
    let (first, mut worked) = (FIRST_ESTIMATED_DEPTH.max(*depths.start()).min(*depths.end()), 0);
    let mut estimates: Option<Estimates> = None;
    analyzer.estimator.engine.forget();
    for depth in depths {
        let ranked = analyzer.ranker.rank(&position, depth)?;
        let view = |mv: &Move| estimates.as_ref()?.score(mv.path());
        // `max_by_key` returns the last of several maxima.
        let best = ranked.iter().rev().max_by_key(|ranked| (ranked.score, view(&ranked.mv)));
        let line = best.map(|best| analyzer.ranker.line(&position, &best.mv, depth)).transpose()?;
        let moves = ranked.iter().map(|RankedMove { mv, score }| {
            if best.is_some_and(|best| best.mv == *mv) {
                json!({"move": mv, "score": score, "line": line})
            } else {
                json!({"move": mv, "score": score})
            }
        });
        let nodes = progress.nodes() - nodes_before;
        client.send("ranking", &json!({"depth": depth, "moves": moves.collect::<Value>()}));
        if client.has_left() {
            return Err(RankError::Stopped);
        }
        // The engine searches deeper whenever the work for the exact scores has doubled.
        if depth == first || depth > first && nodes >= 2 * worked {
            worked = nodes;
            let deeper = analyzer.estimator.deepen(&position, depth, nodes / 4).ok_or(RankError::Stopped)?;
            client.send("estimates", &estimates_json(&position, &deeper));
            estimates = Some(deeper);
        }
    }
    Ok(())
}

/// Describes the engine's estimates, with the expected results of the player to move in percent.
fn estimates_json(position: &Position, estimates: &Estimates) -> Value {
    let moves = estimates.moves.iter().map(|Estimate { mv, score, .. }| {
        let expected = Outlook::of_score(position, *score).expected;
        json!({"move": mv, "estimate": score, "expected": expected})
    });
    json!({"depth": estimates.depth, "moves": moves.collect::<Value>()})
}
