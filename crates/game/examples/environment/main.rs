//! Plays games in the stepwise environment.
//!
//! `cargo run --example environment` plays five games of random actions against minimax and prints the
//! payoffs. After `--`, name the players of red and black: `human` or `random`, or any agent of `checkers
//! play`, as in `cargo run --example environment -- human minimax:3`. If only one player is named, the other
//! is `minimax:3`. Two people (`human human`) take turns.

mod human;
#[cfg(test)]
mod tests;

use std::env;
use std::error::Error;
use std::process::ExitCode;

use rankmoves_core::{Player, Resources};
use rankmoves_game::AgentSpec;
use rankmoves_game::env::{Controller, Environment, Episode, Policy, RandomPolicy, WholeMoves};

use human::Human;

fn main() -> ExitCode {
    report(run(&env::args().skip(1).collect::<Vec<_>>()))
}

/// Prints an error in a sentence.
fn report(result: Result<(), Box<dyn Error>>) -> ExitCode {
    let Err(why) = result else { return ExitCode::SUCCESS };
    eprintln!("error: {why}");
    ExitCode::FAILURE
}

/// Plays one game between the named players, or five games if no player is named.
fn run(names: &[String]) -> Result<(), Box<dyn Error>> {
    match names {
        [] => {
            let mut total = [0; 2];
            for seed in 1..=5 {
                let payoffs =
                    play(&mut RandomPolicy::new(seed), &mut *policy(&format!("minimax:3:{seed}"))?)?;
                total = Player::ALL.map(|player| total[player as usize] + payoffs[player as usize]);
            }
            println!("{total:?} in all");
        }
        [red] => drop(play(&mut *policy(red)?, &mut *policy("minimax:3")?)?),
        [red, black] => drop(play(&mut *policy(red)?, &mut *policy(black)?)?),
        [_, _, more, ..] => return Err(format!("found '{more}', expected at most two players").into()),
    }
    Ok(())
}

/// Returns the policy with this name.
fn policy(name: &str) -> Result<Box<dyn Policy>, Box<dyn Error>> {
    if name == "human" {
        return Ok(Box::new(Human::standard()));
    }
    let spec: AgentSpec = name.parse().map_err(|why| format!("found '{name}': {why}, or human"))?;
    Ok(Box::new(WholeMoves::new(spec.agent(Resources::default())?)))
}

/// Plays a game of two policies, prints its end, and returns the payoffs.
fn play(red: &mut dyn Policy, black: &mut dyn Policy) -> Result<[i8; 2], Box<dyn Error>> {
    let mut controller = Controller::new(Episode::new(Environment::default()), [red, black]);
    let payoffs = controller.play()?;
    let plies = controller.episode().game().played().len();
    let end = controller.episode().outcome().map_or_else(String::new, |end| end.to_string());
    println!("{payoffs:?} after {plies} plies, {end}");
    Ok(payoffs)
}
