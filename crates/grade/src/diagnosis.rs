//! The diagnosis of a program: the explanations that fit all its answers.

use rankmoves_judge::{Mistake, Mistakes, Pruned, Substitution, substitutions};
use serde::Serialize;
use shell::encoding::to_utf8;

use super::graded::Graded;
use super::task::Task;
use super::verdict::Verdict;
use crate::differences::Agreed;

/// An explanation.
#[derive(Serialize)]
pub struct Statement {
    /// The name of the mistake, or the names of several.
    pub mistake: String,
    /// A whole sentence without its full stop.
    pub sentence: String,
}

/// The explanations that fit all answers of a program.
#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    /// The mistakes, or pairs of mistakes, that each explain all answers.
    pub mistakes: Vec<Mistakes>,
    /// True if cases without an answer (after a crash, or at a limit) are left out.
    pub is_of_answers: bool,
    /// The scores that the program always prints as other scores.
    pub substitutions: Vec<Substitution>,
    /// The numbers of differences in all answers, separated by whether pruning explains them.
    pub pruned: Pruned,
}

impl Diagnosis {
    /// Returns the mistakes of all explanations together, and whether pruning alone explains the answers.
    pub fn agreed(&self) -> Agreed {
        let mistakes = self.mistakes.iter().copied().flat_map(Mistakes::iter).collect();
        Agreed { mistakes, is_pruned: self.is_pruned() }
    }

    fn is_pruned(&self) -> bool {
        self.mistakes.is_empty() && self.pruned.is_all()
    }

    /// Returns the explanations in words.
    pub fn statements(&self) -> Vec<Statement> {
        let joined = |mistakes: &Mistakes, part: fn(Mistake) -> &'static str, joint: &str| {
            mistakes.iter().map(part).collect::<Vec<_>>().join(joint)
        };
        let behaviour = |mistakes: &Mistakes| {
            let sentence = joined(mistakes, Mistake::sentence, ", and as if ");
            let mistake = joined(mistakes, Mistake::name, "+");
            let (mistake, only) = match mistakes.player() {
                Some(player) => (format!("{mistake}:{player}"), format!(", but only for {player}")),
                None => (mistake, String::new()),
            };
            let rest =
                if self.is_of_answers { "; this does not explain the cases without an answer" } else { "" };
            Statement { mistake, sentence: format!("your program behaves as if {sentence}{only}{rest}") }
        };
        let pruning = [
            (self.pruned.cut_off, "search-cut-off", CUT_OFF),
            (self.pruned.bounds, "bounds-printed", BOUNDS),
        ];
        let pruning = pruning.into_iter().filter(|&(count, ..)| self.is_pruned() && count > 0);
        let pruning = pruning.map(|(_, mistake, sentence)| Statement {
            mistake: mistake.to_owned(),
            sentence: sentence.to_owned(),
        });
        self.mistakes.iter().map(behaviour).chain(self.substituted()).chain(pruning).collect()
    }

    /// Names the scores that the program always prints as other scores.
    fn substituted(&self) -> Option<Statement> {
        let parts = self.substitutions.iter().map(|it| format!("{} where {} is right", it.printed, it.right));
        let parts: Vec<String> = parts.collect();
        let sentence = format!("your program always prints {}", parts.join(", and "));
        (!parts.is_empty()).then(|| Statement { mistake: "other-score".to_owned(), sentence })
    }
}

const CUT_OFF: &str = "your program prunes its search, as alpha-beta does: it omits only replies after one that is good enough, but -v must list all";
const BOUNDS: &str = "your program prints bounds, as alpha-beta returns them, not exact scores: each wrong score lies \
                      between the right score and the best score before it";

/// Finds the explanations that fit all answers of a program, those with the fewest mistakes first.
pub fn diagnose(tasks: &[Task], graded: &[Graded]) -> Diagnosis {
    let asked: Vec<_> = tasks.iter().zip(graded).filter(|(task, _)| task.fault.is_none()).collect();
    if asked.iter().all(|(_, graded)| graded.verdict.is_accepted()) {
        return Diagnosis::default();
    }
    let mut pruned = Pruned::default();
    for (_, graded) in &asked {
        // A crash does not come from pruning, and late answers are no evidence of pruning.
        let is_other = !matches!(graded.verdict, Verdict::Accepted | Verdict::TimeLimit);
        pruned += graded.pruned.unwrap_or(Pruned { others: is_other.into(), ..Pruned::default() });
    }
    // Leave out late answers: the program may be right but slow, or the machine may have been busy.
    let asked = asked.into_iter().filter(|(_, graded)| graded.verdict != Verdict::TimeLimit);
    let decoded = |answer: &Vec<u8>| String::from_utf8_lossy(&to_utf8(answer.clone()).0).into_owned();
    let answers: Vec<_> = asked.map(|(task, graded)| (task, graded.answer.as_ref().map(decoded))).collect();
    let mut pairs: Vec<_> =
        answers.iter().map(|(task, answer)| (task.case.question(), answer.as_deref())).collect();
    let mut mistakes = rankmoves_judge::diagnose(&pairs);
    let count = pairs.len();
    if mistakes.is_empty() {
        pairs.retain(|(_, answer)| answer.is_some());
        if pairs.len() < count && pairs.len() >= MIN_ANSWERS {
            mistakes = rankmoves_judge::diagnose(&pairs);
        }
    }
    let is_of_answers = pairs.len() < count;
    mistakes.sort_by_key(|mistakes| mistakes.iter().count());
    let substitutions =
        if mistakes.is_empty() && !is_of_answers { substitutions(&pairs) } else { Vec::new() };
    Diagnosis { mistakes, is_of_answers, substitutions, pruned }
}

/// The least number of answers for a diagnosis, if other cases have no answer.
const MIN_ANSWERS: usize = 20;
