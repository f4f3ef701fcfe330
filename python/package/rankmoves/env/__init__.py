"""Environments for agents that learn: one step or one jump of a piece is one action.

``VectorEnv`` plays many games at once and needs NumPy only. Two environments play one game at a
time, and need ``rankmoves[env]``: ``rankmoves.env.checkers_v0`` is an environment of PettingZoo
for two agents, and ``rankmoves.env.gym`` has an environment of Gymnasium for one agent and an
opponent.

All environments number the actions in the same way: ``4 * square + direction``. The playable
squares are counted from 0, row by row from the top left. The directions are up left, up right,
down left and down right. The last two actions are to stop a chain of jumps and to pass. A piece
goes in a direction by a step or by a jump, never both, so the board determines which. For
player 1 the board is rotated by half a turn, so the men of both players move up, and a policy
that was learned for one player also works for the other.

Observations are five planes of ranks by files: the player's men, the player's kings, the
opponent's men, the opponent's kings, and the piece whose chain of jumps is in progress.
"""

from rankmoves._rankmoves import Episode
from rankmoves.env.vector import States, Steps, VectorEnv

__all__ = ["Episode", "States", "Steps", "VectorEnv"]
