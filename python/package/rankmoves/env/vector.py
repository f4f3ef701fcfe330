"""Many games at once, in NumPy arrays."""

from __future__ import annotations

import copy as copying
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from rankmoves._rankmoves import Position, Rules, Shape, VectorCore
from rankmoves._types import IllegalMoveError

if TYPE_CHECKING:
    from gymnasium import spaces

__all__ = ["PLANES", "States", "Steps", "VectorEnv", "start_of"]

Integer = TypeVar("Integer", np.int8, np.int16)

PLANES = 5
"""The planes of an observation."""


class Steps(NamedTuple):
    """The arrays after a step, with a row for each of ``n`` games."""

    observations: npt.NDArray[np.int8]
    """``(n, 5, ranks, files)``: the board as the player to act sees it, 0 or 1."""
    masks: npt.NDArray[np.int8]
    """``(n, actions)``: 1 for each legal action, else 0."""
    players: npt.NDArray[np.int8]
    """``(n,)``: the player to act, 0 or 1."""
    rewards: npt.NDArray[np.float32]
    """``(n, 2)``: the rewards of player 0 and player 1: 1 for the winner and -1 for the loser of a
    game that the step ended, otherwise 0."""
    terminations: npt.NDArray[np.bool_]
    """``(n,)``: True if the step ended the game."""
    truncations: npt.NDArray[np.bool_]
    """``(n,)``: True if the step cut the game off because each player has had ``max_cycles``
    turns."""
    final_observations: npt.NDArray[np.int8]
    """``(n, 5, ranks, files)``: the last state of a game that was terminated or truncated by
    this step; the other rows have no meaning."""
    final_players: npt.NDArray[np.int8]
    """``(n,)``: the player to act in that state; the observation is from this player's view."""


class States(NamedTuple):
    """The states of ``n`` games in arrays, without their histories."""

    boards: npt.NDArray[np.int8]
    """``(n, ranks, files)``: each as ``Position.board``."""
    players: npt.NDArray[np.int8]
    """``(n,)``: the player to act, 0 or 1."""
    chains: npt.NDArray[np.int16]
    """``(n,)``: the playable square, counted from 0, of the piece whose chain of jumps is in
    progress; -1 if there is none."""


def _exact(name: str, values: npt.ArrayLike, kind: type[Integer]) -> npt.NDArray[Integer]:
    """Convert numbers to a type of integers, without changing any."""
    array = np.asarray(values)
    converted = np.ascontiguousarray(array, kind)
    if np.any(converted != array):
        raise ValueError(f"{name}: expected whole numbers that fit into {converted.dtype}")
    return converted


class VectorEnv:
    """Plays many games at once, one action per game in each step.

    A game that is over is started again within the same step: its rewards and flags describe the end, while
    its observation, mask and player describe the new start. The last state is in ``final_observations``.
    (Gymnasium calls this mode ``SAME_STEP``.) So there is a legal action in every game before every step.

    ``start`` is the position from which all games start, with its rules and shape; by default the
    start of English draughts, but with red (player 0) to move. If there are several positions, game
    ``i`` always starts from ``start[i % len(start)]``.

    A game is drawn after ``repetitions`` occurrences of a position, and after ``quiet_moves`` moves
    by each player without a jump or a man's move; ``None`` turns a rule off. After ``max_cycles``
    turns of each player a game is truncated. With ``copy=False``, every step writes to the same
    arrays: copy what you keep.

    A copy, deep or not, has its own games; an unpickled environment continues its games.
    """

    def __init__(
        self,
        games: int,
        start: Position | Sequence[Position] | None = None,
        *,
        repetitions: int | None = 3,
        quiet_moves: int | None = 40,
        max_cycles: int | None = None,
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        start = Position.start(turn="red") if start is None else start
        starts = [start] if isinstance(start, Position) else start
        self._core = VectorCore(games, starts, repetitions, quiet_moves, max_cycles, threads)
        self._planes = (games, PLANES, starts[0].shape.ranks, starts[0].shape.files)
        self._steps = None if copy else self._arrays()

    @property
    def games(self) -> int:
        """The number of games."""
        return self._planes[0]

    @property
    def actions(self) -> int:
        """The number of actions, legal or not: 130 on the 8x8 board."""
        return self._core.action_count

    @property
    def single_observation_space(self) -> spaces.Box:
        """The space of a row of the observations; needs Gymnasium, as the other spaces do."""
        box: spaces.Box = _spaces().Box(0, 1, self._planes[1:], np.int8)
        return box

    @property
    def single_action_space(self) -> spaces.Discrete:
        """The space of the action of one game."""
        discrete: spaces.Discrete = _spaces().Discrete(self.actions)
        return discrete

    @property
    def observation_space(self) -> spaces.Box:
        """The space of the observations of all games."""
        box: spaces.Box = _spaces().Box(0, 1, self._planes, np.int8)
        return box

    @property
    def action_space(self) -> spaces.MultiDiscrete:
        """The space of the actions of all games."""
        discrete: spaces.MultiDiscrete = _spaces().MultiDiscrete(np.full(self.games, self.actions))
        return discrete

    def reset(self, seed: int = 0) -> Steps:
        """Start all games again.

        The seed, a whole number of at least 0, determines the choices of ``sample`` from now on.
        """
        return self._filled(lambda steps: self._core.reset(seed, steps))

    def step(self, actions: npt.ArrayLike) -> Steps:
        """Play an action in each game.

        Raise ``IllegalMoveError``, with the game and the reason, if an action is illegal. In that
        case no game is changed.
        """
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers but found {numbers.dtype}")
        if numbers.shape != (self.games,):
            found = " by ".join(map(str, numbers.shape))
            raise ValueError(f"actions: expected {self.games} numbers but found {found}")
        if numbers.dtype == np.uint64 and (too_large := numbers >= self.actions).any():
            # Converted to int64, such a number could become negative.
            game = int(too_large.argmax())
            expected = f"expected an action from 0 to {self.actions - 1}"
            raise IllegalMoveError(f"game {game}: {expected} but found {numbers[game]}")
        numbers = np.ascontiguousarray(numbers, dtype=np.int64)
        return self._filled(lambda steps: self._core.step(numbers, steps))

    def sample(self) -> npt.NDArray[np.int64]:
        """Choose a legal action in each game, all with the same probability."""
        return self._core.sample()

    def states(self) -> States:
        """Return the states of all games, for ``set_states``."""
        return States(*self._core.states())

    def set_states(self, states: States) -> Steps:
        """Put each game into a state, without a history: repetitions, quiet moves and turns are
        counted from there. After its end, a game starts from its own start again.

        Raise ``ValueError`` if a state is invalid, or its game is over. In that case no game is
        changed.
        """
        boards, players, chains = states
        given = (
            _exact("boards", boards, np.int8),
            _exact("players", players, np.int8),
            _exact("chains", chains, np.int16),
        )
        return self._filled(lambda steps: self._core.set_states(given, steps))

    def position(self, game: int) -> Position:
        """Return the position of a game, without the jump in progress if there is one."""
        return self._core.position(game)

    def render(self, game: int) -> str:
        """Draw the state of a game in letters."""
        return self._core.draw(game)

    def __copy__(self) -> VectorEnv:
        return copying.deepcopy(self)

    def _filled(self, fill: Callable[[Steps], None]) -> Steps:
        steps = self._arrays() if self._steps is None else self._steps
        fill(steps)
        return steps

    def _arrays(self) -> Steps:
        games = self.games
        return Steps(
            observations=np.empty(self._planes, np.int8),
            masks=np.empty((games, self.actions), np.int8),
            players=np.empty(games, np.int8),
            rewards=np.empty((games, 2), np.float32),
            terminations=np.empty(games, np.bool_),
            truncations=np.empty(games, np.bool_),
            final_observations=np.zeros(self._planes, np.int8),
            final_players=np.zeros(games, np.int8),
        )


def start_of(rules: Rules | None, shape: Shape | None, start: Position | None) -> Position:
    """Return ``start`` if it is given, otherwise the start position for the rules and the shape.

    Raises:
        ValueError: If a start is given together with rules or a shape.
    """
    if start is None:
        return Position.start(rules=rules, shape=shape, turn="red")
    if rules is not None or shape is not None:
        raise ValueError("a start has its own rules and shape")
    return start


def _spaces() -> Any:
    """Return the module with Gymnasium's spaces."""
    try:
        from gymnasium import spaces
    except ImportError as why:
        raise ImportError("spaces need Gymnasium: pip install 'rankmoves[env]'") from why
    return spaces
