//! Forfeited games: each reason is reported once per agent; the end of the series adds the number of further
//! games forfeited for that reason.

use std::collections::BTreeMap;

use rankmoves_core::shorten;
use rankmoves_game::Played;
use shell::quantity;
use table::agents::Spec;

/// The maximum length of an agent's description in messages, in characters.
const MAX_AGENT_CHARS: usize = 200;

/// The forfeits of a series so far.
pub struct Forfeits {
    agents: [String; 2],
    /// The number of forfeited games for each pair of an agent's index and a reason.
    games: BTreeMap<(usize, String), u32>,
}

impl Forfeits {
    pub fn new(agents: [Spec; 2]) -> Forfeits {
        let agents = agents.map(|agent| shorten(&agent.to_string(), MAX_AGENT_CHARS));
        Forfeits { agents, games: BTreeMap::new() }
    }

    /// Counts a game if it was forfeited. Returns a warning if its loser forfeits for this reason for the first
    /// time.
    pub fn add(&mut self, played: &Played) -> Option<String> {
        let why = played.forfeit.as_ref()?;
        let agent = usize::from(played.game.position().turn() != played.first_agent);
        let games = self.games.entry((agent, why.clone())).or_insert(0);
        *games += 1;
        let number = played.number + 1;
        (*games == 1).then(|| format!("warning: game {number}: {} forfeits: {why}\n", self.agents[agent]))
    }

    /// Returns a warning for each reason that occurred in more than one game.
    pub fn rest(&self) -> String {
        let repeated = self.games.iter().filter(|&(_, &games)| games > 1);
        let warning = |((agent, why), games): (&(usize, String), &u32)| {
            let (agent, more) = (&self.agents[*agent], games - 1);
            let more = quantity(more, "more game", "more games");
            format!("warning: {agent} forfeits {more}: {why}\n")
        };
        repeated.map(warning).collect()
    }
}
