//! Values proven by endgame tables.

use std::sync::Arc;

use rankmoves_core::Position;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use super::app::App;
use super::events::Client;
use super::searches::race;
use shell::proven::ProvenFields;
use table::review::ProvenMoves;

/// Sends the values of moves, if any are known. Only one request at a time uses the tables. If the client
/// leaves before its turn, its request is skipped.
pub async fn send(app: Arc<App>, position: Position, client: Client) {
    let Ok(Ok(permit)) = race(Arc::clone(&app.tables).acquire_owned(), client.left()).await else { return };
    let values = spawn_blocking(move || {
        let values = ProvenMoves::of(&position, &app.values);
        drop(permit);
        values
    });
    let Ok(Ok(values)) = race(values, client.left()).await else { return };
    if values.best().is_some() {
        let moves =
            values.iter().map(|(mv, value)| json!({"move": mv, "proven": value.map(ProvenFields::from)}));
        client.send("proven", &json!({"moves": moves.collect::<Value>()}));
    }
}
