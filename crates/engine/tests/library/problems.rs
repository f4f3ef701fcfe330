//! Tests classic problems (`testdata/problems/`): the published play is legal, tables prove the results of
//! positions with few pieces, and the engine judges the positions like the books.

use std::ops::RangeBounds;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use std::{env, fmt, thread};

use rankmoves_core::{Board, Move, Notation, Piece, Player, Position, Role, Rules, Setup, Shape};
use rankmoves_endings::{BuildControl, Contents, Material, Prober, Tables, Wdl};
use rankmoves_engine::{Choice, Engine, Limits, plies_to_end};

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
    let text = include_str!("../../../../testdata/problems/classic.txt");
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
    assert!(problems.len() >= 28, "problems are missing");
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
    position.legal_moves().find(|mv| {
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

/// Returns whether the engine judges a problem correctly within limits. If the problem is won, the score must be
/// above 0. If it is drawn, the score must not be that of a forced win or loss.
fn is_judged_right(problem: &Problem, limits: Limits) -> bool {
    let choice = Engine::new().choose(&problem.position, limits).unwrap();
    match problem.result {
        Known::Win => choice.score > 0,
        Known::Draw => plies_to_end(choice.score).is_none(),
    }
}

#[test]
fn the_engine_judges_classic_problems_right() {
    let limits = Limits::nodes(100_000);
    for problem in problems() {
        assert!(is_judged_right(&problem, limits), "{problem}");
    }
}

/// Builds the tables of a position and of all positions to which it can lead.
fn tables_of(position: &Position) -> Tables {
    let mut tables = Tables::new(Shape::STANDARD, Rules::ENGLISH);
    let threads = thread::available_parallelism().unwrap();
    tables
        .build_from(Contents::Plies, Material::of_position(position), &BuildControl::with_threads(threads))
        .unwrap();
    tables
}

/// Checks the published results of positions with these numbers of pieces against tables. Returns how many there
/// are.
fn prove(pieces: impl RangeBounds<u32>) -> usize {
    let few = |problem: &Problem| pieces.contains(&Material::of_position(&problem.position).pieces());
    let few: Vec<Problem> = problems().into_iter().filter(few).collect();
    for problem in &few {
        let expected = if problem.result == Known::Win { Wdl::Win } else { Wdl::Draw };
        let value = tables_of(&problem.position).probe(&problem.position).unwrap();
        assert_eq!(value.wdl(), expected, "{value}: {problem}");
    }
    few.len()
}

#[test]
fn tables_prove_the_results_of_problems_of_four_pieces() {
    assert!(prove(..=4) >= 4, "problems are missing");
}

#[test]
#[ignore = "takes minutes; `make problems` runs it with optimisation"]
fn tables_prove_the_results_of_problems_of_five_pieces() {
    assert!(prove(5..=5) >= 3, "problems are missing");
}

/// The time for a problem.
const TIME: Duration = Duration::from_secs(10);

/// Returns the tables in the folder `ENDINGS` or, without one, the tables of four pieces, which can be built
/// quickly.
fn tables() -> Arc<Tables> {
    let folder = env::var_os("ENDINGS").map(PathBuf::from);
    let opened = folder.map(|folder| Tables::open(&folder, Shape::STANDARD, Rules::ENGLISH).unwrap());
    let mut tables = opened.unwrap_or_else(|| Tables::new(Shape::STANDARD, Rules::ENGLISH));
    tables
        .build(Contents::Plies, 4, &BuildControl::with_threads(thread::available_parallelism().unwrap()))
        .unwrap();
    Arc::new(tables)
}

/// Searches a problem for up to ten seconds on all processors. Returns the last choice, and a time: from then
/// on, all choices agreed with the published result.
fn search(problem: &Problem, tables: Arc<Tables>) -> (Choice, Duration) {
    let threads = thread::available_parallelism().unwrap();
    let mut engine = Engine::new().with_threads(threads).with_prober(tables);
    let (stop, begin) = (engine.stop_flag(), Instant::now());
    let mut found = None;
    let limits = Limits { deadline: Some(begin + TIME), ..Limits::default() };
    let choice = engine.search(&problem.position, limits, |choice| {
        if !is_solved(problem, choice.score) {
            found = None;
        } else if found.is_none() {
            found = Some(begin.elapsed());
        }
        stop.store(plies_to_end(choice.score).is_some(), Relaxed);
    });
    (choice.unwrap(), found.unwrap_or(TIME))
}

/// Returns whether a score agrees with the known result: a man or more for a win, less than a man
/// either way for a draw.
fn is_solved(problem: &Problem, score: i32) -> bool {
    match problem.result {
        Known::Win => score >= 100,
        Known::Draw => score.abs() < 100,
    }
}

#[test]
#[ignore = "takes minutes; `make problems` runs it with optimisation"]
fn no_search_of_ten_seconds_contradicts_the_result_of_a_problem() {
    let (mut solved, mut proven, all, tables) = (0, 0, problems(), tables());
    for problem in &all {
        let (choice, time) = search(problem, Arc::clone(&tables));
        let Choice { mv, score, depth, .. } = choice;
        let is_right = is_solved(problem, score);
        assert!(is_right || plies_to_end(score).is_none(), "{score} contradicts {problem}");
        let by_force = plies_to_end(score).filter(|_| is_right);
        solved += usize::from(is_right);
        proven += usize::from(by_force.is_some());
        let word = if is_right { "solved" } else { "UNSOLVED" };
        let end = by_force.map_or_else(String::new, |plies| format!(", won in {plies} plies"));
        let Problem { result, name, .. } = problem;
        println!("{word:<8} {time:>6.2?} {result:?}: {mv} {score} at depth {depth}{end}: {name}");
    }
    println!("{solved} of {} solved, {proven} of them as wins by force", all.len());
}
