//! Writes positions with few pieces, and their values from tables.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use fastrand::Rng;
use rankmoves_core::{Board, Piece, Player, Position, Role, Rules, Setup, Shape};
use rankmoves_endings::{Prober, Tables, Value};

use crate::TABLE_PIECES;
use crate::sample::{self, Sample, View};

/// The score of an immediate win, in hundredths of a man.
const NEAR_WIN: i16 = 600;

/// The score of the longest wins.
const FAR_WIN: i16 = 150;

/// Writes random positions without jumps, and their values. The longer a win takes, the lower its score, so
/// that an engine without tables makes progress towards a win.
pub fn draw(file: &Path, positions: u64, seed: u64, tables: &Tables) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    let mut rng = Rng::with_seed(seed);
    let mut drawn = 0;
    while drawn < positions {
        let position = random(&mut rng, TABLE_PIECES as usize - 1);
        if position.legal_moves().next().is_none_or(|mv| mv.is_jump()) {
            continue;
        }
        let Some(value) = tables.probe(&position) else { continue };
        let score_in = |plies: u16| (NEAR_WIN - 4 * plies.min(200).cast_signed()).max(FAR_WIN);
        let (score, result) = match value {
            Value::Won(plies) => (score_in(plies), 1),
            Value::Drawn => (0, 0),
            Value::Lost(plies) => (-score_in(plies), -1),
        };
        sample::write(&mut out, &Sample { view: View::of(&position), score, result })?;
        drawn += 1;
    }
    Ok(())
}

/// Returns a position of a few pieces on random squares: at most `most` per player, and about the same number
/// for both.
pub fn random(rng: &mut Rng, most: usize) -> Position {
    loop {
        let mut board = Board::empty(Shape::STANDARD);
        let mut squares: Vec<_> = Shape::STANDARD.squares().collect();
        rng.shuffle(&mut squares);
        let (most, crowned) = (rng.usize(2..=most), rng.u32(1..=9));
        let pieces = [rng.usize(1..=most), rng.usize(1..=most)];
        let players = [Player::Red, Player::Black].into_iter().zip(pieces);
        let placed =
            squares.iter().zip(players.flat_map(|(player, count)| std::iter::repeat_n(player, count)));
        for (&square, player) in placed {
            let last = if player == Player::Red { 7 } else { 0 };
            let role = if square.rank() == last || rng.u32(..10) < crowned { Role::King } else { Role::Man };
            board.put(square, Piece { player, role }).expect("the square is playable");
        }
        let turn = *rng.choice(&[Player::Red, Player::Black]).expect("there are two");
        let setup = Setup { board, turn, rules: Rules::ENGLISH, jumping: None };
        if pieces[0].abs_diff(pieces[1]) <= 1
            && let Ok(position) = setup.position()
        {
            return position;
        }
    }
}
