//! The search: alpha-beta with null windows after the first move, deepened a
//! ply at a time, and jumps followed to their end.

mod ranking;

use std::collections::HashSet;
use std::time::Duration;

use super::clock::{Clock, Stopped};
use super::entry::{Bound, Entry};
use super::evaluate::Evaluator;
use super::order::Order;
use super::successors::{Successor, Successors, is_lasting, list};
use super::weights::Weights;
use super::{Choice, Estimates, LEAST_WIN, MAX_DEPTH, Searcher, WIN};
use crate::board::Pieces;
use crate::movegen;
use crate::moves::{Move, Path};
use crate::player::Player;
use crate::position::Position;
use crate::table::{Key, Table};
use crate::variant::{Black, Red, Side, Variant};

/// The most bytes of the table.
const TABLE_BYTES: usize = 64 << 20;

/// No line is followed further than this many plies, jumps after its end left out.
const MOST_PLIES: usize = 128;

/// A position that repeats, or in which nobody can move and both have passed.
const DRAW: i32 = 0;

/// Beyond every score.
const INFINITY: i32 = WIN + 1;

/// The first window around the score of the depth before, in hundredths of a man.
const ASPIRATION: i32 = 20;

/// No more moves than this are looked at in the position that is asked about.
const MOST_ROOT_MOVES: usize = 1 << 14;

/// A move of the root.
#[derive(Clone)]
struct Root<W> {
    after: Pieces<W>,
    path: Path,
    is_lasting: bool,
    score: i32,
}

/// Searches positions of one variant.
pub(super) struct Search<V: Variant> {
    variant: V,
    /// [`Blocked::Passes`](crate::Blocked::Passes)
    passes: bool,
    evaluation: Evaluator<V>,
    table: Table<V::Word, Entry>,
    order: Order,
    generation: u16,
    clock: Clock,
    /// The positions of the game and of the line in hand, with the player to move.
    path: Vec<(Pieces<V::Word>, Player)>,
    /// The number of those up to the root.
    root: usize,
    /// The moves of every node on the line in hand.
    moves: Vec<Successor<V::Word>>,
}

impl<V: Variant> Searcher for Search<V> {
    fn choose(&mut self, position: &Position, past: &[Position], clock: Clock) -> Option<Choice> {
        let (depth, roots) = match position.turn() {
            Player::Red => self.deepen::<Red>(position, past, clock),
            Player::Black => self.deepen::<Black>(position, past, clock),
        };
        let best = roots.first()?;
        let mv = position.find(&best.path).ok()?;
        let line = self.line(position, mv.clone(), depth);
        Some(Choice { mv, score: best.score, depth, nodes: self.clock.nodes(), line })
    }

    fn rank(&mut self, position: &Position, past: &[Position], clock: Clock) -> Estimates {
        self.estimates(position, past, clock)
    }
}

impl<V: Variant> Search<V> {
    pub(super) fn new(variant: V, passes: bool, weights: Weights) -> Self {
        Search {
            variant,
            passes,
            evaluation: Evaluator::new(variant, weights),
            table: Table::new(TABLE_BYTES),
            order: Order::new(MOST_PLIES + 1),
            generation: 0,
            clock: Clock::default(),
            path: Vec::new(),
            root: 0,
            moves: Vec::new(),
        }
    }

    /// Searches deeper and deeper. The deepest depth that was finished, and
    /// the moves of the root, the best first.
    fn deepen<S: Side>(
        &mut self,
        position: &Position,
        past: &[Position],
        clock: Clock,
    ) -> (u32, Vec<Root<V::Word>>) {
        self.clock = clock;
        self.begin(position, past);
        let mut roots = self.roots::<S>(position);
        let mut finished = 0;
        if roots.len() > 1 {
            for depth in 1..=self.clock.depth().unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
                self.grow_table();
                if self.search_depth::<S>(&mut roots, depth.cast_signed()).is_err() {
                    break;
                }
                finished = depth;
                let plies_to_end = WIN - roots[0].score.abs();
                if plies_to_end <= depth.cast_signed() {
                    break;
                }
            }
        }
        (finished, roots)
    }

    fn begin(&mut self, position: &Position, past: &[Position]) {
        self.order.renew();
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.table = Table::new(TABLE_BYTES);
            0
        });
        let shape = position.board().shape();
        let comparable =
            past.iter().filter(|earlier| earlier.board().shape() == shape && earlier.jumping().is_none());
        self.path.clear();
        self.path.extend(comparable.chain([position]).map(|at| (at.board().pieces().convert(), at.turn())));
        self.root = self.path.len();
        self.moves.clear();
    }

    /// Makes the table larger if it is crowded and there is the time for it.
    fn grow_table(&mut self) {
        // Four times what it was measured to take at most.
        const TIME_PER_MIB: Duration = Duration::from_millis(2);
        let mib = u32::try_from(self.table.next_bytes() >> 20).unwrap_or(u32::MAX);
        if self.clock.has(TIME_PER_MIB * mib) {
            self.table.grow_if_crowded();
        }
    }

    /// The moves of the root with what they are worth at once, the best first;
    /// of those with the same effect one.
    fn roots<S: Side>(&self, position: &Position) -> Vec<Root<V::Word>> {
        let pieces: Pieces<V::Word> = position.board().pieces().convert();
        let mut seen = HashSet::new();
        let listed = list::<V, S>(self.variant, position, MOST_ROOT_MOVES).into_iter();
        let mut roots: Vec<_> = listed
            .filter_map(|(effect, path)| {
                let after = effect.apply::<S>(pieces);
                let score = -self.worth::<S::Opponent>(after);
                seen.insert(after).then(|| Root {
                    after,
                    path,
                    is_lasting: is_lasting(effect, pieces),
                    score,
                })
            })
            .collect();
        roots.sort_by_key(|root| -root.score);
        roots
    }

    /// Searches the moves of the root to a depth, in a window around the score
    /// of the best that becomes wider until it holds the new one.
    fn search_depth<S: Side>(&mut self, roots: &mut [Root<V::Word>], depth: i32) -> Result<(), Stopped> {
        let score = roots[0].score;
        let (mut low, mut high) = (ASPIRATION, ASPIRATION);
        if depth < 4 || score.abs() >= LEAST_WIN {
            (low, high) = (2 * INFINITY, 2 * INFINITY);
        }
        loop {
            let (alpha, beta) = ((score - low).max(-INFINITY), (score + high).min(INFINITY));
            let highest = self.search_roots::<S>(roots, depth, alpha, beta)?;
            if highest <= alpha {
                low = low.saturating_mul(8);
            } else if highest >= beta {
                high = high.saturating_mul(8);
            } else {
                return Ok(());
            }
        }
    }

    /// Searches the moves of the root. Each that is better than all before it
    /// comes to the front, even if the search is stopped later.
    fn search_roots<S: Side>(
        &mut self,
        roots: &mut [Root<V::Word>],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let mut highest = -INFINITY;
        for turn in 0..roots.len() {
            self.clock.look()?;
            let Root { after, is_lasting, .. } = roots[turn];
            let since = if is_lasting { self.path.len() } else { 0 };
            let score = self.search_move::<S>(after, depth - 1, 0, alpha, beta, since, turn == 0)?;
            highest = highest.max(score);
            if score > alpha {
                roots[turn].score = score;
                roots[..=turn].rotate_right(1);
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        Ok(highest)
    }

    /// The score for side `S` of the position after its move: with the whole
    /// window for the first, else only if a search with a null window, less
    /// deep by `reduction`, says that it is better than `alpha`.
    #[expect(clippy::too_many_arguments, reason = "each belongs to the question")]
    #[inline]
    fn search_move<S: Side>(
        &mut self,
        after: Pieces<V::Word>,
        depth: i32,
        reduction: i32,
        alpha: i32,
        beta: i32,
        since: usize,
        is_first: bool,
    ) -> Result<i32, Stopped> {
        if !is_first {
            let mut score =
                -self.search::<S::Opponent>(after, depth - reduction, -alpha - 1, -alpha, since)?;
            if score > alpha && reduction > 0 {
                score = -self.search::<S::Opponent>(after, depth, -alpha - 1, -alpha, since)?;
            }
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        Ok(-self.search::<S::Opponent>(after, depth, -beta, -alpha, since)?)
    }

    /// The plies from the root to the position after the path.
    fn ply(&self) -> usize {
        self.path.len() - self.root + 1
    }

    /// The score of a position for side `S`, which is to move: exact if it is
    /// between `alpha` and `beta`, otherwise a bound. Positions of the path
    /// from `since` on may repeat.
    fn search<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        depth: i32,
        alpha: i32,
        beta: i32,
        since: usize,
    ) -> Result<i32, Stopped> {
        if self.path[since..].contains(&(pieces, S::PLAYER)) {
            return Ok(DRAW);
        }
        let ply = self.ply();
        if ply >= MOST_PLIES || depth < 0 || depth == 0 && !self.is_threatened::<S>(pieces) {
            return self.quiesce::<S>(pieces, alpha, beta, ply);
        }
        self.clock.count_node()?;
        // Nothing is better than to win now, nothing worse than to have lost.
        let (alpha, beta) = (alpha.max(lost(ply)), beta.min(-lost(ply + 1)));
        if alpha >= beta {
            return Ok(alpha);
        }
        let key = Key::new::<S>(pieces, TABLE_DEPTH);
        let known = key.as_ref().and_then(|key| self.table.get(key));
        if let Some(known) = known {
            let score = from_table(known.score, ply);
            if known.answers(depth, score, alpha, beta) {
                return Ok(score);
            }
        }

        let first = self.moves.len();
        self.push_moves::<S>(pieces, |variant, sink| movegen::generate::<V, S>(variant, pieces, sink));
        let count = self.moves.len() - first;
        self.clock.count_moves(count)?;
        if count == 0 {
            return self.blocked::<S>(pieces, ply, |search| {
                search.path.push((pieces, S::PLAYER));
                let score = search.search::<S::Opponent>(pieces, depth - 1, -beta, -alpha, since);
                search.path.pop();
                score
            });
        }
        for mv in self.moves[first..].iter_mut().filter(|mv| mv.jumps == 0) {
            mv.offers = !movegen::all_jumpers::<V, S::Opponent>(self.variant, mv.after).is_empty();
        }
        let best = known.and_then(|known| known.best);
        self.order.rate(&mut self.moves[first..], S::PLAYER, ply, best);
        self.path.push((pieces, S::PLAYER));
        let (score, better) = self.search_moves::<S>(first, depth, alpha, beta, since)?;
        self.path.pop();
        self.moves.truncate(first);
        if let Some(key) = key {
            let bound = if score >= beta {
                Bound::Lower
            } else if score > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let (best, depth) = (better.or(best), u8::try_from(depth).unwrap_or(u8::MAX));
            let entry =
                Entry { score: to_table(score, ply), bound, depth, best, generation: self.generation };
            self.table.put(&key, entry);
        }
        Ok(score)
    }

    /// Whether side `S`, which is to move, cannot jump, but its opponent could.
    fn is_threatened<S: Side>(&self, pieces: Pieces<V::Word>) -> bool {
        V::CAPTURE
            && movegen::all_jumpers::<V, S>(self.variant, pieces).is_empty()
            && !movegen::all_jumpers::<V, S::Opponent>(self.variant, pieces).is_empty()
    }

    /// The highest score of the moves from `first` on, of which there is one
    /// at least, and the number of the one that has it if it is above `alpha`.
    fn search_moves<S: Side>(
        &mut self,
        first: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        since: usize,
    ) -> Result<(i32, Option<u16>), Stopped> {
        let count = self.moves.len() - first;
        let (mut highest, mut best) = (-INFINITY, None);
        for turn in 0..count {
            let mv = self.take_next(first + turn);
            let since = if mv.is_lasting { self.path.len() } else { since };
            let is_quiet = mv.jumps == 0 && !mv.crowns;
            // A jump that is forced takes nothing from the depth.
            let next_depth = if count == 1 && mv.jumps > 0 { depth } else { depth - 1 };
            // Moves that come late are seldom good: a less deep search may do.
            let reduction = match turn {
                0..2 => 0,
                _ if !is_quiet || depth < 2 => 0,
                5.. if depth >= 4 => 2,
                _ => 1,
            };
            let score =
                self.search_move::<S>(mv.after, next_depth, reduction, alpha, beta, since, turn == 0)?;
            highest = highest.max(score);
            if score > alpha {
                alpha = score;
                best = Some(mv.number);
            }
            if score >= beta {
                if is_quiet {
                    self.order.note(mv.route, S::PLAYER, self.ply() - 1, depth);
                }
                break;
            }
        }
        Ok((highest, best))
    }

    /// As [`search`](Self::search), of jumps only: the evaluation where side
    /// `S` need not jump, and no jump is better.
    fn quiesce<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.clock.count_node()?;
        let jumpers = movegen::all_jumpers::<V, S>(self.variant, pieces);
        let mut highest = -INFINITY;
        if jumpers.is_empty() {
            if !movegen::has_moves::<V, S>(self.variant, pieces) {
                return self.blocked::<S>(pieces, ply, |search| {
                    search.quiesce::<S::Opponent>(pieces, -beta, -alpha, ply + 1)
                });
            }
            return Ok(self.worth::<S>(pieces));
        }
        if !V::CAPTURE && movegen::can_step_with::<V, S>(self.variant, pieces, 1) {
            highest = self.worth::<S>(pieces);
            alpha = alpha.max(highest);
        }
        if highest >= beta {
            return Ok(highest);
        }
        let first = self.moves.len();
        self.push_moves::<S>(pieces, |variant, sink| {
            movegen::generate_jumps::<V, S>(variant, pieces, jumpers, sink);
        });
        let count = self.moves.len() - first;
        self.clock.count_moves(count)?;
        for mv in &mut self.moves[first..] {
            mv.order = i32::from(mv.jumps);
        }
        for turn in 0..count {
            let mv = self.take_next(first + turn);
            let score = -self.quiesce::<S::Opponent>(mv.after, -beta, -alpha, ply + 1)?;
            highest = highest.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        Ok(highest)
    }

    /// The score of side `S`, which has no moves: lost, or that of the
    /// opponent's turn if it passes and the opponent can move.
    fn blocked<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        ply: usize,
        pass: impl FnOnce(&mut Self) -> Result<i32, Stopped>,
    ) -> Result<i32, Stopped> {
        if !self.passes || pieces.of(S::PLAYER).is_empty() {
            Ok(lost(ply))
        } else if movegen::has_moves::<V, S::Opponent>(self.variant, pieces) {
            pass(self).map(|score| -score)
        } else {
            Ok(DRAW)
        }
    }

    /// The evaluation, which is never taken for a win or a loss.
    fn worth<S: Side>(&self, pieces: Pieces<V::Word>) -> i32 {
        self.evaluation.worth::<S>(pieces).clamp(1 - LEAST_WIN, LEAST_WIN - 1)
    }

    /// Pushes the moves of side `S` that are generated, up to a number.
    fn push_moves<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        generate: impl FnOnce(V, &mut Successors<'_, V::Word, S>),
    ) {
        let mut successors = Successors::new(pieces, &mut self.moves);
        generate(self.variant, &mut successors);
    }

    /// Takes the move of the highest order, of those from `place` on, to `place`.
    fn take_next(&mut self, place: usize) -> Successor<V::Word> {
        let rest = &mut self.moves[place..];
        // The first of those that are alike, whatever came before it.
        let highest = (1..rest.len())
            .fold(0, |highest, index| if rest[index].order > rest[highest].order { index } else { highest });
        rest.swap(0, highest);
        rest[0]
    }

    /// A move and those that the table has for the positions after it.
    fn line(&self, position: &Position, mv: Move, depth: u32) -> Vec<Move> {
        let mut position = position.after(&mv);
        let mut line = vec![mv];
        while line.len() < depth as usize {
            let next = match position.turn() {
                Player::Red => self.known_move::<Red>(&position),
                Player::Black => self.known_move::<Black>(&position),
            };
            let Some(mv) = next else { break };
            position = position.after(&mv);
            line.push(mv);
        }
        line
    }

    fn known_move<S: Side>(&self, position: &Position) -> Option<Move> {
        let key = Key::new::<S>(position.board().pieces().convert(), TABLE_DEPTH)?;
        let number = usize::from(self.table.get(&key)?.best?);
        let (_, path) = list::<V, S>(self.variant, position, number + 1).into_iter().nth(number)?;
        position.find(&path).ok()
    }
}

/// Entries of all depths are found under one.
const TABLE_DEPTH: u32 = 1;

/// The score of a player who has lost after so many plies.
fn lost(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(0) - WIN
}

/// A score counted from the position at a ply rather than from the root.
fn to_table(score: i32, ply: usize) -> i16 {
    i16::try_from(score + plies_counted(score, ply)).unwrap_or(0)
}

/// The inverse of [`to_table`].
fn from_table(score: i16, ply: usize) -> i32 {
    let score = i32::from(score);
    score - plies_counted(score, ply)
}

/// The plies, with its sign, if a score counts them.
fn plies_counted(score: i32, ply: usize) -> i32 {
    if score.abs() < LEAST_WIN { 0 } else { score.signum() * i32::try_from(ply).unwrap_or(0) }
}
