//! The values that tables of endings prove.

use std::sync::Arc;

use rankmoves_core::{Move, Position};
use rankmoves_endings::Value;
use serde::Serialize;
use tokio::task::spawn_blocking;

use super::app::App;
use super::events::Client;
use super::searches::race;
use shell::proven::ProvenFields;
use table::session::MOST_MOVES;

/// A move with its value, if that is known.
#[derive(Serialize)]
struct ProvenMove {
    #[serde(rename = "move")]
    mv: Move,
    proven: Option<ProvenFields>,
}

#[derive(Serialize)]
struct ProvenMoves {
    moves: Vec<ProvenMove>,
}

/// Returns the values of moves for the player who makes them. Tables that are missing are
/// built if that takes some seconds at most.
pub fn values(app: &App, position: &Position) -> Vec<(Move, Option<Value>)> {
    let moves = position.legal_moves().up_to(MOST_MOVES).moves.into_iter();
    moves.map(|mv| (mv.clone(), app.values.value_of(position, &mv))).collect()
}

/// Sends the values of moves, if any is known. Tables are asked one request at a time; a
/// client that leaves before is not waited for.
pub async fn send(app: Arc<App>, position: Position, client: Client) {
    let Ok(Ok(permit)) = race(Arc::clone(&app.tables).acquire_owned(), client.left()).await else { return };
    let values = spawn_blocking(move || {
        let values = values(&app, &position);
        drop(permit);
        values
    });
    let Ok(Ok(values)) = race(values, client.left()).await else { return };
    if values.iter().any(|(_, value)| value.is_some()) {
        let moves = values.into_iter();
        let moves = moves.map(|(mv, value)| ProvenMove { mv, proven: value.map(ProvenFields::from) });
        client.send("proven", &ProvenMoves { moves: moves.collect() });
    }
}
