//! The panel of the editor.

use rankmoves_core::Blocked;
use rankmoves_core::exchange::words;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::state::Model;
use crate::theme::TextStyle;
use crate::view::bordered;

/// Draws the setup of a position.
pub fn editor(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.theme;
    let setup = &model.editor.setup;
    let shape = setup.board.shape();
    let rules = words(setup.rules);
    let blocked = match setup.rules.blocked {
        Blocked::Loses => "a blocked player loses",
        Blocked::Passes => "a blocked player passes",
    };
    let item = |key: &'static str, text: String| {
        Line::from(vec![Span::styled(format!(" {key:<8}"), theme.style(TextStyle::KEY)), Span::raw(text)])
    };
    let flipped = if shape.is_flipped() { ", top left playable" } else { "" };
    let mut lines = vec![
        item("r R b B", "red man, red king, black man, black king".to_owned()),
        item("x", "no piece; space: change the piece".to_owned()),
        item("u", "undo the last change".to_owned()),
        item("t", format!("{} to move", setup.turn)),
        item("c", rules[0].to_owned()),
        item("j", rules[1].to_owned()),
        item("l", blocked.to_owned()),
        item("+ - > <", format!("board {shape}{flipped} (y: other squares)")),
        item("z s", "empty board; start position".to_owned()),
        item(theme.pick("⏎", "enter"), "play from here; Esc: go back".to_owned()),
        item(":save", "FILE; its name sets the format".to_owned()),
        Line::default(),
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
    let square = model.selection.cursor;
    let number = shape.number(square).map(|number| format!(", number {number}")).unwrap_or_default();
    lines.push(Line::default());
    lines.push(Line::styled(format!(" {square}{number}"), theme.style(TextStyle::DIM)));
    let block = bordered(" set up ", true, theme);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), area);
}
