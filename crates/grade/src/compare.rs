//! `checkers compare`: explains why a program's answer is wrong.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anstyle::{AnsiColor, Style};
use rankmoves::Ranker;
use rankmoves_core::exchange::Document;
use rankmoves_core::{Move, Position};
use rankmoves_judge::{CompareError, Comparison, Difference, Finding, ListingPart, Mistake, Mistakes};
use rankmoves_judge::{Mutant, Question, has_same_content, has_tree_within};
use serde::Serialize;

use crate::diagnosis::Statement;
use crate::differences::{self, Agreed, Draw, Facts, HEADING, part_name, short};
use crate::options::CompareOptions;
use shell::encoding::to_utf8;
use shell::format::Format;
use shell::game_info::GameInfo;
use shell::input::{self, is_stdin};
use shell::json::{self, GameObject};
use shell::{Stop, arguments, output, progress};

/// The exit status for an answer that is different.
const DIFFERENT: u8 = 1;
/// The exit status if nothing can be compared.
const TROUBLE: u8 = 2;

const WRONG: Style = AnsiColor::Red.on_default().bold();
const RIGHT: Style = AnsiColor::Green.on_default().bold();

/// The longest answer that is kept, in bytes.
const MAX_KEPT_BYTES: usize = 1 << 18;

/// The maximum number of moves in a tree for which all mistakes are tried.
const MAX_TRIED_TREE_MOVES: usize = 10_000;
/// The greatest depth of such a tree, even if it has few moves.
const MAX_TREE_DEPTH: u32 = 50;

/// Runs `checkers compare`, and returns the same statuses as `diff`, so invalid input is not a difference.
/// `draw` draws a board for the reader.
pub fn run(options: &CompareOptions, draw: Draw) -> ExitCode {
    match compare(options, draw) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => DIFFERENT.into(),
        Err(stop) => {
            stop.report();
            TROUBLE.into()
        }
    }
}

/// Compares, and prints the differences. Returns whether there are no differences.
fn compare(options: &CompareOptions, draw: Draw) -> Result<bool, Stop> {
    check(options);
    let input = options.source.read()?;
    let source = input.game(options.source.input.selection())?;
    source.warn();
    let position = source.position()?;
    let mut answer = Answer::open(options.answer.as_deref())?;
    let comparison = watched(options, &position, &mut answer)?;
    let mistakes = match answer.text().filter(|_| !comparison.is_content_right()) {
        Some(text) => {
            // Use the file's own text if it is this position: an answer may depend on it.
            let is_exchange = source.format == Format::Exchange && options.source.input.moves.is_none();
            let file = if is_exchange { input.text().to_owned() } else { source.document.to_string() };
            let question = Question { text: &file, depth: options.depth, verbose: options.verbose };
            mistakes(&position, &question, &text)
        }
        None => Mistakes::NONE,
    };
    // Pruning is not named as a reason: one answer is not enough to distinguish it from a broken rule.
    let agreed = Agreed { mistakes, is_pruned: false };
    let printed = if options.json {
        output::write_lines(&object(options, &comparison, mistakes))
    } else {
        let verdict = verdict(&answer.name, &comparison, options.depth);
        let described = differences::describe(&comparison, options.verbose, agreed, draw);
        output::say(&(verdict + &described + &conclusion(mistakes)))
    };
    match printed {
        // A closed pipe does not change the result.
        Ok(()) | Err(Stop::ClosedPipe) => Ok(comparison.is_same()),
        Err(stop) => Err(stop),
    }
}

/// Names the mistakes that each explain the whole answer, if there are any.
fn conclusion(mistakes: Mistakes) -> String {
    let last = |sentences| format!("This is the answer of a program that behaves as if {sentences}.");
    let sentences = differences::sentences(mistakes).map(last);
    sentences.map_or_else(String::new, |last| format!("\n{HEADING}{last}{HEADING:#}\n"))
}

/// Writes the verdict on the answer.
fn verdict(name: &str, comparison: &Comparison, depth: u32) -> String {
    let (style, verdict) = if comparison.is_same() {
        (RIGHT, "is right.".to_owned())
    } else if comparison.is_content_right() {
        (WRONG, "has the right moves and scores, but in the wrong form.".to_owned())
    } else if let Some(other) = comparison.right_for {
        (WRONG, format!("is wrong: it is the answer for depth {other}, not {depth}."))
    } else {
        (WRONG, "is wrong.".to_owned())
    };
    let blank = if comparison.findings.is_empty() { "" } else { "\n" };
    format!("{name} {style}{verdict}{style:#}\n{blank}")
}

/// Ends the program if no board is given, or if standard input would be both the board and the answer.
fn check(options: &CompareOptions) {
    let input = &options.source.input;
    if input.file.is_none() && input.fen.is_none() {
        arguments::refuse("expected a board: a file, or --fen");
    }
    let is_board_stdin = input.file.as_deref().is_some_and(is_stdin);
    if is_board_stdin && options.answer.as_deref().is_none_or(is_stdin) {
        arguments::refuse("standard input cannot be both the board and the answer");
    }
}

/// Returns the mistakes that each lead to the moves and scores of an answer; none if the tree is too large.
fn mistakes(position: &Position, question: &Question<'_>, answer: &str) -> Mistakes {
    if question.depth > MAX_TREE_DEPTH || !has_tree_within(position, question.depth, MAX_TRIED_TREE_MOVES) {
        return Mistakes::NONE;
    }
    let explains = |mistake: &Mistake| {
        let mutant = Mutant::new(*mistake).answer(question);
        mutant.is_some_and(|mutant| has_same_content(&mutant, answer))
    };
    Mistake::ALL.iter().copied().filter(explains).collect()
}

/// Compares, and shows progress on a terminal.
fn watched(options: &CompareOptions, position: &Position, answer: &mut Answer) -> Result<Comparison, Stop> {
    let read = Arc::clone(&answer.read);
    let line = || format!("{} MiB compared", read.load(Relaxed) >> 20);
    let name = answer.name.clone();
    let answer = BufReader::with_capacity(1 << 17, answer);
    let work =
        || rankmoves_judge::compare(position, options.depth, options.verbose, answer, &mut Ranker::new());
    progress::while_showing(line, work).map_err(|why| match why {
        CompareError::Read(why) => Stop::failed(&format!("read {name}"), &why),
        CompareError::Rank(why) => Stop::failed("rank the moves", &why),
        why => Stop::failed("compare the moves", &why),
    })
}

/// The answer of a program. A short answer is kept while it is read.
struct Answer {
    /// The name of the answer in messages.
    name: String,
    input: File,
    kept: Vec<u8>,
    /// The number of bytes read, which another thread can watch.
    read: Arc<AtomicU64>,
}

impl Answer {
    /// Opens a file, or standard input if the path is missing or `-`.
    fn open(path: Option<&Path>) -> Result<Answer, Stop> {
        let (name, input) = input::open(path)?;
        Ok(Answer { name, input, kept: Vec::new(), read: Arc::default() })
    }

    /// Returns the text that has been read, if it is short.
    fn text(&self) -> Option<String> {
        let is_whole = self.read.load(Relaxed) == self.kept.len() as u64;
        is_whole.then(|| String::from_utf8_lossy(&to_utf8(self.kept.clone()).0).into_owned())
    }
}

impl Read for Answer {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        if self.kept.len() + count <= MAX_KEPT_BYTES {
            self.kept.extend_from_slice(&buffer[..count]);
        }
        self.read.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}

#[derive(Serialize)]
struct ComparisonFields<'a> {
    same: bool,
    content_right: bool,
    depth: u32,
    verbose: bool,
    lines: u64,
    form: u64,
    moves: u64,
    scores: u64,
    consequences: u64,
    right_for: Option<u32>,
    findings: Vec<FindingFields<'a>>,
    mistakes: Vec<Statement>,
}

#[derive(Serialize)]
struct FindingFields<'a> {
    part: &'static str,
    kind: &'static str,
    line: Option<u64>,
    more: u64,
    #[serde(flatten)]
    facts: Facts,
    way: &'a [Move],
    position: GameObject,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    score: Option<ScoreFields<'a>>,
}

/// The extra fields of a difference in a score.
#[derive(Serialize)]
struct ScoreFields<'a> {
    #[serde(rename = "move")]
    text: String,
    line_of_play: &'a [Move],
    mistakes: Vec<Statement>,
}

/// Writes the JSON object of a comparison, which docs/json.md documents.
fn object(options: &CompareOptions, comparison: &Comparison, agreed: Mistakes) -> String {
    let fields = ComparisonFields {
        same: comparison.is_same(),
        content_right: comparison.is_content_right(),
        depth: options.depth,
        verbose: options.verbose,
        lines: comparison.lines,
        form: comparison.count(ListingPart::Form),
        moves: comparison.count(ListingPart::Moves),
        scores: comparison.count(ListingPart::Scores),
        consequences: comparison.consequences,
        right_for: comparison.right_for,
        findings: comparison.findings.iter().map(|finding| finding_fields(finding, agreed)).collect(),
        mistakes: statements(agreed),
    };
    json::line(&fields)
}

fn finding_fields(finding: &Finding, agreed: Mistakes) -> FindingFields<'_> {
    let facts = Facts::of(finding);
    let position = Document::new(finding.position.setup(), []);
    let score = match &finding.difference {
        Difference::Score { mv, causes, line, .. } => {
            Some(ScoreFields { text: short(mv), line_of_play: line, mistakes: statements(*causes & agreed) })
        }
        _ => None,
    };
    FindingFields {
        part: part_name(finding.difference.part()),
        kind: facts.kind,
        line: finding.line,
        more: finding.more,
        facts,
        way: &finding.moves,
        position: GameObject::new(&position, GameInfo::default(), None),
        score,
    }
}

fn statements(mistakes: Mistakes) -> Vec<Statement> {
    mistakes
        .iter()
        .map(|it| Statement { mistake: it.name().into(), sentence: it.sentence().into() })
        .collect()
}
