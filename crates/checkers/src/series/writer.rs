//! The texts of the games of a series.

use std::path::Path;

use rankmoves_core::Player;
use rankmoves_core::exchange::Document;
use rankmoves_game::{Game, Played, Series};

use crate::cli::SeriesOptions;
use shell::arguments::refuse;
use shell::format::Format;
use shell::json::GameInfo;
use shell::{ArchiveFormat, Stop, diagnostic, json, output};
use table::agents::Spec;
use table::today;

use table::written;

/// Writes the games of a series.
pub struct Writer {
    format: ArchiveFormat,
    agents: [Spec; 2],
    seed: u64,
    /// The day on which the series began.
    date: Option<String>,
    /// The time of each game.
    clock: Option<String>,
}

impl Writer {
    /// Makes the writer of a series whose games are kept. Refuses a format that cannot hold them,
    /// and warns of one that cannot hold their times, before they are played.
    pub fn new(options: &SeriesOptions, series: &Series) -> Result<Option<Writer>, Stop> {
        let Some(format) = format_of(options) else { return Ok(None) };
        let clock = series.clock.map(|clock| clock.to_string());
        if clock.is_some() && format == ArchiveFormat::JsonLines {
            let warning = "the format JSON cannot hold the time that was left; PDN can";
            output::print_error(&diagnostic::warning(warning));
        }
        let writer = Writer { format, agents: options.agents(), seed: series.seed, date: today(), clock };
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

    /// Returns a game as its format holds it.
    pub fn text(&self, played: &Played) -> Result<String, Stop> {
        let game = &played.game;
        let [first, second] = self.agents;
        let (red, black) = if played.first_agent == Player::Red { (first, second) } else { (second, first) };
        let (red, black) = (red.to_string(), black.to_string());
        let event = format!("{first} against {second}, seed {}", self.seed);
        let round = played.number + 1;
        if self.format == ArchiveFormat::JsonLines {
            let document = Document::new(game.start().setup(), game.played().iter().cloned());
            let about = GameInfo {
                event: Some(event),
                date: self.date.clone(),
                round: Some(round),
                red: Some(red),
                black: Some(black),
                result: Some(written::result(game.outcome()).to_owned()),
            };
            let text = json::write_with(&document, about, None::<()>);
            written::check_length(text.len())?;
            return Ok(text);
        }
        let tags = [
            ("Event", Some(event)),
            ("Date", Some(self.date.clone().unwrap_or_else(|| "????.??.??".to_owned()))),
            ("Round", Some(round.to_string())),
            ("Black", Some(black)),
            ("White", Some(red)),
            ("TimeControl", self.clock.clone()),
        ];
        let given = tags.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let first = game.start().turn();
        let clocks = played.clock.as_ref().map(|clock| clock.plies(first).collect()).unwrap_or_default();
        let tags = written::Tags { given, clocks, ..written::Tags::default() };
        Ok(written::write_tagged(Format::Pdn, game, None, &tags)?.text + "\n")
    }
}

/// Returns the format of the file of games, if there is one.
fn format_of(options: &SeriesOptions) -> Option<ArchiveFormat> {
    let is =
        |path: &Path, wanted: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
    match (&options.pdn, &options.keep) {
        (Some(_), _) => Some(ArchiveFormat::Pdn),
        (None, Some(path)) if is(path, "pdn") => Some(ArchiveFormat::Pdn),
        (None, Some(path)) if is(path, "jsonl") || output::is_stdout(path) => Some(ArchiveFormat::JsonLines),
        (None, Some(_)) => refuse("expected a file whose name ends in .pdn or .jsonl to keep the games in"),
        (None, None) => None,
    }
}
