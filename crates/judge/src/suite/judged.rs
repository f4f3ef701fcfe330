//! Cases with the answers of all mutants.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::thread;

use crate::case::Case;
use crate::mistake::Mistake;
use crate::mutant::Mutant;

/// The most moves that a mutant walks for a case: one whose men go backward would walk millions to the
/// depth of the deep one, a hundred times the tree.
const MOST_MOVES: u64 = 100_000;

/// The size of a case: its depth, and the number of its pieces.
pub(super) type Size = (u32, usize);

/// A case, and what each mutant answers.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub(super) case: Case,
    /// A hash of each mutant's answer, in the order of [`Mistake::ALL`].
    answers: Vec<u64>,
}

impl Judged {
    pub(super) fn new(mut case: Case) -> Judged {
        let question = case.question();
        let answer = |&mistake: &Mistake| Mutant::new(mistake).answer_and_work(&question, MOST_MOVES).0;
        let answers: Vec<Option<String>> = Mistake::ALL.iter().map(answer).collect();
        let pairs = Mistake::ALL.iter().zip(&answers);
        let caught = pairs.filter(|(_, answer)| answer.as_ref() != Some(&case.answer));
        case.catches = caught.map(|(&mistake, _)| mistake).collect();
        Judged { case, answers: answers.iter().map(hash).collect() }
    }

    /// Judges cases, on all processors.
    pub(super) fn all(cases: &[Case]) -> Vec<Judged> {
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let size = cases.len().div_ceil(threads).max(1);
        thread::scope(|scope| {
            let judge = |cases: &[Case]| cases.iter().cloned().map(Judged::new).collect::<Vec<_>>();
            let mut own = cases.chunks(size);
            let first = own.next().unwrap_or_default();
            // A thread that does not start leaves its part to this one.
            let others: Vec<_> = own
                .map(|part| (part, thread::Builder::new().spawn_scoped(scope, move || judge(part))))
                .collect();
            let mut judged = judge(first);
            for (part, other) in others {
                judged.extend(
                    other.map_or_else(|_| judge(part), |other| other.join().expect("no mutant panics")),
                );
            }
            judged
        })
    }

    pub(super) fn catches(&self, mistake: Mistake) -> bool {
        self.case.catches.contains(&mistake)
    }

    /// Returns whether the mutants of two mistakes, by their places in
    /// [`Mistake::ALL`], answer in different ways.
    pub(super) fn tells_apart(&self, one: usize, other: usize) -> bool {
        self.answers[one] != self.answers[other]
    }

    pub(super) fn size(&self) -> Size {
        (self.case.depth, self.case.pieces())
    }

    /// Returns a key to order cases of the same size by: the plainest first.
    pub(super) fn plainness(&self) -> impl Ord + use<> {
        let text = self.case.text.clone();
        (text.len(), text.bytes().filter(u8::is_ascii_uppercase).count(), self.case.verbose, text)
    }
}

/// Returns whether a mistake changes the answer to a case.
pub(super) fn is_caught(case: &Case, mistake: Mistake) -> bool {
    Mutant::new(mistake).answer(&case.question()).as_ref() != Some(&case.answer)
}

fn hash(answer: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    answer.hash(&mut hasher);
    hasher.finish()
}
