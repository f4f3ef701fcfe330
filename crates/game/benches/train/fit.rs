//! Logistic regression of game results on features.

use fastrand::Rng;
use rankmoves_engine::{Features, Patterns};

use crate::sample::{Sample, View};

/// The scale of the logistic function: at this score, in hundredths of a man, the odds of winning are e to 1.
pub const SCALE: f32 = 110.0;

/// The initial step size of a weight, in hundredths of a man.
const RATE: f32 = 8.0;

/// The strength of the pull of a weight towards its initial value.
const DECAY: f32 = 2e-6;

/// One in this many samples is held out to judge the fit.
const ASIDE: usize = 40;

fn logistic(score: f32) -> f32 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

/// Fits weights to samples in some passes. In the target, the engine's score has the share `score_share`,
/// from 0 to 1, and the game's result has the rest.
pub fn fit(samples: &mut [Sample], passes: u32, score_share: f32, seed: u64) -> Patterns {
    let aside = samples.len() / ASIDE;
    let (learnt, judged) = samples.split_at_mut(samples.len() - aside);
    let mut rng = Rng::with_seed(seed);
    let mut model = Model::new(score_share);
    for pass in 0..passes {
        rng.shuffle(learnt);
        let rate = RATE * (1.0 - pass as f32 / passes as f32);
        let mut loss = 0.0;
        for sample in learnt.iter() {
            loss += f64::from(model.learn(sample, rate));
        }
        let judge: f64 = judged.iter().map(|sample| f64::from(model.loss(sample))).sum();
        eprintln!(
            "pass {}: {:.5} learnt, {:.5} aside",
            pass + 1,
            loss / learnt.len() as f64,
            judge / judged.len() as f64
        );
    }
    model.patterns()
}

struct Model {
    first: Vec<[f32; 4]>,
    weights: Vec<[f32; 4]>,
    /// The sums of the squared gradients (Adagrad: J. Duchi, E. Hazan, Y. Singer, *Adaptive subgradient
    /// methods*, 2011).
    squares: Vec<[f32; 4]>,
    score_share: f32,
}

impl Model {
    fn new(score_share: f32) -> Model {
        let material = Patterns::material();
        let first: Vec<_> = material
            .weights()
            .iter()
            .map(|four| four.map(|weight| f32::from(weight) / f32::from(Patterns::UNIT)))
            .collect();
        Model { weights: first.clone(), squares: vec![[1e-3; 4]; first.len()], first, score_share }
    }

    fn score(&self, features: &Features) -> f32 {
        let share = features.share as f32;
        let score = |feature: &usize| {
            let weights = &self.weights[*feature];
            weights[features.knot] * (1.0 - share) + weights[features.knot + 1] * share
        };
        features.numbers.iter().map(score).sum()
    }

    /// Returns the target, from 0 for a loss to 1 for a win.
    fn target(&self, sample: &Sample) -> f32 {
        let result = 0.5 + 0.5 * f32::from(sample.result);
        self.score_share * logistic(f32::from(sample.score)) + (1.0 - self.score_share) * result
    }

    fn loss(&self, sample: &Sample) -> f32 {
        cross_entropy(logistic(self.score(&features(sample.view))), self.target(sample))
    }

    /// Takes one step of gradient descent. Returns the loss before the step.
    fn learn(&mut self, sample: &Sample, rate: f32) -> f32 {
        let features = features(sample.view);
        let (expected, target) = (logistic(self.score(&features)), self.target(sample));
        let error = expected - target;
        let share = features.share as f32;
        let phases = [(features.knot, 1.0 - share), (features.knot + 1, share)];
        for feature in features.numbers {
            for (phase, share) in phases {
                if share > 0.0 {
                    let weight = &mut self.weights[feature][phase];
                    let gradient = error * share + DECAY * (*weight - self.first[feature][phase]);
                    let square = &mut self.squares[feature][phase];
                    *square += gradient * gradient;
                    *weight -= rate * gradient / square.sqrt();
                }
            }
        }
        cross_entropy(expected, target)
    }

    fn patterns(&self) -> Patterns {
        let round =
            |weight: f32| (weight * f32::from(Patterns::UNIT)).round().clamp(-32000.0, 32000.0) as i16;
        let weights = self.weights.iter().map(|four| four.map(round)).collect();
        Patterns::from_weights(weights).expect("there are as many weights")
    }
}

fn cross_entropy(expected: f32, target: f32) -> f32 {
    let expected = expected.clamp(1e-6, 1.0 - 1e-6);
    -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
}

fn features(view: View) -> Features {
    Patterns::features(&view.position()).expect("the rules are English")
}
