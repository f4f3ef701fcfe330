//! Reads a file and plays the moves in it.

use super::{Configuration, Walk, owner};
use crate::mistake::Mistake::{
    CommentsRead, FirstMoveOnly, FlippedMisnamed, FlippedMisread, KingsReadAsMen, MovesCrownNoMan,
    MovesNotPlayed, MovesTakeNothing, NoIgnored, NotCrownedByJump, NotCrownedByStep, NothingTaken,
    RanksUpsideDown, TurnIgnored, TurnNotPassed,
};
use crate::mistake::Mistakes;
use rankmoves_core::Player;

impl Walk {
    /// Reads a file and plays its moves.
    pub(super) fn read(&mut self, text: &str) -> Option<Configuration> {
        let text = text.trim_start_matches('\u{feff}');
        let without_comment = |line: &str| line.split('#').next().unwrap_or_default().to_owned() + "\n";
        let text = if self.has(CommentsRead) {
            text.to_owned()
        } else {
            text.lines().map(without_comment).collect()
        };
        let (rules, rest) = text.split_once("RULES")?.1.split_once("TURN")?;
        let (turn, rest) = rest.split_once("BOARD")?;
        let (board, moves) = rest.split_once("MOVES")?;

        let mut configuration = Configuration {
            cells: Vec::new(),
            ranks: 8,
            files: 8,
            turn: Player::Red,
            capture: false,
            multiple: false,
            is_misnamed: false,
            is_upside_down: self.has(RanksUpsideDown),
        };
        self.read_rules(rules, &mut configuration)?;
        if turn.contains("black") && !self.has(TurnIgnored) {
            configuration.turn = Player::Black;
        }
        let count = configuration.ranks.checked_mul(configuration.files).filter(|&count| count > 0)?;
        let cells = board.bytes().filter(|cell| b"\".rRbB".contains(cell)).take(count);
        let read = |cell: u8| {
            let is_man = owner(cell).is_some_and(|player| self.has_for(KingsReadAsMen, player));
            if is_man { cell.to_ascii_lowercase() } else { cell }
        };
        configuration.cells = cells.map(read).collect();
        if configuration.cells.len() < count {
            return None;
        }
        let is_flipped = configuration.cells[0] != b'"' && configuration.files.is_multiple_of(2);
        if is_flipped && self.has(FlippedMisread) {
            unflip(&mut configuration);
        } else {
            configuration.is_misnamed = is_flipped && self.has(FlippedMisnamed);
        }
        self.play_all(configuration, moves)
    }

    fn read_rules(&self, rules: &str, configuration: &mut Configuration) -> Option<()> {
        let words = rules.split([' ', '\t', '\r', '\n', ':']).filter(|word| !word.is_empty());
        let mut before = "";
        for word in words {
            match (before, word) {
                ("no", "capture") => configuration.capture = self.has(NoIgnored),
                (_, "capture") => configuration.capture = true,
                ("multiple", "jumps") => configuration.multiple = true,
                ("single", "jumps") => configuration.multiple = false,
                ("board", sides) => {
                    let (ranks, files) = sides.split_once('x')?;
                    (configuration.ranks, configuration.files) = (ranks.parse().ok()?, files.parse().ok()?);
                }
                _ => {}
            }
            before = word;
        }
        Some(())
    }

    fn play_all(&mut self, mut configuration: Configuration, moves: &str) -> Option<Configuration> {
        if self.has(MovesNotPlayed) {
            return Some(configuration);
        }
        let turn = configuration.turn;
        for path in moves.split_whitespace().filter(|word| word.contains("->") || *word == "pass") {
            if path == "pass" {
                configuration.turn = configuration.turn.opponent();
                continue;
            }
            let mutant = self.mutant;
            let mut mistakes = if mutant.replays_rightly { Mistakes::NONE } else { mutant.mistakes };
            if self.has(MovesTakeNothing) {
                mistakes = mistakes.with(NothingTaken);
            }
            if self.has(MovesCrownNoMan) {
                mistakes = mistakes.with(NotCrownedByStep).with(NotCrownedByJump);
            }
            self.mutant.mistakes = mistakes;
            let moves = self.moves(&configuration, true);
            self.mutant = mutant;
            (_, configuration) = moves?.into_iter().find(|(text, _)| text == path)?;
            if self.has(FirstMoveOnly) {
                break;
            }
        }
        if self.has(TurnNotPassed) {
            configuration.turn = turn;
        }
        Some(configuration)
    }
}

/// Moves the pieces of each row of a flipped board to the squares that are playable on the unflipped board.
fn unflip(configuration: &mut Configuration) {
    for (index, row) in configuration.cells.chunks_mut(configuration.files).enumerate() {
        let pieces: Vec<u8> = row.iter().copied().filter(|&cell| cell != b'"').collect();
        row.fill(b'"');
        let playable = row.iter_mut().skip((index + 1) % 2).step_by(2);
        for (cell, piece) in playable.zip(pieces) {
            *cell = piece;
        }
    }
}
