//! Numbers all positions of some material, without gaps.
//!
//! The men of the player to move are numbered first, then the opponent's men on the remaining squares, then
//! the player's kings, then the opponent's kings, each by the [combinatorial number
//! system](rankmoves_core::support::combinations). Men may be anywhere except on their crowning row. The
//! number of ways to place the opponent's men depends on the placement of the player's men, so one sum is
//! stored for each placement of the player's men.
//!
//! Squares are counted from the side of the player who is not to move: from the top if red is to move, from the
//! bottom if black is. So if rotating the board by 180° maps playable squares to playable squares, a position has
//! the same number as the rotated position with the other player to move.

use std::ops::Range;

use super::control::BuildControl;
use super::material::Material;
use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::layout::Layout;
use rankmoves_core::model::variant::Side;
use rankmoves_core::support::combinations::{MAX_SQUARES, choose, for_each_set, rank, unrank};
use rankmoves_core::support::threads::for_each;

/// The numbering of the positions of one material, one player to move.
pub(super) struct Numbering {
    pub(super) material: Material,
    /// For each placement of the player's men, the number of pairs before it: a pair is an earlier placement with
    /// any placement of the opponent's men. The last number counts all pairs.
    pairs: Vec<u64>,
    own_king_sets: u64,
    their_king_sets: u64,
}

struct Squares<W> {
    all: Bitboard<W>,
    own_men: Bitboard<W>,
    their_men: Bitboard<W>,
}

impl<W: Word> Squares<W> {
    fn new<L: Layout<Word = W>, S: Side>(layout: L) -> Squares<W> {
        let all = layout.squares();
        Squares { all, own_men: all - S::crowning(layout), their_men: all - S::Opponent::crowning(layout) }
    }
}

impl Numbering {
    /// Creates the numbering of a material for a player to move; `None` if there are
    /// too many pieces, or too many placements of men to keep a sum for each.
    pub(super) fn new<L: Layout, S: Side>(layout: L, material: Material) -> Option<Numbering> {
        let Material { own, theirs } = material;
        if [own.men, own.kings, theirs.men, theirs.kings].iter().any(|&count| count as usize > MAX_SQUARES) {
            return None;
        }
        let squares = Squares::new::<L, S>(layout);
        let placements = choose(squares.own_men.len(), own.men);
        if material.pieces() > squares.all.len() || placements > 1 << 24 {
            return None;
        }
        let mut pairs = Vec::new();
        pairs.try_reserve_exact(usize::try_from(placements).ok()? + 1).ok()?;
        let mut before: u64 = 0;
        for_each_set::<_, S>(own.men, squares.own_men, |men| {
            pairs.push(before);
            // The sum may exceed 64 bits: it has up to 2^24 terms of up to C(128, 8).
            before = before.saturating_add(choose((squares.their_men - men).len(), theirs.men));
        });
        pairs.push(before);
        let free = squares.all.len() - own.men - theirs.men;
        let numbering = Numbering {
            material,
            pairs,
            own_king_sets: choose(free, own.kings),
            their_king_sets: choose(free - own.kings, theirs.kings),
        };
        before.checked_mul(numbering.own_king_sets)?.checked_mul(numbering.their_king_sets)?;
        Some(numbering)
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> u64 {
        self.pairs.last().map_or(0, |pairs| pairs * self.own_king_sets * self.their_king_sets)
    }

    /// Returns the number of rows. A row consists of the consecutive positions that differ only in the
    /// opponent's kings.
    pub(super) fn rows(&self) -> u64 {
        self.pairs.last().map_or(0, |pairs| pairs * self.own_king_sets)
    }

    pub(super) fn row_len(&self) -> u64 {
        self.their_king_sets
    }

    /// Returns the number of a position of this material, `S` to move. No man may stand on
    /// its crowning row.
    #[inline]
    pub(super) fn number<L: Layout, S: Side>(&self, layout: L, pieces: Pieces<L::Word>) -> usize {
        let squares = Squares::new::<L, S>(layout);
        let (own, theirs) = (pieces.of(S::PLAYER), pieces.of(S::Opponent::PLAYER));
        let own_men = own - pieces.kings;
        let men = (own | theirs) - pieces.kings;
        let mut number = self.pairs[usize_of(rank::<_, S>(own_men, squares.own_men))];
        number += rank::<_, S>(men - own_men, squares.their_men - own_men);
        let free = squares.all - men;
        let own_kings = own & pieces.kings;
        number = number * self.own_king_sets + rank::<_, S>(own_kings, free);
        number = number * self.their_king_sets + rank::<_, S>(theirs & pieces.kings, free - own_kings);
        usize_of(number)
    }

    /// Returns the pieces of a row without the opponent's kings, and the squares on which these kings may be.
    pub(super) fn row<L: Layout, S: Side>(
        &self,
        layout: L,
        row: u64,
    ) -> (Pieces<L::Word>, Bitboard<L::Word>) {
        let squares = Squares::new::<L, S>(layout);
        let counts = self.material;
        let (pair, own_king_set) = (row / self.own_king_sets, row % self.own_king_sets);
        let placement = self.pairs.partition_point(|&before| before <= pair) - 1;
        // If several placements have the same number of pairs before them, only the last has pairs itself.
        let own = unrank::<_, S>(placement as u64, counts.own.men, squares.own_men);
        let theirs = unrank::<_, S>(pair - self.pairs[placement], counts.theirs.men, squares.their_men - own);
        let free = squares.all - own - theirs;
        let kings = unrank::<_, S>(own_king_set, counts.own.kings, free);
        (Pieces::new(S::PLAYER, own | kings, theirs, kings), free - kings)
    }

    /// Calls `act` with the number and the pieces of each position of some rows.
    #[inline]
    pub(super) fn for_each<L: Layout, S: Side>(
        &self,
        layout: L,
        rows: Range<u64>,
        mut act: impl FnMut(usize, Pieces<L::Word>),
    ) {
        let mut number = usize_of(rows.start * self.row_len());
        for row in rows {
            let (pieces, free) = self.row::<_, S>(layout, row);
            let (own, men) = (pieces.of(S::PLAYER), pieces.of(S::Opponent::PLAYER));
            for_each_set::<_, S>(self.material.theirs.kings, free, |kings| {
                act(number, Pieces::new(S::PLAYER, own, men | kings, pieces.kings | kings));
                number += 1;
            });
        }
    }
}

/// The number of positions that a thread takes at a time.
const CHUNK_POSITIONS: u64 = 1 << 14;

/// Calls `act` on several threads for all rows of a slice, several rows at a time. Ends early if the build is
/// stopped.
pub(super) fn for_rows(numbering: &Numbering, control: &BuildControl, act: impl Fn(Range<u64>) + Sync) {
    let rows = numbering.rows();
    let step = (CHUNK_POSITIONS / numbering.row_len().max(1)).max(1);
    let starts = (0..rows).step_by(usize_of(step)).take_while(|_| !control.is_stopped());
    let threads = if numbering.len() > 8 * CHUNK_POSITIONS { control.threads.get() } else { 1 };
    for_each(starts, threads, |start| act(start..rows.min(start + step)));
}

/// Converts the index of an element in memory, which always fits.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "it is below the length of a vector")]
pub(super) fn usize_of(number: u64) -> usize {
    number as usize
}
