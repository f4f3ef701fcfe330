//! The graph of all positions that can be reached, for great depths.
//!
//! The values of all positions at depth n + 1 follow from those at depth n,
//! always in the same way. If few positions can be reached, their values are
//! computed depth by depth. Once the values at some depth equal those at an
//! earlier depth, they repeat from there on, so any depth can be looked up.

use super::lists::Lists;
use super::repetition::{Repetition, is_over};
use crate::rank::leaf;
use crate::rank::progress::Progress;
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen;
use rankmoves_core::model::score::INFINITY;
use rankmoves_core::model::variant::{Black, Red, Side, Variant};
use rankmoves_core::support::hash::{WordMap, WordSet};
use rankmoves_core::{LOST, Player, Score};

/// Exploration limits; beyond them the search takes over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct GraphLimits {
    positions: usize,
    /// The maximum number of values, counting all positions at all depths. A value takes two bytes.
    values: usize,
}

impl GraphLimits {
    pub(super) const DEFAULT: GraphLimits = GraphLimits { positions: 1 << 18, values: 1 << 27 };

    /// Returns limits that an exploration reaches in about the time that [`Values`] needs to compute this
    /// number of values, but at most the default limits.
    ///
    /// [`Values`]: super::values::Values
    pub(super) fn within(values: u64) -> GraphLimits {
        let limit = |max: usize, cost| max.min(usize::try_from(values / cost).unwrap_or(usize::MAX));
        let default = GraphLimits::DEFAULT;
        GraphLimits { positions: limit(default.positions, 6400), values: limit(default.values, 8) }
    }
}

/// A position with the player to move.
type State<W> = (Pieces<W>, Player);

/// A function that receives the positions that the moves of a position lead to.
type Push<'a, W> = dyn FnMut(State<W>) + 'a;

/// A function that pushes the successors of a position and returns its value at depth 0; `None` beyond the budget.
type Expand<'a, W> = dyn Fn(State<W>, &mut Push<'_, W>) -> Option<i16> + 'a;

/// The positions at which an exploration starts.
pub(super) type Roots<W> = WordSet<State<W>>;

/// All positions that can be reached from the roots, with their values at all depths.
pub(super) struct StateGraph<W> {
    /// The index of each position.
    indices: WordMap<State<W>, u32>,
    /// For each depth from 0, the value of each position.
    values: Vec<Vec<i16>>,
    repetition: Repetition,
}

impl<W: Word> StateGraph<W> {
    /// Explores all positions that can be reached from `roots` and computes
    /// their values. Returns `None` if that exceeds the limits, the budget of a
    /// position or the free memory, or is stopped.
    pub(super) fn explore<V: Variant<Word = W>>(
        limits: GraphLimits,
        variant: V,
        roots: &Roots<W>,
        progress: &Progress,
    ) -> Option<Self> {
        // A position beyond the depth of the ranking may exceed the budget without making the ranking fail.
        let walk = Progress::new(std::sync::Arc::default(), progress.budget);
        let expand = |(pieces, player), push: &mut Push<'_, W>| {
            let value = match player {
                Player::Red => expand::<V, Red>(variant, pieces, &walk, push),
                Player::Black => expand::<V, Black>(variant, pieces, &walk, push),
            };
            (!walk.take_exceeded()).then_some(value)
        };
        Self::explore_by(&expand, limits, roots, progress)
    }

    /// Does the work of [`explore`](Self::explore). It is compiled once for
    /// each word, not for each variant.
    fn explore_by(
        expand: &Expand<'_, W>,
        limits: GraphLimits,
        roots: &Roots<W>,
        progress: &Progress,
    ) -> Option<Self> {
        let mut states: Vec<State<W>> = Vec::new();
        let mut indices = WordMap::default();
        let mut index = |state, states: &mut Vec<_>| {
            indices.try_reserve(1).ok()?;
            states.try_reserve(1).ok()?;
            Some(*indices.entry(state).or_insert_with(|| {
                states.push(state);
                u32::try_from(states.len() - 1).expect("memory holds fewer than 2^32 states")
            }))
        };
        for &root in roots {
            index(root, &mut states)?;
        }
        let mut successors = Lists::new();
        let mut first = Vec::new();
        let mut next = 0;
        while let Some(&state) = states.get(next) {
            let mut has_room = true;
            let mut push = |state| {
                let index = index(state, &mut states).filter(|_| successors.items.try_reserve(1).is_ok());
                match index {
                    Some(index) => successors.items.push(index),
                    None => has_room = false,
                }
            };
            let value = expand(state, &mut push)?;
            first.try_reserve(1).ok()?;
            first.push(value);
            successors.ends.try_reserve(1).ok()?;
            successors.end_list();
            next += 1;
            if !has_room || states.len() > limits.positions || progress.is_stopped() {
                return None;
            }
        }
        let (values, repetition) = iterate(first, &successors, limits.values, progress)?;
        Some(StateGraph { indices, values, repetition })
    }

    /// Returns the number of positions, each counted once per depth.
    pub(super) fn nodes(&self) -> u64 {
        (self.indices.len() * self.values.len()) as u64
    }

    /// Returns the highest score, at `depth`, of the moves in a position;
    /// `None` if the position is not in the graph.
    pub(super) fn value(&self, pieces: Pieces<W>, player: Player, depth: u32) -> Option<Score> {
        let index = *self.indices.get(&(pieces, player))? as usize;
        let depth = self.repetition.first_equal_depth(depth) as usize;
        Some(self.values[depth][index].into())
    }
}

/// Passes the positions after the moves of side `S` to `push`. Returns the
/// value at depth 0.
fn expand<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    progress: &Progress,
    push: &mut Push<'_, V::Word>,
) -> i16 {
    let mut successors = Vec::new();
    if !movegen::push_successors::<V, S, _>(variant, pieces, progress.budget, &mut successors, |after, _| {
        after
    }) {
        progress.exceed();
    }
    for after in successors {
        push((after, S::Opponent::PLAYER));
    }
    narrow(leaf::depth_zero::<V, S>(variant, pieces, INFINITY, progress))
}

/// Computes the values at all depths from those at depth 0 until they repeat. `successors` has the indices of
/// the successors of each position. Returns `None` if more than `max_values` values would be needed, memory
/// runs out, or the computation is stopped.
fn iterate(
    first: Vec<i16>,
    successors: &Lists<u32>,
    max_values: usize,
    progress: &Progress,
) -> Option<(Vec<Vec<i16>>, Repetition)> {
    let (mut all, mut since) = (vec![first], 0);
    for depth in 1.. {
        if (all.len() + 1) * all[0].len() > max_values || progress.is_stopped() {
            break;
        }
        let values = deeper(&all[all.len() - 1], successors)?;
        if values == all[since as usize] {
            return Some((all, Repetition { from: since, period: depth - since }));
        }
        all.push(values);
        if is_over(since, depth) {
            since = depth;
        }
    }
    None
}

/// Returns the values one ply deeper; `None` if memory runs out.
fn deeper(values: &[i16], successors: &Lists<u32>) -> Option<Vec<i16>> {
    let mut deeper = Vec::new();
    deeper.try_reserve_exact(values.len()).ok()?;
    deeper.extend((0..values.len()).map(|index| {
        let replies = successors.get(index).iter().map(|&reply| -values[reply as usize]);
        replies.max().unwrap_or(narrow(LOST))
    }));
    Some(deeper)
}

fn narrow(score: Score) -> i16 {
    i16::try_from(score).expect("a board has too few squares for such a score")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rank::any_depth::tests::listed::Listed;
    use rankmoves_core::exchange::Document;
    use rankmoves_core::model::variant::{self, Task};
    use rankmoves_core::{Position, Rules};

    /// Returns all positions reachable from the given positions, found one by one.
    fn reachable(from: &HashSet<Position>) -> HashSet<Position> {
        let mut found = from.clone();
        let mut open: Vec<Position> = from.iter().copied().collect();
        while let Some(position) = open.pop() {
            let after = position.legal_moves().map(|mv| position.after(&mv));
            open.extend(after.filter(|&after| found.insert(after)));
        }
        found
    }

    /// A comparison of the graph with plain iteration, on the positions two plies after this one.
    struct CompareWithIteration(Position);

    impl Task for CompareWithIteration {
        type Output = ();

        fn run<V: Variant>(self, variant: V) {
            let after = |position: &Position| -> Vec<Position> {
                position.legal_moves().map(|mv| position.after(&mv)).collect()
            };
            let roots: HashSet<Position> = after(&self.0).iter().flat_map(after).collect();
            let state = |position: &Position| (position.board().pieces().convert(), position.turn());
            let graph = StateGraph::explore(
                GraphLimits::DEFAULT,
                variant,
                &roots.iter().map(state).collect(),
                &Progress::default(),
            )
            .expect("few can be reached");
            let value_of = |position: &Position, depth| {
                let (pieces, player) = state(position);
                graph.value(pieces, player, depth)
            };
            let mut listed = Listed::new(reachable(&roots));
            assert_eq!(graph.nodes(), (listed.positions.len() * graph.values.len()) as u64);
            for depth in 0..60 {
                for (position, &value) in listed.positions.iter().zip(&listed.values) {
                    if depth == 0 || roots.contains(position) {
                        assert_eq!(value_of(position, depth), Some(value), "{depth} {position:?}");
                    }
                }
                listed.deepen();
            }
            assert_eq!(value_of(&Position::start(self.0.rules(), Player::Red), 0), None);
        }
    }

    fn compare_with_iteration(text: &str) {
        let position = text.parse::<Document>().and_then(|document| document.position()).unwrap();
        variant::dispatch(position.board().shape(), position.rules(), CompareWithIteration(position));
    }

    #[test]
    fn values_at_all_depths_equal_those_of_plain_iteration() {
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
                compare_with_iteration(&format!(
                    "RULES: {rules} jumps board {size} TURN: red BOARD: {cells} MOVES:"
                ));
            }
        }
    }

    /// Returns whether the graph of a position is within the limits.
    fn is_explored(position: &Position, limits: GraphLimits) -> bool {
        struct Explore<'a>(&'a Position, GraphLimits);

        impl Task for Explore<'_> {
            type Output = bool;

            fn run<V: Variant>(self, variant: V) -> bool {
                let Explore(position, limits) = self;
                let root = (position.board().pieces().convert(), position.turn());
                let roots = Roots::from_iter([root]);
                StateGraph::explore(limits, variant, &roots, &Progress::default()).is_some()
            }
        }

        variant::dispatch(position.board().shape(), position.rules(), Explore(position, limits))
    }

    #[test]
    fn exploration_stops_exactly_at_its_limits() {
        // The man steps to one of two squares, and black has nothing to move: 3
        // positions. Their values are 99, -99, -99 at depth 0, and repeat at
        // depth 1: 6 values.
        let text = r#"RULES: no capture single jumps board 4x4 TURN: red BOARD: ".". ."r" ".". .".""#;
        let position = format!("{text} MOVES:").parse::<Document>().unwrap().position().unwrap();
        let explore = |positions, values| is_explored(&position, GraphLimits { positions, values });
        for (positions, values) in [(3, 6), (4, 6), (3, 7), (9, 99)] {
            assert!(explore(positions, values), "{positions} {values}");
        }
        for (positions, values) in [(2, 6), (1, 99), (3, 5), (3, 3), (0, 99)] {
            assert!(!explore(positions, values), "{positions} {values}");
        }
    }

    #[test]
    fn the_start_has_too_many_positions() {
        assert!(!is_explored(&Position::start(Rules::ENGLISH, Player::Red), GraphLimits::DEFAULT));
    }
}
