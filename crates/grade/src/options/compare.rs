//! The command line of `checkers compare`.

use std::path::PathBuf;

use clap::Args;

use shell::arguments::number_in;
use shell::manual::{Manual, STOPPED};
use shell::options::SourceOptions;

/// The manual of `checkers compare`.
pub const COMPARE: Manual = Manual {
    command: "checkers compare",
    notes: "",
    examples: &[
        ("rankmoves -d 2 game.txt | checkers compare -d 2 game.txt", "Compares the answer of a program"),
        (
            "rankmoves -v game.txt > answer.txt && checkers compare -v game.txt answer.txt",
            "Compares a tree that has been saved",
        ),
        (
            "rankmoves game.txt | checkers compare --json game.txt",
            "Writes the differences as JSON; here there are none",
        ),
    ],
    statuses: &[
        ("0", "the answer is the same as that of rankmoves"),
        ("1", "the answer is different"),
        ("2", "the command line is wrong, or the board or answer is unreadable or invalid"),
        STOPPED,
    ],
};

/// Explain why a program's answer is wrong: in form, moves or scores
///
/// Compares the output of any program with that of rankmoves -d D [-v] BOARD. Reads the output
/// of the program from ANSWER, or from standard input if ANSWER is missing or -. Instead of
/// BOARD you can give --fen.
#[derive(Args)]
#[command(after_help = COMPARE.help(), mut_arg("file", |file| file.value_name("BOARD").index(1)))]
pub struct CompareOptions {
    /// Set the depth of the answer
    #[arg(short, long, value_name = "D", default_value = "0", value_parser = number_in(0..=u32::MAX))]
    pub depth: u32,

    /// Expect the whole tree of moves and replies
    #[arg(short, long)]
    pub verbose: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// The file with the answer; - means standard input
    #[arg(index = 2, value_hint = clap::ValueHint::FilePath)]
    pub answer: Option<PathBuf>,

    /// The position.
    #[command(flatten)]
    pub source: SourceOptions,
}
