"""Tests the environments with PettingZoo's own tests, and compares games with the library."""

import importlib
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    max_cycles_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import BaseWrapper, aec_to_parallel  # type: ignore[import-untyped]

from rankmoves import Game, IllegalMoveError, Position, Rules, Shape
from rankmoves.env import Episode, VectorEnv, checkers_v0
from rankmoves.env.picture import BLACK, DARK, GOLD, LIGHT, RED

RULES = [
    Rules(capture=capture, jumps=jumps, blocked=blocked)  # type: ignore[arg-type]
    for capture in ["required", "optional"]
    for jumps in ["multiple", "single"]
    for blocked in ["loses", "passes"]
]
SHAPES = [Shape(), Shape(8, 8, flipped=True), Shape(4, 5), Shape(7, 8), Shape(15, 16), Shape(5, 30)]


# PettingZoo warns about all observations that are dictionaries, even in its own games.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
def test_pettingzoo_accepts_the_interface(capsys: pytest.CaptureFixture[str]) -> None:
    for rules in RULES:
        api_test(checkers_v0.env(rules=rules), num_cycles=300)
    api_test(checkers_v0.env(shape=Shape(10, 8, flipped=True)), num_cycles=300)
    api_test(checkers_v0.raw_env(), num_cycles=300)
    assert capsys.readouterr().out.count("Passed API test") == len(RULES) + 2


def test_pettingzoo_finds_games_repeated_by_their_seed() -> None:
    seed_test(checkers_v0.env, num_cycles=200)


def test_pettingzoo_accepts_the_renderings(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(checkers_v0.env)
    assert "to move" in capsys.readouterr().out


class Lenient(BaseWrapper):  # type: ignore[misc]
    """Plays a legal action instead of an illegal one, because ``max_cycles_test`` uses no mask."""

    metadata = checkers_v0.raw_env.metadata | {"is_parallelizable": True}

    def step(self, action: Any) -> None:
        if action is not None:
            mask = self.observe(self.agent_selection)["action_mask"]
            if not mask[action]:
                legal = np.flatnonzero(mask)
                action = legal[action % len(legal)]
        super().step(action)


def test_pettingzoo_counts_the_cycles() -> None:
    class Module:
        # Players of games without chains alternate, as the test expects.
        @staticmethod
        def env(max_cycles: int) -> Any:
            return Lenient(checkers_v0.env(max_cycles=max_cycles, rules=Rules(jumps="single")))

        @classmethod
        def parallel_env(cls, max_cycles: int) -> Any:
            return aec_to_parallel(cls.env(max_cycles))

    max_cycles_test(Module)


def test_spaces_are_the_same_objects_and_flags_plain() -> None:
    env = checkers_v0.env()
    env.reset(seed=1)
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent).contains(env.observe(agent))
    assert env.action_space("player_0").n == 130
    action = np.int32(np.flatnonzero(env.observe("player_0")["action_mask"])[0])
    assert env.step(action) is None
    _, reward, termination, truncation, _ = env.last()
    assert (reward, type(termination), type(truncation)) == (0, bool, bool)
    assert not env.observe("player_0")["action_mask"].any()
    assert env.observe("player_1")["action_mask"].sum() == 7


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_games_are_those_of_the_library(shape: Shape) -> None:
    """Both environments agree on all arrays, and each whole turn is a legal move of the library."""
    rng = np.random.default_rng(1)
    chains = stops = 0
    for rules in RULES:
        start = Position.start(rules=rules, shape=shape, turn="red")
        env = checkers_v0.raw_env(rules=rules, shape=shape, max_cycles=60)
        vector = VectorEnv(1, start, max_cycles=60, threads=1)
        env.reset()
        steps = vector.reset()
        before = start
        path: list[str] = []
        while not (any(env.terminations.values()) or any(env.truncations.values())):
            agent = env.agent_selection
            seen = env.observe(agent)
            assert env.possible_agents.index(agent) == steps.players[0]
            assert (seen["observation"] == steps.observations[0]).all()
            assert (seen["action_mask"] == steps.masks[0]).all()
            assert env.render_mode is None and str(env._episode) == vector.render(0)
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            path.append(leg(env._episode, action))
            stops += path[-1] == "stop"
            env.step(action)
            steps = vector.step([action])
            rewards = tuple(env.rewards[agent] for agent in env.agents)
            assert tuple(steps.rewards[0]) == rewards
            assert steps.terminations[0] == env.terminations[agent]
            assert steps.truncations[0] == env.truncations[agent]
            if env._episode.in_chain:
                chains += 1
                continue
            before = before.play(whole(path))
            assert env._episode.position == before
            path = []
        last = env.observe(env.agent_selection)["observation"]
        assert (steps.final_observations[0] == last).all()
        assert vector.position(0) == start
    # Boards with few ranks have no room for chains.
    assert shape.ranks < 7 or (chains > 0 and stops > 0)


def leg(episode: Episode, action: int) -> str:
    """Return a step or a jump by the names of its squares, or ``stop`` or ``pass``."""
    text = episode.describe(action)
    if text in ("stop", "pass"):
        return text
    shape = episode.position.shape
    cells = [cell.strip("()").split(", ") for cell in text.split(" x ")[0].split(" -> ")]

    def name(row: int, column: int) -> str:
        file = 2 * column + ((row % 2 == 0) != shape.flipped)
        letter = chr(ord("a") + file) if file < 26 else "a" + chr(ord("a") + file - 26)
        return f"{letter}{shape.ranks - row}"

    return "->".join(name(int(row), int(column)) for row, column in cells)


def whole(legs: list[str]) -> str:
    """Join the legs of a turn."""
    if legs == ["pass"]:
        return "pass"
    legs = [leg for leg in legs if leg != "stop"]
    return "->".join([legs[0].split("->")[0], *(leg.split("->")[1] for leg in legs)])


def test_illegal_actions_are_errors_or_lost_games() -> None:
    raw = checkers_v0.raw_env()
    raw.reset()
    with pytest.raises(IllegalMoveError, match="action 0 leads from b8 over the edge"):
        raw.step(0)
    env = checkers_v0.env()
    env.reset()
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1

    vector = VectorEnv(3)
    legal = vector.reset(seed=1).masks[0].argmax()
    with pytest.raises(IllegalMoveError, match="game 2: expected an action from 0 to 129 but found -1"):
        vector.step([legal, legal, -1])
    with pytest.raises(IllegalMoveError, match="game 1: passing is allowed only under `blocked passes`"):
        vector.step([legal, 129, legal])
    assert all(vector.position(game) == Position.start(turn="red") for game in range(3))
    for wrong in [[legal] * 2, [legal] * 4]:
        with pytest.raises(ValueError, match="actions: expected 3 numbers but found"):
            vector.step(wrong)
    with pytest.raises(TypeError, match="float64"):
        vector.step([0.5] * 3)
    for dtype in [np.int32, np.int64, np.uint8]:
        assert vector.step(np.full(3, vector.sample()[0], dtype)).players.shape == (3,)
        vector.reset()


@pytest.mark.parametrize(("repetitions", "quiet_moves"), [(2, None), (None, 2)])
def test_kings_alone_draw_by_the_rules(repetitions: int | None, quiet_moves: int | None) -> None:
    start = Position.from_fen("W:WK1:BK32")
    env = checkers_v0.raw_env(start=start, repetitions=repetitions, quiet_moves=quiet_moves)
    env.reset()
    rng = np.random.default_rng(0)
    for _ in range(10_000):
        if any(env.terminations.values()):
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(rng.choice(np.flatnonzero(mask)))
    assert env.terminations == {"player_0": True, "player_1": True}


def test_arrays_are_new_unless_told_otherwise() -> None:
    vector = VectorEnv(4)
    first = vector.reset(seed=3)
    kept = first.observations.copy()
    second = vector.step(vector.sample())
    assert (first.observations == kept).all() and (second.observations != kept).any()
    vector = VectorEnv(4, copy=False)
    first = vector.reset(seed=3)
    assert vector.step(vector.sample()).observations is first.observations


def test_samples_follow_the_seed() -> None:
    def actions(seed: int) -> list[list[int]]:
        vector = VectorEnv(50)
        vector.reset(seed)
        drawn = []
        for _ in range(20):
            drawn.append(vector.sample().tolist())
            vector.step(drawn[-1])
        return drawn

    assert actions(1) == actions(1) != actions(2)


def test_pictures_show_pieces_and_crowns() -> None:
    env = checkers_v0.env("rgb_array", start=Position.from_fen("W:WK1,32:B5,K28"))
    env.reset()
    image = env.render()
    assert (image.shape, image.dtype) == ((384, 384, 3), np.uint8)

    def colour(row: int, file: int, down: int) -> tuple[int, ...]:
        return tuple(image[row * 48 + down, file * 48 + 24])

    red_king, black_king, red_man, black_man = [(0, 1), (6, 7), (7, 6), (1, 0)]
    assert colour(*red_king, 27) == colour(*black_king, 27) == GOLD
    assert colour(*red_king, 34) == colour(*red_man, 34) == colour(*red_man, 27) == RED
    assert colour(*black_king, 34) == colour(*black_man, 34) == colour(*black_man, 27) == BLACK
    assert colour(0, 0, 24) == LIGHT and colour(7, 0, 24) == DARK


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="no render mode 'svg'"):
        checkers_v0.env("svg")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_cycles: expected a whole number from 1 to 4294967295 but found 0"):
        checkers_v0.env(max_cycles=0)
    with pytest.raises(ValueError, match="max_cycles: expected a whole number from 1 to 4294967295 but found 0"):
        VectorEnv(1, max_cycles=0)
    with pytest.raises(ValueError, match="over at the start: red wins"):
        VectorEnv(1, Position.from_fen("B:W1:B"))
    with pytest.raises(ValueError, match="over at the start"):
        checkers_v0.env(start=Position.from_fen("B:W1:B"))
    with pytest.raises(IndexError, match="game: expected a number from 0 to 1 but found 2"):
        VectorEnv(2).position(2)


def test_without_pettingzoo_the_arrays_are_there_and_the_other_tells_what_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [name for name in sys.modules if name.startswith("rankmoves.env")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    assert importlib.import_module("rankmoves.env").VectorEnv(1).games == 1
    with pytest.raises(ImportError, match=r"pip install 'rankmoves\[env\]'"):
        importlib.import_module("rankmoves.env.checkers_v0")


def test_episodes_come_from_games_and_games_from_episodes() -> None:
    """Random games, move by move and action by action, are the same."""
    rng = np.random.default_rng(3)
    chains = 0
    for rules in RULES:
        game = Game(Position.start(rules=rules), quiet_moves=7)
        while not game.is_game_over() and len(game.moves) < 80:
            episode = Episode.from_game(game)
            assert episode.position == game.position and episode.game == game
            moves = game.legal_moves
            move = moves[rng.integers(len(moves))] if moves else "pass"
            actions = episode.actions_of(move)
            chains += len(actions) > 1
            for action in actions:
                assert action in episode.legal_actions
                assert episode.legal_actions == np.flatnonzero(episode.mask()).tolist()
                episode.act(action)
            game.push(move)
            assert episode.position == game.position
        assert (Episode.from_game(game).payoffs is None) == (not game.is_game_over())
        assert Episode.from_game(game).legal_actions == [] or not game.is_game_over()
    assert chains > 5
    with pytest.raises(IllegalMoveError, match="there is no piece on d4"):
        Episode().actions_of("18-15")


def test_games_have_their_own_starts_and_continue_from_states() -> None:
    first, second = Position.start(turn="red"), Position.from_fen("B:W18,25:B6,14")
    env = VectorEnv(5, [first, second])
    env.reset(seed=1)
    assert [env.position(game) for game in range(5)] == [first, second] * 2 + [first]
    states = env.states()
    assert (states.boards[1] == second.board).all()
    assert states.players.tolist() == [0, 1, 0, 1, 0] and (states.chains == -1).all()
    rng = np.random.default_rng(1)
    for _ in range(60):
        before = env.states()
        steps = env.step([rng.choice(np.flatnonzero(mask)) for mask in env.set_states(before).masks])
        other = VectorEnv(5, first)
        seen = other.set_states(env.states())
        assert (seen.observations == steps.observations).all() and (seen.masks == steps.masks).all()
        assert (seen.players == steps.players).all() and not seen.terminations.any()


def test_a_chain_is_part_of_a_state() -> None:
    env = VectorEnv(1, Position.from_fen("W:W18:B6,14,1"))
    steps = env.step([env.reset().masks[0].argmax()])
    states = env.states()
    # The man has jumped from d4 (square 18 in PDN) to b6 (square 9 in PDN, index 8) and continues.
    assert states.chains.tolist() == [8] and states.players.tolist() == [0]
    again = VectorEnv(1).set_states(states)
    assert (again.masks == steps.masks).all() and again.masks.sum() == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"chains": [32, -1]}, "game 0: no such square"),
        ({"chains": [-1, 20]}, "game 1: "),
        ({"chains": [-1, 65535]}, "chains: expected whole numbers that fit into int16"),
        ({"players": [0, 256]}, "players: expected whole numbers that fit into int8"),
        ({"players": [0, 2]}, "game 1: expected the player 0 or 1"),
        ({"players": [0]}, "expected the arrays of 2 states of 8x8"),
        ({"boards": np.zeros((2, 8, 8))}, "game 0: the game is over"),
        ({"boards": np.ones((2, 8, 8))}, "game 0: no piece 1 can stand on a8"),
        ({"boards": np.full((2, 8, 8), 3)}, "game 0: no piece 3 can stand on"),
    ],
)
def test_states_that_are_none_are_refused(change: dict[str, Any], message: str) -> None:
    env = VectorEnv(2)
    env.reset(seed=1)
    states = env.states()
    with pytest.raises(ValueError, match=message):
        env.set_states(states._replace(**change))
    for now, before in zip(env.states(), states, strict=True):
        np.testing.assert_array_equal(now, before)


def test_vector_spaces_are_those_of_the_arrays() -> None:
    env = VectorEnv(3, Position.start(shape=Shape(10, 8), turn="red"))
    steps = env.reset()
    assert env.observation_space.contains(steps.observations)
    assert env.single_observation_space.contains(steps.observations[0])
    actions = env.sample()
    assert env.action_space.contains(actions) and env.single_action_space.contains(actions[0])
    assert env.single_action_space.n == env.actions == 162


def test_starts_must_be_alike() -> None:
    with pytest.raises(ValueError, match="start: expected positions with the same shape and rules"):
        VectorEnv(2, [Position.start(), Position.start(shape=Shape(10, 10))])
    with pytest.raises(ValueError, match="start: expected at least one position"):
        VectorEnv(2, [])


@pytest.mark.parametrize("games", [2**20 + 1, 2**40, 2**63])
def test_more_games_than_fit_are_refused(games: int) -> None:
    with pytest.raises(ValueError, match=f"games: expected a whole number from 0 to 1048576 but found {games}"):
        VectorEnv(games)
