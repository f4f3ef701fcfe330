//! A place in a game as the page shows it.

use rankmoves_core::pdn::Fen;
use rankmoves_core::{Board, Move, MoveList, Notation, Player, Position, Square};
use rankmoves_game::{Game, Outcome};
use serde::Serialize;

use table::session::MOST_MOVES;

/// A position with its moves.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlaceView {
    turn: Player,
    board: Vec<String>,
    squares: Vec<SquareView>,
    moves: Vec<MoveView>,
    /// True if there are more moves than are listed.
    more_moves: bool,
    /// True if the player to move has to pass.
    passes: bool,
    outcome: Option<OutcomeView>,
    fen: String,
}

/// A playable square.
#[derive(Serialize)]
struct SquareView {
    name: Square,
    number: u32,
    /// The letter of the piece, or nothing.
    piece: String,
}

/// A legal move.
#[derive(Serialize)]
pub struct MoveView {
    #[serde(rename = "move")]
    mv: String,
    numbers: String,
    path: Vec<Square>,
    captured: Vec<Square>,
    crowns: bool,
}

/// The end of a game.
#[derive(Serialize)]
struct OutcomeView {
    winner: Option<Player>,
    reason: String,
}

impl PlaceView {
    /// Shows a game at its cursor.
    pub fn new(game: &Game) -> PlaceView {
        let position = game.position();
        let MoveList { moves, is_complete } = position.legal_moves().up_to(MOST_MOVES);
        let outcome = game.outcome();
        let shape = position.board().shape();
        PlaceView {
            turn: position.turn(),
            board: rows(position.board()),
            squares: shape.squares().filter_map(|square| SquareView::new(position, square)).collect(),
            passes: moves.is_empty() && outcome.is_none(),
            moves: moves.iter().map(|mv| MoveView::new(mv, Notation::Numbers(shape))).collect(),
            more_moves: !is_complete,
            outcome: outcome.map(OutcomeView::from),
            fen: Fen::new(*position.board(), position.turn()).map_or(String::new(), |fen| fen.to_string()),
        }
    }
}

impl SquareView {
    fn new(position: &Position, square: Square) -> Option<SquareView> {
        let number = position.board().shape().number(square)?;
        let piece = position.board().get(square).map_or(String::new(), |piece| piece.letter().to_string());
        Some(SquareView { name: square, number, piece })
    }
}

impl MoveView {
    fn new(mv: &Move, numbers: Notation) -> MoveView {
        MoveView {
            mv: mv.to_string(),
            numbers: numbers.path(mv.path()),
            path: mv.path().squares().to_vec(),
            captured: mv.captured().to_vec(),
            crowns: mv.crowns(),
        }
    }
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> OutcomeView {
        OutcomeView { winner: outcome.winner(), reason: outcome.to_string() }
    }
}

/// Returns the rows of a board from the top.
pub fn rows(board: &Board) -> Vec<String> {
    (0..board.shape().ranks()).rev().map(|rank| board.row(rank)).collect()
}
