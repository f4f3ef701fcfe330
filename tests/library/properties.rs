//! Properties of every position that need no oracle.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rankmoves::{
    Board, Capture, Jumps, Move, Path, Piece, Player, Ply, Position, Role, Rules, Setup, Shape, Square,
    divide, perft, rank, score,
};
use testing::plain::Plain;
use testing::seed::config;
use testing::support::{affordable_depth, other_shapes, position, sparse, standard};

/// The greatest number of moves of a position with each move tried in many ways.
const MANY: usize = 300;

fn any_shape() -> impl Strategy<Value = Plain> {
    prop_oneof![standard(), sparse(), other_shapes()]
}

fn legal_paths(position: &Position) -> BTreeSet<Path> {
    position.legal_moves().iter().map(|legal| legal.path().clone()).collect()
}

fn under(rules: Rules, position: &Position) -> Position {
    Setup { rules, ..position.setup() }.position().unwrap()
}

// Symmetries.

/// A symmetry of the rules: a change of the board and the players.
#[derive(Clone, Copy)]
enum Symmetry {
    /// The board is turned by 180 degrees, the colours are exchanged.
    Turned,
    /// The files are in reverse order.
    Mirrored,
}

impl Symmetry {
    fn square(self, shape: Shape, square: Square) -> Square {
        let file = shape.files() - 1 - square.file();
        let rank = match self {
            Symmetry::Turned => shape.ranks() - 1 - square.rank(),
            Symmetry::Mirrored => square.rank(),
        };
        Square::new(file, rank).unwrap()
    }

    fn player(self, player: Player) -> Player {
        match self {
            Symmetry::Turned => player.opponent(),
            Symmetry::Mirrored => player,
        }
    }

    fn path(self, shape: Shape, path: &Path) -> Path {
        Path::new(path.squares().iter().map(|&square| self.square(shape, square)).collect()).unwrap()
    }

    fn position(self, position: &Position) -> Position {
        let shape = position.board().shape();
        // The new board is flipped if the square that comes to the top left is playable.
        let top_left = Square::new(0, shape.ranks() - 1).unwrap();
        let flipped = shape.is_playable(self.square(shape, top_left));
        let mut board =
            Board::empty(Shape::new(shape.ranks().into(), shape.files().into(), flipped).unwrap());
        for (square, piece) in position.board().iter() {
            let piece = Piece { player: self.player(piece.player), ..piece };
            board.put(self.square(shape, square), piece).unwrap();
        }
        let turn = self.player(position.turn());
        Setup { board, turn, rules: position.rules(), jumping: None }.position().unwrap()
    }
}

fn check_symmetry(symmetry: Symmetry, plain: &Plain) -> Result<(), TestCaseError> {
    let one = position(plain);
    let other = position(&match symmetry {
        Symmetry::Turned => plain.turned(),
        Symmetry::Mirrored => plain.mirrored(),
    });
    prop_assert_eq!(symmetry.position(&one), other);
    let shape = one.board().shape();
    for legal in one.legal_moves() {
        let image = other.find(&symmetry.path(shape, legal.path()));
        prop_assert!(image.is_ok(), "{}: {:?}", legal, image);
        let image = image.unwrap();
        let captured: Vec<_> =
            legal.captured().iter().map(|&square| symmetry.square(shape, square)).collect();
        prop_assert_eq!((image.captured(), image.crowns()), (&captured[..], legal.crowns()));
        let played = one.play(&legal).unwrap();
        prop_assert_eq!(other.play(&image), Ok(symmetry.position(&played)));
    }
    prop_assert_eq!(one.legal_moves().len(), other.legal_moves().len());
    for player in Player::ALL {
        prop_assert_eq!(score(&one, player), score(&other, symmetry.player(player)));
    }
    for depth in 0..=affordable_depth(&one, 3, 3_000) {
        prop_assert_eq!(perft(&one, depth).unwrap(), perft(&other, depth).unwrap(), "perft {}", depth);
        let mut parts: Vec<_> = divide(&one, depth)
            .unwrap()
            .into_iter()
            .map(|(legal, count)| (symmetry.path(shape, legal.path()), count))
            .collect();
        parts.sort_unstable();
        let images: Vec<_> = divide(&other, depth)
            .unwrap()
            .into_iter()
            .map(|(legal, count)| (legal.path().clone(), count))
            .collect();
        prop_assert_eq!(parts, images, "divide {}", depth);
        let mut ranked: Vec<_> = rank(&one, depth)
            .unwrap()
            .into_iter()
            .map(|ranked| (symmetry.path(shape, ranked.mv.path()), ranked.score))
            .collect();
        ranked.sort_unstable();
        let images: Vec<_> = rank(&other, depth)
            .unwrap()
            .into_iter()
            .map(|ranked| (ranked.mv.path().clone(), ranked.score))
            .collect();
        prop_assert_eq!(ranked, images, "rank at depth {}", depth);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn turning_the_board_and_exchanging_the_colours_changes_nothing(plain in any_shape()) {
        check_symmetry(Symmetry::Turned, &plain)?;
    }

    #[test]
    fn a_mirror_changes_nothing(plain in any_shape()) {
        check_symmetry(Symmetry::Mirrored, &plain)?;
    }
}

// The four combinations of the rules.

/// Returns the prefixes of a path that end between its first square and its last.
fn proper_prefixes(path: &Path) -> impl Iterator<Item = Path> {
    (2..path.squares().len()).filter_map(|length| Path::new(path.squares()[..length].to_vec()))
}

fn is_jump(path: &Path) -> bool {
    path.squares()[0].rank().abs_diff(path.squares()[1].rank()) == 2
}

proptest! {
    #![proptest_config(config(6000))]

    #[test]
    fn prefixes_of_chains_are_moves_only_under_no_capture_with_multiple_jumps(plain in any_shape()) {
        let position = position(&plain);
        for rules in Rules::ALL {
            let paths = legal_paths(&under(rules, &position));
            let longest = paths.iter().map(|path| path.squares().len()).max().unwrap_or(0);
            prop_assert!(rules.jumps == Jumps::Multiple || longest <= 2, "{:?} {:?}", rules, paths);
            for prefix in paths.iter().flat_map(proper_prefixes) {
                let expected = rules.capture == Capture::Optional && rules.jumps == Jumps::Multiple;
                prop_assert_eq!(paths.contains(&prefix), expected, "{} under {:?}", prefix, rules);
            }
        }
    }

    #[test]
    fn the_moves_under_no_capture_with_multiple_jumps_determine_all_others(plain in any_shape()) {
        let position = position(&plain);
        let [free_single, free, forced_single, forced] =
            Rules::ALL.map(|rules| legal_paths(&under(rules, &position)));
        let single: BTreeSet<Path> = free.iter().filter(|path| path.squares().len() == 2).cloned().collect();
        prop_assert_eq!(&free_single, &single);
        let cut_short: BTreeSet<Path> = free.iter().flat_map(proper_prefixes).collect();
        let complete: BTreeSet<Path> = free.difference(&cut_short).cloned().collect();
        let jumps_first = |paths: BTreeSet<Path>| {
            let (jumps, steps): (BTreeSet<Path>, _) = paths.into_iter().partition(is_jump);
            if jumps.is_empty() { steps } else { jumps }
        };
        prop_assert_eq!(&forced_single, &jumps_first(single));
        prop_assert_eq!(&forced, &jumps_first(complete));
    }
}

// Chains jump by jump.

/// Returns the rests of the moves that begin with the first `done` squares of a path.
fn rests(paths: &BTreeSet<Path>, path: &Path, done: usize) -> BTreeSet<Path> {
    let begun = &path.squares()[..done];
    let same = paths.iter().filter(|other| other.squares().starts_with(begun));
    same.filter_map(|other| Path::new(other.squares()[done - 1..].to_vec())).collect()
}

/// Plays every move of a position leg by leg, and checks the position after each leg.
fn check_chains(start: &Position) -> Result<(), TestCaseError> {
    let paths = legal_paths(start);
    prop_assume!(paths.len() <= MANY);
    for path in &paths {
        let squares = path.squares();
        let end = start.play_ply(&Ply::Move(path.clone()));
        let mut here = *start;
        for done in 2..=squares.len() {
            here = here.advance(squares[done - 2], squares[done - 1]).unwrap();
            let rests = rests(&paths, path, done);
            if rests.is_empty() {
                prop_assert_eq!(Ok(here), end, "{}", path);
                break;
            }
            prop_assert_eq!((here.turn(), here.jumping()), (start.turn(), Some(squares[done - 1])));
            prop_assert_eq!(&legal_paths(&here), &rests, "{} after {} squares", path, done);
            prop_assert_eq!(here.setup().position(), Ok(here));
            if let Some(rest) = Path::new(squares[done - 1..].to_vec()) {
                prop_assert_eq!(&here.play_ply(&Ply::Move(rest.clone())), &end, "{} from {}", path, rest);
            } else {
                prop_assert_eq!(&here.stop_jumping(), &end, "{} stopped", path);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn a_chain_jump_by_jump_leads_where_its_path_does(plain in any_shape(), multiple in any::<bool>()) {
        let position = position(&plain);
        check_chains(&position)?;
        let jumps = if multiple { Jumps::Multiple } else { Jumps::Single };
        check_chains(&under(Rules { jumps, ..position.rules() }, &position))?;
    }
}

// Legal and illegal moves.

/// A recipe for a path; its numbers are taken modulo the choices there are.
#[derive(Clone, Debug)]
enum Draft {
    /// Squares on the board or one off it.
    Squares(Vec<(u8, u8)>),
    /// From a piece by steps and jumps in any direction.
    Walk(Index, Vec<(bool, bool, bool)>),
    /// A legal move.
    Legal(Index),
    /// A legal move with another square in place of one.
    Altered(Index, Index, (u8, u8)),
    /// A legal move without its last square, or its first.
    Cut(Index, bool),
    /// A legal move with a square behind it.
    Extended(Index, (u8, u8)),
}

fn any_draft() -> impl Strategy<Value = Draft> {
    let pair = || any::<(u8, u8)>();
    prop_oneof![
        vec(pair(), 2..6).prop_map(Draft::Squares),
        (any::<Index>(), vec(any::<(bool, bool, bool)>(), 1..5)).prop_map(|(at, legs)| Draft::Walk(at, legs)),
        any::<Index>().prop_map(Draft::Legal),
        (any::<Index>(), any::<Index>(), pair()).prop_map(|(at, which, by)| Draft::Altered(at, which, by)),
        any::<(Index, bool)>().prop_map(|(at, first)| Draft::Cut(at, first)),
        (any::<Index>(), pair()).prop_map(|(at, by)| Draft::Extended(at, by)),
    ]
}

/// Returns a square on the board, or one file or rank off it.
fn near(shape: Shape, (file, rank): (u8, u8)) -> Square {
    Square::new(file % (shape.files() + 1), rank % (shape.ranks() + 1)).unwrap()
}

/// Returns the square one or two steps away, unless it has no name.
fn leg(from: Square, (jump, right, up): (bool, bool, bool)) -> Option<Square> {
    let distance = if jump { 2 } else { 1 };
    let moved = |value: u8, more| {
        if more { value.checked_add(distance) } else { value.checked_sub(distance) }
    };
    Square::new(moved(from.file(), right)?, moved(from.rank(), up)?)
}

fn drafted(position: &Position, draft: Draft) -> Option<Path> {
    let shape = position.board().shape();
    let paths: Vec<Path> = legal_paths(position).into_iter().collect();
    let legal = |at: Index| if paths.is_empty() { Vec::new() } else { at.get(&paths).squares().to_vec() };
    Path::new(match draft {
        Draft::Squares(pairs) => pairs.into_iter().map(|pair| near(shape, pair)).collect(),
        Draft::Walk(at, legs) => {
            let pieces: Vec<Square> = position.board().iter().map(|(square, _)| square).collect();
            let start = (!pieces.is_empty()).then(|| *at.get(&pieces))?;
            let mut squares = vec![start];
            squares.extend(legs.into_iter().scan(start, |here, offset| {
                *here = leg(*here, offset)?;
                Some(*here)
            }));
            squares
        }
        Draft::Legal(at) => legal(at),
        Draft::Altered(at, which, by) => {
            let mut squares = legal(at);
            let which = which.index(squares.len().max(1));
            *squares.get_mut(which)? = near(shape, by);
            squares
        }
        Draft::Cut(at, first) => {
            let mut squares = legal(at);
            let last = squares.len().checked_sub(1)?;
            squares.remove(if first { 0 } else { last });
            squares
        }
        Draft::Extended(at, by) => {
            let mut squares = legal(at);
            squares.push(near(shape, by));
            squares
        }
    })
}

fn check_message(error: &impl ToString) -> Result<(), TestCaseError> {
    let message = error.to_string();
    prop_assert!(message.starts_with(|first: char| first.is_ascii_lowercase()), "{}", message);
    prop_assert!(!message.ends_with('.') && !message.contains('\n'), "{}", message);
    prop_assert!(message.chars().count() < 1000, "{}", message);
    Ok(())
}

fn check_path(position: &Position, path: &Path) -> Result<(), TestCaseError> {
    let paths = legal_paths(position);
    let found = position.find(path);
    prop_assert_eq!(found.is_ok(), paths.contains(path), "{}: {:?}", path, found);
    let played = position.play_ply(&Ply::Move(path.clone()));
    match (found, played) {
        (Ok(found), Ok(_)) => prop_assert_eq!(found.path(), path),
        (Err(one), Err(other)) => {
            prop_assert_eq!(&one, &other);
            check_message(&one)?;
        }
        (found, played) => prop_assert!(false, "{path}: found {found:?}, played {played:?}"),
    }
    let first_leg = &path.squares()[..2];
    let advanced = position.advance(first_leg[0], first_leg[1]);
    let begins_a_move = paths.iter().any(|legal| legal.squares().starts_with(first_leg));
    prop_assert_eq!(advanced.is_ok(), begins_a_move, "{:?}: {:?}", first_leg, advanced);
    advanced.err().iter().try_for_each(check_message)
}

/// Returns the position with men in place of kings and kings in place of men,
/// whose moves have the same paths here and there but crown elsewhere.
fn with_roles_exchanged(position: &Position) -> Option<Position> {
    let mut board = *position.board();
    for (square, piece) in position.board().iter() {
        let role = if piece.role == Role::Man { Role::King } else { Role::Man };
        board.put(square, Piece { role, ..piece }).unwrap();
    }
    Setup { board, jumping: None, ..position.setup() }.position().ok()
}

/// Checks that a legal move leads to the same position checked and unchecked.
fn check_legal(position: &Position, legal: &Move) -> Result<(), TestCaseError> {
    let after = Ok(position.after(legal));
    prop_assert_eq!(&position.play(legal), &after, "{}", legal.path());
    prop_assert_eq!(&position.play_ply(&Ply::from(legal)), &after, "{}", legal.path());
    Ok(())
}

/// Checks that a move of another position is played as its path is here, or refused.
fn check_foreign(position: &Position, foreign: &Move) -> Result<(), TestCaseError> {
    let expected = position.find(foreign.path()).map(|found| position.after(&found));
    prop_assert_eq!(&position.play(foreign), &expected, "{}", foreign.path());
    prop_assert_eq!(&position.play_ply(&Ply::from(foreign)), &expected, "{}", foreign.path());
    expected.err().iter().try_for_each(check_message)
}

proptest! {
    #![proptest_config(config(6000))]

    #[test]
    fn moves_are_played_alike_checked_and_unchecked(
        plain in any_shape(),
        other in any_shape(),
        first in any::<Index>(),
    ) {
        let start = position(&plain);
        let legal = start.legal_moves_up_to(MANY);
        prop_assume!(legal.is_complete);
        let others = [Some(position(&other)), with_roles_exchanged(&start)];
        // The position after a move, and amid a chain if there is one.
        let next = (!legal.moves.is_empty()).then(|| first.get(&legal.moves)).map(|mv| {
            let squares = mv.path().squares();
            [start.after(mv), start.advance(squares[0], squares[1]).unwrap()]
        });
        for mv in &legal.moves {
            check_legal(&start, mv)?;
            next.iter().flatten().try_for_each(|next| check_foreign(next, mv))?;
        }
        for other in others.into_iter().flatten().chain(next.into_iter().flatten()) {
            for mv in &other.legal_moves_up_to(MANY).moves {
                check_legal(&other, mv)?;
                check_foreign(&start, mv)?;
            }
        }
    }

    #[test]
    fn the_listed_moves_are_accepted_and_no_others(
        plain in any_shape(),
        drafts in vec(any_draft(), 1..12),
        first_jump in any::<Index>(),
    ) {
        let start = position(&plain);
        let legal: Vec<Path> = legal_paths(&start).into_iter().collect();
        prop_assume!(legal.len() <= MANY);
        // The same after the first jump of a move, which may then be in progress.
        let next = (!legal.is_empty()).then(|| {
            let squares = first_jump.get(&legal).squares();
            start.advance(squares[0], squares[1]).unwrap()
        });
        for position in [Some(start), next].into_iter().flatten() {
            for path in drafts.iter().filter_map(|draft| drafted(&position, draft.clone())) {
                check_path(&position, &path)?;
            }
            position.pass().err().iter().try_for_each(check_message)?;
            position.stop_jumping().err().iter().try_for_each(check_message)?;
        }
    }
}
