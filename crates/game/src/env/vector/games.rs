//! The games of a [`VectorEnvironment`](super::VectorEnvironment), compiled for each variant.

use std::num::NonZeroUsize;

use fastrand::Rng;
use rankmoves_core::model::variant::{Task, Variant};
use rankmoves_core::support::hash::spread;
use rankmoves_core::support::threads::for_each;

use super::playing::{Common, Playing, StepState};
use super::{Arrays, SavedGame, VectorOptions};
use crate::env::Environment;
use crate::env::numbering::ActionNumbers;

/// The number of games that a thread takes at a time. Fewer games would not be worth handing to a thread.
const GAMES_OF_PART: usize = 512;

/// Games of any variant.
pub trait Games: Send + Sync {
    fn reseed(&mut self, seed: u64);
    fn first_illegal(&self, actions: &[i64]) -> Option<usize>;
    fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>, threads: NonZeroUsize);
    fn sample(&mut self, actions: &mut [i64]);
    /// Begins each game in a state, without a history. Fills the arrays.
    fn begin(&mut self, states: &mut dyn Iterator<Item = &Environment>, arrays: &mut Arrays<'_>);
    fn save(&self) -> Vec<SavedGame>;
    /// Replaces the games with saved games, in order. Stops at the first saved game with an action that is
    /// illegal or ends the game, and returns its index.
    fn restore(&mut self, saved: &[SavedGame]) -> Option<usize>;
    fn state(&self, game: usize) -> Environment;
}

struct VariantGames<V: Variant> {
    common: Common<V>,
    games: Vec<Playing<V>>,
}

impl<V: Variant> Games for VariantGames<V> {
    fn reseed(&mut self, seed: u64) {
        for (number, game) in (0..).zip(&mut self.games) {
            game.rng = rng(seed, number);
        }
    }

    fn first_illegal(&self, actions: &[i64]) -> Option<usize> {
        let mut games = self.games.iter().zip(actions);
        games.position(|(game, &number)| !game.is_legal(&self.common, number))
    }

    fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>, threads: NonZeroUsize) {
        let common = &self.common;
        let parts = self.games.chunks_mut(GAMES_OF_PART).zip(actions.chunks(GAMES_OF_PART));
        let count = parts.len();
        let parts = parts.zip(arrays.parts(GAMES_OF_PART, &common.numbers));
        let play = |((games, actions), mut rows): ((&mut [Playing<_>], &[i64]), Arrays<'_>)| {
            let rows = rows.parts(1, &common.numbers);
            for ((game, &number), mut row) in games.iter_mut().zip(actions).zip(rows) {
                let number = usize::try_from(number).expect("the actions are legal");
                game.step(common, number, &mut row);
            }
        };
        match threads.get().min(count) {
            0 | 1 => parts.for_each(play),
            threads => for_each(parts, threads, play),
        }
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (game, action) in self.games.iter_mut().zip(actions) {
            *action = i64::try_from(game.sample(&self.common)).expect("actions are few");
        }
    }

    fn begin(&mut self, states: &mut dyn Iterator<Item = &Environment>, arrays: &mut Arrays<'_>) {
        let rows = arrays.parts(1, &self.common.numbers);
        for ((game, state), mut row) in self.games.iter_mut().zip(states).zip(rows) {
            let state = StepState::of(self.common.variant, state);
            game.begin_at(&self.common, state, &mut row);
        }
    }

    fn save(&self) -> Vec<SavedGame> {
        self.games.iter().map(|game| game.save(&self.common)).collect()
    }

    fn restore(&mut self, saved: &[SavedGame]) -> Option<usize> {
        let mut games = self.games.iter_mut().zip(saved);
        games.position(|(game, saved)| {
            let origin = StepState::of(self.common.variant, &saved.origin);
            !game.restore(&self.common, origin, saved)
        })
    }

    fn state(&self, game: usize) -> Environment {
        self.games[game].state.to_environment(&self.common.template)
    }
}

/// Returns the random generator of a game, independent of those of other games.
fn rng(seed: u64, game: u64) -> Rng {
    Rng::with_seed(spread(seed) ^ spread(game).rotate_left(32))
}

pub struct Create<'a> {
    pub starts: &'a [Environment],
    pub games: usize,
    pub options: VectorOptions,
}

impl Task for Create<'_> {
    type Output = Box<dyn Games>;

    fn run<V: Variant>(self, variant: V) -> Box<dyn Games> {
        let Create { starts, games, options } = self;
        let position = starts[0].position();
        let common = Common {
            variant,
            numbers: ActionNumbers::new(position.board().shape()),
            template: *position,
            draw_rules: options.draw_rules,
            max_turns: options.max_cycles.map_or(u32::MAX, |cycles| cycles.get().saturating_mul(2)),
        };
        let starts = starts.iter().map(|start| StepState::of(variant, start)).cycle();
        let games = (0..).zip(starts).take(games);
        let games = games.map(|(number, start)| Playing::new(start, rng(0, number))).collect();
        Box::new(VariantGames { common, games })
    }
}
