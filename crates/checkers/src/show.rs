//! `checkers show`: draws a board for people, or writes it for programs.

use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::PossibleValue;
use clap::{Args, ColorChoice, ValueEnum};
use rankmoves::Ranker;
use rankmoves_core::exchange::Document;
use rankmoves_core::{MoveList, Notation, Player, Position, Shape, Square};
use rankmoves_endings::Value;

use picture::{Mark, Picture, Symbols, ascii, svg, unicode};
use shell::arguments::{digits, number_in};
use shell::format::Format;
use shell::game_info::GameInfo;
use shell::manual::Manual;
use shell::options::SourceOptions;
use shell::output::{has_colour, is_stdout, is_utf8, warn, write_lines};
use shell::{Failure, Stop, shown_path};
use table::save::save_text;
use table::session::MAX_LISTED_MOVES;
use table::written::{self, Written};

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

/// Options for the output of a game or board.
#[derive(Args)]
pub struct OutputOptions {
    /// Write to this file (completely or not at all); - means standard output (the default)
    #[arg(short, long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    output: Option<PathBuf>,
}

impl OutputOptions {
    /// Returns the file to write, unless the output is standard output.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdout(path))
    }

    /// Returns the given format; without one, the format for the extension of the output file, if there is a file.
    /// Without a known extension, the error suggests `option`.
    pub fn format(&self, given: Option<ShowFormat>, option: &str) -> Result<Option<ShowFormat>, Stop> {
        let Some(path) = self.file().filter(|_| given.is_none()) else { return Ok(given) };
        let svg = Format::is_svg(path).then_some(ShowFormat::Svg);
        let format = svg.or_else(|| Format::of_path(path).map(ShowFormat::Text));
        format.map(Some).ok_or_else(|| {
            let known = Format::extensions();
            let name = shown_path(path);
            let message = format!(
                "the extension of {name} is unknown: give {option}, or a name that ends in .svg, {known}"
            );
            Failure::new(message).into()
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowFormat {
    Ascii,
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

pub fn run(options: &ShowOptions) -> Result<(), Stop> {
    let input = options.source.read()?;
    let source = input.game(options.source.input.selection())?;
    source.warn();
    let position = source.position()?;
    let format = format(options)?;
    let file = options.output.file();
    if let ShowFormat::Text(format) = format {
        return write(&Document::new(position.setup(), []), &GameInfo::default(), &[], format, file);
    }
    let picture = Picture::of_document(&source.document, source.document.plies().len(), &position);
    let text = in_format(&drawing(options, &position, picture)?, format, is_coloured(options));
    put(&text, file)
}

/// Returns the requested format; by default, a format that suits the file or the terminal.
fn format(options: &ShowOptions) -> Result<ShowFormat, Stop> {
    let given = options.format.or(options.svg.then_some(ShowFormat::Svg));
    Ok(match options.output.format(given, "--format")? {
        Some(format) => format,
        None if options.color == ColorChoice::Always => ShowFormat::Unicode,
        None => format_for_reader(),
    })
}

/// Returns the format that suits standard output: Unicode for a terminal in a UTF-8 locale, else ASCII.
fn format_for_reader() -> ShowFormat {
    if stdout().is_terminal() && is_utf8() { ShowFormat::Unicode } else { ShowFormat::Ascii }
}

/// Draws for standard output, in colour if it has colour, after a blank line.
pub fn for_reader(picture: &Picture) -> String {
    format!("\n{}", in_format(picture, format_for_reader(), has_colour()))
}

fn is_coloured(options: &ShowOptions) -> bool {
    match options.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => options.output.file().is_none() && has_colour(),
    }
}

/// Adds the marks and the scores that the options ask for.
fn drawing(options: &ShowOptions, position: &Position, mut picture: Picture) -> Result<Picture, Stop> {
    picture.flip = options.flip;
    picture.numbers = options.numbers;
    picture.symbols = options.drawing.symbols;
    if options.movable {
        picture.mark(&position.movable(), Mark::Movable);
    }
    if let Some(name) = options.from {
        let notation = picture.notation();
        let from = own_piece(name, position, notation)?;
        let MoveList { moves, is_complete } = position.legal_moves().of_piece(from).up_to(MAX_LISTED_MOVES);
        let piece = notation.square(from);
        if moves.is_empty() {
            warn(&format!("the piece on {piece} has no moves"));
        } else if !is_complete {
            let message = format!(
                "the piece on {piece} has more than {MAX_LISTED_MOVES} moves: only the first are shown"
            );
            warn(&message);
        }
        picture.mark_targets(from, &moves);
    }
    if let Some(depth) = options.rank {
        picture.rank(rankmoves::program::progress::rank(&mut Ranker::new(), position, depth)?, depth);
        let proven = shell::proven::proven();
        let value = |path: &rankmoves_core::Path| proven.value_of(position, &position.find(path).ok()?);
        picture.prove(value, &Value::Drawn);
    }
    Ok(picture)
}

/// Returns the square with this name, which must hold a piece of the player to move.
fn own_piece(name: SquareName, position: &Position, notation: Notation) -> Result<Square, Stop> {
    let (board, turn) = (position.board(), position.turn());
    let square = name.square(board.shape()).map_err(Failure::new)?;
    let found = match board.get(square).map(|piece| piece.player) {
        Some(player) if player == turn => return Ok(square),
        Some(Player::Red) => "a red one",
        Some(Player::Black) => "a black one",
        None => "none",
    };
    let name = match (name, notation) {
        (SquareName::Number(number), Notation::Names) => number.to_string(),
        _ => notation.square(square),
    };
    let message = format!("expected a {turn} piece on {name} but found {found}");
    Err(Failure::new(message).into())
}

pub fn in_format(picture: &Picture, format: ShowFormat, is_coloured: bool) -> String {
    match format {
        ShowFormat::Svg => {
            if picture.symbols.is_some() {
                warn("SVG draws pieces, not characters: --symbols has no effect");
            }
            svg::draw(picture)
        }
        ShowFormat::Unicode if is_coloured => unicode::draw(picture),
        ShowFormat::Unicode => ascii::draw(picture, ascii::LINES),
        _ => ascii::draw(picture, ascii::ASCII),
    }
}

/// Writes a text to the output file or, without one, to standard output.
pub fn put(text: &str, file: Option<&Path>) -> Result<(), Stop> {
    match file {
        Some(path) => save_text(path, text),
        None => write_lines(text),
    }
}

/// Writes a document in a format. Reports on standard error what the format cannot hold, and what is `also_lost`.
pub fn write(
    document: &Document,
    about: &GameInfo,
    also_lost: &[String],
    format: Format,
    file: Option<&Path>,
) -> Result<(), Stop> {
    let Written { text, lost } = written::write(format, document, about)?;
    for lost in lost.iter().chain(also_lost) {
        warn(lost);
    }
    put(&text, file)
}
