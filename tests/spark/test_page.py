"""The Python of docs/cluster.md runs, and does what the page says."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import TOP
from rankmoves import rank_many


def samples() -> list[str]:
    """Return the Python blocks of the page."""
    parts = (TOP / "docs/cluster.md").read_text().split("```python\n")[1:]
    return [part.split("```")[0] for part in parts]


def test_the_samples_rank_a_file_in_its_order(
    lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = samples()
    assert len(blocks) == 2 and "polars" in blocks[0] and "duckdb" in blocks[1]
    alone = pa.table(rank_many(lines, 6))
    for index, block in enumerate(blocks):
        folder = tmp_path / str(index)
        folder.mkdir()
        pq.write_table(pa.table({"fen": lines}), folder / "positions.parquet")
        monkeypatch.chdir(folder)
        exec(compile(block, "docs/cluster.md", "exec"), {})  # noqa: S102 (the page is ours)
        got = pq.read_table(folder / "ranked.parquet").select(alone.column_names)
        assert got.cast(alone.schema).equals(alone), block
