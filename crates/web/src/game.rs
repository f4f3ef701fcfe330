//! Games as JSON objects, received from the page and sent to it. Answers requests for the start of a game, and for the
//! position at its end.

use rankmoves_core::exchange::Document;
use rankmoves_core::{Board, Move, MoveList, Player, Rules, Setup, Shape};
use rankmoves_game::{DrawRules, Game, Opening};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use shell::diagnostic::{Diagnostic, Location};
use shell::game_info::GameInfo;
use shell::json::{self, GameObject, Object};

use super::app::{App, MAX_PLIES};
use super::problem::Problem;
use table::session::MAX_LISTED_MOVES;

/// A game, with the additional facts from its object.
pub struct ReceivedGame {
    /// The document, with all plies.
    pub document: Document,
    /// The game, with its cursor at the end.
    pub game: Game,
    pub about: GameInfo,
}

/// A request that concerns a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
pub struct GameRequest<'a> {
    #[serde(borrow)]
    pub game: &'a RawValue,
}

impl ReceivedGame {
    /// Reads the game of a request and plays all its plies.
    ///
    /// # Errors
    ///
    /// If the object is not a game, a ply is illegal, or there are too many plies.
    pub fn read(app: &App, body: &[u8], game: &RawValue) -> Result<ReceivedGame, Problem> {
        let object = json::read(game.get());
        let Object { document, about, .. } = object.map_err(|why| within(body, game.get(), why))?;
        let game = played(&document, app.given.options.draws.draw_rules())?;
        Ok(ReceivedGame { document, game, about })
    }
}

/// Returns the object of a game with all its plies.
pub fn object_of(game: &Game, about: GameInfo) -> GameObject {
    GameObject::new(&Document::new(game.start().setup(), game.plies().iter().cloned()), about, None)
}

/// Plays the plies of a document.
fn played(document: &Document, draw_rules: DrawRules) -> Result<Game, Problem> {
    if document.plies().len() > MAX_PLIES {
        let count = document.plies().len();
        return Err(Problem::meaningless(format!("expected at most {MAX_PLIES} moves but found {count}")));
    }
    let start = document.setup().position().map_err(Problem::meaningless)?;
    let mut game = Game::with_draw_rules(start, draw_rules);
    for (number, ply) in (1..).zip(document.plies()) {
        let illegal =
            |why| Problem { ply: Some(number), ..Problem::meaningless(format!("{ply} is illegal: {why}")) };
        game.record(&ply).map_err(illegal)?;
    }
    Ok(game)
}

/// Converts an error in a part of a body to a problem with its location in the body.
fn within(body: &[u8], part: &str, Diagnostic { message, location, .. }: Diagnostic) -> Problem {
    let offset = part.as_ptr().addr().checked_sub(body.as_ptr().addr());
    let before = offset.and_then(|offset| body.get(..offset)).map(String::from_utf8_lossy);
    let start = Location::default().after(&before.unwrap_or_default());
    let columns_before = if location.line == 1 { start.column - 1 } else { 0 };
    let (line, column) = (start.line - 1 + location.line, columns_before + location.column);
    Problem { location: Some(Location { line, column, ..location }), ..Problem::meaningless(message) }
}

/// The request for the start of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct StartRequest {
    rules: Rules,
    shape: Shape,
    /// The player who moves first; black if absent.
    first: Option<Player>,
}

/// Answers the request for the start of a game: two ranks stay empty, or three if the number of ranks is odd.
pub fn start(body: &[u8]) -> Result<GameObject, Problem> {
    let StartRequest { rules, shape, first } = serde_json::from_slice(body)?;
    let turn = first.unwrap_or(Player::Black);
    let setup = Setup { board: Board::start(shape, shape.ranks() / 2 - 1), turn, rules, jumping: None };
    Ok(GameObject::new(&Document::new(setup, []), GameInfo::default(), None))
}

/// Answers a request for the position at the end of a game: its moves or the end of the game, its opening, and the
/// oddities of the board. If there are too many moves, only the first ones are listed.
pub fn view(app: &App, body: &[u8]) -> Result<Value, Problem> {
    let GameRequest { game } = serde_json::from_slice(body)?;
    let ReceivedGame { document, game, .. } = ReceivedGame::read(app, body, game)?;
    let MoveList { moves, .. } = game.position().legal_moves().up_to(MAX_LISTED_MOVES);
    let outcome = game.outcome().map(|outcome| outcome.to_string());
    let opening = Opening::name_of(game.start(), game.plies());
    let passes = moves.is_empty() && outcome.is_none();
    let view =
        |mv: &Move| json!({"move": mv, "path": mv.path().squares(), "captured": mv.captured().to_vec()});
    let moves = moves.iter().map(view).collect::<Value>();
    let oddities = document.oddities().into_iter().map(|(oddity, _)| oddity.to_string());
    Ok(json!({
        "place": {"moves": moves, "passes": passes, "outcome": outcome, "opening": opening},
        "oddities": oddities.collect::<Value>(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_in_a_part_becomes_one_in_the_body() {
        let body = "{\n \"é\": {\n  \"x\": 1}}";
        let part = &body[body.find("{\n  ").unwrap()..];
        let at = |line, column| {
            let error = Diagnostic::at(String::new(), Location { line, column, width: 0 });
            let problem = within(body.as_bytes(), part, error);
            problem.location.map(|Location { line, column, .. }| (line, column)).unwrap()
        };
        assert_eq!(at(1, 1), (2, 7));
        assert_eq!(at(2, 3), (3, 3));
    }
}
