//! Makes cases for special boards, and for the forms that a file may have.

use super::draw::Draw;
use super::{MAX_LARGER_TREE_MOVES, SuiteOptions};
use crate::case::Case;
use crate::mistake::Mistake;
use crate::mutant::Mutant;
use rankmoves_core::exchange::Document;
use rankmoves_core::{Board, Capture, Piece, Player, Position, Role, Setup, Shape, Square};

/// The number of boards from which a special board is chosen.
const DRAWN_BOARDS: usize = 400;

/// The maximum number of legal moves on a special board. The arrays of simple programs may hold no more.
const MAX_LEGAL_MOVES: usize = 100;
/// The maximum number of jumps in a move on a special board, for the same reason.
const MAX_JUMPS: usize = 15;

/// Makes the special cases that the options allow.
pub(super) fn cases(draw: &mut Draw) -> Vec<Case> {
    let mut made = Vec::new();
    for player in [Player::Red, Player::Black] {
        let mut board = Board::empty(draw.options.shape);
        let men = Piece { player: player.opponent(), role: Role::Man };
        let last = board.crowning_rank(men.player);
        let squares = board.shape().squares().filter(|square| square.rank() != last);
        for square in draw.rng.choose_multiple(squares, 2) {
            board.put(square, men).expect("the square is playable");
        }
        let setup = Setup { board, turn: player, rules: draw.rules(), jumping: None };
        made.push((format!("a player, {player}, without pieces"), setup));
    }
    let is_stuck = |position: &Position| !position.has_moves() && position.board().count(position.turn()) > 0;
    let mut stuck = (0..DRAWN_BOARDS * 10).filter_map(|_| draw.stuck().position().ok());
    let stuck = stuck.find(is_stuck).map(|position| position.setup());
    made.extend(stuck.map(|setup| ("a player whose pieces cannot move".to_owned(), setup)));
    let many =
        |position: &Position| Some(position.legal_moves().count()).filter(|&moves| moves <= MAX_LEGAL_MOVES);
    let many = greatest(draw, kings, many);
    made.extend(many.map(|(moves, setup)| (format!("a position with {moves} moves"), setup)));
    let chain = greatest(draw, Draw::chain, longest_chain);
    made.extend(chain.map(|(jumps, setup)| (format!("a move of {jumps} jumps"), setup)));
    let text = |setup| Document::new(setup, []).to_string();
    let made =
        made.into_iter().filter_map(|(purpose, setup)| case(draw.options, (text(setup), true), purpose));
    let mut cases: Vec<Case> = made.collect();
    let start = Setup { turn: Player::Red, ..draw.game(0).setup() };
    cases.extend(case(draw.options, (text(start), false), "the start of a game".to_owned()));
    cases.extend(forms(draw));
    cases.extend(other_boards(draw));
    cases.extend(deep(draw));
    cases.extend(returning(draw));
    cases
}

/// Makes a case at the greatest depth that fits.
fn case(options: &SuiteOptions, (text, verbose): (String, bool), purpose: String) -> Option<Case> {
    let (first, last) = (*options.depths.start(), *options.depths.end());
    let depths = first..=last.min(first.saturating_add(2));
    Some(Case { purpose, ..options.case(&text, depths, verbose, MAX_LARGER_TREE_MOVES)? })
}

/// Makes a case on a smaller board, and a case on a larger board whose ranks have two digits.
fn other_boards(draw: &mut Draw) -> Vec<Case> {
    let shape = draw.options.shape;
    if !draw.options.other_boards || !shape.has_standard_size() {
        return Vec::new();
    }
    let made = [(6, 5), (10, 12)].into_iter().filter_map(|(ranks, files)| {
        let shape = Shape::new(ranks, files, shape.is_flipped()).ok()?;
        let options = SuiteOptions { shape, ..draw.options.clone() };
        let mut other = Draw { options: &options, rng: draw.rng.fork() };
        let position = (0..DRAWN_BOARDS * 10).find_map(|_| {
            let position = other.few().position().ok()?;
            reaches_the_edges(&position).then_some(position)
        })?;
        let text = Document::new(position.setup(), []).to_string();
        case(&options, (text, false), format!("a board of {ranks}x{files}"))
    });
    made.collect()
}

/// Returns whether each player could crown a man if it were that player's turn, and some move of the player
/// to move starts on the top rank or reaches it. Programs that assume an 8x8 board crown men elsewhere.
fn reaches_the_edges(position: &Position) -> bool {
    let crowns = |player: Player| {
        let Ok(position) = Setup { turn: player, ..position.setup() }.position() else { return false };
        let last = position.board().crowning_rank(player);
        position.legal_moves().any(|mv| {
            let is_man = position.board().get(mv.path().start()).is_some_and(|piece| !piece.is_king());
            is_man && mv.path().squares().last().is_some_and(|square| square.rank() == last)
        })
    };
    let last = position.board().shape().ranks() - 1;
    let is_on_last = |square: &Square| square.rank() == last;
    let mut moves = position.legal_moves();
    crowns(Player::Red) && crowns(Player::Black) && moves.any(|mv| mv.path().squares().iter().any(is_on_last))
}

/// The depths at which returning kings show a repetition, and scores stored without the depth, even if a
/// program neither compares nor stores the positions after the last moves.
const REPETITION_CASE_DEPTH: u32 = 4;
const MEMO_CASE_DEPTH: u32 = 5;

/// The number of cases from which the case with wrongly stored scores is chosen.
const MEMO_CASES: usize = 200;

/// Makes two cases in which positions occur again: on the same path, and with another depth left.
fn returning(draw: &mut Draw) -> Vec<Case> {
    // If the first score is wrong, clearing the stored scores after each move of the root does not help; if the
    // second is wrong as well, storing none after the last moves does not help either.
    let is_wrong_twice = |case: &Case| {
        let answer = Mutant::new(Mistake::DepthNotInMemo).answer(&case.question()).unwrap_or_default();
        let mut pairs = answer.lines().zip(case.answer.lines()).take(2);
        answer.lines().count() > 1 && pairs.all(|(given, right)| given != right)
    };
    let repeated = draw.returning_case(REPETITION_CASE_DEPTH, Mistake::RepetitionDrawn);
    let mut caught =
        (0..MEMO_CASES).map_while(|_| draw.returning_case(MEMO_CASE_DEPTH, Mistake::DepthNotInMemo));
    let stored = caught.find(is_wrong_twice);
    let made = [
        (repeated, "kings that come back to the same position"),
        (stored, "positions that occur again at another depth"),
    ];
    made.into_iter().filter_map(|(case, purpose)| Some(Case { purpose: purpose.into(), ..case? })).collect()
}

/// The depth of the deep case: a number of two digits.
const DEEP_CASE_DEPTH: u32 = 10;

/// The distance of the man from its crowning rank, in moves. At depth 10 the player makes 6 moves (the first,
/// and one at every second ply), so the last of them crowns the man.
const MOVES_TO_CROWN: u8 = 6;

/// The maximum size of the tree of the deep case, in moves.
const MAX_DEEP_TREE_MOVES: usize = 1000;

/// Makes a case with a deep and narrow tree whose answer differs from the answers at all lower
/// depths, because the last move crowns a man.
fn deep(draw: &mut Draw) -> Option<Case> {
    if !draw.options.depths.contains(&DEEP_CASE_DEPTH) {
        return None;
    }
    let made = (0..DRAWN_BOARDS * 10).find_map(|_| {
        let mut setup = draw.empty();
        let squares: Vec<Square> = setup.board.shape().squares().collect();
        for player in [setup.turn, setup.turn.opponent()] {
            let last = setup.board.crowning_rank(player);
            let square = draw.rng.choice(&squares).copied()?;
            let to_go = square.rank().abs_diff(last);
            let is_far = if player == setup.turn { to_go == MOVES_TO_CROWN } else { to_go > 0 };
            if !is_far || setup.board.get(square).is_some() {
                return None;
            }
            setup.board.put(square, Piece { player, role: Role::Man }).expect("the square is playable");
        }
        let text = Document::new(setup, []).to_string();
        let deep = Case::with_tree(text.clone(), DEEP_CASE_DEPTH, false, MAX_DEEP_TREE_MOVES)?;
        let differs =
            |depth| Case::new(text.clone(), depth, false).is_some_and(|other| other.answer != deep.answer);
        (0..DEEP_CASE_DEPTH).all(differs).then_some(deep)
    });
    let purpose = "a two-digit depth whose answer differs from those of all lower depths".to_owned();
    Some(Case { purpose, ..made? })
}

/// Generates a random board with many kings of the player to move and few enemies.
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

/// Generates random boards, and returns the board with the greatest measure, after that measure.
fn greatest<'a>(
    draw: &mut Draw<'a>,
    setup: impl Fn(&mut Draw<'a>) -> Setup,
    measure: impl Fn(&Position) -> Option<usize>,
) -> Option<(usize, Setup)> {
    let drawn = (0..DRAWN_BOARDS).filter_map(|_| {
        let position = setup(draw).position().ok()?;
        Some((measure(&position)?, position.setup()))
    });
    drawn.max_by_key(|&(measure, _)| measure)
}

/// Returns the number of jumps of the longest move; `None` if there are too many jumps or moves, or no moves.
fn longest_chain(position: &Position) -> Option<usize> {
    let moves: Vec<_> = position.legal_moves().collect();
    let longest = moves.iter().map(|mv| mv.captured().len()).max()?;
    (longest <= MAX_JUMPS && moves.len() <= MAX_LEGAL_MOVES).then_some(longest)
}

/// A transformation of a text that keeps its meaning: the purpose, and the function.
type Transformation = (&'static str, fn(&str) -> String);

/// The transformations of a text to the forms that a file may have.
const FORMS: [Transformation; 12] = [
    ("comments with rules, players and pieces in them", commented),
    ("a board without `|` and `---`", bare),
    ("a file that is one line", |text| bare(text).replace('\n', " ")),
    ("empty lines, tabs and blanks", blanks),
    ("lines that end with CR and LF", |text| text.replace('\n', "\r\n")),
    ("a byte-order mark", |text| format!("\u{feff}{text}")),
    ("the two rules in the other order", rules_swapped),
    ("no line feed at the end", |text| text.trim_end().to_owned()),
    ("a blank after the colon of each section, as in `TURN: black`", |text| text.replace(":\n", ": ")),
    ("nothing after the colon of each section, as in `TURN:black`", |text| text.replace(":\n", ":")),
    ("a blank before the colon of each section", |text| text.replace(":\n", " :\n")),
    ("comments of several kilobytes, in long lines", long),
];

/// Makes cases for the forms that a file may have.
fn forms(draw: &mut Draw) -> Vec<Case> {
    let made = FORMS.iter().filter_map(|&(purpose, form)| {
        let plies = draw.rng.u32(10..30);
        let mut setup = draw.game(plies).setup();
        // A program that fails to recognise a word may fall back on red and `no capture`, so these cases use
        // the opposite where the options permit it.
        if purpose.contains("TURN") {
            setup.turn = Player::Black;
            setup.rules.capture = draw.options.rules.map_or(Capture::Required, |rules| rules.capture);
        }
        case(draw.options, (form(&Document::new(setup, []).to_string()), false), purpose.to_owned())
    });
    made.collect()
}

/// Puts comments that are longer than usual buffers before the text.
fn long(text: &str) -> String {
    let comment = format!("#{}\n", " red black capture single jumps r R b B .".repeat(60));
    comment.repeat(4) + text
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// Removes comments, and the lines drawn between ranks and between files.
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

/// Removes comments. Adds blanks, tabs and empty lines, but no blanks within a rule.
fn blanks(text: &str) -> String {
    let wide = |line: &str| {
        let line = without_comment(line);
        let line =
            if line.contains('|') { line.replace(' ', "  ").replace("  |", "\t|") } else { line.to_owned() };
        format!("  {line} \t\n\n")
    };
    text.lines().map(wide).collect()
}
