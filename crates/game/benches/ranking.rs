//! Benchmarks of ranking, perft and tree: `make bench`.

use std::io::sink;
use std::num::NonZeroUsize;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use rankmoves::{Ranker, write_tree};
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Player, Position, Resources, Rules};
use rankmoves_game::env::{Arrays, Environment, Policy, RandomPolicy, VectorEnvironment, VectorOptions};
use rankmoves_perft::perft;

fn main() {
    divan::main();
}

/// Positions with many men, with jumps, and with kings.
const POSITIONS: [&str; 3] = [
    "W:W21-32:B1-12",
    "B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12",
    "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
];

fn position(fen: &str, rules: Rules) -> Position {
    let fen: Fen = fen.parse().expect("the FEN is valid");
    fen.setup(rules).position().expect("a FEN without jump in progress is a position")
}

#[divan::bench(args = POSITIONS)]
fn legal_moves(bencher: Bencher, fen: &str) {
    let position = position(fen, Rules::ENGLISH);
    bencher.bench(|| position.legal_moves());
}

/// Measures perft in leaves per second.
#[divan::bench(args = [7, 9])]
fn perft_of_the_start(bencher: Bencher, depth: u32) {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let leaves = perft(&start, depth).expect("the depth is in range");
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(&start, depth));
}

/// Measures ranking at depth 2, which needs no search.
#[divan::bench(args = POSITIONS)]
fn rank_at_depth_2(bencher: Bencher, fen: &str) {
    let position = position(fen, Rules::ENGLISH);
    bencher.bench(|| Ranker::with_resources(Resources::with_threads(NonZeroUsize::MIN)).rank(&position, 2));
}

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn rank_at_depth_13(bencher: Bencher, fen: &str) {
    let position = position(fen, Rules::ENGLISH);
    bencher.bench(|| Ranker::with_resources(Resources::with_threads(NonZeroUsize::MIN)).rank(&position, 13));
}

#[divan::bench(args = [10, 12], sample_count = 10)]
fn rank_the_start_without_capture(bencher: Bencher, depth: u32) {
    let start = Position::start(Rules::ALL[0], Player::Red);
    bencher.bench(|| Ranker::with_resources(Resources::with_threads(NonZeroUsize::MIN)).rank(&start, depth));
}

#[divan::bench(args = [3, 5], sample_count = 10)]
fn verbose_tree(bencher: Bencher, depth: u32) {
    let start = Position::start(Rules::ALL[0], Player::Red);
    let mut text = Vec::new();
    write_tree(&start, depth, &mut text).expect("memory takes all");
    bencher.counter(BytesCount::new(text.len())).bench(|| write_tree(&start, depth, &mut sink()));
}

/// Measures the steps of random games whose states are written to arrays, on one thread and on all threads.
#[divan::bench(args = [1, 0])]
fn environment_steps(bencher: Bencher, threads: usize) {
    const GAMES: usize = 8192;
    let default = VectorOptions::default();
    let threads = NonZeroUsize::new(threads).unwrap_or(default.threads);
    let options = VectorOptions { threads, ..default };
    let mut games = VectorEnvironment::new(vec![Environment::default()], GAMES, options).expect("it goes on");
    let mut observations = vec![0; GAMES * games.observation_len()];
    let (mut masks, mut players) = (vec![0; GAMES * games.action_count()], vec![0; GAMES]);
    let (mut rewards, mut terminations, mut truncations) =
        (vec![0.0; GAMES * 2], vec![false; GAMES], vec![false; GAMES]);
    let (mut final_observations, mut final_players) = (observations.clone(), players.clone());
    let mut arrays = Arrays {
        observations: &mut observations,
        masks: &mut masks,
        players: &mut players,
        rewards: &mut rewards,
        terminations: &mut terminations,
        truncations: &mut truncations,
        final_observations: &mut final_observations,
        final_players: &mut final_players,
    };
    games.reset(1, &mut arrays);
    let mut actions = vec![0; GAMES];
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        games.sample(&mut actions);
        games.step(&actions, &mut arrays).expect("samples are legal");
    });
}

/// Measures one step of a random game from its current state.
#[divan::bench]
fn environment_step(bencher: Bencher) {
    let (mut state, mut policy) = (Environment::default(), RandomPolicy::new(1));
    bencher.bench_local(|| {
        let action = policy.act(&state).expect("the game goes on");
        let next = state.after(action).expect("the action is legal");
        state = if next.is_terminal() { Environment::default() } else { next };
    });
}
