//! The keys that can be pressed, in the last line.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::action::{Action, BINDINGS, Context};
use crate::tui::state::Model;
use crate::tui::theme::Role;

/// A key in the footer.
struct Item {
    /// Columns from the left.
    start: usize,
    end: usize,
    name: &'static str,
    short: &'static str,
    action: Action,
}

/// As many of the keys of the context as fit; help and leaving always do.
fn items(model: &Model, width: u16) -> Vec<Item> {
    let context = Context::of(model);
    let theme = model.look.theme;
    let shown: Vec<_> = BINDINGS
        .iter()
        .filter(|binding| binding.contexts.contains(&context) && !binding.short.is_empty())
        .collect();
    let is_last = |name: &str| matches!(name, "?" | "q" | ":");
    let length = |binding: &&crate::tui::action::Binding| {
        theme.pick(binding.names[0], binding.names[1]).chars().count() + 1 + binding.short.chars().count() + 2
    };
    let reserved: usize = shown.iter().filter(|binding| is_last(binding.names[0])).map(length).sum();
    let mut room = usize::from(width).saturating_sub(1 + reserved);
    let mut start = 1;
    let mut items = Vec::new();
    for binding in &shown {
        let length = length(binding);
        if !is_last(binding.names[0]) {
            if room < length {
                continue;
            }
            room -= length;
        }
        if let Some(&(_, action)) = binding.keys.first() {
            let name = theme.pick(binding.names[0], binding.names[1]);
            items.push(Item { start, end: start + length - 2, name, short: binding.short, action });
            start += length;
        }
    }
    items
}

/// What a click on the footer does.
pub fn key_at(model: &Model, area: Rect, column: u16) -> Option<Action> {
    let column = usize::from(column - area.x);
    items(model, area.width)
        .iter()
        .find(|item| (item.start..item.end).contains(&column))
        .map(|item| item.action)
}

pub fn draw(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.look.theme;
    let mut spans = vec![Span::raw(" ")];
    for Item { name, short, .. } in items(model, area.width) {
        spans.push(Span::styled(name, theme.style(Role::Key)));
        spans.push(Span::styled(format!(" {short}  "), theme.style(Role::Dim)));
    }
    frame.render_widget(Line::from(spans), area);
}
