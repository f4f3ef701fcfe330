//! The positions at the ends of paths.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::{PerftError, check};
use crate::model::board::{Board, Pieces};
use crate::model::movegen::{self, Effect};
use crate::model::player::Player;
use crate::model::position::{Position, Setup};
use crate::model::rules::Rules;
use crate::model::variant::{self, Side, SidedTask, Variant};
use crate::support::hash::WordHasher;

/// Positions by their pieces, each with the number of paths to it.
type Level = HashMap<Pieces<u128>, u64, BuildHasherDefault<WordHasher>>;

/// Returns the positions after `depth` legal moves, each once, with the number of
/// paths that lead to it: the counts of a perft, times these numbers, add up to a perft
/// that is `depth` plies deeper. The order does not depend on the machine.
///
/// ```
/// use rankmoves_core::{perft, positions_after, Player, Position, Rules};
///
/// let start = Position::start(Rules::ENGLISH, Player::Red);
/// let mut sum = 0;
/// for (position, paths) in positions_after(&start, 4)? {
///     sum += paths * perft(&position, 3)?;
/// }
/// assert_eq!(sum, perft(&start, 7)?);
/// # Ok::<(), rankmoves_core::PerftError>(())
/// ```
///
/// One thread does the work, some million paths a second. All positions are kept in
/// memory: some 300 bytes each.
///
/// # Errors
///
/// If `depth` is more than [`MAX_PERFT_DEPTH`](super::MAX_PERFT_DEPTH), a number of
/// paths is more than fits, or the system refuses the memory.
pub fn positions_after(position: &Position, depth: u32) -> Result<Vec<(Position, u64)>, PerftError> {
    check(depth)?;
    let Some(below) = depth.checked_sub(1) else {
        return Ok(vec![(*position, 1)]);
    };
    let mut level = Level::default();
    if position.jumping().is_some() {
        // In the middle of a chain only the jumping piece may move.
        for mv in position.legal_moves() {
            add(&mut level, position.after(&mv).board().pieces(), 1)?;
        }
    } else {
        add_successors(&mut level, position.board(), position.rules(), position.turn(), 1)?;
    }
    let mut turn = position.turn().opponent();
    for _ in 0..below {
        let mut next = Level::default();
        for (&pieces, &paths) in &level {
            let board = position.board().with_pieces(pieces);
            add_successors(&mut next, &board, position.rules(), turn, paths)?;
        }
        (level, turn) = (next, turn.opponent());
    }
    let setup = Setup { turn, jumping: None, ..position.setup() };
    listed(setup, level)
}

/// Returns the positions of a level in the order of their pieces.
fn listed(setup: Setup, level: Level) -> Result<Vec<(Position, u64)>, PerftError> {
    let mut list = Vec::new();
    list.try_reserve_exact(level.len()).map_err(|_| PerftError::Positions(level.len()))?;
    let position = |pieces| {
        let setup = Setup { board: setup.board.with_pieces(pieces), ..setup };
        setup.position().expect("a setup without a jump in progress is a position")
    };
    list.extend(level.into_iter().map(|(pieces, paths)| (position(pieces), paths)));
    list.sort_unstable_by_key(|(position, _)| {
        let Pieces { red, black, kings } = position.board().pieces();
        (red.0, black.0, kings.0)
    });
    Ok(list)
}

/// Adds the pieces after each move of `player`, with as many paths each.
fn add_successors(
    level: &mut Level,
    board: &Board,
    rules: Rules,
    player: Player,
    paths: u64,
) -> Result<(), PerftError> {
    variant::dispatch_sided(board, rules, player, AddSuccessors { level, paths })
}

/// The task of [`add_successors`].
struct AddSuccessors<'a> {
    level: &'a mut Level,
    paths: u64,
}

impl SidedTask for AddSuccessors<'_> {
    type Output = Result<(), PerftError>;

    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Self::Output {
        let mut done = Ok(());
        movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
            if done.is_ok() {
                done = add(self.level, effect.apply::<S>(pieces).convert(), self.paths);
            }
        });
        done
    }
}

fn add(level: &mut Level, pieces: Pieces<u128>, paths: u64) -> Result<(), PerftError> {
    level.try_reserve(1).map_err(|_| PerftError::Positions(level.len()))?;
    let sum = level.entry(pieces).or_default();
    *sum = sum.checked_add(paths).ok_or(PerftError::TooMany)?;
    Ok(())
}
