//! Standard output and standard error, and whether they show colours and UTF-8.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};

use super::line_buffer::{LineBuffer, PIPE_BUF};
use super::{Stop, diagnostic, streams};

/// Shows a rendered message on standard error, in colour if standard error is a terminal that supports
/// colour. If standard error has no reader, the message is lost.
pub fn print_error(message: &str) {
    let _ = anstream::stderr().lock().write_all(message.as_bytes());
}

/// Returns whether texts on standard output have colour: on a terminal that supports it, unless the environment
/// chooses otherwise (`NO_COLOR`, `CLICOLOR_FORCE`).
pub fn has_colour() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Returns whether the user's texts are in UTF-8. Reads the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is
/// set and not empty. Returns false if there is none.
pub fn is_utf8() -> bool {
    is_utf8_locale(|name| env::var_os(name))
}

fn is_utf8_locale(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    let locale = locale.to_string_lossy().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Prints a warning on standard error.
pub fn warn(message: &str) {
    print_error(&diagnostic::warning(message));
}

/// Writes to standard output and checks that everything was accepted.
///
/// Each write is a system call, so `write` should use a buffer.
pub fn write(write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Stop> {
    // The standard library's stdout would split the text at its newlines.
    checked(streams::stdout_file().and_then(|mut stdout| write(&mut stdout)))
}

/// Writes lines to standard output in pieces of whole lines. A pipe accepts each piece whole, so a signal
/// that ends the program never leaves an incomplete line.
pub fn write_lines(text: &str) -> Result<(), Stop> {
    write(|out| put_lines(out, text))
}

/// Writes lines like [`write_lines`], to the file that [`write()`] passes to its function.
pub fn put_lines(out: &mut File, text: &str) -> io::Result<()> {
    let mut lines = LineBuffer::new(out, PIPE_BUF);
    lines.write_all(text.as_bytes())?;
    lines.flush()
}

/// Writes to standard output and flushes it, because another program may be waiting for the text.
pub fn say(text: &str) -> Result<(), Stop> {
    let mut out = anstream::stdout().lock();
    let written = streams::check_stdout().and_then(|()| out.write_all(text.as_bytes()));
    checked(written.and_then(|()| out.flush()))
}

/// Maps an error in writing to standard output to the reason to end the program.
pub fn checked(written: io::Result<()>) -> Result<(), Stop> {
    written.map_err(|why| match why.kind() {
        io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
        _ => Stop::failed("write the result", &why),
    })
}

/// Returns whether a path means standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_set_locale_variable_counts() {
        for (values, expected) in [
            (["", "", ""], false),
            (["", "", "en_GB.UTF-8"], true),
            (["", "", "C"], false),
            (["", "C", "en_GB.UTF-8"], false),
            (["", "C.utf8", "C"], true),
            (["C", "C.utf8", "C.utf8"], false),
            (["POSIX", "", "en_GB.UTF-8"], false),
            (["de_DE.UTF-8@euro", "C", "C"], true),
            (["de_DE.ISO-8859-1", "", ""], false),
        ] {
            let [all, ctype, lang] = values.map(OsString::from);
            let variable = |name: &str| match name {
                "LC_ALL" => Some(all.clone()),
                "LC_CTYPE" => Some(ctype.clone()),
                "LANG" => Some(lang.clone()),
                _ => None,
            };
            assert_eq!(is_utf8_locale(variable), expected, "{values:?}");
        }
    }
}
