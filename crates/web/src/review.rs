//! Reviews: each move of a game beside the best one, and the engine's view of the game.

use std::sync::Arc;

use rankmoves::rank::best;
use rankmoves::{RankError, RankedMove};
use rankmoves_core::{Move, Player, Ply, Position};
use rankmoves_game::Game;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::app::App;
use super::blocking;
use super::body::Body;
use super::connections::Asker;
use super::events::Client;
use super::problem::Problem;
use super::rank::{check_depth, check_moves};
use super::reply::{self, Reply};
use super::searches::{End, Searcher};
use super::sent::Sent;
use table::estimator;

/// The depth at which moves are judged, if the request names none.
const DEPTH: u32 = 8;

/// The request for a review.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct ReviewRequest<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    depth: Option<u32>,
    /// The number of plies that are judged already.
    #[serde(default)]
    from: usize,
}

/// Begins to answer the request for a review.
pub async fn answer(app: Arc<App>, asker: Asker, body: Body) -> Result<Reply, Problem> {
    app.searches.check_waiting(asker.address)?;
    let shared = Arc::clone(&app);
    let question = blocking::run(move || Question::read(&shared, &body)).await?;
    let (client, events) = Client::new(asker);
    tokio::spawn(review(app, question, client));
    Ok(reply::events(events))
}

/// A game, the depth to judge it at, and the plies that are judged already.
struct Question {
    game: Game,
    depth: u32,
    from: usize,
}

impl Question {
    fn read(app: &App, body: &[u8]) -> Result<Question, Problem> {
        let ReviewRequest { game, depth, from } = serde_json::from_slice(body)?;
        let depth = depth.unwrap_or(DEPTH);
        check_depth(depth)?;
        let game = Sent::read(body, game, None, app.table.draw_rules)?.game;
        let plies = game.plies().len();
        if from > plies {
            let message = format!("expected a ply from 0 to {plies} but found {from}");
            return Err(Problem::field("from", message));
        }
        for (number, position) in game.all_positions().iter().enumerate() {
            check_moves(position).map_err(|why| Problem { ply: Some(number + 1), ..why })?;
        }
        Ok(Question { game, depth, from })
    }
}

/// Judges a game when there is a place among the searches.
async fn review(app: Arc<App>, question: Question, client: Client) {
    let Some(place) = app.searches.place(&client).await else { return };
    let mut searcher = app.searches.searcher();
    let (stops, out) = (searcher.stops(), client.clone());
    let work = move || {
        let done = judge(&mut searcher, &question, &out);
        (searcher, done)
    };
    let problem = match place.run(&stops, client.left(), work).await {
        Ok(((searcher, done), end)) => {
            app.searches.keep(searcher);
            match done {
                Ok(()) | Err(RankError::Stopped) => {
                    return client.end(if end == End::Late { "seconds" } else { "depth" });
                }
                Err(why) => Problem::meaningless(format!("cannot rank the moves: {why}")),
            }
        }
        Err(problem) => problem,
    };
    client.send("problem", &problem);
    client.end("stopped");
}

/// The engine's score of the first place for red.
#[derive(Serialize)]
struct StartView {
    red: i32,
}

/// A ply with its score, and the best move in its place.
#[derive(Serialize)]
struct PlyView<'a> {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    score: Option<i32>,
    best: Option<BestView<'a>>,
    /// The engine's score of the position after the ply for red.
    red: i32,
    text: String,
}

#[derive(Serialize)]
struct BestView<'a> {
    #[serde(rename = "move")]
    mv: &'a Move,
    score: i32,
}

/// Judges one ply after the other.
fn judge(searcher: &mut Searcher, question: &Question, client: &Client) -> Result<(), RankError> {
    let Question { game, depth, from } = question;
    client.send("start", &StartView { red: for_red(searcher, &game.all_positions()[*from])? });
    for (index, ply) in game.plies().iter().enumerate().skip(*from) {
        let [before, after] = [index, index + 1].map(|index| &game.all_positions()[index]);
        let ranked = match ply {
            Ply::Move(_) => searcher.ranker.rank(before, *depth)?,
            Ply::Pass => Vec::new(),
        };
        let (own, best) = (find(&ranked, ply), best(&ranked));
        let red = for_red(searcher, after)?;
        client.send(
            "ply",
            &PlyView {
                ply: index + 1,
                mv: ply.to_string(),
                score: own.map(|own| own.score),
                best: best.map(|best| BestView { mv: &best.mv, score: best.score }),
                red,
                text: verdict(before.turn(), own, best),
            },
        );
    }
    Ok(())
}

/// Finds the played move among the ranked ones.
fn find<'a>(ranked: &'a [RankedMove], ply: &Ply) -> Option<&'a RankedMove> {
    let Ply::Move(path) = ply else { return None };
    ranked.iter().find(|ranked| ranked.mv.path() == path)
}

/// Judges a ply.
fn verdict(player: Player, own: Option<&RankedMove>, best: Option<&RankedMove>) -> String {
    match (own, best) {
        (Some(own), Some(best)) if own.score < best.score => {
            format!("{player} plays {}: {}, where {} has {}", own.mv, own.score, best.mv, best.score)
        }
        (Some(own), _) => format!("{player} plays {}: {}, the best move", own.mv, own.score),
        (None, _) => format!("{player} passes"),
    }
}

/// Returns the engine's score of a position for red.
fn for_red(searcher: &mut Searcher, position: &Position) -> Result<i32, RankError> {
    let mut estimate = |position: &Position| searcher.estimator.estimates(position)?.best();
    let score = estimator::score(position, &mut estimate).ok_or(RankError::Stopped)?;
    Ok(if position.turn() == Player::Red { score } else { -score })
}
