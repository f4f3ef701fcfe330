"""Ranks a Parquet file of positions with Ray Data and the package ``rankmoves``.

    python examples/ray/rank.py positions.parquet ranked.parquet --depth 6

The positions are in a column ``fen``. The result is a folder of Parquet with the columns
of the file and those of ``rankmoves.rank_many``; if a row is not a position, ``error`` has
the reason. Ray reads parts of a file in any order: keep a column of numbers in the file,
such as ``input``, to sort the result. Each machine needs the package.
"""

from __future__ import annotations

import argparse
from functools import partial

import pyarrow as pa
import ray
from rankmoves import rank_many


def rank(batch: pa.Table, depth: int) -> pa.Table:
    """Add the ranking of the column ``fen`` to a batch."""
    ranked = pa.table(rank_many(batch.column("fen"), depth, threads=1))
    for name in ["move", "score", "best", "error"]:
        batch = batch.append_column(name, ranked.column(name))
    return batch


def main() -> None:
    """Rank the file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input", help="a Parquet file or folder")
    parser.add_argument("output", help="a new folder for Parquet")
    parser.add_argument("--depth", type=int, default=6)
    options = parser.parse_args()
    ranked = ray.data.read_parquet(options.input).map_batches(
        partial(rank, depth=options.depth),
        batch_size=10_000,
        batch_format="pyarrow",
    )
    ranked.write_parquet(options.output)


if __name__ == "__main__":
    main()
