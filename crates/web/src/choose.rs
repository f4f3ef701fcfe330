//! Choices of programs: the move of an agent, a hint with its reason, and the answer to a draw offer.

use std::sync::Arc;

use rankmoves_engine::Choice;
use rankmoves_game::{AgentError, AgentKind, AgentSpec, Game, TimeLeft};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::app::{App, MAX_RANK_DEPTH};
use super::clock::ClockFields;
use super::events::Client;
use super::game::{GameRequest, ReceivedGame};
use super::problem::Problem;
use super::rank::check_moves;
use super::searches::End;
use table::agents::Spec;
use table::review::{self, Hint};
use table::session::{Seat, player_ahead};

/// The maximum number of moves in the hint's line.
const MAX_HINT_MOVES: usize = 6;

/// The request for a move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct ChooseRequest<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    agent: String,
    /// The clock of the player to move.
    clock: Option<ClockFields>,
}

/// Reads the game, the agent, and the time of the player to move.
pub fn read(app: &App, body: &[u8]) -> Result<(Game, Spec, Option<TimeLeft>), Problem> {
    let ChooseRequest { game, agent, clock } = serde_json::from_slice(body)?;
    let spec = agent_spec(app, &agent)?;
    let game = ReceivedGame::read(app, body, game)?.game;
    if let Some(outcome) = game.outcome() {
        return Err(Problem::meaningless(format!("the game is over: {outcome}")));
    }
    spec.check(game.start()).map_err(|why| Problem::field("agent", why))?;
    let time = clock.map(ClockFields::time_left).transpose()?;
    Ok((game, spec, time))
}

/// Reads the name of an agent: a player from the command line, or one of the library's own agents. A request
/// cannot start other programs.
pub fn agent_spec(app: &App, name: &str) -> Result<Spec, Problem> {
    let seats = [app.given.options.red, app.given.options.black];
    if let Some(Seat::Agent(spec)) = seats.into_iter().find(|seat| seat.to_string() == name) {
        return Ok(spec);
    }
    let refused = |why: String| Problem::field("agent", why);
    let spec: AgentSpec = name.parse().map_err(|why| refused(format!("{why}")))?;
    let longest = app.searches.longest;
    match spec.kind {
        AgentKind::Timed(time) if time > longest => {
            Err(refused(format!("expected at most {} seconds a move", longest.as_secs())))
        }
        AgentKind::Minimax(depth) if depth > MAX_RANK_DEPTH => {
            Err(refused(format!("expected a depth of at most {MAX_RANK_DEPTH} but found {depth}")))
        }
        _ => Ok(Spec::Own(spec)),
    }
}

/// Lets an agent choose a move as soon as a search may start. The move is null if the player has to pass.
pub async fn choose(
    app: Arc<App>,
    (game, spec, time): (Game, Spec, Option<TimeLeft>),
    client: Client,
) -> Result<Value, Problem> {
    if !game.position().has_moves() {
        return Ok(json!({"move": null}));
    }
    let permit = app.searches.permit(&client).await?;
    let failed = |why: AgentError| Problem::meaningless(format!("{spec} cannot choose a move: {why}"));
    let mut agent = app.engines.take(spec).map_or_else(|| spec.agent(), Ok).map_err(failed)?;
    let stops = Vec::from_iter(agent.stop_flag());
    let work = move || {
        let chosen = match time {
            Some(time) => agent.choose_in_time(&game, time),
            None => agent.choose(&game),
        };
        // A failed engine is dropped on this thread, because ending it may take seconds.
        (chosen.is_ok().then_some(agent), chosen)
    };
    let ((agent, chosen), end) = app.searches.run(&permit, &stops, &client, work).await?;
    match chosen {
        Err(AgentError::Stopped) if end == End::TimedOut => {
            let longest = app.searches.longest.as_secs();
            Err(Problem::meaningless(format!("{spec} has taken more than {longest} seconds")))
        }
        Ok(mv) => {
            if let Some(agent) = agent {
                app.engines.keep(spec, agent);
            }
            Ok(json!({"move": mv}))
        }
        Err(why) => Err(failed(why)),
    }
}

/// Finds a hint: a move, with its proven value or the engine's view.
pub async fn hint(app: Arc<App>, game: Game, client: Client) -> Result<Value, Problem> {
    let permit = app.searches.permit(&client).await?;
    let mut engine = Hint::engine(&game);
    let stops = [engine.stop_flag()];
    let shared = Arc::clone(&app);
    let work = move || review::hint(&game, &shared.values, &mut engine);
    let (hint, _) = app.searches.run(&permit, &stops, &client, work).await?;
    match hint.ok_or_else(|| Problem::meaningless("there is no move to choose"))? {
        Hint::Proven(mv, value) => Ok(json!({"move": mv, "proven": value})),
        Hint::Choice(Choice { mv, score, depth, mut line, .. }) => {
            line.truncate(MAX_HINT_MOVES);
            Ok(json!({"move": mv, "view": {"score": score, "depth": depth, "line": line}}))
        }
    }
}

/// Judges a draw offer: finds the player whom the engine judges as better.
pub async fn draw(app: Arc<App>, game: Game, client: Client) -> Result<Value, Problem> {
    let permit = app.searches.permit(&client).await?;
    let (better, _) = app.searches.run(&permit, &[], &client, move || player_ahead(&game)).await?;
    Ok(json!({"better": better}))
}

/// Reads the game of a request for a hint or about a draw offer.
pub fn read_game(app: &App, body: &[u8]) -> Result<Game, Problem> {
    let GameRequest { game } = serde_json::from_slice(body)?;
    let game = ReceivedGame::read(app, body, game)?.game;
    let position = game.position();
    check_moves(position)?;
    // A blocked player who passes may offer a draw.
    if !position.has_moves() && game.outcome().is_some() {
        return Err(Problem::meaningless(format!("{} has no moves", position.turn())));
    }
    Ok(game)
}
