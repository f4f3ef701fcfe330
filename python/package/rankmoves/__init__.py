"""Ranks the moves of checkers positions exactly, one or many at a time."""

from rankmoves._rankmoves import Move, Position, RankedTable, Rules, Shape, rank_many
from rankmoves._types import IllegalMoveError, ParseError, RankedMove, RankmovesError, RowError

__all__ = [
    "IllegalMoveError",
    "Move",
    "ParseError",
    "Position",
    "RankedMove",
    "RankedTable",
    "RankmovesError",
    "RowError",
    "Rules",
    "Shape",
    "rank_many",
]
