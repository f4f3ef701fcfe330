//! Finds patterns in the cases: the fewest properties that separate the failed cases from all others.

use std::collections::BTreeSet;

use rankmoves_core::exchange::Document;
use rankmoves_core::{Board, Capture, Jumps, Player, Position, Rules, Setup, Shape};

use super::graded::{FailureKind, Graded};
use super::task::{InputForm, Task};

/// The least number of failed and of passed cases for a pattern of two properties. Fewer cases may be
/// separated by chance.
const MIN_CASES_OF_PAIR: usize = 4;

/// The maximum number of other properties named after the first, if several properties select the same cases.
const MAX_OTHERS: usize = 2;

/// Returns sentences, without full stops, about all failed cases or about all cases with one kind of failure.
/// The properties in a sentence separate those cases from all others.
pub fn patterns(cases: &[(&Task, &Graded)]) -> Vec<String> {
    let run = cases.iter().filter(|(_, graded)| graded.is_run());
    let (cases, refused): (Vec<_>, Vec<_>) = run.partition(|(task, _)| task.position.is_ok());
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

/// The greatest numbers of jumps and of moves in a file, and the greatest depth, that a property names.
const MAX_NAMED_JUMPS: usize = 15;
const MAX_NAMED_MOVES: usize = 3;
const MAX_NAMED_DEPTH: u32 = 10;

/// A property of cases, in words that follow "the cases", or its opposite.
#[derive(Clone, Debug)]
struct Property {
    /// The words for cases that have the property: `with FILE`.
    has: String,
    /// The words for other cases: `on standard input`.
    lacks: String,
    /// For each task, whether it has the property.
    marks: Vec<bool>,
    is_opposite: bool,
}

/// Returns the properties of tasks, plainer properties first, and then their opposites: the properties come
/// first because they name special features of a case. Leaves out properties of all tasks or of no task, which
/// separate nothing.
fn properties(tasks: &[&Task]) -> Vec<Property> {
    let mut rows = tasks.iter().map(|task| row(task));
    let mut properties = rows.next().unwrap_or_default();
    for row in rows {
        for (property, other) in properties.iter_mut().zip(row) {
            property.marks.extend(other.marks);
        }
    }
    properties.retain(|property| property.marks.contains(&true) && property.marks.contains(&false));
    let opposite = |property: &Property| Property {
        has: property.lacks.clone(),
        lacks: property.has.clone(),
        marks: property.marks.iter().map(|mark| !mark).collect(),
        is_opposite: true,
    };
    let opposites: Vec<Property> = properties.iter().map(opposite).collect();
    [properties, opposites].concat()
}

/// Returns the properties of a task, in the same order for all tasks.
fn row(task: &Task) -> Vec<Property> {
    let mut row = PropertyRow(Vec::new());
    let is_illegal = task.position.is_err() && has_faulty_moves(&task.case.text);
    row.add("with wrong moves", "that have another fault", is_illegal);
    row.invocation(task);
    row.form(&task.case.text);
    row.position(&Document::parse(task.case.text.as_bytes()).unwrap_or_else(|_| nothing()));
    row.0
}

/// Returns whether an invalid file is valid without its moves.
fn has_faulty_moves(text: &str) -> bool {
    let without = text.find("MOVES:").map(|at| &text[..at + "MOVES:".len()]);
    without.is_some_and(|text| Document::parse(text.as_bytes()).is_ok())
}

/// Returns an empty board, for a file that cannot be read.
fn nothing() -> Document {
    let board = Board::empty(Shape::STANDARD);
    Document::new(Setup { board, turn: Player::Red, rules: Rules::ENGLISH, jumping: None }, [])
}

struct PropertyRow(Vec<Property>);

impl PropertyRow {
    fn add(&mut self, has: impl Into<String>, lacks: impl Into<String>, holds: bool) {
        let (has, lacks, marks) = (has.into(), lacks.into(), vec![holds]);
        self.0.push(Property { has, lacks, marks, is_opposite: false });
    }

    /// Adds the properties of the command line.
    fn invocation(&mut self, task: &Task) {
        let is_first = task.switches.first().is_some_and(|word| word == "-v");
        self.add("with FILE", "on standard input", task.input == InputForm::File);
        self.add("with - for FILE", "without -", task.input == InputForm::Dash);
        self.add("with -v", "without -v", task.case.verbose);
        self.add("with -v before -d", "without -v before -d", is_first);
        self.add("at depth 1 or more", "at depth 0", task.case.depth >= 1);
        for depth in 2..=MAX_NAMED_DEPTH {
            let (has, lacks) = (format!("at depth {depth} or more"), format!("at depths below {depth}"));
            self.add(has, lacks, task.case.depth >= depth);
        }
    }

    /// Adds the properties of the text of a file.
    fn form(&mut self, text: &str) {
        let has_word_after_colon = text.lines().any(|line| {
            let line = line.split('#').next().unwrap_or_default().trim_end();
            ["RULES", "TURN"].iter().any(|name| line.trim_start().starts_with(name)) && !line.ends_with(':')
        });
        let is_long = text.lines().any(|line| line.len() > 1000);
        self.add("with comments in the file", "without comments", text.contains('#'));
        self.add("with a byte-order mark", "without a byte-order mark", text.starts_with('\u{feff}'));
        self.add("with carriage returns in the file", "without carriage returns", text.contains('\r'));
        self.add("without a line feed at the end", "with a line feed at the end", !text.ends_with('\n'));
        self.add("with tabs in the file", "without tabs", text.contains('\t'));
        self.add("without | between the squares", "with | between the squares", !text.contains('|'));
        self.add("on one line", "on several lines", text.trim_end().lines().count() == 1);
        self.add(
            "with a word after TURN: or RULES: on the same line",
            "with TURN: and RULES: on lines of their own",
            has_word_after_colon,
        );
        self.add("with a blank before a colon", "without a blank before a colon", text.contains(" :"));
        self.add("with very long lines", "without very long lines", is_long);
        let is_swapped =
            text.find("jumps").zip(text.find("capture")).is_some_and(|(jumps, capture)| jumps < capture);
        self.add("with the rule of jumps first", "with the rule of captures first", is_swapped);
    }

    /// Adds the properties of the board and its moves.
    fn position(&mut self, document: &Document) {
        let setup = document.setup();
        let (shape, rules) = (setup.board.shape(), setup.rules);
        self.add("on flipped boards", "on boards that are not flipped", shape.is_flipped());
        self.add("on boards of other sizes", "on 8x8 boards", !shape.has_standard_size());
        let moves = document.plies().len();
        self.add("with moves in the file", "without moves in the file", moves > 0);
        let has_chain = document.plies().any(|ply| ply.to_string().matches("->").count() > 1);
        self.add("with a chain of jumps among the moves in the file", "without such a chain", has_chain);
        for count in 2..=MAX_NAMED_MOVES {
            let has = format!("with {count} or more moves in the file");
            self.add(has, format!("with fewer than {count} moves"), moves >= count);
        }
        self.add("with TURN: black", "with TURN: red", setup.turn == Player::Black);
        self.add("under `capture`", "under `no capture`", rules.capture == Capture::Required);
        self.add("under `multiple jumps`", "under `single jumps`", rules.jumps == Jumps::Multiple);
        let kings = |player| setup.board.pieces().count(player).kings > 0;
        let (red, black) = (kings(Player::Red), kings(Player::Black));
        self.add("with kings on the board", "without kings", red || black);
        self.add("with red kings", "without red kings", red);
        self.add("with black kings", "without black kings", black);
        self.legal_moves(document);
    }

    fn legal_moves(&mut self, document: &Document) {
        let position = document.position().ok();
        let is_black = position.is_some_and(|position| position.turn() == Player::Black);
        let legal: Vec<_> = position.iter().flat_map(Position::legal_moves).collect();
        let longest = legal.iter().map(|mv| mv.captured().len()).max().unwrap_or(0);
        self.add("where black is to move", "where red is to move", is_black);
        self.add("where the player to move has no moves", "where the player can move", legal.is_empty());
        self.add("where a jump is legal", "where no jump is legal", longest > 0);
        for count in 2..=MAX_NAMED_JUMPS {
            let has = format!("where a move has {count} or more jumps");
            self.add(has, format!("where no move has {count} jumps"), longest >= count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graded::Verdict;
    use crate::suite;

    /// Returns the patterns of a program that fails the tasks for which `fails` holds.
    fn found(fails: impl Fn(&Task) -> bool) -> Vec<String> {
        let tasks = suite::tasks_of(suite::standard());
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
        let is_file = |task: &Task| task.input == InputForm::File;
        let stated = found(|task| task.position.is_ok() && is_file(task));
        assert_eq!(stated, ["fails all 37 cases with FILE, and passes all 36 cases on standard input"]);
        let stated = found(|task| task.position.is_ok() && task.case.verbose);
        assert!(stated.len() == 1 && stated[0].contains("cases with -v, and passes all "), "{stated:?}");
        let stated = found(|task| task.case.depth == 10);
        assert!(stated[0].starts_with("fails the only case at depth "), "{stated:?}");
    }

    #[test]
    fn two_properties_are_stated_if_no_single_one_separates_all() {
        let stated = found(|task| task.case.verbose && task.input == InputForm::File);
        assert!(stated[0].contains(" cases with FILE and with -v, and passes all "), "{stated:?}");
        let stated =
            found(|task| task.position.is_ok() && (task.case.verbose || task.input == InputForm::File));
        assert!(stated[0].starts_with("passes all ") && stated[0].contains(", and fails all "), "{stated:?}");
    }

    #[test]
    fn nothing_is_stated_that_one_case_refutes() {
        let refuted = |task: &Task| task.input == InputForm::File && task.case.name != "01";
        assert_eq!(found(|task| task.position.is_ok() && refuted(task)), Vec::<String>::new());
        assert_eq!(found(|_| false), Vec::<String>::new());
        assert_eq!(found(|_| true), Vec::<String>::new());
    }

    #[test]
    fn files_to_be_refused_have_patterns_of_their_own() {
        let has_moves =
            |task: &Task| task.case.text.split("MOVES:").nth(1).is_some_and(|moves| !moves.trim().is_empty());
        let stated = found(|task| task.position.is_err() && has_moves(task));
        assert!(stated[0].contains("invalid files with wrong moves"), "{stated:?}");
    }
}
