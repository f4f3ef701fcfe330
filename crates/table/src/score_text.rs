//! Formatting of engine scores, in men or as a forced end, and of numbers of plies.

use rankmoves_engine::{is_proven, plies_to_end};
use shell::quantity;

/// Writes hundredths of a man as men: `+0.12`, `-1.50`, `0.00`.
pub fn in_men(hundredths: i32) -> String {
    if hundredths == 0 { "0.00".to_owned() } else { format!("{:+.2}", f64::from(hundredths) / 100.0) }
}

/// Writes a number of plies: `1 ply`, `2 plies`.
pub fn plies(count: usize) -> String {
    quantity(count, "ply", "plies")
}

/// Writes a score briefly: in men, or as `win5` or `loss4` if the game is won after 5 plies or lost after 4;
/// `won` or `lost` if the number of plies is unknown.
pub fn short_score(score: i32) -> String {
    match plies_to_end(score) {
        None if is_proven(score) => if score > 0 { "won" } else { "lost" }.to_owned(),
        None => in_men(score),
        Some(plies) => format!("{}{plies}", if score > 0 { "win" } else { "loss" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundredths_are_written_as_men() {
        let texts = [0, 5, -5, 100, -250, 1234].map(in_men);
        assert_eq!(texts, ["0.00", "+0.05", "-0.05", "+1.00", "-2.50", "+12.34"]);
    }

    #[test]
    fn a_forced_end_is_shown_in_plies_if_known() {
        use rankmoves_engine::WIN;

        let texts = [WIN - 5, 4 - WIN, 90 - WIN, 120, WIN - 2000, 2000 - WIN].map(short_score);
        assert_eq!(texts, ["win5", "loss4", "loss90", "+1.20", "won", "lost"]);
    }
}
