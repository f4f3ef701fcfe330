//! The table of keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::{bordered, layout::inside};
use crate::action::{Context, UserAction};
use crate::bindings::{BINDINGS, Binding};
use crate::state::Model;
use crate::theme::{TextStyle, Theme};
use table::session::COMMANDS;

/// A key in the help: the contexts of its binding, and its action.
pub type HelpKey = (&'static [Context], UserAction);

/// A line of the help, and the binding that it describes.
type Entry = (Line<'static>, Option<&'static Binding>);

/// Returns the help's lines, first those for the part of the screen that it was opened from.
fn entries(model: &Model) -> Vec<Entry> {
    let theme = model.look.theme;
    let text = |text: &'static str| (Line::from(text), None);
    let heading = |text: &'static str| (Line::styled(text, theme.style(TextStyle::Title)), None);
    let key = |binding: &'static Binding| {
        (item(theme.pick(binding.names[0], binding.names[1]), binding.what, theme), Some(binding))
    };
    let mut entries = vec![
        text("Every move is ranked exactly: its score is the material that best play of"),
        text("both sides leads to at this depth, kings counting twice. At 99 the other side"),
        text("cannot move any more, at -99 one's own cannot. Open a move to see why."),
        (Line::from(theme.pick(ENGINE_SENTENCE[0], ENGINE_SENTENCE[1])), None),
        text("an opinion, but win5 and loss4, the plies to a forced end, are certain."),
    ];
    let here = Context::at(model.base_mode(), model.selection.focus);
    // List keys of several contexts only once, under Everywhere.
    let own = |context| BINDINGS.iter().filter(move |binding| binding.contexts == [context]);
    entries.extend([text(""), heading(here.title())]);
    entries.extend(own(here).map(key));
    entries.extend([text(""), heading("Everywhere")]);
    entries.extend(BINDINGS.iter().filter(|binding| binding.contexts.len() > 1).map(key));
    for context in Context::ALL.into_iter().filter(|&context| context != here && context != Context::Help) {
        entries.extend([text(""), heading(context.title())]);
        entries.extend(own(context).map(key));
    }
    let mouse = [
        ("click", "on pieces, moves, plies, on the keys here and below; the wheel scrolls"),
        ("twice", "on a move plays it, on a game opens it"),
        (theme.pick("▸ ▾", "> v"), "opens a move, closes it"),
    ];
    entries.extend([text(""), heading("With the mouse")]);
    entries.extend(mouse.map(|(keys, what)| (item(keys, what, theme), None)));
    entries.extend([text(""), heading("Commands, after a colon")]);
    let forms = "a move; also c3-d4, 22-18, 22x15x8, an end that is enough, #3";
    entries.push((item("c3->d4", forms, theme), None));
    entries.extend(
        COMMANDS
            .iter()
            .map(|(name, arguments, what)| (item(&format!("{name} {arguments}"), what, theme), None)),
    );
    entries
}

/// Returns the number of lines.
pub fn count(model: &Model) -> usize {
    entries(model).len()
}

/// Returns the part of the screen that the help takes.
fn area(screen: Rect) -> Rect {
    let width = screen.width.min(88);
    Rect {
        x: screen.x + (screen.width - width) / 2,
        width,
        height: screen.height.saturating_sub(2),
        ..screen
    }
}

/// Returns the index of the first line shown.
fn top(model: &Model, count: usize, area: Rect) -> usize {
    model.dialogs.help_top.min(count.saturating_sub(inside(area).height.into()))
}

/// Returns the key at a place on the screen.
pub fn key_at(model: &Model, screen: Rect, column: u16, row: u16) -> Option<HelpKey> {
    let area = area(screen);
    if !inside(area).contains((column, row).into()) {
        return None;
    }
    let entries = entries(model);
    let place = top(model, entries.len(), area) + usize::from(row - inside(area).y);
    let binding = entries.get(place)?.1?;
    // The index of the key is the number of blanks left of the pointer.
    let name = model.look.theme.pick(binding.names[0], binding.names[1]);
    let before = name.chars().take(usize::from(column - inside(area).x).saturating_sub(INDENT));
    let place = if before.clone().count() < name.chars().count() {
        before.filter(|&character| character == ' ').count()
    } else {
        0
    };
    Some((binding.contexts, binding.action(place)?))
}

/// The sentence about the engine's scores, and the same in ASCII.
const ENGINE_SENTENCE: [&str; 2] = [
    "Behind a \u{2248} is the engine's view of the move in men, for the player who moves:",
    "Behind a ~ is the engine's view of the move in men, for the player who moves:",
];

/// The blanks before the name of a key.
const INDENT: usize = 2;

fn item(keys: &str, what: &'static str, theme: Theme) -> Line<'static> {
    let width = keys.chars().count();
    let blanks = " ".repeat(17_usize.saturating_sub(width).max(1));
    Line::from(vec![
        Span::raw(" ".repeat(INDENT)),
        Span::styled(keys.to_owned(), theme.style(TextStyle::Key)),
        Span::raw(blanks),
        Span::raw(what),
    ])
}

pub fn draw(frame: &mut Frame<'_>, model: &Model) {
    let lines = entries(model).into_iter().map(|(line, _)| line);
    let area = area(frame.area());
    frame.render_widget(Clear, area);
    let height = usize::from(inside(area).height);
    let top = top(model, lines.len(), area);
    let rest = lines.len().saturating_sub(top + height);
    let title = if rest > 0 { format!(" Keys: {rest} more lines below ") } else { " Keys ".to_owned() };
    frame.render_widget(bordered(&title, true, model.look.theme), area);
    let shown: Vec<Line<'_>> = lines.skip(top).take(height).collect();
    frame.render_widget(Paragraph::new(shown), inside(area));
}
