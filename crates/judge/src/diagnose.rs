//! Diagnosis finds the mistakes that explain all answers of a program, or the scores that the program always prints
//! as certain other scores.

use std::collections::BTreeMap;

use super::listing::{Content, ListedMove, content, listed_moves};
use super::mistake::{Mistake, Mistakes};
use super::mutant::{MAX_MUTANT_MOVES, Mutant, Question, Walked};
use rankmoves_core::{Path, Player};

/// The maximum number of moves of one diagnosis. Each answer of a mutant counts as many moves as the right
/// answer takes.
const MAX_DIAGNOSIS_MOVES: u64 = 20_000_000;

/// Returns the mistakes that explain a program: single mistakes that each give all its answers; if there are
/// none, mistakes made for one player only; then pairs; then pairs for one player.
///
/// `None` means that there is no answer: the program crashed, or reached a limit. The answers are compared
/// line by line, by their moves and scores; blanks and words around them do not matter. A program that does
/// not sort has its own order. If one scan of the board explains the order of the moves in all answers, the
/// moves count as listed in the order in which the program finds them. A mutant that finds a file invalid
/// explains any wrong answer to it; one that would walk more than a million moves or 1,000 plies explains only a
/// missing answer. Many programs have separate code that plays the moves in the file, so mistakes in moving that
/// affect only the ranked moves and the replies are found too. Nothing explains a program that is right.
///
/// Mistakes in rules and in the score of a board are named only if moves, a tree or an answer at depth 0
/// differ: if only scores of a deeper search are wrong, the reason may be anything.
///
/// Pairs may be missed if trees are large, because a diagnosis ends after about 20 million moves.
///
/// ```
/// use rankmoves_judge::{diagnose, suite, Mistake, Mistakes, Mutant, SuiteOptions};
///
/// let suite = suite(&SuiteOptions { depths: 0..=1, ..SuiteOptions::default() });
/// let questions = suite.iter().map(|case| case.question());
/// let program = Mutant::new(Mistake::WorstReply);
/// let answers: Vec<_> = questions.map(|question| (question, program.answer(&question))).collect();
/// let answers: Vec<_> = answers.iter().map(|(question, answer)| (*question, answer.as_deref())).collect();
/// assert_eq!(diagnose(&answers), [Mistakes::from(Mistake::WorstReply)]);
/// ```
pub fn diagnose(answers: &[(Question<'_>, Option<&str>)]) -> Vec<Mistakes> {
    let answers = answers.iter().filter_map(|&(question, given)| JudgedAnswer::new(question, given));
    let mut answers: Vec<JudgedAnswer<'_>> = answers.collect();
    // Wrong answers come first; among these and among the others, answers with the least work.
    answers.sort_by_key(|answered| (answered.is_right(), answered.work));
    if answers.first().is_none_or(JudgedAnswer::is_right) {
        return Vec::new();
    }
    let shows_rules = answers.iter().any(JudgedAnswer::shows_rules);
    let all: Vec<Mistake> =
        Mistake::ALL.iter().copied().filter(|mistake| shows_rules || mistake.is_of_search()).collect();
    let of_player: Vec<Mistake> = all.iter().copied().filter(|mistake| mistake.is_of_player()).collect();
    let steps = [singles(&all), for_one(&singles(&of_player)), pairs(&all), for_one(&pairs(&of_player))];
    let mut moves_left = MAX_DIAGNOSIS_MOVES;
    let mut explained = steps.into_iter().map(|mut step| {
        step.retain(|&mistakes| explain(mistakes, &answers, &mut moves_left));
        step
    });
    explained.find(|found| !found.is_empty()).unwrap_or_default()
}

fn singles(mistakes: &[Mistake]) -> Vec<Mistakes> {
    mistakes.iter().map(|&mistake| mistake.into()).collect()
}

fn pairs(mistakes: &[Mistake]) -> Vec<Mistakes> {
    let with = |one: Mistake, others: &[Mistake]| {
        others.iter().map(|&other| Mistakes::from(one).with(other)).collect::<Vec<_>>()
    };
    mistakes.iter().enumerate().flat_map(|(index, &one)| with(one, &mistakes[index + 1..])).collect()
}

/// Returns each set twice: with its mistakes made for red only, and for black only.
fn for_one(sets: &[Mistakes]) -> Vec<Mistakes> {
    sets.iter().flat_map(|set| [Player::Red, Player::Black].map(|player| set.only_for(player))).collect()
}

struct JudgedAnswer<'a> {
    question: Question<'a>,
    right: Vec<Content>,
    given: Option<Vec<Content>>,
    /// True if the file has moves.
    has_moves: bool,
    /// The number of moves walked to find the right answer.
    work: u64,
    /// The mistakes that the right walk looked up. A set with none of these gives the right answer.
    looked_up: Mistakes,
}

/// Returns whether mistakes explain all answers. Takes the moves that this walks from `moves_left`.
fn explain(mistakes: Mistakes, answers: &[JudgedAnswer<'_>], moves_left: &mut u64) -> bool {
    if mistakes.has(Mistake::Unsorted) && !list_as_found(answers) {
        return false;
    }
    let mutant = Mutant::new(mistakes);
    let mut mutants = vec![mutant, mutant.replaying_rightly()];
    answers.iter().all(|answered| {
        // Without a sorted list, lines are compared in any order.
        if mistakes.is_disjoint(answered.looked_up) && !mistakes.has(Mistake::Unsorted) {
            return answered.is_right();
        }
        let mut agrees = |mutant: &Mutant| {
            let Some(left) = moves_left.checked_sub(answered.work) else { return false };
            *moves_left = left;
            answered.agrees(mutant, mistakes)
        };
        if !answered.has_moves {
            return agrees(&mutants[0]);
        }
        mutants.retain(agrees);
        !mutants.is_empty()
    })
}

/// Returns whether all answers except trees list moves in the order of one scan of the board, and that order is
/// not simply the reverse alphabetical order.
fn list_as_found(answers: &[JudgedAnswer<'_>]) -> bool {
    let is_tree = |question: &Question<'_>| question.verbose && question.depth > 0;
    let lists = answers.iter().filter(|answered| !is_tree(&answered.question));
    let lists = lists.map(|answered| answered.given.iter().flatten().filter_map(path).collect());
    let lists: Vec<Vec<&str>> = lists.collect();
    let is_reversed = lists.iter().all(|paths| paths.is_sorted_by(|one, other| one >= other));
    !is_reversed && (0..8).any(|scan| lists.iter().all(|paths| finds(scan, paths)))
}

/// Returns whether a program may find the moves in their listed order, with jumps and steps together or apart, if
/// it visits the squares in two nested loops. The bits of `scan` select one of the eight orders of these loops.
fn finds(scan: u8, paths: &[&str]) -> bool {
    let (by_file, down, left) = (scan & 1 > 0, scan & 2 > 0, scan & 4 > 0);
    let moves: Vec<Path> = paths.iter().filter_map(|path| path.parse().ok()).collect();
    let order = |path: &Path| {
        let square = path.start();
        let along = |at: u8, is_back: bool| if is_back { u8::MAX - at } else { at };
        let (rank, file) = (along(square.rank(), down), along(square.file(), left));
        if by_file { (file, rank) } else { (rank, file) }
    };
    let is_jump = |path: &Path| path.squares()[0].rank().abs_diff(path.squares()[1].rank()) == 2;
    let mut parts = moves.chunk_by(|one, other| is_jump(one) == is_jump(other));
    moves.is_sorted_by_key(order)
        || (parts.clone().count() <= 2 && parts.all(|part| part.is_sorted_by_key(order)))
}

impl<'a> JudgedAnswer<'a> {
    /// Judges an answer; `None` if the question has no right answer.
    fn new(question: Question<'a>, given: Option<&str>) -> Option<JudgedAnswer<'a>> {
        let Walked { answer, work, looked_up } =
            Mutant::new(Mistakes::NONE).walk(&question, MAX_MUTANT_MOVES);
        let (right, given) = (lines(&answer?), given.map(lines));
        let has_moves = question.text.rsplit("MOVES").next().is_some_and(|moves| moves.contains("->"));
        Some(JudgedAnswer { question, right, given, has_moves, work, looked_up })
    }

    /// Returns whether the answer is wrong and may show a broken rule: the question has depth 0 or asks for the
    /// tree, or the listed moves are wrong.
    fn shows_rules(&self) -> bool {
        let Some(given) = self.given.as_ref().filter(|_| !self.is_right()) else { return false };
        self.question.depth == 0
            || self.question.verbose
            || !given.iter().map(path).eq(self.right.iter().map(path))
    }

    fn is_right(&self) -> bool {
        self.given.as_ref() == Some(&self.right)
    }

    /// Returns whether the answer of a mutant with these mistakes explains the program's answer. A mutant that
    /// finds the file invalid explains any wrong answer, a mutant that reaches a limit only a missing answer.
    fn agrees(&self, mutant: &Mutant, mistakes: Mistakes) -> bool {
        let Walked { answer, work, .. } = mutant.walk(&self.question, MAX_MUTANT_MOVES);
        let Some(answer) = answer else {
            return self.given.is_none() || work < MAX_MUTANT_MOVES && !self.is_right();
        };
        let Some(given) = &self.given else { return false };
        let mut mutant = lines(&answer);
        if !mistakes.has(Mistake::Unsorted) {
            return mutant == *given;
        }
        let mut given = given.clone();
        for contents in [&mut mutant, &mut given] {
            contents.sort_by_cached_key(|content| format!("{content:?}"));
        }
        mutant == given
    }
}

/// Returns the path of a line, if its content is a move.
fn path(content: &Content) -> Option<&str> {
    if let Content::Move(listed) = content { Some(&listed.path) } else { None }
}

/// Returns the contents of the lines of an answer. Ignores blanks, and words around moves and scores.
fn lines(answer: &str) -> Vec<Content> {
    answer.lines().map(content).filter(|content| *content != Content::Blank).collect()
}

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
