//! Perfect play to the end: proves the value of each move of a position.
//!
//! 1. A claim is the goal of a proof: a player can force a win, or a draw;
//! 2. `search` looks for a proof by df-pn search; `table` keeps the proof numbers;
//! 3. `closed_set` proves draws that can be reached only by repetition;
//! 4. [`Solver`] tries all claims about all moves in turn, a little at a time, until enough is proven or a
//!    limit is reached.
//!
//! [`Knowledge`] has the bounds on a result that are proven.

mod closed_set;
mod search;
mod solution;
mod table;

pub use solution::{Knowledge, Limits, Solution, SolvedMove};

use crate::{Prober, Value, Wdl};
use closed_set::ClosedSet;
use rankmoves_core::support::stack;
use rankmoves_core::support::threads::for_each;
use rankmoves_core::{ByPlayer, Move, Player, Position};
use search::{MAX_SEARCH_PLIES, ProofSearch};
use table::{Claim, Known};

const MAX_LINE_MOVES: usize = 1000;

/// The maximum number of moves of a position that are compared for a line.
const MAX_COMPARED_MOVES: usize = 1000;

/// The number of positions expanded for each claim about each move in the first round.
const FIRST_ROUND_NODES: u64 = 1 << 10;

/// A solver that proves the result of each move of a position.
pub struct Solver<'a> {
    prober: Option<&'a dyn Prober>,
    table_bytes: usize,
}

/// The searches for the claims of one player.
struct Searches<'a> {
    win: ProofSearch<'a>,
    draw: ProofSearch<'a>,
}

/// A move being solved, and the results proven so far.
#[derive(Clone, Copy)]
struct Task {
    /// The position after the move.
    after: Position,
    value: Option<Value>,
    /// For each player, the best result that the player can force, as proven so far; a loss at first.
    proven: ByPlayer<Wdl>,
    /// The claims for which further searching is useless.
    given_up: ByPlayer<GivenUp>,
}

/// The methods of proof that have failed for a player's claims, or would need too much memory.
#[derive(Clone, Copy, Default)]
struct GivenUp {
    win: bool,
    draw: bool,
    closed_set: bool,
}

impl Task {
    fn is_done(&self) -> bool {
        self.value.is_some()
            || self.proven.iter().any(|(_, &best)| best == Wdl::Win)
            || self.proven.iter().all(|(_, &best)| best == Wdl::Draw)
    }

    /// Returns whether the claim that `player` can reach at least the result `least` is undecided, and still
    /// matters for the value.
    fn is_open(&self, player: Player, least: Wdl) -> bool {
        !self.is_done() && self.proven[player] < least && self.proven[player.opponent()] <= least.reversed()
    }

    /// Returns whether further searching may prove more.
    fn may_be_solved(&self) -> bool {
        self.given_up.iter().any(|(player, given_up)| {
            self.is_open(player, Wdl::Win) && !given_up.win
                || self.is_open(player, Wdl::Draw) && !(given_up.draw && given_up.closed_set)
        })
    }
}

impl Searches<'_> {
    /// Searches for proofs of a player's claims about a position, each for up to `nodes` nodes.
    fn run(&mut self, task: &mut Task, player: Player, nodes: u64, max_size: usize, limits: &Limits) {
        let mut given_up = task.given_up[player];
        let claims =
            [(&mut self.win, Wdl::Win, &mut given_up.win), (&mut self.draw, Wdl::Draw, &mut given_up.draw)];
        for (search, least, given_up) in claims {
            if !task.is_open(player, least) || *given_up || limits.are_met() {
                continue;
            }
            match search.run(&task.after, nodes, limits) {
                Some(true) => task.proven[player] = task.proven[player].max(least),
                Some(false) => *given_up = true,
                None => {}
            }
        }
        task.given_up[player] = given_up;
        if task.is_open(player, Wdl::Draw) && !task.given_up[player].closed_set {
            let size = max_size.min(usize::try_from(nodes).unwrap_or(usize::MAX));
            let known = |position: &Position| self.known(position);
            match ClosedSet::new(player, known).contains(&task.after, size, limits) {
                Some(true) => task.proven[player] = task.proven[player].max(Wdl::Draw),
                Some(false) => task.given_up[player].closed_set = true,
                None => task.given_up[player].closed_set = size == max_size,
            }
        }
    }

    /// Returns the known facts about the claim that the player does not lose.
    fn known(&self, position: &Position) -> Known {
        let draw = self.draw.known(position);
        Known { is_proven: draw.is_proven || self.win.known(position).is_proven, ..draw }
    }
}

impl<'a> Solver<'a> {
    /// Creates a solver that uses a prober, and at most `table_bytes` bytes for its own tables.
    pub fn new(prober: Option<&'a dyn Prober>, table_bytes: usize) -> Solver<'a> {
        Solver { prober, table_bytes }
    }

    /// Solves each legal move of a position, in the order of the paths.
    pub fn solve(&self, position: &Position, limits: &Limits) -> Solution {
        let moves: Vec<_> = position.legal_moves().collect();
        let mut tasks: Vec<Task> = moves.iter().map(|mv| self.task(position.after(mv))).collect();
        let searches = |player| Searches {
            win: ProofSearch::new(Claim { player, least: Wdl::Win }, self.prober, self.table_bytes / 4),
            draw: ProofSearch::new(Claim { player, least: Wdl::Draw }, self.prober, self.table_bytes / 4),
        };
        let mut searches = ByPlayer::from_fn(searches);
        let mut nodes = 0;
        let mut round = FIRST_ROUND_NODES;
        while tasks.iter().any(Task::may_be_solved)
            && !limits.are_met()
            && limits.nodes.is_none_or(|max_nodes| nodes < max_nodes)
        {
            self.search(&mut tasks, &mut searches, round, limits);
            nodes = searches.iter().map(|(_, of)| of.win.nodes + of.draw.nodes).sum();
            round = round.saturating_mul(4);
        }
        let own = position.turn();
        let solved = moves.into_iter().zip(&tasks).map(|(mv, task)| {
            let knowledge = knowledge(task, own, &mut searches);
            let line = self.line(task, knowledge, own, &mut searches);
            SolvedMove { mv, knowledge, line }
        });
        let moves = solved.collect();
        Solution { moves, nodes }
    }

    fn task(&self, after: Position) -> Task {
        let value = self.probe(&after);
        let result = self.prober.filter(|_| value.is_none()).and_then(|prober| prober.result(&after));
        let (value, winner) = match result {
            Some(Wdl::Draw) => (Some(Value::Drawn), None),
            Some(Wdl::Win) => (None, Some(after.turn())),
            Some(Wdl::Loss) => (None, Some(after.turn().opponent())),
            None => (value, None),
        };
        Task {
            after,
            value,
            proven: ByPlayer::from_fn(|player| if Some(player) == winner { Wdl::Win } else { Wdl::Loss }),
            given_up: ByPlayer::from_fn(|_| GivenUp::default()),
        }
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        if !position.has_moves() {
            return Some(Value::Lost(0));
        }
        self.prober?.probe(position)
    }

    /// Searches each open claim for up to `nodes` nodes; each player's claims are searched on a separate thread.
    fn search(&self, tasks: &mut [Task], searches: &mut ByPlayer<Searches>, nodes: u64, limits: &Limits) {
        let max_size = self.table_bytes / 4 / closed_set::BYTES_PER_NODE;
        let mut found = ByPlayer::from_fn(|_| tasks.to_vec());
        let run = |((player, of), (_, found)): ((Player, &mut Searches), (Player, &mut Vec<Task>))| {
            let search = || {
                for task in found.iter_mut().filter(|task| !task.is_done()) {
                    of.run(task, player, nodes, max_size, limits);
                }
            };
            if stack::with_stack_for(MAX_SEARCH_PLIES, search).is_err() {
                // If no thread can start, nothing more is proven.
                for task in found.iter_mut() {
                    task.given_up[player] = GivenUp { win: true, draw: true, closed_set: true };
                }
            }
        };
        for_each(searches.iter_mut().zip(found.iter_mut()), 2, run);
        for (player, found) in found.iter() {
            for (task, found) in tasks.iter_mut().zip(found) {
                task.proven[player] = found.proven[player];
                task.given_up[player] = found.given_up[player];
            }
        }
    }

    /// Returns the proven moves after a move of player `own`.
    fn line(
        &self,
        task: &Task,
        knowledge: Knowledge,
        own: Player,
        searches: &mut ByPlayer<Searches>,
    ) -> Vec<Move> {
        let winner = match knowledge.wdl() {
            Some(Wdl::Win) => own,
            Some(Wdl::Loss) => own.opponent(),
            Some(Wdl::Draw) | None => return Vec::new(),
        };
        let mut line = Vec::new();
        let mut position = task.after;
        while line.len() < MAX_LINE_MOVES {
            let Some(moves) = position.legal_moves().up_to(MAX_COMPARED_MOVES).complete() else { break };
            let plies = moves.into_iter().map(|mv| {
                let after = position.after(&mv);
                let plies = self.plies_to_win(&after, winner, &mut searches[winner])?;
                Some((mv, after, plies))
            });
            let next = if position.turn() == winner {
                plies.flatten().min_by_key(|(_, _, plies)| *plies)
            } else {
                // Take the first of the moves with the most plies. If a length is unknown, that move may be
                // the longest, so the line ends.
                let all: Option<Vec<_>> = plies.collect();
                let longer = |best: (_, _, u32), next: (_, _, u32)| if next.2 > best.2 { next } else { best };
                all.and_then(|all| all.into_iter().reduce(longer))
            };
            let Some((mv, after, _)) = next else {
                break;
            };
            line.push(mv);
            position = after;
        }
        line
    }

    /// Returns a proven upper bound on the plies until a player wins, if there is one.
    fn plies_to_win(&self, position: &Position, winner: Player, of: &mut Searches) -> Option<u32> {
        if let Some(value) = self.probe(position) {
            let wins = if position.turn() == winner { Wdl::Win } else { Wdl::Loss };
            return value.plies().filter(|_| value.wdl() == wins).map(u32::from);
        }
        of.win.plies(position)
    }
}

/// Returns the proven facts about a move of player `own`.
fn knowledge(task: &Task, own: Player, searches: &mut ByPlayer<Searches>) -> Knowledge {
    if let Some(value) = task.value {
        return value.before().into();
    }
    let proven = task.proven;
    let winner = Player::ALL.into_iter().find(|&player| proven[player] == Wdl::Win);
    let plies = winner.and_then(|winner| searches[winner].win.plies(&task.after));
    Knowledge {
        at_least: proven[own],
        at_most: proven[own.opponent()].reversed(),
        plies: plies.map(|plies| plies.saturating_add(1)),
        is_exact: proven.iter().all(|(_, &best)| best == Wdl::Draw),
    }
}
