//! Values that repeat from some depth on.

/// From the depth `from` on, the values repeat every `period` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repetition {
    pub(super) from: u32,
    pub(super) period: u32,
}

impl Repetition {
    /// Returns the first depth, not below `from`, whose values equal those at `depth`. A `depth` below
    /// `from` is returned unchanged.
    pub(super) fn first_equal_depth(self, depth: u32) -> u32 {
        match depth.checked_sub(self.from) {
            None => depth,
            Some(beyond) => self.from + beyond % self.period,
        }
    }
}

/// Returns whether later depths should now be compared with `depth` instead of `since`. The intervals grow,
/// so that each period fits into one of them (R. P. Brent, *An improved Monte Carlo factorization algorithm*,
/// 1980).
pub(super) fn is_over(since: u32, depth: u32) -> bool {
    depth - since > since / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_after_the_end_are_like_those_a_whole_number_of_periods_before() {
        for (from, period) in [(0, 1), (3, 1), (32, 4), (33, 4), (34, 6), (41, 10), (51, 2)] {
            let repetition = Repetition { from, period };
            for depth in (from..from + 60).chain([u32::MAX - 1, u32::MAX]) {
                let equal = repetition.first_equal_depth(depth);
                let is_like = (depth - equal).is_multiple_of(period);
                assert!(is_like && (from..from + period).contains(&equal), "{from} {period} {depth} {equal}");
            }
            assert!((0..from).all(|depth| repetition.first_equal_depth(depth) == depth));
        }
    }

    #[test]
    fn each_period_is_compared_with_in_time() {
        for period in [1, 2, 3, 4, 6, 10, 50] {
            for from in 0..200 {
                let (mut since, mut depth) = (0, 1);
                while since < from || depth - since != period {
                    if is_over(since, depth) {
                        since = depth;
                    }
                    depth += 1;
                }
                assert!(depth <= 2 * (from + 4 * period) + 2, "{from} {period} {depth}");
            }
        }
    }
}
