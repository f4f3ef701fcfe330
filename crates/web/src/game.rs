//! Games: their start, and their places.

use rankmoves_core::{Board, Notation, Player, Rules, Setup, Shape};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shell::json::GameInfo;

use super::app::App;
use super::place::{PlaceView, rows};
use super::problem::Problem;
use super::sent::{self, Sent};

/// The request for the start of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct StartRequest {
    rules: Rules,
    shape: Shape,
    /// The player who moves first; black if absent.
    first: Option<Player>,
    /// The rows of men of each side; all ranks but two, shared, if absent.
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
    sent::object(&document, GameInfo::default(), None::<()>)
}

/// The request for a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct GameRequest<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    at: Option<usize>,
}

/// A game with its boards, and the place asked for.
#[derive(Serialize)]
pub struct GameView {
    game: Box<RawValue>,
    plies: Vec<PlyView>,
    at: usize,
    /// The rows of the board at the start and after each ply.
    boards: Vec<Vec<String>>,
    place: PlaceView,
    oddities: Vec<String>,
}

/// A ply in both notations.
#[derive(Serialize)]
struct PlyView {
    text: String,
    numbers: String,
}

/// Answers the request for a game.
pub fn view(app: &App, body: &[u8]) -> Result<GameView, Problem> {
    let GameRequest { game, at } = serde_json::from_slice(body)?;
    let sent = Sent::read(body, game, at, app.table.draw_rules)?;
    let game = &sent.game;
    let numbers = Notation::Numbers(game.start().board().shape());
    let plies = game.plies().iter();
    Ok(GameView {
        plies: plies.map(|ply| PlyView { text: ply.to_string(), numbers: numbers.ply(ply) }).collect(),
        at: game.played().len(),
        boards: game.all_positions().iter().map(|position| rows(position.board())).collect(),
        place: PlaceView::new(game),
        oddities: sent.document.oddities().into_iter().map(|(oddity, _)| oddity.to_string()).collect(),
        game: sent.object()?,
    })
}
