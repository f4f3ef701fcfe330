//! Shrinks a question on which a program fails.

use std::collections::HashSet;

use super::case::{Case, MAX_TREE_MOVES, comments, pieces};
use rankmoves_core::exchange::Document;
use rankmoves_core::{Blocked, Board, Capture, Jumps, Move, Ply, Rules, Setup, Shape, Square};

/// The maximum number of questions tried to shrink a case.
const MAX_CALLS: u32 = 2000;

/// Shrinks a failing case until nothing can be left out: if any single part is removed, the case no longer
/// fails.
///
/// `still_fails` gets cases with their right answers, and is called at most 2000 times.
pub fn shrink(case: Case, still_fails: impl FnMut(&Case) -> bool) -> Case {
    shrink_within(case, MAX_TREE_MOVES, still_fails)
}

/// Shrinks a case like [`shrink`], but tries only trees of at most `largest` moves.
pub(super) fn shrink_within(case: Case, largest: usize, mut still_fails: impl FnMut(&Case) -> bool) -> Case {
    let mut smallest = case;
    let mut tried = HashSet::new();
    let mut calls_left = MAX_CALLS;
    'smaller: loop {
        for (text, depth, verbose) in variants(&smallest) {
            if !tried.insert((text.clone(), depth, verbose)) || is_odder(&text, &smallest.text) {
                continue;
            }
            let Some(variant) = Case::with_tree(text, depth, verbose, largest) else { continue };
            let Some(left) = calls_left.checked_sub(1) else { return smallest };
            calls_left = left;
            if still_fails(&variant) {
                let Case { name, purpose, .. } = smallest;
                smallest = Case { name, purpose, ..variant };
                continue 'smaller;
            }
        }
        return smallest;
    }
}

fn is_odder(text: &str, than: &str) -> bool {
    let count =
        |text: &str| Document::parse(text.as_bytes()).map_or(0, |document| document.setup().oddities().len());
    count(text) > count(than)
}

/// Lists smaller questions (text, depth, and whether verbose), in the order in which to try them: lower depth, the
/// position after a move, no moves in the file, fewer pieces, men instead of kings, plain instead of verbose,
/// simpler rules, a smaller board, a plainer text.
fn variants(case: &Case) -> Vec<(String, u32, bool)> {
    let Case { ref text, depth, verbose, .. } = *case;
    let Ok(document) = Document::parse(text.as_bytes()) else { return Vec::new() };
    let with = |text: String| (text, depth, verbose);
    let lower = [0, depth / 2, depth.saturating_sub(1)].into_iter().filter(|&lower| lower < depth);
    let mut found: Vec<_> = lower.map(|depth| (text.clone(), depth, verbose)).collect();
    if depth > 0 {
        found.extend(after_moves(&document).into_iter().map(|text| (text, depth - 1, verbose)));
    }
    let texts = [without_moves(&document), without_pieces(text), after_jumps(&document)];
    found.extend(texts.concat().into_iter().map(with));
    found.extend(verbose.then(|| (text.clone(), depth, false)));
    let simpler = [simpler_rules(&document), smaller_boards(&document), plainer(text, &document)];
    found.extend(simpler.concat().into_iter().map(with));
    found
}

/// Lists variants with fewer moves: all moves played on the board, all dropped, the first played, the last
/// dropped.
fn without_moves(document: &Document) -> Vec<String> {
    let plies: Vec<Ply> = document.plies().collect();
    let Some(rest) = plies.len().checked_sub(1) else { return Vec::new() };
    let start = document.setup();
    let mut found = Vec::new();
    if let Ok(position) = document.position() {
        found.push(Document::new(position.setup(), []));
    }
    found.push(Document::new(start, []));
    if let Some(after) = start.position().ok().and_then(|start| start.play_ply(&plies[0]).ok()) {
        found.push(Document::new(after.setup(), plies[1..].iter().cloned()));
    }
    found.push(Document::new(start, plies[..rest].iter().cloned()));
    found.iter().map(Document::to_string).collect()
}

/// The maximum number of pieces at which the removal of each pair is tried.
const MAX_PAIRED_PIECES: usize = 8;

/// Removes pieces, first many at a time and finally any two, and turns kings into men.
fn without_pieces(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let pieces = pieces(text);
    let mut found = Vec::new();
    let mut size = pieces.len();
    while size > 0 {
        let removed = |chunk: &[usize]| with_cells(text, chunk.iter().map(|&at| (at, b'.')));
        found.extend(pieces.chunks(size).map(removed));
        size /= 2;
    }
    if pieces.len() <= MAX_PAIRED_PIECES {
        for (index, &one) in pieces.iter().enumerate() {
            let pairs = pieces[index + 1..].iter().map(|&other| [(one, b'.'), (other, b'.')]);
            found.extend(pairs.map(|pair| with_cells(text, pair)));
        }
    }
    let kings = pieces.iter().filter(|&&at| bytes[at].is_ascii_uppercase());
    found.extend(kings.map(|&at| with_cells(text, [(at, bytes[at].to_ascii_lowercase())])));
    found
}

/// Returns the text with the bytes at the given offsets replaced by other ASCII characters.
fn with_cells(text: &str, changes: impl IntoIterator<Item = (usize, u8)>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for (at, cell) in changes {
        bytes[at] = cell;
    }
    String::from_utf8(bytes).expect("ASCII takes the place of ASCII")
}

/// Returns the position after each legal move. The caller asks about it at a depth one ply lower.
fn after_moves(document: &Document) -> Vec<String> {
    let Ok(position) = document.position() else { return Vec::new() };
    let moves: Vec<_> = position.legal_moves().collect();
    moves.iter().map(|mv| Document::new(position.after(mv).setup(), []).to_string()).collect()
}

/// Returns the files after one jump of either player, with the turn unchanged. So a failure that needs only the
/// end of a chain is shown with fewer pieces.
fn after_jumps(document: &Document) -> Vec<String> {
    let setup = document.setup();
    let mut found = Vec::new();
    for turn in [setup.turn, setup.turn.opponent()] {
        let rules = Rules { capture: Capture::Required, jumps: Jumps::Single, ..setup.rules };
        let Ok(position) = (Setup { turn, rules, ..setup }).position() else { continue };
        for jump in position.legal_moves().filter(Move::is_jump) {
            let board = *position.after(&jump).board();
            found.push(Document::new(Setup { board, ..setup }, document.plies()).to_string());
        }
    }
    found
}

fn simpler_rules(document: &Document) -> Vec<String> {
    let setup = document.setup();
    let rules = setup.rules;
    let simpler = [
        Rules { blocked: Blocked::Loses, ..rules },
        Rules { capture: Capture::Optional, ..rules },
        Rules { jumps: Jumps::Single, ..rules },
    ];
    let other = simpler.into_iter().filter(|&simpler| simpler != rules);
    other.map(|rules| Document::new(Setup { rules, ..setup }, document.plies()).to_string()).collect()
}

/// Cuts the board to the standard size, or leaves out a rank or a file at an edge. The standard board has no
/// smaller variant.
fn smaller_boards(document: &Document) -> Vec<String> {
    let setup = document.setup();
    let shape = setup.board.shape();
    let (ranks, files) = (shape.ranks(), shape.files());
    let standard = (Shape::STANDARD.ranks(), Shape::STANDARD.files());
    if shape.has_standard_size() {
        return Vec::new();
    }
    let cut = |(new_ranks, new_files): (u8, u8), (up, right): (u8, u8)| -> Option<String> {
        // The square (right, up) of the old board is a1 of the new board.
        let is_playable = |rank: u8, file: u8| Some(shape.is_playable(Square::new(file, rank)?));
        let is_flipped = is_playable(up + new_ranks.checked_sub(1)?, right)?;
        let new = Shape::new(new_ranks.into(), new_files.into(), is_flipped).ok()?;
        let mut board = Board::empty(new);
        for (square, piece) in setup.board.iter() {
            let (file, rank) = (square.file().checked_sub(right)?, square.rank().checked_sub(up)?);
            board.put(Square::new(file, rank)?, piece).ok()?;
        }
        Some(Document::new(Setup { board, ..setup }, document.plies()).to_string())
    };
    let mut found = Vec::new();
    if ranks >= standard.0 && files >= standard.1 {
        let shifts = (0..=ranks - standard.0).flat_map(|up| (0..=files - standard.1).map(move |by| (up, by)));
        found.extend(shifts.filter_map(|shift| cut(standard, shift)));
    }
    found.extend([(0, 0), (1, 0)].into_iter().filter_map(|shift| cut((ranks.checked_sub(1)?, files), shift)));
    found.extend([(0, 0), (0, 1)].into_iter().filter_map(|shift| cut((ranks, files.checked_sub(1)?), shift)));
    found
}

/// Writes the file in its canonical form, or without one of its peculiarities.
fn plainer(text: &str, document: &Document) -> Vec<String> {
    let canonical = document.to_string();
    if canonical == text {
        return Vec::new();
    }
    let mut found = vec![canonical, text.trim_start_matches('\u{feff}').to_owned(), text.replace('\r', "")];
    for range in comments(text) {
        found.push(text[..range.start].trim_end_matches(' ').to_owned() + &text[range.end..]);
    }
    found.retain(|plainer| plainer != text);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "RULES: # r\nno capture single jumps TURN: red BOARD: # b\n\" r . B # R\nMOVES:";

    #[test]
    fn pieces_are_found_outside_of_comments() {
        let at = pieces(TEXT);
        assert_eq!(at.iter().map(|&at| TEXT.as_bytes()[at]).collect::<Vec<_>>(), b"rB");
        assert!(with_cells(TEXT, [(at[0], b'.')]).contains("\n\" . . B # R\n"));
        assert!(pieces("BOARD: r b").is_empty());
    }

    #[test]
    fn comments_end_with_their_line() {
        let found: Vec<&str> = comments(TEXT).into_iter().map(|range| &TEXT[range]).collect();
        assert_eq!(found, ["# r", "# b", "# R"]);
        assert_eq!(comments("x # y"), vec![2..5]);
    }
}
