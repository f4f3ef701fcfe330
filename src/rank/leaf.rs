//! The last two plies.
//!
//! Nearly always the best move of the last ply is a step, and both sides have moves
//! left. In that case the score follows from the board, and no move is tried. One
//! ply earlier, an upper bound on the scores of the steps often follows as well.

use std::marker::PhantomData;

use super::progress::Progress;
use rankmoves_core::model::bitboard::Bitboard;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{self, Effect, Sink, Steps};
use rankmoves_core::model::score::{INFINITY, material, score_side};
use rankmoves_core::model::variant::{Side, Variant};
use rankmoves_core::{LOST, Score};

/// Searches the moves of side `S` at depth 0 with the null window [`bound` − 1, `bound`).
/// If the result reaches `bound`, it is a lower bound of the highest score; otherwise it
/// is exact. Without moves it is [`LOST`].
///
/// Reports a position that exceeds the budget to `progress`.
pub(super) fn depth_zero<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    bound: Score,
    progress: &Progress,
) -> Score {
    let mut best = Best::<V, S> { variant, pieces, bound, highest: -INFINITY, left: 0, side: PhantomData };
    let jumpers = movegen::all_jumpers::<V, S>(variant, pieces);
    if !jumpers.is_empty() {
        best.left = progress.budget.paths;
        movegen::generate_jumps::<V, S>(variant, pieces, jumpers, &mut best);
        if V::CHAINS && best.left == 0 {
            try_distinct_jumps(&mut best, jumpers, progress);
        }
        if variant.must_capture() || best.highest >= bound {
            return best.highest;
        }
    }
    let steps = Steps::new::<V, S>(variant, pieces);
    if steps.targets.is_empty() {
        return if jumpers.is_empty() { LOST } else { best.highest };
    }
    if let Some(score) = score_of_steps::<V, S>(variant, pieces, &steps) {
        return best.highest.max(score);
    }
    movegen::generate_steps::<V, S>(variant, pieces, &mut best);
    best.highest
}

/// A sink that finds the highest score of the moves of side `S`, and ignores moves once the bound is reached.
struct Best<V: Variant, S> {
    variant: V,
    pieces: Pieces<V::Word>,
    bound: Score,
    highest: Score,
    /// The number of jumps that can still be followed.
    left: usize,
    side: PhantomData<S>,
}

impl<V: Variant, S: Side> Sink<V::Word> for Best<V, S> {
    #[inline]
    fn accept(&mut self, effect: Effect<V::Word>) {
        if self.highest < self.bound {
            let score = score_side::<V, S>(self.variant, effect.apply::<S>(self.pieces));
            self.highest = self.highest.max(score);
        }
    }

    #[inline]
    fn enter(&mut self, _: Bitboard<V::Word>, _: Bitboard<V::Word>) -> bool {
        if !V::CHAINS {
            return true;
        }
        let has_room = self.left > 0;
        self.left -= usize::from(has_room);
        has_room && self.highest < self.bound
    }
}

/// Tries the jumps of side `S` again, one for each effect, because there are too many paths.
#[cold]
#[inline(never)]
fn try_distinct_jumps<V: Variant, S: Side>(
    best: &mut Best<V, S>,
    jumpers: Bitboard<V::Word>,
    progress: &Progress,
) {
    best.left = usize::MAX;
    let (variant, pieces, chains) = (best.variant, best.pieces, progress.budget.chains);
    if !movegen::generate_distinct_jumps::<V, S>(variant, pieces, jumpers, chains, best) {
        progress.exceed();
    }
}

/// Searches at depth 1 like [`depth_zero`] at depth 0, except that a result below `bound` is only an upper
/// bound. Leaves `successors` unchanged.
pub(super) fn depth_one<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    bound: Score,
    successors: &mut Vec<Pieces<V::Word>>,
    progress: &Progress,
) -> Score {
    let first = successors.len();
    let mut highest = None;
    let jumpers = movegen::all_jumpers::<V, S>(variant, pieces);
    if !jumpers.is_empty()
        && !movegen::push_jumps::<V, S, _>(
            variant,
            pieces,
            jumpers,
            progress.budget,
            successors,
            |after, _| after,
        )
    {
        progress.exceed();
    }
    let mut push = |effect: Effect<V::Word>| successors.push(effect.apply::<S>(pieces));
    if jumpers.is_empty() || !variant.must_capture() {
        let steps = Steps::new::<V, S>(variant, pieces);
        match ceiling_of_steps::<V, S>(variant, pieces, &steps) {
            _ if steps.targets.is_empty() => {}
            Some(ceiling) if ceiling < bound => highest = Some(ceiling),
            _ => movegen::generate_steps::<V, S>(variant, pieces, &mut push),
        }
    }
    for &after in &successors[first..] {
        let score = -depth_zero::<V, S::Opponent>(variant, after, 1 - bound, progress);
        highest = highest.max(Some(score));
        if score >= bound {
            break;
        }
    }
    successors.truncate(first);
    highest.unwrap_or(LOST)
}

/// Returns an upper bound on the depth-1 score of `S`'s steps, if it is provable without trying them. The proof
/// requires that enough of the opponent's pieces can step in one direction, and therefore to different squares.
///
/// Call a piece and the free square before it a pair; no two pairs in one
/// direction share a piece or a square. A step of `S` fills one square, so it spoils at most one pair. If one
/// pair is left after the opponent's reply, the opponent is not stuck. The reply then scores at least the
/// opponent's material, which its own move never lowers, or 99 if `S` is stuck. So `S` scores at most its own
/// material (one more if a man is crowned), or −99 if the material is below −99, as it can be on large boards.
///
/// - If captures are optional, the opponent may reply with the step of one pair, which spoils no other pair: two
///   pairs are needed after the step of `S`, and three before.
/// - If captures are required, a jump spoils at most two pairs: the pair of the jumper and the pair
///   of its landing square. Three pairs are needed after the step of `S`, and four before.
///
/// One pair fewer is not enough: see the tests.
fn ceiling_of_steps<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    steps: &Steps<V::Word>,
) -> Option<Score> {
    let pairs = if variant.must_capture() { 4 } else { 3 };
    let crowns = steps.targets_of_men.intersects(S::crowning(variant.layout()));
    let ceiling = (material::<V::Word, S>(pieces) + Score::from(crowns)).max(LOST);
    movegen::can_step_with::<V, S::Opponent>(variant, pieces, pairs).then_some(ceiling)
}

/// Returns the highest depth-0 score of the steps of side `S`, if it is
/// provable without trying them:
///
/// - A step fills one square and empties another. If the opponent can step to
///   two squares, one of them stays free, so that the opponent can move after
///   any step: no step is worth 99. Each scores the material, one more if it crowns a man, or −99 if it leaves
///   the player stuck.
/// - A king, or a man that is crowned, can step back to where it came from, so the player is not stuck.
/// - If two pieces can step, and there are two squares to step to, some piece X
///   can step to `x`, and another piece, Y, to `y ≠ x`. (Otherwise every two
///   steps would share their piece or their target. Then all steps would be of
///   one piece, or all to one target.) After X has stepped to `x`, Y can step to
///   `y`.
/// - Being stuck is never better, unless material is below −99, which takes a
///   large board.
fn score_of_steps<V: Variant, S: Side>(
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
    use rankmoves_core::exchange::Document;
    use rankmoves_core::model::variant::{self, Red, Task};
    use rankmoves_core::{Position, WON};

    /// A search of red's moves at depth 1 against a bound.
    struct DepthOne<'a>(&'a Position, Score);

    impl Task for DepthOne<'_> {
        type Output = Score;

        fn run<V: Variant>(self, variant: V) -> Score {
            let DepthOne(position, bound) = self;
            let pieces = position.board().pieces().convert();
            depth_one::<V, Red>(variant, pieces, bound, &mut Vec::new(), &Progress::default())
        }
    }

    /// Red steps f6->g7 and shuts in the man on f8. After black's only reply, no black piece can move. `A` is
    /// replaced by a third black man or by an empty square.
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
            let answer = DepthOne(&position, WON);
            let (shape, rules) = (position.board().shape(), position.rules());
            assert_eq!(variant::dispatch(shape, rules, answer), WON, "{text}");
        }
    }

    #[test]
    fn three_pieces_that_can_step_are_too_few_if_a_jump_is_forced() {
        // d4 has to jump to b2, where it is stuck and keeps a3 from moving.
        assert_wins("capture", "b");
    }

    #[test]
    fn two_pieces_that_can_step_are_too_few_if_the_reply_is_free() {
        // a3 steps to b2 and is stuck there.
        assert_wins("no capture", ".");
    }
}
