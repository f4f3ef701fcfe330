"""Tests exchanging positions with other libraries through the Arrow interface."""

from typing import Any

import pytest

from rankmoves import Position, rank_batches, rank_many

FENS = [Position.start().fen, None, "W:W18:B6,14", "x"]


def lists(column: Any) -> list[Any]:
    """Return a column as Python lists, with None for each kind of missing value."""
    missing = (float, type(None))
    return [None if isinstance(item, missing) else item if isinstance(item, str) else list(item) for item in column]


def expected() -> dict[str, list[Any]]:
    pa = pytest.importorskip("pyarrow")
    table: dict[str, list[Any]] = pa.table(rank_many(FENS, 2)).to_pydict()
    return table


def test_polars_gives_and_takes() -> None:
    pl = pytest.importorskip("polars")
    series = pl.Series("fen", FENS)
    for given in [series, series.to_frame(), series.cast(pl.Categorical), pl.concat([series[:1], series[1:]])]:
        assert pl.DataFrame(rank_many(given, 2)).to_dict(as_series=False) == expected()
        assert pl.DataFrame(rank_batches(given, 2, rows=3)).to_dict(as_series=False) == expected()


def test_a_polars_column_without_a_type_is_refused_with_advice() -> None:
    pl = pytest.importorskip("polars")
    nulls = pl.Series("fen", [None])
    for given in [nulls, nulls.to_frame()]:
        with pytest.raises(ValueError, match="^positions: .*column of the type Null, cast it to String"):
            rank_many(given, 2)
        assert len(rank_many(given.cast(pl.String), 2)) == 1


def test_pandas_gives_and_takes() -> None:
    pd = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    frame = pd.DataFrame({"number": range(4), "fen": FENS})
    for given in [frame["fen"], frame, frame[["fen"]], frame["fen"].astype(object), frame["fen"].astype("category")]:
        for back in [pd.DataFrame.from_arrow(rank_many(given, 2)), pa.table(rank_many(given, 2)).to_pandas()]:
            assert {name: lists(back[name]) for name in back} == expected()
    picked = frame[frame["number"] != 1]["fen"]
    assert pa.table(rank_many(picked, 2)) == pa.table(rank_many([FENS[0], *FENS[2:]], 2))


def test_duckdb_gives_and_takes() -> None:
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    with duckdb.connect() as base:
        base.execute("create table positions as select * from (values (0, ?), (1, ?), (2, ?), (3, ?)) as t (number, fen)", FENS)
        table = rank_many(base.sql("select fen from positions order by number"), 2)
        assert pa.table(table).to_pydict() == expected()
        assert base.from_arrow(table).fetchall() == list(zip(*expected().values(), strict=True))
        batches = rank_batches(base.cursor().sql("select number, fen from positions order by number"), 2, rows=3)
        assert batches is not None, "the query finds it by its name"
        found = base.sql("select best, len(move) from batches where best is not null").fetchall()
        assert found == [("b6->a5", 7), ("d4->b6->d8", 1)]
