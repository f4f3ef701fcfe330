//! Diagnosis: the mistakes that explain all answers of a program.

use super::listing::{Content, Entry, content};
use super::mistake::{Mistake, Mistakes};
use super::mutant::{Mutant, Question};

/// The most moves that the mutants of one diagnosis walk.
const MOST_MOVES: u64 = 20_000_000;

/// Returns the mistakes that explain a program: those of which each, made alone,
/// gives all its answers; else the pairs of which each does.
///
/// `None` stands for no answer: a crash, or a limit that was reached. The answers
/// are compared line by line by their moves and scores, whatever blanks and words are
/// around them; lines in another order are the same to a program that does not sort. A mutant that finds a file invalid
/// explains any wrong answer. Nothing explains a program that is right.
///
/// Pairs may stay unfound where trees are large: the mutants walk 20 million moves at most.
///
/// ```
/// use rankmoves_judge::{diagnose, suite, Mistake, Mistakes, Mutant, SuiteOptions};
///
/// let suite = suite(&SuiteOptions::default());
/// let questions = suite.cases.iter().map(|case| case.question());
/// let program = Mutant::new(Mistake::WorstReply);
/// let answers: Vec<_> = questions.map(|question| (question, program.answer(&question))).collect();
/// let answers: Vec<_> = answers.iter().map(|(question, answer)| (*question, answer.as_deref())).collect();
/// assert_eq!(diagnose(&answers), [Mistakes::from(Mistake::WorstReply)]);
/// ```
pub fn diagnose(answers: &[(Question<'_>, Option<&str>)]) -> Vec<Mistakes> {
    let Some(mut program) = Program::new(answers) else { return Vec::new() };
    let alone = || Mistake::ALL.iter().map(|&mistake| Mistakes::from(mistake));
    let found: Vec<Mistakes> = alone().filter(|&mistakes| program.behaves_as(mistakes)).collect();
    if !found.is_empty() {
        return found;
    }
    let pairs = alone()
        .enumerate()
        .flat_map(|(index, one)| Mistake::ALL[index + 1..].iter().map(move |&other| one.with(other)));
    pairs.filter(|&mistakes| program.behaves_as(mistakes)).collect()
}

/// An answer of the program under judgement.
struct Answered<'a> {
    question: Question<'a>,
    right: Vec<String>,
    given: Option<Vec<String>>,
    /// The number of moves walked to the right answer.
    work: u64,
}

/// A program that is not right.
struct Program<'a> {
    /// The wrong answers, then the right ones, of each those with the least work first.
    answers: Vec<Answered<'a>>,
    moves_left: u64,
}

impl<'a> Program<'a> {
    fn new(answers: &[(Question<'a>, Option<&str>)]) -> Option<Program<'a>> {
        let answered = answers.iter().filter_map(|&(question, given)| {
            let (right, work) = Mutant::new(Mistakes::NONE).answer_and_work(&question);
            let (right, given) = (lines(&right?), given.map(lines));
            Some(Answered { question, right, given, work })
        });
        let mut answers: Vec<_> = answered.collect();
        answers.sort_by_key(|answered| (answered.is_right(), answered.work));
        let is_wrong = answers.first().is_some_and(|first| !first.is_right());
        is_wrong.then_some(Program { answers, moves_left: MOST_MOVES })
    }

    fn behaves_as(&mut self, mistakes: Mistakes) -> bool {
        let mutant = Mutant::new(mistakes);
        self.answers.iter().all(|answered| {
            let Some(left) = self.moves_left.checked_sub(answered.work) else { return false };
            self.moves_left = left;
            answered.agrees(mutant.answer(&answered.question).as_deref(), mistakes)
        })
    }
}

impl Answered<'_> {
    fn is_right(&self) -> bool {
        self.given.as_ref() == Some(&self.right)
    }

    /// Returns whether the program answered as a mutant does.
    fn agrees(&self, mutant: Option<&str>, mistakes: Mistakes) -> bool {
        let Some(mutant) = mutant else { return !self.is_right() };
        let Some(given) = &self.given else { return false };
        let mut mutant = lines(mutant);
        if !mistakes.has(Mistake::Unsorted) {
            return mutant == *given;
        }
        let mut given = given.clone();
        given.sort_unstable();
        mutant.sort_unstable();
        mutant == given
    }
}

/// Returns the contents of the lines of an answer: marks, moves, players and scores,
/// whatever blanks and words are around them.
fn lines(answer: &str) -> Vec<String> {
    let written = |line: &str| match content(line) {
        Content::Move(Entry { mark, path, player, score }) => {
            Some(format!("{mark:?} {path} {player:?} {score:?}"))
        }
        Content::NoMoves => Some("no moves".to_owned()),
        Content::Other => Some(line.trim().to_owned()),
        Content::Blank => None,
    };
    answer.lines().filter_map(written).collect()
}
