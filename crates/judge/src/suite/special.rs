//! Cases for special boards, and for the forms that a file may have.

use super::draw::Draw;
use super::judged::Judged;
use super::{LARGER_TREE, SuiteOptions};
use crate::case::Case;
use rankmoves_core::exchange::Document;
use rankmoves_core::{Board, Piece, Player, Position, Role, Setup};

/// The number of boards that a special one is chosen from.
const DRAWN: usize = 400;

/// The most moves of a special board, and the most jumps of one move: plain
/// programs have arrays for no more.
const MOST_MOVES: usize = 100;
const MOST_JUMPS: usize = 15;

/// Makes the special cases, as far as the options allow them.
pub(super) fn cases(draw: &mut Draw) -> Vec<Judged> {
    let mut made = Vec::new();
    for player in [Player::Red, Player::Black] {
        let board = lone(draw, player.opponent());
        let setup = Setup { board, turn: player, rules: draw.rules(), jumping: None };
        made.push(("no-pieces", format!("a player, {player}, without pieces"), setup));
    }
    let stuck = |draw: &mut Draw| {
        let setup = draw.stuck();
        setup
            .position()
            .ok()
            .filter(|position| !position.has_moves() && position.board().count(position.turn()) > 0)
    };
    if let Some(position) = (0..DRAWN * 10).find_map(|_| stuck(draw)) {
        made.push(("no-moves", "a player whose pieces cannot move".to_owned(), position.setup()));
    }
    let many = |position: &Position| Some(position.legal_moves().len()).filter(|&moves| moves <= MOST_MOVES);
    if let Some(position) = greatest(draw, kings, many) {
        let moves = position.legal_moves().len();
        made.push(("many-moves", format!("a position with {moves} moves"), position.setup()));
    }
    if let Some(position) = greatest(draw, chain, longest_chain) {
        let jumps = longest_chain(&position).unwrap_or_default();
        made.push(("long-chain", format!("a move of {jumps} jumps"), position.setup()));
    }
    let mut cases: Vec<Judged> = made
        .into_iter()
        .filter_map(|(name, purpose, setup)| {
            let text = Document::new(setup, []).to_string();
            case(draw.options, (text, true), (name, purpose))
        })
        .collect();
    let start = draw.game(0).setup();
    let start = (Document::new(Setup { turn: Player::Red, ..start }, []).to_string(), false);
    cases.extend(case(draw.options, start, ("start", "the start of a game".to_owned())));
    cases.extend(forms(draw));
    cases
}

/// Makes a case at the greatest depth that fits.
fn case(
    options: &SuiteOptions,
    (text, verbose): (String, bool),
    (name, purpose): (&str, String),
) -> Option<Judged> {
    let (first, last) = (*options.depths.start(), *options.depths.end());
    let mut depths = (first..=last.min(first.saturating_add(2))).rev();
    let made = depths.find_map(|depth| Case::with_tree(text.clone(), depth, verbose, LARGER_TREE));
    let mut judged = Judged::new(made.filter(|case| options.allow(case))?);
    (judged.case.name, judged.case.purpose) = (name.to_owned(), purpose);
    Some(judged)
}

/// Draws a board with a few men of one player.
fn lone(draw: &mut Draw, player: Player) -> Board {
    let mut board = Board::empty(draw.options.shape);
    let squares = board.shape().squares().filter(|square| square.rank() != board.crowning_rank(player));
    let squares = draw.rng.choose_multiple(squares, 2);
    for square in squares {
        board.put(square, Piece { player, role: Role::Man }).expect("the square is playable");
    }
    board
}

/// Draws a chain of jumps.
fn chain(draw: &mut Draw) -> Setup {
    draw.chain()
}

/// Draws a board with many kings of the player to move and few enemies.
fn kings(draw: &mut Draw) -> Setup {
    let turn = draw.player();
    let mut board = Board::empty(draw.options.shape);
    let count = board.shape().squares().count();
    let own = count * 3 / 8;
    let enemies = draw.rng.usize(1..=3);
    let mut squares = draw.rng.choose_multiple(board.shape().squares(), own + enemies);
    draw.rng.shuffle(&mut squares);
    for (index, square) in squares.into_iter().enumerate() {
        let player = if index < own { turn } else { turn.opponent() };
        board.put(square, Piece { player, role: Role::King }).expect("the square is playable");
    }
    Setup { board, turn, rules: draw.rules(), jumping: None }
}

/// Draws boards and returns the one of the greatest measure.
fn greatest(
    draw: &mut Draw,
    setup: impl Fn(&mut Draw) -> Setup,
    measure: impl Fn(&Position) -> Option<usize>,
) -> Option<Position> {
    let drawn = (0..DRAWN).filter_map(|_| {
        let position = setup(draw).position().ok()?;
        Some((measure(&position)?, position))
    });
    drawn.max_by_key(|&(measure, _)| measure).map(|(_, position)| position)
}

/// Returns the number of jumps of the longest move, if it is not beyond measure.
fn longest_chain(position: &Position) -> Option<usize> {
    let moves = position.legal_moves();
    let longest = moves.iter().map(|mv| mv.captured().len()).max()?;
    (longest <= MOST_JUMPS && moves.len() <= MOST_MOVES).then_some(longest)
}

/// A form of a file: its name, its purpose, and the change of a text to it.
type Form = (&'static str, &'static str, fn(&str) -> String);

/// The forms that a file may have.
const FORMS: [Form; 8] = [
    ("comments", "comments with rules, players and pieces in them", commented),
    ("bare-board", "a board without `|` and `---`", bare),
    ("one-line", "a file that is one line", |text| bare(text).replace('\n', " ")),
    ("blanks", "empty lines, tabs and blanks", blanks),
    ("crlf", "lines that end with CR and LF", |text| text.replace('\n', "\r\n")),
    ("byte-order-mark", "a byte-order mark", |text| format!("\u{feff}{text}")),
    ("rules-swapped", "the two rules in the other order", rules_swapped),
    ("no-line-feed", "no line feed at the end", |text| text.trim_end().to_owned()),
];

/// Makes cases for the forms that a file may have.
fn forms(draw: &mut Draw) -> Vec<Judged> {
    let made = FORMS.iter().filter_map(|&(name, purpose, form)| {
        let plies = draw.rng.u32(10..30);
        let text = Document::new(draw.game(plies).setup(), []).to_string();
        case(draw.options, (form(&text), false), (name, purpose.to_owned()))
    });
    made.collect()
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// Leaves comments and lines between the ranks out.
fn bare(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("---"));
    lines.map(|line| without_comment(line).replace('|', " ") + "\n").collect()
}

fn rules_swapped(text: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.swap(1, 2);
    lines.concat()
}

/// Adds comments that name rules, players and pieces.
pub(super) fn commented(text: &str) -> String {
    let comment = |line: &str| match line {
        "no capture" | "capture" => " # capture, no capture: one of the two",
        "single jumps" | "multiple jumps" => " # single jumps or multiple jumps",
        "red" | "black" => " # red or black; black and red",
        _ if line.contains('|') => ": r R b B . \"",
        _ => "",
    };
    let lines = text.lines().map(|line| format!("{line}{}\n", comment(line)));
    "# A board: r and b are men, R and B kings.\n".to_owned() + &lines.collect::<String>()
}

/// Adds blanks between the words, but none within a rule.
fn blanks(text: &str) -> String {
    let wide = |line: &str| {
        let line = without_comment(line);
        let line =
            if line.contains('|') { line.replace(' ', "  ").replace("  |", "\t|") } else { line.to_owned() };
        format!("  {line} \t\n\n")
    };
    text.lines().map(wide).collect()
}
