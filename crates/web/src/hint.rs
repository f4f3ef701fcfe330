//! Hints: a good move, with the reason. Answers to draw offers.

use std::sync::Arc;

use rankmoves_core::{Move, Player};
use rankmoves_engine::Choice;
use rankmoves_game::Game;
use serde::Serialize;

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

/// A move, with the reason for it.
#[derive(Serialize)]
struct HintView {
    #[serde(rename = "move")]
    mv: Move,
    #[serde(flatten)]
    reason: Reason,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Reason {
    /// The value in endgame tables.
    Proven(ProvenFields),
    /// The engine's view.
    View {
        /// The engine's score.
        score: i32,
        /// The depth of the search in plies; 0 if this is the only move.
        depth: u32,
        /// The expected moves, beginning with this one.
        line: Vec<Move>,
    },
}

impl From<Hint> for HintView {
    fn from(hint: Hint) -> HintView {
        match hint {
            Hint::Proven(mv, value) => HintView { mv, reason: Reason::Proven(value.into()) },
            Hint::Choice(Choice { mv, score, depth, mut line, .. }) => {
                line.truncate(MAX_LINE_MOVES);
                HintView { mv, reason: Reason::View { score, depth, line } }
            }
        }
    }
}

/// Answers the request for a hint.
pub async fn answer(app: Arc<App>, requester: Requester, body: Body) -> Result<Reply, Problem> {
    let game = received(&app, &requester, body).await?;
    reply::json(&attended(requester, |client| search(app, game, client)).await?)
}

/// The answer to a draw offer.
#[derive(Serialize)]
struct DrawView {
    /// The player whom the engine judges as better.
    better: Option<Player>,
}

/// Answers the request to judge a draw offer.
pub async fn draw(app: Arc<App>, requester: Requester, body: Body) -> Result<Reply, Problem> {
    let game = received(&app, &requester, body).await?;
    let judge = |client: Client| async move {
        let place = app.searches.place(&client).await.ok_or_else(Problem::left)?;
        let (better, _) = place.run(&Vec::new(), client.left(), move || favourite(&game)).await?;
        Ok(DrawView { better })
    };
    reply::json(&attended(requester, judge).await?)
}

async fn received(app: &Arc<App>, requester: &Requester, body: Body) -> Result<Game, Problem> {
    app.searches.check_waiting(requester.address)?;
    let shared = Arc::clone(app);
    blocking::run(move || read(&shared, &body)).await
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

/// Finds a good move, as soon as a search may start.
async fn search(app: Arc<App>, game: Game, client: Client) -> Result<HintView, Problem> {
    let place = app.searches.place(&client).await.ok_or_else(Problem::left)?;
    let mut engine = Hint::engine(&game);
    let stops = vec![engine.stop_flag()];
    let shared = Arc::clone(&app);
    let work = move || review::hint(&game, &shared.values, &mut engine);
    let (hint, _) = place.run(&stops, client.left(), work).await?;
    hint.map(HintView::from).ok_or_else(|| Problem::meaningless("there is no move to choose"))
}
