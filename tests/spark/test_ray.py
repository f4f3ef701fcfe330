"""The example for Ray Data: sorted by number, its table equals that of one machine."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import TOP
from rankmoves import rank_many


def test_ray_gives_the_table_of_one_machine(lines: list[str], tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    folder = tmp_path / "positions.parquet"
    folder.mkdir()
    ends = [0, 500, 4500, 4700, len(lines)]
    for first, end in pairwise(ends):
        columns = {"input": range(first + 1, end + 1), "fen": lines[first:end]}
        pq.write_table(pa.table(columns), folder / f"part-{first:05}.parquet", row_group_size=300)
    output = tmp_path / "ranked.parquet"
    subprocess.run(
        [sys.executable, TOP / "examples/ray/rank.py", folder, output, "--depth", "3"],
        check=True,
        cwd=tmp_path,
        env=os.environ | {"RAY_USAGE_STATS_ENABLED": "0"},
    )
    got = pq.read_table(output).sort_by("input")
    alone = pa.table(rank_many(lines, 3))
    assert got.column("input").to_pylist() == list(range(1, len(lines) + 1))
    assert got.drop_columns("input").cast(alone.schema).equals(alone)
