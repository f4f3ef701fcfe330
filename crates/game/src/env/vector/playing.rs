//! One of the games of a [`VectorEnvironment`](super::VectorEnvironment), with its board as bits and its
//! history.

use fastrand::Rng;

use super::super::numbering::ActionNumbers;
use super::super::{Environment, payoffs};
use super::{Arrays, SavedGame};
use crate::{DrawRules, Outcome};
use rankmoves_core::model::bitboard::Bitboard;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::layout::Direction;
use rankmoves_core::model::movegen::{self, Legs};
use rankmoves_core::model::variant::{Black, Red, Variant};
use rankmoves_core::{Player, Position};

/// The data that all games share.
pub(super) struct Common<V: Variant> {
    pub(super) variant: V,
    pub(super) numbers: ActionNumbers,
    /// A position with the shape and the rules of the games.
    pub(super) template: Position,
    pub(super) draw_rules: DrawRules,
    /// The number of turns of both players until a game is truncated.
    pub(super) max_turns: u32,
}

/// A state: pieces, the player to act, and the actions.
#[derive(Clone, Copy)]
pub(super) struct StepState<V: Variant> {
    pub(super) pieces: Pieces<V::Word>,
    pub(super) turn: Player,
    /// The square of the piece whose chain of jumps is in progress; empty if there is none.
    pub(super) jumping: Bitboard<V::Word>,
    pub(super) legs: Legs<V::Word>,
}

impl<V: Variant> StepState<V> {
    #[inline]
    pub(super) fn new(
        variant: V,
        pieces: Pieces<V::Word>,
        turn: Player,
        jumping: Bitboard<V::Word>,
    ) -> StepState<V> {
        let legs = match turn {
            Player::Red => Legs::new::<V, Red>(variant, pieces, jumping),
            Player::Black => Legs::new::<V, Black>(variant, pieces, jumping),
        };
        StepState { pieces, turn, jumping, legs }
    }

    pub(super) fn of(variant: V, state: &Environment) -> StepState<V> {
        let position = state.position();
        let (pieces, jumping) = (position.board().pieces().convert(), position.jumping_set().convert());
        StepState::new(variant, pieces, position.turn(), jumping)
    }

    /// Converts a state back, to the shape and the rules of `template`.
    pub(super) fn to_environment(self, template: &Position) -> Environment {
        template.with_pieces(self.pieces.convert(), self.turn, self.jumping.convert()).into()
    }

    #[inline]
    fn may_stop(&self, variant: V) -> bool {
        !self.jumping.is_empty() && !variant.must_capture()
    }
}

pub(super) struct Playing<V: Variant> {
    pub(super) state: StepState<V>,
    /// The state from which the game starts, and starts again after its end.
    start: StepState<V>,
    /// The state from which `actions` lead to the current state: the start, unless another state was set.
    origin: StepState<V>,
    /// The number of turns that the players have ended since the origin.
    turns: u32,
    /// The pieces after the last turn with a jump or a man's move (or at the origin), and after each turn
    /// since.
    history: Vec<Pieces<V::Word>>,
    /// True if the turn in progress has a jump or a man's move.
    progresses: bool,
    /// The numbers of all actions since the origin.
    actions: Vec<u16>,
    pub(super) rng: Rng,
}

impl<V: Variant> Playing<V> {
    pub(super) fn new(start: StepState<V>, rng: Rng) -> Playing<V> {
        let mut game = Playing {
            state: start,
            start,
            origin: start,
            turns: 0,
            history: Vec::new(),
            progresses: false,
            actions: Vec::new(),
            rng,
        };
        game.begin(start);
        game
    }

    /// Starts from a state, without a history.
    pub(super) fn begin(&mut self, origin: StepState<V>) {
        self.state = origin;
        self.origin = origin;
        self.turns = 0;
        self.history.clear();
        self.history.push(origin.pieces);
        self.actions.clear();
        // A jump in progress counts as progress.
        self.progresses = !origin.jumping.is_empty();
    }

    /// Returns whether the action with the given number is legal.
    #[inline]
    pub(super) fn is_legal(&self, common: &Common<V>, number: i64) -> bool {
        let Ok(number) = usize::try_from(number) else { return false };
        match common.numbers.leg(self.state.turn, number) {
            Some((from, direction)) => self.state.legs.of(direction).intersects(from),
            None if number == common.numbers.stop() => self.state.may_stop(common.variant),
            None => number == common.numbers.pass() && self.state.legs.is_empty(),
        }
    }

    /// Chooses a legal action; all are equally probable.
    #[inline]
    pub(super) fn sample(&mut self, common: &Common<V>) -> usize {
        let state = &self.state;
        let legs: u32 = Direction::ALL.iter().map(|&direction| state.legs.of(direction).len()).sum();
        if legs == 0 {
            return common.numbers.pass();
        }
        let mut left = self.rng.u32(0..legs + u32::from(state.may_stop(common.variant)));
        for direction in Direction::ALL {
            let from = state.legs.of(direction);
            if let Some(bit) = from.bits().nth(left as usize) {
                return common.numbers.of_leg(state.turn, bit, direction);
            }
            left -= from.len();
        }
        common.numbers.stop()
    }

    /// Plays the legal action with the given number. Starts the game again if it has ended or is truncated,
    /// and fills the game's rows.
    #[inline]
    pub(super) fn step(&mut self, common: &Common<V>, number: usize, row: &mut Arrays<'_>) {
        let (outcome, is_truncated) = self.advance(common, number);
        row.terminations[0] = outcome.is_some();
        row.truncations[0] = is_truncated;
        let payoffs = outcome.map_or([0, 0], payoffs);
        row.rewards.copy_from_slice(&payoffs.map(f32::from));
        if row.terminations[0] || row.truncations[0] {
            self.observe(common, row.final_observations);
            row.final_players[0] = self.state.turn as i8;
            self.begin(self.start);
        }
        self.show(common, row);
    }

    /// Plays the legal action with the given number. Returns the outcome, and whether the game is truncated.
    #[inline]
    fn advance(&mut self, common: &Common<V>, number: usize) -> (Option<Outcome>, bool) {
        let ends_turn = self.act(common, number);
        self.turns = self.turns.saturating_add(ends_turn.into());
        let outcome = self.outcome(common, ends_turn);
        let is_truncated = outcome.is_none() && ends_turn && self.turns >= common.max_turns;
        (outcome, is_truncated)
    }

    /// Returns the origin, the seed and the actions.
    pub(super) fn save(&self, common: &Common<V>) -> SavedGame {
        let origin = self.origin.to_environment(&common.template);
        SavedGame { seed: self.rng.get_seed(), origin, actions: self.actions.clone() }
    }

    /// Plays the actions of a saved game from its origin, and returns whether all are legal and none
    /// of them ends the game.
    pub(super) fn restore(&mut self, common: &Common<V>, origin: StepState<V>, saved: &SavedGame) -> bool {
        self.begin(origin);
        self.rng = Rng::with_seed(saved.seed);
        saved.actions.iter().all(|&number| {
            self.is_legal(common, number.into())
                && matches!(self.advance(common, number.into()), (None, false))
        })
    }

    /// Begins in a state, and fills the game's rows.
    pub(super) fn begin_at(&mut self, common: &Common<V>, origin: StepState<V>, row: &mut Arrays<'_>) {
        self.begin(origin);
        row.terminations[0] = false;
        row.truncations[0] = false;
        row.rewards.fill(0.0);
        self.show(common, row);
    }

    /// Fills the rows with the observation and the legal actions of the player to act.
    #[inline]
    fn show(&self, common: &Common<V>, row: &mut Arrays<'_>) {
        self.observe(common, row.observations);
        row.players[0] = self.state.turn as i8;
        self.write_mask(common, row.masks);
    }

    /// Plays an action, and returns whether it ends the turn.
    #[inline]
    fn act(&mut self, common: &Common<V>, number: usize) -> bool {
        let variant = common.variant;
        let StepState { pieces, turn, .. } = self.state;
        self.actions.push(number.try_into().expect("boards have fewer actions than that"));
        let (pieces, jumping) = match common.numbers.leg(turn, number) {
            Some((from, direction)) => {
                let leg = match turn {
                    Player::Red => movegen::leg::<V, Red>(variant, pieces, from, direction),
                    Player::Black => movegen::leg::<V, Black>(variant, pieces, from, direction),
                };
                self.progresses |= !leg.captured.is_empty() || !pieces.kings.intersects(from);
                match turn {
                    Player::Red => movegen::play_leg::<V, Red>(variant, pieces, leg),
                    Player::Black => movegen::play_leg::<V, Black>(variant, pieces, leg),
                }
            }
            // This is a stop or a pass.
            None => (pieces, Bitboard::EMPTY),
        };
        let ends_turn = jumping.is_empty();
        let turn = if ends_turn { turn.opponent() } else { turn };
        self.state = StepState::new(variant, pieces, turn, jumping);
        if ends_turn {
            if self.progresses {
                self.history.clear();
                self.progresses = false;
            }
            self.history.push(pieces);
        }
        ends_turn
    }

    /// Returns the outcome if the game is over.
    #[inline]
    fn outcome(&self, common: &Common<V>, ends_turn: bool) -> Option<Outcome> {
        let StepState { pieces, turn, .. } = self.state;
        let has_moves = |player| match player {
            player if player == turn => !self.state.legs.is_empty(),
            Player::Red => movegen::has_moves::<V, Red>(common.variant, pieces),
            Player::Black => movegen::has_moves::<V, Black>(common.variant, pieces),
        };
        let has_pieces = |player| !pieces.of(player).is_empty();
        Outcome::decide(turn, common.template.rules().blocked, has_pieces, has_moves)
            .or_else(|| ends_turn.then(|| self.draw(common.draw_rules)).flatten())
    }

    /// Returns the outcome if the game is drawn by the draw rules, at the end of a turn.
    #[inline]
    fn draw(&self, rules: DrawRules) -> Option<Outcome> {
        let same_turn = self.history.iter().rev().step_by(2);
        rules.outcome(self.history.len() - 1, || {
            same_turn.filter(|&&pieces| pieces == self.state.pieces).count()
        })
    }

    /// Writes the observation of the player to act.
    #[inline]
    fn observe(&self, common: &Common<V>, planes: &mut [i8]) {
        let StepState { pieces, turn, jumping, .. } = self.state;
        common.numbers.observe(turn, pieces, jumping, planes);
    }

    #[inline]
    fn write_mask(&self, common: &Common<V>, mask: &mut [i8]) {
        mask.fill(0);
        for direction in Direction::ALL {
            let legs = self.state.legs.of(direction).bits();
            legs.for_each(|bit| mask[common.numbers.of_leg(self.state.turn, bit, direction)] = 1);
        }
        mask[common.numbers.stop()] = self.state.may_stop(common.variant).into();
        mask[common.numbers.pass()] = self.state.legs.is_empty().into();
    }
}
