//! Reviews: each move of a game compared with the best one, and the engine's scores of the game.

use std::future::ready;
use std::sync::Arc;

use rankmoves::{RankError, RankedMove};
use rankmoves_core::{Move, Player};
use rankmoves_game::Game;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::app::App;
use super::body::Body;
use super::connections::Requester;
use super::events::Client;
use super::game_json::ReceivedGame;
use super::problem::Problem;
use super::rank::{check_depth, check_moves};
use super::reply::Reply;
use super::stream;
use table::review::{Analyzer, Judgement, REVIEW_DEPTH};

/// The request for a review.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct ReviewRequest<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    depth: Option<u32>,
    /// The number of plies already judged.
    #[serde(default)]
    from: usize,
}

/// Starts the review that a request asks for.
pub async fn answer(app: Arc<App>, requester: Requester, body: Body) -> Result<Reply, Problem> {
    stream::answer(app, requester, body, Question::read, |_, _, _| ready(()), judge).await
}

/// A game, the depth at which to judge it, and the number of plies already judged.
struct Question {
    game: Game,
    depth: u32,
    from: usize,
}

impl Question {
    fn read(app: &App, body: &[u8]) -> Result<Question, Problem> {
        let ReviewRequest { game, depth, from } = serde_json::from_slice(body)?;
        let depth = depth.unwrap_or(REVIEW_DEPTH);
        check_depth(depth)?;
        let game = ReceivedGame::read(body, game, None, app.table.draw_rules)?.game;
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

/// The engine's score of the start position, for red.
#[derive(Serialize)]
struct StartView {
    red: i32,
}

/// A ply with its score, and the best move in its position.
#[derive(Serialize)]
struct PlyView<'a> {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    score: Option<i32>,
    best: Option<BestView<'a>>,
    /// The engine's score after the ply, for red.
    red: i32,
    text: String,
}

#[derive(Serialize)]
struct BestView<'a> {
    #[serde(rename = "move")]
    mv: &'a Move,
    score: i32,
}

/// Judges one ply after another.
fn judge(analyzer: &mut Analyzer, question: Question, client: &Client) -> Result<(), RankError> {
    let Question { game, depth, from } = question;
    client.send("start", &StartView { red: analyzer.score_for_red(&game.all_positions()[from])? });
    for (number, reviewed) in (from + 1..).zip(analyzer.review(&game, from, depth)) {
        let reviewed = reviewed?;
        let judgement = reviewed.judgement();
        let view = PlyView {
            ply: number,
            mv: reviewed.ply.to_string(),
            score: judgement.map(|judgement| judgement.played.score),
            best: judgement.map(|Judgement { best, .. }| BestView { mv: &best.mv, score: best.score }),
            red: reviewed.red,
            text: verdict(reviewed.player, judgement),
        };
        client.send("ply", &view);
    }
    Ok(())
}

/// Describes the judgement of a ply.
fn verdict(player: Player, judgement: Option<Judgement<'_>>) -> String {
    let Some(Judgement { played: RankedMove { mv, score }, best }) = judgement else {
        return format!("{player} passes");
    };
    if *score < best.score {
        format!("{player} plays {mv}: {score}, where {} has {}", best.mv, best.score)
    } else {
        format!("{player} plays {mv}: {score}, the best move")
    }
}
