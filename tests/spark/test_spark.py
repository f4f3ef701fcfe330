"""The examples on a cluster of two workers: results equal one machine's, and no line is lost."""

from __future__ import annotations

import subprocess
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import PROGRAMS, TOP, Cluster
from rankmoves import rank_many

DEPTH = 5
PARTITIONS = 24


def answers(folder: Path) -> bytes:
    """Return the parts of a text in the order of their names."""
    return b"".join(part.read_bytes() for part in sorted(folder.glob("part-*")))


def one_machine(file: Path) -> bytes:
    """Return the answers of one program; check that it reports the wrong lines."""
    command = [str(PROGRAMS / "rankmoves"), "--lines", "--depth", str(DEPTH), str(file)]
    output = subprocess.run(command, check=False, capture_output=True)
    assert output.returncode == 1 and b"3 of 5999 lines could not be answered" in output.stderr
    return output.stdout


def check_table(folder: Path, lines: list[str]) -> None:
    """Check that a table has all rows of one machine, numbered in their order."""
    got = pq.read_table(folder).sort_by("input")
    assert got.column("input").to_pylist() == list(range(1, len(lines) + 1))
    alone = pa.table(rank_many(lines, DEPTH))
    assert got.drop_columns("input").cast(alone.schema).equals(alone)
    errors = got.column("error").to_pylist()
    wrong = {index: error for index, error in enumerate(errors) if error is not None}
    assert sorted(wrong) == [99, 2500, 4000, 5999]
    assert wrong[99] == "expected a square number from 1 to 32 but found '99' at column 8"


def test_arrow_gives_the_table_of_one_machine_although_a_worker_is_killed(
    lines: list[str], text_file: Path, cluster: Cluster
) -> None:
    output = cluster.folder / "ranked.parquet"
    arguments = [text_file, output, "--depth", DEPTH, "--partitions", PARTITIONS]
    job = cluster.start("rank_arrow.py", *arguments)
    cluster.kill_an_executor(job, output)
    cluster.finish(job)
    assert cluster.has_lost_an_executor()
    check_table(output, lines)


@pytest.mark.parametrize("has_numbers", [False, True])
def test_rows_of_parquet_are_numbered_in_the_order_of_the_files(
    has_numbers: bool, lines: list[str], cluster: Cluster
) -> None:
    folder = cluster.folder / "positions.parquet"
    folder.mkdir()
    # Files of different sizes, which Spark reads in another order.
    ends = [0, 500, 4500, 4700, len(lines)]
    for first, end in pairwise(ends):
        columns = {"input": range(first + 1, end + 1)} if has_numbers else {}
        table = pa.table(columns | {"fen": lines[first:end], "other": [0.5] * (end - first)})
        pq.write_table(table, folder / f"part-{first:05}.parquet", row_group_size=300)
    output = cluster.folder / "ranked.parquet"
    cluster.run("rank_arrow.py", folder, output, "--depth", DEPTH)
    check_table(output, lines)


def test_pipe_gives_the_lines_of_one_machine_although_a_worker_is_killed(
    text_file: Path, cluster: Cluster
) -> None:
    output = cluster.folder / "ranked"
    arguments = [text_file, output, "--depth", DEPTH, "--partitions", PARTITIONS]
    job = cluster.start("rank_pipe.py", *arguments, "--program", PROGRAMS / "rankmoves")
    cluster.kill_an_executor(job, output)
    cluster.finish(job)
    assert cluster.has_lost_an_executor()
    assert answers(output) == one_machine(text_file)


def test_a_killed_program_is_started_again(text_file: Path, cluster: Cluster) -> None:
    killed = cluster.folder / "killed"
    program = cluster.folder / "program"
    rank = PROGRAMS / "rankmoves"
    # The first program is killed after some answers.
    program.write_text(
        f"#!/bin/sh\nmkdir '{killed}' 2> /dev/null || exec '{rank}' \"$@\"\n"
        f"head -n 100 | '{rank}' \"$@\"\nkill -KILL $$\n"
    )
    program.chmod(0o755)
    output = cluster.folder / "ranked"
    cluster.run("rank_pipe.py", text_file, output, "--depth", DEPTH, "--program", program)
    assert killed.exists() and "the program ended after" in cluster.errors.read_text()
    assert answers(output) == one_machine(text_file)


@pytest.mark.parametrize(
    ("name", "split", "depth", "count"),
    [
        # The first count is published; the second is from an independent program.
        ("start-capture-multiple", 6, 12, 388_623_673),
        ("board-5x7-flipped", 2, 6, 6953),
    ],
)
def test_moves_are_counted_in_parts(
    name: str, split: int, depth: int, count: int, cluster: Cluster
) -> None:
    parts = cluster.folder / "parts.jsonl"
    program = PROGRAMS / "checkers"
    game = TOP / f"testdata/perft/{name}.txt"
    command = [str(program), "perft", "--depth", str(split), "--split", str(game)]
    parts.write_bytes(subprocess.run(command, capture_output=True, check=True).stdout)
    total = cluster.run(
        "count_moves.py", parts, "--depth", depth - split, "--program", program, "--partitions", 8
    )
    assert total.splitlines()[-1] == str(count)
