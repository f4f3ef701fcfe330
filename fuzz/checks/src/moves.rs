//! Compares legal moves, scores and counts with the oracle's.

use std::num::NonZeroUsize;

use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::{Path, Player, Resources, Square, score};
use rankmoves_perft::{Perft, perft};

use super::start::{Bytes, Start, check_message, has_few_paths, player};
use testing::plain::Colour;

/// Checks that the moves of any position are the oracle's, in its order, that they lead to the same
/// positions, and that no other path can be played.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let start = Start::take(&mut bytes);
    let position = start.position();
    // The following calls do not walk the paths, so there may be any number of paths.
    let some_path = any_path(&start, &[], &mut bytes);
    let played = position.find(&some_path);
    for colour in [Colour::Red, Colour::Black] {
        let can_move = position.player_has_moves(player(colour));
        if has_few_paths(&start.plain, 1000) {
            assert_eq!(score(&position, player(colour)), start.plain.score(colour));
        }
        assert!(can_move || score(&position, player(colour)) == -99);
    }
    if !has_few_paths(&start.plain, 1000) {
        return;
    }

    let expected = start.plain.moves();
    let moves: Vec<_> = position.legal_moves().collect();
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    assert_eq!(texts, expected.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>());
    assert_eq!(position.has_moves(), !moves.is_empty());
    assert_eq!(
        position.pass().is_ok(),
        moves.is_empty() && start.rules().blocked == rankmoves_core::Blocked::Passes
    );
    let enemy = position.turn().opponent();
    for (mv, (text, after)) in moves.iter().zip(&expected) {
        let played = position.play(mv).expect("a listed move is legal");
        assert_eq!(played, start.with(after.clone()).position(), "after {text}");
        let count = |player: Player| position.board().count(player) - played.board().count(player);
        assert_eq!((count(enemy) as usize, count(position.turn())), (mv.captured().len(), 0), "{text}");
    }

    // Try paths that differ little from those of legal moves.
    assert_eq!(played.is_ok(), texts.contains(&some_path.to_string()), "{some_path}");
    for _ in 0..4 {
        let path = match moves.get(bytes.below(moves.len().clamp(1, 256))) {
            Some(mv) => any_path(&start, mv.path().squares(), &mut bytes),
            None => any_path(&start, &[], &mut bytes),
        };
        let found = position.find(&path);
        assert_eq!(found.is_ok(), texts.contains(&path.to_string()), "{path}: {found:?}");
        if let Err(why) = found {
            check_message(&why.to_string());
        }
    }

    // Count two plies, with and without a table.
    let few = expected.len() <= 40 && expected.iter().all(|(_, after)| has_few_paths(after, 40));
    if few {
        let count: usize = expected.iter().map(|(_, after)| after.moves().len()).sum();
        assert_eq!(perft(&position, 2).expect("there is memory"), count as u64);
        let resources = Resources { threads: NonZeroUsize::MIN, table_bytes: 64 };
        let low = Tuning { split_depth: 2, probe_depth: 1, ..Tuning::default() };
        let mut counter = Perft::with_resources(resources).with_tuning(low);
        assert_eq!(counter.count(&position, 2).expect("there is memory"), count as u64);
    }
}

/// Returns the path, possibly with one square changed, removed or added. Squares may be on or off the board.
fn any_path(start: &Start, squares: &[Square], bytes: &mut Bytes<'_>) -> Path {
    let mut squares = squares.to_vec();
    let (at, what) = (bytes.below(squares.len() + 1), bytes.below(4));
    let mut square = || {
        let [file, rank] = [start.plain.files(), start.plain.ranks()].map(|length| bytes.below(length + 1));
        let side = |number: usize| u8::try_from(number).expect("boards are small");
        Square::new(side(file), side(rank)).expect("the square has a name")
    };
    match what {
        0 if at < squares.len() => squares[at] = square(),
        1 if at < squares.len() => drop(squares.remove(at)),
        2 => squares.insert(at, square()),
        _ => {}
    }
    while squares.len() < 2 {
        squares.push(square());
    }
    Path::new(squares).expect("two squares at least")
}
