//! Great depths, where few positions can be reached.
//!
//! The values of all positions at depth n + 1 follow from those at depth n,
//! always in the same way. Where the positions that can be reached are few,
//! they are worked out for all of them, depth by depth; and once the values at
//! some depth are those of an earlier one, all that follows is repetition.
//! Any depth can be answered then.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::leaf;
use crate::board::Pieces;
use crate::mixer::Mixer;
use crate::movegen::{self, Effect};
use crate::player::Player;
use crate::score::{BEYOND, LOST, Score};
use crate::variant::{Black, Red, Side, Variant};

/// The most that is worked out: above, searching is left to itself.
#[derive(Clone, Copy)]
struct Most {
    positions: usize,
    /// Two bytes each.
    values: usize,
}

impl Most {
    const DEFAULT: Most = Most { positions: 1 << 18, values: 1 << 27 };
}

/// A position with the player to move.
type State<W> = (Pieces<W>, Player);

/// The positions from which others are reached.
pub(super) type Roots<W> = HashSet<State<W>, BuildHasherDefault<Mixer>>;

/// All positions that can be reached from some, with their values at all depths.
pub(super) struct Closed<V: Variant> {
    numbers: HashMap<State<V::Word>, u32, BuildHasherDefault<Mixer>>,
    /// For each depth from 0, the value of each position.
    values: Vec<Vec<i16>>,
    /// The depth at which the values are again those at the greatest depth + 1.
    repeats_from: usize,
}

impl<V: Variant> Closed<V> {
    /// Works out all that can be reached from some positions; `None` if that is
    /// too much, also for the memory there is, or as soon as it is to `stop`.
    pub(super) fn explore(
        variant: V,
        roots: impl IntoIterator<Item = State<V::Word>>,
        stop: &AtomicBool,
    ) -> Option<Self> {
        Closed::explore_within(Most::DEFAULT, variant, roots, stop)
    }

    fn explore_within(
        most: Most,
        variant: V,
        roots: impl IntoIterator<Item = State<V::Word>>,
        stop: &AtomicBool,
    ) -> Option<Self> {
        let mut states: Vec<State<V::Word>> = Vec::new();
        let mut numbers = HashMap::default();
        let mut number = |state, states: &mut Vec<_>| {
            numbers.try_reserve(1).ok()?;
            states.try_reserve(1).ok()?;
            Some(*numbers.entry(state).or_insert_with(|| {
                states.push(state);
                // There are far fewer than 2^32.
                u32::try_from(states.len() - 1).unwrap_or_default()
            }))
        };
        for root in roots {
            number(root, &mut states)?;
        }
        let mut successors = Successors { ends: Vec::new(), numbers: Vec::new() };
        let mut first = Vec::new();
        let mut next = 0;
        while let Some(&(pieces, player)) = states.get(next) {
            let mut has_room = true;
            let mut push = |state| {
                let number = number(state, &mut states).filter(|_| successors.numbers.try_reserve(1).is_ok());
                match number {
                    Some(number) => successors.numbers.push(number),
                    None => has_room = false,
                }
            };
            let value = match player {
                Player::Red => expand::<V, Red>(variant, pieces, &mut push),
                Player::Black => expand::<V, Black>(variant, pieces, &mut push),
            };
            first.try_reserve(1).ok()?;
            first.push(value);
            successors.ends.try_reserve(1).ok()?;
            successors.ends.push(successors.numbers.len());
            next += 1;
            if !has_room || states.len() > most.positions || stop.load(Relaxed) {
                return None;
            }
        }
        let (values, repeats_from) = iterate(first, &successors, most.values, stop)?;
        Some(Closed { numbers, values, repeats_from })
    }

    /// Whether all of these positions can be reached.
    pub(super) fn knows(&self, roots: &Roots<V::Word>) -> bool {
        roots.iter().all(|root| self.numbers.contains_key(root))
    }

    /// The number of positions, each counted at each depth.
    pub(super) fn nodes(&self) -> u64 {
        (self.numbers.len() * self.values.len()) as u64
    }

    /// The highest score, at `depth`, of the moves in a position; `None` if it
    /// cannot be reached from those that were explored.
    pub(super) fn value(&self, pieces: Pieces<V::Word>, player: Player, depth: u32) -> Option<Score> {
        let number = *self.numbers.get(&(pieces, player))? as usize;
        let period = self.values.len() - self.repeats_from;
        let depth = match (depth as usize).checked_sub(self.values.len()) {
            None => depth as usize,
            Some(beyond) => self.repeats_from + beyond % period,
        };
        Some(self.values[depth][number].into())
    }
}

/// Hands on the positions after the moves in one, and returns its value at depth 0.
fn expand<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    mut push: impl FnMut(State<V::Word>),
) -> i16 {
    movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
        push((effect.apply::<S>(pieces), S::Opponent::PLAYER));
    });
    narrow(leaf::answer::<V, S>(variant, pieces, BEYOND))
}

/// The positions after the moves in each position, by their numbers.
struct Successors {
    /// Where those of each position end, and those of the next begin.
    ends: Vec<usize>,
    numbers: Vec<u32>,
}

/// The values at all depths from those at depth 0 until they repeat, and the
/// depth from which they do; `None` if there are more than `most` before, or it
/// is to `stop`.
fn iterate(
    first: Vec<i16>,
    successors: &Successors,
    most: usize,
    stop: &AtomicBool,
) -> Option<(Vec<Vec<i16>>, usize)> {
    let mut depths_by_hash: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut all = Vec::new();
    let mut values = first;
    loop {
        let mut mixer = Mixer::default();
        values.hash(&mut mixer);
        let depths = depths_by_hash.entry(mixer.finish()).or_default();
        if let Some(&same) = depths.iter().find(|&&depth| all[depth] == values) {
            return Some((all, same));
        }
        depths.push(all.len());
        let next = deeper(&values, successors)?;
        all.push(std::mem::replace(&mut values, next));
        if (all.len() + 1) * values.len() > most || stop.load(Relaxed) {
            return None;
        }
    }
}

/// The values at one depth more; `None` if there is no memory for them.
fn deeper(values: &[i16], successors: &Successors) -> Option<Vec<i16>> {
    let mut start = 0;
    let mut deeper = Vec::new();
    deeper.try_reserve_exact(values.len()).ok()?;
    deeper.extend(successors.ends.iter().map(|&end| {
        let replies = &successors.numbers[start..end];
        start = end;
        replies.iter().map(|&reply| -values[reply as usize]).max().unwrap_or(narrow(LOST))
    }));
    Some(deeper)
}

fn narrow(score: Score) -> i16 {
    i16::try_from(score).expect("a board has too few squares for such a score")
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;

    use super::super::search::{Question, Search};
    use super::*;
    use crate::exchange::Document;
    use crate::position::Position;
    use crate::resources::Resources;
    use crate::rules::Rules;
    use crate::thresholds::Thresholds;
    use crate::variant::{self, Task};

    /// All positions that can be reached from some, found one by one.
    fn reachable(from: &[Position]) -> HashSet<Position> {
        let mut found: HashSet<Position> = from.iter().copied().collect();
        let mut open = from.to_vec();
        while let Some(position) = open.pop() {
            let after = position.legal_moves().into_iter().map(|mv| position.after(&mv));
            open.extend(after.filter(|&after| found.insert(after)));
        }
        found
    }

    /// Compares the values of all positions after two plies with those of the search.
    struct Compare(Position);

    impl Task for Compare {
        type Output = ();

        fn run<V: Variant>(self, variant: V) {
            let resources = Resources { threads: NonZeroUsize::MIN, table_bytes: 1 << 20 };
            let mut search = Search::new(variant, resources, Thresholds::default(), Arc::default());
            let after = |position: &Position| -> Vec<Position> {
                position.legal_moves().iter().map(|mv| position.after(mv)).collect()
            };
            let positions: Vec<Position> = after(&self.0).iter().flat_map(after).collect();
            let state = |position: &Position| (position.board().pieces().convert(), position.turn());
            let closed = Closed::explore(variant, positions.iter().map(state), &AtomicBool::default())
                .expect("few can be reached");
            let question = |position: &Position| {
                let (pieces, player) = state(position);
                Question { pieces, player, value: 0 }
            };
            let mut questions: Vec<_> = positions.iter().map(question).collect();
            for depth in 0..60 {
                search.answer_all(&mut questions, depth).unwrap();
                for Question { pieces, player, value } in &questions {
                    assert_eq!(closed.value(*pieces, *player, depth), Some(*value), "{depth} {pieces:?}");
                }
            }
            let reachable = reachable(&positions);
            assert_eq!(closed.nodes(), (reachable.len() * closed.values.len()) as u64);
            assert!(closed.knows(&reachable.iter().map(state).collect()));
            let start = state(&Position::start(self.0.rules()));
            assert!(!closed.knows(&positions.iter().map(state).chain([start]).collect()));
        }
    }

    fn compare(text: &str) {
        let position = text.parse::<Document>().and_then(|document| document.position()).unwrap();
        variant::dispatch(position.board().shape(), position.rules(), Compare(position));
    }

    #[test]
    fn values_at_all_depths_are_those_of_the_search() {
        let boards = [
            ("4x4", r#"".". b"." ".". r"R""#),
            ("4x4", r#""B". ."B" ".". R"r""#),
            ("5x5", r#""."." b".". "."B" .".". "R"r""#),
            ("6x4", r#""b". ."b" ".". ."." ".". r"r""#),
            ("8x8", r#"".".".". ."b"."." ".".".". ."b"."." "."r".". ."."."." ".".".". .".".".""#),
        ];
        for (size, cells) in boards {
            let cells: String = cells.chars().filter(|cell| !cell.is_whitespace()).collect();
            for rules in ["no capture single", "no capture multiple", "capture single", "capture multiple"] {
                compare(&format!("RULES: {rules} jumps board {size} TURN: red BOARD: {cells} MOVES:"));
            }
        }
    }

    /// Whether all that can be reached from a position is worked out within bounds.
    fn is_explored(position: &Position, most: Most) -> bool {
        struct Explore<'a>(&'a Position, Most);

        impl Task for Explore<'_> {
            type Output = bool;

            fn run<V: Variant>(self, variant: V) -> bool {
                let Explore(position, most) = self;
                let root = (position.board().pieces().convert(), position.turn());
                Closed::explore_within(most, variant, [root], &AtomicBool::default()).is_some()
            }
        }

        variant::dispatch(position.board().shape(), position.rules(), Explore(position, most))
    }

    #[test]
    fn as_much_is_worked_out_as_is_allowed() {
        // The man steps to one of two squares, and black has nothing to move: 3
        // positions. Their values are 99, -99, -99 at depth 0, and seen to repeat
        // once those at depth 1 are there as well: 6 values.
        let text = r#"RULES: no capture single jumps board 4x4 TURN: red BOARD: ".". ."r" ".". .".""#;
        let position = format!("{text} MOVES:").parse::<Document>().unwrap().position().unwrap();
        let explore = |positions, values| is_explored(&position, Most { positions, values });
        for (positions, values) in [(3, 6), (4, 6), (3, 7), (9, 99)] {
            assert!(explore(positions, values), "{positions} {values}");
        }
        for (positions, values) in [(2, 6), (1, 99), (3, 5), (3, 3), (0, 99)] {
            assert!(!explore(positions, values), "{positions} {values}");
        }
    }

    #[test]
    fn too_many_positions_are_given_up() {
        assert!(!is_explored(&Position::start(Rules::ENGLISH), Most::DEFAULT));
    }
}
