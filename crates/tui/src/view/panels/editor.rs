//! The panel of the editor.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::action::Context;
use crate::bindings::BINDINGS;
use crate::state::Model;
use crate::theme::TextStyle;
use crate::view::bordered;

/// Draws the setup of a position.
pub fn editor(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.theme;
    let setup = &model.editor.setup;
    let shape = setup.board.shape();
    let square = model.selection.cursor;
    let number = shape.number(square).map(|number| format!(", number {number}")).unwrap_or_default();
    let flipped = if shape.is_flipped() { ", top left playable" } else { "" };
    let state = |text| Line::styled(text, theme.style(TextStyle::TITLE));
    let mut lines = vec![
        state(format!(" {} to move, board {shape}{flipped}", setup.turn)),
        state(format!(" {}", setup.rules)),
    ];
    let remarks = model.editor.remarks();
    if remarks.is_empty() {
        lines.push(Line::styled(
            theme.pick(" ✓ ready to play", " ready to play"),
            theme.style(TextStyle::GOOD),
        ));
    }
    lines.extend(remarks.into_iter().map(|remark| {
        Line::styled(format!(" {} {remark}", theme.pick("⚠", "!")), theme.style(TextStyle::BAD))
    }));
    lines.push(Line::default());
    let own =
        BINDINGS.iter().filter(|binding| binding.contexts == [Context::Edit] && !binding.what.is_empty());
    let keys = own.map(|binding| (binding.names(theme), binding.what));
    lines.extend(keys.chain([(":save".to_owned(), "FILE; its name sets the format")]).map(|(keys, what)| {
        Line::from(vec![Span::styled(format!(" {keys:<8}"), theme.style(TextStyle::KEY)), Span::raw(what)])
    }));
    let cursor = Line::styled(format!(" {square}{number} "), theme.style(TextStyle::DIM));
    let block = bordered(" set up ", true, theme).title_bottom(cursor.right_aligned());
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), area);
}
