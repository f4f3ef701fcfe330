//! Compares endgame tables with published figures, and with a plain solver that shares no code with them.

use std::collections::HashMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

use rankmoves::Ranker;
use rankmoves_core::{
    Blocked, Board, Capture, Jumps, LOST, Piece, PieceCount, Player, Position, Rules, Setup, Shape, Square,
    WON,
};
use rankmoves_endings::{BuildControl, Contents, Counts, Material, Prober, Tables, Value, Wdl};
use testing::plain::{Colour, Plain};
use testing::support::position;

/// All positions of a few pieces with either player to move, solved by the definition.
struct PlainSolver {
    positions: Vec<Plain>,
    /// The number of plies from each position to the end; `None` for a draw.
    ends: Vec<Option<u16>>,
}

impl PlainSolver {
    /// Solves all positions of up to `pieces` pieces on a shape.
    fn new(shape: Shape, rules: Rules, pieces: usize) -> PlainSolver {
        let mut positions = Vec::new();
        let empty: Vec<Vec<char>> = (0..shape.ranks())
            .rev()
            .map(|rank| {
                let file = |file| Square::new(file, rank).unwrap();
                (0..shape.files()).map(|f| if shape.is_playable(file(f)) { '.' } else { '"' }).collect()
            })
            .collect();
        let [capture, multiple] = [rules.capture == Capture::Required, rules.jumps == Jumps::Multiple];
        for turn in [Colour::Red, Colour::Black] {
            place(&Plain { cells: empty.clone(), turn, capture, multiple }, 0, pieces, &mut positions);
        }
        let key =
            |plain: &Plain| (plain.cells.iter().flatten().collect::<String>(), plain.turn == Colour::Red);
        let numbers: HashMap<_, usize> =
            positions.iter().enumerate().map(|(number, plain)| (key(plain), number)).collect();
        let after: Vec<Vec<usize>> = positions
            .iter()
            .map(|plain| plain.moves().iter().map(|(_, after)| numbers[&key(after)]).collect())
            .collect();
        PlainSolver { positions, ends: solve(&after) }
    }
}

/// Adds one board for each way to place up to `pieces` pieces on the squares numbered `from` and up.
fn place(plain: &Plain, from: usize, pieces: usize, positions: &mut Vec<Plain>) {
    if from == plain.ranks() * plain.files() {
        positions.push(plain.clone());
        return;
    }
    place(plain, from + 1, pieces, positions);
    let (row, column) = (from / plain.files(), from % plain.files());
    if plain.cells[row][column] != '.' || pieces == 0 {
        return;
    }
    for piece in ['r', 'R', 'b', 'B'] {
        let is_crowned = (piece == 'r' && row == 0) || (piece == 'b' && row + 1 == plain.ranks());
        if !is_crowned {
            let mut with = plain.clone();
            with.cells[row][column] = piece;
            place(&with, from + 1, pieces - 1, positions);
        }
    }
}

/// Returns the number of plies from each position to the end, odd for a win. `after` lists the positions
/// after the moves of each position.
///
/// Round n finds the ends in n plies. When a round finds none, no later round does.
fn solve(after: &[Vec<usize>]) -> Vec<Option<u16>> {
    let mut ends = vec![None; after.len()];
    for plies in 0.. {
        let ends_so = |after: &Vec<usize>| {
            if plies % 2 == 1 {
                after.iter().any(|&next| ends[next] == Some(plies - 1))
            } else {
                after.iter().all(|&next| ends[next].is_some_and(|end: u16| end % 2 == 1))
            }
        };
        let found: Vec<usize> =
            (0..after.len()).filter(|&place| ends[place].is_none() && ends_so(&after[place])).collect();
        if found.is_empty() {
            return ends;
        }
        for place in found {
            ends[place] = Some(plies);
        }
    }
    unreachable!("ends are found in finitely many plies")
}

pub fn up_to(pieces: u32, shape: Shape, rules: Rules) -> Tables {
    let mut tables = Tables::new(shape, rules);
    tables.build(Contents::Plies, pieces, &BuildControl::default()).unwrap();
    tables
}

/// Builds results-only tables for up to `pieces` pieces, and opens their files. Under rules other than
/// English the tables stay in memory, because writing files is slow.
fn alone_up_to(pieces: u32, shape: Shape, rules: Rules, name: &str) -> Tables {
    if rules != Rules::ENGLISH {
        let mut tables = Tables::new(shape, rules);
        tables.build(Contents::Results, pieces, &BuildControl::default()).unwrap();
        return tables;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("endings-alone-{name}"));
    let _ = fs::remove_dir_all(&folder);
    let mut tables = Tables::open(&folder, shape, rules).unwrap();
    tables.build(Contents::Results, pieces, &BuildControl::default()).unwrap();
    Tables::open(&folder, shape, rules).unwrap()
}

/// Compares each entry of the tables and of the results-only tables with the plain solver's value.
fn assert_agrees(shape: Shape, rules: Rules, pieces: u8) {
    let tables = up_to(pieces.into(), shape, rules);
    let alone = alone_up_to(pieces.into(), shape, rules, &format!("plain-{shape}"));
    let solver = PlainSolver::new(shape, rules, pieces.into());
    let (mut drawn, mut counts) = (0, HashMap::<_, Counts>::new());
    for (plain, &end) in solver.positions.iter().zip(&solver.ends) {
        let expected = match end {
            None => Value::Drawn,
            Some(plies) if plies % 2 == 1 => Value::Won(plies),
            Some(plies) => Value::Lost(plies),
        };
        drawn += usize::from(end.is_none());
        let position = position(plain);
        count(
            counts.entry((position.turn(), Material::of_position(&position))).or_insert(NO_POSITIONS),
            expected,
        );
        let found = (tables.probe(&position), alone.result(&position));
        let expected = (Some(expected), Some(expected.wdl()));
        assert_eq!(found, expected, "{shape:?} {rules:?}\n{}", plain.to_text());
        assert_eq!(tables.result(&position), expected.1);
    }
    for material in Material::up_to(pieces.into()) {
        for player in Player::ALL {
            assert_eq!(
                tables.counts(Contents::Plies, player, material).unwrap(),
                counts.get(&(player, material)).copied().unwrap_or(NO_POSITIONS),
                "{shape:?} {material}"
            );
        }
    }
    // Otherwise the comparison would prove little.
    assert!(drawn > 0 && drawn < solver.positions.len(), "{shape:?} {rules:?}");
}

/// The counts of a table with plies but without positions.
const NO_POSITIONS: Counts =
    Counts { positions: 0, won: 0, drawn: 0, lost: 0, longest_win: Some(0), longest_loss: Some(0) };

/// Adds a value to the counts.
fn count(counts: &mut Counts, value: Value) {
    counts.positions += 1;
    match value {
        Value::Won(plies) => {
            counts.won += 1;
            counts.longest_win = counts.longest_win.max(Some(plies));
        }
        Value::Drawn => counts.drawn += 1,
        Value::Lost(plies) => {
            counts.lost += 1;
            counts.longest_loss = counts.longest_loss.max(Some(plies));
        }
    }
}

fn shape(ranks: u32, files: u32, flipped: bool) -> Shape {
    Shape::new(ranks, files, flipped).unwrap()
}

fn sum(tables: &Tables, pieces: u32) -> Counts {
    let mut sum = Counts::default();
    for counts in Material::all(pieces)
        .into_iter()
        .map(|material| tables.counts(Contents::Plies, Player::Red, material).unwrap())
    {
        sum.positions += counts.positions;
        sum.won += counts.won;
        sum.drawn += counts.drawn;
        sum.lost += counts.lost;
        sum.longest_win = sum.longest_win.max(counts.longest_win);
        sum.longest_loss = sum.longest_loss.max(counts.longest_loss);
    }
    sum
}

#[test]
fn a_king_against_a_king_is_as_published() {
    let tables = up_to(2, Shape::STANDARD, Rules::ENGLISH);
    let material = Material { own: PieceCount { men: 0, kings: 1 }, theirs: PieceCount { men: 0, kings: 1 } };
    let counts = tables.counts(Contents::Plies, Player::Red, material).unwrap();
    assert_eq!((counts.positions, counts.won, counts.drawn, counts.lost), (992, 230, 654, 108));
    assert_eq!(counts.longest_win.max(counts.longest_loss), Some(11));
}

#[test]
fn endings_of_up_to_four_pieces_are_as_published() {
    let tables = up_to(4, Shape::STANDARD, Rules::ENGLISH);
    let sums = [2, 3, 4].map(|pieces| sum(&tables, pieces));
    let total = |count: fn(&Counts) -> u64| sums.iter().map(count).sum::<u64>();
    assert_eq!(total(|counts| counts.won), 2_675_270);
    assert_eq!(total(|counts| counts.drawn), 1_728_769);
    assert_eq!(total(|counts| counts.lost), 2_004_797);
    assert_eq!(sums.iter().map(|counts| counts.longest_win).max(), Some(Some(109)));
}

#[test]
fn a_plain_solver_agrees_on_two_pieces_under_all_rules() {
    for rules in Rules::ALL {
        assert_agrees(Shape::STANDARD, rules, 2);
    }
}

/// Rotated by half a turn, the 4x5 and 5x4 boards change their colouring; the 5x5 board does not.
#[test]
fn a_plain_solver_agrees_on_three_pieces_on_other_shapes() {
    for rules in Rules::ALL {
        assert_agrees(shape(4, 5, false), rules, 3);
        assert_agrees(shape(5, 4, true), rules, 3);
        assert_agrees(shape(5, 5, false), rules, 3);
    }
}

#[test]
#[ignore = "takes a minute; `make soak` runs it"]
fn a_plain_solver_agrees_on_three_pieces_under_all_rules() {
    for rules in Rules::ALL {
        assert_agrees(Shape::STANDARD, rules, 3);
    }
}

/// A score becomes 99 or -99 exactly at the depth that reaches the end of the game.
#[test]
fn values_are_those_of_exact_scores_at_great_depths() {
    let tables = up_to(3, Shape::STANDARD, Rules::ENGLISH);
    let mut ranker = Ranker::new();
    let mut best = |position: &Position, depth: u16| {
        let moves = ranker.rank(position, depth.into()).unwrap();
        moves.iter().map(|ranked| ranked.score).max()
    };
    let mut rng = testing::seed::rng();
    let squares: Vec<Square> = Shape::STANDARD.squares().collect();
    let mut compared = 0;
    while compared < 60 {
        let mut board = Board::empty(Shape::STANDARD);
        for letter in ['R', 'b', if rng.bool() { 'r' } else { 'B' }] {
            board.put(squares[rng.usize(..squares.len())], Piece::from_letter(letter).unwrap()).unwrap();
        }
        let setup = Setup { board, turn: Player::Red, rules: Rules::ENGLISH, jumping: None };
        let Some(value) = setup.position().ok().and_then(|position| tables.probe(&position)) else {
            continue;
        };
        let position = setup.position().unwrap();
        let (score, plies) = match value {
            Value::Won(plies) if plies >= 3 => (WON, plies),
            Value::Lost(plies) if plies >= 3 => (LOST, plies),
            Value::Drawn => {
                let never = best(&position, u16::MAX);
                assert!(never.is_some_and(|score| score.abs() < WON), "{position:?}");
                compared += 1;
                continue;
            }
            Value::Won(_) | Value::Lost(_) => continue,
        };
        assert_eq!(best(&position, plies - 1), Some(score), "{position:?} {value}");
        assert_ne!(best(&position, plies - 2), Some(score), "{position:?} {value}");
        compared += 1;
    }
}

#[test]
#[ignore = "takes a minute; `make soak` runs it"]
fn results_alone_of_five_kings_are_those_with_plies() {
    let kings = Material { own: PieceCount { men: 0, kings: 3 }, theirs: PieceCount { men: 0, kings: 2 } };
    let threads = NonZeroUsize::new(2).unwrap();
    for rules in Rules::ALL {
        let mut tables = Tables::new(Shape::STANDARD, rules);
        tables.build_from(Contents::Plies, kings, &BuildControl::with_threads(threads)).unwrap();
        tables.build_from(Contents::Results, kings, &BuildControl::with_threads(threads)).unwrap();
        for material in kings.all_after() {
            let counts = tables.counts(Contents::Plies, Player::Red, material).unwrap();
            let expected = Counts { longest_win: None, longest_loss: None, ..counts };
            assert_eq!(
                tables.counts(Contents::Results, Player::Red, material).unwrap(),
                expected,
                "{rules:?} {material}"
            );
        }
    }
}

#[test]
fn every_entry_follows_from_its_moves() {
    for rules in Rules::ALL {
        let tables = up_to(3, Shape::STANDARD, rules);
        for material in Material::up_to(3) {
            tables.verify_material(material, &BuildControl::default()).unwrap();
        }
    }
}

#[test]
fn a_jump_in_progress_is_worth_its_best_way_on() {
    // The king on c5 may capture the last piece, or stop beside it.
    let rules = Rules::ALL[1];
    let tables = up_to(3, Shape::STANDARD, rules);
    let mut board = Board::empty(Shape::STANDARD);
    let put = |board: &mut Board, square: &str, letter| {
        board.put(square.parse().unwrap(), Piece::from_letter(letter).unwrap()).unwrap();
    };
    put(&mut board, "c5", 'R');
    put(&mut board, "d6", 'B');
    let jumping = Some("c5".parse().unwrap());
    let position = Setup { board, turn: Player::Red, rules, jumping }.position().unwrap();
    assert_eq!(tables.probe(&position), Some(Value::Won(1)));
    let alone = alone_up_to(3, Shape::STANDARD, rules, "jump");
    assert_eq!(alone.result(&position), Some(Wdl::Win));
}

#[test]
fn positions_of_other_games_are_not_in_the_tables() {
    let tables = up_to(2, Shape::STANDARD, Rules::ENGLISH);
    let mut board = Board::empty(Shape::STANDARD);
    board.put("c5".parse().unwrap(), Piece::from_letter('R').unwrap()).unwrap();
    board.put("h8".parse().unwrap(), Piece::from_letter('B').unwrap()).unwrap();
    let setup = Setup { board, turn: Player::Red, rules: Rules::ENGLISH, jumping: None };
    assert!(tables.probe(&setup.position().unwrap()).is_some());
    let other_rules = Setup { rules: Rules::ALL[0], ..setup };
    assert_eq!(tables.probe(&other_rules.position().unwrap()), None);
    let passing = Rules { blocked: Blocked::Passes, ..Rules::ENGLISH };
    assert_eq!(tables.probe(&Setup { rules: passing, ..setup }.position().unwrap()), None);
    let mut with_third = setup;
    with_third.board.put("a1".parse().unwrap(), Piece::from_letter('r').unwrap()).unwrap();
    assert_eq!(tables.probe(&with_third.position().unwrap()), None, "three pieces");
    let mut uncrowned = setup;
    uncrowned.board.put("h8".parse().unwrap(), Piece::from_letter('r').unwrap()).unwrap();
    uncrowned.board.put("a1".parse().unwrap(), Piece::from_letter('B').unwrap()).unwrap();
    uncrowned.board.remove("c5".parse().unwrap());
    assert_eq!(tables.probe(&uncrowned.position().unwrap()), None, "a man on its crowning row");
}
