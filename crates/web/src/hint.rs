//! Hints: a good move, with the reason. Answers to draw offers.

use std::sync::Arc;

use rankmoves_engine::Choice;
use rankmoves_game::Game;
use serde_json::{Value, json};

use super::app::App;
use super::events::Client;
use super::game_json::ReceivedGame;
use super::problem::Problem;
use super::rank::check_moves;
use shell::proven::ProvenFields;
use table::review::{self, Hint};
use table::session::favourite;

/// The maximum number of moves in the hint's line.
const MAX_LINE_MOVES: usize = 6;

/// Finds a hint: a move, with its proven value or the engine's view.
pub async fn hint(app: Arc<App>, game: Game, client: Client) -> Result<Value, Problem> {
    let place = app.searches.place(&client).await?;
    let mut engine = Hint::engine(&game);
    let stops = [engine.stop_flag()];
    let shared = Arc::clone(&app);
    let work = move || review::hint(&game, &shared.values, &mut engine);
    let (hint, _) = app.searches.run(&place, &stops, &client, work).await?;
    match hint.ok_or_else(|| Problem::meaningless("there is no move to choose"))? {
        Hint::Proven(mv, value) => Ok(json!({"move": mv, "proven": ProvenFields::from(value)})),
        Hint::Choice(Choice { mv, score, depth, mut line, .. }) => {
            line.truncate(MAX_LINE_MOVES);
            Ok(json!({"move": mv, "view": {"score": score, "depth": depth, "line": line}}))
        }
    }
}

/// Judges a draw offer: finds the player whom the engine judges as better.
pub async fn draw(app: Arc<App>, game: Game, client: Client) -> Result<Value, Problem> {
    let place = app.searches.place(&client).await?;
    let (better, _) = app.searches.run(&place, &[], &client, move || favourite(&game)).await?;
    Ok(json!({"better": better}))
}

/// Reads the game of a request for a hint or about a draw offer.
pub fn read(app: &App, body: &[u8]) -> Result<Game, Problem> {
    let game = ReceivedGame::of_request(app, body)?.game;
    let position = game.position();
    check_moves(position)?;
    // A blocked player who passes may offer a draw.
    if !position.has_moves() && game.outcome().is_some() {
        return Err(Problem::meaningless(format!("{} has no moves", position.turn())));
    }
    Ok(game)
}
