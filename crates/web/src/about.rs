//! Information about the server, its limits, and the game to start with.

use rankmoves_game::{AgentKind, AgentSpec, Level, Opening};
use serde::Serialize;
use serde_json::{Value, json};
use shell::game_info::GameInfo;
use shell::json::GameObject;

use super::app::{App, MAX_PLIES, MAX_RANK_DEPTH};
use super::body::{MAX_BODY_BYTES, MAX_FILE_BYTES};
use super::clock::ControlFields;
use super::game;
use super::record::LineView;
use table::loading::Summary;
use table::options::TableOptions;

/// The answer to the page's first request: the server, its limits and the game to start with.
#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "they are fields of the answer")]
pub struct ServerInfo<'a> {
    version: &'static str,
    agents: Value,
    seats: Value,
    openings: Value,
    limits: Value,
    /// The work in progress.
    busy: Value,
    clock: Option<ControlFields>,
    numbers: bool,
    flip: bool,
    game: GameObject,
    record: Option<LineView<'a>>,
    games: &'a [Summary],
    /// The number of `game` in its file, from 1.
    number: usize,
    /// True if the file on the command line is PDN. The page can then request its other games without sending a
    /// text.
    source: bool,
    /// True if the command line gives a file or a position.
    opened: bool,
}

/// Describes the server, its limits and the game to start with.
pub fn about(app: &App) -> ServerInfo<'_> {
    let (given, searches) = (&app.given, &app.searches);
    let TableOptions { red, black, clock, numbers, input, .. } = &given.options;
    let loaded = given.loaded.as_ref();
    let facts = loaded.map_or_else(GameInfo::default, |loaded| loaded.about.clone());
    let session = given.options.session(given.game.clone());
    ServerInfo {
        version: env!("CARGO_PKG_VERSION"),
        agents: agents(),
        seats: json!({"red": red.to_string(), "black": black.to_string()}),
        openings: openings(),
        limits: json!({
            "body": MAX_BODY_BYTES,
            "file": MAX_FILE_BYTES,
            "depth": MAX_RANK_DEPTH,
            "seconds": searches.longest.as_secs(),
            "searches": searches.running.most,
            "moves": MAX_PLIES,
        }),
        busy: json!({
            "running": searches.running.held(),
            "waiting": searches.waiting.held(),
            "reading": app.readings.running.held(),
        }),
        clock: clock.map(ControlFields::from),
        numbers: *numbers,
        flip: session.flip,
        game: game::object_of(&given.game, session.labels.or(facts)),
        record: loaded.and_then(|loaded| loaded.record.as_ref()).map(|record| record.line().into()),
        games: loaded.map_or(&[], |loaded| &loaded.games),
        number: loaded.map_or(1, |loaded| loaded.entry.number),
        source: loaded.is_some_and(|loaded| loaded.record.is_some()),
        opened: input.file.is_some() || input.fen.is_some(),
    }
}

/// Lists the openings of English draughts, sorted by name. `deck` is true if the three-move deck contains one.
fn openings() -> Value {
    let mut openings: Vec<&Opening> = Opening::all().iter().collect();
    openings.sort_by_key(|opening| opening.name());
    let view = |opening: &Opening| {
        let deck = opening.number().is_some();
        json!({"name": opening.name(), "deck": deck, "moves": opening.plies()})
    };
    openings.into_iter().map(view).collect()
}

/// Lists the agents offered as opponents.
fn agents() -> Value {
    let levels = Level::ALL.map(|level| {
        let spec = AgentSpec { kind: AgentKind::Level(level), seed: None };
        json!({"spec": spec.to_string(), "about": format!("{}, {} Elo", level.name(), level.elo())})
    });
    let others = [
        ("timed:1", "engine, 1 s per move"),
        ("timed:5", "engine, 5 s per move"),
        ("timed:0.1", "engine, 0.1 s per move"),
        ("eval:12", "engine, 12 plies ahead"),
        ("eval:4", "engine, 4 plies ahead"),
        ("minimax:6", "counts pieces, 6 plies ahead"),
        ("minimax:2", "counts pieces, 2 plies ahead"),
        ("random", "random moves"),
    ];
    let others = others.map(|(spec, about)| json!({"spec": spec, "about": about}));
    levels.into_iter().chain(others).collect()
}
