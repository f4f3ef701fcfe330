//! The results of a series: counted as games end, shown, and reported.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use rankmoves::game::{MatchScore, Outcome, PairTally, Played, Series, Sprt, SprtVerdict, Tally};

use crate::agents::Spec;

/// The results so far.
pub struct Results {
    /// The number of games to play.
    games: u32,
    tally: Tally,
    pairs: PairTally,
    /// The games that each agent has lost because its time was over; `None` without clocks.
    flags: Option<[u32; 2]>,
    test: Option<Sprt>,
    verdict: Option<SprtVerdict>,
    /// Games of a test that wait for one before them. It counts games in the order of their
    /// numbers, so that it ends with the same pair on any number of threads.
    waiting: BTreeMap<u32, Played>,
}

impl Results {
    /// Begins a series, which a sequential test may end.
    pub fn new(series: &Series, test: Option<Sprt>) -> Results {
        let (tally, pairs) = (Tally::default(), PairTally::default());
        let flags = series.clock.map(|_| [0; 2]);
        Results { games: series.games, tally, pairs, flags, test, verdict: None, waiting: BTreeMap::new() }
    }

    /// Takes a game that is over, and returns those that count from now on.
    pub fn take(&mut self, played: Played) -> Vec<Played> {
        if self.test.is_none() {
            self.count(&played);
            return vec![played];
        }
        self.waiting.insert(played.number, played);
        let mut counted = Vec::new();
        while !self.is_decided()
            && let Some(next) = self.waiting.remove(&self.tally.games())
        {
            self.count(&next);
            counted.push(next);
        }
        counted
    }

    fn count(&mut self, played: &Played) {
        self.tally.add(played);
        self.pairs.add(played);
        if let (Some(flags), Some(Outcome::OutOfTime { loser })) = (&mut self.flags, played.game.outcome()) {
            flags[usize::from(loser != played.first_agent)] += 1;
        }
        if played.number % 2 == 1 {
            self.verdict = self.test.and_then(|test| test.verdict(&self.pairs));
        }
    }

    /// Returns whether the test has its result.
    pub fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }

    /// Draws how far the series has come, as a bar and in numbers.
    pub fn bar(&self) -> String {
        const WIDTH: usize = 30;
        let Tally { wins, draws, losses, .. } = self.tally;
        let done = self.tally.games() as usize * WIDTH / self.games.max(1) as usize;
        let (full, rest) = ("#".repeat(done), ".".repeat(WIDTH - done));
        let (over, games) = (self.tally.games(), self.games);
        let mut text =
            format!("[{full}{rest}] {over} of {games} games: {wins} won, {draws} drawn, {losses} lost");
        if let Some(test) = self.test {
            let _ = write!(text, ", ratio {:.2}", test.log_likelihood_ratio(&self.pairs));
        }
        text
    }

    /// Reports the results.
    pub fn report(&self, [first, second]: [Spec; 2], seed: u64, time: Duration) -> String {
        let mut text = String::new();
        let mut line = |name: &str, figure: String| {
            let _ = writeln!(text, "{name:<8} {figure}");
        };
        let tally = &self.tally;
        line("agents", format!("{first} against {second}"));
        line("games", format!("{} (seed {seed})", tally.games()));
        line("won", tally.wins.to_string());
        line("drawn", tally.draws.to_string());
        line("lost", tally.losses.to_string());
        if let Some(MatchScore { score, low, high }) = tally.score() {
            let [score, low, high] = [score, low, high].map(|part| part * 100.0);
            line("score", format!("{score:.1} % ({low:.1} to {high:.1})"));
        }
        if let Some(elo) = self.pairs.elo() {
            let [none, half, one, more, two] = self.pairs.counts();
            line("pairs", format!("{none} {half} {one} {more} {two} (of 0, 0.5, 1, 1.5 and 2 points)"));
            line("elo", elo.to_string());
        }
        if let Some(test) = self.test {
            line("sprt", self.tested(test));
        }
        if tally.games() > 0 {
            #[expect(clippy::cast_precision_loss, reason = "a mean needs no more digits")]
            let plies = tally.plies as f64 / f64::from(tally.games());
            line("length", format!("{plies:.1} plies"));
        }
        for (agent, (taken, moves)) in [first, second].into_iter().zip(tally.taken) {
            let mean = taken.as_secs_f64() * 1000.0 / f64::from(moves.max(1));
            line("time", format!("{mean:.3} ms a move ({agent})"));
        }
        if let Some([first, second]) = self.flags {
            line("on time", format!("{first} and {second} games lost because the time was over"));
        }
        line("in all", format!("{:.1} s", time.as_secs_f64()));
        text
    }

    /// Says what a test has come to.
    fn tested(&self, test: Sprt) -> String {
        let (ratio, bound) = (test.log_likelihood_ratio(&self.pairs), Sprt::bound());
        let [lower, higher] = [SprtVerdict::Lower, SprtVerdict::Higher].map(|verdict| test.elo(verdict));
        let result = match self.verdict {
            None => format!("not decided between {lower} and {higher} Elo"),
            Some(SprtVerdict::Lower) => format!("stopped: {lower} Elo rather than {higher}"),
            Some(SprtVerdict::Higher) => format!("stopped: {higher} Elo rather than {lower}"),
        };
        format!("{result} (log-likelihood ratio {ratio:.2}, bounds -{bound:.2} and {bound:.2})")
    }
}
