//! The seed of all random tests. In the ordinary run it is fixed, so that a commit passes or fails in the
//! same way everywhere; each `make soak` uses another seed.

use std::env;

use fastrand::Rng;
use proptest::test_runner::{Config, RngSeed};

/// The seed unless `SOAK_SEED` names another.
const FIXED: u64 = 20_260_801;

/// Returns the seed, and prints how to reproduce a failure. (The harness shows the output of a test only if
/// it fails.)
///
/// # Panics
///
/// If `SOAK_SEED` is not a number.
pub fn seed() -> u64 {
    let seed = env::var("SOAK_SEED").map_or(FIXED, |seed| {
        seed.trim().parse().unwrap_or_else(|_| panic!("SOAK_SEED is {seed:?}, expected a whole number"))
    });
    println!("to try the same again: SOAK_SEED={seed}{}", cases_in_words());
    seed
}

/// Returns the generator for random choices outside of property tests.
pub fn rng() -> Rng {
    Rng::with_seed(seed())
}

/// Returns the number of cases that `SOAK_CASES` requests.
pub fn soak_cases() -> Option<u32> {
    env::var("SOAK_CASES").ok().and_then(|cases| cases.parse().ok())
}

/// Configures a property test with `cases` cases, unless `SOAK_CASES` requests more. At least as many cases as
/// are tried may be rejected.
pub fn config(cases: u32) -> Config {
    let cases = soak_cases().unwrap_or_default().max(cases);
    let usual = Config::default();
    Config {
        cases,
        max_global_rejects: usual.max_global_rejects.max(cases),
        rng_seed: RngSeed::Fixed(seed()),
        failure_persistence: None,
        ..usual
    }
}

fn cases_in_words() -> String {
    soak_cases().map_or_else(String::new, |cases| format!(" SOAK_CASES={cases}"))
}
