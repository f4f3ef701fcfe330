//! Tests batches: the results are those of single positions, in order, and threads do not run far ahead.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use proptest::prelude::*;
use rankmoves::batch::{Batch, rank_all};
use rankmoves::{RankError, RankedMove, Ranker, rank};
use rankmoves_core::{Player, Position, Resources, Rules};
use testing::support;

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("one thread or more")
}

fn resources(count: usize) -> Resources {
    Resources { threads: threads(count), table_bytes: 1 << 20 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn all_positions_are_ranked_in_order(
        plain in proptest::collection::vec(support::tiny(), 0..40),
        count in 1..5_usize,
        depth in 0..4_u32,
    ) {
        let positions: Vec<Position> = plain.iter().map(support::position).collect();
        let ranked = rank_all(positions.clone(), depth, resources(count)).unwrap();
        let mut number = 0;
        for (position, ranked) in positions.iter().zip(ranked) {
            prop_assert_eq!(ranked.unwrap(), rank(position, depth).unwrap());
            number += 1;
        }
        prop_assert_eq!(number, positions.len());
    }
}

#[test]
fn a_result_comes_before_the_next_item_is_there() {
    let (send, items) = channel::<u32>();
    let mut batch = Batch::start(items, threads(4), |_| (), |(), item| item * 2).unwrap();
    for item in 0..1000 {
        send.send(item).unwrap();
        assert_eq!(batch.next(), Some(item * 2));
    }
    assert_eq!(batch.next_within(Duration::ZERO), Err(RecvTimeoutError::Timeout));
    drop(send);
    assert_eq!(batch.next(), None);
    assert_eq!(batch.next(), None);
}

#[test]
fn threads_wait_for_a_slow_reader() {
    let taken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&taken);
    let items = (0..1_000_000_u32).inspect(move |_| {
        count.fetch_add(1, Relaxed);
    });
    let mut batch = Batch::start(items, threads(3), |_| (), |(), item| item).unwrap();
    for read in 0..10 {
        sleep(Duration::from_millis(5));
        assert!(taken.load(Relaxed) <= read + 3 * 64 + 3 + 1, "{} of {read}", taken.load(Relaxed));
        assert_eq!(batch.next(), u32::try_from(read).ok());
    }
}

#[test]
fn a_long_item_does_not_hold_the_others_up() {
    let (open, gate) = channel::<()>();
    let gate = Mutex::new(gate);
    let done = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&done);
    let work = move |(): &mut (), item: u32| {
        if item == 0 {
            gate.lock().unwrap().recv().unwrap();
        }
        count.fetch_add(1, Relaxed);
        item
    };
    let batch = Batch::start(0..100, threads(2), |_| (), work).unwrap();
    // Meanwhile the other thread processes all other items.
    while done.load(Relaxed) < 99 {
        sleep(Duration::from_millis(1));
    }
    open.send(()).unwrap();
    assert!(batch.eq(0..100));
}

#[test]
fn a_panic_of_a_thread_is_raised_where_its_result_is_due() {
    let work = |(): &mut (), item: u32| {
        assert_ne!(item, 5, "five");
        item
    };
    let mut batch = Batch::start(0..1_000_000, threads(3), |_| (), work).unwrap();
    for item in 0..5 {
        assert_eq!(batch.next(), Some(item));
    }
    assert!(panic_of(&mut batch).contains("five"));
    assert_eq!(batch.next(), None);
}

/// Returns the text of the panic that is raised instead of the next result.
fn panic_of(batch: &mut Batch<u32>) -> String {
    let panic = catch_unwind(AssertUnwindSafe(|| batch.next())).unwrap_err();
    panic.downcast_ref::<String>().expect("an assertion has a text").clone()
}

#[test]
fn a_panic_is_raised_though_other_threads_wait_for_items() {
    let (send, items) = channel::<u32>();
    let work = |(): &mut (), item: u32| {
        assert_ne!(item, 1, "one");
        item
    };
    let mut batch = Batch::start(items, threads(3), |_| (), work).unwrap();
    send.send(0).unwrap();
    send.send(1).unwrap();
    assert_eq!(batch.next(), Some(0));
    assert!(panic_of(&mut batch).contains("one"));
    assert_eq!(batch.next(), None);
    drop(send);
}

#[test]
fn a_panic_of_the_items_ends_the_batch() {
    let items = (0..1_000_000_u32).inspect(|item| assert_ne!(*item, 5, "five"));
    let mut batch = Batch::start(items, threads(3), |_| (), |(), item| item).unwrap();
    for item in 0..5 {
        assert_eq!(batch.next(), Some(item));
    }
    assert!(catch_unwind(AssertUnwindSafe(|| batch.next())).is_err());
    assert_eq!(batch.next(), None);
}

#[test]
fn a_result_that_is_late_comes_the_next_time() {
    let (begun, is_begun) = channel();
    let (finish, may_finish) = channel::<()>();
    let may_finish = Mutex::new(may_finish);
    let work = move |(): &mut (), item: u32| {
        begun.send(()).unwrap();
        may_finish.lock().unwrap().recv().unwrap();
        item
    };
    let mut batch = Batch::start([1], threads(1), |_| (), work).unwrap();
    // By now the result has its place in the order.
    is_begun.recv().unwrap();
    assert_eq!(batch.next_within(Duration::ZERO), Err(RecvTimeoutError::Timeout));
    finish.send(()).unwrap();
    assert_eq!(batch.next(), Some(1));
}

#[test]
fn a_thread_that_has_panicked_takes_no_more_items() {
    let (state, is_alive) = channel::<()>();
    let state = Mutex::new(Some(state));
    let begin = move |_: &_| state.lock().unwrap().take();
    let work = |_: &mut _, item: u32| {
        assert!(item > 0, "zero");
        item
    };
    let mut batch = Batch::start(0.., threads(1), begin, work).unwrap();
    // The state of the thread is dropped with the thread, although the result is still unread.
    assert_eq!(is_alive.recv_timeout(Duration::from_secs(60)), Err(RecvTimeoutError::Disconnected));
    assert!(catch_unwind(AssertUnwindSafe(|| batch.next())).is_err());
}

#[test]
fn tables_without_memory_for_them_are_refused_at_once() {
    let too_large = Resources { table_bytes: usize::MAX / 2, ..resources(2) };
    let position = Position::start(Rules::ENGLISH, Player::Red);
    assert!(matches!(rank_all([position], 1, too_large), Err(RankError::Memory(_))));
}

#[test]
fn a_raised_flag_ends_the_search_and_the_batch() {
    let positions = std::iter::repeat(Position::start(Rules::ENGLISH, Player::Red));
    let mut batch = rank_all(positions, 1000, resources(2)).unwrap();
    let stop = batch.stop_flag();
    assert!(matches!(batch.next_within(Duration::from_millis(20)), Err(RecvTimeoutError::Timeout)));
    stop.store(true, Relaxed);
    let rest: Vec<_> = batch.by_ref().take(10).collect();
    assert!((1..=2).contains(&rest.len()), "{}", rest.len());
    assert!(rest.iter().all(|ranked| matches!(ranked, Err(RankError::Stopped))));
}

#[test]
fn a_dropped_batch_drops_its_items() {
    let items = Arc::new(());
    let held = Arc::clone(&items);
    let endless = std::iter::repeat_with(move || Arc::clone(&held));
    let mut batch = Batch::start(endless, threads(2), |_| (), |(), _| 7).unwrap();
    assert_eq!(batch.next(), Some(7));
    drop(batch);
    while Arc::strong_count(&items) > 1 {
        sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_dropped_batch_ends_its_searches() {
    let items = Arc::new(());
    let held = Arc::clone(&items);
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let positions = std::iter::repeat_with(move || {
        let _ = &held;
        start
    });
    let mut batch = rank_all(positions, 1000, resources(2)).unwrap();
    assert!(matches!(batch.next_within(Duration::from_millis(20)), Err(RecvTimeoutError::Timeout)));
    drop(batch);
    while Arc::strong_count(&items) > 1 {
        sleep(Duration::from_millis(1));
    }
}

/// Ranks the moves of a position within a time. Returns the depth as well.
fn rank_within(
    ranker: &mut Ranker,
    position: &Position,
    time: Duration,
    max_depth: u32,
) -> Result<(Vec<RankedMove>, u32), RankError> {
    ranker.within(position, time, max_depth, |ranker, depth| Ok((ranker.rank(position, depth)?, depth)))
}

#[test]
fn scores_by_time_are_those_of_the_reported_depth() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    for milliseconds in [0, 1, 20] {
        let mut ranker = Ranker::new();
        let (moves, depth) =
            rank_within(&mut ranker, &start, Duration::from_millis(milliseconds), 12).unwrap();
        assert_eq!(moves, rank(&start, depth).unwrap());
        // The deadline no longer applies.
        assert_eq!(ranker.rank(&start, 9).unwrap(), rank(&start, 9).unwrap());
    }
    let (ranked, depth) = rank_within(&mut Ranker::new(), &start, Duration::MAX, 5).unwrap();
    assert_eq!((ranked, depth), (rank(&start, 5).unwrap(), 5));
    // No unfinished state graph remains.
    let few =
        "W:WK1:BK32".parse::<rankmoves_core::pdn::Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap();
    let (ranked, depth) = rank_within(&mut Ranker::new(), &few, Duration::from_millis(30), 100).unwrap();
    assert_eq!(ranked, rank(&few, depth).unwrap());
}

#[test]
fn a_quick_ranking_is_the_whole_one_or_none() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let mut ranker = Ranker::new();
    assert_eq!(ranker.rank_if_quick(&start, 60, Duration::from_millis(1)).unwrap(), None);
    // The deadline is gone.
    assert_eq!(ranker.rank(&start, 9).unwrap(), rank(&start, 9).unwrap());
    ranker.forget();
    let quick = ranker.rank_if_quick(&start, 5, Duration::MAX).unwrap();
    assert_eq!(quick, Some(rank(&start, 5).unwrap()));
}

#[test]
fn lines_within_a_time_are_those_of_their_depth() {
    // The scores take almost no time at any depth.
    let few =
        "W:W30:B6,16".parse::<rankmoves_core::pdn::Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap();
    for milliseconds in [0, 1, 30] {
        let time = Duration::from_millis(milliseconds);
        let ranking = |ranker: &mut Ranker, depth| ranker.ranking(&few, depth);
        let ranking = Ranker::new().within(&few, time, 40, ranking).unwrap();
        assert_eq!(ranking, Ranker::new().ranking(&few, ranking.depth).unwrap());
    }
}

#[test]
fn a_stopped_ranking_by_time_is_reported_as_stopped() {
    let mut ranker = Ranker::new();
    ranker.stop_flag().store(true, Relaxed);
    let moves =
        rank_within(&mut ranker, &Position::start(Rules::ENGLISH, Player::Red), Duration::from_secs(60), 100);
    assert!(matches!(moves, Err(RankError::Stopped)));
}
