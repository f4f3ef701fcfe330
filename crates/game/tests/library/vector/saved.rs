//! Tests games that continue from states that were set or saved.

use super::*;

/// Draw rules depend on the history, and truncation depends on the number of turns: both are restored.
#[test]
fn saved_games_continue_like_the_originals() {
    for (number, start) in starts().into_iter().enumerate() {
        let draw_rules = DrawRules { repetitions: Some(2 + number % 2), quiet_moves: Some(4) };
        let max_cycles = NonZeroU32::new([7, 60][number % 2]);
        let options = VectorOptions { draw_rules, max_cycles, threads: NonZeroUsize::MIN };
        let mut games = VectorEnvironment::new(vec![start.into()], 4, options).unwrap();
        let mut owned = Owned::new(&games);
        games.reset(9, &mut owned.arrays());
        let mut actions = [0; 4];
        for count in [0, 1, 2, 9, 40] {
            for _ in 0..count {
                games.sample(&mut actions);
                games.step(&actions, &mut owned.arrays()).unwrap();
            }
            let saved = games.save();
            let mut again = VectorEnvironment::new(vec![start.into()], 4, games.options()).unwrap();
            again.restore(&saved).unwrap();
            assert_eq!(again.save(), saved);
            let mut other = Owned::new(&again);
            for _ in 0..30 {
                let mut expected = [0; 4];
                games.sample(&mut expected);
                again.sample(&mut actions);
                assert_eq!(actions, expected);
                games.step(&actions, &mut owned.arrays()).unwrap();
                again.step(&actions, &mut other.arrays()).unwrap();
                assert_eq!(
                    (&owned.observations, &owned.masks, &owned.players, &owned.rewards),
                    (&other.observations, &other.masks, &other.players, &other.rewards)
                );
                assert_eq!(
                    (&owned.terminations, &owned.truncations),
                    (&other.terminations, &other.truncations)
                );
            }
        }
    }
}

#[test]
fn saved_actions_that_are_no_game_are_refused() {
    let start = position(CAPTURE_MULTIPLE, Player::Red, "r d4, b e5, b a7");
    // Red's man jumps to f6; then black's man goes to b6.
    let options = VectorOptions { max_cycles: NonZeroU32::new(1), ..VectorOptions::default() };
    let mut games = VectorEnvironment::new(vec![start.into()], 2, options).unwrap();
    let mut owned = Owned::new(&games);
    games.reset(0, &mut owned.arrays());
    let jump = owned.masks.iter().position(|&legal| legal == 1).unwrap();
    let jump = u16::try_from(jump).unwrap();
    games.step(&[jump.into(); 2], &mut owned.arrays()).unwrap();
    let good = games.save();
    assert_eq!(good[1].actions, [jump]);
    let reply = row(&owned.masks, 2, 1).iter().position(|&legal| legal == 1).unwrap();
    let reply = u16::try_from(reply).unwrap();
    // Two illegal actions, a number that no action has, and a reply that ends the last turn.
    for actions in [vec![jump, jump], vec![0], vec![u16::MAX], vec![jump, reply]] {
        let wrong = SavedGame { actions: actions.clone(), ..good[1] };
        let refused = games.restore(&[good[0].clone(), wrong]).unwrap_err();
        assert_eq!(refused.game, 1, "{actions:?}");
        games.restore(&good).unwrap();
    }
    assert_eq!(games.save(), good);
}

/// From a state that was set, a game continues like an episode without a history. After it ends, it starts
/// again from its own start.
#[test]
fn games_continue_from_states_and_start_again_from_their_starts() {
    let starts =
        ["r d4, b e5, b a7", "r a1, b h8"].map(|pieces| position(CAPTURE_MULTIPLE, Player::Red, pieces));
    let draw_rules = DrawRules { quiet_moves: Some(2), ..DrawRules::NONE };
    let options = VectorOptions { draw_rules, ..VectorOptions::default() };
    let starts = starts.map(Environment::from);
    let mut games = VectorEnvironment::new(starts.to_vec(), 3, options).unwrap();
    let mut owned = Owned::new(&games);
    games.reset(1, &mut owned.arrays());
    assert_eq!([0, 1, 2].map(|game| games.state(game)), [starts[0], starts[1], starts[0]]);

    let board = position(CAPTURE_MULTIPLE, Player::Red, "R d4, b e5, b g7, b a7").setup().board;
    let jumping = Some("d4".parse().unwrap());
    let chain = Setup { board, turn: Player::Red, rules: CAPTURE_MULTIPLE, jumping }.position().unwrap();
    let kings = position(CAPTURE_MULTIPLE, Player::Black, "R a1, B h8");
    let states = [chain, kings, kings].map(Environment::from);
    games.set_states(&states, &mut owned.arrays()).unwrap();
    let mut episodes = states.map(|state| Episode::with_draw_rules(state, draw_rules));
    let mut ended = [false; 3];
    while ended != [true; 3] {
        let mut actions = [0; 3];
        games.sample(&mut actions);
        for (game, episode) in episodes.iter_mut().enumerate().filter(|&(game, _)| !ended[game]) {
            assert_eq!(games.state(game), *episode.state());
            assert_eq!(
                row(&owned.masks, 3, game),
                episode.state().mask().iter().map(|&legal| i8::from(legal)).collect::<Vec<_>>()
            );
            episode.act(episode.state().numbered(actions[game]).unwrap()).unwrap();
        }
        games.step(&actions, &mut owned.arrays()).unwrap();
        for game in 0..3 {
            if !ended[game] && owned.terminations[game] {
                ended[game] = true;
                assert!(episodes[game].outcome().is_some());
                assert_eq!(games.state(game), starts[game % 2]);
            }
        }
    }

    let over = position(CAPTURE_MULTIPLE, Player::Red, "b a7");
    let before = games.save();
    let refused = games.set_states(&[states[0], over.into(), states[2]], &mut owned.arrays()).unwrap_err();
    assert_eq!(refused.to_string(), "game 1: the game is over: black wins: red has no pieces");
    assert_eq!(games.save(), before);
}
