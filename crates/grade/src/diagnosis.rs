//! The diagnosis of a program: the statements that all its answers agree with.

use rankmoves_judge::{Mistake, Mistakes, Pruned};
use shell::encoding::to_utf8;

use super::run::Graded;
use super::task::Task;
use super::verdict::Verdict;
use crate::differences::Agreed;

/// The statements about a program that all its answers agree with.
#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    /// The mistakes, or pairs of mistakes, that each explain all answers.
    pub mistakes: Vec<Mistakes>,
    /// The differences of all answers.
    pub pruned: Pruned,
}

impl Diagnosis {
    /// Returns the statements that may explain the answers on one board.
    pub fn agreed(&self) -> Agreed {
        let mistakes = self.mistakes.iter().fold(Mistakes::NONE, |all, &mistakes| all | mistakes);
        Agreed { mistakes, is_pruned: self.is_pruned() }
    }

    fn is_pruned(&self) -> bool {
        self.mistakes.is_empty() && self.pruned.is_all()
    }

    /// Returns each statement: its name, and a whole sentence.
    pub fn statements(&self) -> Vec<(String, String)> {
        let joined = |mistakes: &Mistakes, part: fn(Mistake) -> &'static str, joint: &str| {
            mistakes.iter().map(part).collect::<Vec<_>>().join(joint)
        };
        let behaviour = |mistakes: &Mistakes| {
            let sentence = joined(mistakes, Mistake::sentence, ", and as if ");
            (joined(mistakes, Mistake::name, "+"), format!("your program behaves as if {sentence}"))
        };
        let pruning = [
            (self.pruned.cut_off, "search-cut-off", CUT_OFF),
            (self.pruned.bounds, "bounds-printed", BOUNDS),
        ];
        let pruning = pruning.into_iter().filter(|&(count, ..)| self.is_pruned() && count > 0);
        let pruning = pruning.map(|(_, name, sentence)| (name.to_owned(), sentence.to_owned()));
        self.mistakes.iter().map(behaviour).chain(pruning).collect()
    }
}

const CUT_OFF: &str = "your program cuts its search off: it leaves replies out only after one that is good enough, but -v lists all";
const BOUNDS: &str = "your program prints bounds of a search that is cut off: each wrong score lies between the right \
                      one and the best before it";

/// Finds the statements that all answers of a program agree with, the fewest mistakes first.
pub fn diagnose(tasks: &[Task], graded: &[Graded]) -> Diagnosis {
    let asked: Vec<_> = tasks.iter().zip(graded).filter(|(task, _)| task.fault.is_none()).collect();
    if asked.iter().all(|(_, graded)| graded.verdict.is_accepted()) {
        return Diagnosis::default();
    }
    let mut pruned = Pruned::default();
    for (_, graded) in &asked {
        // A crash is not pruning, and late answers are not evidence of pruning.
        let is_other = !matches!(graded.verdict, Verdict::Accepted | Verdict::TimeLimit);
        pruned += graded.pruned.unwrap_or(Pruned { others: is_other.into(), ..Pruned::default() });
    }
    let decoded = |answer: &Vec<u8>| String::from_utf8_lossy(&to_utf8(answer.clone()).0).into_owned();
    let answers: Vec<_> = asked.iter().map(|(_, graded)| graded.answer.as_ref().map(decoded)).collect();
    let pairs = asked.iter().zip(&answers);
    let pairs: Vec<_> = pairs.map(|((task, _), answer)| (task.case.question(), answer.as_deref())).collect();
    let mut mistakes = rankmoves_judge::diagnose(&pairs);
    mistakes.sort_by_key(|mistakes| mistakes.iter().count());
    Diagnosis { mistakes, pruned }
}
