//! Colours and characters.

use std::env;

use ratatui::style::{Color, Style};

use crate::options::{Colors, TuiOptions};
use shell::locale;

/// The display capabilities of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    pub colors: Colors,
    /// True if only ASCII characters can be shown.
    pub ascii: bool,
}

/// The colours of the board, by purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Squares where pieces never stand.
    Light,
    /// Squares where pieces can stand.
    Dark,
    /// The first and last squares of the last move.
    Last,
    /// The square of the selected piece.
    Chosen,
    /// Destinations of the selected piece.
    Target,
    /// The frame of a movable piece.
    Movable,
    /// Pieces jumped by the last move or by the displayed move.
    Jumped,
    /// The frame of the cursor's square.
    Cursor,
    Red,
    RedRim,
    Black,
    BlackRim,
    Crown,
    /// The arrow of the selected move.
    Arrow,
    /// The arrow of the expected reply.
    Reply,
    /// Numbers of squares.
    Number,
}

/// The styles of text, by purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    Title,
    Text,
    Dim,
    Border,
    /// The border of the part that the arrow keys act on.
    Focus,
    Red,
    Black,
    /// The selected row.
    Pointed,
    Good,
    Bad,
    Best,
    Error,
    /// A key in the footer.
    Key,
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
        Theme { colors, ascii: options.ascii || !locale::is_utf8() }
    }

    /// Returns the theme with the next smaller number of colours; after the colourless theme, starts again
    /// with full colour.
    pub fn next(self) -> Theme {
        let colors = match self.colors {
            Colors::True => Colors::Indexed,
            Colors::Indexed => Colors::Sixteen,
            Colors::Sixteen => Colors::None,
            Colors::None => Colors::True,
        };
        Theme { colors, ..self }
    }

    pub fn color(self, ink: Ink) -> Color {
        // The RGB value, the index in the xterm palette of 256 colours, and the nearest of the 16 colours.
        let (rgb, indexed, basic) = match ink {
            Ink::Light => ([233, 224, 200], 187, Color::Gray),
            Ink::Dark => ([86, 122, 98], 65, Color::Green),
            Ink::Last => ([132, 152, 94], 107, Color::Cyan),
            Ink::Chosen => ([216, 186, 88], 179, Color::Yellow),
            Ink::Target => ([240, 214, 110], 221, Color::LightYellow),
            Ink::Movable => ([238, 208, 132], 222, Color::LightYellow),
            Ink::Jumped => ([240, 120, 80], 209, Color::LightMagenta),
            Ink::Cursor => ([255, 255, 255], 231, Color::White),
            Ink::Red => ([190, 48, 42], 124, Color::Red),
            Ink::RedRim => ([226, 106, 88], 167, Color::LightRed),
            Ink::Black => ([32, 32, 36], 234, Color::Black),
            Ink::BlackRim => ([86, 86, 94], 240, Color::DarkGray),
            Ink::Crown => ([246, 200, 90], 221, Color::LightYellow),
            Ink::Arrow => ([88, 170, 255], 75, Color::LightBlue),
            Ink::Reply => ([150, 120, 210], 98, Color::Magenta),
            Ink::Number => ([40, 66, 50], 236, Color::Black),
        };
        self.nearest(rgb, indexed, basic).unwrap_or(Color::Reset)
    }

    /// Returns the best version of a colour that the terminal can show; `None` without colours.
    fn nearest(self, [red, green, blue]: [u8; 3], indexed: u8, basic: Color) -> Option<Color> {
        match self.colors {
            Colors::True => Some(Color::Rgb(red, green, blue)),
            Colors::Indexed => Some(Color::Indexed(indexed)),
            Colors::Sixteen => Some(basic),
            Colors::None => None,
        }
    }

    pub fn style(self, text: TextStyle) -> Style {
        let colored = |rgb, indexed, basic| Style { fg: self.nearest(rgb, indexed, basic), ..Style::new() };
        match text {
            TextStyle::Text => Style::new(),
            // Do not inherit the border's colour.
            TextStyle::Title => Style::new().fg(Color::Reset).bold(),
            TextStyle::Dim => colored([128, 132, 142], 245, Color::DarkGray),
            TextStyle::Border => colored([96, 102, 114], 242, Color::DarkGray),
            TextStyle::Focus | TextStyle::Key => colored([88, 170, 255], 75, Color::LightBlue).bold(),
            TextStyle::Red => colored([214, 76, 66], 167, Color::LightRed).bold(),
            TextStyle::Black => colored([140, 144, 156], 247, Color::Gray).bold(),
            TextStyle::Pointed => Style::new().reversed(),
            TextStyle::Good => colored([72, 168, 96], 71, Color::Green),
            TextStyle::Bad => colored([210, 86, 74], 167, Color::Red),
            TextStyle::Best => colored([214, 166, 52], 178, Color::Yellow).bold(),
            TextStyle::Error => colored([230, 90, 76], 203, Color::LightRed).bold(),
        }
    }

    /// Returns the first text, or the second if only ASCII can be shown.
    pub fn pick<'a>(self, text: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { text }
    }
}
