//! The command line of `checkers show`.

use std::str::FromStr;

use clap::builder::PossibleValue;
use clap::{Args, ColorChoice, ValueEnum};
use rankmoves_core::{Shape, Square};

use super::OutputOptions;
use picture::Symbols;
use shell::arguments::{digits, number_in};
use shell::format::Format;
use shell::manual::Manual;
use shell::options::SourceOptions;

pub const SHOW: Manual = Manual::new(
    "checkers show",
    &[
        ("checkers show game.txt", "Draws the board after the moves of a file"),
        (
            "checkers show -d 8 -o board.svg game.txt",
            "Saves a picture with an arrow for each move, the best green",
        ),
        ("checkers show --from c3 --numbers game.pdn", "Marks where a piece can go, and numbers the squares"),
        ("checkers show --format fen game.txt", "Writes the position as FEN"),
    ],
);

/// Draw a board, or write its position for programs
///
/// The board shows the position after the moves of the file and marks the last move.
/// In ASCII, `(r)` is a piece that can move, `{r}` the piece of --from, `[.]` a square
/// that it can reach, `<r>` a square of the last move, `*b*` a piece that can be or was jumped.
#[derive(Args)]
#[command(after_help = SHOW.help())]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub struct ShowOptions {
    /// Choose the format; checkers convert writes the game with its moves [default: by the extension of the output file; without one, unicode on a UTF-8 terminal, else ascii]
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<ShowFormat>,

    /// Write SVG, the same as --format svg
    #[arg(long, conflicts_with = "format")]
    pub svg: bool,

    /// Show the numbers of the squares
    #[arg(long)]
    pub numbers: bool,

    /// Draw the board from black's side
    #[arg(long)]
    pub flip: bool,

    /// Mark the pieces that can move
    #[arg(long)]
    pub movable: bool,

    /// Mark where the piece on SQUARE (d4, or its number) can go, and what it can jump
    #[arg(long, value_name = "SQUARE")]
    pub from: Option<SquareName>,

    /// Show the moves with the scores of rankmoves -d D and proven results from your endgame tables; in SVG they are arrows, and the best are green
    #[arg(short = 'd', long, value_name = "D", value_parser = number_in(0..=u32::MAX))]
    pub rank: Option<u32>,

    /// Choose when to use colour; auto means on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,

    #[command(flatten)]
    pub drawing: DrawingOptions,

    #[command(flatten)]
    pub output: OutputOptions,

    #[command(flatten)]
    pub source: SourceOptions,
}

/// Options for the characters of a board drawn as text.
#[derive(Args)]
pub struct DrawingOptions {
    /// Draw the pieces as these four characters: red man, red king, black man, black king [default: rRbB]
    #[arg(long, value_name = "CHARACTERS")]
    pub symbols: Option<Symbols>,
}

/// The formats in which a board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowFormat {
    Ascii,
    /// Coloured squares; without colour, plain text with a border.
    Unicode,
    Svg,
    /// A text that can be read back.
    Text(Format),
}

impl ValueEnum for ShowFormat {
    fn value_variants<'a>() -> &'a [ShowFormat] {
        use Format::{Exchange, Fen, Json, Pdn};
        use ShowFormat::{Ascii, Svg, Text, Unicode};
        &[Ascii, Unicode, Text(Exchange), Text(Fen), Text(Json), Text(Pdn), Svg]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            ShowFormat::Ascii => ("ascii", "Plain text"),
            ShowFormat::Unicode => ("unicode", "Coloured squares; without colour, plain text with a border"),
            ShowFormat::Text(Format::Exchange) => ("exchange", "An exchange file"),
            ShowFormat::Text(Format::Fen) => ("fen", "FEN; standard board and English rules only"),
            ShowFormat::Text(Format::Json) => ("json", "A JSON object on one line"),
            ShowFormat::Text(Format::Pdn) => ("pdn", "A PDN game that starts here; English draughts only"),
            ShowFormat::Svg => ("svg", "A picture"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// A square by its name or its number.
#[derive(Clone, Copy, Debug)]
pub enum SquareName {
    Name(Square),
    Number(u32),
}

impl SquareName {
    /// Returns the square; fails if the board has no such playable square.
    pub fn square(self, shape: Shape) -> Result<Square, String> {
        match self {
            SquareName::Name(square) if shape.is_playable(square) => Ok(square),
            SquareName::Name(square) if shape.contains(square) => {
                Err(format!("expected a black square but found {square}, which is a red one"))
            }
            SquareName::Name(square) => {
                let last = Square::new(shape.files() - 1, shape.ranks() - 1);
                let last = last.expect("a board has a last square");
                Err(format!("{square} is not on the board: expected a square from a1 to {last}"))
            }
            SquareName::Number(number) => shape.square_numbered(number).ok_or_else(|| {
                let count = shape.squares().count();
                format!("expected the number of a square from 1 to {count} but found {number}")
            }),
        }
    }
}

impl FromStr for SquareName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<SquareName, &'static str> {
        let name = text.parse().map(SquareName::Name).ok();
        let number = || digits(text).map(SquareName::Number);
        name.or_else(number).ok_or("expected a square such as d4, or its number")
    }
}
