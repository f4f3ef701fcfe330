//! Files that a program must refuse.

use crate::case::Case;

/// A file without faults: the example of section 6 of the specification.
const RIGHT: &str = "\
RULES:
no capture
single jumps
TURN:
red
BOARD:
\" | . | \" | . | \" | . | \" | . # 8
---+---+---+---+---+---+---+---
. | \" | b | \" | . | \" | . | \" # 7
---+---+---+---+---+---+---+---
\" | . | \" | . | \" | . | \" | . # 6
---+---+---+---+---+---+---+---
. | \" | b | \" | . | \" | . | \" # 5
---+---+---+---+---+---+---+---
\" | . | \" | r | \" | . | \" | . # 4
---+---+---+---+---+---+---+---
. | \" | . | \" | . | \" | . | \" # 3
---+---+---+---+---+---+---+---
\" | . | \" | . | \" | . | \" | . # 2
---+---+---+---+---+---+---+---
. | \" | . | \" | . | \" | . | \" # 1
MOVES:
";

/// Returns cases with files that a program must refuse, with nothing on standard output, an error on standard
/// error, and status 1. Each file has one fault. The purpose of a case is the fault, a clause: `a cell is missing`.
pub fn refused() -> Vec<Case> {
    let replaced = |from: &str, to: &str| RIGHT.replacen(from, to, 1);
    let with_moves = |moves: &str| format!("{RIGHT}{moves}\n");
    let eighth = "\" | . | \" | . | \" | . | \" | . # 8\n";
    let files = [
        ("empty", "there is nothing in the file", String::new()),
        ("no-rules", "the section RULES is missing", replaced("RULES:\nno capture\nsingle jumps\n", "")),
        ("one-rule", "the rule of jumps is missing", replaced("single jumps\n", "")),
        ("rule-twice", "the rule of captures is given twice", replaced("single jumps", "capture")),
        ("unknown-rule", "`double jumps` is not a rule", replaced("single", "double")),
        ("no-turn", "the player to move is missing", replaced("\nred\n", "\n")),
        ("unknown-player", "`white` is not a player", replaced("red", "white")),
        ("upper-case-player", "players are written in lower case", replaced("red", "Red")),
        (
            "sections-swapped",
            "the turn comes before the rules",
            format!("TURN:\nred\n{}", replaced("TURN:\nred\n", "")),
        ),
        ("row-missing", "a row of the board is missing", replaced(eighth, "")),
        ("cell-missing", "a cell is missing", replaced("\" | . | \" | r", ". | \" | r")),
        ("row-too-many", "the board has a row too many", replaced(eighth, &eighth.repeat(3))),
        ("unknown-cell", "`x` is not a cell", replaced("r |", "x |")),
        ("piece-on-red-square", "a piece stands on a red square", replaced(". | \" | b |", ". | b | b |")),
        (
            "colours-not-alternating",
            "a black square is in the place of a red one",
            replaced(". | \" | . | \" | . | \" | . | \" # 1", ". | . | . | \" | . | \" | . | \" # 1"),
        ),
        ("no-moves-section", "the section MOVES is missing", replaced("MOVES:\n", "")),
        ("no-move", "`d4e5` is not a move", with_moves("d4e5")),
        ("move-off-the-board", "a move leaves the board", with_moves("d4->e9")),
        ("illegal-step", "a man steps backward", with_moves("d4->c3")),
        ("illegal-jump", "a move jumps over nothing", with_moves("d4->f6")),
        ("wrong-turn", "a move is the opponent's", with_moves("c7->b6")),
        ("illegal-second-move", "the second move is illegal", with_moves("d4->e5 c7->b5")),
        ("capture-refused", "a jump is forced", format!("{}d4->e5\n", replaced("no capture", "capture"))),
    ];
    let case = |(name, fault, text): (&str, &str, String)| Case {
        name: name.into(),
        text,
        depth: 1,
        purpose: fault.into(),
        ..Case::default()
    };
    files.into_iter().map(case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::exchange::Document;

    #[test]
    fn each_file_is_refused_and_the_right_one_is_not() {
        let is_read =
            |text: &str| Document::parse(text.as_bytes()).is_ok_and(|document| document.position().is_ok());
        assert!(is_read(RIGHT));
        for file in refused() {
            assert!(!is_read(&file.text), "{}", file.name);
        }
    }
}
