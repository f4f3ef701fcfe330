//! Lets agents play in the stepwise environment.
//!
//! `cargo run --example environment` plays five games of random actions against
//! minimax and prints the payoffs. With `human` behind it, you play one yourself.

use std::error::Error;
use std::io::{stdin, stdout};

use rankmoves::env::{Agent, Controller, Environment, Human, Random, WholeMoves};
use rankmoves::game::Minimax;
use rankmoves::{Player, Resources};

fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().nth(1).is_some_and(|argument| argument == "human") {
        play(&mut Human::new(stdin().lock(), stdout()), 1)?;
        return Ok(());
    }
    let mut total = [0; 2];
    for seed in 1..=5 {
        let payoffs = play(&mut Random::new(seed), seed)?;
        total = Player::ALL.map(|player| total[player as usize] + payoffs[player as usize]);
    }
    println!("{total:?} in all");
    Ok(())
}

/// Lets somebody play red against minimax, and prints how the game ended.
fn play(red: &mut dyn Agent, seed: u64) -> Result<[i8; 2], Box<dyn Error>> {
    let mut black = WholeMoves::new(Minimax::new(3, seed, Resources::default())?);
    let mut controller = Controller::new(Environment::default(), [red, &mut black]);
    let payoffs = controller.play()?;
    let plies = controller.game().played().len();
    let end = controller.end().map_or_else(String::new, |end| end.to_string());
    println!("{payoffs:?} after {plies} plies, {end}");
    Ok(payoffs)
}
