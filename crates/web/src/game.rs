//! Answers requests for the start of a game, and for the position at its end.

use rankmoves_core::{Board, Move, MoveList, Player, Rules, Setup, Shape};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use shell::game_info::GameInfo;
use table::session::MAX_LISTED_MOVES;

use super::app::App;
use super::game_json::{self, ReceivedGame};
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

/// Answers a request for the position at the end of a game: its moves or the end of the game, and the oddities of
/// the board. If there are too many moves, only the first ones are listed.
pub fn view(app: &App, body: &[u8]) -> Result<Value, Problem> {
    let ReceivedGame { document, game, .. } = ReceivedGame::of_request(app, body)?;
    let MoveList { moves, .. } = game.position().legal_moves().up_to(MAX_LISTED_MOVES);
    let outcome = game.outcome().map(|outcome| outcome.to_string());
    let passes = moves.is_empty() && outcome.is_none();
    let view =
        |mv: &Move| json!({"move": mv, "path": mv.path().squares(), "captured": mv.captured().to_vec()});
    let moves = moves.iter().map(view).collect::<Value>();
    let oddities = document.oddities().into_iter().map(|(oddity, _)| oddity.to_string());
    Ok(json!({
        "place": {"moves": moves, "passes": passes, "outcome": outcome},
        "oddities": oddities.collect::<Value>(),
    }))
}
