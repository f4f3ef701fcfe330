//! Fits a logistic curve that turns the engine's score of a position into the expected result. The scale of
//! the curve depends on the number of pieces. The data are games of the engine against itself.

use fastrand::Rng;
use rankmoves_endings::Tables;
use rankmoves_engine::{Curve, Limits, is_proven};

use crate::Judge;
use crate::games;
use crate::sample::Sample;

/// The number of positions judged per game.
const POSITIONS: usize = 8;

/// The boundaries between the rows of the table, in percent.
const EDGES: [u32; 12] = [0, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95];

/// A position of a game, with the score of a second search.
#[derive(Clone, Copy)]
struct Judged {
    score: i32,
    pieces: u32,
    /// The result for the player to move: 0, 0.5 or 1.
    result: f64,
}

/// Plays games, judges a few positions of each with `judged` nodes, and fits the curve to the games with even
/// numbers. Prints the curve, and compares the predicted and the actual results of the other games.
pub fn fit(games: u64, nodes: u64, judged: u64, judge: &Judge, tables: &Tables) {
    let mut rng = Rng::with_seed(1);
    let mut sets = [Vec::new(), Vec::new()];
    let mut depths = 0;
    for number in 0..games {
        let (samples, _) = games::play_one(&mut judge.engine(), number, &mut rng, nodes, tables);
        for sample in rng.choose_multiple(samples, POSITIONS) {
            let estimates = judge.engine().rank(&sample.view.position(), Limits::nodes(judged));
            depths += estimates.depth;
            let score = estimates.best().expect("there are moves");
            // The curve is only for unproven scores.
            if !is_proven(score) {
                sets[usize::from(number % 2 == 1)].push(Judged::new(&sample, score));
            }
        }
    }
    let [learnt, aside] = sets;
    let count = learnt.len() + aside.len();
    eprintln!("{count} positions, judged {:.1} plies deep", f64::from(depths) / count as f64);
    let curve = descend(&learnt);
    println!("{curve:?}: loss {:.4}, aside {:.4}", loss(curve, &learnt), loss(curve, &aside));
    println!("| Predicted | Positions | Mean prediction | Mean result |\n|---|---|---|---|");
    let ends = EDGES.iter().skip(1).copied().chain([101]);
    for (from, to) in EDGES.into_iter().zip(ends) {
        row(&format!("{from} to {} %", to.min(100)), curve, &aside, |judged| {
            (f64::from(from)..f64::from(to)).contains(&(100.0 * judged.expected(curve)))
        });
    }
    for (from, to) in [(5, 8), (9, 12), (13, 16), (17, 20), (21, 24)] {
        row(&format!("{from} to {to} pieces, ahead"), curve, &aside, |judged| {
            (from..=to).contains(&judged.pieces) && judged.score > 0
        });
    }
}

impl Judged {
    fn new(sample: &Sample, score: i32) -> Judged {
        let view = sample.view;
        let pieces = view.men | view.kings | view.enemy_men | view.enemy_kings;
        Judged { score, pieces: pieces.count_ones(), result: 0.5 + 0.5 * f64::from(sample.result) }
    }

    fn expected(&self, curve: Curve) -> f64 {
        curve.expected(self.score, self.pieces)
    }
}

/// Prints a row of the table, for the positions that `is_in` selects.
fn row(name: &str, curve: Curve, judged: &[Judged], is_in: impl Fn(&Judged) -> bool) {
    let part: Vec<&Judged> = judged.iter().filter(|judged| is_in(judged)).collect();
    let mean = |of: &dyn Fn(&Judged) -> f64| {
        100.0 * part.iter().map(|judged| of(judged)).sum::<f64>() / part.len() as f64
    };
    let (predicted, seen) = (mean(&|judged| judged.expected(curve)), mean(&|judged| judged.result));
    println!("| {name} | {} | {predicted:.1} % | {seen:.1} % |", part.len());
}

/// Returns the mean cross-entropy of the results.
fn loss(curve: Curve, judged: &[Judged]) -> f64 {
    let sum: f64 = judged
        .iter()
        .map(|judged| {
            let expected = judged.expected(curve).clamp(1e-6, 1.0 - 1e-6);
            -(judged.result * expected.ln() + (1.0 - judged.result) * (1.0 - expected).ln())
        })
        .sum();
    sum / judged.len() as f64
}

/// Finds the curve with the least loss. Halves the step when no neighbour is better.
fn descend(judged: &[Judged]) -> Curve {
    let mut best = Curve { few: 100.0, many: 100.0 };
    let mut least = loss(best, judged);
    let mut step = 32.0;
    while step >= 1.0 {
        let Curve { few, many } = best;
        let neighbours = [(few - step, many), (few + step, many), (few, many - step), (few, many + step)];
        let curves = neighbours.map(|(few, many)| Curve { few: few.max(1.0), many: many.max(1.0) });
        let found = curves.into_iter().map(|curve| (loss(curve, judged), curve));
        match found.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(loss, _)| *loss < least) {
            Some((loss, curve)) => (least, best) = (loss, curve),
            None => step /= 2.0,
        }
    }
    best
}
