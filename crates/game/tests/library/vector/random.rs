//! Tests resets, seeds and samples.

use super::*;

/// Plays random games. Returns two lists. The first has, for each step, the mask of the first game and the
/// players of all games; the second has the terminations of all games.
fn sampled(games: usize, threads: usize, seed: u64) -> (Vec<i8>, Vec<bool>) {
    let threads = NonZeroUsize::new(threads).unwrap();
    let options = VectorOptions { threads, ..VectorOptions::default() };
    let mut games = VectorEnvironment::new(vec![Environment::default()], games, options).unwrap();
    let mut owned = Owned::new(&games);
    games.reset(seed, &mut owned.arrays());
    let (mut bytes, mut ends) = (Vec::new(), Vec::new());
    let mut actions = vec![0; games.games()];
    for _ in 0..150 {
        games.sample(&mut actions);
        games.step(&actions, &mut owned.arrays()).unwrap();
        bytes.extend(owned.masks.iter().take(130));
        bytes.extend_from_slice(&owned.players);
        ends.extend_from_slice(&owned.terminations);
    }
    (bytes, ends)
}

#[test]
fn games_depend_on_the_seed_and_not_on_threads() {
    let games = sampled(2000, 1, 5);
    assert!(games.1.contains(&true));
    assert_eq!(sampled(2000, 3, 5), games);
    assert_ne!(sampled(2000, 1, 6), games);
    assert_eq!(sampled(0, 3, 5), (Vec::new(), Vec::new()));
}

#[test]
fn a_reset_starts_all_games_again() {
    let mut games =
        VectorEnvironment::new(vec![Environment::default()], 2, VectorOptions::default()).unwrap();
    let mut actions = [0; 2];
    for seed in 0..2 {
        // The previous contents of the arrays do not matter.
        let mut owned = Owned::new(&games);
        games.reset(seed, &mut owned.arrays());
        assert_eq!((&owned.terminations, &owned.truncations), (&vec![false; 2], &vec![false; 2]));
        assert_eq!((&owned.rewards, &owned.players), (&vec![0.0; 4], &vec![0; 2]));
        assert!(owned.final_observations.iter().all(|&number| number == 7), "they are left alone");
        assert_eq!([games.state(0), games.state(1)], [Environment::default(); 2]);
        for _ in 0..5 {
            games.sample(&mut actions);
            games.step(&actions, &mut owned.arrays()).unwrap();
        }
        assert_ne!(games.state(0), Environment::default());
    }
}

#[test]
fn each_game_of_each_seed_draws_from_a_generator_of_its_own() {
    let mut games =
        VectorEnvironment::new(vec![Environment::default()], 8, VectorOptions::default()).unwrap();
    let mut owned = Owned::new(&games);
    let mut seeds = HashSet::new();
    for seed in 0..8 {
        games.reset(seed, &mut owned.arrays());
        seeds.extend(games.save().into_iter().map(|game| game.seed));
    }
    assert_eq!(seeds.len(), 64);
}

#[test]
fn samples_are_legal_and_all_legal_actions_are_sampled() {
    let rules = NO_CAPTURE_MULTIPLE;
    let board = position(rules, Player::Red, "R d4, r a1, b e5, b e3, b c5").setup().board;
    let jumping = Some("d4".parse().unwrap());
    let start = Setup { board, turn: Player::Red, rules, jumping }.position().unwrap();
    let state = Environment::from(start);
    // Three jumps and the stop.
    assert_eq!(state.actions().len(), 4);
    let mut games = VectorEnvironment::new(vec![state], 400, VectorOptions::default()).unwrap();
    let mut actions = vec![0; 400];
    games.sample(&mut actions);
    let sampled: HashSet<i64> = actions.into_iter().collect();
    let legal: HashSet<i64> =
        (0..).zip(state.mask()).filter(|&(_, legal)| legal).map(|(number, _)| number).collect();
    assert_eq!(sampled, legal);
}
