//! The footer: a line with the available keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::action::UserAction;
use crate::bindings::{BINDINGS, Binding};
use crate::state::Model;
use crate::theme::TextStyle;

/// A word of the footer.
struct Item {
    /// The column at which the word starts.
    start: usize,
    text: &'static str,
    is_key: bool,
    action: UserAction,
}

/// Returns the keys of the context that fit. Always includes the keys for the command line, help and quitting.
fn items(model: &Model, width: u16) -> Vec<Item> {
    let context = model.context();
    let theme = model.look.theme;
    let name = |binding: &Binding| binding.shown_names(theme);
    let is_shown = |binding: &&Binding| binding.contexts.contains(&context) && !binding.short.is_empty();
    let shown: Vec<_> = BINDINGS.iter().filter(is_shown).collect();
    let is_last = |binding: &Binding| matches!(binding.names, "?" | "q" | ":");
    let length = |binding: &Binding| name(binding).chars().count() + 1 + binding.short.chars().count() + 2;
    let reserved: usize =
        shown.iter().filter(|binding| is_last(binding)).map(|binding| length(binding)).sum();
    let mut room = usize::from(width).saturating_sub(1 + reserved);
    let mut start = 1;
    let mut items = Vec::new();
    for binding in shown {
        let length = length(binding);
        if !is_last(binding) {
            if room < length {
                continue;
            }
            room -= length;
        }
        let mut at = start;
        for (text, is_key) in [(name(binding), true), (binding.short, false)] {
            // If there is a word for each key, each word acts like its key.
            let is_paired = is_key || text.split(' ').count() == name(binding).split(' ').count();
            for (place, text) in text.split(' ').enumerate() {
                if let Some(action) = binding.action(if is_paired { place } else { 0 }) {
                    items.push(Item { start: at, text, is_key, action });
                }
                at += text.chars().count() + 1;
            }
        }
        start += length;
    }
    items
}

/// Returns the action of a click on the footer.
pub fn key_at(model: &Model, area: Rect, column: u16) -> Option<UserAction> {
    let column = usize::from(column - area.x);
    let items = items(model, area.width);
    let at = |item: &&Item| (item.start..item.start + item.text.chars().count()).contains(&column);
    items.iter().find(at).map(|item| item.action)
}

pub fn draw(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.look.theme;
    let mut spans = Vec::new();
    let mut end = 0;
    for Item { start, text, is_key, .. } in items(model, area.width) {
        spans.push(Span::raw(" ".repeat(start - end)));
        spans.push(Span::styled(text, theme.style(if is_key { TextStyle::Key } else { TextStyle::Dim })));
        end = start + text.chars().count();
    }
    frame.render_widget(Line::from(spans), area);
}
