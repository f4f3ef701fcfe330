//! Finds scores that a program always prints as certain other scores.

use std::collections::BTreeMap;

use super::listing::{ListedMove, listed_moves};
use super::mistakes::Mistakes;
use super::mutant::{Mutant, Question};

/// The maximum number of distinct wrong scores.
const MAX_WRONG_SCORES: usize = 4;

/// The least number of lines on which each wrong score must be seen.
const MIN_LINES: usize = 3;

/// A score, and the score that a program prints instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Substitution {
    /// The right score.
    pub right: i64,
    /// The score that is printed.
    pub printed: i64,
}

/// Returns the scores that a program consistently prints as some other score. Returns none unless the rest of
/// its answers is right. Skips missing answers.
pub fn substitutions(answers: &[(Question<'_>, Option<&str>)]) -> Vec<Substitution> {
    let mut printed: BTreeMap<i64, (i64, usize)> = BTreeMap::new();
    for (question, given) in answers.iter().filter_map(|(question, given)| Some((question, (*given)?))) {
        let Some(right) = Mutant::new(Mistakes::NONE).answer(question) else { return Vec::new() };
        let [right, given] = [&right, given].map(|answer| listed_moves(answer).collect::<Vec<ListedMove>>());
        if right.len() != given.len() {
            return Vec::new();
        }
        for (right, given) in right.iter().zip(&given) {
            let is_same = (right.mark, &right.path, right.player) == (given.mark, &given.path, given.player);
            match (is_same, right.score, given.score) {
                (true, None, None) => {}
                (true, Some(right), Some(given)) => {
                    let known = printed.entry(right).or_insert((given, 0));
                    if known.0 != given {
                        return Vec::new();
                    }
                    known.1 += 1;
                }
                _ => return Vec::new(),
            }
        }
    }
    let is_wrong = |&(right, (given, _)): &(&i64, &(i64, usize))| right != given;
    let wrong: Vec<_> = printed.iter().filter(is_wrong).collect();
    let is_sure = wrong.iter().all(|(_, (_, lines))| *lines >= MIN_LINES);
    if wrong.len() > MAX_WRONG_SCORES || wrong.len() * 2 > printed.len() || !is_sure {
        return Vec::new();
    }
    wrong.iter().map(|&(&right, &(printed, _))| Substitution { right, printed }).collect()
}
