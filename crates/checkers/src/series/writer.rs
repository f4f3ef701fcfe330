//! The games of a series as text.

use std::path::Path;

use rankmoves_core::Player;
use rankmoves_game::{Game, Played, Series};

use super::SeriesOptions;
use shell::arguments::refuse;
use shell::format::Format;
use shell::game_info::GameInfo;
use shell::{Stop, output};
use table::agents::Spec;
use table::save::today;
use table::written::{self, Tags};

/// Writes the games of a series.
pub struct Writer {
    format: Format,
    agents: [Spec; 2],
    /// The facts that are the same for all games.
    tags: Tags,
}

impl Writer {
    /// Makes the writer of a series whose games are kept. Before the first game, refuses a format that cannot
    /// hold the games, and warns if it cannot hold their clock times.
    pub fn new(options: &SeriesOptions, series: &Series) -> Result<Option<Writer>, Stop> {
        let Some(format) = format_of(options) else { return Ok(None) };
        if series.clock.is_some() && format == Format::Json {
            let warning = "the format JSON cannot hold the time left on the clocks; PDN can";
            output::warn(warning);
        }
        let [first, second] = options.agents();
        let event = Some(format!("{first} against {second}, seed {}", series.seed));
        let given = GameInfo { event, date: Some(today()), ..GameInfo::default() };
        let time_control = series.clock.map(|clock| clock.to_string());
        let tags = Tags { given, time_control, ..Tags::default() };
        let writer = Writer { format, agents: [first, second], tags };
        writer.text(&Played {
            number: 0,
            game: Game::new(series.start),
            first_agent: series.start.turn(),
            forfeit: None,
            taken: Default::default(),
            clock: None,
        })?;
        Ok(Some(writer))
    }

    /// Returns a game as text in the writer's format.
    pub fn text(&self, played: &Played) -> Result<String, Stop> {
        let (game, mut tags) = (&played.game, self.tags.clone());
        tags.given.round = Some(played.number + 1);
        let [first, second] = self.agents.map(|agent| Some(agent.to_string()));
        let is_red = played.first_agent == Player::Red;
        (tags.given.red, tags.given.black) = if is_red { (first, second) } else { (second, first) };
        tags.clocks.extend(played.clock.iter().flat_map(|clock| clock.plies(game.start().turn())));
        let text = written::write_game(self.format, game, None, &tags)?.text;
        Ok(if self.format == Format::Pdn { text + "\n" } else { text })
    }
}

/// Returns the format of the file of games, if there is one: PDN, or JSON with an object per line.
fn format_of(options: &SeriesOptions) -> Option<Format> {
    let is =
        |path: &Path, wanted: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
    match (&options.pdn, &options.keep) {
        (Some(_), _) => Some(Format::Pdn),
        (None, Some(path)) if is(path, "pdn") => Some(Format::Pdn),
        (None, Some(path)) if is(path, "jsonl") || output::is_stdout(path) => Some(Format::Json),
        (None, Some(_)) => refuse("expected a file whose name ends in .pdn or .jsonl to keep the games in"),
        (None, None) => None,
    }
}
