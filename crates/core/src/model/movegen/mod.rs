//! Move generation: one generator for all rules, shapes and players.
//!
//! A position is three sets of squares ([`Pieces`]). One shift moves all squares of a set one step. The
//! layout and rules are a type `V`, and the player to move is a type `S`
//! ([`variant`](crate::model::variant)), so the compiler generates specialised code for each of the usual
//! combinations. A move is represented by its [`Effect`]: the square that the piece leaves, the square on
//! which it ends, and the captured pieces.
//!
//! ```
//! use rankmoves_core::model::board::Pieces;
//! use rankmoves_core::model::movegen::{self, Effect};
//! use rankmoves_core::model::variant::{self, Side, SidedTask, Variant};
//! use rankmoves_core::{Player, Position, Rules};
//!
//! /// Counts the replies to all moves.
//! struct Replies;
//!
//! impl SidedTask for Replies {
//!     type Output = u32;
//!
//!     fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> u32 {
//!         let mut replies = 0;
//!         movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
//!             let after = effect.apply::<S>(pieces);
//!             movegen::generate::<V, S::Opponent>(variant, after, &mut |_: Effect<_>| replies += 1);
//!         });
//!         replies
//!     }
//! }
//!
//! let start = Position::start(Rules::ENGLISH, Player::Red);
//! assert_eq!(variant::dispatch_sided(start.board(), start.rules(), start.turn(), Replies), 49);
//! ```
//!
//! | Functions | Result |
//! |---|---|
//! | [`generate`], [`generate_jumps`], [`generate_steps`] | each move, passed to a [`Sink`]; moves along different paths may have the same effect |
//! | [`push_successors`], [`push_jumps`], [`generate_distinct_jumps`] | the positions after all moves, or all jumps; with too many paths, one for each effect, within a [`JumpBudget`] |
//! | [`Legs`], [`leg`], [`play_leg`] | steps and single jumps, to play a chain jump by jump |
//! | [`has_moves`], [`all_jumpers`], [`can_step_with`], [`uncrowned_men`], [`Steps`] | queries that take a few mask operations and generate no moves |
//! | [`steppers`], [`jumpers`], [`jump_origins`], [`jump_origins_of_men`], [`empty`], [`movers`], [`for_each_direction`] | the masks behind these queries, one direction at a time |

mod distinct;
mod legs;

pub use distinct::{JumpBudget, generate_distinct_jumps, push_jumps, push_successors};
pub use legs::{Legs, leg, play_leg};

use crate::model::bitboard::{Bitboard, Word};
use crate::model::board::Pieces;
use crate::model::layout::{Direction, Layout};
use crate::model::player::Player;
use crate::model::variant::{Black, Red, Side, Variant};

/// The effect of a move on the board, as sets of squares.
#[derive(Clone, Copy, Debug)]
pub struct Effect<W> {
    /// The square that the piece leaves.
    pub from: Bitboard<W>,
    /// The square that the piece ends on; `from` again after a circular chain.
    pub to: Bitboard<W>,
    /// The squares of the captured pieces.
    pub captured: Bitboard<W>,
    /// True if a man is crowned.
    pub crowns: bool,
}

impl<W: Word> Effect<W> {
    /// Makes the move and returns the pieces after it.
    #[inline]
    pub fn apply<S: Side>(self, pieces: Pieces<W>) -> Pieces<W> {
        // After a circular chain `from ^ to` is empty.
        let moved = self.from ^ self.to;
        let king = if pieces.kings.intersects(self.from) { moved } else { Bitboard::EMPTY };
        let crowned = if self.crowns { self.to } else { Bitboard::EMPTY };
        let (red, black) = match S::PLAYER {
            Player::Red => (pieces.red ^ moved, pieces.black - self.captured),
            Player::Black => (pieces.red - self.captured, pieces.black ^ moved),
        };
        Pieces { red, black, kings: ((pieces.kings ^ king) | crowned) - self.captured }
    }
}

/// A receiver of generated moves.
pub trait Sink<W> {
    /// Takes a move.
    fn accept(&mut self, effect: Effect<W>);

    /// Notes that a chain lands on `to` after capturing the pieces on `captured`. Returns whether to generate
    /// the moves that end or continue there.
    #[inline]
    fn enter(&mut self, to: Bitboard<W>, captured: Bitboard<W>) -> bool {
        let _ = (to, captured);
        true
    }
}

impl<W, F: FnMut(Effect<W>)> Sink<W> for F {
    #[inline]
    fn accept(&mut self, effect: Effect<W>) {
        self(effect);
    }
}

/// Returns the empty squares.
#[inline]
pub fn empty<V: Variant>(variant: V, pieces: Pieces<V::Word>) -> Bitboard<V::Word> {
    variant.layout().squares() - (pieces.red | pieces.black)
}

/// Returns the men on their crowning rows. They cannot move, and occur only in positions that were set up.
#[inline]
pub fn uncrowned_men<L: Layout>(layout: L, pieces: Pieces<L::Word>) -> Bitboard<L::Word> {
    (pieces.red & Red::crowning(layout) | pieces.black & Black::crowning(layout)) - pieces.kings
}

/// Returns the player's pieces that move in a direction: kings, and men too if the direction is forward.
#[inline]
pub fn movers<W: Word, S: Side>(pieces: Pieces<W>, direction: Direction) -> Bitboard<W> {
    let own = pieces.of(S::PLAYER);
    if S::is_forward(direction) { own } else { own & pieces.kings }
}

/// Returns the player's pieces that can step in a direction.
#[inline]
pub fn steppers<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    direction: Direction,
) -> Bitboard<V::Word> {
    let targets = empty(variant, pieces);
    movers::<V::Word, S>(pieces, direction) & variant.layout().step(targets, direction.reversed())
}

/// The steps of a player, even if a jump is available.
#[derive(Clone, Copy, Debug)]
pub struct Steps<W> {
    /// The pieces that can step.
    pub pieces: Bitboard<W>,
    /// The squares that pieces can step to.
    pub targets: Bitboard<W>,
    /// The squares that men can step to.
    pub targets_of_men: Bitboard<W>,
}

impl<W: Word> Steps<W> {
    /// Finds the steps of side `S`.
    #[inline]
    pub fn new<V: Variant<Word = W>, S: Side>(variant: V, pieces: Pieces<W>) -> Steps<W> {
        let layout = variant.layout();
        let free = empty(variant, pieces);
        let own = pieces.of(S::PLAYER);
        let targets_of = |movers, direction| layout.step(movers, direction) & free;
        let mut steps =
            Steps { pieces: Bitboard::EMPTY, targets: Bitboard::EMPTY, targets_of_men: Bitboard::EMPTY };
        for_each_direction::<W, S>(pieces, |direction| {
            let targets = targets_of(movers::<W, S>(pieces, direction), direction);
            steps.targets |= targets;
            steps.pieces |= layout.step(targets, direction.reversed());
            if S::is_forward(direction) {
                steps.targets_of_men |= targets_of(own - pieces.kings, direction);
            }
        });
        steps
    }
}

/// Returns whether at least `count` of the player's pieces can step in the same direction.
#[inline]
pub fn can_step_with<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>, count: u32) -> bool {
    Direction::ALL.iter().any(|&direction| steppers::<V, S>(variant, pieces, direction).len() >= count)
}

/// Returns the squares from which a piece of the player, if one stood there,
/// could jump in a direction.
///
/// ```text
/// x . .
/// . b .      x is next to an enemy, and the square behind the enemy is empty
/// . . .
/// ```
#[inline]
pub fn jump_origins<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    direction: Direction,
) -> Bitboard<V::Word> {
    let layout = variant.layout();
    let back = direction.reversed();
    let enemies = pieces.of(S::Opponent::PLAYER);
    layout.step(enemies & layout.step(empty(variant, pieces), back), back)
}

/// Returns the squares from which a man of the player could jump.
#[inline]
pub fn jump_origins_of_men<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> Bitboard<V::Word> {
    let [left, right] = S::FORWARD;
    jump_origins::<V, S>(variant, pieces, left) | jump_origins::<V, S>(variant, pieces, right)
}

/// Returns the player's pieces that can jump in a direction.
#[inline]
pub fn jumpers<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    direction: Direction,
) -> Bitboard<V::Word> {
    movers::<V::Word, S>(pieces, direction) & jump_origins::<V, S>(variant, pieces, direction)
}

/// Calls `act` for each direction in which any of the player's pieces may move. Without kings, the common
/// case, there are only two directions.
#[inline]
pub fn for_each_direction<W: Word, S: Side>(pieces: Pieces<W>, mut act: impl FnMut(Direction)) {
    let ([left, right], [back_left, back_right]) = (S::FORWARD, S::BACKWARD);
    act(left);
    act(right);
    if pieces.of(S::PLAYER).intersects(pieces.kings) {
        act(back_left);
        act(back_right);
    }
}

/// Returns the union of `pieces_for` over the directions of [`for_each_direction`].
#[inline]
fn union_of_directions<W: Word, S: Side>(
    pieces: Pieces<W>,
    pieces_for: impl Fn(Direction) -> Bitboard<W>,
) -> Bitboard<W> {
    let mut union = Bitboard::EMPTY;
    for_each_direction::<W, S>(pieces, |direction| union |= pieces_for(direction));
    union
}

/// Returns the player's pieces that can jump, whatever the rules.
#[inline]
pub fn all_jumpers<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> Bitboard<V::Word> {
    union_of_directions::<_, S>(pieces, |direction| jumpers::<V, S>(variant, pieces, direction))
}

/// Returns whether the player has a move. This takes only a few mask operations.
#[inline]
pub fn has_moves<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> bool {
    let movable = union_of_directions::<_, S>(pieces, |direction| {
        steppers::<V, S>(variant, pieces, direction) | jumpers::<V, S>(variant, pieces, direction)
    });
    !movable.is_empty()
}

/// Generates every move of the player: jumps first, then steps where the rules allow them. Each path is a
/// move, even if two paths have the same effect.
#[inline]
pub fn generate<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>, sink: &mut impl Sink<V::Word>) {
    let jumpers = all_jumpers::<V, S>(variant, pieces);
    if !jumpers.is_empty() {
        generate_jumps::<V, S>(variant, pieces, jumpers, sink);
        if variant.must_capture() {
            return;
        }
    }
    generate_steps::<V, S>(variant, pieces, sink);
}

/// Generates the steps of the player, even if a jump is available.
#[inline]
pub fn generate_steps<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    sink: &mut impl Sink<V::Word>,
) {
    for_each_direction::<_, S>(pieces, |direction| {
        for from in steppers::<V, S>(variant, pieces, direction).singles() {
            let to = variant.layout().step(from, direction);
            sink.accept(Effect {
                from,
                to,
                captured: Bitboard::EMPTY,
                crowns: crowns::<V, S>(variant, pieces, from, to),
            });
        }
    });
}

/// Generates the jumps of the pieces on `among`, and no steps.
#[inline]
pub fn generate_jumps<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    among: Bitboard<V::Word>,
    sink: &mut impl Sink<V::Word>,
) {
    let jump_origins_of_men = jump_origins_of_men::<V, S>(variant, pieces);
    let chain_from = |from| Chain {
        from,
        at: from,
        enemies: pieces.of(S::Opponent::PLAYER),
        // The piece is lifted off its square: a king may land there again.
        empty: empty(variant, pieces) | from,
        captured: Bitboard::EMPTY,
        jump_origins_of_men,
    };
    for from in (among - pieces.kings).singles() {
        chain_from(from).extend::<V, S, false>(variant, sink);
    }
    for from in (among & pieces.kings).singles() {
        chain_from(from).extend::<V, S, true>(variant, sink);
    }
}

#[inline]
fn crowns<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    from: Bitboard<V::Word>,
    to: Bitboard<V::Word>,
) -> bool {
    !pieces.kings.intersects(from) && to.intersects(S::crowning(variant.layout()))
}

/// An unfinished chain of jumps.
#[derive(Clone, Copy)]
struct Chain<W> {
    from: Bitboard<W>,
    at: Bitboard<W>,
    /// The enemies not yet jumped.
    enemies: Bitboard<W>,
    /// The squares that the piece may land on, including its start.
    empty: Bitboard<W>,
    captured: Bitboard<W>,
    /// The squares from which a man could jump when the chain began. For a man this set stays valid: a man
    /// only moves forward, so the pieces it captures are behind it.
    jump_origins_of_men: Bitboard<W>,
}

impl<W: Word> Chain<W> {
    /// Generates the moves that continue this chain, and returns whether there are any. `KING` is true if the
    /// piece is a king.
    ///
    /// Each level captures one piece, so the recursion is no deeper than the
    /// number of enemies.
    #[inline]
    fn extend<V: Variant<Word = W>, S: Side, const KING: bool>(
        self,
        variant: V,
        sink: &mut impl Sink<W>,
    ) -> bool {
        let mut any = self.extend_in::<V, S, KING>(variant, S::FORWARD[0], sink);
        any |= self.extend_in::<V, S, KING>(variant, S::FORWARD[1], sink);
        if KING {
            any |= self.extend_in::<V, S, KING>(variant, S::BACKWARD[0], sink);
            any |= self.extend_in::<V, S, KING>(variant, S::BACKWARD[1], sink);
        }
        any
    }

    /// Does the work of [`extend`](Self::extend) for one direction.
    #[inline]
    fn extend_in<V: Variant<Word = W>, S: Side, const KING: bool>(
        self,
        variant: V,
        direction: Direction,
        sink: &mut impl Sink<W>,
    ) -> bool {
        let layout = variant.layout();
        let over = layout.step(self.at, direction) & self.enemies;
        let to = layout.step(over, direction) & self.empty;
        if to.is_empty() {
            return false;
        }
        let captured = self.captured | over;
        if sink.enter(to, captured) {
            // A captured piece frees no landing square: a chain lands an even number of ranks from its start,
            // but captures at odd distances.
            let next = Chain { at: to, enemies: self.enemies - over, captured, ..self };
            // Crowning ends a man's move.
            let crowns = !KING && to.intersects(S::crowning(layout));
            let may_go_on = V::CHAINS
                && variant.may_chain()
                && !crowns
                && (KING || to.intersects(self.jump_origins_of_men));
            let goes_on = may_go_on && next.extend_out_of_line::<V, S, KING>(variant, sink);
            if !(variant.must_capture() && goes_on) {
                sink.accept(Effect { from: self.from, to, captured: next.captured, crowns });
            }
        }
        true
    }

    /// Calls [`extend`](Self::extend) without inlining it, because it is recursive.
    #[inline(never)]
    fn extend_out_of_line<V: Variant<Word = W>, S: Side, const KING: bool>(
        self,
        variant: V,
        sink: &mut impl Sink<W>,
    ) -> bool {
        self.extend::<V, S, KING>(variant, sink)
    }
}
