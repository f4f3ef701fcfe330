"""Tests that copies and pickles of all public classes are equal and independent."""

import copy
import inspect
import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import rankmoves
import rankmoves.env
from rankmoves import Game, Outcome, Position, Rules, Shape, rank_batches, rank_many
from rankmoves.env import Episode, VectorEnv, checkers_v0

pa = pytest.importorskip("pyarrow")

# Red jumps twice in a row; afterwards both have pieces left.
CHAIN = Position.from_fen("W:W18,32:B6,14,1")


class Case(NamedTuple):
    make: Callable[[], Any]
    """Return an object in the middle of a game or search."""
    state: Callable[[Any], Any]
    change: Callable[[Any], object] | None = None
    """Change an object's state, in the same way for equal states."""


def value(make: Callable[[], Any]) -> Case:
    return Case(make, lambda one: one)


def game() -> Game:
    game = Game(repetitions=None, quiet_moves=7)
    for _ in range(4):
        game.play(game.position.legal_moves[0])
    game.undo()
    game.set_tag("Event", "Match")
    return game


def redone(game: Game) -> object:
    again = copy.copy(game)
    again.redo()
    return game.start, game.positions, game.tags, again.moves


def begun(env: Any, steps: int) -> Any:
    if not isinstance(env, Episode):
        env.reset()
    for _ in range(steps):
        act(env)
    return env


def act(env: Any) -> None:
    if isinstance(env, Episode):
        env.act(int(env.mask().argmax()))
    else:
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))


def seen(env: Any) -> object:
    """Return everything visible of an episode, or of a PettingZoo environment."""
    if isinstance(env, Episode):
        observations = [env.observation(player).tolist() for player in range(2)]
        return str(env), env.player, env.in_chain, env.payoffs, env.mask().tolist(), observations
    flags = dict(env.rewards), dict(env.terminations), dict(env.truncations), env.agent_selection
    last = [{key: array.tolist() for key, array in env.observe(agent).items()} for agent in env.possible_agents]
    return flags, dict(env.unwrapped._cumulative_rewards), last, str(env.unwrapped._episode)


def vector(copy: bool = True) -> VectorEnv:
    env = VectorEnv(3, CHAIN, max_cycles=4, copy=copy)
    env.reset(seed=5)
    for _ in range(4):
        env.step(env.sample())
    return env


def set_before() -> VectorEnv:
    env = VectorEnv(3, CHAIN)
    env.set_states(vector().states())
    env.step(env.sample())
    return env


def boards(env: VectorEnv) -> object:
    return env.games, env.actions, [env.render(game) for game in range(env.games)]


def stepped(env: VectorEnv) -> None:
    """Play until all games are different; with another seed, there would be other games."""
    for _ in range(3):
        env.step(env.sample())


def errors(kind: type[rankmoves.RankmovesError]) -> Case:
    row = {"row": 3} if kind is rankmoves.RowError else {}
    return Case(lambda: kind("text", line=1, column=2, **row), lambda error: (type(error), str(error), vars(error)))


CASES = {
    "Choice": value(lambda: Game().best(None, depth=3)),
    "Game": Case(game, redone, lambda game: game.play(game.position.legal_moves[-1])),
    "IllegalMoveError": errors(rankmoves.IllegalMoveError),
    "Move": value(lambda: CHAIN.legal_moves[0]),
    "Outcome": value(lambda: Outcome("red", "no pieces")),
    "ParseError": errors(rankmoves.ParseError),
    "Position": value(lambda: CHAIN),
    "ProvenMove": value(lambda: CHAIN.proven()[0]),
    "RankedMove": value(lambda: CHAIN.rank(1)[0]),
    "RankedTable": Case(lambda: rank_many([CHAIN.fen, None, "x"], 0), pa.table),
    "RankmovesError": errors(rankmoves.RankmovesError),
    "RowError": errors(rankmoves.RowError),
    "Rules": value(lambda: Rules(capture="optional", jumps="single", blocked="passes")),
    "Shape": value(lambda: Shape(6, 7, flipped=True)),
    "Episode": Case(lambda: begun(Episode(CHAIN, quiet_moves=3), 1), seen, act),
    "Episode later": Case(lambda: begun(Episode(repetitions=2), 7), seen, act),
    "States": Case(lambda: vector().states(), lambda states: [array.tolist() for array in states]),
    "Steps": Case(lambda: vector().step(vector().sample()), lambda steps: [array.tolist() for array in steps]),
    "VectorEnv": Case(vector, boards, stepped),
    "VectorEnv from states": Case(set_before, boards, stepped),
    "VectorEnv of one set of arrays": Case(lambda: vector(copy=False), boards, stepped),
    "raw_env": Case(lambda: begun(checkers_v0.raw_env("ansi", start=CHAIN), 1), seen, act),
    "raw_env late": Case(lambda: begun(checkers_v0.raw_env(max_cycles=2), 3), seen, act),
    "env": Case(lambda: begun(checkers_v0.env(start=CHAIN), 1), seen, act),
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CASES)
def test_copies_are_equal_and_their_own(name: str, way: str) -> None:
    make, state, change = CASES[name]
    one = make()
    before = state(one)
    again = WAYS[way](one)
    assert type(again) is type(one) and state(again) == before
    if change is None:
        return
    change(again)
    changed = state(again)
    assert changed != before and state(one) == before
    change(one)
    assert state(one) == changed, "it goes on in the same way"


def test_all_public_classes_are_tried() -> None:
    modules = [rankmoves, rankmoves.env, checkers_v0]
    public = {name for module in modules for name in module.__all__ if inspect.isclass(getattr(module, name))}
    # The stream of a source cannot be read twice, and an agent remembers its searches.
    assert public - {"Agent", "RankedBatches"} == {name.split()[0] for name in CASES} - {"env"}
    for way in WAYS.values():
        with pytest.raises(TypeError, match="cannot pickle 'rankmoves.RankedBatches' object"):
            way(rank_batches([CHAIN.fen], 0))


def test_a_copy_writes_to_arrays_of_its_own() -> None:
    env = VectorEnv(2, copy=False)
    steps = env.reset(seed=1)
    before = steps.observations.copy()
    for way in WAYS.values():
        again = way(env)
        assert again.step(again.sample()).observations is not steps.observations
        assert np.array_equal(steps.observations, before)


@pytest.mark.parametrize("count", [0, 70_000])
def test_tables_without_rows_and_of_several_batches_are_pickled(count: int) -> None:
    table = rank_many([None] * count, 0)
    again = pickle.loads(pickle.dumps(table))
    assert len(again) == count and pa.table(again) == pa.table(table)
