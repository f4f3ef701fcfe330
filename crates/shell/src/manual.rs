//! Manuals: the sections of help texts and man pages other than the options. Generates the man pages, and shell
//! completions, from the definition of the command line.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::{fs, io};

use clap::{Arg, Command, CommandFactory, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::Stop;
use super::diagnostic::shown_path;

/// A part of a manual: a term and its explanation.
pub type ManualEntry = (&'static str, &'static str);

/// The examples and exit statuses of a command. They are defined once, beside the command line.
pub struct Manual {
    /// The command that the user types.
    pub command: &'static str,
    /// A paragraph before the examples; empty if there is none.
    pub notes: &'static str,
    /// Commands with their explanations.
    pub examples: &'static [ManualEntry],
    /// Exit statuses with their meaning.
    pub statuses: &'static [ManualEntry],
}

/// The exit statuses of a program that is stopped.
pub const STOPPED: ManualEntry =
    ("129, 130, 143", "stopped by a closed terminal, an interrupt (Ctrl-C) or SIGTERM, respectively");

/// The exit statuses of a command that reads a file and writes its result.
pub const STATUSES: &[ManualEntry] = &[
    ("0", "success, or the reader closed the pipe"),
    ("1", "the input cannot be read or is not valid, or the output cannot be written"),
    ("2", "the command line is wrong"),
    STOPPED,
];

impl Manual {
    /// Makes the manual of a command that reads a file and writes its result.
    pub const fn new(command: &'static str, examples: &'static [ManualEntry]) -> Manual {
        Manual { command, notes: "", examples, statuses: STATUSES }
    }

    /// Returns the text for the end of `--help`.
    pub fn help(&self) -> String {
        let mut text = String::new();
        if !self.notes.is_empty() {
            let _ = write!(text, "{}\n\n", self.notes);
        }
        text.push_str("Examples:");
        for (command, meaning) in self.examples {
            let _ = write!(text, "\n  {command}\n      {meaning}");
        }
        text.push_str("\n\nExit status:");
        for (status, meaning) in self.statuses {
            let _ = write!(text, "\n  {status:<13}  {meaning}");
        }
        text
    }
}

/// Writes the man pages of a program, and its completions for every supported shell, into a folder, which is
/// created if necessary. `more` writes the pages that are not about commands.
pub fn generate<T: CommandFactory>(
    folder: &Path,
    manuals: &[&Manual],
    more: impl FnOnce(&Path) -> io::Result<()>,
) -> Result<(), Stop> {
    write(T::command(), folder, manuals)
        .and_then(|()| more(folder))
        .map_err(|why| Stop::failed(&format!("write to {}", shown_path(folder)), &why))
}

fn write(command: Command, folder: &Path, manuals: &[&Manual]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let name = command.get_name().to_owned();
    for &shell in Shell::value_variants() {
        let path = clap_complete::generate_to(shell, &mut command.clone(), &name, folder)?;
        if shell == Shell::Fish {
            OpenOptions::new().append(true).open(path)?.write_all(fish_arguments(&command).as_bytes())?;
        }
    }
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_page(&command, folder, manuals)
}

/// Returns the completions of positional arguments, which the generator leaves out for fish.
fn fish_arguments(command: &Command) -> String {
    let program = command.get_name();
    let mut text = String::new();
    for subcommand in command.get_subcommands() {
        let values = subcommand.get_positionals().flat_map(Arg::get_possible_values);
        let mut values: Vec<_> = values.map(|value| value.get_name().to_owned()).collect();
        values.dedup();
        if !values.is_empty() {
            let (name, values) = (subcommand.get_name(), values.join(" "));
            let condition = format!("__fish_{program}_using_subcommand {name}");
            let _ = writeln!(text, "complete -c {program} -n \"{condition}\" -a \"{values}\"");
        }
    }
    text
}

fn write_page(command: &Command, folder: &Path, manuals: &[&Manual]) -> io::Result<()> {
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        write_page(subcommand, folder, manuals)?;
    }
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    let manual = manuals.iter().find(|manual| manual.command.replace(' ', "-") == name);
    if let Some(manual) = manual.filter(|manual| !manual.notes.is_empty()) {
        Roff::new().control("PP", []).text([roman(manual.notes)]).to_writer(&mut page)?;
    }
    if command.get_arguments().any(|argument| !argument.is_hide_set()) {
        man.render_options_section(&mut page)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(manual) = manual {
        sections(manual.examples, manual.statuses, (name, "1")).to_writer(&mut page)?;
    }
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    fs::write(folder.join(man.get_filename()), page)
}

/// The manual pages listed under SEE ALSO.
const PAGES: [(&str, &str); 3] = [("rankmoves", "1"), ("checkers", "1"), ("rankmoves", "5")];

/// Returns the last sections of a page: examples, exit statuses, and other pages.
pub fn sections(examples: &[ManualEntry], statuses: &[ManualEntry], page: (&str, &str)) -> Roff {
    let mut roff = Roff::new();
    for (heading, entries) in [("EXAMPLES", examples), ("EXIT STATUS", statuses)] {
        roff.control("SH", [heading]);
        for (term, meaning) in entries {
            roff.control("TP", []).text([bold(*term)]).text([roman(format!("{meaning}."))]);
        }
    }
    roff.control("SH", ["SEE ALSO"]);
    let others = PAGES.iter().filter(|other| **other != page);
    let others: Vec<_> = others.map(|(name, section)| [bold(*name), roman(format!("({section})"))]).collect();
    roff.text(others.join(&roman(", ")));
    roff
}
