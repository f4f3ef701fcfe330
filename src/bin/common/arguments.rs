//! Command lines.

use std::process::exit;

use clap::Parser;
use rankmoves::excerpt;

use super::output::print_error;

/// The longest message about a command line, in characters.
const LONGEST: usize = 2000;

/// Reads the command line, or ends the program: with status 0 after `--help`
/// and the like, with status 2 if the command line is wrong.
pub fn parse<T: Parser>() -> T {
    T::try_parse().unwrap_or_else(|error| {
        let message = error.render().to_string();
        if error.exit_code() != 0 && message.chars().count() > LONGEST {
            // An argument of any length is quoted whole.
            print_error(&format!("{}\n", excerpt(&message, LONGEST / 4)));
            exit(error.exit_code());
        }
        error.exit()
    })
}
