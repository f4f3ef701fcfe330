//! The footer: a line with the available keys.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::bindings::UserAction;
use crate::bindings::{BINDINGS, Binding};
use crate::state::Model;
use crate::theme::TextStyle;

/// Returns the keys of the context that fit, each with its action, and the blanks between them. Always includes the
/// keys for the command line, help and quitting.
fn words(model: &Model, width: u16) -> Vec<(Span<'static>, Option<UserAction>)> {
    let context = model.context();
    let theme = model.theme;
    let name = |binding: &Binding| binding.names(theme);
    let is_shown = |binding: &&Binding| binding.contexts.contains(&context) && !binding.short.is_empty();
    let shown: Vec<_> = BINDINGS.iter().filter(is_shown).collect();
    let is_last = |binding: &Binding| matches!(binding.keys, [(KeyCode::Char('?' | 'q' | ':'), _), ..]);
    let length = |binding: &Binding| name(binding).chars().count() + 1 + binding.short.chars().count() + 2;
    let reserved: usize =
        shown.iter().filter(|binding| is_last(binding)).map(|binding| length(binding)).sum();
    let mut room = usize::from(width).saturating_sub(1 + reserved);
    let blank = (Span::raw(" "), None);
    let mut words = vec![blank.clone()];
    for binding in shown {
        if !is_last(binding) {
            let Some(rest) = room.checked_sub(length(binding)) else { continue };
            room = rest;
        }
        for (text, style) in [(&*name(binding), TextStyle::KEY), (binding.short, TextStyle::DIM)] {
            // If there is a word for each key, each word acts like its key.
            let is_paired = text.split(' ').count() == binding.keys.len();
            for (place, text) in text.split(' ').enumerate() {
                let action = binding.action(if is_paired { place } else { 0 });
                words.extend([(Span::styled(text.to_owned(), theme.style(style)), action), blank.clone()]);
            }
        }
        words.push(blank.clone());
    }
    words
}

pub fn key_at(model: &Model, area: Rect, column: u16) -> Option<UserAction> {
    let mut end = area.x.into();
    let mut words = words(model, area.width).into_iter();
    let (_, action) = words.find(|(word, _)| {
        end += word.width();
        usize::from(column) < end
    })?;
    action
}

pub fn draw(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let line: Line<'_> = words(model, area.width).into_iter().map(|(word, _)| word).collect();
    frame.render_widget(line, area);
}
