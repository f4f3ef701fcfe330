//! The reasons for the cost of a move, derived from the lines of best play after that move and after the best
//! move.

use std::fmt;

use rankmoves_core::{Move, Notation, Player, Position, Role};
use rankmoves_endings::{Value, Wdl};

use super::{JudgedMove, Judgement, MIN_LINE_MOVES};
use shell::quantity;

/// The number of moves to show of a line if none of the reasons is in it.
const OPEN_LINE: usize = 6;

/// An explanation of a costly move: the line that refutes it, the better line, and the reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The line of best play that begins with the move.
    pub refutation: Line,
    /// The line of best play that begins with the best move.
    pub better: Line,
    /// The reasons, the most important first; at least one.
    pub reasons: Vec<Reason>,
}

/// A line of moves from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<LineMove>,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// The player who makes the move.
    pub player: Player,
    /// The move.
    pub mv: Move,
    /// The roles of the captured pieces.
    taken: Vec<Role>,
    /// True if the move leaves the opponent without a move.
    ends: bool,
    /// True if the move takes the opponent's last piece.
    leaves_none: bool,
}

/// A reason why a move is costly. Plies are counted from the position before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The move changes the proven result, or gives a proven win away.
    Result {
        /// The result after the best move, if it is proven.
        better: Option<Wdl>,
        /// The result after the move, if it is proven.
        result: Option<Wdl>,
        /// The plies until the game ends, if the move loses.
        plies: Option<u16>,
    },
    /// The player has no moves left at the end of the line.
    Blocked {
        /// The length of the line.
        plies: usize,
        /// True if all pieces are gone.
        is_bare: bool,
    },
    /// Pieces are lost by force, or a win of pieces is missed. The judgement has searched the moves that show it, and
    /// the cost is high enough for it.
    Pieces {
        /// The number of pieces, at least 1.
        count: u32,
        /// The role of the pieces; `None` if they differ.
        role: Option<Role>,
        /// The plies until the pieces are lost or, if the move misses them, until the better line wins them.
        plies: usize,
        /// True if the best move wins the pieces and the played move does not.
        is_missed: bool,
    },
    /// The opponent crowns a man, or the player misses a crowning.
    Crown {
        /// The plies until the man is crowned.
        plies: usize,
        /// True if the player could have crowned.
        is_missed: bool,
    },
    /// The lines show none of these reasons, but the engine prefers the better line.
    Judgement,
}

impl Line {
    /// Follows moves from a position. An illegal move ends the line.
    pub(super) fn new(start: &Position, moves: impl IntoIterator<Item = Move>) -> Line {
        let mut at = *start;
        let mut line = Line { moves: Vec::new() };
        for mv in moves {
            let Ok(after) = at.play(&mv) else { break };
            let role = |square| at.board().get(square).map(|piece| piece.role);
            let taken = mv.captured().iter().filter_map(|&square| role(square)).collect();
            let (ends, leaves_none) = (!after.has_moves(), after.board().count(after.turn()) == 0);
            line.moves.push(LineMove { player: at.turn(), mv, taken, ends, leaves_none });
            at = after;
        }
        line
    }

    /// Writes the moves with their effects: `d4->c5, b6->d4 takes a man`.
    pub(super) fn text(&self, notation: Notation) -> String {
        let text = |made: &LineMove| {
            let (mv, note) = (notation.path(made.mv.path()), made.to_string());
            if note.is_empty() { mv } else { format!("{mv} {note}") }
        };
        self.moves.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// Returns the change of the material lead, in pieces, of the player who moves first, in the first `plies` plies.
    fn gain_after(&self, plies: usize) -> i32 {
        self.moves.first().map_or(0, |first| -self.lost(first.player, plies).iter().sum::<i32>())
    }

    /// Returns the part of a gain or loss in the first `plies` plies that the rest of the line does not undo.
    pub(super) fn lasting_gain(&self, plies: usize) -> i32 {
        let quiet = (plies..=self.moves.len()).filter(|&ply| self.is_quiet(ply));
        let gains: Vec<i32> = quiet.map(|ply| self.gain_after(ply)).collect();
        let ends = gains.iter().min().zip(gains.iter().max());
        ends.map_or(0, |(&least, &most)| 0.clamp(least, most))
    }

    /// Returns the number of plies until the lead has changed by `gain`, or more, for good. A later exchange may undo
    /// this, if it is restored when the exchange ends.
    pub(super) fn settled(&self, gain: i32) -> usize {
        let is_short = |change: i32| if gain < 0 { change > gain } else { change < gain };
        let is_before = |&ply: &usize| self.is_quiet(ply) && is_short(self.gain_after(ply));
        let before = (0..self.moves.len()).rfind(is_before);
        before.map_or(0, |ply| self.quiet_from(ply + 1))
    }

    /// Returns whether no exchange is in progress after `ply` plies: the line ends, or no jump follows.
    fn is_quiet(&self, ply: usize) -> bool {
        self.moves.get(ply).is_none_or(|made| !made.mv.is_jump())
    }

    /// Returns the first number of plies, from `ply` on, at which no exchange is in progress.
    fn quiet_from(&self, ply: usize) -> usize {
        (ply..self.moves.len()).find(|&ply| self.is_quiet(ply)).unwrap_or(self.moves.len())
    }

    fn crowned(&self, player: Player) -> Option<usize> {
        let crowning = self.moves.iter().position(|made| made.player == player && made.mv.crowns());
        crowning.map(|index| index + 1)
    }

    /// Returns a player's net loss of men and of kings in the first `plies` plies.
    fn lost(&self, player: Player, plies: usize) -> [i32; 2] {
        let balance = |role| {
            let taken = self.moves[..plies].iter().map(|made| {
                let count = made.taken.iter().filter(|&&taken| taken == role).count();
                let count = i32::try_from(count).expect("a board has few pieces");
                if made.player == player { -count } else { count }
            });
            taken.sum()
        };
        [balance(Role::Man), balance(Role::King)]
    }

    /// Returns the reason for a gain that a player misses or, if it is negative, for a loss.
    fn pieces(&self, player: Player, gain: i32) -> Reason {
        // Later exchanges, which change nothing in the end, may be of other pieces.
        let plies = self.settled(gain);
        let role = match self.lost(player, plies) {
            [_, 0] => Some(Role::Man),
            [0, _] => Some(Role::King),
            _ => None,
        };
        Reason::Pieces { count: gain.unsigned_abs(), role, plies, is_missed: gain > 0 }
    }

    /// Shortens the line to a length, or to the end of an exchange in progress there.
    fn truncate(&mut self, length: usize) {
        self.moves.truncate(self.quiet_from(length));
    }
}

impl Why {
    /// Finds the reasons for the cost of a move in the lines of best play after that move and after the best
    /// move. Cuts both lines off after the last event that is a reason.
    pub(super) fn new(judgement: &Judgement, mut refutation: Line, mut better: Line) -> Why {
        let reasons = reasons(judgement, &refutation, &better);
        let last = |missed: bool| {
            let decided = reasons.iter().filter_map(|reason| match *reason {
                Reason::Blocked { plies, .. } if !missed => Some(plies),
                Reason::Pieces { plies, is_missed, .. } | Reason::Crown { plies, is_missed } => {
                    (is_missed == missed).then_some(plies)
                }
                _ => None,
            });
            decided.max().unwrap_or(OPEN_LINE)
        };
        refutation.truncate(last(false));
        better.truncate(last(true));
        Why { refutation, better, reasons }
    }

    /// Describes the reasons and the refutation.
    pub(super) fn text(&self, notation: Notation) -> String {
        format!("{}: {}", self.reasons_text(), self.refutation.text(notation))
    }

    pub(super) fn reasons_text(&self) -> String {
        self.reasons.iter().map(Reason::to_string).collect::<Vec<_>>().join("; ")
    }
}

/// Returns the number of plies of a line that its judgement has searched: all, if the result is proven.
fn searched(line: &Line, judged: &JudgedMove) -> usize {
    if judged.outlook.proven.is_some() { line.moves.len() } else { line.quiet_from(MIN_LINE_MOVES) }
}

/// Returns whether a move costs enough to lose a piece: it at least halves the odds, the ratio of the expected result
/// to the rest. By the [curve](rankmoves_engine::Curve) of expected results, a man is worth more than that on any
/// board.
fn halves_the_odds(judgement: &Judgement) -> bool {
    let expected = |judged: &JudgedMove| u32::from(judged.outlook.expected);
    let (best, played) = (expected(&judgement.best), expected(&judgement.played));
    best * (100 - played) >= 2 * played * (100 - best)
}

fn reasons(judgement: &Judgement, refutation: &Line, better: &Line) -> Vec<Reason> {
    let Some(player) = refutation.moves.first().map(|made| made.player) else { return Vec::new() };
    let mut reasons = Vec::new();
    let (better_result, result) = (judgement.best.outlook.result(), judgement.played.outlook.result());
    if result.is_some() && result != better_result || better_result == Some(Wdl::Win) {
        let lost = judgement.played.outlook.proven.filter(|value| value.wdl() == Wdl::Loss);
        reasons.push(Reason::Result { better: better_result, result, plies: lost.and_then(Value::plies) });
    }
    // Later moves of the lines prove nothing.
    let (refuted, bettered) = (searched(refutation, &judgement.played), searched(better, &judgement.best));
    let blocked = refutation.moves.last().filter(|last| last.ends && last.player != player);
    if let Some(last) = blocked.filter(|_| refutation.moves.len() == refuted) {
        reasons.push(Reason::Blocked { plies: refuted, is_bare: last.leaves_none });
        return reasons;
    }
    let (lost, won) = (refutation.lasting_gain(refuted), better.lasting_gain(bettered));
    if lost < won && halves_the_odds(judgement) {
        reasons.push(if lost < 0 { refutation.pieces(player, lost) } else { better.pieces(player, won) });
    }
    let crowned = |player| (refutation.crowned(player), better.crowned(player));
    if let (Some(plies), None) = crowned(player.opponent())
        && plies <= refuted
    {
        reasons.push(Reason::Crown { plies, is_missed: false });
    } else if let (None, Some(plies)) = crowned(player)
        && plies <= bettered
    {
        reasons.push(Reason::Crown { plies, is_missed: true });
    }
    if reasons.is_empty() {
        reasons.push(Reason::Judgement);
    }
    reasons
}

impl Reason {
    /// Returns the number of plies from the position before the move to this event, if it is known.
    pub fn plies(self) -> Option<usize> {
        match self {
            Reason::Result { plies, .. } => plies.map(usize::from),
            Reason::Blocked { plies, .. } | Reason::Pieces { plies, .. } | Reason::Crown { plies, .. } => {
                Some(plies)
            }
            Reason::Judgement => None,
        }
    }
}

/// Writes `a man lost by force after 5 plies`; in the alternate form, `a man lost by force`.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_brief = f.alternate();
        let after = |what: &str, count| {
            if is_brief { String::new() } else { format!("{what} after {}", quantity(count, "ply", "plies")) }
        };
        match *self {
            Reason::Result { better, result, plies } => {
                let given = match better {
                    Some(Wdl::Win) => "a win given away",
                    Some(Wdl::Draw) => "a draw given away",
                    Some(Wdl::Loss) | None => "",
                };
                let now = match (result, plies) {
                    (Some(Wdl::Loss), Some(plies)) => format!("lost in {plies}"),
                    (Some(Wdl::Loss), None) => "lost".to_owned(),
                    (Some(Wdl::Draw), _) => "drawn".to_owned(),
                    (Some(Wdl::Win) | None, _) => String::new(),
                };
                let separator = if given.is_empty() || now.is_empty() { "" } else { ": " };
                write!(f, "{given}{separator}{now}")
            }
            Reason::Blocked { plies, is_bare: true } => write!(f, "the last piece lost{}", after("", plies)),
            Reason::Blocked { plies, is_bare: false } => write!(f, "blocked{}", after("", plies)),
            Reason::Pieces { count, role, plies, is_missed } => {
                let what = counted(count, role);
                if is_missed {
                    write!(f, "misses {what}{}", after(", which the best move wins", plies))
                } else {
                    write!(f, "{what} lost by force{}", after("", plies))
                }
            }
            Reason::Crown { plies, is_missed: false } => write!(f, "the opponent crowns{}", after("", plies)),
            Reason::Crown { plies, is_missed: true } => {
                write!(f, "misses a crowning{}", after(", which the best move achieves", plies))
            }
            Reason::Judgement if is_brief => f.write_str("a worse position"),
            Reason::Judgement => f.write_str("a worse position, in the engine's judgement"),
        }
    }
}

/// Writes the effects of a move: `takes 2 men and crowns`. Writes nothing if there are none.
impl fmt::Display for LineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(&first) = self.taken.first() {
            let role = self.taken.iter().all(|&role| role == first).then_some(first);
            let count = u32::try_from(self.taken.len()).expect("a board has few pieces");
            parts.push(format!("takes {}", counted(count, role)));
        }
        if self.mv.crowns() {
            parts.push("crowns".to_owned());
        }
        if self.ends {
            parts.push(format!("leaves {} without a move", self.player.opponent()));
        }
        f.write_str(&parts.join(" and "))
    }
}

/// Writes `a man`, `2 kings` or `3 pieces`.
fn counted(count: u32, role: Option<Role>) -> String {
    let (one, several) = match role {
        Some(Role::Man) => ("a man", "men"),
        Some(Role::King) => ("a king", "kings"),
        None => ("a piece", "pieces"),
    };
    if count == 1 { one.to_owned() } else { format!("{count} {several}") }
}
