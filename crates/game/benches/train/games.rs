//! Self-play: produces positions for the fit.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use fastrand::Rng;
use rankmoves_core::{Player, Position, Rules};
use rankmoves_endings::{Prober, Tables, Wdl};
use rankmoves_engine::{Choice, Engine, History, Limits, plies_to_end};

use crate::sample::{self, Sample, View};
use crate::{Judge, endings};

/// A game is drawn after more than this number of plies without a jump or a man's move.
const DRAW_PLIES: usize = 60;

/// The highest score of a starting position, for either player.
const BALANCED: i32 = 150;

/// The maximum number of pieces per player in a game that starts with few pieces.
const MAX_FEW_PIECES: usize = 7;

/// Plays games in which an engine searches a fixed number of nodes per move. Writes the positions in which
/// the player to move has no jump.
pub fn play(
    file: &Path,
    games: u64,
    nodes: u64,
    seed: u64,
    judge: &Judge,
    tables: &Tables,
) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    let mut rng = Rng::with_seed(seed);
    let mut positions = 0;
    let mut results = [0; 3];
    for number in 0..games {
        let (samples, result) = play_one(&mut judge.engine(), number, &mut rng, nodes, tables);
        results[usize::try_from(result + 1).expect("a result is -1 at least")] += 1;
        positions += samples.len();
        for sample in samples {
            sample::write(&mut out, &sample)?;
        }
        if (number + 1) % 500 == 0 {
            eprintln!("{} games, {positions} positions; black won, drawn, red won: {results:?}", number + 1);
        }
    }
    Ok(())
}

/// Plays the game with this number, from a random start that the engine judges to be balanced. Returns its
/// positions, and the result for red: 1, 0 or -1.
pub fn play_one(
    engine: &mut Engine,
    number: u64,
    rng: &mut Rng,
    nodes: u64,
    tables: &Tables,
) -> (Vec<Sample>, i8) {
    let start = loop {
        let start =
            if number.is_multiple_of(4) { endings::random(rng, MAX_FEW_PIECES) } else { opening(rng) };
        if choose(engine, &start, &[], nodes).is_some_and(|choice| choice.score.abs() <= BALANCED) {
            break start;
        }
    };
    play_game(engine, start, nodes, tables)
}

/// Returns the position after a few random moves.
fn opening(rng: &mut Rng) -> Position {
    'again: loop {
        let mut position = Position::start(Rules::ENGLISH, Player::Black);
        for _ in 0..rng.u32(2..=14) {
            let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) else { continue 'again };
            position = position.after(&mv);
        }
        return position;
    }
}

fn choose(engine: &mut Engine, position: &Position, past: &[Position], nodes: u64) -> Option<Choice> {
    engine.choose(History { position, past }, Limits::nodes(nodes))
}

/// Plays a game until its result is known. A position that repeats is a draw.
fn play_game(engine: &mut Engine, start: Position, nodes: u64, tables: &Tables) -> (Vec<Sample>, i8) {
    let mut samples: Vec<(Player, Sample)> = Vec::new();
    let mut position = start;
    // The positions since the last jump or man's move.
    let mut past: Vec<Position> = Vec::new();
    let result = loop {
        let sign = if position.turn() == Player::Red { 1 } else { -1 };
        if let Some(result) = tables.result(&position) {
            break sign * result_of(result);
        }
        let Some(choice) = choose(engine, &position, &past, nodes) else { break -sign };
        if choice.depth > 0 && !choice.mv.is_jump() {
            let score = i16::try_from(choice.score).expect("scores fit 16 bits");
            samples.push((position.turn(), Sample { view: View::of(&position), score, result: 0 }));
        }
        if plies_to_end(choice.score).is_some() {
            break sign * i8::try_from(choice.score.signum()).expect("a sign");
        }
        let is_man = position.board().get(choice.mv.path().start()).is_some_and(|piece| !piece.is_king());
        if is_man || choice.mv.is_jump() {
            past.clear();
        } else {
            past.push(position);
        }
        position = position.after(&choice.mv);
        if past.len() > DRAW_PLIES || past.contains(&position) {
            break 0;
        }
    };
    let for_player = |(player, sample): (Player, Sample)| Sample {
        result: if player == Player::Red { result } else { -result },
        ..sample
    };
    (samples.into_iter().map(for_player).collect(), result)
}

/// Returns a result as a number.
pub fn result_of(result: Wdl) -> i8 {
    match result {
        Wdl::Win => 1,
        Wdl::Draw => 0,
        Wdl::Loss => -1,
    }
}
