//! Compares each game of a vector environment with an episode: actions, arrays and ends are the same. Some
//! numbers of actions are worked out by hand.

mod random;
mod saved;

use std::collections::HashSet;
use std::num::{NonZeroU32, NonZeroUsize};

use rankmoves_core::{Blocked, Board, Player, Position, Rules, Setup, Square};
use rankmoves_game::env::{
    Action, Arrays, Environment, Episode, IllegalAction, PLANES, SavedGame, VectorEnvironment, VectorOptions,
};
use rankmoves_game::{DrawRules, Outcome};
use testing::notation::{CAPTURE_MULTIPLE, NO_CAPTURE_MULTIPLE, position, position_on, shape};
use testing::seed;

const PASSING: Rules = Environment::RULES;

/// The arrays of a vector environment.
struct Owned {
    observations: Vec<i8>,
    masks: Vec<i8>,
    players: Vec<i8>,
    rewards: Vec<f32>,
    terminations: Vec<bool>,
    truncations: Vec<bool>,
    final_observations: Vec<i8>,
    final_players: Vec<i8>,
}

impl Owned {
    fn new(games: &VectorEnvironment) -> Owned {
        let count = games.games();
        Owned {
            observations: vec![7; count * games.observation_len()],
            masks: vec![7; count * games.action_count()],
            players: vec![7; count],
            rewards: vec![7.0; count * 2],
            terminations: vec![true; count],
            truncations: vec![true; count],
            final_observations: vec![7; count * games.observation_len()],
            final_players: vec![7; count],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            players: &mut self.players,
            rewards: &mut self.rewards,
            terminations: &mut self.terminations,
            truncations: &mut self.truncations,
            final_observations: &mut self.final_observations,
            final_players: &mut self.final_players,
        }
    }
}

/// Returns a row of an array with `count` rows.
fn row<T>(array: &[T], count: usize, game: usize) -> &[T] {
    let length = array.len() / count;
    &array[game * length..(game + 1) * length]
}

fn starts() -> Vec<Position> {
    let shapes = ["8x8", "8x8 flipped", "4x5", "5x4", "5x5 flipped", "7x8 flipped", "15x16", "4x62", "10x10"];
    let blocked = [Blocked::Loses, Blocked::Passes];
    let rules = Rules::ALL.into_iter().flat_map(|rules| blocked.map(|blocked| Rules { blocked, ..rules }));
    let start = |text: &str, rules| {
        let shape = shape(text);
        let board = Board::start(shape, (shape.ranks() / 2 - 1).max(1));
        let turn = if text.contains("flipped") { Player::Black } else { Player::Red };
        Setup { board, turn, rules, jumping: None }.position().unwrap()
    };
    let mut starts: Vec<Position> = rules.flat_map(|rules| shapes.map(|text| start(text, rules))).collect();
    // Red's man on b6 can move to a square where it is blocked; the other men stand on their crowning ranks.
    starts.push(position(PASSING, Player::Red, "r b6, r b8, b a1"));
    // Kings only, and chains in progress that may or must continue.
    starts.push(position(CAPTURE_MULTIPLE, Player::Red, "R a1, R c1, B f8, B h8"));
    let men = "R d4, r a1, b e5, b e7, b c7, b c5";
    // The position with two black kings is added three times, because a test uses three draw rules in turn, one
    // for each start.
    let chains = [(CAPTURE_MULTIPLE, men), (NO_CAPTURE_MULTIPLE, men)];
    for (rules, pieces) in chains.into_iter().chain([(NO_CAPTURE_MULTIPLE, "R d4, B e5, B h8"); 3]) {
        let board = position(rules, Player::Red, pieces).setup().board;
        let jumping = Some("d4".parse().unwrap());
        starts.push(Setup { board, turn: Player::Red, rules, jumping }.position().unwrap());
    }
    starts
}

/// Makes the observation piece by piece from the definition, from a player's point of view.
fn defined_observation(state: &Environment, player: Player) -> Vec<i8> {
    let board = state.position().board();
    let (ranks, files) = (usize::from(board.shape().ranks()), usize::from(board.shape().files()));
    let mut planes = vec![0; PLANES * ranks * files];
    let mut draw = |plane: usize, square: Square| {
        let cell = (ranks - 1 - usize::from(square.rank())) * files + usize::from(square.file());
        let cell = if player == Player::Red { cell } else { ranks * files - 1 - cell };
        planes[plane * ranks * files + cell] = 1;
    };
    for (square, piece) in board.iter() {
        draw(usize::from(piece.is_king()) + if piece.player == player { 0 } else { 2 }, square);
    }
    state.position().jumping().into_iter().for_each(|square| draw(4, square));
    planes
}

/// Checks the rows of a game that continues.
fn check_state(episode: &Episode, games: &VectorEnvironment, owned: &Owned, game: usize) {
    let (state, count) = (episode.state(), games.games());
    assert_eq!(&games.state(game), state);
    let player = state.active_player();
    assert_eq!(owned.players[game], player as i8);
    assert_eq!(row(&owned.observations, count, game), state.observation(player), "{state}");
    assert_eq!(state.observation(player), defined_observation(state, player), "{state}");
    let mask: Vec<i8> = state.mask().into_iter().map(i8::from).collect();
    assert_eq!(row(&owned.masks, count, game), mask, "{state}");
}

#[test]
fn games_equal_episodes_action_by_action() {
    let mut rng = seed::rng();
    let (mut ends, mut actions_seen, mut truncated) = (HashSet::new(), HashSet::new(), 0);
    for (number, start) in starts().into_iter().enumerate() {
        let draw_rules = [
            DrawRules::default(),
            DrawRules { repetitions: Some(2), quiet_moves: None },
            DrawRules { repetitions: None, quiet_moves: Some(3) },
        ][number % 3];
        let max_cycles = NonZeroU32::new([30, 100, 45][rng.usize(0..3)]);
        let threads = NonZeroUsize::MIN;
        let options = VectorOptions { draw_rules, max_cycles, threads };
        let count = 3;
        let mut games = VectorEnvironment::new(vec![start.into()], count, options).unwrap();
        let mut owned = Owned::new(&games);
        games.reset(1, &mut owned.arrays());
        let fresh = Episode::with_draw_rules(start.into(), draw_rules);
        let mut episodes = vec![(fresh.clone(), 0); count];
        for _ in 0..400 {
            let mut actions = vec![0; count];
            for (game, (episode, _)) in episodes.iter().enumerate() {
                check_state(episode, &games, &owned, game);
                let legal = episode.state().actions();
                let action = rng.choice(&legal).unwrap();
                actions_seen.insert(match action {
                    Action::Move { jumped, .. } if jumped.is_some() => "jump",
                    Action::Move { .. } => "step",
                    Action::Stop => "stop",
                    Action::Pass => "pass",
                });
                actions[game] = i64::try_from(episode.state().number(*action).unwrap()).unwrap();
                assert_eq!(episode.state().numbered(actions[game]), Ok(*action));
            }
            let before = owned.final_observations.clone();
            games.step(&actions, &mut owned.arrays()).unwrap();
            for (game, (episode, turns)) in episodes.iter_mut().enumerate() {
                episode.act(episode.state().numbered(actions[game]).unwrap()).unwrap();
                let ends_turn = episode.state().jump_piece().is_none();
                *turns += u32::from(ends_turn);
                let payoffs = episode.payoffs();
                let is_late = max_cycles.is_some_and(|most| *turns >= 2 * most.get());
                let is_cut = payoffs.is_none() && ends_turn && is_late;
                assert_eq!(owned.terminations[game], payoffs.is_some());
                assert_eq!(owned.truncations[game], is_cut);
                let rewards = payoffs.unwrap_or_default().map(f32::from);
                assert_eq!(row(&owned.rewards, count, game), rewards, "{}", episode.state());
                let last = row(&owned.final_observations, count, game);
                if payoffs.is_some() || is_cut {
                    ends.extend(episode.outcome().map(|end| std::mem::discriminant(&end)));
                    truncated += u32::from(is_cut);
                    let player = episode.state().active_player();
                    assert_eq!(owned.final_players[game], player as i8);
                    assert_eq!(last, episode.state().observation(player));
                    (*episode, *turns) = (fresh.clone(), 0);
                } else {
                    assert_eq!(last, row(&before, count, game), "it is left alone");
                }
            }
        }
    }
    // All ends occurred, except resignation, agreement and loss on time.
    assert_eq!(ends.len(), 5, "{ends:?}");
    assert_eq!(actions_seen.len(), 4, "{actions_seen:?}");
    assert!(truncated > 10, "{truncated}");
}

#[test]
fn exactly_the_legal_numbers_are_accepted() {
    let mut rng = seed::rng();
    for start in starts() {
        let mut episode = Episode::new(start.into());
        for _ in 0..rng.usize(0..60) {
            let Some(action) = rng.choice(episode.state().actions()) else { break };
            if episode.outcome().is_none() {
                episode.act(action).unwrap();
            }
        }
        let state = *episode.state();
        let mask = state.mask();
        assert_eq!(mask.len(), state.action_count());
        assert_eq!(mask.iter().filter(|&&legal| legal).count(), state.actions().len());
        for (index, &legal) in mask.iter().enumerate() {
            let number = i64::try_from(index).unwrap();
            let found = state.numbered(number);
            assert_eq!(found.is_ok(), legal, "{number}: {found:?} in\n{state}");
            if let Ok(action) = found {
                assert_eq!(state.number(action), Some(index));
            }
            let options = VectorOptions { draw_rules: DrawRules::NONE, ..VectorOptions::default() };
            let Ok(mut games) = VectorEnvironment::new(vec![state], 2, options) else { continue };
            let mut owned = Owned::new(&games);
            games.reset(1, &mut owned.arrays());
            let good = mask.iter().position(|&legal| legal).unwrap();
            let actions = [i64::try_from(good).unwrap(), number];
            let (masks, stepped) = (owned.masks.clone(), games.step(&actions, &mut owned.arrays()));
            assert_eq!(stepped.is_ok(), legal);
            if let Err(why) = stepped {
                assert_eq!((why.game, Err(why.why)), (1, found));
                assert_eq!((games.state(0), &owned.masks), (state, &masks), "nothing has changed");
            }
        }
    }
}

#[test]
fn both_players_number_actions_alike_after_half_a_turn() {
    // The same position for each player, rotated by half a turn.
    let red = Environment::from(position(CAPTURE_MULTIPLE, Player::Red, "r c3, R h8, b d4, b g3"));
    let black = Environment::from(position(CAPTURE_MULTIPLE, Player::Black, "b f6, B a1, r e5, r b6"));
    assert_eq!(red.mask(), black.mask());
    assert_eq!(red.observation(Player::Red), black.observation(Player::Black));
    assert_eq!(red.observation(Player::Black), black.observation(Player::Red));
    // The only action is the jump up right from c3, number 22 of PDN: 4 * 21 + 1.
    assert_eq!(red.mask().iter().position(|&legal| legal), Some(85));
    assert_eq!(red.actions().len(), 1);
}

#[test]
fn observations_have_a_plane_for_each_kind_of_piece() {
    let board =
        position_on("4x5", CAPTURE_MULTIPLE, Player::Red, "R c1, r e3, b b2, b b4, B d4").setup().board;
    let jumping = Some("c1".parse().unwrap());
    let setup = Setup { board, turn: Player::Red, rules: CAPTURE_MULTIPLE, jumping };
    let state = Environment::from(setup.position().unwrap());
    let ones = |player| {
        let planes = state.observation(player);
        assert_eq!(planes.len(), PLANES * 20);
        let ones = |plane: &[i8]| -> Vec<usize> { (0..20).filter(|&cell| plane[cell] == 1).collect() };
        planes.chunks(20).map(ones).collect::<Vec<_>>()
    };
    // Cells: b4 1, d4 3, e3 9, b2 11, c1 17.
    assert_eq!(ones(Player::Red), [vec![9], vec![17], vec![1, 11], vec![3], vec![17]]);
    assert_eq!(ones(Player::Black), [vec![8, 18], vec![16], vec![10], vec![2], vec![2]]);
}

#[test]
fn wrong_numbers_have_reasons() {
    let state = Environment::default();
    let reasons = [
        (130, "expected an action from 0 to 129 but found 130"),
        (i64::MAX, "expected an action from 0 to 129 but found 9223372036854775807"),
        (-1, "expected an action from 0 to 129 but found -1"),
        (0, "action 0 leads from b8 over the edge of the board"),
        (20 * 4, "action 80 leads from a3 over the edge of the board"),
    ];
    for (number, reason) in reasons {
        assert_eq!(state.numbered(number).unwrap_err().to_string(), reason);
    }
    assert_eq!(state.number(Action::Move { from: (5, 0), to: (5, 1), jumped: None }), None);
    assert_eq!(state.number(Action::Move { from: (5, 0), to: (2, 0), jumped: None }), None);
    assert_eq!(state.number(Action::Move { from: (8, 0), to: (2, 0), jumped: None }), None);
    // From a3 to d6: three squares of a diagonal.
    assert_eq!(state.number(Action::Move { from: (5, 0), to: (2, 1), jumped: None }), None);

    let mut games = VectorEnvironment::new(vec![state], 2, VectorOptions::default()).unwrap();
    let mut owned = Owned::new(&games);
    games.reset(0, &mut owned.arrays());
    for number in [-1, i64::MIN, i64::MAX] {
        let refused = games.step(&[81, number], &mut owned.arrays()).unwrap_err();
        assert_eq!((refused.game, refused.why), (1, IllegalAction::NoNumber { number, count: 130 }));
    }
}

#[test]
fn a_game_that_is_over_cannot_be_started() {
    let won = Environment::from(position(CAPTURE_MULTIPLE, Player::Red, "r a1"));
    let refused = VectorEnvironment::new(vec![won], 1, VectorOptions::default()).err().unwrap();
    assert_eq!(refused.0, Outcome::NoPieces { loser: Player::Black });
    let draw_rules = DrawRules { repetitions: Some(1), quiet_moves: None };
    let options = VectorOptions { draw_rules, ..VectorOptions::default() };
    let refused = VectorEnvironment::new(vec![Environment::default()], 1, options).err().unwrap();
    assert_eq!(refused.to_string(), "the game is over at the start: a draw: the position has repeated");
}
