//! The summary of a class: a row for each hand-in, as CSV or as a page that also counts mistakes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rankmoves_core::printable;

use super::html::{self, capitalised, escape, table_of};
use crate::result::{GradeResult, common_failure};
use crate::rubric::Points;

/// A hand-in, and its result or the reason why there is no result.
pub struct ClassRow {
    pub name: String,
    pub result: Result<GradeResult, String>,
}

impl ClassRow {
    pub fn is_accepted(&self) -> bool {
        self.result.as_ref().is_ok_and(GradeResult::is_accepted)
    }

    pub fn verdict(&self) -> String {
        self.result.as_ref().map_or_else(|_| "not graded".to_owned(), |result| result.verdict().to_string())
    }

    /// Returns the reason why there is no result, or the explanations of the failures. If there is no explanation and
    /// no pattern, returns the failure that all answers share or else the kinds of failure.
    pub fn remarks(&self) -> Vec<String> {
        let result = match &self.result {
            Ok(result) => result,
            Err(why) => return vec![why.clone()],
        };
        let flaky = result.is_flaky().then(|| "different answers to the same question".to_owned());
        let remarks: Vec<String> = flaky.into_iter().chain(result.sentences()).collect();
        if !remarks.is_empty() || !result.patterns.is_empty() {
            return remarks;
        }
        match common_failure(&result.cases) {
            Some(common) if common.others.is_empty() => vec![common.reason],
            Some(common) => vec![common.sentence()],
            None => result.boards.iter().map(|board| board.kind.noun().to_owned()).collect(),
        }
    }

    /// Returns the points, if there is a result and a rubric.
    pub fn points(&self) -> Option<&Points> {
        self.result.as_ref().ok()?.points.as_ref()
    }

    pub fn patterns(&self) -> &[String] {
        self.result.as_ref().map_or(&[], |result| &result.patterns)
    }
}

/// Writes the rows as CSV (RFC 4180), with a heading.
pub fn csv(rows: &[ClassRow]) -> String {
    let mut text = "name,accepted,of,points,verdict,diagnosis,patterns,seconds\r\n".to_owned();
    for row in rows {
        let number = |of: fn(&GradeResult) -> String| row.result.as_ref().map_or_else(|_| String::new(), of);
        let fields = [
            printable(&row.name),
            number(|result| result.accepted().to_string()),
            number(|result| result.cases.len().to_string()),
            row.points().map_or_else(String::new, |points| super::number(points.earned)),
            row.verdict(),
            row.remarks().join("; "),
            row.patterns().join("; "),
            number(|result| format!("{:.2}", result.seconds())),
        ];
        let _ = write!(text, "{}\r\n", fields.map(|field| cell(&field)).join(","));
    }
    text
}

/// Quotes a field. Puts an apostrophe before a field that a spreadsheet would read as a formula.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Writes a page: how often each mistake and each kind of failure was found, and the rows.
pub fn html(rows: &[ClassRow]) -> String {
    let right = rows.iter().filter(|row| row.is_accepted()).count();
    let mut text =
        format!("<h1>The class</h1>\n<p><strong>{right} of {} programs are right</strong></p>\n", rows.len());
    text += &counts("Mistakes", rows, GradeResult::sentences);
    text += &counts("Kinds of failure", rows, |result| {
        result.boards.iter().map(|board| board.kind.noun().to_owned()).collect()
    });
    // Without a rubric there are no points.
    let has_points = rows.iter().any(|row| row.points().is_some());
    let mut head = vec!["Program", "Accepted", "Verdict", "Diagnosis"];
    if has_points {
        head.insert(2, "Points");
    }
    let mut lines = String::new();
    for row in rows {
        let accepted = row.result.as_ref().map_or_else(|_| String::new(), GradeResult::sum);
        let points =
            |points: &Points| format!("{} of {}", super::number(points.earned), super::number(points.of));
        let points = row.points().map_or_else(String::new, points);
        let points = if has_points { format!("<td>{points}</td>") } else { points };
        let said = [row.remarks(), row.patterns().to_vec()].concat().join("; ");
        let _ = writeln!(
            lines,
            "<tr><td>{}</td><td>{accepted}</td>{points}<td>{}</td><td>{}</td></tr>",
            escape(&printable(&row.name)),
            row.verdict(),
            escape(&said)
        );
    }
    html::page("The class", &format!("{text}<h2>Programs</h2>\n{}", table_of(&head, &lines)))
}

/// Writes a table of explanations, the most frequent first, each with the number and the names of the
/// programs to which it applies.
fn counts(heading: &str, rows: &[ClassRow], of: impl Fn(&GradeResult) -> Vec<String>) -> String {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in rows {
        for statement in row.result.as_ref().map(&of).unwrap_or_default() {
            names.entry(statement).or_default().push(printable(&row.name));
        }
    }
    if names.is_empty() {
        return String::new();
    }
    let mut counted: Vec<_> = names.into_iter().collect();
    counted.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    let mut lines = String::new();
    for (statement, names) in counted {
        let (statement, list) = (escape(&capitalised(&statement)), escape(&names.join("; ")));
        let _ = writeln!(lines, "<tr><td>{}</td><td>{statement}</td><td>{list}</td></tr>", names.len());
    }
    format!("<h2>{heading}</h2>\n{}", table_of(&["Programs", "What", "Names"], &lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_are_no_formulas() {
        assert_eq!(cell("anna"), "anna");
        assert_eq!(cell("a,b"), "\"a,b\"");
        assert_eq!(cell("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(cell("=1+2"), "'=1+2");
        let rows = [ClassRow { name: "@x,y".to_owned(), result: Err("it cannot be read".to_owned()) }];
        assert_eq!(csv(&rows).lines().nth(1), Some("\"'@x,y\",,,,not graded,it cannot be read,,"));
        assert!(html(&rows).contains("<td>@x,y</td>"));
    }

    #[test]
    fn control_characters_in_names_are_escaped() {
        let rows = [ClassRow { name: "x\u{1b}[2J".to_owned(), result: Err("it cannot be read".to_owned()) }];
        for text in [csv(&rows), html(&rows)] {
            assert!(text.contains(r"x\u{1b}[2J"), "{text}");
        }
    }
}
