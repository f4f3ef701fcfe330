//! Tests that legal moves are played, and all other moves are refused with a reason.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rankmoves_core::{Move, Path, Piece, Ply, Position, Role, Setup, Shape, Square};
use testing::seed::config;
use testing::support::{any_shape, position};

use super::{MANY, legal_paths};

/// A recipe for a path; its numbers are taken modulo the number of choices.
#[derive(Clone, Debug)]
enum Draft {
    /// Squares on the board, or one file or rank beyond it.
    Squares(Vec<(u8, u8)>),
    /// Steps and jumps in any direction, from a piece.
    Walk(Index, Vec<(bool, bool, bool)>),
    /// A legal move.
    Legal(Index),
    /// A legal move with one square replaced by another.
    Altered(Index, Index, (u8, u8)),
    /// A legal move without its last square, or without its first if the flag is true.
    Cut(Index, bool),
    /// A legal move with one more square.
    Extended(Index, (u8, u8)),
}

fn any_draft() -> BoxedStrategy<Draft> {
    let pair = || any::<(u8, u8)>();
    prop_oneof![
        vec(pair(), 2..6).prop_map(Draft::Squares),
        (any::<Index>(), vec(any::<(bool, bool, bool)>(), 1..5)).prop_map(|(at, legs)| Draft::Walk(at, legs)),
        any::<Index>().prop_map(Draft::Legal),
        (any::<Index>(), any::<Index>(), pair()).prop_map(|(at, which, by)| Draft::Altered(at, which, by)),
        any::<(Index, bool)>().prop_map(|(at, first)| Draft::Cut(at, first)),
        (any::<Index>(), pair()).prop_map(|(at, by)| Draft::Extended(at, by)),
    ]
    .boxed()
}

/// Returns a square on the board, or one file or rank beyond it.
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

/// Returns the position with men and kings exchanged. Some moves keep their paths, but crown a man in only
/// one of the two positions.
fn with_roles_exchanged(position: &Position) -> Option<Position> {
    let mut board = *position.board();
    for (square, piece) in position.board().iter() {
        let role = if piece.role == Role::Man { Role::King } else { Role::Man };
        board.put(square, Piece { role, ..piece }).unwrap();
    }
    Setup { board, jumping: None, ..position.setup() }.position().ok()
}

/// Checks that `after`, which checks nothing, and `play` lead to the same position.
fn check_legal(position: &Position, legal: &Move) -> Result<(), TestCaseError> {
    let after = Ok(position.after(legal));
    prop_assert_eq!(&position.play(legal), &after, "{}", legal.path());
    prop_assert_eq!(&position.play_ply(&Ply::from(legal)), &after, "{}", legal.path());
    Ok(())
}

/// Checks that a move from another position is played or refused like its path in this position.
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
        let legal = start.legal_moves().up_to(MANY);
        prop_assume!(legal.is_complete);
        let others = [Some(position(&other)), with_roles_exchanged(&start)];
        // Also check the positions after a whole move and after its first leg.
        let next = (!legal.moves.is_empty()).then(|| first.get(&legal.moves)).map(|mv| {
            let squares = mv.path().squares();
            [start.after(mv), start.advance(squares[0], squares[1]).unwrap()]
        });
        for mv in &legal.moves {
            check_legal(&start, mv)?;
            next.iter().flatten().try_for_each(|next| check_foreign(next, mv))?;
        }
        for other in others.into_iter().flatten().chain(next.into_iter().flatten()) {
            for mv in &other.legal_moves().up_to(MANY).moves {
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
        // Also check the position after the first leg of a move, when a jump may be in progress.
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
