import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rankmoves import ParseError, Position, RankedTable, RowError, Rules, Shape, rank_many

pa = pytest.importorskip("pyarrow")

START = Position.start().fen
CHAIN = "W:W18:B6,14"
STUCK = "W:W:B1"
FREE = Rules(capture="optional", jumps="single")


def rows(table: RankedTable) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.table(table).to_pylist()
    return rows


def games(count: int) -> list[str]:
    """Return positions of one game after another, with moves selected by a simple rule."""
    fens = []
    position = Position.start()
    for number in range(count):
        fens.append(position.fen)
        moves = position.legal_moves
        position = position.play(moves[number * 7919 % len(moves)]) if moves else Position.start()
    return fens


def test_each_row_equals_the_ranking_of_one() -> None:
    fens = games(300)
    table = rank_many(fens, 3)
    assert len(table) == 300 and "300 rows" in repr(table)
    for fen, row in zip(fens, rows(table), strict=True):
        ranked = Position.from_fen(fen).rank(3)
        assert row["fen"] == fen and row["error"] is None
        assert row["move"] == [str(move) for move, _ in ranked]
        assert row["score"] == [score for _, score in ranked]
        best = max(ranked, key=lambda ranked: ranked.score, default=None)
        assert row["best"] == (best and str(best.move))


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("depth", [0, 5, 9])
def test_order_and_results_do_not_depend_on_threads(threads: int, depth: int) -> None:
    fens = games(130 if depth < 9 else 12)
    assert pa.table(rank_many(fens, depth, threads)) == pa.table(rank_many(fens, depth))


def test_nulls_and_wrong_rows_stay_in_their_place() -> None:
    nothing = {"move": None, "score": None, "best": None}
    null, wrong, chain, stuck, last = rows(rank_many([None, "W:W18:B99", CHAIN, STUCK, None], 2))
    assert null == last == {"fen": None, **nothing, "error": None}
    message = "expected a square number from 1 to 32 but found '99' at column 8"
    assert wrong == {"fen": "W:W18:B99", **nothing, "error": message}
    assert chain == {"fen": CHAIN, "move": ["d4->b6->d8"], "score": [99], "best": "d4->b6->d8", "error": None}
    assert stuck == {"fen": STUCK, "move": [], "score": [], "best": None, "error": None}


JSON = """{"rules":{"capture":"optional","jumps":"single","blocked":"loses"},"shape":{"ranks":4,"files":4,"flipped":false},
"turn":"red","board":["\\"b\\".", ".\\".\\"", "\\"r\\".", "r\\".\\""],"moves":[]}"""


def test_rows_are_positions_and_games_in_any_format() -> None:
    small = Position.start(rules=FREE, shape=Shape(6, 6))
    moved = Position.start().play("11-15")
    given: list[str | Position | None] = [Position.start(), small, small.text, JSON, "1. 11-15 *", moved.text, "W:W18:B6,14"]
    positions = [Position.start(), small, small, Position.from_array([[0, -1, 0, 0], [0] * 4, [0, 1, 0, 0], [1, 0, 0, 0]], turn="red", rules=FREE), moved, moved, Position.from_fen(CHAIN)]
    table = rows(rank_many(given, 3))
    for row, position in zip(table, positions, strict=True):
        assert row["error"] is None
        assert row["move"] == [str(move) for move in position.legal_moves]
        assert row["score"] == [score for _, score in position.rank(3)]
    assert [row["fen"] for row in table[:2]] == [START, small.text]
    # The argument `rules` applies only to FEN.
    (own,) = rows(rank_many([Position.from_fen(CHAIN)], 2, rules=FREE))
    assert own["move"] == ["d4->b6->d8"] and own["fen"] != CHAIN


@pytest.mark.parametrize(
    ("text", "error", "line", "column"),
    [
        ('{"rules":1}', "at column 10", 1, 10),
        (Position.start().text.replace("TURN", "TURM"), "at line", None, None),
        ("1. 11-15 11-15", "at column 10", 1, 10),
    ],
)
def test_errors_of_other_formats_name_their_place(text: str, error: str, line: int | None, column: int | None) -> None:
    (row,) = rows(rank_many([text], 2))
    assert error in row["error"] and row["move"] is None
    with pytest.raises(RowError) as caught:
        rank_many([text], 2, errors="raise")
    if line:
        assert (caught.value.line, caught.value.column) == (line, column)
    else:
        assert caught.value.line is not None and caught.value.line > 1


def test_errors_are_raised_on_request() -> None:
    with pytest.raises(RowError, match="row 100: expected .* found '99' at column 8") as caught:
        rank_many([None, *[CHAIN] * 99, "W:W18:B99", "", CHAIN], 2, errors="raise")
    assert (caught.value.row, caught.value.line, caught.value.column) == (100, 1, 8)
    assert isinstance(caught.value, ParseError)
    assert len(rank_many([CHAIN], 2, errors="raise")) == 1


@pytest.mark.parametrize("fen", ["", " ", "x", "W:W1:W2", "\0", "W:W18:B6\0", "W" * (1 << 20), "🙂" * 9])
def test_any_string_that_is_no_position_is_an_error_of_its_row(fen: str) -> None:
    _, wrong, _ = rows(rank_many([CHAIN, fen, CHAIN], 0))
    assert wrong["fen"] == fen and wrong["error"].startswith("expected ")


@pytest.mark.parametrize(
    "make",
    [
        lambda fens: fens,
        tuple,
        iter,
        lambda fens: (fen for fen in fens),
        lambda fens: pa.array(fens),
        lambda fens: pa.array(fens, pa.large_string()),
        lambda fens: pa.array(fens, pa.string_view()),
        lambda fens: pa.array(fens).dictionary_encode(),
        lambda fens: pa.array(["left out", *fens])[1:],
        lambda fens: pa.chunked_array([fens[:1], [], fens[1:]], pa.string()),
        lambda fens: pa.table({"position": fens}),
        lambda fens: pa.table({"id": range(len(fens)), "fen": fens}),
        lambda fens: pa.record_batch({"fen": fens}),
        lambda fens: pa.table({"fen": fens}).to_reader(max_chunksize=1),
    ],
)
def test_strings_come_from_any_iterable_and_any_arrow_object(make: Any) -> None:
    fens = [START, None, CHAIN]
    assert pa.table(rank_many(make(fens), 2)) == pa.table(rank_many(fens, 2))


def test_columns_of_nulls_and_without_rows_are_answered() -> None:
    assert [row["error"] for row in rows(rank_many(pa.nulls(3), 2))] == [None] * 3
    for empty in [[], pa.array([], pa.string()), pa.chunked_array([], pa.string()), pa.table({"fen": pa.array([], pa.string())})]:
        table = pa.table(rank_many(empty, 2))
        assert (table.num_rows, table.column_names) == (0, ["fen", "move", "score", "best", "error"])


def test_the_schema_is_always_the_same() -> None:
    schema = pa.schema(rank_many([], 0))
    assert schema == pa.table(rank_many([CHAIN, None, "x"], 0)).schema
    assert str(schema.field("score").type) == "list<item: int32 not null>"
    table = rank_many([CHAIN], 0)
    assert pa.table(table) == pa.table(table), "it can be read again"


def test_many_rows_come_in_several_chunks() -> None:
    count = 150_000
    table = pa.table(rank_many(itertools.chain([CHAIN], itertools.repeat(None, count - 2), [CHAIN]), 0))
    assert table.num_rows == count and table["fen"].num_chunks == 3
    assert table["best"].null_count == count - 2
    assert table["best"][0].as_py() == table["best"][-1].as_py() == "d4->b6->d8"


@pytest.mark.parametrize(
    ("fens", "error", "message"),
    [
        (START, TypeError, "^positions: expected an iterable of positions but found str"),
        (5, TypeError, "^positions: expected an iterable of positions but found int"),
        ([START, 5], TypeError, "^positions, row 1: expected a Position, a string or None but found int"),
        ([b"x"], TypeError, "^positions, row 0: expected a Position, a string or None but found bytes"),
        (pa.array([1, 2]), TypeError, "^positions: expected strings .Utf8, LargeUtf8 or Utf8View. but found Int64"),
        (pa.array([b"x"]), TypeError, "found Binary"),
        (pa.array([1, 1]).dictionary_encode(), TypeError, "found Dictionary"),
        (pa.table({"a": ["x"], "b": ["y"]}), ValueError, "^positions: expected a column 'fen', or only one, but found 'a', 'b'"),
        (pa.table({"fen": [1], "b": ["y"]}), TypeError, "^positions, column 'fen': expected strings .* found Int64"),
        (pa.table({"n": [1.5]}), TypeError, "^positions, column 'n': expected strings .* found Float64"),
        (pa.table({"fen": [[START]]}), TypeError, "^positions, column 'fen': expected strings .* found List"),
        (pa.table({}), ValueError, "^positions: expected a column 'fen', or only one, but found none"),
        (pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff")]), ValueError, "UTF"),
    ],
)  # fmt: skip
def test_objects_that_are_no_strings_are_refused(fens: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        rank_many(fens, 2)


def test_a_string_that_cannot_be_encoded_is_an_error_of_its_row() -> None:
    rows = pa.table(rank_many([START, "\ud800", START], 0)).to_pylist()
    assert [row["error"] is None for row in rows] == [True, False, True]
    assert rows[0]["best"] == rows[2]["best"] == "b6->a5" and rows[1]["best"] is None


def test_arguments_out_of_range_are_refused() -> None:
    for threads in [0, -1, 1025, 2**62]:
        with pytest.raises(ValueError, match=f"threads: expected a whole number from 1 to 1024 but found {threads}"):
            rank_many([], 0, threads)
    with pytest.raises(ValueError, match="depth: expected a whole number"):
        rank_many([], -1)
    with pytest.raises(ValueError, match="errors: expected 'column' or 'raise' but found 'ignore'"):
        rank_many([], 0, errors="ignore")  # type: ignore[arg-type]


def test_rules_are_those_asked_for() -> None:
    (row,) = rows(rank_many([CHAIN], 0, rules=FREE))
    assert row["move"] == [str(move) for move in Position.from_fen(CHAIN, rules=FREE).legal_moves]
    assert "d4->b6" in row["move"]


def test_errors_of_the_input_are_passed_on() -> None:
    def broken() -> Iterator[str]:
        yield START
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rank_many(broken(), 2)

    def batches() -> Iterator[Any]:
        yield pa.record_batch({"fen": [START]})
        raise ZeroDivisionError("in a stream")

    schema = pa.schema({"fen": pa.string()})
    with pytest.raises(Exception, match="in a stream"):
        rank_many(pa.RecordBatchReader.from_batches(schema, batches()), 2)


@pytest.mark.parametrize("depth", [0, 14], ids=["reading", "ranking"])
def test_ctrl_c_stops_it(
    depth: int,
    interrupted: Callable[[Callable[[], object]], None],
    threads_end: Callable[[], None],
) -> None:
    fens = itertools.repeat(START) if depth == 0 else [START] * 100_000
    interrupted(lambda: rank_many(fens, depth))
    threads_end()
