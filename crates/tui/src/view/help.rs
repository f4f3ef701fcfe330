//! The keys: the available ones in the footer, a line, and all keys in the help, a table.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Clear;

use super::{List, bordered, inside, wrapped};
use crate::bindings::{BINDINGS, Binding};
use crate::bindings::{Context, UserAction, moved};
use crate::state::Model;
use crate::theme::{TextStyle, Theme};
use shell::quantity;
use table::session::COMMANDS;

type HelpLine = (Line<'static>, Option<&'static Binding>);

/// Returns the lines of the help: first about scores, then the keys, starting with the keys of the context below
/// the help. No line is longer than `width` columns.
fn entries(model: &Model, width: usize) -> Vec<HelpLine> {
    let theme = model.theme;
    let text = |line: Line<'static>| (line, None);
    let heading = |title| [Line::default(), Line::styled(title, theme.style(TextStyle::TITLE))].map(text);
    let item = |keys: &str, what: &str| item(keys, what, width, theme);
    let key = |binding: &'static Binding| {
        let lines = item(&binding.names(theme), binding.what).into_iter();
        lines.map(move |line| (line, Some(binding)))
    };
    let sentences = [SCORES, theme.pick("\u{2248}", "~"), ESTIMATES].concat();
    let sentences = wrapped(&sentences, width, usize::MAX, "").into_iter().map(Line::from);
    let mut entries: Vec<HelpLine> = sentences.map(text).collect();
    let here = model.base_context();
    // Keys of several contexts are listed once, under Everywhere.
    let listed = || BINDINGS.iter().filter(|binding| !binding.what.is_empty());
    let own = |context| listed().filter(move |binding| binding.contexts == [context]);
    entries.extend(heading(here.title()));
    entries.extend(own(here).flat_map(key));
    entries.extend(heading("Everywhere"));
    entries.extend(listed().filter(|binding| binding.contexts.len() > 1).flat_map(key));
    let others = Context::ALL.into_iter().filter(|&(context, _)| context != here && context != Context::Help);
    for (context, title) in others {
        entries.extend(heading(title));
        entries.extend(own(context).flat_map(key));
    }
    let mouse = [
        ("click", "select a piece, a move or a ply, or press a key shown here or below; the wheel scrolls"),
        ("double click", "play a move, or open a game"),
        (theme.pick("▸ ▾", "> v"), "open or close a move"),
    ];
    entries.extend(heading("With the mouse"));
    entries.extend(mouse.into_iter().flat_map(|(keys, what)| item(keys, what)).map(text));
    entries.extend(heading("Commands, after a colon"));
    let forms = "a move; also c3-d4, 22-18, 22x15x8, one square if that is enough, or #3";
    entries.extend(item("c3->d4", forms).into_iter().map(text));
    let commands =
        COMMANDS.iter().flat_map(|(name, arguments, what)| item(&format!("{name} {arguments}"), what));
    entries.extend(commands.map(text));
    entries
}

/// Returns the index of the first line to show after a key.
pub fn scrolled(model: &Model, key: KeyCode) -> usize {
    let count = texts(model).len();
    let shown = List::from_top(inside(area(model.screen.area)), model.dialogs.help_top, count).shown;
    moved(key, shown.start, count - shown.len() + 1)
}

pub fn texts(model: &Model) -> Vec<String> {
    let entries = entries(model, inside(area(model.screen.area)).width.into());
    entries.into_iter().map(|(line, _)| line.to_string()).collect()
}

/// Returns the part of the screen that the help covers.
fn area(screen: Rect) -> Rect {
    let width = screen.width.min(88);
    Rect {
        x: screen.x + (screen.width - width) / 2,
        width,
        height: screen.height.saturating_sub(2),
        ..screen
    }
}

pub fn key_at(model: &Model, at: Position) -> Option<(&'static [Context], UserAction)> {
    let inside = inside(area(model.screen.area));
    let entries = entries(model, inside.width.into());
    let index = List::from_top(inside, model.dialogs.help_top, entries.len()).item_at(at)?;
    let (line, Some(binding)) = &entries[index] else { return None };
    // Blanks separate the keys, so the number of blanks to the left of the pointer is the key's index.
    let name = binding.names(model.theme);
    let before = name.chars().take(usize::from(at.x - inside.x).saturating_sub(INDENT));
    let is_named = line.spans.iter().any(|span| span.content == name);
    let index = if is_named && before.clone().count() < name.chars().count() {
        before.filter(|&character| character == ' ').count()
    } else {
        0
    };
    Some((binding.contexts, binding.action(index)?))
}

const SCORES: &str = "Scores are exact: your pieces minus the opponent's after best play by both sides to the \
    chosen depth; a king counts as two. At 99 the opponent cannot move, at -99 you cannot. Open a move to see why. ";
/// The text about the engine's estimates. The mark of an estimate stands before this text.
const ESTIMATES: &str = " marks the engine's estimate of the move, in men, for the player who moves; win5 and loss4, \
    forced in that many plies, come from its search; won in 5, drawn and lost in 4 from endgame tables.";

/// The number of blanks before the name of a key.
const INDENT: usize = 2;
const TEXT_COLUMN: usize = 19;
const MIN_WIDTH_OF_COLUMNS: usize = 48;

fn item(keys: &str, what: &str, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let has_columns = width >= MIN_WIDTH_OF_COLUMNS;
    let named = INDENT + keys.chars().count();
    let column = if has_columns { TEXT_COLUMN.max(named + 1) } else { 2 * INDENT };
    let mut lines = wrapped(what, width.saturating_sub(column), usize::MAX, "").into_iter();
    let mut name =
        vec![Span::raw(" ".repeat(INDENT)), Span::styled(keys.to_owned(), theme.style(TextStyle::KEY))];
    if has_columns {
        name.push(Span::raw(" ".repeat(column - named)));
        name.extend(lines.next().map(Span::raw));
    }
    let blanks = " ".repeat(column);
    [Line::from(name)].into_iter().chain(lines.map(|line| Line::from(format!("{blanks}{line}")))).collect()
}

pub fn draw(frame: &mut Frame<'_>, model: &Model) {
    let area = area(frame.area());
    let entries = entries(model, inside(area).width.into());
    frame.render_widget(Clear, area);
    let list = List::from_top(inside(area), model.dialogs.help_top, entries.len());
    let title = match entries.len() - list.shown.end {
        0 => " Keys ".to_owned(),
        rest => format!(" Keys: {} below ", quantity(rest, "more line", "more lines")),
    };
    frame.render_widget(bordered(&title, true, model.theme), area);
    list.draw(frame, |index| entries[index].0.clone());
}

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
            for (index, text) in text.split(' ').enumerate() {
                let action = binding.action(if is_paired { index } else { 0 });
                words.extend([(Span::styled(text.to_owned(), theme.style(style)), action), blank.clone()]);
            }
        }
        words.push(blank.clone());
    }
    words
}

pub fn footer_key_at(model: &Model, area: Rect, column: u16) -> Option<UserAction> {
    let mut end = area.x.into();
    let mut words = words(model, area.width).into_iter();
    let (_, action) = words.find(|(word, _)| {
        end += word.width();
        usize::from(column) < end
    })?;
    action
}

pub fn draw_footer(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let line: Line<'_> = words(model, area.width).into_iter().map(|(word, _)| word).collect();
    frame.render_widget(line, area);
}
