import itertools
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rankmoves import Position, RowError, rank_batches, rank_many

pa = pytest.importorskip("pyarrow")

START = Position.start().fen
CHAIN = "W:W18:B6,14"
FENS = [START, None, CHAIN, "x", None, CHAIN, CHAIN]


def column(kind: Any) -> Any:
    return pa.array(FENS, kind)


def chunks(*parts: Any) -> Any:
    return pa.chunked_array(parts, pa.string())


def structs() -> Any:
    """Return a column of structs. One struct is null although its field holds a string."""
    fens = [START, CHAIN, CHAIN, "x", None, CHAIN, CHAIN]
    mask = pa.array([False, True] + [False] * 5)
    return pa.StructArray.from_arrays([pa.array(range(7)), pa.array(fens)], ["n", "fen"], mask=mask)


@pytest.mark.parametrize(
    "source",
    [
        lambda: FENS,
        lambda: iter(FENS),
        lambda: column(pa.string()),
        lambda: column(pa.string_view()),
        lambda: column(pa.large_string()).dictionary_encode(),
        lambda: pa.array([CHAIN, "left out", *FENS, "left out"])[2:-1],
        lambda: pa.array([CHAIN, "left out", *FENS], pa.string_view())[2:],
        lambda: pa.array([CHAIN, "left out", *FENS]).dictionary_encode()[2:],
        lambda: pa.table({"n": range(9), "fen": [CHAIN, "left out", *FENS]})[2:],
        lambda: pa.record_batch({"n": range(9), "fen": [CHAIN, "left out", *FENS]})[2:],
        lambda: chunks([], FENS[:2], [], [], FENS[2:], []),
        lambda: chunks(*([fen] for fen in FENS)),
        lambda: pa.table({"fen": chunks([], FENS, [])}).to_reader(max_chunksize=2),
        structs,
    ],
)
def test_any_source_gives_the_same_batches(source: Callable[[], Any]) -> None:
    expected = pa.table(rank_many(FENS, 2))
    assert pa.table(rank_many(source(), 2)) == expected
    for rows in [1, 3, 7, 100]:
        tables = [pa.table(batch) for batch in rank_batches(source(), 2, rows=rows)]
        assert [table.num_rows for table in tables[:-1]] == [rows] * (len(FENS) // rows - (len(FENS) % rows == 0))
        assert pa.concat_tables(tables) == expected
        assert pa.table(rank_batches(source(), 2, rows=rows)) == expected


def test_small_and_large_chunks_come_out_whole_and_in_order() -> None:
    texts = [f"no position {number}" for number in range(30_000)]
    bounds = [0, 1, 2, 2, 5, 4095, 4096, 4097, 12_000, 12_001, 29_999, 30_000]
    source = chunks(*(texts[start:end] for start, end in itertools.pairwise(bounds)))
    for given, expected in [
        (source, texts),
        (source[3:20_000], texts[3:20_000]),
        (pa.table({"fen": source}).to_reader(max_chunksize=7), texts),
    ]:
        batches = [pa.table(batch)["fen"].to_pylist() for batch in rank_batches(given, 0, rows=1000)]
        assert list(itertools.chain(*batches)) == expected


def test_without_rows_there_are_no_batches_but_a_schema() -> None:
    for source in [[], pa.array([], pa.string()), chunks(), chunks([], []), pa.table({"fen": chunks()})]:
        assert list(rank_batches(source, 2)) == []
        assert pa.table(rank_batches(source, 2)).schema == pa.schema(rank_many([CHAIN], 2))


def test_the_source_is_read_as_far_as_needed() -> None:
    read = 0

    def endless() -> Iterator[None]:
        nonlocal read
        while True:
            read += 1
            yield None

    batches = rank_batches(endless(), 0, rows=1000)
    assert read == 0
    for _ in range(300):
        assert len(next(batches)) == 1000
    assert 300_000 <= read <= 300_000 + 75_000, "memory does not grow with the source"


def test_an_endless_stream_of_arrow_is_read_as_far_as_needed() -> None:
    schema = pa.schema({"fen": pa.string()})
    given = itertools.repeat(pa.record_batch({"fen": pa.nulls(10, pa.string())}))
    source = pa.RecordBatchReader.from_batches(schema, given)
    batches = rank_batches(source, 0, rows=50_000)
    ranked = pa.RecordBatchReader.from_stream(batches)
    assert [ranked.read_next_batch().num_rows for _ in range(3)] == [50_000] * 3


def test_dropping_the_batches_ends_the_threads_and_the_source(threads_end: Callable[[], None]) -> None:
    def endless() -> Iterator[str]:
        while True:
            yield START

    for take in [iter, pa.RecordBatchReader.from_stream]:
        source = endless()
        ended = weakref.ref(source)
        batches = take(rank_batches(source, 8, rows=10))
        assert len(next(batches)) == 10 if take is iter else batches.read_next_batch().num_rows == 10
        del source, batches
        threads_end()
        # Another reader may drop the source without holding the GIL; Python then releases it later.
        rank_many([], 0)
        assert ended() is None


def test_batches_are_handed_over_once() -> None:
    batches = rank_batches([CHAIN] * 5, 0, rows=2)
    assert len(next(batches)) == 2
    assert pa.table(batches).num_rows == 3, "the remaining ones"
    with pytest.raises(ValueError, match="handed over to another reader"):
        next(batches)
    with pytest.raises(ValueError, match="handed over to another reader"):
        pa.table(batches)


def test_an_error_ends_the_batches() -> None:
    batches = rank_batches([CHAIN] * 3 + ["x", CHAIN], 0, rows=2, errors="raise")
    assert len(next(batches)) == 2
    with pytest.raises(RowError, match="row 3: expected W or B") as caught:
        next(batches)
    assert (caught.value.row, caught.value.column) == (3, 1)
    assert list(batches) == []
    with pytest.raises(pa.ArrowInvalid, match="RowError: row 0: expected W or B"):
        pa.table(rank_batches(["x"], 0, errors="raise"))


def test_errors_of_the_source_are_passed_on() -> None:
    def broken() -> Iterator[str]:
        yield CHAIN
        raise ValueError("of the source\0here")

    with pytest.raises(ValueError, match="of the source\0here"):
        list(rank_batches(broken(), 0))
    with pytest.raises(pa.ArrowInvalid, match=r"ValueError: of the source\\0here"):
        pa.table(rank_batches(broken(), 0))


def broken_items(fens: list[Any], why: BaseException) -> Iterator[Any]:
    yield from fens
    raise why


def broken_chunks(fens: list[Any], why: BaseException) -> Any:
    def chunks() -> Iterator[Any]:
        for fen in fens:
            yield pa.record_batch({"fen": pa.array([fen], pa.string())})
        raise why

    return pa.RecordBatchReader.from_batches(pa.schema({"fen": pa.string()}), chunks())


@pytest.mark.parametrize("count", [0, 1, 4, 5, 4096, 4097, 9000])
@pytest.mark.parametrize("broken", [broken_items, broken_chunks])
def test_rows_before_an_error_of_the_source_are_ranked_first(broken: Any, count: int) -> None:
    fens = [CHAIN, None, "x"] * 3000
    batches = rank_batches(broken(fens[:count], ValueError("of the source")), 0, rows=4)
    tables = []
    with pytest.raises(Exception, match="of the source"):
        for batch in batches:
            tables.append(pa.table(batch))
    assert list(batches) == []
    assert [table.num_rows for table in tables] == [4] * (count // 4) + [count % 4] * (count % 4 > 0)
    if count:
        assert pa.concat_tables(tables) == pa.table(rank_many(fens[:count], 0)).combine_chunks()
    ranked = pa.RecordBatchReader.from_stream(
        rank_batches(broken(fens[:count], ValueError("of the source")), 0, rows=4)
    )
    for table in tables:
        assert ranked.read_next_batch().num_rows == table.num_rows
    with pytest.raises(pa.ArrowInvalid, match="of the source"):
        ranked.read_next_batch()


def test_a_row_of_another_type_comes_after_those_before_it() -> None:
    batches = rank_batches([CHAIN, CHAIN, 5, CHAIN], 0)  # type: ignore[list-item]
    assert len(next(batches)) == 2
    with pytest.raises(TypeError, match="^positions, row 2: expected a Position, a string or None but found int"):
        next(batches)


def test_a_wrong_row_comes_before_an_error_of_the_source() -> None:
    batches = rank_batches(broken_items([CHAIN, "x"], ZeroDivisionError()), 0, errors="raise")
    with pytest.raises(RowError, match="row 1: expected W or B"):
        next(batches)
    assert list(batches) == []


def test_an_interrupt_of_the_source_does_not_wait_for_the_rows_before_it() -> None:
    batches = rank_batches(broken_items([START] * 10, KeyboardInterrupt()), 60)
    with pytest.raises(KeyboardInterrupt):
        next(batches)


def test_many_positions_are_not_ranked_if_their_source_fails() -> None:
    with pytest.raises(ZeroDivisionError):
        rank_many(broken_items([START] * 10, ZeroDivisionError()), 60)


def iterate(batches: Any) -> None:
    for _ in batches:
        pass


def take_all(batches: Any) -> None:
    try:
        pa.table(batches)
    except pa.ArrowInvalid as why:
        assert str(why).startswith("External error: KeyboardInterrupt")
        while True:
            pass


@pytest.mark.parametrize("take", [iterate, take_all])
@pytest.mark.parametrize("depth", [0, 14], ids=["reading", "ranking"])
def test_ctrl_c_stops_it(
    take: Callable[[Any], object],
    depth: int,
    interrupted: Callable[[Callable[[], object]], None],
    threads_end: Callable[[], None],
) -> None:
    fens = itertools.repeat("x") if depth == 0 else [START] * 100_000
    interrupted(lambda: take(rank_batches(fens, depth, rows=1 << 20)))
    threads_end()


def test_arguments_out_of_range_are_refused() -> None:
    for rows in [0, -1, (1 << 20) + 1]:
        with pytest.raises(ValueError, match=f"rows: expected a whole number from 1 to 1048576 but found {rows}"):
            rank_batches([], 0, rows=rows)
    for depth in [-1, 1 << 32]:
        with pytest.raises(ValueError, match=f"depth: expected a whole number from 0 to 4294967295 but found {depth}"):
            rank_batches([], depth)
    with pytest.raises(TypeError):
        rank_batches([], 1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads: expected a whole number from 1 to 1024"):
        rank_batches([], 0, 0)
