//! The results of a series, updated as games end: its progress, and its report for people or as a JSON object.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use rankmoves_core::shorten;
use rankmoves_game::{Elo, MatchScore, Outcome, PairTally, Played, Series, Sprt, SprtVerdict, Tally};
use serde::Serialize;
use shell::progress::bar;
use shell::quantity;
use table::agents::Spec;

const MAX_AGENT_CHARS: usize = 200;

pub struct Results {
    games: u32,
    agents: [Spec; 2],
    tally: Tally,
    pairs: PairTally,
    /// The number of games that each agent has lost on time; `None` without clocks.
    flags: Option<[u32; 2]>,
    test: Option<Sprt>,
    /// The result of the test, once decided.
    pub verdict: Option<SprtVerdict>,
    /// Finished games that wait for a game with a lower number. A test counts games in order of their
    /// numbers, so that it stops at the same pair on any number of threads.
    waiting: BTreeMap<u32, Played>,
    /// The number of forfeited games for each pair of an agent's index and a reason.
    forfeits: BTreeMap<(usize, String), u32>,
}

impl Results {
    /// Begins a series, which a sequential test may end.
    pub fn new(series: &Series, agents: [Spec; 2], test: Option<Sprt>) -> Results {
        Results {
            games: series.games,
            agents,
            tally: Tally::default(),
            pairs: PairTally::default(),
            flags: series.clock.map(|_| [0; 2]),
            test,
            verdict: None,
            waiting: BTreeMap::new(),
            forfeits: BTreeMap::new(),
        }
    }

    /// Counts a forfeited game. Returns a warning if its loser forfeits for this reason for the first time.
    pub fn add_forfeit(&mut self, played: &Played) -> Option<String> {
        let why = played.forfeit.as_ref()?;
        let agent = usize::from(played.game.position().turn() != played.side_of_first);
        let games = self.forfeits.entry((agent, why.clone())).or_insert(0);
        *games += 1;
        let number = played.number + 1;
        (*games == 1).then(|| format!("warning: game {number}: {} forfeits: {why}\n", self.shown(agent)))
    }

    /// Returns a warning for each reason that occurred in more than one game, with the number of further games.
    pub fn further_forfeits(&self) -> String {
        let repeated = self.forfeits.iter().filter(|&(_, &games)| games > 1);
        let warning = |((agent, why), games): (&(usize, String), &u32)| {
            let more = quantity(games - 1, "more game", "more games");
            format!("warning: {} forfeits {more}: {why}\n", self.shown(*agent))
        };
        repeated.map(warning).collect()
    }

    fn shown(&self, agent: usize) -> String {
        shorten(&self.agents[agent].to_string(), MAX_AGENT_CHARS)
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
            flags[usize::from(loser != played.side_of_first)] += 1;
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

    pub fn report(&self, seed: u64, time: Duration) -> SeriesReport {
        let Results { tally, pairs, flags, .. } = self;
        let mean = |sum: f64, count: u32| (count > 0).then(|| sum / f64::from(count));
        let agent = |index: usize| {
            let (thinking, moves) = tally.thinking[index];
            AgentFields {
                name: self.agents[index].to_string(),
                moves,
                ms_per_move: mean(thinking.as_secs_f64() * 1000.0, moves),
                lost_on_time: flags.map(|flags| flags[index]),
            }
        };
        let test = |test: Sprt| {
            let [elo0, elo1] = [SprtVerdict::Lower, SprtVerdict::Higher].map(|verdict| test.elo(verdict));
            let log_likelihood_ratio = test.log_likelihood_ratio(pairs);
            let decided = self.verdict.map(|verdict| test.elo(verdict));
            SprtFields { elo0, elo1, log_likelihood_ratio, bound: Sprt::bound(), decided }
        };
        #[expect(clippy::cast_precision_loss, reason = "a mean needs no more digits")]
        let plies = tally.plies as f64;
        SeriesReport {
            agents: [agent(0), agent(1)],
            seed,
            games: tally.games(),
            won: tally.wins,
            drawn: tally.draws,
            lost: tally.losses,
            score: tally.score(),
            pairs: pairs.counts(),
            elo: pairs.elo(),
            sprt: self.test.map(test),
            plies_per_game: mean(plies, tally.games()),
            seconds: time.as_secs_f64(),
        }
    }
}

/// The object of `series --json`. docs/json.md documents it.
#[derive(Serialize)]
pub struct SeriesReport {
    agents: [AgentFields; 2],
    seed: u64,
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    /// The score and its bounds.
    score: Option<MatchScore>,
    pairs: [u32; 5],
    /// The difference and its bounds; JSON has `null` for infinite figures.
    elo: Option<Elo>,
    sprt: Option<SprtFields>,
    plies_per_game: Option<f64>,
    seconds: f64,
}

#[derive(Serialize)]
struct AgentFields {
    name: String,
    moves: u32,
    ms_per_move: Option<f64>,
    lost_on_time: Option<u32>,
}

#[derive(Serialize)]
struct SprtFields {
    elo0: f64,
    elo1: f64,
    log_likelihood_ratio: f64,
    bound: f64,
    /// The Elo difference that the test has accepted.
    decided: Option<f64>,
}

impl SeriesReport {
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
        if let Some(MatchScore { score, low, high }) = self.score {
            let [value, low, high] = [score, low, high].map(|part| part * 100.0);
            line("score", format!("{value:.1} % ({low:.1} to {high:.1})"));
        }
        let [none, half, one, more, two] = self.pairs;
        let meaning = format!("in which {} scored 0, 0.5, 1, 1.5 and 2 points", first.name);
        line("pairs", format!("{none} {half} {one} {more} {two} ({meaning})"));
        let unknown = || "not known: at least two pairs are needed".to_owned();
        line("elo", self.elo.map_or_else(unknown, |elo| elo.to_string()));
        if let Some(test) = &self.sprt {
            line("sprt", test.text());
        }
        if let Some(plies) = self.plies_per_game {
            line("length", format!("{plies:.1} plies"));
        }
        for (name, time) in self.agents.iter().filter_map(|agent| Some((&agent.name, agent.ms_per_move?))) {
            line("time", format!("{time:.3} ms per move ({name})"));
        }
        if let (Some(first), Some(second)) = (first.lost_on_time, second.lost_on_time) {
            line("on time", format!("{first} and {second} games lost on time"));
        }
        line("total", format!("{:.1} s", self.seconds));
        text
    }
}

impl SprtFields {
    fn text(&self) -> String {
        let SprtFields { elo0, elo1, log_likelihood_ratio: ratio, bound, decided } = self;
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
