//! The command line of `checkers grade`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use shell::arguments::{self, duration, number_in, threads};
use shell::manual::{Manual, STOPPED};

use super::cases::depths;

/// The manual of `checkers grade`.
pub const GRADE: Manual = Manual {
    command: "checkers grade",
    notes: "The program runs as COMMAND ARG… -d D [-v] FILE; in every other run FILE is missing or -, and the board \
            comes on standard input. This is not a sandbox: use a container for programs that you do not trust.",
    examples: &[
        ("checkers grade -- ./mine", "Reports which answers of your program are wrong, and why"),
        (
            "checkers grade --time 5s --report table --report html=report.html --hide-expected -- ./mine",
            "Makes a page for the student as well, without the right answers",
        ),
        ("checkers grade --each hand-ins --report json=marks-{}.json", "Grades every program in a folder"),
        (
            "checkers grade --each hand-ins --build make --seed 2026 --summary class.csv",
            "Builds and grades each folder on new cases, and summarises the class",
        ),
    ],
    statuses: &[
        ("0", "every case is accepted"),
        ("1", "not every case is accepted, or a hand-in cannot be graded"),
        ("2", "the command line is wrong, or the grading itself failed"),
        STOPPED,
    ],
};

/// Grade a program meant to behave like rankmoves
///
/// Runs the program on cases chosen to reveal common mistakes and on files that it
/// must refuse, gives a verdict on each answer, and shows the smallest board on
/// which the program fails.
#[derive(Args)]
#[command(after_help = GRADE.help())]
pub struct GradeOptions {
    /// Run the cases in a folder: NAME.in, NAME.args and NAME.ans [default: the built-in cases]
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    pub cases: Option<PathBuf>,

    /// Choose new cases with this random seed [default: the built-in cases]
    #[arg(long, value_name = "N", conflicts_with = "cases", value_parser = number_in(0..=u64::MAX))]
    pub seed: Option<u64>,

    /// Choose cases of one depth, such as 2, or of a range, such as 0..3
    #[arg(short, long, value_name = "A..B", conflicts_with = "cases", value_parser = depths)]
    pub depth: Option<RangeInclusive<u32>>,

    /// Grade every executable file and every subfolder of FOLDER; hand-ins that cannot be run are listed with the reason. {} in the name of a report stands for the hand-in's name
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath, conflicts_with = "command")]
    pub each: Option<PathBuf>,

    /// Build each folder of --each with this shell command, in a copy
    #[arg(long, value_name = "COMMAND", requires = "each", value_hint = clap::ValueHint::CommandString)]
    pub build: Option<String>,

    /// Start the program of each folder with this command [default: rankmoves, or the only program]
    #[arg(long, value_name = "COMMAND", requires = "each", value_hint = clap::ValueHint::CommandString)]
    pub run: Option<String>,

    /// Write a summary of all hand-ins: as a page if the name ends in .html, else as CSV
    #[arg(long = "summary", value_name = "FILE", requires = "each", value_hint = clap::ValueHint::FilePath)]
    pub summaries: Vec<PathBuf>,

    /// Give points by a rubric: a TOML file with parts of the cases, their points, and whether they are hidden
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub rubric: Option<PathBuf>,

    /// Limit the processor time per answer, such as 2s or 500ms; the elapsed time may be four times as long
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    pub time: Duration,

    /// Limit the memory of the program, such as 512M or 1G
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = size)]
    pub memory: u64,

    /// Limit the output per answer, and the size of each file the program writes
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    pub output_limit: u64,

    /// Set the number of programs that run at a time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub jobs: Option<NonZeroUsize>,

    /// Run the program as another user, by name or number; needs root
    #[arg(long, value_name = "USER", value_hint = clap::ValueHint::Username)]
    pub user: Option<String>,

    /// Write a report (table, json, junit, tap, gradescope or html) to standard output, or to FILE [default: table]
    #[arg(long = "report", value_name = "FORMAT[=FILE]")]
    pub reports: Vec<ReportTo>,

    /// Show the smallest board with the N-th kind of failure; the most serious kind comes first
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true, value_parser = number_in(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    pub board: NonZeroUsize,

    /// Leave the right answers out of all reports; the explanation of the smallest board still names some
    #[arg(long)]
    pub hide_expected: bool,

    /// Accept answers whose moves and scores are right, whatever their form
    #[arg(long)]
    pub ignore_form: bool,

    /// The program and its first arguments
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "each", value_hint = clap::ValueHint::CommandWithArguments)]
    pub command: Vec<OsString>,
}

/// Formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Text for people
    Table,
    /// A JSON object
    Json,
    /// `JUnit` XML
    Junit,
    /// The Test Anything Protocol
    Tap,
    /// The results.json of Gradescope
    Gradescope,
    /// One page with boards
    Html,
}

/// A report, and the file to which it is written, if that is not standard output.
#[derive(Clone, Debug)]
pub struct ReportTo {
    pub(crate) format: ReportFormat,
    pub(crate) file: Option<PathBuf>,
}

impl FromStr for ReportTo {
    type Err = String;

    fn from_str(text: &str) -> Result<ReportTo, String> {
        let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
        let format = ReportFormat::from_str(name, false).map_err(|_| {
            let names = ReportFormat::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
            format!("expected one of {}", names.join(", "))
        })?;
        if file == Some("") {
            return Err("expected the name of a file after =".to_owned());
        }
        Ok(ReportTo { format, file: file.filter(|&file| file != "-").map(PathBuf::from) })
    }
}

/// Parses a number of bytes, which may end in K, M or G for 1024, 1024², 1024³.
fn size(text: &str) -> Result<u64, String> {
    let refused = || "expected a size from 1K to 1024G such as 512M".to_owned();
    let digits = text.trim_end_matches(|unit: char| unit.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KIB" => 10,
        "M" | "MIB" => 20,
        "G" | "GIB" => 30,
        _ => return Err(refused()),
    };
    let number: u64 = arguments::digits(digits).ok_or_else(refused)?;
    let bytes = number.checked_mul(1 << shift).ok_or_else(refused)?;
    if (1 << 10..=1 << 40).contains(&bytes) { Ok(bytes) } else { Err(refused()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [("1024", 1024), ("64K", 64 << 10), ("512M", 512 << 20), ("1g", 1 << 30)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "0", "1023", "-1M", "1.5G", "2000G", "1X", "99999999999999999999"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn reports_have_a_format_and_may_have_a_file() {
        let parse = |text: &str| text.parse::<ReportTo>().map(|report| (report.format, report.file));
        assert_eq!(parse("tap"), Ok((ReportFormat::Tap, None)));
        assert_eq!(parse("json=-"), Ok((ReportFormat::Json, None)));
        assert_eq!(parse("html=a=b.html"), Ok((ReportFormat::Html, Some("a=b.html".into()))));
        assert!(parse("html=").is_err());
        assert!(parse("pdf").unwrap_err().contains("table, json, junit, tap, gradescope, html"));
    }
}
