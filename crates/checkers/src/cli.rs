//! The command line of `checkers`.

use std::fmt::Write as _;
use std::iter;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Parser, Subcommand};
use grade::options::{CASES, COMPARE, CasesOptions, CompareOptions, GRADE, GradeOptions};

use crate::endings::{ENDINGS, EndingsOptions};
use crate::info::{INFO, InfoOptions};
use crate::openings::{OPENINGS, OpeningsOptions};
use crate::perft::{PERFT, PerftOptions};
use crate::play::{PLAY, PlayOptions};
use crate::rewrite::{APPLY, ApplyOptions, CONVERT, ConvertOptions};
use crate::series::{SERIES, SeriesOptions};
use crate::show::{SHOW, ShowOptions};
use crate::solve::{SOLVE, SolveOptions};
use shell::manual::Manual;
#[cfg(feature = "tui")]
use tui::options::{TUI, TuiOptions};
#[cfg(feature = "web")]
use web::options::{WEB, WebOptions};

/// Play, review, solve and convert checkers games; grade programs that rank moves
#[derive(Parser)]
#[command(
    name = "checkers",
    version,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    help_template = help_template(),
    after_help = CHECKERS.help()
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Write man pages and shell completions to this folder, then exit
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    pub generate: Option<PathBuf>,
}

/// The manuals of the commands, grouped by subject as in the help.
const GROUPS: [(&str, &[&Manual]); 4] = [
    (
        "Play",
        &[
            &PLAY,
            #[cfg(feature = "tui")]
            &TUI,
            #[cfg(feature = "web")]
            &WEB,
            &SERIES,
            &OPENINGS,
            &HUB,
        ],
    ),
    ("Positions and games", &[&SHOW, &INFO, &CONVERT, &APPLY, &PERFT]),
    ("Perfect play", &[&SOLVE, &ENDINGS]),
    ("Teaching", &[&GRADE, &COMPARE, &CASES]),
];

pub fn manuals() -> Vec<&'static Manual> {
    iter::once(&CHECKERS).chain(GROUPS.into_iter().flat_map(|(_, manuals)| manuals).copied()).collect()
}

/// Lays out the help of `checkers`: clap cannot group commands with their own descriptions under headings.
fn help_template() -> String {
    let commands = Command::augment_subcommands(clap::Command::new("checkers"));
    let styles = clap::builder::Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut groups = String::new();
    for (heading, manuals) in GROUPS {
        let _ = writeln!(groups, "{header}{heading}:{header:#}");
        let names = manuals.iter().filter_map(|manual| manual.command.strip_prefix("checkers "));
        for command in names.filter_map(|name| commands.find_subcommand(name)) {
            let (name, about) = (command.get_name(), command.get_about().cloned().unwrap_or_default());
            let _ = writeln!(groups, "  {literal}{name:<10}{literal:#}{about}");
        }
        groups.push('\n');
    }
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}

/// Returns advice on beginners' common errors in command lines.
pub fn advice(error: &Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::StyledStr(text)) => Some(text.to_string()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let advice = match text(ContextKind::InvalidSubcommand)?.as_str() {
                "draw" => "to draw a board: checkers show FILE",
                "match" => "to play a match between two agents: checkers series A B",
                "review" => "to review a game: checkers tui FILE, or review in checkers play",
                name if name.starts_with("rank") => "to rank moves: rankmoves -d 8 FILE",
                _ => return None,
            };
            Some(advice.to_owned())
        }
        ErrorKind::UnknownArgument if text(ContextKind::Usage)?.contains("checkers grade") => {
            let program = text(ContextKind::InvalidArg).filter(|argument| !argument.starts_with('-'))?;
            Some(format!("write -- before your program: checkers grade -- {program}"))
        }
        _ => None,
    }
}

pub const CHECKERS: Manual = Manual::new(
    "checkers",
    &[
        ("checkers tui", "Opens a full-screen board that can rank the moves as you play"),
        ("checkers show -d 8 game.txt", "Shows a board with the scores of its moves"),
        ("checkers help play", "Shows the help of a command"),
    ],
);

// The commands, in two groups: clap builds the options of each group in a separate function, so that no
// function needs stack space for all options.
#[derive(Subcommand)]
pub enum Command {
    #[command(flatten)]
    Game(GameCommand),
    #[command(flatten)]
    Tool(ToolCommand),
}

// Commands that play games.
#[derive(Subcommand)]
pub enum GameCommand {
    Play(Box<PlayOptions>),
    #[cfg(feature = "tui")]
    Tui(Box<TuiOptions>),
    #[cfg(feature = "web")]
    Web(Box<WebOptions>),
    Series(Box<SeriesOptions>),
    Openings(Box<OpeningsOptions>),
}

// All other commands.
#[derive(Subcommand)]
pub enum ToolCommand {
    Apply(Box<ApplyOptions>),
    Convert(Box<ConvertOptions>),
    Show(Box<ShowOptions>),
    Info(Box<InfoOptions>),
    Perft(Box<PerftOptions>),
    /// Run as a Hub engine for other programs
    ///
    /// Supports version 2 of the protocol, as Scan and pydraughts do, for English draughts only
    /// (variant=english). A program first sends `hub` (the reply lists the parameters) and `init`,
    /// then `pos`, `level` and `go think` for each move. The engine exits at the end of its input.
    #[command(after_help = HUB.help())]
    Hub,
    Solve(Box<SolveOptions>),
    Endings(Box<EndingsOptions>),
    Cases(Box<CasesOptions>),
    Compare(Box<CompareOptions>),
    Grade(Box<GradeOptions>),
}

pub const HUB: Manual = Manual::new(
    "checkers hub",
    &[
        ("checkers hub", "Reads requests from standard input"),
        (
            "checkers play --red human --black 'hub:move-time=2 checkers hub'",
            "Plays against an engine that speaks the protocol",
        ),
    ],
);

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_defined() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_lists_each_command_once_in_a_line_of_80_columns() {
        let help = Cli::command().render_help().to_string();
        let (listing, _) = help.split_once("Options:").unwrap();
        for subcommand in Cli::command().get_subcommands() {
            let (name, about) = (subcommand.get_name(), subcommand.get_about().unwrap().to_string());
            let is_its = |line: &&str| line.split_whitespace().next() == Some(name) && line.ends_with(&about);
            assert_eq!(listing.lines().filter(is_its).count(), 1, "{name}: {listing}");
        }
        for line in listing.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        for (title, _) in GROUPS {
            assert!(listing.contains(&format!("\n{title}:\n")), "{listing}");
        }
    }

    #[test]
    fn frequent_mistakes_get_advice() {
        let advice_for = |arguments: &[&str]| {
            let error = Cli::try_parse_from([&["checkers"], arguments].concat()).err().unwrap();
            advice(&error).unwrap_or_default()
        };
        let grade = "write -- before your program: checkers grade -- bin/ok";
        for arguments in [&["grade", "bin/ok"][..], &["grade", "--report", "table", "bin/ok", "-d", "3"]] {
            assert_eq!(advice_for(arguments), grade);
        }
        for (command, instead) in [
            ("rank", "rankmoves -d 8 FILE"),
            ("draw", "checkers show FILE"),
            ("match", "checkers series A B"),
            ("review", "checkers tui FILE"),
        ] {
            assert!(advice_for(&[command]).contains(instead), "{command}");
        }
        for arguments in [&["grade", "--foo"][..], &["show", "a", "b"], &["plya"]] {
            assert_eq!(advice_for(arguments), "");
        }
    }
}
