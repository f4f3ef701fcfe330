//! Rubrics: TOML files that give points to the parts of an assignment.

use std::path::{Path, PathBuf};

use rankmoves_core::exchange::Document;
use rankmoves_core::shorten;
use serde::{Deserialize, Serialize};
use shell::diagnostic::location;
use shell::input::read_text;
use shell::{Failure, Stop, shown_path};

use super::graded::{Graded, Verdict};
use super::task::Task;

const MAX_RUBRIC_BYTES: usize = 1 << 20;

/// The maximum length of a reason, which may quote the rubric, in characters.
const MAX_FAULT_CHARS: usize = 400;

/// The maximum number of points of a part.
const MAX_POINTS: f64 = 1_000_000.0;

/// A rubric. Each case belongs to the first part that includes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    /// The share of the points for a case with the verdict `presentation`.
    #[serde(default)]
    form: f64,
    part: Vec<Part>,
    #[serde(skip)]
    path: PathBuf,
    /// The text of the file.
    #[serde(skip)]
    pub text: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    name: String,
    points: f64,
    cases: Selection,
    /// True if the part gives no points unless all its cases earn their full share.
    #[serde(default)]
    all: bool,
    #[serde(default)]
    visibility: Visibility,
}

/// The cases of a part.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "expected errors, form, moves, verbose, chains, depth-0, scores, rest, or a list of names"
)]
enum Selection {
    Kind(Kind),
    Names(Vec<String>),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// Files that must be refused.
    Errors,
    /// Files in an unusual form: comments, no lines between the ranks, a byte-order mark.
    Form,
    Moves,
    /// Trees, for `-v`.
    Verbose,
    /// Boards on which a move has several jumps.
    Chains,
    #[serde(rename = "depth-0")]
    DepthZero,
    /// Cases of greater depths.
    Scores,
    /// All cases.
    Rest,
}

/// The time at which students see a case, in Gradescope's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    #[default]
    Visible,
    Hidden,
    AfterDueDate,
    AfterPublished,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CasePoints {
    pub earned: f64,
    pub points: f64,
    pub visibility: Visibility,
}

impl CasePoints {
    pub fn is_visible(&self) -> bool {
        self.visibility == Visibility::Visible
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartPoints {
    pub name: String,
    pub earned: f64,
    pub points: f64,
    pub accepted: usize,
    pub of: usize,
}

/// The points of a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Points {
    pub earned: f64,
    pub of: f64,
    pub parts: Vec<PartPoints>,
    #[serde(skip)]
    pub cases: Vec<CasePoints>,
}

impl Rubric {
    /// Reads a rubric. Its parts may not fit the tasks yet.
    pub fn read(path: &Path) -> Result<Rubric, Stop> {
        let text = read_text(path, MAX_RUBRIC_BYTES)?;
        let rubric = Rubric::parse(&text).map_err(|why| unusable(path, &why))?;
        Ok(Rubric { path: path.to_owned(), text, ..rubric })
    }

    fn parse(text: &str) -> Result<Rubric, String> {
        let rubric: Rubric = toml::from_str(text).map_err(|why| {
            let location = location(text, why.span().unwrap_or_default());
            format!("{location}: {}", why.message())
        })?;
        if !(0.0..=1.0).contains(&rubric.form) {
            return Err(format!("form is {}: expected a share from 0 to 1", rubric.form));
        }
        if let Some(part) = rubric.part.iter().find(|part| !(0.0..=MAX_POINTS).contains(&part.points)) {
            let Part { name, points, .. } = part;
            return Err(format!("the part {name:?} has {points:?} points: expected 0 to {MAX_POINTS}"));
        }
        Ok(rubric)
    }

    /// Checks that each part includes some of the tasks.
    pub fn for_tasks(self, tasks: &[Task]) -> Result<Rubric, Stop> {
        self.check(tasks).map_err(|why| unusable(&self.path, &why))?;
        Ok(self)
    }

    fn check(&self, tasks: &[Task]) -> Result<(), String> {
        let parts = self.parts(tasks);
        for (index, Part { name, cases, .. }) in self.part.iter().enumerate() {
            let named = if let Selection::Names(names) = cases { &names[..] } else { &[] };
            for case in named {
                let of = tasks.iter().position(|task| task.name() == *case).map(|index| parts[index]);
                let why = match of {
                    None => "which does not exist".to_owned(),
                    Some(Some(other)) if other < index => {
                        format!("which belongs to the earlier part {:?}", self.part[other].name)
                    }
                    Some(_) => continue,
                };
                return Err(format!("the part {name:?} names the case {case:?}, {why}"));
            }
            if !parts.contains(&Some(index)) {
                let why = match cases {
                    Selection::Names(_) => "names no cases: its list is empty",
                    Selection::Kind(_) => "has no cases of its own: earlier parts contain them all",
                };
                return Err(format!("the part {name:?} {why}"));
            }
        }
        Ok(())
    }

    /// Returns the points of a program whose answers are all right.
    pub fn total(&self) -> f64 {
        self.part.iter().map(|part| part.points).sum()
    }

    /// Returns the index of the part that each task belongs to.
    fn parts(&self, tasks: &[Task]) -> Vec<Option<usize>> {
        tasks.iter().map(|task| self.part.iter().position(|part| part.cases.has(task))).collect()
    }

    /// Returns the points that a program earns with its verdicts.
    pub fn points(&self, tasks: &[Task], graded: &[Graded]) -> Points {
        let parts = self.parts(tasks);
        let share = |graded: &Graded| match graded.verdict {
            Verdict::Accepted => 1.0,
            Verdict::Presentation => self.form,
            _ => 0.0,
        };
        let part_points = |(index, part): (usize, &Part)| {
            let cases = graded.iter().zip(&parts).filter(|(_, of)| **of == Some(index));
            let cases: Vec<&Graded> = cases.map(|(graded, _)| graded).collect();
            let (shares, of) = (cases.iter().map(|graded| share(graded)).sum::<f64>(), count(cases.len()));
            PartPoints {
                name: part.name.clone(),
                earned: if part.all && shares < of { 0.0 } else { part.points * shares / of },
                points: part.points,
                accepted: cases.iter().filter(|graded| graded.verdict.is_accepted()).count(),
                of: cases.len(),
            }
        };
        let of_parts: Vec<PartPoints> = self.part.iter().enumerate().map(part_points).collect();
        let case_points = |(graded, part): (&Graded, &Option<usize>)| {
            let Some(index) = *part else { return CasePoints::default() };
            let (part, of_part) = (&self.part[index], &of_parts[index]);
            let points = part.points / count(of_part.of);
            let is_lost = part.all && of_part.earned == 0.0;
            let earned = if is_lost { 0.0 } else { points * share(graded) };
            CasePoints { earned, points, visibility: part.visibility }
        };
        let cases = graded.iter().zip(&parts).map(case_points).collect();
        let earned = of_parts.iter().map(|part| part.earned).sum();
        Points { earned, of: self.total(), cases, parts: of_parts }
    }
}

fn unusable(path: &Path, why: &str) -> Stop {
    let why = shorten(why, MAX_FAULT_CHARS);
    Failure::new(format!("cannot use the rubric {}: {why}", shown_path(path))).into()
}

/// Converts a number of cases, so that points can be divided by it.
#[expect(clippy::cast_precision_loss, reason = "there are a few hundred cases at most")]
fn count(cases: usize) -> f64 {
    cases as f64
}

impl Selection {
    fn has(&self, task: &Task) -> bool {
        match self {
            Selection::Names(names) => names.iter().any(|name| *name == task.name()),
            Selection::Kind(kind) => kind.has(task),
        }
    }
}

impl Kind {
    fn has(self, task: &Task) -> bool {
        let case = &task.case;
        let document = || Document::parse(case.text.as_bytes()).ok();
        let jumps = || task.position.as_ref().ok()?.legal_moves().map(|mv| mv.captured().len()).max();
        match self {
            Kind::Rest => true,
            Kind::Errors => task.position.is_err(),
            _ if task.position.is_err() => false,
            Kind::Form => document().is_some_and(|document| document.to_string() != case.text),
            Kind::Moves => document().is_some_and(|document| document.plies().len() > 0),
            Kind::Verbose => case.verbose,
            Kind::Chains => jumps() > Some(1),
            Kind::DepthZero => case.depth == 0,
            Kind::Scores => case.depth > 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite;

    fn tasks() -> Vec<Task> {
        suite::tasks_of(suite::standard())
    }

    fn refused(text: &str) -> String {
        Rubric::parse(text).and_then(|rubric| rubric.check(&tasks())).unwrap_err()
    }

    #[test]
    fn each_case_belongs_to_the_first_part_that_has_it() {
        let text = "[[part]]\nname = 'errors'\npoints = 10\ncases = 'errors'\n\
                    [[part]]\nname = 'first'\npoints = 1\ncases = ['01']\n\
                    [[part]]\nname = 'others'\npoints = 89\ncases = 'rest'\n";
        let tasks = tasks();
        let rubric = Rubric::parse(text).unwrap();
        let parts = rubric.parts(&tasks);
        let count = |part| parts.iter().filter(|other| **other == Some(part)).count();
        assert_eq!((count(0), count(1), count(2)), (23, 1, tasks.len() - 24));
    }

    #[test]
    fn rubrics_that_cannot_be_meant_are_refused() {
        let part = "[[part]]\nname = 'a'\npoints = 1\ncases = 'rest'\n";
        assert_eq!(Rubric::parse(part).and_then(|rubric| rubric.check(&tasks())), Ok(()));
        assert!(refused(&format!("form = 2\n{part}")).contains("from 0 to 1"));
        assert!(refused(&part.replace("points = 1", "points = -1")).contains("0 to 1000000"));
        assert!(refused(&part.replace("points = 1", "points = 1e308")).contains("0 to 1000000"));
        assert!(refused(&part.replace("'rest'", "['01', '099']")).contains("\"099\", which does not exist"));
        assert!(refused(&format!("{part}{part}")).contains("has no cases"));
        let named = part.replace("'rest'", "['02', '01']");
        let why = "names the case \"02\", which belongs to the earlier part \"a\"";
        assert!(refused(&format!("{part}{named}")).contains(why));
        assert!(refused(&part.replace("'rest'", "[]")).contains("its list is empty"));
        assert!(refused(&part.replace("rest", "all")).starts_with("4:9: "));
        assert!(refused(&format!("{part}weight = 2\n")).contains("unknown field"));
        assert!(refused("").contains("part"));
    }
}
