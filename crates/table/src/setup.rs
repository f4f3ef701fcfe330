//! The start of a game, from options or a file.

use rankmoves_core::pdn::Record;
use rankmoves_core::{Board, Position, Setup, Shape};
use rankmoves_game::{Agent, AgentError, DrawRules, Game};

use crate::agents::Spec;
use crate::options::{DrawOptions, SetupOptions, TableOptions};
use crate::written::record_of;
use shell::input::{GameSelection, Input};
use shell::options::InputOptions;
use shell::output::warn;
use shell::source::Source;
use shell::{Failure, Stop, arguments};

/// Returns a shape, with the other squares playable if `flipped`. Exits with an error if that is impossible.
pub fn flip(shape: Shape, flipped: bool) -> Shape {
    Shape::new(shape.ranks().into(), shape.files().into(), flipped).unwrap_or_else(|why| {
        arguments::refuse(&format!("cannot use --flipped with a board of {shape}: {why}"))
    })
}

/// Sets up the start of a game from options alone. Exits with an error if the input has moves without a file.
fn start(options: &SetupOptions, input: &InputOptions) -> Result<Position, Stop> {
    if input.moves.is_some() {
        arguments::refuse("--moves needs a file, as in -m 10 game.pdn");
    }
    let shape = flip(options.board.unwrap_or(Shape::STANDARD), options.flipped);
    let most = shape.ranks() / 2;
    // By default two ranks stay empty, or three if the number of ranks is odd.
    let rows = options.rows.map_or(most - 1, |rows| match u8::try_from(rows) {
        Ok(rows) if (1..=most).contains(&rows) => rows,
        _ => {
            let why = if rows == 0 {
                "0 rows of men leave the board empty".to_owned()
            } else {
                format!("{rows} rows of men on each side do not fit on {} ranks", shape.ranks())
            };
            arguments::refuse(&format!("{why}: expected --rows from 1 to {most}"))
        }
    });
    let rules = options.rules.rules();
    let setup = Setup { board: Board::start(shape, rows), turn: options.first, rules, jumping: None };
    setup.position().map_err(|why| Stop::failed("set the board up", &why))
}

impl DrawOptions {
    /// Returns the rules by which games are drawn.
    pub fn draw_rules(&self) -> DrawRules {
        let quiet_moves = Some(self.draw_after).filter(|&moves| moves > 0);
        DrawRules { quiet_moves, ..DrawRules::default() }
    }
}

/// Makes an agent for a game that begins at `start`, and prepares the agent.
///
/// # Errors
///
/// If the agent cannot play games of this kind, or cannot be started.
pub fn agent(
    spec: Spec,
    start: &Position,
    prepare: impl FnOnce(&mut dyn Agent) -> Result<(), AgentError>,
) -> Result<Box<dyn Agent>, Stop> {
    let prepared = || {
        spec.check(start).map_err(|why| AgentError::Other(why.into()))?;
        let mut agent = spec.agent()?;
        prepare(&mut *agent)?;
        Ok(agent)
    };
    prepared().map_err(|why: AgentError| Failure::new(why.to_string()).into())
}

/// Reads the game that the options specify: an opening, a game from a file, a FEN position, or the start position.
/// Returns its record too, if it has one.
///
/// # Errors
///
/// If the game cannot be read or is not valid.
pub fn table_game(table: &TableOptions) -> Result<(Game, Option<Record>), Stop> {
    let (draw_rules, setup, input) = (table.draws.draw_rules(), &table.setup, &table.input);
    if let Some(opening) = &table.opening {
        return Ok((opening.game(draw_rules), None));
    }
    match given(setup, input)? {
        Some(given) => load(&given, draw_rules, input.selection()),
        None => Ok((Game::with_draw_rules(start(setup, input)?, draw_rules), None)),
    }
}

/// Reads a position: from a file, after its moves; from a FEN position; or the start position.
///
/// # Errors
///
/// If the position cannot be read or is not valid.
pub fn position(setup: &SetupOptions, input: &InputOptions) -> Result<Position, Stop> {
    match given(setup, input)? {
        Some(given) => given.position(input.selection()),
        None => start(setup, input),
    }
}

/// Reads the file or the FEN position of the options, if one is given.
fn given(setup: &SetupOptions, input: &InputOptions) -> Result<Option<Input>, Stop> {
    let is_given = input.file.is_some() || input.fen.is_some();
    is_given.then(|| input.read(setup.rules.rules())).transpose()
}

/// Plays the moves of a game. Returns its record too, if it has one. Prints warnings on standard error.
///
/// # Errors
///
/// If the game is not valid.
pub fn load(
    input: &Input,
    draw_rules: DrawRules,
    part: GameSelection,
) -> Result<(Game, Option<Record>), Stop> {
    let source = input.game(part)?;
    source.warn();
    source.illegal_variation().iter().for_each(|why| warn(why));
    game_of(&source, draw_rules)
}

/// Plays all moves of a source. Returns the game, and its record if it is PDN, or JSON with facts about the game.
pub(crate) fn game_of(source: &Source<'_>, draw_rules: DrawRules) -> Result<(Game, Option<Record>), Stop> {
    let refused = |why: &dyn std::error::Error| Stop::failed("play the moves of the file", why);
    source.position()?;
    let start = source.document.setup().position().map_err(|why| refused(&why))?;
    let game = Game::of_plies(start, draw_rules, source.document.plies()).map_err(|why| refused(&why))?;
    let record = source.record.clone().or_else(|| record_of(&game, &source.about));
    Ok((game, record))
}
