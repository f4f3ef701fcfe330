"""The types of the package that are written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from rankmoves._rankmoves import Move


class ArrowStream(Protocol):
    """An object with the Arrow C stream interface: a column, a table or a data frame."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class ArrowArray(Protocol):
    """An object with the Arrow C array interface: a column in one chunk."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class RankmovesError(ValueError):
    """An error of this package.

    ``line`` and ``column`` locate the error in the text, in characters from 1; both are
    ``None`` without a text.
    """

    line: int | None
    column: int | None

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class ParseError(RankmovesError):
    """An invalid text."""


class IllegalMoveError(RankmovesError):
    """A move that the rules forbid."""


class RowError(ParseError):
    """A row that cannot be ranked; ``row`` is its number, counted from 0."""

    row: int

    def __init__(
        self, message: str, row: int = 0, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message, line, column)
        self.row = row


class RankedMove(NamedTuple):
    """A move and its score for the player who makes it."""

    move: Move
    score: int


class ProvenMove(NamedTuple):
    """A move and its result under perfect play for the player who makes it."""

    move: Move
    result: Literal["won", "drawn", "lost"] | None
    """The result; ``None`` if no table contains it."""
    plies: int | None
    """The plies to the end of a won or lost game, including this move; ``None`` if unknown."""


class Choice(NamedTuple):
    """The engine's choice of a move, with details of the search."""

    move: Move
    """The move."""
    score: int
    """The score for the player who makes the move, in hundredths of a man. A win after ``n`` plies scores
    30000 - n, a loss n - 30000."""
    depth: int
    """The depth in plies of the last completed search; 0 if no search was completed."""
    nodes: int
    """The nodes searched."""
    line: list[Move]
    """The expected line of best play, beginning with the move."""


class Outcome(NamedTuple):
    """The outcome of a game: the winner (``None`` for a draw) and the reason."""

    winner: Literal["red", "black"] | None
    reason: Literal[
        "no pieces",
        "no moves",
        "resigned",
        "out of time",
        "agreed",
        "both blocked",
        "repetition",
        "no progress",
    ]
