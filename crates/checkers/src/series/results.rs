//! The results of a series, updated as games end, and its progress.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rankmoves_game::{Outcome, PairTally, Played, Series, Sprt, SprtVerdict, Tally};
use shell::progress::bar;

/// The results so far.
pub struct Results {
    /// The number of games to play.
    games: u32,
    pub tally: Tally,
    pub pairs: PairTally,
    /// The number of games that each agent has lost on time; `None` without clocks.
    pub flags: Option<[u32; 2]>,
    pub test: Option<Sprt>,
    /// The result of the test, once decided.
    pub verdict: Option<SprtVerdict>,
    /// Finished games that wait for a game with a lower number. A test counts games in order of their
    /// numbers, so that it stops at the same pair on any number of threads.
    waiting: BTreeMap<u32, Played>,
}

impl Results {
    /// Begins a series, which a sequential test may end.
    pub fn new(series: &Series, test: Option<Sprt>) -> Results {
        let (tally, pairs) = (Tally::default(), PairTally::default());
        let flags = series.clock.map(|_| [0; 2]);
        Results { games: series.games, tally, pairs, flags, test, verdict: None, waiting: BTreeMap::new() }
    }

    /// Takes a finished game. Returns the games that can now be counted.
    pub fn take(&mut self, played: Played) -> Vec<Played> {
        if self.test.is_none() {
            self.count(&played);
            return vec![played];
        }
        self.waiting.insert(played.number, played);
        let mut counted = Vec::new();
        while self.verdict.is_none()
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

    /// Draws the progress of the series as a bar, with its results.
    pub fn bar(&self) -> String {
        let Tally { wins, draws, losses, .. } = self.tally;
        let bar = bar(self.tally.games() as usize, self.games as usize);
        let mut text = format!("{bar} games: {wins} won, {draws} drawn, {losses} lost");
        if let Some(test) = self.test {
            let _ = write!(text, ", ratio {:.2}", test.log_likelihood_ratio(&self.pairs));
        }
        text
    }
}
