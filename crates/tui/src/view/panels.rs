//! The panels beside the board.

mod game;

use std::ops::Range;

use rankmoves_core::{Player, Score, WON};
use rankmoves_endings::{Value, Wdl};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

pub use game::{game_list, games, moments, moves, ply_list, record, record_rows};

use super::{List, bordered, inside};
use crate::bindings::BINDINGS;
use crate::bindings::Context;
use crate::options::Colors;
use crate::state::Model;
use crate::theme::{Ink, TextStyle, Theme};
use crate::tree::Row;
use shell::quantity;
use table::estimator::short_score;
use table::session::{MAX_LISTED_MOVES, too_many_moves};

const MAX_INDENTED_LEVEL: usize = 10;

/// Draws the moves with their scores, and the replies to open moves.
pub fn tree(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.theme;
    let turn = model.position().turn();
    let has_focus = model.base_context() == Context::Tree;
    if model.has_ended() {
        return ended(frame, model, area, has_focus);
    }
    let title = format!(" {turn}'s moves {}", progress(model));
    let is_by_score = model.analysis && !model.scores.tree.is_alphabetical;
    let order = if is_by_score { " by score " } else { " a to z " };
    let rate = short_count(model.scores.nodes_per_second);
    let speed = model.scores.search.map_or_else(String::new, |_| format!(" {rate} nodes/s "));
    let known = Line::styled(speed + &engine(model), theme.style(TextStyle::DIM));
    let (inside, rows) = (inside(area), model.rows());
    let has_proven = rows.iter().any(|row| model.proven(row).is_some());
    let columns = Columns::new(inside.width.into(), has_proven);
    let headings = columns.headings(has_proven, theme);
    let has_headings = model.analysis
        && !rows.is_empty()
        && title.chars().count() + headings.chars().count() <= usize::from(inside.width);
    let headings = if has_headings { headings } else { String::new() };
    let block = bordered(&title, has_focus, theme)
        .title(Line::styled(headings, theme.style(TextStyle::DIM)).right_aligned())
        .title_bottom(known)
        .title_bottom(Line::from(order).right_aligned());
    frame.render_widget(block, area);
    if rows.is_empty() {
        let ended = model.game().outcome().map(|outcome| outcome.to_string());
        let text = ended.unwrap_or_else(|| format!("{turn} has no moves"));
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), inside);
        return;
    }
    let pointed = model.scores.tree.pointed(&rows);
    tree_list(model, &rows, area)
        .draw(frame, |index| tree_line(model, &rows[index], index == pointed, columns));
}

pub fn tree_list(model: &Model, rows: &[Row], panel: Rect) -> List {
    List::new(inside(panel), model.scores.tree.pointed(rows), rows.len())
}

/// The height of the panel that replaces the moves at the end of a game, in rows.
pub const ENDED_ROWS: u16 = 9;

/// Draws the end of a game instead of the moves: the winner, the reason, and the next steps.
fn ended(frame: &mut Frame<'_>, model: &Model, area: Rect, has_focus: bool) {
    let theme = model.theme;
    let key = |name: &'static str, what: &'static str| {
        Line::from(vec![
            Span::styled(format!("{name:>6}"), theme.style(TextStyle::KEY)),
            Span::raw(format!(" {what}")),
        ])
    };
    let lines = vec![
        Line::styled(model.result().unwrap_or_default(), theme.style(TextStyle::BEST)),
        Line::from(quantity(model.game().played().len(), "ply", "plies")),
        key(theme.pick("⏎", "enter"), "review the game"),
        key("R", "rematch with sides swapped"),
        key(":new", "begin another game"),
        key(":save", "FILE keeps this game"),
        key("u", "take the last turn back"),
    ];
    let block = bordered(" the game is over ", has_focus, theme);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), area);
}

/// Returns the end of the tree's title: the depth of the ranking, or the reason why there is none.
fn progress(model: &Model) -> String {
    if !model.analysis {
        return "(a: show scores) ".to_owned();
    }
    if !model.position().has_moves() {
        return String::new();
    }
    if too_many_moves(model.position()).is_some() {
        let dash = model.theme.pick("·", "-");
        return format!("{dash} more than {MAX_LISTED_MOVES}, not ranked ");
    }
    let depth = model.shown_depth().map_or_else(|| "-".to_owned(), |depth| depth.to_string());
    format!("{} depth {depth} of {} ", model.theme.pick("·", "-"), model.scores.depth)
}

/// Returns the legend of the column of estimates, with the depth of the search; empty if the column is empty.
fn engine(model: &Model) -> String {
    let estimates = model.scores.results.estimates(model.position()).filter(|_| model.analysis);
    let about = model.theme.pick("≈", "~");
    estimates.map_or_else(String::new, |estimates| {
        format!(" {about} engine, {} ", quantity(estimates.depth, "ply", "plies"))
    })
}

/// Returns the screen columns of a row's open or closed mark; an empty range if the row has no replies.
pub fn fold(row: &Row, area: Rect) -> Range<u16> {
    let start = inside(area).x
        + 1
        + 2 * u16::try_from(row.level().min(MAX_INDENTED_LEVEL)).expect("the indent is limited");
    start..start + if row.has_replies { 2 } else { 0 }
}

/// Formats a number in about four characters.
fn short_count(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        _ => format!("{}.{}M", number / 1_000_000, number / 100_000 % 10),
    }
}

#[derive(Clone, Copy)]
struct Columns {
    text: usize,
    /// The width of the estimate or proven value, followed by a blank.
    value: usize,
    /// The width of the score's bar, which is odd; 0 if there is no room for a bar.
    bar: usize,
}

impl Columns {
    /// Divides the width of a panel; `has_proven` makes room for proven values.
    fn new(width: usize, has_proven: bool) -> Columns {
        let value = if has_proven { PROVEN_WIDTH } else { ESTIMATE_WIDTH };
        let bar = if has_proven && width < NARROW { 0 } else { ((width / 6) | 1).clamp(5, 25) };
        // The pointer, the mark of the best move, the score and blanks take 8 columns. One column stays free.
        Columns { text: width.saturating_sub(bar + 9 + value), value, bar }
    }

    /// Returns the headings of the columns after the text, joined by the line of the border.
    fn headings(self, has_proven: bool, theme: Theme) -> String {
        let line = theme.pick("─", "-");
        let value = if has_proven { "result" } else { theme.pick("≈ men", "~ men") };
        let rest = self.value - value.chars().count();
        let (before, after) = if has_proven { (0, rest) } else { (rest - 1, 1) };
        let bar = line.repeat(after + self.bar);
        format!("{line} score {}{value}{bar}", line.repeat(before))
    }
}

fn tree_line(model: &Model, row: &Row, is_pointed: bool, columns: Columns) -> Line<'static> {
    let (theme, notation) = (model.theme, model.session.notation());
    let text_width = columns.text;
    let fold = match (row.has_replies, row.is_open) {
        (false, _) => "  ",
        (true, true) => theme.pick("▾ ", "v "),
        (true, false) => theme.pick("▸ ", "> "),
    };
    let indent = " ".repeat(2 * row.level().min(MAX_INDENTED_LEVEL));
    let mut text = format!("{indent}{fold}{}", notation.path(row.mv.path()));
    if text.chars().count() > text_width {
        text = text.chars().take(text_width.saturating_sub(1)).collect();
        text.push_str(theme.pick("…", "~"));
    }
    let player = if row.position.turn() == Player::Red { TextStyle::RED } else { TextStyle::BLACK };
    let pointer = if is_pointed { theme.pick("▌", ">") } else { " " };
    let text_style = if is_pointed { theme.style(TextStyle::POINTED) } else { theme.style(player) };
    let mut spans = vec![
        Span::styled(pointer, theme.style(TextStyle::KEY)),
        Span::styled(format!("{text:<text_width$}"), text_style),
    ];
    if !model.analysis {
        return Line::from(spans);
    }
    let best = if row.is_best { theme.pick("★", "*") } else { " " };
    let score = row.score.map_or_else(|| theme.pick("…", "~").to_owned(), |score| score.to_string());
    let score_style = match row.score {
        _ if row.is_best => theme.style(TextStyle::BEST),
        Some(score) if score < 0 => theme.style(TextStyle::BAD),
        Some(score) if score > 0 => theme.style(TextStyle::GOOD),
        _ => theme.style(TextStyle::TEXT),
    };
    let estimate = || model.scores.results.estimates(&row.position)?.score(row.mv.path());
    let value = match model.proven(row) {
        Some(value) => proven(value, columns.value, theme),
        None => about(estimate(), columns.value, theme),
    };
    spans.extend([
        Span::styled(format!("{best} "), theme.style(TextStyle::BEST)),
        Span::styled(format!("{score:>4} "), score_style),
        value,
        bar(row.score, columns.bar, theme),
    ]);
    Line::from(spans)
}

/// The width of an engine's score followed by a blank.
const ESTIMATE_WIDTH: usize = 8;

/// The width of a proven value, such as `lost in 109`, followed by a blank.
const PROVEN_WIDTH: usize = 12;

/// The width below which a panel with proven values has no bar.
const NARROW: usize = 60;

/// Returns a proven value, padded with blanks to a width.
fn proven(value: Value, width: usize, theme: Theme) -> Span<'static> {
    let style = match value.wdl() {
        Wdl::Win => TextStyle::GOOD,
        Wdl::Draw => TextStyle::TEXT,
        Wdl::Loss => TextStyle::BAD,
    };
    Span::styled(format!("{:<width$}", value.to_string()), theme.style(style))
}

/// Returns an engine's score with the mark that distinguishes it from an exact one.
fn about(score: Option<i32>, width: usize, theme: Theme) -> Span<'static> {
    let text =
        score.map_or_else(String::new, |score| format!("{}{}", theme.pick("≈", "~"), short_score(score)));
    let width = width - 1;
    Span::styled(format!("{text:>width$} "), theme.style(TextStyle::DIM))
}

/// Returns a bar that extends from the middle to the right for a good score, to the left for a bad one.
fn bar(score: Option<Score>, width: usize, theme: Theme) -> Span<'static> {
    if width == 0 {
        return Span::default();
    }
    let half = width / 2;
    let score = score.unwrap_or(0);
    // A lead of one man is visible, and a won game fills the bar.
    let length = match usize::try_from(score.unsigned_abs()).expect("a score has 32 bits") {
        0 => 0,
        _ if score.abs() >= WON => half,
        material => (material * half).div_ceil(8).clamp(1, half.saturating_sub(1).max(1)),
    };
    let full = theme.pick("█", "#").repeat(length);
    let blank = " ".repeat(half - length);
    let middle = theme.pick("│", "|");
    let wide = " ".repeat(half);
    if score < 0 {
        Span::styled(format!("{blank}{full}{middle}{wide}"), theme.style(TextStyle::BAD))
    } else {
        let style = if score > 0 { TextStyle::GOOD } else { TextStyle::DIM };
        Span::styled(format!("{wide}{middle}{full}{blank}"), theme.style(style))
    }
}

/// Draws the line of best play after the selected move.
pub fn line(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.theme;
    let notation = model.session.notation();
    let Some(row) = model.pointed() else {
        return frame.render_widget(bordered("", false, theme), area);
    };
    let title = format!(" best play after {} ", notation.path(row.mv.path()));
    frame.render_widget(bordered(&title, false, theme).title_bottom(legend(theme)), area);
    let Some(line) = model.scores.results.line_so_far(&row.position, &row.mv, row.depth) else { return };
    let mut spans = Vec::new();
    let mut player = row.position.turn().opponent();
    for mv in line.iter().skip(1).take(64) {
        let style = if player == Player::Red { TextStyle::RED } else { TextStyle::BLACK };
        spans.extend([Span::styled(notation.path(mv.path()), theme.style(style)), Span::raw(" ")]);
        player = player.opponent();
    }
    if spans.is_empty() {
        let is_stuck = !row.position.after(&row.mv).has_moves();
        spans.push(if is_stuck {
            Span::styled(format!("{player} cannot move"), theme.style(TextStyle::BEST))
        } else {
            Span::styled("replies are not searched at this depth", theme.style(TextStyle::DIM))
        });
    }
    frame.render_widget(Paragraph::new(Line::from(spans)).wrap(Wrap { trim: true }), inside(area));
}

/// Explains the marks on the board, in the colours of the board.
fn legend(theme: Theme) -> Line<'static> {
    let mark = |ink| Span::styled(theme.pick(" ━▶", " ->"), Style::new().fg(theme.color(ink)));
    let text = |text: &'static str| Span::styled(text, theme.style(TextStyle::DIM));
    if theme.colors == Colors::None || theme.ascii {
        return Line::from(text(" () can move  // this move  ** jumped "));
    }
    Line::from(vec![mark(Ink::ARROW), text(" this move "), mark(Ink::REPLY), text(" expected reply ")])
}

/// Draws the position that is set up, its faults, and the keys.
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
