//! Tests of all values at all depths against plain iteration over lists of positions.

pub(super) mod listed;

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::arrays::{Array, Strips};
use super::index::Index;
use super::moves::Moves;
use super::sweep::Sweep;
use super::values::{Values, most_pieces};
use listed::Listed;
use rankmoves_core::model::board::PieceCount;
use rankmoves_core::model::variant::{self, Black, Red, Task, Variant};
use rankmoves_core::{Board, Piece, Player, Position, Role, Rules, Setup, Shape, Square};

/// Pieces of red and of black, as letters.
type Pieces<'a> = &'a str;

/// Returns all positions with these pieces, with any of the men crowned, or with any of the pieces missing.
fn positions(shape: Shape, rules: Rules, pieces: Pieces<'_>) -> HashSet<Position> {
    let mut boards = vec![Board::empty(shape)];
    for piece in pieces.chars().filter_map(Piece::from_letter) {
        let mut more = boards.clone();
        for board in &boards {
            let squares = || shape.squares().filter(|&square| board.get(square).is_none());
            let becomes = |role: &Role| piece.role == Role::Man || *role == Role::King;
            for role in [Role::Man, Role::King].into_iter().filter(becomes) {
                let piece = Piece { role, ..piece };
                let may_stand =
                    |square: &Square| role == Role::King || square.rank() != last_rank(shape, piece);
                more.extend(squares().filter(may_stand).map(|square| {
                    let mut board = *board;
                    board.put(square, piece).expect("the square is playable");
                    board
                }));
            }
        }
        boards = more;
    }
    let position = |board: &Board, turn| {
        Setup { board: *board, turn, rules, jumping: None }.position().expect("no jump is in progress")
    };
    boards.iter().flat_map(|board| Player::ALL.map(|turn| position(board, turn))).collect()
}

fn last_rank(shape: Shape, piece: Piece) -> u8 {
    if piece.player == Player::Red { shape.ranks() - 1 } else { 0 }
}

/// A comparison of all values up to some depth with plain iteration. The values are computed depth by depth,
/// and once more by a computation that is stopped and resumed.
struct Compare<'a> {
    listed: Listed,
    depths: u32,
    threads: usize,
    name: &'a str,
}

impl Task for Compare<'_> {
    /// The periods of both sequences of depths.
    type Output = Vec<u32>;

    fn run<V: Variant>(mut self, variant: V) -> Vec<u32> {
        let pieces: Vec<_> =
            self.listed.positions.iter().map(|position| position.board().pieces().convert()).collect();
        let most = most_pieces(&pieces.iter().copied());
        let new = || Values::new(variant, most, self.threads).unwrap();
        let (mut values, mut stopped) = (new(), new());
        assert!(values.contains(pieces.iter().copied()));
        for player in Player::ALL {
            let mut computes = |limit: usize| {
                let looks = AtomicUsize::new(0);
                // Only one of the checks finds the computation stopped.
                stopped.compute(player, self.depths, &|| looks.fetch_add(1, Relaxed) == limit)
            };
            assert!(!computes(0) && !computes(1));
            assert!((2..).step_by(7).any(computes));
        }
        for depth in 0..=self.depths {
            for player in Player::ALL {
                assert!(values.compute(player, depth, &|| false));
            }
            let listed = self.listed.positions.iter().zip(&pieces).zip(&self.listed.values);
            for ((position, &pieces), &expected) in listed {
                let found = |values: &Values<_>| values.value(pieces, position.turn(), depth);
                let context = || format!("{} at {depth}:\n{position:?}", self.name);
                assert_eq!(found(&values), Some(expected), "{}", context());
                // After a stop, earlier depths are dropped.
                let is_kept = depth >= self.depths - 1;
                let has_forgotten = stopped.has_forgotten(position.turn(), depth);
                assert_eq!(found(&stopped).is_none(), has_forgotten, "{}", context());
                assert!(found(&stopped).map_or(!is_kept, |value| value == expected), "{}", context());
            }
            self.listed.deepen();
        }
        values.periods()
    }
}

/// Compares the values of positions with these pieces, and returns their periods.
fn compare(shape: Shape, rules: Rules, pieces: Pieces<'_>, depths: u32, threads: usize) -> Vec<u32> {
    let listed = Listed::new(positions(shape, rules, pieces));
    let name = format!("{pieces} on {shape}, {rules:?}");
    variant::dispatch(shape, rules, Compare { listed, depths, threads, name: &name })
}

#[test]
fn all_values_at_all_depths_are_those_of_plain_iteration() {
    let mut periods = Vec::new();
    for rules in Rules::ALL {
        for (ranks, files, flipped, pieces, depths) in [
            (4, 4, false, "rrbb", 50),
            (4, 4, true, "rRbb", 50),
            (5, 4, false, "rrb", 50),
            (4, 5, true, "rbb", 50),
            (5, 5, true, "rbB", 50),
            (8, 8, false, "rb", 50),
            (6, 4, false, "Rbb", 25),
        ] {
            let shape = Shape::new(ranks, files, flipped).unwrap();
            // With one, two or three threads.
            periods.extend(compare(shape, rules, pieces, depths, pieces.len() - 1));
        }
    }
    // Periods of two and of four plies occur; four with two men against two.
    assert_eq!(periods.into_iter().collect::<HashSet<_>>(), HashSet::from([2, 4]));
}

/// Changes one entry at a time, and compares two computations of the next ply: one of the entries that the change
/// may affect, and one of all entries. One king plays against up to three men or kings.
struct ChangeOne(Rules);

impl Task for ChangeOne {
    type Output = ();

    fn run<V: Variant>(self, variant: V) {
        let (layout, count) = (variant.layout(), |men, kings| PieceCount { men, kings });
        let mover = Moves::new::<_, Red>(layout, Index::new::<_, Red>(layout, count(0, 1)).unwrap());
        let opponent = Moves::new::<_, Black>(layout, Index::new::<_, Black>(layout, count(3, 0)).unwrap());
        let ply = |source: &Array, target: &mut Array, computes_all| {
            let is_stopped = &|| false;
            let (mover, opponent) = (&mover, &opponent);
            Sweep { variant, mover, opponent, source, computes_all, max_noted: 0, threads: 1, is_stopped }
                .run(target)
                .unwrap();
        };
        let mut rng = fastrand::Rng::with_seed(1);
        let (len, columns) = (mover.len() * opponent.len(), opponent.len());
        let array = |rows, entries| Array { entries, changed: vec![0; rows], first_changed: usize::MAX };
        let mut source = array(mover.len(), (0..len).map(|_| rng.i8(-99..=99)).collect());
        let mut target = array(columns, vec![0; len]);
        ply(&source, &mut target, true);
        for change in 0..150 {
            // A column to change: the last placement of some number of pieces, or an arbitrary one.
            let fewer = opponent.index.first_with(1 + change % 3);
            let column = if change % 2 == 0 { fewer - 1 } else { rng.usize(..opponent.index.first_with(3)) };
            let row = rng.usize(..mover.len());
            source.entries[row * columns + column] = rng.i8(-99..=99);
            source.changed.fill(0);
            source.changed[row] = 1 << Strips::of(columns).strip_of(column);
            source.first_changed = column;
            ply(&source, &mut target, false);
            let mut whole = array(columns, vec![0; len]);
            ply(&source, &mut whole, true);
            assert!(target.entries == whole.entries, "{:?}: change {change}", self.0);
        }
    }
}

#[test]
fn a_ply_computes_all_that_one_change_may_reach() {
    for rules in Rules::ALL {
        variant::dispatch(Shape::new(6, 6, false).unwrap(), rules, ChangeOne(rules));
    }
}

#[test]
fn chains_of_three_and_four_jumps_end_in_values_that_change() {
    // A king on a3 may capture the pieces on b4, d4, d2 and b2, and return to a3.
    let shape = Shape::new(5, 5, false).unwrap();
    for rules in Rules::ALL {
        compare(shape, rules, "RBBBB", 12, 1);
    }
}
