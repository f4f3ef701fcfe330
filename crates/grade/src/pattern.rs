//! Finds patterns in the cases: the fewest properties that separate the failed cases from all others.

use std::collections::BTreeSet;

use super::graded::Graded;
use super::kind::FailureKind;
use super::property::{Property, properties};
use super::task::Task;

/// The least number of failed and of passed cases for a pattern of two properties. Fewer cases may be
/// separated by chance.
const MIN_CASES_OF_PAIR: usize = 4;

/// The maximum number of other properties named after the first, if several properties select the same cases.
const MAX_OTHERS: usize = 2;

/// Returns sentences, without full stops, about all failed cases or about all cases with one kind of failure.
/// The properties in a sentence separate those cases from all others.
pub fn patterns(cases: &[(&Task, &Graded)]) -> Vec<String> {
    let run = cases.iter().filter(|(_, graded)| graded.is_run());
    let (cases, refused): (Vec<_>, Vec<_>) = run.partition(|(task, _)| task.fault.is_none());
    let mut found = of_cases(&cases);
    // If every case failed, the verdicts on refusals were derived from that, so they show no pattern.
    if refused.iter().all(|(_, graded)| !graded.is_derived()) {
        found.extend(sentence(&refused, "invalid file", None));
    }
    found
}

/// Returns the pattern of all failed cases. If they have none, returns the pattern of each kind of failure that
/// has one.
fn of_cases(cases: &[(&Task, &Graded)]) -> Vec<String> {
    if let Some(sentence) = sentence(cases, "case", None) {
        return vec![sentence];
    }
    let kinds: BTreeSet<_> = cases.iter().filter_map(|(_, graded)| graded.kind).collect();
    if kinds.len() < 2 {
        return Vec::new();
    }
    kinds.into_iter().filter_map(|kind| sentence(cases, "case", Some(kind))).collect()
}

/// Names the properties that separate the failed tasks, or those with one kind of failure, from the others, if
/// there are any.
fn sentence(tasks: &[(&Task, &Graded)], noun: &str, kind: Option<FailureKind>) -> Option<String> {
    let is_counted = |graded: &Graded| match kind {
        None => !graded.verdict.is_accepted(),
        kind => graded.kind == kind,
    };
    let marks: Vec<bool> = tasks.iter().map(|(_, graded)| is_counted(graded)).collect();
    let count = marks.iter().filter(|&&mark| mark).count();
    let rest = marks.len() - count;
    if count == 0 || rest == 0 {
        return None;
    }
    let properties = properties(&tasks.iter().map(|(task, _)| *task).collect::<Vec<_>>());
    let both = |(one, other): (&Property, &Property)| format!("{} and {}", one.has, other.has);
    let all = |count: usize, which: &str| format!("{} {which}", counted(count, noun));
    let stated = |failed: &str, passed: &str| match kind {
        None => format!("fails {failed}, and passes {passed}"),
        Some(kind) => format!("has {} in {failed}, and in no other {noun}", kind.noun()),
    };
    let mut same = properties.iter().filter(|property| property.marks == marks);
    if let Some(one) = same.next() {
        let others: Vec<&str> = same
            // Do not add properties with "N or more": many of them match the same cases.
            .filter(|other| !other.is_opposite && !other.has.contains(" or more"))
            .take(MAX_OTHERS)
            .map(|other| other.has.as_str())
            .collect();
        let others = if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) };
        let failed = all(count, &format!("{}{others}", one.has));
        return Some(stated(&failed, &all(rest, &one.lacks)));
    }
    if count < MIN_CASES_OF_PAIR || rest < MIN_CASES_OF_PAIR {
        return None;
    }
    if let Some(two) = pair(&properties, &marks) {
        return Some(stated(&all(count, &both(two)), &format!("all {rest} others")));
    }
    let others: Vec<bool> = marks.iter().map(|mark| !mark).collect();
    let two = pair(&properties, &others).filter(|_| kind.is_none())?;
    Some(format!("passes {}, and fails all {count} others", all(rest, &both(two))))
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("the only {noun}"),
        2 => format!("both {noun}s"),
        count => format!("all {count} {noun}s"),
    }
}

/// Finds two properties that the marked tasks have together, and no other task.
fn pair<'a>(properties: &'a [Property], marks: &[bool]) -> Option<(&'a Property, &'a Property)> {
    let covers = |property: &&Property| property.marks.iter().zip(marks).all(|(holds, mark)| *holds || !mark);
    let covering: Vec<&Property> = properties.iter().filter(covers).collect();
    let is_exact = |one: &Property, other: &Property| {
        one.marks.iter().zip(&other.marks).zip(marks).all(|((one, other), mark)| (*one && *other) == *mark)
    };
    covering.iter().enumerate().find_map(|(index, one)| {
        let other = covering[index + 1..].iter().find(|other| is_exact(one, other))?;
        Some((*one, *other))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite;
    use crate::task::InputForm;
    use crate::verdict::Verdict;

    /// Returns the patterns of a program that fails the tasks for which `fails` holds.
    fn found(fails: impl Fn(&Task) -> bool) -> Vec<String> {
        let tasks = suite::tasks(None).ok().unwrap();
        let graded = |task: &Task| {
            let is_wrong = fails(task);
            let kind = is_wrong.then_some(FailureKind::Score);
            let verdict = if is_wrong { Verdict::WrongAnswer } else { Verdict::Accepted };
            Graded { kind, seconds: 0.1, ..Graded::new(task, verdict, String::new()) }
        };
        let graded: Vec<Graded> = tasks.iter().map(graded).collect();
        patterns(&tasks.iter().zip(&graded).collect::<Vec<_>>())
    }

    #[test]
    fn one_property_that_separates_all_is_stated() {
        let is_file = |task: &Task| task.form.input == InputForm::File;
        let stated = found(|task| task.fault.is_none() && is_file(task));
        assert_eq!(stated, ["fails all 37 cases with FILE, and passes all 36 cases on standard input"]);
        let stated = found(|task| task.fault.is_none() && task.case.verbose);
        assert!(stated.len() == 1 && stated[0].contains("cases with -v, and passes all "), "{stated:?}");
        let stated = found(|task| task.case.depth == 10);
        assert!(stated[0].starts_with("fails the only case at depth "), "{stated:?}");
    }

    #[test]
    fn two_properties_are_stated_if_no_single_one_separates_all() {
        let stated = found(|task| task.case.verbose && task.form.input == InputForm::File);
        assert!(stated[0].contains(" cases with FILE and with -v, and passes all "), "{stated:?}");
        let stated =
            found(|task| task.fault.is_none() && (task.case.verbose || task.form.input == InputForm::File));
        assert!(stated[0].starts_with("passes all ") && stated[0].contains(", and fails all "), "{stated:?}");
    }

    #[test]
    fn nothing_is_stated_that_one_case_refutes() {
        let refuted = |task: &Task| task.form.input == InputForm::File && task.case.name != "01";
        assert_eq!(found(|task| task.fault.is_none() && refuted(task)), Vec::<String>::new());
        assert_eq!(found(|_| false), Vec::<String>::new());
        assert_eq!(found(|_| true), Vec::<String>::new());
    }

    #[test]
    fn files_to_be_refused_have_patterns_of_their_own() {
        let has_moves =
            |task: &Task| task.case.text.split("MOVES:").nth(1).is_some_and(|moves| !moves.trim().is_empty());
        let stated = found(|task| task.fault.is_some() && has_moves(task));
        assert!(stated[0].contains("invalid files with wrong moves"), "{stated:?}");
    }
}
