"""The expressions for Polars."""

import pytest

from rankmoves import Position, Rules, rank_many

pl = pytest.importorskip("polars")
import rankmoves.polars  # noqa: E402

START = Position.start().fen
FENS = [START, None, "W:W18:B6,14", "x", "W:W:B1"]


def test_expressions_are_the_columns_of_rank_many() -> None:
    frame = pl.DataFrame({"n": range(5), "fen": FENS})
    column = pl.col("fen").checkers
    ranked = frame.select(ranked=column.rank(3)).unnest("ranked")
    assert ranked.equals(pl.DataFrame(rank_many(FENS, 3)).drop("fen"))
    found = frame.select("n", best=column.best(3), score=column.score(3), free=column.best(0, rules=Rules(capture="optional")))
    assert found["best"].to_list() == ranked["best"].to_list()
    assert found["score"].to_list() == [0, None, 99, None, None]
    assert found["free"][2] == "d4->b6->d8"


def test_they_work_in_lazy_queries_groups_and_empty_frames() -> None:
    frame = pl.LazyFrame({"group": ["a", "b", "a"], "fen": [START, "W:W18:B6,14", "W:W18:B6,14"]})
    lazy = frame.with_columns(best=pl.col("fen").checkers.best(2))
    assert lazy.collect_schema()["best"] == pl.String
    assert lazy.collect()["best"].to_list() == ["b6->a5", "d4->b6->d8", "d4->b6->d8"]
    grouped = frame.group_by("group", maintain_order=True).agg(pl.col("fen").checkers.best(2)).collect()
    assert grouped["best"].to_list() == [["b6->a5", "d4->b6->d8"], ["d4->b6->d8"]]
    empty = pl.DataFrame({"fen": pl.Series([], dtype=pl.String)})
    assert empty.select(pl.col("fen").checkers.rank(2)).schema["fen"] == pl.Struct(rankmoves.polars._FIELDS)


def test_a_column_without_a_type_has_null_answers() -> None:
    frame = pl.DataFrame({"fen": [None, None]})
    ranked = frame.select(ranked=pl.col("fen").checkers.rank(2)).unnest("ranked")
    assert ranked.rows() == [(None, None, None, None)] * 2
