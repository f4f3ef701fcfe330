//! Colours and characters.

use std::env;

use clap::ValueEnum;
use ratatui::style::{Color, Modifier, Style};

use crate::options::{Colors, TuiOptions};
use shell::output;

/// The display capabilities of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    pub colors: Colors,
    pub ascii: bool,
}

/// A colour: its RGB value, its index in the xterm palette of 256 colours, and the nearest of the 16 colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink([u8; 3], u8, Color);

/// The colours of the board, by purpose.
impl Ink {
    /// Squares where pieces never stand.
    pub const LIGHT: Ink = Ink([233, 224, 200], 187, Color::Gray);
    /// Squares where pieces can stand.
    pub const DARK: Ink = Ink([86, 122, 98], 65, Color::Green);
    /// The first and last squares of the last move.
    pub const LAST: Ink = Ink([132, 152, 94], 107, Color::Cyan);
    /// The square of the selected piece.
    pub const CHOSEN: Ink = Ink([216, 186, 88], 179, Color::Yellow);
    /// Destinations of the selected piece.
    pub const TARGET: Ink = Ink([240, 214, 110], 221, Color::LightYellow);
    /// The frame of a movable piece.
    pub const MOVABLE: Ink = Ink([238, 208, 132], 222, Color::LightYellow);
    /// Pieces jumped by the last move or by the displayed move.
    pub const JUMPED: Ink = Ink([240, 120, 80], 209, Color::LightMagenta);
    /// The frame of the cursor's square.
    pub const CURSOR: Ink = Ink([255, 255, 255], 231, Color::White);
    pub const RED: Ink = Ink([190, 48, 42], 124, Color::Red);
    pub const RED_RIM: Ink = Ink([226, 106, 88], 167, Color::LightRed);
    pub const BLACK: Ink = Ink([32, 32, 36], 234, Color::Black);
    pub const BLACK_RIM: Ink = Ink([86, 86, 94], 240, Color::DarkGray);
    pub const CROWN: Ink = Ink([246, 200, 90], 221, Color::LightYellow);
    /// The arrow of the selected move.
    pub const ARROW: Ink = Ink([88, 170, 255], 75, Color::LightBlue);
    /// The arrow of the expected reply.
    pub const REPLY: Ink = Ink([150, 120, 210], 98, Color::Magenta);
    pub const NUMBER: Ink = Ink([40, 66, 50], 236, Color::Black);
}

/// A style of text; without a colour, in the terminal's own.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle(Option<Ink>, Modifier);

/// The styles of text, by purpose.
impl TextStyle {
    pub const TITLE: TextStyle = TextStyle(None, Modifier::BOLD);
    pub const TEXT: TextStyle = TextStyle(None, Modifier::empty());
    pub const DIM: TextStyle = TextStyle(Some(Ink([128, 132, 142], 245, Color::DarkGray)), Modifier::empty());
    pub const BORDER: TextStyle =
        TextStyle(Some(Ink([96, 102, 114], 242, Color::DarkGray)), Modifier::empty());
    /// A key, or the border of the part that the arrow keys act on.
    pub const KEY: TextStyle = TextStyle(Some(Ink([88, 170, 255], 75, Color::LightBlue)), Modifier::BOLD);
    pub const RED: TextStyle = TextStyle(Some(Ink([214, 76, 66], 167, Color::LightRed)), Modifier::BOLD);
    pub const BLACK: TextStyle = TextStyle(Some(Ink([140, 144, 156], 247, Color::Gray)), Modifier::BOLD);
    /// The selected row.
    pub const POINTED: TextStyle = TextStyle(None, Modifier::REVERSED);
    pub const GOOD: TextStyle = TextStyle(Some(Ink([72, 168, 96], 71, Color::Green)), Modifier::empty());
    pub const BAD: TextStyle = TextStyle(Some(Ink([210, 86, 74], 167, Color::Red)), Modifier::empty());
    pub const BEST: TextStyle = TextStyle(Some(Ink([214, 166, 52], 178, Color::Yellow)), Modifier::BOLD);
    pub const ERROR: TextStyle = TextStyle(Some(Ink([230, 90, 76], 203, Color::LightRed)), Modifier::BOLD);
}

impl Theme {
    /// Chooses the theme from the options, then from the environment.
    pub fn choose(options: &TuiOptions) -> Theme {
        let variable = |name| env::var_os(name).filter(|value: &std::ffi::OsString| !value.is_empty());
        let says = |name, parts: &[&str]| {
            let value = variable(name).map(|value| value.to_string_lossy().to_lowercase());
            value.is_some_and(|value| parts.iter().any(|part| value.contains(part)))
        };
        let colors = options.colors.unwrap_or_else(|| {
            if variable("NO_COLOR").is_some() || says("TERM", &["dumb", "mono", "vt100", "vt102", "vt220"]) {
                Colors::None
            } else if says("COLORTERM", &["truecolor", "24bit"]) {
                Colors::True
            } else if says("TERM", &["256color"]) {
                Colors::Indexed
            } else {
                Colors::Sixteen
            }
        });
        Theme { colors, ascii: options.ascii || !output::is_utf8() }
    }

    /// Returns the theme with the next smaller number of colours; after none, with full colour.
    pub fn next(self) -> Theme {
        let all = Colors::value_variants();
        Theme { colors: all[(self.colors as usize + 1) % all.len()], ..self }
    }

    /// Returns the best version of a colour that the terminal can show.
    pub fn color(self, Ink([red, green, blue], indexed, basic): Ink) -> Color {
        match self.colors {
            Colors::True => Color::Rgb(red, green, blue),
            Colors::Indexed => Color::Indexed(indexed),
            Colors::Sixteen => basic,
            Colors::None => Color::Reset,
        }
    }

    pub fn style(self, TextStyle(ink, modifier): TextStyle) -> Style {
        // Do not inherit the border's colour.
        let color = ink.map_or(Color::Reset, |ink| self.color(ink));
        Style::new().fg(color).add_modifier(modifier)
    }

    /// Returns the first text, or the second if only ASCII can be shown.
    pub fn pick<'a>(self, text: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { text }
    }
}
