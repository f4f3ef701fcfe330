//! Checks long texts: on average, a parser must examine a byte of a long text about as often as a byte of a
//! short text.
//!
//! The lines of the Hub protocol and the listings of other programs are checked in the same way where they
//! are parsed (`crates/hub/src/line.rs`, `crates/judge/src/listing.rs`). Commands within a game need no
//! check: the words of a move are scanned once, and other commands have no loop over words.

use rankmoves_core::bytes_looked_at;
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::{self, Fen};
use rankmoves_game::Opening;
use shell::input::{GameSelection, Input};

/// The beginnings of texts: none, and words that determine the format or begin a part of it.
pub const BEGINNINGS: [&str; 9] = [
    "",
    "RULES: capture multiple jumps TURN: black BOARD: ",
    concat!(
        "RULES: capture multiple jumps TURN: black BOARD:\n",
        "\".\".\".\"b\n.\".\".\".\"\n\".\".\".\".\n.\".\".\".\"\n\".\".\".\".\n.\".\".\".\"\n\".\".\".\".\nr\".\".\".\"\n",
        "MOVES:\n"
    ),
    "1. 11-15 ",
    "[Event \"?\"]\n1. 11-15 (",
    // Two possible jumps, so that the parser tries different readings of the following words.
    "[FEN \"W:W26,K1:B14,15,22,23,32\"]\n1. 26x10 ",
    "W:W1",
    "{\"rules\": {\"capture\": true, \"jumps\": \"multiple\"}, \"moves\": [",
    "{}\n{",
];

/// The lengths of a short and of a long text, in bytes.
const LENGTHS: [usize; 2] = [1 << 12, 1 << 15];

/// An allowance: if a byte of a short text is examined n times on average, a byte of a long text may be
/// examined 2n times and this many times more.
const SPARE: u64 = 8;

/// Checks a text made from some bytes: the first byte chooses the beginning, the bytes up to the first zero
/// byte are repeated, and the rest forms the end.
pub fn check(data: &[u8]) {
    let Some((&beginning, rest)) = data.split_first() else { return };
    let (repeated, end) = rest.split_at(rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len()));
    let [repeated, end] = [repeated, end.strip_prefix(b"\0").unwrap_or(end)].map(String::from_utf8_lossy);
    if repeated.is_empty() {
        return;
    }
    let beginning = BEGINNINGS[usize::from(beginning) % BEGINNINGS.len()];
    let [short, long] = LENGTHS
        .map(|length| looks(&[beginning, &repeated.repeat(length.div_ceil(repeated.len())), &end].concat()));
    for ((name, short), (_, long)) in short.into_iter().zip(long) {
        // A parser that goes through the whole text for each word or game examines each byte of the long text
        // eight times as often.
        assert!(
            long <= 2 * short + SPARE,
            "{name} looks {short} times at each byte of a short text, and {long} times at one of a long one: \
             {repeated:?} behind {beginning:?}, before {end:?}"
        );
    }
}

/// Counts how often each parser examines a byte of a text, on average.
fn looks(text: &str) -> [(&'static str, u64); 7] {
    let parsers: [(&str, &dyn Fn()); 7] = [
        ("exchange", &|| drop(Document::parse(text.as_bytes()).and_then(|document| document.position()))),
        ("games", &|| pdn::games(text).for_each(drop)),
        ("reader", &|| pdn::Reader::new(text.as_bytes()).for_each(drop)),
        ("recognise", &|| _ = pdn::is_pdn(text)),
        ("fen", &|| drop(text.parse::<Fen>())),
        ("opening", &|| drop(text.parse::<Opening>())),
        ("input", &|| read_input(text)),
    ];
    parsers.map(|(name, parse)| {
        let before = bytes_looked_at();
        parse();
        (name, (bytes_looked_at() - before) / text.len() as u64)
    })
}

/// Reads a text with all its games, like the programs, and renders the errors.
fn read_input(text: &str) {
    let input = Input::from_text("text", text.to_owned());
    let games = input.records().into_iter().flatten().count();
    assert!(games <= text.len(), "more games than bytes");
    for is_whole in [false, true] {
        if let Err(failure) = input.game_so_far(GameSelection { is_whole, ..GameSelection::default() }) {
            failure.render();
        }
    }
}
