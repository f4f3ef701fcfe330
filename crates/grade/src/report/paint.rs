//! Colour and width of a report for people.

use std::io::stdout;

use anstyle::{AnsiColor, Style};
use terminal_size::terminal_size_of;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::graded::Verdict;

pub const RIGHT: Style = AnsiColor::Green.on_default();
pub const WRONG: Style = AnsiColor::Red.on_default().bold();
const FORM: Style = AnsiColor::Yellow.on_default();

pub fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Accepted => RIGHT,
        Verdict::Presentation => FORM,
        _ => WRONG,
    }
}

/// The minimum number of columns to which lines are cut, even if the terminal is narrower.
const MIN_WIDTH: usize = 60;

/// The colours and the width of a report.
pub struct Paint {
    is_coloured: bool,
    /// The number of columns of a terminal.
    width: Option<usize>,
}

impl Paint {
    /// Text for files and pipes.
    pub const PLAIN: Paint = Paint { is_coloured: false, width: None };

    /// Examines standard output and the variables that control colour (`NO_COLOR`).
    pub fn for_stdout() -> Paint {
        let width = terminal_size_of(stdout()).map(|(width, _)| usize::from(width.0).max(MIN_WIDTH));
        Paint { is_coloured: shell::output::has_colour(), width }
    }

    pub fn is_terminal(&self) -> bool {
        self.width.is_some()
    }

    pub fn in_style(&self, style: Style, text: &str) -> String {
        if self.is_coloured && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    pub fn fits(&self, line: &str) -> bool {
        self.width.is_none_or(|width| line.trim_end().width() <= width)
    }

    /// Cuts a text that starts at `column` so that it fits the terminal.
    pub fn fit(&self, text: &str, column: usize) -> String {
        let Some(room) = self.width.map(|width| width.saturating_sub(column)) else { return text.to_owned() };
        if text.width() <= room {
            return text.to_owned();
        }
        let mut cut = String::new();
        for char in text.chars() {
            if cut.width() + char.width().unwrap_or_default() >= room {
                break;
            }
            cut.push(char);
        }
        cut + "…"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_to_the_terminal() {
        let paint = Paint { is_coloured: false, width: Some(60) };
        let line = "x".repeat(60);
        assert!(paint.fits(&line) && !paint.fits(&(line.clone() + "x")));
        assert_eq!(paint.fit(&line, 0), line);
        assert_eq!(paint.fit(&line, 4).width(), 56);
        assert!(paint.fit(&"棋".repeat(60), 1).width() <= 59);
        assert_eq!(Paint::PLAIN.fit(&line, 50), line);
    }

    #[test]
    fn colour_is_left_out_of_plain_text() {
        let [plain, coloured] = [false, true].map(|is_coloured| Paint { is_coloured, width: None });
        assert_eq!(plain.in_style(style(Verdict::Accepted), "accepted"), "accepted");
        assert_eq!(coloured.in_style(style(Verdict::Accepted), "accepted"), "\u{1b}[32maccepted\u{1b}[0m");
    }
}
