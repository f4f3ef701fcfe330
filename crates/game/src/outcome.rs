//! Outcomes of games.

use std::fmt;

use rankmoves_core::pdn::GameResult;
use rankmoves_core::{Blocked, Player, Position};

/// The outcome of a game.
///
/// [`Display`](fmt::Display) names the winner and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// All pieces of a player have been jumped.
    NoPieces {
        /// The player.
        loser: Player,
    },
    /// A player cannot move, and the rules are [`Blocked::Loses`].
    NoMoves {
        /// The player to move.
        loser: Player,
    },
    /// A player has resigned.
    Resigned {
        /// The player.
        loser: Player,
    },
    /// A player's time has run out.
    OutOfTime {
        /// The player.
        loser: Player,
    },
    /// A draw by agreement.
    Agreed,
    /// A draw: both players were blocked and [passed](rankmoves_core::Blocked::Passes).
    BothPassed,
    /// A draw: the position has occurred as often as [`DrawRules::repetitions`] allows.
    Repetition,
    /// A draw: nothing was jumped and no man moved for the number of moves in
    /// [`DrawRules::quiet_moves`].
    NoProgress,
}

impl Outcome {
    /// Returns the outcome that a position alone decides: a player has no pieces, or has no moves and
    /// therefore loses.
    pub fn of(position: &Position) -> Option<Outcome> {
        Outcome::decided(position).filter(|outcome| *outcome != Outcome::BothPassed)
    }

    /// Returns the outcome like [`of`](Self::of), including the draw when both players must pass.
    pub(crate) fn decided(position: &Position) -> Option<Outcome> {
        let has_pieces = |player| position.board().count(player) > 0;
        Outcome::decide(position.turn(), position.rules().blocked, has_pieces, |player| {
            position.player_has_moves(player)
        })
    }

    /// Decides the outcome from `has_pieces` and `has_moves`. `has_moves` is called only if both players have
    /// pieces, and for the opponent only if `turn` is blocked and passes.
    #[inline]
    pub(crate) fn decide(
        turn: Player,
        blocked: Blocked,
        has_pieces: impl Fn(Player) -> bool,
        has_moves: impl Fn(Player) -> bool,
    ) -> Option<Outcome> {
        match [turn, turn.opponent()].into_iter().find(|&player| !has_pieces(player)) {
            Some(loser) => Some(Outcome::NoPieces { loser }),
            None if has_moves(turn) => None,
            None if blocked == Blocked::Loses => Some(Outcome::NoMoves { loser: turn }),
            None => (!has_moves(turn.opponent())).then_some(Outcome::BothPassed),
        }
    }

    /// Returns the winner; `None` for a draw.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::NoPieces { loser }
            | Outcome::NoMoves { loser }
            | Outcome::Resigned { loser }
            | Outcome::OutOfTime { loser } => Some(loser.opponent()),
            Outcome::Agreed | Outcome::BothPassed | Outcome::Repetition | Outcome::NoProgress => None,
        }
    }

    /// Returns whether the players or a clock ended the game, so that its plies do not show the end.
    pub const fn is_declared(self) -> bool {
        matches!(self, Outcome::Resigned { .. } | Outcome::OutOfTime { .. } | Outcome::Agreed)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => write!(f, "{winner} wins: ")?,
            None if *self == Outcome::Agreed => f.write_str("a draw by agreement")?,
            None => f.write_str("a draw: ")?,
        }
        match self {
            Outcome::NoPieces { loser } => write!(f, "{loser} has no pieces"),
            Outcome::NoMoves { loser } => write!(f, "{loser} has no moves"),
            Outcome::Resigned { loser } => write!(f, "{loser} resigns"),
            Outcome::OutOfTime { loser } => write!(f, "{loser} has run out of time"),
            Outcome::Agreed => Ok(()),
            Outcome::BothPassed => f.write_str("both players are blocked"),
            Outcome::Repetition => f.write_str("the position has repeated"),
            Outcome::NoProgress => f.write_str("too many moves without a jump or a man's move"),
        }
    }
}

/// Converts an outcome to a result in PDN.
impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome.winner() {
            None => GameResult::Draw,
            Some(Player::Red) => GameResult::RedWins,
            Some(Player::Black) => GameResult::BlackWins,
        }
    }
}

/// Rules that make a game a draw although a player can still move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawRules {
    /// The number of occurrences of a position, with the same player to move, that makes a draw.
    pub repetitions: Option<usize>,
    /// The number of moves by each player, without a jump or a move of a man, that makes a draw.
    pub quiet_moves: Option<u32>,
}

impl DrawRules {
    /// No draws by rule.
    pub const NONE: DrawRules = DrawRules { repetitions: None, quiet_moves: None };

    /// Returns the draw by these rules after `quiet_plies` plies without a jump or a man's move.
    /// `occurrences` counts how often the position has occurred; it is called only if necessary, because
    /// counting takes time.
    #[inline]
    pub(crate) fn outcome(self, quiet_plies: usize, occurrences: impl FnOnce() -> usize) -> Option<Outcome> {
        let rounds = quiet_plies / 2;
        // A position can recur at most every two plies, because the same player must be to move.
        if self.repetitions.is_some_and(|most| rounds + 1 >= most && occurrences() >= most) {
            return Some(Outcome::Repetition);
        }
        self.quiet_moves.is_some_and(|most| rounds >= most as usize).then_some(Outcome::NoProgress)
    }
}

/// Draws by threefold repetition, and after 40 quiet moves by each player (rules 1.32 of the World Checkers
/// and Draughts Federation).
impl Default for DrawRules {
    fn default() -> DrawRules {
        DrawRules { repetitions: Some(3), quiet_moves: Some(40) }
    }
}
