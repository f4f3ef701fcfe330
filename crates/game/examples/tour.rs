//! Ranks the moves of a FEN position, plays moves, lets the engine continue, and counts moves.
use std::error::Error;
use std::time::Duration;

use rankmoves::{Move, Notation, Path, Position, Ranker};
use rankmoves_engine::{Engine, Limits};
use rankmoves_game::Game;
use rankmoves_perft::{Perft, divide, perft};

const FEN: &str = "W:W21,22,25,K18:B5,9,10,K1";

fn main() -> Result<(), Box<dyn Error>> {
    // Rank.
    let position = Position::from_fen(FEN)?;
    let numbers = Notation::Numbers(position.board().shape());
    for ranked in rankmoves::rank(&position, 6)? {
        println!("{:>8} {:>4}", numbers.path(ranked.mv.path()), ranked.score);
    }
    let best =
        Ranker::new().rank(&position, 8)?.into_iter().max_by_key(|ranked| ranked.score).ok_or("no moves")?;
    println!("best at depth 8: {} ({})", best.mv, best.score);

    // Play.
    let mut game = Game::new(Position::english());
    for text in ["b6->a5", "c3->d4"] {
        let path: Path = text.parse()?;
        let mv: Move = game.position().find(&path)?;
        game.play(mv)?;
    }
    if let Err(error) = game.play("a1->b2".parse::<Path>()?) {
        println!("refused: {error}");
    }
    let moves: Vec<String> = game.position().legal_moves().map(|mv| mv.to_string()).collect();
    println!("{} to move: {}", game.position().turn(), moves.join(" "));

    // Ask the engine, until the game ends or twenty plies are played.
    let mut engine = Engine::new();
    while game.outcome().is_none() && game.played().len() < 20 {
        let Some(choice) = engine.choose(&game, Limits::time(Duration::from_millis(20))) else { break };
        game.play(choice.mv)?;
    }
    println!("after {} plies: {}", game.played().len(), game.position().fen().ok_or("no FEN")?);

    // Count.
    println!("perft 6: {}", perft(game.position(), 6)?);
    println!("perft 8: {}, {} moves", Perft::new().count(&position, 8)?, divide(&position, 2)?.len());
    Ok(())
}
