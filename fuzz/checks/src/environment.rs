//! Compares the stepwise environment with the oracle's whole moves and with a game.

use std::num::NonZeroUsize;

use rankmoves::Ranker;
use rankmoves::rank::minimax;
use rankmoves_core::{Blocked, Player, Ply, Position, Resources, Square};
use rankmoves_game::env::{Action, Environment};
use rankmoves_game::{DrawRules, Game, Outcome};

use super::start::{Bytes, Start, has_few_paths, player};
use testing::plain::Plain;

/// The maximum number of actions of a game.
const ACTIONS: usize = 60;

/// Plays the actions that the bytes choose, and checks them against the oracle's moves, even in the middle of
/// chains: legality, resulting positions, and the end of the game. Checks that a game played with whole moves
/// ends in the same way.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let start = Start::take(&mut bytes);
    let mut walk = Walk {
        state: start.position().into(),
        game: Game::with_draw_rules(start.position(), DrawRules::NONE),
        moves: Vec::new(),
        here: start,
        chain: Vec::new(),
    };
    walk.moves = match walk.here.moves() {
        Some(moves) => moves,
        None => return,
    };
    for _ in 0..ACTIONS {
        let actions = walk.check_state();
        walk.check_illegal(&actions, &mut bytes);
        if actions.is_empty() {
            return;
        }
        let action = actions[bytes.below(actions.len().min(256))];
        if walk.act(action).is_none() {
            return;
        }
    }
}

impl Start {
    /// Returns the oracle's moves, unless there are very many.
    fn moves(&self) -> Option<Vec<(String, Plain)>> {
        has_few_paths(&self.plain, 300).then(|| self.plain.moves())
    }
}

/// A game in three forms: as a state, in whole moves, and in the oracle's form.
struct Walk {
    state: Environment,
    game: Game,
    /// The position before the chain in progress.
    here: Start,
    /// The legal moves of `here`.
    moves: Vec<(String, Plain)>,
    /// The names of the squares of the chain in progress; empty if there is none.
    chain: Vec<String>,
}

impl Walk {
    /// Compares all queries of the state, and returns the actions.
    fn check_state(&self) -> Vec<Action> {
        let state = &self.state;
        let (chain, turn) = (&self.chain, player(self.here.plain.turn));
        assert_eq!(state.active_player(), turn);
        assert_eq!(state.jump_piece(), chain.last().map(|name| self.cell(name)));
        let end = self.end();
        assert_eq!(state.outcome(), end);
        assert_eq!(state.is_terminal(), end.is_some());
        assert_eq!(
            state.payoffs(),
            end.map(|end| match end.winner() {
                None => [0, 0],
                Some(Player::Red) => [1, -1],
                Some(Player::Black) => [-1, 1],
            })
        );
        if chain.is_empty() {
            assert_eq!(state.position(), &self.here.position());
            assert_eq!(state.position(), self.game.position());
            // The game is drawn only once both players have passed. The state is drawn before they pass.
            let outcome = self.game.outcome();
            assert!(outcome == end || (outcome.is_none() && end == Some(Outcome::BothPassed)));
        }

        let going_on = self.going_on();
        if !chain.is_empty() {
            let moves: Vec<_> = state.position().legal_moves().collect();
            let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
            let rests: Vec<String> =
                going_on.iter().map(|(path, _)| path[chain.len() - 1..].join("->")).collect();
            assert_eq!(texts, rests);
            for (mv, (_, after)) in moves.iter().zip(&going_on) {
                assert_eq!(state.position().play(mv), Ok(self.here.with((*after).clone()).position()));
            }
            check_scores(state.position(), &self.here, &self.moves, &going_on);
        }

        let mut expected: Vec<Action> =
            going_on.iter().map(|(path, _)| self.leg(&path[chain.len().max(1) - 1..])).collect();
        expected.sort_unstable();
        expected.dedup();
        if end.is_some() {
            expected.clear();
        } else if self.moves.iter().any(|(text, _)| *text == chain.join("->")) {
            expected.push(Action::Stop);
        } else if expected.is_empty() {
            expected.push(Action::Pass);
        }
        let actions = state.actions();
        assert_eq!(actions, expected);

        let shape = state.position().board().shape();
        if !(shape.is_flipped() && shape.files().is_multiple_of(2)) {
            let rules = state.position().rules();
            let again = Environment::from_array(&state.array(), turn, state.jump_piece(), rules);
            assert_eq!(again, Ok(*state));
        }
        actions
    }

    /// Checks that an action that is not listed is refused.
    fn check_illegal(&self, actions: &[Action], bytes: &mut Bytes<'_>) {
        let position = self.state.position();
        let (ranks, columns) = (
            usize::from(position.board().shape().ranks()),
            usize::from(position.board().shape().files()) / 2,
        );
        let mut cell = || (bytes.below(ranks + 1), bytes.below(columns + 2));
        let (from, to, other) = (cell(), cell(), cell());
        let jumped = (from.0 % 2 == 0).then_some(other);
        let of_this = actions.get(other.0 % actions.len().max(1)).copied();
        let action = match (of_this, to.1 % 4) {
            (Some(Action::Move { from, to, .. }), 0) => Action::Move { from, to, jumped },
            (Some(Action::Move { from, jumped, .. }), 1) => Action::Move { from, to, jumped },
            (_, 2) if to.0 % 2 == 0 => Action::Stop,
            (_, 2) => Action::Pass,
            _ => Action::Move { from, to, jumped },
        };
        let outcome = self.state.after(action);
        assert_eq!(outcome.is_ok(), actions.contains(&action), "{action}: {outcome:?}");
        if let Err(why) = outcome {
            super::start::check_message(&why.to_string());
        }
    }

    /// Plays a legal action; `None` if checking the moves after it would take too long.
    fn act(&mut self, action: Action) -> Option<()> {
        self.state = self.state.after(action).expect("a listed action is legal");
        if let Action::Move { from, to, .. } = action {
            let name = |cell| self.state.square(cell).expect("a cell of the board").to_string();
            if self.chain.is_empty() {
                self.chain.push(name(from));
            }
            self.chain.push(name(to));
        }
        let text = self.chain.join("->");
        let whole = self.moves.iter().find(|(whole, _)| *whole == text);
        let goes_on = !matches!(action, Action::Stop | Action::Pass) && !self.going_on().is_empty();
        assert_eq!(self.state.jump_piece().is_some(), goes_on, "after {text}");
        if goes_on {
            return Some(());
        }
        let ply = if action == Action::Pass { "pass" } else { text.as_str() };
        self.game.play(ply.parse::<Ply>().expect("a ply")).expect("the game goes on alike");
        self.here = match whole {
            Some((_, after)) => self.here.with(after.clone()),
            None => self.here.passed(),
        };
        self.moves = self.here.moves()?;
        self.chain.clear();
        Some(())
    }

    /// Returns the moves that continue the chain in progress, as the names of their squares.
    fn going_on(&self) -> Vec<(Vec<&str>, &Plain)> {
        let paths = self.moves.iter().map(|(text, after)| (text.split("->").collect::<Vec<_>>(), after));
        paths
            .filter(|(path, _)| {
                path.len() > self.chain.len() && path.iter().zip(&self.chain).all(|(a, b)| a == b)
            })
            .collect()
    }

    /// Returns the action from the first of `squares` to the second.
    fn leg(&self, squares: &[&str]) -> Action {
        let [from, to] = [squares[0], squares[1]].map(|name| self.row_and_column(name));
        let jumped = from.0.abs_diff(to.0) == 2;
        let jumped = jumped.then(|| cell(usize::midpoint(from.0, to.0), usize::midpoint(from.1, to.1)));
        Action::Move { from: cell(from.0, from.1), to: cell(to.0, to.1), jumped }
    }

    /// Returns the row and the column of a square, counted from the top left.
    fn row_and_column(&self, name: &str) -> (usize, usize) {
        let square: Square = name.parse().expect("the name of a square");
        (self.here.plain.ranks() - 1 - usize::from(square.rank()), square.file().into())
    }

    fn cell(&self, name: &str) -> (usize, usize) {
        let (row, column) = self.row_and_column(name);
        cell(row, column)
    }

    /// Returns the end of the game according to the pieces on the board.
    fn end(&self) -> Option<Outcome> {
        if !self.chain.is_empty() {
            // The last enemy cannot have been jumped, because the chain continues.
            return None;
        }
        let plain = &self.here.plain;
        let has = |letters: &str| plain.cells.iter().flatten().any(|&cell| letters.contains(cell));
        let loser = player(plain.turn);
        let (own, others) = if loser == Player::Red { ("rR", "bB") } else { ("bB", "rR") };
        if !has(own) {
            return Some(Outcome::NoPieces { loser });
        }
        if !has(others) {
            return Some(Outcome::NoPieces { loser: loser.opponent() });
        }
        match self.here.blocked {
            _ if !self.moves.is_empty() => None,
            Blocked::Loses => Some(Outcome::NoMoves { loser }),
            Blocked::Passes => self.here.passed().plain.moves().is_empty().then_some(Outcome::BothPassed),
        }
    }
}

/// Returns the row of a cell, and its index among the playable squares of its row.
fn cell(row: usize, column: usize) -> (usize, usize) {
    (row, column / 2)
}

/// Checks that the rest of a move has the score of the whole move.
fn check_scores(state: &Position, here: &Start, moves: &[(String, Plain)], going_on: &[(Vec<&str>, &Plain)]) {
    let few = moves.len() <= 40 && moves.iter().all(|(_, after)| has_few_paths(after, 40));
    let resources = Resources { threads: NonZeroUsize::MIN, table_bytes: 1 << 10 };
    let mut search = Ranker::with_resources(resources);
    for depth in 0..=u32::from(few) {
        let whole = here.plain.rank(depth);
        let rest: Vec<i32> = minimax(state, depth).iter().map(|ranked| ranked.score).collect();
        let score =
            |path: &[&str]| whole.iter().find(|(text, _)| *text == path.join("->")).map(|(_, score)| *score);
        let expected: Vec<i32> = going_on.iter().filter_map(|(path, _)| score(path)).collect();
        assert_eq!(rest, expected, "at depth {depth}");
        let ranked = search.rank(state, depth).expect("there is memory");
        assert_eq!(
            ranked.iter().map(|ranked| ranked.score).collect::<Vec<_>>(),
            expected,
            "at depth {depth}"
        );
    }
}
