//! Lets agents play in the stepwise environment.
//!
//! `cargo run --example environment` plays five games of random actions against
//! minimax and prints the payoffs. Behind `--`, name who plays red and black:
//! `human` or `random`, or any agent of `checkers play`, as in
//! `cargo run --example environment -- human minimax:3`. Without the second
//! name it is `minimax:3`. Two people (`human human`) take turns.

use std::env;
use std::error::Error;
use std::process::ExitCode;

use rankmoves::env::{Agent, Controller, Environment, Human, Random, WholeMoves};
use rankmoves::game::AgentSpec;
use rankmoves::{Player, Resources};

fn main() -> ExitCode {
    report(run(&env::args().skip(1).collect::<Vec<_>>()))
}

/// Tells what went wrong in a sentence.
pub(crate) fn report(result: Result<(), Box<dyn Error>>) -> ExitCode {
    let Err(why) = result else { return ExitCode::SUCCESS };
    eprintln!("error: {why}");
    ExitCode::FAILURE
}

/// Plays a game between those who are named, or else five games.
pub(crate) fn run(names: &[String]) -> Result<(), Box<dyn Error>> {
    match names {
        [] => {
            let mut total = [0; 2];
            for seed in 1..=5 {
                let payoffs = play(&mut Random::new(seed), &mut *agent(&format!("minimax:3:{seed}"))?)?;
                total = Player::ALL.map(|player| total[player as usize] + payoffs[player as usize]);
            }
            println!("{total:?} in all");
        }
        [red] => drop(play(&mut *agent(red)?, &mut *agent("minimax:3")?)?),
        [red, black] => drop(play(&mut *agent(red)?, &mut *agent(black)?)?),
        [_, _, more, ..] => return Err(format!("found '{more}', expected at most two players").into()),
    }
    Ok(())
}

/// Makes the agent that a name stands for.
fn agent(name: &str) -> Result<Box<dyn Agent>, Box<dyn Error>> {
    if name == "human" {
        return Ok(Box::new(Human::standard()));
    }
    let spec: AgentSpec = name.parse().map_err(|why| format!("found '{name}': {why}, or human"))?;
    Ok(Box::new(WholeMoves::new(spec.agent(Resources::default())?)))
}

/// Lets two agents play, prints how the game ended, and returns the payoffs.
fn play(red: &mut dyn Agent, black: &mut dyn Agent) -> Result<[i8; 2], Box<dyn Error>> {
    let mut controller = Controller::new(Environment::default(), [red, black]);
    let payoffs = controller.play()?;
    let plies = controller.game().played().len();
    let end = controller.end().map_or_else(String::new, |end| end.to_string());
    println!("{payoffs:?} after {plies} plies, {end}");
    Ok(payoffs)
}
