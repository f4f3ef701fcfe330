//! The table of keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::{bordered, layout::inside};
use crate::session::COMMANDS;
use crate::tui::action::{BINDINGS, Context};
use crate::tui::state::Model;
use crate::tui::theme::{Role, Theme};

/// The help, for the part of the screen that it was asked from first.
pub fn lines(model: &Model) -> Vec<Line<'static>> {
    let theme = model.look.theme;
    let mut lines = vec![
        Line::from("Every move is ranked exactly: its score is the material that best play of"),
        Line::from("both sides leads to at this depth, kings counting twice. At 99 the other side"),
        Line::from("cannot move any more, at -99 one's own cannot. Open a move to see why."),
    ];
    let mut told: Vec<&str> = Vec::new();
    for context in Context::ALL.into_iter().filter(|&context| context != Context::Help) {
        let bindings = BINDINGS.iter().filter(|binding| binding.contexts.contains(&context));
        // What is the same everywhere is told once, at the end.
        let own: Vec<_> = bindings.filter(|binding| binding.contexts.len() == 1).collect();
        if !own.is_empty() {
            lines.extend([Line::default(), heading(context.title(), theme)]);
            lines
                .extend(own.iter().map(|binding| {
                    item(theme.pick(binding.names[0], binding.names[1]), binding.what, theme)
                }));
        }
    }
    lines.extend([Line::default(), heading("Everywhere", theme)]);
    for binding in BINDINGS.iter().filter(|binding| binding.contexts.len() > 1) {
        if !told.contains(&binding.what) {
            told.push(binding.what);
            lines.push(item(theme.pick(binding.names[0], binding.names[1]), binding.what, theme));
        }
    }
    lines.push(item("mouse", "click pieces, moves, plies and the keys below; the wheel scrolls", theme));
    lines.extend([Line::default(), heading("Commands, after a colon", theme)]);
    lines.push(item("c3->d4", "a move; also c3-d4, 22-18, 22x15x8, an end that is enough, #3", theme));
    for (name, arguments, what) in COMMANDS {
        lines.push(item(&format!("{name} {arguments}"), what, theme));
    }
    lines
}

fn heading(text: &'static str, theme: Theme) -> Line<'static> {
    Line::styled(text, theme.style(Role::Title))
}

fn item(keys: &str, what: &'static str, theme: Theme) -> Line<'static> {
    let width = keys.chars().count();
    let blanks = " ".repeat(17_usize.saturating_sub(width).max(1));
    Line::from(vec![
        Span::raw("  "),
        Span::styled(keys.to_owned(), theme.style(Role::Key)),
        Span::raw(blanks),
        Span::raw(what),
    ])
}

pub fn draw(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let lines = lines(model);
    let width = area.width.min(88);
    let area = Rect { x: area.x + (area.width - width) / 2, width, ..area };
    frame.render_widget(Clear, area);
    let height = usize::from(inside(area).height);
    let top = model.help_top.min(lines.len().saturating_sub(height));
    let rest = lines.len().saturating_sub(top + height);
    let title = if rest > 0 { format!(" Keys: {rest} more lines below ") } else { " Keys ".to_owned() };
    frame.render_widget(bordered(&title, true, model.look.theme), area);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(top).take(height).collect();
    frame.render_widget(Paragraph::new(shown), inside(area));
}
