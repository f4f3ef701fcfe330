//! Tests repeated fragments of every format: each byte is examined a limited number of times.

use checks::linear::{BEGINNINGS, check};
use testing::seed::{rng, soak_cases};

/// The characters and words of all formats, and others.
const SYMBOLS: [&str; 74] = [
    "RULES",
    "TURN",
    "BOARD",
    "MOVES",
    ":",
    "no",
    "capture",
    "single",
    "jumps",
    "board 8x8",
    "blocked passes",
    "red",
    "black",
    "r",
    "R",
    "b",
    "B",
    ".",
    "\"",
    "|",
    "#",
    "a1->b2",
    "b8-a7",
    "a1",
    "->",
    "pass",
    ",",
    ";",
    "x",
    "[",
    "]",
    "[A \"a\"]",
    "[A \"",
    "[Result \"1-0\"]",
    "{",
    "}",
    "{a}",
    "(",
    ")",
    "(a",
    "(a)",
    "!",
    "$1",
    "$",
    "*",
    "%",
    "1-0",
    "1.",
    "1",
    "0",
    "11-15",
    "11-15 (9-5 1-0 ",
    "11-19 * ",
    "11x18",
    "22-18",
    "1115",
    "c3-d4",
    "(11-16)",
    "W",
    "K",
    "W:W1:B2",
    "-",
    "=",
    "{\"a\": 1}",
    "\\",
    "/",
    " ",
    "\t",
    "\r",
    "\n",
    "\n[",
    "\n(",
    "a",
    "\u{e9}",
];

#[test]
fn every_parser_looks_at_each_byte_a_limited_number_of_times() {
    let mut rng = rng();
    let alone = SYMBOLS.iter().map(|symbol| vec![*symbol]).collect::<Vec<_>>();
    let drawn = (0..soak_cases().unwrap_or(200))
        .map(|_| (0..rng.usize(2..6)).map(|_| SYMBOLS[rng.usize(..SYMBOLS.len())]).collect::<Vec<_>>());
    for (number, symbols) in alone.into_iter().chain(drawn).enumerate() {
        let beginning = u8::try_from(number % BEGINNINGS.len()).unwrap();
        check(&[&[beginning], symbols.concat().as_bytes()].concat());
    }
}
