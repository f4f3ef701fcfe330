//! Tests of input in UTF-16.

use serde_json::{Value, json};

use crate::input::{CHECKERS, MOVES, RANKMOVES, assert_refuses, game, printed, ran};

fn utf_16(text: &str) -> [Vec<u8>; 2] {
    let units: Vec<u16> = "\u{feff}".encode_utf16().chain(text.encode_utf16()).collect();
    [u16::to_le_bytes, u16::to_be_bytes].map(|bytes| units.iter().copied().flat_map(bytes).collect())
}

#[test]
fn utf_16_is_read_in_every_format_and_either_byte_order() {
    let [exchange, json, pdn] = game(&MOVES[..2]);
    let exchange = format!("# ü€\u{1f600}\r\n{exchange}");
    let pdn = pdn.replace("\"E\"", "\"Müller – €\"");
    for text in [&exchange, &json, &pdn, "W:WK30,28:B1,2,3,26,18,17,25\n"] {
        let expected = printed(RANKMOVES, &["-d", "1"], text.as_bytes());
        for bytes in utf_16(text) {
            assert_eq!(printed(RANKMOVES, &["-d", "1"], &bytes), expected);
        }
    }
    let converted = printed(CHECKERS, &["convert", "--to", "pdn"], &utf_16(&pdn)[0]);
    assert!(converted.starts_with("[Event \"Müller – €\"]"), "{converted}");
    // Columns count characters.
    let bad = exchange.replace("c3->d4", "c3->d9");
    for bytes in utf_16(&bad) {
        let (place, _) = ran(RANKMOVES, &[], bad.as_bytes())
            .2
            .split_once("  |")
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap();
        assert!(place.contains(":24:8"), "{place}");
        assert_refuses(RANKMOVES, &[], &bytes, 1, &[&place]);
    }
}

#[test]
fn invalid_utf_16_is_refused_with_its_location() {
    let [exchange, ..] = game(&MOVES[..2]);
    let [mut odd, mut lone] = utf_16(&exchange);
    odd.push(b'x');
    let message = "error: expected UTF-16 text but found half a unit, the byte 0x78\n  --> <stdin>:24:1\n";
    assert_refuses(RANKMOVES, &[], &odd, 1, &[message]);
    // Half a surrogate pair replaces the first letter of TURN, on the fourth line.
    let turn = exchange.find("TURN").unwrap();
    lone[2 + 2 * turn..][..2].copy_from_slice(&[0xdc, 0x00]);
    let message = "error: expected UTF-16 text but found half a surrogate pair, 0xdc00\n --> <stdin>:4:1\n";
    assert_refuses(RANKMOVES, &[], &lone, 1, &[message]);
    for command in ["show", "convert", "perft -d 1", "apply"] {
        let arguments: Vec<&str> = command.split(' ').collect();
        assert_refuses(CHECKERS, &arguments, &lone, 1, &["half a surrogate pair"]);
    }
    let (status, object, _) = ran(CHECKERS, &["info", "--json"], &lone);
    let object: Value = serde_json::from_str(&object).unwrap();
    assert_eq!((status, &object["line"], &object["column"]), (Some(1), &json!(4), &json!(1)));
}
