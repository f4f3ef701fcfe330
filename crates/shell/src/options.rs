//! Options of both programs that select the position or game to read.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Blocked, Capture, Jumps, Rules};

use super::arguments::number_in;
use super::input::{GameSelection, Input};
use super::lines::Answering;
use super::{Failure, Stop};

/// Options for the source of a position or a game.
#[derive(Clone, Args)]
pub struct InputOptions {
    /// Use this FEN position, such as W:W21,K32:B1-12; English rules apply unless options change them
    #[arg(long, conflicts_with = "file")]
    pub fen: Option<Fen>,

    /// Use game number N of a file with several games [default: 1]
    #[arg(long, value_name = "N", value_parser = number_in(1..=u32::MAX))]
    pub game: Option<u32>,

    /// Play only the first N plies (20 for ten moves by each player); later moves may be illegal [default: all]
    #[arg(short, long, value_name = "N", value_parser = number_in(0..=usize::MAX))]
    pub moves: Option<usize>,

    /// A game or position in the exchange format, PDN, FEN or JSON; - means standard input
    pub file: Option<PathBuf>,
}

impl InputOptions {
    /// Returns the selected game and moves.
    pub fn selection(&self) -> GameSelection {
        GameSelection { game: self.game, moves: self.moves, is_whole: false }
    }

    /// Reads the FEN position, under these rules, or the file; standard input without either.
    pub fn read(&self, rules: Rules) -> Result<Input, Stop> {
        match self.fen {
            Some(fen) => Ok(Input::from_fen("--fen", fen, rules)),
            None => Input::read(self.file.as_deref()),
        }
    }
}

/// The rules of games whose text does not state the rules.
#[derive(Clone, Args)]
pub struct RuleOptions {
    /// Make jumping optional; otherwise a player who can jump must
    #[arg(long)]
    no_capture: bool,

    /// Allow only one jump per move
    #[arg(long)]
    single_jumps: bool,

    /// Choose whether a player without moves loses or passes [default: loses]
    #[arg(long, value_name = "HOW", value_parser = ["loses", "passes"])]
    blocked: Option<String>,
}

impl RuleOptions {
    /// Returns English rules, changed by the options.
    pub fn rules(&self) -> Rules {
        Rules {
            capture: if self.no_capture { Capture::Optional } else { Capture::Required },
            jumps: if self.single_jumps { Jumps::Single } else { Jumps::Multiple },
            blocked: if self.blocked.as_deref() == Some("passes") { Blocked::Passes } else { Blocked::Loses },
        }
    }
}

/// The names of the options in [`RuleOptions`].
pub const RULES: [&str; 3] = ["no_capture", "single_jumps", "blocked"];

/// Options for a position or game that must be given. Without a file, standard input is read.
#[derive(Args)]
#[command(group = ArgGroup::new("positions").args(["fen"]))]
#[command(group = ArgGroup::new("rules").args(RULES).multiple(true).requires("positions"))]
pub struct SourceOptions {
    /// The file or FEN position, and the selected part of it.
    #[command(flatten)]
    pub input: InputOptions,

    #[command(flatten, next_help_heading = "Rules for FEN positions")]
    rules: RuleOptions,
}

/// The option to read many positions, for commands with [`SourceOptions`].
#[derive(Args)]
pub struct LinesOptions {
    /// Read many positions, one per line, in FEN or JSON; print a JSON object for each
    #[arg(long, group = "positions", conflicts_with_all = ["game", "moves"])]
    pub lines: bool,

    /// With --lines, repeat each input line in its answer, in the field `given`
    #[arg(long, requires = "lines", conflicts_with = "fen")]
    pub echo: bool,
}

impl SourceOptions {
    /// Reads the input.
    pub fn read(&self) -> Result<Input, Stop> {
        self.check()?;
        self.input.read(self.rules.rules())
    }

    /// Refuses to read a terminal unless FILE is `-`, because a program that waits for input there looks
    /// stuck.
    fn check(&self) -> Result<(), Failure> {
        if self.input.file.is_some() || self.input.fen.is_some() || !io::stdin().is_terminal() {
            return Ok(());
        }
        let message = "expected FILE because standard input is a terminal (use - to type the input, and end it with Ctrl-D)";
        Err(Failure::usage(message))
    }

    /// Returns the options for answering many positions, in groups of `group`.
    pub fn lines(
        &self,
        many: &LinesOptions,
        threads: NonZeroUsize,
        group: usize,
    ) -> Result<Answering<'_>, Stop> {
        self.check()?;
        let (file, rules) = (self.input.file.as_deref(), self.rules.rules());
        Ok(Answering { file, rules, threads, group, echo: many.echo })
    }
}
