"""Ranks a Parquet or text file of positions with Spark and the package ``rankmoves``.

    spark-submit examples/spark/rank_arrow.py positions.parquet ranked.parquet --depth 6

A Parquet file has its positions in a column ``fen``; a text file has one per line. The result
is Parquet with one row per position and the columns of ``rankmoves.rank_many``; ``input`` is
the place in the file, from 1. If a line is not a position, ``error`` has the reason.
Each machine needs the package.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

import pyarrow as pa
from numbered import read_numbered
from pyspark.sql import SparkSession

SCHEMA = "input long, fen string, move array<string>, score array<int>, best string, error string"


def ranking(depth: int) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return a function that ranks the column ``fen`` of batches, and keeps ``input``."""

    def rank(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from rankmoves import rank_many

        for batch in batches:
            # Spark runs a task on each core.
            ranked = pa.table(rank_many(batch.column("fen"), depth, threads=1))
            yield from ranked.add_column(0, "input", batch.column("input")).to_batches()

    return rank


def main() -> None:
    """Rank the file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input", help="a Parquet file or folder, *.parquet, or a text file")
    parser.add_argument("output", help="a new folder for Parquet")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--partitions", type=int, default=None, help="the parts of the work")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("rank_arrow").getOrCreate()
    positions = read_numbered(spark, options.input)
    if options.partitions is not None:
        positions = positions.repartitionByRange(options.partitions, "input")
    ranked = positions.mapInArrow(ranking(options.depth), SCHEMA)
    ranked.write.parquet(options.output)
    spark.stop()


if __name__ == "__main__":
    main()
