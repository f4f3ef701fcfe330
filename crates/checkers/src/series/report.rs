//! The report of a series, for people or as a JSON object.

use std::fmt::Write as _;
use std::time::Duration;

use rankmoves_game::{Elo, MatchScore, Sprt, SprtVerdict};
use serde::Serialize;

use super::results::Results;
use table::agents::Spec;

/// The object of `series --json`. docs/json.md documents it.
#[derive(Serialize)]
pub struct Report {
    agents: [Agent; 2],
    seed: u64,
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    score: Option<Estimate>,
    pairs: [u32; 5],
    elo: Option<Estimate>,
    sprt: Option<Test>,
    plies_per_game: Option<f64>,
    seconds: f64,
}

#[derive(Serialize)]
struct Agent {
    name: String,
    moves: u32,
    ms_per_move: Option<f64>,
    lost_on_time: Option<u32>,
}

/// A figure with its 95 % confidence bounds; JSON has `null` for infinite figures.
#[derive(Serialize)]
struct Estimate {
    value: f64,
    low: f64,
    high: f64,
}

/// A sequential test.
#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    log_likelihood_ratio: f64,
    bound: f64,
    /// The Elo difference that the test has accepted.
    decided: Option<f64>,
}

impl Report {
    /// Reports the results of two agents.
    pub fn new(results: &Results, agents: [Spec; 2], seed: u64, time: Duration) -> Report {
        let Results { tally, pairs, flags, .. } = results;
        let mean = |sum: f64, count: u32| (count > 0).then(|| sum / f64::from(count));
        let agent = |place: usize| {
            let (taken, moves) = tally.taken[place];
            Agent {
                name: agents[place].to_string(),
                moves,
                ms_per_move: mean(taken.as_secs_f64() * 1000.0, moves),
                lost_on_time: flags.map(|flags| flags[place]),
            }
        };
        let score = |MatchScore { score, low, high }| Estimate { value: score, low, high };
        let test = |test: Sprt| {
            let [elo0, elo1] = [SprtVerdict::Lower, SprtVerdict::Higher].map(|verdict| test.elo(verdict));
            let log_likelihood_ratio = test.log_likelihood_ratio(pairs);
            let decided = results.verdict.map(|verdict| test.elo(verdict));
            Test { elo0, elo1, log_likelihood_ratio, bound: Sprt::bound(), decided }
        };
        #[expect(clippy::cast_precision_loss, reason = "a mean needs no more digits")]
        let plies = tally.plies as f64;
        Report {
            agents: [agent(0), agent(1)],
            seed,
            games: tally.games(),
            won: tally.wins,
            drawn: tally.draws,
            lost: tally.losses,
            score: tally.score().map(score),
            pairs: pairs.counts(),
            elo: pairs.elo().map(|Elo { value, low, high }| Estimate { value, low, high }),
            sprt: results.test.map(test),
            plies_per_game: mean(plies, tally.games()),
            seconds: time.as_secs_f64(),
        }
    }

    /// Returns the report for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, figure: String| {
            let _ = writeln!(text, "{name:<8} {figure}");
        };
        let [first, second] = &self.agents;
        line("agents", format!("{} against {}", first.name, second.name));
        line("games", format!("{} (seed {})", self.games, self.seed));
        line("won", format!("{} by {}", self.won, first.name));
        line("drawn", self.drawn.to_string());
        line("lost", format!("{} by {}", self.lost, first.name));
        if let Some(Estimate { value, low, high }) = self.score {
            let [value, low, high] = [value, low, high].map(|part| part * 100.0);
            line("score", format!("{value:.1} % ({low:.1} to {high:.1})"));
        }
        let [none, half, one, more, two] = self.pairs;
        let meaning = format!("in which {} scored 0, 0.5, 1, 1.5 and 2 points", first.name);
        line("pairs", format!("{none} {half} {one} {more} {two} ({meaning})"));
        let elo = self.elo.as_ref().map(|&Estimate { value, low, high }| Elo { value, low, high });
        line("elo", elo.map_or("not known: at least two pairs are needed".to_owned(), |elo| elo.to_string()));
        if let Some(test) = &self.sprt {
            line("sprt", test.text());
        }
        if let Some(plies) = self.plies_per_game {
            line("length", format!("{plies:.1} plies"));
        }
        for Agent { name, ms_per_move, .. } in &self.agents {
            line("time", format!("{:.3} ms per move ({name})", ms_per_move.unwrap_or_default()));
        }
        if let (Some(first), Some(second)) = (first.lost_on_time, second.lost_on_time) {
            line("on time", format!("{first} and {second} games lost on time"));
        }
        line("total", format!("{:.1} s", self.seconds));
        text
    }
}

impl Test {
    /// Reports the result of the test.
    fn text(&self) -> String {
        let Test { elo0, elo1, log_likelihood_ratio: ratio, bound, decided } = self;
        let result = match decided {
            None => format!("not decided between {elo0} and {elo1} Elo"),
            Some(elo) => {
                let other = if elo < elo1 { elo1 } else { elo0 };
                format!("stopped: {elo} Elo rather than {other}")
            }
        };
        format!("{result} (log-likelihood ratio {ratio:.2}, bounds -{bound:.2} and {bound:.2})")
    }
}
