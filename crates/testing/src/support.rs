//! Generates random positions, and converts them from the plain oracle to the library.
//!
//! The strategies are boxed: otherwise each test would compile all the strategies that its own consists of.

use std::ops::{Range, RangeInclusive};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rankmoves_core::Position;
use rankmoves_core::exchange::Document;

use crate::plain::{Colour, Plain};

/// Ranks and files of the random boards other than 8×8: odd and even sides, the
/// smallest board, the largest boards in every direction, shapes in which the
/// names of ranks or files grow from one character to two, and shapes with one
/// side of 8.
pub const SHAPES: &[(usize, usize)] = &[
    (4, 4),
    (5, 7),
    (7, 5),
    (6, 9),
    (9, 6),
    (9, 9),
    (10, 10),
    (12, 5),
    (11, 4),
    (4, 28),
    (14, 14),
    (15, 15),
    (8, 5),
    (8, 10),
    (7, 8),
    (12, 8),
    (15, 16),
    (4, 62),
    (51, 4),
];

/// The mix of pieces on a board, in percent.
#[derive(Clone, Copy, Debug)]
struct Mix {
    /// The share of playable squares that hold a piece.
    pieces: u8,
    /// The share of pieces that are kings.
    kings: u8,
    /// The share of pieces that are red.
    red: u8,
    /// True if the enemies stand on a grid through which a king can jump, in long chains that may be
    /// circular.
    grid: bool,
}

/// Generates random positions of the standard size.
pub fn standard() -> BoxedStrategy<Plain> {
    on(Just((8, 8)), 90)
}

/// Generates random positions of other shapes.
pub fn other_shapes() -> BoxedStrategy<Plain> {
    on(select(SHAPES), 40)
}

/// Generates random positions with few pieces, so that deep trees stay small.
pub fn sparse() -> BoxedStrategy<Plain> {
    on(Just((8, 8)), 20)
}

/// Generates random positions on boards so small that positions soon repeat.
pub fn tiny() -> BoxedStrategy<Plain> {
    on(select(&[(4, 4), (5, 4), (4, 5), (5, 5), (6, 4)][..]), 60)
}

/// Generates random boards of any shape, so full that players have few moves or none.
pub fn crowded() -> BoxedStrategy<Plain> {
    let shapes = prop_oneof![Just((8, 8)), select(SHAPES)];
    filled(shapes, 75..100, 0..=100, 2..=98_u8)
}

/// Generates random positions in which one side's kings are worth more than the score of a win.
pub fn outnumbered() -> BoxedStrategy<Plain> {
    let red = prop_oneof![0..6u8, 95..=100u8];
    filled(select(&[(14, 14), (15, 15)][..]), 55..100, 85..=100, red)
}

/// Generates random kings among men that they can jump in many orders, sometimes in a circle.
pub fn grids() -> BoxedStrategy<Plain> {
    let mix = Mix { pieces: 0, kings: 0, red: 0, grid: true };
    let shapes = select(&[(8, 8), (7, 8), (9, 9), (8, 10), (10, 10)][..]);
    // Without long chains, a grid is an ordinary board.
    mixed(shapes, Just(mix)).prop_map(|plain| Plain { multiple: true, ..plain }).boxed()
}

/// Generates random boards with these shares of pieces, of kings and of red pieces, in percent.
fn filled(
    shapes: impl Strategy<Value = (usize, usize)> + 'static,
    pieces: Range<u8>,
    kings: RangeInclusive<u8>,
    red: impl Strategy<Value = u8> + 'static,
) -> BoxedStrategy<Plain> {
    let draws = (on(shapes, 0), pieces, kings, red.boxed(), any::<u64>());
    let filled = draws.prop_map(|(plain, pieces, kings, red, seed)| {
        fill(plain, Mix { pieces, kings, red, grid: false }, seed)
    });
    filled.boxed()
}

/// Puts a random piece or none on each playable square.
fn fill(mut plain: Plain, mix: Mix, seed: u64) -> Plain {
    let mut random = seed;
    let mut draw = || {
        // Knuth's linear congruential generator; its upper bits are more random.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u8::try_from((random >> 33) % 100).expect("a remainder of 100 fits")
    };
    let turn = plain.turn;
    for (row, cells) in plain.cells.iter_mut().enumerate() {
        for cell in cells.iter_mut().filter(|cell| **cell != '"') {
            *cell = piece(row, turn, mix, (draw(), draw(), draw()));
        }
    }
    plain
}

/// Generates random men one or two steps before their crowning rank, with few pieces around them.
pub fn crowning() -> BoxedStrategy<Plain> {
    let crowning = on(prop_oneof![Just((8, 8)), select(SHAPES)], 45).prop_map(|mut plain| {
        let last = plain.cells.len() - 1;
        for (row, cells) in plain.cells.iter_mut().enumerate() {
            for cell in cells.iter_mut() {
                *cell = match (*cell, row) {
                    ('R' | 'B', 1 | 2) => 'r',
                    ('b', 1) if row + 3 < last => 'r',
                    ('R' | 'B', row) if row + 1 == last || row + 2 == last => 'b',
                    (other, _) => other,
                };
            }
        }
        plain
    });
    crowning.boxed()
}

fn on(shapes: impl Strategy<Value = (usize, usize)> + 'static, most_pieces: u8) -> BoxedStrategy<Plain> {
    let mix = (most_pieces.min(4)..=most_pieces, 0..=100u8, 10..=90u8, prop::bool::weighted(0.2))
        .prop_map(|(pieces, kings, red, grid)| Mix { pieces, kings, red, grid });
    mixed(shapes, mix)
}

fn mixed(
    shapes: impl Strategy<Value = (usize, usize)> + 'static,
    mix: impl Strategy<Value = Mix> + 'static,
) -> BoxedStrategy<Plain> {
    let mixed = (shapes.boxed(), any::<[bool; 4]>(), mix.boxed()).prop_flat_map(
        |((ranks, files), [flipped, capture, multiple, red_moves], mix)| {
            vec((0..100u8, 0..100u8, 0..100u8), ranks * files).prop_map(move |draws| {
                let turn = if red_moves { Colour::Red } else { Colour::Black };
                let cell = |index: usize| {
                    let (row, column) = (index / files, index % files);
                    let playable = (row + column) % 2 == usize::from(!flipped);
                    if playable { piece(row, turn, mix, draws[index]) } else { '"' }
                };
                let cells =
                    (0..ranks).map(|row| (0..files).map(|column| cell(row * files + column)).collect());
                Plain { cells: cells.collect(), turn, capture, multiple }
            })
        },
    );
    mixed.boxed()
}

fn piece(row: usize, turn: Colour, mix: Mix, (place, colour, crown): (u8, u8, u8)) -> char {
    if mix.grid {
        // Enemies on every second row, with a few of the mover's kings between them.
        let (own, enemy) = if turn == Colour::Red { ('R', 'b') } else { ('B', 'r') };
        return match (row % 2, place) {
            (1, 0..60) => enemy,
            (0, 0..8) => own,
            _ => '.',
        };
    }
    if place >= mix.pieces {
        return '.';
    }
    match (colour < mix.red, crown < mix.kings) {
        (true, true) => 'R',
        (true, false) => 'r',
        (false, true) => 'B',
        (false, false) => 'b',
    }
}

/// Converts a plain position to the library's form: writes it as text and reads the text.
pub fn position(plain: &Plain) -> Position {
    let text = plain.to_text();
    let document = Document::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    document.position().unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// Returns the greatest depth up to `most` at which a tree has no more than
/// `nodes` moves on its last ply.
pub fn affordable_depth(position: &Position, most: u32, nodes: u64) -> u32 {
    let fits = |depth: &u32| rankmoves_perft::perft(position, depth + 1).is_ok_and(|count| count <= nodes);
    (1..=most).take_while(fits).last().unwrap_or(0)
}

/// Generates a random position: on the standard board, full or sparse, or on another shape.
pub fn any_shape() -> BoxedStrategy<Plain> {
    prop_oneof![standard(), sparse(), other_shapes()].boxed()
}
