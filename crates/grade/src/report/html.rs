//! Writes one page with boards, which loads nothing and runs no scripts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use rankmoves_core::exchange::Document;
use rankmoves_core::shorten;

use super::diff::Marks;
use crate::graded::{Graded, Verdict};
use crate::result::{GradeResult, Smallest, common_failure, failed};
use picture::{Picture, svg};

const STYLE: &str = include_str!("html.css");

/// The number of lines of an answer that are shown unfolded.
const UNFOLDED: usize = 16;

/// The longest name of a case that is shown, in characters.
const MAX_CELL_CHARS: usize = 80;

pub fn write(result: &GradeResult) -> String {
    let program = escape(&result.program);
    let mut text = format!("<h1>Result of <code>{program}</code></h1>\n{}", summary(result));
    let points = super::points(result);
    if !points.is_empty() {
        let _ = writeln!(text, "<pre>{}</pre>", escape(points.trim_end()));
    }
    let patterns = result.patterns.iter().map(|pattern| format!("your program {pattern}"));
    let sentences: Vec<String> = patterns.chain(result.sentences()).collect();
    if !sentences.is_empty() {
        text += "<div class=\"note\"><p><strong>What may be wrong:</strong></p>\n";
        for sentence in sentences {
            let _ = writeln!(text, "<p>{}.</p>", escape(&capitalised(&sentence)));
        }
        text += "</div>\n";
    }
    for smallest in &result.boards {
        text += &failure(result, smallest);
    }
    text += &cases(result);
    text += &glossary(result);
    page(&format!("{}: {program}", result.sum()), &text)
}

/// Makes a page with this title and body.
pub(super) fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Writes the total, and the number of cases with each verdict.
fn summary(result: &GradeResult) -> String {
    let class = if result.is_accepted() { "ok" } else { "no" };
    let mut text = format!("<p><strong class=\"{class}\">{} cases accepted</strong>", result.sum());
    let mut counts = BTreeMap::<String, (Verdict, usize)>::new();
    for graded in failed(&result.cases) {
        counts.entry(graded.verdict.name()).or_insert((graded.verdict, 0)).1 += 1;
    }
    for (verdict, count) in counts.values() {
        let _ = write!(text, " · {count} <span class=\"{}\">{verdict}</span>", class_of(*verdict));
    }
    let percent = 100 * result.accepted() / result.cases.len().max(1);
    text + &format!("</p>\n<div class=\"bar\"><div style=\"width:{percent}%\"></div></div>\n")
}

fn class_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "ok",
        Verdict::Presentation => "form",
        _ => "no",
    }
}

/// Describes a failure, with its smallest board.
fn failure(result: &GradeResult, smallest: &Smallest) -> String {
    let class = class_of(smallest.verdict);
    let mut text =
        format!("<h2>{}: <span class=\"{class}\">{}</span></h2>\n", heading(smallest), smallest.verdict);
    if smallest.is_flaky {
        text += "<p class=\"note\">The program gives different answers to the same question. This is one of them.</p>\n";
    }
    let board = smallest.task.position.as_ref().ok().map(|position| {
        let case = &smallest.task.case;
        let document = Document::parse(case.text.as_bytes()).expect("a text with a position parses");
        let board = svg::draw(&Picture::of_document(&document, document.plies().len(), position));
        let (board, rules, depth) = (board.trim_start(), position.rules(), case.depth);
        format!("{board}<p class=\"soft\">Rules: {rules}. Depth: {depth}.</p>\n")
    });
    let _ = writeln!(text, "<div class=\"two\">\n<div>\n{}</div>\n<div>", board.unwrap_or_default());
    if !smallest.explanation.is_empty() {
        let _ = writeln!(
            text,
            "<h3>What is wrong</h3>\n<pre class=\"wrap\">{}</pre>",
            escape(smallest.explanation.trim_end())
        );
    }
    let [(got, got_marks), (expected, expected_marks)] = super::answers(smallest);
    text += "<div class=\"answers\">\n";
    text += &answer("Your program answers", "got", got, &got_marks);
    if super::shows_right_answer(result, smallest) {
        text += &answer(super::right_heading(smallest), "right", expected, &expected_marks);
    }
    let _ = writeln!(
        text,
        "</div>\n<h3>Try it yourself</h3>\n<p>Save this board as <code>smallest.txt</code>, and run</p>\n\
         <pre class=\"wrap\">{}</pre>\n<details><summary>The board as text</summary>\n<pre>{}</pre>\n</details>\n\
         {}</div>\n</div>",
        escape(&result.command(smallest)),
        escape(&super::board(smallest)),
        super::unseen(smallest).map_or_else(String::new, |unseen| format!("<p>{unseen}</p>\n"))
    );
    text
}

/// Shows an answer with its marked words. If the answer is long, shows only the first marked line, and folds
/// the whole answer.
fn answer(heading: &str, class: &str, answer: &str, marks: &Marks) -> String {
    let index = marks.keys().next().copied().unwrap_or(0);
    let lines = answer.lines().enumerate();
    let lines = lines.map(|(number, line)| marked(line, marks.get(&number).map_or(&[], Vec::as_slice)));
    let lines: Vec<String> = lines.collect();
    let shown = match lines.len() {
        0 => "<p class=\"soft\">nothing</p>".to_owned(),
        count if count > UNFOLDED => format!(
            "<p>Line {}:</p>\n<pre class=\"wrap\">{}</pre>\n<details><summary>The whole answer</summary>\n<pre>{}</pre></details>",
            index + 1,
            lines[index],
            lines.join("\n")
        ),
        _ => format!("<pre>{}</pre>", lines.join("\n")),
    };
    format!("<div class=\"{class}\"><h3>{heading}</h3>{shown}</div>\n")
}

/// Escapes a line and marks some of its words.
fn marked(line: &str, words: &[Range<usize>]) -> String {
    let (mut text, mut end) = (String::new(), 0);
    for word in words {
        let (before, word_text) = (&line[end..word.start], &line[word.clone()]);
        let _ = write!(text, "{}<mark>{}</mark>", escape(before), escape(word_text));
        end = word.end;
    }
    text + &escape(&line[end..])
}

/// Lists the cases; cases that are not accepted come first. One sentence stands for answers that all fail in the
/// same way.
fn cases(result: &GradeResult) -> String {
    let (accepted, failed): (Vec<&Graded>, Vec<&Graded>) =
        result.cases.iter().partition(|graded| graded.verdict.is_accepted());
    let mut text = String::new();
    if !failed.is_empty() {
        text += "<h2>Cases that are not accepted</h2>\n";
    }
    if let Some(common) = common_failure(&result.cases) {
        let sentence = prose(&capitalised(&common.sentence()));
        let _ = write!(text, "<p>{sentence}.</p>\n{}{}", table(&common.others), folded(&failed));
    } else {
        text += &table(&failed);
    }
    if !accepted.is_empty() {
        let _ = write!(text, "<h2>Accepted cases</h2>\n{}", folded(&accepted));
    }
    text
}

fn folded(cases: &[&Graded]) -> String {
    format!("<details><summary>{} cases</summary>\n{}</details>\n", cases.len(), table(cases))
}

fn table(cases: &[&Graded]) -> String {
    if cases.is_empty() {
        return String::new();
    }
    let mut rows = String::new();
    for graded in cases {
        let _ = writeln!(
            rows,
            "<tr><td>{}</td><td class=\"word {}\">{}</td><td>{}</td><td><code>{}</code></td><td class=\"time\">{:.2} s</td></tr>",
            escape(&shorten(&graded.name, MAX_CELL_CHARS)),
            class_of(graded.verdict),
            graded.verdict,
            prose(&graded.reason),
            escape(&shorten(&graded.arguments.join(" "), 2 * MAX_CELL_CHARS)),
            graded.seconds,
        );
    }
    table_of(&["Case", "Verdict", "Reason", "Arguments", "Time"], &rows)
}

/// Makes a table from the cells of its head and its rows.
pub(super) fn table_of(head: &[&str], rows: &str) -> String {
    let head = head.join("</th><th>");
    format!("<table>\n<thead><tr><th>{head}</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n")
}

/// The verdicts other than `Accepted`, and their meaning.
const MEANINGS: [(Verdict, &str); 6] = [
    (Verdict::WrongAnswer, "A move or a score is wrong or missing, or an invalid file is accepted."),
    (
        Verdict::Presentation,
        "The moves and scores are right, but blanks, words or the order of the lines are not.",
    ),
    (
        Verdict::RunTimeError,
        "The program crashed (a signal, such as 11 for an invalid memory access), or its exit status was not 0.",
    ),
    (Verdict::TimeLimit, "The program had no answer in time. It may be in an endless loop."),
    (Verdict::MemoryLimit, "The program exceeded its memory limit."),
    (Verdict::OutputLimit, "The program exceeded its output limit. It may be in an endless loop."),
];

/// Explains the verdicts that occur.
fn glossary(result: &GradeResult) -> String {
    let occurs = |verdict: Verdict| result.cases.iter().any(|graded| graded.verdict == verdict);
    let mut text = String::new();
    for (verdict, meaning) in MEANINGS.into_iter().filter(|&(verdict, _)| occurs(verdict)) {
        let _ = writeln!(text, "<dt>{verdict}</dt><dd>{meaning}</dd>");
    }
    if text.is_empty() { text } else { format!("<h2>What the verdicts mean</h2>\n<dl>\n{text}</dl>\n") }
}

fn heading(smallest: &Smallest) -> String {
    if smallest.task.position.is_err() {
        "A file that the program must refuse".to_owned()
    } else if smallest.is_flaky {
        "A board on which the program fails".to_owned()
    } else {
        format!("The smallest board with {}", smallest.kind.noun())
    }
}

pub(super) fn capitalised(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first = chars.next().map(|char| char.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// Escapes a text for HTML; keeps moves together on a line.
fn prose(text: &str) -> String {
    let word = |word: &str| {
        let escaped = escape(word);
        if word.contains("->") { format!("<span class=\"move\">{escaped}</span>") } else { escaped }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

pub(super) fn escape(text: &str) -> String {
    // The ampersand comes first, because the others become references with ampersands.
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    escaped.replace('"', "&quot;").replace('\'', "&#39;")
}
