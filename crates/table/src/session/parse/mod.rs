//! Parsing of moves as people type them.

#[cfg(test)]
mod tests;

use std::mem;

use rankmoves_core::{Capture, IllegalMove, Move, MoveList, Notation, Path, Position, Square, quoted};

use super::{MAX_LISTED_MOVES, too_many_moves};
use shell::arguments::digits;

/// A move, or a part of a move, read from a text.
#[derive(Debug, PartialEq, Eq)]
pub enum ParsedMove {
    /// A legal move.
    Move(Move),
    /// The first jumps of a move that continues.
    Jumps(Path),
    /// A piece that has several moves.
    Piece(Square),
}

/// The first jumps of a move that is not finished.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The path so far; the piece is now on its last square.
    pub path: Path,
    /// The squares of the pieces that have been jumped.
    pub captured: Vec<Square>,
    /// The position with the jump in progress.
    pub position: Position,
}

impl Chain {
    /// Makes the jumps of a path; returns `None` unless the piece can jump again after each of them.
    pub fn along(position: &Position, path: &Path) -> Option<Chain> {
        let mut chain = Chain { path: path.clone(), captured: Vec::new(), position: *position };
        for leg in path.squares().windows(2) {
            let leg = Path::from([leg[0], leg[1]]);
            let jump = chain.position.next_legs().into_iter().find(|jump| *jump.path() == leg)?;
            chain.position = chain.position.advance(leg.start(), leg.end()).ok()?;
            chain.position.jumping()?;
            chain.captured.extend_from_slice(jump.captured());
        }
        Some(chain)
    }

    /// Returns the path so far, extended by `rest`, which begins where the path ends.
    pub(super) fn with(&self, rest: &Path) -> Path {
        let squares = [self.path.squares(), &rest.squares()[1..]].concat();
        Path::new(squares).expect("a path visits two squares")
    }
}

/// Reads a move. It may be a list of squares by name or number (`c3->d4`, `c3-d4`, `c3 d4`, `c3xe5`, `22-18`,
/// `22x15x8`), only the start or the end if that is unambiguous, or a number in the list of moves (`#3`).
/// While a chain of jumps is in progress, the square of its piece, or all the squares in `begun`, may be left
/// out.
///
/// The first jumps of a chain may be given alone if the chain has to continue. If it may stop there, they
/// would also be a complete move, so they need a separator after them (`c3xe5x`). Intermediate squares of a
/// complete move, or of first jumps with a separator, may be left out if only one series of jumps visits the
/// given squares.
///
/// Refuses any other text with the reason.
pub(super) fn parse_move(
    position: &Position,
    begun: &[Square],
    notation: Notation,
    text: &str,
) -> Result<ParsedMove, String> {
    let parser = MoveParser { position, notation };
    let text = text.trim();
    if let Some(number) = text.strip_prefix('#') {
        return parser.by_list_number(number.trim());
    }
    let squares = squares(position, text)?;
    let goes_on = text.ends_with(is_separator);
    match parser.with_start(begun, squares).as_slice() {
        &[] => Err(unknown(text)),
        &[square] => parser.by_one_square(square, goes_on),
        squares => parser.by_path(squares, goes_on),
    }
}

/// Returns whether a character after a move means that it continues.
fn is_separator(character: char) -> bool {
    matches!(character, '-' | '>' | ':' | 'x' | 'X')
}

fn unknown(text: &str) -> String {
    format!("expected a move such as c3->d4 or 22-18, or a command (see help), but found {}", quoted(text))
}

/// Reads the squares in a text, by name or number, with any separators.
fn squares(position: &Position, text: &str) -> Result<Vec<Square>, String> {
    let shape = position.board().shape();
    let mut before = ' ';
    let separates = |character: char| {
        let follows_digit = mem::replace(&mut before, character).is_ascii_digit();
        match character {
            '-' | '>' | ':' | ',' => true,
            // A file may be named x, so an x is a separator only after a digit.
            'x' | 'X' => follows_digit,
            _ => character.is_whitespace(),
        }
    };
    let square = |word: &str| match digits::<u32>(word) {
        Some(number) => shape.square_numbered(number).ok_or_else(|| {
            format!("expected a square number from 1 to {} but found {number}", shape.squares().count())
        }),
        None => match word.to_lowercase().parse::<Square>() {
            Ok(square) if shape.contains(square) => Ok(square),
            Ok(square) => Err(IllegalMove::OffBoard { square, shape }.to_string()),
            Err(_) => Err(unknown(text)),
        },
    };
    text.split(separates).filter(|word| !word.is_empty()).map(square).collect()
}

/// A position, and the notation used in messages about it.
struct MoveParser<'a> {
    position: &'a Position,
    notation: Notation,
}

impl MoveParser<'_> {
    /// Makes the typed squares begin at the jumping piece: adds its square if it is missing, or drops the
    /// squares already visited.
    fn with_start(&self, begun: &[Square], squares: Vec<Square>) -> Vec<Square> {
        let (Some(&here), Some(&first)) = (begun.last(), squares.first()) else { return squares };
        if squares.len() > begun.len() && squares.starts_with(begun) {
            squares[begun.len() - 1..].to_vec()
        } else if first != here && self.position.board().get(first).is_none() {
            [&[here], squares.as_slice()].concat()
        } else {
            squares
        }
    }

    /// Finds a move by its number in the list, from 1.
    fn by_list_number(&self, number: &str) -> Result<ParsedMove, String> {
        let MoveList { mut moves, is_complete } = self.position.legal_moves().up_to(MAX_LISTED_MOVES);
        let index = digits::<usize>(number).and_then(|number| number.checked_sub(1));
        if let Some(index) = index.filter(|&index| index < moves.len()) {
            return Ok(ParsedMove::Move(moves.swap_remove(index)));
        }
        Err(match moves.len() {
            0 => format!("{} has no moves", self.position.turn()),
            1 => "expected #1: there is only one move".to_owned(),
            count if is_complete => format!("expected a number from #1 to #{count}: there are {count} moves"),
            count => format!("expected a number from #1 to #{count} (the moves that are listed) or a path"),
        })
    }

    /// Finds the move that starts on a square or, if there is none, the move that ends there. If `goes_on`
    /// and a chain continues from the square, finds the jumps up to that square.
    fn by_one_square(&self, square: Square, goes_on: bool) -> Result<ParsedMove, String> {
        match self.position.legal_moves().of_piece(square).up_to(2).moves.as_slice() {
            [] => {}
            [mv] => return Ok(ParsedMove::Move(mv.clone())),
            [_, ..] => return Ok(ParsedMove::Piece(square)),
        }
        let board = self.position.board();
        if !board.shape().is_playable(square) || board.get(square).is_some() {
            return Err(self.why_not_from(square));
        }
        let name = self.notation.square(square);
        if let Some(many) = too_many_moves(self.position) {
            return Err(format!("{many}: type the whole path to {name}"));
        }
        let mut moves = self.position.legal_moves().up_to(MAX_LISTED_MOVES).moves;
        if goes_on && let Some(meant) = self.by_first_jumps(&moves, &[square]) {
            return meant;
        }
        moves.retain(|mv| mv.path().end() == square);
        match moves.as_slice() {
            [mv] => Ok(ParsedMove::Move(mv.clone())),
            [_, ..] => {
                Err(format!("{} end on {name}: type one of them", self.list(moves.iter().map(Move::path))))
            }
            [] => Err(self.why_not_from(square)),
        }
    }

    /// Explains why no move starts or ends on a square.
    fn why_not_from(&self, square: Square) -> String {
        let turn = self.position.turn();
        if !self.position.has_moves() {
            return format!("{turn} has no moves");
        }
        let name = self.notation.square(square);
        match self.position.find(&Path::from([square, square])) {
            Err(IllegalMove::NoPiece(_)) => format!("no move of {turn} ends on {name}"),
            // The piece may move, but not to its own square.
            Ok(_) | Err(IllegalMove::TooFar { .. }) => match self.position.legal_moves().next() {
                Some(first) if first.is_jump() && self.position.rules().capture == Capture::Required => {
                    let [from, taken] = [first.path().start(), first.captured()[0]]
                        .map(|square| self.notation.square(square));
                    format!("{turn} must jump: {from} takes {taken}")
                }
                _ => format!("the piece on {name} is blocked"),
            },
            Err(why) => why.message(self.notation),
        }
    }

    /// Finds the move that visits the given squares in order, or the first jumps of a move.
    fn by_path(&self, squares: &[Square], goes_on: bool) -> Result<ParsedMove, String> {
        let path = Path::new(squares.iter().copied()).ok_or_else(|| unknown(""))?;
        let begins = || Chain::along(self.position, &path).is_some();
        if goes_on && begins() {
            return Ok(ParsedMove::Jumps(path));
        }
        let why = match self.position.find(&path) {
            // A separator after a complete move is ignored.
            Ok(mv) => return Ok(ParsedMove::Move(mv)),
            Err(why) => why,
        };
        let visits = |mv: &Move| {
            let mut visited = mv.path().squares().iter();
            mv.path().end() == path.end() && squares.iter().all(|square| visited.any(|at| at == square))
        };
        let MoveList { moves, is_complete } =
            self.position.legal_moves().of_piece(path.start()).up_to(MAX_LISTED_MOVES);
        if !is_complete {
            if begins() {
                return Ok(ParsedMove::Jumps(path));
            }
            let (why, start) = (why.message(self.notation), self.notation.square(path.start()));
            return Err(format!(
                "{why}; the piece on {start} has more than {MAX_LISTED_MOVES} moves: type a whole path"
            ));
        }
        if goes_on && let Some(meant) = self.by_first_jumps(&moves, squares) {
            return meant;
        }
        let found: Vec<Move> = moves.into_iter().filter(visits).collect();
        match found.as_slice() {
            [mv] => Ok(ParsedMove::Move(mv.clone())),
            _ if begins() => Ok(ParsedMove::Jumps(path)),
            [] => Err(why.message(self.notation)),
            _ => {
                let [from, to] = [path.start(), path.end()].map(|square| self.notation.square(square));
                Err(format!(
                    "{} go from {from} to {to}: type one of them",
                    self.list(found.iter().map(Move::path))
                ))
            }
        }
    }

    /// Finds the jumps that begin a chain, visit the given squares and end on the last of them; returns `None`
    /// if no chain continues from there.
    fn by_first_jumps(&self, moves: &[Move], squares: &[Square]) -> Option<Result<ParsedMove, String>> {
        let (&last, before) = squares.split_last()?;
        let mut found: Vec<Path> = Vec::new();
        for path in moves.iter().map(|mv| mv.path().squares()) {
            for end in (1..path.len() - 1).filter(|&end| path[end] == last) {
                let mut visited = path[..end].iter();
                let beginning = Path::new(path[..=end].iter().copied())?;
                if before.iter().all(|square| visited.any(|at| at == square)) && !found.contains(&beginning) {
                    found.push(beginning);
                }
            }
        }
        match found.as_slice() {
            [] => None,
            [_] => found.pop().map(|path| Ok(ParsedMove::Jumps(path))),
            _ => {
                let name = self.notation.square(last);
                Some(Err(format!("{} continue from {name}: type one of them", self.list(found.iter()))))
            }
        }
    }

    /// Lists paths in a sentence; if there are many, only the first few.
    fn list<'a>(&self, paths: impl ExactSizeIterator<Item = &'a Path>) -> String {
        const MAX_SHOWN_PATHS: usize = 8;
        let count = paths.len();
        let mut texts: Vec<String> =
            paths.take(MAX_SHOWN_PATHS).map(|path| self.notation.path(path)).collect();
        let last = match count - texts.len() {
            0 => texts.pop().expect("there are paths"),
            more => format!("{more} more"),
        };
        if texts.is_empty() { last } else { format!("{} and {last}", texts.join(", ")) }
    }
}
