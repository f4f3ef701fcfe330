//! A second, independent reader of FEN, which works word by word.

use rankmoves_core::pdn::Fen;
use rankmoves_core::{Board, Piece, Player, Role, Shape, Square};

use super::start::check_message;

/// Compares the parser with the plain reader: both return the same position, or both refuse the text, with an error
/// column inside the text. A position that was read is unchanged when written and read again.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let read = text.parse::<Fen>();
    assert_eq!(read.as_ref().ok(), plainly(&text).as_ref(), "{text:?}: {read:?}");
    match read {
        Ok(fen) => {
            let written = fen.to_string();
            assert_eq!(written.parse(), Ok(fen), "{written}");
            assert!(written.bytes().all(|byte| b"WBK:,0123456789".contains(&byte)), "{written}");
            assert_eq!(plainly(&written), Some(fen));
        }
        Err(error) => {
            assert!((1..=text.chars().count() + 1).contains(&error.column), "{error}");
            assert_eq!(
                error.found == "the end",
                text.chars().skip(error.column - 1).all(char::is_whitespace)
            );
            check_message(&error.to_string());
        }
    }
}

/// A word: a number, a square by name, or any other character.
#[derive(Clone, Copy, PartialEq)]
enum Word {
    Number(u32),
    Name(Square),
    Sign(char),
}

/// Reads a FEN position. Returns `None` if the text is not FEN.
fn plainly(text: &str) -> Option<Fen> {
    let words = words(text);
    let mut words = words.as_slice();
    let turn = colour(&mut words)?;
    let mut board = Board::empty(Shape::STANDARD);
    let mut sides = Vec::new();
    for _ in 0..2 {
        take(&mut words, ':')?;
        let side = colour(&mut words)?;
        (!sides.contains(&side)).then_some(())?;
        sides.push(side);
        if matches!(words.first(), None | Some(Word::Sign(':' | '.'))) {
            continue;
        }
        loop {
            let role = if take(&mut words, 'k').is_some() { Role::King } else { Role::Man };
            for square in squares(&mut words)? {
                board.get(square).is_none().then_some(())?;
                board.put(square, Piece { player: side, role }).ok()?;
            }
            if take(&mut words, ',').is_none() {
                break;
            }
        }
    }
    take(&mut words, '.');
    words.is_empty().then(|| Fen::new(board, turn))?
}

/// Reads a number, a range of numbers, or a name.
fn squares(words: &mut &[Word]) -> Option<Vec<Square>> {
    let numbered = |number: u32| Shape::STANDARD.square_numbered(number);
    match next(words)? {
        Word::Name(square) => Some(vec![square]),
        Word::Number(first) => {
            numbered(first)?;
            let last = match take(words, '-') {
                None => first,
                Some(()) => match next(words)? {
                    Word::Number(last) => last,
                    _ => return None,
                },
            };
            numbered(last)?;
            let squares: Vec<Square> = (first..=last).filter_map(numbered).collect();
            (!squares.is_empty()).then_some(squares)
        }
        Word::Sign(_) => None,
    }
}

fn colour(words: &mut &[Word]) -> Option<Player> {
    match next(words)? {
        Word::Sign('w') => Some(Player::Red),
        Word::Sign('b') => Some(Player::Black),
        _ => None,
    }
}

fn next(words: &mut &[Word]) -> Option<Word> {
    words.split_off_first().copied()
}

/// Takes a punctuation character if it is next.
fn take(words: &mut &[Word], sign: char) -> Option<()> {
    (words.first() == Some(&Word::Sign(sign))).then(|| next(words)).map(|_| ())
}

/// Splits a text into words. A letter is a file only if its rank follows at once, and a colour only after a
/// colon or at the beginning.
fn words(text: &str) -> Vec<Word> {
    let signs: Vec<char> = text.chars().map(|sign| sign.to_ascii_lowercase()).collect();
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(&sign) = signs.get(at) {
        let digits = signs[at..].iter().take_while(|sign| sign.is_ascii_digit()).count();
        let is_colour = matches!(words.last(), None | Some(Word::Sign(':')));
        let name = match signs.get(at + 1) {
            Some(rank) if !is_colour && matches!(sign, 'a'..='h') => format!("{sign}{rank}").parse().ok(),
            _ => None,
        };
        if digits > 0 {
            let number: String = signs[at..at + digits].iter().collect();
            words.push(Word::Number(number.parse().unwrap_or(u32::MAX)));
            at += digits;
        } else if let Some(square) = name.filter(|&square| Shape::STANDARD.contains(square)) {
            words.push(Word::Name(square));
            at += 2;
        } else {
            if !sign.is_whitespace() {
                words.push(Word::Sign(sign));
            }
            at += 1;
        }
    }
    words
}
