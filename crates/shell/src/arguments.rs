//! Command lines.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::process::exit;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Args, Command, CommandFactory, Parser};
use rankmoves_core::{NoMemory, Resources, Shape, shorten};

use super::output;

/// The maximum length of an argument in a message, in characters.
const MAX_ARGUMENT_CHARS: usize = 200;

/// A function that returns a program's advice about an error in its command line.
pub type Advice = fn(&Error) -> Option<String>;

/// Reads a command line, or ends the program: with status 0 after options such as `--help`, and with status 2
/// after an error in the command line.
pub fn parse<T: Parser>(line: &[OsString], advice: Advice) -> T {
    read::<T>(line).unwrap_or_else(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => exit(print_help(&error)),
        _ => {
            // clap's messages quote arguments unchanged, so the error is rebuilt from printable arguments.
            let mut shown: Vec<OsString> =
                line.iter().map(|word| shorten(&word.to_string_lossy(), MAX_ARGUMENT_CHARS).into()).collect();
            // clap suggests no similar commands after `help`, so remove that word.
            if error.kind() == ErrorKind::InvalidSubcommand && shown.get(1).is_some_and(|word| word == "help")
            {
                shown.remove(1);
            }
            let mut error = read::<T>(&shown).err().unwrap_or(error);
            if let Some(tip) = advice(&error) {
                error.remove(ContextKind::SuggestedSubcommand);
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            }
            error.exit()
        }
    })
}

fn read<T: Parser>(line: &[OsString]) -> Result<T, Error> {
    let mut matches = with_negative_values(T::command()).try_get_matches_from(line)?;
    T::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut T::command()))
}

/// Lets every option take a negative number. clap would otherwise call it an unknown option; the option's own
/// parser refuses it with the range of the option.
fn with_negative_values(command: Command) -> Command {
    let with_negative = |arg: Arg| {
        let has_value = arg.get_action().takes_values() && !arg.is_positional();
        if has_value { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(with_negative).mut_subcommands(with_negative_values)
}

/// A parser that uses `FromStr`. Help and shell completions list the suggested values, but any value that can
/// be parsed is accepted.
#[derive(Clone)]
struct WithSuggestions<T> {
    parse: fn(&str) -> Result<T, String>,
    values: fn() -> &'static [&'static str],
}

/// Returns a parser of arguments with suggested values.
pub fn suggesting<T>(values: fn() -> &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Display> + Clone + Send + Sync + 'static,
{
    WithSuggestions { parse: |text| text.parse().map_err(|why: T::Err| why.to_string()), values }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for WithSuggestions<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().iter().copied().map(PossibleValue::new)))
    }
}

/// Ends the program with status 2 because its options conflict.
pub fn refuse(message: &str) -> ! {
    let error: Error = Error::raw(ErrorKind::ValueValidation, format!("{message}\n"));
    error.exit()
}

/// Ends the program with status 2 because the command line lacks something. Shows the usage of the command.
pub(super) fn exit_with_usage<T: CommandFactory>(line: &[OsString], message: &str) -> ! {
    let mut program = T::command();
    program.build();
    let name = line.get(1).map(OsString::as_os_str).unwrap_or_default();
    let command = match program.find_subcommand(name) {
        Some(_) => program.find_subcommand_mut(name).expect("the subcommand was found"),
        None => &mut program,
    };
    command.error(ErrorKind::MissingRequiredArgument, message).exit()
}

/// Shows help, and returns the exit status.
fn print_help(help: &Error) -> i32 {
    let text = help.render();
    let text = if output::has_colour() { text.ansi().to_string() } else { text.to_string() };
    // A failed write must not leave half a line, as clap's own output might.
    output::write_lines(&text).map_or_else(|stop| stop.report().into(), |()| 0)
}

/// Parses a number written in digits only, without a sign.
pub fn digits<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns a parser of whole numbers in a range, written in digits only.
pub fn number_in<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = digits(text).filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Options for the threads and memory of a long computation, and for statistics about it.
#[derive(Args)]
pub struct ResourceOptions {
    /// Set the number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,

    /// Limit the memory for the transposition table, in MiB; the table grows as needed [default: 256, or less if the machine has less]
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    hash: Option<usize>,

    /// Write statistics to standard error when done: depth, nodes or paths, speed, table size, threads, time
    #[arg(long)]
    pub stats: bool,
}

impl ResourceOptions {
    /// Returns the threads and the memory to use. Fails if the memory that the user requested is not available;
    /// without a request, less memory is used instead.
    pub fn resources(&self) -> Result<Resources, NoMemory> {
        let default = self.threads.map_or_else(Resources::default, Resources::with_threads);
        let resources = Resources { table_bytes: self.hash.unwrap_or(default.table_bytes), ..default };
        self.hash.map_or(Ok(()), |_| resources.check_memory())?;
        Ok(resources)
    }
}

/// The maximum number of threads, more than any machine can use.
const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(1024).unwrap();

/// Parses a number of threads.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    number_in(NonZeroUsize::MIN..=MAX_THREADS)(text)
}

/// Parses a number of mebibytes. Returns bytes.
pub fn mebibytes(text: &str) -> Result<usize, String> {
    number_in(0..=1 << 24)(text).map(|number: usize| number << 20)
}

/// Reads a size such as `10x10`, ranks by files.
pub fn shape(text: &str) -> Result<Shape, String> {
    let sides =
        text.split_once('x').and_then(|(ranks, files)| Some((ranks.parse().ok()?, files.parse().ok()?)));
    let (ranks, files) = sides.ok_or("expected a size such as 10x10, ranks by files")?;
    Shape::new(ranks, files, false).map_err(|why| why.to_string())
}

/// Parses a time from a millisecond to an hour: a number of seconds, or a number followed by `s` or `ms`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, units) = match text.strip_suffix("ms") {
        Some(number) => (number, 1000.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = number.parse::<f64>().ok().filter(|_| is_plain);
    let time = number.and_then(|number| Duration::try_from_secs_f64(number / units).ok());
    time.filter(|time| (Duration::from_millis(1)..=Duration::from_secs(3600)).contains(time))
        .ok_or_else(|| "expected a time from 1ms to 3600s such as 2s or 500ms".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, milliseconds) in [("2s", 2000), ("500ms", 500), ("1", 1000), ("0.25s", 250), ("1ms", 1)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "0", "-1s", "1e3", "3601s", "0.9ms", "2 s", "inf", "nan", "1.2.3"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
