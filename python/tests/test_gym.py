"""Tests the Gymnasium environment with an opponent."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from rankmoves import Agent, IllegalMoveError, Position, Rules, Shape
from rankmoves.env import Episode
from rankmoves.env.gym import CheckersEnv

NAME = "rankmoves.env.gym:rankmoves/Checkers-v0"


class Masked(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Plays a legal action instead of an illegal one, because Gymnasium's checks use no mask."""

    def step(self, action: Any) -> Any:
        mask = self.unwrapped.action_mask()  # type: ignore[attr-defined]
        return self.env.step(action if mask[action] else int(mask.argmax()))


def play(env: Any, seed: int) -> tuple[float, list[int]]:
    """Play a game of random actions from a seed, and return its reward and its actions."""
    _, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    actions = []
    while True:
        actions.append(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        _, reward, termination, truncation, info = env.step(actions[-1])
        if termination or truncation:
            return reward, actions
        assert reward == 0


# Gymnasium's checks warn about wrapped environments.
@pytest.mark.filterwarnings("ignore:.*different from the unwrapped version:UserWarning")
def test_gymnasium_accepts_the_interface() -> None:
    check_env(Masked(CheckersEnv("random")), skip_render_check=True)
    made = gymnasium.make(NAME, opponent="minimax:1", player=1)
    assert made.action_space.n == 130  # type: ignore[attr-defined]
    assert play(made, 3)[0] in (-1, 0, 1)


@pytest.mark.parametrize("opponent", ["random", "random-piece:3", "minimax:1", "eval:1", "timed:0.001"])
def test_games_against_any_opponent_end(opponent: str) -> None:
    env = CheckersEnv(opponent, max_cycles=60)
    players = set()
    for seed in range(20):
        env.reset(seed=seed)
        players.add(env.player)
    for seed in range(2):
        play(env, seed)
        assert env.episode.payoffs is not None or len(env.episode.game.moves) >= 120
    assert players == {0, 1}


def test_the_seed_decides_the_game() -> None:
    def game(seed: int) -> list[str]:
        env = CheckersEnv("random", player=0)
        play(env, seed)
        return env.episode.game.moves

    assert game(1) == game(1) != game(2)


def test_minimax_beats_random_actions() -> None:
    rewards = [play(CheckersEnv("minimax:2:1"), seed)[0] for seed in range(6)]
    assert rewards.count(-1) >= 5


def test_an_opponent_may_be_a_function() -> None:
    seen = []

    def first(episode: Episode) -> int:
        seen.append(episode.player)
        return episode.legal_actions[0]

    play(CheckersEnv(first, player=0), 1)
    assert set(seen) == {1}


def test_starts_rules_and_options() -> None:
    start = Position.from_fen("W:W18,25:B6,14,1")
    env = CheckersEnv(player=0, start=start)
    observation, info = env.reset()
    assert env.episode.position == start and info["action_mask"].sum() == 1
    # The agent plays red's chain action by action.
    assert env.observation_space.contains(observation)
    _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert env.episode.in_chain and (reward, over) == (0, False)
    other = Position.from_fen("B:W18,25:B6,1")
    env.reset(options={"start": other, "player": 1})
    assert env.player == 1 and env.episode.position == other
    with pytest.raises(IllegalMoveError):
        env.step(0)
    for wrong in [Position.start(shape=Shape(10, 10)), Position.start(rules=Rules(jumps="single"))]:
        with pytest.raises(ValueError, match="the shape and the rules of the environment"):
            env.reset(options={"start": wrong})
    with pytest.raises(ValueError, match="player: expected 0 or 1 but found 'both'"):
        env.reset(options={"player": "both"})
    with pytest.raises(ValueError, match="over at the start"):
        CheckersEnv(start=Position.from_fen("B:W1:B"))
    with pytest.raises(ValueError, match="name: expected level:N"):
        CheckersEnv("alphabeta")
    with pytest.raises(TypeError, match="opponent: expected the name of an Agent or a function but found Agent"):
        CheckersEnv(Agent("random"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="player: expected 0, 1 or 'both' but found 2"):
        CheckersEnv(player=2)  # type: ignore[arg-type]


def test_blocked_opponents_pass() -> None:
    # Black's man on a7 cannot move while red's king moves back and forth.
    start = Position.from_fen("W:WK32,9,14:B5", rules=Rules(blocked="passes"))
    env = CheckersEnv(player=0, start=start)
    env.reset()
    env.step(int(env.episode.actions_of("g1->h2")[0]))
    assert env.episode.game.moves == ["g1->h2", "pass"]


def test_copies_continue_their_own_game() -> None:
    env = CheckersEnv("minimax:1:5", player=0)
    env.reset(seed=1)
    for again in [copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]:
        before = str(env.episode)
        assert str(again.episode) == before
        again.step(int(again.action_mask().argmax()))
        assert str(env.episode) == before != str(again.episode)


def test_pictures_and_texts() -> None:
    for mode, kind in [("ansi", str), ("rgb_array", np.ndarray)]:
        env = CheckersEnv(render_mode=mode)  # type: ignore[arg-type]
        env.reset()
        assert isinstance(env.render(), kind)
    with pytest.raises(ValueError, match="no render mode"):
        CheckersEnv(render_mode="svg")  # type: ignore[arg-type]
