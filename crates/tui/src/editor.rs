//! Editing of a position.

use rankmoves_core::{Blocked, Board, Capture, Jumps, Piece, Player, Position, Setup, Shape, Square};
use shell::quantity;

#[derive(Clone, Debug)]
pub struct Editor {
    pub setup: Setup,
    /// Earlier setups, for undo; the latest is last.
    pub past: Vec<Setup>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Puts a piece on the cursor's square, or removes the piece there.
    Put(Option<Piece>),
    Cycle,
    Turn,
    Capture,
    Jumps,
    Blocked,
    /// Changes the numbers of ranks and files by these amounts.
    Grow(i8, i8),
    /// Exchanges playable and unplayable squares; the board becomes empty.
    Playable,
    Clear,
    Start,
    Undo,
}

impl Editor {
    pub fn new(position: &Position) -> Editor {
        Editor { setup: Setup { jumping: None, ..position.setup() }, past: Vec::new() }
    }

    /// Changes the setup, at the cursor's `square`. Returns a message, or the reason why the change is refused.
    pub fn edit(&mut self, edit: Edit, square: Square) -> Result<String, String> {
        if edit == Edit::Undo {
            self.setup = self.past.pop().ok_or("there is nothing to undo")?;
            return Ok(String::new());
        }
        let before = self.setup;
        self.change(edit, square)?;
        let gone = before.board.iter().count().saturating_sub(self.setup.board.iter().count());
        self.past.push(before);
        Ok(match (edit, gone) {
            (Edit::Put(_) | Edit::Cycle, _) | (_, 0) => String::new(),
            _ => format!("{}: u undoes that", quantity(gone, "piece was removed", "pieces were removed")),
        })
    }

    fn change(&mut self, edit: Edit, square: Square) -> Result<(), String> {
        let setup = &mut self.setup;
        let shape = setup.board.shape();
        match edit {
            Edit::Put(Some(piece)) => setup.board.put(square, piece).map_err(|why| why.to_string())?,
            Edit::Put(None) => {
                setup.board.remove(square);
            }
            Edit::Cycle => {
                // The letters of the pieces; a blank stands for none.
                let here = setup.board.get(square).map_or(' ', Piece::letter);
                let next = " rRbB ".chars().skip_while(|&letter| letter != here).nth(1);
                return self.change(Edit::Put(next.and_then(Piece::from_letter)), square);
            }
            Edit::Turn => setup.turn = setup.turn.opponent(),
            Edit::Capture => switch(&mut setup.rules.capture, [Capture::Required, Capture::Optional]),
            Edit::Jumps => switch(&mut setup.rules.jumps, [Jumps::Single, Jumps::Multiple]),
            Edit::Blocked => switch(&mut setup.rules.blocked, [Blocked::Passes, Blocked::Loses]),
            Edit::Grow(ranks, files) => {
                let grown = |side: u8, by| u32::from(side.saturating_add_signed(by));
                let (ranks, files) = (grown(shape.ranks(), ranks), grown(shape.files(), files));
                // Keep a1 as it is, playable or not.
                let is_odd = !ranks.abs_diff(shape.ranks().into()).is_multiple_of(2);
                self.reshape(ranks, files, shape.is_flipped() != is_odd)?;
            }
            Edit::Playable => {
                self.reshape(shape.ranks().into(), shape.files().into(), !shape.is_flipped())?;
            }
            Edit::Undo => {}
            Edit::Clear => setup.board = Board::empty(shape),
            Edit::Start => setup.board = Board::start(shape, (shape.ranks() - 2) / 2),
        }
        Ok(())
    }

    /// Changes the shape. Pieces stay if their squares still exist.
    fn reshape(&mut self, ranks: u32, files: u32, flipped: bool) -> Result<(), String> {
        let shape = Shape::new(ranks, files, flipped).map_err(|why| why.to_string())?;
        let mut board = Board::empty(shape);
        for (square, piece) in self.setup.board.iter() {
            // Fails, and drops the piece, if the square does not exist.
            let _ = board.put(square, piece);
        }
        self.setup.board = board;
        Ok(())
    }

    /// Returns the faults of an invalid setup, or warnings: no game leads to the position, or the game is over.
    pub fn remarks(&self) -> Vec<String> {
        let position = match self.setup.position() {
            Ok(position) => position,
            Err(why) => return why.faults().iter().map(ToString::to_string).collect(),
        };
        let mut remarks: Vec<String> = self.setup.oddities().iter().map(ToString::to_string).collect();
        let without: Vec<Player> =
            Player::ALL.into_iter().filter(|&player| self.setup.board.count(player) == 0).collect();
        remarks.extend(without.iter().map(|player| format!("{player} has no pieces: the game is over")));
        if without.is_empty() && !position.has_moves() {
            remarks.push(match self.setup.rules.blocked {
                Blocked::Loses => format!("{} cannot move and has lost", self.setup.turn),
                Blocked::Passes => format!("{} cannot move and passes", self.setup.turn),
            });
        }
        remarks
    }
}

/// Replaces one of two values by the other.
fn switch<T: PartialEq>(value: &mut T, [one, other]: [T; 2]) {
    *value = if *value == one { other } else { one };
}
