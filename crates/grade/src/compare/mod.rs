//! `checkers compare`: explains why a program's answer is wrong.

mod answer;
mod json;

use std::fmt::Write as _;
use std::io::BufReader;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use anstyle::{AnsiColor, Style};
use rankmoves::Ranker;
use rankmoves_core::Position;
use rankmoves_judge::{CompareError, Comparison, Mistake, Mistakes, Mutant, Question};
use rankmoves_judge::{has_same_content, has_tree_within};

use crate::differences::{self, Agreed, Draw, HEADING};
use crate::options::CompareOptions;
use answer::Answer;
use shell::format::Format;
use shell::input::is_stdin;
use shell::{Stop, arguments, output, progress};

/// The exit status for an answer that is different.
const DIFFERENT: u8 = 1;
/// The exit status if nothing can be compared.
const TROUBLE: u8 = 2;

const WRONG: Style = AnsiColor::Red.on_default().bold();
const RIGHT: Style = AnsiColor::Green.on_default().bold();

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

/// The facts about an answer.
struct AnswerFacts<'a> {
    options: &'a CompareOptions,
    /// The name of the answer.
    name: &'a str,
    comparison: &'a Comparison,
    /// The mistakes that each explain the whole answer. Pruning is not named as a reason: one answer is not enough
    /// to distinguish it from a broken rule.
    agreed: Agreed,
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
            let file = if is_exchange { source.text.to_string() } else { source.document.to_string() };
            let question = Question { text: &file, depth: options.depth, verbose: options.verbose };
            mistakes(&position, &question, &text)
        }
        None => Mistakes::NONE,
    };
    let agreed = Agreed { mistakes, is_pruned: false };
    let facts = AnswerFacts { options, name: &answer.name, comparison: &comparison, agreed };
    let printed = if options.json {
        output::write_lines(&json::write(&facts))
    } else {
        output::say(&text(&facts, draw))
    };
    match printed {
        // A closed pipe does not change the result.
        Ok(()) | Err(Stop::ClosedPipe) => Ok(comparison.is_same()),
        Err(stop) => Err(stop),
    }
}

/// Writes the facts about an answer.
fn text(facts: &AnswerFacts<'_>, draw: Draw) -> String {
    let mut text = verdict(facts);
    let described = differences::describe(facts.comparison, facts.options.verbose, facts.agreed, draw);
    if !described.is_empty() {
        text.push('\n');
        text.push_str(&described);
    }
    if let Some(sentences) = differences::sentences(facts.agreed.mistakes) {
        // These mistakes explain the whole answer.
        let last = format!("This is the answer of a program that behaves as if {sentences}.");
        let _ = writeln!(text, "\n{HEADING}{last}{HEADING:#}");
    }
    text
}

/// Writes the verdict on the answer.
fn verdict(facts: &AnswerFacts<'_>) -> String {
    let AnswerFacts { name, comparison, .. } = facts;
    let (style, verdict) = if comparison.is_same() {
        (RIGHT, "is right.".to_owned())
    } else if comparison.is_content_right() {
        (WRONG, "has the right moves and scores, but in the wrong form.".to_owned())
    } else if let Some(depth) = comparison.right_for {
        (WRONG, format!("is wrong: it is the answer for depth {depth}, not {}.", facts.options.depth))
    } else {
        (WRONG, "is wrong.".to_owned())
    };
    format!("{name} {style}{verdict}{style:#}\n")
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
