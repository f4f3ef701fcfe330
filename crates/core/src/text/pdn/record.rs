//! Records of PDN games.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

use super::error::{BadTag, Unsupported};
use super::line::{Line, PackedLine};
use super::tags::{DERIVED, Tag, tag_name, without_control};
use crate::model::moves::{Move, Ply};
use crate::model::position::{Position, Setup};
use crate::model::shape::Shape;
use crate::shorten;
use crate::text::exchange::words_outside_english_rules;
use crate::text::printable::MAX_QUOTED_CHARS;

/// A game of English draughts with its tags, comments and variations.
///
/// [`games`](super::games()) reads records, and [`Display`](std::fmt::Display) writes them. Two records are
/// equal if their texts are equal.
///
/// ```
/// use rankmoves_core::Ply;
/// use rankmoves_core::pdn::{GameResult, Record};
///
/// let plies: Vec<Ply> = vec!["f6->e5".parse()?, "a3->b4".parse()?];
/// let mut record = Record::new(Record::standard_start(), &plies)?;
/// record.set_tag("Event", "Club match")?;
/// record.set_result(GameResult::Draw);
/// let text = record.to_string();
/// assert!(text.ends_with("\n\n1. 11-15 21-17 *\n"));
/// assert_eq!(rankmoves_core::pdn::games(&text).next(), Some(Ok(record)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    pub(super) tags: Vec<Tag>,
    pub(super) start: Position,
    pub(super) line: PackedLine,
    pub(super) result: GameResult,
    pub(super) omissions: BTreeSet<Omission>,
}

/// A part of a text that its record does not keep. The record keeps everything else about a game, except the
/// spelling of moves, of results, and of blanks in comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Omission {
    /// Comments from `%` to the end of the line.
    LineComments,
    /// Move numbers that do not count up from 1.
    Numbers,
    /// A result after the moves that differs from the tag.
    Result,
    /// A second `Result`, `GameType`, `SetUp` or `FEN` tag, or further text after the number in `GameType`.
    Tags,
    /// The moves of variations from an illegal move on; they are kept as a comment.
    Variations,
}

impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Omission::LineComments => "comments after % are not kept",
            Omission::Numbers => "moves are renumbered from 1",
            Omission::Result => "the result after the moves is not kept, because the tag differs",
            Omission::Variations => "a variation is read only up to its first illegal move",
            Omission::Tags => "repeated tags, and text after the number of the game type, are not kept",
        })
    }
}

/// Writes a numeric annotation glyph in its usual form: `!`, `?`, `!!`, `??`, `!?` or `?!` for 1 to 6, `$7`
/// and so on for the others.
pub fn glyph(nag: u8) -> String {
    let signs = ["!", "?", "!!", "??", "!?", "?!"];
    let sign = usize::from(nag).checked_sub(1).and_then(|index| signs.get(index));
    sign.map_or_else(|| format!("${nag}"), |sign| (*sign).to_owned())
}

/// The result of a game, if the record has one.
///
/// PDN 3.0 gives the results of English draughts (`1-0`, `0-1`, `1/2-1/2`, `0-0`, `*`) but does not define
/// which player the first number belongs to. In archives the first number belongs to Black, the player who
/// moves first. "Tricks, Traps and Shots", one of the standard's own examples, has `{Black wins.} 1-0` and
/// `{White wins.} 0-1`; the Open Checkers Archive does the same. (In chess and in international draughts
/// White moves first, and the first number is White's.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum GameResult {
    /// `0-1`: PDN's White has won.
    #[cfg_attr(feature = "serde", serde(rename = "red"))]
    RedWins,
    /// `1-0`.
    #[cfg_attr(feature = "serde", serde(rename = "black"))]
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`. This value is also used for `0-0` (both players have lost) and for any other text; in these
    /// cases, the tag `Result` holds the text.
    Unknown,
}

impl GameResult {
    /// Returns the text, as in the tag `Result`.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::RedWins => "0-1",
            GameResult::BlackWins => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// Reads a result, in any of the usual point systems; `None` for other texts.
    pub(super) fn read(text: &str) -> Option<GameResult> {
        match text {
            "0-1" | "0-2" => Some(GameResult::RedWins),
            "1-0" | "2-0" => Some(GameResult::BlackWins),
            "1/2-1/2" | "1-1" | "½-½" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unknown),
            _ => None,
        }
    }

    /// Returns whether a text in the movetext is a result.
    pub(super) fn is_written(text: &str) -> bool {
        text == "0-0" || GameResult::read(text).is_some()
    }
}

impl Record {
    /// Makes a record of a game, without tags.
    ///
    /// # Errors
    ///
    /// Fails if PDN cannot hold the game: rules that are not [`Rules::ENGLISH`](crate::Rules::ENGLISH), a board
    /// that is not [`Shape::STANDARD`], a jump in progress, a pass; or if a move is illegal.
    pub fn new(start: Position, plies: &[Ply]) -> Result<Record, Unsupported> {
        let Setup { board, rules, jumping, .. } = start.setup();
        if let Some(other) = words_outside_english_rules(rules).next() {
            return Err(Unsupported::Rule(other));
        }
        if board.shape() != Shape::STANDARD {
            return Err(Unsupported::Board { shape: board.shape() });
        }
        if jumping.is_some() {
            return Err(Unsupported::Jumping);
        }
        let mut line = PackedLine::default();
        let mut here = start;
        for (index, ply) in plies.iter().enumerate() {
            let number = index + 1;
            let Ply::Move(path) = ply else {
                return Err(Unsupported::Pass { number });
            };
            let mv = here.find(path).map_err(|reason| Unsupported::Illegal {
                number,
                ply: ply.clone(),
                reason,
            })?;
            here = here.after(&mv);
            line.push(mv);
        }
        let line = line.finished();
        let (tags, omissions) = (Vec::new(), BTreeSet::new());
        Ok(Record { tags, start, line, result: GameResult::Unknown, omissions })
    }

    /// Returns the start of games of English draughts: the standard board, black to move.
    pub fn standard_start() -> Position {
        // The position is made only once, because an archive may contain a game every three bytes.
        static START: LazyLock<Position> = LazyLock::new(Position::english);
        *START
    }

    /// Returns the tags, in their order.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Returns the value of the first tag with this name, in upper or lower case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name));
        tag.map(|tag| tag.value.as_str())
    }

    /// Returns the value of a tag; `None` if it is missing, empty or unknown (`?`).
    pub fn known_tag(&self, name: &str) -> Option<&str> {
        self.tag(name).filter(|value| !value.is_empty() && !value.starts_with('?'))
    }

    /// Sets a tag: replaces the tag of that name, or appends a new one. Control characters become
    /// spaces.
    ///
    /// # Errors
    ///
    /// If the name is invalid, or the tag is derived from the game. A valid name has letters, digits and
    /// underscores, and starts with a letter, which becomes a capital.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), BadTag> {
        let canonical = tag_name(name).filter(|canonical| canonical.eq_ignore_ascii_case(name));
        let canonical = canonical.ok_or_else(|| BadTag::Name(shorten(name, MAX_QUOTED_CHARS)))?;
        if let Some(derived) = DERIVED.into_iter().find(|&derived| derived == canonical) {
            return Err(BadTag::Derived(derived));
        }
        self.put_tag(&canonical, value);
        Ok(())
    }

    pub(super) fn put_tag(&mut self, name: &str, value: &str) {
        let value = without_control(value);
        match self.tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag { name: name.to_owned(), value }),
        }
    }

    /// Returns the position that the game starts from.
    pub fn start(&self) -> Position {
        self.start
    }

    /// Returns the game's moves, with comments and variations.
    pub fn line(&self) -> Line<'_> {
        self.line.line()
    }

    /// Sets comments on moves that exist and have none. Each comment comes with the number of moves before its
    /// move, in ascending order. Braces become parentheses, so that they do not end the comment, and control
    /// characters become spaces.
    ///
    /// ```
    /// let mut record = rankmoves_core::pdn::games("1. 11-15 23-19 {good} *").next().unwrap()?;
    /// record.note([(0, "[%clk 0:04:57]".to_owned()), (1, "bad".to_owned())]);
    /// assert!(record.to_string().ends_with("\n\n1. 11-15 {[%clk 0:04:57]} 1... 23-19 {good} *\n"));
    /// # Ok::<(), rankmoves_core::pdn::Error>(())
    /// ```
    pub fn note(&mut self, comments: impl IntoIterator<Item = (usize, String)>) {
        self.line.note(comments.into_iter().map(|(plies, comment)| (plies, clean(&comment))));
    }

    /// Returns the game's moves.
    pub fn moves(&self) -> Vec<Move> {
        self.line().moves().map(|annotated| annotated.mv).collect()
    }

    /// Returns the position after the game's moves.
    pub fn position(&self) -> Position {
        self.line().moves().fold(self.start, |here, annotated| here.after(&annotated.mv))
    }

    /// Returns the result of the game.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Returns the parts of the text that the record does not keep, each once.
    pub fn omissions(&self) -> impl Iterator<Item = Omission> {
        self.omissions.iter().copied()
    }

    /// Keeps the first `count` moves with their annotations. If any moves are dropped, the result becomes
    /// unknown.
    ///
    /// ```
    /// use rankmoves_core::pdn::{self, GameResult};
    ///
    /// let mut record = pdn::games("1. 11-15 {good} 23-19 1-0").next().unwrap()?;
    /// record.truncate(1);
    /// assert!(record.to_string().ends_with("\n\n1. 11-15 {good} *\n"));
    /// assert_eq!(record.result(), GameResult::Unknown);
    /// # Ok::<(), pdn::Error>(())
    /// ```
    pub fn truncate(&mut self, count: usize) {
        if count < self.line().moves().len() {
            self.line.truncate(count);
            self.set_result(GameResult::Unknown);
        }
    }

    /// Sets the result of the game, and the tag `Result`.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
        self.put_tag("Result", result.text());
    }

    /// Sets the result from the tag `Result`, or else from the movetext.
    pub(super) fn settle(&mut self, written: Option<&str>) {
        let tag = self.tag("Result");
        if let Some(text) = tag.filter(|text| *text != "*" && GameResult::is_written(text)) {
            // `0-0` is kept as text, because it means neither a win nor a draw.
            let result = GameResult::read(text).unwrap_or(GameResult::Unknown);
            let is_other = |other| other != "*" && other != text && GameResult::read(other) != Some(result);
            if written.is_some_and(is_other) {
                self.omissions.insert(Omission::Result);
            }
            self.result = result;
        } else if let Some(text) = written.filter(|text| *text != "*") {
            let has_tag = tag.is_some();
            self.result = GameResult::read(text).unwrap_or(GameResult::Unknown);
            if has_tag || self.result == GameResult::Unknown {
                self.put_tag("Result", text);
            }
        }
    }
}

/// Prepares a comment for braces: replaces braces and control characters, and merges blanks.
pub(super) fn clean(comment: &str) -> String {
    let comment = without_braces(&without_control(comment));
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text with its braces replaced, so that a comment in braces can hold it.
pub(super) fn without_braces(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// Compares the games as written: tags, start, moves and annotations.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        (self.start, &self.line) == (other.start, &other.line) && self.written_tags().eq(other.written_tags())
    }
}

impl Eq for Record {}
