"""Checkers as an environment of Gymnasium: one agent against an opponent.

Importing this module registers ``rankmoves/Checkers-v0``:

    gymnasium.make("rankmoves.env.gym:rankmoves/Checkers-v0", opponent="minimax:2")

Observations, actions and draws are those of ``rankmoves.env``. A step plays an action of the
agent, then moves of the opponent until the agent is to act again.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from rankmoves._rankmoves import Agent, Episode, Position, Rules, Shape
from rankmoves.env.picture import RENDER_MODES, check_render_mode, picture
from rankmoves.env.vector import PLANES, start_of

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as _why:
    raise ImportError("rankmoves.env.gym needs Gymnasium: pip install 'rankmoves[env]'") from _why

__all__ = ["CheckersEnv", "Observation"]

Observation = npt.NDArray[np.int8]


class CheckersEnv(gymnasium.Env[Observation, np.int64]):
    """A game against ``opponent``: the name of an ``Agent``, such as ``random``, ``minimax:2`` or
    ``timed:0.1``, or a function that takes the ``Episode`` and returns a legal action.

    The agent is ``player`` 0 (red) or 1 (black); with ``"both"``, the player is random in each
    game. An action is a number as described in ``rankmoves.env``; ``info["action_mask"]`` has 1 for
    each legal action, and ``action_mask()`` returns the same array. The reward is 1 for a win, -1
    for a loss, else 0. An illegal action raises ``IllegalMoveError``.

    The other arguments are those of ``rankmoves.env.checkers_v0.raw_env``. The options of
    ``reset`` may have a ``start`` and a ``player`` for this game only.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        opponent: str | Callable[[Episode], int] = "random",
        player: Literal[0, 1, "both"] = "both",
        render_mode: Literal["human", "rgb_array", "ansi"] | None = None,
        *,
        rules: Rules | None = None,
        shape: Shape | None = None,
        start: Position | None = None,
        repetitions: int | None = 3,
        quiet_moves: int | None = 40,
        max_cycles: int | None = None,
    ) -> None:
        check_render_mode(render_mode)
        if player not in (0, 1, "both"):
            raise ValueError(f"player: expected 0, 1 or 'both' but found {player!r}")
        if not isinstance(opponent, str) and not callable(opponent):
            found = type(opponent).__name__
            raise TypeError(f"opponent: expected the name of an Agent or a function but found {found}")
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._opponent = opponent
        self._agent = Agent(opponent) if isinstance(opponent, str) else None
        self._player = player
        self._start = start_of(rules, shape, start)
        self._draws = {"repetitions": repetitions, "quiet_moves": quiet_moves}
        self._begin(self._start, 0)
        ranks, files = self._start.shape.ranks, self._start.shape.files
        self.observation_space = spaces.Box(0, 1, (PLANES, ranks, files), np.int8)
        self.action_space = spaces.Discrete(len(self.episode.mask()))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game. The seed determines the opponent's choices and any random player."""
        super().reset(seed=seed)
        options = options or {}
        start = options.get("start", self._start)
        if (start.shape, start.rules) != (self._start.shape, self._start.rules):
            raise ValueError("start: expected a position with the shape and the rules of the environment")
        default = int(self.np_random.integers(2)) if self._player == "both" else self._player
        player = options.get("player", default)
        if player not in (0, 1):
            raise ValueError(f"player: expected 0 or 1 but found {player!r}")
        self._begin(start, player)
        if isinstance(self._opponent, str) and seed is not None:
            self._agent = Agent(self._opponent, seed=int(self.np_random.integers(2**63)))
        self._reply()
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and the moves of the opponent that follow it."""
        self._act(action)
        self._reply()
        payoffs = self.episode.payoffs
        reward = 0.0 if payoffs is None else float(payoffs[self.player])
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, payoffs is not None, self._is_late(), self._info()

    def action_mask(self) -> Observation:
        """Return a new array with 1 for each legal action, else 0."""
        return self.episode.mask()

    def render(self) -> Any:
        """Return the board as an array of colours or as a text, or print the text."""
        match self.render_mode:
            case "rgb_array":
                return picture(self.episode.position)
            case "ansi":
                return str(self.episode)
            case "human":
                print(self.episode)
        return None

    def __copy__(self) -> CheckersEnv:
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_agent"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._agent = Agent(self._opponent) if isinstance(self._opponent, str) else None

    def _begin(self, start: Position, player: int) -> None:
        self.episode = Episode(start, **self._draws)
        """The game so far."""
        self.player = player
        """The agent's player, 0 or 1."""
        self._turns = 0
        if self.episode.payoffs is not None:
            raise ValueError("the game is over at the start")

    def _act(self, action: Any) -> None:
        self.episode.act(action)
        self._turns += not self.episode.in_chain

    def _reply(self) -> None:
        """Play the moves of the opponent until the agent is to act, or the game is over."""
        while self.episode.payoffs is None and self.episode.player != self.player and not self._is_late():
            for action in self._choose():
                self._act(action)

    def _choose(self) -> list[int]:
        """Return the opponent's next actions."""
        if self._agent is None:
            assert callable(self._opponent)
            return [self._opponent(self.episode)]
        game = self.episode.game
        moves = game.position.legal_moves
        return self.episode.actions_of(self._agent.choose(game) if moves else "pass")

    def _is_late(self) -> bool:
        """Return whether an unfinished game has reached ``max_cycles``."""
        if self.max_cycles is None or self.episode.in_chain or self.episode.payoffs is not None:
            return False
        return self._turns >= 2 * self.max_cycles

    def _observation(self) -> Observation:
        return self.episode.observation(self.player)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_mask(), "player": self.player}


gymnasium.register("rankmoves/Checkers-v0", entry_point="rankmoves.env.gym:CheckersEnv")
