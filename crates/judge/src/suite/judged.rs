//! Judges cases by the answers of all mutants.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::case::Case;
use crate::mistake::Mistake;
use crate::mutant::Mutant;
use rankmoves_core::Resources;
use rankmoves_core::support::threads::share;

/// The maximum number of moves that a mutant walks for a case: a hundred times the maximum size of the deep
/// case's tree. A mutant whose men go backward would walk millions.
const MAX_WALKED_MOVES: u64 = 100_000;

/// The size of a case: its depth, and the number of its pieces.
pub(super) type Size = (u32, usize);

/// A case with the answers of all mutants.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub(super) case: Case,
    /// A hash of each mutant's answer, in the order of [`Mistake::ALL`].
    answers: Vec<u64>,
}

impl Judged {
    pub(super) fn new(mut case: Case) -> Judged {
        let question = case.question();
        let answer = |&mistake: &Mistake| Mutant::new(mistake).answer_and_work(&question, MAX_WALKED_MOVES).0;
        let answers: Vec<Option<String>> = Mistake::ALL.iter().map(answer).collect();
        let pairs = Mistake::ALL.iter().zip(&answers);
        let caught = pairs.filter(|(_, answer)| answer.as_ref() != Some(&case.answer));
        case.catches = caught.map(|(&mistake, _)| mistake).collect();
        let hasher = BuildHasherDefault::<DefaultHasher>::new();
        Judged { case, answers: answers.iter().map(|answer| hasher.hash_one(answer)).collect() }
    }

    /// Judges cases on all processors.
    pub(super) fn all(cases: Vec<Case>) -> Vec<Judged> {
        let mut judged: Vec<Option<Judged>> = vec![None; cases.len()];
        let judge = |(case, judged): (Case, &mut Option<Judged>)| *judged = Some(Judged::new(case));
        let depth = cases.iter().map(|case| case.depth).max().unwrap_or(0);
        for_each(cases.into_iter().zip(&mut judged), depth, judge);
        judged.into_iter().flatten().collect()
    }

    pub(super) fn catches(&self, mistake: Mistake) -> bool {
        self.case.catches.contains(&mistake)
    }

    /// Returns whether the mutants of two mistakes, given by their indices in [`Mistake::ALL`], answer
    /// differently.
    pub(super) fn distinguishes(&self, one: usize, other: usize) -> bool {
        self.answers[one] != self.answers[other]
    }

    pub(super) fn size(&self) -> Size {
        (self.case.depth, self.case.pieces())
    }

    /// Returns a key that orders cases of the same size, the plainest first.
    pub(super) fn plainness(&self) -> impl Ord + use<> {
        let text = self.case.text.clone();
        (text.len(), text.bytes().filter(u8::is_ascii_uppercase).count(), self.case.verbose, text)
    }
}

/// Runs `work` on each item, on all processors. In it, mutants may recurse to this depth.
pub(super) fn for_each<I: Iterator + Send>(items: I, depth: u32, work: impl Fn(I::Item) + Sync) {
    share(items, Resources::default().threads.get(), depth, |items| items.for_each(&work));
}

/// Returns whether a mistake changes the answer to a case.
pub(super) fn is_caught(case: &Case, mistake: Mistake) -> bool {
    Mutant::new(mistake).answer(&case.question()).as_ref() != Some(&case.answer)
}
