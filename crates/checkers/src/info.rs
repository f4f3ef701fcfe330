//! `checkers info`: the contents of a file.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;

use clap::Args;
use rankmoves_core::exchange::Document;
use rankmoves_core::{
    Move, MoveList, Notation, PieceCount, Player, Position, Resources, Rules, Shape, Square,
};
use rankmoves_engine::{Evaluation, FeatureGroup, Patterns, Term, TrainedEvaluation};
use serde::Serialize;

use shell::arguments::threads;
use shell::diagnostic::Location;
use shell::format::Format;
use shell::input::Input;
use shell::lines::{LineError, LineHead, LineQuestion, write_fields};
use shell::manual::Manual;
use shell::options::{LinesOptions, SourceOptions};
use shell::source::{Archived, Source};
use shell::{Failure, Stop, json, lines, output, quantity, shown_path};
use table::estimator::in_men;
use table::loading::{self, Summary};

pub const INFO: Manual = Manual::new(
    "checkers info",
    &[
        ("checkers info game.txt", "Shows the rules, turn, pieces and moves of a file"),
        ("checkers info --lines < positions.txt", "Describes many positions, each as a JSON object"),
        ("checkers info --json --game 2 games.pdn", "Describes the second game as JSON"),
        ("checkers info --games games.pdn", "Lists the games of a file"),
    ],
);

/// Describe a file: validity, rules, turn, pieces, moves
#[derive(Args)]
#[command(after_help = INFO.help())]
pub struct InfoOptions {
    /// Print one JSON object; for an invalid file, it gives the reason
    #[arg(long)]
    pub json: bool,

    /// Print the engine's evaluation too: each term with red's and black's count
    #[arg(long)]
    pub evaluate: bool,

    /// List the games of a PDN file instead, one per line
    #[arg(long, conflicts_with_all = ["json", "evaluate", "lines", "game", "moves"])]
    pub games: bool,

    #[command(flatten)]
    pub many: LinesOptions,

    /// With --lines, set the number of threads [default: the number of processors]
    #[arg(long, value_name = "N", requires = "lines", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub source: SourceOptions,
}

pub fn run(options: &InfoOptions) -> Result<(), Stop> {
    if options.many.lines {
        return describe_lines(options);
    }
    let input = options.source.read()?.with_lines_option();
    if options.games {
        return list_games(&input);
    }
    let source = input.game(options.source.input.selection());
    let wrong = source.as_ref().map_or(0, Source::warn_of_wrong_games);
    match source.and_then(|source| Info::new(source, options)) {
        Ok(info) => {
            output::write_lines(&if options.json { json::line(&info) } else { info.text() })?;
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

fn list_games(input: &Input) -> Result<(), Stop> {
    let games = loading::summaries(input);
    if games.is_empty() {
        let name = shown_path(Path::new(&input.name));
        return Err(Failure::new(format!("--games needs a PDN file, but {name} has another format")).into());
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
        games => Err(Failure::new(format!("{} invalid", quantity(games, "game is", "games are"))).into()),
    }
}

fn describe_lines(options: &InfoOptions) -> Result<(), Stop> {
    #[derive(Serialize)]
    struct Wrong {
        valid: bool,
        error: LineError,
    }
    let evaluates = options.evaluate;
    let answer = move |(): &mut (), question: &LineQuestion| -> Option<Result<Info, LineError>> {
        Some(Ok(Info::of(question.format, &question.document, &question.position, evaluates)))
    };
    let write = |text: &mut Vec<u8>, head: &LineHead<'_>, done: Result<Info, LineError>| match done {
        Ok(info) => write_fields(text, head, &info),
        Err(error) => write_fields(text, head, &Wrong { valid: false, error }),
    };
    let threads = options.threads.unwrap_or_else(|| Resources::default().threads);
    lines::answer(&options.source.lines(&options.many, threads, 64)?, |_| (), answer, write, "")
}

const MAX_INFO_MOVES: usize = 10_000;

/// Facts about a game: the object of `info --json`.
#[derive(Serialize)]
struct Info {
    valid: bool,
    format: String,
    /// The archive, if the file has many games.
    #[serde(flatten)]
    archive: Option<Archived>,
    rules: Rules,
    shape: Shape,
    plies: usize,
    /// The number of moves of the whole game, with `--moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
    /// True if an illegal move follows the played moves, so that `of` does not count all; omitted if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more_plies: bool,
    turn: Player,
    pieces: Pieces,
    moves: Vec<Move>,
    numbers: Vec<String>,
    /// True if `moves` does not list all moves; omitted if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more_moves: bool,
    movable: Vec<Square>,
    movable_numbers: Vec<String>,
    oddities: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<EvaluationFields>,
}

#[derive(Serialize)]
struct Pieces {
    red: PieceCount,
    black: PieceCount,
}

impl Info {
    fn new(source: Source<'_>, options: &InfoOptions) -> Result<Info, Failure> {
        let info = Info::of(source.format, &source.document, &source.position()?, options.evaluate);
        let of = options.source.input.moves.is_some().then(|| info.plies + source.rest_len());
        Ok(Info { archive: source.archived, of, more_plies: source.cut.is_some(), ..info })
    }

    /// Collects the facts about the position after the moves of a document.
    fn of(format: Format, document: &Document, position: &Position, evaluates: bool) -> Info {
        let (board, movable) = (position.board(), position.movable());
        let notation = Notation::Numbers(board.shape());
        let MoveList { moves, is_complete } = position.legal_moves().up_to(MAX_INFO_MOVES);
        Info {
            valid: true,
            format: format.to_string(),
            archive: None,
            rules: position.rules(),
            shape: board.shape(),
            plies: document.plies().len(),
            of: None,
            more_plies: false,
            turn: position.turn(),
            pieces: Pieces {
                red: board.pieces().count(Player::Red),
                black: board.pieces().count(Player::Black),
            },
            numbers: moves.iter().map(|mv| notation.path(mv.path())).collect(),
            moves,
            more_moves: !is_complete,
            movable_numbers: movable.iter().map(|&square| notation.square(square)).collect(),
            movable,
            oddities: document.oddities().iter().map(|(oddity, _)| oddity.to_string()).collect(),
            evaluation: evaluates.then(|| EvaluationFields::of(position)),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: &str| {
            let _ = writeln!(text, "{name:<8} {value}");
        };
        line("format", &self.format);
        if let Some(Archived { games, number, .. }) =
            self.archive.as_ref().filter(|archive| archive.games > 1)
        {
            line("games", &games.to_string());
            line("game", &number.to_string());
        }
        line("rules", &self.rules.to_string());
        let flipped = if self.shape.is_flipped() { ", flipped" } else { "" };
        line("board", &format!("{}{flipped}", self.shape));
        let of = self.of.map(|of| format!(" of {}{of}", if self.more_plies { "more than " } else { "" }));
        line("plies", &format!("{}{} played", self.plies, of.unwrap_or_default()));
        line("turn", &self.turn.to_string());
        for (player, PieceCount { men, kings }) in [("red", self.pieces.red), ("black", self.pieces.black)] {
            line(player, &format!("{}, {}", quantity(men, "man", "men"), quantity(kings, "king", "kings")));
        }
        if self.moves.is_empty() {
            line("moves", "none");
        } else {
            let moves = counted(&self.moves);
            line("moves", &if self.more_moves { format!("more than {moves} ...") } else { moves });
            line("movable", &counted(&self.movable));
        }
        for oddity in &self.oddities {
            line("odd", oddity);
        }
        text + &self.evaluation.as_ref().map(EvaluationFields::text).unwrap_or_default()
    }
}

/// The engine's static evaluation, in hundredths of a man.
#[derive(Serialize)]
struct EvaluationFields {
    terms: Vec<TermFields>,
    red: i32,
    /// The evaluation for black: the negative.
    black: i32,
    /// Omitted for rules and boards without a trained evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    trained: Option<TrainedFields>,
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

impl EvaluationFields {
    fn of(position: &Position) -> EvaluationFields {
        let evaluation = Evaluation::of(position);
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
            trained: TrainedFields::of(position),
        }
    }

    /// Returns a table of the terms, then one of the parts of the trained evaluation, with their sums for red.
    fn text(&self) -> String {
        let mut text = String::from("\nevaluation for red, in men\n");
        let mut line = |[name, red, black, weight, sum, about]: [&str; 6]| {
            let row = format!("{name:<12} {red:>5} {black:>5} {weight:>7} {sum:>7}  {about}");
            let _ = writeln!(text, "{}", row.trim_end());
        };
        line(["term", "red", "black", "weight", "sum", "counted"]);
        for (&TermFields { term, red, black, weight, sum }, of) in self.terms.iter().zip(Term::ALL) {
            let (weight, sum) = (in_men(weight), in_men(sum));
            let weight = weight.trim_start_matches('+');
            line([term, &red.to_string(), &black.to_string(), weight, &sum, of.description()]);
        }
        line(["sum", "", "", "", &in_men(self.red), ""]);
        text + &self.trained.as_ref().map(TrainedFields::text).unwrap_or_default()
    }
}

impl TrainedFields {
    fn of(position: &Position) -> Option<TrainedFields> {
        let TrainedEvaluation { score, parts } = Patterns::trained().evaluation(position)?;
        let sign = if position.turn() == Player::Red { 1 } else { -1 };
        let parts = FeatureGroup::ALL.iter().zip(parts);
        let parts = parts.map(|(part, sum)| PartFields { part: part.name(), sum: sign * sum });
        Some(TrainedFields { parts: parts.collect(), red: sign * score, black: -sign * score })
    }

    fn text(&self) -> String {
        let mut text = String::from("\ntrained evaluation for red, in men\n");
        let mut line = |name: &str, sum: &str, about: &str| {
            let row = format!("{name:<12} {sum:>7}  {about}");
            let _ = writeln!(text, "{}", row.trim_end());
        };
        line("part", "sum", "judged");
        for (&PartFields { part, sum }, of) in self.parts.iter().zip(FeatureGroup::ALL) {
            line(part, &in_men(sum), of.description());
        }
        line("sum", &in_men(self.red), "");
        text
    }
}

/// Writes items after their number.
fn counted<T: ToString>(items: &[T]) -> String {
    let texts: Vec<String> = items.iter().map(T::to_string).collect();
    format!("{}: {}", items.len(), texts.join(" "))
}

fn refused(failure: &Failure) -> String {
    #[derive(Serialize)]
    struct Refused<'a> {
        valid: bool,
        error: &'a str,
        #[serde(flatten)]
        location: Location,
    }

    // If a file cannot be read, the error is reported at its beginning.
    let location = failure.location().unwrap_or_default();
    json::line(&Refused { valid: false, error: failure.message(), location })
}
