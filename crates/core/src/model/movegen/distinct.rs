//! Generates one jump or chain for each effect, for positions with too many paths to follow.
//!
//! On a large board a king among fifty men has more paths than can be counted, but a move's effect depends
//! only on its start and the set of pieces that it captures:
//!
//! - Jumps go two files and two ranks, so the squares on which a chain lands differ from its start by 2a
//!   files and 2b ranks, with a + b even. Of the four squares at a piece's corners, only two opposite squares
//!   have an even a + b. A piece is therefore captured along one diagonal only.
//! - So each captured piece connects two squares, and a chain is a walk that uses each of these connections
//!   once. The pieces determine its end: the only square, other than the start, with an odd number of
//!   connections. If there is none, the chain ends on its start.
//! - The jumps that can continue a chain depend only on its start, its end and the captured pieces.
//!
//! It is therefore enough to continue the first chain found for each start and set of captured pieces.

use std::collections::HashSet;
use std::marker::PhantomData;

use super::{Effect, Sink, all_jumpers, generate_jumps, generate_steps};
use crate::model::bitboard::{Bitboard, Word};
use crate::model::board::Pieces;
use crate::model::variant::{AnyRules, Side, Variant};

/// Limits on the work spent on the jumps of one position.
#[derive(Clone, Copy, Debug)]
pub struct JumpBudget {
    /// From this number of paths on, moves with the same effect are merged, and only `chains` limits the
    /// work.
    pub paths: usize,
    /// The maximum number of different chains, unfinished ones included. Chains differ if they capture
    /// different pieces or start on different squares.
    pub chains: usize,
}

impl JumpBudget {
    /// Merges moves from 4,096 paths on, and allows a million chains.
    pub const DEFAULT: JumpBudget = JumpBudget { paths: 1 << 12, chains: 1_000_000 };
}

impl Default for JumpBudget {
    fn default() -> JumpBudget {
        JumpBudget::DEFAULT
    }
}

/// A sink that passes the jumps of one piece at a time to another sink, one jump for each effect.
struct Distinct<'a, W> {
    sink: &'a mut dyn Sink<W>,
    /// The sets of captured pieces of the chains so far.
    captured: HashSet<Bitboard<W>>,
    /// The number of chains left in the budget.
    left: usize,
    /// True if the chains exceed the budget, or there is no memory for them.
    is_exceeded: bool,
}

impl<W: Word> Sink<W> for Distinct<'_, W> {
    fn accept(&mut self, effect: Effect<W>) {
        self.sink.accept(effect);
    }

    fn enter(&mut self, to: Bitboard<W>, captured: Bitboard<W>) -> bool {
        if self.is_exceeded || self.captured.contains(&captured) {
            return false;
        }
        if self.left == 0 || self.captured.try_reserve(1).is_err() {
            self.is_exceeded = true;
            return false;
        }
        self.left -= 1;
        self.captured.insert(captured);
        self.sink.enter(to, captured)
    }
}

/// Generates the jumps of the pieces on `among`, one for each effect. Returns `false`, with some moves
/// missing, if there are more than `chains` different chains or memory runs out.
///
/// Few positions have so many paths, so the code is compiled once for all rules and sinks.
pub fn generate_distinct_jumps<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    among: Bitboard<V::Word>,
    chains: usize,
    sink: &mut dyn Sink<V::Word>,
) -> bool {
    let variant = AnyRules::of(variant);
    let mut distinct = Distinct { sink, captured: HashSet::new(), left: chains, is_exceeded: false };
    for from in among.singles() {
        distinct.captured.clear();
        generate_jumps::<_, S>(variant, pieces, from, &mut distinct);
    }
    !distinct.is_exceeded
}

/// A sink that pushes the positions after moves of side `S`. It follows no more jumps once `successors` has
/// `end` items.
struct Push<'a, W, S, T, M> {
    pieces: Pieces<W>,
    successors: &'a mut Vec<T>,
    first: usize,
    end: usize,
    make: M,
    side: PhantomData<S>,
}

impl<W: Word, S: Side, T, M: Fn(Pieces<W>, usize) -> T> Push<'_, W, S, T, M> {
    /// Replaces the pushed positions by one for each effect of the jumps of the pieces on `among`. Pushes nothing,
    /// and returns `false`, if there are more than `chains` chains.
    #[cold]
    #[inline(never)]
    fn make_distinct(mut self, variant: impl Variant<Word = W>, among: Bitboard<W>, chains: usize) -> bool {
        self.end = usize::MAX;
        self.successors.truncate(self.first);
        let is_complete = generate_distinct_jumps::<_, S>(variant, self.pieces, among, chains, &mut self);
        if !is_complete {
            self.successors.truncate(self.first);
        }
        is_complete
    }
}

impl<W: Word, S: Side, T, M: Fn(Pieces<W>, usize) -> T> Sink<W> for Push<'_, W, S, T, M> {
    #[inline]
    fn accept(&mut self, effect: Effect<W>) {
        let number = self.successors.len() - self.first;
        self.successors.push((self.make)(effect.apply::<S>(self.pieces), number));
    }

    #[inline]
    fn enter(&mut self, _: Bitboard<W>, _: Bitboard<W>) -> bool {
        self.successors.len() < self.end
    }
}

/// Pushes the positions after the jumps of the pieces on `among`: one for each path or, if there are too many
/// paths, one for each effect. `make` creates each pushed item from the pieces and the number of the move in
/// the order of generation. Returns `false`, and pushes nothing, if the chains exceed the budget as well.
#[inline]
pub fn push_jumps<V: Variant, S: Side, T>(
    variant: V,
    pieces: Pieces<V::Word>,
    among: Bitboard<V::Word>,
    budget: JumpBudget,
    successors: &mut Vec<T>,
    make: impl Fn(Pieces<V::Word>, usize) -> T + Copy,
) -> bool {
    let first = successors.len();
    // Without chains, a board has room for only a limited number of jumps.
    let end = if V::CHAINS { first.saturating_add(budget.paths) } else { usize::MAX };
    let mut push = Push::<_, S, _, _> { pieces, successors, first, end, make, side: PhantomData };
    generate_jumps::<V, S>(variant, pieces, among, &mut push);
    push.successors.len() < end || push.make_distinct(variant, among, budget.chains)
}

/// Pushes the positions after all moves of side `S`. Works like [`push_jumps`], but includes steps.
#[inline]
pub fn push_successors<V: Variant, S: Side, T>(
    variant: V,
    pieces: Pieces<V::Word>,
    budget: JumpBudget,
    successors: &mut Vec<T>,
    make: impl Fn(Pieces<V::Word>, usize) -> T + Copy,
) -> bool {
    let first = successors.len();
    let jumpers = all_jumpers::<V, S>(variant, pieces);
    if !jumpers.is_empty() {
        if !push_jumps::<V, S, T>(variant, pieces, jumpers, budget, successors, make) {
            return false;
        }
        if variant.must_capture() {
            return true;
        }
    }
    let mut push = Push::<_, S, _, _> { pieces, successors, first, end: usize::MAX, make, side: PhantomData };
    generate_steps::<V, S>(variant, pieces, &mut push);
    true
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::model::board::Board;
    use crate::model::piece::{Piece, Role};
    use crate::model::player::Player;
    use crate::model::rules::Rules;
    use crate::model::shape::Shape;
    use crate::model::variant::{self, SidedTask};

    /// The start, end and captured pieces of an effect, and whether it crowns.
    type EffectKey = ([Bitboard<u128>; 3], bool);

    fn key<W: Word>(effect: Effect<W>) -> EffectKey {
        ([effect.from, effect.to, effect.captured].map(Bitboard::convert), effect.crowns)
    }

    /// A task that compares the distinct jumps with all jumps, and returns the numbers of paths and chains.
    struct Compare;

    impl SidedTask for Compare {
        type Output = (usize, usize);

        fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> (usize, usize) {
            let jumpers = all_jumpers::<V, S>(variant, pieces);
            let (mut paths, mut effects) = (0, HashSet::new());
            let mut all = |effect| {
                paths += 1;
                effects.insert(key(effect));
            };
            generate_jumps::<V, S>(variant, pieces, jumpers, &mut all);
            let mut chains = HashSet::new();
            for from in jumpers.singles() {
                let mut walk = Walk { from, chains: &mut chains };
                generate_jumps::<V, S>(variant, pieces, from, &mut walk);
            }
            let distinct = |chains| {
                let mut distinct = Vec::new();
                let mut push = |effect| distinct.push(key(effect));
                let done = generate_distinct_jumps::<V, S>(variant, pieces, jumpers, chains, &mut push);
                done.then_some(distinct)
            };
            let once = distinct(chains.len()).expect("the budget is just enough");
            assert_eq!((once.len(), &once.into_iter().collect()), (effects.len(), &effects));
            assert!(chains.is_empty() || distinct(chains.len() - 1).is_none());

            let budget = |paths, chains| JumpBudget { paths, chains };
            let pushed = |budget| {
                // The list already contains a successor.
                let mut successors = vec![pieces];
                let is_complete =
                    push_jumps::<V, S, _>(variant, pieces, jumpers, budget, &mut successors, |after, _| {
                        after
                    });
                assert_eq!(successors[0], pieces);
                assert!(is_complete || successors.len() == 1);
                is_complete.then(|| successors.split_off(1))
            };
            if paths > 0 {
                let all = pushed(budget(paths + 1, 0)).expect("the paths are within the budget");
                let once = pushed(budget(paths, chains.len())).expect("the chains are within the budget");
                assert_eq!((all.len(), once.len()), (paths, effects.len()));
                assert_eq!(all.into_iter().collect::<HashSet<_>>(), once.into_iter().collect());
                assert_eq!(pushed(budget(paths, chains.len() - 1)), None);
            }
            (paths, chains.len())
        }
    }

    /// Collects the start and the captured pieces of each chain, unfinished chains included.
    struct Walk<'a, W> {
        from: Bitboard<W>,
        chains: &'a mut HashSet<(Bitboard<W>, Bitboard<W>)>,
    }

    impl<W: Word> Sink<W> for Walk<'_, W> {
        fn accept(&mut self, _: Effect<W>) {}

        fn enter(&mut self, _: Bitboard<W>, captured: Bitboard<W>) -> bool {
            self.chains.insert((self.from, captured));
            true
        }
    }

    #[test]
    fn distinct_jumps_are_all_jumps_with_each_effect_once() {
        let mut random = 1_u64;
        let mut draw = |below| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        let (mut circles, mut refusals) = (0, 0);
        for (ranks, files, flipped) in [(8, 8, false), (8, 8, true), (7, 9, false), (10, 8, true)] {
            let shape = Shape::new(ranks, files, flipped).unwrap();
            for round in 0..60 {
                let mut board = Board::empty(shape);
                let player = Player::ALL[round % 2];
                for square in shape.squares() {
                    // Put enemy pieces on every second rank, and the player's pieces on the other ranks.
                    let is_enemy = square.rank() % 2 == 1;
                    let role = if draw(3) > 0 { Role::King } else { Role::Man };
                    let piece = match draw(100) {
                        0..55 if is_enemy => Piece { player: player.opponent(), role },
                        0..6 if !is_enemy => Piece { player, role },
                        _ => continue,
                    };
                    board.put(square, piece).unwrap();
                }
                for rules in Rules::ALL {
                    let (paths, chains) = variant::dispatch_sided(&board, rules, player, Compare);
                    circles += usize::from(paths > chains);
                    refusals += usize::from(chains > 0);
                }
            }
        }
        assert!(circles > 20 && refusals > 500, "{circles} {refusals}");
    }
}
