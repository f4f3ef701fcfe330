//! Long texts: every parser looks at each byte a limited number of times.

use rankmoves_core::bytes_looked_at;
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::{self, Fen};
use shell::input::{Input, Part};

/// The beginnings of texts: nothing, and the words after which a format is known, or a part of it begins.
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
    // Two ways to jump, so that readings of the words that follow are tried.
    "[FEN \"W:W26,K1:B14,15,22,23,32\"]\n1. 26x10 ",
    "W:W1",
    "{\"rules\": {\"capture\": true, \"jumps\": \"multiple\"}, \"moves\": [",
    "{}\n{",
];

/// The length of a text, in bytes.
const LENGTH: usize = 1 << 14;

/// The most looks at a byte, on average: a parenthesis may be looked through for 1,024 characters once a game, and a
/// game with one takes three bytes. A parser that looks at the whole text for each word takes thousands.
const MOST: u64 = 512;

/// Checks a text that begins as the first byte of some bytes says, repeats those up to a zero byte, and
/// ends with the rest.
pub fn check(data: &[u8]) {
    let Some((&beginning, rest)) = data.split_first() else { return };
    let (repeated, end) = rest.split_at(rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len()));
    let [repeated, end] = [repeated, end.strip_prefix(b"\0").unwrap_or(end)].map(String::from_utf8_lossy);
    if repeated.is_empty() {
        return;
    }
    let beginning = BEGINNINGS[usize::from(beginning) % BEGINNINGS.len()];
    let text = [beginning, &repeated.repeat(LENGTH.div_ceil(repeated.len())), &end].concat();
    let most = MOST * text.len() as u64;
    let looked = |parse: &dyn Fn()| {
        let before = bytes_looked_at();
        parse();
        bytes_looked_at() - before
    };
    let parsers: [(&str, &dyn Fn()); 6] = [
        ("exchange", &|| drop(Document::parse(text.as_bytes()).and_then(|document| document.position()))),
        ("games", &|| pdn::games(&text).for_each(drop)),
        ("reader", &|| pdn::Reader::new(text.as_bytes()).for_each(drop)),
        ("recognise", &|| _ = pdn::is_pdn(&text)),
        ("fen", &|| drop(text.parse::<Fen>())),
        ("input", &|| read_input(&text)),
    ];
    for (name, parse) in parsers {
        let looked = looked(parse);
        assert!(
            looked <= most,
            "{name} looks {} times at each byte of {repeated:?} behind {beginning:?}, before {end:?}",
            looked / text.len() as u64
        );
    }
}

/// Reads a text as the programs do, all games of it, and renders what is wrong.
fn read_input(text: &str) {
    let input = Input::from_text("text", text.to_owned());
    let games = input.records().into_iter().flatten().count();
    assert!(games <= text.len(), "more games than bytes");
    if let Err(failure) = input.game_so_far(Part { is_whole: true, ..Part::default() }) {
        failure.render();
    }
}
