//! Moves as people type them.

use rankmoves::{IllegalMove, Move, MoveList, Notation, Path, Position, Square, excerpt};

use super::chain::Chain;
use super::command::number;
use super::{MOST_MOVES, QUOTED, too_many_moves};

/// The meaning of a text in a position.
#[derive(Debug, PartialEq, Eq)]
pub enum Meant {
    /// A legal move.
    Move(Move),
    /// The first jumps of a move, behind which it goes on.
    Jumps(Path),
    /// A piece that has several moves.
    Piece(Square),
}

/// Reads a move: squares by name or number (`c3->d4`, `c3-d4`, `c3 d4`,
/// `c3xe5`, `22-18`, `22x15x8`), a start or an end if that is enough, or a
/// place in the list of moves (`#3`). Where a chain of jumps is in progress,
/// its piece or all squares that it has `begun` with may be left out.
///
/// The first jumps of a chain that has to go on mean themselves; those of one
/// that may stop do so only with a separator behind them (`c3xe5x`), since
/// they are a move as well. Squares may be left out there too, if the jumps
/// that go on from the last one lead there one way.
///
/// Refuses any other text with the reason.
pub fn meaning(
    position: &Position,
    begun: &[Square],
    notation: Notation,
    text: &str,
) -> Result<Meant, String> {
    let reader = Reader { position, notation };
    let text = text.trim();
    if let Some(place) = text.strip_prefix('#') {
        return reader.by_place(place.trim());
    }
    let squares = squares(position, text)?;
    let goes_on = text.ends_with(is_separator);
    match reader.behind(begun, squares).as_slice() {
        &[] => Err(unknown(text)),
        &[square] => reader.by_one_square(square, goes_on),
        squares => reader.by_path(squares, goes_on),
    }
}

/// Returns whether a character behind a move says that it goes on.
fn is_separator(character: char) -> bool {
    matches!(character, '-' | '>' | ':' | 'x' | 'X')
}

fn unknown(text: &str) -> String {
    format!(
        "expected a move such as c3->d4 or 22-18, or a command (see help), but found '{}'",
        excerpt(text, QUOTED)
    )
}

/// Reads the squares of a text, whatever stands between them.
fn squares(position: &Position, text: &str) -> Result<Vec<Square>, String> {
    let shape = position.board().shape();
    let bytes = text.as_bytes();
    // A file may be called x: between squares an x follows a digit.
    let separates = |(at, character): (usize, char)| match character {
        '-' | '>' | ':' | ',' => true,
        'x' | 'X' => at > 0 && bytes[at - 1].is_ascii_digit(),
        _ => character.is_whitespace(),
    };
    let mut squares = Vec::new();
    let mut start = 0;
    let ends =
        text.char_indices().filter(|&found| separates(found)).map(|(at, found)| (at, found.len_utf8()));
    for (end, width) in ends.chain([(text.len(), 0)]) {
        let word = &text[start..end];
        start = end + width;
        if word.is_empty() {
            continue;
        }
        let square = match number::<u32>(word) {
            Some(number) => shape.square_numbered(number).ok_or_else(|| {
                format!("expected a square number from 1 to {} but found {number}", shape.squares().count())
            }),
            None => word.to_lowercase().parse::<Square>().map_err(|_| unknown(text)),
        }?;
        if !shape.contains(square) {
            return Err(IllegalMove::OffBoard { square, shape }.to_string());
        }
        squares.push(square);
    }
    Ok(squares)
}

/// A position, and the notation of the answers about it.
struct Reader<'a> {
    position: &'a Position,
    notation: Notation,
}

impl Reader<'_> {
    /// Completes squares by that of the piece whose chain is in progress.
    fn behind(&self, begun: &[Square], squares: Vec<Square>) -> Vec<Square> {
        let (Some(&here), Some(&first)) = (begun.last(), squares.first()) else { return squares };
        if squares.len() > begun.len() && squares.starts_with(begun) {
            squares[begun.len() - 1..].to_vec()
        } else if first != here && self.position.board().get(first).is_none() {
            [&[here], squares.as_slice()].concat()
        } else {
            squares
        }
    }

    /// Finds the move at a place of the list, from 1.
    fn by_place(&self, place: &str) -> Result<Meant, String> {
        let MoveList { mut moves, is_complete } = self.position.legal_moves_up_to(MOST_MOVES);
        let place = number::<usize>(place).and_then(|place| place.checked_sub(1));
        if let Some(place) = place.filter(|&place| place < moves.len()) {
            return Ok(Meant::Move(moves.swap_remove(place)));
        }
        Err(match moves.len() {
            0 => format!("{} has no moves", self.position.turn()),
            1 => "expected #1: there is one move".to_owned(),
            count if is_complete => format!("expected a number from #1 to #{count}, the moves there are"),
            count => format!("expected a number from #1 to #{count}, the moves that are listed, or a path"),
        })
    }

    /// Finds the move that starts on a square or, if none does, ends there; or
    /// the first jumps of one that goes on from there.
    fn by_one_square(&self, square: Square, goes_on: bool) -> Result<Meant, String> {
        match self.position.legal_moves_from(square, 2).moves.as_slice() {
            [] => {}
            [mv] => return Ok(Meant::Move(mv.clone())),
            [_, ..] => return Ok(Meant::Piece(square)),
        }
        let board = self.position.board();
        if !board.shape().is_playable(square) || board.get(square).is_some() {
            return Err(self.why_not_from(square));
        }
        let name = self.notation.square(square);
        let MoveList { mut moves, is_complete } = self.position.legal_moves_up_to(MOST_MOVES);
        if !is_complete {
            return Err(format!("{}: name the whole path to {name}", too_many_moves(self.position)));
        }
        if goes_on && let Some(meant) = self.by_beginning(&moves, &[square]) {
            return meant;
        }
        moves.retain(|mv| mv.path().end() == square);
        match moves.as_slice() {
            [mv] => Ok(Meant::Move(mv.clone())),
            [_, ..] => Err(format!("{} end on {name}: name one", self.list(&moves))),
            [] => Err(self.why_not_from(square)),
        }
    }

    /// Says why no move starts or ends on a square.
    fn why_not_from(&self, square: Square) -> String {
        let turn = self.position.turn();
        if !self.position.has_moves() {
            return format!("{turn} has no moves");
        }
        if !self.position.board().shape().is_playable(square) {
            return IllegalMove::NotPlayable(square).message(self.notation);
        }
        let name = self.notation.square(square);
        let why = match (self.position.board().get(square), self.position.jumping()) {
            (None, _) => return format!("no move of {turn} ends on {name}"),
            (Some(piece), _) if piece.player != turn => IllegalMove::NotYours { square, owner: piece.player },
            (Some(_), Some(jumping)) => IllegalMove::AnotherJumps {
                square: jumping,
                may_stop: self.position.rules().chains_may_stop(),
            },
            (Some(_), None) => match self.position.moves_in_order().next() {
                Some(first)
                    if first.is_jump() && self.position.rules().capture == rankmoves::Capture::Required =>
                {
                    IllegalMove::MustJump(first.path().clone())
                }
                _ => return format!("the piece on {name} cannot move"),
            },
        };
        why.message(self.notation)
    }

    /// Finds the move along some squares, all that it visits or some of them,
    /// or the first jumps of one.
    fn by_path(&self, squares: &[Square], goes_on: bool) -> Result<Meant, String> {
        let path = Path::new(squares.to_vec()).ok_or_else(|| unknown(""))?;
        let begins = || Chain::along(self.position, &path).is_some();
        if goes_on && begins() {
            return Ok(Meant::Jumps(path));
        }
        let why = match self.position.find(&path) {
            // A sign behind a whole path that cannot go on says nothing.
            Ok(mv) => return Ok(Meant::Move(mv)),
            Err(why) => why,
        };
        let ends = (squares.first(), squares.last());
        let visits = |mv: &Move| {
            let mut path = mv.path().squares().iter();
            (mv.path().squares().first(), mv.path().squares().last()) == ends
                && squares.iter().all(|square| path.any(|visited| visited == square))
        };
        let MoveList { moves, is_complete } = self.position.legal_moves_from(path.start(), MOST_MOVES);
        if !is_complete {
            return if begins() {
                Ok(Meant::Jumps(path))
            } else {
                Err(self.too_many_from(path.start(), &why))
            };
        }
        if goes_on && let Some(meant) = self.by_beginning(&moves, squares) {
            return meant;
        }
        let found: Vec<Move> = moves.into_iter().filter(visits).collect();
        match found.as_slice() {
            [mv] => Ok(Meant::Move(mv.clone())),
            _ if begins() => Ok(Meant::Jumps(path)),
            [] => Err(why.message(self.notation)),
            _ => {
                let [from, to] = [path.start(), path.end()].map(|square| self.notation.square(square));
                Err(format!("{} go from {from} to {to}: name one", self.list(&found)))
            }
        }
    }

    /// Finds the first jumps that visit some squares, from the last of which
    /// moves go on; `None` if no move does.
    fn by_beginning(&self, moves: &[Move], squares: &[Square]) -> Option<Result<Meant, String>> {
        let (&last, before) = squares.split_last()?;
        let mut found: Vec<Path> = Vec::new();
        for path in moves.iter().map(|mv| mv.path().squares()) {
            for end in (1..path.len() - 1).filter(|&end| path[end] == last) {
                let mut visited = path[..end].iter();
                let beginning = Path::new(path[..=end].to_vec())?;
                if before.iter().all(|square| visited.any(|at| at == square)) && !found.contains(&beginning) {
                    found.push(beginning);
                }
            }
        }
        match found.as_slice() {
            [] => None,
            [_] => found.pop().map(|path| Ok(Meant::Jumps(path))),
            _ => {
                let name = self.notation.square(last);
                Some(Err(format!("{} go on from {name}: name one", self.list_paths(found.iter()))))
            }
        }
    }

    /// Refuses a path of a piece whose moves cannot be looked through for it.
    fn too_many_from(&self, start: Square, why: &IllegalMove) -> String {
        let (why, start) = (why.message(self.notation), self.notation.square(start));
        format!("{why}; the piece on {start} has more than {MOST_MOVES} moves: name a whole path")
    }

    /// Writes moves in a sentence, the first few of many.
    fn list(&self, moves: &[Move]) -> String {
        self.list_paths(moves.iter().map(Move::path))
    }

    /// Writes paths in a sentence, the first few of many.
    fn list_paths<'a>(&self, paths: impl ExactSizeIterator<Item = &'a Path>) -> String {
        const MOST: usize = 8;
        let count = paths.len();
        let mut texts: Vec<String> = paths.take(MOST).map(|path| self.notation.path(path)).collect();
        let last = match count - texts.len() {
            0 => texts.pop().unwrap_or_default(),
            more => format!("{more} more"),
        };
        if texts.is_empty() { last } else { format!("{} and {last}", texts.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use rankmoves::pdn::Fen;
    use rankmoves::{Position, Rules};

    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap()
    }

    fn found(position: &Position, text: &str) -> String {
        match meaning(position, &[], Notation::Names, text) {
            Ok(Meant::Move(mv)) => mv.to_string(),
            Ok(Meant::Jumps(path)) => format!("the jumps {path}"),
            Ok(Meant::Piece(square)) => format!("the piece on {square}"),
            Err(why) => why,
        }
    }

    #[test]
    fn a_move_has_many_spellings() {
        let start = Position::start(Rules::ENGLISH);
        for text in
            ["c3->d4", "c3-d4", "c3 d4", "C3 D4", "22-18", "22 18", "22->18", "c3-18", "#3", " c3 - d4 "]
        {
            assert_eq!(found(&start, text.trim()), "c3->d4", "{text:?}");
        }
        // a3->b4 c3->b4 c3->d4 e3->d4 e3->f4 g3->f4 g3->h4
        assert_eq!(found(&start, "a3"), "a3->b4");
        assert_eq!(found(&start, "h4"), "g3->h4");
        assert_eq!(found(&start, "c3"), "the piece on c3");
        assert_eq!(found(&start, "d4"), "c3->d4 and e3->d4 end on d4: name one");
    }

    #[test]
    fn a_chain_may_be_given_in_part() {
        // The king on 30 (c1) goes around four men either way.
        let circle = position("W:WK30:B17,18,25,26");
        assert_eq!(found(&circle, "30x21x14x23x30"), "c1->a3->c5->e3->c1");
        assert_eq!(found(&circle, "30x21x14x30"), "c1->a3->c5->e3->c1");
        assert_eq!(
            found(&circle, "c1xc1"),
            "c1->a3->c5->e3->c1 and c1->e3->c5->a3->c1 go from c1 to c1: name one"
        );
    }

    #[test]
    fn a_sign_behind_some_squares_of_a_chain_begins_it() {
        let text = include_str!("../../../testdata/valid/chain-may-stop-early.txt");
        let free = text.parse::<rankmoves::exchange::Document>().unwrap().position().unwrap();
        for (text, meant) in [
            ("a1xe5", "a1->c3->e5"),
            ("a1xe5x", "the jumps a1->c3->e5"),
            ("e5x", "the jumps a1->c3->e5"),
            ("a1->e5->", "the jumps a1->c3->e5"),
            ("c3x", "the jumps a1->c3"),
            // No jump follows these.
            ("a1xg7x", "a1->c3->e5->g7"),
            ("g7x", "a1->c3->e5->g7"),
        ] {
            assert_eq!(found(&free, text), meant, "{text:?}");
        }
        // The king on c1 passes c5 either way around.
        let circle = position("W:WK30:B17,18,25,26");
        let two = "c1->a3->c5 and c1->e3->c5 go on from c5: name one";
        for (text, meant) in
            [("c1xc5x", two), ("c5x", two), ("e3x", "c1->a3->c5->e3 and c1->e3 go on from e3: name one")]
        {
            assert_eq!(found(&circle, text), meant, "{text:?}");
        }
    }

    #[test]
    fn what_is_not_a_move_is_refused_with_the_reason() {
        let start = Position::start(Rules::ENGLISH);
        for (text, why) in [
            ("c3->c4", "c4 is a red square, where no piece can stand"),
            ("c3->e5", "there is no black piece on d4 to jump"),
            ("b6", "the piece on b6 is black's, and red is to move"),
            ("a1", "the piece on a1 cannot move"),
            ("e5", "no move of red ends on e5"),
            ("d5", "d5 is a red square, where no piece can stand"),
            ("i9", "i9 is not on a board of 8x8"),
            ("33-1", "expected a square number from 1 to 32 but found 33"),
            ("#8", "expected a number from #1 to #7, the moves there are"),
            ("#0", "expected a number from #1 to #7, the moves there are"),
            ("#+1", "expected a number from #1 to #7, the moves there are"),
            ("#", "expected a number from #1 to #7, the moves there are"),
        ] {
            assert_eq!(found(&start, text), why, "{text:?}");
        }
        assert!(found(&start, "hello").starts_with("expected a move such as c3->d4"));
        assert!(found(&start, "+22-18").starts_with("expected a move such as"));
        assert!(found(&start, "é3").starts_with("expected a move such as"));
        let must = position("W:W22,32:B18");
        for text in ["g1-f2", "32", "32-27"] {
            assert_eq!(found(&must, text), "a jump is available: c3->e5", "{text:?}");
        }
    }

    #[test]
    fn very_many_moves_are_refused_in_short_and_played_in_full() {
        let text = include_str!("../../../testdata/large/very-many-moves.txt");
        let large = text.parse::<rankmoves::exchange::Document>().unwrap().position().unwrap();
        let first = large.moves_in_order().next().unwrap().to_string();
        for (text, meant) in [
            (first.as_str(), first.as_str()),
            ("#1", &first),
            ("n13", "the piece on n13"),
            ("n13->p15", "n13->p15"),
            ("b1", "the piece on b1"),
            ("#1001", "expected a number from #1 to #1000, the moves that are listed, or a path"),
            ("p15", "red has more than 1000 moves: name the whole path to p15"),
            ("c2", "the piece on c2 is black's, and red is to move"),
            (
                "b1xp15",
                "p15 is neither a step nor a jump away from b1; \
                 the piece on b1 has more than 1000 moves: name a whole path",
            ),
        ] {
            assert_eq!(found(&large, text), meant, "{text:?}");
        }
    }

    #[test]
    fn a_file_may_be_called_x() {
        let setup = rankmoves::Setup {
            board: rankmoves::Board::start(rankmoves::Shape::new(4, 28, false).unwrap(), 1),
            turn: rankmoves::Player::Red,
            rules: Rules::ENGLISH,
            jumping: None,
        };
        // The files of row 1 that are playable are a, c, … w, y.
        let wide = setup.position().unwrap();
        assert_eq!(found(&wide, "w1xx2"), "w1->x2");
        assert_eq!(found(&wide, "y1 x2"), "y1->x2");
        assert_eq!(found(&wide, "x2"), "w1->x2 and y1->x2 end on x2: name one");
    }
}
