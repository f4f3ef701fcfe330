//! Tests the evaluation: counts every term by its definition, on an array of characters, for both players.

use proptest::prelude::*;
use rankmoves_core::{Board, Piece, Player, Rules, Setup, Shape};
use rankmoves_engine::{Engine, Evaluation, Limits, Term, Weights, is_proven};
use testing::notation;
use testing::plain::Plain;
use testing::support::{crowded, crowning, other_shapes, position, standard};

/// A counter of red's terms, square by square. Row 0 is the top, where red's men are crowned.
struct Counter<'a>(&'a Plain);

impl Counter<'_> {
    /// Returns the character of a square, if it is a playable square of the board.
    fn at(&self, row: isize, column: isize) -> Option<char> {
        let line = self.0.cells.get(usize::try_from(row).ok()?)?;
        line.get(usize::try_from(column).ok()?).copied().filter(|&cell| cell != '"')
    }

    fn squares(&self, of: &str) -> Vec<(isize, isize)> {
        let rows = 0..self.0.ranks().cast_signed();
        let all = rows.flat_map(|row| (0..self.0.files().cast_signed()).map(move |column| (row, column)));
        all.filter(|&(row, column)| self.at(row, column).is_some_and(|cell| of.contains(cell))).collect()
    }

    fn is(&self, (row, column): (isize, isize), of: &str) -> bool {
        self.at(row, column).is_some_and(|cell| of.contains(cell))
    }

    fn count(&self, term: Term) -> usize {
        match term {
            Term::Man => self.squares("r").len(),
            Term::King => self.squares("R").len(),
            Term::Advancement => {
                self.squares("r").into_iter().filter(|&man| self.is_free(man)).map(|man| self.rows(man)).sum()
            }
            Term::BackRank if self.squares("b").is_empty() => 0,
            Term::BackRank => {
                let last = self.0.ranks().cast_signed() - 1;
                self.squares("r").into_iter().filter(|man| man.0 == last).count()
            }
            Term::Centre => self.squares("R").into_iter().filter(|&king| self.is_central(king)).count(),
            Term::Mobility => {
                let steps = self
                    .squares("r")
                    .into_iter()
                    .flat_map(|(row, column)| [-1, 1].map(|by| (row - 1, column + by)));
                steps.filter(|&to| self.is(to, ".") && !self.could_be_jumped(to, "bB", "B", -1)).count()
            }
            Term::Connected => {
                let men = self.squares("r").into_iter();
                men.filter(|(row, column)| {
                    [-1, 1].into_iter().any(|by| self.is((row + 1, column + by), "rR"))
                })
                .count()
            }
            Term::Defended => {
                let is_open = |(row, column): (isize, isize)| {
                    [-1, 1].into_iter().any(|by| {
                        self.at(row - 1, column - by).is_some() && self.is((row + 1, column + by), ".")
                    })
                };
                self.squares("r").into_iter().filter(|&man| !is_open(man)).count()
            }
            Term::Threats => {
                let enemies = self.squares("bB").into_iter();
                enemies.filter(|&enemy| self.could_be_jumped(enemy, "rR", "R", 1)).count()
            }
            Term::Majority => 100 * self.squares("rR").len() / self.squares("rRbB").len().max(1),
        }
    }

    /// Returns whether a piece on a square could be jumped: by one of `pieces`
    /// standing `by` rows below it, or by one of `kings` standing as far above.
    fn could_be_jumped(&self, (row, column): (isize, isize), pieces: &str, kings: &str, by: isize) -> bool {
        [(by, pieces), (-by, kings)].into_iter().any(|(rows, jumpers)| {
            [-1, 1].into_iter().any(|columns| {
                self.is((row + rows, column + columns), jumpers)
                    && self.is((row - rows, column - columns), ".")
            })
        })
    }

    /// Returns whether no enemy stands on a square that a man could reach by steps.
    fn is_free(&self, man: (isize, isize)) -> bool {
        let mut reached = vec![man];
        while !reached.is_empty() {
            if reached.iter().any(|&square| self.is(square, "bB")) {
                return false;
            }
            let next = reached.iter().flat_map(|&(row, column)| [-1, 1].map(|by| (row - 1, column + by)));
            let mut next: Vec<_> = next.filter(|&(row, column)| self.at(row, column).is_some()).collect();
            next.sort_unstable();
            next.dedup();
            reached = next;
        }
        true
    }

    /// Returns the number of rows that a man has advanced, scaled to the range from 0 to 7 and rounded.
    fn rows(&self, man: (isize, isize)) -> usize {
        let last = self.0.ranks() - 1;
        let advanced = last - man.0.cast_unsigned();
        (2 * 7 * advanced + last) / (2 * last)
    }

    /// Returns whether a square is in the middle of the board.
    fn is_central(&self, square: (isize, isize)) -> bool {
        let (rows, columns) = (self.0.ranks().cast_signed(), self.0.files().cast_signed());
        let ring =
            |(row, column): (isize, isize)| row.min(column).min(rows - 1 - row).min(columns - 1 - column);
        let all = self.squares(".rRbB");
        let from = |ring_number: isize| all.iter().filter(|&&other| ring(other) >= ring_number).count();
        let first =
            (0..all.len().cast_signed()).take_while(|&number| from(number) * 4 >= all.len()).last().unwrap();
        ring(square) >= first
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_term_equals_its_definition(
        plain in prop_oneof![standard(), other_shapes(), crowded(), crowning()],
    ) {
        let evaluation = Evaluation::of(&position(&plain));
        let turned = plain.turned();
        for term in Term::ALL {
            let contribution = evaluation.get(term);
            let counted = |plain| i32::try_from(Counter(plain).count(term)).unwrap();
            prop_assert_eq!(
                (contribution.red, contribution.black),
                (counted(&plain), counted(&turned)),
                "{} in {}", term, plain.to_text()
            );
        }
    }

    #[test]
    fn the_score_is_the_weighted_sum_and_changes_sign_with_the_player(
        plain in prop_oneof![standard(), other_shapes(), crowded()],
        weights in proptest::collection::vec(-200..=200, Term::ALL.len()),
    ) {
        let own = Term::ALL.into_iter().zip(weights).fold(Weights::NONE, |all, (term, weight)| all.with(term, weight));
        let (position, turned) = (position(&plain), position(&plain.turned()));
        for weights in [Weights::default(), own] {
            let evaluation = Evaluation::with_weights(&position, weights);
            let sum: i32 =
                evaluation.terms().map(|term| weights.get(term.term) * (term.red - term.black)).sum();
            prop_assert_eq!(evaluation.score(Player::Red), sum);
            prop_assert_eq!(evaluation.score(Player::Black), -sum);
            prop_assert_eq!(Evaluation::with_weights(&turned, weights).score(Player::Red), -sum);
        }
    }

    /// At depth 0 a move's score is the evaluation of the resulting position.
    #[test]
    fn an_engine_with_weights_uses_this_evaluation(plain in prop_oneof![standard(), other_shapes(), crowded()]) {
        let position = position(&plain);
        let limits = Limits::depth(0);
        for estimate in Engine::with_weights(Weights::default()).rank(&position, limits).moves {
            let after = position.play(&estimate.mv).unwrap();
            let score = Evaluation::of(&after).score(position.turn());
            // No evaluation, not even that of a hundred kings, counts as a proven win.
            prop_assert!(estimate.score == score || is_proven(score) && !is_proven(estimate.score));
        }
    }
}

#[test]
fn terms_equal_counts_by_hand() {
    // Red's and black's counts in the order of the terms.
    let cases = [
        // A single man: two rows from home, two steps, nothing behind it.
        ("r c3", [1, 0, 2, 0, 0, 2, 0, 0, 0, 100], [0; 10]),
        // g7 is in the way of all three red men, and they are in its way. g7 has two steps and nothing behind
        // it; c1 has one step, b2 two, and no enemy can land behind any of the red men.
        ("r a1, r c1, r b2, b g7", [3, 0, 0, 2, 0, 3, 1, 3, 0, 75], [1, 0, 0, 0, 0, 2, 0, 0, 0, 25]),
        // Each piece could jump the other. The man has one step, to f4.
        ("R d4, b e5", [0, 1, 0, 0, 1, 0, 0, 0, 1, 50], [1, 0, 0, 0, 0, 1, 0, 0, 1, 50]),
        // After a step to b4 or d4, a king could jump the man, but it would land on c3. The term counts c3 as
        // occupied, so both steps are safe. One of the kings is in the middle.
        ("r c3, B a5, B e5", [1, 0, 0, 0, 0, 2, 0, 0, 0, 33], [0, 2, 0, 0, 1, 0, 0, 0, 0, 66]),
        // On d6 the man could be jumped from c7, onto e5, and from e7, onto c5; on f6 from e7, onto g5.
        ("r e5, b c7, b e7", [1, 0, 0, 0, 0, 0, 0, 0, 0, 33], [2, 0, 0, 0, 0, 3, 0, 0, 0, 66]),
        // Without enemy men, no man counts as guarding the back rank; a man that has passed all enemies is
        // free.
        ("r a1, r h6, B b4", [2, 0, 5, 0, 0, 2, 0, 2, 0, 66], [0, 1, 0, 0, 0, 0, 0, 0, 0, 33]),
        // Two steps down to the left from b8 leave the board. A third must not come back on the right, at h6.
        ("r h6, B b8", [1, 0, 5, 0, 0, 1, 0, 1, 0, 50], [0, 1, 0, 0, 0, 0, 0, 0, 0, 50]),
    ];
    for (pieces, red, black) in cases {
        let evaluation = Evaluation::of(&notation::position(Rules::ENGLISH, Player::Red, pieces));
        let counted: Vec<_> = evaluation.terms().map(|term| (term.term, term.red, term.black)).collect();
        let expected = (0..10).map(|place| (Term::ALL[place], red[place], black[place]));
        assert_eq!(counted, expected.collect::<Vec<_>>(), "{pieces}");
    }
}

#[test]
fn the_greatest_weights_do_not_overflow() {
    let shape = Shape::new(14, 15, false).unwrap();
    let mut board = Board::empty(shape);
    for square in shape.squares().collect::<Vec<_>>() {
        let letter = if square.rank() < 12 { 'r' } else { continue };
        board.put(square, Piece::from_letter(letter).unwrap()).unwrap();
    }
    let position =
        Setup { board, turn: Player::Red, rules: Rules::ENGLISH, jumping: None }.position().unwrap();
    for weight in [i32::MAX, i32::MIN] {
        let weights = Term::ALL.into_iter().fold(Weights::NONE, |weights, term| weights.with(term, weight));
        assert_eq!(weights.get(Term::Man), Weights::MAX * weight.signum());
        let score = Evaluation::with_weights(&position, weights).score(Player::Red);
        assert_eq!(score.signum(), weight.signum());
        let limits = Limits::depth(2);
        let estimates = Engine::with_weights(weights).rank(&position, limits);
        assert_eq!(estimates.moves.len(), position.legal_moves().count());
    }
}
