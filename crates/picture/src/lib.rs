//! Draws boards for people.
//!
//! A [`Picture`] holds the contents. Renderers draw it as plain text, as text on coloured squares, or as SVG.
//!
//! ```
//! use picture::{Picture, svg};
//! use rankmoves::Ranker;
//! use rankmoves_core::{Player, Position, Rules};
//!
//! let position = Position::start(Rules::ENGLISH, Player::Red);
//! let mut picture = Picture::new(&position);
//! picture.rank(Ranker::new().rank(&position, 4)?, 4);
//! assert!(svg::draw(&picture).contains("<title>c3-&gt;d4: score 0</title>"));
//! # Ok::<(), rankmoves::RankError>(())
//! ```

pub mod ascii;
pub mod svg;
mod symbols;
pub mod unicode;

use std::collections::BTreeMap;

use rankmoves::RankedMove;
use rankmoves_core::exchange::Document;
use rankmoves_core::{Board, Move, Notation, Path, Piece, Player, Ply, Position, Score, Square};

pub use symbols::Symbols;

/// A board with its marks, scores and caption.
#[derive(Clone, Debug)]
pub struct Picture {
    board: Board,
    turn: Player,
    is_stuck: bool,
    /// True if the board is drawn from black's side, with rank 1 at the top.
    pub flip: bool,
    /// True if squares show their numbers.
    pub numbers: bool,
    /// The characters for pieces in text; `None` for the renderer's own.
    pub symbols: Option<Symbols>,
    marks: BTreeMap<Square, Mark>,
    ranking: Option<Ranking>,
}

/// The mark of a square. If a square has several marks, the last in this order is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The last move began or ended on this square.
    LastMove,
    /// The last move jumped the piece on this square, or a move of the chosen piece would jump it.
    Jumped,
    /// The piece can move.
    Movable,
    /// The chosen piece can move to this square.
    Target,
    /// The piece whose targets are shown.
    Chosen,
}

#[derive(Clone, Debug)]
struct Ranking {
    pub depth: u32,
    /// The best moves first; moves with equal scores are in the order of their paths, or of their proven
    /// results.
    pub arrows: Vec<Arrow>,
}

#[derive(Clone, Debug)]
struct Arrow {
    pub path: Path,
    pub score: Score,
    /// The shade of the score: 0 for the worst score, [`BEST`] for the best score only, and equal steps in
    /// between.
    pub shade: usize,
    /// The result under perfect play as text, if it is known.
    pub proven: Option<String>,
}

/// The shade of the best moves.
const BEST: usize = 4;

#[derive(Clone, Copy, Debug)]
struct DrawnSquare {
    pub square: Square,
    /// True if pieces can stand on it.
    pub is_playable: bool,
    pub piece: Option<Piece>,
    /// The most important mark.
    pub mark: Option<Mark>,
    /// The square's number, if it is shown.
    pub number: Option<u32>,
}

impl Picture {
    /// Makes the picture of a position, without marks.
    pub fn new(position: &Position) -> Picture {
        Picture {
            board: *position.board(),
            turn: position.turn(),
            is_stuck: !position.has_moves(),
            flip: false,
            numbers: false,
            symbols: None,
            marks: BTreeMap::new(),
            ranking: None,
        }
    }

    /// Makes the picture of the last position, with the last ply marked. `positions` holds the position
    /// before the first ply and the position after each ply.
    ///
    /// # Panics
    ///
    /// If there are no positions.
    pub fn of_plies(positions: &[Position], plies: &[Ply]) -> Picture {
        let (last, before) = positions.split_last().expect("there is a position before the first ply");
        let mut picture = Picture::new(last);
        if let (Some(before), Some(Ply::Move(path))) = (before.last(), plies.last())
            && let Ok(last) = before.find(path)
        {
            picture.mark_last(&last);
        }
        picture
    }

    /// Makes the picture of the position after the first plies of a document, with the last of them marked.
    pub fn of_document(document: &Document, plies: usize, position: &Position) -> Picture {
        let mut before = document.clone();
        match plies.checked_sub(1).and_then(|last| before.split_off(last).plies().next()) {
            Some(last) => Picture::of_plies(&[before.play().0, *position], &[last]),
            None => Picture::new(position),
        }
    }

    /// Makes the picture of an unfinished move: `path` holds the jumps so far, and `position` is the position
    /// after them. Marks the next landing squares.
    pub fn of_jumps(path: &Path, captured: &[Square], position: &Position) -> Picture {
        let mut picture = Picture::new(position);
        picture.mark(&[path.start()], Mark::LastMove);
        picture.mark_targets(path.end(), &position.next_legs());
        picture.mark(captured, Mark::Jumped);
        picture
    }

    /// Marks squares that have no more important mark.
    pub fn mark(&mut self, squares: &[Square], mark: Mark) {
        for &square in squares {
            let old = self.marks.entry(square).or_insert(mark);
            *old = mark.max(*old);
        }
    }

    /// Marks the start and the end of the last move, and the jumped pieces.
    pub fn mark_last(&mut self, last: &Move) {
        self.mark(&[last.path().start(), last.path().end()], Mark::LastMove);
        self.mark(last.captured(), Mark::Jumped);
    }

    /// Marks a piece, and the targets and the jumped pieces of its moves.
    pub fn mark_targets(&mut self, from: Square, moves: &[Move]) {
        self.mark(&[from], Mark::Chosen);
        for mv in moves.iter().filter(|mv| mv.path().start() == from) {
            self.mark(&[mv.path().end()], Mark::Target);
            self.mark(mv.captured(), Mark::Jumped);
        }
    }

    /// Shows moves with their scores at a depth.
    pub fn rank(&mut self, mut ranked: Vec<RankedMove>, depth: u32) {
        ranked.sort_by_key(|ranked| -ranked.score);
        let mut scores: Vec<Score> = ranked.iter().map(|ranked| ranked.score).collect();
        scores.dedup();
        let arrows = ranked.into_iter().map(|RankedMove { mv, score }| {
            let better = scores.iter().take_while(|&&other| other > score).count();
            let shade = BEST - (BEST * better).div_ceil((scores.len() - 1).max(1));
            Arrow { path: mv.path().clone(), score, shade, proven: None }
        });
        self.ranking = Some(Ranking { depth, arrows: arrows.collect() });
    }

    /// Shows the known results of the ranked moves under perfect play. Sorts moves with equal scores by their
    /// results, the best first; a move without a known result counts as `unknown`.
    pub fn prove<V: Ord + ToString>(&mut self, value: impl Fn(&Path) -> Option<V>, unknown: &V) {
        let Some(Ranking { arrows, .. }) = &mut self.ranking else { return };
        let mut proven: Vec<_> = arrows.drain(..).map(|arrow| (value(&arrow.path), arrow)).collect();
        proven.sort_by(|(one, a), (other, b)| {
            let result = |value| Option::as_ref(value).unwrap_or(unknown);
            (b.score, result(other)).cmp(&(a.score, result(one)))
        });
        let text = |value: Option<V>| value.map(|value| value.to_string());
        arrows.extend(proven.into_iter().map(|(value, arrow)| Arrow { proven: text(value), ..arrow }));
    }

    /// Lists the ranked moves, one per line, below a line with the depth. `score` formats a score; the move and
    /// its proven result, if known, follow the score.
    fn list(&self, score: impl Fn(&Arrow) -> String) -> Vec<String> {
        let Some(Ranking { depth, arrows }) = &self.ranking else { return Vec::new() };
        let name = |arrow: &Arrow| self.notation().path(&arrow.path);
        let width = arrows.iter().map(|arrow| name(arrow).len()).max().unwrap_or(0);
        let item = |arrow: &Arrow| {
            let (score, name) = (score(arrow), name(arrow));
            match &arrow.proven {
                Some(value) => format!("{score}  {name:<width$}  {value}"),
                None => format!("{score}  {name}"),
            }
        };
        [format!("depth {depth}")].into_iter().chain(arrows.iter().map(item)).collect()
    }

    /// Returns the notation for moves, which uses numbers if the squares show their numbers.
    pub fn notation(&self) -> Notation {
        if self.numbers { Notation::Numbers(self.board.shape()) } else { Notation::Names }
    }

    /// Returns the ranks, counted from 0, from the top of the drawing.
    fn ranks(&self) -> impl Iterator<Item = u8> {
        let ranks = self.board.shape().ranks();
        (0..ranks).map(move |row| if self.flip { row } else { ranks - 1 - row })
    }

    /// Returns the files, counted from 0, from the left of the drawing.
    fn files(&self) -> impl Iterator<Item = u8> {
        let files = self.board.shape().files();
        (0..files).map(move |column| if self.flip { files - 1 - column } else { column })
    }

    /// Returns the squares of a rank from the left of the drawing.
    fn squares(&self, rank: u8) -> impl Iterator<Item = DrawnSquare> {
        let squares = self.files().filter_map(move |file| Square::new(file, rank));
        squares.map(|square| {
            let shape = self.board.shape();
            DrawnSquare {
                square,
                is_playable: shape.is_playable(square),
                piece: self.board.get(square),
                mark: self.marks.get(&square).copied(),
                number: shape.number(square).filter(|_| self.numbers),
            }
        })
    }

    /// Returns the player to move, or a sentence saying that the player has no moves.
    fn status(&self) -> String {
        format!("{} {}", self.turn, if self.is_stuck { "has no moves" } else { "to move" })
    }

    /// Returns the status, and the number of pieces of each player: `[red: 12] [black: 12]`.
    fn caption(&self) -> String {
        let [red, black] = Player::ALL.map(|player| format!("[{player}: {}]", self.board.count(player)));
        format!("{}  {red} {black}", self.status())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::Rules;

    #[test]
    fn of_several_marks_the_one_that_matters_most_stays() {
        let square = "d4".parse().unwrap();
        let mut picture = Picture::new(&Position::start(Rules::ENGLISH, Player::Red));
        for (mark, shown) in [
            (Mark::Jumped, Mark::Jumped),
            (Mark::LastMove, Mark::Jumped),
            (Mark::Chosen, Mark::Chosen),
            (Mark::Movable, Mark::Chosen),
        ] {
            picture.mark(&[square], mark);
            assert_eq!(picture.marks[&square], shown);
        }
    }

    #[test]
    fn shades_go_in_equal_steps_from_the_worst_score_to_the_best() {
        let position = Position::start(Rules::ENGLISH, Player::Red);
        let shades = |scores: &[Score]| -> Vec<usize> {
            let moves = position.legal_moves();
            let ranked = moves.zip(scores).map(|(mv, &score)| RankedMove { mv, score }).collect();
            let mut picture = Picture::new(&position);
            picture.rank(ranked, 0);
            picture.ranking.unwrap().arrows.iter().map(|arrow| arrow.shade).collect()
        };
        assert_eq!(shades(&[-99, 0, 99]), [4, 2, 0]);
        assert_eq!(shades(&[0, 0]), [4, 4]);
        assert_eq!(shades(&[1, 2, 2, 3, 4, 5]), [4, 3, 2, 1, 1, 0]);
        assert_eq!(shades(&[1, 2, 3, 4, 5, 6]), [4, 3, 2, 1, 0, 0]);
        assert_eq!(shades(&[]), [0; 0]);
    }
}
