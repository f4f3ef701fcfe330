//! Positions with their results, which self-play writes and the fit reads.

use std::io::{self, Read, Write};

use rankmoves_core::{Board, Piece, Player, Position, Role, Rules, Setup, Shape};

/// The pieces on a standard board from the viewpoint of the player to move. Bit `n` is the square with PDN
/// number `n + 1` if red is to move, and with number `32 - n` if black is. The player's men move towards bit
/// 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct View {
    pub men: u32,
    pub kings: u32,
    pub enemy_men: u32,
    pub enemy_kings: u32,
}

impl View {
    pub fn of(position: &Position) -> View {
        let board = position.board();
        let mut view = View::default();
        for (number, square) in board.shape().squares().enumerate() {
            let bit = match position.turn() {
                Player::Red => 1 << number,
                Player::Black => 1 << (31 - number),
            };
            let Some(piece) = board.get(square) else { continue };
            *match (piece.player == position.turn(), piece.role) {
                (true, Role::Man) => &mut view.men,
                (true, Role::King) => &mut view.kings,
                (false, Role::Man) => &mut view.enemy_men,
                (false, Role::King) => &mut view.enemy_kings,
            } |= bit;
        }
        view
    }

    /// Returns the position, with red to move.
    pub fn position(self) -> Position {
        let mut board = Board::empty(Shape::STANDARD);
        let pieces = [
            (self.men, Player::Red, Role::Man),
            (self.kings, Player::Red, Role::King),
            (self.enemy_men, Player::Black, Role::Man),
            (self.enemy_kings, Player::Black, Role::King),
        ];
        for (number, square) in Shape::STANDARD.squares().enumerate() {
            for (set, player, role) in pieces {
                if set >> number & 1 == 1 {
                    board.put(square, Piece { player, role }).expect("the square is playable");
                }
            }
        }
        let setup = Setup { board, turn: Player::Red, rules: Rules::ENGLISH, jumping: None };
        setup.position().expect("the position was met in a game")
    }
}

/// A position of a game, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub view: View,
    /// The engine's score in hundredths of a man.
    pub score: i16,
    /// The result of the game: 1 for a win, 0 for a draw, -1 for a loss.
    pub result: i8,
}

const BYTES: usize = 19;

pub fn write(mut to: impl Write, sample: &Sample) -> io::Result<()> {
    let View { men, kings, enemy_men, enemy_kings } = sample.view;
    let mut bytes = [0; BYTES];
    for (index, word) in [men, kings, enemy_men, enemy_kings].into_iter().enumerate() {
        bytes[4 * index..4 * index + 4].copy_from_slice(&word.to_le_bytes());
    }
    bytes[16..18].copy_from_slice(&sample.score.to_le_bytes());
    bytes[18] = sample.result.cast_unsigned();
    to.write_all(&bytes)
}

pub fn read_all(mut from: impl Read) -> io::Result<Vec<Sample>> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    let sample = |bytes: &[u8]| Sample {
        view: View {
            men: word(&bytes[..4]),
            kings: word(&bytes[4..8]),
            enemy_men: word(&bytes[8..12]),
            enemy_kings: word(&bytes[12..16]),
        },
        score: i16::from_le_bytes([bytes[16], bytes[17]]),
        result: bytes[18].cast_signed(),
    };
    Ok(bytes.chunks_exact(BYTES).map(sample).collect())
}
