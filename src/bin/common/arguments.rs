//! Command lines.

use std::env;
use std::ffi::OsString;
use std::process::exit;

use clap::Parser;
use clap::error::{Error, ErrorKind};
use rankmoves::excerpt;

use super::Stop;
use super::output::{self, print_error};

/// How much of an argument is shown in a message, in characters.
const LONGEST: usize = 200;

/// Reads the command line, or ends the program: with status 0 after `--help`
/// and the like, with status 2 if the command line is wrong.
pub fn parse<T: Parser>() -> T {
    T::try_parse().unwrap_or_else(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => exit(print_help(&error)),
        _ => {
            // Arguments are quoted as they are: the message is made again from
            // such as are fit to be shown.
            let shown = env::args_os().map(|argument| fit_to_show(&argument));
            T::try_parse_from(shown).err().unwrap_or(error).exit()
        }
    })
}

/// Shows help, and returns the status to end with.
fn print_help(help: &Error) -> i32 {
    // Colour and all, if it is a terminal that is written to.
    match output::checked(help.print()) {
        Ok(()) | Err(Stop::ClosedPipe) => 0,
        Err(Stop::Failed(message)) => {
            print_error(&message);
            1
        }
    }
}

fn fit_to_show(argument: &OsString) -> OsString {
    excerpt(&argument.to_string_lossy(), LONGEST).into()
}

/// A number from 0 to `most`, written in digits only.
pub fn whole_number(text: &str, most: u32) -> Result<u32, String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|&number| is_number && number <= most);
    number.ok_or_else(|| format!("expected a whole number from 0 to {most}"))
}
