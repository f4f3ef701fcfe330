//! Hints: a good move, with the reason. Answers to draw offers.

use std::sync::Arc;

use rankmoves_engine::Choice;
use rankmoves_game::Game;
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
use shell::proven::ProvenFields;
use table::review::{self, Hint};
use table::session::favourite;

/// The maximum number of moves in the hint's line.
const MAX_LINE_MOVES: usize = 6;

/// Describes a hint: the move, with its proven value or the engine's view.
fn hint_json(hint: Hint) -> Value {
    match hint {
        Hint::Proven(mv, value) => json!({"move": mv, "proven": ProvenFields::from(value)}),
        Hint::Choice(Choice { mv, score, depth, mut line, .. }) => {
            line.truncate(MAX_LINE_MOVES);
            json!({"move": mv, "view": {"score": score, "depth": depth, "line": line}})
        }
    }
}

/// Answers the request for a hint.
pub async fn answer(app: Arc<App>, requester: Requester, body: Body) -> Result<Reply, Problem> {
    let game = blocking::question(&app, &requester, body, read).await?;
    let search = |client: Client| async move {
        let place = app.searches.place(&client).await?;
        let mut engine = Hint::engine(&game);
        let stops = vec![engine.stop_flag()];
        let shared = Arc::clone(&app);
        let work = move || review::hint(&game, &shared.values, &mut engine);
        let (hint, _) = place.run(&stops, client.left(), work).await?;
        hint.map(hint_json).ok_or_else(|| Problem::meaningless("there is no move to choose"))
    };
    reply::json(&attended(requester, search).await?)
}

/// Answers the request to judge a draw offer with the player whom the engine judges as better.
pub async fn draw(app: Arc<App>, requester: Requester, body: Body) -> Result<Reply, Problem> {
    let game = blocking::question(&app, &requester, body, read).await?;
    let judge = |client: Client| async move {
        let place = app.searches.place(&client).await?;
        let (better, _) = place.run(&Vec::new(), client.left(), move || favourite(&game)).await?;
        Ok(json!({"better": better}))
    };
    reply::json(&attended(requester, judge).await?)
}

fn read(app: &App, body: &[u8]) -> Result<Game, Problem> {
    let game = ReceivedGame::of_request(app, body)?.game;
    let position = game.position();
    check_moves(position)?;
    // A blocked player who passes may offer a draw.
    if !position.has_moves() && game.outcome().is_some() {
        return Err(Problem::meaningless(format!("{} has no moves", position.turn())));
    }
    Ok(game)
}
