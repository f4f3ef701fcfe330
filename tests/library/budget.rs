//! Tests positions with very many moves: refusals by budget, and rankings without a list.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use proptest::prelude::*;
use rankmoves::rank::{MAX_MOVES, minimax};
use rankmoves::{RankError, RankedMove, Ranker};
use rankmoves_core::exchange::Document;
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::{Board, Capture, Move, Player, Position, Resources, Setup, Square, score};
use rankmoves_endings::proof::{Limits, Solver};
use rankmoves_endings::{Prober, Value};
use testing::seed::config;
use testing::support::{affordable_depth, grids, other_shapes, position, standard};

fn parse(text: &str) -> Position {
    text.parse::<Document>().unwrap().position().unwrap()
}

/// Returns a position with a king that has more moves than can be listed.
fn large() -> Position {
    parse(include_str!("../../testdata/large/very-many-moves.txt"))
}

/// Returns the position with the other player to move. That player has few moves.
fn other_turn(position: &Position) -> Position {
    Setup { turn: position.turn().opponent(), ..position.setup() }.position().unwrap()
}

/// Returns the number of chains of jumps, unfinished ones included, that start on
/// different squares or capture different pieces.
fn different_chains(position: &Position) -> usize {
    let mut setup = position.setup();
    // A chain may stop after any jump: each prefix is a move.
    setup.rules.capture = Capture::Optional;
    let key = |mv: &Move| -> (Square, Vec<Square>) {
        let mut captured = mv.captured().to_vec();
        captured.sort_unstable();
        (mv.path().start(), captured)
    };
    let moves: Vec<_> = setup.position().unwrap().legal_moves().collect();
    moves.iter().filter(|mv| mv.is_jump()).map(key).collect::<HashSet<_>>().len()
}

/// Returns the greatest number of different chains in any position up to `plies` plies away.
fn most_chains(position: &Position, plies: u32) -> usize {
    let below = |position: &Position| {
        let next = position.legal_moves().map(|mv| position.after(&mv));
        next.collect::<HashSet<_>>().iter().map(|next| most_chains(next, plies - 1)).max()
    };
    let deeper = if plies > 0 { below(position) } else { None };
    different_chains(position).max(deeper.unwrap_or(0))
}

/// Compares rankings under small budgets with the definition. Each is exact or refused, and it is refused
/// only if there are too many moves or chains.
fn check(position: &Position) -> Result<(), TestCaseError> {
    prop_assume!(position.legal_moves().up_to(2000).is_complete);
    for depth in 0..=affordable_depth(position, 3, 3000) {
        let expected = minimax(position, depth);
        let most_chains = most_chains(position, depth);
        for most in [0, 3, 30, 300, 3000] {
            let mut ranker = Ranker::new().with_max_moves(most);
            match ranker.rank(position, depth) {
                Ok(moves) => prop_assert!(moves == expected && moves.len() <= most, "{} {}", most, depth),
                Err(RankError::TooManyMoves(limit)) => prop_assert!(limit == most && expected.len() > most),
                Err(why) => is_justified(&why, most, most_chains)?,
            }
            match ranker.rank_in_order(position, depth) {
                Ok(moves) => prop_assert!(moves.eq(expected.iter().cloned()), "{} {}", most, depth),
                Err(why) => {
                    is_justified(&why, most, most_chains)?;
                    prop_assert!(depth > 0);
                }
            }
            // A refusal leaves nothing behind in the table.
            for RankedMove { mv, .. } in expected.iter().take(3).filter(|_| depth > 0) {
                let after = position.after(mv);
                if let Ok(moves) = ranker.rank(&after, depth - 1) {
                    prop_assert_eq!(moves, minimax(&after, depth - 1));
                }
            }
        }
    }
    Ok(())
}

fn is_justified(why: &RankError, most: usize, most_chains: usize) -> Result<(), TestCaseError> {
    let RankError::TooManyChains(limit) = *why else { panic!("{why}") };
    prop_assert!(limit == most && most_chains > most, "{} chains of {}", most_chains, most);
    Ok(())
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn rankings_by_a_small_budget_are_exact_or_refused(
        plain in prop_oneof![3 => grids(), 1 => standard(), 1 => other_shapes()],
    ) {
        check(&position(&plain))?;
    }

    #[test]
    fn a_ranking_refused_once_is_refused_again(plain in grids(), depth in 4..8u32, most in 1..5usize) {
        let position = position(&plain);
        let mut ranker = Ranker::new().with_max_moves(most);
        let mut is_refused = || matches!(ranker.rank(&position, depth), Err(RankError::TooManyChains(_)));
        prop_assume!(is_refused());
        prop_assert!(is_refused());
    }

    #[test]
    fn a_list_within_a_limit_is_the_whole_list(plain in prop_oneof![grids(), other_shapes()], limit in 0..60usize) {
        let position = position(&plain);
        prop_assume!(position.legal_moves().up_to(5000).is_complete);
        let all: Vec<_> = position.legal_moves().collect();
        prop_assert_eq!(position.legal_moves().up_to(limit).complete(), (all.len() <= limit).then_some(all));
    }
}

#[test]
fn a_list_of_over_ten_thousand_moves_is_found_within_its_length() {
    let mut setup = large().setup();
    // With fewer files of men there are fewer moves, but still more than ten thousand.
    for square in setup.board.shape().squares() {
        if square.file() >= 10 {
            setup.board.remove(square);
        }
    }
    let position = setup.position().unwrap();
    let all: Vec<_> = position.legal_moves().collect();
    assert!((10_001..1_000_000).contains(&all.len()), "{}", all.len());
    assert_eq!(position.legal_moves().up_to(all.len() - 1).complete(), None);
    assert!(position.legal_moves().up_to(all.len()).complete() == Some(all));
}

#[test]
fn more_moves_than_can_be_listed_are_refused_or_ranked_one_by_one() {
    let large = large();
    let mut ranker = Ranker::new();
    assert!(matches!(ranker.rank(&large, 1), Err(RankError::TooManyMoves(MAX_MOVES))));
    let moves = ranker.rank_in_order(&large, 0).unwrap().take(2000);
    let expected = large.legal_moves().take(2000).map(|mv| {
        let score = score(&large.after(&mv), large.turn());
        RankedMove { mv, score }
    });
    assert!(moves.eq(expected));
}

#[test]
fn a_later_position_with_too_many_chains_is_refused_at_any_depth() {
    let mut ranker = Ranker::new().with_max_moves(20_000);
    let (large, black) = (large(), other_turn(&large()));
    for depth in [1, 2, 3, 8, 30, u32::MAX] {
        for refused in [ranker.rank_in_order(&large, depth).err(), ranker.rank(&black, depth).err()] {
            assert!(matches!(refused, Some(RankError::TooManyChains(20_000))), "{depth} {refused:?}");
        }
        let first = &black.legal_moves().next().unwrap();
        let line = ranker.line(&black, first, depth);
        assert!(matches!(line, Err(RankError::TooManyChains(20_000))), "{depth} {line:?}");
    }
    assert_eq!(ranker.rank(&black, 0).unwrap(), minimax(&black, 0));
}

#[test]
fn positions_beyond_the_depth_do_not_count() {
    // A reachable position has two jumps, but none within three plies.
    let position = Position::from_fen("W:WK29:B31,2,3").unwrap();
    let tuning = Tuning { any_depth_from: 0, values_per_node: u64::MAX, ..Tuning::default() };
    for tuning in [Tuning::default(), tuning] {
        let mut ranker = Ranker::with_resources(Resources::with_threads(NonZeroUsize::MIN))
            .with_max_moves(1)
            .with_tuning(tuning);
        assert_eq!(ranker.rank(&position, 3).unwrap(), minimax(&position, 3), "{tuning:?}");
        let beyond = ranker.rank(&position, 30);
        assert!(matches!(beyond, Err(RankError::TooManyChains(1))), "{beyond:?}");
    }
}

#[test]
fn moves_with_the_same_effect_are_searched_once() {
    let position = parse(include_str!("../../testdata/valid/two-paths-same-effect.txt"));
    let moves: Vec<_> = position.legal_moves().collect();
    let after: HashSet<Position> = moves.iter().map(|mv| position.after(mv)).collect();
    assert!(after.len() < moves.len());
    let mut ranker = Ranker::new();
    assert_eq!(ranker.rank(&position, 3).unwrap(), minimax(&position, 3));
    assert_eq!(ranker.progress().moves(), after.iter().filter(|after| after.has_moves()).count());
}

/// A prober that reports a win for the player in every position.
struct Winner(Player);

impl Prober for Winner {
    fn most_pieces(&self) -> u32 {
        u32::MAX
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        Some(if position.turn() == self.0 { Value::Won(3) } else { Value::Lost(2) })
    }
}

#[test]
fn a_line_of_perfect_play_ends_where_there_are_too_many_moves_to_compare() {
    let large = large();
    let solution =
        Solver::new(Some(&Winner(large.turn())), 1 << 20).solve(&other_turn(&large), &Limits::default());
    let is_followed = |mv: &Move| other_turn(&large).after(mv).legal_moves().up_to(1000).is_complete;
    let (followed, ended): (Vec<_>, Vec<_>) =
        solution.moves.into_iter().partition(|solved| is_followed(&solved.mv));
    assert!(followed.iter().all(|solved| !solved.line.is_empty()));
    assert!(!ended.is_empty() && ended.iter().all(|solved| solved.line.is_empty()));
}

#[test]
fn another_limit_holds_for_the_next_ranking() {
    let black = other_turn(&large());
    let few = Setup { board: Board::start(black.board().shape(), 1), ..black.setup() }.position().unwrap();
    let mut ranker = Ranker::new();
    ranker.rank(&few, 2).unwrap();
    let refused = ranker.with_max_moves(20_000).rank(&black, 1);
    assert!(matches!(refused, Err(RankError::TooManyChains(20_000))), "{refused:?}");
}
