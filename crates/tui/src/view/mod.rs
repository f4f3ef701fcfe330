//! Draws the state on the screen.

pub mod board;
mod canvas;
mod graph;
pub mod help;
pub mod layout;
pub mod panels;

use std::ops::Range;

use rankmoves_core::{Piece, Player, Role, printable, shorten};
use rankmoves_game::clock_text;
use ratatui::Frame;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use super::bindings::Context;
use super::state::{Flow, Model};
use super::theme::{TextStyle, Theme};
use board::Drawing;
use layout::Layout;
use shell::quantity;
use table::session::Seat;

const MAX_MESSAGE_LINES: usize = 3;

pub fn draw(frame: &mut Frame<'_>, model: &Model) {
    let layout = Layout::new(model, frame.area());
    if layout.board.cell.0 == 0 {
        return too_small(frame, model);
    }
    title(frame, model, layout.title);
    let top = if model.session.flip { Player::Red } else { Player::Black };
    let [above, below] = layout.players;
    player(frame, model, top, above, layout.board.label);
    Drawing::new(model).render(&layout.board, model.theme, frame.buffer_mut());
    graph::bar(frame, model, layout.board.area);
    player(frame, model, top.opponent(), below, layout.board.label);
    state(frame, model, layout.state, layout.board.label);
    match model.base_context() {
        Context::Edit => panels::editor(frame, model, layout.side),
        Context::Games => panels::games(frame, model, layout.side),
        _ => {
            panels::tree(frame, model, layout.tree);
            panels::line(frame, model, layout.line);
            panels::moves(frame, model, layout.moves);
            panels::moments(frame, model, layout.moments);
            panels::record(frame, model, layout.record);
        }
    }
    if model.dialogs.open.contains(&Context::Help) {
        help::draw(frame, model);
    }
    notice(frame, model, layout.notice);
    help::draw_footer(frame, model, layout.footer);
}

fn bordered(title: &str, has_focus: bool, theme: Theme) -> Block<'_> {
    let style = if has_focus { TextStyle::KEY } else { TextStyle::BORDER };
    let block = Block::bordered()
        .border_style(theme.style(style))
        .title(Line::styled(title, theme.style(if has_focus { TextStyle::KEY } else { TextStyle::TITLE })));
    if theme.ascii {
        block.border_set(ratatui::symbols::border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        })
    } else {
        block.border_type(BorderType::Rounded)
    }
}

fn inside(area: Rect) -> Rect {
    area.inner(Margin::new(1, 1))
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

    pub fn item_at(&self, at: Position) -> Option<usize> {
        let index = self.shown.start + usize::from(at.y.checked_sub(self.area.y)?);
        (self.area.contains(at) && self.shown.contains(&index)).then_some(index)
    }

    pub fn draw(&self, frame: &mut Frame<'_>, line: impl Fn(usize) -> Line<'static>) {
        let lines: Vec<Line<'_>> = self.shown.clone().map(line).collect();
        frame.render_widget(Paragraph::new(lines), self.area);
    }
}

fn too_small(frame: &mut Frame<'_>, model: &Model) {
    if model.context() == Context::Prompt {
        return notice(frame, model, Rect { height: 1, ..frame.area() });
    }
    let shape = model.shown_board().shape();
    let text = format!(
        "{}\nA board of {shape} needs a larger terminal or smaller letters: 60 by 20 fits the usual board. \
         Press q to quit.",
        model.screen.notice.text
    );
    let paragraph = Paragraph::new(text.trim_start()).wrap(ratatui::widgets::Wrap { trim: true });
    frame.render_widget(paragraph, frame.area());
}

fn title(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.theme;
    let position = model.position();
    let rules = position.rules();
    let what = match (model.record(), model.is_edit()) {
        (_, true) => "setting up a position".to_owned(),
        // A record of a game played here has no names and no event.
        (Some(record), _) if model.session.is_read() => printable(&table::loading::describe(record)),
        _ => format!("{rules}, board {}", position.board().shape()),
    };
    let opening = model.session.opening_name().filter(|_| !model.is_edit());
    let what = opening.map_or_else(|| what.clone(), |name| format!("{what}, {name}"));
    let title = Line::from(vec![
        Span::styled(theme.pick(" ●", " r"), theme.style(TextStyle::RED)),
        Span::styled(theme.pick("● ", "b "), theme.style(TextStyle::BLACK)),
        Span::styled("checkers ", theme.style(TextStyle::TITLE)),
        Span::styled(theme.pick("│ ", "| "), theme.style(TextStyle::BORDER)),
        Span::styled(what, theme.style(TextStyle::DIM)),
    ]);
    frame.render_widget(title, area);
}

/// Draws a player's line: colour, men and kings, time left, name, and a mark if the player is to move.
fn player(frame: &mut Frame<'_>, model: &Model, player: Player, area: Rect, indent: u16) {
    let theme = model.theme;
    let board = model.shown_board();
    let count = |role| board.iter().filter(|(_, piece)| *piece == Piece { player, role }).count();
    let is_edit = model.is_edit();
    let turn = if is_edit { model.editor.setup.turn } else { model.shown_position().turn() };
    let is_to_move = turn == player && (is_edit || model.result().is_none());
    let style = if player == Player::Red { TextStyle::RED } else { TextStyle::BLACK };
    let seat = model.session.seat(player);
    let is_thinking = is_to_move && model.agent_question().is_some();
    let pointer = if is_to_move { theme.pick("▶ ", "> ") } else { "  " };
    let mut spans = vec![
        Span::raw(" ".repeat(usize::from(indent.saturating_sub(2)))),
        Span::styled(pointer, theme.style(TextStyle::KEY)),
        Span::styled(format!("{player:<5}"), theme.style(style)),
    ];
    // A narrow screen cuts off the end of the line.
    if let Some(left) = model.session.times_left().filter(|_| !is_edit) {
        let style = if is_to_move { TextStyle::KEY } else { TextStyle::TEXT };
        spans.push(Span::styled(format!(" {:>5}", clock_text(left[player])), theme.style(style)));
    }
    spans.extend([
        Span::raw(format!(" {:>2} ", count(Role::Man))),
        Span::styled(theme.pick("●", "men"), theme.style(style)),
        Span::raw(format!("  {:>2} ", count(Role::King))),
        Span::styled(theme.pick("♛", "kings"), theme.style(style)),
    ]);
    // On a narrow screen, a count of no kings makes room for the name.
    if count(Role::King) == 0 && area.width < 28 {
        spans.truncate(spans.len() - 2);
    }
    let thinks = if is_thinking { " thinks" } else { "" };
    let used: usize = spans.iter().map(Span::width).sum();
    let room = usize::from(area.width).saturating_sub(used + 2 + thinks.len()).max(9);
    let described = seat.described();
    // Without room for the command of a level, its name is enough.
    let described =
        if described.len() > room { described.split(" (").next().unwrap_or_default() } else { &described };
    // A command or a name may be longer than the line.
    let who = match (model.player_name(player), seat) {
        (_, Seat::Human) if is_edit => String::new(),
        (Some(name), seat) if seat == Seat::Human || model.session.is_read() => {
            shorten(&printable(name), room)
        }
        (Some(name), _) => shorten(&format!("{}: {described}", printable(name)), room),
        (None, _) => shorten(described, room),
    };
    spans.push(Span::styled(format!("  {who}"), theme.style(TextStyle::DIM)));
    spans.push(Span::styled(thinks, theme.style(TextStyle::BEST)));
    frame.render_widget(Line::from(spans), area);
}

/// Draws the game's result, or how close the game is to a draw.
fn state(frame: &mut Frame<'_>, model: &Model, area: Rect, indent: u16) {
    if area.height == 0 || model.is_edit() {
        return;
    }
    let theme = model.theme;
    let game = model.game();
    let rules = game.draw_rules();
    let left = rules.quiet_moves.map(|most| (most as usize).saturating_sub(game.quiet_plies() / 2));
    let quiet = left.map(|left| match area.width {
        ..66 => format!("draw in {}", quantity(left, "quiet move", "quiet moves")),
        _ => format!("drawn after {} with no jump or man's move", quantity(left, "more move", "more moves")),
    });
    let seen = game.repetitions();
    let seen = rules
        .repetitions
        .filter(|_| seen > 1)
        .map(|most| format!("position seen {seen} times (draw at {most})"));
    let indent = " ".repeat(indent.into());
    let lines = if let Some(result) = model.result() {
        let room = usize::from(area.width).saturating_sub(indent.len());
        let lines = wrapped(&result, room, MAX_MESSAGE_LINES, theme.pick("…", "...")).into_iter();
        lines.map(|line| Line::styled(format!("{indent}{line}"), theme.style(TextStyle::BEST))).collect()
    } else {
        let flow = match model.autoplay.flow {
            Flow::Paused => theme.pick("■ paused", "paused"),
            Flow::Playing => "",
            Flow::Replaying => theme.pick("▶ replay", "replay"),
        };
        // If only one line fits, show the repetitions, because a draw by repetition is closer.
        let dim = |text: Option<String>| Span::styled(text.unwrap_or_default(), theme.style(TextStyle::DIM));
        let (first, second) = if seen.is_some() && area.height < 2 { (seen, None) } else { (quiet, seen) };
        let flow = Span::styled(flow, theme.style(TextStyle::KEY));
        vec![
            Line::from(vec![Span::raw(indent.clone()), dim(first), Span::raw("  "), flow]),
            Line::from(vec![Span::raw(indent), dim(second)]),
        ]
    };
    frame.render_widget(Paragraph::new(lines), area);
}

/// Returns the lines of the last message; without one, of the description of a costly ply. There are none while
/// the command line is in their place.
fn notice_lines(model: &Model, width: u16) -> Vec<String> {
    if model.context() == Context::Prompt {
        return Vec::new();
    }
    let said = &model.screen.notice.text;
    let is_of_game = !matches!(model.base_context(), Context::Edit | Context::Games);
    let slip = if said.is_empty() && is_of_game { model.slip() } else { None };
    let room = usize::from(width.saturating_sub(2));
    wrapped(slip.as_ref().unwrap_or(said), room, MAX_MESSAGE_LINES, model.theme.pick("…", "..."))
}

/// Draws the command line or the last message; without either, describes a costly ply.
fn notice(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.theme;
    if model.context() == Context::Prompt {
        let room = usize::from(area.width.saturating_sub(3));
        let prompt = &model.dialogs.prompt;
        let cursor = prompt.text[..prompt.cursor].chars().count();
        let first = cursor.saturating_sub(room);
        let shown = prompt.text.chars().skip(first).take(room + 1);
        let text: String = shown.map(|character| one_column(character, theme)).collect();
        // A search needs no colon.
        let sign = if prompt.text.starts_with('/') { "  " } else { " :" };
        let line = Line::from(vec![Span::styled(sign, theme.style(TextStyle::KEY)), Span::raw(text)]);
        frame.render_widget(line, area);
        let column = u16::try_from(cursor - first).expect("the cursor is on the screen");
        frame.set_cursor_position(Position::new(area.x + 2 + column, area.y));
        return;
    }
    let style = if model.screen.notice.is_error { TextStyle::ERROR } else { TextStyle::TEXT };
    frame.render_widget(Clear, area);
    let lines = notice_lines(model, area.width).into_iter();
    let lines = lines.map(|line| Line::styled(format!(" {line}"), theme.style(style)));
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
}

/// Returns a character of the command line, or a visible mark for an invisible one.
fn one_column(character: char, theme: Theme) -> char {
    let is_seen = printable(character.encode_utf8(&mut [0; 4])).starts_with(character);
    match (is_seen, theme.ascii) {
        (true, _) => character,
        (false, true) => '?',
        (false, false) => char::REPLACEMENT_CHARACTER,
    }
}

/// Breaks a text into at most `max_lines` lines, at blanks if possible. `mark` replaces the omitted rest.
fn wrapped(text: &str, room: usize, max_lines: usize, mark: &str) -> Vec<String> {
    let room = room.max(1);
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some((end, next)) = rest.char_indices().nth(room) {
        if lines.len() + 1 == max_lines {
            let kept: String = rest.chars().take(room.saturating_sub(mark.chars().count())).collect();
            lines.push(format!("{}{mark}", kept.trim_end()));
            return lines;
        }
        // A blank just after the last character that fits is a good place to split.
        let blank = rest[..end + next.len_utf8()].rfind(' ').filter(|&blank| blank > 0);
        let (line, after) = rest.split_at(blank.unwrap_or(end));
        lines.push(line.to_owned());
        rest = after.trim_start();
    }
    lines.push(rest.to_owned());
    lines
}
