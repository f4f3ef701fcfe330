"""Compares whole games with OpenSpiel's ``checkers``, another program for the same rules.

OpenSpiel's game has a different form. Its lower side, ``o``, moves first and is red in this
project. Each jump of a chain is an action of its own; the next action continues with the same
piece. A game is drawn after 40 moves without a capture. So this test compares legs with actions,
and the boards after each move.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rankmoves import Game, Move, Position

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed: nothing is compared with it")

SEEDS, GAMES = 8, 125
NUMBERS = {".": 0, "o": 1, "8": 2, "+": -1, "*": -2}


def board_of(state: Any) -> list[list[int]]:
    return [[NUMBERS[cell] for cell in line[1:]] for line in str(state).splitlines()[:8]]


def actions_of(state: Any) -> dict[tuple[str, str], int]:
    """Return the action of each leg."""
    texts = {action: state.action_to_string(action) for action in state.legal_actions()}
    return {(text[:2], text[2:]): action for action, text in texts.items()}


def legs_after(walked: tuple[str, ...], moves: list[Move]) -> set[tuple[str, str]]:
    """Return the next legs of the moves that begin with the squares ``walked``."""
    count = len(walked)
    first = max(count - 1, 0)
    longer = (move.path for move in moves if move.path[:count] == walked and len(move.path) > max(count, 1))
    return {(path[first], path[first + 1]) for path in longer}


def turns(draw: random.Random) -> Iterator[tuple[Any, Position, Move]]:
    """Play a random game, and yield the other program's state after each turn, with our
    position before it and our move.
    """
    state = pyspiel.load_game("checkers").new_initial_state()
    game = Game(Position.start(turn="red"), quiet_moves=None, repetitions=None)
    while not state.is_terminal():
        player, position, walked = state.current_player(), game.position, tuple[str, ...]()
        moves = position.legal_moves
        while not state.is_terminal() and state.current_player() == player:
            actions = actions_of(state)
            assert set(actions) == legs_after(walked, moves), f"{position!r} after {walked}"
            leg = draw.choice(sorted(actions))
            walked = (*(walked or leg[:1]), leg[1])
            state.apply_action(actions[leg])
        ours = [move for move in moves if move.path == walked]
        assert len(ours) == 1, f"{position!r} has no move {walked}"
        game.play(ours[0])
        yield state, game.position, ours[0]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_games_agree_move_by_move(seed: int) -> None:
    draw = random.Random(seed)
    lengths = []
    for _ in range(GAMES):
        length = 0
        for state, position, move in turns(draw):
            length += 1
            assert position.board.tolist() == board_of(state), f"after {move} to {position!r}"
            if state.is_terminal() and any(state.returns()):
                assert position.legal_moves == [], f"{position!r} is lost there"
                mover = {"red": 1, "black": 0}[position.turn]
                assert state.returns()[mover] > 0
        lengths.append(length)
    assert min(lengths) > 10 and max(lengths) > 60, "games were played to their ends"
