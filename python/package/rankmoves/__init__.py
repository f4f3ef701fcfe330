"""Ranks the moves of checkers positions exactly, one or many at a time.

``Position`` is a position and ``Game`` a game; ``rank_many`` ranks many positions.
``rankmoves.env`` has environments for agents that learn, and ``rankmoves.polars`` has expressions
for Polars.
"""

from rankmoves._rankmoves import (
    Agent,
    Game,
    Move,
    Position,
    RankedBatches,
    RankedTable,
    Rules,
    Shape,
    __version__,
    rank_batches,
    rank_many,
    read_pdn,
)
from rankmoves._types import (
    Choice,
    IllegalMoveError,
    Outcome,
    ParseError,
    ProvenMove,
    RankedMove,
    RankmovesError,
    RowError,
)

__all__ = [
    "Agent",
    "Choice",
    "Game",
    "IllegalMoveError",
    "Move",
    "Outcome",
    "ParseError",
    "Position",
    "ProvenMove",
    "RankedBatches",
    "RankedMove",
    "RankedTable",
    "RankmovesError",
    "RowError",
    "Rules",
    "Shape",
    "__version__",
    "rank_batches",
    "rank_many",
    "read_pdn",
]
