//! Answers requests for the start of a game, and for the position at its end.

use rankmoves_core::{Board, Player, Rules, Setup, Shape};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shell::game_info::GameInfo;

use super::app::App;
use super::game_json::{self, ReceivedGame};
use super::place::PlaceView;
use super::problem::Problem;

/// The request for the start of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct StartRequest {
    rules: Rules,
    shape: Shape,
    /// The player who moves first; black if absent.
    first: Option<Player>,
    /// The rows of men of each side; by default two ranks stay empty, or three if the number of ranks is
    /// odd.
    rows: Option<u8>,
}

/// Answers the request for the start of a game.
pub fn start(body: &[u8]) -> Result<Box<RawValue>, Problem> {
    let StartRequest { rules, shape, first, rows } = serde_json::from_slice(body)?;
    let most = shape.ranks() / 2;
    let rows = rows.unwrap_or(most - 1);
    if rows > most {
        let message = format!("expected 0 to {most} rows of men on a board of {shape} but found {rows}");
        return Err(Problem::field("rows", message));
    }
    let turn = first.unwrap_or(Player::Black);
    let setup = Setup { board: Board::start(shape, rows), turn, rules, jumping: None };
    let document = rankmoves_core::exchange::Document::new(setup, []);
    game_json::object(&document, GameInfo::default())
}

/// A place in a game, with the oddities of its board.
#[derive(Serialize)]
pub struct GameView {
    place: PlaceView,
    oddities: Vec<String>,
}

/// Answers a request for the position at the end of a game.
pub fn view(app: &App, body: &[u8]) -> Result<GameView, Problem> {
    let ReceivedGame { document, game, .. } = ReceivedGame::of_request(app, body)?;
    let oddities = document.oddities().into_iter().map(|(oddity, _)| oddity.to_string());
    Ok(GameView { place: PlaceView::new(&game), oddities: oddities.collect() })
}
