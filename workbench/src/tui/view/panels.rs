//! The panels beside the board.

use std::ops::Range;

use rankmoves::exchange::words;
use rankmoves::pdn::{self, Annotated};
use rankmoves::{Blocked, Notation, Player, Score, WON, printable};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout as Rows, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::layout::{inside, scrolled};
use super::{bordered, graph};
use crate::cli::Colors;
use crate::score_text::short_score;
use crate::tui::state::{Focus, Mode, Model, REVIEW_DEPTH};
use crate::tui::theme::{Ink, TextStyle, Theme};
use crate::tui::tree::{Order, Row};

/// Rows below this level are not indented further.
const MOST_INDENT: usize = 10;

/// Draws the moves with their scores, and the replies to open moves.
pub fn tree(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.look.theme;
    let turn = model.position().turn();
    let has_focus = model.selection.focus == Focus::Tree && model.base_mode() == Mode::Game;
    let title = format!(" {turn}'s moves {}", progress(model));
    let order = match model.scores.tree.order {
        Order::Score => " by score ",
        Order::Alphabet => " a to z ",
    };
    let known = Line::styled(speed(model) + &engine(model), theme.style(TextStyle::Dim));
    let block = bordered(&title, has_focus, theme)
        .title_bottom(known)
        .title_bottom(Line::from(order).right_aligned());
    frame.render_widget(block, area);
    let inside = inside(area);
    let rows = model.rows();
    if rows.is_empty() {
        let text = model
            .game()
            .outcome()
            .map_or_else(|| format!("{turn} has no moves"), |outcome| outcome.to_string());
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), inside);
        return;
    }
    let pointed = model.scores.tree.pointed(&rows);
    let top = scrolled(pointed, rows.len(), inside.height);
    let lines = rows.iter().enumerate().skip(top).take(inside.height.into());
    let lines: Vec<Line<'_>> = lines
        .map(|(place, row)| {
            let width = usize::from(inside.width);
            tree_line(row, model.notation(), model.estimate(row), place == pointed, width, theme)
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), inside);
}

/// Returns the depth of the search.
fn progress(model: &Model) -> String {
    if !model.look.analysis {
        return "(scores hidden) ".to_owned();
    }
    if !model.position().has_moves() {
        return String::new();
    }
    if !model.moves.is_complete {
        let dash = model.look.theme.pick("·", "-");
        return format!("{dash} more than {}, not ranked ", model.moves.moves.len());
    }
    let depth = model.shown_depth().map_or_else(|| "-".to_owned(), |depth| depth.to_string());
    format!("{} depth {depth} of {} ", model.look.theme.pick("·", "-"), model.scores.depth)
}

/// Returns the speed of the search while it runs.
fn speed(model: &Model) -> String {
    let search = model.scores.search;
    if search.is_on { format!(" {} nodes/s ", short_count(search.rate)) } else { String::new() }
}

/// Returns the title of the engine's column, with the depth of its search.
fn engine(model: &Model) -> String {
    let estimates = model.scores.results.estimates(model.position()).filter(|_| model.look.analysis);
    let about = model.look.theme.pick("≈", "~");
    estimates.map_or_else(String::new, |estimates| format!(" {about} engine, {} plies ", estimates.depth))
}

/// Returns the columns of the mark of an open or closed row; none if the row has no replies.
pub fn fold(row: &Row, area: Rect) -> Range<u16> {
    let start =
        inside(area).x + 1 + 2 * u16::try_from(row.level().min(MOST_INDENT)).expect("the indent is limited");
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

fn tree_line(
    row: &Row,
    notation: Notation,
    estimate: Option<i32>,
    is_pointed: bool,
    width: usize,
    theme: Theme,
) -> Line<'static> {
    // Score, blanks and the mark of the best; the engine's view; then the bar, which has a middle.
    let bar_width = ((width / 6) | 1).clamp(5, 25);
    let text_width = width.saturating_sub(bar_width + 9 + ABOUT);
    let fold = match (row.has_replies, row.is_open) {
        (false, _) => "  ",
        (true, true) => theme.pick("▾ ", "v "),
        (true, false) => theme.pick("▸ ", "> "),
    };
    let indent = " ".repeat(2 * row.level().min(MOST_INDENT));
    let mut text = format!("{indent}{fold}{}", notation.path(row.mv.path()));
    if text.chars().count() > text_width {
        text = text.chars().take(text_width.saturating_sub(1)).collect();
        text.push_str(theme.pick("…", "~"));
    }
    let player = if row.player() == Player::Red { TextStyle::Red } else { TextStyle::Black };
    let best = if row.is_best { theme.pick("★", "*") } else { " " };
    let score = row.score.map_or_else(|| theme.pick("…", "~").to_owned(), |score| score.to_string());
    let score_style = match row.score {
        _ if row.is_best => theme.style(TextStyle::Best),
        Some(score) if score < 0 => theme.style(TextStyle::Bad),
        Some(score) if score > 0 => theme.style(TextStyle::Good),
        _ => theme.style(TextStyle::Text),
    };
    let pointer = if is_pointed { theme.pick("▌", ">") } else { " " };
    let text_style = if is_pointed { theme.style(TextStyle::Pointed) } else { theme.style(player) };
    Line::from(vec![
        Span::styled(pointer, theme.style(TextStyle::Key)),
        Span::styled(format!("{text:<text_width$}"), text_style),
        Span::styled(format!("{best} "), theme.style(TextStyle::Best)),
        Span::styled(format!("{score:>4} "), score_style),
        about(estimate, theme),
        bar(row.score, bar_width, theme),
    ])
}

/// Columns of an engine's score with a blank behind it.
const ABOUT: usize = 8;

/// Returns an engine's score with the mark that tells it from exact ones.
fn about(score: Option<i32>, theme: Theme) -> Span<'static> {
    let text =
        score.map_or_else(String::new, |score| format!("{}{}", theme.pick("≈", "~"), short_score(score)));
    Span::styled(format!("{text:>7} "), theme.style(TextStyle::Dim))
}

/// Draws a bar from the middle to the right for a good score, to the left for a bad one.
fn bar(score: Option<Score>, width: usize, theme: Theme) -> Span<'static> {
    let half = width / 2;
    let score = score.unwrap_or(0);
    // One man must be visible, and a won game fills the bar.
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
        Span::styled(format!("{blank}{full}{middle}{wide}"), theme.style(TextStyle::Bad))
    } else {
        let style = if score > 0 { TextStyle::Good } else { TextStyle::Dim };
        Span::styled(format!("{wide}{middle}{full}{blank}"), theme.style(style))
    }
}

/// Draws the line of best play after the selected move.
pub fn line(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.look.theme;
    let row = model.pointed();
    let notation = model.notation();
    let title = |row: &Row| format!(" best play after {} ", notation.path(row.mv.path()));
    let title = row.as_ref().map_or_else(String::new, title);
    let legend = if row.is_some() && model.look.analysis { legend(theme) } else { Line::default() };
    frame.render_widget(bordered(&title, false, theme).title_bottom(legend), area);
    let known = row.as_ref().and_then(|row| {
        let depth = row.depth.filter(|_| model.look.analysis)?;
        model.scores.results.line_so_far(&row.position, &row.mv, depth).map(|line| (row, line))
    });
    let Some((row, line)) = known else {
        return;
    };
    let mut spans = Vec::new();
    let mut player = row.player().opponent();
    for mv in line.iter().skip(1).take(64) {
        let style = if player == Player::Red { TextStyle::Red } else { TextStyle::Black };
        spans.push(Span::styled(notation.path(mv.path()), theme.style(style)));
        spans.push(Span::raw(" "));
        player = player.opponent();
    }
    if spans.is_empty() {
        let is_stuck = row.position.play(row.mv.path()).is_ok_and(|after| !after.has_moves());
        spans.push(if is_stuck {
            Span::styled(format!("{player} cannot move any more"), theme.style(TextStyle::Best))
        } else {
            Span::styled("no reply is looked at here", theme.style(TextStyle::Dim))
        });
    }
    frame.render_widget(Paragraph::new(Line::from(spans)).wrap(Wrap { trim: true }), inside(area));
}

/// Explains the marks on the board, in their colours there.
fn legend(theme: Theme) -> Line<'static> {
    let mark = |ink| Span::styled(theme.pick(" ━▶", " ->"), Style::new().fg(theme.color(ink)));
    let text = |text: &'static str| Span::styled(text, theme.style(TextStyle::Dim));
    if theme.colors == Colors::None || theme.ascii {
        return Line::from(text(" () can move  // this move  ** jumped "));
    }
    Line::from(vec![mark(Ink::Arrow), text(" this move "), mark(Ink::Reply), text(" expected reply ")])
}

/// Draws the plies of the game, each with its score.
pub fn moves(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.look.theme;
    let game = model.game();
    let (at, count) = (game.played().len(), game.plies().len());
    let is_variation = model.record().is_some() && !model.library.above.is_empty();
    let what = if is_variation { "variation" } else { "game" };
    let title = if model.is_review() {
        format!(" {what}: ply {at} of {count}, judged at depth {REVIEW_DEPTH} ")
    } else {
        format!(" {what}: ply {at} of {count} ")
    };
    let has_focus = model.selection.focus == Focus::Moves && model.base_mode() == Mode::Game;
    let result =
        model.record().map_or_else(String::new, |record| format!(" result {} ", record.result().text()));
    let block = bordered(&title, has_focus, theme).title_bottom(Line::from(result).right_aligned());
    frame.render_widget(block, area);
    let [inside, below] =
        Rows::vertical([Constraint::Min(0), Constraint::Length(graph::height(model, inside(area).height))])
            .areas(inside(area));
    graph::draw(frame, model, below);
    let top = scrolled(at, count + 1, inside.height);
    let lines = (top..=count).take(inside.height.into());
    let lines: Vec<Line<'_>> = lines.map(|ply| ply_line(model, ply, ply == at)).collect();
    frame.render_widget(Paragraph::new(lines), inside);
}

/// Returns the line of the position after `ply` plies.
fn ply_line(model: &Model, ply: usize, is_here: bool) -> Line<'static> {
    let theme = model.look.theme;
    let pointer = if is_here { theme.pick("▌", ">") } else { " " };
    let pointer = Span::styled(pointer, theme.style(TextStyle::Key));
    let styled = |style: Style| if is_here { theme.style(TextStyle::Pointed) } else { style };
    let Some(before) = ply.checked_sub(1) else {
        return Line::from(vec![pointer, Span::styled("     start", styled(theme.style(TextStyle::Dim)))]);
    };
    let player = model.game().all_positions()[before].turn();
    let style = if player == Player::Red { TextStyle::Red } else { TextStyle::Black };
    let notation = model.notation();
    let made = notation.ply(&model.game().plies()[before]);
    let annotated = model.record().and_then(|_| model.library.line.moves.get(before));
    let has_notes =
        annotated.is_some_and(|annotated| !annotated.comment.is_empty() || !annotated.variations.is_empty());
    let text = format!("{made}{}", annotated.map(marks).unwrap_or_default());
    let mut spans = vec![
        pointer,
        Span::styled(format!("{ply:>3} "), theme.style(TextStyle::Dim)),
        Span::styled(format!("{text:<8}"), styled(theme.style(style))),
        Span::styled(if has_notes { theme.pick("¶ ", "\" ") } else { "  " }, theme.style(TextStyle::Best)),
    ];
    if !model.is_review() {
        return Line::from(spans);
    }
    spans.push(about(model.estimate_of_ply(before), theme));
    if let Some(judgement) = model.judgement(before) {
        let (score, best) = (judgement.played.score, judgement.best.score);
        if score == best {
            spans.push(Span::styled(
                format!("{score:>3} {}", theme.pick("✓", "=")),
                theme.style(TextStyle::Good),
            ));
        } else {
            spans.push(Span::styled(
                format!("{score:>3} {}", theme.pick("✗", "x")),
                theme.style(TextStyle::Bad),
            ));
            let text = format!(" {best} by {}", notation.path(judgement.best.mv.path()));
            spans.push(Span::styled(text, theme.style(TextStyle::Dim)));
        }
    }
    Line::from(spans)
}

/// Returns the marks of a move in a record.
fn marks(annotated: &Annotated) -> String {
    let mark = |nag: &u8| match nag {
        1 => "!".to_owned(),
        2 => "?".to_owned(),
        3 => "!!".to_owned(),
        4 => "??".to_owned(),
        5 => "!?".to_owned(),
        6 => "?!".to_owned(),
        other => format!(" ${other}"),
    };
    annotated.nags.iter().map(mark).collect()
}

/// Draws a record's comments on the last move, and the variations in its place.
pub fn record(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let Some(record) = model.record().filter(|_| area.height > 2) else {
        return;
    };
    let theme = model.look.theme;
    frame.render_widget(bordered(" record ", false, theme), area);
    let mut lines: Vec<Line<'_>> = Vec::new();
    match model.record_move() {
        None => {
            if !record.line().comment.is_empty() {
                lines.push(Line::from(printable(&record.line().comment)));
            }
            let tags = record.tags().iter().map(|tag| printable(&format!("{}: {}", tag.name, tag.value)));
            lines.extend(tags.map(|tag| Line::styled(tag, theme.style(TextStyle::Dim))));
        }
        Some(annotated) => {
            if !annotated.comment.is_empty() {
                lines.push(Line::from(printable(&annotated.comment)));
            }
            for variation in &annotated.variations {
                let text = variation_text(variation, model.notation());
                let text = format!("instead: {}", printable(&text));
                lines.push(Line::styled(text, theme.style(TextStyle::Dim)));
            }
        }
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), inside(area));
}

/// Formats a variation in a line: comments in braces, alternatives to its moves
/// in parentheses.
fn variation_text(line: &pdn::Line, notation: Notation) -> String {
    let comment = |text: &str| (!text.is_empty()).then(|| format!("{{{text}}}"));
    let mut words = Vec::from_iter(comment(&line.comment));
    for annotated in &line.moves {
        words.push(format!("{}{}", notation.path(annotated.mv.path()), marks(annotated)));
        words.extend(comment(&annotated.comment));
        words.extend(annotated.variations.iter().map(|line| format!("({})", variation_text(line, notation))));
    }
    words.join(" ")
}

/// Draws the games of a file.
pub fn games(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.look.theme;
    let library = &model.library;
    let count = library.games.len();
    let path = printable(&library.path.display().to_string());
    let title = format!(" {path}: game {} of {count} ", library.pointed + 1);
    frame.render_widget(bordered(&title, true, theme), area);
    let inside = inside(area);
    let top = scrolled(library.pointed, count, inside.height);
    let width = count.to_string().len();
    let lines = library.games.iter().enumerate().skip(top).take(inside.height.into()).map(|(place, game)| {
        let style = match (place == library.pointed, game.is_valid) {
            (true, _) => theme.style(TextStyle::Pointed),
            (false, true) => theme.style(TextStyle::Text),
            (false, false) => theme.style(TextStyle::Error),
        };
        Line::from(vec![
            Span::styled(format!(" {:>width$} ", place + 1), theme.style(TextStyle::Dim)),
            Span::styled(printable(&game.text), style),
        ])
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inside);
}

/// Draws the setup of a position.
pub fn editor(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.look.theme;
    frame.render_widget(bordered(" set up ", true, theme), area);
    let setup = &model.dialogs.editor.setup;
    let shape = setup.board.shape();
    let rules = words(setup.rules);
    let blocked = match setup.rules.blocked {
        Blocked::Loses => "a blocked player loses",
        Blocked::Passes => "a blocked player passes",
    };
    let item = |key: &'static str, text: String| {
        Line::from(vec![Span::styled(format!(" {key:<8}"), theme.style(TextStyle::Key)), Span::raw(text)])
    };
    let flipped = if shape.is_flipped() { ", top left playable" } else { "" };
    let mut lines = vec![
        item("r R b B", "a man, a king of red, of black".to_owned()),
        item("x", "nothing; space: another piece".to_owned()),
        item("u", "takes the last change back".to_owned()),
        item("t", format!("{} to move", setup.turn)),
        item("c", rules[0].to_owned()),
        item("j", rules[1].to_owned()),
        item("l", blocked.to_owned()),
        item("+ - > <", format!("board {shape}{flipped} (y: other squares)")),
        item("z s", "empty board, start of a game".to_owned()),
        item(theme.pick("⏎", "enter"), "play from here; Esc: as it was".to_owned()),
        item(":save", "FILE, in the format of its name".to_owned()),
        Line::default(),
    ];
    let remarks = model.dialogs.editor.remarks();
    if remarks.is_empty() {
        lines.push(Line::styled(
            theme.pick(" ✓ a position to play from", " a position to play from"),
            theme.style(TextStyle::Good),
        ));
    }
    lines.extend(remarks.into_iter().map(|remark| {
        Line::styled(format!(" {} {remark}", theme.pick("⚠", "!")), theme.style(TextStyle::Bad))
    }));
    let square = model.selection.cursor;
    let number = shape.number(square).map(|number| format!(", number {number}")).unwrap_or_default();
    lines.push(Line::default());
    lines.push(Line::styled(format!(" {square}{number}"), theme.style(TextStyle::Dim)));
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), inside(area));
}
