//! Queries of the state, for the view and the updates.

use std::path::{self, Path};

use rankmoves_core::pdn::Record;
use rankmoves_core::{Board, Move, MoveList, Player, Ply, Position};
use rankmoves_endings::Value;
use rankmoves_game::Game;

use super::{Flow, Model};
use crate::bindings::Context;
use crate::record::RecordMove;
use crate::tree::Row;
use shell::format::Format;
use table::file_names::expanded;
use table::loading::ArchiveEntry;
use table::review::{JudgedMoves, Judgement, ReviewedPly, expected_result, moments};
use table::session::MAX_LISTED_MOVES;

impl Model {
    /// Returns the root of the tree: the position at the game's cursor, after the jumps of an unfinished chain.
    pub fn position(&self) -> &Position {
        self.session.position()
    }

    pub fn shown_depth(&self) -> Option<u32> {
        self.scores.results.depth(self.position(), self.scores.depth).filter(|_| self.analysis)
    }

    pub fn rows(&self) -> Vec<Row> {
        self.scores.tree.rows(&[], self.position(), self.shown_depth(), &self.scores.results)
    }

    /// Returns whether the game has ended while being played here.
    pub fn has_ended(&self) -> bool {
        self.game().outcome().is_some() && self.autoplay.flow == Flow::Playing
    }

    /// Returns a sentence about the [result](table::session::Session::result).
    pub fn result(&self) -> Option<String> {
        self.session.result().map(|text| text[..1].to_ascii_uppercase() + &text[1..])
    }

    /// Returns the selected row of the tree.
    pub fn pointed(&self) -> Option<Row> {
        let mut rows = self.rows();
        let index = self.scores.tree.pointed(&rows);
        (index < rows.len()).then(|| rows.swap_remove(index))
    }

    pub fn context(&self) -> Context {
        *self.dialogs.open.last().unwrap_or(&self.selection.focus)
    }

    /// Returns the context under the help or the command line.
    pub fn base_context(&self) -> Context {
        let first = self.dialogs.open.first();
        *first.filter(|open| matches!(open, Context::Edit | Context::Games)).unwrap_or(&self.selection.focus)
    }

    pub fn is_edit(&self) -> bool {
        self.base_context() == Context::Edit
    }

    /// Returns the position that the board shows outside the editor.
    pub fn shown_position(&self) -> Position {
        self.pointed().filter(|_| self.analysis).map_or(*self.position(), |row| row.position)
    }

    pub fn shown_board(&self) -> Board {
        if self.is_edit() { self.editor.setup.board } else { *self.shown_position().board() }
    }

    /// Returns whether the board shows the root of the tree.
    pub fn is_at_root(&self) -> bool {
        self.pointed().is_none_or(|row| row.level() == 0 || !self.analysis)
    }

    /// Returns the entry of the game in a PDN file, if it was read from this file and the file has several games.
    pub fn entry_in(&self, path: &Path) -> Option<ArchiveEntry> {
        let is_pdn = Format::of_path(path) == Some(Format::Pdn) && self.is_opened(path);
        let is_there = is_pdn && self.library.games.len() > 1 && self.session.is_read() && !self.is_edit();
        is_there.then_some(self.library.entry)
    }

    pub fn is_opened(&self, path: &Path) -> bool {
        path::absolute(expanded(path)).ok() == path::absolute(&self.library.path).ok()
    }

    /// Returns the game to save; in the editor, the edited position. A game that was read keeps the plies after
    /// the cursor, unless the file format holds only a position.
    pub fn game_to_save(&self, path: &Path) -> Game {
        if self.is_edit()
            && let Ok(position) = self.editor.setup.position()
        {
            return Game::with_draw_rules(position, self.game().draw_rules());
        }
        let mut game = self.session.game_to_save().clone();
        if Format::of_path(path).is_none_or(|format| format == Format::Fen) {
            return game;
        }
        // Saving reports a declared end that a variation has.
        let is_open_variation = !self.library.branches.is_empty() && game.declared_end().is_none();
        if let Some(record) = self.record().filter(|_| is_open_variation) {
            return Game::of_plies(record.start(), game.draw_rules(), record.moves())
                .expect("a record's moves are legal");
        }
        if self.library.plies == game.plies() {
            game.redo(game.plies().len() - game.played().len());
        }
        game
    }

    /// Returns a player's name: the given one, or the record's.
    pub fn player_name(&self, player: Player) -> Option<&str> {
        // Red is PDN's White.
        let (given, tag) = match player {
            Player::Red => (&self.session.labels.red, "White"),
            Player::Black => (&self.session.labels.black, "Black"),
        };
        given.as_deref().or_else(|| self.record()?.known_tag(tag))
    }

    /// Returns whether quitting would lose something: an unsaved game or an edited position.
    pub fn is_in_progress(&self) -> bool {
        self.session.is_unsaved() || self.is_edit() && !self.editor.past.is_empty()
    }

    /// Lists the legal moves of the selected piece, up to a limit.
    pub fn moves_of_chosen(&self) -> MoveList {
        match self.selection.chosen {
            Some(square) => self.position().legal_moves().of_piece(square).up_to(MAX_LISTED_MOVES),
            None => MoveList { moves: Vec::new(), is_complete: true },
        }
    }

    pub fn last_move(&self) -> Option<Move> {
        let (Ply::Move(path), before) = self.game().played().split_last()? else { return None };
        self.game().positions()[before.len()].find(path).ok()
    }

    /// Returns the record's move that led to the cursor, if the game still follows a line of the record.
    pub fn record_move(&self) -> Option<RecordMove<'_>> {
        let last = self.game().played().len().checked_sub(1)?;
        self.record_line().into_iter().nth(last)
    }

    /// Returns the record, if the game is the library's current line of it, or an open game that begins like it.
    pub fn record(&self) -> Option<&Record> {
        let record = self.session.record()?;
        let (plies, line) = (self.game().plies(), self.library.line(record));
        let is_open = self.game().declared_end().is_none();
        let is_same = (plies.len() == line.len() || plies.len() < line.len() && is_open)
            && line.iter().zip(plies).all(|(mv, ply)| mv.is(ply));
        is_same.then_some(record)
    }

    /// Returns whether the current line is a variation of the [record](Self::record).
    pub fn is_variation(&self) -> bool {
        self.record().is_some() && !self.library.branches.is_empty()
    }

    /// Returns the moves of the current line of the [record](Self::record); none without a record.
    pub fn record_line(&self) -> Vec<RecordMove<'_>> {
        self.record().map_or_else(Vec::new, |record| self.library.line(record))
    }

    /// Returns red's expected result at the cursor, in percent, by the best move's proven value or estimate.
    pub fn expected_for_red(&self) -> Option<u8> {
        let position = self.game().position();
        let results = &self.scores.results;
        expected_result(position, |position| {
            let judged = JudgedMoves::new(position, results.estimates(position)?, results.proofs(position));
            Some(judged.best()?.outlook)
        })
        .filter(|_| self.analysis)
    }

    /// Returns red's expected results in percent: at the start, and after each ply; `None` where unknown.
    pub fn graph(&self) -> Vec<Option<u8>> {
        let plies = 0..self.game().plies().len();
        let first = self.reviewed(0).and_then(|first| Some((first, first.judgement.as_ref()?)));
        let start = first.map(|(first, judgement)| judgement.best.outlook.for_red(first.player));
        std::iter::once(start).chain(plies.map(|ply| Some(self.reviewed(ply)?.red))).collect()
    }

    /// Returns the judged ply of the game after `at` plies, once it is known.
    pub fn reviewed(&self, at: usize) -> Option<&ReviewedPly> {
        self.scores.results.reviewed(self.game(), at)
    }

    pub fn reviewed_plies(&self) -> usize {
        (0..self.game().plies().len()).filter(|&at| self.reviewed(at).is_some()).count()
    }

    /// Returns the proven value of a move in the tree for the player who makes it.
    pub fn proven(&self, row: &Row) -> Option<Value> {
        let proofs = self.scores.results.proofs(&row.position).filter(|_| self.analysis)?;
        proofs.value(row.mv.path())
    }

    /// Returns the indices of the costliest plies judged so far, the worst first, without those of the opening.
    pub fn moments(&self) -> Vec<usize> {
        let plies = 0..if self.is_review() { self.game().plies().len() } else { 0 };
        let cost = |ply| self.reviewed(ply).map_or(0, ReviewedPly::cost);
        moments(&plies.map(cost).collect::<Vec<_>>(), self.session.opening_len())
    }

    /// Returns the moment after the visited one in the order of costs; after the last, or without one, the worst.
    pub fn next_moment(&self) -> Option<usize> {
        let moments = self.moments();
        let here = moments.iter().position(|&ply| Some(ply) == self.scores.visited);
        here.and_then(|here| moments.get(here + 1)).or(moments.first()).copied()
    }

    /// Returns the last ply played if it is a moment or was tried, otherwise the costliest ply of the game.
    pub fn shown_moment(&self) -> Option<usize> {
        let here = self.game().played().len().checked_sub(1).filter(|&ply| ply >= self.session.opening_len());
        let is_moment = |reviewed: &ReviewedPly| {
            self.is_variation() || reviewed.judgement.as_ref().is_some_and(Judgement::is_moment)
        };
        let here = here.filter(|&ply| self.is_review() && self.reviewed(ply).is_some_and(is_moment));
        here.or_else(|| self.moments().first().copied())
    }

    /// Lists the moments with their indices. If `refutes`, adds the refutation of the [shown](Self::shown_moment) one.
    pub fn moment_lines(&self, refutes: bool) -> Vec<(usize, String)> {
        let (shown, notation) = (self.shown_moment(), self.session.notation());
        let mut lines = Vec::new();
        for ply in self.moments() {
            let Some(reviewed) = self.reviewed(ply) else { continue };
            let why = reviewed.why.as_ref();
            let made = notation.ply(&reviewed.ply);
            let first = why.and_then(|why| why.reasons.first());
            let reason = first.map(|reason| format!("{reason:#}")).unwrap_or_default();
            lines.push((ply, format!("{:>3} {made:<8} -{:<3} {reason}", ply + 1, reviewed.cost())));
            let refutation =
                why.filter(|_| refutes && shown == Some(ply)).map_or(&[][..], |why| &why.refutation.moves);
            lines.extend((ply + 1..).zip(refutation).map(|(number, made)| {
                (ply, format!("{number:>7} {} {made}", notation.path(made.mv.path())))
            }));
        }
        lines
    }

    /// Describes the [moment](Self::shown_moment) that the screen shows: its cost, the reasons, and the refutation.
    pub fn slip(&self) -> Option<String> {
        let ply = self.shown_moment()?;
        Some(format!("{}. {}", ply + 1, self.reviewed(ply)?.explained(self.session.notation())))
    }
}
