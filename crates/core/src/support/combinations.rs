//! Subsets of given squares, numbered by the combinatorial number system (D. Knuth, *The Art of
//! Computer Programming* 4A, section 7.2.1.3). If the given squares are counted from 0, the subset
//! of the squares a < b < c has the number C(a, 1) + C(b, 2) + C(c, 3). Red counts squares upwards
//! from the first bit, and black downwards from the last.

use crate::model::bitboard::{Bitboard, Word};
use crate::model::player::Player;
use crate::model::variant::Side;

/// The maximum number of squares in a numbered set.
pub const MAX_SQUARES: usize = 8;

/// The numbers C(n, k), for n up to 128, the number of bits of the largest word.
static CHOOSE: [[u64; MAX_SQUARES + 1]; 129] = {
    let mut table = [[0; MAX_SQUARES + 1]; 129];
    let mut n = 0;
    while n < 129 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MAX_SQUARES && k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns the number of ways to choose `k` of `n` squares, for `k` up to [`MAX_SQUARES`].
pub fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// Returns the number of `set` among the subsets of `among` that have the same size.
#[inline]
pub fn rank<W: Word, S: Side>(set: Bitboard<W>, among: Bitboard<W>) -> u64 {
    let mut number = 0;
    match S::PLAYER {
        Player::Red => {
            for (index, bit) in set.bits().enumerate() {
                number += CHOOSE[count_below(among, bit)][index + 1];
            }
        }
        Player::Black => {
            let (last, count) = (among.len() as usize, set.len() as usize);
            for (index, bit) in set.bits().enumerate() {
                number += CHOOSE[last - 1 - count_below(among, bit)][count - index];
            }
        }
    }
    number
}

#[inline]
fn count_below<W: Word>(among: Bitboard<W>, bit: u32) -> usize {
    (among - Bitboard(!W::ZERO << bit)).len() as usize
}

/// Returns the subset of `among` that has `count` squares and this number.
pub fn unrank<W: Word, S: Side>(mut number: u64, count: u32, among: Bitboard<W>) -> Bitboard<W> {
    // Do not use a vector: this function runs for each row of a table, and allocations make threads wait for
    // each other.
    let mut squares = [0; 128];
    for (index, square) in among.bits().enumerate() {
        squares[index] = square;
    }
    let mut set = Bitboard::EMPTY;
    let mut n = among.len();
    for k in (1..=count).rev() {
        n -= 1;
        while choose(n, k) > number {
            n -= 1;
        }
        number -= choose(n, k);
        let square = match S::PLAYER {
            Player::Red => squares[n as usize],
            Player::Black => squares[(among.len() - 1 - n) as usize],
        };
        set |= Bitboard::single(square);
    }
    set
}

/// Calls `act` with each subset of `among` that has `count` squares, in the order of their numbers.
#[inline]
pub fn for_each_set<W: Word, S: Side>(count: u32, among: Bitboard<W>, mut act: impl FnMut(Bitboard<W>)) {
    let mut squares = [Bitboard::EMPTY; 128];
    let len = among.len() as usize;
    for (index, square) in among.singles().enumerate() {
        squares[if S::PLAYER == Player::Red { index } else { len - 1 - index }] = square;
    }
    for_each_union(&squares[..len], count, Bitboard::EMPTY, &mut act);
}

/// For each subset of `count` of the `squares`, calls `act` with the union of the subset and `with`.
fn for_each_union<W: Word>(
    squares: &[Bitboard<W>],
    count: u32,
    with: Bitboard<W>,
    act: &mut impl FnMut(Bitboard<W>),
) {
    match count {
        0 => act(with),
        1 => squares.iter().for_each(|&square| act(with | square)),
        _ => {
            for (index, &last) in squares.iter().enumerate().skip(count as usize - 1) {
                for_each_union(&squares[..index], count - 1, with | last, act);
            }
        }
    }
}
