//! Classic problems, `testdata/problems/`: the published play is legal, and the engine judges the
//! positions as the books do.

use std::fmt;

use rankmoves::engine::{Engine, Limits, plies_to_end};
use rankmoves::{Board, Move, Notation, Piece, Player, Position, Role, Rules, Setup, Shape};

/// The result of a problem for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Win,
    Draw,
}

struct Problem {
    position: Position,
    result: Known,
    play: Vec<String>,
    name: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{} to move\n{}", self.name, self.position.turn(), self.position.board())
    }
}

fn problems() -> Vec<Problem> {
    let text = include_str!("../../testdata/problems/classic.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let problem = |line: &str| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [fen, result, play, name] = fields[..] else { panic!("four fields: {line}") };
        let result = match result {
            "win" => Known::Win,
            "draw" => Known::Draw,
            other => panic!("a win or a draw, not {other}"),
        };
        let play = play.split_whitespace().map(str::to_owned).collect();
        Problem { position: position(fen), result, play, name: name.to_owned() }
    };
    let problems: Vec<_> = lines.map(problem).collect();
    assert!(problems.len() >= 14, "problems are missing");
    problems
}

/// Reads a FEN: `W:WK15,20:B12,K28`.
fn position(fen: &str) -> Position {
    let squares: Vec<_> = Shape::STANDARD.squares().collect();
    let player = |text: &str| if text.starts_with('W') { Player::Red } else { Player::Black };
    let fields: Vec<&str> = fen.split(':').collect();
    let mut board = Board::empty(Shape::STANDARD);
    for field in &fields[1..] {
        for word in field[1..].split(',') {
            let (role, number) =
                word.strip_prefix('K').map_or((Role::Man, word), |number| (Role::King, number));
            let square = squares[number.parse::<usize>().unwrap() - 1];
            board.put(square, Piece { player: player(field), role }).unwrap();
        }
    }
    Setup { board, turn: player(fields[0]), rules: Rules::ENGLISH, jumping: None }.position().unwrap()
}

/// Returns the legal move between the squares of a text such as `30x23`.
fn find(position: &Position, text: &str) -> Option<Move> {
    let ends: Vec<&str> = text.split(['-', 'x']).collect();
    let notation = Notation::Numbers(Shape::STANDARD);
    position.legal_moves().into_iter().find(|mv| {
        let squares = [mv.path().start(), mv.path().end()].map(|square| notation.square(square));
        squares == [ends[0], ends[1]] && mv.is_jump() == text.contains('x')
    })
}

#[test]
fn published_play_is_legal() {
    for problem in problems() {
        let mut position = problem.position;
        for text in &problem.play {
            let Some(mv) = find(&position, text) else { panic!("{text} in the play of {problem}") };
            position = position.play(&mv).unwrap();
        }
    }
}

/// Judges a problem within limits: an advantage for a win, no forced end for a draw.
fn is_judged_right(problem: &Problem, limits: Limits) -> bool {
    let choice = Engine::new().choose(&problem.position, &[], limits).unwrap();
    match problem.result {
        Known::Win => choice.score > 0,
        Known::Draw => plies_to_end(choice.score).is_none(),
    }
}

#[test]
fn the_engine_judges_classic_problems_right() {
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    for problem in problems() {
        assert!(is_judged_right(&problem, limits), "{problem}");
    }
}

/// Plays the published play of wins from their ends backwards, and says how near to its start
/// the engine sees the win by force in the nodes of ten seconds.
#[test]
#[ignore = "takes minutes; `make problems` runs it with optimisation"]
fn the_engine_proves_wins() {
    let mut proven = 0;
    let wins = problems().into_iter().filter(|problem| problem.result == Known::Win);
    for problem in wins {
        let limits = Limits { nodes: Some(40_000_000), ..Limits::default() };
        let choice = Engine::new().choose(&problem.position, &[], limits).unwrap();
        let plies = plies_to_end(choice.score);
        println!("{}: {} {} {plies:?}, depth {}", problem.name, choice.mv, choice.score, choice.depth);
        assert!(choice.score > 0, "{problem}");
        proven += usize::from(plies.is_some());
    }
    println!("{proven} proven");
}
