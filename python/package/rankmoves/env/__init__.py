"""Environments for agents that learn: one step or one jump of a piece is one action.

``VectorEnv`` plays many games at once and needs NumPy only. ``rankmoves.env.checkers_v0``
is an environment of PettingZoo, one game at a time, and needs ``rankmoves[env]``.

Both number actions alike: ``4 * square + direction`` with the playable squares counted row by
row from the top left, from 0, and the directions up left, up right, down left, down right;
then comes the action that stops a chain of jumps, then the pass. A piece goes in a direction by
a step or by a jump, never both, so the board tells which. Player 1 counts after half a turn of
the board, so that the men of either player move up: what one has learned, the other can do.

Observations are planes of ranks by files: the own men, own kings, the opponent's men, the
opponent's kings, and the piece whose chain of jumps is in progress.
"""

from rankmoves._rankmoves import Episode
from rankmoves.env.vector import Steps, VectorEnv

__all__ = ["Episode", "Steps", "VectorEnv"]
