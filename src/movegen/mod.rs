//! Legal moves from sets of squares: one generator for all rules, shapes and players.
//!
//! A move reaches its [`Sink`] as an [`Effect`]; a sink that needs the squares
//! in between follows the chain as it grows and shrinks.

mod count;

pub(crate) use count::{count, count_two};

use crate::bitboard::{Bitboard, Word};
use crate::board::Pieces;
use crate::layout::{Direction, Layout};
use crate::variant::{Side, Variant};

/// What a move does to the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effect<W> {
    /// The one square the piece leaves.
    pub(crate) from: Bitboard<W>,
    /// The one square it ends on; `from` again after a chain in a circle.
    pub(crate) to: Bitboard<W>,
    /// The squares of the pieces it jumps.
    pub(crate) captured: Bitboard<W>,
    /// Whether a man is crowned.
    pub(crate) crowns: bool,
}

impl<W: Word> Effect<W> {
    /// The pieces after the move.
    #[inline]
    pub(crate) fn apply<S: Side>(self, pieces: Pieces<W>) -> Pieces<W> {
        // A chain in a circle moves nothing: `from ^ to` is empty then.
        let moved = self.from ^ self.to;
        let king = if pieces.kings.intersects(self.from) { moved } else { Bitboard::EMPTY };
        let crowned = if self.crowns { self.to } else { Bitboard::EMPTY };
        let (red, black) = match S::PLAYER {
            crate::player::Player::Red => (pieces.red ^ moved, pieces.black - self.captured),
            crate::player::Player::Black => (pieces.red - self.captured, pieces.black ^ moved),
        };
        Pieces { red, black, kings: ((pieces.kings ^ king) | crowned) - self.captured }
    }
}

/// What takes the moves that are generated.
pub(crate) trait Sink<W> {
    /// A move.
    fn accept(&mut self, effect: Effect<W>);

    /// A chain jumps on to `to`. If this answers `false`, nothing that goes
    /// through there is generated; if `true`, a [`leave`](Self::leave) follows
    /// when all of it has been.
    #[inline]
    fn enter(&mut self, to: Bitboard<W>) -> bool {
        let _ = to;
        true
    }

    /// The last jump entered is taken back.
    #[inline]
    fn leave(&mut self) {}
}

impl<W, F: FnMut(Effect<W>)> Sink<W> for F {
    #[inline]
    fn accept(&mut self, effect: Effect<W>) {
        self(effect);
    }
}

#[inline]
fn empty<V: Variant>(variant: V, pieces: Pieces<V::Word>) -> Bitboard<V::Word> {
    variant.layout().squares() - (pieces.red | pieces.black)
}

/// The player's pieces that may go in a direction at all.
#[inline]
fn movers<W: Word, S: Side>(pieces: Pieces<W>, direction: Direction) -> Bitboard<W> {
    let own = pieces.of(S::PLAYER);
    if S::is_forward(direction) { own } else { own & pieces.kings }
}

/// The player's pieces that can step in a direction.
#[inline]
fn steppers<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    direction: Direction,
) -> Bitboard<V::Word> {
    let targets = empty(variant, pieces);
    movers::<V::Word, S>(pieces, direction) & variant.layout().step(targets, direction.reversed())
}

/// The steps of a player, whether or not there are jumps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps<W> {
    /// The pieces that can step.
    pub(crate) pieces: Bitboard<W>,
    /// Where they can step to.
    pub(crate) targets: Bitboard<W>,
    /// Where men can step to.
    pub(crate) targets_of_men: Bitboard<W>,
}

impl<W: Word> Steps<W> {
    #[inline]
    pub(crate) fn new<V: Variant<Word = W>, S: Side>(variant: V, pieces: Pieces<W>) -> Steps<W> {
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

/// Whether this many of the player's pieces, or more, can step in one direction.
#[inline]
pub(crate) fn can_step_with<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>, count: u32) -> bool {
    Direction::ALL.iter().any(|&direction| steppers::<V, S>(variant, pieces, direction).len() >= count)
}

/// The squares from which a jump in a direction is open to a piece of the
/// player, if it stood there and may go that way.
///
/// ```text
/// x . .
/// . b .      next to an enemy with nothing behind
/// . . .
/// ```
#[inline]
fn springs<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    direction: Direction,
) -> Bitboard<V::Word> {
    let layout = variant.layout();
    let back = direction.reversed();
    let enemies = pieces.of(S::Opponent::PLAYER);
    layout.step(enemies & layout.step(empty(variant, pieces), back), back)
}

/// The squares from which a jump forward is open to a man of the player.
#[inline]
fn springs_of_men<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> Bitboard<V::Word> {
    let [left, right] = S::FORWARD.map(|direction| springs::<V, S>(variant, pieces, direction));
    left | right
}

/// The player's pieces that can jump in a direction.
#[inline]
fn jumpers<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    direction: Direction,
) -> Bitboard<V::Word> {
    movers::<V::Word, S>(pieces, direction) & springs::<V, S>(variant, pieces, direction)
}

/// Goes through the directions in which the player has pieces that may go:
/// mostly there are no kings, and two of the four are left.
#[inline]
fn for_each_direction<W: Word, S: Side>(pieces: Pieces<W>, mut act: impl FnMut(Direction)) {
    S::FORWARD.into_iter().for_each(&mut act);
    if pieces.of(S::PLAYER).intersects(pieces.kings) {
        S::BACKWARD.into_iter().for_each(act);
    }
}

/// The union over these directions.
#[inline]
fn in_any_direction<W: Word, S: Side>(
    pieces: Pieces<W>,
    pieces_for: impl Fn(Direction) -> Bitboard<W>,
) -> Bitboard<W> {
    let mut union = Bitboard::EMPTY;
    for_each_direction::<W, S>(pieces, |direction| union |= pieces_for(direction));
    union
}

/// The player's pieces that can jump, whatever the rules.
#[inline]
pub(crate) fn all_jumpers<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> Bitboard<V::Word> {
    in_any_direction::<_, S>(pieces, |direction| jumpers::<V, S>(variant, pieces, direction))
}

/// Whether the player has a move: a few mask operations, no list.
#[inline]
pub(crate) fn has_moves<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> bool {
    let movable = in_any_direction::<_, S>(pieces, |direction| {
        steppers::<V, S>(variant, pieces, direction) | jumpers::<V, S>(variant, pieces, direction)
    });
    !movable.is_empty()
}

/// Returns the player's pieces that have a legal move: a few mask operations, no list.
pub(crate) fn movable<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> Bitboard<V::Word> {
    let jumpers = all_jumpers::<V, S>(variant, pieces);
    if V::CAPTURE && !jumpers.is_empty() {
        return jumpers;
    }
    jumpers | in_any_direction::<_, S>(pieces, |direction| steppers::<V, S>(variant, pieces, direction))
}

/// Generates every move of the player: jumps first, then steps where the rules
/// allow them. A path is a move: two with the same effect come twice.
#[inline]
pub(crate) fn generate<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    sink: &mut impl Sink<V::Word>,
) {
    let jumpers = all_jumpers::<V, S>(variant, pieces);
    if !jumpers.is_empty() {
        generate_jumps::<V, S>(variant, pieces, jumpers, sink);
        if V::CAPTURE {
            return;
        }
    }
    generate_steps::<V, S>(variant, pieces, sink);
}

/// Generates the steps of the player, whether or not there are jumps.
#[inline]
pub(crate) fn generate_steps<V: Variant, S: Side>(
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
pub(crate) fn generate_jumps<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    among: Bitboard<V::Word>,
    sink: &mut impl Sink<V::Word>,
) {
    let springs_of_men = springs_of_men::<V, S>(variant, pieces);
    let chain_from = |from| Chain {
        from,
        at: from,
        enemies: pieces.of(S::Opponent::PLAYER),
        // The piece is lifted off its square: a king may come back to it.
        empty: empty(variant, pieces) | from,
        captured: Bitboard::EMPTY,
        springs_of_men,
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

/// A chain of jumps as far as it has come.
#[derive(Clone, Copy)]
struct Chain<W> {
    from: Bitboard<W>,
    at: Bitboard<W>,
    /// The enemies not yet jumped.
    enemies: Bitboard<W>,
    /// The squares free for it to land on, its start among them.
    empty: Bitboard<W>,
    captured: Bitboard<W>,
    /// Where a man can jump on. What has changed on the board since the chain
    /// began is behind the man, who only goes forward.
    springs_of_men: Bitboard<W>,
}

impl<W: Word> Chain<W> {
    /// Generates the moves that jump on from here, of a king or of a man, and
    /// says whether any jump does.
    ///
    /// Each level captures one piece, so there are no more levels than pieces.
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

    /// As [`extend`](Self::extend), for the jump in one direction.
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
        if sink.enter(to) {
            // What is jumped over frees no square to land on: a chain lands an even
            // number of ranks from its start, and jumps over what is an odd one away.
            let next = Chain { at: to, enemies: self.enemies - over, captured: self.captured | over, ..self };
            // A man that is crowned ends its move there.
            let crowns = !KING && to.intersects(S::crowning(layout));
            let may_go_on = V::CHAINS && !crowns && (KING || to.intersects(self.springs_of_men));
            let goes_on = may_go_on && next.extend_further::<V, S, KING>(variant, sink);
            if !(V::CAPTURE && goes_on) {
                sink.accept(Effect { from: self.from, to, captured: next.captured, crowns });
            }
            sink.leave();
        }
        true
    }

    /// [`extend`](Self::extend), called and not copied to where it is used.
    #[inline(never)]
    fn extend_further<V: Variant<Word = W>, S: Side, const KING: bool>(
        self,
        variant: V,
        sink: &mut impl Sink<W>,
    ) -> bool {
        self.extend::<V, S, KING>(variant, sink)
    }
}
