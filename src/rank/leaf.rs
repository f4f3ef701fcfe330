//! The last two plies.
//!
//! Nearly always the best move of the last ply is a step and neither side is
//! short of moves: then the score can be read off the board without trying
//! any. Where a move before it cannot be good enough that can be, too.

use std::cell::Cell;

use crate::board::Pieces;
use crate::movegen::{self, Effect, Steps};
use crate::score::{BEYOND, LOST, Score, material, score_side};
use crate::variant::{Side, Variant};

/// Answers whether the highest score at depth 0 of the moves of side `S`
/// reaches `bound`: it is at least the answer if that reaches `bound`, and it
/// is the answer if not. Without moves it is [`LOST`].
pub(super) fn answer<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>, bound: Score) -> Score {
    let highest = Cell::new(-BEYOND);
    let mut try_move = |effect: Effect<V::Word>| {
        if highest.get() < bound {
            highest.set(highest.get().max(score_side::<V, S>(variant, effect.apply::<S>(pieces))));
        }
    };
    let jumpers = movegen::all_jumpers::<V, S>(variant, pieces);
    if !jumpers.is_empty() {
        movegen::generate_jumps::<V, S>(variant, pieces, jumpers, &mut try_move);
        if V::CAPTURE || highest.get() >= bound {
            return highest.get();
        }
    }
    let steps = Steps::new::<V, S>(variant, pieces);
    if steps.targets.is_empty() {
        return if jumpers.is_empty() { LOST } else { highest.get() };
    }
    if let Some(score) = quiet_score::<V, S>(variant, pieces, &steps) {
        return highest.get().max(score);
    }
    movegen::generate_steps::<V, S>(variant, pieces, &mut try_move);
    highest.get()
}

/// As [`answer`], at depth 1. `successors` is put to use and left as it was.
pub(super) fn answer_before<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    bound: Score,
    successors: &mut Vec<Pieces<V::Word>>,
) -> Score {
    let first = successors.len();
    let mut highest = None;
    let mut push = |effect: Effect<V::Word>| successors.push(effect.apply::<S>(pieces));
    let jumpers = movegen::all_jumpers::<V, S>(variant, pieces);
    if !jumpers.is_empty() {
        movegen::generate_jumps::<V, S>(variant, pieces, jumpers, &mut push);
    }
    if jumpers.is_empty() || !V::CAPTURE {
        let steps = Steps::new::<V, S>(variant, pieces);
        match ceiling_of_steps::<V, S>(variant, pieces, &steps) {
            _ if steps.targets.is_empty() => {}
            Some(ceiling) if ceiling < bound => highest = Some(ceiling),
            _ => movegen::generate_steps::<V, S>(variant, pieces, &mut push),
        }
    }
    for &after in &successors[first..] {
        let score = -answer::<V, S::Opponent>(variant, after, 1 - bound);
        highest = highest.max(Some(score));
        if score >= bound {
            break;
        }
    }
    successors.truncate(first);
    highest.unwrap_or(LOST)
}

/// Upper bound on the depth-1 score of `S`'s steps, if provable without trying
/// them: enough of the opponent's pieces can step in one direction, and so to
/// different squares.
///
/// Call a piece and the free square before it a pair; no two pairs in one
/// direction share a piece or a square. A step of `S` fills one square, and so
/// spoils one pair. If one pair is left after the opponent's reply, the
/// opponent is not stuck. The reply's score is then at least the opponent's
/// material, which no move makes less, or 99 if `S` is stuck. The score of `S` is
/// therefore at most the material of `S`, one more if a man is crowned, or −99
/// where large boards have less material than that.
///
/// - Where the opponent may choose the step of a pair, that spoils no other
///   pair: two are needed after the step of `S`, and three before.
/// - Where it may have to jump, the jump spoils at most two pairs: that of the
///   jumper and that whose square it lands on. Three are needed after the step
///   of `S`, and four before.
///
/// With a pair less, neither holds: see the tests.
fn ceiling_of_steps<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    steps: &Steps<V::Word>,
) -> Option<Score> {
    let pairs = if V::CAPTURE { 4 } else { 3 };
    let crowns = steps.targets_of_men.intersects(S::crowning(variant.layout()));
    let ceiling = (material::<V::Word, S>(pieces) + Score::from(crowns)).max(LOST);
    movegen::can_step_with::<V, S::Opponent>(variant, pieces, pairs).then_some(ceiling)
}

/// The highest score of the steps of side `S`, if it follows from these facts,
/// with no step tried:
///
/// - A step fills one square and empties another. If the opponent can step to
///   two squares, one of them stays free, so that the opponent can move after
///   any step: none is worth 99. Each is worth material, one more if it
///   crowns a man, or −99 if it leaves the player stuck.
/// - A king, and a man who is crowned, can step back to where it came from, so
///   that the player is not stuck.
/// - If two pieces can step, and there are two squares to step to, some piece
///   X can step to `x` and another, Y, to `y ≠ x`. (Otherwise every two steps
///   would share their piece or their target: all of them one piece, or all
///   one target.) After X has stepped to `x`, Y can step to `y`.
/// - To be stuck is never better, unless material is below −99, as it may be
///   on large boards.
fn quiet_score<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    steps: &Steps<V::Word>,
) -> Option<Score> {
    let opponents = Steps::new::<V, S::Opponent>(variant, pieces);
    if !opponents.targets.has_several() {
        return None;
    }
    let material = material::<V::Word, S>(pieces);
    if material < LOST {
        None
    } else if steps.targets_of_men.intersects(S::crowning(variant.layout())) {
        Some(material + 1)
    } else if (steps.pieces.has_several() && steps.targets.has_several())
        || steps.pieces.intersects(pieces.kings)
    {
        Some(material)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::Document;
    use crate::position::Position;
    use crate::score::WON;
    use crate::variant::{self, Red, Task};

    /// Answers the bounds about red's moves at depth 1.
    struct Answer<'a>(&'a Position, Score);

    impl Task for Answer<'_> {
        type Output = Score;

        fn run<V: Variant>(self, variant: V) -> Score {
            let Answer(position, bound) = self;
            answer_before::<V, Red>(variant, position.board().pieces().convert(), bound, &mut Vec::new())
        }
    }

    /// Red steps f6->g7 and shuts in the man on f8. After black's only reply
    /// nothing can move. `A` is where a third man stands, or nothing.
    const SHUT_IN: &str = r#"
        "."."b".
        ."."r"."
        "."r"r"r
        ."."r"."
        "."A".".
        b"r"."."
        ".".".".
        r"r"."."
    "#;

    #[track_caller]
    fn assert_wins(capture: &str, third: &str) {
        let cells = SHUT_IN.replace('A', third);
        for jumps in ["single", "multiple"] {
            let text = format!("RULES: {capture} {jumps} jumps TURN: red BOARD: {cells} MOVES:");
            let position = text.parse::<Document>().unwrap().position().unwrap();
            let answer = Answer(&position, WON);
            let (shape, rules) = (position.board().shape(), position.rules());
            assert_eq!(variant::dispatch(shape, rules, answer), WON, "{text}");
        }
    }

    #[test]
    fn three_pieces_that_can_step_are_too_few_where_a_jump_is_forced() {
        // d4 has to jump to b2, where it is stuck and keeps a3 from moving.
        assert_wins("capture", "b");
    }

    #[test]
    fn two_pieces_that_can_step_are_too_few_where_the_reply_is_chosen() {
        // a3 steps to b2 and is stuck there.
        assert_wins("no capture", ".");
    }
}
