//! Exact search: alpha-beta with null windows and a transposition table.
//!
//! Values are small whole numbers and mostly near each other, so instead of a
//! window around the value it is asked again and again whether the value
//! reaches some bound, each answer moving the bound, until the answers meet:
//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth
//! minimax algorithms*, 1996). The table keeps each answer from being worked
//! out twice. Nothing is left out and nothing is extended: every answer is
//! that of the definition.
//!
//! Threads share the table and nothing else of weight. All of them go through
//! all questions, and a move that another thread is on is put off (ABDADA:
//! Weill, *The ABDADA distributed minimax search algorithm*, 1996). Whoever
//! comes late finds the answer in the table.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};

use super::bounds::{self, Bounds};
use super::leaf;
use super::order::{self, Hints};
use super::progress::Progress;
use crate::bitboard::Word;
use crate::board::Pieces;
use crate::movegen::{self, Effect};
use crate::player::Player;
use crate::resources::{Resources, Usage, has_memory_for};
use crate::score::{LOST, Score};
use crate::stack;
use crate::table::{Key, Table};
use crate::threads;
use crate::thresholds::Thresholds;
use crate::variant::{Black, Red, Side, Variant};

/// How many nodes a thread searches before it says so, and looks whether it is
/// to stop: often enough to be watched, and so seldom that it costs nothing.
const NODES_PER_REPORT: u64 = 1 << 12;

/// Searches the positions of one variant.
pub(super) struct Search<V: Variant> {
    variant: V,
    table: Table<V::Word, Bounds>,
    busy: Busy,
    threads: usize,
    /// The most that have been started at a time.
    threads_used: usize,
    thresholds: Thresholds,
    progress: Arc<Progress>,
    /// One for each thread that has been needed.
    memories: Vec<Memory<V::Word>>,
}

/// A position, and its value as it is guessed and then known.
pub(super) struct Question<W> {
    pub(super) pieces: Pieces<W>,
    pub(super) player: Player,
    pub(super) value: Score,
}

impl<V: Variant> Search<V> {
    /// A search that tells how far it has come.
    pub(super) fn new(
        variant: V,
        resources: Resources,
        thresholds: Thresholds,
        progress: Arc<Progress>,
    ) -> Search<V> {
        Search {
            variant,
            table: Table::new(resources.table_bytes),
            busy: Busy::new(),
            threads: resources.threads.get(),
            threads_used: 1,
            thresholds,
            progress,
            memories: Vec::new(),
        }
    }

    /// The positions searched so far, those of the last two plies left out.
    pub(super) fn nodes(&self) -> u64 {
        self.memories.iter().map(|memory| memory.nodes).sum()
    }

    pub(super) fn usage(&self) -> Usage {
        Usage {
            threads: self.threads_used,
            table_bytes: self.table.bytes(),
            table_used: self.table.bytes_used(),
        }
    }

    /// Raised when it is to stop.
    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(self.progress.stop_flag())
    }

    /// Finds the value of each position: the highest score, at `depth`, of the
    /// moves of the player; [`LOST`] if there are none. The table grows before
    /// if what was asked so far has filled it. If the search is stopped,
    /// values are left as they were.
    ///
    /// # Errors
    ///
    /// If there is no memory for this thread. Where another cannot be started
    /// or has no memory, those that there are do its work.
    pub(super) fn answer_all(&mut self, questions: &mut [Question<V::Word>], depth: u32) -> io::Result<()> {
        self.table.grow_if_crowded();
        let threads = if depth < self.thresholds.parallel { 1 } else { self.threads };
        let threads = self.remember(threads, depth)?;
        // The questions are about the moves of a ranking one ply deeper.
        self.progress.begin(depth.saturating_add(1), questions.len());
        let values: Vec<Found> = questions.iter().map(|_| Found::new()).collect();
        let shared = Shared {
            variant: self.variant,
            thresholds: self.thresholds,
            table: &self.table,
            busy: (threads > 1).then_some(&self.busy),
            questions,
            values: &values,
            progress: &self.progress,
        };
        let mut memories = self.memories.iter_mut().take(threads).enumerate();
        let own = memories.next();
        let work = |(number, memory): (usize, _)| {
            let way = Way::of_thread(number, threads, values.len());
            Thread::new(shared, memory).answer_all(depth, way);
        };
        let started = threads::beside(memories, depth, work, |others, _| {
            own.map(work);
            1 + others
        });
        self.threads_used = self.threads_used.max(started);
        for (question, value) in questions.iter_mut().zip(&values) {
            question.value = value.get().unwrap_or(question.value);
        }
        Ok(())
    }

    /// Makes memories for so many threads that search to `depth`, as far as there
    /// is memory for them and for stacks; answers how many of the threads have theirs.
    fn remember(&mut self, threads: usize, depth: u32) -> io::Result<usize> {
        while self.memories.len() < threads {
            let stacks = stack::size_for(depth).saturating_mul(self.memories.len());
            if !has_memory_for(stacks) {
                break;
            }
            self.memories.push(Memory::new());
        }
        match threads.min(self.memories.len()) {
            0 => Err(io::ErrorKind::OutOfMemory.into()),
            enough => Ok(enough),
        }
    }

    /// Whether the value of a position is at most `bound`.
    pub(super) fn is_at_most(
        &mut self,
        pieces: Pieces<V::Word>,
        player: Player,
        depth: u32,
        bound: Score,
    ) -> bool {
        let shared = Shared {
            variant: self.variant,
            thresholds: self.thresholds,
            table: &self.table,
            busy: None,
            questions: &[],
            values: &[],
            progress: &self.progress,
        };
        let Some(memory) = self.memories.first_mut() else {
            return false;
        };
        let mut thread = Thread::new(shared, memory);
        let answer = match player {
            Player::Red => thread.answer::<Red>(pieces, depth, bound + 1),
            Player::Black => thread.answer::<Black>(pieces, depth, bound + 1),
        };
        answer.is_some_and(|answer| answer <= bound)
    }
}

/// What a thread has for itself, on cache lines of its own: it is written at
/// every node, and a line that two threads write costs each of them dearly.
/// (Processors fetch lines in pairs.)
#[repr(align(128))]
struct Memory<W> {
    hints: Hints,
    /// The positions after the moves of every node on the way from the root.
    successors: Vec<Pieces<W>>,
    nodes: u64,
}

impl<W> Memory<W> {
    fn new() -> Memory<W> {
        Memory { hints: Hints::new(), successors: Vec::new(), nodes: 0 }
    }
}

/// What all threads have together.
#[derive(Clone, Copy)]
struct Shared<'a, V: Variant> {
    variant: V,
    thresholds: Thresholds,
    table: &'a Table<V::Word, Bounds>,
    /// If there are several threads.
    busy: Option<&'a Busy>,
    questions: &'a [Question<V::Word>],
    values: &'a [Found],
    progress: &'a Progress,
}

/// A value that threads look for.
struct Found(AtomicI32);

impl Found {
    const UNKNOWN: Score = Score::MIN;

    fn new() -> Found {
        Found(AtomicI32::new(Self::UNKNOWN))
    }

    fn get(&self) -> Option<Score> {
        Some(self.0.load(Relaxed)).filter(|&value| value != Self::UNKNOWN)
    }

    /// Sets the value, and answers whether no other thread had.
    fn set_first(&self, value: Score) -> bool {
        self.0.swap(value, Relaxed) == Self::UNKNOWN
    }
}

/// The positions that threads are searching, by their hashes. One may drive
/// out another: threads then meet, and nothing worse.
struct Busy(Vec<AtomicU64>);

impl Busy {
    fn new() -> Busy {
        Busy(std::iter::repeat_with(AtomicU64::default).take(1 << 10).collect())
    }

    fn place<W: Word>(&self, key: &Key<W>) -> &AtomicU64 {
        let count = self.0.len() as u64;
        &self.0[usize::try_from(key.hash() % count).unwrap_or_default()]
    }
}

/// The order in which a thread goes through the questions. Threads go in pairs
/// that leave one place in opposite directions: neighbouring questions have
/// much in common, and two threads meet at one only when all are answered.
///
/// ```text
/// questions     0  1  2  3  4  5  6
/// threads      0→        2→       ←1
///                    ←3
/// ```
#[derive(Clone, Copy)]
struct Way {
    first: usize,
    forwards: bool,
}

impl Way {
    fn of_thread(number: usize, threads: usize, questions: usize) -> Way {
        let pairs = threads.div_ceil(2);
        Way { first: number / 2 * questions / pairs, forwards: number.is_multiple_of(2) }
    }

    fn indices(self, questions: usize) -> impl Iterator<Item = usize> {
        (0..questions).map(move |offset| {
            let steps = if self.forwards { offset } else { questions - 1 - offset };
            (self.first + steps) % questions
        })
    }
}

/// A thread at work.
struct Thread<'a, V: Variant> {
    shared: Shared<'a, V>,
    memory: &'a mut Memory<V::Word>,
    /// Where the value that is looked for will be; another thread may be first.
    wanted: Option<&'a Found>,
}

impl<'a, V: Variant> Thread<'a, V> {
    fn new(shared: Shared<'a, V>, memory: &'a mut Memory<V::Word>) -> Self {
        Thread { shared, memory, wanted: None }
    }

    /// Goes through all questions, and passes over those that have been answered.
    fn answer_all(mut self, depth: u32, way: Way) {
        for index in way.indices(self.shared.questions.len()) {
            if self.shared.progress.is_stopped() {
                return;
            }
            let (question, found) = (&self.shared.questions[index], &self.shared.values[index]);
            self.wanted = Some(found);
            let value = match question.player {
                Player::Red => self.value::<Red>(question.pieces, depth, question.value),
                Player::Black => self.value::<Black>(question.pieces, depth, question.value),
            };
            if let Some(value) = value
                && found.set_first(value)
            {
                self.shared.progress.add_done();
            }
        }
    }

    /// The value of a position for side `S`, which is to move; `None` if
    /// another thread was first, or the search is stopped.
    fn value<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32, guess: Score) -> Option<Score> {
        let mut value = guess;
        let mut bounds = Bounds::UNKNOWN;
        while bounds.lower < bounds.upper {
            // Does the value reach the last answer, or one more if it is known to?
            let bound = if value == bounds.lower { value + 1 } else { value };
            value = self.answer::<S>(pieces, depth, bound)?;
            bounds.note(value, bound);
        }
        Some(value)
    }

    /// Answers whether the value of a position for side `S`, which is to move,
    /// reaches `bound`: it is at least the answer if that reaches `bound`, and
    /// at most the answer if not. `None` if nobody wants to know any more, or the
    /// search is stopped.
    fn answer<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32, bound: Score) -> Option<Score> {
        let variant = self.shared.variant;
        match depth {
            0 => return Some(leaf::answer::<V, S>(variant, pieces, bound)),
            1 => {
                return Some(leaf::answer_before::<V, S>(
                    variant,
                    pieces,
                    bound,
                    &mut self.memory.successors,
                ));
            }
            _ => {}
        }
        self.memory.nodes += 1;
        if self.memory.nodes.is_multiple_of(NODES_PER_REPORT) {
            self.shared.progress.add_nodes(NODES_PER_REPORT);
            if self.shared.progress.is_stopped() {
                return None;
            }
        }
        let key = Key::new::<S>(pieces, depth);
        if let Some(known) = key.as_ref().and_then(|key| self.shared.table.get(key)) {
            if known.lower >= bound {
                return Some(known.lower);
            }
            if known.upper < bound {
                return Some(known.upper);
            }
        }
        if depth >= self.shared.thresholds.defer && self.wanted.is_some_and(|found| found.get().is_some()) {
            return None;
        }

        let first = self.memory.successors.len();
        let successors = &mut self.memory.successors;
        movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
            successors.push(effect.apply::<S>(pieces));
        });
        let answer = if self.memory.successors.len() == first {
            Some(LOST)
        } else {
            self.answer_from_successors::<S>(pieces, first, depth, bound)
        };
        self.memory.successors.truncate(first);
        if let (Some(key), Some(answer)) = (key, answer) {
            bounds::note(self.shared.table, &key, answer, bound);
        }
        answer
    }

    /// As [`answer`](Self::answer), from the positions that begin at `first`,
    /// of which there is one at least.
    fn answer_from_successors<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        first: usize,
        depth: u32,
        bound: Score,
    ) -> Option<Score> {
        let successors = &mut self.memory.successors[first..];
        if depth >= self.shared.thresholds.look_ahead {
            for &after in &*successors {
                let key = Key::new::<S::Opponent>(after, depth - 1);
                let known = key.and_then(|key| self.shared.table.get(&key));
                if let Some(known) = known
                    && -known.upper >= bound
                {
                    return Some(-known.upper);
                }
            }
        }
        order::sort::<V, S>(self.shared.variant, successors);
        let slot = Hints::slot::<V::Word, S>(pieces);
        self.memory.hints.promote(slot, successors);

        let count = successors.len();
        let mut highest = Score::MIN;
        // The places of moves that other threads are on.
        let mut deferred = Vec::new();
        for turn in 0.. {
            let is_first_round = turn < count;
            let place = if is_first_round {
                turn
            } else if let Some(&place) = deferred.get(turn - count) {
                place
            } else {
                break;
            };
            let after = self.memory.successors[first + place];
            let busy = self.busy::<S::Opponent>(after, depth - 1);
            if let Some((busy, hash)) = busy {
                if is_first_round && place > 0 && busy.load(Relaxed) == hash {
                    deferred.push(place);
                    continue;
                }
                busy.store(hash, Relaxed);
            }
            let answer = self.answer::<S::Opponent>(after, depth - 1, 1 - bound);
            if let Some((busy, _)) = busy {
                busy.store(0, Relaxed);
            }
            highest = highest.max(-answer?);
            if highest >= bound {
                self.memory.hints.note(slot, place);
                break;
            }
        }
        Some(highest)
    }

    /// Where threads that search a position say so, and its hash; `None` if
    /// there is one thread, or little to do.
    #[inline]
    fn busy<S: Side>(&self, pieces: Pieces<V::Word>, depth: u32) -> Option<(&'a AtomicU64, u64)> {
        let busy = self.shared.busy.filter(|_| depth >= self.shared.thresholds.defer)?;
        let key = Key::new::<S>(pieces, depth)?;
        Some((busy.place(&key), key.hash()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_go_in_pairs_that_meet() {
        let ways = |threads, questions| -> Vec<Vec<usize>> {
            let way = |number| Way::of_thread(number, threads, questions).indices(questions).collect();
            (0..threads).map(way).collect()
        };
        // As the picture has it.
        let expected =
            [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [3, 4, 5, 6, 0, 1, 2], [2, 1, 0, 6, 5, 4, 3]];
        assert_eq!(ways(4, 7), expected);
        // Three pairs, the last of which lacks one.
        let firsts: Vec<usize> = ways(5, 12).iter().map(|way| way[0]).collect();
        assert_eq!(firsts, [0, 11, 4, 3, 8]);
        assert_eq!(ways(1, 3), [[0, 1, 2]]);
        assert_eq!(ways(2, 1), [[0], [0]]);
    }
}
