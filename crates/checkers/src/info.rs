//! `checkers info`: the contents of a file.

use std::fmt::Write as _;

use rankmoves_core::exchange::Document;
use rankmoves_core::{MoveList, Notation, PieceCount, Player, Position, Resources, Rules, Shape};
use rankmoves_engine::{Evaluation, FeatureGroup, Patterns, TrainedEvaluation};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::cli::InfoOptions;
use shell::diagnostic::Location;
use shell::format::Format;
use shell::input::Input;
use shell::json::{self, texts};
use shell::lines::{LineError, LineQuestion};
use shell::source::Source;
use shell::{Failure, Stop, lines, output};
use table::loading::{self, Summary};
use table::score_text::in_men;

pub fn run(options: &InfoOptions) -> Result<(), Stop> {
    if options.many.lines {
        return describe_lines(options);
    }
    let input = options.source.read()?.with_lines_option();
    if options.games {
        return list_games(&input);
    }
    let source = input.game(options.source.selection());
    if let Ok(source) = &source {
        source.warn_of_wrong_games();
    }
    let is_stopped = options.source.input.moves.is_some();
    let wrong = source.as_ref().ok().and_then(|source| source.archived.as_ref());
    let wrong = wrong.filter(|archived| !archived.is_chosen).map_or(0, |archived| archived.wrong);
    match source.and_then(|source| Info::new(&source, is_stopped)) {
        Ok(info) => {
            output::write_lines(&match (options.json, options.evaluate) {
                (true, evaluates) => info.json(evaluates),
                (false, true) => info.text() + &info.evaluation_text(),
                (false, false) => info.text(),
            })?;
            fail_if_wrong(wrong)
        }
        Err(failure) => {
            if options.json {
                output::write_lines(&refused(&failure))?;
            }
            Err(failure.into())
        }
    }
}

/// Writes a line for each game of a PDN file.
fn list_games(input: &Input) -> Result<(), Stop> {
    let games = loading::summaries(input);
    if games.is_empty() {
        return Err(Failure::new("--games needs a PDN file, but this file has another format").into());
    }
    let line = |(number, Summary { text, is_valid }): (usize, &Summary)| {
        format!("{number:>4} {}{text}\n", if *is_valid { "" } else { "invalid: " })
    };
    output::write_lines(&(1..).zip(&games).map(line).collect::<String>())?;
    fail_if_wrong(games.iter().filter(|game| !game.is_valid).count())
}

/// Fails if an archive has invalid games, which other messages report.
fn fail_if_wrong(games: usize) -> Result<(), Stop> {
    match games {
        0 => Ok(()),
        1 => Err(Failure::new("1 game is invalid").into()),
        games => Err(Failure::new(format!("{games} games are invalid")).into()),
    }
}

/// Writes the facts about the position of each line.
fn describe_lines(options: &InfoOptions) -> Result<(), Stop> {
    let evaluates = options.evaluate;
    let answer = move |(): &mut (), question: &LineQuestion| -> Option<Result<Info, LineError>> {
        Some(Ok(Info::of(question.format, &question.document, &question.position, evaluates)))
    };
    let threads = options.threads.unwrap_or_else(|| Resources::default().threads);
    lines::answer(&options.source.lines(&options.many, threads, 64)?, |_| (), answer)
}

/// The maximum number of moves listed. Large boards may have more.
const MAX_LISTED_MOVES: usize = 10_000;

/// Facts about a game.
struct Info {
    format: Format,
    /// The archive, if the file has many games.
    archive: Option<Archive>,
    /// The number of moves played.
    plies: usize,
    /// The number of moves of the whole game, with `--moves`.
    of: Option<usize>,
    /// True if an illegal move follows the played moves.
    is_cut: bool,
    position: Position,
    moves: MoveList,
    oddities: Vec<String>,
}

/// A file of many games, in PDN or JSON Lines.
#[derive(Clone, Copy, Serialize)]
struct Archive {
    games: usize,
    /// The number of this game.
    game: u32,
    wrong_games: usize,
}

impl Info {
    fn new(source: &Source<'_>, is_stopped: bool) -> Result<Info, Failure> {
        let archive = source.archived.as_ref().map(|archived| Archive {
            games: archived.games,
            game: archived.number,
            wrong_games: archived.wrong,
        });
        let info = Info::of(source.format, &source.document, source.position()?);
        let of = is_stopped.then(|| info.plies + source.rest().len());
        Ok(Info { archive, of, is_cut: source.cut.is_some(), ..info })
    }

    /// Collects the facts about the position after the moves of a document.
    fn of(format: Format, document: &Document, position: Position) -> Info {
        Info {
            format,
            archive: None,
            plies: document.plies().len(),
            of: None,
            is_cut: false,
            position,
            moves: position.legal_moves().up_to(MAX_LISTED_MOVES),
            oddities: document.oddities().iter().map(|(oddity, _)| oddity.to_string()).collect(),
        }
    }

    fn evaluation(&self) -> Evaluation {
        Evaluation::of(&self.position)
    }

    /// Returns the trained evaluation for red, if the position has one.
    fn trained(&self) -> Option<TrainedEvaluation> {
        let TrainedEvaluation { score, parts } = Patterns::trained().evaluation(&self.position)?;
        Some(match self.position.turn() {
            Player::Red => TrainedEvaluation { score, parts },
            Player::Black => TrainedEvaluation { score: -score, parts: parts.map(|part| -part) },
        })
    }

    fn evaluation_text(&self) -> String {
        table(&self.evaluation()) + &self.trained().map(trained_table).unwrap_or_default()
    }

    fn json(&self, evaluates: bool) -> String {
        let (board, rules) = (self.position.board(), self.position.rules());
        let notation = Notation::Numbers(board.shape());
        let fields = Fields {
            valid: true,
            format: self.format.to_string(),
            archive: self.archive,
            rules,
            shape: board.shape(),
            plies: self.plies,
            of: self.of,
            more_plies: self.is_cut,
            turn: self.position.turn(),
            pieces: Pieces {
                red: board.pieces().count(Player::Red),
                black: board.pieces().count(Player::Black),
            },
            moves: texts(&self.moves.moves),
            numbers: self.moves.moves.iter().map(|mv| notation.path(mv.path())).collect(),
            more_moves: !self.moves.is_complete,
            movable: texts(&self.position.movable()),
            movable_numbers: self.position.movable().iter().map(|&square| notation.square(square)).collect(),
            oddities: &self.oddities,
            evaluation: evaluates.then(|| EvaluationFields::of(&self.evaluation(), self.trained())),
        };
        json::line(&fields)
    }

    fn text(&self) -> String {
        let (board, turn) = (self.position.board(), self.position.turn());
        let shape = board.shape();
        let mut text = String::new();
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "{name:<8} {value}");
        };
        line("format", &self.format.to_string());
        if let Some(Archive { games, game, .. }) = self.archive.filter(|archive| archive.games > 1) {
            line("games", &games.to_string());
            line("game", &game.to_string());
        }
        line("rules", &self.position.rules().to_string());
        line("board", &format!("{shape}{}", if shape.is_flipped() { ", flipped" } else { "" }));
        let of = self.of.map(|of| format!(" of {}{of}", if self.is_cut { "more than " } else { "" }));
        line("plies", &format!("{}{} played", self.plies, of.unwrap_or_default()));
        line("turn", &turn.to_string());
        for player in Player::ALL {
            let PieceCount { men, kings } = board.pieces().count(player);
            let plural = |count, one, many| format!("{count} {}", if count == 1 { one } else { many });
            line(
                &player.to_string(),
                &format!("{}, {}", plural(men, "man", "men"), plural(kings, "king", "kings")),
            );
        }
        let counted = |items: Vec<String>| format!("{}: {}", items.len(), items.join(" "));
        if self.moves.moves.is_empty() {
            line("moves", "none");
        } else {
            let moves = counted(texts(&self.moves.moves));
            line("moves", &if self.moves.is_complete { moves } else { format!("more than {moves} ...") });
            line("movable", &counted(texts(&self.position.movable())));
        }
        for oddity in &self.oddities {
            line("odd", oddity);
        }
        text
    }
}

#[derive(Serialize)]
struct Fields<'a> {
    valid: bool,
    format: String,
    #[serde(flatten)]
    archive: Option<Archive>,
    rules: Rules,
    shape: Shape,
    plies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
    /// True if `of` does not count all moves; omitted if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more_plies: bool,
    turn: Player,
    pieces: Pieces,
    moves: Vec<String>,
    numbers: Vec<String>,
    /// True if `moves` does not list all moves; omitted if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more_moves: bool,
    movable: Vec<String>,
    movable_numbers: Vec<String>,
    oddities: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<EvaluationFields>,
}

/// The engine's static evaluation, in hundredths of a man.
#[derive(Serialize)]
struct EvaluationFields {
    terms: Vec<TermFields>,
    /// The evaluation for red.
    red: i32,
    /// The evaluation for black: the negative.
    black: i32,
    /// Omitted for rules and boards without a trained evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    trained: Option<TrainedFields>,
}

/// The trained evaluation, for red, in hundredths of a man.
#[derive(Serialize)]
struct TrainedFields {
    parts: Vec<PartFields>,
    red: i32,
    black: i32,
}

#[derive(Serialize)]
struct PartFields {
    part: &'static str,
    sum: i32,
}

impl TrainedFields {
    fn of(trained: TrainedEvaluation) -> TrainedFields {
        let parts = FeatureGroup::ALL.iter().zip(trained.parts);
        TrainedFields {
            parts: parts.map(|(part, sum)| PartFields { part: part.name(), sum }).collect(),
            red: trained.score,
            black: -trained.score,
        }
    }
}

#[derive(Serialize)]
struct TermFields {
    term: &'static str,
    red: i32,
    black: i32,
    weight: i32,
    /// The term's part of the evaluation for red.
    sum: i32,
}

impl EvaluationFields {
    fn of(evaluation: &Evaluation, trained: Option<TrainedEvaluation>) -> EvaluationFields {
        let terms = evaluation.terms().map(|term| TermFields {
            term: term.term.name(),
            red: term.red,
            black: term.black,
            weight: term.weight,
            sum: term.score(Player::Red),
        });
        EvaluationFields {
            terms: terms.collect(),
            red: evaluation.score(Player::Red),
            black: evaluation.score(Player::Black),
            trained: trained.map(TrainedFields::of),
        }
    }
}

#[derive(Serialize)]
struct Pieces {
    red: PieceCount,
    black: PieceCount,
}

/// Returns a table of the terms of an evaluation, with their sums for red.
fn table(evaluation: &Evaluation) -> String {
    let mut text = String::from("\nevaluation for red, in men\n");
    let mut line = |cells: [&str; 6]| {
        let [name, red, black, weight, sum, about] = cells;
        let row = format!("{name:<12} {red:>5} {black:>5} {weight:>7} {sum:>7}  {about}");
        text.push_str(row.trim_end());
        text.push('\n');
    };
    line(["term", "red", "black", "weight", "sum", "counted"]);
    for term in evaluation.terms() {
        let (red, black) = (term.red.to_string(), term.black.to_string());
        let (weight, sum) = (in_men(term.weight), in_men(term.score(Player::Red)));
        line([term.term.name(), &red, &black, weight.trim_start_matches('+'), &sum, term.term.description()]);
    }
    line(["sum", "", "", "", &in_men(evaluation.score(Player::Red)), ""]);
    text
}

/// Returns a table of the parts of the trained evaluation for red.
fn trained_table(trained: TrainedEvaluation) -> String {
    let mut text = String::from("\ntrained evaluation for red, in men\n");
    let mut line = |name: &str, sum: &str, about: &str| {
        let row = format!("{name:<12} {sum:>7}  {about}");
        text.push_str(row.trim_end());
        text.push('\n');
    };
    line("part", "sum", "judged");
    for (part, score) in FeatureGroup::ALL.iter().zip(trained.parts) {
        line(part.name(), &in_men(score), part.description());
    }
    line("sum", &in_men(trained.score), "");
    text
}

/// Returns the JSON object for an invalid file.
fn refused(failure: &Failure) -> String {
    #[derive(Serialize)]
    struct Refused<'a> {
        valid: bool,
        error: &'a str,
        line: usize,
        column: usize,
    }

    // If a file cannot be read, the error is reported at its beginning.
    let Location { line, column, .. } = failure.location().unwrap_or_default();
    let fields = Refused { valid: false, error: failure.message(), line, column };
    json::line(&fields)
}
