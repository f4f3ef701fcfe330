"""Environments for agents that learn: one step or one jump of a piece is one action.

``VectorEnv`` plays many games at once and needs NumPy only. Two environments play one game at a
time, and need ``rankmoves[env]``: ``rankmoves.env.checkers_v0`` is one of PettingZoo for two
agents, and ``rankmoves.env.gym`` one of Gymnasium for one agent and a built-in opponent.

All number actions in the same way: ``4 * square + direction``, with the playable squares
counted row by row from the top left, from 0, and the directions up left, up right, down left,
down right; then comes the action that stops a chain of jumps, then the pass. A piece goes in a
direction by a step or by a jump, never both, so the board determines which. For player 1 the
board is rotated by half a turn, so the men of both players move up, and a policy learned for
one works for the other.

Observations are planes of ranks by files: the own men, own kings, the opponent's men, the
opponent's kings, and the piece whose chain of jumps is in progress.
"""

from rankmoves._rankmoves import Episode
from rankmoves.env.vector import States, Steps, VectorEnv

__all__ = ["Episode", "States", "Steps", "VectorEnv"]
