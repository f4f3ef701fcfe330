//! Tests PDN games: the forms that are read, the text that is written, and the text that is refused.

mod editing;
mod moves;
mod notes;
mod properties;
mod texts;
mod writing;

use rankmoves_core::pdn::{self, Annotated, Line, Record};
use testing::start::testdata;

/// Returns the only game of a text.
fn game(text: &str) -> Record {
    let mut games = pdn::games(text);
    let game = games.next().unwrap_or_else(|| panic!("no game in {text}"));
    assert_eq!(games.next(), None, "{text}");
    game.unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// Returns the moves of a line, by the names of their squares.
fn moves(line: Line<'_>) -> Vec<String> {
    line.moves().map(|annotated| annotated.mv.to_string()).collect()
}

/// Returns a move of a line, by its index.
fn at(line: Line<'_>, index: usize) -> Annotated<'_> {
    line.moves().nth(index).unwrap()
}

/// Returns a variation of a move of a line, by their indices.
fn variation(line: Line<'_>, index: usize, variation: usize) -> Line<'_> {
    at(line, index).variations().nth(variation).unwrap()
}

/// Returns the errors of a text, as displayed.
fn errors(text: &str) -> Vec<String> {
    pdn::games(text).filter_map(Result::err).map(|error| error.to_string()).collect()
}

fn file(name: &str) -> String {
    let bytes = std::fs::read(testdata(&format!("pdn/{name}.pdn"))).unwrap();
    pdn::decode(&bytes).into_owned()
}
