"""Tests that errors of arguments name the argument, the expected values and the value found."""

# The arguments have wrong types, so mypy would report each line.
# mypy: disable-error-code="arg-type, list-item"

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rankmoves import Game, Position, Rules, Shape, rank_batches, rank_many, read_pdn
from rankmoves.env import Episode, VectorEnv, checkers_v0

START = Position.start()
BOARD = START.board
MOST = 2**32 - 1


def raw() -> Any:
    env = checkers_v0.raw_env()
    env.reset()
    return env


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rank_many(5, 0), "positions: expected an iterable of positions but found int"),
        (lambda: rank_many(None, 0), "positions: expected an iterable of positions but found None"),
        (lambda: rank_many("W:W1:B2", 0), "positions: expected an iterable of positions but found str"),
        (lambda: rank_many(b"W:W1:B2", 0), "positions: expected an iterable of positions but found bytes"),
        (lambda: rank_many(START, 0), "positions: expected an iterable of positions but found Position"),
        (lambda: rank_many(np.zeros(2), 0), "positions, row 0: expected a Position, a string or None but found float64"),
        (lambda: rank_many([], "6"), f"depth: expected a whole number from 0 to {MOST} but found str"),
        (lambda: rank_many([], 1.0), f"depth: expected a whole number from 0 to {MOST} but found float"),
        (lambda: rank_many([], True), f"depth: expected a whole number from 0 to {MOST} but found bool"),
        (lambda: rank_many([], None), f"depth: expected a whole number from 0 to {MOST} but found None"),
        (lambda: rank_many([], 0, "2"), "threads: expected a whole number from 1 to 1024 but found str"),
        (lambda: rank_many([], 0, rules="x"), "rules: expected Rules but found str"),
        (lambda: rank_many([], 0, errors=1), "errors: expected 'column' or 'raise' but found int"),
        (lambda: rank_batches([], 0, rows="x"), "rows: expected a whole number from 1 to 1048576 but found str"),
        (lambda: START.play(3), "move: expected a Move or a str but found int"),
        (lambda: START.play(None), "move: expected a Move or a str but found None"),
        (lambda: START.play(b"a"), "move: expected a Move or a str but found bytes"),
        (lambda: START.play(START.rank(0)[0]), "move: expected a Move or a str but found RankedMove"),
        (lambda: Game().play(3), "move: expected a Move or a str but found int"),
        (lambda: Position.from_array(None), "array: expected rows of whole numbers but found None"),
        (lambda: Position.from_array(5), "array: expected rows of whole numbers but found int"),
        (lambda: Position.from_array("x"), "array: expected rows of whole numbers but found str"),
        (lambda: Position.from_array(iter([])), "array: expected rows of whole numbers but found list_iterator"),
        (lambda: Position.from_array(np.zeros(8, np.int8)), "array, row 0: expected whole numbers but found int8"),
        (lambda: Position.from_array(["abcdefgh"] * 8), "array, row 0: expected whole numbers but found str"),
        (lambda: Position.from_array(BOARD.astype(float)), "array, row 0, column 0: expected a whole number from -2 to 2 but found float64"),
        (lambda: Position.from_array(BOARD != 0), "array, row 0, column 0: expected a whole number from -2 to 2 but found bool"),
        (lambda: Position.from_array([[None] * 8] * 8), "array, row 0, column 0: expected a whole number from -2 to 2 but found None"),
        (lambda: Position.from_array(np.zeros((8, 8, 2), np.int8)), "array, row 0, column 0: expected a whole number from -2 to 2 but found ndarray"),
        (lambda: Position.from_array(BOARD, turn=1), "turn: expected 'red' or 'black' but found int"),
        (lambda: Position.from_array(BOARD, rules=Shape()), "rules: expected Rules but found Shape"),
        (lambda: Position.from_array(BOARD, flipped=1), "flipped: expected a bool but found int"),
        (lambda: Position.from_fen(3), "fen: expected a str but found int"),
        (lambda: Position.from_text(b"x"), "text: expected a str but found bytes"),
        (lambda: Position.start(rows="x"), "rows: expected a whole number from 1 to 4 but found str"),
        (lambda: Position.start(shape=(8, 8)), "shape: expected Shape but found tuple"),
        (lambda: START.rank("x"), f"depth: expected a whole number from 0 to {MOST} but found str"),
        (lambda: START.svg(flip=1), "flip: expected a bool but found int"),
        (lambda: Game().svg(numbers="x"), "numbers: expected a bool but found str"),
        (lambda: Shape("8"), f"ranks: expected a whole number from 0 to {MOST} but found str"),
        (lambda: Shape(8, 8.0), f"files: expected a whole number from 0 to {MOST} but found float"),
        (lambda: Rules(capture=1), "capture: expected 'required' or 'optional' but found int"),
        (lambda: Rules(jumps=None), "jumps: expected 'multiple' or 'single' but found None"),
        (lambda: Rules(blocked=b"x"), "blocked: expected 'loses' or 'passes' but found bytes"),
        (lambda: Game("x"), "start: expected Position but found str"),
        (lambda: Game(quiet_moves=1.5), f"quiet_moves: expected a whole number from 0 to {MOST} but found float"),
        (lambda: Game().undo(None), f"plies: expected a whole number from 0 to {2**64 - 1} but found None"),
        (lambda: Game().resign(1), "player: expected 'red' or 'black' but found int"),
        (lambda: Game().best("x"), "seconds: expected a number but found str"),
        (lambda: Game().best(True), "seconds: expected a number but found bool"),
        (lambda: Game().best(None, nodes="x"), f"nodes: expected a whole number from 0 to {2**64 - 1} but found str"),
        (lambda: Game().set_tag(1, "x"), "name: expected a str but found int"),
        (lambda: Game().set_tag("Event", 1), "value: expected a str but found int"),
        (lambda: Game.from_pdn(3), "text: expected a str but found int"),
        (lambda: read_pdn(None), "text: expected a str but found None"),
        (lambda: Episode("x"), "start: expected Position but found str"),
        (lambda: Episode(repetitions="x"), f"repetitions: expected a whole number from 0 to {2**64 - 1} but found str"),
        (lambda: Episode().observation("x"), "player: expected a whole number from 0 to 1 but found str"),
        (lambda: Episode().act(81.0), f"action: expected a whole number from {-2**63} to {2**63 - 1} but found float"),
        (lambda: Episode().describe(True), f"action: expected a whole number from {-2**63} to {2**63 - 1} but found bool"),
        (lambda: VectorEnv("x"), "games: expected a whole number from 0 to 1048576 but found str"),
        (lambda: VectorEnv(1, max_cycles=1.5), f"max_cycles: expected a whole number from 1 to {MOST} but found float"),
        (lambda: VectorEnv(1, threads="x"), "threads: expected a whole number from 1 to 1024 but found str"),
        (lambda: VectorEnv(1).reset(None), f"seed: expected a whole number from 0 to {2**64 - 1} but found None"),
        (lambda: VectorEnv(1).step([37.9]), "actions: expected whole numbers but found float64"),
        (lambda: VectorEnv(1).step([True]), "actions: expected whole numbers but found bool"),
        (lambda: VectorEnv(1).step(None), "actions: expected whole numbers but found object"),
        (lambda: VectorEnv(1).position("x"), f"game: expected a whole number from {-2**63} to {2**63 - 1} but found str"),
        (lambda: raw().step(37.9), f"action: expected a whole number from {-2**63} to {2**63 - 1} but found float"),
        (lambda: raw().step(np.float64(81)), f"action: expected a whole number from {-2**63} to {2**63 - 1} but found float64"),
        (lambda: raw().step("81"), f"action: expected a whole number from {-2**63} to {2**63 - 1} but found str"),
        (lambda: raw().step(np.bool_(True)), f"action: expected a whole number from {-2**63} to {2**63 - 1} but found bool"),
        (lambda: raw().step(np.array([81, 82])), f"action: expected a whole number from {-2**63} to {2**63 - 1} but found ndarray"),
        (lambda: checkers_v0.raw_env(max_cycles=1.5), f"max_cycles: expected a whole number from 1 to {MOST} but found float"),
        (lambda: checkers_v0.raw_env(start="x"), "start: expected Position but found str"),
    ],
)  # fmt: skip
def test_arguments_of_other_types_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rank_many([], 0, 10**30), f"threads: expected a whole number from 1 to 1024 but found {10**30}"),
        (lambda: rank_many([], 10**60), f"depth: expected a whole number from 0 to {MOST} but found 1{'0' * 39}…"),
        (lambda: rank_many([], 10**5000), f"depth: expected a whole number from 0 to {MOST} but found a longer one"),
        (lambda: rank_many([], 0, errors="x"), "errors: expected 'column' or 'raise' but found 'x'"),
        (lambda: rank_batches([], 0, rows=10**30), f"rows: expected a whole number from 1 to 1048576 but found {10**30}"),
        (lambda: Position.from_array([[10**30] * 8] * 8), f"array, row 0, column 0: expected a whole number from -2 to 2 but found {10**30}"),
        (lambda: Position.from_array(BOARD, turn="white"), "turn: expected 'red' or 'black' but found 'white'"),
        (lambda: Position.start(rows=10**30), f"rows: expected a whole number from 1 to 4 but found {10**30}"),
        (lambda: Shape(-1), f"ranks: expected a whole number from 0 to {MOST} but found -1"),
        (lambda: Shape(8, 2**40), f"files: expected a whole number from 0 to {MOST} but found {2**40}"),
        (lambda: Game(repetitions=-1), f"repetitions: expected a whole number from 0 to {2**64 - 1} but found -1"),
        (lambda: Game().redo(-1), f"plies: expected a whole number from 0 to {2**64 - 1} but found -1"),
        (lambda: Game().best(-1), "seconds: expected a number from 0 to 1000000000 but found -1.0"),
        (lambda: Game().best(1e300), "seconds: expected a number from 0 to 1000000000 but found 1e300"),
        (lambda: Game().best(None, nodes=-1), f"nodes: expected a whole number from 0 to {2**64 - 1} but found -1"),
        (lambda: Episode().observation(2), "player: expected a whole number from 0 to 1 but found 2"),
        (lambda: Episode().act(-1), "expected an action from 0 to 129 but found -1"),
        (lambda: VectorEnv(-1), "games: expected a whole number from 0 to 1048576 but found -1"),
        (lambda: VectorEnv(1, threads=0), "threads: expected a whole number from 1 to 1024 but found 0"),
        (lambda: VectorEnv(1).reset(-1), f"seed: expected a whole number from 0 to {2**64 - 1} but found -1"),
        (lambda: VectorEnv(2).step([[81, 81]]), "actions: expected 2 numbers but found 1 by 2"),
        (lambda: VectorEnv(1).step(np.array([2**64 - 1], np.uint64)), f"game 0: expected an action from 0 to 129 but found {2**64 - 1}"),
        (lambda: VectorEnv(2).step(np.array([81, 130], np.uint64)), "game 1: expected an action from 0 to 129 but found 130"),
        (lambda: raw().step(-1), "expected an action from 0 to 129 but found -1"),
    ],
)  # fmt: skip
def test_arguments_out_of_range_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == message
    with pytest.raises(IndexError, match="game: expected a number from 0 to 1 but found -1"):
        VectorEnv(2).render(-1)


def test_whole_numbers_of_any_type_are_taken() -> None:
    kinds: list[Any] = [int, np.int8, np.uint16, np.int64, np.uint64, np.array]
    for kind in kinds:
        assert START.rank(kind(1)) == START.rank(1)
        env = raw()
        env.step(kind(81))
        assert env.agent_selection == "player_1"
    for kind in [np.int8, np.uint8, np.int32, np.uint64]:
        assert VectorEnv(1).step(np.array([81], kind)).players == [1]
    array = [[np.int16(number) for number in row] for row in BOARD]
    assert Position.from_array(array) == Position.from_array(tuple(map(tuple, BOARD.tolist()))) == START
