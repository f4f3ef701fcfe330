"""Expressions for Polars: ``import rankmoves.polars`` adds the namespace ``checkers``.

    import polars as pl
    import rankmoves.polars

    frame.with_columns(best=pl.col("fen").checkers.best(6))

A column contains strings as for ``rank_many``: FEN, or games in the exchange format, JSON or PDN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import polars as pl
except ImportError as _why:
    raise ImportError("rankmoves.polars needs Polars: pip install 'rankmoves[polars]'") from _why

from rankmoves._rankmoves import rank_many

if TYPE_CHECKING:
    from rankmoves._rankmoves import Rules

__all__ = ["Checkers"]

_FIELDS: dict[str, pl.DataType | type[pl.DataType]] = {
    "move": pl.List(pl.String),
    "score": pl.List(pl.Int32),
    "best": pl.String,
    "error": pl.String,
}


@pl.api.register_expr_namespace("checkers")
class Checkers:
    """The namespace ``checkers`` of an expression."""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def rank(self, depth: int, *, threads: int | None = None, rules: Rules | None = None) -> pl.Expr:
        """Rank all moves: a struct with the columns of ``rank_many`` except ``fen``.

        A row that is not a position has an ``error``, and nulls elsewhere.
        """

        def ranked(column: pl.Series) -> pl.Series:
            if column.is_empty():
                return pl.Series(column.name, [], pl.Struct(_FIELDS))
            # Polars hands a column of the type Null over with a buffer, which Arrow forbids.
            strings = column.cast(pl.String) if column.dtype == pl.Null else column
            frame = pl.DataFrame(rank_many(strings, depth, threads, rules=rules))
            return frame.drop("fen").to_struct(column.name)

        return self._expr.map_batches(ranked, pl.Struct(_FIELDS), is_elementwise=True)

    def best(self, depth: int, *, threads: int | None = None, rules: Rules | None = None) -> pl.Expr:
        """Return the first move with the highest score; null if there is no move or no valid position."""
        return self.rank(depth, threads=threads, rules=rules).struct.field("best")

    def score(self, depth: int, *, threads: int | None = None, rules: Rules | None = None) -> pl.Expr:
        """Return the highest score; null if there is no move or no valid position."""
        return self.rank(depth, threads=threads, rules=rules).struct.field("score").list.max()
