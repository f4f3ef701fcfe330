//! Finds reasons: the mistake that explains a wrong score, and the rule that makes a move legal.

use super::mistake::{Mistake, Mistakes};
use rankmoves_core::{Capture, Jumps, LOST, Move, Piece, Player, Position, WON};

/// Scores of replies, taken from a listing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Replies {
    pub(super) first: Option<i64>,
    pub(super) highest: Option<i64>,
    pub(super) lowest: Option<i64>,
    pub(super) last: Option<i64>,
    pub(super) sum: i64,
}

impl Replies {
    pub(super) fn add(&mut self, score: Option<i64>) {
        let Some(score) = score else { return };
        self.first = self.first.or(Some(score));
        self.last = Some(score);
        self.sum = self.sum.saturating_add(score);
        self.highest = self.highest.max(Some(score));
        self.lowest = Some(self.lowest.map_or(score, |lowest| lowest.min(score)));
    }
}

/// Returns the mistakes that each explain why the position after the last move, made by `player`,
/// has the score `found` for that player.
pub(super) fn of_leaf(after: &Position, player: Player, found: i64) -> Mistakes {
    let opponent = player.opponent();
    let (is_stuck, has_won) = (!after.player_has_moves(player), !after.player_has_moves(opponent));
    let material = |king| material(after, player, king);
    let (won, lost) = (i64::from(WON), i64::from(LOST));
    let is_open = !is_stuck && !has_won;
    // If neither player can move, both have lost, so their scores do not differ.
    let opponents_score = match (is_stuck, has_won) {
        (true, true) => None,
        (true, false) => Some(won),
        (false, true) => Some(lost),
        (false, false) => Some(-material(2)),
    };
    let is_opponents = opponents_score == Some(found);
    let is_black = player == Player::Black;
    let mistakes = [
        (is_stuck && has_won && found == won, Mistake::StuckOrder),
        (is_stuck && found == if has_won { won } else { material(2) }, Mistake::OwnStuckForgotten),
        (has_won && !is_stuck && found == material(2), Mistake::OtherStuckForgotten),
        (is_opponents, Mistake::ScoreOfOpponent),
        (is_opponents && is_black, Mistake::ScoreAlwaysReds),
        (is_opponents && is_open && is_black, Mistake::MaterialAlwaysReds),
        (is_open && found == material(2).abs(), Mistake::MaterialWithoutSign),
        (!is_open && found == material(2), Mistake::StuckForgotten),
        (is_open && found == material(0), Mistake::KingsCountZero),
        (is_open && found == material(1), Mistake::KingsCountOne),
        (is_open && found == material(3), Mistake::KingsCountThree),
    ];
    fitting(&mistakes)
}

/// Returns the mistakes that each give a move of `player` the score `found`, if the replies have the scores
/// in `replies`. `carried` is the highest score of a reply to the moves listed earlier.
pub(super) fn of_inner(
    after: &Position,
    player: Player,
    replies: &Replies,
    carried: Option<i64>,
    found: i64,
) -> Mistakes {
    let Some(highest) = replies.highest else {
        let mistakes = [
            (found == i64::from(LOST), Mistake::NoReplyLoses),
            (found == 0, Mistake::NoReplyZero),
            (found == material(after, player, 2), Mistake::NoReplyMaterial),
        ];
        return fitting(&mistakes);
    };
    let mistakes = [
        (found == highest, Mistake::SignNotTurned),
        (carried == Some(-found) && carried > Some(highest), Mistake::BestCarriedOver),
        (replies.lowest == Some(-found), Mistake::WorstReply),
        (replies.first == Some(-found), Mistake::FirstReply),
        (replies.last == Some(-found), Mistake::LastReply),
        (replies.sum == -found, Mistake::RepliesSummed),
        (found == 0 && highest < 0, Mistake::BestStartsAtZero),
        (found == i64::from(WON) && highest == 0, Mistake::ZeroIsNoReply),
    ];
    fitting(&mistakes)
}

fn fitting(mistakes: &[(bool, Mistake)]) -> Mistakes {
    mistakes.iter().filter(|(fits, _)| *fits).map(|&(_, mistake)| mistake).collect()
}

/// Returns the value of the player's pieces minus that of the opponent's.
fn material(position: &Position, player: Player, king: i64) -> i64 {
    let worth = |player| {
        let count = position.board().pieces().count(player);
        i64::from(count.men) + king * i64::from(count.kings)
    };
    worth(player) - worth(player.opponent())
}

/// Returns the rule that allows a legal move, as a whole sentence. `all` are the legal moves of the position.
pub(super) fn permission<'a>(
    position: &Position,
    mv: &Move,
    mut all: impl Iterator<Item = &'a Move>,
) -> &'static str {
    let rules = position.rules();
    let squares = mv.path().squares();
    let is_king = position.board().get(mv.path().start()).is_some_and(Piece::is_king);
    if !mv.is_jump() {
        return if all.any(Move::is_jump) {
            "Under `no capture` a player who can jump may still step."
        } else if is_king {
            "A king steps in all four directions."
        } else {
            "A man steps forward to either empty square next to it."
        };
    }
    let goes_on = |other: &Move| {
        other.path().squares().len() > squares.len() && other.path().squares().starts_with(squares)
    };
    if rules.jumps == Jumps::Multiple && rules.capture == Capture::Optional && all.any(goes_on) {
        "Under `no capture` a chain may stop after any of its jumps."
    } else if squares.len() > 2 && mv.path().start() == mv.path().end() {
        "The square that a chain begins on counts as empty."
    } else if squares.len() > 2 {
        "Under `multiple jumps` a piece that has jumped may jump again from where it has landed."
    } else if is_king {
        "A king jumps in all four directions over a piece of the opponent next to it."
    } else {
        "A man jumps forward over a piece of the opponent next to it."
    }
}
