//! Tests the engine with several threads: its choices are legal, it stops at once, and answers that must be
//! the same each time come from one thread.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use rankmoves_core::{Player, Position, Rules};
use rankmoves_endings::{Prober, Value};
use rankmoves_engine::{Engine, Limits};
use testing::notation;

fn engine(threads: usize) -> Engine {
    Engine::new().with_threads(NonZeroUsize::new(threads).unwrap())
}

/// A prober without results. It notes the threads that call it.
#[derive(Default)]
struct Roll(Mutex<HashSet<ThreadId>>);

impl Roll {
    fn threads(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}

impl Prober for Roll {
    fn most_pieces(&self) -> u32 {
        24
    }

    fn probe(&self, _: &Position) -> Option<Value> {
        self.0.lock().unwrap().insert(thread::current().id());
        None
    }
}

#[test]
fn all_threads_search_and_end_with_the_search() {
    let start = Position::start(Rules::ENGLISH, Player::Black);
    for threads in 1..4 {
        let roll = Arc::new(Roll::default());
        let mut engine = engine(threads).with_prober(Arc::clone(&roll) as Arc<dyn Prober>);
        let stop = engine.stop_flag();
        let begin = Instant::now();
        let choice = engine.search(&start, Limits::default(), |choice| {
            // Helpers join after a few thousand nodes and need a processor; if they take too long, the test
            // fails.
            let is_late = begin.elapsed() > Duration::from_secs(60);
            stop.store(choice.depth > 9 && roll.threads() >= threads || is_late, Relaxed);
        });
        assert!(start.legal_moves().any(|mv| mv == choice.as_ref().unwrap().mv));
        // After a pause in which the table has grown, the helpers are new threads.
        assert!(if threads == 1 { roll.threads() == 1 } else { roll.threads() >= threads });
    }
}

#[test]
fn answers_that_are_to_be_repeatable_are_those_of_one_thread() {
    let start = Position::start(Rules::ENGLISH, Player::Black);
    let roll = Arc::new(Roll::default());
    let mut of_four = engine(4).with_prober(Arc::clone(&roll) as Arc<dyn Prober>);
    let mut of_one = engine(1);
    let nodes = Limits::nodes(20_000);
    let depth = Limits::depth(9);
    for limits in [nodes, depth, Limits { nodes: Some(30_000), ..Limits::time(Duration::from_secs(60)) }] {
        assert_eq!(of_four.choose(&start, limits), of_one.choose(&start, limits), "{limits:?}");
    }
    let few = Limits::depth(6);
    assert_eq!(of_four.rank(&start, few), of_one.rank(&start, few));
    assert_eq!(roll.threads(), 1);
}

#[test]
fn choices_of_several_threads_are_legal_under_all_rules_on_any_board() {
    let boards = [
        ("8x8", "r a1, r c1, r e1, b b8, b d8"),
        ("10x10", "R a1, r c3, B b10, b d8"),
        ("5x7 flipped", "R a1, r c1, B a5"),
    ];
    for rules in Rules::ALL {
        for (shape, pieces) in boards {
            let mut engine = engine(3);
            let mut position = notation::position_on(shape, rules, Player::Red, pieces);
            for _ in 0..4 {
                let Some(choice) = engine.choose(&position, Limits::time(Duration::from_millis(8))) else {
                    break;
                };
                for mv in &choice.line {
                    assert!(position.legal_moves().any(|legal| legal == *mv), "{mv}");
                    position = position.play(mv).unwrap();
                }
            }
        }
    }
}

#[test]
fn another_thread_stops_all_of_them() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let mut engine = engine(3);
    let stop = engine.stop_flag();
    let choice = thread::scope(|scope| {
        let search = scope.spawn(|| engine.choose(&start, Limits::default()));
        thread::sleep(Duration::from_millis(100));
        stop.store(true, Relaxed);
        search.join().unwrap().unwrap()
    });
    assert!(start.legal_moves().any(|mv| mv == choice.mv));
}

#[test]
fn a_panic_of_the_listener_leaves_no_thread_behind() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let search = thread::spawn(move || {
        engine(2).search(&start, Limits::default(), |choice| assert!(choice.nodes < 50_000));
    });
    assert!(search.join().is_err(), "the panic of the listener is passed on");
}
