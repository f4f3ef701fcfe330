//! The oracle's version of a session.

use std::collections::BTreeSet;

use rankmoves_core::{Blocked, Player};
use rankmoves_game::{DrawRules, Outcome};

use crate::start::{Start, has_few_paths, player};
use table::session::{Seat, Session};
use testing::plain::{Colour, Plain};

/// The maximum number of plies of a game.
const PLIES: usize = 100;

/// The oracle's reading of a text.
#[derive(Debug, PartialEq)]
pub(super) enum Meaning {
    Move(String),
    /// A square on which several moves begin.
    Piece(String),
    /// Some of the first jumps of a move, but not all of its jumps.
    Jumps(String),
    Nothing,
}

/// A game, played by the oracle.
pub(super) struct Table {
    positions: Vec<Start>,
    plies: Vec<String>,
    pub(super) cursor: usize,
    /// The player who resigned at the end, and `true` unless the resignation has been taken back.
    resigned: Option<(Player, bool)>,
    /// The squares of an unfinished chain.
    pub(super) begun: Vec<String>,
    draw_rules: DrawRules,
}

impl Table {
    /// Begins a game.
    pub(super) fn new(start: Start, draw_rules: DrawRules) -> Table {
        Table {
            positions: vec![start],
            plies: Vec::new(),
            cursor: 0,
            resigned: None,
            begun: Vec::new(),
            draw_rules,
        }
    }

    pub(super) fn here(&self) -> &Start {
        &self.positions[self.cursor]
    }

    pub(super) fn is_affordable(&self) -> bool {
        self.plies.len() < PLIES && has_few_paths(&self.here().plain, 300)
    }

    pub(super) fn compare(&self, session: &Session) {
        let game = session.game();
        assert_eq!(game.position(), &self.here().position());
        let texts: Vec<String> = game.plies().iter().map(ToString::to_string).collect();
        assert_eq!((texts, game.played().len()), (self.plies.clone(), self.cursor));
        assert_eq!(game.outcome(), self.outcome());
        assert_eq!(game.all_positions().len(), self.positions.len());
    }

    pub(super) fn chains_may_stop(&self) -> bool {
        let plain = &self.here().plain;
        !plain.capture && plain.multiple
    }

    /// Returns a move, including the jumps already made.
    pub(super) fn whole(&self, ply: &str) -> String {
        match self.begun.split_last() {
            Some((_, before)) if ply != "pass" => [before, &[ply.to_owned()]].concat().join("->"),
            _ => ply.to_owned(),
        }
    }

    /// Makes the first jumps of a move, or its next jumps.
    pub(super) fn jump(&mut self, path: &str) {
        self.begun = self.whole(path).split("->").map(str::to_owned).collect();
    }

    /// Returns the moves, or the continuations of an unfinished chain.
    fn texts(&self) -> Vec<String> {
        let moves = self.here().plain.moves().into_iter().map(|(text, _)| text);
        let Some((here, before)) = self.begun.split_last() else { return moves.collect() };
        let begun = self.begun.join("->");
        let before = if before.is_empty() { 0 } else { begun.len() - here.len() };
        moves
            .filter(|text| text.starts_with(&format!("{begun}->")))
            .map(|text| text[before..].to_owned())
            .collect()
    }

    /// Plays a ply. If it is the next ply that was taken back, the plies after it stay.
    pub(super) fn play(&mut self, ply: &str) {
        self.begun.clear();
        let next = crate::exchange::played(self.here(), ply).expect("the ply is legal by the oracle");
        let is_same = self.plies.get(self.cursor).is_some_and(|undone| undone == ply);
        self.cursor += 1;
        if is_same {
            return;
        }
        self.resigned = None;
        self.positions.truncate(self.cursor);
        self.plies.truncate(self.cursor - 1);
        self.positions.push(next);
        self.plies.push(ply.to_owned());
    }

    fn turn(&self) -> Player {
        player(self.here().plain.turn)
    }

    /// Returns the moves of the program that is to move; `None` if it is a human's turn, a chain is unfinished,
    /// or the game is over.
    pub(super) fn program_moves(&self, session: &Session) -> Option<Vec<(String, Plain)>> {
        let waits = session.seat(self.turn()) == Seat::Human || self.outcome().is_some();
        let waits = waits || !self.begun.is_empty();
        (!waits).then(|| self.here().plain.moves())
    }

    pub(super) fn resign(&mut self, red: Seat, black: Seat) {
        let loser = match (red == Seat::Human, black == Seat::Human) {
            (true, false) => Player::Red,
            (false, true) => Player::Black,
            _ => self.turn(),
        };
        self.resigned = Some((loser, true));
        self.positions.truncate(self.cursor + 1);
        self.plies.truncate(self.cursor);
    }

    /// Undoes turns one by one. If only one player is human, each undo goes back to that player's turn.
    pub(super) fn undo(&mut self, turns: usize, humans: [bool; 2]) -> usize {
        let mut count = 0;
        for _ in 0..turns.min(PLIES) {
            if let Some((loser, true)) = self.resigned {
                self.resigned = Some((loser, false));
                count += 1;
            } else if let Some(back) = (0..self.cursor).rev().find(|&at| self.is_stop(at, humans)) {
                count += self.cursor - back;
                self.cursor = back;
            }
        }
        count
    }

    pub(super) fn redo(&mut self, turns: usize, humans: [bool; 2]) -> usize {
        let (from, end) = (self.cursor, self.plies.len());
        let mut resignations = 0;
        for _ in 0..turns.min(PLIES) {
            if self.cursor < end {
                let on = (self.cursor + 1..end).find(|&at| self.is_stop(at, humans));
                self.cursor = on.unwrap_or(end);
            } else if let Some((loser, false)) = self.resigned {
                self.resigned = Some((loser, true));
                resignations = 1;
            }
        }
        self.cursor - from + resignations
    }

    fn is_stop(&self, at: usize, [red, black]: [bool; 2]) -> bool {
        red == black || if self.positions[at].plain.turn == Colour::Red { red } else { black }
    }

    /// Returns the end of the game according to its history.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let (here, loser) = (self.here(), self.turn());
        let has = |letters: &str| here.plain.cells.iter().flatten().any(|&cell| letters.contains(cell));
        let (own, others) = if loser == Player::Red { ("rR", "bB") } else { ("bB", "rR") };
        let before = &self.positions[..=self.cursor];
        let repeated = || before.iter().filter(|earlier| earlier.plain == here.plain).count();
        let quiet = || before.windows(2).rev().take_while(|pair| is_quiet(pair)).count();
        if let Some((loser, true)) = self.resigned {
            Some(Outcome::Resigned { loser })
        } else if !has(own) {
            Some(Outcome::NoPieces { loser })
        } else if !has(others) {
            Some(Outcome::NoPieces { loser: loser.opponent() })
        } else if here.blocked == Blocked::Loses && here.plain.moves().is_empty() {
            Some(Outcome::NoMoves { loser })
        } else if self.plies[..self.cursor].ends_with(&["pass".to_owned(), "pass".to_owned()]) {
            Some(Outcome::BothPassed)
        } else if self.draw_rules.repetitions.is_some_and(|most| repeated() >= most) {
            Some(Outcome::Repetition)
        } else if self.draw_rules.quiet_moves.is_some_and(|most| quiet() >= 2 * most as usize) {
            Some(Outcome::NoProgress)
        } else {
            None
        }
    }

    /// Reads a text as a move, named by its number in the list or by some of its squares, which must be in
    /// order and include its start and its end. A single square means the only move that starts on it or, if
    /// none does, the only move that ends on it. A text that names no whole move can mean the first jumps of a
    /// move: it lists all squares of these jumps, or some of them followed by a symbol such as `-`.
    pub(super) fn meaning(&self, text: &str, is_empty: impl Fn(&str) -> bool) -> Meaning {
        let texts = self.texts();
        if let Some(digits) = text.strip_prefix('#') {
            let index = number(digits.trim()).and_then(|number| number.checked_sub(1));
            return index
                .and_then(|index| texts.get(index))
                .map_or(Meaning::Nothing, |text| Meaning::Move(text.clone()));
        }
        let Some(mut squares) = self.squares(text) else { return Meaning::Nothing };
        if let (Some(here), Some(first)) = (self.begun.last(), squares.first()) {
            if squares.len() > self.begun.len() && squares.starts_with(&self.begun) {
                squares.drain(..self.begun.len() - 1);
            } else if first != here && is_empty(first) {
                squares.insert(0, here.clone());
            }
        }
        let (Some(first), Some(last)) = (squares.first(), squares.last()) else { return Meaning::Nothing };
        let ends = |text: &String| {
            let path: Vec<&str> = text.split("->").collect();
            (path[0].to_owned(), path[path.len() - 1].to_owned())
        };
        let visits = |text: &&String| {
            let mut path = text.split("->");
            ends(text) == (first.clone(), last.clone())
                && squares.iter().all(|square| path.any(|other| other == square))
        };
        let path = squares.join("->");
        let begins = squares.len() > 1 && texts.iter().any(|text| text.starts_with(&format!("{path}->")));
        let continues = text.ends_with(['-', '>', ':', 'x', 'X']);
        if begins && continues {
            return Meaning::Jumps(path);
        }
        let starting: Vec<&String> = texts.iter().filter(|text| ends(text).0 == *first).collect();
        let exact: Vec<&String> = texts.iter().filter(|text| **text == path).collect();
        let fitting = match (squares.len(), starting.len()) {
            (1, 1) => starting,
            (1, 2..) => return Meaning::Piece(first.clone()),
            _ if !exact.is_empty() => exact,
            (many, _) => {
                let beginnings = if continues { beginnings(&texts, &squares) } else { BTreeSet::new() };
                match beginnings.len() {
                    0 if many == 1 => texts.iter().filter(|text| ends(text).1 == *first).collect(),
                    0 => texts.iter().filter(visits).collect(),
                    1 => return beginnings.into_iter().next().map_or(Meaning::Nothing, Meaning::Jumps),
                    _ => return Meaning::Nothing,
                }
            }
        };
        match fitting.as_slice() {
            [text] => Meaning::Move((*text).clone()),
            _ if begins => Meaning::Jumps(path),
            _ => Meaning::Nothing,
        }
    }

    /// Returns the names of the squares in a text; `None` if it has other words.
    fn squares(&self, text: &str) -> Option<Vec<String>> {
        let plain = &self.here().plain;
        let cells = (0..plain.ranks()).flat_map(|row| (0..plain.files()).map(move |column| (row, column)));
        let (mut all, mut playable) = (Vec::new(), Vec::new());
        for (row, column) in cells {
            all.push(plain.square_name(row, column));
            if plain.cells[row][column] != '"' {
                playable.push(plain.square_name(row, column));
            }
        }
        let mut words = String::new();
        for sign in text.chars() {
            let crosses = matches!(sign, 'x' | 'X') && words.ends_with(|last: char| last.is_ascii_digit());
            words.push(if crosses || "->:,".contains(sign) { ' ' } else { sign });
        }
        words
            .split_whitespace()
            .map(|word| match number(word) {
                Some(number) => playable.get(number.checked_sub(1)?).cloned(),
                None => all.iter().find(|name| **name == word.to_lowercase()).cloned(),
            })
            .collect()
    }
}

/// Returns the paths of one or more jumps that begin a move but do not complete it. Each path ends on the last of
/// `squares`, and visits the other squares in order. If there are several squares, the path begins on the first.
fn beginnings(texts: &[String], squares: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for text in texts {
        let path: Vec<&str> = text.split("->").collect();
        for count in 2..path.len() {
            let mut visited = path[..count].iter();
            let begins = squares.len() == 1 || path[0] == squares[0];
            let visits = squares.iter().all(|square| visited.any(|other| other == square));
            if begins && visits && path[count - 1] == squares[squares.len() - 1] {
                found.insert(path[..count].join("->"));
            }
        }
    }
    found
}

/// Reads a number that consists only of digits.
fn number(word: &str) -> Option<usize> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether nothing was jumped and no man moved between two positions.
fn is_quiet(pair: &[Start]) -> bool {
    let cells = |start: &Start| start.plain.cells.concat();
    let pieces = |start: &Start| cells(start).iter().filter(|cell| cell.is_ascii_alphabetic()).count();
    let men = |start: &Start| -> Vec<bool> { cells(start).iter().map(|cell| "rb".contains(*cell)).collect() };
    pair.iter().map(pieces).min() == pair.iter().map(pieces).max()
        && pair.first().map(men) == pair.last().map(men)
}
