//! The command line of `checkers cases`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use rankmoves_core::{Capture, Jumps, Rules, Shape};
use rankmoves_judge::SuiteOptions;

use shell::arguments::{number_in, refuse, shape};
use shell::manual::{Manual, STOPPED};

/// The manual of `checkers cases`.
pub const CASES: Manual = Manual {
    command: "checkers cases",
    notes: "",
    examples: &[
        ("checkers cases", "Shows the mistakes and the cases that catch each"),
        ("checkers cases --output suite", "Writes these 73 cases, with the right answers"),
        (
            "checkers cases --gradescope autograder.zip",
            "Makes an autograder with these cases, ready to upload to Gradescope",
        ),
        (
            "checkers cases --output easy --depth 0..1 --rules 'no capture, single jumps' --no-moves",
            "Writes cases for programs that handle only these rules and no moves",
        ),
    ],
    statuses: &[
        ("0", "success, or the reader closed the pipe"),
        ("1", "the cases cannot be written, or the folder already has other files with these names"),
        ("2", "the command line is wrong"),
        STOPPED,
    ],
};

/// Write test cases for programs meant to behave like rankmoves
///
/// The command shows which mistakes each case catches. A case has three files: NAME.in is
/// the file to rank, NAME.args the arguments, one per line, and NAME.ans the right
/// answer. cases.json gives the purpose of each case. The folder `refused` has files that a
/// program must refuse. At least three cases catch each common mistake, one of them on the
/// smallest board that shows it. The same options always give the same cases.
#[derive(Args)]
#[command(after_help = CASES.help())]
pub struct CasesOptions {
    /// Write the cases into this folder, replacing those of an earlier run [default: only show the mistakes]
    #[arg(short, long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    pub output: Option<PathBuf>,

    /// Make an autograder for Gradescope with these cases: a ZIP archive ready to upload
    #[arg(long, value_name = "ZIP", value_hint = clap::ValueHint::FilePath)]
    pub gradescope: Option<PathBuf>,

    /// Give points by a rubric, as in `checkers grade --rubric`
    #[arg(long, value_name = "FILE", requires = "gradescope", value_hint = clap::ValueHint::FilePath)]
    pub rubric: Option<PathBuf>,

    /// Write the cases for another platform into a new folder: kattis (also for `DOMjudge`), check50 or github
    #[arg(long = "export", value_name = "FORMAT=FOLDER")]
    pub exports: Vec<ExportTo>,

    /// Set the command that builds a hand-in [default: make, or the compiler]
    #[arg(long, value_name = "COMMAND", requires = "gradescope", value_hint = clap::ValueHint::CommandString)]
    pub build: Option<String>,

    /// Set the command that runs a hand-in [default: ./rankmoves, or the program if the build makes only one]
    #[arg(long, value_name = "COMMAND", requires = "gradescope", value_hint = clap::ValueHint::CommandString)]
    pub run: Option<String>,

    /// Set the number of cases
    #[arg(long, value_name = "N", default_value_t = SuiteOptions::default().count, value_parser = number_in(1..=500_usize))]
    pub count: usize,

    /// Choose one depth, such as 2, or a range, such as 0..3; most cases use low depths, one uses 10 if in range
    #[arg(short, long, value_name = "A..B", default_value = "0..10", value_parser = depths)]
    pub depth: RangeInclusive<u32>,

    /// Seed the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number_in(0..=u64::MAX))]
    pub seed: u64,

    /// Set the rules of all cases, such as 'no capture, single jumps' [default: all four combinations]
    #[arg(long, value_name = "RULES", value_parser = rules)]
    pub rules: Option<Rules>,

    /// Set the size of the board, ranks by files [default: 8x8, and two boards of other sizes]
    #[arg(long, value_name = "RxC", value_parser = shape)]
    pub board: Option<Shape>,

    /// Flip most of the boards (the top left square is then black)
    #[arg(long)]
    pub flipped: bool,

    /// Write no moves into the files
    #[arg(long)]
    pub no_moves: bool,
}

/// The platforms for which cases are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// A problem package for Kattis and `DOMjudge`
    Kattis,
    /// Checks for check50
    Check50,
    /// A workflow for GitHub Actions
    Github,
}

impl ExportFormat {
    pub(crate) fn what(self) -> &'static str {
        match self {
            ExportFormat::Kattis => "a problem package for Kattis and DOMjudge",
            ExportFormat::Check50 => "checks for check50",
            ExportFormat::Github => "a workflow for GitHub Actions",
        }
    }
}

/// A platform and the folder for it.
#[derive(Clone, Debug)]
pub struct ExportTo {
    pub(crate) format: ExportFormat,
    pub(crate) folder: PathBuf,
}

impl FromStr for ExportTo {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<ExportTo, &'static str> {
        let expected = "expected kattis, check50 or github, an equals sign and a folder";
        let (name, folder) = text.split_once('=').ok_or(expected)?;
        let format = ExportFormat::from_str(name, false).map_err(|_| expected)?;
        if folder.is_empty() {
            return Err(expected);
        }
        Ok(ExportTo { format, folder: folder.into() })
    }
}

impl CasesOptions {
    /// Returns the options of the suite.
    pub fn suite(&self) -> SuiteOptions {
        let shape = self.board.unwrap_or(Shape::STANDARD);
        let shape = Shape::new(shape.ranks().into(), shape.files().into(), self.flipped);
        let shape =
            shape.unwrap_or_else(|why| refuse(&format!("cannot use --flipped with this board: {why}")));
        SuiteOptions {
            count: self.count,
            depths: self.depth.clone(),
            seed: self.seed,
            rules: self.rules,
            shape,
            moves: !self.no_moves,
            other_boards: self.board.is_none(),
        }
    }
}

/// Reads a depth, or a range of depths that includes both ends.
pub(super) fn depths(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let depth = number_in(0..=u32::MAX);
    let range = depth(first)?..=depth(last.trim_start_matches('='))?;
    if range.is_empty() {
        return Err(format!("expected the lower depth first: {last}..{first}"));
    }
    if *range.start() > MAX_ORDINARY_DEPTH || *range.end() > MAX_RANGE_DEPTH {
        return Err(format!(
            "expected a depth from 0 to {MAX_ORDINARY_DEPTH}, or a range from such a depth to at most {MAX_RANGE_DEPTH} \
             (whole trees are searched)"
        ));
    }
    Ok(range)
}

/// The greatest depth of ordinary cases.
const MAX_ORDINARY_DEPTH: u32 = 6;
/// The greatest depth of the deepest case.
const MAX_RANGE_DEPTH: u32 = 10;

/// Reads two rules, in the words of the exchange format, separated by a comma.
fn rules(text: &str) -> Result<Rules, &'static str> {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let (capture, jumps) = match words[..] {
        ["no", "capture", jumps, "jumps"] | [jumps, "jumps", "no", "capture"] => (Capture::Optional, jumps),
        ["capture", jumps, "jumps"] | [jumps, "jumps", "capture"] => (Capture::Required, jumps),
        _ => return Err("expected rules such as 'no capture, single jumps'"),
    };
    let jumps = match jumps {
        "single" => Jumps::Single,
        "multiple" => Jumps::Multiple,
        _ => return Err("expected 'single jumps' or 'multiple jumps'"),
    };
    Ok(Rules { capture, jumps, ..Rules::ENGLISH })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_one_or_a_range() {
        assert_eq!(depths("2"), Ok(2..=2));
        assert_eq!(depths("0..3"), Ok(0..=3));
        assert_eq!(depths("1..=2"), Ok(1..=2));
        assert_eq!(depths("6..10"), Ok(6..=10));
        for text in ["", "3..1", "a..b", "0..11", "7", "7..10", "-1"] {
            assert!(depths(text).is_err(), "{text}");
        }
    }

    #[test]
    fn rules_are_read_in_either_order() {
        let single = Rules { jumps: Jumps::Single, ..Rules::ENGLISH };
        assert_eq!(rules("capture, single jumps"), Ok(single));
        assert_eq!(rules("single jumps capture"), Ok(single));
        assert_eq!(rules("no capture,multiple jumps").unwrap().capture, Capture::Optional);
        for text in ["", "capture", "capture, double jumps", "no single jumps"] {
            assert!(rules(text).is_err(), "{text}");
        }
    }
}
