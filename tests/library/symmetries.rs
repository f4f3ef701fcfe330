//! Tests symmetries of the game.

use proptest::prelude::*;
use rankmoves::rank;
use rankmoves_core::{Board, Path, Piece, Player, Position, Setup, Shape, Square, score};
use rankmoves_perft::{divide, perft};
use testing::plain::Plain;
use testing::seed::config;
use testing::support::{affordable_depth, any_shape, position};

/// A symmetry of the rules: a change of the board and the players.
#[derive(Clone, Copy)]
enum Symmetry {
    /// The board is rotated by 180 degrees, and the colours are exchanged.
    Turned,
    /// The files are in reverse order.
    Mirrored,
}

impl Symmetry {
    fn square(self, shape: Shape, square: Square) -> Square {
        let file = shape.files() - 1 - square.file();
        let rank = match self {
            Symmetry::Turned => shape.ranks() - 1 - square.rank(),
            Symmetry::Mirrored => square.rank(),
        };
        Square::new(file, rank).unwrap()
    }

    fn player(self, player: Player) -> Player {
        match self {
            Symmetry::Turned => player.opponent(),
            Symmetry::Mirrored => player,
        }
    }

    fn path(self, shape: Shape, path: &Path) -> Path {
        Path::new(path.squares().iter().map(|&square| self.square(shape, square))).unwrap()
    }

    fn position(self, position: &Position) -> Position {
        let shape = position.board().shape();
        // The new board is flipped if the square that comes to the top left is playable.
        let top_left = Square::new(0, shape.ranks() - 1).unwrap();
        let flipped = shape.is_playable(self.square(shape, top_left));
        let mut board =
            Board::empty(Shape::new(shape.ranks().into(), shape.files().into(), flipped).unwrap());
        for (square, piece) in position.board().iter() {
            let piece = Piece { player: self.player(piece.player), ..piece };
            board.put(self.square(shape, square), piece).unwrap();
        }
        let turn = self.player(position.turn());
        Setup { board, turn, rules: position.rules(), jumping: None }.position().unwrap()
    }
}

fn check_symmetry(symmetry: Symmetry, plain: &Plain) -> Result<(), TestCaseError> {
    let one = position(plain);
    let other = position(&match symmetry {
        Symmetry::Turned => plain.turned(),
        Symmetry::Mirrored => plain.mirrored(),
    });
    prop_assert_eq!(symmetry.position(&one), other);
    let shape = one.board().shape();
    for legal in one.legal_moves() {
        let image = other.find(&symmetry.path(shape, legal.path()));
        prop_assert!(image.is_ok(), "{}: {:?}", legal, image);
        let image = image.unwrap();
        let captured: Vec<_> =
            legal.captured().iter().map(|&square| symmetry.square(shape, square)).collect();
        prop_assert_eq!((image.captured(), image.crowns()), (&captured[..], legal.crowns()));
        let played = one.play(&legal).unwrap();
        prop_assert_eq!(other.play(&image), Ok(symmetry.position(&played)));
    }
    prop_assert_eq!(one.legal_moves().count(), other.legal_moves().count());
    for player in Player::ALL {
        prop_assert_eq!(score(&one, player), score(&other, symmetry.player(player)));
    }
    for depth in 0..=affordable_depth(&one, 3, 3_000) {
        prop_assert_eq!(perft(&one, depth).unwrap(), perft(&other, depth).unwrap(), "perft {}", depth);
        let mut parts: Vec<_> = divide(&one, depth)
            .unwrap()
            .into_iter()
            .map(|(legal, count)| (symmetry.path(shape, legal.path()), count))
            .collect();
        parts.sort_unstable();
        let images: Vec<_> = divide(&other, depth)
            .unwrap()
            .into_iter()
            .map(|(legal, count)| (legal.path().clone(), count))
            .collect();
        prop_assert_eq!(parts, images, "divide {}", depth);
        let mut ranked: Vec<_> = rank(&one, depth)
            .unwrap()
            .into_iter()
            .map(|ranked| (symmetry.path(shape, ranked.mv.path()), ranked.score))
            .collect();
        ranked.sort_unstable();
        let images: Vec<_> = rank(&other, depth)
            .unwrap()
            .into_iter()
            .map(|ranked| (ranked.mv.path().clone(), ranked.score))
            .collect();
        prop_assert_eq!(ranked, images, "rank at depth {}", depth);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn turning_the_board_and_exchanging_the_colours_changes_nothing(plain in any_shape()) {
        check_symmetry(Symmetry::Turned, &plain)?;
    }

    #[test]
    fn a_mirror_changes_nothing(plain in any_shape()) {
        check_symmetry(Symmetry::Mirrored, &plain)?;
    }
}
