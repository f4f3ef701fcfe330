//! Lists in panels: what is drawn where, for drawing and for the mouse.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

/// Returns the part of an area inside its border.
pub fn inside(area: Rect) -> Rect {
    area.inner(ratatui::layout::Margin::new(1, 1))
}

/// A list of items, one in each row.
pub struct List {
    area: Rect,
    /// The indices of the items that are visible.
    pub shown: Range<usize>,
}

impl List {
    /// Scrolls a list so that the selected item is visible.
    pub fn new(area: Rect, pointed: usize, count: usize) -> List {
        List::from_top(area, pointed.saturating_sub(usize::from(area.height) / 2), count)
    }

    /// Scrolls a list to the item at the top, or to its end.
    pub fn from_top(area: Rect, top: usize, count: usize) -> List {
        let height = usize::from(area.height);
        let top = top.min(count.saturating_sub(height));
        List { area, shown: top..count.min(top + height) }
    }

    /// Returns the index of the item at a place on the screen.
    pub fn item_at(&self, at: Position) -> Option<usize> {
        let place = self.shown.start + usize::from(at.y.checked_sub(self.area.y)?);
        (self.area.contains(at) && self.shown.contains(&place)).then_some(place)
    }

    pub fn draw(&self, frame: &mut Frame<'_>, line: impl Fn(usize) -> Line<'static>) {
        let lines: Vec<Line<'_>> = self.shown.clone().map(line).collect();
        frame.render_widget(Paragraph::new(lines), self.area);
    }
}
