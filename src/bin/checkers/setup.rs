//! The position that a game begins with, by options or from a file.

use std::path::Path;

use rankmoves::game::{DrawRules, Game};
use rankmoves::pdn::Record;
use rankmoves::{Blocked, Board, Capture, Jumps, Position, Rules, Setup, Shape, excerpt};

use crate::cli::{InputOptions, SetupOptions};
use crate::common::diagnostic::{self, PATH};
use crate::common::input::{Input, Source};
use crate::common::{Stop, output};

/// The start of a game by options alone.
fn start(options: &SetupOptions) -> Result<Position, Stop> {
    let shape = options.board.unwrap_or(Shape::STANDARD);
    // Two ranks stay empty, as on the standard board; a row in four ranks.
    let rows = options.rows.unwrap_or((shape.ranks() - 2) / 2);
    if rows > shape.ranks() / 2 {
        let message = format!("{rows} rows of men on either side do not fit on a board of {shape}");
        return Err(Stop::Failed(diagnostic::error(&message)));
    }
    let rules = Rules {
        capture: if options.no_capture { Capture::Optional } else { Capture::Required },
        jumps: if options.single_jumps { Jumps::Single } else { Jumps::Multiple },
        blocked: options.blocked.map_or(Blocked::Loses, Into::into),
    };
    let setup = Setup { board: Board::start(shape, rows), turn: options.first, rules, jumping: None };
    setup.position().map_err(|why| Stop::failed("set the board up", &why))
}

impl SetupOptions {
    /// When games are drawn.
    pub fn draw_rules(&self) -> DrawRules {
        let quiet_moves = Some(self.draw_after).filter(|&moves| moves > 0);
        DrawRules { quiet_moves, ..DrawRules::default() }
    }
}

/// The game to go on with: of a file, from a FEN position, or from the start;
/// and what it was read from, if from PDN.
pub fn game(setup: &SetupOptions, input: &InputOptions) -> Result<(Game, Option<Record>), Stop> {
    match (&input.file, input.fen) {
        (Some(path), _) => load(path, setup.draw_rules(), input.game),
        (None, Some(fen)) => {
            let position = fen.setup(Rules::ENGLISH).position();
            let position = position.map_err(|why| Stop::failed("set the position up", &why))?;
            Ok((Game::with_draw_rules(position, setup.draw_rules()), None))
        }
        (None, None) => Ok((Game::with_draw_rules(start(setup)?, setup.draw_rules()), None)),
    }
}

/// The game of a file, all of its moves played; and what PDN tells about it.
pub fn load(path: &Path, draw_rules: DrawRules, number: Option<u32>) -> Result<(Game, Option<Record>), Stop> {
    let input = Input::read(Some(path))?;
    let source = input.game(number)?;
    source.warn();
    game_of(&source, draw_rules)
}

/// The game of a source, all of its moves played; and what PDN tells about it.
pub fn game_of(source: &Source<'_>, draw_rules: DrawRules) -> Result<(Game, Option<Record>), Stop> {
    let refused = |why: &dyn std::error::Error| Stop::failed("play the moves of the file", why);
    source.position()?;
    let start = source.document.setup().position().map_err(|why| refused(&why))?;
    let mut game = Game::with_draw_rules(start, draw_rules);
    for ply in source.document.plies() {
        game.record(ply).map_err(|why| refused(&why))?;
    }
    Ok((game, source.record().cloned()))
}

/// The input that the options name.
pub fn input(options: &InputOptions) -> Result<Input, Stop> {
    match options.fen {
        Some(fen) => Ok(Input::from_text("--fen", &fen.to_string())),
        None => Input::read(options.file.as_deref()),
    }
}

/// Saves the text of one game, unless that would be the end of others: a file
/// of many games is no place for one.
pub fn save_game(path: &Path, text: &str) -> Result<(), Stop> {
    let old = path.is_file().then(|| Input::read(Some(path)).ok()).flatten();
    match old.and_then(|old| old.records()).map_or(0, |games| games.len()) {
        0 | 1 => output::save(path, text.as_bytes()),
        games => {
            let path = excerpt(&path.display().to_string(), PATH);
            Err(Stop::Failed(diagnostic::error(&format!(
                "{path} has {games} games: save this one under another name"
            ))))
        }
    }
}
