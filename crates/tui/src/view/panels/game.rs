//! The panels of the game, its record and the games of its file.

use rankmoves_core::pdn::{self, Annotated};
use rankmoves_core::{Notation, Player, printable};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Length, Min};
use ratatui::layout::{Layout as Rows, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use crate::bindings::Context;
use crate::record::RecordMove;
use crate::state::Model;
use crate::theme::TextStyle;
use crate::view::{List, bordered, graph, inside, wrapped};
use shell::shown_path;
use table::review::Judgement;

/// Draws the plies of the game and, in a review, their expected results.
pub fn moves(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.theme;
    let game = model.game();
    let (at, count) = (game.played().len(), game.plies().len());
    let what = if model.is_variation() { "variation" } else { "game" };
    let results = if model.is_review() { ", expected results" } else { "" };
    let title = format!(" {what}: ply {at} of {count}{results} ");
    let has_focus = model.base_context() == Context::Moves;
    let result =
        model.record().map_or_else(String::new, |record| format!(" result {} ", record.result().text()));
    let block = bordered(&title, has_focus, theme).title_bottom(Line::from(result).right_aligned());
    frame.render_widget(block, area);
    let (list, below) = ply_list(model, area);
    graph::draw(frame, model, below);
    let recorded = model.record_line();
    list.draw(frame, |ply| ply_line(model, &recorded, ply, ply == at));
}

/// Returns the list of the game's plies in a panel, and the area of the graph below it.
pub fn ply_list(model: &Model, panel: Rect) -> (List, Rect) {
    let inside = inside(panel);
    let [plies, graph] = Rows::vertical([Min(0), Length(graph::height(model, inside.height))]).areas(inside);
    (List::new(plies, model.game().played().len(), model.game().plies().len() + 1), graph)
}

/// Returns the line for the position after `ply` plies. `recorded` holds the moves of the record's line.
fn ply_line(model: &Model, recorded: &[RecordMove<'_>], ply: usize, is_here: bool) -> Line<'static> {
    let theme = model.theme;
    let pointer = if is_here { theme.pick("▌", ">") } else { " " };
    let pointer = Span::styled(pointer, theme.style(TextStyle::KEY));
    let styled = |style: Style| if is_here { theme.style(TextStyle::POINTED) } else { style };
    let Some(before) = ply.checked_sub(1) else {
        return Line::from(vec![pointer, Span::styled("     start", styled(theme.style(TextStyle::DIM)))]);
    };
    let player = model.game().all_positions()[before].turn();
    let style = if player == Player::Red { TextStyle::RED } else { TextStyle::BLACK };
    let notation = model.session.notation();
    let made = notation.ply(&model.game().plies()[before]);
    let recorded = recorded.get(before);
    let has_notes =
        recorded.is_some_and(|mv| !mv.comment.is_empty() || mv.annotated.variations().next().is_some());
    let text = format!("{made}{}", recorded.map(|mv| marks(&mv.annotated)).unwrap_or_default());
    let mut spans = vec![
        pointer,
        Span::styled(format!("{ply:>3} "), theme.style(TextStyle::DIM)),
        Span::styled(format!("{text:<8}"), styled(theme.style(style))),
        Span::styled(if has_notes { theme.pick("¶ ", "\" ") } else { "  " }, theme.style(TextStyle::BEST)),
    ];
    if model.is_review() {
        spans.extend(verdict(model, before));
    }
    Line::from(spans)
}

/// Returns the expected result after a ply and, if another move was better, the result after the best move.
fn verdict(model: &Model, ply: usize) -> Vec<Span<'static>> {
    let Some(judgement) = model.reviewed(ply).and_then(|reviewed| reviewed.judgement.as_ref()) else {
        return Vec::new();
    };
    let (theme, is_best) = (model.theme, judgement.cost() == 0);
    let mark = if is_best { theme.pick("✓", "=") } else { theme.pick("✗", "x") };
    let style = if is_best { TextStyle::GOOD } else { TextStyle::BAD };
    let Judgement { played, best } = judgement;
    let mut spans =
        vec![Span::styled(format!("{:>4} {mark}", played.outlook.to_string()), theme.style(style))];
    if !is_best {
        let best = format!(" {} by {}", best.outlook, model.session.notation().path(best.mv.path()));
        spans.push(Span::styled(best, theme.style(TextStyle::DIM)));
    }
    spans
}

/// Draws the costliest plies of the game and the refutation of the shown one.
pub fn moments(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let (theme, shown) = (model.theme, model.shown_moment());
    let room = inside(area);
    // Show all moments rather than one with its refutation.
    let lines = Some(model.moment_lines(true)).filter(|lines| lines.len() <= room.height.into());
    let lines = lines.unwrap_or_else(|| model.moment_lines(false));
    let index = lines.iter().position(|(ply, _)| Some(*ply) == shown);
    let count = model.game().plies().len();
    let title = match model.reviewed_plies() {
        judged if judged < count => format!(" costliest plies, {judged} of {count} judged "),
        _ => " costliest plies (:review goes to the next) ".to_owned(),
    };
    frame.render_widget(bordered(&title, false, theme), area);
    let top = index.unwrap_or(0).min(lines.len().saturating_sub(room.height.into()));
    let style = |ply| theme.style(if Some(ply) == shown { TextStyle::TEXT } else { TextStyle::DIM });
    let cut = |text: &str| wrapped(text, room.width.into(), 1, theme.pick("…", "...")).concat();
    let lines = lines.into_iter().skip(top).map(|(ply, text)| Line::styled(cut(&text), style(ply)));
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), room);
}

fn marks(annotated: &Annotated<'_>) -> String {
    let marks = annotated.nags.iter().map(|&nag| pdn::glyph(nag));
    marks.map(|mark| if mark.starts_with('$') { format!(" {mark}") } else { mark }).collect()
}

/// Draws the record's comments on the last move, and the variations that could replace it.
pub fn record(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    if area.height > 2 {
        frame.render_widget(record_text(model).block(bordered(" record ", false, model.theme)), area);
    }
}

/// Returns the rows that the panel of the record needs, with its border, at most `limit`; 0 without a text.
pub fn record_rows(model: &Model, width: u16, limit: u16) -> u16 {
    let area = Rect::new(0, 0, width.saturating_sub(2), limit.saturating_sub(2));
    let mut drawn = Buffer::empty(area);
    record_text(model).render(area, &mut drawn);
    let is_used = |row: &Rect| row.positions().any(|at| drawn[at].symbol() != " ");
    area.rows().rfind(is_used).map_or(0, |row| row.y + 3)
}

fn record_text(model: &Model) -> Paragraph<'static> {
    let Some(record) = model.record() else { return Paragraph::default() };
    let (comment, others): (String, Vec<String>) = match model.record_move() {
        None => {
            let (_, comment) = pdn::split_commands(record.line().comment());
            let known = record.tags().iter().filter(|tag| record.known_tag(&tag.name).is_some());
            (comment, known.map(|tag| format!("{}: {}", tag.name, tag.value)).collect())
        }
        Some(RecordMove { annotated, comment }) => {
            let text = |line| format!("instead: {}", variation_text(line, model.session.notation()));
            (comment, annotated.variations().map(text).collect())
        }
    };
    let comment = Some(comment).filter(|text| !text.is_empty()).map(|text| Line::from(printable(&text)));
    let dim = model.theme.style(TextStyle::DIM);
    let others = others.iter().map(|text| Line::styled(printable(text), dim));
    let lines: Vec<Line<'_>> = comment.into_iter().chain(others).collect();
    Paragraph::new(lines).wrap(Wrap { trim: true })
}

/// Formats a variation as one line, with comments in braces and alternatives in parentheses.
fn variation_text(line: pdn::Line<'_>, notation: Notation) -> String {
    let comment = |text| {
        let (_, words) = pdn::split_commands(text);
        (!words.is_empty()).then(|| format!("{{{words}}}"))
    };
    let mut words = Vec::from_iter(comment(line.comment()));
    for annotated in line.moves() {
        words.push(format!("{}{}", notation.path(annotated.mv.path()), marks(&annotated)));
        words.extend(comment(annotated.comment));
        words.extend(annotated.variations().map(|line| format!("({})", variation_text(line, notation))));
    }
    words.join(" ")
}

pub fn games(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let theme = model.theme;
    let library = &model.library;
    let count = library.games.len();
    let path = shown_path(&library.path);
    let title = format!(" {path}: game {} of {count} ", library.pointed + 1);
    frame.render_widget(bordered(&title, true, theme), area);
    let width = count.to_string().len();
    game_list(model, area).draw(frame, |index| {
        let game = &library.games[index];
        let style = match (index == library.pointed, game.is_valid) {
            (true, _) => theme.style(TextStyle::POINTED),
            (false, true) => theme.style(TextStyle::TEXT),
            (false, false) => theme.style(TextStyle::ERROR),
        };
        Line::from(vec![
            Span::styled(format!(" {:>width$} ", index + 1), theme.style(TextStyle::DIM)),
            Span::styled(printable(&game.text), style),
        ])
    });
}

pub fn game_list(model: &Model, panel: Rect) -> List {
    List::new(inside(panel), model.library.pointed, model.library.games.len())
}
