//! A graph of red's expected results in a game: the higher a column, the better for red.

use std::cmp::Ordering;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::state::Model;
use crate::theme::{TextStyle, Theme};

const NAMES_WIDTH: u16 = 6;
const MAX_COLUMNS_PER_POSITION: usize = 3;

/// Characters filled to increasing heights.
const BLOCKS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const ASCII: [&str; 3] = [".", ":", "#"];

/// Returns the height of a graph in a panel of `rows` rows, which leaves at least one row for the current ply. The
/// height is even, so that a column that is half full ends between two rows.
pub fn height(model: &Model, rows: u16) -> u16 {
    let height = match rows {
        0..3 => 0,
        3..12 => 2,
        12..24 => 4,
        _ => 6,
    };
    if model.is_review() { height } else { 0 }
}

/// Draws the graph: each column is filled from the bottom up by red's expected result; half means equal.
pub fn draw(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.theme;
    let values = model.graph();
    let columns = columns(values.len(), area.width.saturating_sub(NAMES_WIDTH).into());
    let at = model.game().played().len();
    let lines = (0..area.height).map(|row| {
        let above = area.height - 1 - row;
        // Red is at the top, because a full column means that red is better.
        let mut spans = vec![match row {
            0 => Span::styled("  red ", theme.style(TextStyle::RED)),
            _ if above == 0 => Span::styled("black ", theme.style(TextStyle::BLACK)),
            _ => Span::raw("      "),
        }];
        for &index in &columns {
            let symbol = match symbol(values[index], above, area.height, theme) {
                // Marks the cursor even without colour and in a full column.
                _ if index == at && row == 0 => theme.pick("▾", "v"),
                Some(symbol) => symbol,
                None if index == at => theme.pick("│", "|"),
                None => " ",
            };
            let style = if index == at { TextStyle::KEY } else { TextStyle::RED };
            spans.push(Span::styled(symbol, theme.style(style)));
        }
        Line::from(spans)
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
}

/// Draws the expected result of the player at the bottom as a bar at the right edge of the `board`'s squares.
pub fn bar(frame: &mut Frame<'_>, model: &Model, board: Rect) {
    let Some(expected) = model.expected_for_red().filter(|_| !model.is_edit()) else { return };
    let theme = model.theme;
    let (expected, style) =
        if model.session.flip { (100 - expected, TextStyle::BLACK) } else { (expected, TextStyle::RED) };
    let area = Rect { x: board.right(), width: 1, ..board }.intersection(frame.area());
    let rows =
        (0..area.height).map(|row| match symbol(Some(expected), area.height - 1 - row, area.height, theme) {
            Some(filled) => Line::styled(filled, theme.style(style)),
            None => Line::styled(theme.pick("░", "."), theme.style(TextStyle::DIM)),
        });
    frame.render_widget(Paragraph::new(rows.collect::<Vec<_>>()), area);
}

/// Returns the index of the position that each column of a graph shows: several columns per position of the game, or
/// one for several positions.
fn columns(positions: usize, width: usize) -> Vec<usize> {
    let count = match width / positions.max(1) {
        0 => width,
        wide => positions * wide.min(MAX_COLUMNS_PER_POSITION),
    };
    (0..count).map(|column| column * positions / count).collect()
}

/// Returns the character of a column, `above` rows above the bottom; `None` if the column is empty there.
fn symbol(expected: Option<u8>, above: u16, height: u16, theme: Theme) -> Option<&'static str> {
    let Some(expected) = expected else {
        return (above == 0).then(|| theme.pick("·", "?"));
    };
    let blocks: &[&'static str] = if theme.ascii { &ASCII } else { &BLOCKS };
    let levels = usize::from(height) * blocks.len();
    let in_row = red_part(expected, levels).saturating_sub(usize::from(above) * blocks.len());
    in_row.checked_sub(1).map(|level| blocks[level.min(blocks.len() - 1)])
}

/// Returns how many of `levels` levels are filled if red's expected result is `expected` percent. Unless the
/// result is equal, the number differs from half by at least one level.
fn red_part(expected: u8, levels: usize) -> usize {
    let (expected, half) = (usize::from(expected), levels / 2);
    match expected.cmp(&50) {
        Ordering::Less => (expected * levels / 100).min(half.saturating_sub(1)),
        Ordering::Equal => half,
        Ordering::Greater => levels - ((100 - expected) * levels / 100).min(half.saturating_sub(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_a_place_is_for_red_the_more_is_filled() {
        let parts = [0, 6, 25, 49, 50, 51, 75, 94, 100].map(|expected| red_part(expected, 16));
        assert_eq!(parts, [0, 0, 4, 7, 8, 9, 12, 16, 16]);
    }

    #[test]
    fn every_place_of_a_game_has_a_column_where_there_is_room() {
        for (positions, width) in [(1, 40), (10, 37), (40, 40), (41, 40), (300, 37), (5, 0)] {
            let shown = columns(positions, width);
            assert!(shown.len() <= width);
            assert!(shown.is_sorted() && shown.iter().all(|&index| index < positions));
            if positions <= width {
                assert!((0..positions).all(|index| shown.contains(&index)), "{positions} in {width}");
            }
        }
    }
}
