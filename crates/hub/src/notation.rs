//! Positions and moves in the notation of the Hub protocol.
//!
//! A position is a letter for the player to move, followed by a letter for each square, row by row from the
//! top. White moves up, like red in this project. In the protocol, moves number the squares in the order of
//! these letters. `pydraughts` introduced the variant `english`. It rotates positions by half a turn, so that
//! the player who moves first is White, but it does not rotate the numbers in moves. So its moves number the
//! squares in the reverse order of the letters.

use rankmoves_core::{Board, Move, Piece, Player, Position, Role, Rules, Setup, Shape, Square, quoted};
use rankmoves_game::Game;
use shell::arguments::digits;

const SQUARES: u32 = 32;

/// The order in which moves number the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// The same order as in positions.
    Same,
    /// The reverse order, from the other end of the board.
    #[default]
    Turned,
}

impl Numbering {
    fn number(self, square: Square) -> u32 {
        let number = Shape::STANDARD.number(square).unwrap_or_default();
        match self {
            Numbering::Same => number,
            Numbering::Turned => SQUARES + 1 - number,
        }
    }

    /// Writes a move: `11-15`, or `15x22x18` with the jumped squares after the last square.
    pub fn write(self, mv: &Move) -> String {
        let ends = [mv.path().start(), mv.path().end()].map(|square| self.number(square));
        if !mv.is_jump() {
            return format!("{}-{}", ends[0], ends[1]);
        }
        let mut captured: Vec<u32> = mv.captured().iter().map(|&square| self.number(square)).collect();
        captured.sort_unstable();
        let squares: Vec<String> = ends.into_iter().chain(captured).map(|n| n.to_string()).collect();
        squares.join("x")
    }

    /// Writes moves with blanks between them.
    pub fn write_all(self, moves: &[Move]) -> String {
        let moves: Vec<String> = moves.iter().map(|mv| self.write(mv)).collect();
        moves.join(" ")
    }

    /// Reads a move in a position. The jumped squares may come in any order, and may be omitted if the move
    /// is unambiguous. Paths with the same effect count as one move.
    pub fn read(self, text: &str, position: &Position) -> Result<Move, String> {
        let (from, to, mut captured) = squares(text)?;
        captured.sort_unstable();
        let mut found: Vec<Move> = Vec::new();
        for mv in position.legal_moves() {
            if (self.number(mv.path().start()), self.number(mv.path().end())) != (from, to) {
                continue;
            }
            let mut jumped: Vec<u32> = mv.captured().iter().map(|&square| self.number(square)).collect();
            jumped.sort_unstable();
            if jumped == captured {
                return Ok(mv);
            }
            if captured.is_empty() && found.iter().all(|other| position.after(other) != position.after(&mv)) {
                found.push(mv);
            }
        }
        match <[Move; 1]>::try_from(found) {
            Ok([mv]) => Ok(mv),
            Err(found) if found.is_empty() => Err(format!("the move {} is not legal", quoted(text))),
            Err(_) => Err(format!("the move {} does not name the captured pieces", quoted(text))),
        }
    }
}

/// Reads the squares of a move: the first, the last, and the jumped squares.
fn squares(text: &str) -> Result<(u32, u32, Vec<u32>), String> {
    let separator = if text.contains('-') { '-' } else { 'x' };
    let number = |word: &str| digits(word).filter(|number| word.len() <= 2 && (1..=SQUARES).contains(number));
    let squares: Option<Vec<u32>> = text.split(separator).map(number).collect();
    match squares.as_deref() {
        Some(&[from, to]) => Ok((from, to, Vec::new())),
        Some(&[from, to, ref captured @ ..]) if separator == 'x' => Ok((from, to, captured.to_vec())),
        _ => Err(format!(
            "expected a move such as 11-15, or 15x22x18 (from, to, captured piece), but found {}",
            quoted(text)
        )),
    }
}

const LETTERS: [(char, Piece); 4] = [
    ('w', Piece { player: Player::Red, role: Role::Man }),
    ('W', Piece { player: Player::Red, role: Role::King }),
    ('b', Piece { player: Player::Black, role: Role::Man }),
    ('B', Piece { player: Player::Black, role: Role::King }),
];

pub fn write_position(position: &Position) -> String {
    let turn = match position.turn() {
        Player::Red => 'W',
        Player::Black => 'B',
    };
    let board = position.board();
    let letter = |square| {
        let known = LETTERS.into_iter().find(|&(_, piece)| board.get(square) == Some(piece));
        known.map_or('e', |(letter, _)| letter)
    };
    [turn].into_iter().chain(board.shape().squares().map(letter)).collect()
}

/// Reads a position of English draughts on the standard board.
pub fn read_position(text: &str) -> Result<Position, String> {
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W') => Player::Red,
        Some('B') => Player::Black,
        _ => return Err(format!("expected a position that begins with W or B but found {}", quoted(text))),
    };
    let mut board = Board::empty(Shape::STANDARD);
    for (index, (square, letter)) in (1..).zip(Shape::STANDARD.squares().zip(letters.clone())) {
        if letter == 'e' {
            continue;
        }
        let Some((_, piece)) = LETTERS.into_iter().find(|&(known, _)| known == letter) else {
            let found = quoted(&letter.to_string());
            return Err(format!("expected w, W, b, B or e on square {index} but found {found}"));
        };
        board.put(square, piece).map_err(|why| why.to_string())?;
    }
    let count = letters.count();
    if count != SQUARES as usize {
        return Err(format!("expected {SQUARES} squares in the position but found {count}"));
    }
    let setup = Setup { board, turn, rules: Rules::ENGLISH, jumping: None };
    setup.position().map_err(|why| why.to_string())
}

pub fn replay(start: Position, moves: &str, numbering: Numbering) -> Result<Game, String> {
    let mut game = Game::new(start);
    for (number, text) in (1..).zip(moves.split_whitespace()) {
        let mv = numbering.read(text, game.position()).map_err(|why| format!("move {number}: {why}"))?;
        game.record(&mv).map_err(|why| format!("move {number}: {why}"))?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    #[test]
    fn the_start_is_written_from_the_top_left() {
        let start = Position::start(Rules::ENGLISH, Player::Black);
        assert_eq!(write_position(&start), START);
        assert_eq!(read_position(START), Ok(start));
    }

    #[test]
    fn letters_of_kings_and_men_are_distinguished() {
        let text = "WWeeewwwwBeeeeeeebbeeeeeeeeeeeeee";
        let position = read_position(text).unwrap();
        let at = |number| position.board().get(Shape::STANDARD.square_numbered(number).unwrap());
        assert_eq!(at(1), Some(Piece { player: Player::Red, role: Role::King }));
        assert_eq!(at(9), Some(Piece { player: Player::Black, role: Role::King }));
        assert_eq!(at(17), Some(Piece { player: Player::Black, role: Role::Man }));
        assert_eq!(write_position(&position), text);
    }

    #[test]
    fn wrong_positions_are_refused_with_the_location() {
        for (text, expected) in [
            ("", "expected a position that begins with W or B but found ''"),
            ("wbbb", "expected a position that begins with W or B but found 'wbbb'"),
            ("Wee", "expected 32 squares in the position but found 2"),
            (&format!("{START}e"), "expected 32 squares in the position but found 33"),
            ("Weexe", "expected w, W, b, B or e on square 3 but found 'x'"),
            ("We\u{7}e", "expected w, W, b, B or e on square 2 but found '\\u{7}'"),
        ] {
            assert_eq!(read_position(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn moves_are_numbered_as_the_position_or_from_the_other_end() {
        // These are the moves 11-15 22-18 15x22 in the form of pydraughts, where White begins.
        let start = read_position(&START.replacen('B', "W", 1)).unwrap();
        let turned = replay(start, "11-15 22-18 15x22x18", Numbering::Turned).unwrap();
        let same = replay(start, "22-18 11-15 18x11x15", Numbering::Same).unwrap();
        assert_eq!(turned, same);
        assert!(replay(start, "11-15", Numbering::Same).is_err());
        assert!(replay(start, "22-18", Numbering::Turned).is_err());
    }

    #[test]
    fn every_move_reads_as_it_was_written() {
        let mut game = Game::new(Position::start(Rules::ENGLISH, Player::Black));
        let mut rng = fastrand::Rng::with_seed(1);
        while let Some(mv) = rng.choice(game.position().legal_moves().collect::<Vec<_>>()) {
            for numbering in [Numbering::Same, Numbering::Turned] {
                let text = numbering.write(&mv);
                let read = numbering.read(&text, game.position()).unwrap();
                assert_eq!(game.position().after(&read), game.position().after(&mv), "{text}");
            }
            game.record(&mv).unwrap();
            if game.outcome().is_some() {
                break;
            }
        }
        assert!(game.played().len() > 20);
    }

    #[test]
    fn jumped_squares_stand_in_any_order_and_may_be_left_out() {
        // White's man on 27 can jump either 23 and 15, or only 24.
        let position = read_position("WeeeeeeeeeeeeeebeeeeeeebbeeweeeeB").unwrap();
        let all: Vec<String> = position.legal_moves().map(|mv| Numbering::Same.write(&mv)).collect();
        assert_eq!(all, ["27x11x15x23", "27x20x24"]);
        for text in ["27x11x15x23", "27x11x23x15", "27x11", "27-11"] {
            let mv = Numbering::Same.read(text, &position).unwrap();
            assert_eq!(Numbering::Same.write(&mv), "27x11x15x23");
        }
        for text in ["27x11x15", "27x11x15x24", "28-32", "27-11-15"] {
            assert!(Numbering::Same.read(text, &position).is_err(), "{text}");
        }
    }

    #[test]
    fn an_ambiguous_chain_must_name_its_captures() {
        // White's man on 26 can reach 10 over 22 and 14 or over 23 and 15.
        let position = read_position("Weeeeeeeeeeeeebbeeeeeebbeeweeeeee").unwrap();
        assert!(
            Numbering::Same
                .read("26x10", &position)
                .unwrap_err()
                .ends_with("does not name the captured pieces")
        );
    }

    #[test]
    fn texts_that_are_not_moves_are_refused() {
        let start = read_position(START).unwrap();
        for text in ["", "x", "-", "11", "11-", "0-1", "11-33", "+1-15", "011-15", "11x15-18", "0-0", "null"]
        {
            let why = Numbering::Same.read(text, &start).unwrap_err();
            assert!(why.starts_with("expected a move such as 11-15"), "{text}: {why}");
        }
    }
}
