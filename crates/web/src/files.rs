//! Reads and writes games as texts, for the page. The only file opened here is the one on the command line,
//! and only to read it. `table::written` writes the formats.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::ValueEnum;
use rankmoves::RankedMove;
use rankmoves_core::pdn::{GameResult, Record};
use rankmoves_core::{Move, Player, Ply, quoted};
use rankmoves_game::Game;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shell::format::Format;
use shell::game_info::GameInfo;
use shell::json::GameObject;
use table::written::{self, Tags};

use super::app::{App, MAX_PLIES};
use super::choose::agent_spec;
use super::clock::ClockRecord;
use super::game::{self, ReceivedGame};
use super::problem::Problem;
use super::record::{Edit, LineView, SourceText, edited};
use super::reply;
use picture::{Picture, svg};
use table::loading::Summary;
use table::session::{MAX_LISTED_MOVES, Seat};

/// The greatest absolute score of an arrow, far above any score on a board.
const MAX_ARROW_SCORE: i32 = 1_000_000;

/// A game that has been read.
#[derive(Serialize)]
struct ReadView<'a> {
    format: String,
    game: GameObject,
    record: Option<LineView<'a>>,
    games: &'a [Summary],
    number: usize,
    oddities: &'a [String],
}

/// Answers the request to read a text.
pub fn read(app: &App, body: &[u8], stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Problem> {
    let loaded = serde_json::from_slice::<SourceText>(body)?.load(app, stop)?;
    let plies = loaded.game.plies().len();
    if plies > MAX_PLIES {
        return Err(Problem::meaningless(format!("expected at most {MAX_PLIES} moves but found {plies}")));
    }
    reply::to_json(&ReadView {
        format: loaded.format.to_string(),
        game: game::object_of(&loaded.game, loaded.about.clone()),
        record: loaded.record.as_ref().map(|record| record.line().into()),
        games: &loaded.games,
        number: loaded.entry.number,
        oddities: &loaded.oddities,
    })
}

/// The request to write a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
#[expect(clippy::struct_excessive_bools, reason = "they are fields of a request")]
struct WriteRequest<'a> {
    #[serde(borrow)]
    game: &'a RawValue,
    /// True if the players ended the game, with the result in `game`.
    #[serde(default)]
    over: bool,
    /// The players of a game that was played here; programs are named unless `game` has names.
    #[serde(default)]
    seats: HashMap<Player, String>,
    /// The name of a format.
    format: String,
    /// For a picture: draw the board from black's side.
    #[serde(default)]
    flip: bool,
    /// For a picture: show the numbers of squares.
    #[serde(default)]
    numbers: bool,
    /// For a picture: draw these moves with their scores.
    arrows: Option<Arrows>,
    /// The PDN text that the game was read from; its tags and comments are kept.
    source: Option<SourceText>,
    /// True to write the whole source, with the game in its place.
    #[serde(default)]
    whole: bool,
    /// The game whose moves were the main line before the changes, if there is no source.
    #[serde(borrow)]
    base: Option<&'a RawValue>,
    /// Changes to the record.
    #[serde(default)]
    edits: Vec<Edit>,
    /// The clock of the game, which PDN stores in tags and comments.
    clock: Option<ClockRecord>,
}

impl WriteRequest<'_> {
    /// Returns whether the game is still the record that it was read from, with these plies and facts.
    fn changes_nothing(&self, record: &Record, plies: &[Ply], facts: &GameInfo) -> bool {
        self.edits.is_empty()
            && !self.over
            && self.clock.is_none()
            && record.line().moves().len() == plies.len()
            && record.begins_with(plies)
            && GameInfo { round: None, ..GameInfo::of(record) } == *facts
    }

    /// Describes the program that plays a side.
    fn program(&self, app: &App, player: Player) -> Option<String> {
        let spec = self.seats.get(&player).and_then(|name| agent_spec(app, name).ok());
        spec.map(|spec| Seat::Agent(spec).described())
    }
}

/// Ends a game by its players, with this result.
fn end(game: &mut Game, result: Option<GameResult>) -> Result<(), Problem> {
    match result {
        Some(GameResult::RedWins) => game.resign(Player::Black),
        Some(GameResult::BlackWins) => game.resign(Player::Red),
        Some(GameResult::Draw) => game.agree_draw(),
        _ => return Err(Problem::field("over", "expected a game with a result")),
    }
    Ok(())
}

/// A ranking to draw as arrows.
#[derive(Deserialize)]
struct Arrows {
    depth: u32,
    moves: Vec<ArrowMove>,
}

#[derive(Deserialize)]
struct ArrowMove {
    #[serde(rename = "move")]
    mv: Ply,
    score: i32,
}

/// A text to be saved.
#[derive(Serialize)]
struct WriteView {
    text: String,
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    /// The parts of the game that the format cannot hold, one sentence each.
    lost: Vec<String>,
}

/// Answers the request to write a game.
pub fn write(app: &App, body: &[u8], stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Problem> {
    let mut request: WriteRequest<'_> = serde_json::from_slice(body)?;
    let mut sent = ReceivedGame::read(app, body, request.game)?;
    if request.format == "svg" {
        return draw(&sent.game, &request);
    }
    let format = Format::from_str(&request.format, false).map_err(|_| {
        let found = quoted(&request.format);
        Problem::field("format", format!("expected pdn, fen, exchange, json or svg but found {found}"))
    })?;
    let kind = match format {
        Format::Pdn => "application/x-draughts-pdn",
        Format::Json => "application/json",
        Format::Exchange | Format::Fen => "text/plain",
    };
    let whole = request.whole.then(|| request.source.clone()).flatten();
    let loaded = request.source.take().map(|source| source.record(app, stop)).transpose()?.flatten();
    let is_tried = loaded.is_none();
    if request.whole && (is_tried || format != Format::Pdn) {
        return Err(Problem::field("whole", "expected a source in PDN, and the format pdn"));
    }
    // The source's tag may be more than a number.
    let given = GameInfo { round: sent.about.round.filter(|_| is_tried), ..sent.about };
    let is_unchanged =
        loaded.as_ref().is_some_and(|record| request.changes_nothing(record, sent.game.plies(), &given));
    let record = match request.base {
        Some(base) => Some(edited(app, body, base, loaded, &request.edits, stop)?),
        None => loaded,
    };
    if request.over {
        end(&mut sent.game, given.result)?;
    }
    let [red, black] = Player::ALL.map(|player| request.program(app, player));
    let given = given.or(GameInfo { red, black, ..GameInfo::default() });
    let mut tags = Tags { given, is_tried, ..Tags::default() };
    if let Some(clock) = request.clock {
        clock.note(&mut sent.game, &mut tags)?;
    }
    let written = written::write_game(format, &sent.game, record.as_ref(), &tags)?;
    let (text, lost) = match whole {
        Some(source) if is_unchanged => (source.text(app)?, Vec::new()),
        Some(source) => (source.with_game(app, &written.text)?, written.lost),
        None => (written.text, written.lost),
    };
    let stem = if sent.game.played().is_empty() || format == Format::Fen { "position" } else { "game" };
    let name = format!("{stem}.{}", format.extension());
    reply::to_json(&WriteView { text, name, kind, lost })
}

/// Draws the last position.
fn draw(game: &Game, request: &WriteRequest<'_>) -> Result<Vec<u8>, Problem> {
    let mut picture = Picture::of_plies(&game.positions()[..=game.played().len()], game.played());
    (picture.flip, picture.numbers) = (request.flip, request.numbers);
    if let Some(Arrows { depth, moves }) = &request.arrows {
        picture.rank(ranking(game, moves)?, *depth);
    }
    let name = "board.svg".to_owned();
    reply::to_json(&WriteView { text: svg::draw(&picture), name, kind: "image/svg+xml", lost: Vec::new() })
}

/// Finds the moves of arrows. Refuses too many arrows, because each costs memory and time.
fn ranking(game: &Game, arrows: &[ArrowMove]) -> Result<Vec<RankedMove>, Problem> {
    if arrows.len() > MAX_LISTED_MOVES {
        let message = format!("expected at most {MAX_LISTED_MOVES} arrows but found {}", arrows.len());
        return Err(Problem::field("arrows", message));
    }
    let moves = arrows.iter().map(|arrow| ranked(game, arrow)).collect::<Result<Vec<_>, _>>()?;
    let mut drawn = BTreeSet::new();
    match moves.iter().find(|ranked| !drawn.insert(&ranked.mv)) {
        Some(twice) => Err(Problem::field("arrows", format!("{} has two arrows", twice.mv))),
        None => Ok(moves),
    }
}

/// Finds the move of an arrow.
fn ranked(game: &Game, ArrowMove { mv, score }: &ArrowMove) -> Result<RankedMove, Problem> {
    let found: Result<Move, String> = match mv {
        Ply::Move(path) => game.position().find(path).map_err(|why| why.to_string()),
        Ply::Pass => Err("a pass has no arrow".to_owned()),
    };
    let mv = found.map_err(|why| Problem::field("arrows", format!("{mv} is illegal: {why}")))?;
    if !(-MAX_ARROW_SCORE..=MAX_ARROW_SCORE).contains(score) {
        let message =
            format!("expected a score from -{MAX_ARROW_SCORE} to {MAX_ARROW_SCORE} but found {score}");
        return Err(Problem::field("arrows", message));
    }
    Ok(RankedMove { mv, score: *score })
}
