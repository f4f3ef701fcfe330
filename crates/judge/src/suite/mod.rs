//! Makes suites of cases that bring every mistake to light.

mod draw;
mod refused;
mod special;

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::mem;
use std::ops::RangeInclusive;

use draw::Draw;
use fastrand::Rng;
pub use refused::refused;

use super::case::Case;
use super::mistake::{Mistake, Mistakes};
use super::mutant::Mutant;
use super::shrink::shrink_within;
use rankmoves_core::exchange::Document;
use rankmoves_core::support::threads::share;
use rankmoves_core::{Resources, Rules, Shape};

/// The number of cases that should catch each mistake.
const MIN_CATCHES: usize = 3;

/// The numbers of random boards: small boards and locked boards, from which the smallest cases are shrunk,
/// and larger boards, which fill up the suite.
const SMALL_BOARDS: usize = 800;
const LOCKED_BOARDS: usize = 40;
const LARGER_BOARDS: usize = 120;

/// The number of boards on which kings return to their squares, for each mistake that only such boards show, and
/// the number of boards tried to find one of them.
const RETURNING_BOARDS: usize = 4;
const RETURNING_DRAWS: usize = 1000;

/// The lowest depths at which returning kings show mistakes: at depth 3 the first position occurs again,
/// and at depth 4 a position with another depth left.
const REPETITION_DEPTH: u32 = 3;
const MEMO_DEPTH: u32 = 4;

/// The maximum number of moves in the trees of small and of larger boards. A simple program walks the largest
/// in a few milliseconds.
const MAX_SMALL_TREE_MOVES: usize = 150;
const MAX_LARGER_TREE_MOVES: usize = 500;

/// The maximum number of moves in the trees tried when boards are shrunk.
const MAX_SHRUNK_TREE_MOVES: usize = 3000;

/// The greatest difference between the depth of a random case and the lowest depth.
const MAX_PLIES_ABOVE: u32 = 3;

/// The number of boards that are shrunk for each mistake.
const SHRUNK_BOARDS: usize = 6;

/// The maximum number of moves that a mutant walks for a case: a hundred times the maximum size of the deep
/// case's tree. A mutant whose men go backward would walk millions.
const MAX_WALKED_MOVES: u64 = 100_000;

/// Options of a [`suite`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteOptions {
    /// The number of cases.
    pub count: usize,
    /// The depths to choose from. If the range is wide, only its lower depths are used; if it includes depth
    /// 10, one case has that depth.
    pub depths: RangeInclusive<u32>,
    /// The seed of the random boards.
    pub seed: u64,
    /// The rules of all cases; `None` for all rules in turn.
    pub rules: Option<Rules>,
    /// The shape of the boards; some boards have the other colouring.
    pub shape: Shape,
    /// Allows moves in the file.
    pub moves: bool,
    /// Adds boards of other sizes, if the board is of the standard size.
    pub other_boards: bool,
}

/// The default is 73 cases with all rules: on the standard board at depths from 0 to 5, except for one case
/// at depth 10 and two on boards of other sizes.
impl Default for SuiteOptions {
    fn default() -> SuiteOptions {
        SuiteOptions {
            count: 73,
            depths: 0..=10,
            seed: 1,
            rules: None,
            shape: Shape::STANDARD,
            moves: true,
            other_boards: true,
        }
    }
}

impl SuiteOptions {
    /// Makes a case at the greatest of these depths whose tree has at most `largest` moves, if the
    /// options allow it.
    fn case(&self, text: &str, depths: RangeInclusive<u32>, verbose: bool, largest: usize) -> Option<Case> {
        let case = depths.rev().find_map(|depth| Case::with_tree(text.to_owned(), depth, verbose, largest));
        case.filter(|case| self.allow(case))
    }

    /// Returns whether a case may be part of the suite.
    fn allow(&self, case: &Case) -> bool {
        let Ok(document) = Document::parse(case.text.as_bytes()) else { return false };
        let setup = document.setup();
        let sides = |shape: Shape| (shape.ranks(), shape.files());
        self.depths.contains(&case.depth)
            && self.rules.is_none_or(|rules| setup.rules == rules)
            && sides(setup.board.shape()) == sides(self.shape)
            && (self.moves || document.plies().len() == 0)
            && setup.oddities().is_empty()
    }
}

/// Finds the mistakes that each case catches.
pub fn with_catches(cases: Vec<Case>) -> Vec<Case> {
    Judged::all(cases).into_iter().map(|judged| judged.case).collect()
}

/// Makes a suite of cases that bring mistakes to light. The cases are numbered: first the smallest that show each
/// mistake, then special boards and forms of the file, then a mixture. If the options allow it, the cases catch
/// every mistake at least three times, contain the smallest case for each, and distinguish any two mistakes.
///
/// The suite is the same for the same options. Making it takes a few seconds.
///
/// ```
/// use rankmoves_judge::{suite, Mistake, SuiteOptions};
///
/// let suite = suite(&SuiteOptions { depths: 0..=0, ..SuiteOptions::default() });
/// assert_eq!(suite.len(), 73);
/// let first = suite.iter().find(|case| case.catches.contains(&Mistake::KingsCountOne)).unwrap();
/// assert_eq!((first.depth, first.pieces()), (0, 2));
/// ```
pub fn suite(options: &SuiteOptions) -> Vec<Case> {
    let mut draw = Draw { options, rng: Rng::with_seed(options.seed) };
    let small = small(&mut draw);
    let mut chosen = smallest(&small, options);
    chosen.extend(Judged::all(special::cases(&mut draw)));
    chosen.truncate(options.count);
    fill(&mut draw, small, &mut chosen);

    let width = chosen.len().to_string().len().max(2);
    let numbered = (1..).zip(chosen);
    numbered.map(|(number, Judged { case, .. })| Case { name: format!("{number:0width$}"), ..case }).collect()
}

/// Makes cases with small random boards, the smallest first.
fn small(draw: &mut Draw) -> Vec<Judged> {
    let mut cases = Vec::new();
    for _ in 0..SMALL_BOARDS {
        let document = draw.few();
        cases.extend(draw.case(&document, 0..=MAX_PLIES_ABOVE, MAX_SMALL_TREE_MOVES));
    }
    for number in 0..LOCKED_BOARDS {
        let setup = match number % 8 {
            0 => draw.walled(),
            1 => draw.cornered(),
            2 => draw.closing(),
            3 => draw.blocking(),
            _ => draw.locked(),
        };
        // If both players are blocked, the score at depth 0 differs from the score at greater depths.
        for document in setup.into_iter().map(|setup| Document::new(setup, [])) {
            cases.extend(draw.case(&document, 0..=0, MAX_SMALL_TREE_MOVES));
            cases.extend(draw.case(&document, 1..=1, MAX_SMALL_TREE_MOVES));
        }
    }
    // A generator of their own: these boards do not change the boards that are drawn later.
    let mut draw = Draw { options: draw.options, rng: Rng::with_seed(draw.options.seed) };
    for _ in 0..RETURNING_BOARDS {
        cases.extend(draw.returning_case(REPETITION_DEPTH, Mistake::RepetitionDrawn));
        cases.extend(draw.returning_case(MEMO_DEPTH, Mistake::DepthNotInMemo));
    }
    let mut small = Judged::all(cases);
    small.sort_by_cached_key(Judged::size);
    small
}

/// Finds the smallest case for each mistake. A case that is the smallest for the most mistakes comes first.
fn smallest(small: &[Judged], options: &SuiteOptions) -> Vec<Judged> {
    let boards = Mistake::ALL.iter().flat_map(|&mistake| {
        let catching = small.iter().filter(move |judged| judged.catches(mistake)).take(SHRUNK_BOARDS);
        catching.map(move |judged| (mistake, judged.case.clone()))
    });
    let mut boards: Vec<(Mistake, Case)> = boards.collect();
    let depth = boards.iter().map(|(_, case)| case.depth).max().unwrap_or(0);
    for_each(boards.iter_mut(), depth, |(mistake, case)| {
        let still_caught = |case: &Case| options.allow(case) && is_caught(case, *mistake);
        *case = shrink_within(mem::take(case), MAX_SHRUNK_TREE_MOVES, still_caught);
    });
    let mut seen = HashSet::new();
    boards.retain(|(_, case)| seen.insert((case.text.clone(), case.depth, case.verbose)));
    let cases: Vec<Case> = boards.into_iter().map(|(_, case)| case).collect();
    let mut shrunk = Judged::all(cases);
    shrunk.sort_by_cached_key(|judged| (judged.size(), judged.plainness()));
    let mut left: Vec<(Mistake, Size)> = Vec::new();
    for &mistake in Mistake::ALL {
        let smallest = shrunk.iter().find(|judged| judged.catches(mistake));
        left.extend(smallest.map(|judged| (mistake, judged.size())));
    }
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let shows = |judged: &Judged| {
            let is_shown =
                |(mistake, size): &&(Mistake, Size)| judged.catches(*mistake) && judged.size() == *size;
            left.iter().filter(is_shown).map(|&(mistake, _)| mistake).collect::<Vec<_>>()
        };
        let most = (0..shrunk.len()).max_by_key(|&index| (shows(&shrunk[index]).len(), shrunk.len() - index));
        let mut best = shrunk.remove(most.expect("a mistake that is left was caught"));
        let caught = shows(&best);
        left.retain(|(mistake, _)| !caught.contains(mistake));
        let sentences: Vec<&str> = caught.iter().map(|mistake| mistake.sentence()).collect();
        let sentences = sentences.join("; as if ");
        best.case.purpose =
            format!("the smallest case that catches a program that behaves as if {sentences}");
        chosen.push(best);
    }
    chosen
}

/// Fills up the suite with the most valuable cases. A case is worth more if it catches many mistakes, catches
/// mistakes that are not caught often enough yet, or distinguishes more pairs of mistakes.
fn fill(draw: &mut Draw, small: Vec<Judged>, chosen: &mut Vec<Judged>) {
    let mut cases = Vec::new();
    for _ in 0..LARGER_BOARDS {
        let document = draw.document();
        cases.extend(draw.case(&document, 0..=MAX_PLIES_ABOVE, MAX_LARGER_TREE_MOVES));
    }
    let mut left = Judged::all(cases);
    left.extend(small);
    let count = Mistake::ALL.len();
    let pairs = || (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
    let mut catches: Vec<usize> =
        Mistake::ALL.iter().map(|&m| chosen.iter().filter(|judged| judged.catches(m)).count()).collect();
    let mut undistinguished: Vec<(usize, usize)> = pairs()
        .filter(|&(one, other)| chosen.iter().all(|judged| !judged.distinguishes(one, other)))
        .collect();
    while chosen.len() < draw.options.count && !left.is_empty() {
        let value = |judged: &Judged| -> usize {
            let caught = (0..count).filter(|&index| judged.catches(Mistake::ALL[index]));
            let needed: usize = caught
                .map(|index| 1000 * MIN_CATCHES.saturating_sub(catches[index]) + 600 / (catches[index] + 1))
                .sum();
            let distinguished =
                undistinguished.iter().filter(|&&(one, other)| judged.distinguishes(one, other)).count();
            needed + 500 * distinguished
        };
        let best = (0..left.len()).max_by_key(|&index| (value(&left[index]), left.len() - index));
        let mut best = left.swap_remove(best.expect("there are boards left"));
        for (count, &mistake) in catches.iter_mut().zip(Mistake::ALL) {
            *count += usize::from(best.catches(mistake));
        }
        undistinguished.retain(|&(one, other)| !best.distinguishes(one, other));
        "a mixture that catches many mistakes".clone_into(&mut best.case.purpose);
        chosen.push(best);
    }
}

impl Draw<'_> {
    /// Makes a case with a random depth and form; `None` if none fits. The depth is the lowest depth plus a
    /// random number in `plies`, or less if the tree is too large.
    fn case(&mut self, document: &Document, plies: RangeInclusive<u32>, largest: usize) -> Option<Case> {
        let (first, last) = (*self.options.depths.start(), *self.options.depths.end());
        let verbose = self.rng.bool();
        let above = |plies: u32| last.min(first.saturating_add(plies)).max(first);
        let depth = self.rng.u32(above(*plies.start())..=above(*plies.end()));
        let mut text = document.to_string();
        if self.rng.u32(..10) == 0 {
            text = special::commented(&text);
        }
        self.options.case(&text, first..=depth, verbose, largest)
    }

    /// Makes a case that catches a mistake because kings return to their squares. The case has no `-v`. Its depth
    /// is `depth`, or the lowest depth of the options if that is greater. Returns `None` if the options exclude
    /// this depth, or no board is found.
    fn returning_case(&mut self, depth: u32, mistake: Mistake) -> Option<Case> {
        let depth = depth.max(*self.options.depths.start());
        if !self.options.depths.contains(&depth) {
            return None;
        }
        (0..RETURNING_DRAWS).find_map(|_| {
            let text = Document::new(self.returning(), []).to_string();
            let case = self.options.case(&text, depth..=depth, false, MAX_LARGER_TREE_MOVES)?;
            is_caught(&case, mistake).then_some(case)
        })
    }
}

/// The size of a case: its depth, and the number of its pieces.
type Size = (u32, usize);

/// A case with the answers of all mutants.
#[derive(Clone, Debug)]
struct Judged {
    case: Case,
    /// A hash of each mutant's answer, in the order of [`Mistake::ALL`].
    answers: Vec<u64>,
}

impl Judged {
    fn new(mut case: Case) -> Judged {
        let question = case.question();
        let right = Mutant::new(Mistakes::NONE).walk(&question, MAX_WALKED_MOVES);
        let answer = |&mistake: &Mistake| {
            if right.looked_up.has(mistake) {
                Mutant::new(mistake).walk(&question, MAX_WALKED_MOVES).answer
            } else {
                right.answer.clone()
            }
        };
        let answers: Vec<Option<String>> = Mistake::ALL.iter().map(answer).collect();
        let pairs = Mistake::ALL.iter().zip(&answers);
        let caught = pairs.filter(|(_, answer)| answer.as_ref() != Some(&case.answer));
        case.catches = caught.map(|(&mistake, _)| mistake).collect();
        let hasher = BuildHasherDefault::<DefaultHasher>::new();
        Judged { case, answers: answers.iter().map(|answer| hasher.hash_one(answer)).collect() }
    }

    /// Judges cases on all processors.
    fn all(cases: Vec<Case>) -> Vec<Judged> {
        let mut judged: Vec<Option<Judged>> = vec![None; cases.len()];
        let judge = |(case, judged): (Case, &mut Option<Judged>)| *judged = Some(Judged::new(case));
        let depth = cases.iter().map(|case| case.depth).max().unwrap_or(0);
        for_each(cases.into_iter().zip(&mut judged), depth, judge);
        judged.into_iter().flatten().collect()
    }

    fn catches(&self, mistake: Mistake) -> bool {
        self.case.catches.contains(&mistake)
    }

    /// Returns whether the mutants of two mistakes, given by their indices in [`Mistake::ALL`], answer
    /// differently.
    fn distinguishes(&self, one: usize, other: usize) -> bool {
        self.answers[one] != self.answers[other]
    }

    fn size(&self) -> Size {
        (self.case.depth, self.case.pieces())
    }

    /// Returns a key that orders cases of the same size, the plainest first.
    fn plainness(&self) -> impl Ord + use<> {
        let text = self.case.text.clone();
        (text.len(), text.bytes().filter(u8::is_ascii_uppercase).count(), self.case.verbose, text)
    }
}

/// Runs `work` on each item, on all processors. In it, mutants may recurse to this depth.
fn for_each<I: Iterator + Send>(items: I, depth: u32, work: impl Fn(I::Item) + Sync) {
    share(items, Resources::default().threads.get(), depth, |items| items.for_each(&work));
}

/// Returns whether a mistake changes the answer to a case.
fn is_caught(case: &Case, mistake: Mistake) -> bool {
    Mutant::new(mistake).answer(&case.question()).as_ref() != Some(&case.answer)
}

#[cfg(test)]
mod tests {
    use super::super::mutant::Walked;
    use super::*;
    use rankmoves_core::Player;

    #[test]
    fn mistakes_that_are_not_looked_up_change_nothing() {
        let options = SuiteOptions::default();
        let mut draw = Draw { options: &options, rng: Rng::with_seed(5) };
        let mut walked = 0;
        for number in 0..150 {
            let stuck = if number % 10 == 0 { draw.walled() } else { None };
            let document = stuck.map_or_else(|| draw.document(), |setup| Document::new(setup, []));
            let Some(case) = draw.case(&document, 0..=MAX_PLIES_ABOVE, MAX_LARGER_TREE_MOVES) else {
                continue;
            };
            let walk = |mistakes: Mistakes| Mutant::new(mistakes).walk(&case.question(), MAX_WALKED_MOVES);
            let right = walk(Mistakes::NONE);
            assert_eq!(right.answer.as_ref(), Some(&case.answer), "{}", case.text);
            let others = Mistake::ALL.iter().copied().filter(|&mistake| !right.looked_up.has(mistake));
            let mut sets: Vec<Mistakes> = others.clone().map(Mistakes::from).collect();
            let together: Mistakes = others.collect();
            sets.extend([together, together.only_for(Player::Red), together.only_for(Player::Black)]);
            for mistakes in sets {
                let Walked { answer, work, .. } = walk(mistakes);
                assert_eq!((answer, work), (right.answer.clone(), right.work), "{mistakes:?}\n{}", case.text);
                walked += 1;
            }
        }
        assert!(walked > 1000, "{walked}");
    }
}
