//! Searches for the smallest board with each kind of failure, and prepares its answers for display.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anstream::adapter::strip_str;
use rankmoves::Ranker;
use rankmoves_core::{Resources, shorten};
use rankmoves_judge::{Case, Comparison};

use super::Grading;
use super::process::Program;
use crate::differences::{self, Agreed};
use crate::graded::{FailureKind, Graded, Verdict};
use crate::result::Smallest;
use crate::task::Task;
use picture::{Picture, ascii};
use shell::encoding::to_utf8;

/// The number of times a failure is repeated, to check that it is stable.
const REPEATS: usize = 3;

/// The maximum number of failures to shrink; fewer if one shrinks to `FEW_PIECES` pieces. Several are tried,
/// because shrinking may end at a board from which nothing can be removed, although smaller failures exist.
const MAX_SHRUNK_FAILURES: usize = 4;
const FEW_PIECES: usize = 2;

/// The time limit of the search for a smaller board, for a single program.
const MAX_SHRINK_TIME: Duration = Duration::from_secs(10);
/// The time limit of that search for each program of a class.
const MAX_SHRINK_TIME_EACH: Duration = Duration::from_secs(3);

/// The number of lines shown from the beginning of long output.
const FIRST_LINES: usize = 28;
/// The number of lines shown from the end of long output.
const LAST_LINES: usize = 10;

/// The longest line that is shown, in characters.
const MAX_LINE_CHARS: usize = 160;

/// Looks for the smallest board with each kind of failure, the gravest first. A board without pieces comes
/// last. Returns nothing if the program does not fail. `agreed` are the explanations that fit all answers.
pub fn smallest(
    grading: &Grading<'_>,
    program: &Program,
    cases: &[(&Task, &Graded)],
    agreed: Agreed,
) -> io::Result<Vec<Smallest>> {
    let kinds: BTreeSet<FailureKind> = cases.iter().filter_map(|(_, graded)| graded.kind).collect();
    let mut found = Vec::new();
    let all = if grading.options.each.is_some() { MAX_SHRINK_TIME_EACH } else { MAX_SHRINK_TIME };
    let others = u32::try_from(kinds.len()).unwrap_or(u32::MAX).saturating_sub(1).max(1);
    for (index, kind) in kinds.into_iter().enumerate() {
        // The first kind gets all the time; the others together get the same time again.
        let time = if index == 0 { all } else { all / others };
        let search = Search { grading, program, cases, agreed, kind, end: Instant::now() + time };
        found.push(search.smallest()?);
    }
    found.sort_by_key(|smallest| smallest.task.position.is_ok() && smallest.task.case.pieces() == 0);
    Ok(found)
}

/// The search for the smallest failure of one kind.
struct Search<'a> {
    grading: &'a Grading<'a>,
    program: &'a Program,
    cases: &'a [(&'a Task, &'a Graded)],
    agreed: Agreed,
    kind: FailureKind,
    end: Instant,
}

impl Search<'_> {
    fn smallest(&self) -> io::Result<Smallest> {
        let mut similar = self.cases.to_vec();
        similar.retain(|(_, graded)| graded.kind == Some(self.kind));
        similar.sort_by_cached_key(|(task, graded)| {
            (!graded.is_run(), task.case.pieces() == 0, task.size(), task.case.text.len())
        });
        let (task, graded) = similar[0];
        let mut runs = self.repeated(task, graded.verdict)?;
        let is_flaky = runs.iter().any(|run| differs(run, &runs[0], graded.verdict));
        // A program that is too late is not run again.
        let graded = runs.pop().unwrap_or_else(|| graded.clone().without_answer());
        let mut found = (task.clone(), graded);
        if is_flaky || task.position.is_err() {
            return Ok(self.describe(found, is_flaky));
        }
        for (start, (task, graded)) in similar.iter().take(MAX_SHRUNK_FAILURES).enumerate() {
            if start > 0 && found.0.case.pieces() <= FEW_PIECES {
                break;
            }
            if let Some(shrunk) = self.shrink(task, graded.verdict)?
                && (start == 0 || shrunk.0.size() < found.0.size())
            {
                found = shrunk;
            }
        }
        Ok(self.describe(found, false))
    }

    /// Describes a failure: what is wrong, and why.
    fn describe(&self, (task, graded): (Task, Graded), is_flaky: bool) -> Smallest {
        let comparison = if graded.has_answer { task.compare(&graded.output) } else { None };
        let explanation = match comparison {
            Some(comparison) => self.explain(&task, &comparison),
            None => format!("{}: {}\n", graded.verdict, graded.reason),
        };
        let (verdict, kind) = (graded.verdict, self.kind);
        let (got, expected) = (shown(&graded.output), shown(task.case.answer.as_bytes()));
        Smallest { task, verdict, kind, got, expected, explanation, is_flaky }
    }

    /// Explains the differences in an answer, as text without colours.
    fn explain(&self, task: &Task, comparison: &Comparison) -> String {
        let draw = |picture: &Picture| format!("\n{}", ascii::draw(picture, ascii::ASCII));
        let mut text = differences::describe(comparison, task.case.verbose, self.agreed, draw);
        if let Some(depth) = comparison.right_for
            && !refute(self.cases, task.case.depth, depth)
        {
            let _ = writeln!(text, "\nThis is the answer for depth {depth}, not {}.", task.case.depth);
        }
        strip_str(&text).to_string()
    }

    /// Repeats a failure, because an intermittent failure cannot be made smaller. Does not repeat a late
    /// answer, and stops when an answer is late: times also depend on the load of the machine.
    fn repeated(&self, task: &Task, verdict: Verdict) -> io::Result<Vec<Graded>> {
        let mut runs = Vec::new();
        for _ in 0..if verdict == Verdict::TimeLimit { 0 } else { REPEATS } {
            let answer = self.grading.ask(self.program, task)?;
            if answer.verdict == Verdict::TimeLimit {
                break;
            }
            runs.push(answer);
        }
        Ok(runs)
    }

    /// Makes a failure as small as possible; `None` if it cannot be made smaller.
    fn shrink(&self, task: &Task, verdict: Verdict) -> io::Result<Option<(Task, Graded)>> {
        let (mut shrunk, mut error) = (None, None);
        let has_pieces = task.case.pieces() > 0;
        rankmoves_judge::shrink(task.case.clone(), |case: &Case| {
            // An empty board explains little.
            let is_empty = has_pieces && case.pieces() == 0;
            if Instant::now() > self.end || error.is_some() || is_empty {
                return false;
            }
            let smaller = task.asking(case.clone());
            match self.grading.ask(self.program, &smaller) {
                Ok(graded) if graded.kind == Some(self.kind) && graded.verdict == verdict => {
                    shrunk = Some((smaller, graded));
                    true
                }
                Ok(_) => false,
                Err(why) => {
                    error = Some(why);
                    false
                }
            }
        });
        error.map_or(Ok(shrunk), Err)
    }
}

/// Returns whether two runs on the same question show that the program behaves differently each time.
fn differs(graded: &Graded, first: &Graded, verdict: Verdict) -> bool {
    // Two runs that were stopped for too much output may have stopped at different places.
    let is_cut = verdict == Verdict::OutputLimit;
    verdict != Verdict::TimeLimit && (graded.verdict != verdict || (graded.output != first.output && !is_cut))
}

/// Returns whether the answers disprove that the program uses depth `answered` instead of `asked`: if a wrong
/// answer is right at no other depth, or if an answer is right at depth `asked` although the two depths give
/// different scores.
fn refute(cases: &[(&Task, &Graded)], asked: u32, answered: u32) -> bool {
    let mut ranker = Ranker::with_resources(Resources::with_threads(NonZeroUsize::MIN));
    let mut cases = cases.iter().filter(|(task, _)| task.position.is_ok());
    cases.any(|(task, graded)| match graded.verdict {
        Verdict::WrongAnswer => graded.pruned.is_some() && graded.right_for.is_none(),
        Verdict::Accepted | Verdict::Presentation if task.case.depth == asked => {
            let Ok(position) = &task.position else { return false };
            let mut scores = |depth| ranker.rank(position, depth).ok();
            scores(asked) != scores(answered)
        }
        _ => false,
    })
}

/// Returns output line by line, without characters that control a terminal. Notes how many lines are left
/// out, and the length of a line that is more than twice as long as its shown part.
fn shown(output: &[u8]) -> String {
    let (output, _) = to_utf8(output.to_vec());
    let output = output.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&output);
    let lines: Vec<&[u8]> = output.split_inclusive(|&byte| byte == b'\n').collect();
    let show = |lines: &[&[u8]]| lines.iter().map(|bytes| line(bytes)).collect::<String>();
    // The note itself takes up one line.
    if lines.len() <= FIRST_LINES + LAST_LINES + 1 {
        return show(&lines);
    }
    let (first, rest) = lines.split_at(FIRST_LINES);
    let (middle, last) = rest.split_at(rest.len() - LAST_LINES);
    let note = format!("… {} lines left out …\n", middle.len());
    show(first) + &note + &show(last)
}

fn line(bytes: &[u8]) -> String {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    // A character takes at most four bytes.
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MAX_LINE_CHARS)]);
    let mut text = shorten(&beginning, MAX_LINE_CHARS);
    if text.ends_with('…') && bytes.len() > 2 * MAX_LINE_CHARS {
        let _ = write!(text, " (a line of {} bytes)", bytes.len());
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(most: usize) -> String {
        (1..=most).map(|number| number.to_string() + "\n").collect()
    }

    #[test]
    fn short_output_is_shown_whole() {
        assert_eq!(shown(b""), "");
        assert_eq!(shown(b"one\ntwo"), "one\ntwo\n");
        assert_eq!(shown(b"\xff\xfea\0\n\0"), "a\n");
        let text = numbers(FIRST_LINES + LAST_LINES + 1);
        assert_eq!(shown(text.as_bytes()), text);
    }

    #[test]
    fn the_middle_of_long_output_is_left_out() {
        let text = numbers(1000);
        let shown = shown(text.as_bytes());
        assert_eq!(shown.lines().count(), FIRST_LINES + LAST_LINES + 1);
        assert!(
            shown.contains("\n28\n… 962 lines left out …\n991\n") && shown.ends_with("\n1000\n"),
            "{shown}"
        );
    }

    #[test]
    fn long_lines_are_cut_and_hostile_ones_escaped() {
        let long = shown(&vec![b'x'; 10_000_000]);
        assert!(long.ends_with("x… (a line of 10000000 bytes)\n") && long.len() < 250, "{long}");
        let hostile = shown("\u{1b}[2J\u{202e}\0\r\u{9b}".as_bytes());
        assert!(hostile.trim_end().chars().all(|char| char.is_ascii_graphic()), "{hostile:?}");
        assert_eq!(shown(b"a\xff\xfe"), "a\u{fffd}\u{fffd}\n");
    }
}
