"""Ranks the moves of checkers positions exactly, one or many at a time."""

from rankmoves._rankmoves import (
    Game,
    Move,
    Position,
    RankedBatches,
    RankedTable,
    Rules,
    Shape,
    rank_batches,
    rank_many,
    read_pdn,
)
from rankmoves._types import (
    Choice,
    IllegalMoveError,
    Outcome,
    ParseError,
    RankedMove,
    RankmovesError,
    RowError,
)

__all__ = [
    "Choice",
    "Game",
    "IllegalMoveError",
    "Move",
    "Outcome",
    "ParseError",
    "Position",
    "RankedBatches",
    "RankedMove",
    "RankedTable",
    "RankmovesError",
    "RowError",
    "Rules",
    "Shape",
    "rank_batches",
    "rank_many",
    "read_pdn",
]
