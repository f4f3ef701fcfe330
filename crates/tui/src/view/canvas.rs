//! A canvas of points, each half a terminal character high.

use rankmoves_core::{Path, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::layout::Grid;
use crate::options::Colors;
use crate::theme::{Ink, Theme};

/// Points in the colours of the board, two per character.
pub struct Canvas {
    width: i32,
    points: Vec<Ink>,
}

impl Canvas {
    pub fn new(grid: &Grid) -> Canvas {
        let (width, height) = (grid.area.width, 2 * grid.area.height);
        Canvas { width: width.into(), points: vec![Ink::LIGHT; usize::from(width) * usize::from(height)] }
    }

    pub fn set(&mut self, x: i32, y: i32, ink: Ink) {
        let index = usize::try_from(y * self.width + x).ok().filter(|_| (0..self.width).contains(&x));
        if let Some(point) = index.and_then(|index| self.points.get_mut(index)) {
            *point = ink;
        }
    }

    /// Draws a path without colour, as a line that is dark on light points and light on dark ones. The line has
    /// no arrowhead, because that would look like another piece.
    pub fn line(&mut self, grid: &Grid, path: &Path) {
        let under = self.points.clone();
        self.arrow(grid, path, Ink::ARROW, 0.0);
        for (point, under) in self.points.iter_mut().zip(under) {
            if *point == Ink::ARROW && is_on(under) {
                *point = Ink::DARK;
            }
        }
    }

    /// Draws a path from its first square to its last, with an arrowhead of length `head`.
    pub fn arrow(&mut self, grid: &Grid, path: &Path, ink: Ink, head: f64) {
        let size = f64::from(grid.cell.0);
        let middle = |square: Square| {
            let (column, row) = grid.column_and_row(square);
            ((f64::from(column) + 0.5) * size, (f64::from(row) + 0.5) * size)
        };
        let ends: Vec<(f64, f64)> = path.squares().iter().map(|&square| middle(square)).collect();
        // A diagonal line of single points looks broken. If there is colour and room, add the neighbours on
        // both sides, whose centres are at a distance of 0.71.
        let half = match size {
            ..6.0 => 0.4,
            _ if head > 0.0 => (size / 10.0).max(0.75),
            _ => size / 12.0,
        };
        let half = if ink == Ink::REPLY { (half / 2.0).max(0.4) } else { half };
        for (leg, pair) in ends.windows(2).enumerate() {
            let is_last = leg + 2 == ends.len();
            let &[from, to] = pair else { continue };
            let legs = (to.0 - from.0).hypot(to.1 - from.1);
            let (along_x, along_y) = ((to.0 - from.0) / legs, (to.1 - from.1) / legs);
            // Centre the head, rather than its tip, in the square.
            let length = legs + if is_last { head * 0.6 } else { 0.0 };
            // Keep the moving piece visible.
            let start = if leg == 0 { size * 0.3 } else { 0.0 };
            let (left, right) = (from.0.min(to.0) - size, from.0.max(to.0) + size);
            let (top, bottom) = (from.1.min(to.1) - size, from.1.max(to.1) + size);
            for y in floor(top)..floor(bottom) {
                for x in floor(left)..floor(right) {
                    let (dx, dy) = (f64::from(x) + 0.5 - from.0, f64::from(y) + 0.5 - from.1);
                    let along = dx * along_x + dy * along_y;
                    let aside = (dx * along_y - dy * along_x).abs();
                    let left_over = length - along;
                    let is_shaft = along >= start && left_over >= if is_last { head * 0.5 } else { 0.0 };
                    let is_head =
                        is_last && (0.0..=head).contains(&left_over) && head > 0.0 && aside <= left_over;
                    if is_shaft && aside <= half || is_head {
                        self.set(x, y, ink);
                    }
                }
            }
        }
    }

    pub fn render(&self, area: Rect, theme: Theme, buffer: &mut Buffer) {
        for at in area.positions() {
            let width = usize::from(area.width);
            let upper = 2 * usize::from(at.y - area.y) * width + usize::from(at.x - area.x);
            let (upper, lower) = (self.points[upper], self.points[upper + width]);
            let cell = &mut buffer[at];
            if theme.colors == Colors::None {
                cell.set_symbol(without_color(upper, lower));
                continue;
            }
            let (upper, lower) = (theme.color(upper), theme.color(lower));
            if upper == lower {
                cell.set_symbol(" ").set_bg(upper).set_fg(Color::Reset);
            } else {
                cell.set_symbol("▀").set_fg(upper).set_bg(lower);
            }
        }
    }
}

/// Returns the character for two points without colour: black pieces are solid, red ones are rings,
/// unplayable squares are shaded.
fn without_color(upper: Ink, lower: Ink) -> &'static str {
    match (is_on(upper), is_on(lower)) {
        (true, true) => "█",
        (true, false) => "▀",
        (false, true) => "▄",
        (false, false) if (upper, lower) == (Ink::LIGHT, Ink::LIGHT) => "░",
        (false, false) => " ",
    }
}

/// Returns whether a point is filled on a terminal without colour.
fn is_on(ink: Ink) -> bool {
    matches!(ink, Ink::BLACK | Ink::BLACK_RIM | Ink::RED_RIM | Ink::ARROW)
}

#[expect(clippy::cast_possible_truncation, reason = "screens have fewer columns than 2^31")]
fn floor(value: f64) -> i32 {
    value.floor() as i32
}
