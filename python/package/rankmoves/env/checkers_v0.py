"""Checkers as an environment of PettingZoo: ``env()``, or ``raw_env()`` without its wrappers.

``player_0`` is red, ``player_1`` black; ``player_0`` acts first unless the start has black to move. A
player who can continue a chain of jumps acts again, so agents do not simply alternate.

Observation of an agent: a dictionary of

- ``observation``, int8 of shape ``(5, ranks, files)``: five planes for the agent's men, the
  agent's kings, the opponent's men, the opponent's kings, and the piece whose chain of jumps is
  in progress; 1 on their squares, 0 elsewhere. ``player_1`` sees the board rotated by half a turn.
- ``action_mask``, int8 of shape ``(actions,)``: 1 for each legal action, all 0 while the other
  agent is to act.

Action: ``4 * square + direction`` as described in ``rankmoves.env``; 130 actions on the 8x8
board.

Rewards: 1 and -1 at the end of a game, 0 for both after a draw. A game is drawn by repetition
or lack of progress; after ``max_cycles`` turns of each player a game is truncated.
"""

from __future__ import annotations

import copy
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from rankmoves._rankmoves import Episode, Position, Rules, Shape, VectorCore
from rankmoves.env.picture import RENDER_MODES, check_render_mode, picture
from rankmoves.env.vector import PLANES, start_of

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ImportError as _why:
    raise ImportError(
        "rankmoves.env.checkers_v0 needs PettingZoo and Gymnasium: pip install 'rankmoves[env]'"
    ) from _why

__all__ = ["env", "raw_env"]


def env(render_mode: Literal["human", "rgb_array", "ansi"] | None = None, **options: Any) -> AECEnv:
    """Return the environment in the wrappers of PettingZoo's classic games.

    An illegal action ends the game with a reward of -1. The options are those of ``raw_env``.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(render_mode, **options), illegal_reward=-1)
    return _Outermost(wrappers.AssertOutOfBoundsWrapper(wrapped))


class _Copied:
    """Makes ``copy.copy`` copy the game as well, which a shallow copy would share."""

    def __copy__(self) -> Any:
        return copy.deepcopy(self)


class _Outermost(_Copied, wrappers.OrderEnforcingWrapper):  # type: ignore[misc]  # PettingZoo has no types
    """The outermost wrapper."""


class raw_env(_Copied, AECEnv):  # type: ignore[misc]
    """The environment without wrappers: an illegal action raises ``IllegalMoveError``.

    ``rules`` and ``shape`` are those of the game, by default English draughts; ``start`` is a
    position to start from instead. A game is drawn after ``repetitions`` occurrences of a position,
    and after ``quiet_moves`` moves by each player without a jump or a man's move; ``None`` turns a
    rule off. After ``max_cycles`` turns of each player a game is truncated.

    A copy, deep or not, has its own game; an unpickled environment continues its game.
    """

    metadata: dict[str, Any] = {
        "name": "checkers_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        render_mode: Literal["human", "rgb_array", "ansi"] | None = None,
        *,
        rules: Rules | None = None,
        shape: Shape | None = None,
        start: Position | None = None,
        repetitions: int | None = 3,
        quiet_moves: int | None = 40,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._start = start_of(rules, shape, start)
        # Check the arguments as VectorCore does.
        VectorCore(0, [self._start], repetitions, quiet_moves, max_cycles, None)
        self._draws = {"repetitions": repetitions, "quiet_moves": quiet_moves}
        self._begin()

        ranks, files = self._start.shape.ranks, self._start.shape.files
        actions = len(self._episode.mask())
        self.possible_agents = ["player_0", "player_1"]
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (PLANES, ranks, files), np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, the same object at each call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. The game has no random events, so the seed does not matter."""
        self._begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._episode.player]
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Play an action of the agent that is to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._episode.act(action)
        self._turns += not self._episode.in_chain
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        payoffs = self._episode.payoffs
        if payoffs is not None:
            self.rewards = dict(zip(self.agents, payoffs, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._is_late():
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[self._episode.player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, npt.NDArray[np.int8]]:
        """Return the observation of an agent."""
        player = self.possible_agents.index(agent)
        mask = self._episode.mask()
        if agent != self.agent_selection or self._is_late():
            mask[:] = 0
        return {"observation": self._episode.observation(player), "action_mask": mask}

    def render(self) -> npt.NDArray[np.uint8] | str | None:
        """Return the board as an array of colours or as a text, or print the text."""
        match self.render_mode:
            case "rgb_array":
                return picture(self._episode.position)
            case "ansi":
                return str(self._episode)
            case "human":
                print(self._episode)
            case None:
                logger.warn("render() has nothing to do: the environment has no render mode")
        return None

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _begin(self) -> None:
        self._episode = Episode(self._start, **self._draws)
        self._turns = 0

    def _is_late(self) -> bool:
        """Return whether an unfinished game has reached ``max_cycles``."""
        if self.max_cycles is None or self._episode.in_chain:
            return False
        return self._turns >= 2 * self.max_cycles
