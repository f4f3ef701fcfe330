//! Types for the shape, the rules and the player to move. Search, perft and move generation are compiled once
//! for each combination, with constants instead of values.
//!
//! [`dispatch`] turns shape and rules into types; on boards other than 8×8, the rules remain values.
//! [`dispatch_sided`] turns shape and player into types, and the rules remain values on every board. This
//! compiles to less code, and is meant for work that runs once per position, not once per node.

use crate::model::bitboard::{Bitboard, Word};
use crate::model::board::{Board, Pieces};
use crate::model::layout::{AnyShape, Direction, Layout, Standard};
use crate::model::player::Player;
use crate::model::rules::{Capture, Jumps, Rules};
use crate::model::shape::Shape;

/// A bit layout with rules.
pub trait Variant: Copy + Send + Sync + 'static {
    /// The word that holds a set of squares.
    type Word: Word;
    /// The layout of the bits.
    type Layout: Layout<Word = Self::Word>;

    /// False if no value of the type has [`Jumps::Multiple`]: the recursion along
    /// chains is then not compiled.
    const CHAINS: bool;

    /// Returns the layout.
    fn layout(self) -> Self::Layout;

    /// Returns whether captures are [`Capture::Required`].
    fn must_capture(self) -> bool;

    /// Returns whether jumps are [`Jumps::Multiple`].
    fn may_chain(self) -> bool;
}

/// A variant with layout `L` and constant rules.
// `L` is always `Standard`. Without the parameter, the compiler inlines less, and perft takes 5 % more instructions.
#[derive(Clone, Copy, Debug)]
struct Compiled<L, const CAPTURE: bool, const CHAINS: bool>(L);

impl<L: Layout, const CAPTURE: bool, const CHAINS: bool> Variant for Compiled<L, CAPTURE, CHAINS> {
    type Word = L::Word;
    type Layout = L;
    const CHAINS: bool = CHAINS;

    #[inline]
    fn layout(self) -> L {
        self.0
    }

    #[inline]
    fn must_capture(self) -> bool {
        CAPTURE
    }

    #[inline]
    fn may_chain(self) -> bool {
        CHAINS
    }
}

/// A variant with layout `L` and rules stored in fields.
#[derive(Clone, Copy, Debug)]
pub struct AnyRules<L> {
    layout: L,
    must_capture: bool,
    may_chain: bool,
}

impl<L: Layout> AnyRules<L> {
    fn new(layout: L, rules: Rules) -> AnyRules<L> {
        let (must_capture, may_chain) = (rules.capture == Capture::Required, rules.jumps == Jumps::Multiple);
        AnyRules { layout, must_capture, may_chain }
    }

    /// Stores the rules of any variant in fields. Code that rarely runs is compiled for the result, once for
    /// all rules.
    pub fn of(variant: impl Variant<Layout = L>) -> AnyRules<L> {
        let (must_capture, may_chain) = (variant.must_capture(), variant.may_chain());
        AnyRules { layout: variant.layout(), must_capture, may_chain }
    }
}

impl<L: Layout> Variant for AnyRules<L> {
    type Word = L::Word;
    type Layout = L;
    const CHAINS: bool = true;

    #[inline]
    fn layout(self) -> L {
        self.layout
    }

    #[inline]
    fn must_capture(self) -> bool {
        self.must_capture
    }

    #[inline]
    fn may_chain(self) -> bool {
        self.may_chain
    }
}

/// A player as a type.
pub trait Side: 'static {
    /// The other side.
    type Opponent: Side<Opponent = Self>;
    /// The player.
    const PLAYER: Player;

    /// The directions in which men move.
    const FORWARD: [Direction; 2];
    /// The directions in which only kings move.
    const BACKWARD: [Direction; 2] = Self::Opponent::FORWARD;

    /// Returns whether men move in this direction.
    #[inline]
    fn is_forward(direction: Direction) -> bool {
        Self::FORWARD.contains(&direction)
    }

    /// Returns the squares on which men are crowned.
    fn crowning<L: Layout>(layout: L) -> Bitboard<L::Word>;
}

/// [`Player::Red`]
pub enum Red {}

impl Side for Red {
    type Opponent = Black;
    const PLAYER: Player = Player::Red;
    const FORWARD: [Direction; 2] = [Direction::UpLeft, Direction::UpRight];

    #[inline]
    fn crowning<L: Layout>(layout: L) -> Bitboard<L::Word> {
        layout.masks().top
    }
}

/// [`Player::Black`]
pub enum Black {}

impl Side for Black {
    type Opponent = Red;
    const PLAYER: Player = Player::Black;
    const FORWARD: [Direction; 2] = [Direction::DownLeft, Direction::DownRight];

    #[inline]
    fn crowning<L: Layout>(layout: L) -> Bitboard<L::Word> {
        layout.masks().bottom
    }
}

/// A computation that is generic over the variant.
pub trait Task {
    /// The result.
    type Output;

    /// Computes the result.
    fn run<V: Variant>(self, variant: V) -> Self::Output;
}

/// Runs a task with the variant of a shape and rules.
pub fn dispatch<T: Task>(shape: Shape, rules: Rules, task: T) -> T::Output {
    if !shape.has_standard_size() {
        return task.run(AnyRules::new(AnyShape::from(shape), rules));
    }
    match (rules.capture, rules.jumps) {
        (Capture::Optional, Jumps::Single) => task.run(Compiled::<Standard, false, false>(Standard)),
        (Capture::Optional, Jumps::Multiple) => task.run(Compiled::<Standard, false, true>(Standard)),
        (Capture::Required, Jumps::Single) => task.run(Compiled::<Standard, true, false>(Standard)),
        (Capture::Required, Jumps::Multiple) => task.run(Compiled::<Standard, true, true>(Standard)),
    }
}

/// A computation that is generic over the variant and the player.
pub trait SidedTask {
    /// The result.
    type Output;

    /// Computes the result.
    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Self::Output;
}

/// Runs a task for `player` with a board's pieces. The task's variant has the board's layout, with the rules
/// stored in fields.
pub fn dispatch_sided<T: SidedTask>(board: &Board, rules: Rules, player: Player, task: T) -> T::Output {
    let shape = board.shape();
    if shape.has_standard_size() {
        run_sided(AnyRules::new(Standard, rules), board, player, task)
    } else {
        run_sided(AnyRules::new(AnyShape::from(shape), rules), board, player, task)
    }
}

fn run_sided<T: SidedTask>(variant: impl Variant, board: &Board, player: Player, task: T) -> T::Output {
    let pieces = board.pieces().convert();
    match player {
        Player::Red => task.run::<_, Red>(variant, pieces),
        Player::Black => task.run::<_, Black>(variant, pieces),
    }
}

/// A cached value for one shape and rules, replaced when the shape or the rules change.
pub struct PerVariant<T>(Option<(Shape, Rules, T)>);

impl<T> PerVariant<T> {
    /// Creates an empty `PerVariant`.
    pub const fn empty() -> PerVariant<T> {
        PerVariant(None)
    }

    /// Returns the value, if there is one.
    pub fn get(&self) -> Option<&T> {
        self.0.as_ref().map(|(_, _, value)| value)
    }

    /// Returns a mutable reference to the value, if there is one.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_mut().map(|(_, _, value)| value)
    }

    /// Returns the value for a shape and rules. If the shape or the rules have changed, drops the old value
    /// and creates a new value with `create`.
    pub fn get_or_create(&mut self, shape: Shape, rules: Rules, create: impl Task<Output = T>) -> &mut T {
        if self.0.as_ref().is_some_and(|known| (known.0, known.1) != (shape, rules)) {
            self.0 = None;
        }
        let (_, _, value) = self.0.get_or_insert_with(|| (shape, rules, dispatch(shape, rules, create)));
        value
    }
}
