//! Reviews: how each ply changed the expected result of a game, and the judgement of a tried move.

use std::cmp::Ordering;
use std::future::ready;
use std::sync::Arc;

use rankmoves::RankError;
use rankmoves_core::{Path, quoted};
use rankmoves_game::Game;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::app::App;
use super::blocking;
use super::body::Body;
use super::connections::Requester;
use super::events::{Client, attended};
use super::game_json::ReceivedGame;
use super::problem::Problem;
use super::rank::check_moves;
use super::reply::{self, Reply};
use super::{review_json, stream};
use rankmoves_endings::service::Proven;
use table::review::{Analyzer, Review, Tried};

/// The request for a review.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct ReviewRequest<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    /// The costs of the plies already judged.
    #[serde(default)]
    costs: Vec<u8>,
}

/// Starts the requested review.
pub async fn answer(app: Arc<App>, requester: Requester, body: Body) -> Result<Reply, Problem> {
    stream::answer(app, requester, body, Question::read, |_, _, _| ready(()), judge).await
}

/// A game, and the progress of its review.
struct Question {
    game: Game,
    review: Review,
    values: Arc<Proven>,
}

impl Question {
    fn read(app: &App, body: &[u8]) -> Result<Question, Problem> {
        let ReviewRequest { game, costs } = serde_json::from_slice(body)?;
        let game = ReceivedGame::read(body, game, app.table.draw_rules)?.game;
        let (plies, judged) = (game.plies().len(), costs.len());
        if judged > plies {
            let message = format!("expected the costs of at most {plies} plies but found {judged}");
            return Err(Problem::field("costs", message));
        }
        if let Some(cost) = costs.iter().find(|&&cost| cost > 100) {
            return Err(Problem::field("costs", format!("expected costs from 0 to 100 but found {cost}")));
        }
        for (number, position) in game.all_positions().iter().enumerate() {
            check_moves(position).map_err(|why| Problem { ply: Some(number + 1), ..why })?;
        }
        Ok(Question { game, review: Review::after(costs), values: Arc::clone(&app.values) })
    }
}

/// Judges one ply after another.
fn judge(analyzer: &mut Analyzer, question: Question, client: &Client) -> Result<(), RankError> {
    let Question { game, mut review, values } = question;
    client.send("start", &json!({"red": review.start(analyzer, &game, &values)?}));
    let mut moments = review.moments();
    while let Some(ply) = review.next(analyzer, &game, &values)? {
        client.send("ply", &review_json::ply(review.plies(), &ply));
        let now = review.moments();
        if now != moments {
            moments = now;
            let numbers = moments.iter().map(|ply| ply + 1);
            client.send("moments", &json!({"plies": numbers.collect::<Value>()}));
        }
    }
    Ok(())
}

/// The request to judge a tried move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct JudgeRequest<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    at: usize,
    #[serde(rename = "move")]
    mv: String,
}

/// Answers the request to judge a tried move.
pub async fn tried(app: Arc<App>, requester: Requester, body: Body) -> Result<Reply, Problem> {
    let (game, at, path) = blocking::question(&app, &requester, body, read_try).await?;
    let judge = |client: Client| async move {
        let values = Arc::clone(&app.values);
        let work = move |analyzer: &mut Analyzer| analyzer.try_move(&game, at, &path, &values);
        let (tried, _) = app.searches.analyze(&client, work).await?;
        let cut = |_| Problem::meaningless("the move could not be judged in time");
        let tried = tried.map_err(cut)?.ok_or_else(|| Problem::meaningless("the move is not legal"))?;
        Ok(tried_json(at + 1, &tried))
    };
    reply::json(&attended(requester, judge).await?)
}

/// Reads the game with all its plies, the place, and the path of a legal move there.
fn read_try(app: &App, body: &[u8]) -> Result<(Game, usize, Path), Problem> {
    let JudgeRequest { game, at, mv } = serde_json::from_slice(body)?;
    let game = ReceivedGame::read(body, game, app.table.draw_rules)?.game;
    let Some(position) = game.all_positions().get(at) else {
        let message = format!("expected a ply from 0 to {} but found {at}", game.plies().len());
        return Err(Problem::field("at", message));
    };
    check_moves(position)?;
    let refused = |why: String| Problem::field("move", why);
    let path: Path = mv.parse().map_err(|why| refused(format!("{why} but found {}", quoted(&mv))))?;
    position.find(&path).map_err(|why| refused(format!("{path} is illegal: {why}")))?;
    Ok((game, at, path))
}

/// Describes a judged move, compared with the game's move.
fn tried_json(number: usize, tried: &Tried) -> Value {
    let against = || {
        let verdict = match tried.compared()? {
            Ordering::Less => "worse",
            Ordering::Equal => "same",
            Ordering::Greater => "better",
        };
        Some(json!({"move": tried.played.as_ref()?.mv, "gain": tried.gain()?, "verdict": verdict}))
    };
    let mut view = review_json::ply(number, &tried.ply);
    view["against"] = json!(against());
    view
}
