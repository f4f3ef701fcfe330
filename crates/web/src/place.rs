//! A place in a game, as sent to the page.

use rankmoves_core::{Move, MoveList, Square};
use rankmoves_game::Game;
use serde::Serialize;

use table::session::MAX_LISTED_MOVES;

/// The moves of a position, or the end of the game.
#[derive(Serialize)]
pub struct PlaceView {
    /// The moves; if there are too many, only the first ones.
    moves: Vec<MoveView>,
    /// True if the player to move has to pass.
    passes: bool,
    /// The end of the game, as a sentence; `None` if the game is not over.
    outcome: Option<String>,
}

/// A legal move.
#[derive(Serialize)]
pub struct MoveView {
    #[serde(rename = "move")]
    mv: String,
    path: Vec<Square>,
    captured: Vec<Square>,
}

impl PlaceView {
    /// Describes a game at its cursor.
    pub fn new(game: &Game) -> PlaceView {
        let MoveList { moves, .. } = game.position().legal_moves().up_to(MAX_LISTED_MOVES);
        let outcome = game.outcome();
        PlaceView {
            passes: moves.is_empty() && outcome.is_none(),
            moves: moves.iter().map(MoveView::from).collect(),
            outcome: outcome.map(|outcome| outcome.to_string()),
        }
    }
}

impl From<&Move> for MoveView {
    fn from(mv: &Move) -> MoveView {
        let (path, captured) = (mv.path().squares().to_vec(), mv.captured().to_vec());
        MoveView { mv: mv.to_string(), path, captured }
    }
}
