//! The diagnosis of a program: the explanations that fit all its answers.

use rankmoves_judge::{Mistake, Mistakes, Pruned, Substitution, substitutions};
use serde::Serialize;
use shell::encoding::to_utf8;

use super::graded::{Graded, Verdict};
use super::task::Task;
use crate::differences::Agreed;

#[derive(Clone, Debug, Serialize)]
pub struct Statement {
    /// The name of the mistake, or the names of several.
    pub mistake: String,
    /// A whole sentence without its full stop.
    pub sentence: String,
}

const CUT_OFF: &str = "your program prunes its search, as alpha-beta does: it omits only replies after one that is good enough, but -v must list all";
const BOUNDS: &str = "your program prints bounds, as alpha-beta returns them, not exact scores: each wrong score lies \
                      between the right score and the best score before it";

/// The least number of answers for a diagnosis, if other cases have no answer.
const MIN_ANSWERS: usize = 20;

/// Finds the explanations that fit all answers of a program, those with the fewest mistakes first. Returns them in
/// words, and the mistakes of all explanations together.
pub fn diagnose(tasks: &[Task], graded: &[Graded]) -> (Vec<Statement>, Agreed) {
    let asked: Vec<_> = tasks.iter().zip(graded).filter(|(task, _)| task.position.is_ok()).collect();
    if asked.iter().all(|(_, graded)| graded.verdict.is_accepted()) {
        return (Vec::new(), Agreed::default());
    }
    let mut pruned = Pruned::default();
    for (_, graded) in &asked {
        // A crash does not come from pruning, and late answers are no evidence of pruning.
        let is_other = !matches!(graded.verdict, Verdict::Accepted | Verdict::TimeLimit);
        pruned += graded.pruned.unwrap_or(Pruned { others: is_other.into(), ..Pruned::default() });
    }
    // Leave out late answers: the program may be right but slow, or the machine may have been busy.
    let asked = asked.into_iter().filter(|(_, graded)| graded.verdict != Verdict::TimeLimit);
    let decoded = |graded: &Graded| String::from_utf8_lossy(&to_utf8(graded.output.clone()).0).into_owned();
    let answers: Vec<_> =
        asked.map(|(task, graded)| (task, graded.has_answer.then(|| decoded(graded)))).collect();
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
    let mut statements: Vec<Statement> =
        mistakes.iter().map(|&mistakes| behaviour(mistakes, is_of_answers)).collect();
    if mistakes.is_empty() && !is_of_answers {
        statements.extend(substituted(&substitutions(&pairs)));
    }
    let is_pruned = mistakes.is_empty() && pruned.is_all();
    let pruning = [(pruned.cut_off, "search-cut-off", CUT_OFF), (pruned.bounds, "bounds-printed", BOUNDS)];
    let pruning = pruning.into_iter().filter(|&(count, ..)| is_pruned && count > 0);
    statements.extend(
        pruning
            .map(|(_, mistake, sentence)| Statement { mistake: mistake.into(), sentence: sentence.into() }),
    );
    (statements, Agreed { mistakes: mistakes.into_iter().flat_map(Mistakes::iter).collect(), is_pruned })
}

/// Names mistakes that together explain the answers: all, or only the cases that have an answer.
fn behaviour(mistakes: Mistakes, is_of_answers: bool) -> Statement {
    let joined = |part: fn(Mistake) -> &'static str, joint: &str| {
        mistakes.iter().map(part).collect::<Vec<_>>().join(joint)
    };
    let (sentence, mistake) = (joined(Mistake::sentence, ", and as if "), joined(Mistake::name, "+"));
    let (mistake, only) = match mistakes.player() {
        Some(player) => (format!("{mistake}:{player}"), format!(", but only for {player}")),
        None => (mistake, String::new()),
    };
    let rest = if is_of_answers { "; this does not explain the cases without an answer" } else { "" };
    Statement { mistake, sentence: format!("your program behaves as if {sentence}{only}{rest}") }
}

/// Names the scores that the program always prints as other scores, if there are any.
fn substituted(substitutions: &[Substitution]) -> Option<Statement> {
    let parts = substitutions.iter().map(|it| format!("{} where {} is right", it.printed, it.right));
    let parts: Vec<String> = parts.collect();
    let sentence = format!("your program always prints {}", parts.join(", and "));
    (!parts.is_empty()).then(|| Statement { mistake: "other-score".to_owned(), sentence })
}
