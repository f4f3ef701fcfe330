//! The values that tables of endings prove.

use std::sync::Arc;

use rankmoves::endings::Value;
use rankmoves::{Move, Position};
use serde::Serialize;
use tokio::task::spawn_blocking;

use super::app::App;
use super::events::Client;
use super::searches::race;
use crate::session::MOST_MOVES;
use crate::tables;

/// A proven value for the player who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Proven {
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
}

impl From<Value> for Proven {
    fn from(value: Value) -> Proven {
        let result = match value {
            Value::Won(_) => "won",
            Value::Drawn => "drawn",
            Value::Lost(_) => "lost",
        };
        Proven { result, plies: value.plies() }
    }
}

/// A move with its value, if that is known.
#[derive(Serialize)]
struct ProvenMove {
    #[serde(rename = "move")]
    mv: Move,
    proven: Option<Proven>,
}

#[derive(Serialize)]
struct ProvenMoves {
    moves: Vec<ProvenMove>,
}

/// Returns the values of moves for the player who makes them. Tables that are missing are
/// built if that takes some seconds at most.
pub fn values(position: &Position) -> Vec<(Move, Option<Value>)> {
    let moves = position.legal_moves_up_to(MOST_MOVES).moves.into_iter();
    let value = |mv: &Move| tables::value(&position.after(mv)).map(Value::before);
    moves.map(|mv| (mv.clone(), value(&mv))).collect()
}

/// Sends the values of moves, if any is known. Tables are asked one request at a time; a
/// client that leaves before is not waited for.
pub async fn send(app: Arc<App>, position: Position, client: Client) {
    let Ok(Ok(permit)) = race(Arc::clone(&app.tables).acquire_owned(), client.left()).await else { return };
    let values = spawn_blocking(move || {
        let values = values(&position);
        drop(permit);
        values
    });
    let Ok(Ok(values)) = race(values, client.left()).await else { return };
    if values.iter().any(|(_, value)| value.is_some()) {
        let moves = values.into_iter();
        let moves = moves.map(|(mv, value)| ProvenMove { mv, proven: value.map(Proven::from) });
        client.send("proven", &ProvenMoves { moves: moves.collect() });
    }
}
