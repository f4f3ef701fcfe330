//! Divides the root positions among threads.

/// Returns the indices of the root positions in the order in which the `number`-th of some threads goes through
/// them, each once. The two threads of a pair start at neighbouring roots and go around the list in opposite
/// directions: neighbouring roots share much of their trees, and the two threads meet only when all roots are
/// done.
///
/// ```text
/// roots         0  1  2  3  4  5  6
/// threads      0→        2→       ←1
///                    ←3
/// ```
pub(super) fn schedule(number: usize, threads: usize, roots: usize) -> impl Iterator<Item = usize> {
    let (pairs, forwards) = (threads.div_ceil(2), number.is_multiple_of(2));
    let first = number / 2 * roots / pairs;
    (0..roots).map(move |offset| {
        let steps = if forwards { offset } else { roots - 1 - offset };
        (first + steps) % roots
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_go_in_pairs_that_meet() {
        let orders = |threads, roots| -> Vec<Vec<usize>> {
            let order = |number| schedule(number, threads, roots).collect();
            (0..threads).map(order).collect()
        };
        // The orders in the picture above.
        let expected =
            [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [3, 4, 5, 6, 0, 1, 2], [2, 1, 0, 6, 5, 4, 3]];
        assert_eq!(orders(4, 7), expected);
        // Three pairs; the last is incomplete.
        let firsts: Vec<usize> = orders(5, 12).iter().map(|order| order[0]).collect();
        assert_eq!(firsts, [0, 11, 4, 3, 8]);
        assert_eq!(orders(1, 3), [[0, 1, 2]]);
        assert_eq!(orders(2, 1), [[0], [0]]);
    }
}
