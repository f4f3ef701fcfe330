//! Positions in one line of text: `"R d4, b c5"` is a red king on d4 and a black man on c5.

use rankmoves_core::{
    Blocked, Board, Capture, Jumps, Path, Piece, Player, Position, Rules, Setup, Shape, Square,
};

pub const NO_CAPTURE_SINGLE: Rules = rules(Capture::Optional, Jumps::Single);
pub const NO_CAPTURE_MULTIPLE: Rules = rules(Capture::Optional, Jumps::Multiple);
pub const CAPTURE_SINGLE: Rules = rules(Capture::Required, Jumps::Single);
pub const CAPTURE_MULTIPLE: Rules = rules(Capture::Required, Jumps::Multiple);

const fn rules(capture: Capture, jumps: Jumps) -> Rules {
    Rules { capture, jumps, blocked: Blocked::Loses }
}

/// Returns a position on the standard board.
pub fn position(rules: Rules, turn: Player, pieces: &str) -> Position {
    position_on("8x8", rules, turn, pieces)
}

/// Returns a position on a board of any shape.
pub fn position_on(shape: &str, rules: Rules, turn: Player, pieces: &str) -> Position {
    Setup { board: board_on(shape, pieces), turn, rules, jumping: None }.position().unwrap()
}

/// Returns the same position under rules by which a blocked player passes.
pub fn with_passes(position: &Position) -> Position {
    let setup = position.setup();
    Setup { rules: Rules { blocked: Blocked::Passes, ..setup.rules }, ..setup }.position().unwrap()
}

/// Returns a board of a shape such as `10x10` or `5x7 flipped`.
pub fn board_on(shape_text: &str, pieces: &str) -> Board {
    let mut board = Board::empty(shape(shape_text));
    for placed in pieces.split(", ").filter(|placed| !placed.is_empty()) {
        let (letter, name) = placed.split_once(' ').expect("a letter, a blank and a square");
        let piece = letter.parse().ok().and_then(Piece::from_letter).expect("a piece");
        board.put(square(name), piece).unwrap();
    }
    board
}

/// Reads a shape such as `10x10` or `5x7 flipped`.
pub fn shape(text: &str) -> Shape {
    let (size, flipped) = text.strip_suffix(" flipped").map_or((text, false), |size| (size, true));
    let (ranks, files) = size.split_once('x').expect("ranks x files");
    Shape::new(ranks.parse().unwrap(), files.parse().unwrap(), flipped).unwrap()
}

pub fn square(name: &str) -> Square {
    name.parse().unwrap()
}

pub fn path(text: &str) -> Path {
    text.parse().unwrap()
}

/// Returns the position after a legal move.
pub fn after(position: &Position, text: &str) -> Position {
    position.after(&position.find(&path(text)).unwrap())
}

/// Returns the legal moves in the order of the list, separated by blanks.
pub fn moves(position: &Position) -> String {
    let texts: Vec<String> = position.legal_moves().map(|mv| mv.to_string()).collect();
    texts.join(" ")
}

/// Returns the pieces in the form that [`position`] reads, row by row from the top left.
pub fn pieces(position: &Position) -> String {
    let placed = position.board().iter().map(|(square, piece)| format!("{} {square}", piece.letter()));
    placed.collect::<Vec<_>>().join(", ")
}
