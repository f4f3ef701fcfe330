//! Reviews: how each ply changed the expected result of a game, and the judgement of a tried move, as JSON
//! objects that `page/api.d.ts` documents.

use std::cmp::Ordering;
use std::sync::Arc;

use rankmoves::RankError;
use rankmoves_core::{Notation, Path, quoted};
use rankmoves_game::{Game, Opening};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::app::App;
use super::events::Client;
use super::game::ReceivedGame;
use super::problem::Problem;
use super::rank::check_moves;
use table::review::{Analyzer, Line, Reason, Review, ReviewedPly, Tried, Why};

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

/// A game, and the progress of its review.
type ReviewQuestion = (Game, Review);

/// Reads the game, and continues its review after the plies already judged.
pub fn read(app: &App, body: &[u8]) -> Result<ReviewQuestion, Problem> {
    let ReviewRequest { game, costs } = serde_json::from_slice(body)?;
    let game = ReceivedGame::read(app, body, game)?.game;
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
    Ok((game, Review::after(costs)))
}

/// Judges one ply after another.
pub fn judge(analyzer: &mut Analyzer, question: ReviewQuestion, client: &Client) -> Result<(), RankError> {
    let (game, mut review) = question;
    client.send("start", &json!({"red": review.start(analyzer, &game)?}));
    let lead = Opening::len_of(game.start(), game.plies());
    let mut moments = review.moments(lead);
    while let Some(ply) = review.next(analyzer, &game)? {
        client.send("ply", &ply_json(review.plies(), &ply));
        let now = review.moments(lead);
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

/// Judges a tried move.
pub async fn judge_try(
    app: Arc<App>,
    (game, at, path): (Game, usize, Path),
    client: Client,
) -> Result<Value, Problem> {
    let work = move |analyzer: &mut Analyzer| analyzer.try_move(&game, at, &path);
    let (tried, _) = app.searches.analyze(&app.values, &client, work).await?;
    let cut = |_| Problem::meaningless("the move could not be judged in time");
    let tried = tried.map_err(cut)?.ok_or_else(|| Problem::meaningless("the move is not legal"))?;
    Ok(tried_json(at + 1, &tried))
}

/// Reads the game with all its plies, the place, and the path of a legal move there.
pub fn read_try(app: &App, body: &[u8]) -> Result<(Game, usize, Path), Problem> {
    let JudgeRequest { game, at, mv } = serde_json::from_slice(body)?;
    let game = ReceivedGame::read(app, body, game)?.game;
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
    let mut view = ply_json(number, &tried.ply);
    view["against"] = json!(against());
    view
}

/// Describes the ply with this number.
fn ply_json(number: usize, reviewed: &ReviewedPly) -> Value {
    let judgement = reviewed.judgement.as_ref();
    json!({
        "ply": number,
        "player": reviewed.player,
        "move": reviewed.ply.to_string(),
        "cost": reviewed.cost(),
        "played": judgement.map(|judgement| judgement.played.outlook),
        "best": judgement.map(|judgement| &judgement.best),
        "red": reviewed.red,
        "why": reviewed.why.as_ref().map(why_json),
        "text": reviewed.text(Notation::Names),
    })
}

fn why_json(why: &Why) -> Value {
    let reasons = why.reasons.iter().map(|reason| {
        let kind = match reason {
            Reason::Result { .. } => "result",
            Reason::Blocked { .. } => "blocked",
            Reason::Pieces { .. } => "pieces",
            Reason::Crown { .. } => "crown",
            Reason::Judgement => "judgement",
        };
        json!({"kind": kind, "plies": reason.plies(), "text": reason.to_string()})
    });
    let (refutation, better) = (line_json(&why.refutation), line_json(&why.better));
    json!({"refutation": refutation, "better": better, "reasons": reasons.collect::<Value>()})
}

fn line_json(line: &Line) -> Value {
    let moves = line.moves.iter();
    moves.map(|made| json!({"player": made.player, "move": made.mv, "note": made.to_string()})).collect()
}
