//! Tests results of series, and scores with their bounds.

use std::time::Duration;

use rankmoves_core::Player;
use rankmoves_game::{Game, MatchScore, Played, Tally};
use testing::notation::{CAPTURE_MULTIPLE, position, with_passes};

use super::play;

#[test]
fn a_tally_is_kept_for_the_first_agent() {
    let start = position(CAPTURE_MULTIPLE, Player::Red, "r d4, b e5");
    let ended = |plies: &str| {
        let mut game = Game::new(start);
        play(&mut game, plies);
        game
    };
    // Red jumps black's only man.
    let won = ended("d4->f6");
    let mut drawn = Game::new(with_passes(&position(CAPTURE_MULTIPLE, Player::Black, "r b8, b a1")));
    play(&mut drawn, "pass pass");
    let thinking = |seconds, moves| (Duration::from_secs(seconds), moves);
    let mut tally = Tally::default();
    for (number, game, side_of_first, with) in [
        (0, &won, Player::Red, [thinking(1, 1), thinking(0, 0)]),
        (1, &drawn, Player::Red, [thinking(2, 3), thinking(5, 7)]),
        (2, &won, Player::Black, [thinking(10, 20), thinking(30, 40)]),
        (3, &won, Player::Black, [thinking(0, 0), thinking(0, 1)]),
        (4, &drawn, Player::Black, [thinking(0, 0), thinking(0, 0)]),
        (5, &won, Player::Black, [thinking(0, 0), thinking(0, 0)]),
    ] {
        tally.add(&Played {
            number,
            game: game.clone(),
            side_of_first,
            forfeit: None,
            thinking: with,
            clock: None,
        });
    }
    let expected =
        Tally { wins: 1, draws: 2, losses: 3, plies: 8, thinking: [thinking(13, 24), thinking(35, 48)] };
    assert_eq!((tally, tally.games()), (expected, 6));
}

#[test]
fn score_bounds_equal_published_tables() {
    let tally = |wins, draws, losses| Tally { wins, draws, losses, ..Tally::default() };
    let is = |found: f64, expected: f64| (found - expected).abs() < 5e-4;
    assert_eq!(Tally::default().score(), None);
    // Wilson's intervals from published tables; 81 of 263 is the example of R. G. Newcombe (Two-sided
    // confidence intervals for the single proportion, 1998).
    for (won, lost, low, high) in [
        (50, 50, 0.404, 0.596),
        (10, 0, 0.722, 1.0),
        (0, 10, 0.0, 0.278),
        (81, 182, 0.2553, 0.3662),
        (1, 0, 0.207, 1.0),
    ] {
        let MatchScore { score, low: below, high: above } = tally(won, 0, lost).score().unwrap();
        assert!(is(score, f64::from(won) / f64::from(won + lost)), "{score}");
        assert!(is(below, low) && is(above, high), "{won} to {lost}: {below} to {above}");
        assert!((0.0..=score).contains(&below) && (score..=1.0).contains(&above), "{below} to {above}");
    }
    // A draw counts as half a win.
    assert_eq!(tally(40, 20, 40).score(), tally(50, 0, 50).score());
    for games in 1..200 {
        for drawn in 0..2 {
            let MatchScore { score, low, high } = tally(games, drawn, 0).score().unwrap();
            assert!(0.0 < low && low <= score && score <= high && high <= 1.0, "{games} {low} {high}");
        }
    }
}
